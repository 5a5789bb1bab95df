//! Needs attention: operations whose outcome is not known or that were never sent, and what ended lately.

use egui::{CentralPanel, Frame, ScrollArea, Ui};

use crate::back::title_of_rows_ui;
use crate::drafts::Drafts;
use crate::open_operation::open_operation_ui;
use crate::panel_view::PanelView;
use crate::status::{environment_chip_ui, outcome_icon, outcome_tone};
use paydesk_core::features::payments::PaymentsAction;
use paydesk_core::operations::{Operation, Phase, ResourceKind};
use paydesk_core::records::Record;
use paydesk_core::route::Route;
use paydesk_core::{Action, State};
use paydesk_domain::ids::PaymentId;
use paydesk_domain::text::{visible, visible_id};
use paydesk_widgets::icons::Icon;
use paydesk_widgets::scroll::{LANE, in_margin_ui};
use paydesk_widgets::title::margin;
use paydesk_widgets::tokens::{Text, Tone, space, tokens};
use paydesk_widgets::{Button, Notice, chip_ui, empty_ui, heading_ui, label_ui};

use super::text;

/// Widest column of text, in points.
const COLUMN: f32 = 760.0;

/// How the panel is drawn.
pub const VIEW: PanelView = PanelView::new(Route::Attention, Icon::NeedsAttention, panel_ui);

/// Draws the panel.
pub fn panel_ui(ui: &mut Ui, state: &State, _: &mut Drafts, actions: &mut Vec<Action>) {
    let frame = Frame::new().fill(tokens(ui).surface).inner_margin(margin());
    CentralPanel::no_frame().frame(frame).show(ui, |ui| {
        title_of_rows_ui(ui, state, text::NEEDS_ATTENTION, actions, |_, _| ());
        let none_open = state.open_operations().next().is_none();
        let none_ended = state.ended_operations().next().is_none();
        if none_open && none_ended {
            let sentence = text::YOURE_ALL_CAUGHT_UP_EVERY;
            empty_ui(ui, Icon::Success, sentence, None);
            return;
        }
        in_margin_ui(ui, LANE, ScrollArea::vertical().auto_shrink([false, false]), |ui| {
            ui.set_max_width(COLUMN.min(ui.available_width()));
            ui.spacing_mut().item_spacing.y = space::S;
            let is_here = |operation: &&Operation| operation.profile_id == state.profiles.current;
            let (here, elsewhere): (Vec<_>, Vec<_>) = state.open_operations().partition(is_here);
            if here.is_empty() {
                label_ui(ui, Text::Body, tokens(ui).subdued, text::CAUGHT_UP);
            }
            operations_ui(ui, state, &here, open_operation_ui, actions);
            if !elsewhere.is_empty() {
                let subdued = tokens(ui).subdued;
                heading_ui(ui, Text::Group, subdued, text::OTHER_PROFILES);
            }
            operations_ui(ui, state, &elsewhere, elsewhere_ui, actions);
            if !none_ended {
                ui.add_space(space::S);
                let subdued = tokens(ui).subdued;
                heading_ui(ui, Text::Group, subdued, text::RECENT_ACTIVITY);
            }
            for operation in state.ended_operations() {
                ui.push_id(operation.id.as_str(), |ui| ended_ui(ui, state, operation, actions));
            }
        });
    });
}

/// Open operations, each with what `draw` says of it.
fn operations_ui(
    ui: &mut Ui,
    state: &State,
    operations: &[&Operation],
    draw: fn(&mut Ui, &State, &Operation, &mut Vec<Action>),
    actions: &mut Vec<Action>,
) {
    for operation in operations {
        ui.push_id(operation.id.as_str(), |ui| {
            operation_heading_ui(ui, state, operation, actions);
            draw(ui, state, operation, actions);
            ui.add_space(space::M);
        });
    }
}

