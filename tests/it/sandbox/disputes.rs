//! Disputes, evidence and files: shapes, the table of transitions, each error, and who wins.

use std::collections::{BTreeMap, BTreeSet};

use axum::body::Body;
use axum::http::Request;
use paydesk::sandbox::SandboxConfig;
use serde_json::{Value, json};

use super::helpers::{Answer, Client, config, fixture, id};

const GOOD: &str = "4242424242424242";
const DISPUTED: &str = "4000000000000259";
const FILE_FIELDS: [&str; 10] = [
    "customer_signature",
    "customer_communication",
    "service_documentation",
    "receipt",
    "cancellation_policy",
    "refund_policy",
    "shipping_documentation",
    "invoice_showing_distinct_transactions",
    "recurring_transaction_agreement",
    "uncategorized_file",
];
const DEADLINE_SECONDS: i64 = 14 * 86_400;

/// A dispute of a fresh payment; its id.
async fn disputed(client: &Client, payment_id: &str, body: Value) -> String {
    client.pay(GOOD, json!({ "payment_id": payment_id })).await;
    let raised = client.post(&format!("/_sandbox/payments/{payment_id}/dispute"), body).await.ok();
    raised["dispute_id"].as_str().unwrap().to_owned()
}

async fn fraudulent(client: &Client, payment_id: &str) -> String {
    disputed(client, payment_id, json!({"reason": "fraudulent", "stage": "dispute"})).await
}

async fn stored(client: &Client, dispute_id: &str) -> Value {
    client.get(&format!("/_sandbox/disputes/{dispute_id}")).await.ok()
}

async fn status(client: &Client, dispute_id: &str) -> String {
    stored(client, dispute_id).await["status"].as_str().unwrap().to_owned()
}

async fn submit(client: &Client, dispute_id: &str, mut evidence: Value) -> Answer {
    evidence["dispute_id"] = json!(dispute_id);
    client.post("/disputes/evidence", evidence).await
}

async fn effects(client: &Client, payment_id: &str) -> Vec<String> {
    let effects = client.ledger_of(payment_id).await.into_iter().map(|(effect, _)| effect);
    effects.filter(|effect| effect != "authorize" && effect != "capture").collect()
}

fn form(parts: &[(&str, Option<&str>, &[u8])]) -> Vec<u8> {
    let mut body = Vec::new();
    for (name, file_name, bytes) in parts {
        let file = file_name.map(|name| format!("; filename=\"{name}\"")).unwrap_or_default();
        let head = format!("--edge\r\nContent-Disposition: form-data; name=\"{name}\"{file}\r\n\r\n");
        body.extend_from_slice(head.as_bytes());
        body.extend_from_slice(bytes);
        body.extend_from_slice(b"\r\n");
    }
    body.extend_from_slice(b"--edge--\r\n");
    body
}

async fn post_form(client: &Client, body: Vec<u8>) -> Answer {
    let request = Request::post("/_sandbox/files")
        .header("api-key", &client.credentials.api_key)
        .header("content-type", "multipart/form-data; boundary=edge");
    client.send(request.body(Body::from(body)).unwrap()).await
}

async fn upload(client: &Client) -> String {
    let uploaded = post_form(client, form(&[("file", Some("receipt.pdf"), b"%PDF-1.7")])).await.ok();
    uploaded["file_id"].as_str().unwrap().to_owned()
}

#[tokio::test]
async fn a_list_item_has_exactly_the_seven_fields_and_the_envelope_four() {
    let client = Client::new();
    let dispute_id = fraudulent(&client, "p").await;
    let item = json!({
        "dispute_id": dispute_id, "payment_id": "p", "amount": 1000, "currency": "USD",
        "status": "dispute_opened", "reason": "fraudulent", "created": "2026-11-21T10:00:00Z",
    });
    let envelope = json!({"count": 1, "total_count": 1, "has_more": false, "data": [item]});
    assert_eq!(client.get("/disputes/list").await.ok(), envelope);
    assert_eq!(client.post("/disputes/list", json!({})).await.ok(), envelope);
    let whole = stored(&client, &dispute_id).await;
    assert_eq!((&whole["stage"], &whole["evidence"]), (&json!("dispute"), &json!({})));
    assert_eq!(whole["evidence_deadline"], "2026-12-05T10:00:00Z");
}

