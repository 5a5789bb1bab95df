//! Bodies, paths and methods that are no proper requests: every one is answered in the error envelope, none with 500.

use axum::body::Body;
use axum::http::{Method, Request};
use paydesk_test_sandbox::helpers::{Answer, Client};
use serde_json::{Value, json};

use super::rng::TestRng;

const BODY_PATHS: [&str; 16] = [
    "/payments",
    "/payments/held",
    "/payments/held/confirm",
    "/payments/list",
    "/payments/held/capture",
    "/payments/held/cancel",
    "/payments/held/approve",
    "/refunds",
    "/disputes/list",
    "/disputes/evidence",
    "/customers",
    "/customers/somebody",
    "/payouts/create",
    "/payouts/held/fulfill",
    "/payment_link",
    "/_sandbox/clock",
];

async fn client() -> Client {
    let client = Client::new();
    client.pay("4242424242424242", json!({"payment_id": "held", "capture_method": "manual"})).await;
    client
}

async fn post(client: &Client, path: &str, body: impl Into<Vec<u8>>) -> Answer {
    client.bytes(Method::POST, path, Some(&client.credentials.api_key), body.into()).await
}

#[tokio::test]
async fn malformed_json_is_refused_with_the_place_of_the_fault() {
    let client = client().await;
    for path in BODY_PATHS {
        for (body, place) in [
            ("{\"amount\": 12,}", "line 1 column 15"),
            ("{\"amount\": 12", "line 1 column 13"),
            ("{\n\"amount\" 12}", "line 2 column 10"),
            ("amount=12", "line 1 column 1"),
            ("{\"a\": \"\\ud800\"}", "line 1"),
            ("{\"a\": 1e999}", "line 1"),
            ("{\"a\": 01}", "line 1"),
            ("{} {}", "line 1 column 4"),
            ("{\"a\": NaN}", "line 1"),
            ("{\"a\": \"\u{1}\"}", "line 1"),
        ] {
            let answer = post(&client, path, body).await;
            answer.refused(400, "IR_04", place);
        }
    }
    assert_eq!(client.payment("held").await["status"], "requires_capture");
}

#[tokio::test]
async fn a_body_that_is_no_object_is_refused() {
    let client = client().await;
    for path in BODY_PATHS {
        for body in ["[]", "null", "5", "\"text\"", "true"] {
            post(&client, path, body).await.refused(400, "IR_04", "must be a JSON object");
        }
    }
}

#[tokio::test]
async fn a_body_that_is_not_utf_8_is_refused_with_its_first_bad_byte() {
    let client = client().await;
    for path in BODY_PATHS {
        let body = b"{\"description\": \"\xff\xfe\"}".to_vec();
        post(&client, path, body).await.refused(400, "IR_04", "not UTF-8 after byte 17");
    }
}

#[tokio::test]
async fn nesting_10_000_deep_is_refused_and_breaks_nothing() {
    let client = client().await;
    for path in BODY_PATHS {
        for body in [
            "[".repeat(10_000),
            format!("{{\"metadata\": {}{}}}", "[".repeat(10_000), "]".repeat(10_000)),
            "{\"a\":".repeat(10_000),
        ] {
            post(&client, path, body).await.refused(400, "IR_04", "recursion limit");
        }
    }
}

#[tokio::test]
async fn a_body_of_one_mebibyte_is_read_and_one_byte_more_is_refused() {
    let client = client().await;
    let body_of = |bytes: usize| {
        let frame = "{\"ignored\": \"\"}".len();
        format!("{{\"ignored\": \"{}\"}}", "x".repeat(bytes - frame))
    };
    for path in BODY_PATHS {
        let fits = post(&client, path, body_of(1024 * 1024)).await;
        assert!(fits.status != 413 && !fits.status.is_server_error(), "{path}: {}", fits.text());
        post(&client, path, body_of(1024 * 1024 + 1)).await.refused(413, "IR_04", "1048576 bytes");
    }
}

#[tokio::test]
async fn an_empty_body_is_an_empty_object() {
    let client = client().await;
    post(&client, "/payments", "").await.refused(400, "IR_01", "amount");
    post(&client, "/payments/list", " \n").await.ok();
    post(&client, "/payments/held/capture", "").await.ok();
}

