//! Refunds: the record, the remainder, the table of transitions, each error.

use paydesk_test_sandbox::helpers::{Client, config, config_in, fixture, id, payment_with};
use serde_json::{Map, Value, json};

const GOOD: &str = "4242424242424242";

const FAILS_LATER: &str = "4000000000005126";

async fn paid(client: &Client, payment_id: &str) {
    client.pay(GOOD, json!({ "payment_id": payment_id })).await;
}

async fn refund(client: &Client, body: Value) -> Value {
    client.post("/refunds", body).await.ok()
}

async fn stored(client: &Client, refund_id: &str) -> Value {
    client.get(&format!("/_sandbox/refunds/{refund_id}")).await.ok()
}

async fn refund_effects(client: &Client, payment_id: &str) -> Vec<(String, i64)> {
    client.ledger_of(payment_id).await.into_iter().filter(|(effect, _)| effect.starts_with("refund")).collect()
}

#[tokio::test]
async fn a_refund_has_exactly_the_fields_of_the_record() {
    let client = Client::new();
    paid(&client, "order-1001_a").await;
    assert_eq!(refund(&client, fixture("refund_create")).await, fixture("refund"));
    assert_eq!(stored(&client, "order-1001_a-r1").await, fixture("refund"));
}

#[tokio::test]
async fn an_instant_refund_succeeds_at_once_and_others_after_three_seconds() {
    let client = Client::new();
    paid(&client, "p").await;
    let instant = refund(&client, json!({"payment_id": "p", "amount": 1, "refund_type": "Instant"})).await;
    assert_eq!(instant["status"], "succeeded");
    for (refund_id, kind) in [("plain", Value::Null), ("scheduled", json!("Scheduled"))] {
        let body = json!({"payment_id": "p", "refund_id": refund_id, "amount": 10, "refund_type": kind});
        let pending = refund(&client, body).await;
        assert_eq!((&pending["status"], pending.get("error_code")), (&json!("pending"), None));
    }
    client.advance(2).await;
    assert_eq!(stored(&client, "plain").await["status"], "pending");
    client.advance(1).await;
    for refund_id in ["plain", "scheduled"] {
        let settled = stored(&client, refund_id).await;
        assert_eq!((&settled["status"], &settled["updated"]), (&json!("succeeded"), &json!("2026-11-21T10:00:03Z")));
        assert_eq!(settled["created"], "2026-11-21T10:00:00Z");
    }
}

#[tokio::test]
async fn without_an_amount_everything_that_is_left_is_refunded() {
    let client = Client::new();
    paid(&client, "whole").await;
    assert_eq!(refund(&client, json!({"payment_id": "whole"})).await["amount"], 1000);
    paid(&client, "part").await;
    refund(&client, json!({"payment_id": "part", "amount": 300})).await;
    assert_eq!(refund(&client, json!({"payment_id": "part"})).await["amount"], 700);
    let effects = refund_effects(&client, "part").await;
    assert_eq!(effects, [("refund".to_owned(), 300), ("refund".to_owned(), 700)]);
    client.post("/refunds", json!({"payment_id": "part"})).await.refused(400, "IR_04", "fully refunded");
}

#[tokio::test]
async fn pending_refunds_count_against_the_remainder_and_one_too_much_is_refused() {
    let client = Client::new();
    paid(&client, "p").await;
    refund(&client, json!({"payment_id": "p", "amount": 400})).await;
    client.post("/refunds", json!({"payment_id": "p", "amount": 601})).await.refused(400, "IR_04", "600");
    refund(&client, json!({"payment_id": "p", "amount": 600})).await;
    client.post("/refunds", json!({"payment_id": "p", "amount": 1})).await.refused(400, "IR_04", "fully refunded");
    assert_eq!(client.payment("p").await["amount_received"], 1000, "a refund changed its payment");
}

#[tokio::test]
async fn only_what_was_received_of_a_partly_captured_payment_can_be_refunded() {
    let client = Client::new();
    client.pay(GOOD, json!({"payment_id": "p", "capture_method": "manual"})).await;
    client.post("/refunds", json!({"payment_id": "p"})).await.refused(400, "IR_04", "requires_capture");
    client.post("/payments/p/capture", json!({"amount_to_capture": 250})).await.ok();
    client.post("/refunds", json!({"payment_id": "p", "amount": 251})).await.refused(400, "IR_04", "250");
    assert_eq!(refund(&client, json!({"payment_id": "p"})).await["amount"], 250);
    client.post("/payments/p/capture", json!({"amount_to_capture": 50})).await.ok();
    assert_eq!(refund(&client, json!({"payment_id": "p"})).await["amount"], 50);
}

