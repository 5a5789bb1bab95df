//! The frame of an upright plot: values upwards with lines behind them, slots from left to right.

use super::super::colors::{GRID, INK, SUBDUED};
use super::super::drawing::{PageRect, Point};
use super::super::lines::TextStyle;
use super::super::report_setter::{Align, ReportSetter};
use super::scale::Scale;

/// Labels of axes and slots.
pub const AXIS: TextStyle = TextStyle::regular(14.0, SUBDUED);
/// Numbers beside what is drawn.
pub const NUMBER: TextStyle = TextStyle::strong(15.0, INK);
/// Least room for the numbers of the axis.
const NUMBERS_WIDTH: f32 = 36.0;
const NUMBERS_GAP: f32 = 8.0;
/// Free at the right of a plot, so that lines do not end at the margin of the page.
const RIGHT_GAP: f32 = 4.0;

pub struct PlotAxes {
    /// Where values and slots are.
    pub plot: PageRect,
    scale: Scale,
    slot_count: usize,
}

impl PlotAxes {
    /// Draws the numbers of the axis into `area`, each with its line.
    pub fn draw(
        setter: &mut ReportSetter<'_>,
        area: PageRect,
        scale: Scale,
        slot_count: usize,
        number: impl Fn(i64) -> String,
    ) -> Self {
        let numbers: Vec<(i64, String)> = scale.ticks().map(|tick| (tick, number(tick))).collect();
        let widths = numbers.iter().map(|(_, text)| AXIS.width(text, setter.typefaces));
        let left = area.left + widths.fold(NUMBERS_WIDTH - NUMBERS_GAP, f32::max) + NUMBERS_GAP;
        let plot = PageRect { left, right: area.right - RIGHT_GAP, ..area };
        let axes = Self { plot, scale, slot_count };
        for (tick, text) in numbers {
            let y = axes.y(tick);
            setter.text(&text, AXIS, Point::new(left - NUMBERS_GAP, y + 5.0), Align::Right);
            setter.rule(plot.left, plot.right, y, 1.0, GRID);
        }
        axes
    }

    /// How far down the page a value is.
    pub fn y(&self, value: i64) -> f32 {
        self.plot.bottom - self.scale.share(value) * self.plot.height()
    }

    pub fn slot_width(&self) -> f32 {
        self.plot.width() / self.slot_count.max(1) as f32
    }

    /// The left and the right edge of a slot.
    pub fn slot(&self, index: usize) -> [f32; 2] {
        let left = self.plot.left + self.slot_width() * index as f32;
        [left, left + self.slot_width()]
    }

    /// A bar from zero, or from another value, up to `value`.
    pub fn bar(&self, left: f32, right: f32, from: i64, value: i64) -> PageRect {
        let [left, right] = if right - left >= 6.0 { [left.round(), right.round()] } else { [left, right] };
        PageRect::new(left, self.y(value).round(), right, self.y(from).round())
    }
}
