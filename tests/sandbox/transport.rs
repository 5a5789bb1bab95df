//! Keys, the rate limit, and the headers every answer has.

use axum::body::Body;
use axum::http::{HeaderValue, Method, Request};
use paydesk_sandbox::SandboxConfig;
use paydesk_test_sandbox::helpers::{Answer, Client, config};
use serde_json::json;

fn limited(limit: u32) -> Client {
    Client::with(SandboxConfig { rate_limit: Some(limit), ..config() })
}

fn number(answer: &Answer, header: &str) -> i64 {
    answer.headers.get(header).unwrap_or_else(|| panic!("no {header}: {answer:?}")).to_str().unwrap().parse().unwrap()
}

#[tokio::test]
async fn a_request_without_a_valid_key_is_refused_with_au_01() {
    let client = Client::new();
    for key in [None, Some(""), Some("snd_wrong"), Some("nonsense"), Some(" ")] {
        for (method, path) in [(Method::GET, "/health"), (Method::POST, "/payments"), (Method::GET, "/_sandbox/clock")]
        {
            let answer = client.bytes(method, path, key, Vec::new()).await;
            assert_eq!(answer.error(), (401, "authentication_error".to_owned(), "AU_01".to_owned()), "{key:?} {path}");
        }
    }
    let request = Request::get("/health").header("api-key", HeaderValue::from_bytes(b"snd_\xff").unwrap());
    assert_eq!(client.send(request.body(Body::empty()).unwrap()).await.error().2, "AU_01");
}

#[tokio::test]
async fn a_revoked_key_is_refused_with_au_02_until_the_sandbox_is_reset() {
    let client = Client::new();
    let admin = client.credentials.admin_key.clone();
    client.post("/_sandbox/api_keys/key_secret/revoke", json!({})).await.ok();
    let answer = client.get("/payments/list").await;
    assert_eq!(answer.error(), (401, "authentication_error".to_owned(), "AU_02".to_owned()));
    client.bytes(Method::POST, "/_sandbox/reset", Some(&admin), Vec::new()).await.ok();
    client.get("/payments/list").await.ok();
    client.post("/_sandbox/api_keys/key_none/revoke", json!({})).await.refused(404, "IR_05", "key_none");
}

#[tokio::test]
async fn keys_that_may_not_call_an_endpoint_are_refused_with_403() {
    let client = Client::new();
    let keys = client.credentials.clone();
    for key in [&keys.publishable_key, &keys.admin_key] {
        for (method, path) in
            [(Method::POST, "/payments"), (Method::GET, "/payments/x"), (Method::POST, "/payments/x/capture")]
        {
            let answer = client.bytes(method, path, Some(key), Vec::new()).await;
            assert_eq!(answer.error(), (403, "authentication_error".to_owned(), "AU_03".to_owned()), "{path}");
        }
    }
    client.bytes(Method::GET, "/_sandbox/clock", Some(&keys.admin_key), Vec::new()).await.ok();
}

#[tokio::test]
async fn a_publishable_key_controls_nothing() {
    let client = Client::new();
    let key = client.credentials.publishable_key.clone();
    for (method, path) in [
        (Method::GET, "/_sandbox/clock"),
        (Method::POST, "/_sandbox/reset"),
        (Method::POST, "/_sandbox/faults"),
        (Method::GET, "/_sandbox/ledger"),
        (Method::GET, "/_sandbox/payouts"),
        (Method::POST, "/_sandbox/webhooks"),
    ] {
        let answer = client.bytes(method, path, Some(&key), Vec::new()).await;
        assert_eq!(answer.error(), (403, "authentication_error".to_owned(), "AU_03".to_owned()), "{path}");
    }
    client.bytes(Method::GET, "/health", Some(&key), Vec::new()).await.ok();
}

#[tokio::test]
async fn every_answer_tells_how_many_requests_are_left_and_when_the_window_ends() {
    let client = limited(600);
    let key = client.credentials.api_key.clone();
    let answers = [
        client.get("/health").await,
        client.get("/payments/nobody").await,
        client.get("/nothing").await,
        client.bytes(Method::DELETE, "/payments", Some(&key), Vec::new()).await,
        client.bytes(Method::POST, "/payments", Some(&key), b"{".to_vec()).await,
        client.bytes(Method::GET, "/health", Some("wrong"), Vec::new()).await,
        client.get("/_sandbox/clock").await,
    ];
    for answer in &answers {
        assert_eq!(number(answer, "x-ratelimit-limit"), 600);
        let date = chrono::DateTime::parse_from_rfc2822(answer.headers["date"].to_str().unwrap()).unwrap();
        let left = number(answer, "x-ratelimit-reset") - date.timestamp();
        assert!((58..=61).contains(&left), "{left} s left");
    }
    let remaining = answers.iter().map(|answer| number(answer, "x-ratelimit-remaining")).collect::<Vec<_>>();
    assert_eq!(remaining, [599, 598, 597, 596, 595, 599, 595]);
}

#[tokio::test]
async fn the_request_after_the_last_is_429_and_does_nothing_until_the_window_ends() {
    let client = limited(3);
    client.pay("4242424242424242", json!({"payment_id": "held", "capture_method": "manual"})).await;
    client.get("/health").await.ok_status();
    client.get("/health").await.ok_status();
    let refused = client.post("/payments/held/capture", json!({})).await;
    assert_eq!(refused.error(), (429, "rate_limit_error".to_owned(), "RL_01".to_owned()));
    assert_eq!(number(&refused, "x-ratelimit-remaining"), 0);
    assert_eq!(client.ledger_of("held").await.len(), 1, "control calls are free, and nothing was captured");
    client.advance(60).await;
    client.post("/payments/held/capture", json!({})).await.ok();
}

#[tokio::test]
async fn keys_have_windows_of_their_own_and_unknown_keys_share_one() {
    let client = limited(2);
    let keys = client.credentials.clone();
    for key in [&keys.api_key, &keys.publishable_key] {
        for expected in [200, 200, 429] {
            let answer = client.bytes(Method::GET, "/health", Some(key), Vec::new()).await;
            assert_eq!(answer.status.as_u16(), expected);
        }
    }
    for (key, expected) in [("guess_1", 401), ("guess_2", 401), ("guess_3", 429)] {
        let answer = client.bytes(Method::GET, "/health", Some(key), Vec::new()).await;
        assert_eq!(answer.status.as_u16(), expected);
    }
}

#[tokio::test]
async fn without_a_limit_nothing_is_reported_one() {
    let client = Client::new();
    for _ in 0..700 {
        client.get("/health").await.ok_status();
    }
    assert!(!client.get("/health").await.headers.contains_key("x-ratelimit-limit"));
}
