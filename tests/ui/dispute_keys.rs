//! The keyboard in the workspace of a dispute: where it goes after what a person asked for.

use egui::accesskit::Role;
use egui::{Key, Modifiers};
use egui_kittest::kittest::{NodeT as _, Queryable as _};
use paydesk_core::effect::ApiEffect;
use paydesk_core::features::disputes::{DisputesAction, EvidenceDraftAction};
use paydesk_core::{Action, Effect};
use paydesk_domain::evidence::EvidenceField;
use paydesk_test_core::disputes::{dispute, dsp, edit, inbox, mixed, open};
use paydesk_test_core::evidence::{confirm, filled, send};
use paydesk_test_core::service::answered;
use serde_json::json;

use super::live::LiveWindow;

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
    assert!(window.shows("Press Enter to upload this file. A path alone is not evidence."));
    window.key(Key::Enter);
    let uploads = window.0.state().desk.other.iter().filter_map(|effect| match effect {
        Effect::Api(ApiEffect::UploadFile { place, path, .. }) => Some((place.field, path.clone())),
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
    let why = paydesk_test_core::dispute_views::hindrance_of(window.state(), row);
    assert_eq!(why.as_deref(), Some("Nothing is filled in yet"));
    window.type_into("Carrier", "DHL");
    window.keys(Modifiers::COMMAND, Key::S);
    assert!(window.shows("1 field will be submitted in the first submission"));
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
    let is = |text: String| text.starts_with("Evidence due ");
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

#[test]
fn while_evidence_is_reviewed_keys_scroll_the_review_and_lead_to_no_other_dispute() {
    let mut desk = inbox(vec![
        dispute("dsp_1", "dispute_opened", "product_not_received", 24),
        dispute("dsp_2", "dispute_opened", "product_not_received", 25),
    ]);
    open(&mut desk, "dsp_1");
    for field in [EvidenceField::UncategorizedText, EvidenceField::AccessActivityLog] {
        edit(&mut desk, field, &"It was delivered, see the log.\n".repeat(60));
    }
    let mut window = LiveWindow::new(desk);
    window.keys(Modifiers::COMMAND, Key::S);
    let top = |window: &LiveWindow| {
        let is_title = |text: String| text.starts_with("Submission #1 of") || text.contains("will be submitted");
        let mut nodes = window.0.query_all_by(|node| node.value().or_else(|| node.label()).is_some_and(is_title));
        nodes.next().expect("the review is open").rect().top()
    };
    let mut before = top(&window);
    for (modifiers, key, down) in [
        (Modifiers::NONE, Key::ArrowDown, true),
        (Modifiers::NONE, Key::J, true),
        (Modifiers::NONE, Key::ArrowUp, false),
        (Modifiers::NONE, Key::PageDown, true),
        (Modifiers::NONE, Key::PageUp, false),
        (Modifiers::NONE, Key::Space, true),
        (Modifiers::NONE, Key::End, true),
        (Modifiers::NONE, Key::Home, false),
        (Modifiers::COMMAND, Key::PageDown, false),
    ] {
        window.keys(modifiers, key);
        window.0.run_steps(30);
        let now = top(&window);
        let is_moved = if down { now < before } else { now > before };
        assert!(is_moved || modifiers.command && now == before, "{key:?}: {before} → {now}");
        assert_eq!(window.state().workspace.disputes.open.id, Some(dsp("dsp_1")), "{key:?}");
        before = now;
    }
    assert!(window.state().workspace.disputes.review.is_some());
}

/// A dispute of goods that did not arrive, whose payment says with whom they were sent.
fn shipped() -> LiveWindow {
    let mut desk = inbox(vec![dispute("dsp_1", "dispute_opened", "product_not_received", 24)]);
    desk.act(Action::Disputes(DisputesAction::Open(Some(dsp("dsp_1")))));
    desk.answer_payment(answered(
        200,
        json!({
            "payment_id": "pay_1", "status": "succeeded", "amount": 4_510, "currency": "EUR", "amount_received": 4_510,
            "amount_capturable": 0, "created": "2026-11-17T14:02:11Z",
            "metadata": {"carrier": "DHL", "tracking_number": "00340434"},
        }),
    ));
    LiveWindow::new(desk)
}

#[test]
fn a_fact_is_chosen_by_keys_for_the_field_with_the_keyboard_which_gets_it_back() {
    let mut window = shipped();
    window.click(Role::RadioButton, "All fields");
    window.type_into("Statement", "Dear bank,");
    window.keys(Modifiers::COMMAND, Key::I);
    assert!(window.shows("Into “Statement”"));
    window.key(Key::ArrowDown);
    window.key(Key::Enter);
    window.run();
    let text = window.text("Statement");
    assert!(text.starts_with("Dear bank,\nCreated: "), "{text}");
    assert_eq!(focused(&window), Some(("Statement".to_owned(), true)));
    window.keys(Modifiers::COMMAND, Key::I);
    window.key(Key::Escape);
    window.run();
    assert_eq!(focused(&window), Some(("Statement".to_owned(), true)), "also where none is chosen");
    assert_eq!(window.text("Statement"), text);
}

#[test]
fn known_facts_are_filled_by_a_key_and_undo_does_not_move_what_inserts_them() {
    let mut window = shipped();
    let top = |window: &LiveWindow| {
        let is = |label: String| label.starts_with("Insert Carrier into");
        let mut links = window.0.query_all_by(|node| node.label().is_some_and(is));
        links.next().expect("the carrier is known").rect().top()
    };
    let before = top(&window);
    window.keys(Modifiers::COMMAND, Key::L);
    assert_eq!(window.text("Carrier"), "DHL");
    assert!(window.has(Role::Button, "Undo") && top(&window) == before, "{before} → {}", top(&window));
}

#[test]
fn disputes_are_assigned_snoozed_and_not_contested_by_keys() {
    let mut desk = inbox(mixed());
    open(&mut desk, "dsp_4");
    let mut window = LiveWindow::new(desk);
    window.key(Key::T);
    assert!(window.focused_of(Role::ListBoxOption).is_some_and(|name| name.ends_with("(you)")));
    window.key(Key::Escape);
    window.key(Key::Escape);
    assert!(window.state().workspace.disputes.open.id.is_some());
    window.key(Key::Z);
    assert!(window.shows("Returns then, or a day before evidence is due if sooner"));
    window.key(Key::Escape);
    window.keys(Modifiers::COMMAND | Modifiers::SHIFT, Key::W);
    assert!(window.state().workspace.disputes.find(&dsp("dsp_4")).unwrap().not_contested.is_some());
}

#[test]
fn the_key_of_the_search_leads_from_a_dispute_to_the_search_of_the_inbox() {
    let mut desk = inbox(mixed());
    open(&mut desk, "dsp_4");
    let mut window = LiveWindow::new(desk);
    window.key(Key::Slash);
    assert_eq!(window.state().workspace.disputes.open.id, None);
    assert_eq!(window.focused_of(Role::TextInput).as_deref(), Some("Search disputes"));
}

#[test]
fn the_key_of_missing_fields_leads_to_each_field_of_an_alternative() {
    let mut desk = inbox(vec![dispute("dsp_1", "dispute_opened", "product_unacceptable", 24)]);
    open(&mut desk, "dsp_1");
    let mut window = LiveWindow::new(desk);
    let mut led_to = std::collections::BTreeSet::new();
    for _ in 0..6 {
        window.keys(Modifiers::COMMAND, Key::M);
        led_to.extend(focused(&window).map(|(name, _)| name));
    }
    assert!(led_to.contains("Access or activity log") && led_to.contains("Shipping documentation"), "{led_to:?}");
}

#[test]
fn the_id_of_a_file_that_is_not_known_here_is_a_warning_in_the_form_and_in_the_preview() {
    let mut window = not_received();
    window.type_into("Shipping documentation", "file_x2BDjXt5hWkVrJLsW2DT");
    assert!(window.shows("Check the ID"));
    window.click(Role::RadioButton, "Preview");
    assert!(window.shows("Not uploaded from this computer: check the ID"));
}

#[test]
fn a_review_in_a_wide_window_has_lines_that_can_be_read() {
    let mut desk = inbox(vec![dispute("dsp_1", "dispute_opened", "product_not_received", 24)]);
    open(&mut desk, "dsp_1");
    edit(&mut desk, EvidenceField::UncategorizedText, &"It was delivered. ".repeat(100));
    let mut window = LiveWindow::of_size(desk, [2560.0, 1440.0]);
    window.keys(Modifiers::COMMAND, Key::S);
    let is = |text: String| text.starts_with("+ It was delivered.");
    let mut lines = window.0.query_all_by(|node| node.value().or_else(|| node.label()).is_some_and(is));
    let width = lines.next().expect("the statement is reviewed").rect().width();
    assert!((640.0..=1_280.0).contains(&width), "{width}");
}
