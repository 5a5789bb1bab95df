//! The only way to the journal's rows: text of the service is scrubbed and bounded before they are written for ever.
//!
//! What a step tells is for people, and nothing is decided by it later. What was prepared is what is sent again, byte for
//! byte, and is written as it is where that is possible: card data is not in it (`OperationPlan::with_secret`). Every text
//! of a request (a reason, a name, an address, evidence, a description, metadata) may hold a card number, an IBAN or a key
//! that a person typed or pasted; none of these is written. Where the texts are not kept whole, the plan says so
//! (`OperationPlan::kept_in_part`): what is left of it is never sent. The operation in memory keeps what was typed, so
//! that as long as the program runs every attempt sends the same bytes.
//!
//! Ids stay as they are, whatever they look like: an operation is found again by them.

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
/// Longest text of a request, in bytes: evidence may be long.
const TYPED_MAX_BYTES: usize = 64 * 1024;
/// References of the merchant that are called ids, and are free texts.
const REFERENCES: [&str; 2] = ["merchant_order_reference_id", "merchant_reference_id"];
/// Longest id of an operation of ours, in bytes.
const ID_MAX_BYTES: usize = 100;

/// The entry as it may be written.
pub fn clean(entry: &JournalEntry) -> JournalEntry {
    let mut entry = entry.clone();
    texts(&mut entry.step).into_iter().for_each(clean_text);
    if let JournalStep::Prepared(Recorded::Known(known)) = &mut entry.step {
        clean_statuses(&mut known.precondition);
        known.plan.expectation.ended_status.iter_mut().for_each(clean_text);
        known.plan.stored_in_part |= clean_request(&mut known.plan) | clean_precondition(&mut known.precondition);
    }
    entry
}

fn clean_text(text: &mut String) {
    *text = cleaned(text);
}

fn cleaned(text: &str) -> String {
    scrubbed_within(text, TEXT_MAX_BYTES)
}

/// The text of a step, which may be the service's.
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
fn clean_statuses(precondition: &mut Precondition) {
    match precondition {
        Precondition::Payment(precondition) => {
            if let PaymentStatus::Unknown(word) = &mut precondition.status {
                *word = cleaned(word).into();
            }
        }
        Precondition::Payout(precondition) => {
            if let PayoutStatus::Unknown(word) = &mut precondition.status {
                *word = cleaned(word).into();
            }
        }
        Precondition::Dispute(precondition) => clean_text(&mut precondition.status),
        Precondition::Nothing => {}
    }
}

/// Whether a text of the request is not written as it is sent.
fn clean_request(plan: &mut OperationPlan) -> bool {
    let echoes = plan.expectation.echoes.iter_mut().filter(|echo| is_text(&echo.field));
    let echoed = echoes.fold(false, |changed, echo| clean_typed(&mut echo.value) | changed);
    let Some(body) = plan.request.body.as_mut().and_then(Value::as_object_mut) else { return echoed };
    let fields = body.iter_mut().map(|(name, value)| match name.as_str() {
        "description" => clean_value(value),
        "metadata" => clean_metadata(value),
        name => is_text(name) && clean_typed(value),
    });
    fields.fold(echoed, |changed, field| changed | field)
}

/// Whether a field holds what a person typed, and no id.
fn is_text(field: &str) -> bool {
    let is_id = field == "id" || field.ends_with("_id");
    !is_id || REFERENCES.contains(&field)
}

/// Whether a text in it had to be changed. Numbers are amounts and the like, and stay.
fn clean_typed(value: &mut Value) -> bool {
    match value {
        Value::Object(fields) => {
            let texts = fields.iter_mut().filter(|(name, _)| is_text(name));
            texts.fold(false, |changed, (_, value)| clean_typed(value) | changed)
        }
        Value::Array(values) => values.iter_mut().fold(false, |changed, value| clean_typed(value) | changed),
        Value::String(text) => {
            let kept = scrubbed_within(text, TYPED_MAX_BYTES);
            let is_changed = kept != *text;
            *text = kept;
            is_changed
        }
        Value::Null | Value::Bool(_) | Value::Number(_) => false,
    }
}

/// Whether the texts of the payout that was seen are not written as they were seen.
fn clean_precondition(precondition: &mut Precondition) -> bool {
    let Precondition::Payout(precondition) = precondition else { return false };
    let before = precondition.description.clone();
    precondition.description.iter_mut().for_each(clean_text);
    let metadata = precondition.metadata.as_mut().is_some_and(clean_metadata);
    metadata | (precondition.description != before)
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
