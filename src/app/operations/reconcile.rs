//! What a read proves of an operation whose outcome is unknown: the target is compared with what the person saw
//! before sending and with what was wanted ([law](crate::app::operations::law#the-rule-of-each-endpoint)).

use serde_json::{Map, Value};

use crate::api::endpoints::PaymentChange;
use crate::api::operation::Endpoint;
use crate::domain::money::{Currency, Money};
use crate::domain::payment::{Payment, PaymentStatus};
use crate::domain::payout::PayoutStatus;
use crate::domain::text::{visible, visible_id};

use super::{OperationPlan, PaymentPrecondition, Precondition, Reading};

/// What a read after sending says of the operation.
#[derive(Debug, Clone, PartialEq, Eq)]
pub enum Reconciliation {
    /// It happened, under our operation's id; the service's word for how it stands.
    Ours(String),
    /// What was wanted is there; nothing shows who did it.
    There(String),
    /// It happened, and the service says `failed`.
    Declined { code: Option<String>, message: String },
    /// The target is as it was.
    Untouched,
    /// It cannot happen any more: something else happened instead.
    Overtaken(String),
    /// Something else happened, and what was wanted is not there.
    NotThere(String),
    /// Neither; a person has to look.
    Unclear(String),
}

/// Compares what was read with what was seen before sending and what was wanted.
pub fn reconcile(plan: &OperationPlan, seen: &Precondition, reading: Reading<'_>) -> Reconciliation {
    match (reading, seen) {
        (Reading::Payment(payment), Precondition::Payment(seen)) => reconcile_payment(plan, seen, payment),
        (Reading::Payment(payment), Precondition::Nothing) => reconcile_created_payment(plan, payment),
        (Reading::Record(record), Precondition::Payout(_)) => reconcile_fulfilled(record),
        (Reading::Record(record), Precondition::Dispute(seen)) => reconcile_evidence(&seen.status, record),
        (Reading::Record(record), Precondition::Nothing) => reconcile_customer(plan, record),
        (Reading::Absent, Precondition::Nothing) => Reconciliation::Untouched,
        (Reading::Absent, _) => Reconciliation::Unclear(format!("The service says there is no {}", plan.target)),
        (Reading::Payment(_) | Reading::Record(_), _) => {
            Reconciliation::Unclear("What was read does not tell of the operation".to_owned())
        }
    }
}

/// Whether the target still is what the person saw. What was not seen cannot have changed.
pub fn still_holds(seen: &Precondition, reading: Reading<'_>) -> bool {
    match (seen, reading) {
        (Precondition::Payment(seen), Reading::Payment(payment)) => seen.still_holds(payment),
        (Precondition::Payout(seen), Reading::Record(record)) => {
            text(record, "status") == Some(seen.status.as_str()) && is_over(record, &seen.amount)
        }
        (Precondition::Dispute(seen), Reading::Record(record)) => text(record, "status") == Some(&seen.status),
        (Precondition::Nothing, _) => true,
        (Precondition::Payment(_) | Precondition::Payout(_) | Precondition::Dispute(_), _) => false,
    }
}

