//! Files that people import: what Excel, a spreadsheet and a text editor write, and what they hide or damage.

use std::io::Write as _;

use paydesk_test_basics::imported as fixture;

use paydesk_core::failure::{OtherFormat, TableReadError, TableReadFault};
use paydesk_core::problem::Problem;
use paydesk_domain::export::{ExportCell, ExportFormat, ExportRow};
use paydesk_domain::money::{Currency, Money};
use paydesk_domain::sheet::{FileReading, LineHidden, NumberFormat, SheetCell};
use paydesk_store::table_file::{TableProgress, read, write_table};
use rust_xlsxwriter::{Format, Workbook, Worksheet};

fn read_bytes(name: &str, bytes: &[u8]) -> Result<FileReading, TableReadError> {
    let dir = tempfile::tempdir().unwrap();
    let path = dir.path().join(name);
    std::fs::write(&path, bytes).unwrap();
    read(&path)
}

/// The lines of the first sheet: number, cells, whether hidden, whether damaged.
fn lines(reading: &FileReading) -> Vec<(u32, String, bool, bool)> {
    let cells = |cells: &[SheetCell]| cells.iter().map(SheetCell::stored).collect::<Vec<_>>().join("|");
    let lines = reading.sheets[0].lines.iter();
    lines.map(|line| (line.number, cells(&line.cells), line.hidden.is_some(), line.damage.is_some())).collect()
}

fn plain(number: u32, cells: &str) -> (u32, String, bool, bool) {
    (number, cells.to_owned(), false, false)
}

fn workbook(fill: impl FnOnce(&mut Worksheet)) -> FileReading {
    let mut workbook = Workbook::new();
    fill(workbook.add_worksheet());
    read_bytes("file.xlsx", &workbook.save_to_buffer().unwrap()).unwrap()
}

fn why(name: &str, bytes: &[u8]) -> TableReadFault {
    read_bytes(name, bytes).unwrap_err().why
}

#[test]
fn a_file_is_known_by_its_path_its_size_and_its_content() {
    let dir = tempfile::tempdir().unwrap();
    let path = dir.path().join("week 48.csv");
    std::fs::write(&path, "payment_id,amount\npay_1,1.00\n").unwrap();
    let first = read(&path).unwrap();
    assert_eq!((first.file.name.as_str(), first.file.bytes), ("week 48.csv", 29));
    assert_eq!(read(&path).unwrap(), first);
    std::fs::write(&path, "payment_id,amount\npay_1,9.00\n").unwrap();
    assert_ne!(read(&path).unwrap().file, first.file, "as long as before, and not the same");
}

#[test]
fn text_of_older_programs_and_text_of_two_bytes_a_character_are_read() {
    let old = read_bytes("old.csv", b"id,name\npay_1,M\xFCller").unwrap();
    assert_eq!(lines(&old), [plain(1, "id|name"), plain(2, "pay_1|Müller")]);
    let wide = read(&fixture("utf16nobom.txt")).unwrap();
    assert_eq!(lines(&wide), [plain(1, "payment_id|amount|currency"), plain(2, "imp-01|10.00|EUR")]);
    let named = read(&fixture("sep.csv")).unwrap();
    assert_eq!(lines(&named), [plain(2, "payment_id|amount|currency"), plain(3, "imp-01|10,00|EUR")]);
}

#[test]
fn a_quote_that_does_not_close_damages_one_line_and_swallows_none() {
    let lines = lines(&read(&fixture("quote.csv")).unwrap());
    let damaged: Vec<u32> = lines.iter().filter(|(.., damaged)| *damaged).map(|(number, ..)| *number).collect();
    assert_eq!((lines.len(), damaged), (5, vec![3]));
}

#[test]
fn a_workbook_is_read_with_ids_as_texts_and_amounts_as_they_are_stored() {
    let dir = tempfile::tempdir().unwrap();
    let path = dir.path().join("captures.xlsx");
    let amount = ExportCell::Amount(Money::new(1_250, Currency::iso4217("EUR")));
    let rows = [ExportRow { cells: vec![ExportCell::Text("00123".into()), amount], money: None }];
    write_table(&path, ExportFormat::Xlsx, &["payment_id", "amount"], rows.into_iter(), &TableProgress::default())
        .unwrap();
    assert_eq!(lines(&read(&path).unwrap()), [plain(1, "payment_id|amount"), plain(2, "00123|12.5")]);
    let floats = read(&fixture("floats2.xlsx")).unwrap();
    assert_eq!(floats.sheets[0].lines[1].cells[1], SheetCell::Number("57.699999999999996".to_owned()));
    let errors = read(&fixture("errors.xlsx")).unwrap();
    assert_eq!(errors.sheets[0].lines[2].cells[2], SheetCell::Error("#N/A".to_owned()));
}

