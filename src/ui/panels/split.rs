//! A list, and beside it what is open of it; in a narrow window one takes all the room.

use egui::{CentralPanel, Frame, Id, IdSalt, Panel, PanelState, Rect, Ui, UiBuilder};

use crate::export_menu;
use paydesk_core::command::CommandEffect;
use paydesk_core::{Action, State};
use paydesk_widgets::scroll::at_least_high_ui;
use paydesk_widgets::title::margin;
use paydesk_widgets::tokens::{size, tokens};

/// The list beside a detail never gets narrower than this, in points; with less the detail takes all the room.
pub const LIST_MIN_WIDTH: f32 = 400.0;
/// Room for a head, filters and a few rows, in points.
pub const LIST_MIN_HEIGHT: f32 = 400.0;
/// How wide a detail may be made, in points.
pub const DETAIL_WIDTHS: std::ops::RangeInclusive<f32> = 340.0..=900.0;
/// The part of the room that a detail takes which nobody has given a width.
const DETAIL_SHARE: f32 = 0.335;
/// It does not get wider than this by itself, in points.
const DETAIL_OWN_MAX: f32 = 720.0;
/// One panel for all lists, as they share one width.
const DETAIL: &str = "detail";

/// Which part is to be drawn.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum SplitPart {
    List,
    Detail,
}

/// Draws the parts there are. Asks for the width of the detail to be remembered where a person gave it another one, and
/// for the detail to be closed where it covers a list that is to be exported.
#[must_use]
pub fn split_ui(
    ui: &mut Ui,
    state: &State,
    name: &str,
    open: bool,
    draw: &mut dyn FnMut(&mut Ui, SplitPart),
) -> Option<Action> {
    let frame = Frame::new().fill(tokens(ui).surface);
    if !open {
        list_ui(ui, name, ui.available_rect_before_wrap(), draw);
        return None;
    }
    let widest = ui.available_width() - LIST_MIN_WIDTH;
    if widest < *DETAIL_WIDTHS.start() {
        CentralPanel::no_frame().frame(frame).show(ui, |ui| draw(ui, SplitPart::Detail));
        return leave_to_export(ui, state);
    }
    let wanted = detail_width(state, ui.available_width()).min(widest);
    let drawn = drawn_width(ui, wanted);
    // The list first: Tab leads from it into the detail.
    let mut list = ui.available_rect_before_wrap();
    list.max.x -= drawn;
    list_ui(ui, name, list, draw);
    let shown = Panel::right(DETAIL)
        .resizable(true)
        .size_range(*DETAIL_WIDTHS.start()..=widest.min(*DETAIL_WIDTHS.end()))
        .frame(frame)
        .show(ui, |ui| ui.push_id(name, |ui| draw(ui, SplitPart::Detail)));
    let width = shown.response.rect.width();
    if (width - drawn).abs() > 0.5 {
        // The list takes the room that is left in the next frame.
        ui.ctx().request_repaint();
    }
    ui.data_mut(|data| data.insert_temp(drawn_id(ui), width));
    resized_to(ui, wanted, width)
}

/// What leads back to the list, where its export is asked for.
fn leave_to_export(ui: &Ui, state: &State) -> Option<Action> {
    if !export_menu::is_asked(ui.ctx()) {
        return None;
    }
    match (state.workspace.route.panel().close)(state)? {
        CommandEffect::Act(close) => Some(close),
        _ => None,
    }
}

/// Draws the list into `rect`. The same with a detail and without: what has the keyboard keeps it when one is opened.
fn list_ui(ui: &mut Ui, name: &str, rect: Rect, draw: &mut dyn FnMut(&mut Ui, SplitPart)) {
    let frame = Frame::new().fill(tokens(ui).surface).inner_margin(margin());
    let mut child = ui.new_child(UiBuilder::new().scope_id(Id::unique(name).with("list")).max_rect(rect));
    CentralPanel::no_frame().frame(frame).show(&mut child, |ui| {
        at_least_high_ui(ui, name, LIST_MIN_HEIGHT, |ui| draw(ui, SplitPart::List));
    });
}

/// How wide a detail is, where the list leaves it that.
fn detail_width(state: &State, room: f32) -> f32 {
    let own = (room * DETAIL_SHARE).clamp(size::DETAIL_WIDTH, DETAIL_OWN_MAX).round();
    state.settings.detail_width.unwrap_or(own).clamp(*DETAIL_WIDTHS.start(), *DETAIL_WIDTHS.end())
}

/// How wide the detail is drawn: as it was in the last frame while its edge is dragged, else as is wanted. What a small
/// window made of it is forgotten.
fn drawn_width(ui: &Ui, wanted: f32) -> f32 {
    if ui.input(|input| input.pointer.any_down()) {
        return ui.data(|data| data.get_temp(drawn_id(ui))).unwrap_or(wanted);
    }
    let panel = ui.scope_id().with_salt(IdSalt::new(DETAIL));
    let mut outer_rect = ui.available_rect_before_wrap();
    outer_rect.min.x = outer_rect.max.x - wanted;
    ui.data_mut(|data| data.insert_persisted(panel, PanelState { outer_rect }));
    wanted
}

fn drawn_id(ui: &Ui) -> Id {
    ui.scope_id().with("detail width")
}

/// What a person made of `wanted`, once the edge is let go.
fn resized_to(ui: &Ui, wanted: f32, width: f32) -> Option<Action> {
    let width = width.round();
    let held = ui.input(|input| input.pointer.any_down());
    let is_other = (wanted - width).abs() > 1.0;
    (!held && is_other).then_some(Action::RememberDetailWidth(width))
}
