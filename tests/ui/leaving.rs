//! Esc leaves every form from wherever the keyboard is, and nothing typed is lost by it.

use egui::accesskit::{Action as AccessKitAction, Role};
use egui::{Key, Modifiers};
use egui_kittest::kittest::{NodeT, Queryable as _};
use paydesk_core::Action;
use paydesk_core::features::payments::PaymentsAction;
use paydesk_core::operations::ResourceKind;
use paydesk_core::route::Route;
use paydesk_test_core::desk::Desk;

use super::panels::{Window, press, window};

/// The form of each panel, and what leaves it.
fn forms() -> [(&'static str, ResourceKind, Route, Action); 6] {
    [
        (
            "payment",
            ResourceKind::Payment,
            Route::List(ResourceKind::Payment),
            Action::Payments(PaymentsAction::CloseForm),
        ),
        ("payout", ResourceKind::Payout, Route::List(ResourceKind::Payout), Action::LeaveForm(ResourceKind::Payout)),
        (
            "customer",
            ResourceKind::Customer,
            Route::List(ResourceKind::Customer),
            Action::LeaveForm(ResourceKind::Customer),
        ),
        (
            "link",
            ResourceKind::PaymentLink,
            Route::List(ResourceKind::PaymentLink),
            Action::LeaveForm(ResourceKind::PaymentLink),
        ),
        (
            "subscription",
            ResourceKind::Subscription,
            Route::List(ResourceKind::Subscription),
            Action::LeaveForm(ResourceKind::Subscription),
        ),
        ("key", ResourceKind::ApiKey, Route::List(ResourceKind::ApiKey), Action::LeaveForm(ResourceKind::ApiKey)),
    ]
}

fn opened(kind: ResourceKind, route: Route) -> Window {
    let mut desk = Desk::ready(Vec::new());
    desk.act(Action::GoTo(route));
    desk.act(Action::OpenNew(kind));
    window(desk)
}

/// What Esc does once the keyboard is at the last widget of `role` that takes it; nowhere without one.
fn escape_at(window: &mut Window, role: Option<Role>) -> Option<Vec<Action>> {
    if let Some(role) = role {
        let takes_keys = |node: &_| NodeT::accesskit_node(node).data().supports_action(AccessKitAction::Focus);
        window.query_all_by(|node| node.role() == role && !node.is_disabled()).rfind(takes_keys)?.focus();
        window.run_steps(2);
        if role != Role::Button {
            assert!(window.query_by(|node| node.is_focused() && node.role() == role).is_some(), "{role:?} has it");
        }
    } else {
        window.ctx.memory_mut(|memory| memory.stop_text_input());
        window.run_steps(2);
    }
    Some(press(window, Modifiers::NONE, Key::Escape))
}

#[test]
fn esc_leaves_every_form_from_every_kind_of_widget_and_from_none() {
    for (what, kind, route, closes) in forms() {
        for role in [None, Some(Role::TextInput), Some(Role::Button), Some(Role::CheckBox), Some(Role::RadioButton)] {
            let mut window = opened(kind, route);
            let Some(actions) = escape_at(&mut window, role) else { continue };
            let times = actions.iter().filter(|action| **action == closes).count();
            assert_eq!(times, 1, "{what}, {role:?}: {actions:?}");
        }
    }
}
