//! What a read proves of an operation whose outcome is unknown: the target is compared with what the person saw
//! before sending and with what was wanted ([law](crate::app::operations::law#the-rule-of-each-endpoint)).

use serde_json::{Map, Value};

use crate::api::endpoints::PaymentChange;
use crate::api::operation::{Endpoint, Target};
use crate::domain::dispute::DisputeStatus;
use crate::domain::document::reported_status;
use crate::domain::ids::PaymentId;
use crate::domain::money::{CurrencyCode, Money};
use crate::domain::payment::{Payment, PaymentStatus};
use crate::domain::payout::PayoutStatus;

use self::ReconciliationReason as Reason;
use super::{OperationPlan, PaymentPrecondition, Precondition, Reading};

/// What a read after sending says of the operation.
#[derive(Debug, Clone, PartialEq, Eq)]
pub enum Reconciliation {
    /// It happened, under our operation's id; the service's word for its status.
    Ours(String),
    /// What was wanted is there; nothing shows who did it.
    There(String),
    /// It happened, and the service says `failed`.
    Declined { code: Option<String>, message: String },
    /// The target is as it was.
    Untouched,
    /// It cannot happen any more: something else happened instead.
    Overtaken(ReconciliationReason),
    /// Something else happened, and what was wanted is not there.
    NotThere(ReconciliationReason),
    /// Neither; a person has to look.
    Unclear(ReconciliationReason),
}

/// What is there instead of what was wanted, or why what is there proves nothing. The sentence for people is made by
/// [`reason_text`](super::wording::reason_text).
#[derive(Debug, Clone, PartialEq, Eq)]
pub enum ReconciliationReason {
    NoTarget(Target),
    /// What was read is of another kind than what was seen.
    OtherKind,
    OtherAmount {
        now: Money,
        before: Money,
    },
    CaptureWithoutAmount,
    /// Nothing in a payment in this status shows the operation.
    PaymentIs(PaymentStatus),
    PaymentIsNow(PaymentStatus),
    CancelledUncaptured,
    NothingCaptured(PaymentStatus),
    OtherCapture {
        taken: Money,
        wanted: Money,
    },
    CaptureNotReported,
    CapturedMeanwhile,
    CapturedInPart(Money),
    NotApproved(PaymentStatus),
    /// The status that was seen may not be manual review, so leaving it does not show an approval.
    MayNotBeReview {
        now: PaymentStatus,
        before: PaymentStatus,
    },
    CancelledMeanwhile,
    /// A payment has the id, and names no operation.
    OperationNotNamed,
    OtherPayment {
        amount: Money,
        payment_id: PaymentId,
    },
    /// A field of this name is not what was sent.
    FieldDiffers(String),
    NoFieldShown,
    NotPaidOut(String),
    PayoutIsNow(String),
    DisputeAsBefore(String),
    /// It takes no evidence any more; whether it had ours by then, nothing shows.
    DisputeDecided(String),
    DisputeIsNow(String),
    /// An event may report a state of before the operation was sent.
    EventTooEarly,
    OtherPlan,
}

/// Compares what was read with what was seen before sending and what was wanted.
pub fn reconcile(plan: &OperationPlan, precondition: &Precondition, reading: Reading<'_>) -> Reconciliation {
    match (reading, precondition) {
        (Reading::Payment(payment), Precondition::Payment(precondition)) => {
            reconcile_payment(plan, precondition, payment)
        }
        (Reading::Payment(payment), Precondition::Nothing) => reconcile_created_payment(plan, payment),
        (Reading::Record(record), Precondition::Payout(_)) => reconcile_fulfilled(record),
        (Reading::Record(record), Precondition::Dispute(precondition)) => {
            reconcile_evidence(&precondition.status, record)
        }
        (Reading::Record(record), Precondition::Nothing) => reconcile_customer(plan, record),
        (Reading::Absent, Precondition::Nothing) => Reconciliation::Untouched,
        (Reading::Absent, _) => Reconciliation::Unclear(Reason::NoTarget(plan.target.clone())),
        (Reading::Payment(_) | Reading::Record(_), _) => Reconciliation::Unclear(Reason::OtherKind),
    }
}

