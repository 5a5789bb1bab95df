//! Typing into the evidence of a dispute: no field moves, and none loses the keyboard.

use egui::accesskit::Role;
use egui_kittest::kittest::{NodeT as _, Queryable as _};
use paydesk_core::Action;
use paydesk_core::features::disputes::{DisputesAction, EvidenceDraftAction, Product};
use paydesk_domain::evidence::EvidenceField;
use paydesk_test_core::disputes::{dsp, inbox, mixed, open};

use super::panels::{LARGE, Window, window_of};

const LOG: &str = "Access or activity log";

/// The case that is called fraudulent, with no product type chosen.
fn fraudulent() -> Window {
    let mut desk = inbox(mixed());
    open(&mut desk, "dsp_1");
    window_of(desk, egui::Theme::Light, LARGE)
}

/// Hands what was pushed to the core, as the window does, and draws again.
fn settle(window: &mut Window) {
    for action in std::mem::take(&mut window.state_mut().actions) {
        drop(window.state_mut().state.on_action(action));
    }
    window.run_steps(2);
}

/// The labels of all fields of the form, from top to bottom.
fn order(window: &Window) -> Vec<String> {
    let is_field = |role| matches!(role, Role::TextInput | Role::MultilineTextInput);
    let nodes = window.root().children_recursive();
    let fields = nodes.into_iter().filter(|node| is_field(node.accesskit_node().role()));
    fields.filter_map(|node| node.accesskit_node().label()).collect()
}

#[test]
fn a_field_that_becomes_recommended_while_it_is_typed_into_stays_where_it_is() {
    let mut window = fraudulent();
    let before = order(&window);
    assert!(before.iter().any(|label| label == LOG));
    let field = |node: &egui_kittest::kittest::AccessKitNode<'_>| node.label().as_deref() == Some(LOG);
    window.get_by(field).focus();
    window.run_steps(2);
    for letter in ["S", "i", "g", "n"] {
        window.event(egui::Event::Text(letter.to_owned()));
        window.run_steps(1);
        settle(&mut window);
    }
    let shown = window.get_by(field);
    assert_eq!(shown.value().as_deref(), Some("Sign"));
    assert!(shown.accesskit_node().is_focused());
    assert_eq!(order(&window), before);
    let draft = &window.state().state.workspace.drafts.entry(&dsp("dsp_1")).unwrap().draft;
    assert_eq!(draft.text(EvidenceField::AccessActivityLog), "Sign");
}

#[test]
fn the_order_changes_when_another_product_type_is_chosen() {
    let mut window = fraudulent();
    let before = order(&window);
    let chosen = EvidenceDraftAction::SetProduct(dsp("dsp_1"), Some(Product::Intangible));
    window.state_mut().actions.push(Action::Disputes(DisputesAction::Draft(chosen)));
    settle(&mut window);
    let after = order(&window);
    let place = |order: &[String]| order.iter().position(|label| label == LOG);
    assert!(place(&after) < place(&before), "{before:?} {after:?}");
}
