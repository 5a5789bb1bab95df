//! Evidence and files: what is stored, the table of transitions, each error, and who wins.

use axum::body::Body;
use axum::http::Request;
use paydesk_test_sandbox::helpers::{Answer, Client, fixture};
use serde_json::{Value, json};

use super::disputes::{DEADLINE_SECONDS, FILE_FIELDS, disputed, fraudulent, status, stored, submit};

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
async fn all_26_fields_are_stored_absent_ones_stay_and_empty_ones_are_cleared() {
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
    paydesk_test_sandbox::helpers::merge(
        &mut evidence,
        json!({"customer_name": null, "receipt": null, "shipping_carrier": "Other"}),
    );
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
async fn words_in_the_evidence_decide_and_otherwise_the_share_of_what_the_reason_requires() {
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
async fn a_file_is_uploaded_and_reported() {
    let client = Client::new();
    let body = form(&[("note", None, b"before the file"), ("file", Some("Beleg – März.pdf"), b"%PDF-1.7")]);
    let uploaded = post_form(&client, body).await.ok();
    let file_id = uploaded["file_id"].as_str().unwrap();
    assert_eq!(uploaded, json!({"file_id": file_id, "name": "Beleg – März.pdf", "size": 8}));
    let reported = client.get(&format!("/_sandbox/files/{file_id}")).await.ok();
    assert_eq!((&reported["size"], reported["sha256"].as_str().unwrap().len()), (&json!(8), 64));
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
