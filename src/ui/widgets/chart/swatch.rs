//! The sign of a series, as the line above a chart and what floats beside a bucket show it.

use egui::{Rect, Ui, pos2, vec2};

use super::canvas::{Canvas, color_of};
use super::data::ChartData;
use super::lines;
use crate::ui::tokens::{Tokens, tokens};

/// Paints the sign of a series into the middle of `rect`.
pub(super) fn paint_swatch(ui: &Ui, data: &ChartData, index: usize, rect: Rect) {
    let tokens = tokens(ui);
    let options = ui.tessellation_options(|options| *options);
    let mut canvas = Canvas::new(ui.pixels_per_point(), options, tokens.surface);
    swatch(&mut canvas, tokens, data, index, rect);
    ui.painter().add(canvas.finish());
}

/// The sign of a series: a bit of its bar, or of its line with its mark.
fn swatch(canvas: &mut Canvas, tokens: &Tokens, data: &ChartData, index: usize, rect: Rect) {
    let series = &data.series[index];
    let color = color_of(tokens, series);
    let middle = rect.center();
    if lines::is_line(data, series) {
        let width = if series.previous { 1.5 } else { 2.0 };
        let ends = vec![pos2(rect.left(), middle.y), pos2(rect.right(), middle.y)];
        canvas.line(ends, egui::Stroke::new(width, color), series.previous.then_some((4.0, 2.0)));
        if !series.previous {
            canvas.mark(middle, color, false);
        }
    } else {
        let square = square_in(canvas, rect);
        canvas.bar(square, color, egui::CornerRadius::same(2));
    }
}

/// Where the bit of a bar is in `rect`, on whole pixels.
pub(super) fn square_in(canvas: &Canvas, rect: Rect) -> Rect {
    let corner = pos2(canvas.snap(rect.center().x - 6.0), canvas.snap(rect.center().y - 6.0));
    Rect::from_min_size(corner, vec2(12.0, 12.0))
}
