//! The search over every payment in the window: what is typed, what is found, chips, counts, and how much is known.

use egui::accesskit::Role;
use egui::{Event, Key, Modifiers, PointerButton};
use egui_kittest::kittest::Queryable as _;
use paydesk_core::features::history::{FirstPayments, HistoryReport, OpenedHistory, ReadPlace};
use paydesk_core::features::payments::PaymentsAction;
use paydesk_core::settings::HistorySettings;
use paydesk_core::{Action, Message};
use paydesk_domain::payment::PaymentStatus;
use paydesk_domain::profile::ProfileId;
use paydesk_index::payment_columns::KnownPayments;
use paydesk_index::payment_query::{QueryKey, QueryValues as _};
use paydesk_test_core::desk::{Desk, profile};
use paydesk_test_core::service::{Pay, start_time};

use super::live::LiveWindow;

const FIELD: &str = "Search payments";

fn payments() -> Vec<Pay> {
    let status = |number: usize| ["succeeded", "failed", "requires_capture"][number % 3];
    (0..9).map(|number| Pay::with_status(&format!("pay_{number}"), status(number), 1_000 + number as i64)).collect()
}

/// All payments, with everything of them known.
pub fn desk() -> Desk {
    desk_of(payments())
}

/// The same of these payments.
pub fn desk_of(payments: Vec<Pay>) -> Desk {
    let mut desk = Desk::ready(payments);
    let opened = OpenedHistory { columns: KnownPayments::default(), place: ReadPlace::default(), is_written: false };
    let report = HistoryReport::Opened(Ok(Box::new(opened)));
    desk.event(Message::History { profile_id: ProfileId::embedded(), report });
    desk.serve();
    desk
}

fn window() -> LiveWindow {
    let mut window = LiveWindow::new(desk());
    window.click(Role::Button, "All payments");
    window
}

fn rows(window: &LiveWindow) -> Vec<String> {
    window.rows().iter().filter_map(|row| row.rsplit(", ").next()).map(str::to_owned).collect()
}

#[test]
fn what_is_typed_is_found_at_once_and_a_chip_takes_it_away() {
    let mut window = window();
    assert_eq!(rows(&window).len(), 9);
    window.type_into(FIELD, "status:failed ");
    assert_eq!(rows(&window), ["pay_1", "pay_4", "pay_7"]);
    window.type_into(FIELD, "pay_4");
    assert_eq!(rows(&window), ["pay_4"]);
    window.click(Role::Button, "Clear status");
    assert_eq!(window.text(FIELD), "pay_4", "the field says what is left");
    window.click(Role::Button, "Remove filter");
    assert_eq!((window.text(FIELD).as_str(), rows(&window).len()), ("", 9));
}

#[test]
fn the_filters_of_the_list_narrow_the_search_that_begins_there() {
    let mut window = window();
    let failed = PaymentsAction::FilterStatus(Some(PaymentStatus::Failed));
    window.act(Action::Payments(failed));
    let listed = rows(&window);
    window.type_into(FIELD, "pay");
    assert_eq!((window.text(FIELD).as_str(), rows(&window)), ("status:failed pay", listed));
    window.type_text("_4");
    assert_eq!((window.text(FIELD).as_str(), rows(&window)), ("status:failed pay_4", vec!["pay_4".to_owned()]));
}

#[test]
fn plain_words_that_are_conditions_stay_in_the_field_and_become_chips_that_are_taken_back() {
    let mut window = window();
    window.type_into(FIELD, "failed 10.04 eur");
    assert_eq!(window.text(FIELD), "failed 10.04 eur");
    assert_eq!(rows(&window), ["pay_4"]);
    assert!(window.shows("1 payment found") && window.shows("10.04 EUR"));
    window.click(Role::Button, "Clear status");
    assert_eq!(window.text(FIELD), "\"failed\" 10.04 eur", "a word again");
    assert_eq!(rows(&window), Vec::<String>::new());
}