/// Whether the target still is what the person saw. What was not seen cannot have changed.
pub fn still_holds(precondition: &Precondition, reading: Reading<'_>) -> bool {
    match (precondition, reading) {
        (Precondition::Payment(precondition), Reading::Payment(payment)) => precondition.still_holds(payment),
        (Precondition::Payout(precondition), Reading::Record(record)) => {
            text(record, "status") == Some(precondition.status.as_str()) && is_over(record, &precondition.amount)
        }
        (Precondition::Dispute(precondition), Reading::Record(record)) => {
            reported_status(record).map(DisputeStatus::from_word)
                == Some(DisputeStatus::from_word(&precondition.status))
        }
        (Precondition::Nothing, _) => true,
        (Precondition::Payment(_) | Precondition::Payout(_) | Precondition::Dispute(_), _) => false,
    }
}

fn reconcile_payment(plan: &OperationPlan, precondition: &PaymentPrecondition, payment: &Payment) -> Reconciliation {
    let change = plan.endpoint.spec().changes_payment;
    let same_amount = payment.amount == precondition.amount || change == Some(PaymentChange::Updated);
    if payment.amount.currency != precondition.amount.currency || !same_amount {
        let (now, before) = (payment.amount.clone(), precondition.amount.clone());
        return Reconciliation::Unclear(Reason::OtherAmount { now, before });
    }
    match change {
        Some(PaymentChange::Captured) => match &plan.money {
            Some(amount) => reconcile_capture(amount.minor, precondition, payment),
            None => Reconciliation::Unclear(Reason::CaptureWithoutAmount),
        },
        Some(PaymentChange::Cancelled) => reconcile_cancel(precondition, payment),
        Some(PaymentChange::Approved) => reconcile_approve(precondition, payment),
        Some(PaymentChange::Updated) => reconcile_update(plan, &payment.raw, precondition.is_untouched(payment)),
        Some(PaymentChange::Confirmed) => reconcile_confirm(precondition, payment),
        None => Reconciliation::Unclear(Reason::PaymentIs(payment.status.clone())),
    }
}

fn executed(payment: &Payment) -> Reconciliation {
    Reconciliation::There(payment.status.as_str().to_owned())
}

fn declined(payment: &Payment) -> Reconciliation {
    let error = &payment.error;
    let message = error.unified_message.clone().or_else(|| error.error_message.clone()).unwrap_or_default();
    Reconciliation::Declined { code: error.unified_code.clone(), message }
}

/// What was captured since, where both reads report it.
fn received_since(precondition: &PaymentPrecondition, payment: &Payment) -> Option<i64> {
    let received = payment.amount_received.as_ref()?.minor;
    received.checked_sub(precondition.received_minor?)
}

fn reconcile_capture(wanted_minor: i64, precondition: &PaymentPrecondition, payment: &Payment) -> Reconciliation {
    let whole = precondition.capturable_minor == Some(wanted_minor);
    match (received_since(precondition, payment), &payment.status) {
        (Some(taken), _) if taken == wanted_minor => executed(payment),
        (Some(0), PaymentStatus::Cancelled) => Reconciliation::Overtaken(Reason::CancelledUncaptured),
        (Some(0), _) if precondition.still_holds(payment) => Reconciliation::Untouched,
        (Some(0), status) => Reconciliation::NotThere(Reason::NothingCaptured(status.clone())),
        (Some(taken), _) => {
            let is_less = taken < wanted_minor;
            let (taken, wanted) = (payment.amount.with_minor(taken), payment.amount.with_minor(wanted_minor));
            let reason = Reason::OtherCapture { taken, wanted };
            if is_less { Reconciliation::NotThere(reason) } else { Reconciliation::Unclear(reason) }
        }
        (None, PaymentStatus::Succeeded) if whole && precondition.status != PaymentStatus::Succeeded => {
            executed(payment)
        }
        (None, _) if precondition.still_holds(payment) => Reconciliation::Untouched,
        (None, _) => Reconciliation::Unclear(Reason::CaptureNotReported),
    }
}

