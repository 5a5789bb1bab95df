//! Customers: create, read, update; the fields of the specification and its errors.

use paydesk_test_sandbox::helpers::{Client, START, payment_with};
use serde_json::{Value, json};

fn ada() -> Value {
    json!({
        "customer_id": "ada-1815",
        "email": "ada@analytical.example",
        "name": "Ada Lovelace",
        "phone": "7700900123",
        "phone_country_code": "+44",
        "description": "Buys punched cards",
        "address": {"line1": "12 Wharf Lane", "city": "Bristol", "state": "Avon", "zip": "BS1 4RW", "country": "GB",
            "first_name": "Ada", "last_name": "Lovelace"},
        "metadata": {"tier": "gold"},
    })
}

#[tokio::test]
async fn a_customer_is_answered_as_it_was_given_with_id_and_times() {
    let client = Client::new();
    let created = client.post("/customers", ada()).await.ok();
    let mut expected = ada();
    expected["created"] = json!(START);
    expected["modified_at"] = json!(START);
    assert_eq!(created, expected);
    assert_eq!(client.get("/customers/ada-1815").await.ok(), expected);
}

#[tokio::test]
async fn every_field_is_optional_and_an_id_is_made_up() {
    let client = Client::new();
    let created = client.post("/customers", json!({})).await.ok();
    assert!(created["customer_id"].as_str().unwrap().starts_with("cus_"), "{created}");
    let other = client.post("/customers", json!({"name": null})).await.ok();
    assert_ne!(created["customer_id"], other["customer_id"]);
}

#[tokio::test]
async fn a_taken_id_is_a_conflict_and_changes_nothing() {
    let client = Client::new();
    client.post("/customers", ada()).await.ok();
    let again = client.post("/customers", json!({"customer_id": "ada-1815", "name": "Somebody else"})).await;
    again.refused(409, "IR_04", "ada-1815");
    assert_eq!(client.get("/customers/ada-1815").await.ok()["name"], "Ada Lovelace");
}

#[tokio::test]
async fn an_update_changes_what_is_given_and_answers_five_fields() {
    let client = Client::new();
    client.post("/customers", ada()).await.ok();
    client.advance(60).await;
    let body = json!({"email": "countess@analytical.example", "metadata": {"tier": "platinum"}});
    let updated = client.post("/customers/ada-1815", body).await.ok();
    let expected = json!({
        "customer_id": "ada-1815",
        "email": "countess@analytical.example",
        "name": "Ada Lovelace",
        "description": "Buys punched cards",
        "modified_at": "2026-11-21T10:01:00Z",
    });
    assert_eq!(updated, expected);
    let read = client.get("/customers/ada-1815").await.ok();
    assert_eq!((&read["metadata"], &read["phone"]), (&json!({"tier": "platinum"}), &json!("7700900123")));
    assert_eq!((&read["created"], &read["modified_at"]), (&json!(START), &json!("2026-11-21T10:01:00Z")));
}

#[tokio::test]
async fn an_unknown_customer_is_404_for_reading_updating_and_paying() {
    let client = Client::new();
    client.get("/customers/nobody").await.refused(404, "IR_05", "nobody");
    client.post("/customers/nobody", json!({"name": "N"})).await.refused(404, "IR_05", "nobody");
    let payment = payment_with("4242424242424242", json!({"customer_id": "nobody"}));
    client.post("/payments", payment).await.refused(404, "IR_05", "nobody");
}

#[tokio::test]
async fn a_new_customer_pays_and_is_found_by_the_list() {
    let client = Client::new();
    client.post("/customers", ada()).await.ok();
    let payment = client.pay("4242424242424242", json!({"customer_id": "ada-1815"})).await;
    assert_eq!(payment["customer_id"], "ada-1815");
    let listed = client.post("/payments/list", json!({"customer_id": "ada-1815"})).await.ok();
    assert_eq!(listed["total_count"], 1);
}

#[tokio::test]
async fn wrong_types_and_values_are_refused_by_name() {
    let client = Client::new();
    for field in ["customer_id", "email", "name", "phone", "phone_country_code", "description"] {
        client.post("/customers", json!({field: 5})).await.refused(400, "IR_04", field);
    }
    for field in ["address", "metadata"] {
        client.post("/customers", json!({field: "text"})).await.refused(400, "IR_04", field);
    }
    for id in ["", "a b", "a/b", "ü", &"x".repeat(65)] {
        client.post("/customers", json!({"customer_id": id})).await.refused(400, "IR_04", "customer_id");
    }
    client.post("/customers", json!({"customer_id": "x".repeat(64)})).await.ok();
    for country in ["GBR", "4", "G1"] {
        let body = json!({"address": {"country": country}});
        client.post("/customers", body).await.refused(400, "IR_04", "address.country");
    }
    client.post("/customers", json!({"address": {"line1": 1}})).await.refused(400, "IR_04", "address.line1");
    let metadata = json!({"metadata": {"k": "v".repeat(501)}});
    client.post("/customers", metadata).await.refused(400, "IR_04", "metadata");
}

#[tokio::test]
async fn seeded_customers_can_be_read_and_updated() {
    let config = paydesk_sandbox::SandboxConfig { payments: 40, ..paydesk_test_sandbox::helpers::config() };
    let client = Client::with(config);
    let listed = client.post("/payments/list", json!({"limit": 40})).await.ok();
    let mut seen = 0;
    for row in listed["data"].as_array().unwrap() {
        let payment = client.payment(row["payment_id"].as_str().unwrap()).await;
        let Some(id) = payment["customer_id"].as_str() else { continue };
        let customer = client.get(&format!("/customers/{id}")).await.ok();
        assert!(customer["name"].is_string() && customer["email"].is_string());
        client.post(&format!("/customers/{id}"), json!({"description": "called"})).await.ok();
        seen += 1;
    }
    assert!(seen > 10, "{seen}");
}
