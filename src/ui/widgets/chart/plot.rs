//! A chart over time on screen: axes, picture, and what pointer and keyboard do in it.
//!
//! `egui_plot` holds the place, the range and the layers; labels stand where we put them, so that nothing shifts after
//! the first frame. The wheel alone scrolls the page: only with the zoom modifier, or by a drag, time is zoomed.

use std::ops::RangeInclusive;
use std::sync::Arc;

use egui::epaint::Mesh;
use egui::{Color32, Id, PointerButton, Pos2, Rangef, Rect, Response, Sense, Shape, Stroke, Ui, UiBuilder, Vec2, pos2};
use egui_plot::{Plot, PlotBounds, PlotGeometry, PlotItem, PlotItemBase, PlotResponse, PlotTransform};

use super::data::{ChartData, ChartKind};
use super::layout::ChartLayout;
use super::text;
use super::view::{ChartCursor, ChartView};
use super::{ChartClick, bars, keys, lines, tooltip};
use crate::ui::tokens::{Text, space, tokens};
use crate::ui::widgets::paint;

/// How near the pointer must be to a line, in points.
const NEAR: f32 = 12.0;
/// A drag shorter than this is a click that slipped.
const DRAG_MIN: f32 = 6.0;

/// Draws the chart into `rect`; what was clicked, or opened with Enter.
pub(super) fn plot_ui(ui: &mut Ui, data: &Arc<ChartData>, view: &mut ChartView, rect: Rect) -> Option<ChartClick> {
    let picture = view.layout(ui, data, rect.size());
    let ppp = ui.pixels_per_point();
    let corner = ((rect.min + picture.frame.min.to_vec2()) * ppp).round() / ppp;
    let frame = Rect::from_min_size(corner, picture.frame.size());
    labels_ui(ui, picture, frame, rect);
    let mesh = picture.mesh_at(corner);
    let transform = picture.transform_at(corner);
    let cursor = view.cursor();
    let shown = show(ui, data, view, frame, mesh, cursor);
    let response = shown.response;
    let pointed = response.hover_pos().and_then(|at| under(data, view, &transform, 1.0 / ppp, at));
    drag_ui(ui, data, view, &transform, &response);
    wheel(ui, data, view, &transform, &response);
    let entered = keys::handle_key(ui, data, view, &response);
    let cursor = view.cursor().filter(|_| response.has_focus());
    keys::describe(ui, data, view, &response);
    paint::focus_ring(ui, &response, frame, 2);
    if let Some(cursor) = pointed.or(cursor).filter(|_| !response.dragged()) {
        let x = transform.position_from_point_x(cursor.bucket as f64 + 0.5);
        tooltip::bucket_ui(data, view, &response, cursor, pointed.is_none().then_some(pos2(x, frame.top())));
    }
    let clicked = pointed.filter(|_| response.clicked_by(PointerButton::Primary));
    if let Some(clicked) = clicked {
        view.move_to(data, clicked);
    }
    clicked.or(entered).map(|cursor| ChartClick { bucket: cursor.bucket, series: cursor.series })
}

fn labels_ui(ui: &Ui, picture: &ChartLayout, frame: Rect, rect: Rect) {
    let color = tokens(ui).subdued;
    for label in &picture.values {
        let galley = paint::line(ui.painter(), &label.text, Text::Caption, color, f32::INFINITY);
        let left = frame.left() - space::S - galley.size().x;
        paint::galley_at(ui.painter(), galley, left, frame.top() + label.at, color);
    }
    let y = (frame.bottom() + rect.bottom()) / 2.0 + 1.0;
    for label in &picture.times {
        let galley = paint::line(ui.painter(), &label.text, Text::Caption, color, f32::INFINITY);
        let width = galley.size().x;
        let left = (frame.left() + label.at - width / 2.0).min(rect.right() - width).max(rect.left());
        paint::galley_at(ui.painter(), galley, left, y, color);
    }
}

