//! What floats beside the bucket that is pointed at, or that the keyboard is on: every series with its exact value.

use egui::{Align, Layout, PopupAnchor, Pos2, Response, Sense, Tooltip, Ui, vec2};

use super::data::{ChartData, ChartKind, ChartUnit};
use super::swatch::paint_swatch;
use super::text;
use super::view::{ChartCursor, ChartView};
use crate::ui::tokens::{Text, space, tokens};
use crate::ui::widgets::{hairline_ui, label_ui, paint};

const LINE: f32 = 20.0;
const SWATCH: f32 = 16.0;

/// Shows the values of a bucket at the pointer, or at `at`.
pub(super) fn bucket_ui(
    data: &ChartData,
    view: &ChartView,
    response: &Response,
    cursor: ChartCursor,
    at: Option<Pos2>,
) {
    let anchor = at.map_or(PopupAnchor::Pointer, PopupAnchor::Position);
    let tooltip = Tooltip::always_open(response.ctx.clone(), response.layer_id, response.id, anchor);
    tooltip.gap(space::M).show(|ui| content_ui(ui, data, view, cursor));
}

/// A line: the index of its series, name, value, and the number of records behind the value.
type Line = (Option<usize>, String, String);

fn content_ui(ui: &mut Ui, data: &ChartData, view: &ChartView, cursor: ChartCursor) {
    let tokens = tokens(ui);
    ui.spacing_mut().item_spacing.y = 2.0;
    let Some(bucket) = data.buckets.get(cursor.bucket) else { return };
    let lines = lines(data, view, cursor.bucket);
    let width = width_of(ui, &bucket.full, &lines);
    ui.set_width(width);
    label_ui(ui, Text::SmallStrong, tokens.text, &bucket.full);
    for (index, name, value) in &lines {
        if index.is_none() {
            hairline_ui(ui);
        }
        line_ui(ui, data, *index, name, value, cursor.series.is_some() && *index == cursor.series);
    }
    if let Some(text) = data.unfinished.as_ref().filter(|_| data.is_unfinished(cursor.bucket)) {
        label_ui(ui, Text::Caption, tokens.subdued, text);
    }
}

/// The series shown, and their sum where they are stacked.
fn lines(data: &ChartData, view: &ChartView, bucket: usize) -> Vec<Line> {
    let shown = data.series.iter().enumerate().filter(|(index, _)| view.shows(data, *index));
    let mut lines: Vec<Line> = shown
        .map(|(index, series)| {
            let value = match (&data.unit, series.value(bucket)) {
                (_, None) => text::NO_VALUE.to_owned(),
                (ChartUnit::Count, Some(value)) => data.unit.text(value),
                (ChartUnit::Rate | ChartUnit::Money(_), Some(_)) => data.value_text(series, bucket),
            };
            (Some(index), series.name.clone(), value)
        })
        .collect();
    let summed = data.series.iter().enumerate().filter(|(index, s)| !s.previous && view.shows(data, *index)).count();
    if data.kind == ChartKind::Stacked
        && summed > 1
        && let Some(total) = data.total(bucket, |index| view.shows(data, index))
    {
        lines.push((None, text::TOTAL.to_owned(), data.unit.text(total)));
    }
    lines
}

fn width_of(ui: &Ui, title: &str, lines: &[Line]) -> f32 {
    let measure = |text: &str, kind| paint::line(ui.painter(), text, kind, tokens(ui).text, f32::INFINITY).size().x;
    let widths = lines.iter().map(|(_, name, value)| {
        SWATCH + space::S + measure(name, Text::Small) + space::XL + measure(value, Text::SmallStrong)
    });
    widths.fold(measure(title, Text::SmallStrong), f32::max).clamp(120.0, 420.0).ceil()
}

fn line_ui(ui: &mut Ui, data: &ChartData, index: Option<usize>, name: &str, value: &str, strong: bool) {
    let tokens = tokens(ui);
    ui.allocate_ui_with_layout(vec2(ui.available_width(), LINE), Layout::left_to_right(Align::Center), |ui| {
        ui.spacing_mut().item_spacing.x = space::S;
        let (rect, _) = ui.allocate_exact_size(vec2(SWATCH, LINE), Sense::hover());
        if let Some(index) = index {
            paint_swatch(ui, data, index, rect);
        }
        let color = if strong { tokens.text } else { tokens.subdued };
        label_ui(ui, if strong { Text::SmallStrong } else { Text::Small }, color, name);
        ui.with_layout(Layout::right_to_left(Align::Center), |ui| {
            label_ui(ui, Text::SmallStrong, tokens.text, value);
        });
    });
}
