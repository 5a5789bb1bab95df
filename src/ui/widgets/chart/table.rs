//! The same numbers as a table on screen, in the place of the chart.

use egui::{Rect, Ui, UiBuilder};

use super::ChartClick;
use super::data::ChartData;
use super::sheet::Sheet;
use super::text;
use super::view::ChartView;
use crate::ui::tokens::{Text, space, tokens};
use crate::ui::widgets::paint;
use crate::ui::widgets::table::{ColumnWidth, Table, TableColumn};

/// Shows the sheet in `rect`; a row leads where its bucket leads.
pub(super) fn table_ui(ui: &mut Ui, data: &ChartData, view: &mut ChartView, rect: Rect) -> Option<ChartClick> {
    let sheet = view.sheet.get_or_insert_with(|| data.sheet());
    let columns: Vec<TableColumn<usize>> = (0..sheet.titles.len()).map(|at| column(ui, sheet, at)).collect();
    let name = text::as_table(&data.title);
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

/// As wide as its longest cell; the first takes what is left.
fn column(ui: &Ui, sheet: &Sheet, at: usize) -> TableColumn<usize> {
    let measure = |text: &str, kind| paint::line(ui.painter(), text, kind, tokens(ui).text, f32::INFINITY).size().x;
    let longest = sheet.rows.iter().map(|row| row[at].as_str()).max_by_key(|text| text.chars().count());
    let width =
        measure(&sheet.titles[at], Text::SmallStrong).max(longest.map_or(0.0, |text| measure(text, Text::Body)));
    if at == 0 {
        return TableColumn::new(at, "", ColumnWidth::Remainder { min: width.clamp(80.0, 220.0) });
    }
    TableColumn::new(at, "", ColumnWidth::Exact(width.ceil() + 2.0)).right()
}
