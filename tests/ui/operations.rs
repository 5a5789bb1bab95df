//! The panel of operations: its tabs, the list of all with the one that is open, and the check of the journal.

use egui::accesskit::Role;
use egui::{Key, Modifiers, Theme};
use egui_kittest::kittest::Queryable as _;
use paydesk_core::dialog::Confirmation;
use paydesk_core::failure::JournalFault;
use paydesk_core::features::bulk::{BulkAction, BulkKind};
use paydesk_core::features::operation_log::{OperationFilter, OperationLogAction as Do};
use paydesk_core::operations::journal::JournalCheck;
use paydesk_core::operations::{Operation, Phase, ResolutionFinding, ResourceKind};
use paydesk_core::route::Route;
use paydesk_core::{Action, Message};
use paydesk_domain::profile::{Environment, ProfileId};
use paydesk_test_core::bulk;
use paydesk_test_core::desk::{Desk, capture};
use paydesk_test_core::journal_copy::with_colleague;
use paydesk_test_core::operation_log::{serve_journal, with_history};
use paydesk_test_core::outage::{MINOR, after_outage, lose};
use paydesk_test_core::refunds;
use paydesk_test_core::service::{Pay, rate_limited};

use super::live::LiveWindow;
use super::panels::{LARGE, SMALL, assert_hides, assert_shows, click, click_role, pictures_of, window_of};

pub fn listed() -> Desk {
    let mut desk = with_history();
    desk.act(Action::GoTo(Route::AllOperations));
    serve_journal(&mut desk);
    desk
}

fn opened() -> Desk {
    let mut desk = listed();
    let id = desk.state.operation_log.log().rows().last().map(|row| row.operation_id.clone()).expect("an operation");
    desk.act(Action::OperationLog(Do::Open(Some(id))));
    serve_journal(&mut desk);
    desk
}

/// A capture whose answer was lost.
pub fn open() -> Desk {
    let mut desk = Desk::unknown(Pay::authorized("pay_1", 12_840), capture(12_840));
    desk.act(Action::GoTo(Route::OpenOperations));
    desk
}

/// It said that the same request would be sent again.
#[test]
fn a_withdrawn_refund_says_that_it_is_not_sent_again() {
    let mut desk = refunds::captured();
    refunds::ask(&mut desk);
    refunds::confirm(&mut desk, 1_000);
    desk.reply(rate_limited(60));
    let id = desk.operation().id.clone();
    desk.act(Action::WithdrawOperation(id));
    desk.write_all();
    desk.act(Action::GoTo(Route::OpenOperations));
    assert!(
        matches!(&desk.operation().phase, Phase::Unknown(unknown) if unknown.finding == ResolutionFinding::NotReadYet)
    );
    let window = window_of(desk, Theme::Light, LARGE);
    assert_shows(&window, &["will not be sent again"]);
    assert_hides(&window, &["sends the same request again"]);
}

/// A run that was put away.
fn ran() -> Desk {
    let mut desk = bulk::desk(vec![bulk::pay(1), bulk::pay(2)]);
    bulk::act(&mut desk, BulkAction::Plan { kind: BulkKind::Capture, targets: vec![bulk::id(1), bulk::id(2)] });
    bulk::serve(&mut desk);
    bulk::act(&mut desk, BulkAction::Start { reason: String::new() });
    desk.event(Message::BulkRunSaved { profile_id: ProfileId::embedded(), problem: None });
    bulk::serve(&mut desk);
    bulk::act(&mut desk, BulkAction::Close);
    desk.act(Action::GoTo(Route::BulkRuns));
    desk
}

fn checked(fault: Option<JournalFault>) -> Desk {
    let mut desk = listed();
    desk.event(Message::JournalChecked { result: Ok(JournalCheck { entries: 7, fault }) });
    desk
}

#[test]
fn who_did_what_and_what_came_of_it_is_listed() {
    let window = window_of(listed(), Theme::Light, LARGE);
    assert_shows(&window, &["Operations", "Capture 25.00 EUR", "Cancel payment", "kim", "pay_1", "2 of 2 operations"]);
}

