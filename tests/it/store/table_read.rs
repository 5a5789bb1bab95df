//! Tables that people import: what Excel, a spreadsheet and a text editor write.

use paydesk::app::failure::{TableReadError, TableReadFault};
use paydesk::app::features::bulk::ImportTable;
use paydesk::domain::export::{ExportCell, ExportFormat, ExportRow};
use paydesk::store::table_file::{TableProgress, read, write_table};

fn read_bytes(name: &str, bytes: &[u8]) -> Result<ImportTable, TableReadError> {
    let dir = tempfile::tempdir().unwrap();
    let path = dir.path().join(name);
    std::fs::write(&path, bytes).unwrap();
    read(&path)
}

fn cells(name: &str, bytes: &[u8]) -> Vec<(u32, Vec<String>)> {
    let table = read_bytes(name, bytes).unwrap();
    assert_eq!(table.name, name);
    table.rows.into_iter().map(|row| (row.line, row.cells)).collect()
}

fn row(line: u32, cells: &[&str]) -> (u32, Vec<String>) {
    (line, cells.iter().map(|cell| (*cell).to_owned()).collect())
}

#[test]
fn csv_is_read_with_any_usual_separator_quotes_and_line_ends() {
    let expected = [row(1, &["id", "amount"]), row(2, &["pay_1", "1,50"]), row(4, &["pay_2", ""])];
    for text in [
        "id,amount\npay_1,\"1,50\"\n\npay_2,\n",
        "id;amount\r\npay_1;1,50\r\n\r\npay_2;\r\n",
        "id\tamount\npay_1\t1,50\n\npay_2\t",
        "\u{feff}id;amount\npay_1;1,50\n;\npay_2;\n",
    ] {
        assert_eq!(cells("file.csv", text.as_bytes()), expected, "{text:?}");
    }
}

#[test]
fn one_id_in_each_line_is_enough() {
    assert_eq!(cells("ids.txt", b"pay_1\npay_2"), [row(1, &["pay_1"]), row(2, &["pay_2"])]);
}

#[test]
fn text_of_older_programs_is_read_and_of_16_bits_refused_in_words() {
    assert_eq!(cells("old.csv", b"id,name\npay_1,M\xFCller"), [row(1, &["id", "name"]), row(2, &["pay_1", "Müller"])]);
    let refused = read_bytes("wide.csv", b"\xFF\xFEi\0d\0").unwrap_err();
    assert_eq!(refused.why, TableReadFault::Utf16);
}

#[test]
fn a_workbook_is_read_with_ids_as_texts_and_amounts_as_numbers() {
    let dir = tempfile::tempdir().unwrap();
    let path = dir.path().join("captures.xlsx");
    let amount =
        ExportCell::Amount(paydesk::domain::money::Money::new(1_250, paydesk::domain::money::Currency::iso4217("EUR")));
    let rows = [ExportRow { cells: vec![ExportCell::Text("00123".into()), amount], money: None }];
    write_table(&path, ExportFormat::Xlsx, &["payment_id", "amount"], rows.into_iter(), &TableProgress::default())
        .unwrap();
    let table = read(&path).unwrap();
    let rows: Vec<_> = table.rows.iter().map(|row| (row.line, row.cells.join("|"))).collect();
    assert_eq!(rows, [(1, "payment_id|amount".to_owned()), (2, "00123|12.5".to_owned())]);
}

#[test]
fn what_is_no_table_is_refused() {
    let why = |bytes: &[u8]| read_bytes("file.csv", bytes).unwrap_err().why;
    assert_eq!(why(b""), TableReadFault::Empty);
    assert_eq!(why(b"\n \n;;\n"), TableReadFault::Empty);
    assert!(matches!(why(b"PK\x03\x04 and no workbook"), TableReadFault::Unreadable(_)));
    let dir = tempfile::tempdir().unwrap();
    assert_eq!(read(dir.path()).unwrap_err().why, TableReadFault::NotAFile);
    assert!(matches!(read(&dir.path().join("nowhere.csv")).unwrap_err().why, TableReadFault::Io(_)));
}
