//! `POST /payments/:payment_id`: changes a payment that was not confirmed yet.
//!
//! The specification does not show the body: it takes the fields of the create input. What is not given stays as
//! it is. An update never confirms; that is a call of its own.

use chrono::{DateTime, Utc};

use super::PaymentRequestStep;
use crate::call::Request;
use crate::calls::fields::BodyFields;
use crate::calls::shapes::{check_metadata, remaining_metadata_json};
use crate::input::{self, Checks, InputError, MethodInput, PaymentDetails, Rule, sound};
use crate::operation::{AnswerStatus, Endpoint, Expectation, OperationCall, Target};
use paydesk_domain::document::Raw;
use paydesk_domain::ids::PaymentId;
use paydesk_domain::money::Money;
use paydesk_domain::operation::ResourceKind;
use paydesk_domain::payment::Pair;

/// What is to be changed.
#[derive(Debug, Clone, PartialEq)]
pub struct UpdatePaymentInput {
    pub payment_id: PaymentId,
    pub amount: Option<Money>,
    pub details: PaymentDetails,
    /// All of it, `operation_id` of the creation included: what is given takes the place of what was there.
    pub metadata: Option<Vec<Pair>>,
    /// The metadata as it was last seen: a value that was not edited leaves with the type it came with.
    pub known_metadata: Raw,
}

impl UpdatePaymentInput {
    /// Nothing to change yet.
    pub fn new(payment_id: PaymentId) -> Self {
        let known_metadata = Raw::default();
        Self { payment_id, amount: None, details: PaymentDetails::default(), metadata: None, known_metadata }
    }

    /// Every broken rule, in the order of the fields; `now` decides whether a card has expired.
    pub fn check(&self, now: DateTime<Utc>) -> Vec<InputError> {
        let mut checks = Checks::default();
        if let Some(amount) = &self.amount {
            checks.add(input::positive("amount", amount.minor));
            checks.add(input::currency("currency", &amount.currency));
        }
        checks.add(input::required("payment_id", self.payment_id.as_str()));
        checks.extend(self.details.check(PaymentRequestStep::Update, now));
        checks.extend(self.metadata.as_deref().map(check_metadata).unwrap_or_default());
        checks.forbid(self.fields().is_empty(), "payment_id", Rule::has("something to change"));
        checks.into_errors()
    }

    fn fields(&self) -> BodyFields {
        let amount = self.amount.as_ref();
        let fields = BodyFields::new()
            .maybe("amount", amount.map(|amount| amount.minor))
            .maybe("currency", amount.map(|amount| amount.currency.code()));
        let metadata = self.metadata.as_deref().map(|pairs| remaining_metadata_json(pairs, &self.known_metadata));
        self.details.write(fields).maybe("metadata", metadata)
    }
}

/// `POST /payments/:payment_id`; the answer is not shown.
#[derive(Debug, Clone, PartialEq)]
pub struct UpdatePayment {
    input: UpdatePaymentInput,
}

impl UpdatePayment {
    /// The call, unless a rule of the input is broken.
    pub fn new(input: UpdatePaymentInput, now: DateTime<Utc>) -> Result<Self, Vec<InputError>> {
        let errors = input.check(now);
        sound(Self { input }, errors)
    }

    pub fn input(&self) -> &UpdatePaymentInput {
        &self.input
    }
}

impl OperationCall for UpdatePayment {
    const ENDPOINT: Endpoint = Endpoint::UpdatePayment;

    fn request(&self) -> Request {
        let secret = self.input.details.method.as_ref().and_then(MethodInput::secret);
        let body = self.input.fields().into_value();
        Request { secret, ..Request::to(Self::ENDPOINT, self.input.payment_id.as_str(), body) }
    }

    fn target(&self) -> Target {
        Target::new(ResourceKind::Payment, self.input.payment_id.as_str())
    }

    fn expectation(&self) -> Expectation {
        let named = Expectation::new(AnswerStatus::NotShown)
            .naming("payment_id", self.input.payment_id.as_str())
            .with_text_in("status");
        match &self.input.amount {
            Some(amount) => named.over(amount),
            None => named,
        }
    }

    fn money(&self) -> Option<Money> {
        self.input.amount.clone()
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use paydesk_domain::money::Currency;

    fn broken(input: &UpdatePaymentInput) -> Vec<String> {
        let errors = input.check("2026-11-21T10:00:00Z".parse().unwrap());
        errors.into_iter().map(|error| error.field).collect()
    }

    #[test]
    fn an_update_changes_something() {
        let mut input = UpdatePaymentInput::new(PaymentId::new("pay_1"));
        assert_eq!(broken(&input), ["payment_id"]);
        input.details.description = "Kettle".to_owned();
        assert!(broken(&input).is_empty());
        input.amount = Some(Money::new(0, Currency::iso4217("ZZZ")));
        assert_eq!(broken(&input), ["amount", "currency"]);
    }

    #[test]
    fn only_what_is_given_leaves_and_metadata_as_it_is() {
        let metadata = Some(vec![("operation_id".to_owned(), "op_1".to_owned())]);
        let input = UpdatePaymentInput { metadata, ..UpdatePaymentInput::new(PaymentId::new("pay/1")) };
        let call = UpdatePayment::new(input, "2026-11-21T10:00:00Z".parse().unwrap()).unwrap();
        let request = call.request();
        assert_eq!(request.path, "/payments/pay%2F1");
        assert_eq!(request.body, Some(serde_json::json!({"metadata": {"operation_id": "op_1"}})));
        assert_eq!((call.money(), call.expectation().echoes.len()), (None, 1));
    }
}
