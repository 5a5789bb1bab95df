//! Declines: every code of the specification, the published cards, and the line between declined and rejected.

use axum::http::StatusCode;
use paydesk_domain::decline::{LEGACY_CODES, UNIFIED_CODES};
use paydesk_test_sandbox::helpers::{Client, card, payment_with};
use serde_json::{Value, json};

#[tokio::test]
async fn each_of_the_56_codes_is_reachable_with_any_card_and_brings_its_message() {
    let client = Client::new();
    for (code, message) in UNIFIED_CODES.iter().chain(&LEGACY_CODES) {
        let payment = client.pay("4242424242424242", json!({"metadata": {"sandbox_outcome": code}})).await;
        assert_eq!(payment["status"], "failed", "{code}");
        assert_eq!((&payment["unified_code"], &payment["unified_message"]), (&json!(code), &json!(message)));
        assert!(matches!(payment["error_code"].as_str(), Some("PE_01" | "PE_02" | "PE_03")), "{payment}");
        assert!(payment["error_message"].is_string());
        let details = &payment["error_details"];
        assert_eq!(details["unified_details"]["message"], *message);
        for name in ["code", "message", "reason"] {
            assert!(details["connector_details"][name].is_string());
        }
    }
    let list = client.post("/payments/list", json!({"status": "failed", "limit": 100})).await.ok();
    assert_eq!(list["total_count"], 56);
    let codes = list["data"].as_array().unwrap().iter().filter(|row| row["unified_code"].is_string()).count();
    assert_eq!(codes, 56);
    assert!(client.get("/_sandbox/ledger").await.ok()["data"].as_array().unwrap().is_empty());
}

#[tokio::test]
async fn the_published_cards_do_what_they_are_published_for() {
    let client = Client::new();
    for (number, status, code) in [
        ("4242424242424242", "succeeded", None),
        ("4111 1111 1111 1111", "succeeded", None),
        ("5555555555554444", "succeeded", None),
        ("378282246310005", "succeeded", None),
        ("4000000000000002", "failed", Some("UE_1007")),
        ("4000000000009995", "failed", Some("UE_1001")),
        ("4000000000000069", "failed", Some("UE_1002")),
        ("4000000000000127", "failed", Some("UE_1004")),
        ("4000000000009987", "failed", Some("UE_1006")),
        ("4000000000000119", "failed", Some("UE_3002")),
        ("4100000000000019", "failed", Some("UE_2003")),
        ("4000003800000446", "requires_action", None),
        ("4000000000009235", "requires_merchant_action", None),
        ("4000000000000259", "succeeded", None),
        ("4000000000005126", "succeeded", None),
        ("6011111111111117", "succeeded", None),
        ("4242424242424241", "failed", Some("UE_1003")),
    ] {
        let payment = client.pay(number, json!({})).await;
        assert_eq!(payment["status"], status, "{number}");
        assert_eq!(payment["unified_code"].as_str(), code, "{number}");
    }
}

#[tokio::test]
async fn an_answer_shows_four_things_of_a_card_and_nothing_shows_more() {
    let client = Client::new();
    let payment = client.pay("378282246310005", json!({})).await;
    let expected = json!({"last4": "0005", "brand": "American Express", "exp_month": "03", "exp_year": "2030"});
    assert_eq!(payment["payment_method_data"], json!({ "card": expected }));
    assert!(!payment.to_string().contains("378282246310005"));
    assert!(!payment.to_string().contains("737"));
}

#[tokio::test]
async fn insufficient_funds_and_an_expired_card_have_their_own_error_codes() {
    let client = Client::new();
    assert_eq!(client.pay("4000000000000002", json!({})).await["error_code"], "PE_01");
    assert_eq!(client.pay("4000000000009995", json!({})).await["error_code"], "PE_02");
    assert_eq!(client.pay("4000000000000069", json!({})).await["error_code"], "PE_03");
}

#[tokio::test]
async fn a_card_that_cannot_be_read_is_rejected_and_no_payment_is_made() {
    let client = Client::new();
    let cases: Vec<(Value, &str, &str)> = vec![
        (json!({"card_number": null}), "IR_01", "card_number"),
        (json!({"card_exp_month": null}), "IR_01", "card_exp_month"),
        (json!({"card_exp_year": null}), "IR_01", "card_exp_year"),
        (json!({"card_cvc": null}), "IR_01", "card_cvc"),
        (json!({"card_number": "4242"}), "IR_04", "card_number"),
        (json!({"card_number": "4242x24242424242"}), "IR_04", "card_number"),
        (json!({"card_number": 4_242_424_242_424_242_u64}), "IR_04", "card_number must be a string"),
        (json!({"card_exp_month": "3"}), "IR_04", "card_exp_month"),
        (json!({"card_exp_month": "13"}), "IR_04", "card_exp_month"),
        (json!({"card_exp_month": "00"}), "IR_04", "card_exp_month"),
        (json!({"card_exp_month": "+3"}), "IR_04", "card_exp_month"),
        (json!({"card_exp_year": "30"}), "IR_04", "card_exp_year"),
        (json!({"card_exp_year": "2026", "card_exp_month": "10"}), "IR_04", "card_exp_year"),
        (json!({"card_exp_year": "1999"}), "IR_04", "card_exp_year"),
        (json!({"card_cvc": "12"}), "IR_04", "card_cvc"),
        (json!({"card_cvc": "12345"}), "IR_04", "card_cvc"),
        (json!({"card_cvc": "12a"}), "IR_04", "card_cvc"),
        (json!({"card_holder_name": 5}), "IR_04", "card_holder_name"),
    ];
    for (change, code, mention) in cases {
        let mut card = card("4242424242424242");
        paydesk_test_sandbox::helpers::merge(&mut card, change);
        let body = payment_with("4242424242424242", json!({"payment_method_data": {"card": card}}));
        client.post("/payments", body).await.refused(400, code, mention);
    }
    assert_eq!(client.get("/payments/list").await.ok()["total_count"], 0);
}

#[tokio::test]
async fn a_card_is_good_until_the_end_of_the_month_it_names() {
    let client = Client::new();
    let mut card = card("4242424242424242");
    paydesk_test_sandbox::helpers::merge(&mut card, json!({"card_exp_month": "11", "card_exp_year": "2026"}));
    let body = payment_with("4242424242424242", json!({"payment_method_data": {"card": card}}));
    assert_eq!(client.post("/payments", body).await.status, StatusCode::OK);
}
