//! The panel of subscriptions: filled in, refused with what is wrong at each field, shown with what may be done.

use egui::accesskit::Role;
use egui::{Event as Input, Key, Modifiers, Theme};
use egui_kittest::kittest::{NodeT as _, Queryable as _};
use paydesk_core::features::payments::PaymentsAction;
use paydesk_core::features::subscriptions::{SubscriptionStep, SubscriptionsAction as Do};
use paydesk_core::operations::{OperationPlan, ResourceKind};
use paydesk_core::route::Route;
use paydesk_core::{Action, Message};
use paydesk_domain::ids::{OperationId, PaymentId};
use paydesk_test_core::api_keys;
use paydesk_test_core::desk::Desk;
use paydesk_test_core::service::{answered, refused};
use paydesk_test_core::subscriptions::{act, create, created, desk, reported};
use serde_json::{Value, json};

use super::kit;
use super::panels::{LARGE, SMALL, Window, assert_hides, assert_shows, click, press, window, window_of};
use super::payment_links::answer_customer;
use super::profiles::{assert_fits, everywhere};
use paydesk_test_desk::vulkan::needs_vulkan;

/// Types into the field with this name, in place of what it holds.
pub fn fill(window: &mut Window, field: &str, text: &str) {
    let role = |node: &egui_kittest::kittest::AccessKitNode<'_>| {
        matches!(node.role(), Role::TextInput | Role::MultilineTextInput | Role::PasswordInput)
            && node.label().as_deref() == Some(field)
    };
    window.get_by(role).focus();
    window.run_steps(2);
    window.key_press_modifiers(Modifiers::COMMAND, Key::A);
    window.run_steps(2);
    window.event(Input::Paste(text.to_owned()));
    window.run_steps(2);
}

/// What the core plans for the forms that are sent, as the operation `id`.
pub fn plans(id: &OperationId, actions: &[Action]) -> Vec<OperationPlan> {
    let plan = |action: &Action| match action {
        Action::SendForm(input) => {
            Some(input.as_ref().clone().plan(id, paydesk_test_core::service::start_time()).expect("nothing is wrong"))
        }
        _ => None,
    };
    actions.iter().filter_map(plan).collect()
}

/// The same where the id of the operation is no part of it.
pub fn submissions(actions: &[Action]) -> Vec<OperationPlan> {
    plans(&OperationId::new("op_of_the_form"), actions)
}

fn at_panel(mut desk: Desk) -> Desk {
    desk.act(Action::GoTo(Route::List(ResourceKind::Subscription)));
    desk
}

/// Found by a clerk: amounts were shown, and the line below did not say what they come to.
#[test]
fn the_line_below_the_subscriptions_says_what_they_come_to() {
    let mut desk = desk();
    created(&mut desk);
    let amount = desk.state.workspace.records.of(ResourceKind::Subscription).find_map(|known| known.amount());
    assert_shows(&window(at_panel(desk)), &["At least 1 subscription", &format!("at least {}", amount.unwrap())]);
}

fn with_form() -> Desk {
    let mut desk = at_panel(desk());
    desk.act(Action::OpenNew(ResourceKind::Subscription));
    desk
}

pub fn with_one() -> Desk {
    let mut desk = at_panel(desk());
    created(&mut desk);
    desk
}

fn with_step(step: SubscriptionStep, status: &str) -> Desk {
    let mut desk = at_panel(desk());
    desk.act(Action::OpenNew(ResourceKind::Subscription));
    let id = desk.state.form(ResourceKind::Subscription).unwrap().operation_id.clone();
    let precondition = paydesk_core::operations::Precondition::Nothing;
    desk.act(Action::Submit(Box::new(paydesk_core::operations::Submission { id, plan: create(), precondition })));
    desk.write_all();
    desk.reply(answered(200, reported(status, true)));
    desk.write_all();
    act(&mut desk, Do::OpenStep(step, "sub_1".into()));
    desk
}

#[test]
fn an_empty_list_says_how_to_make_the_first_and_a_profile_without_an_id_why_not() {
    let mut empty = window(at_panel(desk()));
    assert_shows(&empty, &["Subscriptions appear here when"]);
    let offers: Vec<_> = empty.query_all_by_label("New subscription…").collect();
    assert_eq!(offers.len(), 2, "in the title and in the middle");
    empty.run_steps(1);
    let without_id = window(at_panel(Desk::ready(vec![])));
    assert_shows(&without_id, &["This needs a profile ID", "Settings → Profiles"]);
}

