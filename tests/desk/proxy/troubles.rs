//! Every kind of trouble on the way of a capture, each many times: what the client makes of it, and what the ledger says.

use std::sync::Arc;

use paydesk_api::operation::OperationCall as _;
use paydesk_api::outcome::{Attempt, Body, HttpAnswer, LostAnswer};
use paydesk_api::resources::payments::calls::CapturePayment;

use super::captures::{AMOUNT_MINOR, Claim, PATIENT, captured, cases, judge, run_all};
use super::fault_plan::{End, FaultPlan, Forward, Reply};
use super::http;
use super::relay::Refusing;
use super::shop::{Shop, client};

/// What may become of a capture, and what it is called in the counts.
fn faults() -> Vec<(&'static str, FaultPlan)> {
    let canned = |forward: &Forward, bytes| FaultPlan::new(forward.clone(), Reply::Canned(bytes));
    let mut faults = Vec::new();
    for forward in [Forward::Never, Forward::Once, Forward::Held] {
        for status in [300, 301, 302, 303, 304, 307, 308] {
            faults.push(("redirect", canned(&forward, http::redirect(status))));
        }
        for status in [200, 201, 400, 401, 403, 404, 409, 422, 429] {
            faults.push(("foreign page", canned(&forward, http::page(status))));
        }
        for status in [500, 502, 503, 504] {
            faults.push(("server error", canned(&forward, http::page(status))));
            faults.push(("server error", canned(&forward, http::refusal(status, "connector_error", "CE_01"))));
        }
        faults.push(("conflict", canned(&forward, http::refusal(409, "invalid_request", "IR_04"))));
        faults.push(("empty page", canned(&forward, http::answer(200, "", b""))));
        faults.push(("gzip bomb", canned(&forward, http::gzip_bomb())));
        let wait = if forward == Forward::Once { 20 } else { 0 };
        for end in [End::Close, End::Reset, End::Stall] {
            faults.push(("answer lost", FaultPlan::new(forward.clone(), Reply::First(wait, end))));
        }
    }
    // Only what is refused before it reaches the service may be said so.
    for (status, kind, code) in [
        (400, "invalid_request", "IR_04"),
        (404, "invalid_request", "IR_05"),
        (422, "processing_error", "HE_00"),
        (401, "authentication_error", "AU_01"),
        (403, "authentication_error", "AU_03"),
    ] {
        faults.push(("refusal", canned(&Forward::Never, http::refusal(status, kind, code))));
    }
    faults.push(("rate limit", canned(&Forward::Never, http::refusal(429, "rate_limit_error", "RL_01"))));
    for off_by in [-10_000, -100, -2, -1] {
        faults.push(("length too small", FaultPlan::new(Forward::Once, Reply::WrongLength(off_by))));
    }
    for off_by in [1, 2, 100, 1_000_000_000_000] {
        faults.push(("length too large", FaultPlan::new(Forward::Once, Reply::WrongLength(off_by))));
    }
    faults.push(("twice, first answer", FaultPlan::new(Forward::Twice, Reply::True)));
    faults.push(("twice, second answer", FaultPlan::new(Forward::Twice, Reply::Second)));
    faults.push(("late, and waited for", FaultPlan::new(Forward::Held, Reply::True)));
    faults
}

#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn whatever_trouble_a_capture_meets_it_is_never_said_to_be_what_the_ledger_denies() {
    let shop = Arc::new(Shop::open().await);
    let claims = run_all(&shop, cases(&shop, faults()).await).await;
    let counts = judge(&claims, &captured(&shop).await);
    eprintln!("{counts:#?}");
    for what in [
        "redirect: Redirect, 0 effects",
        "redirect: Redirect, 1 effects",
        "foreign page: Foreign, 1 effects",
        "foreign page: BrokenBody, 0 effects",
        "foreign page: BrokenBody, 1 effects",
        "server error: ServerError, 0 effects",
        "server error: ServerError, 1 effects",
        "conflict: Conflict, 1 effects",
        "empty page: BrokenBody, 1 effects",
        "gzip bomb: BrokenBody, 1 effects",
        "answer lost: ConnectionLost, 1 effects",
        "answer lost: TimedOut, 1 effects",
        "refusal: Refused, 0 effects",
        "refusal: KeyRefused, 0 effects",
        "refusal: PermissionMissing, 0 effects",
        "rate limit: RateLimited, 0 effects",
        "length too small: BrokenBody, 1 effects",
        "length too large: BrokenBody, 1 effects",
        "twice, first answer: Complete, 2 effects",
        "twice, second answer: Complete, 2 effects",
        "late, and waited for: Complete, 1 effects",
    ] {
        assert!(counts.contains_key(what), "“{what}” was not met: {counts:#?}");
    }
}

#[tokio::test]
async fn a_refused_connection_proves_that_nothing_was_sent_and_nothing_was() {
    let shop = Shop::open().await;
    let refusing = Refusing::start();
    let client = client(&refusing.base_url, shop.key(), PATIENT);
    let payment_id = shop.held("p", AMOUNT_MINOR).await;
    let attempt = client.send(&CapturePayment::new(payment_id, 5).request()).await;
    assert!(matches!(&attempt, Attempt::NotSent(problem) if !problem.certificate), "{attempt:?}");
    assert!(captured(&shop).await.is_empty());
}

#[tokio::test]
async fn a_packed_answer_is_unpacked_no_further_than_any_answer_may_be_long() {
    let shop = Arc::new(Shop::open().await);
    let bomb = Reply::Canned(http::gzip_bomb());
    let before = peak_memory();
    let cases = cases(&shop, vec![("gzip bomb", FaultPlan::new(Forward::Once, bomb)); 8]).await;
    for Claim { attempt, .. } in run_all(&shop, cases).await {
        let is_too_large = |body: &Body| *body == Body::Broken(LostAnswer::BodyTooLarge);
        assert!(matches!(&attempt, Attempt::Answered(HttpAnswer { body, .. }) if is_too_large(body)), "{attempt:?}");
    }
    let grown = peak_memory().zip(before).map(|(after, before)| after - before);
    assert!(grown.is_none_or(|bytes| bytes < http::BOMB_DECODED_BYTES / 2), "the memory grew by {grown:?} bytes");
}

/// Most memory this process ever had, where the system reports.
fn peak_memory() -> Option<usize> {
    let status = std::fs::read_to_string("/proc/self/status").ok()?;
    let line = status.lines().find_map(|line| line.strip_prefix("VmHWM:"))?;
    line.trim().trim_end_matches(" kB").parse::<usize>().ok().map(|kib| kib * 1024)
}
