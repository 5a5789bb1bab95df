//! How somebody is reached: on one-off payments and of customers
//! ([API reference](crate::resources::payments::reference#create) and [customers](crate::resources::customers::reference)).

use crate::calls::fields::BodyFields;
use crate::input::{self, Checks, Contact, InputError};

impl Contact {
    /// Every broken rule.
    pub fn check(&self) -> Vec<InputError> {
        let mut checks = Checks::default();
        checks.add_given("email", &self.email, input::email);
        checks.add_given("phone", &self.phone, input::phone);
        checks.add_given("phone_country_code", &self.phone_country_code, input::phone_country_code);
        checks.into_errors()
    }

    /// Adds what is given to a body.
    pub fn write(&self, fields: BodyFields) -> BodyFields {
        fields
            .text("email", &self.email)
            .text("name", &self.name)
            .text("phone", &self.phone)
            .text("phone_country_code", &self.phone_country_code)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_phone_has_its_country_code_apart_and_nothing_is_required() {
        assert_eq!(Contact::default().check(), []);
        let contact = Contact {
            email: "ada".to_owned(),
            phone: "+447700900123".to_owned(),
            phone_country_code: "44".to_owned(),
            ..Contact::default()
        };
        let fields: Vec<String> = contact.check().into_iter().map(|error| error.field).collect();
        assert_eq!(fields, ["email", "phone", "phone_country_code"]);
    }
}
