//! Records that a service shows within a payment: refunds, disputes, attempts and captures.
//!
//! The specification shows none of them; the names are those of juspay/hyperswitch (`PaymentsResponse` of its v1 API).
//! Refunds and disputes stay documents here: their own decoders read them.

use std::sync::Arc;

use serde_json::Value;

use crate::error::DecodeError;
use crate::wire::payment_error::payment_error;
use crate::wire::{Notes, Object, ROWS_MAX, Spelling};
use paydesk_domain::document::Raw;
use paydesk_domain::money::Money;
use paydesk_domain::payment::{PaymentAttempt, PaymentCapture, RelatedRecords};

const SPELLINGS: &[Spelling] = &[Spelling { field: "created", others: &["created_at"] }];
/// What a record within a payment leaves out, because the payment says it.
const OF_PAYMENT: [&str; 2] = ["payment_id", "currency"];

pub(super) fn related_records(payment: &Object<'_>, amount: &Money, notes: &mut Notes) -> RelatedRecords {
    let rows = |name: &str, notes: &mut Notes| rows(payment, name, notes);
    let (refunds, disputes) = (rows("refunds", notes), rows("disputes", notes));
    let (attempts, captures) = (rows("attempts", notes), rows("captures", notes));
    let total = |name: &str| payment.get("state_metadata")?.get(name)?.as_i64();
    RelatedRecords {
        // An answer with the field in it shows all of them: `null` says that there are none.
        refunds: payment.map.contains_key("refunds").then(|| completed(payment, refunds)),
        disputes: completed(payment, disputes),
        refunded_minor: total("total_refunded_amount"),
        disputed_minor: total("total_disputed_amount"),
        attempts: read_rows(attempts, "attempts", notes, |row, notes| attempt(row, amount, notes)),
        captures: read_rows(captures, "captures", notes, |row, notes| capture(row, amount, notes)),
    }
}

fn rows<'a>(payment: &Object<'a>, name: &str, notes: &mut Notes) -> &'a [Value] {
    let list = notes.shown(payment.optional(name, "a list", Value::as_array));
    list.map_or(&[], |list| &list[..list.len().min(ROWS_MAX)])
}

/// The rows as documents of their own, with what the payment says for them.
fn completed(payment: &Object<'_>, rows: &[Value]) -> Vec<Raw> {
    let complete = |row: &Value| {
        let mut row = row.clone();
        for name in OF_PAYMENT {
            let known = payment.get(name).cloned().zip(row.as_object_mut());
            known.into_iter().for_each(|(value, row)| {
                row.entry(name).or_insert(value);
            });
        }
        Arc::new(row)
    };
    rows.iter().map(complete).collect()
}

fn read_rows<T>(
    rows: &[Value],
    name: &str,
    notes: &mut Notes,
    read: impl Fn(&Object<'_>, &mut Notes) -> Result<T, DecodeError>,
) -> Vec<T> {
    let mut records = Vec::new();
    for (index, value) in rows.iter().enumerate() {
        let row = Object::new(value, format!("{name}[{index}]")).map(|row| row.spelled(SPELLINGS));
        let record = row.and_then(|row| read(&row, notes)).map(Some);
        records.extend(notes.shown(record));
    }
    records
}

fn attempt(row: &Object<'_>, of_payment: &Money, notes: &mut Notes) -> Result<PaymentAttempt, DecodeError> {
    Ok(PaymentAttempt {
        attempt_id: row.text("attempt_id")?.to_owned(),
        status: row.text("status")?.to_owned(),
        amount: notes.shown(money(row, of_payment)),
        connector: notes.shown(row.optional_string("connector")),
        created: notes.shown(row.optional_time("created")),
        error: payment_error(row, notes),
    })
}

fn capture(row: &Object<'_>, of_payment: &Money, notes: &mut Notes) -> Result<PaymentCapture, DecodeError> {
    Ok(PaymentCapture {
        capture_id: row.text("capture_id")?.to_owned(),
        status: row.text("status")?.to_owned(),
        amount: notes.shown(money(row, of_payment)),
        error: payment_error(row, notes),
    })
}

/// The amount of a row, in its own currency or in that of the payment.
fn money(row: &Object<'_>, of_payment: &Money) -> Result<Option<Money>, DecodeError> {
    let currency = row
        .optional_text("currency")?
        .map_or_else(|| of_payment.currency.clone(), |code| of_payment.currency.units().currency(code));
    Ok(row.optional_amount("amount")?.map(|minor| Money::new(minor, currency)))
}

#[cfg(test)]
mod tests {
    use serde_json::json;

    use crate::resources::disputes::wire::decode_dispute;
    use crate::resources::payments::wire::decode_payment;
    use paydesk_domain::payment::Payment;

    use super::*;
    use paydesk_domain::money::MinorUnits;

    fn payment(extra: Value) -> Payment {
        let mut body = json!({"payment_id": "pay_1", "status": "succeeded", "amount": 6540, "currency": "USD"});
        body.as_object_mut().unwrap().extend(extra.as_object().unwrap().clone());
        decode_payment(body, MinorUnits::Iso4217).unwrap()
    }

    #[test]
    fn refunds_are_not_known_where_the_answer_has_no_such_field() {
        assert_eq!(payment(json!({})).related, RelatedRecords::default());
        assert_eq!(payment(json!({"refunds": null})).related.refunds, Some(vec![]));
        let related = payment(json!({"refunds": [{"refund_id": "ref_1", "amount": 500, "status": "pending"}]})).related;
        let expected = json!({"refund_id": "ref_1", "amount": 500, "status": "pending", "payment_id": "pay_1",
            "currency": "USD"});
        assert_eq!(*related.refunds.unwrap()[0], expected);
    }

    #[test]
    fn a_dispute_within_a_payment_is_of_that_payment_and_in_its_currency() {
        let row = json!({"dispute_id": "dp_1", "amount": "500", "dispute_status": "dispute_opened"});
        let related = payment(json!({"disputes": [row]})).related;
        let dispute = decode_dispute(&related.disputes[0], "disputes[0]".to_owned(), MinorUnits::Iso4217).unwrap();
        assert_eq!((dispute.payment_id.as_str(), dispute.amount.to_string()), ("pay_1", "5.00 USD".to_owned()));
    }

    #[test]
    fn attempts_and_captures_are_read_and_one_that_cannot_be_is_reported() {
        let payment = payment(json!({
            "attempts": [{"attempt_id": "pay_1_1", "status": "failure", "amount": 6540, "currency": "USD",
                "connector": "stripe", "error_code": "51", "created_at": "2026-11-21T10:00:00Z"}, {"status": "charged"}],
            "captures": [{"capture_id": "cap_1", "status": "charged", "amount": 700}, 5],
        }));
        let related = payment.related;
        assert_eq!((related.attempts.len(), related.captures.len()), (1, 1));
        assert_eq!(related.attempts[0].error.error_code.as_deref(), Some("51"));
        assert_eq!(related.captures[0].amount.as_ref().unwrap().to_string(), "7.00 USD");
        let paths: Vec<&str> = payment.unreadable.iter().map(|error| error.path.as_str()).collect();
        assert_eq!(paths, ["attempts[1].attempt_id", "captures[1]"]);
    }
}
