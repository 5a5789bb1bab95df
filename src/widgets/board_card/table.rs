//! The numbers of a chart as a table, in its place on the card. In a picture nothing scrolls: columns that do not fit
//! beside each other are in tables below, each with the names of its rows.

use std::ops::Range;
use std::sync::Arc;

use egui::{Rect, Ui, UiBuilder, vec2};

use super::sheet::{Sheet, row_text};
use super::text;
use crate::chart::{ChartClick, ChartData};
use crate::paint;
use crate::table::{BLEED, ColumnWidth, Table, TableColumn, height_of};
use crate::tokens::{Text, space};

/// The least and the most width that the names of the rows take, in points.
const NAMES: (f32, f32) = (80.0, 220.0);
/// Between two columns, and between two tables, in points.
const GAP: f32 = space::M;

/// The table of a chart, and how wide its columns are: made once for the same numbers.
pub(super) struct ChartTable {
    data: Arc<ChartData>,
    sheet: Sheet,
    widths: Vec<f32>,
}

impl ChartTable {
    pub fn new(ui: &Ui, data: &Arc<ChartData>) -> Self {
        let sheet = Sheet::of(data);
        Self { data: Arc::clone(data), widths: widths(ui, &sheet), sheet }
    }

    pub fn is_of(&self, data: &Arc<ChartData>) -> bool {
        Arc::ptr_eq(&self.data, data)
    }

    /// Shows it in `rect`; a row leads where its bucket leads.
    pub fn ui(&self, ui: &mut Ui, rect: Rect, in_picture: bool) -> Option<ChartClick> {
        let all = 1..self.widths.len();
        let (mut place, blocks) = if in_picture {
            (rect.with_max_y(rect.top() + height_of(self.sheet.rows.len())), blocks(&self.widths, rect.width()))
        } else {
            (rect.shrink2(vec2(BLEED, 0.0)), vec![all])
        };
        let mut clicked = None;
        for (index, block) in blocks.into_iter().enumerate() {
            let builder = UiBuilder::new().max_rect(place).id_salt(index);
            let shown = ui.scope_builder(builder, |ui| self.block_ui(ui, &block));
            clicked = clicked.or(shown.inner);
            place = place.translate(vec2(0.0, place.height() + GAP));
        }
        clicked.map(|bucket| ChartClick { bucket, series: self.data.only_series() })
    }

    /// The names of the rows and some columns beside them.
    fn block_ui(&self, ui: &mut Ui, block: &Range<usize>) -> Option<usize> {
        let Self { data, sheet, widths } = self;
        let shown = || std::iter::once(0).chain(block.clone());
        let column = |at| match at {
            0 => TableColumn::new(at, "", ColumnWidth::Remainder { min: widths[at] }),
            _ => TableColumn::new(at, "", ColumnWidth::Exact(widths[at])).right(),
        };
        let columns: Vec<TableColumn<usize>> = shown().map(column).collect();
        let titles: Vec<String> = shown().map(|at| sheet.titles[at].clone()).collect();
        let name = text::as_table(&data.title);
        let table = Table::new(&name, &columns, sheet.rows.len());
        let output = table.titles(&titles).keeps_first_column().ui(
            ui,
            |row| row_text(data, row),
            |cell| match sheet.rows[cell.row][cell.column].as_str() {
                "" => drop(cell.subdued("–")),
                text if cell.column == 0 => drop(cell.text(text)),
                text => drop(cell.amount(text)),
            },
        );
        output.clicked.or(output.opened)
    }
}

/// How high the table of a chart is in a picture, `width` points wide.
pub fn picture_table_height(ui: &Ui, data: &ChartData, width: f32) -> f32 {
    let sheet = Sheet::of(data);
    let blocks = blocks(&widths(ui, &sheet), width).len() as f32;
    blocks * height_of(sheet.rows.len()) + (blocks - 1.0).max(0.0) * GAP
}

/// How wide each column is: as its longest cell.
fn widths(ui: &Ui, sheet: &Sheet) -> Vec<f32> {
    let width = |(column, title): (usize, &String)| {
        let cells = sheet.rows.iter().map(|row| paint::text_width(ui, Text::Body, &row[column]));
        let widest = cells.fold(paint::text_width(ui, Text::SmallStrong, title), f32::max).ceil() + 2.0;
        if column == 0 { widest.clamp(NAMES.0, NAMES.1) } else { widest }
    };
    sheet.titles.iter().enumerate().map(width).collect()
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
