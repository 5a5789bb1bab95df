//! What is left out of a file or of a plan, as a table with the reason of each.

use crate::effect::ExportFile;
use paydesk_domain::csv::{Cell, Csv};
use paydesk_domain::csv_style::CsvStyle;

use super::import::{Import, LineFate, UnderstoodLine};
use super::item::Excluded;
use super::plan::BulkPlan;
use super::text;

/// One row for each line that is not imported.
pub(super) fn of_import(import: &Import, style: CsvStyle) -> ExportFile {
    let understood = import.understood();
    let lines = understood.not_imported.iter().filter_map(|place| understood.lines.get(*place));
    file(lines.filter_map(line_cells), style)
}

/// One row for each object that is not in the plan.
pub(super) fn of_plan(plan: &BulkPlan, style: CsvStyle) -> ExportFile {
    file(plan.excluded.iter().map(excluded_cells), style)
}

fn file(rows: impl Iterator<Item = [Cell; 6]>, style: CsvStyle) -> ExportFile {
    let mut csv = Csv::new(style);
    csv.row(&text::LEFT_OUT_COLUMNS.map(Cell::text));
    rows.for_each(|row| csv.row(&row));
    ExportFile::csv("not-imported".to_owned(), &csv.into_text())
}

fn line_cells(line: &UnderstoodLine) -> Option<[Cell; 6]> {
    let LineFate::NotImported(why) = &line.fate else { return None };
    let amount = line.amount.as_ref();
    Some([
        Cell::Whole(line.number.into()),
        Cell::text(&line.target),
        amount.map_or(Cell::Empty, |amount| Cell::Decimal(amount.input_text())),
        amount.map_or(Cell::Empty, |amount| Cell::text(amount.currency.code())),
        Cell::text(text::exclusion_kind(why.kind())),
        Cell::text(text::exclusion(why)),
    ])
}

fn excluded_cells(excluded: &Excluded) -> [Cell; 6] {
    [
        excluded.line.map_or(Cell::Empty, |line| Cell::Whole(line.into())),
        Cell::text(&excluded.target),
        excluded.amount.as_ref().map_or(Cell::Empty, Cell::amount),
        excluded.amount.as_ref().map_or(Cell::Empty, |amount| Cell::text(amount.currency.code())),
        Cell::text(text::exclusion_kind(excluded.exclusion.kind())),
        Cell::text(text::exclusion(&excluded.exclusion)),
    ]
}
