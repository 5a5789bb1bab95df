//! What one attempt is called when the other side misbehaves, and what that is taken to prove.

use std::time::Duration;

use paydesk_api::call::{Call as _, Method, Request};
use paydesk_api::client::{ApiClient, ClientError, TimeLimits};
use paydesk_api::error::ApiError;
use paydesk_api::freshness::CacheMarks;
use paydesk_api::outcome::{Attempt, Body, HttpAnswer, LostAnswer, Observation, Verdict, observe, verdict};
use paydesk_api::rate_limit::RateHeaders;
use paydesk_api::resources::health::calls::Health;
use paydesk_api::resources::payments::calls::RetrievePayment;
use paydesk_domain::address::AddressError;
use paydesk_domain::ids::PaymentId;
use paydesk_domain::secret::ApiKey;
use serde_json::json;
use tokio::net::TcpListener;

use super::bad_server::{BadServer, Step, answer};
use super::{KEY, capture, client, client_with, expectation, limits};

const ECHO: &str = r#"{"payment_id":"pay_1","status":"succeeded","amount":500,"currency":"EUR"}"#;

/// Sends the capture once and tells what was seen, what it is called and what it proves.
async fn attempt(server: &BadServer) -> (Attempt, Observation, Verdict) {
    attempt_within(server, limits()).await
}

async fn attempt_within(server: &BadServer, limits: TimeLimits) -> (Attempt, Observation, Verdict) {
    let attempt = client_with(&server.base_url, limits).send(&capture()).await;
    let observation = observe(&attempt, &expectation());
    (attempt, observation, verdict(observation, false))
}

fn body(attempt: &Attempt) -> &Body {
    match attempt {
        Attempt::Answered(answer) => &answer.body,
        _ => panic!("no answer: {attempt:?}"),
    }
}

#[tokio::test]
async fn a_true_answer_confirms() {
    let server = BadServer::answering(answer(200, "", ECHO)).await;
    let (attempt, observation, verdict) = attempt(&server).await;
    let body = Body::Json(serde_json::from_str(ECHO).unwrap());
    assert_eq!(attempt, Attempt::Answered(HttpAnswer { status: 200, body, rate: RateHeaders::default() }));
    assert_eq!((observation, verdict), (Observation::Complete, Verdict::Confirmed));
}

#[tokio::test]
async fn an_id_that_would_change_the_path_is_not_sent() {
    let server = BadServer::answering(answer(200, "", ECHO)).await;
    for id in ["..", ".", ""] {
        let call = RetrievePayment { payment_id: PaymentId::new(id) };
        let attempt = client(&server.base_url).send(&call.request()).await;
        assert!(matches!(attempt, Attempt::NotSent(_)), "{id:?}: {attempt:?}");
    }
    assert_eq!(server.connections(), 0);
    // Whatever else is in an id stays in its segment.
    let call = RetrievePayment { payment_id: PaymentId::new("../health?a=b#c") };
    client(&server.base_url).send(&call.request()).await;
    assert!(server.requests()[0].starts_with("GET /payments/%2E%2E%2Fhealth%3Fa%3Db%23c HTTP/1.1\r\n"));
}

#[tokio::test]
async fn a_refused_connection_proves_that_nothing_was_sent() {
    let listener = TcpListener::bind("127.0.0.1:0").await.unwrap();
    let base_url = format!("http://{}", listener.local_addr().unwrap());
    drop(listener);
    let attempt = client(&base_url).send(&capture()).await;
    let Attempt::NotSent(problem) = &attempt else { panic!("{attempt:?}") };
    assert!(problem.message.contains("refused"), "{problem:?}");
    assert!(!problem.certificate);
    assert_eq!(observe(&attempt, &expectation()), Observation::ConnectFailed);
}

#[tokio::test]
async fn a_name_that_leads_nowhere_proves_that_nothing_was_sent() {
    let attempt = client("https://paydesk.invalid").send(&capture()).await;
    assert!(matches!(&attempt, Attempt::NotSent(problem) if !problem.certificate), "{attempt:?}");
}

