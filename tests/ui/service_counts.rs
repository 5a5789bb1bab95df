//! What the service counts itself, on a board that Paydesk counts.

use egui::Theme;
use paydesk_api::call::KeyRole;
use paydesk_api::outcome::Attempt;
use paydesk_api::resources::service_counts::calls::CountedRecords;
use paydesk_core::Action;
use paydesk_core::features::analytics::{AnalyticsAction, Board};
use paydesk_core::operations::ResourceKind;
use paydesk_test_core::desk::Desk;
use paydesk_test_core::known_boards::place;
use paydesk_test_core::service_counts::{counts, shown, sign_in, with_payments};
use serde_json::json;

use super::panels::{Window, assert_hides, assert_shows, window_of};

fn window(desk: Desk) -> Window {
    window_of(desk, Theme::Light, [1440.0, 900.0])
}

/// A board of ten payments and a refund, of which the service counts so many.
fn board(payments: serde_json::Value) -> Desk {
    let mut desk = with_payments(place(true));
    sign_in(&mut desk);
    let refund = json!({"refund_id": "ref_1", "payment_id": "pay_1", "amount": 100, "currency": "EUR",
        "status": "succeeded", "created_at": "2026-11-17T15:00:00Z", "updated_at": "2026-11-17T15:00:00Z"});
    desk.service.records.insert(ResourceKind::Refund, vec![refund]);
    desk.service.status_counts.insert(CountedRecords::Payments, counts(payments));
    desk.service.status_counts.insert(CountedRecords::Refunds, counts(json!({"success": 1, "pending": 0})));
    shown(&mut desk, Board::Payments);
    desk
}

#[test]
fn a_service_that_counts_as_many_is_one_quiet_sentence() {
    let window = window(board(json!({"succeeded": 10, "failed": 0})));
    assert_shows(&window, &["The service counts the same: 10 payments and 1 refund."]);
    assert_hides(&window, &["to its dashboard", "at the service", "could not"]);
}

#[test]
fn statuses_that_differ_are_listed_with_both_numbers_and_what_to_do() {
    let window = window(board(json!({"succeeded": 11, "requires_customer_action": 1})));
    assert_shows(
        &window,
        &[
            "The service counts 12 payments in this period, Paydesk 10",
            "Succeeded: 11 at the service, 10 in Paydesk",
            "Requires action: 1 at the service, 0 in Paydesk",
            "Refresh to read it again.",
            "The service counts the same: 1 refund.",
        ],
    );
}

#[test]
fn without_a_sign_in_one_hint_says_what_it_would_compare() {
    let mut desk = with_payments(place(true));
    shown(&mut desk, Board::Payments);
    let window = window(desk);
    assert_shows(&window, &["To compare payments with the service's own numbers, sign in to its dashboard"]);
    assert_hides(&window, &["could not", "The service counts"]);
}

#[test]
fn a_person_whose_sign_in_has_ended_is_told_to_sign_in_again() {
    let mut desk = board(json!({"succeeded": 10}));
    desk.service.status_counts.insert(CountedRecords::Payments, Attempt::NoKey(KeyRole::SignIn));
    desk.act(Action::Analytics(AnalyticsAction::Refresh));
    shown(&mut desk, Board::Payments);
    let window = window(desk);
    assert_shows(&window, &["You are signed out of the service's dashboard: sign in again in Settings → Profiles"]);
    assert_hides(&window, &["cannot be reached"]);
}

#[test]
fn a_sign_in_for_another_account_is_named_as_what_it_may_be() {
    let window = window(board(json!({"succeeded": 0, "failed": 0})));
    assert_shows(
        &window,
        &[
            "The service counts 0 payments in this period, Paydesk 10",
            "The sign-in and the key may be for different accounts.",
        ],
    );
}
