//! What a webhook event proves of an operation whose outcome is unknown (operations, section 3).
//!
//! An event is told by the service and proved, so it settles as a read does; of one that may be of a time before the
//! operation was sent nothing is believed: it only hastens the next read.

use std::sync::Arc;

use serde_json::Value;

use crate::api::operation::{Endpoint, Family};
use crate::api::wire::payments::decode_payment;
use crate::app::features::events::Row;
use crate::app::state::State;
use crate::domain::ids::OperationId;
use crate::domain::payment::Payment;
use crate::domain::text::visible;
use crate::domain::webhook::{ContentType, WebhookEvent};

use super::journal::{ResolvedBy, Step};
use super::judge::{Judgement, judge};
use super::rules::Settle;
use super::{Operation, Outcome, Phase, Reading, Seen};

impl State {
    /// Lets an event settle what it speaks of.
    pub(in crate::app) fn settle_by_event(&mut self, profile_id: &str, event: &WebhookEvent) {
        let concerned = self
            .operations
            .open
            .iter()
            .filter(|operation| operation.profile_id == profile_id && matches!(operation.phase, Phase::Unknown(_)));
        let judged: Vec<(OperationId, Judgement)> =
            concerned.filter_map(|operation| Some((operation.id.clone(), judge_event(operation, event)?))).collect();
        judged.into_iter().for_each(|(id, judgement)| self.resolved_by_event(&id, event, judgement));
    }

    /// Events may have come before the answer they settle was lost, or before the desk was closed.
    pub(in crate::app) fn settle_unknowns_by_events(&mut self) {
        let unknown = self.operations.open.iter().filter(|operation| matches!(operation.phase, Phase::Unknown(_)));
        let mut events: Vec<(String, Arc<WebhookEvent>)> = Vec::new();
        for operation in unknown {
            let ours = self.events.log().rows().filter_map(Row::genuine).filter(|(kept, _)| {
                kept.delivery.profile_id == operation.profile_id && kept.delivery.received_at >= operation.prepared_at
            });
            let tells = ours.filter(|(_, event)| judge_event(operation, event).is_some());
            events.extend(tells.map(|(kept, event)| (kept.delivery.profile_id.clone(), event.clone())));
        }
        events.iter().for_each(|(profile_id, event)| self.settle_by_event(profile_id, event));
    }

    fn resolved_by_event(&mut self, id: &OperationId, event: &WebhookEvent, judgement: Judgement) {
        let name = format!("the event {}", visible(event.event_id.as_str(), 80));
        let (finding, outcome) = match judgement {
            Judgement::Executed(status) => {
                let noun = event.content.noun();
                let finding = format!("{name} shows the {noun} {}", visible(&status, 60));
                (finding, Outcome::Done { status, by_read: true })
            }
            Judgement::Declined { code, message } => {
                let finding = format!("{name} shows it declined ({})", code.as_deref().unwrap_or("no code"));
                (finding, Outcome::Declined { code, message })
            }
            Judgement::Overtaken(finding) => (format!("{name}: {finding}"), Outcome::Overtaken { finding }),
            Judgement::Untouched | Judgement::Unclear(_) => {
                self.read_sooner(id);
                return;
            }
        };
        if let Some(operation) = self.operations.find_open(id)
            && matches!(operation.plan.target.family, Family::Refund | Family::Payout | Family::Subscription)
        {
            operation.answer = Some(event.object.clone());
        }
        self.finish(id, Step::Resolved { by: ResolvedBy::Webhook, finding }, outcome)
    }

    /// Something happened to what it works on: the read that is due later is due now.
    fn read_sooner(&mut self, id: &OperationId) {
        let now = self.now;
        if let Some(operation) = self.operations.find_open(id).filter(|operation| operation.settle() == Settle::Read)
            && let Phase::Unknown(unknown) = &mut operation.phase
        {
            unknown.next_read_at = unknown.next_read_at.map(|at| at.min(now));
        }
    }
}