fn operation_heading_ui(ui: &mut Ui, state: &State, operation: &Operation, actions: &mut Vec<Action>) {
    ui.horizontal_wrapped(|ui| {
        target_ui(ui, state, operation, actions);
        let when = state.zone().full(operation.prepared_at);
        let by = if operation.operator.is_empty() { String::new() } else { text::by(visible(&operation.operator, 40)) };
        // A refund is of a payment, and has an amount of its own.
        let target = &operation.plan.target;
        let payment = operation.precondition.payment().filter(|_| target.kind == ResourceKind::Payment);
        let amount = payment.map(|payment| &payment.amount).or(operation.plan.money.as_ref());
        let of = amount.map(text::of).unwrap_or_default();
        let text = text::requested(operation.plan.target.kind.noun(), &of, &when, &by);
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
                Some(name) => text::belongs_to_profile_switch(&name),
                None => text::FROM_PROFILE_THAT_WAS_REMOVED.to_owned(),
            };
            label_ui(ui, Text::Small, text, &message);
        });
        ui.add_space(space::XS);
        ui.horizontal_wrapped(|ui| {
            ui.spacing_mut().item_spacing.x = space::M;
            match state.profiles.name_of(&operation.profile_id) {
                Some(name) => {
                    if Button::secondary(&text::switch_to(visible(&name, 60))).ui(ui).clicked() {
                        actions.push(Action::SwitchProfile(operation.profile_id.clone()));
                    }
                }
                None if operation.phase == Phase::NeverSent => {
                    if Button::link(text::DISCARD).ui(ui).clicked() {
                        actions.push(Action::WithdrawOperation(operation.id.clone()));
                    }
                }
                None => {
                    if Button::link(text::MARK_AS_RESOLVED).ui(ui).clicked() {
                        actions.push(Action::AskCloseUnknown(operation.id.clone()));
                    }
                }
            }
        });
    });
}

/// One operation that ended: how, of what, when.
pub(super) fn ended_ui(ui: &mut Ui, state: &State, operation: &Operation, actions: &mut Vec<Action>) {
    let Some((kind, text)) = state.result_of(operation) else { return };
    let tone = outcome_tone(kind);
    ui.horizontal_wrapped(|ui| {
        chip_ui(ui, outcome_icon(tone), operation.word(), tone);
        target_ui(ui, state, operation, actions);
        label_ui(ui, Text::Body, tokens(ui).text, &text);
        label_ui(ui, Text::Small, tokens(ui).subdued, &state.zone().clock(operation.prepared_at));
        if operation.profile_id != state.profiles.current {
            let name = state.profiles.name_of(&operation.profile_id);
            let name = name.map_or_else(|| text::PROFILE_REMOVED.to_owned(), |name| visible(&name, 60));
            label_ui(ui, Text::Small, tokens(ui).subdued, &name);
            environment_chip_ui(ui, operation.environment);
        }
    });
}

/// The id of what it works on or created, which leads there where it is of the profile in front.
fn target_ui(ui: &mut Ui, state: &State, operation: &Operation, actions: &mut Vec<Action>) {
    let target = &operation.plan.target;
    let place = Record::place_of(operation, operation.answer.as_deref());
    let (kind, id) = place.unwrap_or_else(|| (target.kind, target.resource.clone()));
    let shown = visible_id(&id, 64);
    let is_known = match kind {
        ResourceKind::Payment | ResourceKind::Dispute => true,
        _ => state.workspace.records.find(kind, &id).is_some(),
    };
    if is_known && operation.profile_id == state.profiles.current {
        if Button::link(&shown).mono().hint(&text::open_noun(kind.noun())).ui(ui).clicked() {
            actions.push(match kind {
                ResourceKind::Payment => Action::Payments(PaymentsAction::Open(PaymentId::new(id))),
                _ => Action::OpenRecord(kind, id),
            });
        }
    } else {
        label_ui(ui, Text::Mono, tokens(ui).text, &shown);
    }
}
