//! No page in a browser talks to the sandbox: neither over a name that leads here (DNS rebinding) nor from another
//! origin; and what its own pages post carries their token.

use axum::body::Body;
use axum::http::{Method, Request};
use paydesk_sandbox::SandboxConfig;
use paydesk_test_sandbox::helpers::{Answer, Client, config, id, page_token};
use serde_json::json;

const THREE_DS: &str = "4000003800000446";

/// A request with the secret key, which a page may have found, and these headers.
async fn send(client: &Client, method: &str, path: &str, headers: &[(&str, &str)]) -> Answer {
    let request = Request::builder().method(method).uri(path).header("api-key", &client.credentials.api_key);
    let request = headers.iter().fold(request, |request, (name, value)| request.header(*name, *value));
    client.send(request.body(Body::empty()).unwrap()).await
}

#[track_caller]
fn assert_forbidden(answer: &Answer, mention: &str) {
    assert_eq!(answer.error(), (403, "authentication_error".to_owned(), "AU_03".to_owned()), "{}", answer.text());
    assert!(answer.message().contains(mention), "{}", answer.message());
}

#[tokio::test]
async fn a_request_to_another_host_is_refused_on_every_path() {
    let client = Client::new();
    for host in ["evil.example", "evil.example:8600", "localhost.evil.example", "10.0.0.1:8600", "user@localhost"] {
        for path in ["/health", "/payments/list", "/_sandbox/ledger", "/_sandbox/3ds/pay_1", "/nothing"] {
            assert_forbidden(&send(&client, "GET", path, &[("host", host)]).await, host);
        }
    }
    let twice = send(&client, "GET", "/health", &[("host", "localhost"), ("host", "evil.example")]).await;
    assert_forbidden(&twice, "evil.example");
    assert_forbidden(&send(&client, "GET", "http://evil.example/health", &[]).await, "evil.example");
}

#[tokio::test]
async fn this_machine_s_names_and_those_that_were_allowed_are_served() {
    let client = Client::with(SandboxConfig { allowed_hosts: vec!["sandbox.test".to_owned()], ..config() });
    for host in ["127.0.0.1:8600", "localhost:8600", "localhost", "[::1]:8600", "sandbox.test:8600"] {
        send(&client, "GET", "/health", &[("host", host)]).await.ok();
    }
}

#[tokio::test]
async fn a_page_of_any_origin_is_refused_by_the_api_and_by_the_control_surface() {
    let client = Client::new();
    let host = ("host", "127.0.0.1:8600");
    for origin in ["https://evil.example", "null", "http://localhost:3000", "http://127.0.0.1:8600"] {
        for (method, path) in
            [("POST", "/payments"), ("OPTIONS", "/payments"), ("POST", "/_sandbox/reset"), ("GET", "/health")]
        {
            assert_forbidden(&send(&client, method, path, &[host, ("origin", origin)]).await, origin);
        }
    }
    for site in ["cross-site", "same-site", "same-origin"] {
        assert_forbidden(&send(&client, "GET", "/_sandbox/log", &[host, ("sec-fetch-site", site)]).await, "web page");
    }
    send(&client, "GET", "/health", &[host, ("sec-fetch-site", "none")]).await.ok();
}

#[tokio::test]
async fn the_authentication_page_is_opened_from_a_shop_and_posted_to_from_itself_only() {
    let client = Client::new();
    let payment = client.pay(THREE_DS, json!({})).await;
    let page = format!("/_sandbox/3ds/{}", id(&payment));
    let (host, from_shop) = (("host", "localhost:8600"), ("sec-fetch-site", "cross-site"));
    let html = send(&client, "GET", &page, &[host, from_shop]).await.text();
    let post = |headers: &'static [(&str, &str)]| {
        let request = Request::post(format!("{page}/complete")).header("host", "localhost:8600");
        let request = headers.iter().fold(request, |request, (name, value)| request.header(*name, *value));
        client.send(request.body(Body::from(format!("page_token={}", page_token(&html)))).unwrap())
    };
    assert_forbidden(&post(&[("origin", "https://evil.example")]).await, "evil.example");
    assert_forbidden(&post(&[("origin", "http://localhost:3000")]).await, "localhost:3000");
    assert_forbidden(&post(&[("origin", "null")]).await, "null");
    assert_forbidden(&post(&[("sec-fetch-site", "cross-site")]).await, "web page");
    assert_eq!(client.payment(id(&payment)).await["status"], "requires_action");
    let own = post(&[("origin", "http://localhost:8600"), ("sec-fetch-site", "same-origin")]).await;
    assert_eq!(own.ok()["status"], "succeeded");
}

#[tokio::test]
async fn what_is_posted_to_a_page_carries_its_token_or_a_secret_key() {
    let client = Client::new();
    let (payment, other) = (client.pay(THREE_DS, json!({})).await, client.pay(THREE_DS, json!({})).await);
    let page = |payment| format!("/_sandbox/3ds/{}", id(payment));
    let link = client.post("/payment_link", json!({"amount": 100, "currency": "EUR"})).await.ok();
    let pay = format!("/_sandbox/pay/{}", link["payment_link_id"].as_str().unwrap());
    let payout = json!({"amount": 100, "currency": "EUR", "payout_link": true});
    let payout = client.post("/payouts/create", payout).await.ok();
    let receive = format!("/_sandbox/payout_links/{}", payout["payout_id"].as_str().unwrap());
    let of_other = page_token(&client.bytes(Method::GET, &page(&other), None, Vec::new()).await.text());
    assert_eq!(of_other.len(), 128);
    for path in [format!("{}/complete", page(&payment)), pay, receive] {
        for form in [String::new(), "page_token=".to_owned(), format!("page_token={of_other}")] {
            let request = Request::post(&path).body(Body::from(form)).unwrap();
            assert_forbidden(&client.send(request).await, "submit its form");
        }
        let publishable = Request::post(&path).header("api-key", &client.credentials.publishable_key);
        assert_forbidden(&client.send(publishable.body(Body::empty()).unwrap()).await, "secret key");
    }
    assert_eq!(client.payment(id(&payment)).await["status"], "requires_action");
    assert_eq!(client.submit(&page(&payment), &format!("{}/reject", page(&payment)), "").await.status, 200);
    assert_eq!(client.payment(id(&payment)).await["status"], "failed");
    client.post(&format!("{}/complete", page(&other)), json!({})).await.ok();
}

#[tokio::test]
async fn a_page_that_was_open_when_the_sandbox_was_restarted_can_still_be_sent() {
    let dir = tempfile::tempdir().unwrap();
    let token = {
        let client = Client::with(paydesk_test_sandbox::helpers::config_in(dir.path()));
        client.pay(THREE_DS, json!({"payment_id": "waits"})).await;
        page_token(&client.bytes(Method::GET, "/_sandbox/3ds/waits", None, Vec::new()).await.text())
    };
    let client = Client::with(paydesk_test_sandbox::helpers::config_in(dir.path()));
    let request = Request::post("/_sandbox/3ds/waits/complete");
    client.send(request.body(Body::from(format!("page_token={token}"))).unwrap()).await.ok();
}