#[tokio::test]
async fn unknown_paths_and_methods_are_answered_in_the_envelope() {
    let client = client().await;
    let key = client.credentials.api_key.clone();
    for path in
        ["/", "/nothing", "/payment", "/payments/", "/payments/a/b", "/payments/held/refund", "/_sandbox/x", "//"]
    {
        client.get(path).await.refused(404, "IR_05", "there is no GET");
        client.bytes(Method::GET, path, None, Vec::new()).await.refused(404, "IR_05", path);
    }
    for (method, path) in [
        (Method::GET, "/payments"),
        (Method::DELETE, "/payments/held"),
        (Method::PUT, "/payments/held/capture"),
        (Method::GET, "/payments/held/capture"),
        (Method::POST, "/health"),
        (Method::DELETE, "/_sandbox/clock"),
        (Method::OPTIONS, "/payments"),
    ] {
        let answer = client.bytes(method.clone(), path, Some(&key), Vec::new()).await;
        answer.refused(405, "IR_04", method.as_str());
        assert!(answer.headers.contains_key("allow"), "{method} {path}");
    }
}

#[tokio::test]
async fn ids_within_paths_may_hold_anything_and_find_nothing() {
    let client = client().await;
    for path in [
        "/payments/%FF%FE",
        "/payments/%00",
        "/payments/..%2F..%2Fetc",
        "/payments/%E2%80%AE",
        "/payments/'%20OR%201=1--",
        "/payments/held%00",
    ] {
        client.get(path).await.refused(404, "IR_05", "id");
        post(&client, &format!("{path}/capture"), "{}").await.refused(404, "IR_05", "id");
    }
    let long = format!("/payments/{}", "a".repeat(5_000));
    let answer = client.get(&long).await;
    answer.refused(404, "IR_05", "aaaa");
    assert!(answer.text().len() < 400, "the id is shown at full length");
}

#[tokio::test]
async fn queries_that_cannot_be_read_are_refused_or_ignored_and_never_break_anything() {
    let client = client().await;
    for query in ["limit=", "unknown=1", "%", "=", "&&&", "currency=%F0%9F%92%B6", "customer_id=%00"] {
        client.get(&format!("/payments/list?{query}")).await.ok();
    }
    for query in ["limit=1.5", "limit=1&limit=x", "offset=99999999999999999999", "limit=-1", "created_gte=%FF"] {
        client.get(&format!("/payments/list?{query}")).await.refused(400, "IR_04", "must be");
    }
}

#[tokio::test]
async fn extreme_numbers_in_a_list_are_taken_or_refused_but_never_break_anything() {
    let client = client().await;
    let far = client.post("/payments/list", json!({"offset": i64::MAX, "limit": 100})).await.ok();
    assert_eq!((&far["count"], &far["total_count"], &far["has_more"]), (&json!(0), &json!(1), &json!(false)));
    client.post("/payments/list", json!({"offset": u64::MAX})).await.refused(400, "IR_04", "offset");
    client.post("/payments/list", json!({"offset": i64::MIN})).await.refused(400, "IR_04", "offset");
    client.post("/payments/list", json!({"created_gte": "+262143-01-01T00:00:00Z"})).await.error();
}

#[tokio::test]
async fn a_request_without_a_content_type_is_read_all_the_same() {
    let client = client().await;
    let request = Request::post("/payments/held/capture").header("api-key", &client.credentials.api_key);
    client.send(request.body(Body::from("{\"amount_to_capture\": 1}")).unwrap()).await.ok();
}

impl TestRng {
    fn unusual_value(&mut self) -> Value {
        let values = [
            json!(null),
            json!(true),
            json!(0),
            json!(-1),
            json!(1.5),
            json!(u64::MAX),
            json!(""),
            json!("\u{0}\u{202e}💳"),
            json!("2026-13-45T99:00:00Z"),
            json!([]),
            json!([[], {}, null]),
            json!({}),
            json!({"card": {"card_number": ""}}),
            json!("x".repeat(10_000)),
        ];
        values[self.below(values.len())].clone()
    }

    /// Replaces, removes or adds something somewhere within `value`.
    fn break_something_in(&mut self, value: &mut Value) {
        match value {
            Value::Object(map) if !map.is_empty() => {
                let name = map.keys().nth(self.below(map.len())).unwrap().clone();
                match self.below(4) {
                    0 => drop(map.remove(&name)),
                    1 => drop(map.insert(name, self.unusual_value())),
                    _ => self.break_something_in(&mut map[&name]),
                }
            }
            Value::Array(items) if !items.is_empty() => {
                let place = self.below(items.len());
                self.break_something_in(&mut items[place]);
            }
            other => *other = self.unusual_value(),
        }
    }
}