#[tokio::test]
async fn lists_are_newest_first_paged_and_filtered_by_query_and_by_body() {
    let client = Client::new();
    let mut ids = Vec::new();
    for i in 0..12 {
        ids.push(fraudulent(&client, &format!("p{i}")).await);
        client.advance(1).await;
    }
    ids.reverse();
    submit(&client, &ids[0], json!({})).await.ok();
    let shown = |page: &Value| -> Vec<String> {
        let rows = page["data"].as_array().unwrap().iter();
        rows.map(|row| row["dispute_id"].as_str().unwrap().to_owned()).collect()
    };
    let default = client.get("/disputes/list").await.ok();
    assert_eq!(
        (&default["count"], &default["total_count"], &default["has_more"]),
        (&json!(10), &json!(12), &json!(true))
    );
    assert_eq!(shown(&default), ids[..10]);
    for rest in [
        client.get("/disputes/list?limit=10&offset=10").await.ok(),
        client.post("/disputes/list", json!({"limit": 10, "offset": 10})).await.ok(),
    ] {
        assert_eq!((shown(&rest), &rest["has_more"]), (ids[10..].to_vec(), &json!(false)));
    }
    let beyond = client.get("/disputes/list?offset=12").await.ok();
    assert_eq!((&beyond["count"], &beyond["total_count"], &beyond["has_more"]), (&json!(0), &json!(12), &json!(false)));
    assert_eq!(shown(&client.get("/disputes/list?status=challenged").await.ok()), ids[..1]);
    assert_eq!(client.post("/disputes/list", json!({"status": "dispute_opened"})).await.ok()["total_count"], 11);
    assert_eq!(shown(&client.get("/disputes/list?payment_id=p0").await.ok()), ids[11..]);
    assert_eq!(client.get("/disputes/list?payment_id=nobody").await.ok()["data"], json!([]));
    assert_eq!(client.get("/disputes/list?currency=jpy").await.ok()["total_count"], 0);
    let body = json!({"created_gte": "2026-11-21T10:00:03Z", "created_lte": "2026-11-21T10:00:05Z"});
    assert_eq!(client.post("/disputes/list", body).await.ok()["total_count"], 3);
}

#[tokio::test]
async fn documented_errors_of_the_list() {
    let client = Client::new();
    for (body, mention) in [
        (json!({"limit": 0}), "limit"),
        (json!({"limit": 101}), "limit"),
        (json!({"limit": "ten"}), "limit"),
        (json!({"offset": -1}), "offset"),
        (json!({"status": "needs_response"}), "status"),
        (json!({"status": ["won"]}), "status"),
        (json!({"payment_id": 5}), "payment_id"),
        (json!({"created_gte": "soon"}), "created_gte"),
    ] {
        client.post("/disputes/list", body).await.refused(400, "IR_04", mention);
    }
    client.get("/disputes/list?limit=101").await.refused(400, "IR_04", "limit");
    client.get("/disputes/list?status=open").await.refused(400, "IR_04", "status");
    client.get("/disputes/list?limit=100").await.ok();
    client.get("/disputes/list?limit=1").await.ok();
}

#[tokio::test]
async fn the_dispute_card_is_disputed_once_some_seconds_after_it_was_charged() {
    let client = Client::new();
    client.pay(DISPUTED, json!({"payment_id": "auto"})).await;
    client.pay(DISPUTED, json!({"payment_id": "held", "capture_method": "manual"})).await;
    client.advance(4).await;
    assert_eq!(client.get("/disputes/list").await.ok()["total_count"], 0);
    client.advance(1).await;
    let list = client.get("/disputes/list").await.ok();
    assert_eq!(list["total_count"], 1, "an uncaptured payment was disputed");
    let row = &list["data"][0];
    assert_eq!(
        (&row["payment_id"], &row["reason"], &row["amount"]),
        (&json!("auto"), &json!("fraudulent"), &json!(1000))
    );
    client.post("/payments/held/capture", json!({"amount_to_capture": 300})).await.ok();
    client.advance(5).await;
    client.post("/payments/held/capture", json!({"amount_to_capture": 100})).await.ok();
    client.advance(60).await;
    let held = client.get("/disputes/list?payment_id=held").await.ok();
    assert_eq!((&held["total_count"], &held["data"][0]["amount"]), (&json!(1), &json!(300)));
}

