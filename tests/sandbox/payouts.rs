//! Payouts: the create input field by field, the statuses row by row, the answers, and what is refused.

use paydesk_test_sandbox::helpers::{Client, config};
use paydesk_test_sandbox::payouts::{payout_with, sepa};
use serde_json::{Value, json};

fn ending(end: &str) -> Value {
    payout_with(json!({"payout_method_data": {"bank_transfer": sepa(end)}}))
}

fn id(payout: &Value) -> String {
    payout["payout_id"].as_str().unwrap().to_owned()
}

async fn create(client: &Client, body: Value) -> Value {
    client.post("/payouts/create", body).await.ok()
}

async fn fulfil(client: &Client, payout: &Value) -> Value {
    client.post(&format!("/payouts/{}/fulfill", id(payout)), json!({"payout_id": id(payout)})).await.ok()
}

async fn read(client: &Client, payout: &Value) -> Value {
    client.get(&format!("/_sandbox/payouts/{}", id(payout))).await.ok()
}

fn effects(rows: &[&str]) -> Vec<(String, i64)> {
    rows.iter().map(|effect| ((*effect).to_owned(), 12_500)).collect()
}

#[tokio::test]
async fn a_payout_has_the_fields_of_the_specification() {
    let client = Client::new();
    let body = payout_with(json!({
        "merchant_order_reference_id": "po-1", "description": "Invoice 7", "metadata": {"k": "v"},
        "billing": {"address": {"line1": "1", "country": "DE"}, "email": "a@b.example"},
        "customer": {"id": "supplier-1", "name": "Supplier", "email": "s@b.example", "phone": "1", "phone_country_code": "+49"},
        "return_url": "https://shop.example/r", "business_country": "DE", "entity_type": "Company",
        "priority": "regular", "recurring": true, "payout_link": true,
        "payout_link_config": {"merchant_name": "Shop", "test_mode": true},
    }));
    let payout = create(&client, body).await;
    let names: Vec<&str> = payout.as_object().unwrap().keys().map(String::as_str).collect();
    for name in [
        "payout_id",
        "merchant_id",
        "merchant_order_reference_id",
        "amount",
        "currency",
        "payout_type",
        "payout_method_data",
        "billing",
        "auto_fulfill",
        "customer_id",
        "customer",
        "client_secret",
        "return_url",
        "business_country",
        "description",
        "entity_type",
        "recurring",
        "metadata",
        "merchant_connector_id",
        "status",
        "profile_id",
        "created",
        "priority",
        "attempts",
        "payout_link",
        "payout_method_id",
    ] {
        assert!(names.contains(&name), "no {name} in {payout}");
    }
    assert_eq!(names.len(), 26, "{names:?}");
    let expected = json!({"bank": {"payout_method_type": "sepa", "iban": "******************3000", "bic": "COBADEFF"}});
    assert_eq!(payout["payout_method_data"], expected);
    assert_eq!((&payout["status"], &payout["profile_id"]), (&json!("requires_fulfillment"), &json!("pro_test")));
    assert_eq!((&payout["customer_id"], &payout["customer"]["id"]), (&json!("supplier-1"), &json!("supplier-1")));
    let fulfilled = fulfil(&client, &payout).await;
    let mut all: Vec<String> = payout.as_object().unwrap().keys().cloned().collect();
    all.push("connector_transaction_id".to_owned());
    assert!(fulfilled.as_object().unwrap().keys().all(|name| all.contains(name)), "{fulfilled}");
    let attempt = &fulfilled["attempts"][0];
    assert_eq!(attempt["attempt_id"], format!("{}_1", id(&payout)));
    assert_eq!((&attempt["status"], &attempt["amount"]), (&json!("success"), &json!(12_500)));
    assert_eq!((&attempt["currency"], &attempt["connector"]), (&json!("EUR"), &json!("sandbox")));
    assert_eq!(attempt["connector_transaction_id"], fulfilled["connector_transaction_id"]);
}

