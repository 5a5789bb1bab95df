//! Short messages at the bottom right, where they cover neither the keyboard nor a note. The caller keeps the list; what is past its deadline is not drawn.

use egui::{
    Align, Align2, Area, Context, CornerRadius, Frame, Id, Layout, Margin, Order, Pos2, Rect, Sense, Ui, UiBuilder,
    Vec2, WidgetInfo,
    accesskit::{Live, Role},
    pos2, vec2,
};

use super::kept_clear;
use super::notice::icon_of;
use super::text;
use super::{Button, paint};
use crate::icons::Icon;
use crate::tokens::{Text, Tone, size, space, tokens};

/// Most room of the text, in points: it wraps between words beyond, and ids stay whole.
const TEXT_MAX_WIDTH: f32 = 480.0;
/// Least width of a message.
const MIN_WIDTH: f32 = 240.0;
/// Icon and close, without the text.
const BUTTONS: f32 = 80.0;
/// What is left beside the widest message in a narrow window, with its buttons.
const BESIDE_TEXT: f32 = 220.0;

/// One message.
#[derive(Debug, Clone, Copy)]
pub struct ToastView<'a> {
    /// Given back in [`ToastEvent`].
    pub id: u64,
    pub tone: Tone,
    pub text: &'a str,
    /// One thing to do about it: `Undo`.
    pub action: Option<&'a str>,
    /// When it disappears, in seconds on the clock of `now_s`; never, if not given.
    pub until_s: Option<f64>,
}

/// What a person did with a message.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum ToastEvent {
    Action(u64),
    Closed(u64),
}

