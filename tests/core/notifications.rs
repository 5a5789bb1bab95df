//! Notifications of the system: what is reported, when, how often, and what is not.

use chrono::{DateTime, TimeDelta, Utc};
use paydesk_api::outcome::{Attempt, LostAnswer};
use paydesk_core::features::bulk::{BulkAction, BulkKind};
use paydesk_core::features::notifications::{
    NotificationKind, NotificationSettings, NotificationsAction, QuietHours, REMEMBERED_MAX, remembered,
};
use paydesk_core::operations::Intent;
use paydesk_core::route::Route;
use paydesk_core::settings::Settings;
use paydesk_core::state::Start;
use paydesk_core::{Action, Message};
use paydesk_domain::profile::ProfileId;
use paydesk_test_core::desk::{Desk, capture, problem, profile};
use paydesk_test_core::disputes::dispute;
use paydesk_test_core::service::{Pay, start_time};
use paydesk_test_core::{at_payments, start};

const HOUR: i64 = 3_600;

const DAY: i64 = 24 * HOUR;

/// A payment whose authorization ends so many hours after the start.
fn ending(id: &str, hours: i64, amount: i64, currency: &str) -> Pay {
    let created = start_time() - TimeDelta::days(7) + TimeDelta::hours(hours);
    Pay { created: created.to_rfc3339(), currency: currency.to_owned(), ..Pay::authorized(id, amount) }
}

fn at_home(payments: Vec<Pay>) -> Desk {
    let mut desk = Desk::ready(payments);
    desk.act(Action::GoTo(Route::Home));
    desk.serve();
    desk
}

fn with_disputes(disputes: Vec<serde_json::Value>, payments: Vec<Pay>) -> Desk {
    let mut desk = Desk::started(payments);
    desk.service.disputes = disputes;
    desk.event(Message::JournalOpened { entries: Vec::new() });
    desk.event(Message::ServiceReady { profile: profile(), key_place: None });
    desk.act(Action::GoTo(Route::Home));
    desk.serve();
    desk
}

/// The titles and bodies that were sent since, which the system shows.
pub fn sent(desk: &mut Desk) -> Vec<(String, String)> {
    let sent = std::mem::take(&mut desk.notified);
    for notification in &sent {
        desk.event(Message::NotificationSent { number: notification.number, problem: None });
    }
    sent.into_iter().map(|notification| (notification.title, notification.body)).collect()
}

fn titles(desk: &mut Desk) -> Vec<String> {
    sent(desk).into_iter().map(|(title, _)| title).collect()
}

fn set(desk: &mut Desk, change: impl FnOnce(&mut NotificationSettings)) {
    let mut settings = desk.state.settings.notifications;
    change(&mut settings);
    desk.act(Action::Notifications(NotificationsAction::Change(settings)));
}

fn quiet(desk: &mut Desk, from_hour: u16, to_hour: u16) {
    let hours = QuietHours { is_on: true, from_minute: from_hour * 60, to_minute: to_hour * 60 };
    set(desk, |settings| settings.quiet_hours = hours);
}

#[test]
fn an_authorization_is_reported_once_a_day_before_it_ends() {
    let mut desk = at_home(vec![ending("pay_1", 30, 12_840, "EUR")]);
    assert_eq!(desk.state.notifications.next_due(), Some(start_time() + TimeDelta::hours(6)));
    desk.pass(6 * HOUR - 1);
    assert_eq!(sent(&mut desk), []);
    desk.pass(2);
    let (title, body) = sent(&mut desk).pop().expect("a notification");
    assert_eq!(title, "1 authorization expires within 24 hours");
    let lines: Vec<&str> = body.lines().collect();
    assert_eq!(
        lines,
        [
            "pay_1 · 128.40 EUR · expires Thu 19 Nov, 17:06 (estimate)",
            "Capture or cancel it before then",
            "SANDBOX · Embedded sandbox"
        ]
    );
    desk.pass(2 * DAY);
    assert_eq!(sent(&mut desk), []);
}

#[test]
fn a_number_of_authorizations_is_at_least_that_where_partial_captures_may_be_among_the_others() {
    let captured = Pay { created: start_time().to_rfc3339(), ..Pay::captured("pay_2", 500) };
    let mut desk = at_home(vec![ending("pay_1", 20, 12_840, "EUR"), captured]);
    assert_eq!(titles(&mut desk), ["At least 1 authorization expires within 24 hours"], "the list tells no amounts");
}

#[test]
fn the_lead_time_is_as_it_was_chosen() {
    let mut desk = at_home(vec![ending("pay_1", 30, 12_840, "EUR")]);
    set(&mut desk, |settings| settings.lead_hours = 48);
    assert_eq!(titles(&mut desk), ["1 authorization expires within 48 hours"]);
}

