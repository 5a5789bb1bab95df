//! What scrolls: its bar is beside the content and never over a control. Where nothing else is said, the bar takes
//! [`LANE`] points of the room once there is one; here it takes them of a margin, so that the content keeps its width.

use egui::scroll_area::ScrollAreaOutput;
use egui::{AsIdSalt, Frame, Id, Margin, Rect, ScrollArea, Ui, UiBuilder, vec2};

use crate::tokens::{size, space};

/// Room of a scroll bar: as wide as it is under the pointer, and what is around it, in points.
pub const LANE: f32 = space::M;
/// How wide a bar is under the pointer, in points.
pub const BAR: f32 = space::S;
/// What is between a bar and the edge behind it, in points.
pub const BEHIND_BAR: f32 = 2.0;

/// What scrolls in `ui` gives its bar `lane` points of its room, which are [`BAR`] or more.
pub fn set_lane(ui: &mut Ui, lane: f32) {
    let scroll = &mut ui.spacing_mut().scroll;
    scroll.floating_allocated_width = lane;
    scroll.bar_outer_margin = (lane - BAR).clamp(0.0, BEHIND_BAR);
}

/// What scrolls in `ui` has its bar upon its content, where that leaves `margin` points free.
fn set_over_margin(ui: &mut Ui, margin: f32) {
    set_lane(ui, margin);
    ui.spacing_mut().scroll.floating_allocated_width = 0.0;
}

/// Shows `area` with its bar in the margin at the right of `ui`, of which it takes `lane` points.
pub fn in_margin_ui<R>(
    ui: &mut Ui,
    lane: f32,
    area: ScrollArea,
    content: impl FnOnce(&mut Ui) -> R,
) -> ScrollAreaOutput<R> {
    in_margin_from_ui(ui, lane, 0.0, area, content)
}

/// Shows `area` where a widget may be at the very top: the focus ring around it is whole, in the space above.
pub fn in_margin_with_rings_ui<R>(
    ui: &mut Ui,
    lane: f32,
    area: ScrollArea,
    content: impl FnOnce(&mut Ui) -> R,
) -> ScrollAreaOutput<R> {
    let area = area.content_margin(Margin { top: size::RING as i8, ..Margin::ZERO });
    in_margin_from_ui(ui, lane, size::RING, area, content)
}

/// Shows `area` from so many points above the room.
fn in_margin_from_ui<R>(
    ui: &mut Ui,
    lane: f32,
    above: f32,
    area: ScrollArea,
    content: impl FnOnce(&mut Ui) -> R,
) -> ScrollAreaOutput<R> {
    let room = ui.available_rect_before_wrap();
    let with_lane = room.with_max_x(room.right() + lane).with_min_y(room.top() - above);
    let mut child = ui.new_child(UiBuilder::new().max_rect(with_lane));
    set_over_margin(&mut child, lane);
    let output = area.show(&mut child, |ui| {
        set_lane(ui, LANE);
        ui.set_max_width(room.width());
        content(ui)
    });
    ui.advance_cursor_after_rect(child.min_rect().intersect(room));
    output
}

/// Shows content that needs `height` points; where there are fewer, all of it scrolls, with the bar in the margin at the
/// right, at whose edge it is: beside the bar of a table. What has the keyboard keeps it when the height changes.
pub fn at_least_high_ui<R>(ui: &mut Ui, name: &str, height: f32, content: impl FnOnce(&mut Ui) -> R) -> R {
    let id = Id::unique(name).with("content");
    let show = |ui: &mut Ui, height: f32| {
        let rect = Rect::from_min_size(ui.cursor().min, vec2(ui.available_width(), height));
        let shown = ui.scope_builder(UiBuilder::new().scope_id(id).max_rect(rect), content);
        ui.expand_to_include_rect(rect);
        shown.inner
    };
    let room = ui.available_height();
    if room >= height {
        return show(ui, room);
    }
    let area = ScrollArea::vertical().id_salt((name, "low")).auto_shrink([false, false]);
    in_margin_with_rings_ui(ui, space::XL, area, |ui| show(ui, height)).inner
}

/// A pane beside a list, of which all scrolls; its bar is in its margin.
pub fn pane_ui<R>(ui: &mut Ui, name: impl AsIdSalt, content: impl FnOnce(&mut Ui) -> R) -> R {
    pane_of_ui(ui, ScrollArea::vertical().id_salt(name), content)
}

/// A pane beside a list that scrolls `area`, which may begin at another place.
pub fn pane_of_ui<R>(ui: &mut Ui, area: ScrollArea, content: impl FnOnce(&mut Ui) -> R) -> R {
    let shown = ui.scope(|ui| {
        set_over_margin(ui, space::XL);
        area.auto_shrink([false, false]).show(ui, |ui| {
            set_lane(ui, LANE);
            let margin = Margin::symmetric(space::XL as i8, space::L as i8);
            let framed = Frame::new().inner_margin(margin).show(ui, |ui| {
                ui.set_width(ui.available_width());
                ui.spacing_mut().item_spacing.y = space::M;
                content(ui)
            });
            framed.inner
        })
    });
    shown.inner.inner
}
