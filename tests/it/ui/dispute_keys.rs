//! The keyboard in the workspace of a dispute: where it goes after what a person asked for.

use egui::accesskit::Role;
use egui::{Key, Modifiers};
use egui_kittest::kittest::{NodeT as _, Queryable as _};
use paydesk::app::Action;
use paydesk::app::Effect;
use paydesk::app::effect::ApiEffect;
use paydesk::app::features::disputes::{DisputesAction, EvidenceDraftAction};
use paydesk::domain::evidence::EvidenceField;

use super::live::LiveWindow;
use crate::flows::disputes::{dispute, dsp, inbox, open};
use crate::flows::evidence::{confirm, filled, send};

/// A dispute for which a file is recommended.
fn not_received() -> LiveWindow {
    let mut desk = inbox(vec![dispute("dsp_1", "dispute_opened", "product_not_received", 24)]);
    open(&mut desk, "dsp_1");
    LiveWindow::new(desk)
}

/// The field that has the keyboard, and whether it is in view.
fn focused(window: &LiveWindow) -> Option<(String, bool)> {
    let nodes = window.0.root().children_recursive();
    let node = nodes.into_iter().find(|node| node.accesskit_node().is_focused())?;
    let is_seen = window.0.ctx.content_rect().contains_rect(node.rect());
    Some((node.accesskit_node().label().unwrap_or_default(), is_seen))
}

#[test]
fn a_path_that_is_typed_into_the_field_of_a_file_is_no_evidence_and_enter_uploads_it() {
    let mut window = not_received();
    let counts = |window: &LiveWindow| {
        let row = window.state().workspace.disputes.find(&dsp("dsp_1")).unwrap();
        (row.counts.met, row.counts.faulty)
    };
    window.type_into("Shipping documentation", "/home/mia/delivery.png");
    assert_eq!(counts(&window), (0, 1));
    assert!(window.shows("Press Enter to upload the file: its path or name is no evidence"));
    window.key(Key::Enter);
    let uploads = window.0.state().desk.other.iter().filter_map(|effect| match effect {
        Effect::Api(ApiEffect::UploadFile { place, path }) => Some((place.field, path.clone())),
        _ => None,
    });
    let expected = (EvidenceField::ShippingDocumentation, "/home/mia/delivery.png".to_owned());
    assert_eq!(uploads.collect::<Vec<_>>(), [expected]);
    assert_eq!(focused(&window), Some(("Shipping documentation".to_owned(), true)), "the keyboard stays");
}

#[test]
fn an_id_that_is_typed_into_the_field_of_a_file_is_not_taken_for_a_path() {
    let mut window = not_received();
    window.type_into("Shipping documentation", "file_x2BDjXt5hWkVrJLsW2DT");
    window.key(Key::Enter);
    let is_upload = |effect: &Effect| matches!(effect, Effect::Api(ApiEffect::UploadFile { .. }));
    assert!(!window.0.state().desk.other.iter().any(is_upload));
    assert_eq!(window.state().workspace.disputes.find(&dsp("dsp_1")).unwrap().counts.met, 1);
}

#[test]
fn a_drafted_statement_is_in_view_and_has_the_keyboard() {
    let mut window = not_received();
    window.keys(Modifiers::COMMAND, Key::D);
    assert_eq!(focused(&window), Some(("Statement".to_owned(), true)));
    window.type_text(" Kind regards.");
    assert!(window.text("Statement").ends_with(" Kind regards."), "at its end: {}", window.text("Statement"));
}

#[test]
fn the_field_that_had_the_keyboard_gets_it_back_after_the_review() {
    let mut window = not_received();
    window.type_into("Carrier", "DHL");
    window.keys(Modifiers::COMMAND, Key::S);
    assert!(window.state().workspace.disputes.review.is_some());
    window.key(Key::Escape);
    assert!(window.state().workspace.disputes.review.is_none());
    assert_eq!(focused(&window), Some(("Carrier".to_owned(), true)));
}

#[test]
fn a_first_submission_is_called_that_and_nothing_filled_in_is_said_so() {
    let mut window = not_received();
    let submit = window.0.get_by_role_and_label(Role::Button, "Submit evidence…");
    assert!(submit.accesskit_node().is_disabled());
    let row = window.state().workspace.disputes.find(&dsp("dsp_1")).unwrap();
    let why = crate::flows::dispute_views::hindrance_of(window.state(), row);
    assert_eq!(why.as_deref(), Some("Nothing is filled in yet"));
    window.type_into("Carrier", "DHL");
    window.keys(Modifiers::COMMAND, Key::S);
    assert!(window.shows("1 field will be submitted. It is the first submission"));
}

#[test]
fn what_was_submitted_offers_no_decision_not_to_contest() {
    let mut desk = filled(&[(EvidenceField::CustomerName, "Ada")]);
    send(&mut desk);
    confirm(&mut desk);
    desk.act(Action::Disputes(DisputesAction::Draft(EvidenceDraftAction::SetProduct(dsp("dsp_1"), None))));
    let window = LiveWindow::new(desk);
    assert!(!window.has(Role::Button, "Won't contest"));
    assert!(window.shows("Evidence for dsp_1 submitted"), "the toast says of which dispute");
    let is = |text: String| text.starts_with("Evidence until ");
    assert!(window.0.query_all_by(|node| node.value().or_else(|| node.label()).is_some_and(is)).next().is_some());
}

#[test]
fn ctrl_and_enter_adds_the_note_that_is_typed_beside_the_evidence() {
    let mut window = not_received();
    window.type_into("New note", "Called the carrier");
    window.keys(Modifiers::CTRL | Modifiers::COMMAND, Key::Enter);
    assert!(window.shows("Called the carrier"), "it is listed");
    assert_eq!(window.text("New note"), "");
}
