//! Refunds: the list of those known here, and beside it the open one.

mod detail;
mod draft;
mod list;

use egui::{CentralPanel, Frame, Panel, Ui};

use crate::app::operations::Family;
use crate::app::{Action, State};
use crate::ui::drafts::Drafts;
use crate::ui::tokens::{size, tokens};

pub use draft::RefundsDraft;
pub use list::refunds_of_payment_ui;

/// The pane is never narrower, in points.
const DETAIL_MIN_WIDTH: f32 = 340.0;
/// Nor is the list beside it.
const LIST_MIN_WIDTH: f32 = 420.0;

/// Draws the panel.
pub fn panel_ui(ui: &mut Ui, state: &State, drafts: &mut Drafts, actions: &mut Vec<Action>) {
    let draft = &mut drafts.refunds;
    let frame = Frame::new().fill(tokens(ui).surface);
    let open = state.refunds.open.as_deref().and_then(|id| state.records.find(Family::Refund, id));
    if let Some(known) = open {
        let widest = ui.available_width() - LIST_MIN_WIDTH;
        if widest < DETAIL_MIN_WIDTH {
            CentralPanel::no_frame().frame(frame).show(ui, |ui| detail::detail_ui(ui, state, known, draft, actions));
            return;
        }
        let width = state.settings.detail_width.unwrap_or(size::DETAIL_WIDTH).clamp(DETAIL_MIN_WIDTH, widest);
        Panel::right("refund detail")
            .resizable(true)
            .default_size(width)
            .size_range(DETAIL_MIN_WIDTH..=widest)
            .frame(frame)
            .show(ui, |ui| detail::detail_ui(ui, state, known, draft, actions));
    }
    let frame = frame.inner_margin(super::margin());
    CentralPanel::no_frame().frame(frame).show(ui, |ui| list::list_ui(ui, state, draft, actions));
}
