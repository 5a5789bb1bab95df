//! Upright bars, the period before beside each.

use paydesk_domain::number_text::count_text;
use paydesk_domain::report_page::{ReportBar, ReportMark};

use super::super::colors::of_mark;
use super::super::drawing::PageRect;
use super::super::report_setter::ReportSetter;
use super::axes::{NUMBER, PlotAxes};
use super::scale::Scale;
use super::slot_labels::LabelRow;
use super::top_labels::{self, TopLabel};

/// Widths of the bars of a slot where there is room.
const BEFORE_WIDTH: f32 = 18.0;
const GAP: f32 = 2.0;
const NOW_WIDTH: f32 = 24.0;
/// Of a bar alone in its slot.
const ALONE_WIDTH: f32 = 34.0;
/// Most of a slot that its bars take.
const SHARE_MAX: f32 = 0.72;
/// Most labels below bars.
const LABELS_MAX: usize = 12;

pub fn draw(setter: &mut ReportSetter<'_>, slots: &[ReportBar], area: PageRect) {
    let values = slots.iter().flat_map(|slot| [Some(slot.now), slot.before]).flatten();
    let scale = Scale::new(values.max().unwrap_or(0));
    let axes = PlotAxes::draw(setter, area, scale, slots.len(), count_text);
    let has_before = slots.iter().any(|slot| slot.before.is_some());
    let placed: Vec<SlotBars> =
        (0..).zip(slots).map(|(index, slot)| SlotBars::new(&axes, index, slot, has_before)).collect();
    for bars in &placed {
        bars.before.iter().for_each(|bar| setter.rect(*bar, of_mark(ReportMark::Before)));
        setter.rect(bars.now, of_mark(ReportMark::Now));
    }
    let numbers: Vec<TopLabel> = slots.iter().zip(&placed).map(|(slot, bars)| number(slot, bars)).collect();
    let bars: Vec<PageRect> = placed.iter().flat_map(|bars| bars.before.into_iter().chain([bars.now])).collect();
    top_labels::draw(setter, &axes, &numbers, &bars, NUMBER);
    draw_labels(setter, &axes, area, slots.iter().map(|slot| slot.label.as_str()));
}

/// Draws the labels of upright bars.
pub fn draw_labels<'a>(
    setter: &mut ReportSetter<'_>,
    axes: &PlotAxes,
    area: PageRect,
    labels: impl Iterator<Item = &'a str>,
) {
    let center = |index: usize| axes.slot(index)[0] + axes.slot_width() / 2.0;
    let labels: Vec<(f32, &str)> = labels.enumerate().map(|(index, label)| (center(index), label)).collect();
    let PageRect { left, right, bottom, .. } = area;
    let row = LabelRow { left, right, top: bottom, pitch: axes.slot_width(), at_most: LABELS_MAX };
    row.draw(setter, &labels);
}

/// The bars of one slot.
struct SlotBars {
    before: Option<PageRect>,
    now: PageRect,
}

impl SlotBars {
    fn new(axes: &PlotAxes, index: usize, slot: &ReportBar, has_before: bool) -> Self {
        let full = if has_before { BEFORE_WIDTH + GAP + NOW_WIDTH } else { ALONE_WIDTH };
        let width = full.min(axes.slot_width() * SHARE_MAX);
        let left = axes.slot(index)[0] + (axes.slot_width() - width) / 2.0;
        let part = |from: f32, to: f32, value: i64| {
            axes.bar(left + from * width / full, left + to * width / full, 0, value.max(0))
        };
        if has_before {
            let before = slot.before.map(|before| part(0.0, BEFORE_WIDTH, before));
            return Self { before, now: part(BEFORE_WIDTH + GAP, full, slot.now) };
        }
        Self { before: None, now: part(0.0, full, slot.now) }
    }
}

fn number(slot: &ReportBar, bars: &SlotBars) -> TopLabel {
    TopLabel { text: count_text(slot.now), center: (bars.now.left + bars.now.right) / 2.0, value: slot.now }
}
