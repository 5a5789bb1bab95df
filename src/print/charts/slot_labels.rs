//! The labels of slots below a plot; where there are many, some of them, always with the last.

use super::super::drawing::Point;
use super::super::report_setter::{Align, ReportSetter};
use super::axes::AXIS;

/// From the plot to the baseline of its labels.
const BELOW: f32 = 21.0;
/// Free between two labels.
const GAP: f32 = 8.0;

/// Where the labels of slots may be.
pub struct LabelRow {
    pub left: f32,
    pub right: f32,
    /// Lower edge of the plot.
    pub top: f32,
    /// From one slot to the next.
    pub pitch: f32,
    /// About so many labels at most, two or more.
    pub at_most: usize,
}

impl LabelRow {
    /// Draws labels, each below the middle of its slot.
    pub fn draw(&self, setter: &mut ReportSetter<'_>, labels: &[(f32, &str)]) {
        let all = self.right - self.left;
        let room = if labels.len() > 1 { (all / 4.0).max(self.pitch - GAP) } else { all };
        let placed: Vec<(String, [f32; 2])> = labels
            .iter()
            .map(|(center, text)| {
                let text = AXIS.fitted(text, room, setter.typefaces);
                let width = AXIS.width(&text, setter.typefaces);
                let left = (center - width / 2.0).clamp(self.left, (self.right - width).max(self.left));
                (text, [left, left + width])
            })
            .collect();
        let Some((last, before)) = placed.split_last() else { return };
        let mut free_from = f32::NEG_INFINITY;
        for (text, [left, right]) in before.iter().step_by(self.step(&placed)) {
            if *left >= free_from && right + GAP <= last.1[0] {
                setter.text(text, AXIS, Point::new(*left, self.top + BELOW), Align::Left);
                free_from = right + GAP;
            }
        }
        setter.text(&last.0, AXIS, Point::new(last.1[0], self.top + BELOW), Align::Left);
    }

    /// From one label to the next, in slots.
    fn step(&self, placed: &[(String, [f32; 2])]) -> usize {
        let widest = placed.iter().map(|(_, [left, right])| right - left).fold(0.0, f32::max);
        let by_width = ((widest + GAP) / self.pitch.max(1.0)).ceil() as usize;
        let by_count = (placed.len() - 1).div_ceil(self.at_most - 1);
        by_width.max(by_count).max(1)
    }
}
