//! Tables as files: exact, whole or not there, and the same sums in every format.

use std::path::Path;

use calamine::Reader as _;
use chrono::{DateTime, Utc};
use paydesk_domain::csv_style::{CsvDecimal, CsvSeparator, CsvStyle};
use paydesk_domain::export::{ExportCell, ExportFormat, ExportManifest, ExportRow, ExportStyle};
use paydesk_domain::money::{Currency, Money};
use paydesk_domain::zone::Zone;
use paydesk_store::table_file::{TableFault, TableProgress, write, write_table};
use serde_json::{Value, json};

use super::dir;

const COLUMNS: [&str; 6] = ["id", "amount", "currency", "created", "refunded", "count"];

fn row<'a>(id: &'a str, minor: i64, code: &'a str) -> ExportRow<'a> {
    let money = Money::new(minor, Currency::iso4217(code));
    let created: DateTime<Utc> = "2026-11-23T10:00:00.125Z".parse().unwrap();
    let cells = vec![
        ExportCell::text(id),
        ExportCell::Amount(money.clone()),
        ExportCell::text(code),
        ExportCell::Time(created),
        ExportCell::Flag(true),
        ExportCell::Whole(7),
    ];
    ExportRow { cells, money: Some(money) }
}

fn rows() -> Vec<ExportRow<'static>> {
    vec![row("=1+1", 1_250, "EUR"), row("00123", -5, "EUR"), row("pay_1", 1_234, "KWD"), row("a \"b\",\nc", 90, "JPY")]
}

fn written(path: &Path, format: ExportFormat) -> Vec<u8> {
    let done = write_table(path, format, &COLUMNS, rows().into_iter(), &TableProgress::default()).unwrap();
    let sums: Vec<String> = done.sums.amounts().map(|sum| sum.to_string()).collect();
    assert_eq!((done.rows, sums), (4, vec!["12.45 EUR".to_owned(), "90 JPY".to_owned(), "1.234 KWD".to_owned()]));
    let bytes = std::fs::read(path).unwrap();
    use sha2::Digest as _;
    assert_eq!(done.sha256, hex::encode(sha2::Sha256::digest(&bytes)));
    bytes
}

#[test]
fn csv_has_exact_amounts_and_no_text_that_runs_or_changes() {
    let dir = dir();
    let text = String::from_utf8(written(&dir.path().join("a.csv"), ExportFormat::Csv)).unwrap();
    let lines: Vec<&str> = text.split("\r\n").collect();
    assert_eq!(lines[0], "id,amount,currency,created,refunded,count");
    assert_eq!(lines[1], "'=1+1,12.50,EUR,2026-11-23T10:00:00.125Z,true,7");
    assert_eq!(lines[2], "'00123,-0.05,EUR,2026-11-23T10:00:00.125Z,true,7");
    assert_eq!(lines[3], "pay_1,1.234,KWD,2026-11-23T10:00:00.125Z,true,7");
    assert_eq!(lines[4], "\"a \"\"b\"\",\nc\",90,JPY,2026-11-23T10:00:00.125Z,true,7");
}

#[test]
fn csv_for_a_spreadsheet_has_its_separator_its_decimal_mark_and_the_mark_that_excel_needs() {
    let dir = dir();
    let path = dir.path().join("a.csv");
    let csv = CsvStyle { separator: CsvSeparator::Semicolon, decimal: CsvDecimal::Comma };
    let write = |style: ExportStyle| {
        write_table(&path, style, &COLUMNS, rows().into_iter(), &TableProgress::default()).unwrap();
        std::fs::read_to_string(&path).unwrap()
    };
    let text = write(ExportStyle::for_command(ExportFormat::Csv, csv));
    let lines: Vec<&str> = text.split("\r\n").collect();
    assert_eq!(lines[0], "\u{feff}id;amount;currency;created;refunded;count");
    assert_eq!(lines[2], "'00123;-0,05;EUR;2026-11-23T10:00:00.125Z;true;7");
    assert!(
        write(ExportStyle::for_person(ExportFormat::Csv, CsvStyle::default(), Zone::default()))
            .starts_with("\u{feff}ID,Amount")
    );
    assert!(write(ExportStyle::for_command(ExportFormat::Csv, CsvStyle::default())).starts_with("id,amount"));
    assert!(write(ExportStyle::for_person(ExportFormat::Jsonl, csv, Zone::default())).starts_with("{\"id\""));
}

