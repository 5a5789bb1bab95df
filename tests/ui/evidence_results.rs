//! Which evidence won, as a card of the board: reasons, their fields, and the way to the rows behind each number.

use std::sync::LazyLock;

use egui::accesskit::Role;
use egui::{Key, Modifiers, Theme};
use egui_kittest::kittest::Queryable as _;
use paydesk_core::Action;
use paydesk_core::features::analytics::{AnalyticsAction, DrillDown};
use paydesk_core::features::disputes::{DisputeLocalFilter, SubmittedFilter};
use paydesk_core::operations::ResourceKind;
use paydesk_core::route::Route;
use paydesk_domain::evidence::EvidenceField;
use paydesk_test_desk::shop::with_submitted_evidence as shop;

use super::kit;
use super::panels::{Window, assert_shows, click, names, press, window_of_state};
use paydesk_test_desk::vulkan::needs_vulkan;

fn window(theme: Theme) -> Window {
    static RUNTIME: LazyLock<tokio::runtime::Runtime> = LazyLock::new(|| tokio::runtime::Runtime::new().unwrap());
    let shop = RUNTIME.block_on(shop());
    window_of_state(shop.state, theme, [1440.0, 1_700.0])
}

/// The line that begins like this.
fn line(window: &Window, start: &str) -> String {
    let start = format!("Won and lost by evidence, {start}");
    let shown = names(window);
    shown.lines().find(|name| name.starts_with(&start)).unwrap_or_else(|| panic!("{start} in {shown}")).to_owned()
}

fn rows_of(pushed: &[Action]) -> DisputeLocalFilter {
    match pushed {
        [Action::Analytics(AnalyticsAction::ShowRows(DrillDown::Disputes(filter)))] => (**filter).clone(),
        other => panic!("{other:?}"),
    }
}

#[test]
fn each_line_opens_its_disputes_and_those_without_the_field() {
    let mut window = window(Theme::Light);
    let name = line(&window, "Fraudulent, Receipt: ");
    assert!(name.contains(" won, ") && name.contains(" lost ("), "{name}");
    let pushed = click(&mut window, &name);
    assert_eq!(rows_of(&pushed).submitted, Some(SubmittedFilter::With(EvidenceField::Receipt)));
    let without = line(&window, "Fraudulent, without Receipt: won 0");
    let pushed = click(&mut window, &without);
    let filter = rows_of(&pushed);
    assert_eq!(filter.submitted, Some(SubmittedFilter::Without(EvidenceField::Receipt)));
    window.state_mut().state.on_action(pushed[0].clone());
    window.run_steps(3);
    assert_eq!(window.state().state.workspace.route, Route::List(ResourceKind::Dispute));
    assert_shows(&window, &["Submitted: without “Receipt”", "Status: Won, Lost"]);
    assert!(!window.state().state.workspace.disputes.is_empty());
}

#[test]
fn a_line_is_opened_by_enter() {
    let mut window = window(Theme::Light);
    let name = line(&window, "Fraudulent, Receipt: ");
    window.get_by_label(&name).focus();
    window.run_steps(2);
    let pushed = press(&mut window, Modifiers::NONE, Key::Enter);
    assert_eq!(rows_of(&pushed).submitted, Some(SubmittedFilter::With(EvidenceField::Receipt)));
}

#[test]
fn in_a_picture_all_lines_are_there_and_nothing_scrolls() {
    let mut window = window(Theme::Light);
    let last = line(&window, "Other reason, Customer name: ");
    let is_in_sight = |window: &Window| {
        let card = window.get_by_label("Show more numbers and charts").rect().top();
        window.get_by_label(&last).rect().bottom() < card
    };
    assert!(!is_in_sight(&window));
    click(&mut window, "More for “Won and lost by evidence”");
    click(&mut window, "Save as PNG");
    window.run_steps(3);
    assert_shows(&window, &[&last]);
    let bars = window.query_all_by(|node| node.role() == Role::ScrollBar).count();
    assert_eq!(bars, 0, "nothing scrolls in a picture");
}

#[test]
fn pictures_of_which_evidence_won() {
    if needs_vulkan("pictures of evidence on the board").is_none() {
        return;
    }
    let mut results = egui_kittest::SnapshotResults::new();
    for (theme, name) in [(Theme::Light, "light"), (Theme::Dark, "dark")] {
        let mut window = window(theme);
        kit::snapshot(&mut window, &format!("analytics-evidence-{name}"));
        results.extend_harness(&mut window);
    }
}