#[tokio::test]
async fn once_connected_nothing_that_goes_wrong_is_called_not_sent() {
    let scripts: [(&str, Vec<Step>); 9] = [
        ("closed without a word", vec![]),
        ("reset without a word", vec![Step::Reset]),
        ("closed after a part of the request", vec![Step::ReadSome]),
        ("reset after a part of the request", vec![Step::ReadSome, Step::Reset]),
        ("closed after the request", vec![Step::Read]),
        ("reset after the request", vec![Step::Read, Step::Reset]),
        ("closed inside the status line", vec![Step::Read, Step::Write(b"HTTP/1.1 20".to_vec())]),
        ("closed inside the headers", vec![Step::Read, Step::Write(b"HTTP/1.1 200 OK\r\nContent-".to_vec())]),
        ("another protocol", vec![Step::Write(b"SSH-2.0-OpenSSH_9.9\r\n".to_vec()), Step::Hang]),
    ];
    for (what, script) in scripts {
        let server = BadServer::with(script).await;
        let (attempt, observation, verdict) = attempt(&server).await;
        assert_eq!(attempt, Attempt::Lost(LostAnswer::ConnectionLost), "{what}");
        assert_eq!((observation, verdict), (Observation::ConnectionLost, Verdict::Unknown), "{what}");
        assert_eq!(server.connections(), 1, "{what}: tried again by itself");
    }
}

#[tokio::test]
async fn no_answer_within_the_limit_is_unknown() {
    let short = TimeLimits { operation: Duration::from_millis(300), ..limits() };
    let scripts: [(&str, Vec<Step>); 3] = [
        ("silence", vec![Step::Read, Step::Hang]),
        ("half a status line", vec![Step::Read, Step::Write(b"HTTP/1.1 200".to_vec()), Step::Hang]),
        ("only that it goes on", vec![Step::Read, Step::Write(b"HTTP/1.1 100 Continue\r\n\r\n".to_vec()), Step::Hang]),
    ];
    for (what, script) in scripts {
        let server = BadServer::with(script).await;
        let (attempt, observation, verdict) = attempt_within(&server, short).await;
        assert_eq!(attempt, Attempt::Lost(LostAnswer::TimedOut), "{what}");
        assert_eq!((observation, verdict), (Observation::TimedOut, Verdict::Unknown), "{what}");
        assert_eq!(server.requests().len(), 1, "{what}");
    }
}

#[tokio::test]
async fn reads_have_a_limit_of_their_own() {
    let short = TimeLimits { read: Duration::from_millis(80), ..limits() };
    let server = BadServer::with([Step::Read, Step::Hang]).await;
    let attempt = client_with(&server.base_url, short).send(&Health.request()).await;
    assert_eq!(attempt, Attempt::Lost(LostAnswer::TimedOut));
}

#[tokio::test]
async fn a_body_that_is_cut_is_unknown() {
    let head = "HTTP/1.1 200 OK\r\n";
    let cuts = [
        format!("{head}Content-Length: 4000\r\n\r\n{ECHO}"),
        format!("{head}Content-Length: 20\r\n\r\n{ECHO}"),
        format!("{head}Transfer-Encoding: chunked\r\n\r\n9\r\n{{\"payment"),
        format!("{head}Transfer-Encoding: chunked\r\n\r\n{:x}\r\n{ECHO}\r\n", ECHO.len()),
        format!("{head}Transfer-Encoding: chunked\r\n\r\nnonsense\r\n"),
        // Without a length the end of the connection is the end of the body, whatever ended it.
        format!("{head}\r\n{}", &ECHO[..40]),
    ];
    for cut in cuts {
        let server = BadServer::answering(cut.clone()).await;
        let (attempt, observation, verdict) = attempt(&server).await;
        assert_eq!(body(&attempt), &Body::Broken(LostAnswer::BodyCut), "{cut}");
        assert_eq!((observation, verdict), (Observation::BrokenBody, Verdict::Unknown), "{cut}");
    }
}

#[tokio::test]
async fn a_body_that_stops_arriving_is_unknown() {
    let head = format!("HTTP/1.1 200 OK\r\nContent-Length: {}\r\n\r\n{}", ECHO.len(), &ECHO[..30]);
    let server = BadServer::with([Step::Read, Step::Write(head.into_bytes()), Step::Hang]).await;
    let short = TimeLimits { stall: Duration::from_millis(80), ..limits() };
    let (attempt, observation, verdict) = attempt_within(&server, short).await;
    assert_eq!(body(&attempt), &Body::Broken(LostAnswer::BodyStalled));
    assert_eq!((observation, verdict), (Observation::BrokenBody, Verdict::Unknown));
}