fn reconcile_cancel(precondition: &PaymentPrecondition, payment: &Payment) -> Reconciliation {
    let nothing_left = payment.amount_capturable.as_ref().is_some_and(|left| left.minor == 0);
    let released = nothing_left && precondition.capturable_minor.is_some_and(|left| left > 0);
    // After a capture of less, "nothing left" may be what our cancel released.
    let whole_minor = precondition.capturable_minor.filter(|left| *left > 0).unwrap_or(precondition.amount.minor);
    let taken = received_since(precondition, payment).unwrap_or(0);
    let is_captured = |status: &PaymentStatus| *status == PaymentStatus::Succeeded || status.is_captured_in_part();
    let both_succeeded = is_captured(&payment.status) && is_captured(&precondition.status);
    if payment.status == PaymentStatus::Cancelled && precondition.status != PaymentStatus::Cancelled {
        executed(payment)
    } else if taken >= whole_minor && nothing_left && is_captured(&payment.status) {
        Reconciliation::Overtaken(Reason::CapturedMeanwhile)
    } else if taken >= whole_minor && nothing_left {
        // In another status, review for example, a late cancellation can still be executed.
        Reconciliation::Unclear(Reason::PaymentIsNow(payment.status.clone()))
    } else if taken == 0 && both_succeeded && released {
        executed(payment)
    } else if precondition.still_holds(payment) {
        Reconciliation::Untouched
    } else if taken > 0 {
        Reconciliation::Unclear(Reason::CapturedInPart(payment.amount.with_minor(taken)))
    } else {
        Reconciliation::NotThere(Reason::PaymentIsNow(payment.status.clone()))
    }
}

fn reconcile_approve(precondition: &PaymentPrecondition, payment: &Payment) -> Reconciliation {
    match &payment.status {
        status if *status == precondition.status => Reconciliation::Untouched,
        status if precondition.status.is_documented() => Reconciliation::Unclear(Reason::PaymentIsNow(status.clone())),
        PaymentStatus::Succeeded
        | PaymentStatus::RequiresCapture
        | PaymentStatus::Processing
        | PaymentStatus::PartiallyAuthorized
            if !is_review(precondition) =>
        {
            let (now, before) = (payment.status.clone(), precondition.status.clone());
            Reconciliation::Unclear(Reason::MayNotBeReview { now, before })
        }
        PaymentStatus::Succeeded
        | PaymentStatus::RequiresCapture
        | PaymentStatus::Processing
        | PaymentStatus::PartiallyAuthorized => executed(payment),
        PaymentStatus::Cancelled | PaymentStatus::Failed | PaymentStatus::Expired => {
            Reconciliation::Overtaken(Reason::NotApproved(payment.status.clone()))
        }
        PaymentStatus::RequiresPaymentMethod
        | PaymentStatus::RequiresConfirmation
        | PaymentStatus::RequiresAction
        | PaymentStatus::RequiresMerchantAction => {
            Reconciliation::NotThere(Reason::PaymentIsNow(payment.status.clone()))
        }
        PaymentStatus::PartiallyCaptured
        | PaymentStatus::PartiallyCapturedAndCapturable
        | PaymentStatus::PartiallyCapturedAndProcessing
        | PaymentStatus::CancelledPostCapture
        | PaymentStatus::Conflicted
        | PaymentStatus::Unknown(_) => Reconciliation::Unclear(Reason::PaymentIsNow(payment.status.clone())),
    }
}

/// Whether the payment was in manual review, as far as that is known.
fn is_review(precondition: &PaymentPrecondition) -> bool {
    precondition.known_review || precondition.status == PaymentStatus::RequiresMerchantAction
}

/// Whether leaving `seen` may be the work of a confirmation.
fn may_be_confirmed(precondition: &PaymentStatus) -> bool {
    matches!(precondition, PaymentStatus::RequiresPaymentMethod | PaymentStatus::RequiresConfirmation)
}

fn reconcile_confirm(precondition: &PaymentPrecondition, payment: &Payment) -> Reconciliation {
    match &payment.status {
        status if *status == precondition.status => Reconciliation::Untouched,
        status if !may_be_confirmed(&precondition.status) => {
            Reconciliation::Unclear(Reason::PaymentIsNow(status.clone()))
        }
        PaymentStatus::Failed => declined(payment),
        PaymentStatus::Succeeded
        | PaymentStatus::RequiresCapture
        | PaymentStatus::RequiresAction
        | PaymentStatus::RequiresMerchantAction
        | PaymentStatus::PartiallyAuthorized
        | PaymentStatus::Processing => executed(payment),
        PaymentStatus::Cancelled => Reconciliation::Overtaken(Reason::CancelledMeanwhile),
        PaymentStatus::RequiresPaymentMethod | PaymentStatus::RequiresConfirmation => {
            Reconciliation::NotThere(Reason::PaymentIsNow(payment.status.clone()))
        }
        PaymentStatus::PartiallyCaptured
        | PaymentStatus::PartiallyCapturedAndCapturable
        | PaymentStatus::PartiallyCapturedAndProcessing
        | PaymentStatus::CancelledPostCapture
        | PaymentStatus::Conflicted
        | PaymentStatus::Expired
        | PaymentStatus::Unknown(_) => Reconciliation::Unclear(Reason::PaymentIsNow(payment.status.clone())),
    }
}

