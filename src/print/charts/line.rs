//! A line of rates, with gaps where none is known; the last one is written out, and the goal is a dashed line.

use paydesk_domain::number_text::percent_number;
use paydesk_domain::report_page::{ReportGoal, ReportMark};

use super::super::colors::{PAPER, of_mark};
use super::super::drawing::{PageRect, PageText, Point, Primitive};
use super::super::lines::TextStyle;
use super::super::report_setter::{Align, ReportSetter};
use super::axes::{AXIS, NUMBER, PlotAxes};
use super::scale::Scale;
use super::slot_labels::LabelRow;

/// From the edges of the plot to the first and the last point.
const FIRST_INSET: f32 = 6.0;
const LAST_INSET: f32 = 14.0;
const WIDTH: f32 = 2.0;
const GOAL_WIDTH: f32 = 1.5;
const DOT: f32 = 2.5;
const LAST_DOT: f32 = 5.5;
/// Points that are nearer to each other have no dots.
const DOTTED_FROM: f32 = 10.0;
/// About so many labels stand below the line.
const LABELS_MAX: usize = 5;
/// The top of an axis without any rate: 1%.
const NO_RATE_TOP: i64 = 10_000;

/// Draws `slots`, each with its label and its rate in millionths.
pub fn draw(
    setter: &mut ReportSetter<'_>,
    slots: &[(String, Option<i64>)],
    last: &str,
    goal: Option<&ReportGoal>,
    area: PageRect,
) {
    let values = slots.iter().filter_map(|(_, value)| *value).chain(goal.map(|goal| goal.millionths));
    let scale = Scale::new(values.max().filter(|max| *max > 0).unwrap_or(NO_RATE_TOP));
    let axes = PlotAxes::draw(setter, area, scale, slots.len(), |tick| percent_number(tick, decimals(scale.step)));
    let points = points(&axes, slots);
    let mut plot = LinePlot { axes, points, goal: None };
    // In the middle of a pixel, so that its dashes are sharp in a picture.
    plot.goal = goal.map(|goal| plot.axes.y(goal.millionths).floor() + 0.5);
    plot.draw_lines(setter);
    plot.draw_texts(setter, last, goal);
    let PageRect { left, right, bottom, .. } = area;
    let row = LabelRow { left, right, top: bottom, pitch: pitch(&plot.axes, slots.len()), at_most: LABELS_MAX };
    let labels: Vec<(f32, &str)> =
        (0..).zip(slots).map(|(index, (label, _))| (x(&plot.axes, index, slots.len()), label.as_str())).collect();
    row.draw(setter, &labels);
}

/// How many decimals of a percentage tell the numbers of an axis apart.
fn decimals(step: i64) -> u32 {
    let whole = [10_000, 1_000, 100, 10].into_iter().position(|unit| step % unit == 0);
    whole.and_then(|decimals| u32::try_from(decimals).ok()).unwrap_or(4)
}

fn pitch(axes: &PlotAxes, count: usize) -> f32 {
    let width = axes.plot.width() - FIRST_INSET - LAST_INSET;
    if count > 1 { width / (count - 1) as f32 } else { width }
}

fn x(axes: &PlotAxes, index: usize, count: usize) -> f32 {
    if count == 1 {
        return (axes.plot.left + axes.plot.right) / 2.0;
    }
    axes.plot.left + FIRST_INSET + pitch(axes, count) * index as f32
}

fn points(axes: &PlotAxes, slots: &[(String, Option<i64>)]) -> Vec<Option<Point>> {
    let point = |(index, (_, value)): (usize, &(String, Option<i64>))| {
        value.map(|value| Point::new(x(axes, index, slots.len()), axes.y(value)))
    };
    slots.iter().enumerate().map(point).collect()
}

struct LinePlot {
    axes: PlotAxes,
    /// Of each slot.
    points: Vec<Option<Point>>,
    /// How far down the page the goal is.
    goal: Option<f32>,
}

impl LinePlot {
    /// The unbroken parts of the line.
    fn parts(&self) -> impl Iterator<Item = Vec<Point>> {
        self.points
            .split(Option::is_none)
            .map(|part| part.iter().copied().flatten().collect::<Vec<_>>())
            .filter(|part| !part.is_empty())
    }

    fn last_point(&self) -> Option<Point> {
        self.points.iter().rev().flatten().next().copied()
    }

    fn goal_line(&self) -> Option<[Point; 2]> {
        self.goal.map(|y| [Point::new(self.axes.plot.left, y), Point::new(self.axes.plot.right, y)])
    }