/// The address of a server that says nothing for so long, and then drips for ever.
async fn dripping_after(silence: Duration) -> String {
    let listener = TcpListener::bind("127.0.0.1:0").await.unwrap();
    let base_url = format!("http://{}", listener.local_addr().unwrap());
    tokio::spawn(async move {
        while let Ok((stream, _)) = listener.accept().await {
            tokio::spawn(drip(stream, silence));
        }
    });
    base_url
}

#[tokio::test]
async fn the_head_and_the_body_together_have_one_limit() {
    for request in [capture(), Health.request()] {
        // A busy machine is given more time.
        let mut took = Vec::new();
        for limit in [1, 10].map(Duration::from_secs) {
            let base_url = dripping_after(limit * 3 / 4).await;
            let short = TimeLimits { operation: limit, read: limit, ..limits() };
            let began = std::time::Instant::now();
            let attempt = client_with(&base_url, short).send(&request).await;
            took.push(began.elapsed());
            if attempt != Attempt::Lost(LostAnswer::TimedOut) {
                assert_eq!(body(&attempt), &Body::Broken(LostAnswer::BodyStalled));
            }
            if began.elapsed() < limit * 3 / 2 {
                break;
            }
        }
        assert!(took.last().unwrap() < &Duration::from_secs(15), "the body had its own time: {took:?}");
    }
}

#[tokio::test]
async fn a_body_that_drips_for_ever_ends_with_the_limit_of_the_call() {
    let base_url = dripping_after(Duration::ZERO).await;
    // The head has to come within the same limit: a busy machine is given more of it.
    for limit_ms in [500, 5_000, 50_000] {
        let short = TimeLimits { operation: Duration::from_millis(limit_ms), ..limits() };
        let attempt = client_with(&base_url, short).send(&capture()).await;
        if attempt != Attempt::Lost(LostAnswer::TimedOut) {
            return assert_eq!(body(&attempt), &Body::Broken(LostAnswer::BodyStalled));
        }
    }
    panic!("the head never came in time");
}

/// Answers with a body that goes on for ever, a blank at a time.
async fn drip(mut stream: tokio::net::TcpStream, silence: Duration) {
    let _ = tokio::io::AsyncReadExt::read(&mut stream, &mut [0; 4096]).await;
    tokio::time::sleep(silence).await;
    let mut write: &[u8] = b"HTTP/1.1 200 OK\r\nContent-Length: 1000000\r\n\r\n";
    let mut drops = tokio::time::interval(Duration::from_millis(5));
    while tokio::io::AsyncWriteExt::write_all(&mut stream, write).await.is_ok() {
        drops.tick().await;
        write = b" ";
    }
}

#[tokio::test]
async fn a_body_larger_than_any_of_the_service_is_not_read_to_its_end() {
    let megabyte = vec![b' '; 1024 * 1024];
    let mut script = vec![Step::Read, Step::Write(b"HTTP/1.1 200 OK\r\nContent-Length: 99999999999\r\n\r\n".to_vec())];
    script.extend(std::iter::repeat_n(Step::Write(megabyte), 9));
    script.push(Step::Hang);
    let server = BadServer::with(script).await;
    let (attempt, observation, verdict) = attempt(&server).await;
    assert_eq!(body(&attempt), &Body::Broken(LostAnswer::BodyTooLarge));
    assert_eq!((observation, verdict), (Observation::BrokenBody, Verdict::Unknown));
}

#[tokio::test]
async fn a_redirect_is_not_followed() {
    for status in [300, 301, 302, 303, 304, 307, 308] {
        let target = BadServer::answering(answer(200, "", ECHO)).await;
        let location = format!("Location: {}/elsewhere\r\n", target.base_url);
        let server = BadServer::answering(answer(status, &location, "")).await;
        let (_, observation, verdict) = attempt(&server).await;
        assert_eq!((observation, verdict), (Observation::Redirect, Verdict::Unknown), "{status}");
        assert_eq!(target.connections(), 0, "{status}: the key went to another address");
        assert_eq!(server.requests().len(), 1, "{status}");
    }
}