#[tokio::test]
async fn the_same_id_with_the_same_body_is_the_same_refund_and_with_another_a_conflict() {
    let client = Client::new();
    paid(&client, "p").await;
    paid(&client, "other").await;
    let body = json!({"payment_id": "p", "refund_id": "once", "amount": 400, "reason": "a", "metadata": {"k": "v"}});
    let first = refund(&client, body.clone()).await;
    client.advance(5).await;
    let again = refund(&client, body.clone()).await;
    assert_eq!((&again["status"], &again["created"]), (&json!("succeeded"), &first["created"]));
    for change in [
        json!({"amount": 401}),
        json!({"amount": null}),
        json!({"reason": "b"}),
        json!({"reason": null}),
        json!({"refund_type": "Instant"}),
        json!({"metadata": {"k": "w"}}),
        json!({"payment_id": "other"}),
    ] {
        let mut changed = body.clone();
        paydesk_test_sandbox::helpers::merge(&mut changed, change);
        client.post("/refunds", changed).await.refused(409, "IR_04", "once");
    }
    assert_eq!(refund_effects(&client, "p").await, [("refund".to_owned(), 400)]);
    assert_eq!(refund_effects(&client, "other").await, []);
    let whole = json!({"payment_id": "other", "refund_id": "whole"});
    let first = refund(&client, whole.clone()).await;
    assert_eq!(refund(&client, whole).await, first, "a full refund cannot be asked for again");
}

#[tokio::test]
async fn with_the_amount_first_a_repeat_of_a_full_refund_is_refused_although_it_was_made() {
    let client = Client::with(paydesk_sandbox::SandboxConfig {
        refund_checks: Some(paydesk_sandbox::RefundChecks::AmountFirst),
        ..config()
    });
    paid(&client, "p").await;
    let whole = json!({"payment_id": "p", "refund_id": "whole", "amount": 1000});
    refund(&client, whole.clone()).await;
    client.post("/refunds", whole.clone()).await.refused(400, "IR_04", "pending");
    client.advance(5).await;
    client.post("/refunds", whole.clone()).await.refused(400, "IR_04", "fully refunded");
    assert_eq!(refund_effects(&client, "p").await, [("refund".to_owned(), 1000)]);
    client.post("/_sandbox/settings", json!({"refund_checks": "id-first"})).await.ok();
    assert_eq!(refund(&client, whole).await["status"], "succeeded");
}

#[tokio::test]
async fn with_the_amount_first_a_repeat_of_a_partial_refund_is_the_same_refund_once_none_is_pending() {
    let client = Client::new();
    client.post("/_sandbox/settings", json!({"refund_checks": "amount-first"})).await.ok();
    paid(&client, "p").await;
    let part = json!({"payment_id": "p", "refund_id": "part", "amount": 400});
    let made = refund(&client, part.clone()).await;
    client.post("/refunds", part.clone()).await.refused(400, "IR_04", "pending");
    client
        .post("/refunds", json!({"payment_id": "p", "refund_id": "next", "amount": 1}))
        .await
        .refused(400, "IR_04", "pending");
    client.advance(5).await;
    let again = refund(&client, part.clone()).await;
    assert_eq!((&again["refund_id"], &again["created"]), (&made["refund_id"], &made["created"]));
    refund(&client, json!({"payment_id": "p", "refund_id": "rest", "amount": 500, "refund_type": "Instant"})).await;
    client.post("/refunds", part).await.refused(400, "IR_04", "exceeds");
    let effects = refund_effects(&client, "p").await;
    assert_eq!(effects, [("refund".to_owned(), 400), ("refund".to_owned(), 500)]);
}

#[tokio::test]
async fn a_refund_id_that_was_forgotten_after_a_day_makes_another_refund() {
    let client = Client::new();
    paid(&client, "p").await;
    let body = json!({"payment_id": "p", "refund_id": "r", "amount": 100});
    refund(&client, body.clone()).await;
    client.advance(25 * 3_600).await;
    refund(&client, body.clone()).await;
    assert_eq!(refund_effects(&client, "p").await.len(), 1, "ids are remembered unless the setting says otherwise");
    client.post("/_sandbox/settings", json!({"forgets_refund_ids": true})).await.ok();
    refund(&client, body.clone()).await;
    assert_eq!(refund_effects(&client, "p").await.len(), 2);
    client.advance(23 * 3_600).await;
    assert_eq!(refund(&client, body).await["refund_id"], "r");
    assert_eq!(refund_effects(&client, "p").await.len(), 2);
}

