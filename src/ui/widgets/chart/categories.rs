//! Bars by category: a line each with its name, bar, exact value, share and count. All from zero, the longest fills the
//! room; the period before is a mark on the bar.

use std::sync::Arc;

use egui::{CornerRadius, Rect, Response, ScrollArea, Sense, Ui, UiBuilder, WidgetInfo, accesskit::Role, pos2, vec2};

use super::canvas::{Canvas, color_of};
use super::data::ChartData;
use super::view::{ChartCursor, ChartView};
use super::{ChartClick, keys, tooltip};
use crate::ui::tokens::{Text, size, space, tokens};
use crate::ui::widgets::paint;

const BAR: f32 = 14.0;
const ICON: f32 = 14.0;
/// The least height of a line, and that of one whose name goes on in a second one, in points.
const ROW_MIN: f32 = 20.0;
const ROW_WRAPPED: f32 = 36.0;

/// Draws the chart into `rect`; what was clicked, or opened with Enter.
pub(super) fn categories_ui(
    ui: &mut Ui,
    data: &Arc<ChartData>,
    view: &mut ChartView,
    rect: Rect,
) -> Option<ChartClick> {
    let id = ui.scope_id().with(("paydesk.chart", &data.title));
    let whole = ui.interact(rect, id, Sense::click());
    let entered = keys::handle_key(ui, data, view, &whole);
    keys::describe(ui, data, view, &whole);
    paint::focus_ring(ui, &whole, rect, 2);
    let clicked = ui
        .scope_builder(UiBuilder::new().max_rect(rect), |ui| {
            ui.spacing_mut().item_spacing.y = 0.0;
            let scroll = ScrollArea::vertical().id_salt(&data.title).auto_shrink([false, false]);
            scroll.show(ui, |ui| rows_ui(ui, data, view, &whole, rect.height())).inner
        })
        .inner;
    if let Some(bucket) = clicked {
        view.move_to(data, ChartCursor { bucket, series: Some(0) });
    }
    clicked.or(entered.map(|cursor| cursor.bucket)).map(|bucket| ChartClick { bucket, series: Some(0) })
}

fn rows_ui(ui: &mut Ui, data: &ChartData, view: &ChartView, whole: &Response, room: f32) -> Option<usize> {
    let columns = CategoryLayout::fit(ui, data, room);
    let cursor = view.cursor().filter(|_| whole.has_focus());
    let mut clicked = None;
    for bucket in 0..data.buckets.len() {
        let height = columns.row(bucket);
        let (rect, _) = ui.allocate_exact_size(vec2(ui.available_width(), height), Sense::hover());
        let stands = cursor.is_some_and(|cursor| cursor.bucket == bucket);
        if stands {
            ui.scroll_to_rect_animation(rect, None, egui::style::ScrollAnimation::none());
        }
        if !ui.is_rect_visible(rect) {
            continue;
        }
        let response = ui.interact(rect, whole.id.with(bucket), Sense::CLICK);
        response.widget_info(|| WidgetInfo::labeled(Role::Button, ui.is_enabled(), data.category_text(bucket)));
        let tokens = tokens(ui);
        let ground = if stands { Some(tokens.selected_row) } else { response.hovered().then_some(tokens.hover) };
        if let Some(ground) = ground {
            ui.painter().rect_filled(rect, size::RADIUS, ground);
        }
        row_ui(ui, data, view, bucket, rect, &columns);
        if response.hovered() {
            tooltip::bucket_ui(data, view, &response, ChartCursor { bucket, series: None }, None);
        }
        clicked = clicked.or(response.clicked().then_some(bucket));
    }
    clicked
}

/// Most of the width that names take: the rest is for bars and numbers.
const NAME_SHARE: f32 = 0.55;

/// Where the parts of all rows are.
struct CategoryLayout {
    name: f32,
    value: f32,
    extra: f32,
    /// The value, with the period before, that the longest bar stands for.
    largest: i64,
    /// Of a line with a short name, in points.
    row: f32,
    /// The lines whose names go on in a second one; none where that has no room.
    wrapped: Vec<bool>,
}

impl CategoryLayout {
    fn fit(ui: &Ui, data: &ChartData, room: f32) -> Self {
        let measure = |text: &str, kind| paint::line(ui.painter(), text, kind, tokens(ui).text, f32::INFINITY).size().x;
        let all = 0..data.buckets.len();
        let widest = |width: &dyn Fn(usize) -> f32| all.clone().map(width).fold(0.0_f32, f32::max).ceil();
        let icon = if data.buckets.iter().any(|bucket| bucket.status.is_some()) { ICON + space::S } else { 0.0 };
        let name = widest(&|bucket| measure(&data.buckets[bucket].label, Text::Small)) + icon;
        let width = ui.available_width();
        let value = widest(&|bucket| measure(&value_text(data, bucket), Text::SmallStrong));
        let extra = widest(&|bucket| measure(&extra_text(data, bucket), Text::Caption));
        // Where there is no room for everything, share and count are left to the tooltip and the table.
        let extra = if name.min(width * NAME_SHARE) + value + extra + 90.0 > width { 0.0 } else { extra };
        let values = data.series.iter().flat_map(|series| all.clone().filter_map(|bucket| series.value(bucket)));
        let largest = values.max().unwrap_or(0).max(1);
        let name = name.min(width * NAME_SHARE);
        let row = (room / data.buckets.len().max(1) as f32).clamp(ROW_MIN, size::ROW_COMPACT);
        let is_long = |bucket: usize| measure(&data.buckets[bucket].label, Text::Small) + icon > name + 0.5;
        let mut wrapped: Vec<bool> = all.clone().map(is_long).collect();
        let long = wrapped.iter().filter(|wrapped| **wrapped).count() as f32;
        if long * ROW_WRAPPED + (wrapped.len() as f32 - long) * row > room {
            wrapped.fill(false);
        }
        Self { name, value, extra, largest, row, wrapped }
    }