#[tokio::test]
async fn what_is_missing_decides_the_first_status() {
    let client = Client::new();
    let bare = create(&client, json!({"amount": 1, "currency": "JPY"})).await;
    assert_eq!(bare["status"], "requires_payout_method_data");
    let untyped = create(&client, payout_with(json!({"payout_type": null}))).await;
    assert_eq!(untyped["status"], "requires_confirmation");
    let typed = create(&client, payout_with(json!({"payout_method_data": null}))).await;
    assert_eq!(typed["status"], "requires_payout_method_data");
    assert_eq!(create(&client, payout_with(json!({"confirm": true}))).await["status"], "requires_fulfillment");
    let confirm = payout_with(json!({"confirm": true, "payout_type": null}));
    client.post("/payouts/create", confirm).await.refused(400, "IR_01", "payout_type");
    for payout in [&bare, &untyped, &typed] {
        let answer = client.post(&format!("/payouts/{}/fulfill", id(payout)), json!({"payout_id": id(payout)})).await;
        answer.refused(400, "IR_04", "cannot be fulfilled");
        assert_eq!(client.effects_on(&id(payout)).await.len(), 1);
    }
}

#[tokio::test]
async fn the_end_of_the_account_decides_what_a_fulfilment_comes_to() {
    let client = Client::new();
    for (end, at_once, later, ledger) in [
        ("3000", "success", "success", vec!["payout_create", "payout_fulfil"]),
        ("0001", "pending", "success", vec!["payout_create", "payout_fulfil"]),
        ("0002", "failed", "failed", vec!["payout_create"]),
        ("0003", "success", "reversed", vec!["payout_create", "payout_fulfil", "payout_reverse"]),
        ("0004", "ineligible", "ineligible", vec!["payout_create"]),
    ] {
        let payout = create(&client, ending(end)).await;
        let fulfilled = fulfil(&client, &payout).await;
        assert_eq!((&fulfilled["status"], &fulfilled["attempts"][0]["status"]), (&json!(at_once), &json!(at_once)));
        let has_code = matches!(at_once, "failed" | "ineligible");
        for name in ["unified_code", "unified_message", "error_code", "error_message"] {
            assert_eq!(fulfilled[name].is_string(), has_code, "{name} of {fulfilled}");
        }
        client.advance(15).await;
        let ended = read(&client, &payout).await;
        assert_eq!((&ended["status"], &ended["attempts"][0]["status"]), (&json!(later), &json!(later)));
        assert_eq!(client.effects_on(&id(&payout)).await, effects(&ledger), "{end}");
        let again = client.post(&format!("/payouts/{}/fulfill", id(&payout)), json!({"payout_id": id(&payout)})).await;
        again.refused(400, "IR_04", later);
    }
}

#[tokio::test]
async fn a_payout_with_auto_fulfill_is_pending_first() {
    let client = Client::new();
    for (end, later, ledger) in [
        ("3000", "success", vec!["payout_create", "payout_fulfil"]),
        ("0001", "success", vec!["payout_create", "payout_fulfil"]),
        ("0002", "failed", vec!["payout_create", "payout_fulfil", "payout_reverse"]),
        ("0004", "ineligible", vec!["payout_create", "payout_fulfil", "payout_reverse"]),
    ] {
        let mut body = ending(end);
        body["auto_fulfill"] = json!(true);
        let payout = create(&client, body).await;
        assert_eq!(payout["status"], "pending");
        let answer = client.post(&format!("/payouts/{}/fulfill", id(&payout)), json!({"payout_id": id(&payout)})).await;
        answer.refused(400, "IR_04", "pending");
        client.advance(5).await;
        assert_eq!(read(&client, &payout).await["status"], later);
        assert_eq!(client.effects_on(&id(&payout)).await, effects(&ledger));
    }
    let reversed = create(&client, {
        let mut body = ending("0003");
        body["auto_fulfill"] = json!(true);
        body
    });
    let reversed = reversed.await;
    client.advance(5).await;
    assert_eq!(read(&client, &reversed).await["status"], "success");
    client.advance(10).await;
    assert_eq!(read(&client, &reversed).await["status"], "reversed");
}

