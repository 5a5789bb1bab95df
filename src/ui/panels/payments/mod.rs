//! The payments panel: filters and the list, and beside it the payment that is open.

mod actions;
mod detail;
mod filters;
mod list;

pub use actions::open_operation_ui;

use egui::{CentralPanel, Frame, Margin, Panel, Ui};

use crate::app::{Action, State};
use crate::ui::drafts::Drafts;
use crate::ui::tokens::{SPACE_L, SPACE_XL, tokens};

/// The list never gets narrower than this, in points.
const LIST_MIN_WIDTH: f32 = 340.0;
const DETAIL_WIDTH: f32 = 408.0;
const DETAIL_WIDTHS: std::ops::RangeInclusive<f32> = 340.0..=640.0;

/// Draws the panel.
pub fn panel_ui(ui: &mut Ui, state: &State, drafts: &mut Drafts, actions: &mut Vec<Action>) {
    let surface = tokens(ui).surface;
    if state.payments.open.is_some() {
        let widest = (ui.available_width() - LIST_MIN_WIDTH).max(*DETAIL_WIDTHS.start());
        let width = state.settings.detail_width.unwrap_or(DETAIL_WIDTH).min(widest);
        let frame = Frame::new().fill(surface).inner_margin(Margin::ZERO);
        let shown = Panel::right("payment detail")
            .resizable(true)
            .default_size(width)
            .size_range(*DETAIL_WIDTHS.start()..=widest.min(*DETAIL_WIDTHS.end()))
            .frame(frame)
            .show(ui, |ui| detail::detail_ui(ui, state, drafts, actions));
        remember_width(ui, state, shown.response.rect.width(), actions);
    }
    let frame = Frame::new().fill(surface).inner_margin(Margin {
        left: SPACE_XL as i8,
        right: SPACE_XL as i8,
        top: SPACE_L as i8,
        bottom: 0,
    });
    CentralPanel::no_frame().frame(frame).show(ui, |ui| list::list_ui(ui, state, drafts, actions));
}

fn remember_width(ui: &Ui, state: &State, width: f32, actions: &mut Vec<Action>) {
    let width = width.round();
    let settled = !ui.input(|input| input.pointer.any_down());
    if settled && state.settings.detail_width.unwrap_or(DETAIL_WIDTH) != width && width <= *DETAIL_WIDTHS.end() {
        actions.push(Action::RememberDetailWidth(width));
    }
}