#[test]
fn an_empty_form_is_refused_with_everything_that_is_wrong_and_the_first_has_the_keyboard() {
    let mut window = window(with_form());
    assert_hides(&window, &["This is required"]);
    let actions = click(&mut window, "Create subscription");
    assert_eq!(submissions(&actions), []);
    assert_eq!(super::panels::names(&window).matches("This is required").count() / 2, 3, "customer, price, address");
    let focused = window.get_by(|node| node.is_focused()).accesskit_node().label();
    assert_eq!(focused.as_deref(), Some("Customer ID, required"));
}

#[test]
fn a_form_that_is_filled_in_submits_exactly_that_with_the_operation_of_the_form() {
    let desk = with_form();
    let id = desk.state.form(ResourceKind::Subscription).unwrap().operation_id.clone();
    let mut window = window(desk);
    fill(&mut window, "Customer ID, required", "cus_1");
    fill(&mut window, "Price ID, required", "price_beans_monthly_usd");
    fill(&mut window, "Coupon code", "TEN");
    fill(&mut window, "Return URL, required", "https://shop.example/back");
    click(&mut window, "Add billing address");
    window.run_steps(2);
    fill(&mut window, "Country, billing address", "GBR");
    fill(&mut window, "City, billing address", "Bristol");
    assert_eq!(submissions(&click(&mut window, "Create subscription")), []);
    assert_shows(&window, &["Must be a two-letter country code (ISO 3166-1), such as DE"]);
    fill(&mut window, "Country, billing address", "GB");
    let actions = click(&mut window, "Create subscription");
    let [submission] = &submissions(&actions)[..] else { panic!("{actions:?}") };
    let expected = json!({"customer_id": "cus_1", "item_price_id": "price_beans_monthly_usd",
        "merchant_reference_id": id.as_str(), "coupon_code": "TEN",
        "billing": {"address": {"city": "Bristol", "country": "GB"}},
        "payment_details": {"return_url": "https://shop.example/back"}});
    assert_eq!(submission.request.body, Some(expected));
}

#[test]
fn what_is_typed_stays_when_the_form_is_left_and_goes_when_it_is_done() {
    let mut window = window(with_form());
    fill(&mut window, "Customer ID, required", "cus_typed");
    for action in [Action::LeaveForm(ResourceKind::Subscription), Action::OpenNew(ResourceKind::Subscription)] {
        window.state_mut().state.on_action(action);
        window.run_steps(3);
    }
    let value = |window: &Window| {
        let field = |node: &egui_kittest::kittest::AccessKitNode<'_>| {
            node.role() == Role::TextInput && node.label().as_deref() == Some("Customer ID, required")
        };
        window.get_by(field).accesskit_node().value().unwrap_or_default()
    };
    assert_eq!(value(&window), "cus_typed");
    assert_eq!(press(&mut window, Modifiers::NONE, Key::Tab), []);
    fill(&mut window, "Price ID, required", "price_1");
    fill(&mut window, "Return URL, required", "https://shop.example/back");
    let actions = click(&mut window, "Create subscription");
    let [action @ Action::SendForm(_)] = &actions[..] else { panic!("not submitted: {actions:?}") };
    let state = &mut window.state_mut().state;
    let id = state.form(ResourceKind::Subscription).unwrap().operation_id.clone();
    let effects = state.on_action(action.clone());
    answer_customer(state, &effects, answered(200, json!({"customer_id": "cus_typed"})));
    for step in [
        paydesk_core::operations::journal::JournalStepName::Prepared,
        paydesk_core::operations::journal::JournalStepName::Sending,
    ] {
        state.on_message(Message::JournalWritten { operation_id: id.clone(), step });
    }
    let result = answered(200, reported("created", true));
    state.on_message(Message::OperationAnswered { operation_id: id, attempt: 1, result });
    window.run_steps(3);
    window.state_mut().state.on_action(Action::OpenNew(ResourceKind::Subscription));
    window.run_steps(3);
    assert_eq!(value(&window), "");
}

