//! The body of `/_sandbox/payments/{id}/dispute` (ours).

use std::str::FromStr;

use strum::VariantNames;

use crate::engine::fields::FieldReader;
use crate::engine::refusal::{Refusal, quoted};
use crate::storage::disputes::SandboxDisputeStage;

/// How long evidence is taken (our number: the specification does not show it).
pub const EVIDENCE_DAYS: i64 = 14;
const MAX_EVIDENCE_DAYS: i64 = 365;
/// Longest reason (ours).
const REASON_MAX_CHARS: usize = 255;

/// A dispute to be raised.
#[derive(Debug, Clone)]
pub struct DisputeInput {
    pub reason: String,
    pub stage: SandboxDisputeStage,
    /// In the lowest unit; everything that was received when absent.
    pub amount: Option<i64>,
    pub deadline_days: i64,
}

impl DisputeInput {
    pub fn read(fields: &FieldReader) -> Result<Self, Refusal> {
        let reason = fields.required_text("reason")?;
        if reason.chars().count() > REASON_MAX_CHARS {
            let rule = format!("must have at most {REASON_MAX_CHARS} characters, not {}", quoted(reason));
            return Err(Refusal::invalid("reason", rule));
        }
        let stage = fields.choice("stage", SandboxDisputeStage::VARIANTS)?;
        let deadline_days = fields.integer("deadline_days")?.unwrap_or(EVIDENCE_DAYS);
        if !(1..=MAX_EVIDENCE_DAYS).contains(&deadline_days) {
            let rule = format!("must be from 1 to {MAX_EVIDENCE_DAYS}, not {deadline_days}");
            return Err(Refusal::invalid("deadline_days", rule));
        }
        Ok(Self {
            reason: reason.to_owned(),
            stage: stage
                .and_then(|word| SandboxDisputeStage::from_str(word).ok())
                .unwrap_or(SandboxDisputeStage::Dispute),
            amount: fields.amount("amount", i64::MAX)?,
            deadline_days,
        })
    }

    /// What the holder of the dispute card says.
    pub fn fraudulent() -> Self {
        Self {
            reason: "fraudulent".to_owned(),
            stage: SandboxDisputeStage::Dispute,
            amount: None,
            deadline_days: EVIDENCE_DAYS,
        }
    }
}
