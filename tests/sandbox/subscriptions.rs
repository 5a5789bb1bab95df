//! Subscriptions: the catalogue, create, confirm by card, change of plan, and every documented error.

use axum::body::Body;
use axum::http::{Method, Request};
use paydesk_test_sandbox::helpers::{Answer, Client, card, config, merge};
use serde_json::{Value, json};

const GOOD: &str = "4242424242424242";

async fn client() -> Client {
    let client = Client::new();
    client.post("/customers", json!({"customer_id": "ada", "email": "ada@b.example"})).await.ok();
    client
}

fn wanted(extra: Value) -> Value {
    let mut body = json!({
        "customer_id": "ada",
        "item_price_id": "price_beans_monthly_usd",
        "payment_details": {"return_url": "https://shop.example/return"},
    });
    merge(&mut body, extra);
    body
}

fn details(extra: Value) -> Value {
    let mut details = json!({
        "payment_method": "card",
        "payment_method_type": "credit",
        "payment_method_data": {"card": card(GOOD)},
        "customer_acceptance": {"acceptance_type": "online", "accepted_at": "2026-11-21T09:59:00Z",
            "online": {"ip_address": "203.0.113.7", "user_agent": "Mozilla/5.0"}},
    });
    merge(&mut details, extra);
    details
}

fn with_card(number: &str) -> Value {
    json!({"payment_details": details(json!({"payment_method_data": {"card": card(number)}}))})
}

async fn post(client: &Client, path: &str, body: Value) -> Answer {
    client.for_profile(Method::POST, path, body).await
}

async fn create(client: &Client, extra: Value) -> Value {
    post(client, "/subscriptions/create", wanted(extra)).await.ok()
}

async fn confirm(client: &Client, subscription: &Value, body: Value) -> Answer {
    post(client, &format!("/subscriptions/{}/confirm", subscription["id"].as_str().unwrap()), body).await
}

async fn read(client: &Client, subscription: &Value) -> Value {
    client.get(&format!("/_sandbox/subscriptions/{}", subscription["id"].as_str().unwrap())).await.ok()
}

#[tokio::test]
async fn the_catalogue_has_the_pinned_shape() {
    let plans = Client::new().get("/_sandbox/plans").await.ok();
    let plans = plans["data"].as_array().unwrap().clone();
    assert!(plans.len() >= 4);
    for plan in &plans {
        let names: Vec<&String> = plan.as_object().unwrap().keys().collect();
        assert_eq!(names, ["plan_id", "item_price_id", "name", "amount", "currency", "interval"]);
        assert!(plan["amount"].is_u64());
    }
}

#[tokio::test]
async fn a_new_subscription_waits_for_its_confirmation_with_a_real_payment() {
    let client = client().await;
    let extra = json!({"plan_id": "plan_beans_monthly", "merchant_reference_id": "abo-1", "coupon_code": "FRIENDS10"});
    let created = create(&client, extra).await;
    let id = created["id"].as_str().unwrap();
    let (payment, invoice) = (created["payment"].clone(), created["invoice"].clone());
    let payment_id = payment["payment_id"].as_str().unwrap();
    let expected = json!({
        "id": id, "status": "created", "profile_id": "pro_test", "merchant_id": client.credentials.merchant_id,
        "customer_id": "ada", "item_price_id": "price_beans_monthly_usd", "plan_id": "plan_beans_monthly",
        "merchant_reference_id": "abo-1", "coupon_code": "FRIENDS10", "client_secret": created["client_secret"],
        "payment": {"payment_id": payment_id, "status": "requires_confirmation", "amount": 2_400, "currency": "USD"},
        "invoice": {"id": invoice["id"], "subscription_id": id, "amount": 2_400, "currency": "USD",
            "status": "payment_pending"},
    });
    assert_eq!(created, expected);
    assert!(created["client_secret"].is_string() && invoice["id"].is_string());
    let paid = client.payment(payment_id).await;
    assert_eq!((&paid["status"], &paid["customer_id"]), (&json!("requires_confirmation"), &json!("ada")));
    assert_eq!(client.effects_on(id).await, [("subscription_create".to_owned(), 2_400)]);
}