#[tokio::test]
async fn the_order_of_the_refund_checks_is_stored_and_a_reset_goes_back_to_what_it_was_started_with() {
    let dir = tempfile::tempdir().unwrap();
    let started_with = |order| paydesk_sandbox::SandboxConfig { refund_checks: order, ..config_in(dir.path()) };
    let order = async |client: &Client| client.get("/_sandbox/settings").await.ok()["refund_checks"].clone();
    let client = Client::with(started_with(Some(paydesk_sandbox::RefundChecks::AmountFirst)));
    assert_eq!(order(&client).await, "amount-first");
    client.post("/_sandbox/settings", json!({"refund_checks": "id-first"})).await.ok();
    client.post("/_sandbox/reset", json!({})).await.ok();
    assert_eq!(order(&client).await, "amount-first");
    drop(client);
    assert_eq!(order(&Client::with(started_with(None))).await, "amount-first");
}

#[tokio::test]
async fn refunds_of_the_refund_fails_card_succeed_first_and_fail_later() {
    let client = Client::new();
    client.pay(FAILS_LATER, json!({"payment_id": "p1"})).await;
    refund(&client, json!({"payment_id": "p1", "refund_id": "r1"})).await;
    client.advance(3).await;
    assert_eq!(stored(&client, "r1").await["status"], "succeeded");
    client.advance(9).await;
    client.post("/refunds", json!({"payment_id": "p1"})).await.refused(400, "IR_04", "fully refunded");
    client.advance(1).await;
    assert_eq!(stored(&client, "r1").await, fixture("refund_failed"));
    let effects = refund_effects(&client, "p1").await;
    assert_eq!(effects, [("refund".to_owned(), 1000), ("refund_failed".to_owned(), 1000)]);
    let instant = refund(&client, json!({"payment_id": "p1", "refund_id": "r2", "refund_type": "Instant"})).await;
    assert_eq!((&instant["status"], &instant["amount"]), (&json!("succeeded"), &json!(1000)));
    client.advance(3_600).await;
    assert_eq!(stored(&client, "r2").await["status"], "failed");
}

#[tokio::test]
async fn a_settled_refund_never_changes_again() {
    let client = Client::new();
    paid(&client, "p").await;
    refund(&client, json!({"payment_id": "p", "refund_id": "r"})).await;
    client.advance(3).await;
    let settled = stored(&client, "r").await;
    client.advance(90 * 86_400).await;
    assert_eq!(stored(&client, "r").await, settled);
}

#[tokio::test]
async fn documented_errors_of_refunds() {
    let client = Client::new();
    paid(&client, "p").await;
    let cases: Vec<(Value, u16, &str, &str)> = vec![
        (json!({}), 400, "IR_01", "payment_id"),
        (json!({"payment_id": ""}), 400, "IR_01", "payment_id"),
        (json!({"payment_id": null}), 400, "IR_01", "payment_id"),
        (json!({"payment_id": 5}), 400, "IR_04", "payment_id must be a string"),
        (json!({"payment_id": "nobody"}), 404, "IR_05", "nobody"),
        (json!({"payment_id": "p", "amount": 0}), 400, "IR_04", "amount"),
        (json!({"payment_id": "p", "amount": -1}), 400, "IR_04", "amount"),
        (json!({"payment_id": "p", "amount": 1001}), 400, "IR_04", "amount"),
        (json!({"payment_id": "p", "amount": i64::MAX}), 400, "IR_04", "amount"),
        (json!({"payment_id": "p", "amount": u64::MAX}), 400, "IR_04", "amount must be an integer"),
        (json!({"payment_id": "p", "amount": "10"}), 400, "IR_04", "amount must be an integer"),
        (json!({"payment_id": "p", "amount": 1.5}), 400, "IR_04", "amount must be an integer"),
        (json!({"payment_id": "p", "refund_id": ""}), 400, "IR_04", "refund_id"),
        (json!({"payment_id": "p", "refund_id": "a b"}), 400, "IR_04", "refund_id"),
        (json!({"payment_id": "p", "refund_id": "a".repeat(65)}), 400, "IR_04", "refund_id"),
        (json!({"payment_id": "p", "refund_id": 7}), 400, "IR_04", "refund_id"),
        (json!({"payment_id": "p", "reason": ["x"]}), 400, "IR_04", "reason"),
        (json!({"payment_id": "p", "refund_type": true}), 400, "IR_04", "refund_type"),
        (json!({"payment_id": "p", "metadata": "x"}), 400, "IR_04", "metadata"),
        (json!({"payment_id": "p", "metadata": {"a": []}}), 400, "IR_04", "metadata"),
    ];
    for (body, status, code, mention) in cases {
        client.post("/refunds", body).await.refused(status, code, mention);
    }
    assert_eq!(refund_effects(&client, "p").await, []);
    client.get("/_sandbox/refunds/nobody").await.refused(404, "IR_05", "nobody");
    client.get("/refunds").await.refused(405, "IR_04", "GET");
}

