//! Customers: those that were made, found or paid from here.

mod draft;

use egui::{CentralPanel, Frame, Ui};

use crate::app::operations::Family;
use crate::app::{Action, State};
use crate::ui::drafts::Drafts;
use crate::ui::tokens::{Text, tokens};
use crate::ui::widgets::label_ui;

pub use draft::CustomersDraft;

/// Draws the panel.
pub fn panel_ui(ui: &mut Ui, state: &State, _drafts: &mut Drafts, _actions: &mut Vec<Action>) {
    let frame = Frame::new().fill(tokens(ui).surface).inner_margin(super::margin());
    CentralPanel::no_frame().frame(frame).show(ui, |ui| {
        super::title_ui(ui, "Customers", |_| ());
        for known in state.records.of(Family::Customer) {
            label_ui(ui, Text::Body, tokens(ui).text, &known.record.id);
        }
    });
}