fn reconcile_payment(plan: &OperationPlan, seen: &PaymentPrecondition, payment: &Payment) -> Reconciliation {
    let change = plan.endpoint.spec().changes_payment;
    let same_amount = payment.amount == seen.amount || change == Some(PaymentChange::Updated);
    if payment.amount.currency != seen.amount.currency || !same_amount {
        return Reconciliation::Unclear(format!("The payment is now over {}, not {}", payment.amount, seen.amount));
    }
    match change {
        Some(PaymentChange::Captured) => match &plan.money {
            Some(amount) => reconcile_capture(amount.minor, seen, payment),
            None => Reconciliation::Unclear("The amount of the capture is not known".to_owned()),
        },
        Some(PaymentChange::Cancelled) => reconcile_cancel(seen, payment),
        Some(PaymentChange::Approved) => reconcile_approve(seen, payment),
        Some(PaymentChange::Updated) => reconcile_update(plan, &payment.raw, seen.is_untouched(payment)),
        Some(PaymentChange::Confirmed) => reconcile_confirm(seen, payment),
        None => Reconciliation::Unclear(format!("The payment is {}", payment.status)),
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
fn received_since(seen: &PaymentPrecondition, payment: &Payment) -> Option<i64> {
    let received = payment.amount_received.as_ref()?.minor;
    received.checked_sub(seen.received_minor?)
}

fn reconcile_capture(wanted_minor: i64, seen: &PaymentPrecondition, payment: &Payment) -> Reconciliation {
    let whole = seen.capturable_minor == Some(wanted_minor);
    match (received_since(seen, payment), &payment.status) {
        (Some(taken), _) if taken == wanted_minor => executed(payment),
        (Some(0), PaymentStatus::Cancelled) => {
            Reconciliation::Overtaken("The payment was cancelled; nothing was captured".to_owned())
        }
        (Some(0), _) if seen.still_holds(payment) => Reconciliation::Untouched,
        (Some(0), status) => Reconciliation::NotThere(format!("Nothing is captured yet; the payment is now {status}")),
        (Some(taken), _) => {
            let is_less = taken < wanted_minor;
            let (taken, wanted) = (payment.amount.with_minor(taken), payment.amount.with_minor(wanted_minor));
            let text = format!("{taken} were captured since, not {wanted}: somebody else may have captured");
            if is_less { Reconciliation::NotThere(text) } else { Reconciliation::Unclear(text) }
        }
        (None, PaymentStatus::Succeeded) if whole && seen.status != PaymentStatus::Succeeded => executed(payment),
        (None, _) if seen.still_holds(payment) => Reconciliation::Untouched,
        (None, _) => Reconciliation::Unclear("The service does not say how much was captured".to_owned()),
    }
}

fn reconcile_cancel(seen: &PaymentPrecondition, payment: &Payment) -> Reconciliation {
    let nothing_left = payment.amount_capturable.as_ref().is_some_and(|left| left.minor == 0);
    let released = nothing_left && seen.capturable_minor.is_some_and(|left| left > 0);
    // After a capture of less, "nothing left" may be what our cancel released.
    let whole_minor = seen.capturable_minor.filter(|left| *left > 0).unwrap_or(seen.amount.minor);
    let taken = received_since(seen, payment).unwrap_or(0);
    let both_succeeded = payment.status == PaymentStatus::Succeeded && seen.status == PaymentStatus::Succeeded;
    if payment.status == PaymentStatus::Cancelled && seen.status != PaymentStatus::Cancelled {
        executed(payment)
    } else if taken >= whole_minor && nothing_left {
        Reconciliation::Overtaken("The payment was captured meanwhile; a refund gives the money back".to_owned())
    } else if taken == 0 && both_succeeded && released {
        executed(payment)
    } else if seen.still_holds(payment) {
        Reconciliation::Untouched
    } else if taken > 0 {
        let taken = payment.amount.with_minor(taken);
        Reconciliation::Unclear(format!("{taken} were captured meanwhile; whether the rest was released is not clear"))
    } else {
        Reconciliation::NotThere(format!("The payment is now {}", payment.status))
    }
}

fn reconcile_approve(seen: &PaymentPrecondition, payment: &Payment) -> Reconciliation {
    match &payment.status {
        status if *status == seen.status => Reconciliation::Untouched,
        status if seen.status.is_documented() => Reconciliation::Unclear(format!("The payment is now {status}")),
        PaymentStatus::Succeeded | PaymentStatus::RequiresCapture | PaymentStatus::Processing if !is_review(seen) => {
            Reconciliation::Unclear(format!(
                "The payment is now {}. Whether the approval did that is not known: “{}” may not be manual review",
                payment.status,
                visible(seen.status.as_str(), 40)
            ))
        }
        PaymentStatus::Succeeded | PaymentStatus::RequiresCapture | PaymentStatus::Processing => executed(payment),
        PaymentStatus::Cancelled | PaymentStatus::Failed => {
            Reconciliation::Overtaken(format!("The payment was not approved: it is {}", payment.status))
        }
        PaymentStatus::RequiresPaymentMethod
        | PaymentStatus::RequiresConfirmation
        | PaymentStatus::RequiresAction
        | PaymentStatus::RequiresMerchantAction => {
            Reconciliation::NotThere(format!("The payment is now {}", payment.status))
        }
        PaymentStatus::Unknown(_) => Reconciliation::Unclear(format!("The payment is now {}", payment.status)),
    }
}

/// Whether the payment was in manual review, as far as that is known.
fn is_review(seen: &PaymentPrecondition) -> bool {
    seen.known_review || seen.status == PaymentStatus::RequiresMerchantAction
}

/// Whether leaving `seen` may be the work of a confirmation.
fn may_be_confirmed(seen: &PaymentStatus) -> bool {
    matches!(seen, PaymentStatus::RequiresPaymentMethod | PaymentStatus::RequiresConfirmation)
}

fn reconcile_confirm(seen: &PaymentPrecondition, payment: &Payment) -> Reconciliation {
    match &payment.status {
        status if *status == seen.status => Reconciliation::Untouched,
        status if !may_be_confirmed(&seen.status) => Reconciliation::Unclear(format!("The payment is now {status}")),
        PaymentStatus::Failed => declined(payment),
        PaymentStatus::Succeeded
        | PaymentStatus::RequiresCapture
        | PaymentStatus::RequiresAction
        | PaymentStatus::RequiresMerchantAction
        | PaymentStatus::Processing => executed(payment),
        PaymentStatus::Cancelled => Reconciliation::Overtaken("The payment was cancelled meanwhile".to_owned()),
        PaymentStatus::RequiresPaymentMethod | PaymentStatus::RequiresConfirmation => {
            Reconciliation::NotThere(format!("The payment is now {}", payment.status))
        }
        PaymentStatus::Unknown(_) => Reconciliation::Unclear(format!("The payment is now {}", payment.status)),
    }
}

/// A payment stands under our id: ours only if it carries our operation and our amount.
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
            | PaymentStatus::Unknown(_) => Reconciliation::Ours(payment.status.as_str().to_owned()),
        },
        (_, None) if over_ours => {
            Reconciliation::Unclear("A payment has this id, and does not say which operation made it".to_owned())
        }
        (_, _) => {
            let (amount, id) = (&payment.amount, visible_id(payment.payment_id.as_str(), 64));
            Reconciliation::Overtaken(format!(
                "A payment over {amount} has the id {id} already and is another one. Choose another id"
            ))
        }
    }
}