#[tokio::test]
async fn a_success_that_is_not_json_is_unknown() {
    let deep = "[".repeat(100_000);
    let bodies =
        ["<html><h1>Sign in to the guest network</h1></html>", "", "OK", "{\"payment_id\":}", "\u{feff}{}", &deep];
    for text in bodies {
        let server = BadServer::answering(answer(200, "Content-Type: text/html\r\n", text)).await;
        let (_, observation, verdict) = attempt(&server).await;
        assert_eq!((observation, verdict), (Observation::BrokenBody, Verdict::Unknown), "{text:.40}");
    }
    let server = BadServer::answering(answer(200, "", "<html>\u{202e}\u{1b}[31m</html>")).await;
    let (attempt, ..) = attempt(&server).await;
    let Body::Foreign { excerpt } = body(&attempt) else { panic!("{attempt:?}") };
    assert!(!excerpt.contains(['\u{202e}', '\u{1b}']), "{excerpt}");
}

#[tokio::test]
async fn a_success_that_does_not_echo_the_operation_is_unknown() {
    let bodies = [
        json!({"payment_id": "pay_2", "status": "succeeded"}),
        json!({"payment_id": "pay_1", "status": "succeeded", "amount": 501}),
        json!({"payment_id": "pay_1", "status": "succeeded", "currency": "USD"}),
        json!({"payment_id": "pay_1"}),
        json!({"error": {"type": "invalid_request", "code": "IR_04", "message": "no"}}),
        json!([]),
        json!(null),
    ];
    for body in bodies {
        let server = BadServer::answering(answer(200, "", &body.to_string())).await;
        let (_, observation, verdict) = attempt(&server).await;
        assert_eq!((observation, verdict), (Observation::OtherEcho, Verdict::Unknown), "{body}");
    }
}

#[tokio::test]
async fn a_refusal_in_the_service_s_shape_is_named_by_its_status() {
    let expected = [
        (400, "IR_04", Observation::Refused, Verdict::Reconcile),
        (401, "AU_01", Observation::KeyRefused, Verdict::RejectedKey),
        (403, "AU_03", Observation::PermissionMissing, Verdict::Rejected),
        (404, "IR_05", Observation::NotFound, Verdict::Reconcile),
        (423, "IR_04", Observation::OtherRefusal, Verdict::Unknown),
        (409, "IR_04", Observation::Conflict, Verdict::Reconcile),
        (409, "HE_01", Observation::AlreadyExists, Verdict::Reconcile),
        (400, "HE_01", Observation::AlreadyExists, Verdict::Reconcile),
        (422, "HE_00", Observation::Refused, Verdict::Reconcile),
        (429, "RL_01", Observation::RateLimited, Verdict::WaitThenRepeat),
        (500, "HE_00", Observation::ServerError, Verdict::Unknown),
        (502, "CE_01", Observation::ServerError, Verdict::Unknown),
        (503, "CE_01", Observation::ServerError, Verdict::Unknown),
    ];
    for (status, code, observation, verdict) in expected {
        let error = ApiError { kind: "invalid_request".into(), code: code.into(), message: "No, thank you".into() };
        let text = json!({"error": {"type": error.kind, "code": code, "message": error.message}}).to_string();
        let server = BadServer::answering(answer(status, "", &text)).await;
        let seen = attempt(&server).await;
        let answer = HttpAnswer { status, body: Body::Error(error), rate: RateHeaders::default() };
        assert_eq!(seen, (Attempt::Answered(answer), observation, verdict), "{status} {code}");
        assert_eq!(server.requests().len(), 1, "{status}: repeated by itself");
    }
}

