//! Refunds as JSON. The record is [undocumented](crate::resources::refunds::reference).

use std::sync::Arc;

use crate::error::DecodeError;
use crate::wire::payment_error::payment_error;
use crate::wire::{Notes, Object, Spelling, raw_without_secrets};
use paydesk_domain::document::Raw;
use paydesk_domain::ids::{PaymentId, RefundId};
use paydesk_domain::money::MinorUnits;
use paydesk_domain::refund::{Refund, RefundStatus};

/// What juspay/hyperswitch calls the fields of a refund (`RefundResponse` of its v1 API).
const SPELLINGS: &[Spelling] =
    &[Spelling { field: "created", others: &["created_at"] }, Spelling { field: "updated", others: &["updated_at"] }];

/// Reads whatever comes of a refund: the answer to `POST /refunds`. Ids, status, amount and currency must be what
/// they are called where they are there: Paydesk adds refunds up.
pub fn decode_refund(body: impl Into<Raw>, units: MinorUnits) -> Result<Refund, DecodeError> {
    let body = raw_without_secrets(body);
    let object = Object::new(&body, "")?.spelled(SPELLINGS).counted_as(units);
    let mut notes = Notes::default();
    let refund = Refund {
        refund_id: object.optional_text("refund_id")?.map(RefundId::new),
        payment_id: object.optional_text("payment_id")?.map(PaymentId::new),
        amount: object.optional_money()?,
        status: object.optional_text("status")?.map(RefundStatus::from_word),
        reason: notes.shown(object.optional_string("reason")),
        refund_type: notes.shown(object.optional_string("refund_type")),
        metadata: notes.shown(object.optional_pairs("metadata")).unwrap_or_default(),
        created: notes.shown(object.optional_time("created")),
        updated: notes.shown(object.optional_time("updated")),
        error: payment_error(&object, &mut notes),
        unreadable: Vec::new(),
        raw: Arc::clone(&body),
    };
    Ok(Refund { unreadable: notes.into_unreadable(), ..refund })
}

#[cfg(test)]
mod tests {
    use serde_json::json;

    use super::*;

    #[test]
    fn an_empty_answer_is_a_refund_of_which_nothing_was_reported() {
        let refund = decode_refund(json!({}), MinorUnits::Iso4217).unwrap();
        assert_eq!((refund.refund_id, refund.amount, refund.status), (None, None, None));
    }

    #[test]
    fn what_is_added_up_must_be_what_it_is_called_and_the_rest_is_left_out() {
        for (field, value) in [("refund_id", json!(7)), ("amount", json!("600")), ("status", json!(["failed"]))] {
            let body = json!({"currency": "USD", field: value});
            assert_eq!(decode_refund(body, MinorUnits::Iso4217).unwrap_err().path, field);
        }
        let refund =
            decode_refund(json!({"status": "in_review", "reason": 7, "created": "soon"}), MinorUnits::Iso4217).unwrap();
        assert_eq!(refund.status.unwrap().as_str(), "in_review");
        let paths: Vec<&str> = refund.unreadable.iter().map(|error| error.path.as_str()).collect();
        assert_eq!(paths, ["reason", "created"]);
    }
}
