//! The payments panel: filters and the list, and beside it the payment that is open; or the form for a new one.

mod actions;
mod columns;
mod detail;
mod disputes;
mod facts;
mod filters;
mod list;
mod new;
mod unconfirmed;
mod why;

pub use actions::open_operation_ui;
pub use new::NewPaymentDraft;

use egui::{CentralPanel, Frame, Panel, Ui};

use crate::app::{Action, State};
use crate::ui::drafts::Drafts;
use crate::ui::tokens::{size, tokens};

/// The list beside a detail never gets narrower than this, in points; with less the detail takes all the room.
const LIST_MIN_WIDTH: f32 = 400.0;
const DETAIL_WIDTHS: std::ops::RangeInclusive<f32> = 340.0..=640.0;

/// Where a detail takes all the room, asking for a list leaves it. To be called once all of the frame was asked.
pub fn leave_detail(ctx: &egui::Context, state: &State, drafts: &Drafts, actions: &mut Vec<Action>) {
    let room = ctx.content_rect().width() - crate::ui::shell::SIDEBAR_NARROW;
    let alone = room - LIST_MIN_WIDTH < *DETAIL_WIDTHS.start() && state.payments.open.is_some();
    let asks_for_list = |action: &Action| {
        matches!(action, Action::ShowAllPayments | Action::ShowPaymentsToCapture | Action::FilterStatus(_))
    };
    if alone && (drafts.focus_search || actions.iter().any(asks_for_list)) {
        actions.push(Action::ClosePayment);
    }
}

/// Draws the panel.
pub fn panel_ui(ui: &mut Ui, state: &State, drafts: &mut Drafts, actions: &mut Vec<Action>) {
    drafts.new_payment.follow(state);
    if let Some(form) = state.payments.form() {
        new::page_ui(ui, state, form, &mut drafts.new_payment, actions);
        return;
    }
    let surface = tokens(ui).surface;
    let frame = Frame::new().fill(surface);
    if state.payments.open.is_some() {
        let widest = ui.available_width() - LIST_MIN_WIDTH;
        if widest < *DETAIL_WIDTHS.start() {
            CentralPanel::no_frame().frame(frame).show(ui, |ui| detail::detail_ui(ui, state, drafts, actions));
            return;
        }
        let width = state.settings.detail_width.unwrap_or(size::DETAIL_WIDTH).min(widest);
        let shown = Panel::right("payment detail")
            .resizable(true)
            .default_size(width)
            .size_range(*DETAIL_WIDTHS.start()..=widest.min(*DETAIL_WIDTHS.end()))
            .frame(frame)
            .show(ui, |ui| detail::detail_ui(ui, state, drafts, actions));
        remember_width(ui, width, shown.response.rect.width(), actions);
    }
    let frame = frame.inner_margin(super::margin());
    CentralPanel::no_frame().frame(frame).show(ui, |ui| list::list_ui(ui, state, drafts, actions));
}

/// What a person made of `given`; a window too small for what is remembered changes nothing.
fn remember_width(ui: &Ui, given: f32, width: f32, actions: &mut Vec<Action>) {
    let width = width.round();
    let released = ui.input(|input| input.pointer.any_released());
    if released && (given - width).abs() > 1.0 && width <= *DETAIL_WIDTHS.end() {
        actions.push(Action::RememberDetailWidth(width));
    }
}
