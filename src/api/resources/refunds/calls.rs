//! `POST /refunds`
//! ([API reference](crate::resources::refunds::reference) and law).
//!
//! `refund_id`, the amount and `metadata.operation_id` always leave, so that the same request sent again is the same
//! refund. How much may be refunded is the core's business: it knows what was received.

use crate::call::Request;
use crate::calls::fields::BodyFields;
use crate::calls::shapes::{check_usual_user_metadata, user_metadata_json};
use crate::input::{self, Checks, CreateRefundInput, InputError, sound};
use crate::operation::{AnswerStatus, Endpoint, Expectation, OperationCall, Target};
use paydesk_domain::ids::{OperationId, PaymentId, RefundId};
use paydesk_domain::money::Money;
use paydesk_domain::operation::ResourceKind;

impl CreateRefundInput {
    /// A refund of which nothing else is said.
    pub fn new(payment_id: PaymentId, refund_id: RefundId, amount: Money) -> Self {
        let (reason, refund_type) = (String::new(), String::new());
        Self { payment_id, refund_id, amount, reason, refund_type, metadata: Vec::new() }
    }

    /// Every broken rule, in the order of the fields.
    pub fn check(&self) -> Vec<InputError> {
        let mut checks = Checks::default();
        checks.add(input::required("payment_id", self.payment_id.as_str()));
        checks.add(input::usual_id("refund_id", self.refund_id.as_str()));
        checks.add(input::positive("amount", self.amount.minor));
        checks.add(input::currency("currency", &self.amount.currency));
        checks.extend(check_usual_user_metadata(&self.metadata));
        checks.into_errors()
    }
}

/// `POST /refunds`; the answer is not shown.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct CreateRefund {
    operation_id: OperationId,
    input: CreateRefundInput,
}

impl CreateRefund {
    /// The call, unless a rule of the input is broken.
    pub fn new(operation_id: OperationId, input: CreateRefundInput) -> Result<Self, Vec<InputError>> {
        let errors = input.check();
        sound(Self { operation_id, input }, errors)
    }

    pub fn input(&self) -> &CreateRefundInput {
        &self.input
    }
}

impl OperationCall for CreateRefund {
    const ENDPOINT: Endpoint = Endpoint::CreateRefund;

    fn request(&self) -> Request {
        let input = &self.input;
        let body = BodyFields::new()
            .set("payment_id", input.payment_id.as_str())
            .set("refund_id", input.refund_id.as_str())
            .set("amount", input.amount.minor)
            .text("reason", &input.reason)
            .text("refund_type", &input.refund_type)
            .set("metadata", user_metadata_json(&input.metadata, &self.operation_id));
        Request::to(Self::ENDPOINT, "", body.into_value())
    }

    /// The payment: two refunds of it at the same time could together exceed what was received.
    fn target(&self) -> Target {
        Target::new(ResourceKind::Refund, self.input.payment_id.as_str())
    }

    fn expectation(&self) -> Expectation {
        Expectation::new(AnswerStatus::Refund)
            .naming("refund_id", self.input.refund_id.as_str())
            .naming("payment_id", self.input.payment_id.as_str())
            .over(&self.input.amount)
    }

    fn money(&self) -> Option<Money> {
        Some(self.input.amount.clone())
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use paydesk_domain::money::Currency;
    use paydesk_domain::payment::Pair;

    fn input(payment_id: &str, refund_id: &str, minor: i64, code: &str) -> CreateRefundInput {
        let amount = Money::new(minor, Currency::iso4217(code));
        CreateRefundInput::new(PaymentId::new(payment_id), RefundId::new(refund_id), amount)
    }

    fn broken(input: &CreateRefundInput) -> Vec<String> {
        input.check().into_iter().map(|error| error.field).collect()
    }

    #[test]
    fn every_field_is_checked_to_the_edge() {
        assert!(broken(&input("pay_1", &"r".repeat(64), 1, "USD")).is_empty());
        assert_eq!(broken(&input("pay_1", &"r".repeat(65), 1, "USD")), ["refund_id"]);
        assert_eq!(broken(&input("", "", 0, "ZZZ")), ["payment_id", "refund_id", "amount", "currency"]);
        let metadata: Vec<Pair> = (0..51).map(|index| (index.to_string(), String::new())).collect();
        let full = CreateRefundInput { metadata, ..input("pay_1", "r1", 1, "USD") };
        assert_eq!(broken(&full), ["metadata"]);
        assert!(CreateRefund::new(OperationId::new("op_1"), full).is_ok(), "no limit is documented");
        let long = input("pay_1", &"r".repeat(65), 1, "USD");
        assert!(CreateRefund::new(OperationId::new("op_1"), long).is_ok(), "no pattern is documented");
        assert!(CreateRefund::new(OperationId::new("op_1"), input("pay_1", "", 1, "USD")).is_err());
    }

    #[test]
    fn a_refund_never_leaves_its_amount_to_the_service() {
        let call = CreateRefund::new(OperationId::new("op_1"), input("pay_1", "r1", 600, "USD")).unwrap();
        let expected = serde_json::json!({"payment_id": "pay_1", "refund_id": "r1", "amount": 600,
            "metadata": {"operation_id": "op_1"}});
        assert_eq!(call.request().body, Some(expected));
        assert_eq!(call.target(), Target::new(ResourceKind::Refund, "pay_1"));
    }
}