#[tokio::test]
async fn limits_take_n_and_refuse_n_plus_one() {
    let client = Client::new();
    paid(&client, "p").await;
    let pairs = |count: usize, key: usize, value: usize| -> Value {
        let pair = |i: usize| (format!("{i:k>key$}"), json!("é".repeat(value)));
        Value::Object((0..count).map(pair).collect::<Map<_, _>>())
    };
    for (fits, too_much, field) in [
        (json!({"metadata": pairs(50, 40, 500)}), json!({"metadata": pairs(51, 2, 2)}), "metadata"),
        (json!({"metadata": pairs(1, 40, 1)}), json!({"metadata": pairs(1, 41, 1)}), "metadata"),
        (json!({"metadata": pairs(1, 1, 500)}), json!({"metadata": pairs(1, 1, 501)}), "metadata"),
        (json!({"refund_id": "a".repeat(64)}), json!({"refund_id": "a".repeat(65)}), "refund_id"),
        (json!({"amount": 1}), json!({"amount": 0}), "amount"),
    ] {
        let with = |extra: Value| {
            let mut body = json!({"payment_id": "p", "amount": 1});
            paydesk_test_sandbox::helpers::merge(&mut body, extra);
            body
        };
        client.post("/refunds", with(too_much)).await.refused(400, "IR_04", field);
        refund(&client, with(fits)).await;
    }
    assert_eq!(client.get("/_sandbox/refunds?payment_id=p").await.ok()["total_count"], 5);
}

#[tokio::test]
async fn no_payment_without_captured_money_can_be_refunded() {
    let client = Client::new();
    let bare = client.post("/payments", json!({"amount": 10, "currency": "USD", "profile_id": "pro_test"})).await.ok();
    let attached = client.post("/payments", payment_with(GOOD, json!({"confirm": false}))).await.ok();
    let asked = client.pay("4000003800000446", json!({})).await;
    let processing = client.pay("4000000000005050", json!({})).await;
    let held = client.pay(GOOD, json!({"capture_method": "manual"})).await;
    let review = client.pay("4000000000009235", json!({})).await;
    let failed = client.pay("4000000000000002", json!({})).await;
    let gone = client.pay(GOOD, json!({"capture_method": "manual"})).await;
    client.post(&format!("/payments/{}/cancel", id(&gone)), json!({})).await.ok();
    for payment in [&bare, &attached, &asked, &processing, &held, &review, &failed, &gone] {
        let answer = client.post("/refunds", json!({"payment_id": id(payment)})).await;
        answer.refused(400, "IR_04", client.payment(id(payment)).await["status"].as_str().unwrap());
    }
}

#[tokio::test]
async fn the_list_of_refunds_is_newest_first_and_paged() {
    let client = Client::new();
    paid(&client, "p").await;
    paid(&client, "q").await;
    for i in 0..12 {
        let payment_id = if i % 3 == 0 { "q" } else { "p" };
        refund(&client, json!({"payment_id": payment_id, "refund_id": format!("r{i}"), "amount": 1})).await;
    }
    let page = client.get("/_sandbox/refunds?payment_id=p&limit=5").await.ok();
    assert_eq!((&page["count"], &page["total_count"], &page["has_more"]), (&json!(5), &json!(8), &json!(true)));
    assert_eq!(page["data"][0]["refund_id"], "r11");
    let rest = client.get("/_sandbox/refunds?payment_id=p&limit=5&offset=5").await.ok();
    assert_eq!((&rest["count"], &rest["has_more"]), (&json!(3), &json!(false)));
    assert_eq!(client.get("/_sandbox/refunds").await.ok()["total_count"], 12);
    client.get("/_sandbox/refunds?limit=101").await.refused(400, "IR_04", "limit");
}

