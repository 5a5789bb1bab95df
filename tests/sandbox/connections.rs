//! What only a real connection shows: closed, cut and silent answers, and stopping with somebody still waiting.

use std::io::ErrorKind;

use paydesk_sandbox::{RunningSandbox, SandboxConfig, start};
use paydesk_test_sandbox::helpers::{config, payment_with};
use serde_json::{Value, json};
use tokio::io::{AsyncReadExt, AsyncWriteExt};
use tokio::net::TcpStream;

async fn serve() -> RunningSandbox {
    start(SandboxConfig { payments: 0, ..config() }).await.unwrap()
}

async fn send(running: &RunningSandbox, method: &str, path: &str, body: &Value) -> TcpStream {
    let mut stream = TcpStream::connect(running.addr).await.unwrap();
    let (key, body) = (&running.credentials.api_key, body.to_string());
    let request = format!(
        "{method} {path} HTTP/1.1\r\nhost: localhost\r\napi-key: {key}\r\ncontent-length: {}\r\nconnection: close\r\n\r\n{body}",
        body.len()
    );
    stream.write_all(request.as_bytes()).await.unwrap();
    stream
}

/// Everything until the connection ends, however it ends.
async fn whole(mut stream: TcpStream) -> String {
    let mut bytes = Vec::new();
    match stream.read_to_end(&mut bytes).await {
        Ok(_) => {}
        Err(error) => assert_eq!(error.kind(), ErrorKind::ConnectionReset, "{error}"),
    }
    String::from_utf8(bytes).unwrap()
}

async fn call(running: &RunningSandbox, method: &str, path: &str, body: Value) -> String {
    whole(send(running, method, path, &body).await).await
}

fn body_of(text: &str) -> Value {
    let (_, body) = text.split_once("\r\n\r\n").unwrap_or_else(|| panic!("no answer: {text:?}"));
    serde_json::from_str(body).unwrap_or_else(|error| panic!("{error}: {text:?}"))
}

async fn captures(running: &RunningSandbox) -> usize {
    let ledger = body_of(&call(running, "GET", "/_sandbox/ledger", json!({})).await);
    ledger["data"].as_array().unwrap().iter().filter(|row| row["effect"] == "capture").count()
}

async fn with_held_payment(fault: Value) -> RunningSandbox {
    let running = serve().await;
    let held = payment_with("4242424242424242", json!({"payment_id": "held", "capture_method": "manual"}));
    let created = call(&running, "POST", "/payments", held).await;
    assert!(created.starts_with("HTTP/1.1 200"), "{created}");
    let planted = call(&running, "POST", "/_sandbox/faults", fault).await;
    assert!(planted.starts_with("HTTP/1.1 200"), "{planted}");
    running
}

fn fault(kind: &str) -> Value {
    json!({"method": "POST", "path": "/payments/*/capture", "kind": kind, "count": 1})
}

#[tokio::test]
async fn a_connection_closed_before_leaves_no_effect() {
    let running = with_held_payment(fault("close_before")).await;
    assert_eq!(call(&running, "POST", "/payments/held/capture", json!({})).await, "");
    assert_eq!(captures(&running).await, 0);
    let log = body_of(&call(&running, "GET", "/_sandbox/log", json!({})).await);
    let struck = log["data"].as_array().unwrap().iter().find(|entry| entry["fault"] == "close_before").unwrap();
    assert_eq!(struck["status"], Value::Null);
    running.stop().await.unwrap();
}

#[tokio::test]
async fn a_connection_closed_after_leaves_its_effect_and_no_answer() {
    let running = with_held_payment(fault("close_after")).await;
    assert_eq!(call(&running, "POST", "/payments/held/capture", json!({})).await, "");
    assert_eq!(captures(&running).await, 1);
    running.stop().await.unwrap();
}