#[test]
fn several_that_are_due_together_are_one_notification_with_the_money_of_each_currency() {
    let mut desk = at_home(vec![
        ending("pay_1", 20, 12_840, "EUR"),
        ending("pay_2", 10, 310_000, "JPY"),
        ending("pay_3", 23, 160, "EUR"),
        ending("pay_4", 30, 1, "EUR"),
        ending("pay_5", -1, 1, "EUR"),
    ]);
    let all = sent(&mut desk);
    assert_eq!(all.len(), 1);
    assert_eq!(all[0].0, "3 authorizations expire within 24 hours");
    assert!(all[0].1.starts_with("130.00 EUR · 310,000 JPY · the first expires Wed 18 Nov, 21:06"), "{}", all[0].1);
}

#[test]
fn what_becomes_due_one_after_the_other_waits_for_an_hour_and_comes_together() {
    let mut desk = at_home(vec![
        ending("pay_1", 24, 100, "EUR"),
        Pay {
            created: (start_time() - TimeDelta::days(6) + TimeDelta::minutes(5)).to_rfc3339(),
            ..ending("pay_2", 0, 100, "EUR")
        },
        Pay {
            created: (start_time() - TimeDelta::days(6) + TimeDelta::minutes(50)).to_rfc3339(),
            ..ending("pay_3", 0, 100, "EUR")
        },
    ]);
    desk.pass(1);
    assert_eq!(titles(&mut desk).len(), 1);
    desk.pass(58 * 60);
    assert_eq!(titles(&mut desk), [""; 0]);
    desk.pass(3 * 60);
    assert_eq!(titles(&mut desk), ["2 authorizations expire within 24 hours"]);
}

#[test]
fn an_authorization_that_was_captured_elsewhere_is_not_reported() {
    let mut desk = at_home(vec![ending("pay_1", 30, 12_840, "EUR")]);
    desk.service.pay("pay_1").capture(12_840).unwrap();
    desk.pass(7 * HOUR);
    assert_eq!(sent(&mut desk), [], "it is read again before it is reported");
}

#[test]
fn an_authorization_that_cannot_be_read_again_is_reported_as_it_is_known() {
    let mut desk = at_home(vec![ending("pay_1", 30, 12_840, "EUR")]);
    desk.service.reads_get = Some(Attempt::Lost(LostAnswer::TimedOut));
    desk.pass(7 * HOUR);
    assert_eq!(titles(&mut desk).len(), 1);
}

#[test]
fn a_restart_repeats_nothing_that_was_shown() {
    let pay = || vec![ending("pay_1", 20, 12_840, "EUR")];
    let again = |settings: Settings| {
        let mut desk = at_home(pay());
        desk.notified.clear();
        desk.state = at_payments(Start { settings, ..start(start_time(), 3) });
        desk.event(Message::JournalOpened { entries: Vec::new() });
        desk.event(Message::ServiceReady { profile: profile(), key_place: None });
        desk.act(Action::GoTo(Route::Home));
        desk.serve();
        titles(&mut desk).len()
    };
    let mut desk = at_home(pay());
    assert_eq!(again(desk.state.settings.clone()), 1, "it was not shown yet");
    assert_eq!(titles(&mut desk).len(), 1);
    let saved = desk.saved.last().expect("what was shown is saved").clone();
    let json = serde_json::to_string(&saved).unwrap();
    assert!(!json.contains("pay_1"), "{json}");
    assert_eq!(again(serde_json::from_str(&json).unwrap()), 0);
}

#[test]
fn a_dispute_is_reported_on_its_last_day() {
    let opened = |hours_ago| dispute("dsp_1", "dispute_opened", "fraudulent", hours_ago);
    let mut desk = with_disputes(vec![opened(13 * 24 - 1), dispute("dsp_2", "won", "fraudulent", 13 * 24)], Vec::new());
    desk.pass(HOUR - 1);
    assert_eq!(sent(&mut desk), []);
    desk.pass(2);
    let (title, body) = sent(&mut desk).pop().expect("a notification");
    assert_eq!(title, "Last day to respond to 1 dispute");
    assert!(body.starts_with("dsp_1 · 45.10 EUR · respond by Thu 19 Nov, 12:06 UTC (est.)\nSubmit"), "{body}");
}

#[test]
fn an_outcome_is_reported_when_a_person_has_to_look_at_it() {
    let mut desk = Desk::unknown(Pay::authorized("pay_1", 12_840), capture(12_840));
    desk.pass(100);
    assert_eq!(sent(&mut desk), [], "Paydesk finds most of them out by itself");
    desk.pass(60);
    let (title, body) = sent(&mut desk).pop().expect("a notification");
    assert_eq!(title, "Needs checking: Capture 128.40 EUR of pay_1");
    assert_eq!(body, "Open Operations to check it\nSANDBOX · Embedded sandbox");
    desk.pass(DAY);
    assert_eq!(sent(&mut desk), []);
}

