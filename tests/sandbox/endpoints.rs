//! The payments part of the endpoint table of the specification, typed by hand: method, path, a good body, the fields
//! of the answer, and each documented error with what causes it.

use axum::http::{Method, StatusCode};
use paydesk_test_sandbox::helpers::{
    Client, billing, card, config, fixture, id, merge, payment_with, refuse_bad_pages,
};
use serde_json::{Value, json};

const GOOD: &str = "4242424242424242";

/// The client of a sandbox whose merchant is the fixtures' one.
fn fixture_client() -> Client {
    let mut config = config();
    config.credentials.merchant_id = Some("mer_test".to_owned());
    Client::with(config)
}

fn without(mut body: Value, field: &str) -> Value {
    body.as_object_mut().unwrap().remove(field);
    body
}

async fn manual(client: &Client, payment_id: &str) -> Value {
    client.pay(GOOD, json!({"capture_method": "manual", "payment_id": payment_id})).await
}

#[tokio::test]
async fn health_answers_200_to_every_valid_key() {
    let client = Client::new();
    let keys = client.credentials.clone();
    for key in [&keys.api_key, &keys.publishable_key, &keys.admin_key] {
        let answer = client.bytes(Method::GET, "/health", Some(key), Vec::new()).await;
        assert_eq!(answer.status, StatusCode::OK);
    }
}

#[tokio::test]
async fn a_created_payment_has_exactly_the_fields_of_the_specification_and_its_secret_once() {
    let client = fixture_client();
    let created = client.post("/payments", fixture("payment_create")).await.ok();
    let secret = created["client_secret"].as_str().unwrap();
    assert!(secret.starts_with("order-1001_a_secret_"), "{secret}");
    assert_eq!(without(created.clone(), "client_secret"), fixture("payment"));
    assert_eq!(client.payment("order-1001_a").await, fixture("payment"));
}

#[tokio::test]
async fn a_declined_payment_is_200_with_every_word_about_the_decline() {
    let client = fixture_client();
    let mut body = fixture("payment_create");
    merge(&mut body, json!({"payment_method_data": {"card": card("4000000000009995")}}));
    let created = client.post("/payments", body).await.ok();
    assert_eq!(without(created, "client_secret"), fixture("payment_failed"));
    assert_eq!(client.payment("order-1001_a").await, fixture("payment_failed"));
}

#[tokio::test]
async fn capture_cancel_and_approve_answer_exactly_their_fields() {
    let client = fixture_client();
    client.post("/payments", fixture("payment_create")).await.ok();
    let captured = client.post("/payments/order-1001_a/capture", json!({"amount_to_capture": 4599})).await.ok();
    assert_eq!(captured, fixture("payment_capture"));
    let payment = client.payment("order-1001_a").await;
    assert_eq!(payment["captured_at"], captured["captured_at"]);
    assert!(payment.get("cancelled_at").is_none() && payment.get("cancellation_reason").is_none());

    let client = fixture_client();
    client.post("/payments", fixture("payment_create")).await.ok();
    let body = json!({"cancellation_reason": "out_of_stock"});
    assert_eq!(client.post("/payments/order-1001_a/cancel", body).await.ok(), fixture("payment_cancel"));

    let client = fixture_client();
    let mut body = fixture("payment_create");
    let review = json!({"capture_method": "automatic", "payment_method_data": {"card": card("4000000000009235")}});
    merge(&mut body, review);
    client.post("/payments", body).await.ok();
    assert_eq!(client.post("/payments/order-1001_a/approve", json!({})).await.ok(), fixture("payment_approve"));
}

#[tokio::test]
async fn the_list_answers_exactly_its_envelope_newest_first() {
    let client = fixture_client();
    client.pay(GOOD, json!({"payment_id": "first"})).await;
    client.advance(1).await;
    client.pay(GOOD, json!({"payment_id": "second"})).await;
    client.advance(1).await;
    client.pay("4000000000009995", json!({"payment_id": "third"})).await;
    assert_eq!(client.post("/payments/list", json!({"limit": 2})).await.ok(), fixture("payment_list"));
    assert_eq!(client.get("/payments/list?limit=2").await.ok(), fixture("payment_list"));
}

