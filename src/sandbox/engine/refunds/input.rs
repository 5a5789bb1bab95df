//! What a request may say about a refund (API reference).

use serde_json::{Map, Value};

use crate::engine::fields::FieldReader;
use crate::engine::refusal::{Reason, Refusal};
use paydesk_domain::ids::PaymentId;

/// The create input, each field checked by itself.
#[derive(Debug, Clone)]
pub struct RefundInput {
    pub payment_id: String,
    pub refund_id: Option<String>,
    /// In the lowest unit; everything that is left when absent.
    pub amount: Option<i64>,
    pub reason: Option<String>,
    pub refund_type: Option<String>,
    pub metadata: Option<Map<String, Value>>,
}

impl RefundInput {
    pub fn read(fields: &FieldReader) -> Result<Self, Refusal> {
        Ok(Self {
            payment_id: fields.required_text("payment_id")?.to_owned(),
            refund_id: read_id(fields)?,
            amount: fields.amount("amount", i64::MAX)?,
            reason: fields.string("reason")?,
            refund_type: fields.string("refund_type")?,
            metadata: fields.metadata()?,
        })
    }

    /// Whether the refund does not wait; the specification shows the value `Instant` and no other.
    pub fn is_instant(&self) -> bool {
        self.refund_type.as_deref().is_some_and(|word| word.eq_ignore_ascii_case("instant"))
    }
}

/// The pattern of payment ids (ours: the specification shows none for refunds).
fn read_id(fields: &FieldReader) -> Result<Option<String>, Refusal> {
    let Some(text) = fields.text("refund_id")? else {
        return Ok(None);
    };
    if PaymentId::parse(text).is_err() {
        let message = "refund_id must have 1 to 64 characters, only letters, digits, “_” and “-”";
        return Err(Refusal::new(Reason::Invalid, message));
    }
    Ok(Some(text.to_owned()))
}
