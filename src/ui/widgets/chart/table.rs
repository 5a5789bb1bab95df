//! The same numbers as a table: what a screen reader reads, what is copied as CSV.

use egui::{Rect, Ui, UiBuilder};

use super::ChartClick;
use super::data::{ChartData, ChartKind, ChartUnit};
use super::view::ChartView;
use super::words::count_text;
use crate::ui::tokens::{Text, space, tokens};
use crate::ui::widgets::paint;
use crate::ui::widgets::table::{Column, ColumnWidth, Table};

/// Titles and cells of a chart as a table, written out exactly.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Sheet {
    pub titles: Vec<String>,
    /// As many cells a row as there are titles; empty where there is no value.
    pub rows: Vec<Vec<String>>,
}

impl ChartData {
    /// Every bucket and series, hidden ones too, with counts in columns of their own.
    pub fn sheet(&self) -> Sheet {
        let first = if self.kind == ChartKind::Categories { "Group" } else { "Time" };
        let titles = std::iter::once(first.to_owned()).chain(self.columns().into_iter().map(|column| column.title));
        let rows = (0..self.buckets.len()).map(|bucket| self.sheet_row(bucket));
        Sheet { titles: titles.collect(), rows: rows.collect() }
    }

    fn sheet_row(&self, bucket: usize) -> Vec<String> {
        let named = &self.buckets[bucket].full;
        let first = if self.is_unfinished(bucket) { format!("{named}, not over") } else { named.clone() };
        let cells = self.columns().into_iter().map(|column| self.cell(bucket, &column).unwrap_or_default());
        std::iter::once(first).chain(cells).collect()
    }

    fn columns(&self) -> Vec<SheetColumn> {
        let mut columns = Vec::new();
        for (series, named) in self.series.iter().enumerate() {
            let title = match self.unit {
                ChartUnit::Money(_) => format!("{}, {}", named.name, self.unit.caption(self.things)),
                ChartUnit::Count | ChartUnit::Rate => named.name.clone(),
            };
            columns.push(SheetColumn { title, series, tells: ColumnId::Value });
            if !named.counts.is_empty() {
                let title = format!("{}, count", named.name);
                columns.push(SheetColumn { title, series, tells: ColumnId::Count });
            }
        }
        if self.kind == ChartKind::Categories
            && (0..self.buckets.len()).any(|bucket| self.share_words(bucket).is_some())
        {
            columns.push(SheetColumn { title: "Share".to_owned(), series: 0, tells: ColumnId::Share });
        }
        columns
    }

    fn cell(&self, bucket: usize, column: &SheetColumn) -> Option<String> {
        let series = self.series.get(column.series)?;
        match (column.tells, &self.unit) {
            (ColumnId::Share, _) => self.share_words(bucket),
            (ColumnId::Count, _) => series.count(bucket).map(count_text),
            (ColumnId::Value, ChartUnit::Money(currency)) => {
                let money = crate::domain::money::Money::new(series.value(bucket)?, currency.clone());
                Some(money.amount_text())
            }
            (ColumnId::Value, unit) => series.value(bucket).map(|value| unit.text(value)),
        }
    }
}

#[derive(Debug, Clone, Copy)]
enum ColumnId {
    Value,
    Count,
    Share,
}

struct SheetColumn {
    title: String,
    series: usize,
    tells: ColumnId,
}

/// Shows the sheet in `rect`; a row leads where its bucket leads.
pub(super) fn table_ui(ui: &mut Ui, data: &ChartData, view: &mut ChartView, rect: Rect) -> Option<ChartClick> {
    let sheet = view.sheet.get_or_insert_with(|| data.sheet());
    let columns: Vec<Column<usize>> = (0..sheet.titles.len()).map(|at| column(ui, sheet, at)).collect();
    let name = format!("{} as a table", data.title);
    let table = Table::new(&name, &columns, sheet.rows.len()).titles(&sheet.titles);
    let output = ui
        .scope_builder(UiBuilder::new().max_rect(rect.shrink2(egui::vec2(space::S, 0.0))), |ui| {
            table.ui(
                ui,
                |row| data.bucket_words(row, |_| true),
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

/// As wide as its longest cell; the first takes what is left.
fn column(ui: &Ui, sheet: &Sheet, at: usize) -> Column<usize> {
    let measure = |text: &str, kind| paint::line(ui.painter(), text, kind, tokens(ui).text, f32::INFINITY).size().x;
    let longest = sheet.rows.iter().map(|row| row[at].as_str()).max_by_key(|text| text.chars().count());
    let width =
        measure(&sheet.titles[at], Text::SmallStrong).max(longest.map_or(0.0, |text| measure(text, Text::Body)));
    if at == 0 {
        return Column::new(at, "", ColumnWidth::Remainder { min: width.clamp(80.0, 220.0) });
    }
    Column::new(at, "", ColumnWidth::Exact(width.ceil() + 2.0)).right()
}
