//! The dialogs that move money: who pays, with what, what is on the statement, and what happens next.

use egui::accesskit::Role;
use egui_kittest::kittest::Queryable as _;
use paydesk_core::Action;
use paydesk_core::features::payments::PaymentsAction;
use paydesk_core::features::refunds::RefundsAction;
use paydesk_domain::payment::PaymentAction;
use paydesk_test_core::desk::{Desk, pay_1};
use paydesk_test_core::refunds::{ask, confirm, refunded};
use paydesk_test_core::service::{Pay, answered, refused};
use serde_json::{Value, json};

use super::panels::{SMALL, assert_hides, assert_shows, click, window, window_of};
use super::profiles::everywhere;
use super::subscriptions::fill;

/// The dialog of an action on a payment that the service reports with `more`.
fn asked(pay: Pay, more: &Value, action: PaymentAction) -> Desk {
    let mut desk = Desk::with_open(pay);
    desk.act(Action::Payments(PaymentsAction::ReadAnew(pay_1())));
    let mut body = desk.service.pay("pay_1").json();
    body.as_object_mut().unwrap().extend(more.as_object().unwrap().clone());
    desk.answer_payment(answered(200, body));
    desk.ask(action);
    // A dialog takes no answer in its first moment.
    desk.tick(1);
    desk
}

fn reported() -> Value {
    json!({
        "email": "ada@mail.example", "payment_method": "card", "statement_descriptor": "NORDLICHT 10007",
        "payment_method_data": {"card": {"last4": "4242", "brand": "Visa", "exp_month": "12", "exp_year": "2030"}},
    })
}

fn capture() -> Desk {
    asked(Pay::authorized("pay_1", 11_780), &reported(), PaymentAction::Capture)
}

#[test]
fn a_capture_shows_the_customer_the_method_and_the_text_on_the_statement() {
    everywhere(capture, |window| {
        assert_shows(window, &["Guest · ada@mail.example", "Visa ···· 4242, 12/2030", "NORDLICHT 10007"]);
        assert_shows(window, &["117.80 EUR is captured now. Nothing remains to capture."]);
        assert_shows(window, &["Capture 117.80 EUR"]);
    });
}

#[test]
fn the_statement_shows_prefix_and_suffix_as_they_are_joined() {
    let mut window = window(capture());
    fill(&mut window, "Descriptor prefix", "NORDLICHT*");
    fill(&mut window, "Descriptor suffix", "ORDER 7");
    assert_shows(&window, &["On the statement (est.)", "NORDLICHT*ORDER 7", "17 of 22 characters"]);
    fill(&mut window, "Descriptor suffix", "ORDER 7 OF 2026");
    assert_shows(&window, &["25 of 22 characters", "may shorten or refuse it"]);
}

#[test]
fn a_part_is_captured_with_the_rest_and_its_deadline_in_view() {
    let mut window = window(capture());
    fill(&mut window, "Amount to capture, required", "80.00");
    assert_shows(&window, &["80.00 EUR is captured now. 37.80 EUR remains capturable until", "(est.)"]);
    click(&mut window, "Capture 80.00 EUR");
}

#[test]
fn what_the_service_does_not_report_is_said_to_be_unknown() {
    let desk = asked(Pay::authorized("pay_1", 11_780), &json!({}), PaymentAction::Capture);
    let window = window(desk);
    let unknown = super::panels::names(&window).lines().filter(|line| line.contains("Not reported")).count();
    assert!(unknown >= 3, "customer, method and statement are unknown");
}

#[test]
fn a_cancellation_says_what_is_released_on_its_button() {
    let desk = || asked(Pay::authorized("pay_1", 11_780), &reported(), PaymentAction::Cancel);
    everywhere(desk, |window| {
        assert_shows(window, &["Cancel and release 117.80 EUR", "can no longer be captured", "ada@mail.example"]);
    });
}

#[test]
fn an_approval_says_what_it_leads_to() {
    let desk = |method: &str| {
        let body = json!({"capture_method": method, "email": "ada@mail.example"});
        window(asked(Pay::in_review("pay_1", 11_780), &body, PaymentAction::Approve))
    };
    assert_shows(&desk("automatic"), &["Approving captures 117.80 EUR now", "ada@mail.example"]);
    assert_shows(&desk("manual"), &["Approving authorizes 117.80 EUR for later capture"]);
}