#[tokio::test(flavor = "multi_thread", worker_threads = 4)]
async fn of_a_thousand_refunds_at_once_only_as_many_happen_as_were_received() {
    let client = Client::new();
    paid(&client, "p").await;
    let refunds: Vec<_> = (0..1_000)
        .map(|i| {
            let client = client.clone();
            let body = json!({"payment_id": "p", "amount": 1 + i % 7});
            tokio::spawn(async move { client.post("/refunds", body).await })
        })
        .collect();
    let mut total = 0;
    for answer in refunds {
        let answer = answer.await.unwrap();
        match answer.status.as_u16() {
            200 => total += answer.ok()["amount"].as_i64().unwrap(),
            _ => answer.refused(400, "IR_04", "payment p"),
        }
    }
    assert_eq!(total, 1000, "more was asked for than received, so all of it is refunded");
    let recorded: i64 = refund_effects(&client, "p").await.iter().map(|(_, amount)| amount).sum();
    assert_eq!(recorded, 1000);
}

#[tokio::test(flavor = "multi_thread", worker_threads = 4)]
async fn of_64_refunds_with_one_id_exactly_one_happens() {
    let client = Client::new();
    paid(&client, "p").await;
    let body = json!({"payment_id": "p", "refund_id": "once", "amount": 10});
    let refunds: Vec<_> = (0..64)
        .map(|_| {
            let (client, body) = (client.clone(), body.clone());
            tokio::spawn(async move { client.post("/refunds", body).await.ok() })
        })
        .collect();
    for refund in refunds {
        assert_eq!(refund.await.unwrap()["refund_id"], "once");
    }
    assert_eq!(refund_effects(&client, "p").await, [("refund".to_owned(), 10)]);
}

#[tokio::test]
async fn refunds_survive_a_restart_and_go_on() {
    let dir = tempfile::tempdir().unwrap();
    {
        let client = Client::with(paydesk_test_sandbox::helpers::config_in(dir.path()));
        paid(&client, "p").await;
        refund(&client, json!({"payment_id": "p", "refund_id": "r", "amount": 600})).await;
    }
    let client = Client::with(paydesk_test_sandbox::helpers::config_in(dir.path()));
    assert_eq!(stored(&client, "r").await["status"], "pending");
    client.advance(3).await;
    assert_eq!(stored(&client, "r").await["status"], "succeeded");
    client.post("/refunds", json!({"payment_id": "p", "amount": 401})).await.refused(400, "IR_04", "400");
}

#[tokio::test]
async fn a_seeded_shop_has_refunds_of_every_status_and_never_more_than_was_received() {
    let client = Client::with(paydesk_sandbox::SandboxConfig { payments: 2_000, ..config() });
    let mut rows: Vec<Value> = Vec::new();
    loop {
        let page = client.get(&format!("/_sandbox/refunds?limit=100&offset={}", rows.len())).await.ok();
        rows.extend(page["data"].as_array().unwrap().iter().cloned());
        if page["has_more"] != true {
            break;
        }
    }
    let count = |status: &str| rows.iter().filter(|row| row["status"] == status).count();
    let counts = [count("pending"), count("succeeded"), count("failed")];
    assert!(counts[0] >= 2 && counts[1] > 40 && counts[2] >= 1, "{counts:?}");
    assert!(rows.is_sorted_by(|newer, older| newer["created"].as_str() >= older["created"].as_str()));
    for row in &rows {
        let payment = client.payment(row["payment_id"].as_str().unwrap()).await;
        let of_payment = rows.iter().filter(|other| other["payment_id"] == row["payment_id"]);
        let not_failed = of_payment.filter(|other| other["status"] != "failed");
        let total: i64 = not_failed.map(|other| other["amount"].as_i64().unwrap()).sum();
        assert!(total <= payment["amount_received"].as_i64().unwrap(), "{row}");
        assert!(row["created"].as_str() > payment["created"].as_str(), "{row}");
    }
    client.advance(3 * 86_400).await;
    let pending = client.get("/_sandbox/refunds?limit=100").await.ok();
    assert!(pending["data"].as_array().unwrap().iter().all(|row| row["status"] != "pending"));
}