/// Draws the messages whose time has not passed, the newest (last) lowest, and wakes the window when the next one ends.
pub fn toasts_ui(ctx: &Context, toasts: &[ToastView<'_>], now_s: f64) -> Option<ToastEvent> {
    let live = |toast: &&ToastView<'_>| toast.until_s.is_none_or(|until| until > now_s);
    if let Some(next) = toasts.iter().filter(live).filter_map(|toast| toast.until_s).reduce(f64::min) {
        ctx.request_repaint_after_secs((next - now_s) as f32);
    }
    if !toasts.iter().any(|toast| live(&toast)) {
        return None;
    }
    let area = Id::unique("paydesk.toasts");
    let size = ctx.memory(|memory| memory.area_rect(area)).map_or(Vec2::ZERO, |rect| rect.size());
    let room = ctx.content_rect().shrink(space::L);
    let room = room.with_max_y(room.bottom() - foot_height(ctx));
    let place = place(room, size, &must_be_seen(ctx, area));
    let area = Area::new(area).order(Order::Foreground).pivot(Align2::RIGHT_BOTTOM).fixed_pos(place);
    area.show(ctx, |ui| {
        ui.spacing_mut().item_spacing.y = space::S;
        ui.with_layout(Layout::top_down(Align::Max), |ui| {
            toasts.iter().filter(live).filter_map(|toast| ui.push_id(toast.id, |ui| toast_ui(ui, toast)).inner).last()
        })
        .inner
    })
    .inner
}

/// The lower right corner of messages of a size that cover nothing that must be seen: above it at the right or else at the
/// left; where there is no such room, in the corner.
fn place(room: Rect, size: Vec2, clear: &[Rect]) -> Pos2 {
    let above = |right: f32| {
        let mut corner = pos2(right, room.bottom());
        while let Some(covered) = clear.iter().find(|rect| rect.intersects(Rect::from_min_max(corner - size, corner))) {
            corner.y = covered.top() - space::S;
        }
        (corner.y - size.y >= room.top()).then_some(corner)
    };
    above(room.right()).or_else(|| above(room.left() + size.x)).unwrap_or(room.max)
}

/// What messages do not cover: what has the keyboard, and what was asked to be kept clear in this pass.
fn must_be_seen(ctx: &Context, area: Id) -> Vec<Rect> {
    let mut clear = kept_clear::rects(ctx);
    let focused = ctx.memory(|memory| memory.focused()).and_then(|id| paint::drawn_widget(ctx, id));
    clear.extend(focused.filter(|widget| widget.layer_id.id != area).map(|widget| widget.interact_rect));
    clear.retain(|rect| rect.is_positive());
    clear
}

fn foot_id() -> Id {
    Id::unique("paydesk.toasts.foot")
}

/// Messages stand above this foot of the window, which has what a person is about to do. To be called in each frame that
/// draws it.
pub fn keep_toasts_above(ctx: &Context, foot: Rect) {
    let drawn = (ctx.cumulative_pass_nr(), ctx.content_rect().bottom() - foot.top());
    ctx.data_mut(|data| data.insert_temp(foot_id(), drawn));
}

/// Of the foot that was drawn in this frame or the last one, in points.
fn foot_height(ctx: &Context) -> f32 {
    let (drawn, pass): (Option<(u64, f32)>, u64) =
        (ctx.data(|data| data.get_temp(foot_id())), ctx.cumulative_pass_nr());
    drawn.filter(|(drawn, _)| drawn + 1 >= pass).map_or(0.0, |(_, height)| height)
}

fn toast_ui(ui: &mut Ui, toast: &ToastView<'_>) -> Option<ToastEvent> {
    let tokens = tokens(ui);
    let shown = Frame::new()
        .fill(tokens.raised)
        .stroke(tokens.hairline())
        .corner_radius(CornerRadius::same(size::RADIUS))
        .shadow(ui.visuals().popup_shadow)
        .inner_margin(Margin { left: 12, right: 6, top: 6, bottom: 6 })
        .show(ui, |ui| ui.horizontal_top(|ui| content_ui(ui, toast)).inner);
    shown.response.widget_info(|| WidgetInfo::labeled(Role::Status, true, toast.text));
    ui.ctx().accesskit_node_builder(shown.response.id, |node| {
        node.set_live(if toast.tone == Tone::Danger { Live::Assertive } else { Live::Polite });
    });
    shown.inner
}

/// Icon, text, action and close, as wide as they need: laid out from the right, where the messages end.
fn content_ui(ui: &mut Ui, toast: &ToastView<'_>) -> Option<ToastEvent> {
    let tokens = tokens(ui);
    ui.spacing_mut().item_spacing.x = space::S;
    let mut event = None;
    let (corner, _) = ui.allocate_exact_size(vec2(size::QUIET, size::CONTROL), Sense::hover());
    let square = Rect::from_center_size(corner.center(), vec2(size::QUIET, size::QUIET));
    let mut child = ui.new_child(UiBuilder::new().max_rect(square));
    if Button::quiet_icon(Icon::Close, text::DISMISS).ui(&mut child).clicked() {
        event = Some(ToastEvent::Closed(toast.id));
    }
    if toast.action.is_some_and(|label| Button::link(label).ui(ui).clicked()) {
        event = Some(ToastEvent::Action(toast.id));
    }
    let room = (ui.ctx().content_rect().width() - BESIDE_TEXT).clamp(MIN_WIDTH, TEXT_MAX_WIDTH);
    let galley = paint::wrapped(ui.painter(), toast.text, Text::Body, tokens.text, room);
    let size = vec2(galley.size().x.max(MIN_WIDTH - BUTTONS), (galley.size().y + 12.0).max(size::CONTROL));
    let (rect, _) = ui.allocate_exact_size(size, Sense::hover());
    paint::galley_at(ui.painter(), galley, rect.left(), rect.center().y, tokens.text);
    let (rect, _) = ui.allocate_exact_size(vec2(size::ICON_LARGE, size::CONTROL), Sense::hover());
    icon_of(toast.tone).paint(ui.painter(), rect.center(), size::ICON_LARGE, tokens.tone(toast.tone).text);
    event
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn messages_stand_where_they_cover_nothing_that_must_be_seen() {
        let room = Rect::from_min_max(pos2(0.0, 0.0), pos2(1_000.0, 600.0));
        let size = vec2(300.0, 40.0);
        let note = Rect::from_min_max(pos2(800.0, 500.0), pos2(990.0, 580.0));
        let field = Rect::from_min_max(pos2(600.0, 440.0), pos2(900.0, 480.0));
        let pane = Rect::from_min_max(pos2(600.0, 0.0), pos2(1_000.0, 600.0));
        assert_eq!(place(room, size, &[]), pos2(1_000.0, 600.0));
        assert_eq!(place(room, size, &[note]), pos2(1_000.0, 500.0 - space::S));
        assert_eq!(place(room, size, &[note, field]), pos2(1_000.0, 440.0 - space::S));
        assert_eq!(place(room, size, &[pane]), pos2(300.0, 600.0), "at the left");
        assert_eq!(place(room, size, &[room]), pos2(1_000.0, 600.0), "there is no other room");
    }
}
