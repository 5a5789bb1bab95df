//! The developer's pane at the bottom of the window: the last calls of Paydesk, what left, what came, what went wrong.
//!
//! It shows what the core keeps (see [`paydesk_core::features::requests`]); no secret ever reaches it.

mod bar;
mod detail;
mod draft;
mod errors;
mod list;
mod text;

use egui::{CentralPanel, Frame, IdSalt, Margin, Panel, PanelState, Ui};

use paydesk_core::features::requests::{RequestsAction, RequestsView};
use paydesk_core::{Action, State};
use paydesk_widgets::drawn_widget;
use paydesk_widgets::tokens::{space, tokens};

pub use draft::RequestsDraft;

/// Height before a person chose one, in points.
const HEIGHT: f32 = 280.0;
const HEIGHT_MIN: f32 = 160.0;
const PANE: &str = "requests";
/// The panel above keeps so much, in points.
const ABOVE_MIN: f32 = 160.0;
/// Room for list and detail side by side, in points; with less, one takes it all.
const SIDE_BY_SIDE_MIN: f32 = 860.0;
const DETAIL_WIDTHS: std::ops::RangeInclusive<f32> = 380.0..=900.0;

/// Draws the pane, if it is open.
pub(super) fn requests_ui(ui: &mut Ui, state: &State, draft: &mut RequestsDraft, actions: &mut Vec<Action>) {
    draft.has_keyboard = false;
    if !state.settings.requests_open {
        return;
    }
    let highest = (ui.available_height() - ABOVE_MIN).max(HEIGHT_MIN);
    let remembered = state.settings.requests_height.unwrap_or(HEIGHT).clamp(HEIGHT_MIN, highest);
    forget_drawn_height(ui, remembered);
    let frame = Frame::new().fill(tokens(ui).surface);
    let panel = Panel::bottom(PANE).resizable(true).default_size(remembered).size_range(HEIGHT_MIN..=highest);
    let shown = panel.frame(frame).show(ui, |ui| {
        ui.spacing_mut().item_spacing.y = 0.0;
        let around = Margin { top: space::S as i8, bottom: space::XS as i8, ..side_by_side(space::XL, space::XL) };
        Frame::new().inner_margin(around).show(ui, |ui| bar::bar_ui(ui, state, draft, actions));
        CentralPanel::no_frame().show(ui, |ui| content_ui(ui, state, draft, actions));
    });
    let focused = ui.memory(|memory| memory.focused()).and_then(|id| drawn_widget(ui.ctx(), id));
    draft.has_keyboard = focused.is_some_and(|focused| shown.response.rect.contains_rect(focused.rect));
    let released = ui.input(|input| input.pointer.any_released());
    let height = shown.response.rect.height().round();
    if released && (height - remembered).abs() > 1.0 {
        actions.push(Action::Requests(RequestsAction::RememberHeight(height)));
    }
}

/// Unless its edge is being dragged, the pane is as high as a person made it: what a low window made of it is forgotten.
fn forget_drawn_height(ui: &Ui, wanted: f32) {
    if !ui.input(|input| input.pointer.any_down()) {
        let panel = ui.scope_id().with_salt(IdSalt::new(PANE));
        let mut outer_rect = ui.available_rect_before_wrap();
        outer_rect.min.y = outer_rect.max.y - wanted;
        ui.data_mut(|data| data.insert_persisted(panel, PanelState { outer_rect }));
    }
}

fn content_ui(ui: &mut Ui, state: &State, draft: &mut RequestsDraft, actions: &mut Vec<Action>) {
    if state.workspace.requests.view == RequestsView::Errors {
        part_ui(ui, space::XL, |ui| errors::errors_ui(ui, state, actions));
        return;
    }
    let mut right = space::XL;
    if let Some(call) = state.workspace.requests.open_call() {
        let width = ui.available_width();
        if width < SIDE_BY_SIDE_MIN {
            part_ui(ui, right, |ui| detail::detail_ui(ui, state, call, draft, actions));
            return;
        }
        right = space::L;
        Panel::right("request")
            .resizable(true)
            .default_size((width * 0.45).clamp(*DETAIL_WIDTHS.start(), *DETAIL_WIDTHS.end()))
            .size_range(*DETAIL_WIDTHS.start()..=(width - 420.0).min(*DETAIL_WIDTHS.end()))
            .frame(Frame::new().inner_margin(side_by_side(space::L, space::XL)))
            .show(ui, |ui| detail::detail_ui(ui, state, call, draft, actions));
    }
    part_ui(ui, right, |ui| list::list_ui(ui, state, draft, actions));
}

/// What takes the room that is left, with its margins inside: the ground of a row reaches into them.
fn part_ui(ui: &mut Ui, right: f32, content: impl FnOnce(&mut Ui)) {
    let frame = Frame::new().inner_margin(side_by_side(space::XL, right));
    CentralPanel::no_frame().frame(frame).show(ui, content);
}

fn side_by_side(left: f32, right: f32) -> Margin {
    Margin { left: left as i8, right: right as i8, ..Margin::ZERO }
}
