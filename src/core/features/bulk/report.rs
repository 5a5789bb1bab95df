//! What became of every object of a run, as a table.

use crate::effect::ExportFile;
use paydesk_domain::csv::{Cell, Csv};
use paydesk_domain::csv_style::CsvStyle;

use super::item::{BulkItem, Excluded, ItemState};
use super::run::BulkRun;
use super::text;

/// One row an item, then one row for each that was left out.
pub(super) fn file(run: &BulkRun, style: CsvStyle) -> ExportFile {
    let mut csv = Csv::new(style);
    csv.row(&text::REPORT_COLUMNS.map(Cell::text));
    run.items().for_each(|(item, state)| csv.row(&item_cells(item, state)));
    run.stored().excluded.iter().for_each(|excluded| csv.row(&excluded_cells(excluded)));
    ExportFile::csv("bulk-report".to_owned(), &csv.into_text())
}

fn line(line: Option<u32>) -> Cell {
    line.map_or(Cell::Empty, |line| Cell::Decimal(line.to_string()))
}

fn item_cells(item: &BulkItem, state: &ItemState) -> [Cell; 7] {
    [
        Cell::text(&item.target),
        Cell::amount(&item.amount),
        Cell::text(item.amount.currency.code()),
        Cell::text(state.word()),
        Cell::text(state.detail()),
        Cell::text(item.operation_id.as_str()),
        line(item.line),
    ]
}

fn excluded_cells(excluded: &Excluded) -> [Cell; 7] {
    [
        Cell::text(&excluded.target),
        excluded.amount.as_ref().map_or(Cell::Empty, Cell::amount),
        excluded.amount.as_ref().map_or(Cell::Empty, |amount| Cell::text(amount.currency.code())),
        Cell::text(text::EXCLUDED),
        Cell::text(text::exclusion(&excluded.exclusion)),
        Cell::Empty,
        line(excluded.line),
    ]
}
