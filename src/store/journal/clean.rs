//! The one door to the journal's rows: words of the service are scrubbed and bounded before they are written for ever.
//!
//! What a step says is for people, and nothing is decided by it later. What was prepared is what is sent again, byte
//! for byte, and is written as it is where that is possible: card data is not in it (`OperationPlan::with_secret`). A
//! description and metadata, the person's or those that the service showed, may hold anything of any length. Where they
//! are not kept whole, the plan says so (`OperationPlan::kept_in_part`), and nothing of it is ever sent.

use serde_json::{Map, Value};

use crate::app::operations::journal::{JournalEntry, JournalStep, OPERATION_ID, Recorded};
use crate::app::operations::{OperationPlan, Precondition};
use crate::domain::payment::PaymentStatus;
use crate::domain::payout::PayoutStatus;
use crate::domain::scrub::scrubbed_within;

/// Longest text of a step, in bytes.
const TEXT_MAX_BYTES: usize = 4 * 1024;
/// Longest metadata as JSON, in bytes: the documented 50 pairs of 540 characters fit twice.
const METADATA_MAX_BYTES: usize = 64 * 1024;
/// Longest id of an operation of ours, in bytes.
const ID_MAX_BYTES: usize = 100;

/// The entry as it may be written.
pub fn clean(entry: &JournalEntry) -> JournalEntry {
    let mut entry = entry.clone();
    texts(&mut entry.step).into_iter().for_each(clean_text);
    if let JournalStep::Prepared(Recorded::Known(known)) = &mut entry.step {
        clean_statuses(&mut known.seen);
        known.plan.kept_in_part |= clean_request(&mut known.plan) | clean_seen_texts(&mut known.seen);
    }
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
fn clean_statuses(seen: &mut Precondition) {
    match seen {
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

/// Whether a text of the request is not written as it is sent.
fn clean_request(plan: &mut OperationPlan) -> bool {
    let Some(body) = plan.request.body.as_mut().and_then(Value::as_object_mut) else { return false };
    let description = body.get_mut("description").is_some_and(clean_value);
    let metadata = body.get_mut("metadata").is_some_and(clean_metadata);
    description | metadata
}

/// Whether the texts of the payout that was seen are not written as they were seen.
fn clean_seen_texts(seen: &mut Precondition) -> bool {
    let Precondition::Payout(seen) = seen else { return false };
    let before = seen.description.clone();
    seen.description.iter_mut().for_each(clean_text);
    let metadata = seen.metadata.as_mut().is_some_and(clean_metadata);
    metadata | (seen.description != before)
}

/// Whether it had to be changed. The id of our operation stays: a read or an event is recognised by it.
fn clean_metadata(metadata: &mut Value) -> bool {
    let is_too_long = metadata.to_string().len() > METADATA_MAX_BYTES;
    let Value::Object(pairs) = metadata else { return clean_value(metadata) };
    if is_too_long {
        pairs.retain(|name, value| name == OPERATION_ID && value.as_str().is_some_and(|id| id.len() <= ID_MAX_BYTES));
        return true;
    }
    clean_pairs(pairs)
}

fn clean_pairs(pairs: &mut Map<String, Value>) -> bool {
    let count = pairs.len();
    pairs.retain(|name, _| cleaned(name) == *name);
    let values = pairs.iter_mut().filter(|(name, _)| *name != OPERATION_ID);
    let changed = values.fold(false, |changed, (_, value)| clean_value(value) | changed);
    changed | (pairs.len() != count)
}

/// Whether a text in it had to be changed.
fn clean_value(value: &mut Value) -> bool {
    let text = match value {
        Value::Object(pairs) => return clean_pairs(pairs),
        Value::Array(values) => return values.iter_mut().fold(false, |changed, value| clean_value(value) | changed),
        Value::Null | Value::Bool(_) => return false,
        Value::String(text) => text.clone(),
        Value::Number(number) => number.to_string(),
    };
    let stored = cleaned(&text);
    let is_changed = stored != text;
    if is_changed {
        *value = Value::String(stored);
    }
    is_changed
}