#[tokio::test]
async fn cards_and_wallets_end_as_accounts_do() {
    let client = Client::new();
    let card = |end: &str| {
        json!({"card_number": format!("424242424242{end}"), "expiry_month": "03",
        "expiry_year": "30", "card_holder_name": "Ada"})
    };
    for (data, kind, status) in [
        (json!({"card": card("0002")}), "card", "failed"),
        (json!({"wallet": {"phone_wallet": {"telephone_number": "+44770090 0004"}}}), "wallet", "ineligible"),
        (
            json!({"bank_redirect": {"interbank_e_transfer": {"email": "ada0001@b.example"}}}),
            "bank_redirect",
            "pending",
        ),
    ] {
        let payout = create(&client, payout_with(json!({"payout_type": kind, "payout_method_data": data}))).await;
        assert_eq!(fulfil(&client, &payout).await["status"], status);
    }
}

#[tokio::test]
async fn an_update_completes_a_payout_and_answers_six_fields() {
    let client = Client::new();
    let payout = create(&client, json!({"amount": 12_500, "currency": "EUR"})).await;
    let path = format!("/payouts/{}", id(&payout));
    client.advance(60).await;
    let updated = client.put(&path, json!({"description": "Now known", "metadata": {"a": "b"}})).await.ok();
    let expected = json!({"payout_id": id(&payout), "amount": 12_500, "currency": "EUR",
        "status": "requires_payout_method_data", "description": "Now known", "modified_at": "2026-11-21T10:01:00Z"});
    assert_eq!(updated, expected);
    let data = json!({"payout_method_data": {"bank_transfer": sepa("3000")}});
    assert_eq!(client.put(&path, data).await.ok()["status"], "requires_confirmation");
    assert_eq!(client.put(&path, json!({"payout_type": "bank"})).await.ok()["status"], "requires_fulfillment");
    client.put(&path, json!({"payout_type": "card"})).await.refused(400, "IR_04", "payout_type");
    assert_eq!(read(&client, &payout).await["metadata"], json!({"a": "b"}));
    assert_eq!(fulfil(&client, &payout).await["status"], "success");
    client.put(&path, json!({"payout_type": "bank"})).await.refused(400, "IR_04", "success");
    assert_eq!(client.put(&path, json!({"description": "Paid"})).await.ok()["description"], "Paid");
    assert_eq!(client.effects_on(&id(&payout)).await, effects(&["payout_create", "payout_fulfil"]));
}

#[tokio::test]
async fn an_update_that_completes_a_payout_with_auto_fulfill_sends_it() {
    let client = Client::new();
    let payout = create(&client, json!({"amount": 12_500, "currency": "EUR", "auto_fulfill": true})).await;
    assert_eq!(payout["status"], "requires_payout_method_data");
    let data = json!({"payout_type": "bank", "payout_method_data": {"bank_transfer": sepa("3000")}});
    assert_eq!(client.put(&format!("/payouts/{}", id(&payout)), data).await.ok()["status"], "pending");
    client.advance(5).await;
    assert_eq!(read(&client, &payout).await["status"], "success");
}

#[tokio::test]
async fn updates_are_refused_where_they_make_no_sense() {
    let client = Client::new();
    let payout = create(&client, payout_with(json!({}))).await;
    let path = format!("/payouts/{}", id(&payout));
    client.put("/payouts/nobody", json!({})).await.refused(404, "IR_05", "nobody");
    for (body, mention) in [
        (json!({"description": 5}), "description"),
        (json!({"metadata": {"k".repeat(41): "v"}}), "metadata"),
        (json!({"payout_type": "gold"}), "payout_type"),
        (json!({"payout_method_data": {"card": {}, "wallet": {}}}), "“card”, “wallet”"),
        (json!({"payout_link": true}), "payout_link"),
        (json!({"payout_link_config": {}}), "payout_link_config"),
    ] {
        client.put(&path, body).await.refused(400, "IR_04", mention);
    }
}

