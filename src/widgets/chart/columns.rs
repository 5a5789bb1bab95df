//! The lines of categories: names and exact values are labels of the axes beside the bars, and every line leads to its
//! rows.

use std::ops::RangeInclusive;

use egui::{Rect, Response, Sense, Ui, Vec2, WidgetInfo, accesskit::Role, pos2};
use egui_plot::{Axis, GridMark, HPlacement, Plot};

use super::axes::{BESIDE, hints, plot};
use super::data::{ChartClick, ChartData};
use super::view::ChartView;
use crate::paint;
use crate::tokens::{Text, size, space, tokens};

const ICON: f32 = 14.0;
/// The least height of a line, and that of lines whose names go on in a second one, in points.
const ROW_MIN: f32 = 20.0;
const ROW_WRAPPED: f32 = 36.0;
/// Most of the width that names take: the rest is for bars and numbers.
const NAME_SHARE: f32 = 0.45;
/// The least room for bars, in points.
const BARS_MIN: f32 = 90.0;

/// What is written beside the bars.
pub(super) struct Columns {
    names: Vec<String>,
    values: Vec<String>,
    /// Shares and counts; none where there is no room for them: they are in the tooltip and the table.
    extras: Vec<String>,
    /// The width of each, as its longest, and of the whole, in points.
    widths: [f32; 3],
    whole: f32,
    /// The height of a line, in points.
    pub row: f32,
}

impl Columns {
    pub fn fit(ui: &Ui, data: &ChartData, room: Vec2) -> Self {
        let all = 0..data.buckets.len();
        let (count, rows) = (data.buckets.len(), data.buckets.len().max(1) as f32);
        let icon = if data.buckets.iter().any(|bucket| bucket.status.is_some()) { ICON + space::S } else { 0.0 };
        let name = |lines| move |at: usize| wrap(ui, &data.buckets[at].label, room.x * NAME_SHARE - icon, lines);
        let mut names: Vec<String> = all.clone().map(name(2)).collect();
        let mut is_wrapped = names.iter().any(|name| name.contains('\n'));
        if is_wrapped && rows * ROW_WRAPPED > room.y {
            (names, is_wrapped) = (all.clone().map(name(1)).collect(), false);
        }
        let row = if is_wrapped { ROW_WRAPPED } else { (room.y / rows).clamp(ROW_MIN, size::ROW_COMPACT) };
        let value = |bucket| data.series.first().and_then(|series| Some((series, series.value(bucket)?)));
        let known = |(series, value)| data.known_text(series, value);
        let text = |bucket| value(bucket).map_or_else(|| "–".to_owned(), known);
        let values: Vec<String> = all.clone().map(text).collect();
        let extras: Vec<String> = all.map(|bucket| data.share_and_count_text(bucket)).collect();
        let width = |texts: &[String], kind| {
            texts.iter().map(|text| paint::text_width(ui, kind, text)).fold(0.0, f32::max) + BESIDE
        };
        let name = width(&names, Text::Small) + icon;
        let (value, extra) = (width(&values, Text::SmallStrong), width(&extras, Text::Caption));
        let fits = extra > BESIDE && name + value + extra + BARS_MIN <= room.x;
        let (extras, extra) = if fits { (extras, extra) } else { (vec![String::new(); count], 0.0) };
        Self { names, values, extras, widths: [name, value, extra], whole: room.x, row }
    }

    /// What is left for bars, in points.
    pub fn room(&self) -> f32 {
        self.whole - self.widths.iter().sum::<f32>()
    }

    pub fn plot<'a>(&'a self, ui: &Ui, data: &ChartData) -> Plot<'a> {
        let (tokens, count) = (tokens(ui), self.names.len());
        let axis = |texts: &'a [String], width, kind, color| {
            let text = move |mark: GridMark, _: &RangeInclusive<f64>| texts[mark.value as usize].clone();
            hints(Axis::Y, kind, color).formatter(text).min_thickness(width)
        };
        let [name, value, extra] = self.widths;
        let extra = axis(&self.extras, extra, Text::Caption, tokens.subdued).placement(HPlacement::Right);
        let middle = |at: usize| GridMark { value: at as f64 + 0.5, step_size: 1.0 };
        plot(ui, data)
            .height(self.row * count.max(1) as f32)
            .invert_y(true)
            .custom_y_axes(vec![
                axis(&self.values, value, Text::SmallStrong, tokens.text),
                axis(&self.names, name, Text::Small, tokens.text),
                extra,
            ])
            .y_grid_spacer(move |_| (0..count).map(middle).collect())
            .show_axes([false, true])
            .show_grid(false)
            .show_x(false)
            .allow_zoom(false)
            .allow_drag(false)
            .allow_scroll(false)
            .sense(Sense::click())
    }

    /// Names every line, and brings that of the keyboard into view; the one under the pointer, and whether it was clicked.
    pub fn rows_ui(
        &self,
        ui: &mut Ui,
        data: &ChartData,
        view: &ChartView,
        sight: Rect,
        whole: &Response,
    ) -> (Option<ChartClick>, bool) {
        let cursor = view.cursor.filter(|_| whole.has_focus());
        let mut output = (None, false);
        for (bucket, named) in data.buckets.iter().enumerate() {
            let top = whole.rect.top() + self.row * bucket as f32;
            let row = Rect::from_x_y_ranges(sight.x_range(), top..=top + self.row);
            if cursor.is_some_and(|cursor| cursor.bucket == bucket) && !ui.clip_rect().contains_rect(row) {
                ui.scroll_to_rect_animation(row, None, egui::style::ScrollAnimation::none());
            }
            if !ui.is_rect_visible(row) {
                continue;
            }
            if let Some((icon, tone)) = named.status {
                let name = paint::text_width(ui, Text::Small, &self.names[bucket]);
                let right = whole.rect.left() - self.widths[1] - BESIDE / 2.0 - name - space::S;
                icon.paint(ui.painter(), pos2(right - ICON / 2.0, row.center().y), ICON, tokens(ui).tone(tone).text);
            }
            let response = ui.interact(row, whole.id.with(("category", bucket)), Sense::CLICK);
            response.widget_info(|| WidgetInfo::labeled(Role::Button, ui.is_enabled(), data.category_text(bucket)));
            if response.hovered() || response.clicked() {
                output = (Some(ChartClick { bucket, series: data.only_series() }), response.clicked());
            }
        }
        output
    }
}

/// A name in at most so many lines, the last of them cut with an ellipsis.
fn wrap(ui: &Ui, name: &str, width: f32, lines: usize) -> String {
    let galley = paint::lines(ui.painter(), name, Text::Small, tokens(ui).text, width, lines);
    let lines: Vec<String> = galley.rows.iter().map(|row| row.text().trim_end().to_owned()).collect();
    lines.join("\n")
}