#[tokio::test]
async fn any_captured_payment_can_be_disputed_in_every_stage_for_any_reason() {
    let client = Client::new();
    for (i, stage) in ["pre_dispute", "dispute", "pre_arbitration"].into_iter().enumerate() {
        let body = json!({"reason": "Ware nicht erhalten 📦", "stage": stage, "amount": 400, "deadline_days": 3});
        let dispute = stored(&client, &disputed(&client, &format!("p{i}"), body).await).await;
        assert_eq!((&dispute["stage"], &dispute["amount"]), (&json!(stage), &json!(400)));
        assert_eq!(dispute["reason"], "Ware nicht erhalten 📦");
        assert_eq!(dispute["evidence_deadline"], "2026-11-24T10:00:00Z");
    }
}

#[tokio::test]
async fn errors_of_raising_a_dispute() {
    let client = Client::new();
    client.pay(GOOD, json!({"payment_id": "p"})).await;
    client.pay(GOOD, json!({"payment_id": "held", "capture_method": "manual"})).await;
    let good = json!({"reason": "fraudulent", "stage": "dispute"});
    client.post("/_sandbox/payments/nobody/dispute", good.clone()).await.refused(404, "IR_05", "nobody");
    client.post("/_sandbox/payments/held/dispute", good.clone()).await.refused(400, "IR_04", "requires_capture");
    for (change, code, mention) in [
        (json!({"reason": null}), "IR_01", "reason"),
        (json!({"reason": ""}), "IR_01", "reason"),
        (json!({"reason": "x".repeat(256)}), "IR_04", "reason"),
        (json!({"stage": "arbitration"}), "IR_04", "stage"),
        (json!({"amount": 0}), "IR_04", "amount"),
        (json!({"amount": 1001}), "IR_04", "1000"),
        (json!({"deadline_days": 0}), "IR_04", "deadline_days"),
        (json!({"deadline_days": 366}), "IR_04", "deadline_days"),
    ] {
        let mut body = good.clone();
        super::helpers::merge(&mut body, change);
        client.post("/_sandbox/payments/p/dispute", body).await.refused(400, code, mention);
    }
    client.post("/_sandbox/payments/p/dispute", good.clone()).await.ok();
    client.post("/_sandbox/payments/p/dispute", good.clone()).await.refused(409, "IR_04", "not decided");
    client.advance(DEADLINE_SECONDS).await;
    client.post("/_sandbox/payments/p/dispute", good).await.ok();
    assert_eq!(client.get("/disputes/list?payment_id=p").await.ok()["total_count"], 2);
}

#[tokio::test]
async fn evidence_is_answered_as_submitted_and_the_row_becomes_challenged() {
    let client = Client::new();
    let dispute_id = fraudulent(&client, "p").await;
    client.advance(7).await;
    let answer = submit(&client, &dispute_id, json!({"customer_name": "Ada"})).await.ok();
    assert_eq!(
        answer,
        json!({
            "dispute_id": dispute_id, "status": "submitted", "evidence_submitted_at": "2026-11-21T10:00:07Z",
        })
    );
    let list = client.get("/disputes/list?status=challenged").await.ok();
    assert_eq!(list["data"][0]["dispute_id"], json!(dispute_id));
    assert_eq!(effects(&client, "p").await, ["dispute_opened", "evidence"]);
}

#[tokio::test]
async fn all_26_fields_are_kept_absent_ones_stay_and_empty_ones_are_cleared() {
    let client = Client::new();
    let dispute_id = fraudulent(&client, "p").await;
    let file_id = upload(&client).await;
    let mut evidence = fixture("evidence");
    assert_eq!(evidence.as_object().unwrap().len(), 27);
    for field in FILE_FIELDS {
        assert_eq!(evidence[field], "");
        evidence[field] = json!(file_id);
    }
    submit(&client, &dispute_id, evidence.clone()).await.ok();
    evidence.as_object_mut().unwrap().remove("dispute_id");
    assert_eq!(stored(&client, &dispute_id).await["evidence"], evidence);
    let change = json!({"customer_name": "", "receipt": "", "shipping_carrier": "Other", "billing_address": null});
    submit(&client, &dispute_id, change).await.ok();
    super::helpers::merge(&mut evidence, json!({"customer_name": null, "receipt": null, "shipping_carrier": "Other"}));
    assert_eq!(stored(&client, &dispute_id).await["evidence"], evidence);
}

