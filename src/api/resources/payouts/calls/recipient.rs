//! To whom a payout goes: `customer`, and the deprecated fields beside it
//! ([API reference](crate::resources::payouts::reference#create)).

use crate::call::{SecretPart, secret_json};
use crate::calls::fields::BodyFields;
use crate::calls::shapes::is_object;
use crate::input::{Checks, Contact, InputError};
use paydesk_domain::secret::SecretText;

/// `customer`: creates a customer, or attaches the one of that id. All of it is optional.
#[derive(Debug, Clone, PartialEq, Default)]
pub struct Recipient {
    pub id: String,
    pub contact: Contact,
    /// Leaves as a secret part: a person's tax number is stored nowhere.
    pub tax_registration_id: SecretText,
    /// A JSON object, or empty; leaves as a secret part. Its fields are not documented.
    pub document_details: SecretText,
}

/// Who is paid, by fields beside `customer`. Deprecated by the specification in favour of [`Recipient`]; the service
/// invents an id where neither has one.
#[derive(Debug, Clone, PartialEq, Eq, Default)]
pub struct DeprecatedRecipient {
    pub customer_id: String,
    pub contact: Contact,
}

impl Recipient {
    /// Every broken rule.
    pub fn check(&self) -> Vec<InputError> {
        let mut checks = Checks::default();
        checks.extend(self.contact.check().into_iter().map(|error| error.within("customer")).collect());
        let is_odd = !self.document_details.is_empty() && !is_object(&self.document_details);
        checks.forbid(is_odd, "customer.document_details", "a JSON object");
        checks.into_errors()
    }

    /// What may be stored of it.
    pub fn fields(&self) -> BodyFields {
        self.contact.write(BodyFields::new().text("id", &self.id))
    }

    /// The rest, to be laid into the body.
    pub fn secret(&self) -> Option<SecretPart> {
        let tax = (!self.tax_registration_id.is_empty()).then(|| {
            let json = secret_json(&self.tax_registration_id.expose());
            SecretPart::of_json(&["customer", "tax_registration_id"], json)
        });
        let documents = (!self.document_details.is_empty())
            .then(|| SecretPart::of_json(&["customer", "document_details"], self.document_details.clone()));
        SecretPart::all([tax, documents])
    }
}

impl DeprecatedRecipient {
    /// Every broken rule. What contradicts `preferred` is refused: nobody knows which of the two the service takes.
    pub fn check(&self, preferred: &Recipient) -> Vec<InputError> {
        let mut checks = Checks::default();
        checks.extend(self.contact.check());
        let (old, new) = (&self.contact, &preferred.contact);
        for (name, old, new) in [
            ("customer_id", &self.customer_id, &preferred.id),
            ("email", &old.email, &new.email),
            ("name", &old.name, &new.name),
            ("phone", &old.phone, &new.phone),
            ("phone_country_code", &old.phone_country_code, &new.phone_country_code),
        ] {
            let contradicts = !old.is_empty() && !new.is_empty() && old != new;
            checks.forbid(contradicts, name, "the same as the customer's, or left empty");
        }
        checks.into_errors()
    }

    /// Adds what is given to a body.
    pub fn write(&self, fields: BodyFields) -> BodyFields {
        self.contact.write(fields.text("customer_id", &self.customer_id))
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn contact(email: &str, phone: &str) -> Contact {
        Contact { email: email.to_owned(), phone: phone.to_owned(), ..Contact::default() }
    }

    fn fields(errors: Vec<InputError>) -> Vec<String> {
        errors.into_iter().map(|error| error.field).collect()
    }

    #[test]
    fn nothing_is_required_and_what_is_given_is_checked() {
        assert_eq!(Recipient::default().check(), []);
        let document_details = SecretText::new("[]");
        let odd = Recipient { contact: contact("ada", "+44 1"), document_details, ..Recipient::default() };
        assert_eq!(fields(odd.check()), ["customer.email", "customer.phone", "customer.document_details"]);
    }

    #[test]
    fn the_deprecated_fields_may_repeat_but_not_contradict() {
        let preferred = Recipient { contact: contact("ada@mail.example", ""), ..Recipient::default() };
        let old = |email: &str, phone: &str| DeprecatedRecipient {
            contact: contact(email, phone),
            ..DeprecatedRecipient::default()
        };
        assert_eq!(old("ada@mail.example", "123").check(&preferred), []);
        assert_eq!(fields(old("eva@mail.example", "123").check(&preferred)), ["email"]);
        assert_eq!(fields(old("eva", "").check(&Recipient::default())), ["email"]);
    }

    #[test]
    fn tax_number_and_documents_are_not_printed() {
        let recipient = Recipient {
            tax_registration_id: SecretText::new("12 345 678"),
            document_details: SecretText::new(r#"{"passport":"C01X00T47"}"#),
            ..Recipient::default()
        };
        assert!(recipient.fields().is_empty() && recipient.secret().is_some());
        let shown = format!("{recipient:?} {:?}", recipient.secret());
        assert!(!shown.contains("345") && !shown.contains("C01X"), "{shown}");
    }
}