#[test]
fn lines_that_a_workbook_hides_are_known_with_the_reason() {
    let filtered = read(&fixture("filtered.xlsx")).unwrap();
    let hidden: Vec<Option<LineHidden>> = filtered.sheets[0].lines.iter().map(|line| line.hidden).collect();
    let by_filter = Some(LineHidden::ByFilter);
    assert_eq!(hidden, [None, None, by_filter, by_filter, None]);
    let by_hand = workbook(|sheet| {
        for row in 0..4 {
            sheet.write_string(row, 0, format!("pay_{row}")).unwrap();
        }
        sheet.set_row_hidden(1).unwrap();
        sheet.set_row_height(2, 0).unwrap();
    });
    let struck = workbook(|sheet| {
        let format = Format::new().set_font_strikethrough();
        sheet.write_string(0, 0, "pay_0").unwrap().write_string_with_format(1, 0, "pay_1", &format).unwrap();
    });
    assert!(struck.sheets[0].lines.iter().map(|line| line.hidden).eq([None, Some(LineHidden::StruckThrough)]));
    let hidden: Vec<Option<LineHidden>> = by_hand.sheets[0].lines.iter().map(|line| line.hidden).collect();
    assert_eq!(hidden, [None, Some(LineHidden::ByHand), Some(LineHidden::ByHand), None], "without height, too");
}

#[test]
fn numbers_that_a_workbook_shows_as_something_else_are_known() {
    let reading = workbook(|sheet| {
        for (row, format) in (0..).zip(["0.00", "$#,##0.00", "0%", "0,\"k\"", ";;;"]) {
            sheet.write_number_with_format(row, 0, 12.5, &Format::new().set_num_format(format)).unwrap();
        }
    });
    let formats: Vec<Option<NumberFormat>> = reading.sheets[0]
        .lines
        .iter()
        .map(|line| match &line.cells[0] {
            SheetCell::Formatted { format, .. } => Some(format.clone()),
            _ => None,
        })
        .collect();
    let expected = [
        None,
        Some(NumberFormat::Currency("$".to_owned())),
        Some(NumberFormat::Percent),
        Some(NumberFormat::Scaled),
        Some(NumberFormat::Hidden),
    ];
    assert_eq!(formats, expected);
}

#[test]
fn a_formula_that_nobody_calculated_is_no_empty_cell() {
    let sheet = "<worksheet xmlns=\"http://schemas.openxmlformats.org/spreadsheetml/2006/main\"><sheetData>\
                 <row r=\"1\"><c r=\"A1\"><f>1+1</f><v></v></c><c r=\"B1\"><f>1+1</f><v>2</v></c><c r=\"C1\"/></row>\
                 </sheetData></worksheet>";
    let mut workbook = Workbook::new();
    workbook.add_worksheet().write_string(0, 0, "x").unwrap();
    let bytes = with_part(&workbook.save_to_buffer().unwrap(), "xl/worksheets/sheet1.xml", sheet);
    let cells = read_bytes("file.xlsx", &bytes).unwrap().sheets[0].lines[0].cells.clone();
    assert!(
        matches!(&cells[0], SheetCell::Error(why) if why.starts_with("a formula that was not calculated")),
        "{cells:?}"
    );
    assert_eq!(cells[1], SheetCell::Number("2".to_owned()));
}

/// A workbook with other content in one of its parts.
fn with_part(bytes: &[u8], part: &str, content: &str) -> Vec<u8> {
    let mut from = zip::ZipArchive::new(std::io::Cursor::new(bytes)).unwrap();
    let mut to = zip::ZipWriter::new(std::io::Cursor::new(Vec::new()));
    for place in 0..from.len() {
        let mut file = from.by_index(place).unwrap();
        let name = file.name().unwrap().into_owned();
        to.start_file(&*name, zip::write::SimpleFileOptions::default()).unwrap();
        if name == part {
            to.write_all(content.as_bytes()).unwrap();
        } else {
            std::io::copy(&mut file, &mut to).unwrap();
        }
    }
    to.finish().unwrap().into_inner()
}

