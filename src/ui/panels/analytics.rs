//! Analytics: the boards as numbers.

use egui::{CentralPanel, Frame, ScrollArea, Ui};

use crate::app::features::analytics::{AnalyticsAction, Card, CardId};
use crate::app::{Action, State};
use crate::ui::tokens::{Text, space, tokens};
use crate::ui::widgets::{Button, heading_ui, label_ui};

/// Draws the panel.
pub fn panel_ui(ui: &mut Ui, state: &State, actions: &mut Vec<Action>) {
    let frame = Frame::new().fill(tokens(ui).surface).inner_margin(super::margin());
    CentralPanel::no_frame().frame(frame).show(ui, |ui| {
        super::title_ui(ui, "Analytics", |ui| {
            if Button::secondary("Refresh").ui(ui).clicked() {
                actions.push(Action::Analytics(AnalyticsAction::Refresh));
            }
        });
        ScrollArea::vertical().auto_shrink([false, false]).show(ui, |ui| {
            ui.spacing_mut().item_spacing.y = space::S;
            for id in state.analytics.board.cards() {
                ui.push_id(id, |ui| card_ui(ui, *id, state.analytics.card(*id), actions));
            }
        });
    });
}

fn card_ui(ui: &mut Ui, id: CardId, card: Option<&Card>, actions: &mut Vec<Action>) {
    let (text, subdued) = (tokens(ui).text, tokens(ui).subdued);
    heading_ui(ui, Text::Group, text, id.title());
    let Some(card) = card else { return };
    if let Some(error) = card.remote.error() {
        label_ui(ui, Text::Body, text, &error.what());
        if Button::secondary("Retry").ui(ui).clicked() {
            actions.push(Action::Analytics(AnalyticsAction::Retry(id)));
        }
    }
    let Some(picture) = card.remote.value() else { return };
    label_ui(ui, Text::Caption, subdued, &picture.caption);
    for figure in &picture.figures {
        let line = format!("{} {} {} {}", figure.group, figure.name, figure.text, figure.change_text);
        label_ui(ui, Text::Body, text, &line);
    }
}