fn analytics(metric: &str, group_by: &str, status: &str) -> Value {
    let status_name = if group_by == "status" { "status" } else { "dispute_status" };
    json!({"timeRange": {"startTime": "2026-11-21T00:00:00Z", "endTime": "2026-11-22T00:00:00Z"}, "metrics": [metric],
        "groupByNames": [group_by], "filters": {status_name: [status]}, "source": "BATCH", "delta": true,
        "timeSeries": {"granularity": "G_ONE_DAY"}})
}

#[tokio::test]
async fn malformed_requests_are_answered_or_refused_but_never_break_anything() {
    let client = client().await;
    client.post("/customers", json!({"customer_id": "somebody"})).await.ok();
    let mut rng = TestRng(42);
    let list = json!({"limit": 5, "offset": 0, "status": "failed", "customer_id": "c", "currency": "USD",
        "created_gte": "2026-11-21T10:00:00Z", "created_lte": "2026-11-21T10:00:00Z", "payment_method": "card"});
    let capture =
        json!({"amount_to_capture": 1, "statement_descriptor_prefix": "A", "statement_descriptor_suffix": "B"});
    let fault =
        json!({"method": "POST", "path": "/nowhere", "kind": "html", "count": 1, "probability": 0.5, "bytes": 1});
    let customer = json!({"email": "a@b.example", "phone": "1", "phone_country_code": "+44", "metadata": {"k": "v"},
        "address": {"line1": "1", "country": "GB"}});
    let link = json!({"amount": 1, "currency": "EUR", "link_type": "one_time", "expiry": "2026-12-01T00:00:00Z",
        "payment_link_config": {"seller_name": "N", "allowed_payment_method_types": ["credit"]}});
    let subscription = json!({"customer_id": "somebody", "item_price_id": "price_beans_monthly_usd",
        "payment_details": {"return_url": "https://shop.example", "payment_type": "normal"}});
    let bodies = [
        ("/payments", paydesk_test_sandbox::helpers::fixture("payment_create")),
        ("/payments/list", list),
        ("/payments/held", paydesk_test_sandbox::helpers::fixture("payment_create")),
        ("/payments/held/confirm", paydesk_test_sandbox::helpers::fixture("payment_create")),
        ("/payments/held/capture", capture),
        ("/payments/held/cancel", json!({"cancellation_reason": "because"})),
        ("/refunds", paydesk_test_sandbox::helpers::fixture("refund_create")),
        ("/disputes/evidence", paydesk_test_sandbox::helpers::fixture("evidence")),
        ("/disputes/list", json!({"limit": 5, "offset": 0, "status": "won", "payment_id": "held", "currency": "USD"})),
        (
            "/_sandbox/payments/held/dispute",
            json!({"reason": "x", "stage": "dispute", "amount": 1, "deadline_days": 1}),
        ),
        (
            "/analytics/v1/merchant/metrics/disputes",
            json!([analytics("total_amount_disputed", "dispute_stage", "won")]),
        ),
        ("/analytics/v1/merchant/metrics/payments", analytics("payment_count", "status", "failed")),
        ("/customers", customer),
        ("/customers/somebody", json!({"email": "a@b.example", "name": "Ada", "metadata": {"tier": "gold"}})),
        (
            "/payouts/create",
            paydesk_test_sandbox::payouts::payout_with(json!({"customer": {"id": "ada"}, "recurring": true})),
        ),
        ("/payouts/held/fulfill", json!({"payout_id": "held"})),
        ("/payment_link", link),
        ("/subscriptions/create", subscription),
        ("/_sandbox/faults", fault),
        ("/_sandbox/settings", json!({"payment_exists_as_400": true})),
    ];
    for round in 0..9_000 {
        let (path, mut body) = bodies[round % bodies.len()].clone();
        for _ in 0..=rng.below(3) {
            rng.break_something_in(&mut body);
        }
        let answer = client.for_profile(Method::POST, path, body.clone()).await;
        match answer.status.as_u16() {
            200 => drop(answer.ok()),
            400 | 404 | 409 => drop(answer.error()),
            other => panic!("{other} to {path} {body}: {}", answer.text()),
        }
    }
}
