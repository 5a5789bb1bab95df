//! Payouts: the list of those known here, one of them beside it, and in their place the form that makes or changes one.

mod detail;
mod draft;
mod facts;
mod fields;
mod form;
mod frame;
mod list;
mod method;
mod update;

use egui::{CentralPanel, Frame, Panel, Ui};

use crate::app::features::payouts::PayoutsAction;
use crate::app::operations::Family;
use crate::app::{Action, State};
use crate::ui::drafts::Drafts;
use crate::ui::tokens::{size, tokens};

pub use draft::{FormDraft, PayoutsDraft};

/// The list beside a detail never gets narrower than this, in points; with less the detail takes all the room.
const LIST_MIN_WIDTH: f32 = 400.0;
const DETAIL_MIN_WIDTH: f32 = 340.0;

/// Draws the panel.
pub fn panel_ui(ui: &mut Ui, state: &State, drafts: &mut Drafts, actions: &mut Vec<Action>) {
    let draft = &mut drafts.payouts;
    draft.form.follow(state);
    if let Some(form) = &state.payouts.form {
        let edited = state.payouts.edits.as_ref().and_then(|payout_id| state.known_payout(payout_id));
        match (&state.payouts.edits, edited) {
            (None, _) => form::create_ui(ui, state, form, &mut draft.form, actions),
            (Some(_), Some((_, payout))) => update::update_ui(ui, state, (form, payout), &mut draft.form, actions),
            (Some(_), None) => actions.push(Action::Payouts(PayoutsAction::CloseForm)),
        }
        return;
    }
    let frame = Frame::new().fill(tokens(ui).surface);
    let open = state.payouts.open.as_deref().and_then(|id| state.records.find(Family::Payout, id));
    if let Some(known) = open {
        let widest = ui.available_width() - LIST_MIN_WIDTH;
        if widest < DETAIL_MIN_WIDTH {
            CentralPanel::no_frame().frame(frame).show(ui, |ui| detail::detail_ui(ui, state, known, draft, actions));
            return;
        }
        let width = state.settings.detail_width.unwrap_or(size::DETAIL_WIDTH).clamp(DETAIL_MIN_WIDTH, widest);
        Panel::right("payout detail")
            .resizable(true)
            .default_size(width)
            .size_range(DETAIL_MIN_WIDTH..=widest)
            .frame(frame)
            .show(ui, |ui| detail::detail_ui(ui, state, known, draft, actions));
    }
    let frame = frame.inner_margin(super::margin());
    CentralPanel::no_frame().frame(frame).show(ui, |ui| list::list_ui(ui, state, draft, actions));
}
