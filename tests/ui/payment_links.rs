//! Payment links: made by a form; the open one copied, opened after its host was seen, and read by a telephone.

use egui::{Key, Modifiers};
use egui_kittest::kittest::{NodeT as _, Queryable as _};
use paydesk_api::outcome::Attempt;
use paydesk_core::effect::ApiEffect;
use paydesk_core::features::payments::PaymentsAction;
use paydesk_core::operations::ResourceKind;
use paydesk_core::read::Read;
use paydesk_core::route::Route;
use paydesk_core::{Action, Effect, Message, State};
use paydesk_domain::ids::PaymentId;
use paydesk_test_core::desk::Desk;
use paydesk_test_core::payment_links::submit;
use paydesk_test_core::service::{answered, decode, refused};
use paydesk_test_core::webhooks::{arrive, event};
use serde_json::{Value, json};

use super::panels::{LARGE, QUAD_HD, SMALL, Window, assert_shows, click, names, pictures_of, press, window};
use super::profiles::everywhere;
use super::subscriptions::{fill, submissions};

fn desk() -> Desk {
    let mut desk = Desk::ready(Vec::new());
    desk.act(Action::GoTo(Route::List(ResourceKind::PaymentLink)));
    desk
}

fn with_link(link: &str) -> Desk {
    let mut desk = desk();
    submit(&mut desk);
    let body: Value = json!({"payment_link_id": "plink_1", "payment_id": "pay_9", "link": link, "amount": 4_500,
        "currency": "EUR", "status": "active", "expiry": "2026-12-01T22:59:59Z"});
    desk.reply(answered(200, body));
    desk.write_all();
    // The message about it leaves.
    desk.pass(30);
    desk
}

fn with_one() -> Desk {
    with_link("https://pay.example.com/l/1")
}

fn with_form() -> Desk {
    let mut desk = desk();
    desk.act(Action::OpenNew(ResourceKind::PaymentLink));
    desk
}

#[test]
fn an_empty_list_says_how_to_make_the_first() {
    let mut window = window(desk());
    assert_shows(&window, &["Payment links appear here when"]);
    let actions = press(&mut window, Modifiers::NONE, Key::Escape);
    assert_eq!(actions, [], "there is nothing to close");
}

#[test]
fn a_form_that_is_filled_in_submits_exactly_that_and_shows_what_is_wrong() {
    let desk = with_form();
    let id = desk.state.form(ResourceKind::PaymentLink).unwrap().operation_id.clone();
    let mut window = window(desk);
    assert_eq!(submissions(&click(&mut window, "Create payment link")), []);
    assert_shows(&window, &["This is required"]);
    fill(&mut window, "Amount, required", "45,50");
    fill(&mut window, "Currency, required", "eur");
    fill(&mut window, "Description", "A walnut chair");
    fill(&mut window, "Last day", "tomorrow");
    click(&mut window, "E-mail the link to the customer");
    assert_eq!(submissions(&click(&mut window, "Create link for 45.50 EUR")), []);
    assert_shows(&window, &["Must be a date like 2027-01-31", "Usually required to send the link"]);
    fill(&mut window, "Last day", "2027-01-31");
    fill(&mut window, "E-mail", "ada@example.com");
    let actions = click(&mut window, "Create link for 45.50 EUR");
    let [submission] = &super::subscriptions::plans(&id, &actions)[..] else { panic!("{actions:?}") };
    let body = submission.request.body.clone().unwrap();
    assert_eq!((&body["amount"], &body["currency"], &body["send_email"]), (&json!(4_550), &json!("EUR"), &json!(true)));
    assert_eq!((&body["expiry"], &body["email"]), (&json!("2027-01-31T23:59:59Z"), &json!("ada@example.com")));
}

#[test]
fn the_open_link_shows_its_host_its_picture_and_its_payment() {
    everywhere(with_one, |window| {
        assert_shows(window, &["45.00", "Open in browser", "at pay.example.com", "QR code of the link"]);
    });
    let mut window = window(with_one());
    assert_eq!(click(&mut window, "pay_9"), [Action::Payments(PaymentsAction::Open(PaymentId::new("pay_9")))]);
    assert_eq!(press(&mut window, Modifiers::NONE, Key::Escape), [Action::ShowRecord(ResourceKind::PaymentLink, None)]);
}