    fn is_wrapped(&self, bucket: usize) -> bool {
        self.wrapped.get(bucket).copied().unwrap_or_default()
    }

    /// The height of a line.
    fn row(&self, bucket: usize) -> f32 {
        if self.is_wrapped(bucket) { ROW_WRAPPED } else { self.row }
    }
}

fn value_text(data: &ChartData, bucket: usize) -> String {
    let value = data.series.first().and_then(|series| series.value(bucket));
    value.map_or_else(|| "–".to_owned(), |value| data.unit.text(value))
}

fn extra_text(data: &ChartData, bucket: usize) -> String {
    let parts: Vec<String> = [data.share_text(bucket), data.count_text(bucket)].into_iter().flatten().collect();
    parts.join(", ")
}

fn row_ui(ui: &Ui, data: &ChartData, view: &ChartView, bucket: usize, rect: Rect, columns: &CategoryLayout) {
    let tokens = tokens(ui);
    let y = rect.center().y;
    let mut left = rect.left() + space::XS;
    let named = &data.buckets[bucket];
    if let Some((icon, tone)) = named.status {
        icon.paint(ui.painter(), pos2(left + ICON / 2.0, y), ICON, tokens.tone(tone).text);
        left += ICON + space::S;
    }
    let room = rect.left() + space::XS + columns.name - left;
    let name = if columns.is_wrapped(bucket) {
        paint::lines(ui.painter(), &named.label, Text::Small, tokens.text, room, 2)
    } else {
        paint::line(ui.painter(), &named.label, Text::Small, tokens.text, room)
    };
    paint::galley_at(ui.painter(), name, left, y, tokens.text);
    let right = |text: &str, kind, color, right: f32| {
        let galley = paint::line(ui.painter(), text, kind, color, f32::INFINITY);
        let left = right - galley.size().x;
        paint::galley_at(ui.painter(), galley, left, y, color);
    };
    let mut end = rect.right() - space::XS;
    if columns.extra > 0.0 {
        right(&extra_text(data, bucket), Text::Caption, tokens.subdued, end);
        end -= columns.extra + space::M;
    }
    right(&value_text(data, bucket), Text::SmallStrong, tokens.text, end);
    end -= columns.value + space::M;
    let groove = Rect::from_min_max(
        pos2(rect.left() + space::XS + columns.name + space::M, y - BAR / 2.0),
        pos2(end, y + BAR / 2.0),
    );
    bar_ui(ui, data, view, bucket, groove, columns.largest);
}

fn bar_ui(ui: &Ui, data: &ChartData, view: &ChartView, bucket: usize, groove: Rect, largest: i64) {
    let tokens = tokens(ui);
    let options = ui.tessellation_options(|options| *options);
    let mut canvas = Canvas::new(ui.pixels_per_point(), options, tokens.surface);
    let x = |value: i64| groove.left() + groove.width() * (value.max(0) as f64 / largest as f64) as f32;
    let (top, bottom) = (canvas.snap(groove.top()), canvas.snap(groove.bottom()));
    for (index, series) in data.series.iter().enumerate().filter(|(index, _)| view.shows(data, *index)) {
        let Some(value) = series.value(bucket) else { continue };
        if series.previous {
            let at = canvas.snap(x(value));
            let mark = Rect::from_min_max(pos2(at - 1.0, top - 3.0), pos2(at + 1.0, bottom + 3.0));
            canvas.fill(mark, tokens.text);
        } else if index == 0 && value > 0 {
            let status = data.buckets[bucket].status;
            let color = status.map_or(color_of(tokens, series), |(_, tone)| tokens.tone_fill(tone));
            let right = canvas.snap(x(value)).max(groove.left() + canvas.pixel);
            let bar = Rect::from_min_max(pos2(canvas.snap(groove.left()), top), pos2(right, bottom));
            canvas.bar(bar, color, CornerRadius { ne: 2, se: 2, nw: 0, sw: 0 });
        }
    }
    let line = Rect::from_min_max(
        pos2(canvas.snap(groove.left()) - canvas.pixel, top - 3.0),
        pos2(canvas.snap(groove.left()), bottom + 3.0),
    );
    canvas.fill(line, tokens.border_strong);
    ui.painter().add(canvas.finish());
}