/// The plot with its one item: the ground under the bucket that is pointed at, and the picture over it.
fn show(
    ui: &mut Ui,
    data: &ChartData,
    view: &ChartView,
    frame: Rect,
    mesh: Arc<Mesh>,
    cursor: Option<ChartCursor>,
) -> PlotResponse<()> {
    let tokens = tokens(ui);
    let Some(picture) = view.picture.as_ref() else { return empty_plot(ui, data, frame) };
    let bounds = picture.bounds();
    let blank = picture.is_blank();
    let ground = |bucket: usize| band(picture, frame, bucket);
    let shown = in_frame(ui, data, frame, |plot_ui| {
        plot_ui.set_plot_bounds(bounds);
        let response = plot_ui.response();
        let hovered = response.hover_pos().and_then(|at| picture.place_at(at.x - frame.left()));
        let mut shapes = Vec::with_capacity(3);
        if let Some(rect) = hovered.and_then(|place| ground(place.bucket)) {
            shapes.push(Shape::rect_filled(rect, 0, tokens.hover));
        }
        if let Some(rect) = cursor.filter(|_| response.has_focus()).and_then(|cursor| ground(cursor.bucket)) {
            shapes.push(Shape::rect_filled(rect, 0, tokens.selected_row));
        }
        shapes.push(Shape::Mesh(mesh));
        plot_ui.add(Layer { base: PlotItemBase::new(String::new()), shapes });
    });
    if blank {
        let text = text::EVERY_SERIES_IS_HIDDEN_CHOOSE;
        let galley = paint::line(ui.painter(), text, Text::Small, tokens.subdued, frame.width());
        let left = frame.center().x - galley.size().x / 2.0;
        paint::galley_at(ui.painter(), galley, left, frame.center().y, tokens.subdued);
    }
    shown
}

fn empty_plot(ui: &mut Ui, data: &ChartData, frame: Rect) -> PlotResponse<()> {
    in_frame(ui, data, frame, |_| ())
}

/// A bare plot over `frame`: every gesture is ours.
fn in_frame<'p>(
    ui: &mut Ui,
    data: &ChartData,
    frame: Rect,
    build: impl FnOnce(&mut egui_plot::PlotUi<'p>) + 'p,
) -> PlotResponse<()> {
    let id: Id = ui.scope_id().with(("paydesk.chart", &data.title));
    ui.scope_builder(UiBuilder::new().max_rect(frame), |ui| {
        Plot::new("plot")
            .id(id)
            .width(frame.width())
            .height(frame.height())
            .min_size(Vec2::splat(1.0))
            .show_axes(false)
            .show_grid(false)
            .show_background(false)
            .show_x(false)
            .show_y(false)
            .auto_bounds(false)
            .allow_drag(false)
            .allow_zoom(false)
            .allow_scroll(false)
            .allow_boxed_zoom(false)
            .allow_double_click_reset(false)
            .sense(Sense::click_and_drag())
            .show(ui, build)
    })
    .inner
}

/// The room of a bucket over the whole height.
fn band(picture: &ChartLayout, frame: Rect, bucket: usize) -> Option<Rect> {
    let place = picture.places.iter().find(|place| place.bucket == bucket)?;
    let x = Rangef::new(frame.left() + place.x.min, frame.left() + place.x.max.max(place.x.min + 2.0));
    Some(Rect::from_x_y_ranges(x, frame.y_range()))
}

