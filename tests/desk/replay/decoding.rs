//! Every recorded answer is read: no status is unknown, and nothing secret is kept.

use paydesk_api::resources::customers::wire::decode_customer;
use paydesk_api::resources::disputes::wire as disputes;
use paydesk_api::resources::payments::wire as payments;
use paydesk_api::resources::payouts::wire::decode_payout;
use paydesk_api::resources::refunds::wire::decode_refund;
use paydesk_domain::dispute::DisputeStatus;
use paydesk_domain::money::MinorUnits;
use paydesk_domain::payment::{Payment, PaymentStatus};
use paydesk_domain::payout::PayoutStatus;
use paydesk_domain::refund::RefundStatus;
use serde_json::{Value, json};

use super::recorded::{Exchange, exchanges};

/// The objects of an answer that have this field: the answer itself, or the rows of a list.
fn objects<'a>(exchange: &'a Exchange, field: &str) -> Vec<&'a Value> {
    let rows = exchange.answer.get("data").unwrap_or(&exchange.answer);
    let rows = rows.as_array().map_or_else(|| vec![rows], |rows| rows.iter().collect());
    rows.into_iter().filter(|row| row.get(field).is_some()).collect()
}

/// Successful answers of the paths that begin so.
fn answers(path: &str) -> impl Iterator<Item = &'static Exchange> {
    exchanges().iter().filter(move |exchange| exchange.is_success() && exchange.path.starts_with(path))
}

fn secrets(value: &Value) -> Vec<String> {
    match value {
        Value::Object(fields) => fields.iter().flat_map(|(name, value)| secrets_of(name, value)).collect(),
        Value::Array(rows) => rows.iter().flat_map(secrets).collect(),
        Value::Null | Value::Bool(_) | Value::Number(_) | Value::String(_) => Vec::new(),
    }
}

fn secrets_of(name: &str, value: &Value) -> Vec<String> {
    match value.as_str() {
        Some(text) if ["client_secret", "sdk_authorization"].contains(&name) => vec![text.to_owned()],
        Some(_) => Vec::new(),
        None => secrets(value),
    }
}

#[track_caller]
fn assert_keeps_no_secret(kept: &Value, sent: &Value) {
    let text = kept.to_string();
    for secret in secrets(sent) {
        assert!(!text.contains(&secret), "{secret} is kept");
    }
}

fn assert_read(payment: &Payment, note: &str) {
    assert!(!matches!(payment.status, PaymentStatus::Unknown(_)), "{note}: {:?}", payment.status);
    assert!(payment.amount.currency.is_known(), "{note}: {:?}", payment.amount);
    assert_eq!(payment.unreadable, [], "{note}");
}

#[test]
fn every_payment_is_read_with_its_amounts_and_without_its_secrets() {
    let mut read = 0;
    for exchange in answers("/payments") {
        for object in objects(exchange, "payment_id").into_iter().filter(|object| object.get("amount").is_some()) {
            let payment = payments::decode_payment(object.clone(), MinorUnits::Hyperswitch)
                .unwrap_or_else(|e| panic!("{}: {e}", exchange.note));
            assert_read(&payment, &exchange.note);
            let minor = |amount: &Option<paydesk_domain::money::Money>| amount.as_ref().map(|money| money.minor);
            assert_eq!(minor(&payment.amount_received), object["amount_received"].as_i64(), "{}", exchange.note);
            assert_eq!(minor(&payment.amount_capturable), object["amount_capturable"].as_i64(), "{}", exchange.note);
            assert_keeps_no_secret(&payment.raw, object);
            read += 1;
        }
    }
    assert!(read > 490, "{read}");
}

#[test]
fn every_page_of_payments_is_read_row_by_row() {
    let lists = answers("/payments/list").chain(answers("/payments/profile/list"));
    for exchange in lists {
        let page = payments::decode_page(&exchange.answer, MinorUnits::Hyperswitch).unwrap();
        assert_eq!((&page.unreadable, &page.incomplete), (&vec![], &vec![]), "{}", exchange.note);
        assert_eq!(page.rows.len(), exchange.answer["data"].as_array().unwrap().len());
        assert_eq!(page.whole.is_empty(), page.rows.is_empty(), "rows carry more than the documented fields");
    }
}

#[test]
fn a_row_says_what_was_refunded_only_by_its_sum() {
    let rows = answers("/payments/list").flat_map(|exchange| objects(exchange, "payment_id"));
    let refunded = |row: &&Value| row.pointer("/state_metadata/total_refunded_amount").is_some_and(Value::is_number);
    let row = rows.into_iter().find(refunded).expect("one was refunded");
    assert!(row["refunds"].is_null(), "as rows of that server are");
    let page = payments::decode_page(&json!({ "data": [row] }), MinorUnits::Hyperswitch).unwrap();
    assert!(page.whole[0].related.refunded_minor.is_some_and(|minor| minor > 0));
}

#[test]
fn every_refund_payout_dispute_and_customer_is_read() {
    let mut read = [0; 4];
    for exchange in answers("/refunds") {
        for object in objects(exchange, "refund_id") {
            let refund = decode_refund(object.clone(), MinorUnits::Hyperswitch)
                .unwrap_or_else(|e| panic!("{}: {e}", exchange.note));
            assert!(
                !matches!(refund.status, None | Some(RefundStatus::Unknown(_))),
                "{}: {:?}",
                exchange.note,
                refund.status
            );
            read[0] += 1;
        }
    }
    for exchange in answers("/payouts") {
        for object in objects(exchange, "payout_id") {
            let payout = decode_payout(object.clone(), MinorUnits::Hyperswitch)
                .unwrap_or_else(|e| panic!("{}: {e}", exchange.note));
            assert!(!matches!(payout.status, PayoutStatus::Unknown(_)), "{}: {:?}", exchange.note, payout.status);
            assert_keeps_no_secret(&payout.raw, object);
            read[1] += 1;
        }
    }
    for exchange in answers("/disputes") {
        for object in objects(exchange, "dispute_id").into_iter().filter(|object| object.get("amount").is_some()) {
            let dispute = disputes::decode_dispute(object, String::new(), MinorUnits::Hyperswitch)
                .unwrap_or_else(|e| panic!("{}: {e}", exchange.note));
            assert!(!matches!(dispute.status, DisputeStatus::Unknown(_)), "{}: {:?}", exchange.note, dispute.status);
            read[2] += 1;
        }
    }
    for exchange in answers("/customers") {
        for object in objects(exchange, "customer_id") {
            decode_customer(object.clone()).unwrap_or_else(|e| panic!("{}: {e}", exchange.note));
            read[3] += 1;
        }
    }
    assert!(read.iter().all(|count| *count > 0), "{read:?}");
}
