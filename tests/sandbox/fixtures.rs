//! Requests typed by hand from the specification, and the answers to them. The client's own tests hold what it sends
//! to the same requests, and what it reads to the same answers.

use paydesk_test_sandbox::helpers::{Client, config, fixture};
use serde_json::{Value, json};

/// The client of a sandbox whose merchant is the fixtures' one.
fn merchant() -> Client {
    let mut config = config();
    config.credentials.merchant_id = Some("mer_test".to_owned());
    Client::with(config)
}

fn without(mut body: Value, fields: &[&str]) -> Value {
    for field in fields {
        body.as_object_mut().unwrap().remove(*field);
    }
    body
}

#[tokio::test]
async fn a_payment_is_updated_by_the_fields_of_its_creation() {
    let client = merchant();
    let begun = json!({"payment_id": "order-1001_a", "amount": 1, "currency": "USD", "profile_id": "pro_test"});
    client.post("/payments", begun).await.ok();
    let updated = client.post("/payments/order-1001_a", fixture("payment_update")).await.ok();
    assert_eq!(updated, fixture("payment_updated"));
}

#[tokio::test]
async fn a_payment_in_two_steps_is_confirmed_with_what_was_not_said_before() {
    let client = merchant();
    let begun = json!({"payment_id": "order-1002", "amount": 4599, "currency": "EUR", "profile_id": "pro_test",
        "metadata": {"operation_id": "op-1003"}});
    client.post("/payments", begun).await.ok();
    let confirmed = client.post("/payments/order-1002/confirm", fixture("payment_confirm")).await.ok();
    assert_eq!(confirmed, fixture("payment_confirmed"));
}

#[tokio::test]
async fn customers_are_created_read_and_updated() {
    let client = merchant();
    assert_eq!(client.post("/customers", fixture("customer_create")).await.ok(), fixture("customer"));
    assert_eq!(client.get("/customers/ada-1815").await.ok(), fixture("customer"));
    let updated = client.post("/customers/ada-1815", fixture("customer_update")).await.ok();
    assert_eq!(updated, fixture("customer_updated"));
}

#[tokio::test]
async fn a_payment_link_has_ids_and_an_address_of_the_sandbox_s_own() {
    let client = merchant();
    client.post("/customers", fixture("customer_create")).await.ok();
    let link = client.post("/payment_link", fixture("payment_link_create")).await.ok();
    let own = ["payment_link_id", "payment_id", "link"];
    assert!(own.iter().all(|field| link[field].is_string()), "{link}");
    assert_eq!(without(link, &own), without(fixture("payment_link"), &own));
}
