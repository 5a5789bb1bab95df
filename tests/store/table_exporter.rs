//! Tables written on a thread of their own: what is reported, and what is left of one that is given up.

use std::path::{Path, PathBuf};
use std::sync::Arc;
use std::sync::mpsc::{Receiver, sync_channel};
use std::time::Duration;

use paydesk_core::Message;
use paydesk_core::effect::{TableExport, TableJob};
use paydesk_core::features::table_exports::{ExportRows, PaymentRows, TableExportReport};
use paydesk_domain::csv_style::CsvStyle;
use paydesk_domain::export::{ExportFormat, ExportManifest};
use paydesk_domain::ids::PaymentId;
use paydesk_domain::money::{Currency, Money};
use paydesk_domain::payment::{PaymentRow, PaymentStatus};
use paydesk_index::payment_columns::{KnownPayments, SortOrder, StoredPayment};
use paydesk_store::TableExporter;
use serde_json::Value;

use super::dir;

fn columns(count: u32) -> KnownPayments {
    let mut columns = KnownPayments::default();
    let created = "2026-11-23T12:00:00Z".parse().unwrap();
    for number in 1..=count {
        let row = PaymentRow {
            payment_id: PaymentId::new(format!("pay_{number}")),
            status: PaymentStatus::Succeeded,
            amount: Money::new(i64::from(number), Currency::iso4217("EUR")),
            created: Some(created),
            capturable_minor: None,
            received_minor: None,
            customer_id: None,
            payment_method: None,
            unified_code: None,
            unified_message: None,
        };
        columns.put(&StoredPayment::listed(row, created));
    }
    columns.order_new();
    columns
}

fn export(number: u64, rows: PaymentRows) -> TableJob {
    let manifest = ExportManifest {
        what: "payments".to_owned(),
        profile: "Shop".to_owned(),
        query: "status:failed".to_owned(),
        query_time_zone: "Europe/Berlin".to_owned(),
        view: None,
        as_of: None,
        incomplete: None,
        unordered: None,
        made_at: "2026-11-23T12:00:00Z".parse().unwrap(),
    };
    let rows = ExportRows::Payments(rows, (0..3).collect());
    TableJob::Write(Box::new(TableExport {
        number,
        format: ExportFormat::Csv,
        csv: CsvStyle::default(),
        zone: "Europe/Berlin".parse().unwrap(),
        rows,
        manifest,
    }))
}

fn all(columns: &KnownPayments) -> PaymentRows {
    PaymentRows::All(columns.sort_input(), SortOrder::default())
}

fn started(dir: &Path) -> (TableExporter, Receiver<Message>) {
    let (report, reported) = sync_channel(1_024);
    let sink = Arc::new(move |message| drop(report.send(message)));
    (TableExporter::new(dir.to_owned(), sink), reported)
}

/// How an export ended, and how many rows were reported before.
fn ended(reported: &Receiver<Message>) -> (u64, TableExportReport, Vec<u64>) {
    let mut written = Vec::new();
    loop {
        match reported.recv_timeout(Duration::from_secs(60)).expect("an end") {
            Message::TableExport { report: TableExportReport::Rows(rows), .. } => written.push(rows),
            Message::TableExport { number, report } => return (number, report, written),
            other => panic!("{other:?}"),
        }
    }
}

fn files(dir: &Path) -> Vec<PathBuf> {
    let mut files: Vec<_> = dir.read_dir().unwrap().map(|entry| entry.unwrap().path()).collect();
    files.sort();
    files
}

#[test]
fn payments_are_written_beside_other_exports_with_a_manifest_and_over_none() {
    let dir = dir();
    let exports = dir.path().join("exports");
    let (exporter, reported) = started(&exports);
    let columns = columns(5);
    for (number, name) in [(1, "payments-20261123-120000.csv"), (2, "payments-20261123-120000-2.csv")] {
        exporter.execute(export(number, PaymentRows::Found(columns.share(), vec![2, 0])));
        let (of, TableExportReport::Written(done), _) = ended(&reported) else { panic!() };
        let path = exports.join(name);
        assert_eq!((of, Path::new(&done.path), done.rows), (number, &*path, 2));
        let text = std::fs::read_to_string(&path).unwrap();
        let ids: Vec<&str> = text.lines().skip(1).map(|line| line.split(',').next().unwrap()).collect();
        assert_eq!(ids, ["pay_3", "pay_1"]);
        let manifest = std::fs::read(path.with_file_name(format!("{name}.manifest.json"))).unwrap();
        let manifest: Value = serde_json::from_slice(&manifest).unwrap();
        assert_eq!((&manifest["rows"], &manifest["query"]), (&Value::from(2), &Value::from("status:failed")));
    }
}