#[test]
fn a_misspelt_condition_is_corrected_with_a_click() {
    let mut window = window();
    window.type_into(FIELD, "statsu:failed");
    window.click(Role::Link, "Did you mean status:failed?");
    assert_eq!((window.text(FIELD).as_str(), rows(&window).len()), ("status:failed", 3));
}

#[test]
fn a_fault_is_said_beside_the_field_and_what_was_found_stays() {
    let mut window = window();
    window.type_into(FIELD, "status:failed ");
    window.type_into(FIELD, "foo:bar");
    assert!(window.shows("There is no condition “foo”; to search for the text, put it in quotation marks"));
    assert!(window.shows("The rows below still show the last valid search: status:failed"));
    assert_eq!(rows(&window), ["pay_1", "pay_4", "pay_7"]);
}

#[test]
fn a_status_that_nobody_knows_is_said_to_be_unknown_with_those_that_are_near() {
    let mut window = window();
    let sentence = "Unknown status “faild”: no payment has it. Did you mean failed?";
    window.type_into(FIELD, "status:failed ");
    assert!(!window.shows(sentence));
    window.type_into(FIELD, "status:faild ");
    assert!(window.shows(sentence));
}

#[test]
fn a_suggestion_that_is_highlighted_is_taken_with_enter() {
    let mut window = window();
    window.type_into(FIELD, "sta");
    window.key(Key::ArrowDown);
    window.key(Key::Enter);
    assert_eq!(window.text(FIELD), "status:");
    window.type_into(FIELD, "fai");
    window.key(Key::ArrowDown);
    window.key(Key::Enter);
    assert_eq!((window.text(FIELD).as_str(), rows(&window).len()), ("status:failed ", 3));
}

#[test]
fn tab_leaves_a_search_as_it_is_typed() {
    for (typed, highlighted) in [("created:2026-1", false), ("status:fai", false), ("status:fai", true)] {
        let mut window = window();
        window.type_into(FIELD, typed);
        if highlighted {
            window.key(Key::ArrowDown);
        }
        let found = rows(&window);
        window.key(Key::Tab);
        assert_eq!((window.text(FIELD).as_str(), rows(&window)), (typed, found));
        assert_ne!(window.focused_of(Role::TextInput).as_deref(), Some(FIELD), "{typed}: the keyboard went on");
    }
}

#[test]
fn a_count_beside_the_list_adds_its_value_to_the_search() {
    let mut window = window();
    window.type_into(FIELD, "status:failed ");
    window.click(Role::ListBoxOption, "Succeeded");
    assert_eq!(window.text(FIELD), "status:failed,succeeded");
    assert_eq!(rows(&window).len(), 6);
}

#[test]
fn the_counts_of_days_beside_the_list_add_up_to_what_is_found() {
    // One payment a day, more days than are listed.
    let created = |day: u32| format!("2026-{:02}-{:02}T10:00:00Z", 8 + day / 28, 1 + day % 28);
    let payments = (0..80).map(|day| Pay { created: created(day), ..Pay::captured(&format!("pay_{day}"), 1_000) });
    let mut window = LiveWindow::new(desk_of(payments.collect()));
    window.click(Role::Button, "All payments");
    window.type_into(FIELD, "status:succeeded ");
    let days = window.state().workspace.history.values(QueryKey::Created);
    let listed = days.iter().filter(|(day, _)| window.has(Role::ListBoxOption, day));
    let listed: u64 = listed.map(|(_, count)| count).sum();
    assert!((1..80).contains(&listed), "{listed} of {days:?}");
    assert!(window.shows(&format!("Earlier: {}", 80 - listed)), "{listed} are listed");
}

#[test]
fn reading_is_paused_and_goes_on() {
    let mut window = window();
    let is_paused = |window: &LiveWindow| {
        window.state().settings.history(&ProfileId::embedded())
            == HistorySettings { is_paused: true, ..Default::default() }
    };
    window.click(Role::Link, "Pause");
    assert!(is_paused(&window));
    window.click(Role::Link, "Resume");
    assert!(!is_paused(&window));
}

