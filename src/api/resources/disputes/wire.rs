//! Disputes as JSON ([API reference](crate::resources::disputes::reference)).

use std::sync::Arc;

use serde_json::Value;

use crate::error::DecodeError;
use crate::wire::{ListPage, Notes, Object, ROWS_MAX, Spelling, too_many_rows, without_secrets};
use paydesk_domain::dispute::{Dispute, DisputeStage, DisputeStatus, EvidenceReceipt};
use paydesk_domain::document::RAW_ROWS_MAX;
use paydesk_domain::ids::{DisputeId, PaymentId};
use paydesk_domain::money::{MinorUnits, Money};

/// What juspay/hyperswitch calls the fields of a dispute (`DisputeResponse` of its v1 API).
const SPELLINGS: &[Spelling] = &[
    Spelling { field: "status", others: &["dispute_status"] },
    // The list item of the specification has no stage; its analytics call it by the longer name.
    Spelling { field: "stage", others: &["dispute_stage"] },
    Spelling { field: "reason", others: &["connector_reason"] },
    Spelling { field: "created", others: &["created_at"] },
    Spelling { field: "evidence_deadline", others: &["challenge_required_by"] },
];

/// One page of `GET /disputes/list`. Rows that cannot be read do not spoil the others.
#[derive(Debug, Clone, PartialEq, Eq, Default)]
pub struct DisputePage {
    /// What could not be read within a row is in that row.
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

/// Reads a page; only one without rows fails as a whole.
pub fn decode_page(body: &Value, units: MinorUnits) -> Result<DisputePage, DecodeError> {
    let list = ListPage::read(body)?;
    let mut page = DisputePage { total_count: list.total_count, has_more: list.has_more, ..DisputePage::default() };
    for (index, value) in list.rows.iter().enumerate().take(ROWS_MAX) {
        match decode_dispute(value, list.at(index), units) {
            Ok(row) => page.rows.push(row),
            Err(error) => {
                page.unreadable.push(error);
                let has_room = page.unreadable_raw.len() < RAW_ROWS_MAX;
                page.unreadable_raw.extend(has_room.then(|| without_secrets(value.clone())));
            }
        }
    }
    page.unreadable.extend(too_many_rows(list.rows.len()));
    Ok(page)
}

/// Reads a dispute that is at `path`: its ids, status, amount and currency must be there.
pub fn decode_dispute(value: &Value, path: String, units: MinorUnits) -> Result<Dispute, DecodeError> {
    let value = without_secrets(value.clone());
    let object = Object::new(&value, path)?.spelled(SPELLINGS).counted_as(units);
    let mut notes = Notes::default();
    let currency = object.units().currency(object.text("currency")?);
    let dispute = Dispute {
        dispute_id: DisputeId::new(object.text("dispute_id")?),
        payment_id: PaymentId::new(object.text("payment_id")?),
        amount: Money::new(object.amount_or_digits("amount")?, currency),
        status: DisputeStatus::from_word(object.text("status")?),
        reason: notes.shown(object.optional_string("reason")),
        created: notes.shown(object.optional_time("created")),
        stage: notes.shown(object.optional_text("stage")).map(DisputeStage::from_word),
        evidence_deadline: notes.shown(object.optional_time("evidence_deadline")),
        evidence_submitted_at: notes.shown(object.optional_time("evidence_submitted_at")),
        evidence: notes.shown(object.optional_pairs("evidence")).unwrap_or_default(),
        modified_at: notes.shown(object.optional_time("modified_at")),
        unreadable: Vec::new(),
        raw: Arc::new(Value::Null),
    };
    Ok(Dispute { unreadable: notes.into_unreadable(), raw: Arc::new(value), ..dispute })
}

/// Reads the answer to evidence: the id and the word `submitted`, or the dispute with its status.
pub fn decode_receipt(body: Value) -> Result<EvidenceReceipt, DecodeError> {
    let body = without_secrets(body);
    let object = Object::new(&body, "")?.spelled(SPELLINGS);
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
        decode_dispute(value, "data[3]".to_owned(), MinorUnits::Iso4217)
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
    fn a_row_of_hyperswitch_is_read_by_its_own_names() {
        let body = json!([{
            "dispute_id": "dp_1", "payment_id": "pay_1", "attempt_id": "pay_1_1", "amount": "6540", "currency": "USD",
            "dispute_stage": "pre_dispute", "dispute_status": "dispute_challenged", "connector": "checkout",
            "connector_status": "evidence_under_review", "connector_dispute_id": "dsp_9", "connector_reason": "fraud",
            "connector_reason_code": "10.4", "challenge_required_by": "2026-12-05T10:00:00.000Z",
            "created_at": "2026-11-20T10:00:00.000Z", "is_already_refunded": false,
        }]);
        let page = decode_page(&body, MinorUnits::Iso4217).unwrap();
        assert_eq!((page.rows.len(), page.unreadable.len(), page.total_count), (1, 0, None));
        let dispute = &page.rows[0];
        assert_eq!((dispute.amount.to_string(), &dispute.status), ("65.40 USD".to_owned(), &DisputeStatus::Challenged));
        assert_eq!((dispute.reason.as_deref(), &dispute.stage), (Some("fraud"), &Some(DisputeStage::PreDispute)));
        assert_eq!(dispute.evidence_deadline, Some("2026-12-05T10:00:00Z".parse().unwrap()));
        assert_eq!(dispute.created, Some("2026-11-20T10:00:00Z".parse().unwrap()));
        assert_eq!((dispute.unreadable.len(), &*dispute.raw), (0, &body[0]));
        let receipt = decode_receipt(body[0].clone()).unwrap();
        assert_eq!((receipt.dispute_id.as_str(), receipt.status.as_str()), ("dp_1", "dispute_challenged"));
    }

    #[test]
    fn undocumented_fields_are_read_where_they_come() {
        let mut body = row();
        assert_eq!(read(&body).unwrap().stage, None);
        body["dispute_stage"] = json!("pre_dispute");
        assert_eq!(read(&body).unwrap().stage, Some(DisputeStage::PreDispute));
        body["stage"] = json!("mediation");
        body["evidence_deadline"] = json!("2026-12-05T10:00:00Z");
        body["evidence"] = json!({"customer_name": "Ada"});
        let dispute = read(&body).unwrap();
        assert_eq!(dispute.stage, Some(DisputeStage::Unknown("mediation".into())));
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
