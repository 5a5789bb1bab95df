//! Analytics: boards of cards over disputes and payments, and a question of one's own.
//!
//! The core asks and counts; [`prepare`] turns a picture into what charts take, once for each picture; everything else
//! draws it and hands over what was asked for.

mod cards;
mod controls;
mod draft;
mod header;
mod numbers;
mod own_days;
mod prepare;
mod question;
mod tiles;
mod words;

use egui::{CentralPanel, Frame, ScrollArea, Ui};

use crate::app::features::analytics::{AnalyticsAction, Board};
use crate::app::{Action, State};
use crate::ui::drafts::Drafts;
use crate::ui::tokens::{Text, space, tokens};
use crate::ui::widgets::label_ui;

pub use draft::AnalyticsDraft;

/// Draws the panel.
pub fn panel_ui(ui: &mut Ui, state: &State, drafts: &mut Drafts, actions: &mut Vec<Action>) {
    let frame = Frame::new().fill(tokens(ui).bg).inner_margin(super::margin());
    let draft = &mut drafts.analytics;
    draft.follow(state);
    let mut asked = Vec::new();
    CentralPanel::no_frame().frame(frame).show(ui, |ui| {
        ui.spacing_mut().item_spacing.y = space::S;
        header::header_ui(ui, state, draft, &mut asked);
        controls::controls_ui(ui, state, draft, &mut asked);
        own_days::own_days_ui(ui, state, draft, &mut asked);
        let shown = ScrollArea::vertical().id_salt(state.analytics.board).auto_shrink([false, false]);
        shown.show(ui, |ui| board_ui(ui, state, draft, &mut asked));
    });
    actions.extend(asked.into_iter().map(Action::Analytics));
}

fn board_ui(ui: &mut Ui, state: &State, draft: &mut AnalyticsDraft, asked: &mut Vec<AnalyticsAction>) {
    ui.spacing_mut().item_spacing.y = space::M;
    if state.analytics.board == Board::Query {
        question::question_ui(ui, state, draft, asked);
    }
    tiles::tiles_ui(ui, state, draft, asked);
    cards::cards_ui(ui, state, draft, asked);
    label_ui(ui, Text::Caption, tokens(ui).subdued, &words::foot(state));
    ui.add_space(space::M);
}
