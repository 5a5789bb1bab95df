//! The texts of exports.

use std::fmt::Display;

use paydesk_domain::export::{ExportFormat, ExportKind};
use paydesk_domain::money::grouped_count;
use paydesk_domain::text::{capitalized, sentences};

use super::asked::ExportedTable;

/// What the embedded sandbox is called in files, as on the command line.
pub const EMBEDDED: &str = "embedded";

pub fn format(format: ExportFormat) -> &'static str {
    match format {
        ExportFormat::Csv => "CSV",
        ExportFormat::Xlsx => "Excel workbook",
        ExportFormat::Jsonl => "JSON Lines",
    }
}

/// `1,200 refunds`.
pub fn count(kind: ExportKind, count: u64) -> String {
    let (one, many) = kind.nouns();
    format!("{} {}", grouped_count(count), if count == 1 { one } else { many })
}

pub fn exported(kind: ExportKind, table: &ExportedTable) -> String {
    format!("{} exported to {}", count(kind, table.rows), table.path)
}

pub fn exported_incomplete(kind: ExportKind, table: &ExportedTable, why: impl Display) -> String {
    sentences(&[exported(kind, table), format!("The export may not be complete: {why}")])
}

pub fn cancelled(kind: ExportKind) -> String {
    format!("Export of {} cancelled. No file was written.", kind.nouns().1)
}

pub fn list_left(kind: ExportKind) -> String {
    let many = kind.nouns().1;
    format!("Export of {many} cancelled because another list was opened before all pages were loaded")
}

pub fn nothing_to_export(kind: ExportKind) -> String {
    format!("No {} to export", kind.nouns().1)
}

// Why an export need not be complete

pub fn not_all_loaded(why: impl Display) -> String {
    format!("not all pages are loaded: {why}")
}

pub const STALLED: &str = "the service stopped sending pages before the end of its list";

pub fn unreadable(kind: ExportKind, rows: u64) -> String {
    format!("{} from the service cannot be read", count(kind, rows))
}

pub fn unreadable_entries(entries: u64) -> String {
    match entries {
        1 => "1 journal entry cannot be read".to_owned(),
        _ => format!("{} journal entries cannot be read", grouped_count(entries)),
    }
}

pub fn undetailed(payments: u64) -> String {
    format!("the details of {} are not loaded yet", count(ExportKind::Payments, payments))
}

pub fn offline(disputes: u64) -> String {
    format!("{} could not be refreshed after Paydesk started", count(ExportKind::Disputes, disputes))
}

pub fn snoozed(disputes: u64) -> String {
    match disputes {
        1 => "1 snoozed dispute is left out".to_owned(),
        _ => format!("{} snoozed disputes are left out", grouped_count(disputes)),
    }
}

/// The sentence of the list about events on disk, in the middle of another.
pub fn unlisted(text: &str) -> String {
    let mut chars = text.chars();
    chars.next().map(|first| first.to_lowercase().chain(chars).collect()).unwrap_or_default()
}

// What a list is narrowed to

pub const TO_CAPTURE: &str = "to capture";

pub fn in_review(word: &str) -> String {
    format!("in review ({word})")
}

// While it is under way

pub fn loading(kind: ExportKind, loaded: u64, of: Option<u64>) -> String {
    let of = of.map(|of| format!(" of {}", grouped_count(of))).unwrap_or_default();
    format!("Loading {} to export · {}{of}", kind.nouns().1, grouped_count(loaded))
}

pub fn writing(kind: ExportKind, rows: u64, of: u64) -> String {
    format!("Exporting {} · {} of {} rows", kind.nouns().1, grouped_count(rows), grouped_count(of))
}

pub fn cancelling(kind: ExportKind) -> String {
    format!("Cancelling the export of {}…", kind.nouns().1)
}

/// For the dialog that waits for it before the window closes: `Export of refunds`.
pub fn under_way(kind: ExportKind) -> String {
    format!("Export of {}", kind.nouns().1)
}

// In the menu

/// `76 refunds · Times in UTC`.
pub fn menu(kind: ExportKind, rows: u64) -> String {
    format!("{} · Times in UTC", capitalized(&count(kind, rows)))
}

/// In the manifest: how many rows were selected.
pub fn selected(rows: u64) -> String {
    format!("selected rows: {}", grouped_count(rows))
}

/// Where not all pages are loaded yet.
pub fn menu_loads(kind: ExportKind) -> String {
    format!("Loads all matching {} first · Times in UTC", kind.nouns().1)
}
