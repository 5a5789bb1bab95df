//! Core, runtime, journal and the real sandbox together, without a window: what a person would see when answers get lost.
//!
//! The sandbox's ledger is the only judge of what really happened.

use chrono::TimeDelta;
use paydesk_api::call::Method;
use paydesk_api::freshness::NotFresh;
use paydesk_core::dialog::Confirmation;
use paydesk_core::features::payments::PaymentsAction;
use paydesk_core::operations::resolution_schedule::SETTLE_WINDOW_S;
use paydesk_core::operations::{ExecutionProof, Intent, Phase, ResolutionFinding};
use paydesk_core::{Action, State};
use paydesk_domain::payment::{PaymentAction, PaymentStatus};
use paydesk_test_basics::waiting::step_until;
use paydesk_test_desk::service::{IMPATIENT, ended_done};
use paydesk_test_desk::{RuntimeHarness, Service};
use serde_json::json;

fn is_unknown(state: &State) -> bool {
    state.workspace.operations.open().iter().any(|operation| matches!(operation.phase, Phase::Unknown(_)))
}

/// Every word Paydesk would show of its operations.
fn reported(state: &State) -> String {
    let toasts = state.toasts.shown().iter().map(|toast| toast.text.clone());
    let text = state.workspace.operations.open().iter().map(|operation| operation.word().to_owned());
    toasts.chain(text).collect::<Vec<_>>().join("\n").to_lowercase()
}

/// How long a capture is on its way, in milliseconds: longer than the first look at what became of it takes.
const ON_ITS_WAY_MS: u64 = 8_000;

#[test]
fn a_cache_between_us_and_the_service_makes_no_capture_that_happened_look_not_executed() {
    let from_memory = NotFresh::FromMemory;
    let kinds = [
        ("cached_read", from_memory),
        ("cached_read_unmarked", from_memory),
        // Dated anew, as a cache may do: only the list tells.
        ("stale_read", NotFresh::Contradicted),
    ];
    for (kind, not_fresh) in kinds {
        let service = Service::start();
        let data = tempfile::tempdir().unwrap();
        let mut desk = RuntimeHarness::open(&service, data.path());
        let payment = desk.open_payment(&service.authorized());
        let fault = |method: &str, path: &str, kind: &str| {
            let fault = json!({"method": method, "path": path, "kind": kind, "delay_ms": ON_ITS_WAY_MS});
            service.ask(Method::Post, "/_sandbox/faults", Some(fault));
        };
        fault("POST", "/payments/*/capture", "execute_late");
        let cached = json!({"method": "GET", "path": "/payments/*", "kind": kind});
        service.ask(Method::Post, "/_sandbox/faults", Some(cached));
        desk.capture(&payment, 1);
        let finding = |state: &State| match &state.workspace.operations.open_of(&payment.payment_id)?.phase {
            Phase::Unknown(unknown) => Some(unknown.finding.clone()),
            _ => None,
        };
        // The first read may already be answered by the copy.
        let was_read = |found: &ResolutionFinding| {
            matches!(found, ResolutionFinding::NotExecutedYet | ResolutionFinding::NotFresh(_))
        };
        desk.until("it was read before it arrived", |state| finding(state).as_ref().is_some_and(was_read));
        desk.until("it arrived", |_| service.ledger("capture", &payment.payment_id) == [1]);
        // Both clocks: a copy stays as old as it is.
        service.ask(Method::Post, "/_sandbox/clock", Some(json!({"advance_seconds": SETTLE_WINDOW_S + 1})));
        desk.ahead += TimeDelta::seconds(SETTLE_WINDOW_S + 1);
        let shown = Some(ResolutionFinding::NotFresh(not_fresh));
        desk.until("a copy was read", |state| finding(state) == shown);
        let open = desk.state.workspace.operations.open_of(&payment.payment_id).unwrap();
        assert!(!open.may_be_sent_again(desk.now()), "{kind}");
        let id = open.id.clone();
        service.ask(Method::Delete, "/_sandbox/faults", None);
        desk.act(Action::CheckOperationNow(id));
        let ended = |state: &State| ended_done(state.workspace.operations.last_of(&payment.payment_id)).is_some();
        desk.until("the service itself was read", ended);
        assert_eq!(service.ledger("capture", &payment.payment_id), [1], "{kind}");
    }
}

#[test]
fn a_capture_is_sent_once_and_seen() {
    let service = Service::start();
    let data = tempfile::tempdir().unwrap();
    let mut desk = RuntimeHarness::open(&service, data.path());
    let payment = desk.open_payment(&service.authorized());
    let all = payment.capturable_minor();
    desk.capture(&payment, all);
    desk.capture(&payment, all);
    desk.until("the capture is done", |state| state.workspace.operations.last_of(&payment.payment_id).is_some());
    assert_eq!(ended_done(desk.last(&payment)), Some(ExecutionProof::Answer));
    desk.until("the payment shows it", |state| {
        let (_, remote) = state.workspace.payments.open_detail().unwrap();
        remote.value().is_some_and(|payment| payment.status == PaymentStatus::Succeeded)
    });
    assert_eq!(service.ledger("capture", &payment.payment_id), [all]);
    desk.close();
}

