//! The line above a chart: its unit, a toggle for each series, what is not over, and the way back from a zoom.
//!
//! Not the legend of `egui_plot`: that one is toggled by the pointer alone (it asks for `clicked_by`, which neither a key nor
//! a screen reader brings about), stands as a column over the data, and draws no dashes.

use egui::{Rect, Response, Sense, Shape, Stroke, Ui, WidgetInfo, accesskit::Role, pos2, vec2};

use super::data::{ChartData, ChartKind};
use super::series::{DIAMOND, LINE, LINE_PREVIOUS, MARK_FEW, color_of, pale_color};
use super::text;
use super::view::ChartView;
use crate::icons::Icon;
use crate::tokens::{Text, size, space, tokens};
use crate::{Button, label_ui, paint};

/// Height of the line, in points.
const HEIGHT: f32 = 24.0;
const SIGN: f32 = 16.0;
/// A bit of a bar.
const BAR: f32 = 12.0;
const MARK: f32 = 3.5;
const NAME_MAX: f32 = 220.0;

/// Shows the line; toggles series and resets the zoom in `view`.
pub(super) fn legend_ui(ui: &mut Ui, data: &ChartData, view: &mut ChartView) {
    let tokens = tokens(ui);
    ui.horizontal_wrapped(|ui| {
        ui.spacing_mut().item_spacing = vec2(space::M, 0.0);
        ui.spacing_mut().interact_size.y = HEIGHT;
        let unit = data.unit.caption(data.counted);
        let unit = if data.is_part() { text::at_least(unit) } else { unit };
        label_ui(ui, Text::Caption, tokens.subdued, &unit);
        // One alone is named by the title, unless it is one of several groups.
        let named = data.series.len() > 1 || data.series.iter().any(|series| series.is_group);
        for (index, series) in data.series.iter().enumerate().filter(|_| named) {
            let on = view.shows(data, index);
            // Nobody can show it in a picture.
            if !on && view.in_picture {
                continue;
            }
            let (sign, response) = entry_ui(ui, &series.name, Sense::click(), on);
            let name = text::show(&series.name);
            response.widget_info(|| WidgetInfo::selected(Role::CheckBox, ui.is_enabled(), on, &name));
            if on {
                sign_ui(ui, data, index, sign);
            } else {
                let edge = Stroke::new(1.0, tokens.border_strong);
                let hollow = Rect::from_center_size(sign.center(), vec2(10.0, 10.0));
                ui.painter().rect_stroke(hollow, 2, edge, egui::StrokeKind::Inside);
            }
            paint::focus_ring(ui, &response, response.rect.shrink2(vec2(0.0, 3.0)), size::RADIUS);
            if response.clicked() {
                view.toggle(&series.name);
            }
        }
        if data.has_few() {
            let (sign, response) = entry_ui(ui, text::FEW_CASES, Sense::hover(), true);
            response.widget_info(|| WidgetInfo::labeled(Role::Label, true, text::FEW_CASES));
            ui.painter().circle_filled(sign.center(), MARK_FEW, tokens.subdued);
        }
        let provisional = data.provisional_name(|index| view.shows(data, index)).map(|text| (text, true));
        for (text, is_provisional) in
            data.unfinished.as_deref().map(|text| (text, false)).into_iter().chain(provisional)
        {
            let (sign, response) = entry_ui(ui, text, Sense::hover(), true);
            response.widget_info(|| WidgetInfo::labeled(Role::Label, true, text));
            open_sign_ui(ui, data.kind, is_provisional, sign);
        }
        let reset = Button::link("Reset zoom").icon(Icon::Undo).hint("Or press 0 in the chart");
        if view.is_zoomed() && !view.in_picture && reset.ui(ui).clicked() {
            view.show_all();
        }
    });
}

/// The sign of a time that is not over, or of values that may still change.
fn open_sign_ui(ui: &Ui, kind: ChartKind, is_provisional: bool, sign: Rect) {
    let (tokens, stroke) = (tokens(ui), Stroke::new(1.5, tokens(ui).subdued));
    let bar = Rect::from_center_size(sign.center(), vec2(BAR, BAR));
    match (kind, is_provisional) {
        (ChartKind::Lines, false) => drop(ui.painter().circle(sign.center(), MARK, tokens.surface, stroke)),
        (ChartKind::Lines, true) => {
            let corner = |x: f32, y: f32| sign.center() + vec2(x, y) * DIAMOND;
            let corners = vec![corner(0.0, -1.0), corner(1.0, 0.0), corner(0.0, 1.0), corner(-1.0, 0.0)];
            ui.painter().add(Shape::convex_polygon(corners, tokens.surface, stroke));
        }
        (ChartKind::Stacked | ChartKind::Grouped | ChartKind::Categories, _) => {
            ui.painter().rect_filled(bar, 0, pale_color(tokens.subdued));
            ui.painter().rect_stroke(bar, 0, Stroke::new(1.0, tokens.subdued), egui::StrokeKind::Inside);
            if !is_provisional {
                paint::hatch(ui.painter(), bar, tokens.subdued);
            }
        }
    }
}

/// A name with room for its sign; struck through where it is off.
fn entry_ui(ui: &mut Ui, name: &str, sense: Sense, on: bool) -> (Rect, Response) {
    let tokens = tokens(ui);
    let room = if sense.senses_click() { NAME_MAX } else { ui.available_width().max(80.0) };
    let galley = paint::line(ui.painter(), name, Text::Caption, tokens.text, room);
    let size = vec2(SIGN + space::XS + galley.size().x, HEIGHT);
    let (rect, response) = ui.allocate_exact_size(size, sense);
    let color = match (on, response.hovered() && sense.senses_click()) {
        (_, true) => tokens.text,
        (true, false) => tokens.subdued,
        (false, false) => tokens.faint,
    };
    let sign = Rect::from_min_size(rect.min, vec2(SIGN, HEIGHT));
    paint::galley_over(ui.painter(), galley, sign.right() + space::XS, rect.center().y, color);
    if !on {
        let text = sign.right() + space::XS..=rect.right();
        ui.painter().hline(text, rect.center().y + 1.0, Stroke::new(1.0, color));
    }
    (sign, response)
}

/// The sign of a series: a bit of its bar, or of its line with its mark.
pub(super) fn sign_ui(ui: &Ui, data: &ChartData, index: usize, rect: Rect) {
    let (tokens, series) = (tokens(ui), &data.series[index]);
    let color = color_of(tokens, series);
    if !data.is_line(index) {
        ui.painter().rect_filled(Rect::from_center_size(rect.center(), vec2(BAR, BAR)), 2, color);
        return;
    }
    let ends = [pos2(rect.left(), rect.center().y), pos2(rect.right(), rect.center().y)];
    if series.previous {
        let stroke = Stroke::new(LINE_PREVIOUS, color);
        ui.painter().extend(Shape::dashed_line(&ends, stroke, 4.0, 2.0));
    } else {
        ui.painter().line_segment(ends, Stroke::new(LINE, color));
        ui.painter().circle(rect.center(), MARK, color, Stroke::new(1.5, tokens.surface));
    }
}
