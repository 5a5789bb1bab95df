//! The only way to the journal's rows: text of the service is scrubbed and bounded before they are written for ever.
//!
//! What a step reports is for people, and nothing is decided by it later. What was prepared is what is sent again, byte for
//! byte, and is written as it is where that is possible: card data is not in it (`OperationPlan::with_secret`). Every text
//! of a request (a reason, a name, an address, evidence, a description, metadata) may hold a card number, an IBAN or a key
//! that a person typed or pasted; none of these is written. Where the texts are not kept whole, the plan says so
//! (`OperationPlan::kept_in_part`): what is left of it is never sent. The operation in memory keeps what was typed, so
//! that as long as the program runs every attempt sends the same bytes.
//!
//! Ids stay as they are, whatever they look like: an operation is found again by them.

use serde_json::Value;

use paydesk_core::crash_report::scrubbing::{clean_metadata, clean_typed, clean_value, cleaned, is_text};
use paydesk_core::operations::journal::{JournalEntry, JournalStep, Recorded, RecordedRefusal};
use paydesk_core::operations::{OperationPlan, Precondition};
use paydesk_domain::payment::PaymentStatus;
use paydesk_domain::payout::PayoutStatus;

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

/// The text of a step, which may be the service's.
fn texts(step: &mut JournalStep) -> Vec<&mut String> {
    match step {
        JournalStep::Prepared(_) | JournalStep::Sending { .. } => Vec::new(),
        JournalStep::Confirmed { status } => vec![status],
        JournalStep::Declined { code, message } | JournalStep::Rejected { code, message } => vec![code, message],
        JournalStep::NotSent { why } => vec![why],
        JournalStep::Unknown { why, answer, refusal, .. } => {
            let refusal = refusal.iter_mut().flat_map(|RecordedRefusal { code, message }| [code, message]);
            [why].into_iter().chain(answer).chain(refusal).collect()
        }
        JournalStep::Resolved { finding, done_in, .. } => [finding].into_iter().chain(done_in).collect(),
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

/// Whether the texts of the payout that was seen are not written as they were seen.
fn clean_precondition(precondition: &mut Precondition) -> bool {
    let Precondition::Payout(precondition) = precondition else { return false };
    let before = precondition.description.clone();
    precondition.description.iter_mut().for_each(clean_text);
    let metadata = precondition.metadata.as_mut().is_some_and(clean_metadata);
    metadata | (precondition.description != before)
}
