//! Customers: create, retrieve, update ([API reference](crate::resources::customers::reference)).
//!
//! `customer_id` is always of our choice: without it an answer that is lost could not be settled.

use serde_json::Value;

use crate::call::{Call, Request};
use crate::calls::fields::BodyFields;
use crate::calls::shapes::{check_usual_metadata, metadata_json, remaining_metadata_json};
use crate::endpoints::ReadEndpoint;
use crate::error::DecodeError;
use crate::input::{
    self, Address, CUSTOMER_ADDRESS, Checks, Contact, CreateCustomerInput, InputError, Rule, UpdateCustomerInput, sound,
};
use crate::operation::{AnswerStatus, Endpoint, Expectation, OperationCall, Target};
use crate::resources::customers::wire::decode_customer;
use crate::wire::{is_whole, other_id};
use paydesk_domain::customer::Customer;
use paydesk_domain::document::Raw;
use paydesk_domain::ids::CustomerId;
use paydesk_domain::money::MinorUnits;
use paydesk_domain::operation::ResourceKind;

impl CreateCustomerInput {
    /// A customer of whom nothing else is said.
    pub fn new(customer_id: CustomerId) -> Self {
        let (contact, address) = (Contact::default(), Address::default());
        Self { customer_id, contact, description: String::new(), address, metadata: Vec::new() }
    }

    /// Every broken rule, in the order of the fields.
    pub fn check(&self) -> Vec<InputError> {
        let mut checks = Checks::default();
        checks.add(input::usual_id("customer_id", self.customer_id.as_str()));
        checks.extend(self.contact.check());
        checks.extend(self.address.check("address", &CUSTOMER_ADDRESS));
        checks.extend(check_usual_metadata(&self.metadata));
        checks.into_errors()
    }

    fn fields(&self) -> BodyFields {
        let fields = self.contact.write(BodyFields::new().set("customer_id", self.customer_id.as_str()));
        let fields = fields.text("description", &self.description).object("address", self.address.fields());
        fields.maybe("metadata", (!self.metadata.is_empty()).then(|| metadata_json(&self.metadata)))
    }
}

/// `POST /customers`; the answer is not shown.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct CreateCustomer {
    input: CreateCustomerInput,
}

impl CreateCustomer {
    /// The call, unless a rule of the input is broken.
    pub fn new(input: CreateCustomerInput) -> Result<Self, Vec<InputError>> {
        let errors = input.check();
        sound(Self { input }, errors)
    }

    pub fn input(&self) -> &CreateCustomerInput {
        &self.input
    }
}

impl OperationCall for CreateCustomer {
    const ENDPOINT: Endpoint = Endpoint::CreateCustomer;

    fn request(&self) -> Request {
        Request::to(Self::ENDPOINT, "", self.input.fields().into_value())
    }

    fn target(&self) -> Target {
        Target::new(ResourceKind::Customer, self.input.customer_id.as_str())
    }

    fn expectation(&self) -> Expectation {
        Expectation::new(AnswerStatus::NotShown).naming("customer_id", self.input.customer_id.as_str())
    }
}

/// `GET /customers/:customer_id`; 404 with `IR_05` when unknown.
#[derive(Debug, Clone, PartialEq, Eq, Hash)]
pub struct RetrieveCustomer {
    pub customer_id: CustomerId,
}

impl Call for RetrieveCustomer {
    type Output = Customer;

    fn request(&self) -> Request {
        Request::read_from(ReadEndpoint::RetrieveCustomer, self.customer_id.as_str(), None)
    }

    fn decode(&self, body: Value, _: MinorUnits) -> Result<Customer, DecodeError> {
        let customer = decode_customer(body)?;
        let is_it = customer.customer_id == self.customer_id;
        if is_it { Ok(customer) } else { Err(other_id("customer_id", customer.customer_id.as_str())) }
    }
}

impl UpdateCustomerInput {
    /// Nothing to change yet of a customer that is known.
    pub fn of(customer: &Customer) -> Self {
        let precondition = customer.raw.get("metadata").cloned().unwrap_or_default();
        Self { known_metadata: Raw::new(precondition), ..Self::new(customer.customer_id.clone()) }
    }

    /// Nothing to change yet.
    pub fn new(customer_id: CustomerId) -> Self {
        Self {
            customer_id,
            email: None,
            name: None,
            phone: None,
            phone_country_code: None,
            description: None,
            metadata: None,
            known_metadata: Raw::default(),
        }
    }