#[test]
fn a_capture_whose_answer_never_comes_is_never_called_failed_and_found_by_reading() {
    let service = Service::start();
    let data = tempfile::tempdir().unwrap();
    let mut desk = RuntimeHarness::starting(service.starter(), data.path(), IMPATIENT);
    desk.until("the desk is ready", |state| !state.workspace.payments.is_empty() && state.read_only_reason().is_none());
    let payment = desk.open_payment(&service.authorized());
    let part = payment.capturable_minor() - 1;
    service.fault("/payments/*/capture", "execute_and_never_answer");
    desk.capture(&payment, part);
    desk.until("the outcome is unknown", is_unknown);
    assert!(!reported(&desk.state).contains("fail"), "{}", reported(&desk.state));
    // The button is not free: another confirmation lands on the open operation.
    desk.capture(&payment, part);
    desk.settled_by_reading(&payment);
    assert!(!reported(&desk.state).contains("fail"), "{}", reported(&desk.state));
    assert_eq!(service.ledger("capture", &payment.payment_id), [part]);
    desk.close();
}

#[test]
fn every_way_to_lose_an_answer_ends_with_one_capture_and_the_truth() {
    let service = Service::start();
    let data = tempfile::tempdir().unwrap();
    let mut desk = RuntimeHarness::open(&service, data.path());
    for kind in ["close_after", "cut_body", "wrong_id"] {
        let payment = desk.open_payment(&service.authorized());
        let all = payment.capturable_minor();
        service.fault("/payments/*/capture", kind);
        desk.capture(&payment, all);
        desk.settled_by_reading(&payment);
        assert_eq!(service.ledger("capture", &payment.payment_id), [all], "{kind}");
    }
    desk.close();
}

#[test]
fn a_desk_that_dies_while_sending_finds_out_when_it_is_opened_again_and_sends_nothing() {
    let service = Service::start();
    let data = tempfile::tempdir().unwrap();
    let mut desk = RuntimeHarness::open(&service, data.path());
    let payment = desk.open_payment(&service.authorized());
    let all = payment.capturable_minor();
    service.fault("/payments/*/capture", "execute_and_never_answer");
    desk.capture(&payment, all);
    let sending = |state: &State| {
        state
            .workspace
            .operations
            .open_of(&payment.payment_id)
            .is_some_and(|operation| matches!(operation.phase, Phase::Sending { .. }))
    };
    desk.until("it is being sent", sending);
    step_until("the sandbox has captured", || {
        (!service.ledger("capture", &payment.payment_id).is_empty()).then_some(())
    });
    desk.close();

    let mut desk = RuntimeHarness::open(&service, data.path());
    desk.settled_by_reading(&payment);
    assert_eq!(service.ledger("capture", &payment.payment_id), [all]);
    desk.close();
}

#[test]
fn a_journal_of_a_newer_desk_is_left_alone_and_nothing_can_be_changed() {
    let service = Service::start();
    let data = tempfile::tempdir().unwrap();
    let journal = data.path().join("journal.sqlite");
    RuntimeHarness::open(&service, data.path()).close();
    let connection = rusqlite::Connection::open(&journal).unwrap();
    connection.execute_batch("PRAGMA user_version = 999; PRAGMA wal_checkpoint(TRUNCATE)").unwrap();
    drop(connection);
    let before = std::fs::read(&journal).unwrap();
    let mut desk = RuntimeHarness::new(&service, data.path());
    desk.until("the journal is found unusable", |state| state.journal_problem().is_some());
    desk.until("the list is read all the same", |state| !state.workspace.payments.is_empty());
    assert!(desk.state.read_only_reason().unwrap().contains("newer"), "{:?}", desk.state.read_only_reason());
    let payment = desk.open_payment(&service.authorized());
    desk.capture(&payment, 1);
    assert!(desk.state.workspace.operations.open().is_empty() && desk.state.workspace.dialog.is_none());
    assert!(service.ledger("capture", &payment.payment_id).is_empty());
    desk.close();
    assert_eq!(std::fs::read(&journal).unwrap(), before);
}

#[test]
fn a_cancel_and_an_approval_arrive() {
    let service = Service::start();
    let data = tempfile::tempdir().unwrap();
    let mut desk = RuntimeHarness::open(&service, data.path());
    let payment = desk.open_payment(&service.authorized());
    desk.act(Action::Payments(PaymentsAction::Ask(payment.payment_id.clone(), PaymentAction::Cancel)));
    desk.act(Action::Confirm(Confirmation::Payment(Intent::Cancel { reason: Some("requested_by_customer".into()) })));
    desk.until("it is cancelled", |state| {
        ended_done(state.workspace.operations.last_of(&payment.payment_id)).is_some()
    });
    assert_eq!(service.ledger("void", &payment.payment_id).len(), 1);

    desk.act(Action::Payments(PaymentsAction::FilterStatus(Some(PaymentStatus::RequiresMerchantAction))));
    desk.until("all pages are read", |state| state.workspace.payments.complete);
    let in_review = desk.state.workspace.payments.row(0).expect("a payment in review").payment.payment_id.clone();
    let payment = desk.open_payment(&in_review);
    desk.act(Action::Payments(PaymentsAction::Ask(payment.payment_id.clone(), PaymentAction::Approve)));
    desk.act(Action::Confirm(Confirmation::Payment(Intent::Approve)));
    desk.until("it is approved", |state| ended_done(state.workspace.operations.last_of(&payment.payment_id)).is_some());
    desk.until("the payment left review", |state| {
        let (_, remote) = state.workspace.payments.open_detail().unwrap();
        remote.value().is_some_and(|payment| payment.status != PaymentStatus::RequiresMerchantAction)
    });
    desk.close();
}
