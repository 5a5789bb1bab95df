//! A list, and beside it what is open of it; in a narrow window one takes all the room.

use egui::{CentralPanel, Frame, Panel, Ui, UiBuilder};

use crate::app::State;
use crate::ui::tokens::{size, tokens};

/// The list beside a detail never gets narrower than this, in points.
const LIST_MIN_WIDTH: f32 = 400.0;
const DETAIL_WIDTHS: std::ops::RangeInclusive<f32> = 340.0..=640.0;

/// Which part is to be drawn.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Part {
    List,
    Detail,
}

/// Draws the parts there are.
pub fn split_ui(ui: &mut Ui, state: &State, name: &str, open: bool, draw: &mut dyn FnMut(&mut Ui, Part)) {
    let frame = Frame::new().fill(tokens(ui).surface);
    if open {
        let widest = ui.available_width() - LIST_MIN_WIDTH;
        if widest < *DETAIL_WIDTHS.start() {
            CentralPanel::no_frame().frame(frame).show(ui, |ui| draw(ui, Part::Detail));
            return;
        }
        let width = state.settings.detail_width.unwrap_or(size::DETAIL_WIDTH).min(widest);
        Panel::right(egui::Id::unique(name).with("detail"))
            .resizable(true)
            .default_size(width)
            .size_range(*DETAIL_WIDTHS.start()..=widest.min(*DETAIL_WIDTHS.end()))
            .frame(frame)
            .show(ui, |ui| draw(ui, Part::Detail));
    }
    let frame = frame.inner_margin(super::margin());
    // The same with a detail and without: what has the keyboard keeps it when one is opened.
    let list = UiBuilder::new().scope_id(egui::Id::unique(name).with("list"));
    ui.scope_builder(list, |ui| CentralPanel::no_frame().frame(frame).show(ui, |ui| draw(ui, Part::List)));
}