#[tokio::test]
async fn a_refusal_in_another_shape_proves_nothing() {
    let page = "<html>403 Forbidden</html>";
    let shapes =
        [page, "", "{}", r#"{"error":"no"}"#, r#"{"error":{"message":"no"}}"#, r#"{"error":{"code":"IR_04"}}"#];
    for status in [400, 401, 403, 404, 409, 422, 429] {
        for text in shapes {
            let server = BadServer::answering(answer(status, "", text)).await;
            let (_, observation, verdict) = attempt(&server).await;
            assert_eq!((observation, verdict), (Observation::Foreign, Verdict::Unknown), "{status} {text}");
        }
    }
    let server = BadServer::answering(answer(502, "", page)).await;
    assert_eq!(attempt(&server).await.1, Observation::ServerError);
}

#[tokio::test]
async fn a_refusal_whose_body_is_cut_proves_nothing() {
    for status in [400, 401, 429] {
        let head = format!("HTTP/1.1 {status} Words\r\nContent-Length: 400\r\n\r\n{{\"error\":{{");
        let server = BadServer::answering(head).await;
        let (attempt, observation, verdict) = attempt(&server).await;
        assert_eq!(body(&attempt), &Body::Broken(LostAnswer::BodyCut), "{status}");
        assert_eq!((observation, verdict), (Observation::Foreign, Verdict::Unknown), "{status}");
    }
}

#[tokio::test]
async fn what_caches_and_proxies_write_into_an_answer_is_told_apart() {
    let marks = async |headers: &str| {
        let server = BadServer::answering(answer(200, headers, "{}")).await;
        attempt(&server).await.0.rate().unwrap().marks
    };
    let none = marks("Date: Sat, 21 Nov 2026 09:59:30 GMT\r\nX-Request-Id: 1\r\n").await;
    assert_eq!(none, CacheMarks::default());
    // As juspay/hyperswitch answers everything, with no proxy in front.
    let own = marks("via: HyperSwitch\r\nx-request-id: 01a2\r\n").await;
    assert!(!own.is_hit && own.written.is_some());
    assert_eq!(marks("via: HyperSwitch\r\nx-request-id: 01a3\r\n").await, own);
    assert_ne!(marks("via: HyperSwitch, 1.1 proxy\r\n").await, own);
    for hit in ["Age: 0\r\n", "X-Cache: HIT from proxy\r\n", "Cache-Status: proxy; hit; ttl=30\r\n"] {
        assert!(marks(hit).await.is_hit, "{hit}");
    }
    assert!(!marks("X-Cache: MISS from proxy\r\n").await.is_hit);
}

#[tokio::test]
async fn every_request_asks_caches_on_the_way_not_to_answer_it() {
    let server = BadServer::answering(answer(200, "", "{}")).await;
    let _ = attempt(&server).await;
    let request = server.requests().remove(0).to_ascii_lowercase();
    assert!(request.contains("cache-control: no-cache, no-store\r\n"), "{request}");
    assert!(request.contains("pragma: no-cache\r\n"), "{request}");
}

#[tokio::test]
async fn the_headers_of_the_rate_limit_are_read_where_they_make_sense() {
    let headers = "X-RateLimit-Limit: 600\r\nx-ratelimit-remaining: 0\r\nX-RateLimit-Reset: 1795255260\r\n\
                   Date: Sat, 21 Nov 2026 09:59:30 GMT\r\nRetry-After: 7\r\n";
    let limited = r#"{"error":{"type":"rate_limit_error","code":"RL_01","message":"slow down"}}"#;
    let server = BadServer::answering(answer(429, headers, limited)).await;
    let (limited, ..) = attempt(&server).await;
    let rate = RateHeaders {
        limit: Some(600),
        remaining: Some(0),
        reset_unix_s: Some(1_795_255_260),
        date_unix_s: Some(1_795_255_170),
        retry_after_s: Some(7),
        ..RateHeaders::default()
    };
    assert_eq!(limited.rate(), Some(&rate));
    assert_eq!(rate.wait().num_seconds(), 90);

    let nonsense =
        "X-RateLimit-Limit: -1\r\nX-RateLimit-Remaining: many\r\nX-RateLimit-Reset: \u{e9}\r\nDate: soon\r\n";
    let server = BadServer::answering(answer(200, nonsense, ECHO)).await;
    let (attempt, ..) = attempt(&server).await;
    assert_eq!(attempt.rate(), Some(&RateHeaders::default()));
}

#[tokio::test]
async fn the_key_travels_in_one_header_and_nowhere_else() {
    let server = BadServer::answering(answer(200, "", ECHO)).await;
    attempt(&server).await;
    let request = server.requests().remove(0);
    let with_key: Vec<&str> = request.lines().filter(|line| line.contains(KEY)).collect();
    assert_eq!(with_key, [format!("api-key: {KEY}")]);
    let head = request.to_ascii_lowercase();
    assert!(request.starts_with("POST /payments/pay_1/capture HTTP/1.1\r\n"), "{request}");
    assert!(request.ends_with("\r\n\r\n{\"amount_to_capture\":500}"), "{request}");
    assert_eq!(head.matches("\r\ncontent-type: application/json\r\n").count(), 1, "{request}");
    for unasked in ["\r\ncookie:", "\r\nreferer:", "\r\nauthorization:"] {
        assert!(!head.contains(unasked), "{request}");
    }
    assert_eq!(head.matches("\r\naccept-encoding: identity\r\n").count(), 1, "{request}");
}

#[tokio::test]
async fn an_id_stays_one_segment_of_the_path_on_the_wire() {
    let server = BadServer::answering(answer(200, "", ECHO)).await;
    let path = format!("/payments/{}", paydesk_api::call::path_segment("../api_keys?a=b#c"));
    client(&server.base_url).send(&Request::read(Method::Get, path, None)).await;
    assert!(server.requests()[0].starts_with("GET /payments/%2E%2E%2Fapi_keys%3Fa%3Db%23c HTTP/1.1\r\n"));
}

#[test]
fn an_address_that_could_leak_the_key_is_refused() {
    let refused = |address: &str, key: &str| ApiClient::new(address, &ApiKey::parse(key).unwrap(), limits()).err();
    for address in ["http://127.0.0.1:8600", "http://localhost", "http://[::1]:8600/", "https://api.example.com/v2"] {
        assert_eq!(refused(address, "snd_key"), None, "{address}");
    }
    let not_encrypted = [
        ("http://api.example.com", "snd_key"),
        ("http://127.0.0.1.example.com", "snd_key"),
        ("http://localhost.example.com", "snd_key"),
        ("http://0.0.0.0:8600", "snd_key"),
    ];
    for (address, key) in not_encrypted {
        assert_eq!(refused(address, key), Some(AddressError::NotEncrypted.into()), "{address} with {key}");
    }
    let kept_off = Some(AddressError::ProductionOnLoopback.into());
    assert_eq!(refused("http://127.0.0.1:8600", "prd_key"), kept_off);
    for address in ["https://ada:secret@api.example.com", "https://ada@api.example.com"] {
        assert_eq!(refused(address, "snd_key"), Some(AddressError::UserInfo.into()), "{address}");
    }
    for address in [
        "",
        "api.example.com",
        "ftp://api.example.com",
        "file:///etc/hosts",
        "https://a.example/?b",
        "https://a.example/#b",
    ] {
        assert!(matches!(refused(address, "snd_key"), Some(ClientError::Address(_))), "{address}");
    }
}

#[tokio::test]
async fn an_answer_that_came_compressed_proves_the_same_and_one_that_cannot_be_unpacked_proves_nothing() {
    use std::io::Write as _;
    let mut packed = flate2::write::GzEncoder::new(Vec::new(), flate2::Compression::default());
    packed.write_all(ECHO.as_bytes()).unwrap();
    let packed = packed.finish().unwrap();
    let observed = async |how: &str, bytes: &[u8]| {
        let head = format!("HTTP/1.1 200 Words\r\nContent-Encoding: {how}\r\nContent-Length: {}\r\n\r\n", bytes.len());
        let server = BadServer::answering([head.as_bytes(), bytes].concat()).await;
        let attempt = client(&server.base_url).send(&capture()).await;
        (observe(&attempt, &expectation()), format!("{attempt:?}"))
    };
    let (plain, _) = observed("identity", ECHO.as_bytes()).await;
    assert_eq!(observed("gzip", &packed).await.0, plain);
    assert_eq!(observed("gzip", &packed[..packed.len() - 1]).await.0, Observation::BrokenBody);
    let (other, told) = observed("br", &packed).await;
    assert_eq!(other, Observation::BrokenBody);
    assert!(told.contains("compressed (br), which Paydesk did not ask for"), "{told}");
}