#[test]
fn what_is_no_web_address_is_not_opened() {
    let window = window(with_link("javascript:alert(1)"));
    assert_shows(&window, &["does not start with https://"]);
    assert!(!names(&window).contains("Open in browser"));
    assert!(!names(&window).contains("QR code"));
}

#[test]
fn whose_time_is_over_has_expired_whatever_was_reported() {
    let mut desk = with_one();
    desk.tick_at("2026-12-02T00:00:00Z".parse().unwrap());
    assert!(desk.state.workspace.records.find(ResourceKind::PaymentLink, "plink_1").is_some());
    let window = window(desk);
    assert_shows(&window, &["Expired"]);
    assert!(!names(&window).lines().any(|line| line == "Active"));
}

#[test]
fn a_link_that_was_paid_says_so_is_found_by_it_and_leads_to_its_payment() {
    let mut desk = with_one();
    let paid = json!({"payment_id": "pay_9", "status": "succeeded", "amount": 4_500, "currency": "EUR"});
    arrive(&mut desk, [event("evt_1", "payment", paid, 1)]);
    let mut window = window(desk);
    assert_shows(&window, &["Paid", "The payment succeeded"]);
    assert!(!names(&window).lines().any(|line| line == "Active"));
    assert_eq!(click(&mut window, "Open payment"), [Action::Payments(PaymentsAction::Open(PaymentId::new("pay_9")))]);
    fill(&mut window, "Search payment links", "paid");
    assert_shows(&window, &["A chair, 45.00"]);
    fill(&mut window, "Search payment links", "active");
    assert_shows(&window, &["No payment link matches the search"]);
}

#[test]
fn pictures_in_light_and_dark() {
    pictures_of("payment links", || {
        vec![
            ("payment-links", with_one(), LARGE),
            ("payment-link-form", with_form(), SMALL),
            ("payment-link-form-2560", with_form(), QUAD_HD),
        ]
    });
}

#[test]
fn a_day_that_has_passed_is_not_offered_as_the_last_and_says_why() {
    let mut window = window(with_form());
    click(&mut window, "Open calendar: last day");
    let passed = window.get_by_label("17 November 2026: in the past");
    assert!(passed.accesskit_node().is_disabled());
    passed.click();
    window.run_steps(2);
    let last_day = |window: &Window| window.get_by_label("Last day").accesskit_node().value().unwrap_or_default();
    assert_eq!(last_day(&window), "");
    assert!(window.get_by_label("Previous month: in the past").accesskit_node().is_disabled());
    click(&mut window, "18 November 2026");
    assert_eq!(last_day(&window), "2026-11-18", "it is good until the end of today");
    window.get_by_label("Last day").focus();
    window.run_steps(2);
    press(&mut window, Modifiers::NONE, Key::ArrowDown);
    press(&mut window, Modifiers::NONE, Key::ArrowUp);
    assert_eq!(last_day(&window), "2026-11-18", "keys lead to no day before it");
}

/// Answers the read of a form's customer that is among `effects`.
pub fn answer_customer(state: &mut State, effects: &[Effect], attempt: Attempt) {
    let asked = effects.iter().find_map(|effect| match effect {
        Effect::Api(ApiEffect::Read { request_id, read: read @ Read::Customer(_), .. }) => Some((*request_id, read)),
        _ => None,
    });
    let (request_id, read) = asked.unwrap();
    let answer = decode(read, attempt);
    state.on_message(Message::ReadAnswered { request_id, answer, rate: None });
}

#[test]
fn an_invented_customer_is_refused_at_its_field_which_gets_the_keyboard() {
    let mut window = window(with_form());
    fill(&mut window, "Amount, required", "45,50");
    fill(&mut window, "Currency, required", "eur");
    fill(&mut window, "Customer ID", "cus_9");
    let actions = click(&mut window, "Create link for 45.50 EUR");
    let state = &mut window.state_mut().state;
    let effects: Vec<_> = actions.into_iter().flat_map(|action| state.on_action(action)).collect();
    answer_customer(state, &effects, refused(404, "IR_05", "No such customer"));
    window.run_steps(3);
    assert_shows(&window, &["The service has no customer with this ID"]);
    let focused = window.get_by(|node| node.is_focused()).accesskit_node().label();
    assert_eq!(focused.as_deref(), Some("Customer ID"));
}