/// A payment is under our id: ours only if it carries our operation and our amount.
fn reconcile_created_payment(plan: &OperationPlan, payment: &Payment) -> Reconciliation {
    let sent = plan.sends("metadata").and_then(|metadata| metadata.get("operation_id"));
    let found = payment.raw.get("metadata").and_then(|metadata| metadata.get("operation_id"));
    let over_ours = plan.money.as_ref() == Some(&payment.amount);
    match (sent, found) {
        (Some(sent), Some(found)) if sent == found && over_ours => match &payment.status {
            PaymentStatus::Failed if plan.sends("confirm") == Some(&Value::Bool(true)) => declined(payment),
            // Where creating did not confirm, what failed came later.
            PaymentStatus::Failed
            | PaymentStatus::RequiresPaymentMethod
            | PaymentStatus::RequiresConfirmation
            | PaymentStatus::RequiresAction
            | PaymentStatus::Processing
            | PaymentStatus::RequiresCapture
            | PaymentStatus::RequiresMerchantAction
            | PaymentStatus::Succeeded
            | PaymentStatus::Cancelled
            | PaymentStatus::PartiallyCaptured
            | PaymentStatus::PartiallyCapturedAndCapturable
            | PaymentStatus::PartiallyAuthorized
            | PaymentStatus::PartiallyCapturedAndProcessing
            | PaymentStatus::CancelledPostCapture
            | PaymentStatus::Conflicted
            | PaymentStatus::Expired
            | PaymentStatus::Unknown(_) => Reconciliation::Ours(payment.status.as_str().to_owned()),
        },
        (_, None) if over_ours => Reconciliation::Unclear(Reason::OperationNotNamed),
        (_, _) => {
            let (amount, payment_id) = (payment.amount.clone(), payment.payment_id.clone());
            Reconciliation::Overtaken(Reason::OtherPayment { amount, payment_id })
        }
    }
}

/// What was sent against what is there. Fields the service does not show prove nothing. Another text proves nothing
/// either where something was changed since: somebody may have overwritten what was sent.
fn reconcile_update(plan: &OperationPlan, record: &Value, untouched: bool) -> Reconciliation {
    match compared(plan, record) {
        FieldComparison::Same => Reconciliation::There(text(record, "status").unwrap_or_default().to_owned()),
        FieldComparison::Different(_) if untouched => Reconciliation::Untouched,
        FieldComparison::Different(field) => Reconciliation::Unclear(Reason::FieldDiffers(field)),
        FieldComparison::NotShown => Reconciliation::Unclear(Reason::NoFieldShown),
    }
}

/// Whether what has the id of a customer that was to be created is not shown to be that one: an id alone, which may be
/// anybody's, shows nothing.
pub fn is_another_customer(plan: &OperationPlan, reading: Reading<'_>) -> bool {
    let (Endpoint::CreateCustomer, Reading::Record(record)) = (plan.endpoint, reading) else { return false };
    let sent = plan.request.body.as_ref().and_then(Value::as_object);
    let mut reported = sent.into_iter().flatten().filter(|(name, _)| *name != "customer_id").peekable();
    let shown = |(name, value): (&String, &Value)| record.get(name).is_some_and(|found| holds(value, found));
    reported.peek().is_none() || !reported.all(shown)
}

/// Without what it was before, another value proves nothing: somebody may have changed it after us.
fn reconcile_customer(plan: &OperationPlan, record: &Value) -> Reconciliation {
    reconcile_update(plan, record, false)
}

/// The fields of an update that was confirmed and that the record, read afterwards, does not show as they were sent.
pub fn fields_not_as_sent(plan: &OperationPlan, record: &Value) -> Vec<String> {
    let sent = plan.request.body.as_ref().and_then(Value::as_object);
    let shown = sent.into_iter().flatten().filter_map(|(name, value)| Some((name, value, record.get(name)?)));
    shown.filter(|(_, value, found)| !holds(value, found)).map(|(name, _, _)| name.clone()).collect()
}