#[test]
fn the_sheet_that_a_workbook_opens_with_is_known() {
    let mut workbook = Workbook::new();
    workbook.add_worksheet().write_string(0, 0, "a").unwrap();
    workbook.add_worksheet().set_active(true).write_string(0, 0, "b").unwrap();
    let reading = read_bytes("file.xlsx", &workbook.save_to_buffer().unwrap()).unwrap();
    assert!(reading.sheets.iter().map(|sheet| sheet.is_active).eq([false, true]));
}

#[test]
fn columns_that_a_workbook_hides_are_known() {
    let reading = workbook(|sheet| {
        for column in 0..4 {
            sheet.write_string(0, column, format!("title {column}")).unwrap();
        }
        sheet.set_column_hidden(1).unwrap();
        sheet.set_column_width(3, 0).unwrap();
    });
    assert_eq!(reading.sheets[0].hidden_columns, [1, 3]);
}

#[test]
fn sheets_are_read_with_their_names_and_whether_they_are_hidden() {
    let reading = read(&fixture("hiddensheet.xlsx")).unwrap();
    let sheets: Vec<(&str, bool, usize)> = reading
        .sheets
        .iter()
        .map(|sheet| (sheet.name.as_deref().unwrap_or_default(), sheet.is_hidden, sheet.lines.len()))
        .collect();
    assert_eq!(sheets, [("Old", true, 3), ("Refunds", false, 2)]);
}

#[test]
fn a_cell_far_away_takes_no_room() {
    let reading = workbook(|sheet| {
        sheet.write_string(0, 0, "pay_1").unwrap();
        sheet.write_string(1_048_575, 3, "far").unwrap();
    });
    assert_eq!(lines(&reading), [plain(1, "pay_1"), plain(1_048_576, "|||far")]);
}

#[test]
fn what_is_no_table_is_refused_with_what_it_is() {
    assert_eq!(why("file.csv", b""), TableReadFault::Empty);
    assert_eq!(why("file.csv", b"\n \n;;\n"), TableReadFault::Empty);
    let web_page = read(&fixture("html.xls")).unwrap_err();
    assert_eq!(web_page.why, TableReadFault::OtherFormat(OtherFormat::WebPage));
    let problem = Problem::from(web_page);
    assert_eq!(problem.what, "html.xls is a web page or XML, whatever its name says");
    assert!(problem.what_to_do.contains("save it as an Excel workbook (.xlsx)"), "{}", problem.what_to_do);
    let ole = [b"\xD0\xCF\x11\xE0\xA1\xB1\x1A\xE1".as_slice(), &[0; 512]].concat();
    let protected = [ole.as_slice(), &"EncryptedPackage".encode_utf16().flat_map(u16::to_le_bytes).collect::<Vec<_>>()];
    for (bytes, format) in [
        (ole.clone(), OtherFormat::OldWorkbook),
        (protected.concat(), OtherFormat::ProtectedWorkbook),
        (b"%PDF-1.7\n".to_vec(), OtherFormat::Pdf),
        (b"\x89PNG\r\n\x1A\n\0\0\0\rIHDR".to_vec(), OtherFormat::NotText),
        (archive(&["mimetype", "content.xml"]), OtherFormat::OpenDocument),
        (archive(&["xl/workbook.bin"]), OtherFormat::BinaryWorkbook),
        (archive(&["readme.txt"]), OtherFormat::Archive),
    ] {
        assert_eq!(why("file.xls", &bytes), TableReadFault::OtherFormat(format));
    }
    assert!(matches!(why("file.xlsx", b"PK\x03\x04 and no workbook"), TableReadFault::Unreadable(_)));
    let dir = tempfile::tempdir().unwrap();
    assert_eq!(read(dir.path()).unwrap_err().why, TableReadFault::NotAFile);
    assert!(matches!(read(&dir.path().join("nowhere.csv")).unwrap_err().why, TableReadFault::Io(_)));
}

/// A ZIP archive of empty files.
fn archive(names: &[&str]) -> Vec<u8> {
    let mut archive = zip::ZipWriter::new(std::io::Cursor::new(Vec::new()));
    for name in names {
        archive.start_file(*name, zip::write::SimpleFileOptions::default()).unwrap();
    }
    archive.finish().unwrap().into_inner()
}