#[tokio::test]
async fn an_unconfirmed_payment_is_confirmed_with_a_method_in_a_second_step() {
    let client = Client::new();
    let created =
        client.post("/payments", json!({"amount": 5, "currency": "JPY", "profile_id": "pro_test"})).await.ok();
    assert_eq!(created["status"], "requires_payment_method");
    assert!(created["client_secret"].is_string());
    assert!(created.get("payment_method").is_none());
    let confirmation = json!({
        "payment_method": "card",
        "payment_method_type": "debit",
        "payment_method_data": {"card": card(GOOD)},
        "billing": billing(),
        "return_url": "https://shop.example/return",
        "browser_info": {"ip_address": "203.0.113.7", "user_agent": "Mozilla/5.0"},
    });
    let confirmed = client.post(&format!("/payments/{}/confirm", id(&created)), confirmation).await.ok();
    assert_eq!((&confirmed["status"], &confirmed["amount_received"]), (&json!("succeeded"), &json!(5)));
    assert!(confirmed.get("client_secret").is_none());
}

#[tokio::test]
async fn an_update_changes_what_was_not_confirmed_yet() {
    let client = Client::new();
    let created = client.post("/payments", payment_with(GOOD, json!({"confirm": false}))).await.ok();
    assert_eq!(created["status"], "requires_confirmation");
    let path = format!("/payments/{}", id(&created));
    let body = json!({"amount": 2500, "currency": "GBP", "description": "Mended", "metadata": {"a": "b"}});
    let updated = client.post(&path, body).await.ok();
    assert_eq!((&updated["amount"], &updated["currency"]), (&json!(2500), &json!("GBP")));
    assert_eq!((&updated["description"], &updated["metadata"]), (&json!("Mended"), &json!({"a": "b"})));
    assert_eq!(client.post("/payments/list", json!({"currency": "GBP"})).await.ok()["total_count"], 1);
    client.post(&path, json!({"payment_id": "other"})).await.refused(400, "IR_04", "payment_id");
    let switched = client.post(&path, json!({"payment_method": "wallet"})).await.ok();
    assert_eq!(switched["status"], "requires_payment_method");
    assert!(switched.get("payment_method_data").is_none(), "the card stays attached: {switched}");
}

#[tokio::test]
async fn a_refused_update_changes_nothing() {
    let client = Client::new();
    let created = client.post("/payments", payment_with(GOOD, json!({"confirm": false}))).await.ok();
    let path = format!("/payments/{}", id(&created));
    let before = client.payment(id(&created)).await;
    client.advance(60).await;
    client.post(&path, json!({"amount": 1, "customer_id": "cus_nobody"})).await.refused(404, "IR_05", "cus_nobody");
    client.post(&path, json!({"amount": 1, "confirm": true, "authentication_type": "three_ds"})).await.refused(
        400,
        "IR_01",
        "return_url",
    );
    assert_eq!(client.payment(id(&created)).await, before);
}

