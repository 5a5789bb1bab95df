//! Services that do otherwise than the sandbox does by itself, where the documentation leaves it open: the whole program
//! but its window, against the real sandbox told to behave so.

use std::collections::BTreeSet;

use paydesk_api::call::Method;
use paydesk_core::features::disputes::{DisputesAction, EvidenceDraftAction, FindingKind, SubmissionAction};
use paydesk_core::features::payments::{CreatedRange, PaymentsAction};
use paydesk_core::features::record_lists::Listing;
use paydesk_core::operations::ResourceKind;
use paydesk_core::route::Route;
use paydesk_core::service_traits::PaymentListTrait;
use paydesk_core::{Action, State};
use paydesk_domain::dispute::DisputeStatus;
use paydesk_domain::evidence::EvidenceField;
use paydesk_domain::ids::DisputeId;
use paydesk_domain::known::Known;
use paydesk_domain::money::CurrencyCode;
use paydesk_domain::payment::{PaymentRow, PaymentStatus};
use paydesk_sandbox::{SandboxConfig, SandboxShapes};
use paydesk_test_core::dispute_views::{draft_of, findings_of, hindrance_of};
use paydesk_test_desk::{RuntimeHarness, Service};
use serde_json::{Value, json};

/// A sandbox of so many payments with these settings.
fn service(payments: u32, settings: Value) -> Service {
    let service = Service::with(SandboxConfig { payments, rate_limit: None, ..SandboxConfig::default() });
    service.ask(Method::Post, "/_sandbox/settings", Some(settings));
    service
}

fn desk(service: &Service) -> (RuntimeHarness, tempfile::TempDir) {
    let data = tempfile::tempdir().unwrap();
    (RuntimeHarness::open(service, data.path()), data)
}

// ----- the end of a list

fn read_everything(service: &Service) -> (RuntimeHarness, tempfile::TempDir) {
    let (mut desk, data) = desk(service);
    desk.act(Action::Payments(PaymentsAction::LoadAll));
    desk.until("the payments are read", |state| state.workspace.payments.has_ended());
    desk.act(Action::GoTo(Route::List(ResourceKind::Dispute)));
    let disputes = |state: &State| {
        state.workspace.disputes.inbox.reading.complete || state.workspace.disputes.inbox.reading.is_stalled
    };
    desk.until("the disputes are read", disputes);
    (desk, data)
}

#[test]
fn lists_are_read_to_their_end_whatever_of_the_three_marks_it() {
    for end in ["both", "total-count", "has-more", "short-page"] {
        let service = service(340, json!({ "list_end": end }));
        let all = service.ask(Method::Get, "/_sandbox/disputes?limit=1", None);
        let (desk, _data) = read_everything(&service);
        let (payments, disputes) = (&desk.state.workspace.payments, &desk.state.workspace.disputes);
        assert!(payments.complete && disputes.inbox.reading.complete, "{end}");
        assert!(payments.loaded() >= 340, "{end}: {}", payments.loaded());
        assert_eq!(payments.total_count.is_some(), matches!(end, "both" | "total-count"), "{end}");
        let count = all["total_count"].as_u64().unwrap_or(disputes.loaded() as u64);
        assert_eq!(disputes.loaded() as u64, count, "{end}");
    }
}

#[test]
fn a_list_that_never_ends_is_read_once_and_said_to_have_stalled() {
    let service = service(340, json!({"list_end": "endless"}));
    let (mut desk, _data) = read_everything(&service);
    let payments = &desk.state.workspace.payments;
    assert_eq!((payments.loaded(), payments.complete, payments.is_stalled), (100, false, true));
    assert!(desk.state.workspace.disputes.inbox.reading.is_stalled);
    desk.act(Action::Payments(PaymentsAction::LoadMore));
    desk.act(Action::Payments(PaymentsAction::LoadAll));
    for _ in 0..20 {
        desk.step();
    }
    let listed = |log: Value| {
        let rows = log["data"].as_array().unwrap().clone();
        rows.iter().filter(|row| row["path"] == "/payments/list").count()
    };
    let before = listed(service.ask(Method::Get, "/_sandbox/log", None));
    for _ in 0..20 {
        desk.step();
    }
    assert_eq!(listed(service.ask(Method::Get, "/_sandbox/log", None)), before);
}

// ----- lists of payments in other shapes

fn shaped(shapes: SandboxShapes, takes_keys: bool) -> Service {
    let config = SandboxConfig { payments: 340, rate_limit: None, ..SandboxConfig::default() };
    let service = Service::with(SandboxConfig { shapes: Some(shapes), ..config });
    service.ask(Method::Post, "/_sandbox/settings", Some(json!({ "login_endpoints_take_keys": takes_keys })));
    service
}

/// What the list shows once all of it is read, in any order.
fn listed(desk: &mut RuntimeHarness, action: PaymentsAction) -> BTreeSet<String> {
    desk.act(Action::Payments(action));
    desk.act(Action::Payments(PaymentsAction::LoadAll));
    desk.until("the whole list is read", |state| state.workspace.payments.complete);
    let payments = &desk.state.workspace.payments;
    let row = |index: usize| payments.row(index).unwrap().payment.payment_id.to_string();
    (0..payments.len()).map(row).collect()
}

