//! The first start with the embedded sandbox: it tells the receiver of its past, so that no panel is empty.

use std::path::Path;

use chrono::TimeDelta;
use paydesk_api::call::Method;
use paydesk_core::State;
use paydesk_core::operations::ResourceKind;
use paydesk_domain::payout::PayoutStatus;
use paydesk_sandbox::SandboxConfig;
use paydesk_test_desk::{RuntimeHarness, Service};
use serde_json::Value;

use super::rows;

fn service() -> Service {
    let mut service = Service::with(SandboxConfig::default());
    service.response = true;
    service
}

/// A desk that has read its first page of payments.
fn open(service: &Service, data: &Path) -> RuntimeHarness {
    let mut desk = RuntimeHarness::new(service, data);
    desk.until("payments are listed", |state| !state.workspace.payments.is_empty());
    desk
}

fn events(service: &Service) -> Vec<Value> {
    service.ask(Method::Get, "/_sandbox/events", None)["data"].as_array().unwrap().clone()
}

fn delivered(service: &Service) -> usize {
    let taken = |event: &&Value| event["deliveries"].as_array().unwrap().iter().any(|it| it["status"] == "delivered");
    events(service).iter().filter(taken).count()
}

/// Turns the loop until the whole past is delivered and shown.
fn until_told(service: &Service, desk: &mut RuntimeHarness) -> usize {
    desk.until("the past begins to arrive", |state| !state.workspace.webhooks.log().is_empty());
    let all = events(service).len();
    desk.until("the whole past has arrived", |state| {
        let toasts: Vec<&str> = state.toasts.shown().iter().map(|toast| toast.text.as_str()).collect();
        assert_eq!(toasts, Vec::<&str>::new());
        rows(state).count() >= all
    });
    all
}

fn count(state: &State, kind: ResourceKind) -> usize {
    state.workspace.records.of(kind).len()
}

#[test]
fn every_panel_shows_something_true_and_no_toast_tells_of_old_news() {
    let service = service();
    let data = tempfile::tempdir().unwrap();
    let mut desk = open(&service, data.path());
    let first = |state: &State| state.workspace.payments.row(0).map(|row| row.payment.payment_id.clone());
    let (newest, total) = (first(&desk.state), desk.state.workspace.payments.total);
    until_told(&service, &mut desk);
    let kinds = [
        (ResourceKind::Refund, 40),
        (ResourceKind::Payout, 40),
        (ResourceKind::PaymentLink, 40),
        (ResourceKind::Subscription, 20),
    ];
    for (kind, least) in kinds {
        assert!(count(&desk.state, kind) >= least, "{kind:?}: {}", count(&desk.state, kind));
    }
    let records = &desk.state.workspace.records;
    let awaits = |status: &PayoutStatus| *status == PayoutStatus::RequiresFulfillment;
    let payouts = records.of(ResourceKind::Payout).filter_map(|known| known.payout());
    assert!(payouts.filter(|payout| awaits(&payout.status)).count() >= 2);
    let words: Vec<String> =
        records.entries(ResourceKind::PaymentLink).map(|it| it.row.status.label().into()).collect();
    for word in ["Paid", "Active", "Expired"] {
        assert!(words.iter().any(|shown| shown == word), "no link is {word}: {words:?}");
    }
    desk.ahead += TimeDelta::seconds(10);
    desk.step();
    let toasts: Vec<&str> = desk.state.toasts.shown().iter().map(|toast| toast.text.as_str()).collect();
    assert_eq!(toasts, Vec::<&str>::new());
    assert_eq!((first(&desk.state), desk.state.workspace.payments.total), (newest, total));
    desk.close();
}

#[test]
fn the_past_is_told_once_however_often_paydesk_is_started() {
    let service = service();
    let data = tempfile::tempdir().unwrap();
    let mut desk = open(&service, data.path());
    let all = until_told(&service, &mut desk);
    desk.close();
    let mut desk = open(&service, data.path());
    desk.until("the receiver listens", |state| super::address(state).is_some());
    desk.until("what was stored is listed", |state| rows(state).count() >= all);
    assert_eq!((rows(&desk.state).count(), events(&service).len(), delivered(&service)), (all, all, all));
    assert!(rows(&desk.state).filter_map(|row| row.genuine()).all(|(stored, _)| stored.deliveries == 1));
    desk.close();
}
