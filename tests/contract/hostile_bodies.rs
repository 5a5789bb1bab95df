//! Answers that are made to cost memory: refused, or held within a small multiple of the largest body.

use std::sync::Arc;

use paydesk_api::outcome::{Attempt, Body, HttpAnswer, LostAnswer, Observation, Verdict, observe, verdict};
use tokio::io::{AsyncReadExt as _, AsyncWriteExt as _};
use tokio::net::TcpListener;

use super::bad_server::{BadServer, answer};
use super::{capture, client, expectation};

/// As much as is read of one answer.
const MAX_BYTES: usize = 8 * 1024 * 1024;

/// `unit` again and again between the brackets.
fn filled(open: &str, unit: impl Fn(usize) -> String, close: &str) -> String {
    let mut text = open.to_owned();
    for number in 0.. {
        let next = unit(number);
        if text.len() + next.len() + close.len() > MAX_BYTES {
            break;
        }
        text.push_str(&next);
    }
    text + close
}

/// Bodies that no service gives.
fn refused_bodies() -> Vec<String> {
    vec![
        filled("", |_| "[".to_owned(), ""),
        filled("", |_| r#"{"a":"#.to_owned(), ""),
        filled("[", |_| "0,".to_owned(), "0]"),
        filled("[", |_| "{},".to_owned(), "{}]"),
        filled("{", |number| format!("\"{number:x}\":0,"), "\"x\":0}"),
    ]
}

#[tokio::test]
async fn what_is_too_deep_or_has_too_many_values_is_no_answer() {
    for text in refused_bodies() {
        let server = BadServer::answering(answer(200, "", &text)).await;
        let attempt = client(&server.base_url).send(&capture()).await;
        let observation = observe(&attempt, &expectation());
        assert_eq!((observation, verdict(observation, false)), (Observation::BrokenBody, Verdict::Unknown));
        let Attempt::Answered(HttpAnswer { body, .. }) = attempt else { panic!("{:.40}", text) };
        assert_eq!(body, Body::Broken(LostAnswer::BodyTooLarge), "{text:.40}");
    }
}

/// A server that answers every request with this body.
#[cfg(target_os = "linux")]
async fn always(body: Arc<String>) -> String {
    let listener = TcpListener::bind("127.0.0.1:0").await.unwrap();
    let base_url = format!("http://{}", listener.local_addr().unwrap());
    tokio::spawn(async move {
        while let Ok((mut stream, _)) = listener.accept().await {
            let body = body.clone();
            tokio::spawn(async move {
                let _ = stream.read(&mut [0; 4096]).await;
                let head = format!("HTTP/1.1 200 OK\r\nContent-Length: {}\r\n\r\n", body.len());
                let _ = stream.write_all(head.as_bytes()).await;
                let _ = stream.write_all(body.as_bytes()).await;
            });
        }
    });
    base_url
}

/// The most memory this process ever had, in megabytes.
#[cfg(target_os = "linux")]
fn peak_mb() -> usize {
    let status = std::fs::read_to_string("/proc/self/status").unwrap();
    let line = status.lines().find_map(|line| line.strip_prefix("VmHWM:")).unwrap();
    line.trim().trim_end_matches(" kB").parse::<usize>().unwrap() / 1024
}

/// Set in the process whose memory is looked at.
#[cfg(target_os = "linux")]
const CHILD: &str = "PAYDESK_TEST_HOSTILE_BODIES";
/// Most megabytes that eight answers of 8 MiB may cost together. One costs some 135, so eight that multiplied would cost
/// more than a thousand; measured are 260 to 310, as the allocator likes.
#[cfg(target_os = "linux")]
const COST_MAX_MB: usize = 600;

#[cfg(target_os = "linux")]
#[test]
fn many_hostile_answers_at_once_cost_no_more_than_a_few() {
    if std::env::var_os(CHILD).is_none() {
        let name = "hostile_bodies::many_hostile_answers_at_once_cost_no_more_than_a_few";
        let mut this = std::process::Command::new(std::env::current_exe().unwrap());
        let output = this.args(["--exact", name, "--nocapture"]).env(CHILD, "1").output().unwrap();
        let said = String::from_utf8_lossy(&output.stdout).into_owned() + &String::from_utf8_lossy(&output.stderr);
        assert!(output.status.success() && said.contains("1 passed"), "{said}");
        return print!("{said}");
    }
    // As many threads as Paydesk has for its calls.
    let threads = tokio::runtime::Builder::new_multi_thread().worker_threads(2).enable_all().build().unwrap();
    // As large as they may be and still be read: many values, and one long text.
    let most_values = format!("[{}0]", "{\"a\":0},".repeat(190_000));
    let text = filled("[\"", |_| "4242 4242 4242 4241 ".to_owned(), "\"]");
    let bodies = [filled("[", |_| "{},".to_owned(), "{}]"), most_values, text].map(Arc::new);
    let before = peak_mb();
    for (calls, body) in [1, 8].iter().flat_map(|calls| bodies.iter().map(move |body| (calls, body))) {
        let base_url = threads.block_on(always(body.clone()));
        let client = client(&base_url);
        let call = |_| {
            let client = client.clone();
            threads.spawn(async move { drop(client.exchange(&capture()).await) })
        };
        let calls: Vec<_> = (0..*calls).map(call).collect();
        let at_once = calls.len();
        calls.into_iter().for_each(|call| threads.block_on(call).unwrap());
        println!("{at_once} at once of {} bytes ({:.10}…): {} MB", body.len(), body, peak_mb() - before);
    }
    assert!(peak_mb() - before < COST_MAX_MB, "{} MB", peak_mb() - before);
}
