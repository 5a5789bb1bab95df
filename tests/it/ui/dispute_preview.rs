//! The preview of the evidence: a page of its own, beside the form in a wide window, and saved as a PDF.

use egui::Theme;
use egui::accesskit::Role;
use paydesk::app::Action;
use paydesk::app::features::disputes::{DisputesAction, SubmissionAction};
use paydesk::domain::evidence::EvidenceField;

use super::live::LiveWindow;
use super::panels::{LARGE, QUAD_HD, assert_hides, assert_shows, click, click_role, window_of};
use crate::flows::disputes::{inbox, mixed};
use crate::flows::evidence::filled;

#[test]
fn the_preview_is_a_page_of_its_own_and_is_saved_as_a_pdf() {
    let mut window = window_of(filled(&[(EvidenceField::CustomerName, "Ada")]), Theme::Light, LARGE);
    assert_hides(&window, &["Evidence for dispute dsp_1"]);
    drop(click_role(&mut window, Role::RadioButton, "Preview"));
    window.run_steps(2);
    assert_shows(&window, &["Evidence for dispute dsp_1", "Customer name · not submitted yet", "Ada"]);
    let pushed = click(&mut window, "Save as PDF");
    let [Action::Disputes(DisputesAction::Submission(SubmissionAction::SaveDocument(document)))] = &pushed[..] else {
        panic!("{pushed:?}")
    };
    assert_eq!(document.groups[0].fields[0].text, "Ada");
}

#[test]
fn in_a_wide_window_form_facts_and_preview_stand_side_by_side() {
    let window = window_of(filled(&[(EvidenceField::CustomerName, "Ada")]), Theme::Light, QUAD_HD);
    assert_shows(&window, &["Fill known facts", "Disputed payment", "Evidence for dispute dsp_1"]);
    assert_hides(&window, &["Preview"]);
}

#[test]
fn the_library_is_reached_from_the_inbox_and_left_by_escape() {
    let mut window = LiveWindow::new(inbox(mixed()));
    window.click(Role::Button, "Library");
    assert!(window.has(Role::Heading, "Case templates") && window.has(Role::Button, "Add a text"));
    assert!(!window.has(Role::Link, "Insert: Delivered as ordered"), "there is no dispute to insert into");
    window.key(egui::Key::Escape);
    assert!(!window.state().workspace.disputes.inbox.shows_library);
    assert_eq!(window.rows().len(), 6);
}