#[tokio::test]
async fn documented_errors_of_evidence_change_nothing() {
    let client = Client::new();
    let dispute_id = fraudulent(&client, "p").await;
    client.post("/disputes/evidence", json!({})).await.refused(400, "IR_01", "dispute_id");
    client.post("/disputes/evidence", json!({"dispute_id": 5})).await.refused(400, "IR_04", "dispute_id");
    submit(&client, "nobody", json!({})).await.refused(404, "IR_05", "nobody");
    for (body, mention) in [
        (json!({"receipt": "file_nobody"}), "receipt"),
        (json!({"customer_name": "Ada", "uncategorized_file": "x"}), "uncategorized_file"),
        (json!({"customer_name": 5}), "customer_name"),
        (json!({"shipping_date": ["2026-11-02"]}), "shipping_date"),
        (json!({"custommer_name": "Ada"}), "custommer_name"),
    ] {
        submit(&client, &dispute_id, body).await.refused(400, "IR_04", mention);
    }
    for field in FILE_FIELDS {
        let mut body = json!({});
        body[field] = json!("file_nobody");
        submit(&client, &dispute_id, body).await.refused(400, "IR_04", field);
    }
    let dispute = stored(&client, &dispute_id).await;
    assert_eq!((&dispute["status"], &dispute["evidence"]), (&json!("dispute_opened"), &json!({})));
    assert_eq!(effects(&client, "p").await, ["dispute_opened"]);
}

#[tokio::test]
async fn without_evidence_a_dispute_is_lost_at_its_deadline_and_takes_none_any_more() {
    let client = Client::new();
    let dispute_id = fraudulent(&client, "p").await;
    client.advance(DEADLINE_SECONDS - 1).await;
    assert_eq!(status(&client, &dispute_id).await, "dispute_opened");
    client.advance(1).await;
    let lost = stored(&client, &dispute_id).await;
    assert_eq!((&lost["status"], &lost["modified_at"]), (&json!("lost"), &json!("2026-12-05T10:00:00Z")));
    submit(&client, &dispute_id, json!({"customer_name": "late"})).await.refused(400, "IR_04", "deadline");
    assert_eq!(effects(&client, "p").await, ["dispute_opened", "dispute_lost"]);
}

#[tokio::test]
async fn evidence_is_taken_again_until_the_deadline_and_not_after_it() {
    let client = Client::new();
    let dispute_id = disputed(&client, "p", json!({"reason": "general", "deadline_days": 1})).await;
    client.advance(86_400 - 10).await;
    submit(&client, &dispute_id, json!({"customer_name": "first"})).await.ok();
    client.advance(9).await;
    submit(&client, &dispute_id, json!({"customer_name": "second"})).await.ok();
    client.advance(1).await;
    assert_eq!(status(&client, &dispute_id).await, "challenged", "evidence was there at the deadline");
    let late = submit(&client, &dispute_id, json!({"customer_name": "third"})).await;
    late.refused(400, "IR_04", "evidence deadline");
    assert_eq!(stored(&client, &dispute_id).await["evidence"]["customer_name"], "second");
}

#[tokio::test]
async fn a_decision_comes_20_seconds_after_the_last_evidence() {
    let client = Client::new();
    let dispute_id = fraudulent(&client, "p").await;
    submit(&client, &dispute_id, json!({"uncategorized_text": "losing_evidence"})).await.ok();
    client.advance(19).await;
    submit(&client, &dispute_id, json!({"uncategorized_text": "winning_evidence"})).await.ok();
    client.advance(19).await;
    assert_eq!(status(&client, &dispute_id).await, "challenged");
    client.advance(1).await;
    let won = stored(&client, &dispute_id).await;
    assert_eq!((&won["status"], &won["evidence_deadline"]), (&json!("won"), &Value::Null));
    assert_eq!(effects(&client, "p").await, ["dispute_opened", "evidence", "evidence", "dispute_won"]);
}

