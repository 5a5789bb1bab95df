//! The table of a chart in a picture: nothing scrolls there, so that columns that do not fit beside each other stand below,
//! each block with the names of its rows.

use std::ops::Range;

use egui::{Rect, Ui, WidgetInfo, accesskit::Role, pos2};

use super::data::ChartData;
use super::sheet::Sheet;
use super::text;
use super::view::ChartView;
use crate::ui::tokens::{Text, space, tokens};
use crate::ui::widgets::paint;

/// Height of a line, in points.
const LINE: f32 = 24.0;
/// Between two columns, and between two blocks, in points.
const GAP: f32 = space::L;
/// Most of the width that the names of the rows take, in points.
const NAMES_MAX: f32 = 220.0;

/// How high the table of a chart is in a picture, `width` points wide.
pub fn picture_table_height(ui: &Ui, data: &ChartData, width: f32) -> f32 {
    let sheet = data.sheet();
    let blocks = blocks(&widths(ui, &sheet), width).len() as f32;
    blocks * LINE * (sheet.rows.len() + 1) as f32 + (blocks - 1.0).max(0.0) * GAP
}

/// Draws the whole table into `rect`.
pub(super) fn picture_table_ui(ui: &mut Ui, data: &ChartData, view: &mut ChartView, rect: Rect) {
    let sheet = view.sheet.get_or_insert_with(|| data.sheet());
    let response = ui.interact(rect, ui.scope_id().with("table of picture"), egui::Sense::hover());
    response.widget_info(|| WidgetInfo::labeled(Role::Label, true, text::as_table(&data.title)));
    let widths = widths(ui, sheet);
    let mut top = rect.top();
    for block in blocks(&widths, rect.width()) {
        let titles: Vec<&str> = sheet.titles.iter().map(String::as_str).collect();
        line_ui(ui, &titles, (&widths, &block), (rect.left(), top), Text::SmallStrong);
        for (index, row) in sheet.rows.iter().enumerate() {
            let cells: Vec<&str> = row.iter().map(String::as_str).collect();
            let y = top + LINE * (index + 1) as f32;
            ui.painter().hline(rect.x_range(), y, tokens(ui).hairline());
            line_ui(ui, &cells, (&widths, &block), (rect.left(), y), Text::Body);
        }
        top += LINE * (sheet.rows.len() + 1) as f32 + GAP;
    }
}

/// One line of a block: the name of its row at the left, the numbers at the right of their columns.
fn line_ui(ui: &Ui, cells: &[&str], (widths, block): (&[f32], &Range<usize>), (left, top): (f32, f32), kind: Text) {
    let (color, middle) = (tokens(ui).text, top + LINE / 2.0);
    let name = paint::line(ui.painter(), cells.first().copied().unwrap_or_default(), kind, color, widths[0]);
    paint::galley_at(ui.painter(), name, left, middle, color);
    let mut right = left + widths[0];
    for column in block.clone() {
        right += GAP + widths[column];
        let text = cells.get(column).copied().filter(|text| !text.is_empty()).unwrap_or("–");
        let galley = paint::line(ui.painter(), text, kind, color, widths[column]);
        let at = pos2(right - galley.size().x, middle);
        paint::galley_at(ui.painter(), galley, at.x, at.y, color);
    }
}

/// How wide each column is: as its longest cell.
fn widths(ui: &Ui, sheet: &Sheet) -> Vec<f32> {
    let measure = |text: &str, kind| paint::line(ui.painter(), text, kind, tokens(ui).text, f32::INFINITY).size().x;
    let width = |column: usize| {
        let cells = sheet.rows.iter().filter_map(|row| row.get(column)).map(|text| measure(text, Text::Body));
        let widest = cells.fold(measure(&sheet.titles[column], Text::SmallStrong), f32::max).ceil();
        if column == 0 { widest.min(NAMES_MAX) } else { widest }
    };
    (0..sheet.titles.len()).map(width).collect()
}

/// The columns behind the first, so many to a block as fit beside it; at least one.
fn blocks(widths: &[f32], room: f32) -> Vec<Range<usize>> {
    let (mut blocks, mut from) = (Vec::new(), 1);
    while from < widths.len() {
        let mut used = widths[0] + GAP + widths[from];
        let mut to = from + 1;
        while to < widths.len() && used + GAP + widths[to] <= room {
            used += GAP + widths[to];
            to += 1;
        }
        blocks.push(from..to);
        from = to;
    }
    blocks
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn every_column_is_in_one_block_however_little_room_there_is() {
        let widths = [100.0, 80.0, 80.0, 300.0, 40.0];
        for (room, expected) in [(2_000.0, 1), (300.0, 3), (10.0, 4)] {
            let blocks = blocks(&widths, room);
            assert_eq!(blocks.len(), expected, "{room}");
            assert_eq!(blocks.into_iter().flatten().collect::<Vec<_>>(), [1, 2, 3, 4]);
        }
        assert!(blocks(&widths[..1], 100.0).is_empty());
    }
}