    /// Every broken rule, in the order of the fields.
    pub fn check(&self) -> Vec<InputError> {
        let mut checks = Checks::default();
        checks.add(input::required("customer_id", self.customer_id.as_str()));
        checks.add_given("email", self.email.as_deref().unwrap_or_default(), input::email);
        checks.add_given("phone", self.phone.as_deref().unwrap_or_default(), input::phone);
        let code = self.phone_country_code.as_deref().unwrap_or_default();
        checks.add_given("phone_country_code", code, input::phone_country_code);
        checks.extend(self.metadata.as_deref().map(check_usual_metadata).unwrap_or_default());
        let loses = self.metadata.is_some() && !is_whole(&self.known_metadata);
        checks.forbid(
            loses,
            "metadata",
            Rule::sentence("Part of it is masked here and would be lost: change it at the service"),
        );
        checks.forbid(self.fields().is_empty(), "customer_id", Rule::sentence("Nothing has changed yet"));
        checks.into_errors()
    }

    fn fields(&self) -> BodyFields {
        BodyFields::new()
            .maybe("email", self.email.as_deref())
            .maybe("name", self.name.as_deref())
            .maybe("phone", self.phone.as_deref())
            .maybe("phone_country_code", self.phone_country_code.as_deref())
            .maybe("description", self.description.as_deref())
            .maybe("metadata", self.metadata.as_ref().map(|pairs| remaining_metadata_json(pairs, &self.known_metadata)))
    }
}

/// `POST /customers/:customer_id`: answered with five fields of the customer.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct UpdateCustomer {
    input: UpdateCustomerInput,
}

impl UpdateCustomer {
    /// The call, unless a rule of the input is broken.
    pub fn new(input: UpdateCustomerInput) -> Result<Self, Vec<InputError>> {
        let errors = input.check();
        sound(Self { input }, errors)
    }

    pub fn input(&self) -> &UpdateCustomerInput {
        &self.input
    }
}

impl OperationCall for UpdateCustomer {
    const ENDPOINT: Endpoint = Endpoint::UpdateCustomer;

    fn request(&self) -> Request {
        Request::to(Self::ENDPOINT, self.input.customer_id.as_str(), self.input.fields().into_value())
    }

    fn target(&self) -> Target {
        Target::new(ResourceKind::Customer, self.input.customer_id.as_str())
    }

    fn expectation(&self) -> Expectation {
        Expectation::new(AnswerStatus::NotShown).naming("customer_id", self.input.customer_id.as_str())
    }
}

#[cfg(test)]
mod tests {
    use serde_json::json;

    use super::*;

    fn fields(errors: Vec<InputError>) -> Vec<String> {
        errors.into_iter().map(|error| error.field).collect()
    }

    #[test]
    fn a_new_customer_has_an_id_of_ours_and_nothing_else_is_required() {
        assert_eq!(CreateCustomerInput::new(CustomerId::new("c".repeat(64))).check(), []);
        for bad in ["", "a b", &"c".repeat(65)] {
            assert_eq!(fields(CreateCustomerInput::new(CustomerId::new(bad)).check()), ["customer_id"], "{bad}");
        }
        let call = CreateCustomer::new(CreateCustomerInput::new(CustomerId::new("ada-1815"))).unwrap();
        assert_eq!(call.request().body, Some(json!({"customer_id": "ada-1815"})));
    }

    #[test]
    fn all_broken_rules_of_a_new_customer_are_reported_in_the_order_of_the_fields() {
        let mut input = CreateCustomerInput::new(CustomerId::new(""));
        input.contact.email = "ada".to_owned();
        input.address.line2 = "Flat 3".to_owned();
        input.metadata = vec![("k".repeat(41), String::new())];
        assert_eq!(fields(input.check()), ["customer_id", "email", "address.line2", "metadata"]);
        assert!(CreateCustomer::new(input).is_err());
    }

    #[test]
    fn an_update_changes_something_and_may_take_something_away() {
        let mut input = UpdateCustomerInput::new(CustomerId::new("ada-1815"));
        assert_eq!(fields(input.check()), ["customer_id"]);
        input.description = Some(String::new());
        let call = UpdateCustomer::new(input.clone()).unwrap();
        assert_eq!(call.request().body, Some(json!({"description": ""})));
        input.email = Some("ada".to_owned());
        input.phone = Some("+44".to_owned());
        input.phone_country_code = Some("44".to_owned());
        assert_eq!(fields(input.check()), ["email", "phone", "phone_country_code"]);
    }

    #[test]
    fn an_answer_about_somebody_else_is_no_answer() {
        let call = RetrieveCustomer { customer_id: CustomerId::new("ada-1815") };
        let other = call.decode(json!({"customer_id": "grace-1906"}), MinorUnits::Iso4217).unwrap_err();
        assert_eq!((other.path.as_str(), other.expected), ("customer_id", "the requested ID"));
    }
}