enum FieldComparison {
    Same,
    Different(String),
    NotShown,
}

fn compared(plan: &OperationPlan, record: &Value) -> FieldComparison {
    let nothing = Map::new();
    let sent = plan.request.body.as_ref().and_then(Value::as_object).unwrap_or(&nothing);
    let shown = sent.iter().filter_map(|(name, value)| Some((name, value, record.get(name)?)));
    let mut any = false;
    for (name, value, found) in shown {
        if !holds(value, found) {
            return FieldComparison::Different(name.clone());
        }
        any = true;
    }
    if any { FieldComparison::Same } else { FieldComparison::NotShown }
}

/// Whether everything in `sent` is in `found` too; `found` may have more.
fn holds(sent: &Value, found: &Value) -> bool {
    match (sent, found) {
        (Value::Object(sent), Value::Object(found)) => {
            sent.iter().all(|(name, value)| found.get(name).is_some_and(|found| holds(value, found)))
        }
        (Value::String(sent), Value::Null) => sent.is_empty(),
        (sent, found) => sent == found,
    }
}

fn reconcile_fulfilled(record: &Value) -> Reconciliation {
    let word = text(record, "status").unwrap_or_default();
    match PayoutStatus::from_word(word) {
        PayoutStatus::RequiresFulfillment => Reconciliation::Untouched,
        PayoutStatus::Success | PayoutStatus::Pending | PayoutStatus::Initiated | PayoutStatus::Reversed => {
            Reconciliation::There(word.to_owned())
        }
        PayoutStatus::Failed => {
            let field = |name| text(record, name).map(str::to_owned);
            let message = field("unified_message").or_else(|| field("error_message")).unwrap_or_default();
            Reconciliation::Declined { code: field("unified_code"), message }
        }
        PayoutStatus::Cancelled | PayoutStatus::Expired | PayoutStatus::Ineligible => {
            Reconciliation::Overtaken(Reason::NotPaidOut(word.to_owned()))
        }
        PayoutStatus::RequiresCreation
        | PayoutStatus::RequiresConfirmation
        | PayoutStatus::RequiresPayoutMethodData
        | PayoutStatus::RequiresVendorAccountCreation => Reconciliation::NotThere(Reason::PayoutIsNow(word.to_owned())),
        PayoutStatus::Unknown(_) => Reconciliation::Unclear(Reason::PayoutIsNow(word.to_owned())),
    }
}

fn reconcile_evidence(precondition: &str, record: &Value) -> Reconciliation {
    let word = reported_status(record).unwrap_or_default();
    let status = DisputeStatus::from_word(word);
    if status == DisputeStatus::from_word(precondition) {
        // A dispute that has evidence already looks the same with more of it.
        return Reconciliation::Unclear(Reason::DisputeAsBefore(word.to_owned()));
    }
    if !status.takes_evidence() {
        return Reconciliation::Overtaken(Reason::DisputeDecided(word.to_owned()));
    }
    Reconciliation::Unclear(Reason::DisputeIsNow(word.to_owned()))
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
    use crate::api::call::{Method, Request};
    use crate::api::operation::{AnswerStatus, Expectation};
    use crate::app::operations::DisputePrecondition;
    use crate::domain::operation::ResourceKind;

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
        assert!(matches!(reconciled, Reconciliation::Unclear(_)), "{reconciled:?}");
        let reconciled = reconcile(&plan, &precondition, Reading::Record(&json!({"status": "won"})));
        assert!(matches!(reconciled, Reconciliation::Overtaken(_)), "{reconciled:?}");
    }

    #[test]
    fn a_customer_with_other_values_may_have_been_changed_after_us() {
        for endpoint in [Endpoint::CreateCustomer, Endpoint::UpdateCustomer] {
            let plan = plan(endpoint, ResourceKind::Customer, json!({"name": "Ada", "email": "ada@example.com"}));
            let reconcile = |record| reconcile(&plan, &Precondition::Nothing, Reading::Record(&record));
            assert!(matches!(reconcile(json!({"name": "Bob"})), Reconciliation::Unclear(_)));
            assert!(matches!(reconcile(json!({"name": "Ada", "extra": 1})), Reconciliation::There(_)));
            assert!(
                matches!(reconcile(json!({"customer_id": "id_1"})), Reconciliation::Unclear(_)),
                "nothing to compare"
            );
        }
    }
}
