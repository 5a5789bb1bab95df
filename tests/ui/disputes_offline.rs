//! Disputes while the service is away: what was worked on is in the inbox, and its draft is gone on with.

use egui::Theme;
use egui_kittest::kittest::{NodeT as _, Queryable as _};
use paydesk_core::Action;
use paydesk_core::features::disputes::{DisputesAction, InboxAction, SubmissionAction};
use paydesk_test_core::disputes::{dsp, open};
use paydesk_test_core::disputes_offline::started_offline;

use super::panels::{LARGE, SMALL, assert_shows, click, window_of};

#[test]
fn the_inbox_shows_what_was_worked_on_as_it_was_read_and_how_to_read_it_again() {
    let mut window = window_of(started_offline(&["dsp_1"]), Theme::Light, LARGE);
    assert_shows(&window, &["Disputes could not be loaded", "1 dispute you worked on is shown as last loaded"]);
    assert_shows(&window, &["1 dispute, as last loaded", "as of "]);
    assert_eq!(click(&mut window, "Retry"), [Action::Disputes(DisputesAction::Inbox(InboxAction::Refresh))]);
}

#[test]
fn its_draft_is_gone_on_with_and_submitting_says_why_it_waits() {
    let mut desk = started_offline(&["dsp_1"]);
    open(&mut desk, "dsp_1");
    let mut window = window_of(desk, Theme::Light, [1440.0, 4_000.0]);
    assert_shows(
        &window,
        &["Shown as of ", "Your draft is saved with every change", "Customer name", "1 unsent change"],
    );
    let submit = window.get_by(|node| node.label().as_deref() == Some("Submit evidence…"));
    assert!(submit.accesskit_node().is_disabled());
    assert_eq!(click(&mut window, "Refresh"), [Action::Disputes(DisputesAction::Inbox(InboxAction::Refresh))]);
    drop(
        window
            .state_mut()
            .state
            .on_action(Action::Disputes(DisputesAction::Submission(SubmissionAction::Review(dsp("dsp_1"))))),
    );
    assert_eq!(window.state().state.workspace.disputes.review, None);
}

#[test]
fn a_small_window_has_room_for_it() {
    let window = window_of(started_offline(&["dsp_1", "dsp_2"]), Theme::Dark, SMALL);
    assert_shows(&window, &["2 disputes you worked on are shown as last loaded", "2 disputes, as last loaded"]);
}
