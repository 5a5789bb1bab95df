//! What it takes to write all payments into a file with its manifest, in each format.

use std::time::{Duration, Instant};

use paydesk_core::features::table_exports::{ExportRows, PaymentRows};
use paydesk_domain::export::{ExportFormat, ExportManifest};
use paydesk_index::payment_columns::{KnownPayments, SortOrder};
use paydesk_index::payment_export;
use paydesk_store::table_file::{TableProgress, write};

/// Goal in seconds, for CSV and JSON Lines.
const EXPORT_S: f64 = 3.0;
const ROUNDS: usize = 3;

fn manifest() -> ExportManifest {
    ExportManifest {
        what: "payments".to_owned(),
        profile: "bench".to_owned(),
        query: String::new(),
        query_time_zone: "Europe/Berlin".to_owned(),
        view: None,
        as_of: None,
        incomplete: None,
        unordered: None,
        made_at: "2026-11-23T12:00:00Z".parse().unwrap(),
    }
}

/// Prints a line for each format: the median, and the size of the file.
pub fn print(columns: &KnownPayments) {
    let dir = tempfile::tempdir().unwrap();
    let rows = PaymentRows::All(columns.sort_input(), SortOrder::default());
    let rows = ExportRows::Payments(rows, payment_export::columns_of(&[]));
    let manifest = manifest();
    for (format, rounds, goal) in [
        (ExportFormat::Csv, ROUNDS, Some(EXPORT_S)),
        (ExportFormat::Jsonl, ROUNDS, Some(EXPORT_S)),
        (ExportFormat::Xlsx, 1, None),
    ] {
        let path = dir.path().join(format.extension());
        let mut times: Vec<Duration> = Vec::new();
        for _ in 0..rounds {
            let began = Instant::now();
            let cells = rows.rows(manifest.made_at);
            let done = write(&path, format, &rows.columns(), cells, &TableProgress::default(), &manifest).unwrap();
            times.push(began.elapsed());
            assert_eq!(done.rows as usize, columns.len());
        }
        times.sort();
        let seconds = times[rounds / 2].as_secs_f64();
        let megabytes = std::fs::metadata(&path).unwrap().len() as f64 / 1e6;
        let goal = goal.map_or_else(String::new, |goal| {
            format!("goal {goal:.0} s {}", if seconds <= goal { "met" } else { "MISSED" })
        });
        println!("export as {:38} {seconds:7.2} s {megabytes:9.0} MB {goal:>16}", format.extension());
    }
    // What of it is making the rows, without a file.
    let began = Instant::now();
    let cells: usize = rows.rows(manifest.made_at).map(|row| row.cells.len()).sum();
    println!("rows of an export, {cells} cells {:>28.2} s", began.elapsed().as_secs_f64());
}