fn refund() -> Desk {
    let mut desk = Desk::with_open(Pay::captured("pay_1", 12_840));
    desk.act(Action::Refunds(RefundsAction::Ask(pay_1())));
    desk.serve();
    desk.tick(1);
    desk
}

fn authorized() -> Desk {
    asked(Pay::authorized("pay_1", 12_840), &reported(), PaymentAction::Capture)
}

/// A desk with a dialog open, and two texts of it.
type Dialog = (fn() -> Desk, &'static str, &'static str);

const DIALOGS: [Dialog; 2] = [
    (authorized, "Amount to capture, required", "is captured now"),
    (refund, "Amount to refund, required", "goes back to"),
];

#[test]
fn what_remains_is_below_the_amount_while_it_is_typed_and_what_is_wrong_once_the_field_was_left() {
    for (desk, field, refused) in [
        (DIALOGS[0].0, DIALOGS[0].1, "can be captured"),
        (DIALOGS[1].0, DIALOGS[1].1, "At most 128.40 EUR can be refunded"),
    ] {
        let mut window = window(desk());
        fill(&mut window, field, "100");
        assert_shows(&window, &["28.40 EUR remains"]);
        fill(&mut window, field, "999");
        assert_shows(&window, &["Up to 128.40 EUR"]);
        window.key_press(egui::Key::Tab);
        window.run_steps(3);
        assert_hides(&window, &["Up to 128.40 EUR"]);
        assert_shows(&window, &[refused]);
    }
}

#[test]
fn what_happens_next_is_in_view_in_a_small_window() {
    for (desk, _, next) in DIALOGS {
        let window = window_of(desk(), egui::Theme::Light, SMALL);
        let back = |node: &egui_kittest::kittest::AccessKitNode<'_>| {
            node.role() == Role::Button && node.label().as_deref() == Some("Back")
        };
        let answers = window.get_by(back).rect();
        let said = |node: &egui_kittest::kittest::AccessKitNode<'_>| {
            node.role() == Role::Label && node.value().or(node.label()).is_some_and(|text| text.contains(next))
        };
        let said = window.get_by(said).rect();
        assert!(said.bottom() <= answers.top() && answers.top() - said.bottom() < 24.0, "{next}: {said:?} {answers:?}");
    }
}

#[test]
fn in_a_currency_without_known_decimals_the_field_says_why_no_amount_can_be_typed() {
    let odd = Pay { currency: "XQQ".into(), ..Pay::captured("pay_1", 9_204) };
    let mut desk = Desk::with_open(odd);
    desk.act(Action::Refunds(RefundsAction::Ask(pay_1())));
    desk.tick(1);
    let mut window = window(desk);
    for typed in ["9,204 minor units", "92.04 XQQ", "92"] {
        fill(&mut window, "Amount to refund, required", typed);
        assert_shows(&window, &["Unknown number of decimals in XQQ: you cannot enter an amount"]);
        assert_hides(&window, &["is not an amount"]);
    }
}

#[test]
fn the_refund_dialog_offers_what_the_service_said_is_left() {
    let mut desk = Desk::with_open(Pay::captured("pay_1", 10_770));
    ask(&mut desk);
    confirm(&mut desk, 10_770);
    let refusal = refused(400, "IR_04", "amount 10770 exceeds what is left to refund of payment pay_1: 8078");
    for _ in 0..2 {
        desk.reply(refusal.clone());
        desk.write_all();
        desk.pass(30);
    }
    ask(&mut desk);
    desk.tick(1);
    let window = window(desk);
    assert_shows(&window, &["Remaining (service)", "80.78 EUR", "Refund 80.78 EUR", "80.78 EUR is left to refund"]);
    assert_shows(&window, &["Refunded elsewhere", "26.92 EUR", "Refunds created elsewhere may be missing"]);
}

#[test]
fn the_refund_dialog_warns_of_an_equal_refund_a_moment_ago() {
    let mut desk = Desk::with_open(Pay::captured("pay_1", 12_840));
    ask(&mut desk);
    confirm(&mut desk, 4_000);
    let done = refunded(&desk, "succeeded");
    desk.reply(done);
    desk.write_all();
    desk.serve();
    ask(&mut desk);
    desk.tick(1);
    let mut window = window(desk);
    assert_hides(&window, &["The same amount was already refunded"]);
    fill(&mut window, "Amount to refund, required", "40.00");
    assert_shows(&window, &["The same amount was already refunded at"]);
}
