//! Each view of a list keeps its own search text, cursor and open record, and what is opened by its id is brought into
//! view.

use egui::Key;
use egui::accesskit::Role;
use paydesk_core::Action;
use paydesk_core::features::payments::PaymentsAction;
use paydesk_core::operations::ResourceKind;
use paydesk_core::route::Route;
use paydesk_domain::ids::PaymentId;
use paydesk_domain::profile::ProfileId;
use paydesk_test_core::desk::Desk;
use paydesk_test_core::profiles;
use paydesk_test_core::refunds::{record, with_records};
use paydesk_test_core::service::Pay;
use paydesk_test_core::webhooks::{arrive, event};
use serde_json::json;

use super::live::LiveWindow;

/// Payments of which every second waits for its capture.
fn payments() -> Vec<Pay> {
    let pay = |number: usize| match number % 2 {
        0 => Pay::authorized(&format!("pay_{number}"), 12_840),
        _ => Pay::captured(&format!("pay_{number}"), 920_400),
    };
    (0..8).map(pay).collect()
}

fn open(window: &LiveWindow) -> Option<&str> {
    window.state().workspace.payments.open.as_ref().map(PaymentId::as_str)
}

fn is_of(row: Option<String>, id: &str) -> bool {
    row.as_ref().is_some_and(|row| row.ends_with(&format!(", {id}")))
}

#[test]
fn each_view_of_the_payments_keeps_its_own_search_text() {
    let mut window = LiveWindow::new(Desk::ready(payments()));
    window.type_into("Search this list", "pay_all");
    window.click(Role::Button, "To capture");
    assert_eq!(window.text("Search this list"), "");
    window.type_into("Search this list", "pay_wait");
    window.click(Role::Button, "All payments");
    assert_eq!(window.text("Search this list"), "pay_all");
    window.click(Role::Button, "In review");
    assert_eq!(window.text("Search this list"), "");
    window.click(Role::Button, "To capture");
    assert_eq!(window.text("Search this list"), "pay_wait");
}

#[test]
fn each_view_of_the_payments_keeps_its_own_cursor() {
    let mut window = LiveWindow::new(Desk::ready(payments()));
    (0..4).for_each(|_| window.key(Key::J));
    let all = window.focused_row();
    window.click(Role::Button, "To capture");
    window.key(Key::J);
    assert_eq!(window.focused_row().as_ref(), window.rows().first(), "it begins at the first row");
    window.key(Key::J);
    let second = window.rows().get(1).cloned();
    assert_eq!(window.focused_row(), second);
    window.click(Role::Button, "All payments");
    window.key(Key::K);
    window.key(Key::J);
    assert_eq!(window.focused_row(), all, "the keys lead on from where they were");
    window.click(Role::Button, "To capture");
    window.key(Key::K);
    window.key(Key::J);
    assert_eq!(window.focused_row(), second);
}

#[test]
fn a_payment_that_is_open_in_one_view_does_not_follow_into_another() {
    let mut window = LiveWindow::new(Desk::ready(payments()));
    window.click(Role::Row, "pay_3");
    assert_eq!(open(&window), Some("pay_3"));
    window.click(Role::Button, "To capture");
    assert_eq!(open(&window), None);
    window.click(Role::Row, "pay_4");
    assert_eq!(open(&window), Some("pay_4"));
    window.click(Role::Button, "All payments");
    assert_eq!(open(&window), Some("pay_3"), "each view has its own again");
    window.act(Action::Payments(PaymentsAction::Close));
    window.click(Role::Button, "To capture");
    assert_eq!(open(&window), Some("pay_4"));
    window.click(Role::Button, "All payments");
    assert_eq!(open(&window), None, "what was closed stays closed");
}

#[test]
fn what_a_view_of_the_sidebar_shows_is_narrowed_by_no_filter_of_another() {
    let mut window = LiveWindow::new(Desk::ready(payments()));
    let usd = PaymentsAction::FilterCurrency(Some(paydesk_domain::money::CurrencyCode::new("USD")));
    window.act(Action::Payments(usd));
    window.click(Role::Button, "In review");
    assert_eq!(window.state().workspace.payments.filter.currency, None);
}

