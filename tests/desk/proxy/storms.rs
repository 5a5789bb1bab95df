//! Thousands of schedules through the whole desk, each judged by the ledger.
//!
//! A schedule is replayed from its number alone: `PAYDESK_PROXY_SCHEDULE=n` shows its log. `PAYDESK_PROXY_SCHEDULES=n`
//! says how many are run.

use std::sync::Arc;
use std::time::Instant;

use super::kinds::KINDS;
use super::network::Line;
use super::schedule;
use super::tally::Tally;

/// Schedules at one time. Each waits for its own sockets, so there are more than processors.
const LINES: u64 = 12;
/// Schedules of one shop: its lists stay as short as those of a morning.
const OF_ONE_SHOP: u64 = 60;
/// Schedules of a plain `cargo test`.
const SCHEDULES: u64 = 200;
/// Schedules in which every case is met as often as is asserted below.
const MANY_SCHEDULES: u64 = 2_000;

/// Every `LINES`th schedule from `first` on.
async fn run_line(first: u64, schedules: u64) -> (Tally, Vec<u64>) {
    let (mut total, mut broken) = (Tally::default(), Vec::new());
    let mut line = None;
    for (index, number) in (first..schedules).step_by(LINES as usize).enumerate() {
        if (index as u64).is_multiple_of(OF_ONE_SHOP) {
            line = None;
        }
        let line = match &line {
            Some(line) => Arc::clone(line),
            None => line.insert(Arc::new(Line::open(first).await)).clone(),
        };
        match tokio::spawn(schedule::run(line, number, false)).await {
            Ok(tally) => total.merge(&tally),
            Err(_) => broken.push(number),
        }
    }
    (total, broken)
}

#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn in_thousands_of_bad_networks_nothing_happens_twice_and_the_ledger_bears_out_every_word() {
    if let Ok(number) = std::env::var("PAYDESK_PROXY_SCHEDULE") {
        let number: u64 = number.parse().unwrap();
        let tally = schedule::run(Arc::new(Line::open(number % LINES).await), number, true).await;
        return eprintln!("{tally}");
    }
    let schedules = std::env::var("PAYDESK_PROXY_SCHEDULES").map_or(SCHEDULES, |text| text.parse().unwrap());
    let begun = Instant::now();
    let lines: Vec<_> = (0..LINES).map(|first| tokio::spawn(run_line(first, schedules))).collect();
    let (mut total, mut broken) = (Tally::default(), Vec::new());
    for line in lines {
        let (tally, more) = line.await.unwrap();
        total.merge(&tally);
        broken.extend(more);
    }
    eprintln!("{schedules} schedules in {:.1} s: {total}", begun.elapsed().as_secs_f32());
    assert!(broken.is_empty(), "schedules {broken:?} broke a rule: PAYDESK_PROXY_SCHEDULE=n shows the log of one");
    assert_every_case_was_met(&total, schedules);
}

/// What exchanges meet often.
const TROUBLES: [&str; 41] = [
    "refused",
    "request cut",
    "request reset",
    "request stalls",
    "request changed",
    "answer cut",
    "answer reset",
    "answer stalls",
    "answer changed",
    "late, closed",
    "late, reset",
    "late, stalls",
    "late, waited for",
    "twice",
    "twice, second answer",
    "redirect",
    "page",
    "gateway",
    "server error",
    "conflict",
    "rate limit",
    "executed, 409",
    "wrong body, executed",
    "after the window",
    "key refused",
    "refusal",
    "length too small",
    "length too large",
    "read: refused",
    "read: cut",
    "read: reset",
    "read: stall",
    "read: page",
    "read: down",
    "read: changed",
    "read: rate limit",
    "read: redirect",
    "read: length",
    "read: stale",
    "read: cached",
    "read: cached, unmarked",
];

/// A run that never meets a case proves nothing of it. In a short run half of what falls to it is enough.
fn assert_every_case_was_met(total: &Tally, schedules: u64) {
    let part = |least: u64| if schedules < MANY_SCHEDULES { least * schedules / MANY_SCHEDULES / 2 } else { least };
    for trouble in TROUBLES {
        total.assert_met(&format!("trouble: {trouble}"), part(200));
    }
    total.assert_met("trouble: gzip bomb", part(10));
    total.assert_met("trouble: rate limit after an unknown", part(50));
    for trouble in [
        "executed, 400",
        "wrong body, not executed",
        "answer of another request",
        "answer of another request, executed",
    ] {
        total.assert_met(&format!("trouble: {trouble}"), part(100));
    }
    for end in ["done", "done by read", "rejected", "not sent", "closed by the person", "still open"] {
        total.assert_met(&format!("end: {end}"), part(200));
    }
    for endpoint in ["capture_payment", "cancel_payment", "approve_payment", "create_refund"] {
        total.assert_met(&format!("colleague: {endpoint}"), part(20));
    }
    for endpoint in KINDS {
        let name: &'static str = endpoint.into();
        total.assert_met(&format!("kind: {name}"), part(500));
    }
    for (what, least) in [
        ("operations", 40_000),
        ("sent again", 1_000),
        ("crashes", 200),
        ("days away", 20),
        ("arrived late", 1_000),
        ("answered by a worker behind", 500),
        ("answered by a cache", 500),
        ("a cache answers from before something unknown", 50),
        ("another refund named", 100),
    ] {
        total.assert_met(what, part(least));
    }
}
