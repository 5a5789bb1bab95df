//! An exchange of every endpoint that changes something, cut at the bytes of its request and of its answer: what the
//! client makes of it never contradicts the sandbox.
//!
//! `PAYDESK_PROXY_STRIDE=1` cuts at every byte, `n` at one of so many; a plain `cargo test` takes a few bytes of each.

use std::collections::{BTreeMap, HashMap};
use std::sync::Arc;
use std::time::Instant;

use chrono::Utc;
use paydesk_api::operation::Endpoint;
use strum::IntoEnumIterator as _;

use super::captures::{Case, Claim, PATIENT, judge, run_all};
use super::fault_plan::{End, FaultPlan, Forward, Reply};
use super::http;
use super::relay::Proxy;
use super::shop::Shop;
use crate::samples::{Effects, Sample};

/// In a plain `cargo test`, one byte of so many.
const STRIDE: usize = 16;
/// Of the bytes that are cut, one in so many ends with a reset or stalls too: they differ from a close in few places.
const OTHER_ENDS_STRIDE: usize = 6;
/// Digits of an answer that differ from object to object; behind its end nothing is cut.
const BYTES_MORE: usize = 8;

/// The bytes at which something that long is cut, and the ends there.
fn cuts(length: usize) -> impl Iterator<Item = (usize, End)> {
    let stride = std::env::var("PAYDESK_PROXY_STRIDE").map_or(STRIDE, |text| text.parse().unwrap());
    let ends = move |nth: usize| match (nth % OTHER_ENDS_STRIDE, nth / OTHER_ENDS_STRIDE % 2) {
        (0, 0) => vec![End::Close, End::Reset],
        (0, _) => vec![End::Close, End::Stall],
        _ => vec![End::Close],
    };
    let places = (0..length).step_by(stride).chain([length]).enumerate();
    places.flat_map(move |(nth, at)| ends(nth).into_iter().map(move |end| (at, end)))
}

fn case(sample: &Sample, what: &'static str, fault: FaultPlan) -> Case {
    let plan = sample.submission(Utc::now()).plan;
    let name = sample.operation_id().to_string();
    Case { name, request: plan.request, expectation: plan.expectation, what, fault, stalls_in_body: false }
}

/// Lengths of the request, of the answer and of its head, of an exchange that goes well.
async fn lengths(shop: &Shop, sample: &Sample) -> (usize, usize, usize) {
    let proxy = Proxy::start(shop.sandbox.addr).await;
    let request = sample.submission(Utc::now()).plan.request;
    let exchange = proxy.arm(&request, FaultPlan::none());
    shop.client(&proxy.base_url, PATIENT).send(&request).await;
    let report = exchange.over_or_never().await;
    let answer = report.answer.unwrap();
    assert!(answer.starts_with(b"HTTP/1.1 200"), "{}", String::from_utf8_lossy(&answer));
    (report.request.len(), answer.len(), http::head_length(&answer).unwrap())
}

/// How often each took effect, by the names of the cases. Of keys, nothing but the requests that arrived is reported.
async fn effects(shop: &Shop, samples: &[Sample], claims: &[Claim]) -> HashMap<String, usize> {
    let seen = Effects::read(shop).await;
    let mut effects = HashMap::new();
    for sample in samples {
        let name = sample.operation_id().to_string();
        let of_keys =
            || claims.iter().filter(|claim| claim.case.name == name).map(|claim| claim.delivered as usize).sum();
        let count = match sample.endpoint {
            Endpoint::CreateApiKey => of_keys(),
            _ => sample.effects(shop, &seen).await,
        };
        effects.insert(name, count);
    }
    effects
}

/// Cuts exchanges of one endpoint; how many, and what was made of them.
async fn cut(endpoint: Endpoint) -> (usize, BTreeMap<String, usize>) {
    let shop = Arc::new(Shop::open().await);
    let (request_bytes, answer_bytes, head_bytes) = {
        let whole = Sample::prepare(&shop, endpoint, 1).await;
        lengths(&shop, &whole).await
    };
    // No request that is cut is executed: all can be about the same.
    let mut samples = vec![Sample::prepare(&shop, endpoint, 2).await];
    let mut cases: Vec<Case> = cuts(request_bytes - 1)
        .map(|(at, end)| case(&samples[0], "request cut", FaultPlan::cut_request(at, end)))
        .collect();
    for (number, (at, end)) in (3..).zip(cuts(answer_bytes + BYTES_MORE)) {
        let sample = Sample::prepare(&shop, endpoint, number).await;
        let mut case = case(&sample, "answer cut", FaultPlan::cut_answer(at, end));
        case.stalls_in_body =
            matches!(case.fault.reply, Reply::First(bytes, End::Stall) if bytes > head_bytes + BYTES_MORE);
        cases.push(case);
        samples.push(sample);
    }
    let count = cases.len();
    let claims = run_all(&shop, cases).await;
    let effects = effects(&shop, &samples, &claims).await;
    for claim in &claims {
        let reached = usize::from(matches!(claim.case.fault.forward, Forward::Once));
        assert_eq!(effects[&claim.case.name], reached, "{endpoint:?}: the proxy did something else: {:?}", claim.case);
    }
    (count, judge(&claims, &effects))
}

#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn no_endpoint_is_said_to_have_done_what_it_did_not_or_not_what_it_did_wherever_its_exchange_is_cut() {
    let begun = Instant::now();
    let mut all = 0;
    for endpoint in Endpoint::iter() {
        let (count, counts) = cut(endpoint).await;
        all += count;
        eprintln!("{endpoint:?}: {count} cuts, {:.1} s: {counts:?}", begun.elapsed().as_secs_f32());
        for what in [
            "request cut: ConnectionLost, 0",
            "answer cut: ConnectionLost, 1",
            "answer cut: BrokenBody, 1",
            "answer cut: Complete, 1",
        ] {
            assert!(
                counts.keys().any(|name| name.starts_with(what)),
                "{endpoint:?}: “{what}” was not met: {counts:#?}"
            );
        }
    }
    eprintln!("{all} cuts of {} endpoints in {:.1?}", Endpoint::iter().count(), begun.elapsed());
}
