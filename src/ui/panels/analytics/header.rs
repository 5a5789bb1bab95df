//! The title of the panel, which board it shows, and what can be done with it.

use egui::Ui;

use super::draft::AnalyticsDraft;
use crate::app::State;
use crate::app::features::analytics::{AnalyticsAction, Board};
use crate::ui::icons::Icon;
use crate::ui::widgets::{Button, segmented_ui};

const BOARDS: [Board; 3] = [Board::Disputes, Board::Payments, Board::Query];

/// Draws the line of the title.
pub fn header_ui(ui: &mut Ui, state: &State, _draft: &mut AnalyticsDraft, asked: &mut Vec<AnalyticsAction>) {
    crate::ui::widgets::title::title_ui(ui, "Analytics", |ui| {
        if Button::secondary("Refresh").icon(Icon::Refresh).ui(ui).clicked() {
            asked.push(AnalyticsAction::Refresh);
        }
        boards_ui(ui, state, asked);
    });
}

fn boards_ui(ui: &mut Ui, state: &State, asked: &mut Vec<AnalyticsAction>) {
    let names = BOARDS.map(Board::title);
    let shown = BOARDS.iter().position(|board| *board == state.analytics.board).unwrap_or_default();
    if let Some(index) = segmented_ui(ui, "Board", &names, shown) {
        asked.push(AnalyticsAction::Show(BOARDS[index]));
    }
}