#[tokio::test]
async fn the_card_decides_what_a_confirmation_comes_to() {
    let client = client().await;
    for (number, status, payment, invoice) in [
        (GOOD, "active", "succeeded", "invoice_paid"),
        ("4000000000009995", "unpaid", "failed", "payment_pending"),
        ("4000000000000119", "unpaid", "failed", "payment_pending"),
        ("4000000000000002", "failed", "failed", "payment_pending"),
        ("4100000000000019", "failed", "failed", "payment_pending"),
        ("4000000000005050", "pending", "processing", "payment_pending"),
        ("4000003800000446", "pending", "requires_action", "payment_pending"),
        ("4000000000009235", "pending", "requires_merchant_action", "payment_pending"),
    ] {
        let created = create(&client, json!({})).await;
        let mut body = with_card(number);
        body["client_secret"] = created["client_secret"].clone();
        let confirmed = confirm(&client, &created, body).await.ok();
        assert_eq!(confirmed["status"], status, "{number}");
        assert_eq!(
            (&confirmed["payment"]["status"], &confirmed["invoice"]["status"]),
            (&json!(payment), &json!(invoice))
        );
        assert_eq!(confirmed["payment"]["payment_method_type"], "credit");
        assert!(confirmed.get("client_secret").is_none() && !confirmed.to_string().contains(number));
        assert_eq!(read(&client, &created).await, confirmed);
        let again = confirm(&client, &created, with_card(GOOD)).await;
        again.refused(409, "IR_04", "already confirmed");
    }
}

#[tokio::test]
async fn a_pending_subscription_follows_its_payment() {
    let client = client().await;
    let processing = create(&client, json!({})).await;
    confirm(&client, &processing, with_card("4000000000005050")).await.ok();
    let late = create(&client, json!({})).await;
    confirm(&client, &late, with_card("4000000000005068")).await.ok();
    let challenged = create(&client, json!({})).await;
    let three_ds = confirm(&client, &challenged, with_card("4000003800000446")).await.ok();
    let rejected = create(
        &client,
        json!({"payment_details": {"return_url": "https://s.example",
        "authentication_type": "three_ds"}}),
    )
    .await;
    let asks = confirm(&client, &rejected, with_card(GOOD)).await.ok();
    let held = create(
        &client,
        json!({"payment_details": {"return_url": "https://s.example",
        "capture_method": "manual"}}),
    )
    .await;
    let holds = confirm(&client, &held, with_card(GOOD)).await.ok();
    assert_eq!((&asks["status"], &holds["payment"]["status"]), (&json!("pending"), &json!("requires_capture")));
    let payment_id = |subscription: &Value| subscription["payment"]["payment_id"].as_str().unwrap().to_owned();
    client.post(&format!("/_sandbox/3ds/{}/complete", payment_id(&three_ds)), json!({})).await.ok();
    client.post(&format!("/_sandbox/3ds/{}/reject", payment_id(&asks)), json!({})).await.ok();
    client.post(&format!("/payments/{}/capture", payment_id(&holds)), json!({})).await.ok();
    client.advance(5).await;
    for (subscription, status, invoice) in [
        (&processing, "active", "invoice_paid"),
        (&late, "unpaid", "payment_pending"),
        (&challenged, "active", "invoice_paid"),
        (&rejected, "failed", "payment_pending"),
        (&held, "active", "invoice_paid"),
    ] {
        let now = read(&client, subscription).await;
        assert_eq!((&now["status"], &now["invoice"]["status"]), (&json!(status), &json!(invoice)));
    }
}

