//! The one door to the journal's rows: words of the service are scrubbed and bounded before they are written for ever.
//!
//! What a step tells is for people, and nothing is decided by it later. What was prepared is written as it is but for
//! the service's statuses: it is what is sent again, byte for byte, and it holds no secret (`OperationPlan::with_secret`).

use crate::app::operations::Precondition;
use crate::app::operations::journal::{JournalEntry, JournalStep, Recorded};
use crate::domain::payment::PaymentStatus;
use crate::domain::payout::PayoutStatus;
use crate::domain::scrub::scrubbed_within;

/// Longest text of a step, in bytes.
const TEXT_MAX_BYTES: usize = 4 * 1024;

/// The entry as it may be written.
pub fn clean(entry: &JournalEntry) -> JournalEntry {
    let mut entry = entry.clone();
    texts(&mut entry.step).into_iter().for_each(clean_text);
    clean_statuses(&mut entry.step);
    entry
}

fn clean_text(text: &mut String) {
    *text = cleaned(text);
}

fn cleaned(text: &str) -> String {
    scrubbed_within(text, TEXT_MAX_BYTES)
}

/// The words of a step, which may be the service's.
fn texts(step: &mut JournalStep) -> Vec<&mut String> {
    match step {
        JournalStep::Prepared(_) | JournalStep::Sending { .. } => Vec::new(),
        JournalStep::Confirmed { status } => vec![status],
        JournalStep::Declined { code, message } | JournalStep::Rejected { code, message } => vec![code, message],
        JournalStep::NotSent { why } | JournalStep::Unknown { why, .. } => vec![why],
        JournalStep::Resolved { finding, .. } => vec![finding],
    }
}

/// A status that we do not know is a text like any other.
fn clean_statuses(step: &mut JournalStep) {
    let JournalStep::Prepared(Recorded::Known(known)) = step else { return };
    match &mut known.seen {
        Precondition::Payment(seen) => {
            if let PaymentStatus::Unknown(word) = &mut seen.status {
                *word = cleaned(word).into();
            }
        }
        Precondition::Payout(seen) => {
            if let PayoutStatus::Unknown(word) = &mut seen.status {
                *word = cleaned(word).into();
            }
        }
        Precondition::Dispute(seen) => clean_text(&mut seen.status),
        Precondition::Nothing => {}
    }
}