#[tokio::test]
async fn who_wins_is_told_by_words_and_else_by_how_much_of_what_matters_is_there() {
    let client = Client::new();
    let file_id = upload(&client).await;
    for (i, (reason, evidence, end)) in [
        ("fraudulent", json!({"uncategorized_text": "winning_evidence"}), "won"),
        (
            "fraudulent",
            json!({"uncategorized_text": "losing_evidence", "shipping_date": "x", "customer_signature": file_id}),
            "lost",
        ),
        ("fraudulent", json!({"shipping_date": "2026-11-02", "shipping_tracking_number": "PP"}), "won"),
        ("fraudulent", json!({"customer_name": "Ada", "billing_address": "12 Wharf Lane"}), "lost"),
        (
            "Product not received",
            json!({"shipping_address": "a", "shipping_carrier": "b", "shipping_date": "c"}),
            "won",
        ),
        ("product_not_received", json!({"shipping_carrier": "b"}), "lost"),
        (
            "credit_not_processed",
            json!({"receipt": file_id, "refund_policy": file_id, "refund_policy_disclosure": "x"}),
            "won",
        ),
        ("something else", json!({"receipt": file_id}), "won"),
        ("something else", json!({}), "lost"),
    ]
    .into_iter()
    .enumerate()
    {
        let dispute_id = disputed(&client, &format!("p{i}"), json!({"reason": reason})).await;
        submit(&client, &dispute_id, evidence.clone()).await.ok();
        client.advance(20).await;
        assert_eq!(status(&client, &dispute_id).await, end, "{reason} {evidence}");
    }
}

#[tokio::test]
async fn a_decided_dispute_takes_no_evidence_and_never_changes_again() {
    let client = Client::new();
    for (i, (word, end)) in [("winning_evidence", "won"), ("losing_evidence", "lost")].into_iter().enumerate() {
        let payment_id = format!("p{i}");
        let dispute_id = fraudulent(&client, &payment_id).await;
        submit(&client, &dispute_id, json!({ "uncategorized_text": word })).await.ok();
        client.advance(20).await;
        let decided = stored(&client, &dispute_id).await;
        submit(&client, &dispute_id, json!({"customer_name": "late"})).await.refused(400, "IR_04", end);
        client.advance(90 * 86_400).await;
        submit(&client, &dispute_id, json!({"uncategorized_text": ""})).await.refused(400, "IR_04", end);
        assert_eq!(stored(&client, &dispute_id).await, decided);
        assert_eq!(effects(&client, &payment_id).await.len(), 3);
    }
}

#[tokio::test]
async fn a_disputed_payment_keeps_its_own_state() {
    let client = Client::new();
    fraudulent(&client, "p").await;
    let before = client.payment("p").await;
    client.advance(DEADLINE_SECONDS).await;
    assert_eq!(client.payment("p").await, before);
}

#[tokio::test]
async fn disputes_evidence_and_deadlines_survive_a_restart() {
    let dir = tempfile::tempdir().unwrap();
    let (open, challenged) = {
        let client = Client::with(super::helpers::config_in(dir.path()));
        let challenged = fraudulent(&client, "b").await;
        submit(&client, &challenged, json!({"uncategorized_text": "winning_evidence"})).await.ok();
        (fraudulent(&client, "a").await, challenged)
    };
    let client = Client::with(super::helpers::config_in(dir.path()));
    assert_eq!(stored(&client, &challenged).await["evidence"], json!({"uncategorized_text": "winning_evidence"}));
    client.advance(20).await;
    assert_eq!(status(&client, &challenged).await, "won");
    client.advance(DEADLINE_SECONDS).await;
    assert_eq!(status(&client, &open).await, "lost");
}

#[tokio::test]
async fn a_file_is_uploaded_and_told_of() {
    let client = Client::new();
    let body = form(&[("note", None, b"before the file"), ("file", Some("Beleg – März.pdf"), b"%PDF-1.7")]);
    let uploaded = post_form(&client, body).await.ok();
    let file_id = uploaded["file_id"].as_str().unwrap();
    assert_eq!(uploaded, json!({"file_id": file_id, "name": "Beleg – März.pdf", "size": 8}));
    let told = client.get(&format!("/_sandbox/files/{file_id}")).await.ok();
    assert_eq!((&told["size"], told["sha256"].as_str().unwrap().len()), (&json!(8), 64));
    client.get("/_sandbox/files/file_nobody").await.refused(404, "IR_05", "file_nobody");
}

#[tokio::test]
async fn a_file_of_16_mebibytes_fits_and_one_byte_more_does_not() {
    let client = Client::new();
    let whole = vec![b'x'; 16 * 1024 * 1024];
    assert_eq!(post_form(&client, form(&[("file", Some("a"), &whole)])).await.ok()["size"], 16 * 1024 * 1024);
    for extra in [1, 2 * 1024 * 1024] {
        let larger = vec![b'x'; 16 * 1024 * 1024 + extra];
        let answer = post_form(&client, form(&[("file", Some("a"), &larger)])).await;
        answer.refused(413, "IR_04", "16777216 bytes");
    }
}