#[tokio::test]
async fn lists_are_filtered_by_everything_the_specification_names() {
    let client = Client::with(paydesk_sandbox::SandboxConfig { payments: 200, ..config() });
    let all = client.post("/payments/list", json!({"limit": 100})).await.ok();
    let total = |body: Value| {
        let client = client.clone();
        async move { client.post("/payments/list", body).await.ok()["total_count"].as_u64().unwrap() }
    };
    let mut by_status = 0;
    for status in ["succeeded", "failed", "processing", "requires_capture", "cancelled"] {
        let page = client.post("/payments/list", json!({"status": status, "limit": 100})).await.ok();
        assert!(page["data"].as_array().unwrap().iter().all(|row| row["status"] == status));
        by_status += page["total_count"].as_u64().unwrap();
    }
    assert!(by_status > 150 && by_status < 200);
    let mut by_currency = 0;
    for currency in ["USD", "EUR", "GBP", "JPY", "KWD"] {
        by_currency += total(json!({ "currency": currency })).await;
    }
    assert_eq!(by_currency, 200);
    let newest = all["data"][0]["created"].clone();
    assert_eq!(total(json!({ "created_gte": newest })).await, 1);
    assert_eq!(total(json!({ "created_lte": newest })).await, 200);
    assert_eq!(total(json!({ "customer_id": "cus_nobody" })).await, 0);
    let mut of_customers = 0;
    for row in all["data"].as_array().unwrap() {
        let payment = client.payment(id(row)).await;
        if let Some(customer_id) = payment.get("customer_id") {
            let of_customer = total(json!({ "customer_id": customer_id })).await;
            assert!(of_customer >= 1);
            of_customers += 1;
        }
    }
    assert!(of_customers > 50, "{of_customers} of 100 payments have a customer");
}

#[tokio::test]
async fn pages_of_a_list_show_every_payment_once() {
    let client = Client::with(paydesk_sandbox::SandboxConfig { payments: 105, ..config() });
    let default = client.get("/payments/list").await.ok();
    assert_eq!(
        (&default["count"], &default["total_count"], &default["has_more"]),
        (&json!(10), &json!(105), &json!(true))
    );
    let last = client.get("/payments/list?limit=100&offset=100").await.ok();
    assert_eq!((&last["count"], &last["has_more"]), (&json!(5), &json!(false)));
    let beyond = client.get("/payments/list?offset=105").await.ok();
    assert_eq!((&beyond["count"], &beyond["has_more"], &beyond["data"]), (&json!(0), &json!(false), &json!([])));
}

#[tokio::test]
async fn documented_errors_of_create() {
    let client = Client::new();
    client.pay(GOOD, json!({"payment_id": "taken"})).await;
    let cases: Vec<(Value, u16, &str, &str)> = vec![
        (json!({"amount": null}), 400, "IR_01", "amount"),
        (json!({"currency": null}), 400, "IR_01", "currency"),
        (json!({"profile_id": null}), 400, "IR_01", "profile_id"),
        (
            json!({"payment_method": null, "payment_method_type": null, "payment_method_data": null}),
            400,
            "IR_01",
            "payment_method",
        ),
        (json!({"payment_method": null, "payment_method_type": null}), 400, "IR_01", "payment_method"),
        (json!({"payment_method_data": null}), 400, "IR_01", "payment_method_data"),
        (json!({"billing": null}), 400, "IR_01", "billing"),
        (json!({"authentication_type": "three_ds"}), 400, "IR_01", "return_url"),
        (json!({"payment_id": "taken"}), 409, "HE_01", "taken"),
        (json!({"payment_id": "list"}), 400, "IR_04", "payment_id"),
        (json!({"customer_id": "cus_nobody"}), 404, "IR_05", "cus_nobody"),
        (json!({"profile_id": "pro_other"}), 400, "IR_04", "profile_id"),
        (json!({"currency": "EURO"}), 400, "IR_04", "currency"),
        (json!({"currency": "XXZ"}), 400, "IR_04", "currency"),
        (json!({"amount": 0}), 400, "IR_04", "amount"),
        (json!({"amount": -5}), 400, "IR_04", "amount"),
        (json!({"capture_method": "scheduled"}), 400, "IR_04", "capture_method"),
        (json!({"authentication_type": "maybe"}), 400, "IR_04", "authentication_type"),
        (json!({"payment_method": "cash"}), 400, "IR_04", "payment_method"),
        (json!({"payment_method_type": "sepa"}), 400, "IR_04", "payment_method_type"),
        (json!({"setup_future_usage": "later"}), 400, "IR_04", "setup_future_usage"),
        (json!({"return_url": "javascript:alert(1)"}), 400, "IR_04", "return_url"),
        (json!({"items": []}), 400, "IR_04", "items"),
        (json!({"line_items": [1]}), 400, "IR_04", "line_items"),
        (json!({"cart_items": {}}), 400, "IR_04", "cart_items"),
        (json!({"metadata": {"sandbox_outcome": "UE_7777"}}), 400, "IR_04", "sandbox_outcome"),
    ];
    for (change, status, code, mention) in cases {
        let before = client.get("/payments/list").await.ok()["total_count"].clone();
        client.post("/payments", payment_with(GOOD, change)).await.refused(status, code, mention);
        assert_eq!(client.get("/payments/list").await.ok()["total_count"], before, "a refused payment was made");
    }
}

