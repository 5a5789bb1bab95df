//! Tables that become files, each on a thread of its own: nothing waits for them.

use crate::features::table_exports::ExportRows;
use paydesk_domain::csv_style::CsvStyle;
use paydesk_domain::export::{ExportFormat, ExportManifest};
use paydesk_domain::zone::Zone;

/// A table on its way into a file.
#[derive(Debug, Clone, PartialEq)]
pub struct TableExport {
    /// Counts the exports of this run.
    pub number: u64,
    pub format: ExportFormat,
    /// How CSV is written.
    pub csv: CsvStyle,
    /// Of the times in files for spreadsheets.
    pub zone: Zone,
    pub rows: ExportRows,
    pub manifest: ExportManifest,
}

/// What is asked of who writes tables.
#[derive(Debug, Clone, PartialEq)]
pub enum TableJob {
    /// Write a new file among the exports with its manifest beside it, answered by `TableExport`: how far it is, and how
    /// it ended.
    Write(Box<TableExport>),
    /// Give up the export of this number, and leave nothing of it; answered as its end.
    Cancel { number: u64 },
}