#[tokio::test]
async fn every_listed_method_confirms() {
    let client = client().await;
    for (method, status) in [
        ("wallet", "active"),
        ("gift_card", "active"),
        ("network_token", "active"),
        ("mobile_payment", "active"),
        ("bank_transfer", "pending"),
        ("bank_debit", "pending"),
        ("upi", "pending"),
        ("bank_redirect", "pending"),
        ("pay_later", "pending"),
        ("crypto", "pending"),
        ("voucher", "pending"),
        ("open_banking", "pending"),
    ] {
        let created = create(&client, json!({})).await;
        let body = json!({"payment_details": {"payment_method": method}});
        assert_eq!(confirm(&client, &created, body).await.ok()["status"], status, "{method}");
    }
    let created = create(&client, json!({})).await;
    let body = json!({"payment_details": {"payment_method": "card", "payment_token": "token_1"}});
    assert_eq!(confirm(&client, &created, body).await.ok()["status"], "active");
}

#[tokio::test]
async fn the_client_secret_is_good_for_15_minutes_and_only_its_own() {
    let client = client().await;
    let created = create(&client, json!({})).await;
    let secret = |secret: &Value| {
        let mut body = with_card(GOOD);
        body["client_secret"] = secret.clone();
        body
    };
    confirm(&client, &created, secret(&json!("wrong"))).await.refused(400, "IR_04", "client_secret");
    client.advance(15 * 60).await;
    let late = confirm(&client, &created, secret(&created["client_secret"])).await;
    late.refused(400, "IR_04", "expired");
    assert_eq!(read(&client, &created).await["status"], "created");
    let fresh = create(&client, json!({})).await;
    client.advance(15 * 60 - 1).await;
    assert_eq!(confirm(&client, &fresh, secret(&fresh["client_secret"])).await.ok()["status"], "active");
}

#[tokio::test]
async fn the_plan_of_an_active_subscription_can_be_changed() {
    let client = client().await;
    let created = create(&client, json!({})).await;
    let path = format!("/subscriptions/{}/update", created["id"].as_str().unwrap());
    let office = json!({"plan_id": "plan_office_monthly", "item_price_id": "price_office_monthly_usd"});
    client.for_profile(Method::PUT, &path, office.clone()).await.refused(400, "IR_04", "created");
    confirm(&client, &created, with_card(GOOD)).await.ok();
    let changed = client.for_profile(Method::PUT, &path, office.clone()).await.ok();
    assert_eq!((&changed["status"], &changed["plan_id"]), (&json!("active"), &json!("plan_office_monthly")));
    assert_eq!(changed["item_price_id"], "price_office_monthly_usd");
    for (body, status, code, mention) in [
        (json!({"item_price_id": "price_office_monthly_usd"}), 400, "IR_01", "plan_id"),
        (json!({"plan_id": "plan_office_monthly"}), 400, "IR_01", "item_price_id"),
        (json!({"plan_id": 5, "item_price_id": "x"}), 400, "IR_04", "plan_id"),
        (json!({"plan_id": "plan_gold", "item_price_id": "price_office_monthly_usd"}), 404, "IR_05", "plan_gold"),
        (json!({"plan_id": "plan_office_monthly", "item_price_id": "price_gold"}), 404, "IR_05", "price_gold"),
        (
            json!({"plan_id": "plan_club_yearly", "item_price_id": "price_office_monthly_usd"}),
            400,
            "IR_04",
            "item_price_id",
        ),
    ] {
        client.for_profile(Method::PUT, &path, body).await.refused(status, code, mention);
    }
    client.for_profile(Method::PUT, "/subscriptions/nobody/update", office).await.refused(404, "IR_05", "nobody");
    let effects: Vec<String> =
        client.effects_on(created["id"].as_str().unwrap()).await.into_iter().map(|(effect, _)| effect).collect();
    assert_eq!(effects, ["subscription_create", "subscription_confirm", "subscription_update"]);
}

