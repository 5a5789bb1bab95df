//! What every widget draws: lines of text set exactly, the focus ring, hairlines, stripes.
//!
//! No widget of its own but the plain label and the hairline.

use std::sync::Arc;
use std::time::Duration;

use egui::{
    Align, Align2, Color32, Context, CornerRadius, Galley, Id, Label, Layout, Painter, Pos2, Rangef, Rect, Response,
    Sense, Stroke, StrokeKind, Ui, WidgetInfo, WidgetRect, accesskit::Role, pos2, text::LayoutJob, text::TextWrapping,
    vec2,
};

use crate::tokens::{Text, size, tokens};

/// One line of text, cut with an ellipsis at `max_width`.
pub fn line(painter: &Painter, text: &str, kind: Text, color: Color32, max_width: f32) -> Arc<Galley> {
    let mut job = LayoutJob::simple_singleline(text.to_owned(), kind.font(), color);
    job.wrap = TextWrapping::truncate_at_width(max_width);
    painter.layout_job(job)
}

/// Text broken into at most `rows` lines, the last of them cut with an ellipsis.
pub fn lines(painter: &Painter, text: &str, kind: Text, color: Color32, max_width: f32, rows: usize) -> Arc<Galley> {
    let mut job = LayoutJob::simple(text.to_owned(), kind.font(), color, max_width);
    job.wrap.max_rows = rows;
    painter.layout_job(job)
}

/// Text broken into as many lines as it needs.
pub fn wrapped(painter: &Painter, text: &str, kind: Text, color: Color32, max_width: f32) -> Arc<Galley> {
    painter.layout(text.to_owned(), kind.font(), color, max_width)
}

/// Paints a galley with its left edge at `left`, centred around `y`, on whole pixels.
pub fn galley_at(painter: &Painter, galley: Arc<Galley>, left: f32, y: f32, color: Color32) -> Rect {
    let ppp = painter.pixels_per_point();
    let top = ((y - galley.size().y / 2.0) * ppp).round() / ppp;
    let pos = pos2((left * ppp).round() / ppp, top);
    let rect = Rect::from_min_size(pos, galley.size());
    painter.galley(pos, galley, color);
    rect
}

/// What screen readers know of a text that is painted at `rect`: a label that takes no room.
pub fn label_at(ui: &mut Ui, rect: Rect, text: &str) -> Response {
    let id = ui.next_auto_id();
    ui.skip_ahead_auto_ids(1);
    let response = ui.interact(rect, id, Sense::hover());
    response.widget_info(|| WidgetInfo::labeled(Role::Label, true, text));
    response
}

/// As [`galley_at`], with every part of it in `color`.
pub fn galley_over(painter: &Painter, galley: Arc<Galley>, left: f32, y: f32, color: Color32) {
    let ppp = painter.pixels_per_point();
    let top = ((y - galley.size().y / 2.0) * ppp).round() / ppp;
    painter.galley_with_override_text_color(pos2((left * ppp).round() / ppp, top), galley, color);
}

/// A ground and its edge. Nothing at all where both are transparent: the tessellator would build the outline nevertheless.
pub fn ground(painter: &Painter, rect: Rect, corners: impl Into<CornerRadius>, fill: Color32, edge: Stroke) {
    if fill != Color32::TRANSPARENT || !edge.is_empty() {
        painter.rect(rect, corners, fill, edge, StrokeKind::Inside);
    }
}

/// A hairline at `y`, allowed to reach beyond the content sideways.
pub fn hline(ui: &Ui, x_range: Rangef, y: f32) {
    let painter = ui.painter().with_clip_rect(Rect::from_x_y_ranges(x_range, y - 1.0..=y + 1.0));
    painter.hline(x_range, y - 0.5, tokens(ui).hairline());
}

/// Scrolls to a widget that the keyboard was led to, where a part of it or of its ring is out of view.
pub fn bring_into_view(ui: &Ui, response: &Response) {
    bring_rect_into_view(ui, response, response.rect);
}

/// Scrolls to a widget drawn in `rect` that the keyboard was led to, where it is out of view.
pub fn bring_rect_into_view(ui: &Ui, response: &Response, rect: Rect) {
    let by_pointer = ui.input(|input| input.pointer.any_down() || input.pointer.any_released());
    let rect = rect.expand(size::RING);
    if response.gained_focus() && !by_pointer && !ui.clip_rect().contains_rect(rect) {
        ui.scroll_to_rect(rect, None);
    }
}

/// The visible sign of the keyboard's focus: a ring outside of the widget, which is brought into view.
pub fn focus_ring(ui: &Ui, response: &Response, rect: Rect, corners: impl Into<CornerRadius>) {
    bring_into_view(ui, response);
    if response.has_focus() {
        ring(ui.painter(), rect, corners, tokens(ui).focus);
    }
}

/// A ring just outside of `rect`.
pub fn ring(painter: &Painter, rect: Rect, corners: impl Into<CornerRadius>, color: Color32) {
    painter.rect_stroke(
        rect.expand(1.0),
        corners.into() + CornerRadius::same(1),
        Stroke::new(2.0, color),
        StrokeKind::Outside,
    );
}

