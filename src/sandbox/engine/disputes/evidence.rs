//! Evidence: an absent field stays as it is, an empty text clears it, a
//! file has to exist.

use chrono::{DateTime, Utc};
use serde_json::Value;
use strum::IntoEnumIterator as _;

use super::list::find;
use super::transitions;
use crate::engine::fields::FieldReader;
use crate::engine::refusal::{Reason, Refusal, quoted};
use crate::engine::work::Work;
use crate::storage;
use crate::storage::disputes::{DisputeRecord, SandboxDisputeStatus};
use paydesk_domain::evidence::EvidenceField;

/// Evidence as a request brings it.
#[derive(Debug, Clone)]
pub struct EvidenceInput {
    pub dispute_id: String,
    /// What changes, in the order of the specification; an empty text clears.
    pub changes: Vec<(EvidenceField, String)>,
}

impl EvidenceInput {
    /// Reads a body; a field that is none of the 26 is refused, as a misspelt name would lose the dispute unnoticed.
    pub fn read(fields: &FieldReader) -> Result<Self, Refusal> {
        let dispute_id = fields.required_text("dispute_id")?.to_owned();
        if let Some(name) = fields.names().find(|name| *name != "dispute_id" && EvidenceField::parse(name).is_none()) {
            return Err(Refusal::new(Reason::Invalid, format!("{} is not an evidence field", quoted(name))));
        }
        let mut changes = Vec::new();
        for field in EvidenceField::iter() {
            if let Some(text) = fields.string(field.as_str())? {
                changes.push((field, text));
            }
        }
        Ok(Self { dispute_id, changes })
    }
}

/// Takes evidence against a dispute; repeatedly, until its deadline.
pub fn submit(work: &Work, input: &EvidenceInput) -> Result<DisputeRecord, Refusal> {
    let mut dispute = find(work, &input.dispute_id)?;
    require_open(&dispute, work.now)?;
    change(work, &mut dispute, input)?;
    transitions::challenge(work, &mut dispute)?;
    Ok(dispute)
}

fn require_open(dispute: &DisputeRecord, now: DateTime<Utc>) -> Result<(), Refusal> {
    let DisputeRecord { dispute_id, status, deadline, .. } = dispute;
    let past = if *deadline <= now { format!(", and its evidence deadline was {deadline}") } else { String::new() };
    match status {
        SandboxDisputeStatus::Won | SandboxDisputeStatus::Lost => {
            let message = format!("dispute {dispute_id} is {}{past}: it no longer accepts evidence", status.as_ref());
            Err(Refusal::not_allowed(message))
        }
        SandboxDisputeStatus::DisputeOpened | SandboxDisputeStatus::Challenged if *deadline <= now => {
            Err(Refusal::not_allowed(format!("the evidence deadline of dispute {dispute_id} was {deadline}")))
        }
        SandboxDisputeStatus::DisputeOpened | SandboxDisputeStatus::Challenged => Ok(()),
    }
}

fn change(work: &Work, dispute: &mut DisputeRecord, input: &EvidenceInput) -> Result<(), Refusal> {
    for (field, text) in &input.changes {
        if text.is_empty() {
            dispute.evidence.remove(field.as_str());
            continue;
        }
        if field.is_file() && storage::files::by_id(work.db, text)?.is_none() {
            return Err(Refusal::invalid(
                field.as_str(),
                format!("must be the id of an uploaded file, not {}", quoted(text)),
            ));
        }
        dispute.evidence.insert(field.as_str().to_owned(), Value::String(text.clone()));
    }
    Ok(())
}
