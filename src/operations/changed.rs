//! What shows that a target is no longer as it was seen before an operation was sent, whoever changed it.
//!
//! What was received is not unreceived, a payment that was captured or cancelled does not wait for its capture again, and
//! one that exists is not absent.
//! Once anything has shown such a change (an answer, a read, a row of a list, an event), whatever still shows the target as
//! it was before is older than that, and never proves that nothing was executed.

use chrono::{DateTime, Utc};
use serde_json::Value;

use paydesk_api::freshness::{Freshness, NotFresh};
use paydesk_api::operation::Endpoint;
use paydesk_api::outcome::Attempt;
use paydesk_api::proof::Judgement;
use paydesk_api::resources::payments::wire::decode_payment;
use paydesk_domain::document::{Raw, reported_status};
use paydesk_domain::ids::OperationId;
use paydesk_domain::operation::ResourceKind;
use paydesk_domain::payment::{PaymentRow, PaymentStatus};
use paydesk_domain::payout::PayoutStatus;
use paydesk_domain::webhook::{ContentType, WebhookEvent};

use super::context::{OperationsContext, OperationsOutput};
use super::reconcile::reconcile;
use super::wording::{api_error, json_body};
use super::{Operation, Operations, PaymentPrecondition, Phase, Precondition, Reading, ResolutionFinding};

/// How far a payment has come, as far as it never comes back: captured in part, and captured or released.
fn progress(status: &PaymentStatus) -> u8 {
    match status {
        PaymentStatus::PartiallyCapturedAndCapturable => 1,
        PaymentStatus::Succeeded
        | PaymentStatus::PartiallyCaptured
        | PaymentStatus::Cancelled
        | PaymentStatus::CancelledPostCapture => 2,
        _ => 0,
    }
}

impl Operation {
    /// How its payment was seen before, where the row is of that payment and the operation changes it.
    fn seen_before(&self, row: &PaymentRow) -> Option<&PaymentPrecondition> {
        self.precondition.payment().filter(|before| self.changes_payment() && before.payment_id == row.payment_id)
    }

    /// Whether it changes its payment in a way that every row of a list shows.
    pub(super) fn changes_payment(&self) -> bool {
        matches!(self.plan.endpoint, Endpoint::CapturePayment | Endpoint::CancelPayment | Endpoint::ApprovePayment)
    }

    /// Whether the row of its payment shows it as it was before the operation, which is done or was seen to have changed it.
    fn is_undone_in(&self, row: &PaymentRow) -> bool {
        let is_changed = match self.is_open() {
            true => self.seen.changed,
            false => self.is_done() && self.seen.contradiction().is_none(),
        };
        self.seen_before(row).filter(|_| is_changed).is_some_and(|before| {
            let is_received_as_before = row.received_minor == Some(before.received_minor.unwrap_or(0));
            let left_it_in_another = self.left_it_in().is_some_and(|status| status != before.status.as_str());
            row.status == before.status && (is_received_as_before || left_it_in_another)
        })
    }

    /// Whether the row of its payment shows that.
    fn is_changed_in(&self, row: &PaymentRow) -> bool {
        if self.plan.endpoint == Endpoint::CreatePayment {
            return self.plan.target.resource == row.payment_id.as_str();
        }
        self.seen_before(row).is_some_and(|before| {
            let has_received_more = row.received_minor > Some(before.received_minor.unwrap_or(0));
            let is_approved = before.before().is_review && row.status == PaymentStatus::RequiresCapture;
            has_received_more || is_approved || progress(&row.status) > progress(&before.status)
        })
    }

    /// Whether the row shows all that was ever shown as received since, and a capture leaves no other trace: it is not
    /// from before what changed its payment.
    pub(super) fn shows_all_received(&self, row: &PaymentRow) -> bool {
        let before = self.seen_before(row).map(|before| before.received_minor.unwrap_or(0));
        self.plan.endpoint == Endpoint::CapturePayment
            && self.seen.most_received.is_some_and(|most| Some(most) > before && row.received_minor >= Some(most))
    }

    /// Remembers what the row shows as received: of one that shows a change and no amounts, more than any other shows.
    fn note_received(&mut self, row: &PaymentRow) {
        if self.seen_before(row).is_some() {
            let unknown = || self.is_changed_in(row).then_some(i64::MAX);
            self.seen.most_received = self.seen.most_received.max(row.received_minor.or_else(unknown));
        }
    }

    fn is_changed_in_object(&self, kind: ResourceKind, object: &Raw) -> bool {
        match (kind, &self.precondition) {
            (ResourceKind::Payment, Precondition::Payment(_) | Precondition::Nothing) => {
                decode_payment(object.clone(), self.units())
                    .is_ok_and(|payment| self.is_changed_in(&PaymentRow::from(&payment)))
            }
            (ResourceKind::Payout, Precondition::Payout(before)) => {
                let is_it = object.get("payout_id").and_then(Value::as_str) == Some(&*self.plan.target.resource);
                let status = reported_status(object).map(PayoutStatus::from_word);
                is_it && status.is_some_and(|status| status != before.status)
            }
            (_, _) => false,
        }
    }

