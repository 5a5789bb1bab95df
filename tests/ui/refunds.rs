//! Refunds: the dialog with what remains, the list with its filter and sums, and the pane of one.

use egui::accesskit::Role;
use egui::{Key, Modifiers};
use paydesk_core::Action;
use paydesk_core::dialog::Confirmation;
use paydesk_core::features::payments::PaymentsAction;
use paydesk_core::operations::ResourceKind;
use paydesk_core::route::Route;
use paydesk_test_core::desk::{Desk, capture, eur, pay_1};
use paydesk_test_core::refunds::{answer_disputes, ask, captured, confirm, disputes, record, refunded, with_records};
use paydesk_test_core::service::Pay;

use super::panels::{LARGE, SMALL, assert_hides, assert_shows, click, click_role, names, pictures_of, press, window};
use super::profiles::everywhere;
use super::subscriptions::fill;

fn with_dialog() -> Desk {
    let mut desk =
        with_records(vec![record("ref_1", 2_840, "EUR", "succeeded"), record("ref_2", 1_000, "EUR", "pending")]);
    ask(&mut desk);
    answer_disputes(&mut desk, disputes(&["lost"]));
    // A dialog takes no answer in its first moment.
    let later = desk.now + chrono::TimeDelta::seconds(5);
    desk.state.on_tick(later);
    desk
}

fn with_list() -> Desk {
    let mut desk = with_records(vec![
        record("ref_1", 2_840, "EUR", "succeeded"),
        record("ref_2", 1_000, "EUR", "pending"),
        record("ref_3", 500, "JPY", "succeeded"),
        record("ref_4", 9_000, "EUR", "failed"),
    ]);
    desk.act(Action::GoTo(Route::List(ResourceKind::Refund)));
    desk
}

fn with_open(status: &str) -> Desk {
    let mut desk = with_records(vec![record("ref_1", 2_840, "EUR", status)]);
    desk.act(Action::OpenRecord(ResourceKind::Refund, "ref_1".into()));
    desk
}

fn confirmed(actions: &[Action]) -> Option<paydesk_api::input::CreateRefundInput> {
    actions.iter().find_map(|action| match action {
        Action::Confirm(Confirmation::Refund(input)) => Some((**input).clone()),
        _ => None,
    })
}

#[test]
fn the_dialog_shows_what_remains_warns_of_a_lost_dispute_and_refuses_more() {
    let mut window = window(with_dialog());
    assert_shows(&window, &["128.40", "28.40", "10.00", "90.00", "You lost a dispute", "pay the customer twice"]);
    fill(&mut window, "Amount to refund, required", "90.01");
    assert_shows(&window, &["At most 90.00 EUR can be refunded"]);
    assert_eq!(confirmed(&click(&mut window, "Refund")), None);
    fill(&mut window, "Amount to refund, required", "40,00");
    assert_shows(&window, &["40.00 EUR goes back to the payment method", "50.00 EUR left to refund"]);
    fill(&mut window, "Reason", "duplicate");
    click(&mut window, "Add metadata");
    window.run_steps(3);
    fill(&mut window, "Metadata value 1", "7");
    assert_eq!(confirmed(&click(&mut window, "Refund 40.00 EUR")), None, "a name is required");
    fill(&mut window, "Metadata name 1", "ticket");
    click(&mut window, "Instant");
    window.run_steps(2);
    let input = confirmed(&click(&mut window, "Refund 40.00 EUR")).unwrap();
    assert_eq!((input.amount, input.reason.as_str(), input.refund_type.as_str()), (eur(4_000), "duplicate", "Instant"));
    assert_eq!((input.payment_id, input.metadata), (pay_1(), vec![("ticket".to_owned(), "7".to_owned())]));
}

#[test]
fn an_empty_list_leads_to_the_payments() {
    let mut desk = captured();
    desk.act(Action::GoTo(Route::List(ResourceKind::Refund)));
    let mut window = window(desk);
    assert_shows(&window, &["Refunds appear here when"]);
    assert_eq!(click(&mut window, "Show payments"), [Action::Payments(PaymentsAction::ShowAll)]);
}

#[test]
fn sums_stand_in_their_own_currency_and_are_of_what_is_listed() {
    everywhere(with_list, |window| {
        assert_shows(window, &["28.40 EUR refunded, 10.00 EUR pending · 500 JPY refunded"]);
    });
    let mut window = window(with_list());
    click_role(&mut window, Role::Button, "Status");
    window.run_steps(2);
    click_role(&mut window, Role::ListBoxOption, "Pending");
    window.run_steps(2);
    assert_shows(&window, &["at least 10.00 EUR pending"]);
    assert_hides(&window, &["28.40", "JPY"]);
    fill(&mut window, "Search refunds", "nowhere");
    assert_shows(&window, &["No refund matches"]);
    click(&mut window, "Show all refunds");
    window.run_steps(2);
    assert_shows(&window, &["500 JPY refunded"]);
}

