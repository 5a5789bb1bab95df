//! The limits of the specification: what fits, and one more.

use paydesk_test_sandbox::helpers::{Client, billing, card, payment_with};
use serde_json::{Map, Value, json};

const GOOD: &str = "4242424242424242";

fn pairs(count: usize, key_chars: usize, value_chars: usize) -> Value {
    let pair = |i: usize| (format!("{i:k>key_chars$}"), json!("é".repeat(value_chars)));
    Value::Object((0..count).map(pair).collect::<Map<_, _>>())
}

#[tokio::test]
async fn every_limit_takes_n_and_refuses_n_plus_one() {
    let client = Client::new();
    let cases = [
        ("payment_id", json!({"payment_id": "a".repeat(64)}), json!({"payment_id": "a".repeat(65)})),
        ("payment_id", json!({"payment_id": "A-z_9"}), json!({"payment_id": "a b"})),
        ("payment_id", json!({}), json!({"payment_id": ""})),
        ("payment_id", json!({"payment_id": "a"}), json!({"payment_id": "zahlung-ü"})),
        ("metadata", json!({"metadata": pairs(50, 40, 500)}), json!({"metadata": pairs(51, 3, 5)})),
        ("metadata", json!({"metadata": pairs(1, 40, 1)}), json!({"metadata": pairs(1, 41, 1)})),
        ("metadata", json!({"metadata": pairs(1, 1, 500)}), json!({"metadata": pairs(1, 1, 501)})),
        ("metadata", json!({"metadata": {"n": 5, "b": true}}), json!({"metadata": {"n": [5]}})),
        (
            "merchant_order_reference_id",
            json!({"merchant_order_reference_id": "é".repeat(255)}),
            json!({"merchant_order_reference_id": "é".repeat(256)}),
        ),
        (
            "statement_descriptor_name",
            json!({"statement_descriptor_name": "S".repeat(22)}),
            json!({"statement_descriptor_name": "S".repeat(23)}),
        ),
        (
            "statement_descriptor_name",
            json!({"statement_descriptor_name": "24 x 7"}),
            json!({"statement_descriptor_name": "24 7"}),
        ),
        (
            "statement_descriptor_suffix",
            json!({"statement_descriptor_suffix": "S".repeat(22)}),
            json!({"statement_descriptor_suffix": "S".repeat(23)}),
        ),
        ("amount", json!({"amount": 999_999_999_999_i64}), json!({"amount": 1_000_000_000_000_i64})),
        ("amount", json!({"amount": 1}), json!({"amount": 0})),
        ("currency", json!({"currency": "kwd"}), json!({"currency": "KW"})),
    ];
    for (field, fits, too_much) in cases {
        let answer = client.post("/payments", payment_with(GOOD, fits.clone())).await;
        assert_eq!(answer.status.as_u16(), 200, "{field} {fits}: {}", answer.text());
        client.post("/payments", payment_with(GOOD, too_much)).await.refused(400, "IR_04", field);
    }
}

#[tokio::test]
async fn a_capture_descriptor_of_22_characters_fits_and_replaces_the_payment_s() {
    let client = Client::new();
    let held = json!({"capture_method": "manual", "payment_id": "held"});
    client.pay(GOOD, held).await;
    let body = json!({"statement_descriptor_prefix": "A".repeat(12), "statement_descriptor_suffix": "B".repeat(10)});
    client.post("/payments/held/capture", body).await.ok();
    assert_eq!(client.payment("held").await["statement_descriptor"], "AAAAAAAAAAAABBBBBBBBBB");
}

#[tokio::test]
async fn metadata_is_echoed_as_it_came() {
    let client = Client::new();
    let metadata = json!({"order_id": "6735", "count": 5, "gift": true, "note": "naïve ☕ 日本 \u{202e}x"});
    let payment = client.pay(GOOD, json!({ "metadata": metadata })).await;
    assert_eq!(client.payment(payment["payment_id"].as_str().unwrap()).await["metadata"], metadata);
}

#[tokio::test]
async fn each_required_field_of_the_billing_address_is_named_when_it_is_missing() {
    let client = Client::new();
    for field in ["line1", "city", "state", "zip", "country", "first_name", "last_name"] {
        let mut billing = billing();
        billing["address"].as_object_mut().unwrap().remove(field);
        let answer = client.post("/payments", payment_with(GOOD, json!({ "billing": billing }))).await;
        answer.refused(400, "IR_01", &format!("billing.address.{field}"));
    }
    for field in ["number", "country_code"] {
        let mut billing = billing();
        billing["phone"].as_object_mut().unwrap().remove(field);
        let answer = client.post("/payments", payment_with(GOOD, json!({ "billing": billing }))).await;
        answer.refused(400, "IR_01", &format!("billing.phone.{field}"));
    }
    for (part, mention) in [("address", "billing.address"), ("phone", "billing.phone")] {
        let mut billing = billing();
        billing.as_object_mut().unwrap().remove(part);
        let answer = client.post("/payments", payment_with(GOOD, json!({ "billing": billing }))).await;
        answer.refused(400, "IR_01", mention);
    }
    let mut shipping = billing();
    shipping["address"]["country"] = json!("Great Britain");
    let answer = client.post("/payments", payment_with(GOOD, json!({ "shipping": shipping }))).await;
    answer.refused(400, "IR_04", "shipping.address.country");
}

#[tokio::test]
async fn a_field_of_the_wrong_type_is_named_whatever_it_is() {
    let client = Client::new();
    let wrong = |field: &str| match field {
        "amount" => json!("12"),
        "confirm" => json!("yes"),
        "billing" | "shipping" | "browser_info" | "metadata" | "payment_method_data" | "order_details" => json!("text"),
        _ => json!(["a", "list"]),
    };
    for field in paydesk_test_sandbox::helpers::fixture("payment_create").as_object().unwrap().keys() {
        let body = payment_with(GOOD, json!({ field: wrong(field) }));
        client.post("/payments", body).await.refused(400, "IR_04", field);
    }
    let nested = [
        (json!({"browser_info": {"color_depth": "deep"}}), "browser_info.color_depth"),
        (json!({"browser_info": {"java_enabled": 1}}), "browser_info.java_enabled"),
        (json!({"browser_info": {"ip_address": 5}}), "browser_info.ip_address"),
        (json!({"order_details": ["mug"]}), "order_details[0]"),
        (json!({"order_details": [{"name": "mug"}, {"quantity": "two"}]}), "order_details[1].quantity"),
        (json!({"payment_method_data": {"card": "4242"}}), "payment_method_data.card"),
        (json!({"metadata": {"a": {"b": "c"}}}), "metadata.a"),
        (json!({"amount": 12.5}), "amount"),
        (json!({"amount": 1e3}), "amount"),
        (json!({"amount": 18_446_744_073_709_551_615_u64}), "amount"),
    ];
    for (change, mention) in nested {
        client.post("/payments", payment_with(GOOD, change)).await.refused(400, "IR_04", mention);
    }
    let mut card = card(GOOD);
    card["card_cvc"] = json!(737);
    let body = payment_with(GOOD, json!({"payment_method_data": {"card": card}}));
    client.post("/payments", body).await.refused(400, "IR_04", "payment_method_data.card.card_cvc");
}