    fn draw_lines(&self, setter: &mut ReportSetter<'_>) {
        let color = of_mark(ReportMark::Now);
        if let Some(points) = self.goal_line() {
            setter.push(Primitive::DashedLine { points, width: GOAL_WIDTH, color: of_mark(ReportMark::Goal) });
        }
        let has_dots = pitch(&self.axes, self.points.len()) >= DOTTED_FROM;
        for points in self.parts() {
            let dots = if has_dots || points.len() == 1 { points.clone() } else { Vec::new() };
            if points.len() > 1 {
                setter.push(Primitive::Polyline { points, width: WIDTH, color });
            }
            dots.into_iter().for_each(|center| setter.push(Primitive::Circle { center, radius: DOT, color }));
        }
        if let Some(center) = self.last_point() {
            setter.push(Primitive::Circle { center, radius: LAST_DOT, color });
        }
    }

    /// Writes the last rate and the goal where they cross as little as possible.
    fn draw_texts(&self, setter: &mut ReportSetter<'_>, last: &str, goal: Option<&ReportGoal>) {
        let lines: Vec<[Point; 2]> =
            self.parts().flat_map(|part| part.windows(2).map(|pair| [pair[0], pair[1]]).collect::<Vec<_>>()).collect();
        let mut taken: Vec<PageRect> = Vec::new();
        if let Some(point) = self.last_point() {
            taken.push(PageRect::new(point.x, point.y, point.x, point.y).grown(LAST_DOT));
            let crossed: Vec<[Point; 2]> = lines.iter().copied().chain(self.goal_line()).collect();
            let last = NUMBER.fitted(last, self.axes.plot.width() / 2.0, setter.typefaces);
            let places = self.places_of_last(setter, &last, point);
            taken.extend(draw_at_best(setter, places, &crossed, &taken));
        }
        if let Some((goal, y)) = goal.zip(self.goal) {
            let style = TextStyle::regular(AXIS.size, of_mark(ReportMark::Goal));
            let label = style.fitted(&goal.label, self.axes.plot.width() / 2.0, setter.typefaces);
            let places = self.places_of_goal(setter, &label, style, y);
            draw_at_best(setter, places, &lines, &taken);
        }
    }

    /// Beside, above and below the last point.
    fn places_of_last(&self, setter: &ReportSetter<'_>, text: &str, point: Point) -> Vec<PageText> {
        let beside = setter.placed(text, NUMBER, Point::new(point.x - 11.0, point.y + 2.0), Align::Right);
        let above = setter.placed(text, NUMBER, Point::new(point.x, point.y - 13.0), Align::Center);
        let below = setter.placed(text, NUMBER, Point::new(point.x, point.y + 24.0), Align::Center);
        let higher = setter.placed(text, NUMBER, Point::new(point.x - 8.0, point.y - 12.0), Align::Right);
        let apart = setter.placed(text, NUMBER, Point::new(point.x - 28.0, point.y + 2.0), Align::Right);
        let lower = setter.placed(text, NUMBER, Point::new(point.x - 8.0, point.y + 22.0), Align::Right);
        [beside, above, below, higher, lower, apart].into_iter().map(|text| self.moved_inside(text)).collect()
    }

    /// Below and above the line of the goal, from the left to the right.
    fn places_of_goal(&self, setter: &ReportSetter<'_>, text: &str, style: TextStyle, y: f32) -> Vec<PageText> {
        let plot = &self.axes.plot;
        let free = plot.width() - style.width(text, setter.typefaces);
        let lefts = (0_u8..5).map(|step| plot.left + free * f32::from(step) / 4.0);
        let baselines = [y + 18.0, y - 7.0].into_iter().filter(|baseline| baseline + 4.0 < plot.bottom);
        let baselines: Vec<f32> = baselines.collect();
        let place = |left: f32, baseline: f32| setter.placed(text, style, Point::new(left, baseline), Align::Left);
        let places = lefts.flat_map(|left| baselines.iter().map(move |baseline| place(left, *baseline)));
        places.map(|text| self.moved_inside(text)).collect()
    }

    /// Moves a text so that it is within the plot, or little above it.
    fn moved_inside(&self, text: PageText) -> PageText {
        let plot = &self.axes.plot;
        let left = text.left.clamp(plot.left, (plot.right - text.width).max(plot.left));
        PageText { left, baseline: text.baseline.clamp(plot.top - 9.0, plot.bottom - 5.0), ..text }
    }
}

/// Draws a text at that of its places where it covers least, on a ground of its own, and returns where that is.
fn draw_at_best(
    setter: &mut ReportSetter<'_>,
    places: Vec<PageText>,
    lines: &[[Point; 2]],
    taken: &[PageRect],
) -> Option<PageRect> {
    let covers = |text: &PageText| {
        let bounds = text.bounds().grown(2.0);
        let texts = taken.iter().filter(|other| other.overlaps(&bounds)).count();
        texts * 100 + lines.iter().filter(|line| bounds.is_crossed_by(**line)).count()
    };
    let text = places.into_iter().min_by_key(covers).filter(|text| !text.text.is_empty())?;
    let bounds = text.bounds();
    setter.rect(bounds.grown(1.0), PAPER);
    setter.push(Primitive::Text(text));
    Some(bounds)
}
