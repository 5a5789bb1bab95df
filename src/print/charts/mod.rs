//! Charts: title, legend and plot. A file here for each kind of plot; all of them write their numbers beside what they
//! draw, so that a printed chart can be read without a ruler.

mod axes;
mod columns;
mod legend;
mod line;
mod outcomes;
mod rows;
mod scale;
mod slot_labels;
mod top_labels;

use paydesk_domain::report_page::{ReportChart, ReportPlot};

use super::colors::{EMPTY, INK, SUBDUED};
use super::drawing::{PageRect, Point};
use super::lines::{TextStyle, broken};
use super::report_setter::{Align, LEFT, RIGHT, ReportSetter};
use super::typefaces::Typefaces;

/// Width of one of two charts beside each other.
const WIDTH: f32 = 500.0;
/// From the top of a chart to its plot, with one line of legend.
const ABOVE_PLOT: f32 = 64.0;
/// From the plot to the end of the labels below it.
const BELOW_PLOT: f32 = 28.0;
const TITLE: TextStyle = TextStyle::strong(17.0, INK);
const REASON: TextStyle = TextStyle::regular(15.0, SUBDUED);
const REASON_LEADING: f32 = 22.0;
const REASON_LINES_MAX: usize = 4;

/// One or two charts beside each other, as high as each other.
pub struct ChartRow<'a> {
    charts: &'a [ReportChart],
    legend_lines: usize,
}

impl<'a> ChartRow<'a> {
    /// Returns the charts two by two.
    pub fn all(charts: &'a [ReportChart], typefaces: &Typefaces) -> Vec<Self> {
        let row = |charts: &'a [ReportChart]| {
            let lines = charts.iter().map(|chart| legend::lines(&chart.legend, WIDTH, typefaces));
            ChartRow { charts, legend_lines: lines.max().unwrap_or(1).max(1) }
        };
        charts.chunks(2).map(row).collect()
    }

    pub fn len(&self) -> usize {
        self.charts.len()
    }

    pub fn height(&self, plot_height: f32) -> f32 {
        self.above_plot() + plot_height + BELOW_PLOT
    }

    pub fn draw(&self, setter: &mut ReportSetter<'_>, top: f32, plot_height: f32) {
        for (chart, left) in self.charts.iter().zip([LEFT, RIGHT - WIDTH]) {
            setter.text_within(&chart.title, TITLE, Point::new(left, top + 16.0), Align::Left, WIDTH);
            legend::draw(setter, &chart.legend, Point::new(left, top + 36.0), WIDTH);
            let plot_top = top + self.above_plot();
            draw_plot(setter, &chart.plot, PageRect::new(left, plot_top, left + WIDTH, plot_top + plot_height));
        }
    }

    fn above_plot(&self) -> f32 {
        ABOVE_PLOT + legend::LEADING * (self.legend_lines - 1) as f32
    }
}

/// Draws a plot into `area`; labels of slots are below it.
fn draw_plot(setter: &mut ReportSetter<'_>, plot: &ReportPlot, area: PageRect) {
    match plot {
        ReportPlot::Columns { slots } => columns::draw(setter, slots, area),
        ReportPlot::Rows { slots } => rows::draw(setter, slots, area),
        ReportPlot::Line { slots, last, goal } => line::draw(setter, slots, last, goal.as_ref(), area),
        ReportPlot::Outcomes { slots } => outcomes::draw(setter, slots, area),
        ReportPlot::Nothing(why) => draw_reason(setter, why, area),
    }
}

/// Why there is no plot, in its place.
fn draw_reason(setter: &mut ReportSetter<'_>, why: &str, area: PageRect) {
    setter.rect(area, EMPTY);
    let lines = broken(&[(why, REASON)], area.width() * 0.8, REASON_LINES_MAX, setter.typefaces);
    let middle = Point::new((area.left + area.right) / 2.0, (area.top + area.bottom) / 2.0);
    let first = middle.y + 5.0 - REASON_LEADING * (lines.len().max(1) - 1) as f32 / 2.0;
    for (number, line) in lines.iter().enumerate() {
        let text: String = line.runs.iter().map(|run| run.text.as_str()).collect();
        let at = Point::new(middle.x, first + REASON_LEADING * number as f32);
        setter.text(&text, REASON, at, Align::Center);
    }
}
