//! What a read proves of an operation: the object is judged by [`paydesk_api::proof`] against what was asked for and what
//! the person saw ([law](crate::law#the-rule-of-each-endpoint)).

use serde_json::Value;

use paydesk_api::operation::Endpoint;
use paydesk_api::proof::{
    Asked, Before, Judgement, JudgementReason, PaymentBefore, ProofSource, has_all_of, judge, judge_payment,
};
use paydesk_domain::dispute::DisputeStatus;
use paydesk_domain::document::reported_status;
use paydesk_domain::metadata::OPERATION_ID;
use paydesk_domain::money::{CurrencyCode, Money};
use paydesk_domain::operation::ResourceKind;
use paydesk_domain::payment::PaymentStatus;

use super::{Operation, OperationPlan, PaymentPrecondition, Precondition, Reading};

impl Precondition {
    fn before(&self) -> Before<'_> {
        match self {
            Self::Payment(payment) => Before::Payment(payment.before()),
            Self::Payout(payout) => Before::Payout(&payout.amount),
            Self::Dispute(dispute) => Before::Dispute(&dispute.status),
            Self::Nothing => Before::Nothing,
        }
    }
}

impl PaymentPrecondition {
    pub(super) fn before(&self) -> PaymentBefore<'_> {
        PaymentBefore {
            payment_id: &self.payment_id,
            status: &self.status,
            amount: &self.amount,
            received_minor: self.received_minor,
            capturable_minor: self.capturable_minor,
            modified_at: self.modified_at,
            is_review: self.known_review || self.status == PaymentStatus::RequiresMerchantAction,
        }
    }
}

impl OperationPlan {
    /// What is asked for, beside what was seen before.
    pub fn asked<'a>(&'a self, precondition: &'a Precondition) -> Asked<'a> {
        Asked {
            endpoint: Some(self.endpoint),
            expectation: &self.expectation,
            operation_id: self.sends("metadata").and_then(|metadata| metadata.get(OPERATION_ID)?.as_str()),
            money: self.money.as_ref(),
            sent: self.request.body.as_ref(),
            before: precondition.before(),
        }
    }
}

impl Operation {
    /// What is asked for, beside what was seen before.
    pub fn asked(&self) -> Asked<'_> {
        let asked = self.plan.asked(&self.precondition);
        Asked { operation_id: asked.operation_id.or(Some(self.id.as_str())), ..asked }
    }
}

/// Judges what was read against what was asked for and seen before.
pub fn reconcile(plan: &OperationPlan, precondition: &Precondition, reading: Reading<'_>) -> Judgement {
    let asked = plan.asked(precondition);
    match (reading, precondition) {
        (Reading::Payment(payment), Precondition::Payment(_)) if plan.target.kind != ResourceKind::Payment => {
            judge_payment(asked, &payment.raw)
        }
        (Reading::Payment(payment), Precondition::Payment(_) | Precondition::Nothing) => {
            judge(asked, ProofSource::Report, &payment.raw)
        }
        (Reading::Record(record), Precondition::Payout(_) | Precondition::Dispute(_) | Precondition::Nothing) => {
            judge(asked, ProofSource::Report, record)
        }
        (Reading::Absent, Precondition::Nothing) => Judgement::Untouched,
        (Reading::Absent, _) => Judgement::Unclear(JudgementReason::NoTarget(plan.target.clone())),
        (Reading::Payment(_) | Reading::Record(_), _) => Judgement::Unclear(JudgementReason::OtherKind),
    }
}

/// Whether the target still is what the person saw. What was not seen cannot have changed.
pub fn still_holds(precondition: &Precondition, reading: Reading<'_>) -> bool {
    match (precondition, reading) {
        (Precondition::Payment(precondition), Reading::Payment(payment)) => precondition.still_holds(payment),
        (Precondition::Payout(precondition), Reading::Record(record)) => {
            let is_as_seen = text(record, "status") == Some(precondition.status.as_str());
            is_as_seen && is_over(record, &precondition.amount) && precondition.recipient_change(record).is_none()
        }
        (Precondition::Dispute(precondition), Reading::Record(record)) => {
            reported_status(record).map(DisputeStatus::from_word)
                == Some(DisputeStatus::from_word(&precondition.status))
        }
        (Precondition::Nothing, _) => true,
        (Precondition::Payment(_) | Precondition::Payout(_) | Precondition::Dispute(_), _) => false,
    }
}

