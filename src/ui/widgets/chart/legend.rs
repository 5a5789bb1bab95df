//! The line above a chart: its unit, a toggle for each series, what is not over, and the way back from a zoom.

use egui::{Rect, Sense, Ui, WidgetInfo, accesskit::Role, vec2};

use super::canvas::Canvas;
use super::data::{ChartData, ChartKind};
use super::swatch::{paint_swatch, square_in};
use super::text;
use super::view::ChartView;
use crate::ui::icons::Icon;
use crate::ui::tokens::{Text, size, space, tokens};
use crate::ui::widgets::{Button, label_ui, paint};

/// Height of the line, in points.
pub(super) const HEIGHT: f32 = 24.0;
const SWATCH: f32 = 16.0;

/// Shows the line; toggles series and resets the zoom in `view`.
pub(super) fn legend_ui(ui: &mut Ui, data: &ChartData, view: &mut ChartView) {
    let tokens = tokens(ui);
    ui.horizontal_wrapped(|ui| {
        ui.spacing_mut().item_spacing = vec2(space::M, 0.0);
        ui.spacing_mut().interact_size.y = HEIGHT;
        label_ui(ui, Text::Caption, tokens.subdued, &data.unit.caption(data.counted));
        if data.series.len() > 1 {
            for index in 0..data.series.len() {
                toggle_ui(ui, data, view, index);
            }
        }
        if let Some(text) = &data.unfinished {
            unfinished_ui(ui, data, text);
        }
        let reset = Button::link(text::RESET_ZOOM).icon(Icon::Undo).hint(text::OR_0_IN_CHART);
        if view.is_zoomed() && !view.in_picture && reset.ui(ui).clicked() {
            view.reset_zoom();
        }
    });
}

fn toggle_ui(ui: &mut Ui, data: &ChartData, view: &mut ChartView, index: usize) {
    let tokens = tokens(ui);
    let series = &data.series[index];
    let on = view.shows(data, index);
    let galley = paint::line(ui.painter(), &series.name, Text::Caption, tokens.text, 220.0);
    let size = vec2(SWATCH + space::XS + galley.size().x, HEIGHT);
    let (rect, response) = ui.allocate_exact_size(size, Sense::click());
    let name = text::show(&series.name);
    response.widget_info(|| WidgetInfo::selected(Role::CheckBox, ui.is_enabled(), on, &name));
    let color = match (on, response.hovered()) {
        (_, true) => tokens.text,
        (true, false) => tokens.subdued,
        (false, false) => tokens.faint,
    };
    let sign = Rect::from_min_size(rect.min, vec2(SWATCH, HEIGHT));
    if on {
        paint_swatch(ui, data, index, sign);
    } else {
        let edge = egui::Stroke::new(1.0, tokens.border_strong);
        let hollow = Rect::from_center_size(sign.center(), vec2(10.0, 10.0));
        ui.painter().rect_stroke(hollow, 2, edge, egui::StrokeKind::Inside);
    }
    let left = sign.right() + space::XS;
    let width = galley.size().x;
    paint::galley_over(ui.painter(), galley, left, rect.center().y, color);
    if !on {
        ui.painter().hline(left..=left + width, rect.center().y + 1.0, egui::Stroke::new(1.0, color));
    }
    paint::focus_ring(ui, &response, rect.shrink2(vec2(0.0, 3.0)), size::RADIUS);
    if response.clicked() {
        view.toggle(&series.name);
    }
}

/// What is not over, with the look it has in the chart.
fn unfinished_ui(ui: &mut Ui, data: &ChartData, text: &str) {
    let tokens = tokens(ui);
    let galley = paint::line(ui.painter(), text, Text::Caption, tokens.subdued, ui.available_width().max(80.0));
    let size = vec2(SWATCH + space::XS + galley.size().x, HEIGHT);
    let (rect, response) = ui.allocate_exact_size(size, Sense::hover());
    response.widget_info(|| WidgetInfo::labeled(Role::Label, true, text));
    let options = ui.tessellation_options(|options| *options);
    let mut canvas = Canvas::new(ui.pixels_per_point(), options, tokens.surface);
    let sign = Rect::from_min_size(rect.min, vec2(SWATCH, HEIGHT));
    let color = tokens.subdued;
    if data.kind == ChartKind::Lines {
        canvas.mark(sign.center(), color, true);
    } else {
        let square = square_in(&canvas, sign);
        canvas.unfinished_bar(square, color);
    }
    ui.painter().add(canvas.finish());
    paint::galley_at(ui.painter(), galley, sign.right() + space::XS, rect.center().y, color);
}
