//! Payments that are exported and imported again: whatever a file was written with, the amounts come back as they were.

use paydesk_core::features::bulk::{ColumnRole, Import, ImportChange, ImportGap, LineFate, UnderstoodLine};
use paydesk_domain::csv_style::{CsvDecimal, CsvSeparator, CsvStyle};
use paydesk_domain::export::{ExportFormat, ExportRow, ExportStyle};
use paydesk_domain::ids::PaymentId;
use paydesk_domain::money::{Currency, Money};
use paydesk_domain::payment::{PaymentRow, PaymentStatus};
use paydesk_domain::zone::Zone;
use paydesk_index::payment_columns::StoredPayment;
use paydesk_index::payment_export;
use paydesk_store::table_file::{TableProgress, write_table};
use paydesk_test_core::desk::Desk;
use paydesk_test_core::imports::{change, desk, import, open};
use strum::IntoEnumIterator as _;

const EUR: (&str, i64, &str) = ("imp-01", 123_450, "EUR");
const KWD: (&str, i64, &str) = ("kwd-1", 31_250, "KWD");
const JPY: (&str, i64, &str) = ("jpy-1", 1_930, "JPY");

fn row((id, minor, code): (&str, i64, &str)) -> ExportRow<'static> {
    let row = PaymentRow {
        payment_id: PaymentId::new(id),
        status: PaymentStatus::Succeeded,
        amount: Money::new(minor, Currency::iso4217(code)),
        created: Some("2026-11-21T10:00:00Z".parse().unwrap()),
        capturable_minor: None,
        received_minor: None,
        customer_id: None,
        payment_method: None,
        unified_code: None,
        unified_message: None,
    };
    payment_export::row(StoredPayment::listed(row, "2026-11-21T11:00:00Z".parse().unwrap()))
}

/// A desk that has the export of these payments open, with the amounts chosen.
fn imported(style: ExportStyle, payments: &[(&str, i64, &str)]) -> Desk {
    let dir = tempfile::tempdir().unwrap();
    let path = dir.path().join(format!("payments.{}", style.format.extension()));
    let rows = payments.iter().map(|payment| row(*payment));
    write_table(&path, style, &payment_export::COLUMNS, rows, &TableProgress::default()).unwrap();
    let mut desk = desk();
    open(&mut desk, &path);
    let amount = payment_export::COLUMNS.iter().position(|title| *title == "amount").unwrap();
    change(&mut desk, ImportChange::Role(amount, ColumnRole::Amount));
    change(&mut desk, ImportChange::RestChangesNothing);
    desk
}

fn amounts(import: &Import) -> Vec<String> {
    let lines = import.understood().lines.iter();
    let amount = |line: &UnderstoodLine| match &line.fate {
        LineFate::NotImported(why) => format!("{why:?}"),
        LineFate::Ready | LineFate::ToRead => line.amount.as_ref().map(Money::to_string).unwrap_or_default(),
    };
    lines.map(amount).collect()
}

fn berlin() -> Zone {
    "Europe/Berlin".parse().unwrap()
}

fn workbook_for_person() -> ExportStyle {
    ExportStyle::for_person(ExportFormat::Xlsx, CsvStyle::default(), berlin())
}

fn styles() -> Vec<ExportStyle> {
    let csv = CsvSeparator::iter().flat_map(|separator| CsvDecimal::iter().map(move |decimal| (separator, decimal)));
    let csv = csv.map(|(separator, decimal)| CsvStyle { separator, decimal });
    let csv = csv.flat_map(|csv| {
        [ExportStyle::for_person(ExportFormat::Csv, csv, berlin()), ExportStyle::for_command(ExportFormat::Csv, csv)]
    });
    csv.chain([ExportFormat::Xlsx.into(), workbook_for_person()]).collect()
}

#[test]
fn amounts_are_imported_again_whatever_separator_and_decimal_mark_were_chosen() {
    for style in styles() {
        let desk = imported(style, &[EUR, JPY, KWD]);
        assert_eq!(import(&desk).gap(), None, "{style:?}");
        assert_eq!(import(&desk).mixed_marks(), None, "{style:?}");
        assert_eq!(amounts(import(&desk)), ["1,234.50 EUR", "1,930 JPY", "31.250 KWD"], "{style:?}");
    }
}

#[test]
fn three_decimals_of_an_export_are_not_taken_for_thousands() {
    for style in styles() {
        assert_eq!(amounts(import(&imported(style, &[KWD]))), ["31.250 KWD"], "{style:?}");
    }
}

#[test]
fn the_sums_of_a_workbook_are_not_imported_as_payments() {
    for style in [ExportFormat::Xlsx.into(), workbook_for_person()] {
        let mut desk = imported(style, &[EUR, KWD]);
        assert_eq!(import(&desk).sheet().unwrap().name.as_deref(), Some("payments"));
        change(&mut desk, ImportChange::Sheet(1));
        assert_eq!(import(&desk).sheet().unwrap().name.as_deref(), Some("Sums"));
        assert_eq!(import(&desk).gap(), Some(&ImportGap::NoId));
        assert_eq!(import(&desk).understood().imported(), 0);
    }
}
