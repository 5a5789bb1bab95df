//! What the last look found leads to its field: by the mouse and by the keyboard.

use egui::{Key, Modifiers, Theme};
use egui_kittest::kittest::NodeT as _;
use paydesk_core::Action;
use paydesk_core::features::disputes::{DisputesAction, EvidenceDraftAction, SubmissionAction};
use paydesk_domain::evidence::EvidenceField;
use paydesk_test_core::disputes::dsp;
use paydesk_test_core::evidence::filled;

use super::panels::{LARGE, SMALL, Window, assert_shows, click, press, window_of};

/// More steps of Tab than the last look has.
const TABS_MAX: usize = 60;

/// The last look at a wrong date, a statement that was cut off, and what is missing.
fn last_look(size: [f32; 2]) -> Window {
    let mut desk =
        filled(&[(EvidenceField::ShippingDate, "24/11/2026"), (EvidenceField::UncategorizedText, "As agreed (see")]);
    desk.act(Action::Disputes(DisputesAction::Submission(SubmissionAction::Review(dsp("dsp_1")))));
    window_of(desk, Theme::Light, size)
}

fn settle(window: &mut Window, pushed: Vec<Action>) {
    assert_eq!(pushed, [Action::Disputes(DisputesAction::Submission(SubmissionAction::LeaveReview))]);
    for action in pushed {
        drop(window.state_mut().state.on_action(action));
    }
    window.run_steps(6);
}

/// What has the keyboard, and whether it is in view.
fn focused(window: &Window) -> Option<(String, bool)> {
    let nodes = window.root().children_recursive();
    let node = nodes.into_iter().find(|node| node.accesskit_node().is_focused())?;
    let rect = node.rect();
    let is_seen = window.ctx.content_rect().contains_rect(rect);
    Some((node.accesskit_node().label().unwrap_or_default(), is_seen))
}

#[test]
fn each_finding_with_a_field_leads_to_it_in_sight_and_with_the_keyboard() {
    for size in [LARGE, SMALL] {
        for label in ["Shipping date", "Statement", "Tracking number", "Customer communication"] {
            let mut window = last_look(size);
            let pushed = click(&mut window, &format!("Go to “{label}”"));
            settle(&mut window, pushed);
            assert_eq!(focused(&window), Some((label.to_owned(), true)), "{size:?}");
            assert_shows(&window, &["Fields shown", label]);
        }
    }
}

#[test]
fn it_leads_there_by_keys_alone_and_what_is_typed_then_goes_into_the_field() {
    let mut window = last_look(LARGE);
    for _ in 0..TABS_MAX {
        if focused(&window).is_some_and(|(name, _)| name == "Go to “Statement”") {
            break;
        }
        window.key_press_modifiers(Modifiers::NONE, Key::Tab);
        window.run_steps(2);
    }
    let pushed = press(&mut window, Modifiers::NONE, Key::Enter);
    settle(&mut window, pushed);
    assert_eq!(focused(&window).unwrap().0, "Statement");
    window.event(egui::Event::Text("!".to_owned()));
    window.run_steps(2);
    let Some(Action::Disputes(DisputesAction::Draft(EvidenceDraftAction::Edit { field, text, .. }))) =
        window.state().actions.last()
    else {
        panic!("{:?}", window.state().actions)
    };
    assert!(*field == EvidenceField::UncategorizedText && text.contains('!'), "{field:?}: {text}");
}
