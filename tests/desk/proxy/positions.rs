//! One capture, cut at every byte of its request and of its answer, and with every byte of both changed: what the
//! client makes of it never contradicts the ledger.

use std::collections::HashMap;
use std::sync::Arc;

use paydesk_api::operation::OperationCall as _;
use paydesk_api::resources::payments::calls::CapturePayment;

use super::captures::{AMOUNT_MINOR, Case, FIRST_MINOR, PATIENT, captured, cases, judge, run_all};
use super::fault_plan::{BitFlip, End, FaultPlan, Forward, Reply};
use super::http;
use super::relay::Proxy;
use super::shop::{Shop, client};

/// Lengths of the request, of the answer and of its head, of a capture that goes well.
async fn lengths(shop: &Shop) -> (usize, usize, usize) {
    let payment_id = shop.held("p0000", AMOUNT_MINOR).await;
    let proxy = Proxy::start(shop.sandbox.addr).await;
    let request = CapturePayment::new(payment_id, FIRST_MINOR).request();
    let exchange = proxy.arm(&request, FaultPlan::none());
    client(&proxy.base_url, shop.key(), PATIENT).send(&request).await;
    let report = exchange.over_or_never().await;
    let answer = report.answer.unwrap();
    (report.request.len(), answer.len(), http::head_length(&answer).unwrap())
}

const ENDS: [(End, &str, &str); 3] = [
    (End::Close, "request closed", "answer closed"),
    (End::Reset, "request reset", "answer reset"),
    (End::Stall, "request stalled", "answer stalled"),
];

#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn a_capture_cut_at_any_byte_is_never_said_to_be_what_the_ledger_denies() {
    let begun = std::time::Instant::now();
    let shop = Arc::new(Shop::open().await);
    let (request_bytes, answer_bytes, head_bytes) = lengths(&shop).await;
    let mut faults = Vec::new();
    for (end, request, answer) in ENDS {
        faults.extend((0..request_bytes).map(|bytes| (request, FaultPlan::cut_request(bytes, end))));
        // An answer is a few bytes longer or shorter by its numbers; behind its end nothing is cut.
        faults.extend((0..=answer_bytes + 8).map(|bytes| (answer, FaultPlan::cut_answer(bytes, end))));
    }
    let mut cases = cases(&shop, faults).await;
    for case in &mut cases {
        case.stalls_in_body = matches!(case.fault.reply, Reply::First(bytes, End::Stall) if bytes > head_bytes + 8);
    }
    let count = cases.len();
    let claims = run_all(&shop, cases).await;
    let captured = captured(&shop).await;
    let counts = judge(&claims, &captured);
    for claim in &claims {
        let reached = matches!(claim.case.fault.forward, Forward::Once);
        let effects = captured.contains_key(&claim.case.name);
        assert_eq!(effects, reached, "the proxy did something else: {:?}", claim.case);
    }
    eprintln!("{count} cuts of {request_bytes} + {answer_bytes} bytes in {:.1?}: {counts:#?}", begun.elapsed());
    for (what, least) in [
        ("request closed: ConnectionLost, 0 effects", request_bytes / 2),
        ("request reset: ConnectionLost, 0 effects", request_bytes / 2),
        ("request stalled: TimedOut, 0 effects", request_bytes / 2),
        ("answer closed: ConnectionLost, 1 effects", 50),
        ("answer closed: BrokenBody, 1 effects", 100),
        ("answer reset: ConnectionLost, 1 effects", 50),
        ("answer stalled: TimedOut, 1 effects", 50),
        ("answer stalled: BrokenBody, 1 effects", 100),
        ("answer closed: Complete, 1 effects", 1),
    ] {
        assert!(counts.get(what).is_some_and(|met| *met >= least), "“{what}” was not met {least} times: {counts:#?}");
    }
}

#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn a_byte_changed_anywhere_in_the_answer_never_turns_it_into_a_lie() {
    let shop = Arc::new(Shop::open().await);
    let (_, answer_bytes, _) = lengths(&shop).await;
    let mut faults = Vec::new();
    for mask in [0x01, 0x10, 0x80] {
        let fault = |at| FaultPlan::new(Forward::Once, Reply::Flipped(BitFlip::any(at, mask)));
        faults.extend((0..answer_bytes).map(|at| ("answer changed", fault(at))));
    }
    let claims = run_all(&shop, cases(&shop, faults).await).await;
    let counts = judge(&claims, &captured(&shop).await);
    eprintln!("{counts:#?}");
    for what in ["Complete", "OtherEcho", "BrokenBody", "ConnectionLost", "UnknownStatus"] {
        let met = counts.iter().any(|(name, _)| name.contains(what));
        assert!(met, "{what} was not met: {counts:#?}");
    }
}

/// Nothing but encryption keeps a changed amount from being another order: here Paydesk can only be held to what it
/// says of the order that arrived, whatever its amount was.
#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn a_byte_changed_anywhere_in_the_request_is_rejected_truly_or_not_called_rejected() {
    let shop = Arc::new(Shop::open().await);
    let (request_bytes, _, _) = lengths(&shop).await;
    let faults = (0..request_bytes)
        .map(|at| ("request changed", FaultPlan::new(Forward::Flipped(BitFlip::any(at, 0x10)), Reply::True)));
    // A payment for each: the amount that arrives may be another.
    let mut cases = Vec::new();
    for (index, (what, fault)) in faults.enumerate() {
        let payment = format!("r{index:04}");
        shop.held(&payment, AMOUNT_MINOR).await;
        cases.push(Case { name: payment.clone(), ..Case::capture(&payment, FIRST_MINOR, what, fault) });
    }
    let claims = run_all(&shop, cases).await;
    let mut captured: HashMap<String, usize> = HashMap::new();
    for row in shop.ledger(0).await.into_iter().filter(|row| row.effect == "capture") {
        *captured.entry(row.payment).or_default() += 1;
    }
    let counts = judge(&claims, &captured);
    eprintln!("{counts:#?}");
    for what in ["Refused, 0", "Complete, 1", "KeyRefused, 0"] {
        assert!(counts.keys().any(|name| name.contains(what)), "{what} was not met: {counts:#?}");
    }
}
