//! Addresses, telephones, and the two together
//! ([API reference](crate::resources::payments::reference#create), [customers](crate::resources::customers::reference),
//! [subscriptions](crate::resources::subscriptions::reference)).

use serde_json::Value;

use crate::calls::fields::BodyFields;
use crate::input::{self, Address, AddressShape, Billing, BillingShape, Checks, InputError, Phone, Rule};

impl Address {
    fn texts(&self) -> [(&'static str, &str); 9] {
        [
            ("line1", &self.line1),
            ("line2", &self.line2),
            ("line3", &self.line3),
            ("city", &self.city),
            ("state", &self.state),
            ("zip", &self.zip),
            ("country", &self.country),
            ("first_name", &self.first_name),
            ("last_name", &self.last_name),
        ]
    }

    /// Every broken rule of `shape`; `field` is where the address is in the body.
    pub fn check(&self, field: &str, shape: &AddressShape) -> Vec<InputError> {
        let mut checks = Checks::default();
        for (name, text) in self.texts() {
            let place = format!("{field}.{name}");
            if shape.required.contains(&name) {
                checks.add(input::required(&place, text));
            } else if !shape.optional.contains(&name) {
                checks.forbid(!text.is_empty(), &place, Rule::is("not part of this address"));
            }
        }
        checks.add_given(&format!("{field}.country"), &self.country, |field, code| match shape.two_letters {
            true => input::country(field, code),
            false => input::warned(input::country(field, code)),
        });
        checks.into_errors()
    }

    /// As it is meant: without blanks around what was typed, the country in capitals.
    pub fn trimmed(&self) -> Self {
        let text = |text: &str| text.trim().to_owned();
        Self {
            line1: text(&self.line1),
            line2: text(&self.line2),
            line3: text(&self.line3),
            city: text(&self.city),
            state: text(&self.state),
            zip: text(&self.zip),
            country: text(&self.country).to_uppercase(),
            first_name: text(&self.first_name),
            last_name: text(&self.last_name),
        }
    }

    pub fn fields(&self) -> BodyFields {
        self.texts().into_iter().fold(BodyFields::new(), |fields, (name, text)| fields.text(name, text))
    }
}

impl Phone {
    /// Every broken rule; one that is not required may be empty.
    pub fn check(&self, field: &str, required: bool) -> Vec<InputError> {
        let mut checks = Checks::default();
        let (number, code) = (format!("{field}.number"), format!("{field}.country_code"));
        if required {
            checks.add(input::required(&number, &self.number));
        }
        checks.add_given(&number, &self.number, input::phone);
        if required {
            checks.add(input::required(&code, &self.country_code));
        }
        checks.add_given(&code, &self.country_code, input::phone_country_code);
        checks.into_errors()
    }

    pub fn fields(&self) -> BodyFields {
        BodyFields::new().text("number", &self.number).text("country_code", &self.country_code)
    }
}

impl Billing {
    /// Every broken rule of `shape`; `field` is `billing` or `shipping`.
    pub fn check(&self, field: &str, shape: &BillingShape) -> Vec<InputError> {
        let mut checks = Checks::default();
        checks.extend(self.address.check(&format!("{field}.address"), &shape.address));
        checks.extend(self.phone.check(&format!("{field}.phone"), shape.phone_required));
        let email = format!("{field}.email");
        if shape.email {
            checks.add_given(&email, &self.email, input::email);
        } else {
            checks.forbid(!self.email.is_empty(), &email, Rule::is("not part of this"));
        }
        checks.into_errors()
    }

    /// As it is meant: without blanks around what was typed.
    pub fn trimmed(&self) -> Self {
        let Phone { number, country_code } = &self.phone;
        Self {
            address: self.address.trimmed(),
            phone: Phone { number: number.trim().to_owned(), country_code: country_code.trim().to_owned() },
            email: self.email.trim().to_owned(),
        }
    }

    /// As it is sent; parts of which nothing is given are left out.
    pub fn to_json(&self) -> Value {
        let parts = BodyFields::new().object("address", self.address.fields()).object("phone", self.phone.fields());
        parts.text("email", &self.email).into_value()
    }
}

#[cfg(test)]
mod tests {
    use serde_json::json;

    use super::*;
    use crate::input::{CUSTOMER_ADDRESS, PAYMENT_BILLING, SUBSCRIPTION_BILLING};

    fn fields(errors: Vec<InputError>) -> Vec<String> {
        errors.into_iter().map(|error| error.field).collect()
    }

    #[test]
    fn billing_of_a_payment_has_everything_but_the_second_line() {
        assert_eq!(Billing::example().check("billing", &PAYMENT_BILLING), []);
        let all = Billing::default().check("billing", &PAYMENT_BILLING);
        let expected = ["line1", "city", "state", "zip", "country", "first_name", "last_name"]
            .map(|name| format!("billing.address.{name}"));
        assert_eq!(fields(all.clone())[..7], expected);
        assert_eq!(fields(all)[7..], ["billing.phone.number", "billing.phone.country_code"]);
    }

    #[test]
    fn what_is_not_part_of_a_shape_is_refused_and_a_country_has_two_letters() {
        let mut billing = Billing::example();
        billing.address.line2 = "Flat 3".to_owned();
        assert_eq!(billing.check("billing", &PAYMENT_BILLING), []);
        billing.address.line3 = "Back door".to_owned();
        billing.address.country = "GBR".to_owned();
        billing.email = "ada@mail.example".to_owned();
        let broken = fields(billing.check("shipping", &PAYMENT_BILLING));
        assert_eq!(broken, ["shipping.address.line3", "shipping.address.country", "shipping.email"]);
        billing.address.country = "GB".to_owned();
        assert_eq!(billing.check("billing", &SUBSCRIPTION_BILLING), []);
        assert_eq!(fields(billing.address.check("address", &CUSTOMER_ADDRESS)), ["address.line2", "address.line3"]);
    }

    #[test]
    fn everything_of_a_subscription_s_billing_is_optional_but_what_is_given_is_checked() {
        assert_eq!(Billing::default().check("billing", &SUBSCRIPTION_BILLING), []);
        assert_eq!(Billing::default().to_json(), json!({}));
        let phone = Phone { number: "+44 7700".to_owned(), country_code: "44".to_owned() };
        let billing = Billing { phone, email: "ada".to_owned(), ..Billing::default() };
        let broken = fields(billing.check("billing", &SUBSCRIPTION_BILLING));
        assert_eq!(broken, ["billing.phone.number", "billing.phone.country_code", "billing.email"]);
    }

    #[test]
    fn only_what_is_given_is_sent() {
        let sent = Billing::example().to_json();
        assert_eq!(sent["phone"], json!({"number": "7700900123", "country_code": "+44"}));
        assert_eq!(sent["address"].as_object().map(serde_json::Map::len), Some(7));
        assert_eq!(sent.get("email"), None);
    }
}
