//! Lying bars, the period before below each; both numbers behind them.

use paydesk_domain::number_text::count_text;
use paydesk_domain::report_page::{ReportBar, ReportMark};

use super::super::colors::{GRID, INK, SUBDUED, of_mark};
use super::super::drawing::{PageRect, Point};
use super::super::lines::TextStyle;
use super::super::report_setter::{Align, ReportSetter};
use super::axes::NUMBER;
use super::scale::Scale;

/// Height of a row where there is room, and the least.
const PITCH: f32 = 38.0;
const PITCH_MIN: f32 = 15.0;
/// Parts of a row of [`PITCH`], from its top.
const TOP: f32 = 6.0;
const NOW_HEIGHT: f32 = 12.0;
const GAP: f32 = 1.0;
const BEFORE_HEIGHT: f32 = 7.0;
/// Least width of the labels, so that bars do not begin at the margin.
const LABEL_MIN: f32 = 48.0;
/// Most of the width that labels take.
const LABEL_SHARE: f32 = 0.4;
/// Least width of the longest bar.
const BAR_MIN: f32 = 60.0;
/// Before and behind texts.
const SPACE: f32 = 8.0;

const LABEL: TextStyle = TextStyle::regular(15.0, INK);
const BEFORE: TextStyle = TextStyle::regular(14.0, SUBDUED);

pub fn draw(setter: &mut ReportSetter<'_>, slots: &[ReportBar], area: PageRect) {
    let room = (area.height() / PITCH_MIN) as usize;
    let shown = if slots.len() <= room { slots.len() } else { room.saturating_sub(1) };
    let rows = if shown < slots.len() { shown + 1 } else { shown };
    let pitch = PITCH.min(area.height() / rows.max(1) as f32);
    let plot = RowPlot::new(setter, &slots[..shown], area, pitch);
    let axis = PageRect::new(plot.axis, area.top, plot.axis + 1.0, area.top + pitch * shown as f32);
    setter.rect(axis.snapped(), GRID);
    for (index, slot) in slots[..shown].iter().enumerate() {
        plot.draw_row(setter, slot, area.top + pitch * index as f32);
    }
    if shown < slots.len() {
        let at = Point::new(plot.axis + SPACE, area.top + pitch * shown as f32 + pitch * 0.7);
        let style = BEFORE.of_size(plot.size(BEFORE));
        let more = format!("and {} more", slots.len() - shown);
        setter.text_within(&more, style, at, Align::Left, area.right - at.x);
    }
}

/// The measures that all rows share.
struct RowPlot {
    area: PageRect,
    pitch: f32,
    /// Where bars begin.
    axis: f32,
    /// Length of a bar up to the end of the scale.
    bar_width: f32,
    scale: Scale,
}

impl RowPlot {
    fn new(setter: &ReportSetter<'_>, slots: &[ReportBar], area: PageRect, pitch: f32) -> Self {
        let values = slots.iter().flat_map(|slot| [Some(slot.now), slot.before]).flatten();
        let max = values.max().unwrap_or(0).max(1);
        let mut plot = Self { area, pitch, axis: area.left, bar_width: 0.0, scale: Scale { top: max, step: max } };
        let label_style = LABEL.of_size(plot.size(LABEL));
        let labels = slots.iter().map(|slot| label_style.width(&slot.label, setter.typefaces));
        let labels = labels.fold(LABEL_MIN, f32::max).min(area.width() * LABEL_SHARE);
        plot.axis = (area.left + labels + SPACE).ceil();
        let numbers = slots.iter().map(|slot| plot.numbers_width(setter, slot)).fold(0.0, f32::max);
        // Bars end on whole pixels, which may be half a pixel further.
        plot.bar_width = (area.right - plot.axis - numbers - 1.0).max(BAR_MIN);
        plot
    }

    /// The size of a text of this style in a row.
    fn size(&self, style: TextStyle) -> f32 {
        style.size.min(self.pitch * 0.85)
    }

    fn numbers_width(&self, setter: &ReportSetter<'_>, slot: &ReportBar) -> f32 {
        let number = NUMBER.of_size(self.size(NUMBER)).width(&count_text(slot.now), setter.typefaces);
        let before = slot
            .before
            .map(|before| SPACE + BEFORE.of_size(self.size(BEFORE)).width(&before_text(before), setter.typefaces));
        SPACE + number + before.unwrap_or_default()
    }

    fn draw_row(&self, setter: &mut ReportSetter<'_>, slot: &ReportBar, top: f32) {
        let unit = self.pitch / PITCH;
        let bar = |from: f32, height: f32, value: i64| {
            let width = self.scale.share(value.max(0)) * self.bar_width;
            let (top, bottom) = (top + from * unit, top + (from + height) * unit);
            PageRect::new(self.axis, top, self.axis + width, bottom).snapped()
        };
        let now = bar(TOP, NOW_HEIGHT, slot.now);
        setter.rect(now, of_mark(ReportMark::Now));
        let before = slot.before.map(|before| bar(TOP + NOW_HEIGHT + GAP, BEFORE_HEIGHT, before));
        before.iter().for_each(|before| setter.rect(*before, of_mark(ReportMark::Before)));
        // Capitals are 0.7 of the size high: their middle is that of the bar.
        let baseline = (now.top + now.bottom) / 2.0 + 0.35 * self.size(NUMBER);
        let label = LABEL.of_size(self.size(LABEL));
        let at = Point::new(self.axis - SPACE, baseline);
        setter.text_within(&slot.label, label, at, Align::Right, self.axis - SPACE - self.area.left);
        // In a low row, numbers reach down to the bar of the period before.
        let beside = before.filter(|before| before.top < baseline + 1.0).map_or(now.right, |before| before.right);
        self.draw_numbers(setter, slot, Point::new(now.right.max(beside) + SPACE, baseline));
    }

    fn draw_numbers(&self, setter: &mut ReportSetter<'_>, slot: &ReportBar, at: Point) {
        let style = NUMBER.of_size(self.size(NUMBER));
        let number = style.fitted(&count_text(slot.now), self.area.right - at.x, setter.typefaces);
        setter.text(&number, style, at, Align::Left);
        let left = at.x + style.width(&number, setter.typefaces) + SPACE;
        if let Some(before) = slot.before {
            let style = BEFORE.of_size(self.size(BEFORE));
            let at = Point::new(left, at.y);
            setter.text_within(&before_text(before), style, at, Align::Left, self.area.right - left);
        }
    }
}

fn before_text(before: i64) -> String {
    format!("{} before", count_text(before))
}
