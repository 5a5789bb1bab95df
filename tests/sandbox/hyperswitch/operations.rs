//! What is changed: captures of one and of several parts, cancellations, refunds, evidence, payouts.

use serde_json::{Value, json};

use super::{REVIEW, VISA, client, payout};

fn state(payment: &Value) -> (&str, i64, Option<i64>) {
    let status = payment["status"].as_str().unwrap();
    (status, payment["amount_capturable"].as_i64().unwrap(), payment["amount_received"].as_i64())
}

#[tokio::test]
async fn one_capture_ends_a_manual_authorization_and_several_a_multiple_one() {
    let client = client();
    let single = client.held("manual").await;
    assert_eq!((state(&single), &single["capture_method"]), (("requires_capture", 1000, None), &json!("manual")));
    let captured = client.change(&single, "capture", json!({"amount_to_capture": 400})).await;
    assert_eq!(state(&captured), ("partially_captured", 0, Some(400)));
    assert_eq!(
        client.ledger_of(single["payment_id"].as_str().unwrap()).await.last().unwrap(),
        &("void".to_owned(), 600)
    );

    let several = client.held("manual_multiple").await;
    let captured = client.change(&several, "capture", json!({"amount_to_capture": 400})).await;
    assert_eq!(state(&captured), ("partially_captured_and_capturable", 600, Some(400)));
    let captured = client.change(&several, "capture", json!({"amount_to_capture": 600})).await;
    assert_eq!(state(&captured), ("succeeded", 0, Some(1000)));
    let path = format!("/payments/{}?expand_captures=true", several["payment_id"].as_str().unwrap());
    let captures = client.get(&path).await.ok()["captures"].clone();
    let amounts: Vec<i64> = captures.as_array().unwrap().iter().map(|one| one["amount"].as_i64().unwrap()).collect();
    assert_eq!(amounts, [400, 600]);
}

#[tokio::test]
async fn what_is_not_decided_can_be_captured_whole_as_far_as_the_number_says() {
    let client = client();
    let created = client.post("/payments", json!({"amount": 700, "currency": "EUR"})).await.ok();
    assert_eq!(state(&created), ("requires_payment_method", 700, None));
    let challenged = client.pay("4000003800000446", json!({"return_url": "https://shop.example/back"})).await;
    assert_eq!(state(&challenged), ("requires_customer_action", 1000, None));
    assert_eq!(client.pay(super::INSUFFICIENT, json!({})).await["status"], "failed");
}

#[tokio::test]
async fn reviews_are_approved_and_cancelled_authorizations_and_expired_ones_have_their_words() {
    let client = client();
    let review = client.pay(REVIEW, json!({})).await;
    assert_eq!(review["status"], "requires_merchant_action");
    assert_eq!(client.change(&review, "approve", json!({})).await["status"], "succeeded");
    let held = client.held("manual").await;
    let cancelled = client.change(&held, "cancel", json!({"cancellation_reason": "requested_by_customer"})).await;
    assert_eq!(
        (&cancelled["status"], &cancelled["cancellation_reason"]),
        (&json!("cancelled"), &json!("requested_by_customer"))
    );
    let held = client.held("manual").await;
    client.advance(8 * 86_400).await;
    assert_eq!(client.payment(held["payment_id"].as_str().unwrap()).await["status"], "expired");
}

#[tokio::test]
async fn a_refund_is_in_its_payment_and_its_id_is_taken_once() {
    let client = client();
    let payment = client.pay(VISA, json!({})).await;
    let id = payment["payment_id"].as_str().unwrap();
    let body = json!({"payment_id": id, "refund_id": "ref_1", "amount": 300, "refund_type": "instant"});
    let refund = client.post("/refunds", body.clone()).await.ok();
    assert_eq!((&refund["status"], refund.get("refund_type")), (&json!("succeeded"), None));
    assert_eq!(client.payment(id).await["refunds"][0], refund);
    assert_eq!(client.get("/refunds/ref_1").await.ok(), refund);
    let again = client.post("/refunds", body).await;
    assert_eq!((again.status.as_u16(), again.json()["error"]["code"].as_str().unwrap()), (400, "HE_01"));
    let more = client.post("/refunds", json!({"payment_id": id, "amount": 800})).await;
    assert_eq!(more.json()["error"]["code"], "IR_13");
    let spelt = client.post("/refunds", json!({"payment_id": id, "refund_type": "Instant"})).await;
    assert_eq!((spelt.status.as_u16(), &spelt.json()["error"]["code"]), (400, &json!("IR_06")));
    assert_eq!(client.ledger_of(id).await.iter().filter(|(effect, _)| effect == "refund").count(), 1);
}

