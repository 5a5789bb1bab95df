//! The amounts of the sheet by currency: all of them, what is left out, and what would move.

use egui::{Ui, vec2};

use paydesk_core::features::bulk::{ColumnRole, Import, ImportSums, LineFate, UnderstoodLine, text as bulk_text};
use paydesk_domain::money::{Money, grouped_count};
use paydesk_widgets::table::{ColumnWidth, TableCell};
use paydesk_widgets::tokens::{Text, space, tokens};
use paydesk_widgets::{Table, TableColumn, heading_ui, label_ui};

use super::text;

/// Of the table, in points.
pub(super) const WIDTH: f32 = 404.0;
const ROW: f32 = 32.0;
/// Lines without an amount that are named.
const NAMED: usize = 6;

#[derive(Debug, Clone, Copy, PartialEq)]
enum SumColumn {
    Currency,
    InSheet,
    NotImported,
    Imported,
}

const SHARE: ColumnWidth = ColumnWidth::Exact(100.0);

/// Draws the sums; the last row counts the lines.
pub(super) fn sums_ui(ui: &mut Ui, import: &Import) {
    let (understood, kind) = (import.understood(), import.interpretation().kind());
    let color = tokens(ui).text;
    heading_ui(ui, Text::Strong, color, text::SUMS);
    let has_amounts = import.interpretation().column_of(ColumnRole::Amount).is_some();
    let in_sheet = if has_amounts { "In the sheet" } else { "Remaining" };
    let columns = [
        TableColumn::new(SumColumn::Currency, text::CURRENCY, ColumnWidth::Remainder { min: 60.0 }),
        TableColumn::new(SumColumn::InSheet, in_sheet, SHARE).right(),
        TableColumn::new(SumColumn::NotImported, text::NOT_IMPORTED, SHARE).right(),
        TableColumn::new(SumColumn::Imported, text::moved(kind), SHARE).right(),
    ];
    let sums = &understood.sums;
    let rows = sums.len() + 1;
    let counts = [understood.lines.len(), understood.not_imported.len(), understood.imported()];
    let name = |row: usize| match sums.get(row) {
        Some(sums) => sum_name(sums),
        None => format!("{}, {}", text::LINES, counts.map(|count| grouped_count(count as u64)).join(", ")),
    };
    let width = ui.available_width().min(WIDTH);
    ui.allocate_ui(vec2(width, ROW + rows as f32 * ROW), |ui| {
        Table::new(text::SUMS, &columns, rows).row_height(ROW).ui(ui, name, |cell: &mut TableCell<'_, SumColumn>| {
            match sums.get(cell.row) {
                Some(sums) => sum_cell(cell, sums),
                None => count_cell(cell, counts),
            }
        });
    });
    if !understood.not_counted.is_empty() {
        let lines = understood.not_counted.iter().filter_map(|place| understood.lines.get(*place));
        let named: Vec<String> = lines.take(NAMED).map(not_counted).collect();
        let more = understood.not_counted.len() - named.len();
        ui.add_space(space::XS);
        let subdued = tokens(ui).subdued;
        label_ui(ui, Text::Small, subdued, &text::not_counted(&named, more));
    }
}

fn not_counted(line: &UnderstoodLine) -> String {
    let why = match &line.fate {
        LineFate::NotImported(why) => bulk_text::exclusion_group(why),
        LineFate::Ready | LineFate::ToRead => text::TO_READ.to_owned(),
    };
    text::line_because(line.number, &why)
}

fn amount(sum: Option<&Money>) -> String {
    sum.map_or_else(|| "too large".to_owned(), Money::amount_text)
}

fn sum_name(sums: &ImportSums) -> String {
    let parts = [&sums.in_sheet, &sums.not_imported, &sums.imported].map(|sum| amount(sum.as_ref()));
    format!("{}, {}", sums.currency.code(), parts.join(", "))
}

fn sum_cell(cell: &mut TableCell<'_, SumColumn>, sums: &ImportSums) {
    match cell.column {
        SumColumn::Currency => drop(cell.text(sums.currency.code())),
        SumColumn::InSheet => drop(cell.amount(&amount(sums.in_sheet.as_ref()))),
        SumColumn::NotImported => match &sums.not_imported {
            Some(sum) if sum.minor == 0 => drop(cell.subdued(text::NOTHING)),
            sum => drop(cell.subdued(&format!("−{}", amount(sum.as_ref())))),
        },
        SumColumn::Imported => drop(cell.amount(&amount(sums.imported.as_ref()))),
    }
}

fn count_cell(cell: &mut TableCell<'_, SumColumn>, [all, not_imported, imported]: [usize; 3]) {
    let text = match cell.column {
        SumColumn::Currency => text::LINES.to_owned(),
        SumColumn::InSheet => grouped_count(all as u64),
        SumColumn::NotImported if not_imported == 0 => text::NOTHING.to_owned(),
        SumColumn::NotImported => format!("−{}", grouped_count(not_imported as u64)),
        SumColumn::Imported => grouped_count(imported as u64),
    };
    cell.subdued(&text);
}