#[tokio::test]
async fn documented_errors_of_retrieve_update_and_confirm() {
    let client = Client::new();
    client.get("/payments/nobody").await.refused(404, "IR_05", "nobody");
    client.post("/payments/nobody", json!({})).await.refused(404, "IR_05", "nobody");
    client.post("/payments/nobody/confirm", json!({})).await.refused(404, "IR_05", "nobody");
    let bare = client.post("/payments", json!({"amount": 5, "currency": "JPY", "profile_id": "pro_test"})).await.ok();
    let path = format!("/payments/{}/confirm", id(&bare));
    client.post(&path, json!({})).await.refused(400, "IR_01", "payment_method");
    client.post(&path, json!({"payment_method": "card"})).await.refused(400, "IR_01", "payment_method_data.card");
    let data = json!({"payment_method": "card", "payment_method_data": {"card": card(GOOD)}});
    client.post(&path, data).await.refused(400, "IR_01", "billing");
    let done = client.pay(GOOD, json!({})).await;
    let path = format!("/payments/{}", id(&done));
    client.post(&path, json!({"description": "late"})).await.refused(400, "IR_04", "succeeded");
    client.post(&format!("{path}/confirm"), json!({})).await.refused(400, "IR_04", "succeeded");
}

#[tokio::test]
async fn documented_errors_of_capture() {
    let client = Client::new();
    client.post("/payments/nobody/capture", json!({})).await.refused(404, "IR_05", "nobody");
    manual(&client, "held").await;
    for (body, mention) in [
        (json!({"amount_to_capture": 1001}), "amount_capturable 1000"),
        (json!({"amount_to_capture": 0}), "amount_to_capture"),
        (json!({"amount_to_capture": -1}), "amount_to_capture"),
        (json!({"amount_to_capture": "1000"}), "amount_to_capture must be an integer"),
        (json!({"amount_to_capture": 10.5}), "amount_to_capture must be an integer"),
        (json!({"statement_descriptor_prefix": "A".repeat(12), "statement_descriptor_suffix": "B".repeat(11)}), "23"),
    ] {
        client.post("/payments/held/capture", body).await.refused(400, "IR_04", mention);
    }
    assert_eq!(client.payment("held").await["amount_capturable"], 1000);
    client.post("/payments/held/capture", json!({})).await.ok();
    client.post("/payments/held/capture", json!({})).await.refused(409, "IR_04", "fully captured");
    client.post("/payments/held/capture", json!({"amount_to_capture": 1})).await.refused(409, "IR_04", "captured");
    manual(&client, "gone").await;
    client.post("/payments/gone/cancel", json!({})).await.ok();
    client.post("/payments/gone/capture", json!({})).await.refused(409, "IR_04", "cancelled");
    let failed = client.pay("4000000000000002", json!({"capture_method": "manual"})).await;
    client.post(&format!("/payments/{}/capture", id(&failed)), json!({})).await.refused(400, "IR_04", "failed");
}

