//! `POST /payment_link` ([API reference](crate::resources::payment_links::reference)).
//!
//! Nothing in the request names the link to us: it has no id of our choice and no metadata. A link whose answer is
//! lost is parked, under the id of our operation.

use chrono::{DateTime, SecondsFormat, Utc};

use crate::call::Request;
use crate::calls::fields::BodyFields;
use crate::input::{self, Checks, CreatePaymentLinkInput, InputError, PaymentLinkConfig, Rule, sound};
use crate::operation::{AnswerStatus, Endpoint, Expectation, OperationCall, Target};
use paydesk_domain::ids::{CustomerId, OperationId};
use paydesk_domain::money::Money;
use paydesk_domain::operation::ResourceKind;
use paydesk_domain::payment::CaptureMethod;

impl CreatePaymentLinkInput {
    /// A link of which nothing else is said.
    pub fn new(amount: Money) -> Self {
        Self {
            amount,
            description: String::new(),
            link_type: String::new(),
            expiry: None,
            customer_id: None,
            send_email: false,
            email: String::new(),
            capture_method: None,
            authentication_type: None,
            require_customer_info: false,
            config: PaymentLinkConfig::default(),
        }
    }

    /// Every broken rule, in the order of the fields; a link does not expire before `now`.
    pub fn check(&self, now: DateTime<Utc>) -> Vec<InputError> {
        let mut checks = Checks::default();
        checks.add(input::positive("amount", self.amount.minor));
        checks.add(input::currency("currency", &self.amount.currency));
        checks.warn(self.expiry.is_some_and(|expiry| expiry <= now), "expiry", "in the future");
        if let Some(customer_id) = &self.customer_id {
            checks.add(input::required("customer_id", customer_id.as_str()));
        }
        let to_nobody = self.send_email && self.email.is_empty() && self.customer_id.is_none();
        checks.warn(to_nobody, "email", Rule::is("required to send the link"));
        checks.add_given("email", &self.email, input::email);
        let other = matches!(self.capture_method, Some(CaptureMethod::Other(_)));
        checks.forbid(other, "capture_method", "one of automatic, manual");
        let nameless = self.config.allowed_payment_method_types.iter().any(|word| word.trim().is_empty());
        checks.forbid(
            nameless,
            "payment_link_config.allowed_payment_method_types",
            Rule::sentence("Every type needs a name"),
        );
        checks.into_errors()
    }

    fn config_fields(&self) -> BodyFields {
        let types = &self.config.allowed_payment_method_types;
        BodyFields::new()
            .text("seller_name", &self.config.seller_name)
            .text("sdk_layout", &self.config.sdk_layout)
            .maybe("allowed_payment_method_types", (!types.is_empty()).then(|| types.clone()))
    }

    fn fields(&self) -> BodyFields {
        let authentication_type: Option<&'static str> = self.authentication_type.map(Into::into);
        BodyFields::new()
            .set("amount", self.amount.minor)
            .set("currency", self.amount.currency.code())
            .text("description", &self.description)
            .text("link_type", &self.link_type)
            .maybe("expiry", self.expiry.map(|expiry| expiry.to_rfc3339_opts(SecondsFormat::AutoSi, true)))
            .maybe("customer_id", self.customer_id.as_ref().map(CustomerId::as_str))
            .flag("send_email", self.send_email)
            .text("email", &self.email)
            .maybe("capture_method", self.capture_method.as_ref().map(CaptureMethod::as_str))
            .maybe("authentication_type", authentication_type)
            .flag("require_customer_info", self.require_customer_info)
            .object("payment_link_config", self.config_fields())
    }
}

/// `POST /payment_link`; the answer is not shown.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct CreatePaymentLink {
    operation_id: OperationId,
    input: CreatePaymentLinkInput,
}

impl CreatePaymentLink {
    /// The call, unless a rule of the input is broken. `operation_id` does not leave: it names the link to us.
    pub fn new(
        operation_id: OperationId,
        input: CreatePaymentLinkInput,
        now: DateTime<Utc>,
    ) -> Result<Self, Vec<InputError>> {
        let errors = input.check(now);
        sound(Self { operation_id, input }, errors)
    }

    pub fn input(&self) -> &CreatePaymentLinkInput {
        &self.input
    }
}

impl OperationCall for CreatePaymentLink {
    const ENDPOINT: Endpoint = Endpoint::CreatePaymentLink;

    fn request(&self) -> Request {
        Request::to(Self::ENDPOINT, "", self.input.fields().into_value())
    }

    fn target(&self) -> Target {
        Target::new(ResourceKind::PaymentLink, self.operation_id.as_str())
    }

    fn expectation(&self) -> Expectation {
        Expectation::new(AnswerStatus::NotShown).with_text_in("payment_link_id").over(&self.input.amount)
    }

    fn money(&self) -> Option<Money> {
        Some(self.input.amount.clone())
    }
}

#[cfg(test)]
mod tests {
    use chrono::TimeDelta;

    use super::*;
    use paydesk_domain::money::Currency;

    fn now() -> DateTime<Utc> {
        "2026-11-21T10:00:00Z".parse().unwrap()
    }

    fn link() -> CreatePaymentLinkInput {
        CreatePaymentLinkInput::new(Money::new(1, Currency::iso4217("USD")))
    }

    fn broken(input: &CreatePaymentLinkInput) -> Vec<String> {
        input.check(now()).into_iter().map(|error| error.field).collect()
    }

    #[test]
    fn a_link_expires_in_the_future() {
        let expiring = |expiry| CreatePaymentLinkInput { expiry: Some(expiry), ..link() };
        assert!(broken(&expiring(now() + TimeDelta::milliseconds(1))).is_empty());
        assert_eq!(broken(&expiring(now())), ["expiry"]);
    }

    #[test]
    fn a_link_that_is_sent_goes_to_somebody() {
        let mut input = CreatePaymentLinkInput { send_email: true, ..link() };
        assert_eq!(broken(&input), ["email"]);
        input.customer_id = Some(CustomerId::new("ada-1815"));
        assert!(broken(&input).is_empty());
        (input.customer_id, input.email) = (None, "ada".to_owned());
        assert_eq!(broken(&input), ["email"]);
        input.email = "ada@mail.example".to_owned();
        assert!(broken(&input).is_empty());
    }

    #[test]
    fn all_broken_rules_are_reported_in_the_order_of_the_fields() {
        let input = CreatePaymentLinkInput {
            customer_id: Some(CustomerId::new("")),
            capture_method: Some(CaptureMethod::from_word("later")),
            config: PaymentLinkConfig { allowed_payment_method_types: vec![String::new()], ..Default::default() },
            ..CreatePaymentLinkInput::new(Money::new(0, Currency::iso4217("ZZZ")))
        };
        let types = "payment_link_config.allowed_payment_method_types";
        assert_eq!(broken(&input), ["amount", "currency", "customer_id", "capture_method", types]);
        assert!(CreatePaymentLink::new(OperationId::new("op_1"), input, now()).is_err());
    }

    #[test]
    fn only_what_is_given_leaves_and_our_operation_does_not() {
        let call = CreatePaymentLink::new(OperationId::new("op_1"), link(), now()).unwrap();
        assert_eq!(call.request().body, Some(serde_json::json!({"amount": 1, "currency": "USD"})));
        assert_eq!(call.target(), Target::new(ResourceKind::PaymentLink, "op_1"));
    }
}