#[tokio::test]
async fn the_profile_header_is_required_and_has_to_be_right() {
    let client = client().await;
    let created = create(&client, json!({})).await;
    let id = created["id"].as_str().unwrap();
    for (method, path, body) in [
        (Method::POST, "/subscriptions/create".to_owned(), wanted(json!({}))),
        (Method::POST, format!("/subscriptions/{id}/confirm"), with_card(GOOD)),
        (Method::PUT, format!("/subscriptions/{id}/update"), json!({})),
    ] {
        let key = client.credentials.api_key.clone();
        let bytes = body.to_string().into_bytes();
        let none = client.bytes(method.clone(), &path, Some(&key), bytes.clone()).await;
        none.refused(400, "IR_01", "X-Profile-Id");
        let request = Request::builder().method(method).uri(&path).header("api-key", key);
        let request = request.header("x-profile-id", "pro_other").body(Body::from(bytes)).unwrap();
        client.send(request).await.refused(400, "IR_04", "X-Profile-Id");
    }
    assert_eq!(read(&client, &created).await["status"], "created");
}

#[tokio::test]
async fn bad_create_bodies_are_refused_by_field() {
    let client = client().await;
    let with_details = |extra: Value| {
        let mut details = json!({"return_url": "https://shop.example/return"});
        merge(&mut details, extra);
        json!({ "payment_details": details })
    };
    for (extra, status, code, mention) in [
        (json!({"customer_id": null}), 400, "IR_01", "customer_id"),
        (json!({"item_price_id": null}), 400, "IR_01", "item_price_id"),
        (json!({"payment_details": null}), 400, "IR_01", "payment_details"),
        (json!({"payment_details": {}}), 400, "IR_01", "payment_details.return_url"),
        (json!({"customer_id": "nobody"}), 404, "IR_05", "nobody"),
        (json!({"item_price_id": "price_gold"}), 404, "IR_05", "price_gold"),
        (json!({"plan_id": "plan_gold"}), 404, "IR_05", "plan_gold"),
        (json!({"plan_id": "plan_club_yearly"}), 400, "IR_04", "item_price_id"),
        (json!({"merchant_reference_id": 5}), 400, "IR_04", "merchant_reference_id"),
        (json!({"coupon_code": 5}), 400, "IR_04", "coupon_code"),
        (json!({"billing": {"address": {"line3": 1}}}), 400, "IR_04", "billing.address.line3"),
        (json!({"shipping": {"address": {"country": "GBR"}}}), 400, "IR_04", "shipping.address.country"),
        (with_details(json!({"return_url": "x"})), 400, "IR_04", "return_url"),
        (with_details(json!({"authentication_type": "x"})), 400, "IR_04", "authentication_type"),
        (with_details(json!({"capture_method": "x"})), 400, "IR_04", "capture_method"),
        (with_details(json!({"setup_future_usage": "x"})), 400, "IR_04", "setup_future_usage"),
        (with_details(json!({"payment_type": "x"})), 400, "IR_04", "payment_type"),
    ] {
        post(&client, "/subscriptions/create", wanted(extra)).await.refused(status, code, mention);
    }
    for capture in ["automatic", "manual", "manual_multiple", "scheduled", "sequential_automatic"] {
        create(&client, with_details(json!({"capture_method": capture}))).await;
    }
    for kind in ["normal", "new_mandate", "setup_mandate", "recurring_mandate"] {
        create(&client, with_details(json!({"payment_type": kind, "setup_future_usage": "off_session"}))).await;
    }
    assert_eq!(client.get("/_sandbox/subscriptions").await.ok()["total_count"], 9);
    assert_eq!(client.get("/payments/list").await.ok()["total_count"], 9, "a refused one left a payment");
}