/// What the event says of the operation; `None` where it speaks of something else.
fn judge_event(operation: &Operation, event: &WebhookEvent) -> Option<Judgement> {
    let id = event.object_id.as_deref()?;
    let (endpoint, on_object) = (operation.plan.endpoint, operation.plan.target.resource == id);
    let by_reading = || judge(&operation.plan, &operation.seen, Reading::Record(&event.object));
    match &event.content {
        ContentType::Payment => judge_payment_event(operation, id, event),
        ContentType::Refund => {
            let ours = endpoint == Endpoint::CreateRefund && sends(operation, "refund_id") == Some(id);
            ours.then(|| created(event))
        }
        ContentType::Payout if endpoint == Endpoint::CreatePayout => {
            made_by(operation, event, "merchant_order_reference_id").then(|| created(event))
        }
        ContentType::Payout => (endpoint == Endpoint::FulfillPayout && on_object).then(by_reading),
        ContentType::Subscription if endpoint == Endpoint::CreateSubscription => {
            made_by(operation, event, "merchant_reference_id").then(|| Judgement::Executed(status(event)))
        }
        ContentType::Subscription => {
            (endpoint == Endpoint::UpdateSubscription && on_object).then(|| judge_plan(operation, event))
        }
        ContentType::Dispute => (endpoint == Endpoint::SubmitEvidence && on_object).then(by_reading),
        ContentType::Unknown(_) => None,
    }
}

/// The payment an operation works on, or that its subscription is paid by. A refund leaves its payment as it is.
fn judge_payment_event(operation: &Operation, id: &str, event: &WebhookEvent) -> Option<Judgement> {
    let seen = operation.seen.payment().filter(|seen| seen.payment_id.as_str() == id);
    let of_payment = operation.plan.target.family == Family::Payment && operation.plan.target.resource == id;
    let concerned = match operation.plan.target.family {
        Family::Payment => of_payment,
        Family::Subscription => seen.is_some(),
        Family::Refund | Family::Payout | Family::Dispute | Family::Customer | Family::PaymentLink | Family::ApiKey => {
            false
        }
    };
    if !concerned {
        return None;
    }
    let payment = decode_payment(Arc::clone(&event.object)).ok()?;
    if !happened_since(&operation.seen, &payment) {
        return Some(Judgement::Unclear("The event may be of a time before it was sent".to_owned()));
    }
    Some(judge(&operation.plan, &operation.seen, Reading::Payment(&payment)))
}

/// Whether the payment is told as it was after the person saw it, by the service's clock.
fn happened_since(seen: &Seen, payment: &Payment) -> bool {
    match seen {
        Seen::Payment(seen) => seen.modified_at.zip(payment.modified_at).is_some_and(|(seen, told)| told > seen),
        Seen::Payout(_) | Seen::Dispute(_) | Seen::Nothing => true,
    }
}

fn sends<'a>(operation: &'a Operation, field: &str) -> Option<&'a str> {
    operation.plan.sends(field)?.as_str()
}

/// Whether the object carries our reference, or the id of our operation.
fn made_by(operation: &Operation, event: &WebhookEvent, reference: &str) -> bool {
    let told = |name: &str| event.object.get(name)?.as_str();
    let by_reference = sends(operation, reference).is_some_and(|sent| told(reference) == Some(sent));
    let metadata = event.object.get("metadata").and_then(|metadata| metadata.get("operation_id"));
    by_reference || metadata.and_then(Value::as_str) == Some(operation.id.as_str())
}

fn status(event: &WebhookEvent) -> String {
    event.object.get("status").and_then(Value::as_str).unwrap_or_default().to_owned()
}

/// It exists, so it was made; where it is told to have failed, it was declined.
fn created(event: &WebhookEvent) -> Judgement {
    let words = |name: &str| event.object.get(name).and_then(Value::as_str).map(str::to_owned);
    match status(event) {
        failed if failed == "failed" => Judgement::Declined {
            code: words("unified_code").or_else(|| words("error_code")),
            message: words("unified_message").or_else(|| words("error_message")).unwrap_or_default(),
        },
        status => Judgement::Executed(status),
    }
}

/// The plan that was asked for is the plan that is told.
fn judge_plan(operation: &Operation, event: &WebhookEvent) -> Judgement {
    let fields = ["item_price_id", "plan_id"].into_iter().filter(|field| operation.plan.sends(field).is_some());
    let mut same = fields.map(|field| operation.plan.sends(field) == event.object.get(field)).peekable();
    if same.peek().is_some() && same.all(|same| same) {
        Judgement::Executed(status(event))
    } else {
        Judgement::Unclear("The subscription is told with another plan".to_owned())
    }
}
