//! Needs attention: operations whose outcome is not known or that were never sent, and what ended lately.

use egui::{CentralPanel, Frame, Margin, RichText, ScrollArea, Ui};

use crate::app::operations::engine::outcome_words;
use crate::app::operations::{Operation, Phase};
use crate::app::{Action, State};
use crate::domain::text::visible;
use crate::ui::icons::Icon;
use crate::ui::status::outcome_tone;
use crate::ui::tokens::{self, SPACE_L, SPACE_S, SPACE_XL, TEXT_CELL, Tone, tokens};
use crate::ui::widgets::button::{Button, Emphasis};
use crate::ui::widgets::chip::chip_ui;
use crate::ui::widgets::facts::group_title_ui;
use crate::ui::widgets::states::empty_ui;
use crate::ui::widgets::table::title_ui;

use super::payments::open_operation_ui;

/// Widest column of text, in points.
const COLUMN: f32 = 760.0;

/// Draws the panel.
pub fn panel_ui(ui: &mut Ui, state: &State, actions: &mut Vec<Action>) {
    let margin = Margin { left: SPACE_XL as i8, right: SPACE_XL as i8, top: SPACE_L as i8, bottom: 0 };
    let frame = Frame::new().fill(tokens(ui).surface).inner_margin(margin);
    CentralPanel::no_frame().frame(frame).show(ui, |ui| {
        title_ui(ui, "Needs attention");
        let open = state.operations.open();
        if open.is_empty() && state.operations.ended().len() == 0 {
            let sentence = "Nothing waits for you: every operation sent from here has a known outcome";
            empty_ui(ui, Icon::CheckCircle, sentence, None);
            return;
        }
        ScrollArea::vertical().auto_shrink([false, false]).show(ui, |ui| {
            ui.set_max_width(COLUMN);
            ui.spacing_mut().item_spacing.y = SPACE_S;
            if open.is_empty() {
                let color = tokens(ui).subdued;
                ui.label(RichText::new("Nothing waits for you").font(tokens::regular(TEXT_CELL)).color(color));
            }
            for operation in open {
                ui.push_id(operation.id.as_str(), |ui| {
                    heading_ui(ui, state, operation, actions);
                    open_operation_ui(ui, state, operation, actions);
                    ui.add_space(SPACE_S);
                });
            }
            if state.operations.ended().len() > 0 {
                group_title_ui(ui, "Ended since the desk was opened");
            }
            for operation in state.operations.ended() {
                ui.push_id(operation.id.as_str(), |ui| ended_ui(ui, state, operation, actions));
            }
        });
    });
}

fn heading_ui(ui: &mut Ui, state: &State, operation: &Operation, actions: &mut Vec<Action>) {
    ui.horizontal(|ui| {
        payment_link_ui(ui, operation, actions);
        let color = tokens(ui).subdued;
        let amount = &operation.seen.amount;
        let when = state.zone().full(operation.prepared_at);
        let words = format!("payment of {amount}, confirmed {when} by {}", visible(&operation.operator, 40));
        ui.label(RichText::new(words).font(tokens::regular(TEXT_CELL)).color(color));
    });
}

fn ended_ui(ui: &mut Ui, state: &State, operation: &Operation, actions: &mut Vec<Action>) {
    let Phase::Ended(outcome) = &operation.phase else { return };
    let (kind, text) = outcome_words(&operation.intent, outcome);
    let tone = outcome_tone(kind);
    let icon = match tone {
        Tone::Positive => Icon::CheckCircle,
        Tone::Danger => Icon::XCircle,
        Tone::Attention | Tone::Neutral | Tone::Accent | Tone::Info => Icon::Warning,
    };
    ui.horizontal_wrapped(|ui| {
        chip_ui(ui, icon, operation.word(), tone);
        payment_link_ui(ui, operation, actions);
        let words = format!("{text} · {}", state.zone().clock(operation.prepared_at));
        ui.label(RichText::new(words).font(tokens::regular(TEXT_CELL)).color(tokens(ui).text));
    });
}

fn payment_link_ui(ui: &mut Ui, operation: &Operation, actions: &mut Vec<Action>) {
    let id = visible(operation.payment_id.as_str(), 64);
    if Button::new(&id, Emphasis::Link).tooltip("Open the payment").show(ui).clicked() {
        actions.push(Action::OpenPayment(operation.payment_id.clone()));
    }
}
