//! What floats beside the bucket that is pointed at, or that the keyboard is on: every series with its exact value.

use egui::{Align, Layout, PopupAnchor, Pos2, Response, Sense, Tooltip, Ui, vec2};

use super::data::{ChartClick, ChartData, ChartKind, ValueUnit};
use super::legend::sign_ui;
use super::text;
use super::view::ChartView;
use crate::tokens::{Text, space, tokens};
use crate::{label_ui, paint};

const LINE: f32 = 20.0;
const SIGN: f32 = 16.0;

/// Shows the values of a bucket at the pointer, or at `at`.
pub(super) fn bucket_ui(data: &ChartData, view: &ChartView, response: &Response, cursor: ChartClick, at: Option<Pos2>) {
    let anchor = at.map_or(PopupAnchor::Pointer, PopupAnchor::Position);
    let tooltip = Tooltip::always_open(response.ctx.clone(), response.layer_id, response.id, anchor);
    tooltip.gap(space::M).show(|ui| content_ui(ui, data, view, cursor));
}

fn content_ui(ui: &mut Ui, data: &ChartData, view: &ChartView, cursor: ChartClick) {
    let tokens = tokens(ui);
    let Some(bucket) = data.buckets.get(cursor.bucket) else { return };
    let summed = view.shown(data).filter(|index| !data.series[*index].previous).count();
    let total = data.total(cursor.bucket, |index| view.shows(data, index));
    let total = total.filter(|_| data.kind == ChartKind::Stacked && summed > 1);
    let line = |index: usize| {
        let series = &data.series[index];
        let value = match (&data.unit, series.value(cursor.bucket)) {
            (ValueUnit::Count, Some(value)) => data.known_text(series, value),
            _ => data.value_text(series, cursor.bucket),
        };
        let covers = series.covers.get(cursor.bucket).filter(|covers| !covers.is_empty());
        let name = covers.map_or_else(|| series.name.clone(), |covers| format!("{}: {covers}", series.name));
        (Some(index), name, value)
    };
    let mut lines: Vec<(Option<usize>, String, String)> = view.shown(data).map(line).collect();
    lines.extend(total.map(|total| (None, text::TOTAL.to_owned(), data.total_text(total))));
    let measure = |text: &str| paint::text_width(ui, Text::SmallStrong, text);
    let widths = lines.iter().map(|(_, name, value)| SIGN + space::S + measure(name) + space::XL + measure(value));
    let width = widths.fold(measure(&bucket.full), f32::max).ceil();
    ui.set_width(width);
    ui.spacing_mut().item_spacing.y = 2.0;
    label_ui(ui, Text::SmallStrong, tokens.text, &bucket.full);
    for (index, name, value) in &lines {
        line_ui(ui, data, *index, (name, value), index.is_none_or(|index| cursor.series == Some(index)));
    }
    let unfinished = data.unfinished.as_deref().filter(|_| data.is_unfinished(cursor.bucket));
    for text in unfinished.into_iter().chain(data.provisional_in(cursor.bucket)) {
        label_ui(ui, Text::Caption, tokens.subdued, text);
    }
}

fn line_ui(ui: &mut Ui, data: &ChartData, index: Option<usize>, (name, value): (&str, &str), strong: bool) {
    let tokens = tokens(ui);
    ui.allocate_ui_with_layout(vec2(ui.available_width(), LINE), Layout::left_to_right(Align::Center), |ui| {
        ui.spacing_mut().item_spacing.x = space::S;
        let (sign, _) = ui.allocate_exact_size(vec2(SIGN, LINE), Sense::hover());
        if let Some(index) = index {
            sign_ui(ui, data, index, sign);
        }
        let (kind, color) = if strong { (Text::SmallStrong, tokens.text) } else { (Text::Small, tokens.subdued) };
        label_ui(ui, kind, color, name);
        ui.with_layout(Layout::right_to_left(Align::Center), |ui| label_ui(ui, Text::SmallStrong, tokens.text, value));
    });
}
