//! What a webhook event proves of an operation whose outcome is unknown.
//!
//! An event settles an operation only if it names it: our id in the object or its metadata. A shared reference does not,
//! and of what may be of a time before the operation was sent nothing is believed. Moves nothing; [`super::lifecycle`] does.

use std::sync::Arc;

use serde_json::Value;

use crate::api::operation::{Endpoint, ResourceKind};
use crate::api::resources::payments::wire::decode_payment;
use crate::domain::payment::Payment;
use crate::domain::webhook::{ContentType, WebhookEvent};

use super::reconcile::{Reconciliation, reconcile};
use super::{Operation, Phase, Precondition, Reading};

/// Whether an event that came before may tell how an unknown operation ended.
pub fn speaks_of(operation: &Operation, event: &WebhookEvent) -> bool {
    matches!(operation.phase, Phase::Unknown(_)) && reconcile_event(operation, event).is_some()
}

/// What the event says of the operation; `None` where it speaks of something else.
pub(super) fn reconcile_event(operation: &Operation, event: &WebhookEvent) -> Option<Reconciliation> {
    let id = event.object_id.as_deref()?;
    let (endpoint, on_object) = (operation.plan.endpoint, operation.plan.target.resource == id);
    let by_reading = || reconcile(&operation.plan, &operation.seen, Reading::Record(&event.object));
    match &event.content {
        ContentType::Payment => reconcile_payment_event(operation, id, event),
        ContentType::Refund => {
            let ours = endpoint == Endpoint::CreateRefund && sends(operation, "refund_id") == Some(id);
            ours.then(|| created(event))
        }
        ContentType::Payout if endpoint == Endpoint::CreatePayout => {
            made_by(operation, event, "merchant_order_reference_id").then(|| created(event))
        }
        ContentType::Payout => (endpoint == Endpoint::FulfillPayout && on_object).then(by_reading),
        ContentType::Subscription if endpoint == Endpoint::CreateSubscription => {
            made_by(operation, event, "merchant_reference_id").then(|| Reconciliation::Ours(status(event)))
        }
        ContentType::Subscription => {
            (endpoint == Endpoint::UpdateSubscription && on_object).then(|| reconcile_plan(operation, event))
        }
        ContentType::Dispute => (endpoint == Endpoint::SubmitEvidence && on_object).then(by_reading),
        ContentType::Unknown(_) => None,
    }
}

/// The payment an operation works on, or that its subscription is paid by. A refund leaves its payment as it is.
fn reconcile_payment_event(operation: &Operation, id: &str, event: &WebhookEvent) -> Option<Reconciliation> {
    let seen = operation.seen.payment().filter(|seen| seen.payment_id.as_str() == id);
    let of_payment = operation.plan.target.family == ResourceKind::Payment && operation.plan.target.resource == id;
    let by_payment = operation.plan.target.family == ResourceKind::Subscription && seen.is_some();
    if !of_payment && !by_payment {
        return None;
    }
    let payment = decode_payment(Arc::clone(&event.object)).ok()?;
    if !happened_since(&operation.seen, &payment) {
        return Some(Reconciliation::Unclear("The event may be of a time before it was sent".to_owned()));
    }
    Some(reconcile(&operation.plan, &operation.seen, Reading::Payment(&payment)))
}

/// Whether the payment is told as it was after the person saw it, by the service's clock.
fn happened_since(seen: &Precondition, payment: &Payment) -> bool {
    match seen {
        Precondition::Payment(seen) => {
            seen.modified_at.zip(payment.modified_at).is_some_and(|(seen, told)| told > seen)
        }
        Precondition::Payout(_) | Precondition::Dispute(_) | Precondition::Nothing => true,
    }
}

fn sends<'a>(operation: &'a Operation, field: &str) -> Option<&'a str> {
    operation.plan.sends(field)?.as_str()
}

/// Whether the object names our operation. A reference that a person typed may stand on another's payout or subscription
/// too, and an object that names another operation is that one's.
fn made_by(operation: &Operation, event: &WebhookEvent, reference: &str) -> bool {
    let metadata = event.object.get("metadata").and_then(|metadata| metadata.get("operation_id"));
    match metadata.and_then(Value::as_str) {
        Some(named) => named == operation.id.as_str(),
        None => sends(operation, reference).is_some_and(|sent| {
            sent == operation.id.as_str() && event.object.get(reference).and_then(Value::as_str) == Some(sent)
        }),
    }
}

fn status(event: &WebhookEvent) -> String {
    event.object.get("status").and_then(Value::as_str).unwrap_or_default().to_owned()
}

/// It exists, so it was made; where it is told to have failed, it was declined.
fn created(event: &WebhookEvent) -> Reconciliation {
    let words = |name: &str| event.object.get(name).and_then(Value::as_str).map(str::to_owned);
    match status(event) {
        failed if failed == "failed" => Reconciliation::Declined {
            code: words("unified_code").or_else(|| words("error_code")),
            message: words("unified_message").or_else(|| words("error_message")).unwrap_or_default(),
        },
        status => Reconciliation::Ours(status),
    }
}

/// The plan that was asked for is the plan that is told.
fn reconcile_plan(operation: &Operation, event: &WebhookEvent) -> Reconciliation {
    let fields = ["item_price_id", "plan_id"].into_iter().filter(|field| operation.plan.sends(field).is_some());
    let mut same = fields.map(|field| operation.plan.sends(field) == event.object.get(field)).peekable();
    if same.peek().is_some() && same.all(|same| same) {
        Reconciliation::There(status(event))
    } else {
        Reconciliation::Unclear("The subscription is told with another plan".to_owned())
    }
}