/// Whether what has the id of a customer that was to be created is not shown to be that one: an id alone, which may be
/// anybody's, shows nothing.
pub fn is_another_customer(plan: &OperationPlan, reading: Reading<'_>) -> bool {
    let (Endpoint::CreateCustomer, Reading::Record(record)) = (plan.endpoint, reading) else { return false };
    let sent = plan.request.body.as_ref().and_then(Value::as_object);
    let mut reported = sent.into_iter().flatten().filter(|(name, _)| *name != "customer_id").peekable();
    let shown = |(name, value): (&String, &Value)| record.get(name).is_some_and(|found| has_all_of(value, found));
    reported.peek().is_none() || !reported.all(shown)
}

/// The fields of an update that was confirmed and that the record, read afterwards, does not show as they were sent.
pub fn fields_not_as_sent(plan: &OperationPlan, record: &Value) -> Vec<String> {
    let sent = plan.request.body.as_ref().and_then(Value::as_object);
    let shown = sent.into_iter().flatten().filter_map(|(name, value)| Some((name, value, record.get(name)?)));
    shown.filter(|(_, value, found)| !has_all_of(value, found)).map(|(name, _, _)| name.clone()).collect()
}

fn text<'a>(record: &'a Value, name: &str) -> Option<&'a str> {
    record.get(name)?.as_str()
}

fn is_over(record: &Value, amount: &Money) -> bool {
    let minor = record.get("amount").and_then(Value::as_i64);
    let currency = text(record, "currency").map(CurrencyCode::new);
    minor == Some(amount.minor) && currency.as_ref() == Some(amount.currency.currency_code())
}

#[cfg(test)]
mod tests {
    use serde_json::json;

    use super::*;
    use crate::DisputePrecondition;
    use paydesk_api::call::{Method, Request};
    use paydesk_api::operation::{AnswerStatus, Expectation, Target};
    use paydesk_domain::ids::PaymentId;

    fn plan(endpoint: Endpoint, kind: ResourceKind, body: Value) -> OperationPlan {
        let request = Request::operation(Method::Post, "/", body);
        let (target, expectation) = (Target::new(kind, "id_1"), Expectation::new(AnswerStatus::NotShown));
        OperationPlan {
            endpoint,
            target,
            request,
            expectation,
            money: None,
            is_status_check: false,
            with_secret: false,
            stored_in_part: false,
        }
    }

    #[test]
    fn a_dispute_that_looks_as_before_may_have_our_evidence() {
        let plan = plan(Endpoint::SubmitEvidence, ResourceKind::Dispute, json!({"uncategorized_text": "ours"}));
        let at = chrono::DateTime::UNIX_EPOCH;
        let precondition = Precondition::Dispute(DisputePrecondition {
            status: "challenged".into(),
            payment_id: PaymentId::new("pay_1"),
            at,
        });
        let reconciled = reconcile(&plan, &precondition, Reading::Record(&json!({"status": "challenged"})));
        assert!(matches!(reconciled, Judgement::Unclear(_)), "{reconciled:?}");
        let reconciled = reconcile(&plan, &precondition, Reading::Record(&json!({"status": "won"})));
        assert!(matches!(reconciled, Judgement::Overtaken(_)), "{reconciled:?}");
    }

    #[test]
    fn a_customer_with_other_values_may_have_been_changed_after_us() {
        for endpoint in [Endpoint::CreateCustomer, Endpoint::UpdateCustomer] {
            let plan = plan(endpoint, ResourceKind::Customer, json!({"name": "Ada", "email": "ada@example.com"}));
            let reconcile = |record| reconcile(&plan, &Precondition::Nothing, Reading::Record(&record));
            assert!(matches!(reconcile(json!({"name": "Bob"})), Judgement::Unclear(_)));
            assert!(matches!(reconcile(json!({"name": "Ada", "extra": 1})), Judgement::There(_)));
            assert!(matches!(reconcile(json!({"customer_id": "id_1"})), Judgement::Unclear(_)), "nothing to compare");
        }
    }
}
