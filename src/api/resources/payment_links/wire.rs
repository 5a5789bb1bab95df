//! Payment links as JSON. The record is [undocumented](crate::resources::payment_links::reference).

use std::sync::Arc;

use crate::error::DecodeError;
use crate::wire::{Notes, Object, Spelling, raw_without_secrets};
use paydesk_domain::document::Raw;
use paydesk_domain::ids::PaymentId;
use paydesk_domain::money::MinorUnits;
use paydesk_domain::payment_link::{PaymentLink, PaymentLinkId, PaymentLinkStatus};

/// What juspay/hyperswitch calls the fields of a payment link.
const SPELLINGS: &[Spelling] =
    &[Spelling { field: "created", others: &["created_at"] }, Spelling { field: "link", others: &["link_to_pay"] }];

/// Reads whatever comes of a payment link: the answer to `POST /payment_link`. Ids, amount and currency must be what
/// they are called where they are there; the address is read from `link` or `url`.
pub fn decode_payment_link(body: impl Into<Raw>, units: MinorUnits) -> Result<PaymentLink, DecodeError> {
    let body = raw_without_secrets(body);
    let object = Object::new(&body, "")?.spelled(SPELLINGS).counted_as(units);
    let mut notes = Notes::default();
    let link = PaymentLink {
        payment_link_id: object.optional_text("payment_link_id")?.map(PaymentLinkId::new),
        payment_id: object.optional_text("payment_id")?.map(PaymentId::new),
        link: notes.shown(object.optional_string("link")).or_else(|| notes.shown(object.optional_string("url"))),
        amount: object.optional_money()?,
        description: notes.shown(object.optional_string("description")),
        status: notes.shown(object.optional_text("status")).map(PaymentLinkStatus::from_word),
        expiry: notes.shown(object.optional_time("expiry")),
        created: notes.shown(object.optional_time("created")),
        unreadable: Vec::new(),
        raw: Arc::clone(&body),
    };
    Ok(PaymentLink { unreadable: notes.into_unreadable(), ..link })
}

#[cfg(test)]
mod tests {
    use serde_json::json;

    use super::*;

    #[test]
    fn the_address_is_read_under_either_name_and_the_status_is_only_shown() {
        let link =
            decode_payment_link(json!({"url": "https://pay.example/1", "status": 5}), MinorUnits::Iso4217).unwrap();
        assert_eq!((link.link.as_deref(), link.status), (Some("https://pay.example/1"), None));
        assert_eq!(link.unreadable[0].path, "status");
        assert_eq!(
            decode_payment_link(json!({"amount": -1, "currency": "USD"}), MinorUnits::Iso4217).unwrap_err().path,
            "amount"
        );
        assert_eq!(decode_payment_link(json!({}), MinorUnits::Iso4217).unwrap().link, None);
    }
}
