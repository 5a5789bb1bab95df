//! Settings, toasts and the other small things that stay or leave.

use paydesk_core::features::payments::{CreatedRange, PaymentsAction};
use paydesk_core::read::Read;
use paydesk_core::settings::{Density, Settings, ThemeChoice, WindowSize};
use paydesk_core::{Action, Message};
use paydesk_domain::zone::Zone;
use paydesk_test_core::desk::{Desk, problem};
use paydesk_test_core::service::Pay;

fn zone(name: &str) -> Zone {
    name.parse().unwrap()
}

#[test]
fn a_changed_setting_is_saved_once_and_an_unchanged_one_never() {
    let changes = [
        Action::SetTheme(ThemeChoice::Dark),
        Action::SetDensity(Density::Compact),
        Action::SetRequestLimit(Some(120)),
        Action::SetTextPercent(120),
        Action::SetReducedMotion(true),
        Action::SetZone(Some(zone("Asia/Tokyo"))),
        Action::RememberWindow(WindowSize { width: 900.0, height: 700.0 }),
        Action::RememberDetailWidth(400.0),
        Action::RememberSidebarWidth(200.0),
    ];
    for change in changes {
        let mut desk = Desk::ready(Vec::new());
        for _ in 0..3 {
            desk.act(change.clone());
        }
        assert_eq!(desk.saved.len(), 1, "{change:?}");
        assert_eq!(desk.saved[0], desk.state.settings);
    }
}

#[test]
fn settings_outside_their_bounds_are_brought_back_inside() {
    let mut desk = Desk::ready(Vec::new());
    desk.act(Action::SetTextPercent(500));
    assert_eq!(desk.state.settings.text_percent, 200);
    desk.act(Action::SetTextPercent(500));
    desk.act(Action::RememberWindow(WindowSize { width: f32::NAN, height: 1.0 }));
    desk.act(Action::RememberDetailWidth(f32::INFINITY));
    assert_eq!(desk.saved.len(), 1);
    assert_eq!(desk.state.settings, Settings { text_percent: 200, ..Settings::default() });
}

#[test]
fn another_zone_writes_the_rows_anew() {
    let mut desk = Desk::ready(vec![Pay::authorized("pay_1", 1_000)]);
    let before = desk.state.workspace.payments.row(0).unwrap().created_text.clone();
    let reads = desk.reads_made;
    desk.act(Action::SetZone(Some(zone("Asia/Tokyo"))));
    let after = desk.state.workspace.payments.row(0).unwrap().created_text.clone();
    assert_eq!((before.as_str(), after.as_str()), ("17 Nov, 14:02", "17 Nov, 23:02"));
    assert_eq!(desk.reads_made, reads, "nothing needs to be read for it");
}

#[test]
fn another_zone_has_other_days_so_a_filter_by_day_is_asked_anew() {
    let mut desk = Desk::ready(vec![Pay::authorized("pay_1", 1_000)]);
    let day = "2026-11-17".parse().unwrap();
    desk.act(Action::Payments(PaymentsAction::FilterCreated(CreatedRange::Days { from: Some(day), to: Some(day) })));
    desk.serve();
    desk.act(Action::SetZone(Some(zone("Asia/Tokyo"))));
    let (_, Read::Payments(list)) = desk.pages().remove(0) else { unreachable!() };
    assert_eq!(list.filter.created_gte.unwrap().to_rfc3339(), "2026-11-16T15:00:00+00:00");
}

#[test]
fn toasts_leave_by_themselves_good_news_before_bad() {
    let mut desk = Desk::ready(Vec::new());
    desk.act(Action::Payments(PaymentsAction::LookUp("not an id!".into())));
    assert_eq!(desk.toasts().len(), 1);
    desk.pass(14);
    assert_eq!(desk.toasts().len(), 1);
    desk.pass(2);
    assert!(desk.toasts().is_empty());
}

#[test]
fn at_most_five_toasts_stand_at_once_and_each_can_be_dismissed() {
    let mut desk = Desk::ready(Vec::new());
    for _ in 0..9 {
        desk.act(Action::Payments(PaymentsAction::LookUp("not an id!".into())));
    }
    assert_eq!(desk.toasts().len(), 5);
    let id = desk.state.toasts.shown()[2].id;
    desk.act(Action::DismissToast(id));
    desk.act(Action::DismissToast(id));
    assert_eq!(desk.toasts().len(), 4);
}

#[test]
fn a_problem_is_shown_once_until_it_is_dismissed() {
    let mut desk = Desk::ready(Vec::new());
    for _ in 0..3 {
        desk.event(Message::SettingsNotSaved { problem: problem("The disk is full") });
    }
    assert_eq!(desk.state.problems.len(), 1);
    desk.act(Action::DismissProblem(5));
    desk.act(Action::DismissProblem(0));
    assert!(desk.state.problems.is_empty());
}

#[test]
fn every_command_can_be_given_at_any_time_without_sending_anything() {
    use paydesk_core::command::{Command, CommandEffect};
    for mut desk in [Desk::started(Vec::new()), Desk::with_open(Pay::authorized("pay_1", 1_000))] {
        for command in Command::all() {
            if let Some(CommandEffect::Act(action)) = command.effect(&desk.state) {
                desk.act(action);
            }
            desk.serve();
        }
        desk.write_all();
        desk.assert_sent_times(0);
    }
}
