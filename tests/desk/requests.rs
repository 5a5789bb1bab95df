//! The developer's pane from end to end: real calls of the real client to the sandbox, and what a shell makes of the line
//! that is copied.

use std::process::Command;

use paydesk_api::call::{Method, Request};
use paydesk_api::exchange::{ExchangeEnd, RequestMeta, curl};
use paydesk_core::features::payments::PaymentsAction;
use paydesk_core::features::requests::{CallLog, LoggedCall};
use paydesk_core::{Action, State};
use paydesk_domain::ids::{BusinessProfileId, PaymentId};
use paydesk_domain::operation::{CallKind, Proof};
use paydesk_test_desk::{RuntimeHarness, Service};
use serde_json::json;

fn find<'a>(state: &'a State, pattern: &str, proof: Proof) -> Option<&'a LoggedCall> {
    let log: &CallLog = state.workspace.requests.log();
    let fits = |call: &&LoggedCall| call.exchange.asked.endpoint.pattern == pattern && call.exchange.proof == proof;
    (0..log.shown_len()).filter_map(|row| log.shown(row)).find(fits)
}

#[test]
fn a_real_call_is_reported_with_status_duration_and_what_is_left_of_the_rate_limit() {
    let service = Service::start();
    let data = tempfile::tempdir().unwrap();
    let mut desk = RuntimeHarness::open(&service, data.path());
    let call = find(&desk.state, "/payments/list", Proof::Answered).unwrap();
    let (exchange, asked) = (&call.exchange, &call.exchange.asked);
    assert_eq!((asked.method, asked.kind, exchange.status()), (Method::Post, CallKind::Read, Some(200)));
    assert!(!exchange.took.is_zero() && call.row.took.ends_with(" ms"));
    let rate = exchange.rate().unwrap();
    assert!(rate.limit.is_some() && rate.remaining < rate.limit && rate.reset_unix_s.is_some(), "{rate:?}");
    assert!(!call.row.rate.is_empty());
    let response = exchange.response().unwrap().body.as_ref().unwrap();
    assert!(response.text().contains("payment_id"), "{}", response.text());
    assert_eq!(asked.base_url, service.running.base_url);

    desk.act(Action::Payments(PaymentsAction::Open(PaymentId::new("pay_nobody"))));
    desk.until("the refusal is told", |state| find(state, "/payments/{id}", Proof::Rejected).is_some());
    let call = find(&desk.state, "/payments/{id}", Proof::Rejected).unwrap();
    assert_eq!((call.row.status.as_str(), call.exchange.code.as_str()), ("404", "IR_05"));
    let body = call.exchange.response().unwrap().body.as_ref().unwrap();
    assert!(body.text().contains(r#""code":"IR_05""#), "{}", body.text());
    assert_eq!(desk.state.workspace.requests.log().groups()[0].key.code, "IR_05");
    desk.close();
    // Nothing of it reaches a disk.
    let words = ["IR_05", "clock_ms", "Payment not found"];
    assert!(paydesk_test_basics::left_behind::found_below(data.path(), &words).is_empty());
}

#[test]
fn an_operation_whose_answer_is_lost_is_reported_as_unknown_and_one_that_is_answered_as_answered() {
    let service = Service::start();
    let data = tempfile::tempdir().unwrap();
    let mut desk = RuntimeHarness::open(&service, data.path());
    let payment = desk.open_payment(&service.authorized());
    service.fault("/payments/*/capture", "close_after");
    desk.capture(&payment, payment.capturable_minor() - 1);
    let capture = "/payments/{id}/capture";
    desk.until("the lost call is told", |state| find(state, capture, Proof::Unknown).is_some());
    let call = find(&desk.state, capture, Proof::Unknown).unwrap();
    assert_eq!((call.exchange.status(), call.exchange.code.as_str()), (None, "connection lost"));
    assert!(matches!(call.exchange.end, ExchangeEnd::Lost(_)));
    let operation = desk.state.workspace.operations.open().first().map(|operation| (operation.id.clone(), 1));
    assert_eq!(call.exchange.asked.operation, operation);
    assert!(call.exchange.asked.body.as_ref().unwrap().text().contains("amount_to_capture"));
    desk.settled_by_reading(&payment);

    let payment = desk.open_payment(&service.authorized());
    desk.capture(&payment, payment.capturable_minor());
    desk.until("the answer is told", |state| find(state, capture, Proof::Answered).is_some());
    desk.close();
}

/// What a shell makes of a line: the words of the command, one after the other.
fn words_of(line: &str) -> Vec<String> {
    let shell = format!("curl() {{ for word in \"$@\"; do printf '%s\\0' \"$word\"; done; }}\n{line}\n");
    let output = Command::new("sh").arg("-c").arg(shell).output().unwrap();
    assert!(output.status.success() && output.stderr.is_empty(), "{output:?}");
    let text = String::from_utf8(output.stdout).unwrap();
    text.split_terminator('\0').map(str::to_owned).collect()
}

#[test]
fn a_shell_reads_the_copied_line_as_the_same_request_whatever_stands_in_it() {
    for note in [
        "plain",
        "it's; rm -rf \"$HOME\" `id` $(id) \\ !! & | > x",
        "'",
        "''",
        "\\'",
        "line\nbreak\r\ttab",
        "ends in \\",
        "Ünïcødé 日本 \u{202e}",
        "$'\\x41'",
    ] {
        let body = json!({"note": note, note: 1});
        let request = Request::operation(Method::Put, "/payouts/p%27o", body.clone());
        let request = request.for_profile(BusinessProfileId::new(note.replace(['\n', '\r', '\t'], " ")));
        let asked = RequestMeta::new(&request, "https://api.example.com/it's", chrono::DateTime::UNIX_EPOCH);
        let words = words_of(&curl::command(&asked).unwrap());
        assert_eq!(words[..3], ["-X", "PUT", "https://api.example.com/it's/payouts/p%27o"], "{note}");
        assert_eq!(words[3..7], ["-H", "api-key: <your key>", "-H", "Content-Type: application/json"], "{note}");
        assert_eq!(words[13], "--data-raw", "{note}");
        assert_eq!(serde_json::from_str::<serde_json::Value>(&words[14]).unwrap(), body, "{note}");
        assert_eq!(words.len(), 15, "{note}");
    }
}