#[tokio::test]
async fn fulfilment_wants_the_same_id_in_path_and_body() {
    let client = Client::new();
    let payout = create(&client, payout_with(json!({}))).await;
    let path = format!("/payouts/{}/fulfill", id(&payout));
    client.post(&path, json!({})).await.refused(400, "IR_01", "payout_id");
    client.post(&path, json!({"payout_id": "payout_other"})).await.refused(400, "IR_04", "payout_id");
    client.post(&path, json!({"payout_id": 5})).await.refused(400, "IR_04", "payout_id");
    client.post("/payouts//fulfill", json!({"payout_id": id(&payout)})).await.refused(400, "IR_01", "payout_id");
    client.post("/payouts/nobody/fulfill", json!({"payout_id": "nobody"})).await.refused(404, "IR_05", "nobody");
    assert_eq!(client.effects_on(&id(&payout)).await, effects(&["payout_create"]));
}

#[tokio::test(flavor = "multi_thread", worker_threads = 4)]
async fn of_32_fulfilments_at_once_exactly_one_happens() {
    let client = Client::new();
    let payout = id(&create(&client, payout_with(json!({}))).await);
    let fulfilments: Vec<_> = (0..32)
        .map(|_| {
            let (client, id) = (client.clone(), payout.clone());
            tokio::spawn(async move {
                let path = format!("/payouts/{id}/fulfill");
                client.post(&path, json!({"payout_id": id})).await.status.as_u16()
            })
        })
        .collect();
    let mut done = 0;
    for fulfilment in fulfilments {
        done += usize::from(fulfilment.await.unwrap() == 200);
    }
    assert_eq!(done, 1);
    assert_eq!(client.effects_on(&payout).await, effects(&["payout_create", "payout_fulfil"]));
}

#[tokio::test]
async fn payouts_and_their_timers_survive_a_restart() {
    let dir = tempfile::tempdir().unwrap();
    let payout = {
        let client = Client::with(paydesk_test_sandbox::helpers::config_in(dir.path()));
        let payout = create(&client, ending("0001")).await;
        assert_eq!(fulfil(&client, &payout).await["status"], "pending");
        payout
    };
    let client = Client::with(paydesk_test_sandbox::helpers::config_in(dir.path()));
    assert_eq!(read(&client, &payout).await["status"], "pending");
    client.advance(5).await;
    assert_eq!(read(&client, &payout).await["status"], "success");
    client.post("/_sandbox/reset", json!({})).await.ok();
    assert_eq!(client.get("/_sandbox/payouts").await.ok()["total_count"], 0);
}

#[tokio::test]
async fn the_create_input_is_checked_field_by_field() {
    let client = Client::new();
    for field in ["amount", "currency"] {
        client.post("/payouts/create", payout_with(json!({field: null}))).await.refused(400, "IR_01", field);
    }
    let texts = [
        "merchant_order_reference_id",
        "payout_type",
        "payout_token",
        "payout_method_id",
        "customer_id",
        "email",
        "name",
        "phone",
        "phone_country_code",
        "entity_type",
        "priority",
        "business_country",
        "profile_id",
        "description",
        "return_url",
        "currency",
    ];
    let objects = [
        "payout_method_data",
        "source_bank_data",
        "customer",
        "billing",
        "metadata",
        "payout_link_config",
        "browser_info",
    ];
    let booleans = ["confirm", "auto_fulfill", "recurring", "payout_link"];
    for field in texts.iter().chain(&objects).chain(&booleans).chain(&["amount", "session_expiry"]) {
        let wrong = if texts.contains(field) { json!(5) } else { json!("text") };
        client.post("/payouts/create", payout_with(json!({*field: wrong}))).await.refused(400, "IR_04", field);
    }
    for (extra, mention) in [
        (json!({"amount": 0}), "amount"),
        (json!({"amount": -5}), "amount"),
        (json!({"amount": 1_000_000_000_000_i64}), "amount"),
        (json!({"amount": 1.5}), "amount"),
        (json!({"currency": "EURO"}), "currency"),
        (json!({"merchant_order_reference_id": "r".repeat(256)}), "merchant_order_reference_id"),
        (json!({"payout_type": "crypto"}), "payout_type"),
        (json!({"entity_type": "COMPANY"}), "entity_type"),
        (json!({"priority": "Instant"}), "priority"),
        (json!({"business_country": "DEU"}), "business_country"),
        (json!({"profile_id": "pro_other"}), "profile_id"),
        (json!({"return_url": "shop"}), "return_url"),
        (json!({"session_expiry": 0}), "session_expiry"),
        (json!({"metadata": {"k": "v".repeat(501)}}), "metadata"),
        (json!({"metadata": {"k".repeat(41): "v"}}), "metadata"),
        (
            json!({"metadata": (0..51).map(|i| (i.to_string(), json!("v"))).collect::<serde_json::Map<_, _>>()}),
            "metadata",
        ),
        (json!({"billing": {"address": {"country": "X"}}}), "billing.address.country"),
        (json!({"billing": {"phone": {"number": 5}}}), "billing.phone.number"),
        (json!({"customer": {"id": "a b"}}), "customer.id"),
        (json!({"customer": {"document_details": "x"}}), "customer.document_details"),
        (json!({"payout_link_config": {"test_mode": "x"}}), "payout_link_config.test_mode"),
        (json!({"payout_token": "pm_1"}), "payout_token"),
    ] {
        client.post("/payouts/create", payout_with(extra)).await.refused(400, "IR_04", mention);
    }
    assert_eq!(client.get("/_sandbox/payouts").await.ok()["total_count"], 0);
    assert_eq!(client.get("/_sandbox/ledger").await.ok()["data"], json!([]));
}

