//! The inbox: what tells its rows apart, and that they stay where they are while some are selected.

use chrono::{DateTime, Utc};
use egui::accesskit::Role;
use egui_kittest::kittest::{NodeT as _, Queryable as _};
use paydesk_core::Message;
use paydesk_core::features::history::{HistoryReport, OpenedHistory, ReadPlace};
use paydesk_domain::profile::ProfileId;
use paydesk_test_core::dispute_search::known_payers;
use paydesk_test_core::disputes::{inbox, mixed};

use super::live::LiveWindow;
use super::panels::{LARGE, SMALL};

fn with_payers(size: [f32; 2]) -> LiveWindow {
    let mut window = LiveWindow::of_size(inbox(mixed()), size);
    let columns = known_payers(&[("pay_1", "Ada Lovelace"), ("pay_4", "Grace Hopper")]);
    let opened = OpenedHistory { columns, place: ReadPlace::default(), is_written: false };
    let report = HistoryReport::Opened(Ok(Box::new(opened)));
    window.event(Message::History { profile_id: ProfileId::embedded(), report });
    window
}

/// Where the row of a dispute begins, from the top.
fn top(window: &LiveWindow, id: &str) -> f32 {
    let mut rows = window.0.query_all_by_role(Role::Row);
    let row = rows.find(|row| row.accesskit_node().label().is_some_and(|label| label.starts_with(id)));
    row.expect("the dispute is listed").rect().top()
}

#[test]
fn the_list_does_not_move_when_the_first_row_is_selected() {
    for size in [LARGE, SMALL] {
        let mut window = LiveWindow::of_size(inbox(mixed()), size);
        let before = top(&window, "dsp_4,");
        window.click(Role::CheckBox, "Select dsp_1");
        assert!(window.shows("1 selected"));
        assert_eq!(top(&window, "dsp_4,"), before, "{size:?}");
    }
}

#[test]
fn a_dispute_is_always_told_from_others_by_its_customer_or_its_payment() {
    for size in [LARGE, SMALL] {
        let mut window = LiveWindow::of_size(inbox(mixed()), size);
        window.click(Role::CheckBox, "Select dsp_1");
        window.click(Role::Button, "Assign…");
        window.type_into("Another person", "Mia");
        window.key(egui::Key::Enter);
        assert!(window.has(Role::ColumnHeader, "Payment"), "no customer is known: {size:?}");
        let window = with_payers(size);
        assert!(window.has(Role::ColumnHeader, "Customer") && window.shows("Ada Lovelace"), "{size:?}");
    }
}

#[test]
fn a_person_is_taken_away_from_disputes_by_a_choice_and_not_by_a_cross_as_a_filter_has() {
    let mut window = LiveWindow::new(inbox(mixed()));
    window.click(Role::CheckBox, "Select dsp_1");
    window.click(Role::Button, "Assign…");
    window.type_into("Another person", "Mia");
    window.key(egui::Key::Enter);
    let assignee = |window: &LiveWindow| {
        let id = paydesk_domain::ids::DisputeId::new("dsp_1");
        window.state().workspace.disputes.find(&id).unwrap().assignee_text.clone()
    };
    assert_eq!(assignee(&window), "Mia");
    assert!(!window.has(Role::Button, "Clear assignee"));
    window.click(Role::Button, "Assigned to Mia");
    window.click(Role::ListBoxOption, "Nobody");
    assert_eq!(assignee(&window), "");
}

#[test]
fn a_snooze_is_offered_only_until_a_day_before_the_evidence_is_due() {
    let mut window = LiveWindow::new(inbox(mixed()));
    let offered = |window: &mut LiveWindow, id: &str| {
        window.click(Role::CheckBox, &format!("Select {id}"));
        window.click(Role::Button, "Snooze…");
        let options = window.0.query_all_by_role(Role::ListBoxOption);
        let labels: Vec<String> = options.filter_map(|node| node.accesskit_node().label()).collect();
        window.key(egui::Key::Escape);
        window.click(Role::Link, "Clear selection");
        labels
    };
    let due: DateTime<Utc> = {
        let id = paydesk_domain::ids::DisputeId::new("dsp_4");
        window.state().workspace.disputes.find(&id).unwrap().due().unwrap()
    };
    let latest = window.state().zone().weekday(due - chrono::TimeDelta::days(1));
    let last = format!("Until a day before it is due: {latest}");
    assert_eq!(offered(&mut window, "dsp_4").last(), Some(&last));
    assert_eq!(offered(&mut window, "dsp_4").len(), 2, "tomorrow, and a day before it is due");
}

#[test]
fn a_search_for_a_customer_says_that_not_all_customers_are_known() {
    let mut window = with_payers(LARGE);
    window.type_into("Search disputes", "nobody@example.com");
    let said =
        "No dispute matches yet. The customers of 4 of 6 disputes are not loaded yet: they appear as payments load.";
    assert!(window.shows(said) && window.shows("4 customers not loaded yet"));
    window.click(Role::Button, "Clear search disputes");
    window.type_into("Search disputes", "grace");
    assert!(window.rows().len() == 1 && window.rows()[0].starts_with("dsp_4,"), "{:?}", window.rows());
}
