//! Numbers above upright bars. Where not all have room, the highest and the last one are written.

use super::super::colors::PAPER;
use super::super::drawing::{PageRect, PageText, Point, Primitive};
use super::super::lines::TextStyle;
use super::super::report_setter::{Align, ReportSetter};
use super::axes::PlotAxes;

/// From a bar to the baseline of its number.
const ABOVE: f32 = 5.0;
/// Free at each side of a number within its slot.
const MARGIN: f32 = 2.0;
/// Size of numbers that have little room.
const SMALL: f32 = 12.0;

/// What is written above the bars of one slot.
pub struct TopLabel {
    pub text: String,
    /// Of the bar that it is of.
    pub center: f32,
    pub value: i64,
}

/// Draws the labels of all slots, in order, above whichever bars are below them.
pub fn draw(setter: &mut ReportSetter<'_>, axes: &PlotAxes, labels: &[TopLabel], bars: &[PageRect], style: TextStyle) {
    let room = axes.slot_width() - 2.0 * MARGIN;
    let widest =
        |style: TextStyle| labels.iter().map(|label| style.width(&label.text, setter.typefaces)).fold(0.0, f32::max);
    let fitting = [style, style.of_size(SMALL)].into_iter().find(|style| widest(*style) <= room);
    let shown: Vec<usize> = match fitting {
        Some(_) => (0..labels.len()).collect(),
        None => highest_and_last(labels),
    };
    let mut taken: Vec<PageRect> = Vec::new();
    for index in shown {
        let [low, high] = match fitting {
            Some(_) => axes.slot(index),
            None => [axes.plot.left, axes.plot.right],
        };
        let text = placed(setter, &labels[index], fitting.unwrap_or(style), [low + MARGIN, high - MARGIN], bars, axes);
        let bounds = text.bounds().grown(1.0);
        if !taken.iter().any(|other| other.overlaps(&bounds)) {
            // Lines of the grid do not run through numbers.
            setter.rect(bounds, PAPER);
            setter.push(Primitive::Text(text));
            taken.push(bounds);
        }
    }
}

fn placed(
    setter: &ReportSetter<'_>,
    label: &TopLabel,
    style: TextStyle,
    [low, high]: [f32; 2],
    bars: &[PageRect],
    axes: &PlotAxes,
) -> PageText {
    let text = style.fitted(&label.text, high - low, setter.typefaces);
    let width = style.width(&text, setter.typefaces);
    let left = (label.center - width / 2.0).clamp(low, (high - width).max(low));
    let below = bars.iter().filter(|bar| bar.left < left + width + 2.0 && left - 2.0 < bar.right);
    let top = below.map(|bar| bar.top).fold(axes.plot.bottom, f32::min);
    setter.placed(&text, style, Point::new(left, top - ABOVE), Align::Left)
}

/// Which labels are shown where not all can be.
fn highest_and_last(labels: &[TopLabel]) -> Vec<usize> {
    let highest = (0..labels.len()).max_by_key(|index| (labels[*index].value, *index));
    let last = labels.len().checked_sub(1).filter(|last| Some(*last) != highest);
    highest.into_iter().chain(last).collect()
}