#[tokio::test]
async fn limits_and_listed_values_are_taken_to_the_last_one() {
    let client = Client::new();
    let pairs: serde_json::Map<_, _> = (0..50).map(|i| (format!("{i:040}"), json!("v".repeat(500)))).collect();
    let mut bodies = vec![
        json!({"merchant_order_reference_id": "ü".repeat(255)}),
        json!({"metadata": pairs}),
        json!({"amount": 999_999_999_999_i64}),
    ];
    for word in ["instant", "fast", "regular", "wire", "cross_border", "internal"] {
        bodies.push(json!({"priority": word}));
    }
    for word in [
        "Individual",
        "Company",
        "NonProfit",
        "PublicSector",
        "NaturalPerson",
        "Personal",
        "individual",
        "company",
        "nonprofit",
        "non_profit",
        "publicsector",
        "naturalperson",
        "personal",
    ] {
        bodies.push(json!({"entity_type": word}));
    }
    for extra in bodies {
        assert_eq!(create(&client, payout_with(extra)).await["status"], "requires_fulfillment");
    }
}

#[tokio::test]
async fn the_customer_is_attached_or_created_and_the_new_fields_take_precedence() {
    let client = Client::new();
    client.post("/customers", json!({"customer_id": "known", "name": "Known", "email": "k@b.example"})).await.ok();
    let body = payout_with(json!({"customer": {"id": "known", "email": "new@b.example"}, "customer_id": "old"}));
    let payout = create(&client, body).await;
    let expected = json!({"id": "known", "name": "Known", "email": "new@b.example"});
    assert_eq!((&payout["customer_id"], &payout["customer"]), (&json!("known"), &expected));
    client.get("/customers/old").await.refused(404, "IR_05", "old");
    let old = create(&client, payout_with(json!({"customer_id": "old", "name": "Old way", "phone": "1"}))).await;
    assert_eq!(old["customer"], json!({"id": "old", "name": "Old way", "phone": "1"}));
    assert_eq!(client.get("/customers/old").await.ok()["name"], "Old way");
    let made = create(&client, payout_with(json!({}))).await;
    let made_id = made["customer_id"].as_str().unwrap();
    client.get(&format!("/customers/{made_id}")).await.ok();
}