    fn note_received_in(&mut self, kind: ResourceKind, object: &Raw) {
        if kind == ResourceKind::Payment
            && let Ok(payment) = decode_payment(object.clone(), self.units())
        {
            self.note_received(&PaymentRow::from(&payment));
        }
    }

    /// What a reading counts for: nothing, where it shows what is known to have changed since.
    pub(super) fn unless_changed(&self, reading: Option<Reading<'_>>, made: Freshness) -> Freshness {
        let shows_it_untouched = |reading| reconcile(&self.plan, &self.precondition, reading) == Judgement::Untouched;
        match self.seen.changed && reading.is_some_and(shows_it_untouched) {
            true => Err(NotFresh::Contradicted),
            false => made,
        }
    }
}

impl Operations {
    /// Whether a row shows a payment as it was before what was just done to it: it is older than that.
    pub fn is_undone_in(&self, row: &PaymentRow, now: DateTime<Utc>) -> bool {
        let mut lately = self.ended.iter().filter(|operation| !operation.is_past_settle_window(now));
        lately.any(|operation| operation.is_undone_in(row))
    }

    /// Whether a row shows a payment as it was before an operation that is open and was seen to have changed it.
    pub fn was_seen_otherwise(&self, row: &PaymentRow) -> bool {
        self.open.iter().any(|operation| operation.is_undone_in(row))
    }

    /// Rows of payments came, by whatever list.
    pub(super) fn rows_shown(&mut self, rows: &[PaymentRow], cx: &OperationsContext<'_>, out: &mut OperationsOutput) {
        self.open.iter_mut().for_each(|operation| rows.iter().for_each(|row| operation.note_received(row)));
        self.note_changed(|operation| rows.iter().any(|row| operation.is_changed_in(row)), cx, out);
    }

    /// A record was reported whole: read, in an event or as an answer.
    pub(super) fn object_shown(
        &mut self,
        kind: ResourceKind,
        object: &Raw,
        cx: &OperationsContext<'_>,
        out: &mut OperationsOutput,
    ) {
        for operation in &mut self.open {
            operation.note_received_in(kind, object);
        }
        self.note_changed(|operation| operation.is_changed_in_object(kind, object), cx, out);
    }

    /// An attempt was answered, with whatever it brought. What comes of it is written to the journal next, with this.
    pub(super) fn answer_shown(&mut self, id: &OperationId, result: &Attempt) {
        let Some(operation) = self.find_open(id) else { return };
        // To a first attempt it may speak of a payment of somebody else, which this key cannot read.
        let is_repeat_of_lost = operation.plan.endpoint == Endpoint::CreatePayment && operation.is_lost();
        operation.seen.changed |= is_repeat_of_lost && api_error(result).is_already_exists();
        if let Some(body) = json_body(result) {
            let (kind, object) = (operation.plan.target.kind, Raw::new(body.clone()));
            operation.note_received_in(kind, &object);
            operation.seen.changed |= operation.is_changed_in_object(kind, &object);
        }
    }

    pub(super) fn event_shown(&mut self, event: &WebhookEvent, cx: &OperationsContext<'_>, out: &mut OperationsOutput) {
        match event.content {
            ContentType::Payment => self.object_shown(ResourceKind::Payment, &event.object, cx, out),
            ContentType::Payout => self.object_shown(ResourceKind::Payout, &event.object, cx, out),
            _ => {}
        }
    }

    fn note_changed(
        &mut self,
        is_changed: impl Fn(&Operation) -> bool,
        cx: &OperationsContext<'_>,
        out: &mut OperationsOutput,
    ) {
        let waiting = self.open.iter().filter(|operation| operation.first_sent_at.is_some() && !operation.seen.changed);
        let ids: Vec<OperationId> =
            waiting.filter(|operation| is_changed(operation)).map(|operation| operation.id.clone()).collect();
        for id in ids {
            let Some(operation) = self.find_open(&id) else { continue };
            operation.seen.changed = true;
            let why = match &mut operation.phase {
                Phase::Unknown(unknown) => {
                    if matches!(unknown.finding, ResolutionFinding::NotExecuted | ResolutionFinding::NotExecutedYet) {
                        unknown.finding = ResolutionFinding::NotFresh(NotFresh::Contradicted);
                    }
                    unknown.why.clone()
                }
                // After a crash it is unknown for want of an answer.
                _ => String::new(),
            };
            out.journal.push(operation.entry(operation.unknown_step(why, false), cx.now));
            self.read_sooner(&id, cx.now);
        }
    }
}
