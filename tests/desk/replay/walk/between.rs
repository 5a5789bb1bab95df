//! What happened on the server between two exchanges without being recorded: payments, refunds and changes made by the
//! program under test, and what the processor and the banks did. What of it is known stands in later lists.

use std::collections::BTreeSet;
use std::sync::LazyLock;

use axum::http::Method;
use serde_json::{Map, Value, json};

use super::super::recorded::{Exchange, exchanges};
use super::{Walk, why_not};

/// Numbers of cards by their last four digits.
const CARDS: [(&str, &str); 2] = [("4242", "4242424242424242"), ("4444", "5555555555554444")];

/// The rows of the longest lists of payments, oldest id first: of payments that were recorded nowhere else.
static UNRECORDED_PAYMENTS: LazyLock<Vec<&Value>> = LazyLock::new(|| {
    let walked = exchanges().iter().enumerate().filter(|(index, exchange)| why_not(*index, exchange).is_none());
    let created: BTreeSet<&str> = walked
        .filter(|(_, exchange)| exchange.path == "/payments")
        .filter_map(|(_, exchange)| exchange.body["payment_id"].as_str())
        .filter(|id| *id != LOST)
        .collect();
    let lists = exchanges().iter().filter(|e| e.method == "GET" && e.path == "/payments/list" && e.is_success());
    let rows = lists.flat_map(|list| list.answer["data"].as_array().unwrap());
    let mut rows: Vec<&Value> = rows.filter(|row| !created.contains(id(row))).collect();
    rows.sort_by_key(|row| (id(row).starts_with("pay_desk"), id(row)));
    rows.dedup_by_key(|row| id(row));
    rows
});

fn id(row: &Value) -> &str {
    row["payment_id"].as_str().unwrap()
}

