//! Disputes are selected in the inbox, and assigned, snoozed, not contested and exported from there.

use egui::accesskit::Role;
use egui::{Key, Modifiers};
use egui_kittest::kittest::{NodeT as _, Queryable as _};
use paydesk_test_core::disputes::{inbox, mixed};

use super::live::LiveWindow;

fn window() -> LiveWindow {
    LiveWindow::new(inbox(mixed()))
}

fn says(window: &LiveWindow, begin: &str) -> bool {
    let is = |text: String| text.starts_with(begin);
    window.0.query_all_by(|node| node.value().or_else(|| node.label()).is_some_and(is)).next().is_some()
}

fn select(window: &mut LiveWindow, id: &str) {
    window.click(Role::CheckBox, &format!("Select {id}"));
}

#[test]
fn selected_disputes_are_assigned_by_a_typed_name_and_the_list_shows_it() {
    let mut window = window();
    assert!(!window.has(Role::ColumnHeader, "Assignee"), "without a value there is no column");
    select(&mut window, "dsp_1");
    select(&mut window, "dsp_4");
    assert!(
        window.shows("2 selected") && window.shows("90.20 EUR") && window.state().workspace.disputes.open.id.is_none()
    );
    window.click(Role::Button, "Assign…");
    window.type_into("Another person", "Grace");
    window.key(Key::Enter);
    assert!(window.has(Role::ColumnHeader, "Assignee"));
    let assignee = |id: &str| {
        let disputes = &window.state().workspace.disputes;
        disputes.find(&paydesk_domain::ids::DisputeId::new(id)).unwrap().assignee_text.clone()
    };
    assert_eq!(
        (assignee("dsp_1").as_str(), assignee("dsp_4").as_str(), assignee("dsp_5").as_str()),
        ("Grace", "Grace", "")
    );
}

#[test]
fn the_inbox_is_filtered_by_what_is_mine_and_by_what_is_nobody_s() {
    let mut window = window();
    let me = window.state().operator.clone();
    select(&mut window, "dsp_4");
    window.click(Role::Button, "Assign…");
    window.click(Role::ListBoxOption, &format!("{me} (you)"));
    window.click(Role::Link, "Clear selection");
    window.click(Role::Button, "Assignee");
    window.click(Role::ListBoxOption, &format!("{me} (you)"));
    assert!(window.rows().len() == 1 && window.rows()[0].starts_with("dsp_4,"), "{:?}", window.rows());
    window.click(Role::Button, &format!("Assignee: {me}"));
    window.click(Role::ListBoxOption, "Nobody");
    assert!(window.rows().len() == 5 && !window.rows().iter().any(|row| row.starts_with("dsp_4,")));
}

#[test]
fn all_are_selected_by_a_key_and_what_is_snoozed_can_be_shown_from_the_foot() {
    let mut window = window();
    window.key(Key::J);
    window.keys(Modifiers::COMMAND, Key::A);
    assert!(window.shows("6 selected") && window.has(Role::Button, "Export selected…"));
    window.click(Role::Link, "Clear selection");
    select(&mut window, "dsp_1");
    window.click(Role::Button, "Snooze…");
    assert!(window.shows("Returns then, or a day before evidence is due if sooner"));
    let first = window.0.query_all_by_role(Role::ListBoxOption).find_map(|node| node.accesskit_node().label());
    window.click(Role::ListBoxOption, &first.expect("a time is offered"));
    assert!(!window.rows().iter().any(|row| row.starts_with("dsp_1,")));
    window.click(Role::Link, "1 snoozed");
    let rows = window.rows();
    assert!(rows.len() == 1 && rows[0].contains("Snoozed: "), "{rows:?}");
}

#[test]
fn a_dispute_is_snoozed_until_a_day_that_is_typed() {
    let mut window = window();
    select(&mut window, "dsp_1");
    window.click(Role::Button, "Snooze…");
    window.type_into("Another day", "2026-11-23");
    window.click(Role::Button, "Snooze until this day");
    let id = paydesk_domain::ids::DisputeId::new("dsp_1");
    let row = window.state().workspace.disputes.find(&id).unwrap();
    assert_eq!(row.snoozed_until.map(|at| at.to_rfc3339()).as_deref(), Some("2026-11-23T08:00:00+00:00"));
}

#[test]
fn what_is_not_contested_says_so_in_its_row_and_in_its_workspace() {
    let mut window = window();
    select(&mut window, "dsp_4");
    window.click(Role::Button, "Won't contest");
    assert!(window.rows().iter().any(|row| row.starts_with("dsp_4,") && row.contains("Won't contest")));
    window.click(Role::Link, "Clear selection");
    let row = window.rows().into_iter().find(|row| row.starts_with("dsp_4,")).unwrap();
    window.click(Role::Row, &row);
    assert!(says(&window, "Not contested, decided by kim on"));
    window.click(Role::Button, "Contest again");
    assert!(window.has(Role::Button, "Won't contest"));
}

#[test]
fn of_all_those_that_need_evidence_are_left_uncontested_and_the_same_button_takes_it_back() {
    let mut window = window();
    window.key(Key::J);
    window.keys(Modifiers::COMMAND, Key::A);
    window.click(Role::Button, "Won't contest");
    assert!(says(&window, "3 disputes are marked as not contested. 3 skipped"));
    assert_eq!(window.rows().iter().filter(|row| row.contains("Won't contest")).count(), 3);
    window.click(Role::Button, "Contest again");
    assert!(!window.rows().iter().any(|row| row.contains("Won't contest")));
}

#[test]
fn a_selection_ends_with_its_rows_and_the_foot_counts_those_that_are_listed() {
    let mut window = window();
    select(&mut window, "dsp_4");
    window.click(Role::Button, "Snooze…");
    let first = window.0.query_all_by_role(Role::ListBoxOption).find_map(|node| node.accesskit_node().label());
    window.click(Role::ListBoxOption, &first.expect("a time is offered"));
    assert!(!says(&window, "0 selected") && !window.has(Role::Link, "Clear selection"));
    assert!(window.shows("5 of 6 disputes"));
}

#[test]
fn the_menu_that_assigns_has_the_keyboard_in_its_field_where_nobody_is_known() {
    let mut desk = inbox(mixed());
    desk.state.operator = String::new();
    let mut window = LiveWindow::new(desk);
    select(&mut window, "dsp_4");
    window.click(Role::Button, "Assign…");
    assert_eq!(window.focused_of(Role::TextInput).as_deref(), Some("Another person"));
}