/// The bucket at a place, and the series whose bar or line is there.
fn under(data: &ChartData, view: &ChartView, transform: &PlotTransform, pixel: f32, at: Pos2) -> Option<ChartCursor> {
    let picture = view.picture.as_ref()?;
    let mut place = picture.place_at(at.x - transform.frame().left())?;
    place.x = Rangef::new(place.x.min + transform.frame().left(), place.x.max + transform.frame().left());
    let bars = bars::bars_in(data, transform, pixel, picture.shown, place);
    let bar = bars.iter().find(|bar| bar.rect.expand(1.0).contains(at)).map(|bar| bar.series);
    let distance = |index: usize| {
        let series = &data.series[index];
        let is_line = bars::is_shown(picture.shown, index) && lines::is_line(data, series);
        lines::point(transform, series, place.bucket).filter(|_| is_line).map(|point| (point.y - at.y).abs())
    };
    let near = (0..data.series.len()).filter_map(|index| Some((distance(index)?, index)));
    let line = near.filter(|(far, _)| *far <= NEAR).min_by(|a, b| a.0.total_cmp(&b.0)).map(|(_, index)| index);
    let only = if data.series.len() == 1 { Some(0) } else { None };
    let series = if data.kind == ChartKind::Lines { line } else { bar.or(line) };
    Some(ChartCursor { bucket: place.bucket, series: series.or(only) })
}

/// A drag marks a range, and its end zooms into it.
fn drag_ui(ui: &Ui, data: &ChartData, view: &mut ChartView, transform: &PlotTransform, response: &Response) {
    let (from, to) = ui.input(|input| (input.pointer.press_origin(), input.pointer.latest_pos()));
    let stored: Option<f32> = ui.data(|data| data.get_temp(response.id));
    if response.drag_started_by(PointerButton::Primary)
        && let Some(from) = from
    {
        ui.data_mut(|data| data.insert_temp(response.id, from.x));
    }
    let Some((start, end)) = stored.zip(to.map(|to| to.x)) else { return };
    let range = Rangef::new(start.min(end), start.max(end));
    if response.dragged_by(PointerButton::Primary) {
        let tokens = tokens(ui);
        let rect = Rect::from_x_y_ranges(range, transform.frame().y_range()).intersect(*transform.frame());
        ui.painter().rect_filled(rect, 0, tokens.accent.text.gamma_multiply(0.18));
        let edge = Stroke::new(1.0, tokens.accent.text);
        ui.painter().vline(rect.left(), rect.y_range(), edge);
        ui.painter().vline(rect.right(), rect.y_range(), edge);
    }
    if response.drag_stopped_by(PointerButton::Primary) {
        ui.data_mut(|data| data.remove_temp::<f32>(response.id));
        if range.span() >= DRAG_MIN {
            let value = |x: f32| transform.value_from_position(pos2(x, 0.0)).x;
            view.zoom_to(data, value(range.min), value(range.max));
            ui.request_repaint();
        }
    }
}

/// The wheel with the zoom modifier, or a pinch, zooms around the pointer; the wheel alone is left to the page.
fn wheel(ui: &Ui, data: &ChartData, view: &mut ChartView, transform: &PlotTransform, response: &Response) {
    let Some(at) = response.hover_pos() else { return };
    let factor = f64::from(ui.input(egui::InputState::zoom_delta));
    if factor != 1.0 {
        view.zoom_by(data, factor, transform.value_from_position(at).x);
        ui.request_repaint();
    }
}

/// Prepared shapes as an item of the plot.
struct Layer {
    base: PlotItemBase,
    shapes: Vec<Shape>,
}

impl PlotItem for Layer {
    fn shapes(&self, _: &Ui, _: &PlotTransform, shapes: &mut Vec<Shape>) {
        shapes.extend_from_slice(&self.shapes);
    }

    fn initialize(&mut self, _: RangeInclusive<f64>) {}

    fn color(&self) -> Color32 {
        Color32::TRANSPARENT
    }

    fn geometry(&self) -> PlotGeometry<'_> {
        PlotGeometry::None
    }

    fn bounds(&self) -> PlotBounds {
        PlotBounds::from_min_max([0.0, 0.0], [0.0, 0.0])
    }

    fn base(&self) -> &PlotItemBase {
        &self.base
    }

    fn base_mut(&mut self) -> &mut PlotItemBase {
        &mut self.base
    }
}
