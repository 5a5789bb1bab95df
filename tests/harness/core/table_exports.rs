//! Rows with values that an export has to keep harmless.

use paydesk_core::operations::ResourceKind;
use paydesk_core::records::Record;
use paydesk_domain::profile::ProfileId;
use serde_json::json;

/// Records of all kinds with texts that would run in a spreadsheet, or hide something.
pub fn hostile(kind: ResourceKind, id_field: &str) -> Record {
    let text = "=1+1";
    let reported = json!({id_field: "=cmd|'/C calc'!A0", "id": "=cmd", "payment_id": "pay_1", "customer_id": "@SUM(A1)",
        "amount": 100, "currency": "EUR", "status": "+1", "reason": text, "name": text, "description": "\u{0}=1+1",
        "email": "\u{200b}=1+1", "phone": "+49 30", "error_message": "-1+1", "expiry": null, "plan_id": text,
        "item_price_id": text, "coupon_code": text, "payout_type": text, "merchant_order_reference_id": text, "key_id": "=cmd",
        "api_key": "snd_secret_value", "prefix": "snd_pre", "merchant_id": "m", "created": "2026-11-21T10:00:00Z",
        "expiration": "never", "link": "https://a.example"});
    let record = json!({"profile_id": ProfileId::embedded(), "family": kind, "id": "=cmd|'/C calc'!A0",
        "made_at": "2026-11-21T10:00:00Z", "told_at": "2026-11-21T10:00:00Z", "told": reported,
        "made_by": {"operator": "=operator", "operation_id": "op_1"}});
    serde_json::from_value(record).unwrap()
}

/// A record of a kind with an ordinary name.
pub fn named(kind: ResourceKind, name: &str) -> Record {
    let mut record = hostile(kind, "ignored");
    let reported = json!({"refund_id": name, "payout_id": name, "customer_id": name, "id": name, "payment_link_id": name,
        "key_id": name, "payment_id": "pay_1", "amount": 100, "currency": "EUR", "status": "succeeded", "name": name,
        "created": "2026-11-21T10:00:00Z", "expiration": "never"});
    (record.id, record.reported) = (name.to_owned(), Some(std::sync::Arc::new(reported)));
    record
}