#[test]
fn a_list_of_records_keeps_its_search_text_and_filter_for_each_profile() {
    let (mut desk, shop) = profiles::with_shop("snd_key");
    desk.act(Action::GoTo(Route::List(ResourceKind::Refund)));
    let records = (0..3).map(|number| record(&format!("ref_{number}"), 1_000, "EUR", "succeeded")).collect();
    desk.event(paydesk_core::Message::RecordsOpened { records, problem: None });
    let mut window = LiveWindow::new(desk);
    window.type_into("Search refunds", "ref_2");
    assert_eq!(window.rows().len(), 1);
    window.act(Action::SwitchProfile(shop));
    window.act(Action::GoTo(Route::List(ResourceKind::Refund)));
    window.act(Action::SwitchProfile(ProfileId::embedded()));
    window.act(Action::GoTo(Route::List(ResourceKind::Refund)));
    assert_eq!(window.text("Search refunds"), "ref_2");
}

#[test]
fn a_record_that_is_opened_by_its_id_is_selected_and_in_view() {
    let records = (0..120).map(|number| record(&format!("ref_{number}"), 1_000, "EUR", "succeeded")).collect();
    let mut window = LiveWindow::new(with_records(records));
    window.act(Action::GoTo(Route::Home));
    for id in ["ref_0", "ref_119", "ref_60"] {
        window.act(Action::OpenRecord(ResourceKind::Refund, id.to_owned()));
        assert!(window.selected_row().is_some(), "{id}: {:?}", window.rows());
        window.act(Action::GoTo(Route::Home));
    }
}

#[test]
fn a_payment_that_is_opened_by_its_id_is_selected_and_in_view_and_the_keys_lead_on_from_it() {
    let pays: Vec<Pay> = (0..90).map(|number| Pay::captured(&format!("pay_{number:03}"), 1_000)).collect();
    let mut window = LiveWindow::new(Desk::ready(pays));
    let ids = ["pay_000", "pay_089", "pay_045"];
    for id in ids {
        window.act(Action::GoTo(Route::List(ResourceKind::Customer)));
        window.act(Action::OpenRecord(ResourceKind::Payment, id.to_owned()));
        assert!(is_of(window.selected_row(), id), "{id}: {:?}", window.rows());
    }
    window.key(Key::J);
    window.key(Key::K);
    assert!(is_of(window.focused_row(), "pay_045"), "{:?}", window.focused_row());
}

#[test]
fn a_payment_that_is_opened_from_elsewhere_is_not_shown_beside_a_part_that_does_not_have_it() {
    let mut window = LiveWindow::new(Desk::ready(payments()));
    window.click(Role::Button, "To capture");
    window.act(Action::GoTo(Route::List(ResourceKind::Customer)));
    window.act(Action::OpenRecord(ResourceKind::Payment, "pay_2".to_owned()));
    assert!(is_of(window.selected_row(), "pay_2"), "it waits for its capture: {:?}", window.rows());
    assert!(window.state().workspace.payments.filter.to_capture);
    window.act(Action::GoTo(Route::List(ResourceKind::Customer)));
    window.act(Action::OpenRecord(ResourceKind::Payment, "pay_3".to_owned()));
    assert!(is_of(window.selected_row(), "pay_3"), "{:?}", window.rows());
    assert!(!window.state().workspace.payments.filter.to_capture);
}

#[test]
fn a_row_that_is_opened_stays_in_view_when_the_detail_takes_the_room_of_columns() {
    let pays: Vec<Pay> = (0..90).map(|number| Pay::captured(&format!("pay_{number:03}"), 1_000)).collect();
    let mut window = LiveWindow::new(Desk::ready(pays));
    window.key(Key::End);
    let last = window.focused_row();
    window.key(Key::Enter);
    assert!(open(&window).is_some());
    assert_eq!(window.selected_row(), last);
    window.key(Key::Escape);
    assert_eq!(open(&window), None);
    assert!(window.rows().contains(&last.unwrap_or_default()), "the list stays where it was: {:?}", window.rows());
}

#[test]
fn the_search_text_of_the_events_is_that_of_the_profile_that_is_shown() {
    let (mut desk, shop) = profiles::with_shop("snd_key");
    let refund = || json!({"refund_id": "ref_1", "payment_id": "pay_1"});
    let mut of_shop = event("evt_2", "refund", refund(), 5);
    of_shop.delivery.profile_id = shop.clone();
    arrive(&mut desk, [event("evt_1", "refund", refund(), 4), of_shop]);
    desk.act(Action::GoTo(Route::Webhooks));
    let mut window = LiveWindow::new(desk);
    window.type_into("Search events", "evt");
    window.key(Key::Tab);
    window.act(Action::SwitchProfile(shop));
    window.act(Action::GoTo(Route::Webhooks));
    assert_eq!(window.text("Search events"), "");
    window.act(Action::SwitchProfile(ProfileId::embedded()));
    assert_eq!(window.text("Search events"), "evt");
}
