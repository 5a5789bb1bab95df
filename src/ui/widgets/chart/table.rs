//! The same numbers as a table on screen, in the place of the chart. In a picture nothing scrolls: columns that do not fit
//! beside each other stand below, each block with the names of its rows.

use std::ops::Range;

use egui::{Rect, Ui, UiBuilder, WidgetInfo, accesskit::Role};

use super::ChartClick;
use super::data::ChartData;
use super::sheet::Sheet;
use super::text;
use super::view::ChartView;
use crate::ui::tokens::{Text, space, tokens};
use crate::ui::widgets::paint;
use crate::ui::widgets::table::{ColumnWidth, Table, TableColumn};

/// The least and the most width that the names of the rows take, in points.
const NAMES: (f32, f32) = (80.0, 220.0);
/// Height of a line in a picture, in points.
const LINE: f32 = 24.0;
/// Between two columns, and between two blocks, in points.
const GAP: f32 = space::L;

/// Shows the sheet in `rect`; a row leads where its bucket leads.
pub(super) fn table_ui(ui: &mut Ui, data: &ChartData, view: &mut ChartView, rect: Rect) -> Option<ChartClick> {
    let (sheet, widths) = view.sheet.get_or_insert_with(|| {
        let sheet = data.sheet();
        let widths = widths(ui, &sheet);
        (sheet, widths)
    });
    let name = text::as_table(&data.title);
    if view.in_picture {
        let response = ui.interact(rect, ui.scope_id().with("table of picture"), egui::Sense::hover());
        response.widget_info(|| WidgetInfo::labeled(Role::Label, true, &name));
        blocks_ui(ui, sheet, widths, rect);
        return None;
    }
    let column = |(at, width): (usize, f32)| match at {
        0 => TableColumn::new(at, "", ColumnWidth::Remainder { min: width.max(NAMES.0) }),
        _ => TableColumn::new(at, "", ColumnWidth::Exact(width + 2.0)).right(),
    };
    let columns: Vec<TableColumn<usize>> = widths.iter().copied().enumerate().map(column).collect();
    let table = Table::new(&name, &columns, sheet.rows.len()).titles(&sheet.titles);
    let output = ui
        .scope_builder(UiBuilder::new().max_rect(rect.shrink2(egui::vec2(space::S, 0.0))), |ui| {
            table.ui(
                ui,
                |row| data.bucket_text(row, |_| true),
                |cell| match sheet.rows[cell.row].get(cell.column).map_or("", String::as_str) {
                    "" => drop(cell.subdued("–")),
                    text if cell.column == 0 => drop(cell.text(text)),
                    text => drop(cell.amount(text)),
                },
            )
        })
        .inner;
    let series = (data.series.len() == 1).then_some(0);
    output.clicked.or(output.opened).map(|bucket| ChartClick { bucket, series })
}

/// How high the table of a chart is in a picture, `width` points wide.
pub fn picture_table_height(ui: &Ui, data: &ChartData, width: f32) -> f32 {
    let sheet = data.sheet();
    let blocks = blocks(&widths(ui, &sheet), width).len() as f32;
    blocks * LINE * (sheet.rows.len() + 1) as f32 + (blocks - 1.0).max(0.0) * GAP
}

fn blocks_ui(ui: &Ui, sheet: &Sheet, widths: &[f32], rect: Rect) {
    let mut top = rect.top();
    for block in blocks(widths, rect.width()) {
        for (index, cells) in std::iter::once(&sheet.titles).chain(&sheet.rows).enumerate() {
            let kind = if index == 0 { Text::SmallStrong } else { Text::Body };
            line_ui(ui, cells, (widths, &block), (rect.left(), top), kind);
            top += LINE;
            if index < sheet.rows.len() {
                ui.painter().hline(rect.x_range(), top, tokens(ui).hairline());
            }
        }
        top += GAP;
    }
}

/// One line of a block: the name of its row at the left, the numbers at the right of their columns.
fn line_ui(ui: &Ui, cells: &[String], (widths, block): (&[f32], &Range<usize>), (left, top): (f32, f32), kind: Text) {
    let (color, middle) = (tokens(ui).text, top + LINE / 2.0);
    let cell = |column: usize| cells.get(column).map(String::as_str).filter(|text| !text.is_empty()).unwrap_or("–");
    let galley = |column: usize| paint::line(ui.painter(), cell(column), kind, color, widths[column]);
    paint::galley_at(ui.painter(), galley(0), left, middle, color);
    let mut right = left + widths[0];
    for column in block.clone() {
        right += GAP + widths[column];
        let number = galley(column);
        let width = number.size().x;
        paint::galley_at(ui.painter(), number, right - width, middle, color);
    }
}

/// How wide each column is: as its longest cell.
fn widths(ui: &Ui, sheet: &Sheet) -> Vec<f32> {
    let width = |column: usize| {
        let cells =
            sheet.rows.iter().filter_map(|row| row.get(column)).map(|text| paint::text_width(ui, Text::Body, text));
        let title = paint::text_width(ui, Text::SmallStrong, &sheet.titles[column]);
        let widest = cells.fold(title, f32::max).ceil();
        if column == 0 { widest.min(NAMES.1) } else { widest }
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