/// Before the exchange at this place, these requests were made and answered.
const CHANGES: [(usize, &str, &str); 13] = [
    (178, "/payments/pay_hl_0034_draft", r#"{"description": "Changed draft"}"#),
    (178, "/payments/pay_hl_0023_auth/capture", "{}"),
    (178, "/payments/pay_hl_0024_auth/capture", r#"{"amount_to_capture": 50000}"#),
    (178, "/payments/pay_hl_0025_auth/capture", r#"{"amount_to_capture": 5000}"#),
    (178, "/payments/pay_hl_0026_auth/capture", "{}"),
    (178, "/payments/pay_hl_0028_auth/capture", "{}"),
    (231, "/payments/pay_hl_0303_hold/capture", r#"{"amount_to_capture": 300}"#),
    (231, "/payments/pay_hl_0304_hold/cancel", "{}"),
    (231, "/payments/pay_hl_0305_hold/capture", "{}"),
    (231, "/payments/pay_hl_0306_hold/capture", "{}"),
    (231, "/payments/pay_hl_0307_hold/capture", "{}"),
    (231, "/payments/pay_hl_0308_hold/capture", "{}"),
    (
        196,
        "/customers",
        r#"{"customer_id": "cus_klara", "name": "Klara Doe", "email": "klara@mail.example",
        "phone": "301234567", "phone_country_code": "+49", "description": "VIP"}"#,
    ),
];

/// Refunds that the program under test made before the exchange at this place, oldest first; the last list has them.
const REFUNDS_BEFORE: usize = 178;
const REFUNDS: [&str; 4] = [
    "ref_1e19ab6f86acb8605eca342348ad612f",
    "ref_f3e4e188c9b8fa75729afbc35292ed6f",
    "ref_7660570e708e3a324e2efcc5f365b55b",
    "ref_634ff403d381b71f3fe2c41369e20f84",
];

/// The processor reported disputes before this exchange.
const DISPUTES_BEFORE: usize = 149;
/// No account of a processor took payouts from the first to the second of these.
const WITHOUT_PAYOUTS: (usize, usize) = (126, 196);
/// The first payment that was recorded with its request.
const FIRST_PAYMENT: usize = 25;
/// A payment whose answer was lost, made before this exchange.
const LOST: &str = "pay_desk_lost1";
const LOST_BEFORE: usize = 233;
/// An API key was made before this exchange.
const KEY_BEFORE: usize = 221;
/// A payout of the program under test was made before this exchange.
const PAYOUT_BEFORE: usize = 231;

pub async fn happens_before(walk: &mut Walk, index: usize, exchange: &Exchange) {
    unrecorded_payments(walk, index, exchange).await;
    for (_, path, body) in CHANGES.iter().filter(|(before, _, _)| *before == index) {
        walk.post(path, serde_json::from_str(body).unwrap()).await;
    }
    match index {
        DISPUTES_BEFORE => disputes(walk).await,
        REFUNDS_BEFORE => refunds(walk).await,
        PAYOUT_BEFORE => payout(walk).await,
        KEY_BEFORE => key(walk).await,
        _ => {}
    }
    if index == WITHOUT_PAYOUTS.0 || index == WITHOUT_PAYOUTS.1 {
        let without = index == WITHOUT_PAYOUTS.0;
        walk.client.post("/_sandbox/settings", json!({ "no_payout_processor": without })).await.ok();
    }
}

/// Payments are numbered in the order of their creation; those of the program under test came last.
async fn unrecorded_payments(walk: &mut Walk, index: usize, exchange: &Exchange) {
    let is_before = |row: &&&Value| match id(row).starts_with("pay_desk") {
        true => index == if id(row) == LOST { LOST_BEFORE } else { WITHOUT_PAYOUTS.1 },
        false => {
            exchange.path == "/payments" && exchange.body["payment_id"].as_str().is_some_and(|next| id(row) < next)
        }
    };
    for row in UNRECORDED_PAYMENTS.iter().filter(is_before) {
        let path = format!("/payments/{}", id(row));
        if walk.client.get(&path).await.status == 404 {
            walk.post("/payments", body_of(row)).await;
        }
    }
}

/// The request that leads to this row.
fn body_of(row: &Value) -> Value {
    let mut body = Map::new();
    let names = "payment_id amount currency capture_method customer_id description metadata billing shipping \
                 authentication_type payment_method payment_method_type";
    for name in names.split_whitespace().filter(|name| !row[name].is_null()) {
        body.insert(name.to_owned(), without_nulls(&row[name]));
    }
    for name in ["name", "email", "phone", "phone_country_code"] {
        if let Some(text) = row["customer"][name].as_str() {
            body.insert(name.to_owned(), text.into());
        }
    }
    if let Some(last4) = row.pointer("/payment_method_data/card/last4").and_then(Value::as_str) {
        let number = CARDS.iter().find(|(known, _)| *known == last4).unwrap().1;
        let holder = &row["payment_method_data"]["card"]["card_holder_name"];
        body.insert("confirm".to_owned(), true.into());
        if !id(row).starts_with("pay_desk") {
            // As the requests of the same program that were recorded.
            for name in ["return_url", "browser_info", "statement_descriptor_name"] {
                body.insert(name.to_owned(), exchanges()[FIRST_PAYMENT].body[name].clone());
            }
        }
        body.insert(
            "payment_method_data".to_owned(),
            json!({"card": {"card_number": number, "card_exp_month": "03", "card_exp_year": "2030",
                "card_holder_name": holder, "card_cvc": "737"}}),
        );
    }
    Value::Object(body)
}

fn without_nulls(value: &Value) -> Value {
    match value {
        Value::Object(fields) => {
            let kept = fields.iter().filter(|(_, value)| !value.is_null());
            Value::Object(kept.map(|(name, value)| (name.clone(), without_nulls(value))).collect())
        }
        other => other.clone(),
    }
}

async fn refunds(walk: &mut Walk) {
    let list = exchanges().iter().rfind(|exchange| exchange.path == "/refunds/list").unwrap();
    let rows = list.answer["data"].as_array().unwrap();
    for refund_id in REFUNDS {
        let row = rows.iter().find(|row| row["refund_id"] == refund_id).unwrap();
        let body = json!({"refund_id": refund_id, "payment_id": row["payment_id"], "amount": row["amount"],
            "metadata": row["metadata"]});
        walk.post("/refunds", body).await;
    }
}

/// Six disputes; one is challenged and stays so, one is won, one is lost.
async fn disputes(walk: &mut Walk) {
    let list = exchanges()[DISPUTES_BEFORE].answer.as_array().unwrap();
    let evidence = [
        ("pay_hl_0054_dispute", Some("undecided_evidence")),
        ("pay_hl_0007_ok", Some("winning_evidence")),
        ("pay_hl_0008_ok", Some("losing_evidence")),
    ];
    for row in list.iter().rev() {
        let payment_id = id(row);
        if payment_id == "pay_hl_0010_ok" {
            walk.client.advance(21).await;
        }
        let body = json!({"reason": row["connector_reason"], "stage": row["dispute_stage"]});
        let dispute = walk.post(&format!("/_sandbox/payments/{payment_id}/dispute"), body).await;
        let dispute_id = dispute["dispute_id"].as_str().unwrap_or_default().to_owned();
        walk.ids.learn(row["dispute_id"].as_str().unwrap(), &dispute_id);
        if let Some((_, Some(text))) = evidence.iter().find(|(of, _)| *of == payment_id) {
            walk.post("/disputes/evidence", json!({"dispute_id": dispute_id, "uncategorized_text": text})).await;
        }
    }
}

async fn key(walk: &mut Walk) {
    let row = &exchanges()[KEY_BEFORE].answer[1];
    let body = json!({"name": row["name"], "expiration": row["expiration"]}).to_string();
    let admin = walk.client.credentials.admin_key.clone();
    walk.client.advance(1).await;
    walk.client.bytes(Method::POST, "/api_keys/merchant_harbour", Some(&admin), body.into_bytes()).await.ok();
}

async fn payout(walk: &mut Walk) {
    let row = &exchanges()[255].answer["data"][0];
    let names = "amount currency customer_id payout_type billing entity_type metadata description priority \
                 merchant_order_reference_id";
    let mut body = Map::new();
    for name in names.split_whitespace().filter(|name| !row[name].is_null()) {
        body.insert(name.to_owned(), without_nulls(&row[name]));
    }
    let bank = json!({"bank": {"iban": "DE89370400440532013000", "bic": "COBADEFFXXX"}});
    body.insert("payout_method_data".to_owned(), bank);
    body.insert("confirm".to_owned(), true.into());
    let payout = walk.post("/payouts/create", Value::Object(body)).await;
    walk.ids.learn(row["payout_id"].as_str().unwrap(), payout["payout_id"].as_str().unwrap_or_default());
}