#[test]
fn the_pane_explains_the_status_counts_the_client_secret_and_leads_to_payment_and_customer() {
    everywhere(with_one, |window| {
        assert_shows(
            window,
            &["sub_1", "Created", "24.00", "No charge yet", "Client secret: 15:00 left", "inv_1", "Payment pending"],
        );
        assert_hides(window, &["pay_sub_secret", "sub_1_secret"]);
    });
    let mut window = window(with_one());
    assert_eq!(click(&mut window, "pay_sub"), [Action::Payments(PaymentsAction::Open(PaymentId::new("pay_sub")))]);
    assert_eq!(click(&mut window, "cus_1"), [Action::OpenRecord(ResourceKind::Customer, "cus_1".into())]);
    let confirm = Do::OpenStep(SubscriptionStep::Confirm, "sub_1".into());
    assert_eq!(click(&mut window, "Confirm…"), [Action::Subscriptions(confirm)]);
    let change = window.get_by(|node| node.label().as_deref() == Some("Change plan…"));
    assert!(change.accesskit_node().is_disabled());
    assert_eq!(
        press(&mut window, Modifiers::NONE, Key::Escape),
        [Action::ShowRecord(ResourceKind::Subscription, None)]
    );
    let later = window.state().state.now + chrono::TimeDelta::seconds(61);
    window.state_mut().state.on_tick(later);
    window.run_steps(2);
    assert_shows(&window, &["Client secret: 13:59 left"]);
}

#[test]
fn a_confirmation_takes_a_published_test_card_and_says_what_it_charges() {
    let mut window = window(with_step(SubscriptionStep::Confirm, "created"));
    assert_shows(&window, &["Confirm and charge 24.00", "Test card: 4242 4242 4242 4242 · Succeeds"]);
    assert_eq!(submissions(&click(&mut window, "Confirm and charge 24.00 USD")), []);
    assert_shows(&window, &["This is required"]);
    fill(&mut window, "Name on card, required", "Ada Lovelace");
    click(&mut window, "Include how the customer agreed to be charged");
    window.run_steps(2);
    fill(&mut window, "IP address, required", "203.0.113.7");
    fill(&mut window, "Browser, required", "Firefox");
    fill(&mut window, "Accepted at, in UTC", "2026-01-02 10:30");
    let actions = click(&mut window, "Confirm and charge 24.00 USD");
    let [submission] = &submissions(&actions)[..] else { panic!("{actions:?}") };
    let request = &submission.request;
    let acceptance = json!({"acceptance_type": "online", "accepted_at": "2026-01-02T10:30:00.000Z",
        "online": {"ip_address": "203.0.113.7", "user_agent": "Firefox"}});
    let details = json!({"payment_method": "card", "customer_acceptance": acceptance});
    assert_eq!(request.body, Some(json!({"payment_details": details})));
    let wire = request.wire_body();
    assert!(wire.contains("4242424242424242") && wire.contains("Ada Lovelace"), "{wire}");
    assert!(!format!("{:?}", submission).contains("4242"), "a card number can be printed");
}

/// What the form would send as the data of a method.
fn data_sent(actions: &[Action]) -> Value {
    let [submission] = &submissions(actions)[..] else { panic!("{actions:?}") };
    let body: Value = serde_json::from_str(&submission.request.wire_body()).unwrap();
    body["payment_details"]["payment_method_data"].clone()
}

fn with_method(method: &str) -> Window {
    let mut window = window(with_step(SubscriptionStep::Confirm, "created"));
    click(&mut window, "Payment method: Card");
    click(&mut window, method);
    window.run_steps(2);
    window
}

#[test]
fn documented_methods_have_fields_and_ask_for_no_json() {
    let mut window = with_method("Crypto");
    assert_hides(&window, &["Method data"]);
    assert_eq!(submissions(&click(&mut window, "Confirm and charge 24.00 USD")), []);
    fill(&mut window, "Payment currency, required", "BTC");
    fill(&mut window, "Wallet address, required", "bc1q");
    let data = data_sent(&click(&mut window, "Confirm and charge 24.00 USD"));
    assert_eq!(data, json!({"crypto": {"pay_currency": "BTC", "wallet_address": "bc1q"}}));

    let mut window = with_method("Bank transfer");
    fill(&mut window, "Transfer type", "sepa");
    let data = data_sent(&click(&mut window, "Confirm and charge 24.00 USD"));
    assert_eq!(data, json!({"bank_transfer": {"sepa": {}}}));

    let mut window = with_method("UPI");
    click(&mut window, "Method type: Default");
    click(&mut window, "UPI collect");
    let actions = click(&mut window, "Confirm and charge 24.00 USD");
    let [submission] = &submissions(&actions)[..] else { panic!("{actions:?}") };
    let details = json!({"payment_method": "upi", "payment_method_type": "upi_collect"});
    assert_eq!(submission.request.body, Some(json!({"payment_details": details})));
}