#[tokio::test]
async fn uploads_that_are_none_are_refused() {
    let client = Client::new();
    post_form(&client, form(&[])).await.refused(400, "IR_01", "file");
    post_form(&client, form(&[("document", Some("a"), b"x")])).await.refused(400, "IR_01", "file");
    post_form(&client, form(&[("file", Some("a"), b"")])).await.refused(400, "IR_04", "empty");
    post_form(&client, b"--edge\r\nContent-Disp".to_vec()).await.refused(400, "IR_04", "upload cannot be read");
    client.post("/_sandbox/files", json!({"file": "x"})).await.refused(400, "IR_04", "upload cannot be read");
    let body = form(&[("file", Some("a"), b"x")]);
    let request = Request::post("/_sandbox/files").header("content-type", "multipart/form-data; boundary=edge");
    let answer = client.send(request.body(Body::from(body)).unwrap()).await;
    assert_eq!(answer.error().2, "AU_01");
}

async fn all(client: &Client) -> Vec<Value> {
    let mut rows = Vec::new();
    loop {
        let page = client.get(&format!("/_sandbox/disputes?limit=100&offset={}", rows.len())).await.ok();
        rows.extend(page["data"].as_array().unwrap().iter().cloned());
        if page["has_more"] != true {
            return rows;
        }
    }
}

fn shop(seed: u64) -> SandboxConfig {
    SandboxConfig { seed, payments: 2_000, ..config() }
}

#[tokio::test]
async fn a_seeded_shop_has_disputes_in_every_stage_and_status_for_every_reason() {
    let client = Client::with(shop(1));
    let rows = all(&client).await;
    assert!((19..60).contains(&rows.len()), "{} disputes", rows.len());
    let pairs: BTreeSet<String> = rows.iter().map(|row| format!("{} {}", row["stage"], row["status"])).collect();
    assert_eq!(pairs.len(), 12, "{pairs:?}");
    let mut reasons: BTreeMap<&str, usize> = BTreeMap::new();
    rows.iter().for_each(|row| *reasons.entry(row["reason"].as_str().unwrap()).or_default() += 1);
    assert_eq!(reasons.len(), 7, "{reasons:?}");
    assert!(rows.is_sorted_by(|newer, older| newer["created"].as_str() >= older["created"].as_str()));
    assert_eq!(rows, all(&Client::with(shop(1))).await, "the same seed gives other disputes");
    assert_ne!(rows, all(&Client::with(shop(2))).await);
}

#[tokio::test]
async fn deadlines_of_a_seeded_shop_press_and_some_have_passed() {
    let client = Client::with(shop(1));
    let rows = all(&client).await;
    let open: Vec<&str> = rows.iter().filter_map(|row| row["evidence_deadline"].as_str()).collect();
    assert!(open.iter().any(|at| *at < "2026-11-22T10:00:00Z" && *at > super::helpers::START), "{open:?}");
    assert!(open.iter().any(|at| *at < super::helpers::START), "no challenged dispute is past its deadline: {open:?}");
    let lost_without = |row: &&Value| row["status"] == "lost" && row["evidence"] == json!({});
    assert!(rows.iter().any(|row| lost_without(&row)));
    for row in &rows {
        let payment = client.payment(id(row)).await;
        assert!(row["amount"].as_i64() <= payment["amount_received"].as_i64(), "{row}");
        assert!(row["created"].as_str() > payment["created"].as_str(), "{row}");
        let has_evidence = row["evidence"] != json!({});
        assert_eq!(has_evidence, row["evidence_submitted_at"].is_string(), "{row}");
        assert!(row["modified_at"].as_str() <= Some(super::helpers::START), "{row}");
        for field in FILE_FIELDS {
            if let Some(file_id) = row["evidence"][field].as_str() {
                client.get(&format!("/_sandbox/files/{file_id}")).await.ok();
            }
        }
    }
}

#[tokio::test]
async fn undecided_disputes_of_a_seeded_shop_are_decided_in_time() {
    let client = Client::with(shop(1));
    client.advance(5).await;
    assert!(all(&client).await.iter().any(|row| row["status"] == "challenged"));
    client.advance(40 * 86_400).await;
    let rows = all(&client).await;
    assert!(rows.iter().all(|row| row["status"] == "won" || row["status"] == "lost"), "something never ended");
}