/// What was sent against what is there. Fields the service does not show prove nothing. Another text proves nothing
/// either where something was changed since: somebody may have overwritten what was sent.
fn reconcile_update(plan: &OperationPlan, record: &Value, untouched: bool) -> Reconciliation {
    match compared(plan, record) {
        FieldComparison::Same => Reconciliation::There(text(record, "status").unwrap_or_default().to_owned()),
        FieldComparison::Different(_) if untouched => Reconciliation::Untouched,
        FieldComparison::Different(field) => Reconciliation::Unclear(format!("“{field}” is not what was sent")),
        FieldComparison::NotShown => {
            Reconciliation::Unclear("The service shows none of the fields that were sent".to_owned())
        }
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

/// Whether everything in `sent` stands in `found` too; `found` may have more.
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
            Reconciliation::Overtaken(format!("The payout is {word}; nothing was paid out"))
        }
        PayoutStatus::RequiresCreation
        | PayoutStatus::RequiresConfirmation
        | PayoutStatus::RequiresPayoutMethodData
        | PayoutStatus::RequiresVendorAccountCreation => {
            Reconciliation::NotThere(format!("The payout is now “{word}”"))
        }
        PayoutStatus::Unknown(_) => Reconciliation::Unclear(format!("The payout is now “{word}”")),
    }
}

fn reconcile_evidence(seen: &str, record: &Value) -> Reconciliation {
    match text(record, "status").unwrap_or_default() {
        // A dispute that has evidence already looks the same with more of it.
        word if word == seen => {
            Reconciliation::Unclear(format!("The dispute is “{word}” as before, which proves nothing"))
        }
        word @ ("won" | "lost") => Reconciliation::Overtaken(format!("The dispute was decided meanwhile: {word}")),
        word => {
            Reconciliation::Unclear(format!("The dispute is now “{word}”, which does not say whose evidence it has"))
        }
    }
}

fn text<'a>(record: &'a Value, name: &str) -> Option<&'a str> {
    record.get(name)?.as_str()
}

fn is_over(record: &Value, amount: &Money) -> bool {
    let minor = record.get("amount").and_then(Value::as_i64);
    let currency = text(record, "currency").map(Currency::from_code);
    minor == Some(amount.minor) && currency.as_ref() == Some(&amount.currency)
}

#[cfg(test)]
mod tests {
    use serde_json::json;

    use super::*;
    use crate::api::call::{Method, Request};
    use crate::api::operation::{AnswerStatus, Expectation, Target};
    use crate::app::operations::DisputePrecondition;
    use crate::domain::ids::PaymentId;
    use crate::domain::operation::ResourceKind;

    fn plan(endpoint: Endpoint, family: ResourceKind, body: Value) -> OperationPlan {
        let request = Request::operation(Method::Post, "/", body);
        let (target, expectation) = (Target::new(family, "id_1"), Expectation::new(AnswerStatus::NotShown));
        OperationPlan {
            endpoint,
            target,
            request,
            expectation,
            money: None,
            asks_status: false,
            with_secret: false,
            kept_in_part: false,
        }
    }

    #[test]
    fn a_dispute_that_looks_as_before_may_have_our_evidence() {
        let plan = plan(Endpoint::SubmitEvidence, ResourceKind::Dispute, json!({"uncategorized_text": "ours"}));
        let at = chrono::DateTime::UNIX_EPOCH;
        let seen = Precondition::Dispute(DisputePrecondition {
            status: "challenged".into(),
            payment_id: PaymentId::new("pay_1"),
            at,
        });
        let reconciled = reconcile(&plan, &seen, Reading::Record(&json!({"status": "challenged"})));
        assert!(matches!(reconciled, Reconciliation::Unclear(_)), "{reconciled:?}");
        let reconciled = reconcile(&plan, &seen, Reading::Record(&json!({"status": "won"})));
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
