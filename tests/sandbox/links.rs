//! Payment links: the record, what may be asked, the page, and the payments it makes.

use axum::body::Body;
use axum::http::{Method, Request};
use paydesk_sandbox::SandboxConfig;
use paydesk_test_sandbox::helpers::{Answer, Client, START, config, merge};
use serde_json::{Value, json};

const GOOD: &str = "4242424242424242";

async fn link(client: &Client, extra: Value) -> Value {
    let mut body = json!({"amount": 4599, "currency": "EUR", "description": "One <kettle>"});
    merge(&mut body, extra);
    client.post("/payment_link", body).await.ok()
}

fn page_of(link: &Value) -> String {
    format!("/_sandbox/pay/{}", link["payment_link_id"].as_str().unwrap())
}

fn form(number: &str) -> String {
    format!("card_number={number}&card_exp_month=12&card_exp_year=2035&card_cvc=123&email=a%40b.example")
}

/// Pays as a script does, with the secret key: also where the page shows no form any more.
async fn pay_with_key(client: &Client, link: &Value, number: &str) -> Answer {
    let request = Request::post(page_of(link)).header("api-key", &client.credentials.api_key);
    client.send(request.body(Body::from(form(number))).unwrap()).await
}

async fn pay(client: &Client, link: &Value, number: &str) -> Answer {
    client.submit(&page_of(link), &page_of(link), &form(number)).await
}

async fn status(client: &Client, link: &Value) -> String {
    let path = format!("/_sandbox/payment_links/{}", link["payment_link_id"].as_str().unwrap());
    client.get(&path).await.ok()["status"].as_str().unwrap().to_owned()
}

#[tokio::test]
async fn a_link_has_its_eight_fields_and_a_payment_that_waits() {
    let client = Client::new();
    let created = link(&client, json!({"expiry": "2026-11-30T00:00:00Z"})).await;
    let names: Vec<&String> = created.as_object().unwrap().keys().collect();
    let expected = ["payment_link_id", "payment_id", "link", "amount", "currency", "status", "expiry", "created"];
    assert_eq!(names, expected);
    assert_eq!((&created["amount"], &created["currency"]), (&json!(4599), &json!("EUR")));
    assert_eq!((&created["status"], &created["created"]), (&json!("active"), &json!(START)));
    assert_eq!(created["expiry"], "2026-11-30T00:00:00Z");
    assert!(created["link"].as_str().unwrap().ends_with(&page_of(&created)), "{created}");
    let payment = client.payment(created["payment_id"].as_str().unwrap()).await;
    assert_eq!((&payment["status"], &payment["amount"]), (&json!("requires_payment_method"), &json!(4599)));
}

#[tokio::test]
async fn a_link_leads_to_the_address_the_sandbox_listens_on_whatever_host_the_request_names() {
    let client = Client::with(SandboxConfig { listen: "127.0.0.1:8600".parse().unwrap(), ..config() });
    let request = Request::post("/payment_link").header("host", "localhost:9000");
    let request = request.header("api-key", &client.credentials.api_key);
    let body = Body::from(json!({"amount": 1, "currency": "USD"}).to_string());
    let created = client.send(request.body(body).unwrap()).await.ok();
    assert!(created["link"].as_str().unwrap().starts_with("http://127.0.0.1:8600/_sandbox/pay/plink_"), "{created}");
}

#[tokio::test]
async fn the_page_opens_without_a_key_shows_the_amount_and_pays() {
    let client = Client::new();
    let created = link(&client, json!({"payment_link_config": {"seller_name": "Kettles & Co"}})).await;
    let page = client.bytes(Method::GET, &page_of(&created), None, Vec::new()).await;
    assert_eq!(page.headers["content-type"], "text/html; charset=utf-8");
    for part in ["45.99 EUR", "One &lt;kettle&gt;", "Kettles &amp; Co", "<form method=\"post\"", "card_number"] {
        assert!(page.text().contains(part), "no {part} in {}", page.text());
    }
    let paid = pay(&client, &created, GOOD).await;
    assert!(paid.status.is_success() && paid.text().contains("<h1>45.99 EUR paid</h1>"), "{}", paid.text());
    assert_eq!(status(&client, &created).await, "paid");
    let payment_id = created["payment_id"].as_str().unwrap();
    assert_eq!(client.payment(payment_id).await["status"], "succeeded");
    let effects = client.ledger_of(payment_id).await;
    assert_eq!(effects, [("authorize".to_owned(), 4599), ("capture".to_owned(), 4599)]);
    let again = pay_with_key(&client, &created, GOOD).await;
    assert_eq!(again.status, 400, "{}", again.text());
    assert_eq!(client.ledger_of(payment_id).await.len(), 2);
}

#[tokio::test]
async fn after_a_decline_the_link_stays_active_and_begins_another_payment() {
    let client = Client::new();
    let created = link(&client, json!({})).await;
    let declined = pay(&client, &created, "4000000000000002").await;
    assert!(declined.text().contains("Your card was declined"), "{}", declined.text());
    assert_eq!(status(&client, &created).await, "active");
    pay(&client, &created, GOOD).await;
    assert_eq!(status(&client, &created).await, "paid");
    let path = format!("/_sandbox/payment_links/{}", created["payment_link_id"].as_str().unwrap());
    let now = client.get(&path).await.ok();
    assert_ne!(now["payment_id"], created["payment_id"]);
    assert_eq!(client.payment(created["payment_id"].as_str().unwrap()).await["status"], "failed");
}