/// Found by a clerk: titles were names of the API, and times RFC 3339.
#[test]
fn files_for_spreadsheets_have_words_and_the_zone_and_json_has_the_names_of_the_api() {
    let dir = dir();
    let (exporter, reported) = started(dir.path());
    let columns = columns(1);
    let created = |number: u64, format: ExportFormat| {
        let TableJob::Write(job) = export(number, all(&columns)) else { panic!() };
        let TableExport { manifest, .. } = *job;
        let rows = ExportRows::Payments(all(&columns), vec![0, 6, 22]);
        let zone = "Europe/Berlin".parse().unwrap();
        let csv = CsvStyle::default();
        exporter.execute(TableJob::Write(Box::new(TableExport { number, format, csv, zone, rows, manifest })));
        let (_, TableExportReport::Written(done), _) = ended(&reported) else { panic!() };
        PathBuf::from(done.path)
    };
    let csv = std::fs::read_to_string(created(1, ExportFormat::Csv)).unwrap();
    let expected = "\u{feff}Payment ID,Created (Europe/Berlin),As of (Europe/Berlin)\r\n\
                    pay_1,2026-11-23 13:00:00,2026-11-23 13:00:00\r\n";
    assert_eq!(csv, expected);
    let jsonl = std::fs::read_to_string(created(2, ExportFormat::Jsonl)).unwrap();
    assert!(jsonl.starts_with(r#"{"payment_id":"pay_1","created":"2026-11-23T12:00:00.000Z","#), "{jsonl}");
    let mut book: calamine::Xlsx<_> = calamine::open_workbook(created(3, ExportFormat::Xlsx)).unwrap();
    let sheet = calamine::Reader::worksheet_range(&mut book, "payments").unwrap();
    let text = |row: u32, column: u32| sheet.get_value((row, column)).map(ToString::to_string).unwrap_or_default();
    assert_eq!([text(0, 0), text(0, 1)], ["Payment ID", "Created (Europe/Berlin)"]);
    assert!(text(1, 1).parse::<f64>().is_ok_and(|day| (day.fract() * 24.0).round() == 13.0), "{}", text(1, 1));
}

#[test]
fn one_that_is_cancelled_is_reported_so_and_leaves_nothing() {
    let dir = dir();
    let (exporter, reported) = started(dir.path());
    let columns = columns(400_000);
    exporter.execute(export(7, all(&columns)));
    exporter.execute(TableJob::Cancel { number: 6 });
    exporter.execute(TableJob::Cancel { number: 7 });
    let (number, report, _) = ended(&reported);
    assert_eq!((number, report), (7, TableExportReport::Cancelled));
    assert!(files(dir.path()).is_empty(), "{:?}", files(dir.path()));
}

#[test]
fn what_is_being_written_when_the_program_ends_leaves_nothing() {
    let dir = dir();
    let (exporter, _reported) = started(dir.path());
    exporter.execute(export(1, all(&columns(400_000))));
    assert!(exporter.finish(Duration::from_secs(30)), "it goes on");
    assert!(files(dir.path()).is_empty(), "{:?}", files(dir.path()));
}

#[test]
fn what_a_killed_paydesk_left_unfinished_is_deleted_and_nothing_else() {
    let dir = dir();
    for name in [".paydesk-export-abc", "payments.csv", ".other"] {
        std::fs::write(dir.path().join(name), "x").unwrap();
    }
    let _exporter = started(dir.path());
    assert_eq!(files(dir.path()), [".other", "payments.csv"].map(|name| dir.path().join(name)));
}

#[test]
fn one_that_cannot_be_written_says_why() {
    let dir = dir();
    let blocked = dir.path().join("exports");
    std::fs::write(&blocked, "no directory").unwrap();
    let (exporter, reported) = started(&blocked);
    exporter.execute(export(1, all(&columns(1))));
    let (_, TableExportReport::Failed(problem), _) = ended(&reported) else { panic!() };
    assert!(problem.what.starts_with("The payments were not exported: "), "{}", problem.what);
}