#[test]
fn the_pane_says_what_the_status_means_leads_to_the_payment_and_closes_by_escape() {
    for (status, text) in [
        ("pending", "The money is on its way to the customer"),
        ("failed", "Nothing was refunded"),
        ("held", "Unknown status"),
    ] {
        assert_shows(&window(with_open(status)), &[text, "ref_1", "Duplicate", "Elsewhere"]);
    }
    let mut window = window(with_open("succeeded"));
    assert_eq!(click(&mut window, "pay_1"), [Action::Payments(PaymentsAction::Open(pay_1()))]);
    assert_eq!(press(&mut window, Modifiers::NONE, Key::Escape), [Action::ShowRecord(ResourceKind::Refund, None)]);
}

#[test]
fn the_payment_shows_its_refunds() {
    let mut window = window(with_records(vec![record("ref_1", 2_840, "EUR", "pending")]));
    assert_shows(&window, &["Known refunds"]);
    let opened = click(&mut window, "Open refund of 28.40 EUR");
    assert_eq!(opened, [Action::OpenRecord(ResourceKind::Refund, "ref_1".into())]);
}

#[test]
fn pictures_in_light_and_dark() {
    pictures_of("refunds", || {
        let mut open = with_list();
        open.act(Action::OpenRecord(ResourceKind::Refund, "ref_2".into()));
        vec![("refunds", open, LARGE), ("refund", with_dialog(), SMALL)]
    });
}

#[test]
fn the_page_of_a_payment_says_what_was_given_back_and_what_still_can_be() {
    let records = vec![record("ref_1", 2_840, "EUR", "succeeded"), record("ref_2", 1_000, "EUR", "pending")];
    let refunded = window(with_records(records));
    let shown = names(&refunded);
    for (name, value) in [("Refunded", "28.40 EUR"), ("Being refunded", "10.00 EUR"), ("Refundable", "90.00 EUR")] {
        let lines: Vec<&str> = shown.lines().collect();
        assert!(lines.windows(2).any(|pair| pair.contains(&name) && pair.contains(&value)), "{name} {value}:\n{shown}");
    }
    assert_shows(&refunded, &["Refunds created elsewhere may be missing"]);
    let unpaid = window(Desk::with_open(Pay::authorized("pay_1", 12_840)));
    assert_hides(&unpaid, &["Refundable", "made elsewhere"]);
}

#[test]
fn what_was_said_of_a_payment_gives_way_to_its_refund_and_to_what_it_became() {
    let capture_done = || {
        let mut desk = Desk::sending(Pay::authorized("pay_1", 12_840), capture(12_840));
        desk.reply_truly();
        desk.write_all();
        desk.serve();
        desk
    };
    let said = |desk: &Desk| desk.toasts().pop().unwrap();
    let captured = said(&capture_done());
    assert_shows(&window(capture_done()), &[&captured]);

    let mut desk = capture_done();
    ask(&mut desk);
    confirm(&mut desk, 6_000);
    let under_way = desk.operation().word();
    let answer = refunded(&desk, "succeeded");
    assert!(!under_way.is_empty());
    desk.reply(answer);
    desk.write_all();
    desk.serve();
    assert_eq!(desk.toasts().len(), 1, "{:?}", desk.toasts());
    let refunded = said(&desk);
    assert!(refunded != captured);
    let window_after = window(desk);
    assert_shows(&window_after, &[&refunded]);
    assert_hides(&window_after, &[&captured]);
}

#[test]
fn a_payment_that_was_reversed_after_its_capture_offers_no_refund_and_shows_nothing_refundable() {
    for (status, offered) in [("cancelled_post_capture", false), ("succeeded", true)] {
        let pay = Pay { received: 12_840, ..Pay::with_status("pay_1", status, 12_840) };
        let shown = names(&window(Desk::with_open(pay)));
        assert_eq!((shown.contains("Refund…"), shown.contains("Refundable")), (offered, offered), "{status}: {shown}");
    }
}

#[test]
fn the_line_below_the_list_says_how_many_are_listed_and_what_they_come_to() {
    let mut desk = with_records(vec![
        record("ref_1", 1_000, "EUR", "succeeded"),
        record("ref_2", 250, "EUR", "pending"),
        record("ref_3", 500, "JPY", "succeeded"),
        record("ref_4", 700, "EUR", "failed"),
    ]);
    desk.act(Action::GoTo(Route::List(ResourceKind::Refund)));
    let window = window(desk);
    assert_shows(&window, &["At least 4 refunds", "at least 10.00 EUR refunded, 2.50 EUR pending · 500 JPY refunded"]);
}