#[tokio::test]
async fn documented_errors_of_cancel_and_approve() {
    let client = Client::new();
    client.post("/payments/nobody/cancel", json!({})).await.refused(404, "IR_05", "nobody");
    client.post("/payments/nobody/approve", json!({})).await.refused(404, "IR_05", "nobody");
    manual(&client, "held").await;
    client.post("/payments/held/cancel", json!({"cancellation_reason": 5})).await.refused(
        400,
        "IR_04",
        "cancellation_reason",
    );
    client.post("/payments/held/approve", json!({})).await.refused(400, "IR_04", "manual review");
    client.post("/payments/held/capture", json!({})).await.ok();
    client.post("/payments/held/cancel", json!({})).await.refused(400, "IR_04", "fully captured");
    manual(&client, "gone").await;
    client.post("/payments/gone/cancel", json!({})).await.ok();
    client.post("/payments/gone/cancel", json!({})).await.refused(400, "IR_04", "cancelled");
    client.post("/payments/gone/approve", json!({})).await.refused(400, "IR_04", "cancelled");
}

#[tokio::test]
async fn documented_errors_of_the_list() {
    let client = Client::new();
    refuse_bad_pages(&client, "/payments/list").await;
    for (body, mention) in [
        (json!({"status": "requires_action"}), "status"),
        (json!({"status": ["failed"]}), "status"),
        (json!({"created_gte": "yesterday"}), "created_gte"),
        (json!({"created_lte": 1_700_000_000}), "created_lte"),
        (json!({"payment_method": "cash"}), "payment_method"),
    ] {
        client.post("/payments/list", body).await.refused(400, "IR_04", mention);
    }
    client.get("/payments/list?status=lost").await.refused(400, "IR_04", "status");
    client.get("/payments/list?limit=100&offset=0").await.ok();
}

#[tokio::test]
async fn each_method_other_than_the_card_has_its_own_outcome() {
    let client = Client::new();
    let url = json!("https://shop.example/return");
    let pay = |method: &'static str, data: Value, extra: Value| {
        let client = client.clone();
        let url = url.clone();
        async move {
            let mut body = payment_with(GOOD, json!({"payment_method": method, "payment_method_type": null}));
            merge(&mut body, json!({"payment_method_data": data, "return_url": url}));
            merge(&mut body, extra);
            client.post("/payments", body).await
        }
    };
    let wallet = pay("wallet", json!({"wallet": {"device_wallet": {"token": "x"}}}), json!({})).await.ok();
    assert_eq!(wallet["status"], "succeeded");
    let transfer = pay("bank_transfer", json!({"bank_transfer": {"sepa": {}}}), json!({})).await.ok();
    assert_eq!(transfer["status"], "processing");
    let redirect = pay("bank_redirect", json!({"bank_redirect": {"ideal": {}}}), json!({})).await.ok();
    assert_eq!(redirect["status"], "requires_action");
    let crypto = json!({"crypto": {"pay_currency": "BTC", "wallet_address": "bc1q"}});
    assert_eq!(pay("crypto", crypto, json!({})).await.ok()["status"], "requires_action");
    let no_address = json!({"crypto": {"pay_currency": "BTC"}});
    pay("crypto", no_address, json!({})).await.refused(400, "IR_01", "wallet_address");
    let later = json!({"pay_later": {"in_30_days": {}}});
    pay("pay_later", later.clone(), json!({})).await.refused(400, "IR_01", "email");
    let paid_later = pay("pay_later", later, json!({"email": "ada@mail.example"})).await.ok();
    assert_eq!(paid_later["status"], "requires_action");
    let upi = pay("upi", Value::Null, json!({"payment_method_type": "upi_collect"})).await.ok();
    assert_eq!(upi["status"], "processing");
    let no_url = json!({"return_url": null});
    pay("wallet", json!({"wallet": {"device_wallet": {}}}), no_url).await.refused(400, "IR_01", "return_url");
    pay("wallet", json!({"wallet": {}}), json!({})).await.refused(400, "IR_01", "wallet");
}