#[test]
fn an_outcome_that_was_found_out_is_not_reported() {
    let mut desk = Desk::unknown(Pay::authorized("pay_1", 12_840), capture(12_840));
    desk.service.pay("pay_1").capture(12_840).unwrap();
    desk.pass(DAY);
    assert_eq!(sent(&mut desk), []);
}

#[test]
fn an_outcome_that_became_known_as_unknown_with_the_window_in_front_is_not_sent() {
    let mut desk = Desk::unknown(Pay::authorized("pay_1", 12_840), capture(12_840));
    desk.state.has_focus = true;
    desk.pass(200);
    desk.state.has_focus = false;
    desk.pass(DAY);
    assert_eq!(sent(&mut desk), []);
}

#[test]
fn an_authorization_is_sent_with_the_window_in_front_too_unless_home_shows_it() {
    let reported = |route| {
        let mut desk = at_home(vec![ending("pay_1", 30, 12_840, "EUR")]);
        desk.act(Action::GoTo(route));
        desk.state.has_focus = true;
        desk.pass(7 * HOUR);
        desk.state.has_focus = false;
        desk.pass(HOUR);
        titles(&mut desk).len()
    };
    assert_eq!((reported(Route::Settings), reported(Route::Home)), (1, 0));
}

/// Captures both payments of a desk in a bulk run, with the window in front or not when it ends.
fn after_run(has_focus: bool) -> Desk {
    let mut desk = at_home(vec![ending("pay_1", 160, 12_840, "EUR"), ending("pay_2", 160, 1_000, "EUR")]);
    let targets = vec!["pay_1".to_owned(), "pay_2".to_owned()];
    desk.act(Action::Bulk(BulkAction::Plan { kind: BulkKind::Capture, targets }));
    desk.act(Action::Bulk(BulkAction::Start { reason: String::new() }));
    desk.state.has_focus = has_focus;
    desk.event(Message::BulkRunSaved { profile_id: ProfileId::embedded(), problem: None });
    for _ in 0..20 {
        desk.serve();
        desk.write_all();
        while !desk.sends.is_empty() {
            desk.reply_truly();
        }
        desk.pass(1);
    }
    assert!(desk.state.workspace.bulk.run().is_some_and(|run| run.is_over()));
    desk
}

#[test]
fn a_finished_bulk_run_is_reported_with_its_counts_and_its_money() {
    let mut desk = after_run(false);
    let (title, body) = sent(&mut desk).pop().expect("a notification");
    assert_eq!(title, "Capture finished: 2 of 2 payments done");
    assert!(body.starts_with("138.40 EUR\nOpen the bulk run"), "{body}");
    desk.pass(DAY);
    assert_eq!(sent(&mut desk), []);
}

#[test]
fn a_bulk_run_that_ends_in_front_of_the_person_is_not_sent() {
    let mut desk = after_run(true);
    desk.state.has_focus = false;
    desk.pass(DAY);
    assert_eq!(sent(&mut desk), []);
}

#[test]
fn what_falls_into_quiet_hours_over_midnight_comes_after_them_at_once_as_far_as_it_holds() {
    let disputes = vec![dispute("dsp_1", "dispute_opened", "fraudulent", 13 * 24 - 11)];
    // From 11:06 on: due at 21:06, 22:06 and 22:06.
    let pays =
        vec![ending("pay_1", 34, 12_840, "EUR"), ending("pay_2", 35, 310_000, "JPY"), ending("pay_3", 35, 100, "EUR")];
    let mut desk = with_disputes(disputes, pays);
    quiet(&mut desk, 20, 7);
    let morning: DateTime<Utc> = "2026-11-19T07:00:00Z".parse().unwrap();
    let to_morning = (morning - start_time()).num_seconds();
    desk.pass(to_morning - 400);
    assert_eq!(sent(&mut desk), []);
    assert_eq!(desk.state.notifications.next_due(), Some(morning));
    // Captured elsewhere; what is reported was read in the last five minutes.
    desk.service.pay("pay_3").capture(100).unwrap();
    desk.pass(460);
    let all = sent(&mut desk);
    assert_eq!(all.len(), 1, "{all:?}");
    assert_eq!(all[0].0, "After quiet hours: 3 items need your attention", "{all:?}");
    let lines: Vec<&str> = all[0].1.lines().collect();
    assert_eq!(
        lines,
        // Whether the one that was captured leaves a remainder is not known before its details are read.
        [
            "At least 2 authorizations expire within 24 hours",
            "Last day to respond to 1 dispute",
            "SANDBOX · Embedded sandbox"
        ]
    );
    desk.pass(8 * HOUR);
    assert_eq!(sent(&mut desk), []);
}

