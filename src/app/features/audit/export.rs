//! The listed operations as a file.

use crate::app::effect::ExportFile;
use crate::domain::csv::{Cell, Csv};

use super::log::AuditLog;
use super::record::AuditRecord;
use super::text;

/// A table of what is listed, in the order of the list; times are in UTC.
pub(super) fn file(log: &AuditLog) -> ExportFile {
    let mut csv = Csv::default();
    csv.row(&text::COLUMNS.map(Cell::text));
    log.rows().for_each(|record| csv.row(&cells(record)));
    ExportFile { name: text::FILE_NAME.to_owned(), extension: "csv", content: csv.into_text().into() }
}

fn cells(record: &AuditRecord) -> [Cell; 12] {
    let money = record.money.as_ref();
    [
        Cell::text(record.operation_id.as_str()),
        Cell::text(record.recorded_at.to_rfc3339_opts(chrono::SecondsFormat::Millis, true)),
        Cell::text(&record.operator),
        Cell::text(record.profile_id.as_str()),
        Cell::text(record.environment.map_or("", |environment| environment.word())),
        Cell::text(&record.title),
        Cell::text(record.target.kind.noun()),
        Cell::text(&record.target.resource),
        money.map_or(Cell::Empty, |money| Cell::Decimal(money.input_text())),
        money.map_or(Cell::Empty, |money| Cell::text(money.currency.code())),
        Cell::text(record.outcome.label()),
        Cell::text(&record.detail),
    ]
}