#[test]
fn a_workbook_has_filters_titles_in_view_decimals_by_currency_and_times_with_their_zone() {
    let dir = dir();
    let path = dir.path().join("a.xlsx");
    written(&path, ExportFormat::Xlsx);
    let part = |name: &str| {
        let mut archive = zip::ZipArchive::new(std::fs::File::open(&path).unwrap()).unwrap();
        std::io::read_to_string(archive.by_name(name).unwrap()).unwrap()
    };
    let sheet = part("xl/worksheets/sheet1.xml");
    assert!(sheet.contains(r#"<autoFilter ref="A1:F5"/>"#) && sheet.contains(r#"state="frozen""#), "{sheet}");
    let widths: Vec<&str> = sheet.split("<col ").skip(1).filter_map(|col| col.split("width=\"").nth(1)).collect();
    assert!(widths.len() > 2, "each column has its own: {sheet}");
    let styles = part("xl/styles.xml");
    for format in ["#,##0.00", "#,##0.000", "#,##0", "yyyy\\-mm\\-dd hh:mm:ss \"UTC\""] {
        let is_builtin = matches!(format, "#,##0" | "#,##0.00");
        let escaped = format.replace('\\', "").replace('"', "&quot;");
        assert!(is_builtin || styles.contains(&escaped), "{format}: {styles}");
    }
}

#[test]
fn the_sums_of_each_currency_and_status_are_on_a_sheet_of_their_own() {
    let dir = dir();
    let path = dir.path().join("refunds.xlsx");
    let row = |status: &'static str, minor: i64, code: &'static str| {
        let money = Money::new(minor, Currency::iso4217(code));
        let [amount, currency] = [ExportCell::Amount(money.clone()), ExportCell::text(code)];
        ExportRow { cells: vec![ExportCell::text(status), amount, currency], money: Some(money) }
    };
    let rows = [row("succeeded", 500, "EUR"), row("failed", 300, "EUR"), row("succeeded", 1_234, "KWD")];
    let columns = ["status", "amount", "currency"];
    write_table(&path, ExportFormat::Xlsx, &columns, rows.into_iter(), &TableProgress::default()).unwrap();
    let mut book: calamine::Xlsx<_> = calamine::open_workbook(&path).unwrap();
    let sums = book.worksheet_range("Sums").unwrap();
    let lines: Vec<String> =
        sums.rows().map(|cells| cells.iter().map(ToString::to_string).collect::<Vec<_>>().join(" ")).collect();
    assert_eq!(
        lines,
        ["rows currency sum", "all EUR 8", "all KWD 1.234", "failed EUR 3", "succeeded EUR 5", "succeeded KWD 1.234"]
    );
}

#[test]
fn json_lines_are_read_back_as_they_were() {
    let dir = dir();
    let text = String::from_utf8(written(&dir.path().join("a.jsonl"), ExportFormat::Jsonl)).unwrap();
    let lines: Vec<Value> = text.lines().map(|line| serde_json::from_str(line).unwrap()).collect();
    let first = json!({"id": "=1+1", "amount": "12.50", "currency": "EUR", "created": "2026-11-23T10:00:00.125Z",
        "refunded": true, "count": 7});
    assert_eq!((lines.len(), &lines[0], &lines[3]["id"]), (4, &first, &json!("a \"b\",\nc")));
}

#[test]
fn digits_stay_as_they_are_in_every_format() {
    let dir = dir();
    let row = || ExportRow { cells: vec![ExportCell::Digits("0423".to_owned())], money: None };
    let write = |name: &str, format| {
        let path = dir.path().join(name);
        write_table(&path, format, &["card_last4"], [row()].into_iter(), &TableProgress::default()).unwrap();
        path
    };
    assert_eq!(std::fs::read_to_string(write("a.csv", ExportFormat::Csv)).unwrap(), "card_last4\r\n0423\r\n");
    let json = std::fs::read_to_string(write("a.jsonl", ExportFormat::Jsonl)).unwrap();
    assert_eq!(json, "{\"card_last4\":\"0423\"}\n");
    let mut book: calamine::Xlsx<_> = calamine::open_workbook(write("a.xlsx", ExportFormat::Xlsx)).unwrap();
    assert_eq!(book.worksheet_range("a").unwrap().get((1, 0)), Some(&calamine::Data::String("0423".to_owned())));
}

#[test]
fn a_sheet_of_a_workbook_is_named_after_what_it_holds() {
    let dir = dir();
    let path = dir.path().join("a.xlsx");
    let (rows, progress) = (rows().into_iter(), TableProgress::default());
    write(&path, ExportFormat::Xlsx, &COLUMNS, rows, &progress, &manifest()).unwrap();
    let book: calamine::Xlsx<_> = calamine::open_workbook(&path).unwrap();
    assert_eq!(book.sheet_names(), ["payments", "Sums"]);
}

#[test]
fn the_manifest_has_the_sums_of_each_status_too() {
    let dir = dir();
    let path = dir.path().join("refunds.csv");
    let row = |status: &'static str, minor: i64| {
        let money = Money::new(minor, Currency::iso4217("EUR"));
        let [amount, currency] = [ExportCell::Amount(money.clone()), ExportCell::text("EUR")];
        ExportRow { cells: vec![ExportCell::text(status), amount, currency], money: Some(money) }
    };
    let rows = [row("succeeded", 500), row("failed", 300), row("succeeded", 250)];
    let columns = ["status", "amount", "currency"];
    write(&path, ExportFormat::Csv, &columns, rows.into_iter(), &TableProgress::default(), &manifest()).unwrap();
    let text = std::fs::read_to_string(dir.path().join("refunds.csv.manifest.json")).unwrap();
    let content: Value = serde_json::from_str(&text).unwrap();
    assert_eq!(content["sums"], json!({"EUR": "10.50"}), "of all rows: the file can be checked by it");
    assert_eq!(content["sums_by_status"], json!({"succeeded": {"EUR": "7.50"}, "failed": {"EUR": "3.00"}}));
}

#[test]
fn a_table_with_a_date_that_could_not_be_read_does_not_say_that_it_is_complete() {
    let dir = dir();
    let whole = || ExportManifest { incomplete: None, ..manifest() };
    let written = |what: &str, undated: usize| {
        let (path, progress) = (dir.path().join("a.csv"), TableProgress::default());
        let mut rows = rows();
        rows.iter_mut().take(undated).for_each(|row| row.cells[3] = ExportCell::Empty);
        let manifest = ExportManifest { what: what.to_owned(), ..whole() };
        let done = write(&path, ExportFormat::Csv, &COLUMNS, rows.into_iter(), &progress, &manifest).unwrap();
        let text = std::fs::read_to_string(dir.path().join("a.csv.manifest.json")).unwrap();
        let content: Value = serde_json::from_str(&text).unwrap();
        assert_eq!(content["incomplete_because"], json!(done.incomplete));
        assert_eq!(content["complete"], json!(done.incomplete.is_none()));
        done.incomplete
    };
    assert_eq!(written("payments", 0), None);
    assert_eq!(written("payments", 1).as_deref(), Some("the creation date of 1 row could not be read"));
    assert_eq!(written("disputes", 3).as_deref(), Some("the creation dates of 3 rows could not be read"));
    assert_eq!(written("refunds", 3).as_deref(), Some("the creation dates of 3 rows could not be read"));
    assert_eq!(written("events", 3), None, "their time is that of their arrival");
}

/// A workbook is a ZIP archive of XML; that it is one and has its rows is enough here.
#[test]
fn a_workbook_is_written_as_one() {
    let dir = dir();
    let bytes = written(&dir.path().join("a.xlsx"), ExportFormat::Xlsx);
    assert_eq!(&bytes[..4], b"PK\x03\x04");
}

#[test]
fn a_table_that_is_cancelled_leaves_nothing_and_the_old_file_as_it_was() {
    let dir = dir();
    let path = dir.path().join("a.csv");
    std::fs::write(&path, "before").unwrap();
    let progress = TableProgress::default();
    let many = (0..100_000).map(|number| {
        if number == 5_000 {
            progress.cancel();
        }
        row("pay", number, "EUR")
    });
    let fault = write_table(&path, ExportFormat::Csv, &COLUMNS, many, &progress).unwrap_err();
    assert_eq!(fault, TableFault::Cancelled);
    assert!(progress.rows() < 10_000);
    assert_eq!(std::fs::read_to_string(&path).unwrap(), "before");
    assert_eq!(dir.path().read_dir().unwrap().count(), 1);
}

#[test]
fn a_file_that_cannot_be_written_is_named() {
    let dir = dir();
    let path = dir.path().join("missing").join("a.csv");
    let fault =
        write_table(&path, ExportFormat::Csv, &COLUMNS, rows().into_iter(), &TableProgress::default()).unwrap_err();
    assert!(fault.to_string().contains("a.csv cannot be written"), "{fault}");
}

#[test]
fn the_manifest_says_what_was_asked_for_and_how_to_check_the_file() {
    let dir = dir();
    let path = dir.path().join("a.csv");
    let done =
        write(&path, ExportFormat::Csv, &COLUMNS, rows().into_iter(), &TableProgress::default(), &manifest()).unwrap();
    let text = std::fs::read_to_string(dir.path().join("a.csv.manifest.json")).unwrap();
    let content: Value = serde_json::from_str(&text).unwrap();
    assert_eq!(content["file"], "a.csv");
    assert_eq!((&content["query"], &content["as_of"]), (&json!("status:failed"), &json!("2026-11-23T10:00:00.000Z")));
    assert_eq!((&content["complete"], &content["rows"]), (&json!(false), &json!(4)));
    assert_eq!(content["sums"], json!({"EUR": "12.45", "JPY": "90", "KWD": "1.234"}));
    assert_eq!((&content["sha256"], &content["time_zone"]), (&json!(done.sha256), &json!("UTC")));
    assert_eq!(content["query_time_zone"], json!("Europe/Berlin"));
}

fn manifest() -> ExportManifest {
    let at: DateTime<Utc> = "2026-11-23T10:00:00Z".parse().unwrap();
    ExportManifest {
        what: "payments".to_owned(),
        profile: "Shop".to_owned(),
        query: "status:failed".to_owned(),
        query_time_zone: "Europe/Berlin".to_owned(),
        view: None,
        as_of: Some(at),
        incomplete: Some("the service did not answer".to_owned()),
        unordered: None,
        made_at: at,
    }
}

#[test]
fn a_table_whose_manifest_cannot_be_written_is_not_left_alone() {
    let dir = dir();
    let path = dir.path().join("a.csv");
    std::fs::create_dir(dir.path().join("a.csv.manifest.json")).unwrap();
    let rows = rows().into_iter();
    let fault = write(&path, ExportFormat::Csv, &COLUMNS, rows, &TableProgress::default(), &manifest()).unwrap_err();
    assert!(fault.to_string().contains("a.csv.manifest.json cannot be written"), "{fault}");
    assert!(!path.exists(), "nobody could check it");
}

#[test]
fn a_workbook_that_is_cancelled_after_its_last_row_leaves_nothing() {
    let dir = dir();
    let path = dir.path().join("a.xlsx");
    let progress = TableProgress::default();
    let many = (0..2_000).map(|number| {
        if number == 1_999 {
            progress.cancel();
        }
        row("pay", number, "EUR")
    });
    let fault = write(&path, ExportFormat::Xlsx, &COLUMNS, many, &progress, &manifest()).unwrap_err();
    assert_eq!(fault, TableFault::Cancelled);
    assert_eq!(dir.path().read_dir().unwrap().count(), 0);
}
