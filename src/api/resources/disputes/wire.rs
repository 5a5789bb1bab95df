//! Disputes as JSON ([API reference](crate::api::resources::disputes::reference)).

use std::sync::Arc;

use serde_json::Value;

use crate::api::error::DecodeError;
use crate::api::wire::{Notes, Object, ROWS_MAX, too_many_rows, without_secrets};
use crate::domain::dispute::{Dispute, DisputeStage, DisputeStatus, EvidenceReceipt};
use crate::domain::document::RAW_ROWS_MAX;
use crate::domain::ids::{DisputeId, PaymentId};

/// One page of `GET /disputes/list`. Rows that cannot be read do not spoil the others.
#[derive(Debug, Clone, PartialEq, Eq, Default)]
pub struct DisputePage {
    /// What could not be read within a row stands in that row.
    pub rows: Vec<Dispute>,
    /// Rows that are missing above.
    pub unreadable: Vec<DecodeError>,
    /// The first [`RAW_ROWS_MAX`] of these, secrets masked.
    pub unreadable_raw: Vec<Value>,
    /// How many rows the filter matches in all, where the service says so.
    pub total_count: Option<u64>,
    /// Whether rows follow this page, where the service says so.
    pub has_more: Option<bool>,
}

/// Reads the list envelope; only a missing `data` fails the whole page.
pub fn decode_page(body: &Value) -> Result<DisputePage, DecodeError> {
    let envelope = Object::new(body, "")?;
    let data = envelope.array("data")?;
    let mut page = DisputePage::default();
    for (index, value) in data.iter().enumerate().take(ROWS_MAX) {
        match decode_dispute(value, format!("data[{index}]")) {
            Ok(row) => page.rows.push(row),
            Err(error) => {
                page.unreadable.push(error);
                let has_room = page.unreadable_raw.len() < RAW_ROWS_MAX;
                page.unreadable_raw.extend(has_room.then(|| without_secrets(value.clone())));
            }
        }
    }
    page.unreadable.extend(too_many_rows(data.len()));
    page.total_count = envelope.get("total_count").and_then(Value::as_u64);
    page.has_more = envelope.get("has_more").and_then(Value::as_bool);
    Ok(page)
}

/// Reads a dispute that stands at `path`: its ids, status, amount and currency must be there.
pub fn decode_dispute(value: &Value, path: String) -> Result<Dispute, DecodeError> {
    let value = without_secrets(value.clone());
    let object = Object::new(&value, path)?;
    let mut notes = Notes::default();
    // The list item is not documented to have one; analytics call it by the longer name.
    let stage =
        notes.shown(object.optional_text("stage")).or_else(|| notes.shown(object.optional_text("dispute_stage")));
    let dispute = Dispute {
        dispute_id: DisputeId::new(object.text("dispute_id")?),
        payment_id: PaymentId::new(object.text("payment_id")?),
        amount: object.money()?,
        status: DisputeStatus::from_word(object.text("status")?),
        reason: notes.shown(object.optional_string("reason")),
        created: notes.shown(object.optional_time("created")),
        stage: stage.map(DisputeStage::from_word),
        evidence_deadline: notes.shown(object.optional_time("evidence_deadline")),
        evidence_submitted_at: notes.shown(object.optional_time("evidence_submitted_at")),
        evidence: notes.shown(object.optional_pairs("evidence")).unwrap_or_default(),
        modified_at: notes.shown(object.optional_time("modified_at")),
        unreadable: Vec::new(),
        raw: Arc::new(Value::Null),
    };
    Ok(Dispute { unreadable: notes.into_unreadable(), raw: Arc::new(value), ..dispute })
}

/// Reads the answer to evidence: the id and the word `submitted`.
pub fn decode_receipt(body: Value) -> Result<EvidenceReceipt, DecodeError> {
    let body = without_secrets(body);
    let object = Object::new(&body, "")?;
    let mut notes = Notes::default();
    let receipt = EvidenceReceipt {
        dispute_id: DisputeId::new(object.text("dispute_id")?),
        status: object.text("status")?.to_owned(),
        evidence_submitted_at: notes.shown(object.optional_time("evidence_submitted_at")),
        unreadable: Vec::new(),
        raw: Arc::new(Value::Null),
    };
    Ok(EvidenceReceipt { unreadable: notes.into_unreadable(), raw: Arc::new(body), ..receipt })
}

#[cfg(test)]
mod tests {
    use serde_json::json;

    use super::*;

    fn row() -> Value {
        json!({"dispute_id": "dsp_1", "payment_id": "pay_1", "amount": 500, "currency": "EUR", "status": "won"})
    }

    fn read(value: &Value) -> Result<Dispute, DecodeError> {
        decode_dispute(value, "data[3]".to_owned())
    }

    #[test]
    fn the_vital_fields_of_a_row_have_to_be_there_and_an_error_says_where_they_are_not() {
        assert_eq!(read(&row()).unwrap().status, DisputeStatus::Won);
        for field in ["dispute_id", "payment_id", "amount", "currency", "status"] {
            let mut body = row();
            body[field] = json!({});
            assert_eq!(read(&body).unwrap_err().path, format!("data[3].{field}"));
        }
        assert_eq!(read(&json!(7)).unwrap_err().path, "data[3]");
    }

    #[test]
    fn undocumented_fields_are_read_where_they_come() {
        let mut body = row();
        assert_eq!(read(&body).unwrap().stage, None);
        body["dispute_stage"] = json!("pre_dispute");
        assert_eq!(read(&body).unwrap().stage, Some(DisputeStage::PreDispute));
        body["stage"] = json!("arbitration");
        body["evidence_deadline"] = json!("2026-12-05T10:00:00Z");
        body["evidence"] = json!({"customer_name": "Ada"});
        let dispute = read(&body).unwrap();
        assert_eq!(dispute.stage, Some(DisputeStage::Unknown("arbitration".into())));
        assert_eq!(dispute.evidence_deadline, Some("2026-12-05T10:00:00Z".parse().unwrap()));
        assert_eq!(dispute.evidence, [("customer_name".to_owned(), "Ada".to_owned())]);
    }

    #[test]
    fn a_wrong_type_of_a_shown_field_is_noted_and_stays_in_the_raw_value() {
        let mut body = row();
        body["reason"] = json!(104);
        body["created"] = json!("soon");
        let dispute = read(&body).unwrap();
        assert_eq!((dispute.reason, dispute.created), (None, None));
        let paths: Vec<&str> = dispute.unreadable.iter().map(|error| error.path.as_str()).collect();
        assert_eq!(paths, ["data[3].reason", "data[3].created"]);
        assert_eq!(*dispute.raw, body);
    }
}