#[test]
fn quiet_hours_are_those_of_the_zone_that_is_shown() {
    let mut desk = at_home(vec![ending("pay_1", 34, 12_840, "EUR")]);
    desk.act(Action::SetZone(Some("Europe/Berlin".parse().unwrap())));
    quiet(&mut desk, 20, 7);
    let morning: DateTime<Utc> = "2026-11-19T06:00:00Z".parse().unwrap();
    desk.pass((morning - start_time()).num_seconds() - 1);
    assert_eq!(sent(&mut desk), []);
    desk.pass(2);
    assert_eq!(titles(&mut desk), ["1 authorization expires within 24 hours"], "one kind needs no summary");
}

#[test]
fn nothing_is_sent_while_notifications_are_off_and_what_is_due_once_they_are_on() {
    let mut desk = at_home(vec![ending("pay_1", 30, 12_840, "EUR")]);
    set(&mut desk, |settings| settings.is_on = false);
    assert_eq!(desk.state.notifications.next_due(), None, "it wakes nobody");
    desk.pass(7 * HOUR);
    assert_eq!(sent(&mut desk), []);
    set(&mut desk, |settings| settings.is_on = true);
    desk.serve();
    desk.pass(1);
    assert_eq!(titles(&mut desk).len(), 1);
}

#[test]
fn a_kind_that_is_off_is_not_sent() {
    let disputes = vec![dispute("dsp_1", "dispute_opened", "fraudulent", 13 * 24 + 1)];
    let mut desk = with_disputes(disputes, vec![ending("pay_1", 30, 12_840, "EUR")]);
    assert_eq!(titles(&mut desk), ["Last day to respond to 1 dispute"]);
    set(&mut desk, |settings| *settings = settings.with(NotificationKind::ExpiringAuthorizations, false));
    desk.pass(7 * HOUR);
    assert_eq!(sent(&mut desk), []);
    assert_eq!(desk.saved.last().unwrap(), &desk.state.settings);
}

#[test]
fn a_notification_that_was_not_shown_is_a_line_in_the_settings_and_is_reported_after_a_restart() {
    let mut desk = at_home(vec![ending("pay_1", 20, 12_840, "EUR")]);
    let number = desk.notified.remove(0).number;
    desk.event(Message::NotificationSent { number, problem: Some(problem("No service")) });
    assert_eq!(desk.state.notifications.problem().map(|problem| problem.what.as_str()), Some("No service"));
    assert_eq!(desk.toasts(), [""; 0]);
    assert!(desk.state.settings.notified.is_empty());
    desk.pass(HOUR);
    assert_eq!(sent(&mut desk), [], "it is not tried again and again");
    desk.act(Action::Notifications(NotificationsAction::SendTest));
    assert!(desk.state.notifications.is_testing());
    assert_eq!(titles(&mut desk), ["Test notification"]);
    assert_eq!(desk.state.notifications.problem(), None);
    assert_eq!(desk.toasts(), ["Test notification sent"]);
}

#[test]
fn only_so_much_is_remembered_and_the_oldest_is_forgotten_first() {
    let before: Vec<u64> = (0..REMEMBERED_MAX as u64).collect();
    let after = remembered(&before, &[5, 1_000_000]);
    assert_eq!((after.len(), after.first(), after.last()), (REMEMBERED_MAX, Some(&1), Some(&1_000_000)));
}

#[test]
fn settings_of_an_earlier_version_notify() {
    let settings: Settings = serde_json::from_str("{\"text_percent\": 120}").unwrap();
    assert_eq!(settings.notifications, NotificationSettings::default());
    assert!(settings.notifications.is_on);
    let odd = r#"{"notifications": {"lead_hours": 7, "quiet_hours": {"is_on": true, "from_minute": 9000}}}"#;
    let bounded = serde_json::from_str::<Settings>(odd).unwrap().bounded().notifications;
    assert_eq!((bounded.lead_hours, bounded.quiet_hours.from_minute), (24, 1_439));
}

#[test]
fn an_operation_that_never_left_is_reported_as_not_sent() {
    let mut desk = Desk::with_open(Pay::authorized("pay_1", 12_840));
    desk.confirm(Intent::Cancel { reason: None });
    desk.write();
    let mut desk = desk.restarted();
    desk.pass(1);
    assert_eq!(titles(&mut desk), ["Not sent: Cancel payment pay_1"]);
}
