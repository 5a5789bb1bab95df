//! What is stored of payments, as it is set in Settings: for how long, whether, and how all of it is deleted.

use egui::accesskit::Role;
use egui_kittest::kittest::Queryable as _;
use paydesk_core::Action;
use paydesk_core::effect::HistoryJob;
use paydesk_core::features::history::HistoryPhase;
use paydesk_core::route::Route;
use paydesk_core::settings::HistorySettings;
use paydesk_domain::profile::ProfileId;

use super::live::LiveWindow;
use super::payment_search;

fn window() -> LiveWindow {
    let mut window = LiveWindow::of_size(payment_search::desk(), [1440.0, 2_600.0]);
    window.act(Action::GoTo(Route::Settings));
    window
}

fn settings(window: &LiveWindow) -> HistorySettings {
    window.state().settings.history(&ProfileId::embedded())
}

fn forgets(window: &LiveWindow) -> bool {
    let jobs = &window.0.state().desk.history;
    jobs.iter().any(|job| matches!(job, HistoryJob::Forget { .. }))
}

#[test]
fn how_long_payments_are_kept_is_chosen_in_settings_as_below_the_list() {
    let mut window = window();
    window.click(Role::RadioButton, "90 days");
    assert_eq!(settings(&window).keep_days, Some(90), "all of them are younger: nothing is deleted");
    window.click(Role::RadioButton, "All");
    assert_eq!(settings(&window).keep_days, None);
}

#[test]
fn everything_of_a_profile_is_forgotten_once_that_is_confirmed() {
    let mut window = window();
    window.click(Role::Button, "Delete payment history…");
    assert!(window.shows("Not deleted: the journal of operations, refunds, disputes and other records, notes and tags, saved views, files you exported, and anything at the service"));
    assert!(!forgets(&window));
    window.tick(1);
    window.0.get_by_role_and_label(Role::Button, "Delete payment history").click();
    window.run();
    assert!(forgets(&window));
}

#[test]
fn the_history_is_turned_off_with_a_confirmation_and_on_again_without() {
    let mut window = window();
    window.click(Role::RadioButton, "Off");
    assert!(!settings(&window).is_off, "not before it is confirmed");
    window.tick(1);
    window.click(Role::Button, "Turn off and delete");
    assert!(settings(&window).is_off && forgets(&window));
    assert!(!window.has(Role::RadioButton, "90 days"), "there is nothing to keep");
    window.click(Role::RadioButton, "On");
    assert!(!settings(&window).is_off);
    assert_eq!(window.state().workspace.history.phase(), HistoryPhase::Opening);
}