#[tokio::test]
async fn a_link_expires_with_the_clock_and_a_paid_one_stays_paid() {
    let client = Client::new();
    let (open, paid) = (link(&client, json!({})).await, link(&client, json!({})).await);
    pay(&client, &paid, GOOD).await;
    client.advance(24 * 3_600 - 1).await;
    assert_eq!(status(&client, &open).await, "active");
    client.advance(1).await;
    assert_eq!((status(&client, &open).await, status(&client, &paid).await), ("expired".into(), "paid".into()));
    let late = pay_with_key(&client, &open, GOOD).await;
    assert!(late.status == 400 && late.text().contains("expired"), "{}", late.text());
    assert_eq!(client.ledger_of(open["payment_id"].as_str().unwrap()).await, []);
}

#[tokio::test]
async fn three_ds_manual_capture_and_reusable_links_work() {
    let client = Client::new();
    let three_ds = link(&client, json!({"authentication_type": "three_ds"})).await;
    let payment_id = three_ds["payment_id"].as_str().unwrap();
    let asks = pay(&client, &three_ds, GOOD).await;
    assert!(asks.text().contains(&format!("/_sandbox/3ds/{payment_id}")), "{}", asks.text());
    client.post(&format!("/_sandbox/3ds/{payment_id}/complete"), json!({})).await.ok();
    assert_eq!(status(&client, &three_ds).await, "paid");
    let manual = link(&client, json!({"capture_method": "manual"})).await;
    pay(&client, &manual, GOOD).await;
    assert_eq!(client.payment(manual["payment_id"].as_str().unwrap()).await["status"], "requires_capture");
    let many = link(&client, json!({"link_type": "multi_use"})).await;
    for _ in 0..2 {
        assert!(pay(&client, &many, GOOD).await.status.is_success());
    }
    assert_eq!(status(&client, &many).await, "active");
    assert_eq!(client.post("/payments/list", json!({"status": "succeeded"})).await.ok()["total_count"], 3);
}

#[tokio::test]
async fn a_wrong_card_is_reported_on_the_page_without_its_number() {
    let client = Client::new();
    let created = link(&client, json!({"require_customer_info": true})).await;
    let answer = pay(&client, &created, GOOD).await;
    assert!(answer.status == 400 && answer.text().contains("card_holder_name"), "{}", answer.text());
    let created = link(&client, json!({})).await;
    let answer = pay(&client, &created, "42424242").await;
    assert!(answer.status == 400 && answer.text().contains("card_number"), "{}", answer.text());
    assert!(!answer.text().contains("\"42424242\""));
    assert_eq!(status(&client, &created).await, "active");
}

#[tokio::test]
async fn bad_links_are_refused_by_field() {
    let client = Client::new();
    for (body, code, mention) in [
        (json!({"currency": "USD"}), "IR_01", "amount"),
        (json!({"amount": 1}), "IR_01", "currency"),
        (json!({"amount": 0, "currency": "USD"}), "IR_04", "amount"),
        (json!({"amount": "1", "currency": "USD"}), "IR_04", "amount"),
        (json!({"amount": 1, "currency": "XXQ"}), "IR_04", "currency"),
        (json!({"amount": 1, "currency": "USD", "description": 1}), "IR_04", "description"),
        (json!({"amount": 1, "currency": "USD", "link_type": "forever"}), "IR_04", "link_type"),
        (json!({"amount": 1, "currency": "USD", "expiry": "soon"}), "IR_04", "expiry"),
        (json!({"amount": 1, "currency": "USD", "expiry": START}), "IR_04", "expiry"),
        (json!({"amount": 1, "currency": "USD", "send_email": "yes"}), "IR_04", "send_email"),
        (json!({"amount": 1, "currency": "USD", "send_email": true}), "IR_01", "email"),
        (json!({"amount": 1, "currency": "USD", "capture_method": "later"}), "IR_04", "capture_method"),
        (json!({"amount": 1, "currency": "USD", "authentication_type": "x"}), "IR_04", "authentication_type"),
        (json!({"amount": 1, "currency": "USD", "require_customer_info": 1}), "IR_04", "require_customer_info"),
        (json!({"amount": 1, "currency": "USD", "payment_link_config": []}), "IR_04", "payment_link_config"),
        (
            json!({"amount": 1, "currency": "USD", "payment_link_config": {"allowed_payment_method_types": [1]}}),
            "IR_04",
            "allowed_payment_method_types",
        ),
    ] {
        client.post("/payment_link", body).await.refused(400, code, mention);
    }
    let unknown = json!({"amount": 1, "currency": "USD", "customer_id": "nobody"});
    client.post("/payment_link", unknown).await.refused(404, "IR_05", "nobody");
    client.bytes(Method::GET, "/_sandbox/pay/nothing", None, Vec::new()).await.refused(404, "IR_05", "nothing");
    assert_eq!(client.get("/payments/list").await.ok()["total_count"], 0, "a refused link left a payment");
}