#[test]
fn ctrl_f_leads_to_the_field() {
    let mut window = window();
    window.keys(Modifiers::COMMAND, Key::F);
    window.type_text("pay_3");
    assert_eq!((window.text(FIELD).as_str(), rows(&window)), ("pay_3", vec!["pay_3".to_owned()]));
}

#[test]
fn the_newest_known_payments_stand_in_the_list_until_the_service_answers() {
    let known = window();
    let columns = known.state().workspace.history.columns().clone();
    let mut desk = Desk::seeded(payments(), 7, start_time());
    desk.event(Message::JournalOpened { entries: Vec::new() });
    desk.event(Message::RecordsOpened { records: Vec::new(), problem: None });
    desk.event(Message::ServiceReady { profile: profile(), key_place: None });
    // The service has not answered.
    desk.reads.clear();
    let report = |report| Message::History { profile_id: ProfileId::embedded(), report };
    desk.event(report(HistoryReport::First(Box::new(FirstPayments { columns: columns.clone() }))));
    let mut window = LiveWindow::new(desk);
    window.click(Role::Button, "All payments");
    assert_eq!(rows(&window).len(), 9);
    assert!(window.shows("The newest 9 payments · Reading the others from this computer…"));
    window.type_into(FIELD, "status:failed ");
    assert!(window.shows("The search starts once all payments have loaded"));
    assert!(!window.shows("No known payment matches this search"));
    let opened = OpenedHistory { columns, place: ReadPlace::default(), is_written: true };
    window.event(report(HistoryReport::Opened(Ok(Box::new(opened)))));
    assert_eq!(rows(&window), ["pay_1", "pay_4", "pay_7"]);
}

#[test]
fn the_counts_are_one_tab_stop_and_arrow_keys_lead_from_value_to_value() {
    let mut window = window();
    window.type_into(FIELD, "pay");
    let focused = |window: &LiveWindow| window.focused_of(Role::ListBoxOption);
    let mut stops = 0;
    for _ in 0..40 {
        window.key(Key::Tab);
        if focused(&window).is_some() {
            stops += 1;
        }
    }
    assert!((1..=2).contains(&stops), "{stops} of 40 Tabs");
    while focused(&window).is_none() {
        window.key(Key::Tab);
    }
    let first = focused(&window);
    window.key(Key::ArrowDown);
    let second = focused(&window);
    assert!(second.is_some() && second != first, "{first:?} {second:?}");
    window.key(Key::ArrowUp);
    assert_eq!(focused(&window), first);
    window.key(Key::Enter);
    assert!(
        window.text(FIELD).starts_with("status:") || window.text(FIELD).contains(" status:"),
        "{}",
        window.text(FIELD)
    );
}

/// Found by a clerk: after a search was emptied, the first click did nothing.
#[test]
fn the_first_click_after_a_search_was_emptied_opens_the_row_or_its_menu() {
    for (button, row) in [(PointerButton::Primary, "pay_2"), (PointerButton::Secondary, "pay_5")] {
        let mut window = window();
        window.type_into(FIELD, "pay_4");
        window.keys(Modifiers::COMMAND, Key::A);
        window.key(Key::Backspace);
        assert_eq!(rows(&window).len(), 9);
        let is_row = |node: &egui_kittest::kittest::AccessKitNode<'_>| {
            node.role() == Role::Row && node.label().is_some_and(|label| label.ends_with(&format!(", {row}")))
        };
        let pos = window.0.get_by(is_row).rect().center();
        window.0.event(Event::PointerMoved(pos));
        window.0.run_steps(2);
        for pressed in [true, false] {
            window.0.event(Event::PointerButton { pos, button, pressed, modifiers: Modifiers::NONE });
            window.0.run_steps(2);
        }
        window.run();
        let open = window.state().workspace.payments.open.as_ref().map(|id| id.as_str());
        assert!(open == Some(row) || window.has(Role::MenuItem, "Open"), "{button:?}");
    }
}