#[tokio::test]
async fn a_method_can_be_used_again_by_its_reference() {
    let client = Client::new();
    let mut body = ending("0002");
    body["recurring"] = json!(true);
    let first = create(&client, body).await;
    let reference = first["payout_method_id"].as_str().unwrap();
    for field in ["payout_method_id", "payout_token"] {
        let again = create(&client, payout_with(json!({"payout_method_data": null, field: reference}))).await;
        assert_eq!(again["payout_method_data"], first["payout_method_data"]);
        assert_eq!(fulfil(&client, &again).await["status"], "failed");
    }
    let unknown = payout_with(json!({"payout_method_data": null, "payout_token": "pm_unknown"}));
    client.post("/payouts/create", unknown).await.refused(404, "IR_05", "pm_unknown");
    assert!(create(&client, payout_with(json!({}))).await.get("payout_method_id").is_none());
}

#[tokio::test]
async fn a_session_that_ends_before_the_payout_is_complete_expires_it() {
    let client = Client::new();
    let bare = create(&client, json!({"amount": 1, "currency": "EUR", "session_expiry": 60})).await;
    let complete = create(&client, payout_with(json!({"session_expiry": 60}))).await;
    client.advance(59).await;
    assert_eq!(read(&client, &bare).await["status"], "requires_payout_method_data");
    client.advance(1).await;
    assert_eq!(read(&client, &bare).await["status"], "expired");
    assert_eq!(read(&client, &complete).await["status"], "requires_fulfillment");
    let late = client.put(&format!("/payouts/{}", id(&bare)), json!({"payout_type": "bank"})).await;
    late.refused(400, "IR_04", "expired");
}

#[tokio::test]
async fn the_page_of_a_payout_link_takes_an_account() {
    use axum::http::Method;
    let client = Client::new();
    let payout = create(&client, json!({"amount": 12_500, "currency": "EUR", "payout_link": true})).await;
    let link = payout["payout_link"]["link"].as_str().unwrap().to_owned();
    assert!(payout["payout_link"]["payout_link_id"].is_string());
    let path = format!("/_sandbox/payout_links/{}", id(&payout));
    assert!(link.ends_with(&path), "{link}");
    let page = client.bytes(Method::GET, &path, None, Vec::new()).await;
    assert!(page.text().contains("125.00 EUR") && page.text().contains("iban"), "{}", page.text());
    let send = |form: &'static str| client.submit(&path, &path, form);
    assert_eq!(send("account_holder_name=Ada&iban=nonsense").await.status, 400);
    let done = send("account_holder_name=Ada&iban=DE89370400440532013000").await;
    assert!(done.text().contains("requires_fulfillment") && !done.text().contains("DE8937"), "{}", done.text());
    let other = create(&client, payout_with(json!({}))).await;
    let path = format!("/_sandbox/payout_links/{}", id(&other));
    client.bytes(Method::GET, &path, None, Vec::new()).await.refused(404, "IR_05", &id(&other));
}

#[tokio::test]
async fn seeded_payouts_show_every_status_and_are_the_same_for_the_same_seed() {
    let shop = || paydesk_sandbox::SandboxConfig { payments: 2_000, ..config() };
    let (one, two) = (Client::with(shop()), Client::with(shop()));
    let list = one.get("/_sandbox/payouts?limit=100").await.ok();
    assert_eq!(list, two.get("/_sandbox/payouts?limit=100").await.ok());
    let data = list["data"].as_array().unwrap();
    assert_eq!(list["total_count"], 80);
    for status in [
        "requires_fulfillment",
        "pending",
        "requires_payout_method_data",
        "success",
        "failed",
        "requires_confirmation",
        "reversed",
        "ineligible",
        "expired",
    ] {
        assert!(data.iter().any(|payout| payout["status"] == status), "no {status}");
    }
    assert!(data.iter().filter(|payout| payout["status"] == "success").all(|payout| payout["attempts"][0].is_object()));
    assert!(data.is_sorted_by(|newer, older| newer["created"].as_str() >= older["created"].as_str()));
    let waiting = data.iter().find(|payout| payout["status"] == "requires_fulfillment").unwrap();
    assert_eq!(fulfil(&one, waiting).await["status"], "success");
    one.advance(3 * 86_400).await;
    let after = one.get("/_sandbox/payouts?limit=100").await.ok();
    assert!(after["data"].as_array().unwrap().iter().all(|payout| payout["status"] != "pending"));
}