/// A ring that stays inside of `rect`, for rows that touch their neighbours.
pub fn inner_ring(ui: &Ui, response: &Response, rect: Rect) {
    if response.has_focus() {
        let stroke = Stroke::new(2.0, tokens(ui).focus);
        ui.painter().rect_stroke(rect, size::RADIUS, stroke, StrokeKind::Inside);
    }
}

/// Shows the keyboard on the edge of a panel that can be dragged: egui leads Tab there and gives it no sign of its own.
pub fn panel_edge_ring_ui(ctx: &Context) {
    /// No other widget that can be dragged is as thin, in points.
    const EDGE: f32 = 12.0;
    let focused = ctx.memory(|memory| memory.focused());
    let focused = focused.and_then(|id| drawn_widget(ctx, id));
    let edge = focused.filter(|focused| focused.sense.senses_drag() && focused.rect.size().min_elem() <= EDGE);
    if let Some(edge) = edge {
        let stroke = Stroke::new(2.0, tokens(ctx).focus);
        ctx.layer_painter(edge.layer_id).rect_stroke(edge.rect.shrink(2.0), size::RADIUS, stroke, StrokeKind::Inside);
    }
}

/// What was drawn in this pass under an id. Not its response: egui takes the keyboard from what is asked for one while
/// something else is clicked.
pub fn drawn_widget(ctx: &Context, id: Id) -> Option<WidgetRect> {
    ctx.viewport(|viewport| viewport.this_pass.widgets.get(id).copied())
}

/// How wide a control may become here; unbounded where the layout wraps onto the next line.
pub fn width_limit(ui: &Ui) -> f32 {
    if ui.layout().main_wrap() { ui.max_rect().width() } else { ui.available_width() }
}

/// A line that moves along `track`, or is still under reduced motion. Asks for the next frame only while visible.
pub fn moving_line(ui: &Ui, track: Rect, color: Color32) {
    const FRAME: Duration = Duration::from_millis(33);
    const ROUND_S: f64 = 1.4;
    if !ui.is_rect_visible(track) {
        return;
    }
    let mut part = track;
    if crate::theme::reduced_motion(ui.ctx()) {
        part.set_width(track.width() * 0.4);
    } else {
        ui.ctx().request_repaint_after(FRAME);
        let phase = (ui.input(|input| input.time) / ROUND_S).fract() as f32;
        part.set_width(track.width() * 0.3);
        part = part.translate(vec2(track.width() * (phase * 1.3 - 0.3), 0.0));
    }
    let painter = ui.painter().with_clip_rect(track.intersect(ui.clip_rect()));
    painter.rect_filled(track, track.height() / 2.0, color.gamma_multiply(0.25));
    painter.rect_filled(part, track.height() / 2.0, color);
}

/// Stripes at 45 degrees within `rect`.
pub fn hatch(painter: &Painter, rect: Rect, color: Color32) {
    const STEP: f32 = 6.0;
    let painter = painter.with_clip_rect(rect.intersect(painter.clip_rect()));
    let mut left = rect.left() - rect.height();
    while left < rect.right() {
        let ends: [Pos2; 2] = [pos2(left, rect.bottom()), pos2(left + rect.height(), rect.top())];
        painter.line_segment(ends, Stroke::new(1.5, color));
        left += STEP;
    }
}

/// How wide the widest line of a text is when nothing of it is cut, in points.
pub fn text_width(ui: &Ui, kind: Text, text: &str) -> f32 {
    let width = |text| line(ui.painter(), text, kind, Color32::PLACEHOLDER, f32::INFINITY).size().x;
    text.lines().map(width).fold(0.0, f32::max)
}

/// A line of text in a kind and a colour, wrapping; selectable.
pub fn label_ui(ui: &mut Ui, kind: Text, color: Color32, text: &str) -> Response {
    let label = Label::new(kind.rich(text).color(color));
    if !ui.layout().horizontal_justify() {
        return ui.add(label);
    }
    // Where widgets are as wide as a menu, the words of a text are not drawn apart.
    ui.with_layout(Layout::top_down(Align::Min), |ui| ui.add(label)).inner
}

/// As [`label_ui`], and a heading for screen readers.
pub fn heading_ui(ui: &mut Ui, kind: Text, color: Color32, text: &str) -> Response {
    let response = ui.add(Label::new(kind.rich(text).color(color)).selectable(false));
    ui.ctx().accesskit_node_builder(response.id, |node| {
        node.set_role(Role::Heading);
        node.set_label(text);
        node.clear_value();
    });
    response
}

/// A hairline over the whole width, taking one point of height.
pub fn hairline_ui(ui: &mut Ui) {
    let (rect, _) = ui.allocate_exact_size(vec2(ui.available_width(), 1.0), Sense::hover());
    ui.painter().hline(rect.x_range(), rect.center().y, tokens(ui).hairline());
}

/// Text at a corner or centre, one line, uncut.
pub fn text_at(painter: &Painter, pos: Pos2, anchor: Align2, text: &str, kind: Text, color: Color32) -> Rect {
    painter.text(pos, anchor, text, kind.font(), color)
}