#[tokio::test]
async fn an_answer_that_never_comes_leaves_its_effect_and_does_not_keep_the_sandbox_from_stopping() {
    let running = with_held_payment(fault("execute_and_never_answer")).await;
    let stream = send(&running, "POST", "/payments/held/capture", &json!({})).await;
    while captures(&running).await == 0 {
        tokio::task::yield_now().await;
    }
    let mut byte = [0];
    assert_eq!(stream.try_read(&mut byte).unwrap_err().kind(), ErrorKind::WouldBlock);
    running.stop().await.unwrap();
    assert_eq!(whole(stream).await, "");
}

#[tokio::test]
async fn a_cut_body_announces_more_than_it_brings() {
    let mut cut = fault("cut_body");
    cut["bytes"] = json!(10);
    let running = with_held_payment(cut).await;
    let text = call(&running, "POST", "/payments/held/capture", json!({})).await;
    let (head, body) = text.split_once("\r\n\r\n").unwrap();
    assert!(head.starts_with("HTTP/1.1 200"), "{head}");
    let announced = head.lines().find_map(|line| line.strip_prefix("content-length: ")).unwrap();
    assert!(announced.parse::<usize>().unwrap() > 100, "{head}");
    assert_eq!(body, "{\"payment_");
    assert_eq!(captures(&running).await, 1);
    running.stop().await.unwrap();
}

#[tokio::test]
async fn a_body_cut_before_its_first_byte_still_has_its_head() {
    let running = with_held_payment(fault("cut_body")).await;
    let text = call(&running, "POST", "/payments/held/capture", json!({})).await;
    assert!(text.starts_with("HTTP/1.1 200") && text.ends_with("\r\n\r\n"), "{text:?}");
    assert_eq!(captures(&running).await, 1);
    running.stop().await.unwrap();
}

#[tokio::test]
async fn a_client_that_leaves_early_does_not_undo_what_it_asked_for() {
    let running = with_held_payment(json!({"path": "/nowhere", "kind": "html"})).await;
    drop(send(&running, "POST", "/payments/held/capture", &json!({})).await);
    while captures(&running).await == 0 {
        tokio::task::yield_now().await;
    }
    running.stop().await.unwrap();
}

#[tokio::test]
async fn dates_of_answers_follow_the_sandbox_s_clock() {
    let running = start(SandboxConfig { clock: Default::default(), ..config() }).await.unwrap();
    let before = call(&running, "GET", "/health", json!({})).await;
    call(&running, "POST", "/_sandbox/clock", json!({"advance_seconds": 30 * 86_400})).await;
    let after = call(&running, "GET", "/health", json!({})).await;
    let date = |text: &str| {
        let dates: Vec<&str> = text.lines().filter_map(|line| line.strip_prefix("date: ")).collect();
        assert_eq!(dates.len(), 1, "{text}");
        chrono::DateTime::parse_from_rfc2822(dates[0]).unwrap()
    };
    let days = (date(&after) - date(&before)).num_days();
    assert_eq!(days, 30);
    running.stop().await.unwrap();
}

#[tokio::test]
async fn a_body_beyond_the_limit_is_answered_over_a_connection_too() {
    let running = serve().await;
    let body = json!({"ignored": "x".repeat(1024 * 1024 * 3)});
    let text = call(&running, "POST", "/payments", body).await;
    assert!(text.starts_with("HTTP/1.1 413"), "{text}");
    assert_eq!(body_of(&text)["error"]["code"], "IR_04");
    running.stop().await.unwrap();
}

#[tokio::test]
async fn links_of_a_started_sandbox_lead_to_the_port_that_was_picked() {
    let running = serve().await;
    let link = body_of(&call(&running, "POST", "/payment_link", json!({"amount": 100, "currency": "EUR"})).await);
    let link = link["link"].as_str().unwrap().to_owned();
    assert!(link.starts_with(&format!("{}/_sandbox/pay/", running.base_url)), "{link}");
    running.stop().await.unwrap();
}
