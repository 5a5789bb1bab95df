//! The filters of the payments with a long list: by currency and by customer.

use egui::accesskit::Role;
use egui::{Key, Modifiers, Theme};
use egui_kittest::SnapshotResults;
use egui_kittest::kittest::Queryable as _;
use paydesk_core::Action;
use paydesk_core::features::customers::CustomersAction;
use paydesk_core::features::payments::PaymentsAction;
use paydesk_core::operations::ResourceKind;
use paydesk_core::route::Route;
use paydesk_domain::ids::CustomerId;
use paydesk_domain::money::CurrencyCode;
use paydesk_test_core::customers::{act, answer_customer};
use paydesk_test_core::desk::Desk;
use paydesk_test_core::service::answered;
use serde_json::json;

use super::kit;
use super::panels::{SMALL, Window, assert_shows, click_role, press, window, window_of};
use super::subscriptions::fill;
use paydesk_test_desk::vulkan::needs_vulkan;

fn open(desk: Desk, filter: &str) -> Window {
    let mut window = window(desk);
    open_filter(&mut window, filter);
    window
}

fn open_filter(window: &mut Window, filter: &str) {
    window.get_by(|node| node.role() == Role::Button && node.label().as_deref() == Some(filter)).click();
    window.run_steps(3);
}

/// A desk that knows two customers, at its payments.
fn with_customers() -> Desk {
    let mut desk = Desk::ready(Vec::new());
    desk.act(Action::GoTo(Route::List(ResourceKind::Customer)));
    for (id, name) in [("cus_1", "Ada Lovelace"), ("cus_2", "Émile Zola")] {
        act(&mut desk, CustomersAction::Find(id.into()));
        let reported = json!({"customer_id": id, "name": name, "email": "mail@example.com"});
        answer_customer(&mut desk, answered(200, reported));
    }
    desk.act(Action::GoTo(Route::List(ResourceKind::Payment)));
    desk
}

fn entered(window: &mut Window) -> Vec<Action> {
    let mut actions = press(window, Modifiers::NONE, Key::Enter);
    actions.retain(|action| *action != Action::Payments(PaymentsAction::LoadMore));
    actions
}

fn by_currency(code: &str) -> [Action; 1] {
    [Action::Payments(PaymentsAction::FilterCurrency(Some(CurrencyCode::new(code))))]
}

fn by_customer(id: &str) -> [Action; 1] {
    [Action::Payments(PaymentsAction::FilterCustomer(Some(CustomerId::new(id))))]
}

#[test]
fn a_currency_is_found_by_its_name_and_taken_with_enter() {
    let mut window = open(Desk::ready(Vec::new()), "Currency");
    fill(&mut window, "Currency", "swedish");
    assert_shows(&window, &["SEK · Swedish krona"]);
    assert_eq!(entered(&mut window), by_currency("SEK"));
}

#[test]
fn the_arrows_move_through_the_currencies_the_usual_ones_first() {
    let mut window = open(Desk::ready(Vec::new()), "Currency");
    for _ in 0..2 {
        assert_eq!(press(&mut window, Modifiers::NONE, Key::ArrowDown), []);
    }
    assert_eq!(entered(&mut window), by_currency("GBP"));
}

#[test]
fn what_is_no_currency_is_not_filtered_by() {
    let mut window = open(Desk::ready(Vec::new()), "Currency");
    fill(&mut window, "Currency", "zzz");
    assert_shows(&window, &["Not an ISO 4217 code"]);
    assert_eq!(entered(&mut window), []);
}

#[test]
fn a_customer_is_found_by_name_e_mail_or_id_and_any_other_id_is_taken_as_typed() {
    for (typed, id) in [("zola", "cus_2"), ("emile", "cus_2"), ("cus_1", "cus_1"), ("cus_elsewhere", "cus_elsewhere")] {
        let mut window = open(with_customers(), "Customer");
        fill(&mut window, "Customer", typed);
        assert_eq!(entered(&mut window), by_customer(id), "{typed}");
    }
}

#[test]
fn a_customer_that_is_not_in_the_list_can_be_chosen_with_the_pointer() {
    let mut window = open(with_customers(), "Customer");
    fill(&mut window, "Customer", "cus_elsewhere");
    let chosen = click_role(&mut window, Role::ListBoxOption, "Customer with the ID cus_elsewhere");
    assert_eq!(chosen, by_customer("cus_elsewhere"));
}

#[test]
fn what_was_typed_is_gone_when_the_filter_is_opened_again() {
    let mut window = open(Desk::ready(Vec::new()), "Currency");
    fill(&mut window, "Currency", "swedish");
    drop(press(&mut window, Modifiers::NONE, Key::Escape));
    open_filter(&mut window, "Currency");
    assert!(window.query_by_label_contains("USD · ").is_some());
}

#[test]
fn the_list_of_customers_as_it_looks() {
    if needs_vulkan("pictures of the filter by customer").is_none() {
        return;
    }
    let mut results = SnapshotResults::new();
    for (theme, name) in [(Theme::Light, "light"), (Theme::Dark, "dark")] {
        let mut window = window_of(with_customers(), theme, SMALL);
        open_filter(&mut window, "Customer");
        fill(&mut window, "Customer", "cus");
        kit::snapshot(&mut window, &format!("payments-filter-customer-{name}"));
        results.extend_harness(&mut window);
    }
}