#[tokio::test]
async fn bad_confirmations_are_refused_by_field_and_change_nothing() {
    let client = client().await;
    let created = create(&client, json!({})).await;
    let changed = |extra: Value| json!({ "payment_details": details(extra) });
    let card_with = |extra: Value| {
        let mut card = card(GOOD);
        merge(&mut card, extra);
        json!({"payment_details": details(json!({"payment_method_data": {"card": card}}))})
    };
    let online = json!({"acceptance_type": "online"});
    for (body, code, mention) in [
        (json!({}), "IR_01", "payment_details"),
        (changed(json!({"payment_method": null})), "IR_01", "payment_details.payment_method"),
        (changed(json!({"payment_method": "pigeon"})), "IR_04", "payment_details.payment_method"),
        (changed(json!({"payment_method_type": "gold"})), "IR_04", "payment_method_type"),
        (changed(json!({"payment_type": "gold"})), "IR_04", "payment_type"),
        (changed(json!({"payment_method_data": null})), "IR_01", "payment_method_data"),
        (changed(json!({"payment_method_data": {}})), "IR_01", "payment_method_data.card"),
        (card_with(json!({"card_number": null})), "IR_01", "card_number"),
        (card_with(json!({"card_exp_month": null})), "IR_01", "card_exp_month"),
        (card_with(json!({"card_exp_year": null})), "IR_01", "card_exp_year"),
        (card_with(json!({"card_holder_name": null})), "IR_01", "card_holder_name"),
        (card_with(json!({"card_cvc": null})), "IR_01", "card_cvc"),
        (card_with(json!({"card_exp_year": "2020"})), "IR_04", "card_exp_year"),
        (card_with(json!({"card_cvc": "12"})), "IR_04", "card_cvc"),
        (card_with(json!({"card_number": 4_242_424_242_424_242_i64})), "IR_04", "card_number"),
        (card_with(json!({"nick_name": 5})), "IR_04", "nick_name"),
        (changed(json!({"customer_acceptance": {}})), "IR_01", "acceptance_type"),
        (changed(json!({"customer_acceptance": {"acceptance_type": "maybe"}})), "IR_04", "acceptance_type"),
        (changed(json!({"customer_acceptance": online})), "IR_01", "customer_acceptance.online"),
        (
            changed(json!({"customer_acceptance": {"acceptance_type": "online", "online": {"user_agent": "M"}}})),
            "IR_01",
            "ip_address",
        ),
        (
            changed(json!({"customer_acceptance": {"acceptance_type": "online", "online": {"ip_address": "1"}}})),
            "IR_01",
            "user_agent",
        ),
        (
            changed(json!({"customer_acceptance": {"acceptance_type": "offline", "accepted_at": "then"}})),
            "IR_04",
            "accepted_at",
        ),
        (changed(json!({"billing": {"email": 5}})), "IR_04", "billing.email"),
    ] {
        let answer = confirm(&client, &created, body).await;
        answer.refused(400, code, mention);
        assert!(!answer.text().contains(GOOD), "a card number in {}", answer.text());
    }
    post(&client, "/subscriptions/nobody/confirm", with_card(GOOD)).await.refused(404, "IR_05", "nobody");
    assert_eq!(read(&client, &created).await["status"], "created");
    let offline = changed(json!({"customer_acceptance": {"acceptance_type": "offline"}}));
    assert_eq!(confirm(&client, &created, offline).await.ok()["status"], "active");
}

#[tokio::test]
async fn seeded_subscriptions_fit_their_payments_and_repeat() {
    let shop = || paydesk_sandbox::SandboxConfig { payments: 2_000, ..config() };
    let client = Client::with(shop());
    let list = client.get("/_sandbox/subscriptions?limit=100").await.ok();
    assert_eq!(list, Client::with(shop()).get("/_sandbox/subscriptions?limit=100").await.ok());
    let data = list["data"].as_array().unwrap();
    assert!(data.len() > 40, "{}", data.len());
    for subscription in data {
        let paid = subscription["payment"]["status"] == "succeeded";
        assert_eq!(subscription["status"] == "active", paid, "{subscription}");
        assert_eq!(subscription["invoice"]["status"] == "invoice_paid", paid);
        assert_eq!(subscription["invoice"]["amount"], subscription["payment"]["amount"]);
    }
    let links = client.get("/_sandbox/payment_links?limit=100").await.ok();
    for status in ["active", "expired", "paid"] {
        assert!(links["data"].as_array().unwrap().iter().any(|link| link["status"] == status), "no link is {status}");
    }
}
