//! A list, and beside it what is open of it; in a narrow window one takes all the room.

use egui::{CentralPanel, Frame, Panel, Ui, UiBuilder};

use crate::app::{Action, State};
use crate::ui::tokens::{size, tokens};
use crate::ui::widgets::title::margin;

/// The list beside a detail never gets narrower than this, in points; with less the detail takes all the room.
pub const LIST_MIN_WIDTH: f32 = 400.0;
/// How wide a detail may be made, in points.
pub const DETAIL_WIDTHS: std::ops::RangeInclusive<f32> = 340.0..=640.0;

/// Which part is to be drawn.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum SplitPart {
    List,
    Detail,
}

/// Draws the parts there are. Asks for the width of the detail to be remembered where a person gave it another one.
#[must_use]
pub fn split_ui(
    ui: &mut Ui,
    state: &State,
    name: &str,
    open: bool,
    draw: &mut dyn FnMut(&mut Ui, SplitPart),
) -> Option<Action> {
    let frame = Frame::new().fill(tokens(ui).surface);
    let mut resized = None;
    if open {
        let widest = ui.available_width() - LIST_MIN_WIDTH;
        if widest < *DETAIL_WIDTHS.start() {
            CentralPanel::no_frame().frame(frame).show(ui, |ui| draw(ui, SplitPart::Detail));
            return None;
        }
        let width = state.settings.detail_width.unwrap_or(size::DETAIL_WIDTH).min(widest);
        // One panel for all lists, as they share one width.
        let shown = Panel::right("detail")
            .resizable(true)
            .default_size(width)
            .size_range(*DETAIL_WIDTHS.start()..=widest.min(*DETAIL_WIDTHS.end()))
            .frame(frame)
            .show(ui, |ui| ui.push_id(name, |ui| draw(ui, SplitPart::Detail)));
        resized = resized_to(ui, width, shown.response.rect.width());
    }
    let frame = frame.inner_margin(margin());
    // The same with a detail and without: what has the keyboard keeps it when one is opened.
    let list = UiBuilder::new().scope_id(egui::Id::unique(name).with("list"));
    ui.scope_builder(list, |ui| CentralPanel::no_frame().frame(frame).show(ui, |ui| draw(ui, SplitPart::List)));
    resized
}

/// What a person made of `given`; a window too small for what is remembered changes nothing.
fn resized_to(ui: &Ui, given: f32, width: f32) -> Option<Action> {
    let width = width.round();
    let released = ui.input(|input| input.pointer.any_released());
    let is_other = (given - width).abs() > 1.0 && width <= *DETAIL_WIDTHS.end();
    (released && is_other).then_some(Action::RememberDetailWidth(width))
}