#[test]
fn in_a_team_the_operations_of_all_people_are_listed_with_who_did_them() {
    let mut desk = with_colleague();
    let mut window = window_of(with_colleague(), Theme::Light, LARGE);
    assert_shows(&window, &["bob1", "kim", "2 of 2 operations"]);
    assert_eq!(click(&mut window, "Load colleagues' older operations"), [Action::OperationLog(Do::ReadOlder)]);
    drop(click_role(&mut window, Role::Button, "Person"));
    let filter = OperationFilter { person: Some("bob1".to_owned()), ..OperationFilter::default() };
    assert_eq!(click_role(&mut window, Role::ListBoxOption, "bob1"), [Action::OperationLog(Do::Filter(filter))]);
    let record = desk.state.operation_log.log().rows().find(|record| record.person == "bob1").unwrap();
    let id = record.operation_id.clone();
    desk.act(Action::OperationLog(Do::Open(Some(id))));
    let window = window_of(desk, Theme::Light, LARGE);
    assert_shows(&window, &["Signed in as", "Sent without the team: its database was down", "Attempt 1"]);
}

#[test]
fn arrow_keys_lead_through_the_tabs_which_keep_the_keyboard() {
    let mut window = LiveWindow::new(with_history());
    window.click(Role::Button, "Operations");
    window.0.get_by_role_and_label(Role::RadioButton, "Open").focus();
    window.run();
    for (route, tab) in [(Route::AllOperations, "All"), (Route::BulkRuns, "Bulk runs"), (Route::OpenOperations, "Open")]
    {
        window.key(Key::ArrowRight);
        assert_eq!(window.state().workspace.route, route);
        assert_eq!(window.focused_of(Role::RadioButton).as_deref(), Some(tab));
    }
}

#[test]
fn the_palette_finds_the_tabs_by_the_names_of_the_panels_they_replace() {
    for (name, route) in [
        ("needs attention", Route::OpenOperations),
        ("audit", Route::AllOperations),
        ("bulk operations", Route::BulkRuns),
        ("import a file", Route::BulkRuns),
    ] {
        let mut window = LiveWindow::new(with_history());
        window.keys(Modifiers::COMMAND, Key::K);
        window.type_text(name);
        window.key(Key::Enter);
        assert_eq!(window.state().workspace.route, route, "{name}");
    }
}

/// Captures of three payments that were not executed, and one of a part.
fn after_bad_hour() -> Desk {
    let mut desk = after_outage(3);
    desk.service.payments.push(Pay::authorized("pay_4", MINOR));
    lose(&mut desk, 4, 400);
    desk.pass(900);
    desk.act(Action::GoTo(Route::OpenOperations));
    desk
}

fn asked_to_send_all() -> Desk {
    let mut desk = after_bad_hour();
    desk.act(Action::AskSendAllAgain);
    desk
}

#[test]
fn what_was_not_executed_is_sent_again_by_three_actions() {
    let mut window = LiveWindow::new(after_bad_hour());
    assert!(window.shows("Not executed: you can send them again"));
    window.click(Role::Button, "Send 3 again…");
    assert!(window.shows("3 · 30.00 EUR"));
    window.tick(1);
    window.keys(Modifiers::COMMAND, Key::Enter);
    assert_eq!(
        (window.state().workspace.dialog.is_none(), window.state().workspace.operations.open().len()),
        (true, 4)
    );
    let is_unknown = |operation: &&Operation| matches!(operation.phase, Phase::Unknown(_));
    assert_eq!(window.state().open_operations().filter(is_unknown).count(), 1, "the part of a payment");
}

