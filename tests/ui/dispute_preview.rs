//! The preview of the evidence: a page of its own, beside the form in a wide window, and saved as a PDF.

use egui::Theme;
use egui::accesskit::Role;
use paydesk_core::Action;
use paydesk_core::features::disputes::{DisputesAction, EvidenceDraftAction, SubmissionAction};
use paydesk_domain::evidence::EvidenceField;
use paydesk_test_core::disputes::{dsp, inbox, mixed};
use paydesk_test_core::evidence::filled;

use super::live::LiveWindow;
use super::panels::{LARGE, QUAD_HD, act, assert_hides, assert_shows, click, click_role, window_of};

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
fn the_preview_says_how_many_characters_the_pdf_has_no_letters_for() {
    let preview = |statement: &str| {
        let mut window = window_of(filled(&[(EvidenceField::CustomerName, "Ada")]), Theme::Light, LARGE);
        // The typefaces of the system, which have it, are not part of a test.
        window.ctx.set_missing_glyph_policy(egui::MissingGlyphPolicy::Tofu);
        let dispute_id = dsp("dsp_1");
        let typed = EvidenceDraftAction::Edit {
            dispute_id,
            field: EvidenceField::UncategorizedText,
            text: statement.to_owned(),
        };
        act(&mut window, Action::Disputes(DisputesAction::Draft(typed)));
        drop(click_role(&mut window, Role::RadioButton, "Preview"));
        window.run_steps(2);
        window
    };
    let note = "3 characters are not in the PDF's font and are printed as their code points";
    assert_shows(&preview("已送达, delivered"), &[note]);
    assert_hides(&preview("Übergeben, delivered"), &["not in the typeface"]);
}

#[test]
fn in_a_wide_window_form_facts_and_preview_stand_side_by_side() {
    let window = window_of(filled(&[(EvidenceField::CustomerName, "Ada")]), Theme::Light, QUAD_HD);
    assert_shows(&window, &["Fill in facts", "Disputed payment", "Evidence for dispute dsp_1"]);
    assert_hides(&window, &["Preview"]);
}

#[test]
fn the_library_is_reached_from_the_inbox_and_left_by_escape() {
    let mut window = LiveWindow::new(inbox(mixed()));
    window.click(Role::Button, "Library");
    assert!(window.has(Role::Heading, "Case templates") && window.has(Role::Button, "Add text"));
    assert!(!window.has(Role::Link, "Insert: Delivered as ordered"), "there is no dispute to insert into");
    window.key(egui::Key::Escape);
    assert!(!window.state().workspace.disputes.inbox.shows_library);
    assert_eq!(window.rows().len(), 6);
}
