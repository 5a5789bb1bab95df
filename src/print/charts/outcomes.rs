//! Upright bars of what became of disputes: won, lost, and as an outline what is not decided yet.

use paydesk_domain::number_text::count_text;
use paydesk_domain::report_page::{ReportMark, ReportOutcomes};

use super::super::colors::{INK, of_mark};
use super::super::drawing::PageRect;
use super::super::lines::TextStyle;
use super::super::report_setter::ReportSetter;
use super::axes::PlotAxes;
use super::columns::draw_labels;
use super::scale::Scale;
use super::top_labels::{self, TopLabel};

const WIDTH: f32 = 34.0;
/// Most of a slot that its bar takes.
const SHARE_MAX: f32 = 0.6;
/// Bars of at least this height end a pixel earlier, so that the next one is set apart.
const SET_APART: f32 = 4.0;
/// Free above the highest bar, for the text above it.
const HEADROOM: f32 = 12.0;
const ABOVE: TextStyle = TextStyle::regular(13.0, INK);

pub fn draw(setter: &mut ReportSetter<'_>, slots: &[ReportOutcomes], area: PageRect) {
    let area = PageRect { top: area.top + HEADROOM, ..area };
    let scale = Scale::new(slots.iter().map(total).max().unwrap_or(0));
    let axes = PlotAxes::draw(setter, area, scale, slots.len(), count_text);
    let width = WIDTH.min(axes.slot_width() * SHARE_MAX);
    let mut bars = Vec::new();
    for (index, slot) in slots.iter().enumerate() {
        let left = axes.slot(index)[0] + (axes.slot_width() - width) / 2.0;
        draw_bar(setter, &axes, slot, [left, left + width]);
        bars.push(axes.bar(left, left + width, 0, total(slot)));
    }
    let label = |(slot, bar): (&ReportOutcomes, &PageRect)| TopLabel {
        text: slot.above.clone(),
        center: (bar.left + bar.right) / 2.0,
        value: total(slot),
    };
    let labels: Vec<TopLabel> = slots.iter().zip(&bars).map(label).collect();
    top_labels::draw(setter, &axes, &labels, &bars, ABOVE);
    draw_labels(setter, &axes, area, slots.iter().map(|slot| slot.label.as_str()));
}

fn total(slot: &ReportOutcomes) -> i64 {
    slot.won.max(0).saturating_add(slot.lost.max(0)).saturating_add(slot.open.max(0))
}

fn draw_bar(setter: &mut ReportSetter<'_>, axes: &PlotAxes, slot: &ReportOutcomes, [left, right]: [f32; 2]) {
    let won = slot.won.max(0);
    let decided = won.saturating_add(slot.lost.max(0));
    let parts = [(ReportMark::Won, 0, won), (ReportMark::Lost, won, decided)];
    for (mark, from, to) in parts.into_iter().filter(|(_, from, to)| from < to) {
        let mut rect = axes.bar(left, right, from, to);
        if rect.height() >= SET_APART {
            rect.top += 1.0;
        }
        setter.rect(rect, of_mark(mark));
    }
    let rect = axes.bar(left, right, decided, total(slot));
    if rect.height() >= 1.0 {
        setter.outline(rect, of_mark(ReportMark::Open));
    }
}