#[test]
fn other_records_are_listed_whole_where_the_service_has_lists_and_asked_for_once_elsewhere() {
    use ResourceKind::{Customer, PaymentLink, Payout, Refund};
    for (shapes, is_listed) in [(SandboxShapes::Spec, false), (SandboxShapes::Hyperswitch, true)] {
        let service = shaped(shapes, false);
        let (mut desk, _data) = desk(&service);
        for kind in [Refund, Payout, Customer, PaymentLink] {
            desk.act(Action::GoTo(Route::List(kind)));
            desk.until("the list is read", |state| match state.workspace.record_lists.listing(kind, &state.view()) {
                Listing::Whole(_) => is_listed,
                Listing::None(_) => !is_listed,
                Listing::Unread | Listing::Failed(_) | Listing::Partial => false,
            });
        }
        assert!(desk.state.problems.is_empty() && desk.state.toasts.shown().is_empty(), "{shapes:?}");
        if is_listed {
            let all = service.ask(Method::Post, "/refunds/list", Some(json!({ "limit": 1 })));
            let known = desk.state.workspace.records.of(Refund).len();
            assert_eq!((json!(known), known > 0), (all["total_count"].clone(), true));
        }
    }
}

#[test]
fn payments_are_listed_filtered_and_read_to_their_end_whatever_the_service_takes() {
    use SandboxShapes::{Hyperswitch, Spec};
    for (shapes, takes_keys) in [(Spec, false), (Hyperswitch, false), (Hyperswitch, true)] {
        let service = shaped(shapes, takes_keys);
        let (mut desk, _data) = desk(&service);
        let all = listed(&mut desk, PaymentsAction::ShowAll);
        assert!(all.len() >= 340, "{shapes:?}: {}", all.len());
        let rows: Vec<PaymentRow> = desk.state.workspace.payments.all().map(|row| row.payment.clone()).collect();
        let expected = |wanted: &dyn Fn(&PaymentRow) -> bool| {
            rows.iter().filter(|row| wanted(row)).map(|row| row.payment_id.to_string()).collect::<BTreeSet<_>>()
        };
        let failed = listed(&mut desk, PaymentsAction::FilterStatus(Some(PaymentStatus::Failed)));
        assert_eq!(failed, expected(&|row| row.status == PaymentStatus::Failed), "{shapes:?}");
        assert!(!failed.is_empty());
        let to_capture = listed(&mut desk, PaymentsAction::ShowToCapture);
        assert_eq!(to_capture, expected(&|row| row.status.can_be_captured(row.capturable_minor)), "{shapes:?}");
        let count = Known::Exact(to_capture.len() as u64);
        desk.until("they are counted", |state| state.workspace.payments.to_capture() == count);
        listed(&mut desk, PaymentsAction::ClearFilters);
        let eur = CurrencyCode::new("EUR");
        let in_eur = listed(&mut desk, PaymentsAction::FilterCurrency(Some(eur.clone())));
        assert_eq!(in_eur, expected(&|row| *row.amount.currency.currency_code() == eur), "{shapes:?}");
        listed(&mut desk, PaymentsAction::ClearFilters);
        let newer = listed(&mut desk, PaymentsAction::FilterCreated(CreatedRange::LastDays(7)));
        let from = desk.state.workspace.payments.asked().created_gte.unwrap();
        assert_eq!(newer, expected(&|row| row.created.unwrap() >= from), "{shapes:?}");
        let learned = desk.state.view().traits.payment_list.has(PaymentListTrait::AskedByQuery);
        assert_eq!(learned, shapes == Hyperswitch && !takes_keys);
    }
}

// ----- disputes

#[test]
fn evidence_of_a_dispute_of_an_unlisted_status_is_sent_after_a_warning() {
    let service = service(60, json!({"unlisted_dispute_status": true}));
    let paid = json!({"status": "succeeded", "limit": 1});
    let paid = service.ask(Method::Post, "/payments/list", Some(paid))["data"][0]["payment_id"].clone();
    let raise = format!("/_sandbox/payments/{}/dispute", paid.as_str().unwrap());
    let raised = service.ask(Method::Post, &raise, Some(json!({"reason": "duplicate"})));
    assert_eq!(raised["status"], "needs_response");
    let id = DisputeId::new(raised["dispute_id"].as_str().unwrap());
    let (mut desk, _data) = desk(&service);
    desk.act(Action::GoTo(Route::List(ResourceKind::Dispute)));
    desk.until("the disputes are read", |state| state.workspace.disputes.find(&id).is_some());
    desk.act(Action::Disputes(DisputesAction::Open(Some(id.clone()))));
    let (dispute_id, text) = (id.clone(), "They are two orders.".to_owned());
    let field = EvidenceField::UncategorizedText;
    desk.act(Action::Disputes(DisputesAction::Draft(EvidenceDraftAction::Edit { dispute_id, field, text })));
    let row = desk.state.workspace.disputes.find(&id).unwrap();
    assert_eq!((row.status_text.as_str(), hindrance_of(&desk.state, row)), ("needs_response", None));
    let warned = findings_of(&desk.state, row, &draft_of(&desk.state, &id));
    assert!(warned.iter().any(|finding| finding.kind == FindingKind::UnlistedStatus));
    desk.act(Action::Disputes(DisputesAction::Submission(SubmissionAction::Review(id.clone()))));
    desk.act(Action::Disputes(DisputesAction::Submission(SubmissionAction::Submit)));
    desk.until("the evidence is submitted", |state| {
        let row = state.workspace.disputes.find(&id);
        row.is_some_and(|row| row.dispute.status == DisputeStatus::Challenged)
    });
    let stored = service.ask(Method::Get, &format!("/_sandbox/disputes/{id}"), None);
    assert_eq!(stored["evidence"]["uncategorized_text"], "They are two orders.");
    assert_eq!(desk.state.workspace.operations.open().len(), 0);
}
