//! What happened to the open payment, in one order of time: its attempts, refunds, disputes and events, what was done
//! from here, and what was written about it.

use chrono::{DateTime, Utc};
use egui::Ui;

use crate::status::dispute_status;
use paydesk_core::features::disputes::DisputeTableRow;
use paydesk_core::features::operation_log::{LoggedOperation, OperationLogAction};
use paydesk_core::features::webhooks::EventTableRow;
use paydesk_core::operations::ResourceKind;
use paydesk_core::records::CachedRecord;
use paydesk_core::{Action, State};
use paydesk_domain::note::NoteSubject;
use paydesk_domain::payment::Payment;
use paydesk_domain::text::visible;
use paydesk_widgets::tokens::{Text, tokens};
use paydesk_widgets::{facts_ui, label_ui};

use super::facts::{attempt_text, line};
use super::text;

/// Longest text of an entry, in characters; a whole note is among the notes.
const DETAIL_CHARS: usize = 200;

/// Kept by the window while it runs.
#[derive(Debug, Default)]
pub struct TimelineDraft {
    /// The operations of earlier sessions were asked for.
    asked: bool,
}

/// One thing that happened.
struct TimelineEntry {
    at: DateTime<Utc>,
    name: String,
    detail: String,
}

impl TimelineEntry {
    fn new(at: DateTime<Utc>, name: impl Into<String>, detail: impl AsRef<str>) -> Self {
        Self { at, name: name.into(), detail: visible(detail.as_ref(), DETAIL_CHARS) }
    }
}

/// Draws the group, the oldest entry first.
pub fn timeline_ui(
    ui: &mut Ui,
    state: &State,
    payment: &Payment,
    draft: &mut TimelineDraft,
    actions: &mut Vec<Action>,
) {
    let operation_log = &state.operation_log;
    if operation_log.is_opening() && !std::mem::replace(&mut draft.asked, true) {
        actions.push(Action::OperationLog(OperationLogAction::Refresh));
    }
    let zone = state.zone();
    facts_ui(ui, &text::timeline(zone), |facts| {
        for entry in entries(state, payment) {
            facts.event(&entry.name, entry.at, zone, &entry.detail);
        }
    });
    if operation_log.problem.is_some() {
        label_ui(ui, Text::Small, tokens(ui).subdued, "Operations from earlier sessions could not be loaded");
    }
}

fn entries(state: &State, payment: &Payment) -> Vec<TimelineEntry> {
    let workspace = &state.workspace;
    let of_payment = workspace.records.of_payment(&payment.payment_id);
    let refunds: Vec<&CachedRecord> = of_payment.filter(|known| known.record.kind == ResourceKind::Refund).collect();
    let disputes = workspace.payment_disputes.of(&payment.payment_id, &workspace.disputes).rows;
    let refund_ids = refunds.iter().map(|refund| refund.record.id.as_str());
    let dispute_ids = disputes.iter().map(|row| row.dispute.dispute_id.as_str());
    let ids: Vec<&str> = [payment.payment_id.as_str()].into_iter().chain(refund_ids).chain(dispute_ids).collect();

    let mut entries = of_itself(payment);
    entries.extend(refunds.into_iter().filter_map(refund));
    entries.extend(disputes.iter().copied().flat_map(dispute));
    let events = ids.iter().flat_map(|id| workspace.webhooks.log().of_object(id));
    entries.extend(events.filter_map(event));
    let operations = ids.iter().flat_map(|id| state.operation_log.log().of_target(id));
    entries.extend(operations.filter(|record| record.profile_id == workspace.profile_id).map(operation));
    let index = workspace.notes.index();
    entries.extend(index.subjects_of_payment(&payment.payment_id).flat_map(|subject| written(state, &subject)));
    entries.sort_by_key(|entry| entry.at);
    entries
}

/// What the service says of the payment itself.
fn of_itself(payment: &Payment) -> Vec<TimelineEntry> {
    let times = [
        (payment.created, text::CREATED, None),
        (payment.captured_at, text::CAPTURED, None),
        (payment.cancelled_at, text::CANCELLED, payment.cancellation_reason.as_deref()),
        (payment.modified_at, text::CHANGED, None),
    ];
    let times = times
        .into_iter()
        .filter_map(|(at, name, detail)| Some(TimelineEntry::new(at?, name, detail.unwrap_or_default())));
    let attempts = payment
        .related
        .attempts
        .iter()
        .filter_map(|attempt| Some(TimelineEntry::new(attempt.created?, text::ATTEMPT, attempt_text(attempt))));
    times.chain(attempts).collect()
}

/// A refund; none whose time is not known.
fn refund(known: &CachedRecord) -> Option<TimelineEntry> {
    let reported = known.refund();
    let at = known.record.created_at()?;
    let status = reported.and_then(|refund| refund.status.as_ref()).map(|status| status.label().into_owned());
    let reason = reported.and_then(|refund| refund.reason.clone());
    let detail = line([known.amount().map(|amount| amount.to_string()), status, reason]);
    Some(TimelineEntry::new(at, text::ONE_REFUND, detail))
}

fn dispute(row: &DisputeTableRow) -> impl Iterator<Item = TimelineEntry> {
    let dispute = &row.dispute;
    let word = dispute_status(&dispute.status).word.to_string();
    let reason = dispute.reason.is_some().then(|| row.reason_words());
    let detail = line([Some(dispute.amount.to_string()), Some(word), reason]);
    let opened = dispute.created.map(|at| TimelineEntry::new(at, text::DISPUTE, detail));
    let answered = dispute.evidence_submitted_at.map(|at| TimelineEntry::new(at, "Evidence submitted", ""));
    opened.into_iter().chain(answered)
}

fn event(row: &EventTableRow) -> Option<TimelineEntry> {
    let (stored, event) = row.genuine()?;
    let at = event.timestamp.unwrap_or(stored.delivery.received_at);
    Some(TimelineEntry::new(at, text::EVENT, line([Some(row.type_text.clone()), Some(row.state.label().to_owned())])))
}

fn operation(record: &LoggedOperation) -> TimelineEntry {
    let part = |text: &str| Some(text.to_owned()).filter(|text| !text.is_empty());
    let detail = line([part(&record.operator), part(record.outcome.label()), part(&record.detail)]);
    TimelineEntry::new(record.recorded_at, &*record.title, detail)
}

/// The notes and tags of the payment, or of what belongs to it.
fn written(state: &State, subject: &NoteSubject) -> Vec<TimelineEntry> {
    let index = state.workspace.notes.index();
    let (note, tag) = match subject.kind {
        ResourceKind::Payment => (text::NOTE.to_owned(), text::TAG.to_owned()),
        kind => (text::note_on(kind.noun()), text::tag_on(kind.noun())),
    };
    let notes = index.notes_of(subject).filter(|note| !note.is_deleted());
    let notes = notes.map(|known| TimelineEntry::new(known.at, &*note, text::note_by(&known.by, &known.text)));
    let tags = index.tags_of(subject);
    let tags = tags.map(|known| TimelineEntry::new(known.at, &*tag, text::note_by(&known.by, &known.word)));
    notes.chain(tags).collect()
}
