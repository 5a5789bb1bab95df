//! The audit: its list, the open operation, and the check.

use egui::Theme;
use egui::accesskit::Role;
use egui_kittest::kittest::Queryable as _;
use paydesk_core::failure::JournalFault;
use paydesk_core::features::audit::{AuditAction as Do, AuditFilter};
use paydesk_core::operations::ResourceKind;
use paydesk_core::operations::journal::JournalCheck;
use paydesk_core::route::Route;
use paydesk_core::{Action, Message};
use paydesk_test_core::audit::{serve_journal, with_history};
use paydesk_test_core::desk::Desk;
use paydesk_test_core::journal_copy::with_colleague;

use super::panels::{LARGE, SMALL, assert_hides, assert_shows, click, click_role, pictures_of, window_of};

pub fn listed() -> Desk {
    let mut desk = with_history();
    desk.act(Action::GoTo(Route::Audit));
    serve_journal(&mut desk);
    desk
}

fn opened() -> Desk {
    let mut desk = listed();
    let id = desk.state.audit.log().rows().last().map(|row| row.operation_id.clone()).expect("an operation");
    desk.act(Action::Audit(Do::Open(Some(id))));
    serve_journal(&mut desk);
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
    assert_shows(&window, &["Audit", "Capture 25.00 EUR", "Cancel payment", "kim", "pay_1", "2 of 2 operations"]);
}

#[test]
fn in_a_team_the_operations_of_all_people_are_listed_with_who_did_them() {
    let mut desk = with_colleague();
    let mut window = window_of(with_colleague(), Theme::Light, LARGE);
    assert_shows(&window, &["bob1", "kim", "2 of 2 operations"]);
    assert_eq!(click(&mut window, "Read older operations of colleagues"), [Action::Audit(Do::ReadOlder)]);
    drop(click_role(&mut window, Role::Button, "Person"));
    let filter = AuditFilter { person: Some("bob1".to_owned()), ..AuditFilter::default() };
    assert_eq!(click_role(&mut window, Role::ListBoxOption, "bob1"), [Action::Audit(Do::Filter(filter))]);
    let record = desk.state.audit.log().rows().find(|record| record.person == "bob1").unwrap();
    let id = record.operation_id.clone();
    desk.act(Action::Audit(Do::Open(Some(id))));
    let window = window_of(desk, Theme::Light, LARGE);
    assert_shows(&window, &["Signed in as", "Sent without asking the team: its database was away", "Attempt 1"]);
}

#[test]
fn a_row_opens_its_steps_and_leads_to_the_payment() {
    let mut window = window_of(opened(), Theme::Light, LARGE);
    assert_shows(&window, &["Steps", "Recorded", "Attempt 1", "Confirmed by the service", "Operation id"]);
    let open = click(&mut window, "Open payment");
    assert_eq!(open, [Action::OpenRecord(ResourceKind::Payment, "pay_1".to_owned())]);
    assert_eq!(click(&mut window, "Close details"), [Action::Audit(Do::Open(None))]);
}

#[test]
fn the_journal_is_verified_from_the_title_of_the_list() {
    let mut window = window_of(listed(), Theme::Light, LARGE);
    assert_eq!(click(&mut window, "Verify"), [Action::Audit(Do::Verify)]);
    assert_hides(&window, &["Verified"]);
    assert_shows(&window_of(checked(None), Theme::Light, LARGE), &["Verified: all 7 journal entries"]);
    let broken = checked(Some(JournalFault::Changed { seq: 8 }));
    assert_shows(&window_of(broken, Theme::Light, LARGE), &["Journal entry 8 is not as it was written"]);
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
    desk.act(Action::GoTo(Route::Audit));
    serve_journal(&mut desk);
    assert_shows(&window_of(desk, Theme::Light, SMALL), &["No operations yet"]);
}

#[test]
fn pictures() {
    pictures_of("audit", || {
        vec![
            ("audit", checked(None), LARGE),
            ("audit-open", opened(), LARGE),
            ("audit-small", listed(), SMALL),
            ("audit-open-small", opened(), SMALL),
        ]
    });
}
