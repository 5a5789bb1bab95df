//! Words that the service or people invent may be long: they end with an ellipsis, are whole for a screen reader and under
//! the pointer, and push nothing out of the window.

use egui::accesskit::Role;
use egui::{Event, Key};
use egui_kittest::kittest::Queryable as _;
use paydesk_core::Action;
use paydesk_core::features::disputes::{DisputeLocalFilter, DisputesAction, HandlingAction, InboxAction};
use paydesk_domain::evidence::EvidenceField;
use paydesk_test_core::desk::Desk;
use paydesk_test_core::disputes::{dispute, dsp, edit, inbox, open};

use super::layout::{assert_room, is_whole};
use super::live::LiveWindow;
use super::panels::{LARGE, QUAD_HD, SMALL, SMALL_AT_150_PERCENT};

const STATUS: &str = "awaiting_the_second_answer_of_the_issuing_bank";

const REASON: &str = "objection_by_the_holder_of_a_voucher_that_the_marketplace_issued_for_its_merchants_13_3_b";

const NAME: &str = "Maximiliana Theodora von und zu Hohenstein-Wittgenstein-Berleburg";

fn desk() -> Desk {
    let mut desk = inbox(vec![
        dispute("dsp_1", STATUS, REASON, 24),
        dispute("dsp_2", "dispute_opened", "duplicate", 30),
        dispute("dsp_3", "dispute_opened", "fraudulent", 30),
    ]);
    let to = Some(NAME.to_owned());
    let assign = HandlingAction::Assign { disputes: vec![dsp("dsp_1"), dsp("dsp_2")], to };
    desk.act(Action::Disputes(DisputesAction::Handling(assign)));
    desk
}

fn opened(id: &str) -> Desk {
    let mut desk = desk();
    open(&mut desk, id);
    edit(&mut desk, EvidenceField::CustomerName, NAME);
    desk
}

/// What a screen reader says of it.
fn says(node: &egui_kittest::kittest::AccessKitNode<'_>) -> Option<String> {
    node.value().or_else(|| node.label())
}

#[test]
fn long_words_push_nothing_out_and_cover_nothing() {
    for size in [QUAD_HD, LARGE, SMALL, SMALL_AT_150_PERCENT] {
        assert_room(&LiveWindow::of_size(desk(), size).0, &format!("the inbox, {size:?}"));
        for id in ["dsp_1", "dsp_2"] {
            let window = LiveWindow::of_size(opened(id), size);
            assert_room(&window.0, &format!("{id}, {size:?}"));
            let amount = window.0.query_all_by(|node| says(node).as_deref() == Some("45.10 EUR"));
            assert!(amount.map(|amount| amount.rect().width()).fold(0.0, f32::max) > 40.0, "{id} {size:?}");
        }
    }
}

#[test]
fn all_fields_have_room_for_their_marks_beside_their_labels() {
    for size in [QUAD_HD, LARGE, SMALL, SMALL_AT_150_PERCENT] {
        let mut window = LiveWindow::of_size(opened("dsp_2"), [size[0], 4_000.0]);
        window.click(Role::RadioButton, "All fields");
        for field in ["Invoices for both charges", "Agreement to recurring charges"] {
            window.type_into(field, "file_1");
        }
        assert_room(&window.0, &format!("{size:?}"));
    }
}

#[test]
fn a_filter_by_a_long_name_leaves_room_for_the_others_and_is_whole_under_the_pointer() {
    for size in [LARGE, SMALL, SMALL_AT_150_PERCENT] {
        let mut desk = desk();
        let assignee = Some(paydesk_core::features::disputes::AssigneeFilter::Person(NAME.to_owned()));
        let filter = DisputeLocalFilter { assignee, ..DisputeLocalFilter::default() };
        desk.act(Action::Disputes(DisputesAction::Inbox(InboxAction::SetLocalFilter(filter))));
        let mut window = LiveWindow::of_size(desk, size);
        assert_room(&window.0, &format!("{size:?}"));
        let whole = format!("Assignee: {NAME}");
        let rect = window.0.get_by_role_and_label(Role::Button, &whole).rect();
        let share = rect.width() / window.0.ctx.content_rect().width();
        assert!(share < 0.5, "{size:?}: {share}");
        assert!(!is_whole(&window.0, &whole), "{size:?}");
        window.0.event(Event::PointerMoved(rect.center()));
        window.0.run_steps(60);
        assert!(is_whole(&window.0, &whole), "{size:?}");
    }
}

#[test]
fn a_status_of_the_service_s_own_is_whole_under_the_pointer() {
    let mut window = LiveWindow::of_size(opened("dsp_1"), SMALL_AT_150_PERCENT);
    let chip = window.0.query_all_by(|node| says(node).as_deref() == Some(STATUS));
    let rect = chip.map(|node| node.rect()).next().expect("the status is in the head");
    window.0.event(Event::PointerMoved(rect.center()));
    window.0.run_steps(60);
    assert!(is_whole(&window.0, &format!("Status at the service: {STATUS}")));
}

#[test]
fn the_row_of_a_dispute_says_all_of_its_reason_to_a_screen_reader() {
    let mut window = LiveWindow::of_size(desk(), SMALL);
    window.key(Key::J);
    let rows = window.rows();
    assert!(rows.iter().any(|row| row.contains(&format!("Other reason · {REASON}"))), "{rows:?}");
    let whole = format!("Other reason · {REASON}");
    assert!(window.0.query_all_by(|node| says(node).as_ref() == Some(&whole)).next().is_some());
}
