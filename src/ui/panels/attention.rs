//! Needs attention: operations whose outcome is not known or that were never sent, and what ended lately.

use egui::{CentralPanel, Frame, ScrollArea, Ui};

use crate::app::features::payments::PaymentsAction;
use crate::app::operations::{Operation, Phase, ResourceKind};
use crate::app::route::Route;
use crate::app::{Action, State};
use crate::domain::text::{visible, visible_id};
use crate::ui::drafts::Drafts;
use crate::ui::icons::Icon;
use crate::ui::open_operation::open_operation_ui;
use crate::ui::panel_view::PanelView;
use crate::ui::status::{environment_chip_ui, outcome_icon, outcome_tone};
use crate::ui::tokens::{Text, Tone, space, tokens};
use crate::ui::widgets::title::{margin, title_ui};
use crate::ui::widgets::{Button, Notice, chip_ui, empty_ui, heading_ui, label_ui};

/// Widest column of text, in points.
const COLUMN: f32 = 760.0;

/// How the panel is drawn.
pub const VIEW: PanelView = PanelView::new(Route::Attention, Icon::NeedsAttention, panel_ui);

/// Draws the panel.
pub fn panel_ui(ui: &mut Ui, state: &State, _: &mut Drafts, actions: &mut Vec<Action>) {
    let frame = Frame::new().fill(tokens(ui).surface).inner_margin(margin());
    CentralPanel::no_frame().frame(frame).show(ui, |ui| {
        title_ui(ui, "Needs attention", |_| ());
        let none_open = state.open_operations().next().is_none();
        let none_ended = state.ended_operations().next().is_none();
        if none_open && none_ended {
            let sentence = "You're all caught up: every operation sent from here has a known outcome";
            empty_ui(ui, Icon::Success, sentence, None);
            return;
        }
        ScrollArea::vertical().auto_shrink([false, false]).show(ui, |ui| {
            ui.set_max_width(COLUMN.min(ui.available_width()));
            ui.spacing_mut().item_spacing.y = space::S;
            if none_open {
                label_ui(ui, Text::Body, tokens(ui).subdued, "You're all caught up");
            }
            for operation in state.open_operations() {
                ui.push_id(operation.id.as_str(), |ui| {
                    operation_heading_ui(ui, state, operation, actions);
                    if operation.profile_id == state.profiles.current {
                        open_operation_ui(ui, state, operation, actions);
                    } else {
                        elsewhere_ui(ui, state, operation, actions);
                    }
                    ui.add_space(space::M);
                });
            }
            if !none_ended {
                ui.add_space(space::S);
                let subdued = tokens(ui).subdued;
                heading_ui(ui, Text::Group, subdued, "Recent activity");
            }
            for operation in state.ended_operations() {
                ui.push_id(operation.id.as_str(), |ui| ended_ui(ui, state, operation, actions));
            }
        });
    });
}

fn operation_heading_ui(ui: &mut Ui, state: &State, operation: &Operation, actions: &mut Vec<Action>) {
    ui.horizontal_wrapped(|ui| {
        target_ui(ui, state, operation, actions);
        let when = state.zone().full(operation.prepared_at);
        let by = if operation.operator.is_empty() {
            String::new()
        } else {
            format!(" by {}", visible(&operation.operator, 40))
        };
        // A refund is of a payment, and has an amount of its own.
        let target = &operation.plan.target;
        let payment = operation.precondition.payment().filter(|_| target.kind == ResourceKind::Payment);
        let amount = payment.map(|payment| &payment.amount).or(operation.plan.money.as_ref());
        let of = amount.map(|amount| format!(" of {amount}")).unwrap_or_default();
        let text = format!("{}{of}, confirmed {when}{by}", operation.plan.target.kind.noun());
        label_ui(ui, Text::Small, tokens(ui).subdued, &text);
    });
}

/// An operation of a profile that is not current: it is settled there.
fn elsewhere_ui(ui: &mut Ui, state: &State, operation: &Operation, actions: &mut Vec<Action>) {
    let title = operation.plan.title();
    Notice::new(Tone::Attention, operation.word()).title(&title).ui_with(ui, |ui| {
        let text = tokens(ui).text;
        ui.horizontal_wrapped(|ui| {
            ui.spacing_mut().item_spacing.x = space::S;
            environment_chip_ui(ui, operation.environment);
            let name = state.profiles.name_of(&operation.profile_id);
            let message = match name.map(|name| visible(&name, 60)) {
                Some(name) => format!("Belongs to the profile “{name}”: switch to it to resolve this"),
                None => "Of a profile that no longer exists here: check at the service".to_owned(),
            };
            label_ui(ui, Text::Small, text, &message);
        });
        ui.add_space(space::XS);
        ui.horizontal_wrapped(|ui| {
            ui.spacing_mut().item_spacing.x = space::M;
            match state.profiles.name_of(&operation.profile_id) {
                Some(name) => {
                    if Button::secondary(&format!("Switch to {}", visible(&name, 60))).ui(ui).clicked() {
                        actions.push(Action::SwitchProfile(operation.profile_id.clone()));
                    }
                }
                None if operation.phase == Phase::NeverSent => {
                    if Button::link("Discard").ui(ui).clicked() {
                        actions.push(Action::WithdrawOperation(operation.id.clone()));
                    }
                }
                None => {
                    if Button::link("Mark as resolved…").ui(ui).clicked() {
                        actions.push(Action::AskCloseUnknown(operation.id.clone()));
                    }
                }
            }
        });
    });
}

fn ended_ui(ui: &mut Ui, state: &State, operation: &Operation, actions: &mut Vec<Action>) {
    let Some((kind, text)) = state.result_of(operation) else { return };
    let tone = outcome_tone(kind);
    ui.horizontal_wrapped(|ui| {
        chip_ui(ui, outcome_icon(tone), operation.word(), tone);
        target_ui(ui, state, operation, actions);
        label_ui(ui, Text::Body, tokens(ui).text, &text);
        label_ui(ui, Text::Small, tokens(ui).subdued, &state.zone().clock(operation.prepared_at));
    });
}

/// The id of what it works on, which leads to the payment where that is one.
fn target_ui(ui: &mut Ui, state: &State, operation: &Operation, actions: &mut Vec<Action>) {
    let id = visible_id(&operation.plan.target.resource, 64);
    let here = operation.profile_id == state.profiles.current;
    match operation.plan.payment_id().filter(|_| here) {
        Some(payment_id) => {
            if Button::link(&id).hint("Open the payment").ui(ui).clicked() {
                actions.push(Action::Payments(PaymentsAction::Open(payment_id)));
            }
        }
        None => drop(label_ui(ui, Text::Mono, tokens(ui).text, &id)),
    }
}