#[test]
fn another_method_takes_its_data_and_a_plan_is_changed_with_both_ids() {
    let mut window = window(with_step(SubscriptionStep::Confirm, "created"));
    click(&mut window, "Payment method: Card");
    click(&mut window, "Bank debit");
    window.run_steps(2);
    fill(&mut window, "Method data", "no json");
    assert_eq!(submissions(&click(&mut window, "Confirm and charge 24.00 USD")), []);
    assert_shows(&window, &["Must be a JSON object"]);
    fill(&mut window, "Method data", "{\"bank_debit\": {}}");
    let actions = click(&mut window, "Confirm and charge 24.00 USD");
    let [submission] = &submissions(&actions)[..] else { panic!("{actions:?}") };
    assert_eq!(submission.request.body.as_ref().unwrap()["payment_details"]["payment_method"], "bank_debit");

    let mut window = super::panels::window(with_step(SubscriptionStep::ChangePlan, "active"));
    fill(&mut window, "New plan ID, required", "plan_2");
    assert_eq!(submissions(&click(&mut window, "Change plan")), []);
    fill(&mut window, "New price ID, required", "price_2");
    let actions = press(&mut window, Modifiers::NONE, Key::Enter);
    let [submission] = &submissions(&actions)[..] else { panic!("{actions:?}") };
    assert_eq!(submission.request.body, Some(json!({"plan_id": "plan_2", "item_price_id": "price_2"})));
}

#[test]
fn the_words_of_a_refusal_stand_above_the_form() {
    let mut desk = with_form();
    let id = desk.state.form(ResourceKind::Subscription).unwrap().operation_id.clone();
    let precondition = paydesk_core::operations::Precondition::Nothing;
    desk.act(Action::Submit(Box::new(paydesk_core::operations::Submission { id, plan: create(), precondition })));
    desk.write_all();
    desk.reply(refused(404, "IR_05", "customer not found: cus_1"));
    let window = window(desk);
    assert_shows(&window, &["Not accepted", "customer not found: cus_1", "IR_05"]);
}

#[test]
fn every_status_is_explained() {
    for status in paydesk_domain::subscription::SubscriptionStatus::NAMED {
        let mut desk = with_step(SubscriptionStep::Confirm, status.as_str());
        desk.act(Action::LeaveForm(ResourceKind::Subscription));
        let window = window_of(desk, Theme::Light, SMALL);
        assert_fits(&window);
        let text: Vec<String> = super::panels::names(&window).lines().map(str::to_owned).collect();
        assert!(text.iter().any(|line| line.len() > 40), "{status}: nothing is explained");
    }
    let unknown = window(with_step(SubscriptionStep::Confirm, "on_hold"));
    assert_shows(&unknown, &["on_hold", "does not know this status"]);
}

fn pictures(theme: Theme, name: &str) {
    if needs_vulkan("pictures of subscriptions").is_none() {
        return;
    }
    let mut results = egui_kittest::SnapshotResults::new();
    for (what, desk, size) in [
        ("subscriptions", with_one(), LARGE),
        ("subscription-form", with_form(), SMALL),
        ("subscription-confirm", with_step(SubscriptionStep::Confirm, "created"), LARGE),
        ("new-api-key", api_keys::with_value(), SMALL),
        ("api-keys", api_keys::with_one(), LARGE),
    ] {
        let mut window = window_of(desk, theme, size);
        if what == "subscription-form" {
            click(&mut window, "Create subscription");
        }
        kit::snapshot(&mut window, &format!("{what}-{name}"));
        results.extend_harness(&mut window);
    }
}

#[test]
fn pictures_in_light() {
    pictures(Theme::Light, "light");
}

#[test]
fn pictures_in_dark() {
    pictures(Theme::Dark, "dark");
}