#[tokio::test]
async fn evidence_answers_the_dispute_without_a_status_of_its_own() {
    let client = client();
    let payment = client.pay(VISA, json!({})).await;
    let path = format!("/_sandbox/payments/{}/dispute", payment["payment_id"].as_str().unwrap());
    let id = client.post(&path, json!({"reason": "fraudulent"})).await.ok()["dispute_id"].clone();
    let evidence = json!({"dispute_id": id, "uncategorized_text": "winning_evidence"});
    let answer = client.post("/disputes/evidence", evidence).await.ok();
    assert_eq!((&answer["dispute_status"], answer.get("status")), (&json!("dispute_challenged"), None));
    client.advance(30).await;
    let path = format!("/disputes/{}", id.as_str().unwrap());
    assert_eq!(client.get(&path).await.ok()["dispute_status"], "dispute_won");
}

#[tokio::test]
async fn updates_of_payments_customers_and_payouts_answer_the_whole_object() {
    let client = client();
    let payment = client.post("/payments", json!({"amount": 700, "currency": "EUR"})).await.ok();
    let path = format!("/payments/{}", payment["payment_id"].as_str().unwrap());
    assert_eq!(client.post(&path, json!({"amount": 800})).await.ok()["net_amount"], 800);
    client.post("/customers", json!({"customer_id": "cus_1"})).await.ok();
    let customer = client.post("/customers/cus_1", json!({"name": "Ada"})).await.ok();
    assert_eq!((&customer["name"], customer.get("modified_at")), (&json!("Ada"), None));
    let mut body = payout();
    body["confirm"] = false.into();
    let payout = client.post("/payouts/create", body).await.ok();
    let path = format!("/payouts/{}", payout["payout_id"].as_str().unwrap());
    let updated = client.put(&path, json!({"description": "Rent"})).await.ok();
    assert_eq!((&updated["description"], &updated["payout_id"]), (&json!("Rent"), &payout["payout_id"]));
}

#[tokio::test]
async fn a_payout_is_confirmed_then_initiated_and_arrives_minutes_later() {
    let client = client();
    let mut body = payout();
    body["confirm"] = false.into();
    let payout = client.post("/payouts/create", body).await.ok();
    assert_eq!(payout["status"], "requires_confirmation");
    let path = format!("/payouts/{}", payout["payout_id"].as_str().unwrap());
    assert_eq!(client.post(&format!("{path}/confirm"), json!({})).await.ok()["status"], "requires_fulfillment");
    let changed = client.put(&path, json!({"description": "Rent"})).await;
    assert_eq!((changed.status.as_u16(), &changed.json()["error"]["code"]), (422, &json!("IR_06")));
    assert_eq!(client.post(&format!("{path}/fulfill"), json!({})).await.ok()["status"], "initiated");
    assert_eq!(client.post(&format!("{path}/fulfill"), json!({})).await.status, 422);
    assert_eq!(client.post(&format!("{path}/cancel"), json!({})).await.status, 422);
    client.advance(300).await;
    assert_eq!(client.get(&path).await.ok()["status"], "success");
}

#[tokio::test]
async fn a_payout_that_no_processor_takes_is_refused_and_left_behind() {
    let client = client();
    client.post("/_sandbox/settings", json!({"no_payout_processor": true})).await.ok();
    let refused = client.post("/payouts/create", payout()).await;
    assert_eq!((refused.status.as_u16(), &refused.json()["error"]["code"]), (400, &json!("IR_39")));
    let list = client.get("/payouts/list").await.ok();
    assert_eq!((&list["size"], &list["data"][0]["status"]), (&json!(1), &json!("requires_creation")));
}

#[tokio::test]
async fn approving_captures_in_full_and_a_payment_in_review_is_let_go_by_a_rejection_only() {
    let client = client();
    let held = client.held("manual").await;
    let approved = client.change(&held, "approve", json!({})).await;
    assert_eq!((&approved["status"], &approved["amount_received"]), (&json!("succeeded"), &held["amount"]));
    let review = client.pay(REVIEW, json!({"capture_method": "manual"})).await;
    let cancel = format!("/payments/{}/cancel", review["payment_id"].as_str().unwrap());
    assert_eq!(client.post(&cancel, json!({})).await.json()["error"]["code"], "IR_16");
    assert_eq!(client.change(&review, "reject", json!({})).await["status"], "cancelled");
    let review = client.pay(REVIEW, json!({"capture_method": "manual"})).await;
    assert_eq!(client.change(&review, "approve", json!({})).await["status"], "succeeded");
}