/// Found by a clerk after an outage: twenty yellow boxes with IDs, each with buttons although there was nothing to do.
#[test]
fn open_operations_stand_by_their_cause_with_a_line_for_each() {
    let mut window = LiveWindow::new(after_bad_hour());
    assert!(window.shows("4 operations · 34.00 EUR"));
    assert_eq!(window.0.query_all_by_role_and_label(Role::Link, "Mark as resolved…").count(), 4);
    assert_eq!(window.0.query_all_by_role_and_label(Role::Link, "Send again…").count(), 4);
    assert!(!window.has(Role::Button, "Check now"));
    let mut desk = Desk::ready((1..=3).map(|number| Pay::authorized(&format!("pay_{number}"), MINOR)).collect());
    (1..=3).for_each(|number| lose(&mut desk, number, MINOR));
    desk.act(Action::GoTo(Route::OpenOperations));
    window = LiveWindow::new(desk);
    assert!(window.shows("Capture 10.00 EUR"));
    for name in ["Check now", "Repeat now", "Mark as resolved…", "Send again…"] {
        let is_called = |node: &egui_kittest::kittest::AccessKitNode<'_>| node.label().as_deref() == Some(name);
        assert_eq!(window.0.query_all_by(is_called).count(), 0, "{name}: there is nothing to do");
    }
}

#[test]
fn in_production_the_number_of_what_is_sent_again_is_typed() {
    let mut desk = after_bad_hour();
    desk.state.workspace.profile.as_mut().unwrap().environment = Environment::Production;
    desk.act(Action::AskUnlockProduction);
    desk.act(Action::Confirm(Confirmation::UnlockProduction));
    let mut window = LiveWindow::new(desk);
    window.click(Role::Button, "Send 3 again…");
    window.tick(1);
    window.keys(Modifiers::COMMAND, Key::Enter);
    assert!(window.state().workspace.dialog.is_some(), "it is not typed yet");
    window.type_into("Production: type 3 to confirm", "3");
    window.keys(Modifiers::COMMAND, Key::Enter);
    assert_eq!(window.state().workspace.dialog, None);
}

#[test]
fn a_row_opens_its_steps_and_leads_to_the_payment() {
    let mut window = window_of(opened(), Theme::Light, LARGE);
    assert_shows(&window, &["Steps", "Recorded", "Attempt 1", "Confirmed by the service", "Operation ID"]);
    let open = click(&mut window, "Open payment");
    assert_eq!(open, [Action::OpenRecord(ResourceKind::Payment, "pay_1".to_owned())]);
    assert_eq!(click(&mut window, "Close details"), [Action::OperationLog(Do::Open(None))]);
}

#[test]
fn the_journal_is_verified_from_the_title_of_the_list() {
    let mut window = window_of(listed(), Theme::Light, LARGE);
    assert_eq!(click(&mut window, "Verify"), [Action::OperationLog(Do::Verify)]);
    assert_hides(&window, &["Verified"]);
    assert_shows(&window_of(checked(None), Theme::Light, LARGE), &["Verified: all 7 journal entries"]);
    let broken = checked(Some(JournalFault::Changed { seq: 8 }));
    assert_shows(&window_of(broken, Theme::Light, LARGE), &["Journal entry 8 has been altered"]);
}

#[test]
fn a_time_is_whole_under_the_pointer() {
    let mut window = window_of(listed(), Theme::Light, LARGE);
    assert_hides(&window, &["18 Nov 2026, 11:06:40 UTC"]);
    window.get_all_by_label("18 Nov, 11:06").next().expect("a time").hover();
    // A moment passes before a tooltip comes.
    window.run_steps(60);
    assert_shows(&window, &["18 Nov 2026, 11:06:40 UTC"]);
}

#[test]
fn without_an_operation_it_says_what_will_be_here() {
    let mut desk = Desk::ready(Vec::new());
    desk.act(Action::GoTo(Route::AllOperations));
    serve_journal(&mut desk);
    assert_shows(&window_of(desk, Theme::Light, SMALL), &["No operations yet"]);
}

#[test]
fn pictures() {
    pictures_of("operations", || {
        vec![
            ("operations-open", open(), LARGE),
            ("operations-after-outage", after_bad_hour(), LARGE),
            ("operations-send-again", asked_to_send_all(), LARGE),
            ("operations-bulk-runs", ran(), LARGE),
            ("operations-all", checked(None), LARGE),
            ("operations-all-open", opened(), LARGE),
            ("operations-all-small", listed(), SMALL),
            ("operations-all-open-small", opened(), SMALL),
        ]
    });
}
