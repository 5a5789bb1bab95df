//! Texts of the review queue.

pub use crate::text::{
    BILLING, CANCEL_PAYMENT, CANCELLED, CARD, DETAILS, ID, LOADING, LOADING_PAYMENT, NOTHING_IN_REVIEW,
    OPEN_OPERATIONS, OPEN_PAYMENT, OUTCOME_UNKNOWN, REJECT_PAYMENT, REVIEW_QUEUE, SKIP, UNDO, UNKNOWN, assigned_to,
};
pub use paydesk_core::text::{AMOUNT, APPROVED, DONE as CONFIRMED, IP_ADDRESS, SUMMARY, UNDER_WAY as IN_PROGRESS};

use std::fmt::Display;

use paydesk_core::features::bulk::text as bulk_text;
use paydesk_core::text::CANCEL;

use paydesk_core::features::review_queue::ReviewCounts;
use paydesk_core::features::review_queue::UNDO_S;
use paydesk_core::features::review_queue::item::{DecisionKind, DecisionState, ReviewDecision};
use paydesk_core::features::review_queue::related::{RELATED_MAX, RelatedBy};
use paydesk_core::features::review_queue::text as queue_text;
use paydesk_domain::money::{Money, grouped_count};
use paydesk_domain::payer_places::AddressPart;

pub const NEXT: &str = "Next payment (J)";
pub const FIRST: &str = "This is the first payment";
pub const LAST: &str = "There are no more payments";
pub const CANCELLATION_REASON: &str = "Cancellation reason, optional";
pub const NOT_STORED: &str = "Payments of this profile are not stored on this computer, so other payments cannot be compared. Turn on payment \
     history in Settings.";
pub const DECISION: &str = "Decision";
pub const SKIPPED: &str = "Skipped";
pub const DECIDED_ELSEWHERE: &str = "Decided elsewhere";

/// `3 of 17`, `14 left`, `2 approved`.
pub fn progress(place: Option<usize>, all: usize, counts: &ReviewCounts) -> Vec<String> {
    let number = |count: usize| grouped_count(count as u64);
    let place = place.map(|place| format!("{} of {}", number(place), number(all)));
    let parts = [
        (counts.left, "left"),
        (counts.under_way, "in progress"),
        (counts.approved.0, queue_text::participle(DecisionKind::Approve)),
        (counts.cancelled.0, queue_text::participle(DecisionKind::Cancel)),
        (counts.skipped, "skipped"),
        (counts.elsewhere, "decided elsewhere"),
        (counts.unknown, UNKNOWN),
        (counts.failed, "not done"),
    ];
    let parts = parts.into_iter().filter(|(count, _)| *count > 0);
    place.into_iter().chain(parts.map(|(count, what)| format!("{} {what}", number(count)))).collect()
}

pub fn created(at: impl Display) -> String {
    format!("Created {at}")
}

pub fn not_loaded(id: &str) -> String {
    format!("{id} could not be loaded")
}

pub fn approve(amount: &Money, captures: bool) -> String {
    let verb = if captures { "Approve and capture" } else { bulk_text::APPROVE };
    format!("{verb} {amount}")
}

pub fn undo_hint(environment: &str) -> String {
    format!("{environment}. A decision is sent {UNDO_S} seconds after you make it; until then, U undoes it.")
}

pub fn decision(kind: DecisionKind) -> &'static str {
    match kind {
        DecisionKind::Approve => bulk_text::APPROVE,
        DecisionKind::Cancel => CANCEL,
    }
}

pub fn decision_word(decision: &ReviewDecision) -> &'static str {
    match decision {
        ReviewDecision::Open => "Not decided",
        ReviewDecision::Skipped => SKIPPED,
        ReviewDecision::Elsewhere(_) => DECIDED_ELSEWHERE,
        ReviewDecision::Decided(decided) => match (&decided.state, decided.kind) {
            (DecisionState::Done, DecisionKind::Approve) => APPROVED,
            (DecisionState::Done, DecisionKind::Cancel) => CANCELLED,
            (_, kind) => self::decision(kind),
        },
    }
}

pub fn sent_in(seconds: u64) -> String {
    format!("will be sent in {seconds} s")
}

pub fn decided_elsewhere(status: &str) -> String {
    format!("It is no longer in review: {status}. It was not decided here.")
}

pub fn same(by: RelatedBy) -> &'static str {
    match by {
        RelatedBy::Email => "Same e-mail",
        RelatedBy::Customer => "Same customer",
        RelatedBy::Card => "Same last four digits",
    }
}

pub fn payments(count: usize, is_cut: bool) -> String {
    match (count, is_cut) {
        (_, true) => format!("The latest {} payments", grouped_count(RELATED_MAX as u64)),
        (1, false) => paydesk_core::text::ONE_PAYMENT.to_owned(),
        (count, false) => format!("{} payments", grouped_count(count as u64)),
    }
}

pub fn paid(count: usize, sums: &str) -> String {
    format!("{} paid, {sums}", grouped_count(count as u64))
}

pub fn declined(count: usize) -> String {
    format!("{} declined", grouped_count(count as u64))
}

pub fn disputed(count: usize) -> String {
    format!("{} disputed", grouped_count(count as u64))
}

pub fn refunded(count: usize) -> String {
    format!("{} refunded", grouped_count(count as u64))
}

/// `4.1 times the usual 25.00 EUR (12 payments)`.
pub fn usual(median: &Money, of: usize, tenths: i64) -> String {
    format!("{}.{} times the usual amount of {median} ({})", tenths / 10, tenths % 10, payments(of, false))
}

pub fn addresses_differ(part: AddressPart, billing: &str, shipping: &str) -> String {
    let part = match part {
        AddressPart::Country => "country",
        AddressPart::State => "state",
        AddressPart::City => "city",
        AddressPart::PostalCode => "postcode",
        AddressPart::Line1 => "street",
    };
    format!("Billing and shipping differ in the {part}: {billing}, {shipping}")
}

pub fn countries(known: &str) -> String {
    format!("Countries: {known}")
}

pub fn customer_tags(tags: &str) -> String {
    format!("Tags: {tags}")
}

pub fn note_by(by: &str, when: &str, noun: &str, id: &str) -> String {
    format!("{by}, {when}, on {noun} {id}")
}

pub fn summary_title(counts: &ReviewCounts) -> &'static str {
    match (counts.left + counts.skipped, counts.under_way) {
        (0, 0) => "All payments have been decided",
        (0, _) => "All payments have been decided. The last decisions are being sent.",
        (_, _) => "End of the queue",
    }
}

pub fn count_and_sum(count: usize, sums: &str) -> String {
    if count == 0 { payments(0, false) } else { format!("{} · {sums}", payments(count, false)) }
}

pub fn continue_with(count: usize) -> String {
    format!("Continue with {}", payments(count, false))
}

pub fn review_skipped(count: usize) -> String {
    format!("Review {} skipped", grouped_count(count as u64))
}
