//! Files that people import: what Excel, a spreadsheet and a text editor write, and what they hide or damage.

use std::io::Write as _;

use paydesk_test_basics::imported as fixture;

use paydesk_core::failure::{OtherFormat, TableReadError, TableReadFault};
use paydesk_core::problem::Problem;
use paydesk_domain::export::{ExportCell, ExportFormat, ExportRow};
use paydesk_domain::money::{Currency, Money};
use paydesk_domain::sheet::{
    CellFormula, CellRange, FileReading, LineDamage, LineHidden, NumberFormat, SheetCell, SheetLine, SheetRemark,
};
use paydesk_store::table_file::{TableProgress, read, write_table};
use rust_xlsxwriter::{
    Color, Format, FormatAlign, FormatBorder, FormatDiagonalBorder, FormatPattern, Note, Shape, Workbook, Worksheet,
};

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
    assert_eq!(
        floats.sheets[0].lines[1].cells[1],
        SheetCell::Rewritten("57.699999999999996".to_owned()),
        "shown as 57.70"
    );
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
        for (row, format) in (0..).zip(["0.00", "$#,##0.00", "0%", "0,\"k\"", ";;;", "*10.00", "[White]0.00"]) {
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
        Some(NumberFormat::Text("1".to_owned())),
        Some(NumberFormat::Hidden),
    ];
    assert_eq!(formats, expected);
}

#[test]
fn a_formula_that_nobody_calculated_is_no_empty_cell() {
    let sheet = "<worksheet xmlns=\"http://schemas.openxmlformats.org/spreadsheetml/2006/main\"><sheetData>\
                 <row r=\"1\"><c r=\"A1\"><f>1+1</f><v></v></c><c r=\"B1\"><f>1+1</f><v>2</v></c><c r=\"C1\"/></row>\
                 </sheetData></worksheet>";
    let cells = |bytes: &[u8]| read_bytes("file.xlsx", bytes).unwrap().sheets[0].lines[0].cells.clone();
    let not_calculated = |cell: &SheetCell| matches!(cell, SheetCell::Doubtful { why, .. } if why.starts_with("a formula that was not calculated"));
    let outdated = with_part(&one_cell(&Format::new()), "xl/worksheets/sheet1.xml", sheet);
    let found = cells(&outdated);
    assert!(found.iter().take(2).all(not_calculated), "written by a program that calculates nothing: {found:?}");
    let saved = with_part(
        &outdated,
        "xl/workbook.xml",
        &part_text(&outdated, "xl/workbook.xml").replace("fullCalcOnLoad=\"1\"", ""),
    );
    let found = cells(&saved);
    assert!(not_calculated(&found[0]), "{found:?}");
    assert_eq!(found[1], SheetCell::Number("2".to_owned()));
}

/// A workbook with one cell that is shown so.
fn one_cell(format: &Format) -> Vec<u8> {
    let mut workbook = Workbook::new();
    workbook.add_worksheet().write_string_with_format(0, 0, "10.00", format).unwrap();
    workbook.save_to_buffer().unwrap()
}

fn part_text(bytes: &[u8], part: &str) -> String {
    let mut archive = zip::ZipArchive::new(std::io::Cursor::new(bytes)).unwrap();
    std::io::read_to_string(archive.by_name(part).unwrap()).unwrap()
}

fn pattern(pattern: FormatPattern, front: Color, back: Color) -> Format {
    Format::new().set_pattern(pattern).set_foreground_color(front).set_background_color(back)
}

#[test]
fn what_cannot_be_seen_in_a_cell_is_not_read() {
    for (format, is_seen) in [
        (Format::new().set_font_color(Color::White), false),
        (Format::new().set_font_color(Color::RGB(0xFE_FE_FE)), false),
        (Format::new().set_font_color(Color::Theme(0, 0)), false),
        (Format::new().set_font_color(Color::Yellow).set_background_color(Color::Yellow), false),
        (Format::new().set_font_size(1), false),
        (Format::new().set_font_size(4), false),
        (Format::new().set_font_name("Wingdings"), false),
        (Format::new().set_font_name("Wingdings 2"), false),
        (Format::new().set_font_name("Segoe UI Symbol"), true),
        (Format::new().set_background_color(Color::Black), false),
        (pattern(FormatPattern::MediumGray, Color::Black, Color::Black), false),
        (pattern(FormatPattern::LightGray, Color::Red, Color::White), true),
        (Format::new().set_pattern(FormatPattern::Gray125), true),
        (Format::new().set_font_color(Color::White).set_background_color(Color::Black), true),
        (Format::new().set_font_color(Color::Gray), true),
        (Format::new().set_font_size(6), true),
    ] {
        let cell = read_bytes("file.xlsx", &one_cell(&format)).unwrap().sheets[0].lines[0].cells[0].clone();
        let expected = if is_seen { SheetCell::Text("10.00".to_owned()) } else { cell.clone() };
        assert_eq!((cell.clone(), matches!(cell, SheetCell::Doubtful { .. })), (expected, !is_seen), "{format:?}");
    }
}

#[test]
fn notes_of_cells_and_texts_of_shapes_are_known() {
    let reading = workbook(|sheet| {
        sheet.write_string(1, 0, "pay_1").unwrap();
        sheet.insert_note(1, 1, &Note::new("do not refund").add_author_prefix(false)).unwrap();
        sheet.insert_shape(4, 4, &Shape::textbox().set_text("fraud")).unwrap();
    });
    let note = SheetRemark::Comment { cell: "B2".to_owned(), text: "do not refund".to_owned() };
    let shape = SheetRemark::Shape { text: "fraud".to_owned() };
    let remarks = &reading.sheets[0].remarks;
    assert!(remarks.len() == 2 && remarks.contains(&note) && remarks.contains(&shape), "{remarks:?}");
    assert!(workbook(|sheet| drop(sheet.write_string(1, 0, "pay_1"))).sheets[0].remarks.is_empty());
}

/// The cells that are drawn over where this stands in the drawing of a sheet.
fn drawn(anchor: &str) -> Vec<SheetRemark> {
    let mut workbook = Workbook::new();
    let sheet = workbook.add_worksheet();
    sheet.write_string(1, 0, "pay_1").unwrap();
    sheet.insert_shape(4, 4, &Shape::textbox().set_text("replaced")).unwrap();
    let bytes = workbook.save_to_buffer().unwrap();
    let drawing = format!("<xdr:wsDr xmlns:xdr=\"x\" xmlns:a=\"a\" xmlns:r=\"r\">{anchor}</xdr:wsDr>");
    let bytes = with_part(&bytes, "xl/drawings/drawing1.xml", &drawing);
    read_bytes("file.xlsx", &bytes).unwrap().sheets[0].remarks.clone()
}

#[test]
fn what_is_drawn_over_cells_is_known_with_the_cells() {
    const FROM: &str = "<xdr:from><xdr:col>0</xdr:col><xdr:colOff>0</xdr:colOff><xdr:row>1</xdr:row>\
                        <xdr:rowOff>95250</xdr:rowOff></xdr:from>";
    let drawing = |lines, columns| vec![SheetRemark::Drawing { cells: CellRange { lines, columns } }];
    for shape in ["<xdr:cxnSp/>", "<xdr:sp><xdr:spPr/></xdr:sp>", "<xdr:pic/>", "<xdr:contentPart r:id=\"rId2\"/>"] {
        for (end, lines) in [("<xdr:row>1</xdr:row><xdr:rowOff>9</xdr:rowOff>", 2..=2), ("<xdr:row>4</xdr:row>", 2..=4)]
        {
            let to = format!("<xdr:to><xdr:col>3</xdr:col><xdr:colOff>0</xdr:colOff>{end}</xdr:to>");
            let anchor = format!("<xdr:twoCellAnchor>{FROM}{to}{shape}</xdr:twoCellAnchor>");
            assert_eq!(drawn(&anchor), drawing(lines, 0..=2), "{anchor}");
        }
    }
    let one_cell = format!("<xdr:oneCellAnchor>{FROM}<xdr:ext cx=\"9\" cy=\"9\"/><xdr:pic/></xdr:oneCellAnchor>");
    assert_eq!(drawn(&one_cell), drawing(2..=u32::MAX, 0..=usize::MAX), "its end is not known");
    let group = "<xdr:grpSp><xdr:cxnSp/><xdr:sp><a:t>only the first</a:t></xdr:sp></xdr:grpSp>";
    let said = SheetRemark::Shape { text: "only the first".to_owned() };
    assert_eq!(drawn(&format!("<xdr:twoCellAnchor>{FROM}{group}</xdr:twoCellAnchor>")), [said]);
}

#[test]
fn labels_and_pictures_of_older_programs_are_known_and_frames_of_notes_are_not() {
    let mut workbook = Workbook::new();
    let sheet = workbook.add_worksheet();
    sheet.write_string(0, 0, "pay_1").unwrap().insert_note(0, 0, &Note::new("seen")).unwrap();
    let bytes = workbook.save_to_buffer().unwrap();
    let remarks = |vml: &str| {
        let shapes =
            with_part(&bytes, "xl/drawings/vmlDrawing1.vml", &format!("<xml xmlns:v=\"v\" xmlns:x=\"x\">{vml}</xml>"));
        let remarks = read_bytes("file.xlsx", &shapes).unwrap().sheets[0].remarks.clone();
        remarks.into_iter().filter(|remark| !matches!(remark, SheetRemark::Comment { .. })).collect::<Vec<_>>()
    };
    let shape = |text: &str, kind: &str| {
        format!(
            "<v:shape><v:textbox>{text}</v:textbox><x:ClientData ObjectType=\"{kind}\"><x:Row>3</x:Row></x:ClientData></v:shape>"
        )
    };
    assert_eq!(remarks(&shape("", "Note")), []);
    let text = "Do not refund before Friday".to_owned();
    assert_eq!(remarks(&shape(&text, "Label")), [SheetRemark::Shape { text }]);
    assert!(matches!(remarks(&shape("", "Pict"))[..], [SheetRemark::Drawing { .. }]));
}

#[test]
fn a_column_too_narrow_for_its_numbers_is_known() {
    let narrow = |width: f64, code: &str, format: Format| {
        let reading = workbook(|sheet| {
            sheet.set_column_width(1, width).unwrap();
            sheet.write_string(0, 1, "amount to refund").unwrap().write_string(1, 0, "pay_1").unwrap();
            sheet.write_number_with_format(1, 1, 123.45, &format.set_num_format(code)).unwrap();
        });
        reading.sheets[0].remarks == [SheetRemark::Narrow { column: 1 }]
    };
    for (width, code, is_narrow) in [
        (2.0, "0.00", true),
        (4.0, "General", true),
        (5.0, "0.00", true),
        (6.0, "0.00", false),
        (6.0, "0.00\" EUR\"", true),
        (8.43, "General", false),
        (10.0, "#,##0.00", false),
    ] {
        assert_eq!(narrow(width, code, Format::new()), is_narrow, "{code} in {width} digits");
    }
    assert!(narrow(8.43, "0.00", Format::new().set_indent(250)));
    assert!(narrow(8.43, "0.00", Format::new().set_font_size(24)));
    assert!(!narrow(5.0, "0.00", Format::new().set_shrink()));
    let text = |next: &str| {
        let reading = workbook(|sheet| {
            sheet.set_column_width(0, 4).unwrap();
            sheet.write_string(0, 0, "amount to refund").unwrap().write_string(1, 0, "105.00").unwrap();
            sheet.write_string(1, 1, next).unwrap();
        });
        !reading.sheets[0].remarks.is_empty()
    };
    assert_eq!((text("EUR"), text("")), (true, false), "a text goes on over an empty cell");
}

#[test]
fn what_is_printed_above_and_below_each_page_is_known() {
    let reading = workbook(|sheet| {
        sheet.write_string(0, 0, "pay_1").unwrap();
        sheet.set_header("&C&\"Arial\"DO NOT REFUND - amounts in cents").set_footer("&L&P");
    });
    assert_eq!(
        reading.sheets[0].remarks,
        [SheetRemark::PageText { text: "DO NOT REFUND - amounts in cents".to_owned() }]
    );
}

#[test]
fn a_line_too_low_to_be_read_is_hidden() {
    for (height, is_hidden) in
        [("0", true), ("0.01", true), ("5", true), ("6.5", true), ("1E-2", true), ("8.25", false), ("12.75", false)]
    {
        let line = format!("<row r=\"1\" ht=\"{height}\" customHeight=\"1\"><c r=\"A1\"><v>10</v></c></row>");
        let hidden = written(&line, "", "", "").sheets[0].lines[0].hidden;
        assert_eq!(hidden, is_hidden.then_some(LineHidden::ByHand), "{height} points");
    }
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
        (b"{\"payment_id\":\"pay_1\"}\n{\"payment_id\":\"pay_2\"}\n".to_vec(), OtherFormat::Json),
        (b"\n[\n  {\"payment_id\": \"pay_1\"}\n]".to_vec(), OtherFormat::Json),
        (b"\x89PNG\r\n\x1A\n\0\0\0\rIHDR".to_vec(), OtherFormat::NotText),
        (archive(&["mimetype", "content.xml"]), OtherFormat::OpenDocument),
        (archive(&["xl/workbook.bin"]), OtherFormat::BinaryWorkbook),
        (archive(&["readme.txt"]), OtherFormat::Archive),
    ] {
        assert_eq!(why("file.xls", &bytes), TableReadFault::OtherFormat(format));
    }
    assert_eq!(lines(&read_bytes("file.csv", b"[1];{2}\n{3};4\n").unwrap()), [plain(1, "[1]|{2}"), plain(2, "{3}|4")]);
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

/// A workbook whose first sheet has these lines, and what stands behind them; with styles and shared texts.
fn written(lines: &str, behind: &str, formats: &str, texts: &str) -> FileReading {
    try_written(lines, behind, formats, texts).unwrap()
}

fn try_written(lines: &str, behind: &str, formats: &str, texts: &str) -> Result<FileReading, TableReadError> {
    const SPREADSHEET: &str = "xmlns=\"http://schemas.openxmlformats.org/spreadsheetml/2006/main\"";
    let mut workbook = Workbook::new();
    workbook.add_worksheet().write_string(0, 0, "x").unwrap();
    let sheet = format!("<worksheet {SPREADSHEET}><sheetData>{lines}</sheetData>{behind}</worksheet>");
    let styles = format!(
        "<styleSheet {SPREADSHEET}><fonts count=\"1\"><font/></fonts><cellXfs count=\"1\"><xf/></cellXfs>\
         <dxfs>{formats}</dxfs></styleSheet>"
    );
    let texts = format!("<sst {SPREADSHEET}>{texts}</sst>");
    let parts = [("worksheets/sheet1.xml", sheet), ("styles.xml", styles), ("sharedStrings.xml", texts)];
    let bytes = parts.iter().fold(workbook.save_to_buffer().unwrap(), |bytes, (part, content)| {
        with_part(&bytes, &format!("xl/{part}"), content)
    });
    read_bytes("file.xlsx", &bytes)
}

#[test]
fn a_sheet_that_no_program_writes_is_refused_instead_of_read_in_part() {
    let value = |value: &str| format!("<row r=\"1\"><c r=\"A1\"><v>{value}</v></c></row>");
    let shared = |value: &str| format!("<row r=\"1\"><c r=\"A1\" t=\"s\"><v>{value}</v></c></row>");
    let why = |lines: &str| match try_written(lines, "", "", "<si><t>a</t></si><si><t>b</t></si>") {
        Err(TableReadError { why: TableReadFault::Unreadable(why), .. }) => why,
        other => panic!("{lines}: {other:?}"),
    };
    for number in [
        "1<!-- x -->0",
        "1&#50;",
        "&#49;",
        "1<?x y?>0",
        "1<![CDATA[1]]>",
        "<![CDATA[10]]>",
        "2000<!-- -->E-2",
        "1</v><v>2",
        "1<b>1</b>0",
        "1<b/>0",
    ] {
        assert_eq!(why(&value(number)), "the value of a cell is written in pieces", "{number}");
    }
    assert_eq!(why(&shared("<!-- x -->1")), "the value of a cell is written in pieces");
    assert_eq!(why("<row><c t=\"str\"><v>a<!-- x -->b</v></c></row>"), "the value of a cell is written in pieces");
    for number in ["11,5", "1 1", "0x11", "eleven"] {
        assert_eq!(why(&value(number)), "the value of a cell is not a number", "{number}");
    }
    assert_eq!(why("<row><c><f>1+1</f><f>B2</f><v>2</v></c></row>"), "the value of a cell is written in pieces");
    let row = value("9");
    for other in [
        format!("<zz:wrap>{row}</zz:wrap>"),
        row.replace("<c", "<zz:wrap><c").replace("</c>", "</c></zz:wrap>"),
        row.replace("<v>", "<zz:wrap><v>").replace("</v>", "</v></zz:wrap>"),
        format!("<mc:AlternateContent><mc:Choice Requires=\"zz\">{row}</mc:Choice></mc:AlternateContent>"),
        row.replace("<row", "<zz:row").replace("</row", "</zz:row"),
        row.replace("<row", "<row xmlns=\"urn:zz\""),
        row.replace("<v", "<zz:v").replace("</v", "</zz:v"),
    ] {
        assert_eq!(why(&other), "some of its cells are not valid worksheet cells", "{other}");
    }
    let rule = "<conditionalFormatting><cfRule><xm:f>1</xm:f><xm:f>2</xm:f></cfRule></conditionalFormatting>";
    assert!(try_written(&value("1E+1"), rule, "", "").is_ok(), "a condition has formulas of its own");
    let plain = written("<row><c t=\"str\"><v>a &amp; b</v></c><c>\n<v> 7 </v>\n</c></row>", "", "", "");
    assert_eq!(plain.sheets[0].lines[0].cells[0], SheetCell::Text("a & b".to_owned()));
}

#[test]
fn a_workbook_with_a_part_twice_is_refused() {
    let mut workbook = Workbook::new();
    workbook.add_worksheet().write_number(0, 0, 10.0).unwrap();
    let bytes = workbook.save_to_buffer().unwrap();
    let other = b"xl/worksheets/sheet2.xml".as_slice();
    let sheet: Vec<u8> = b"xl/worksheets/sheet1.xml".to_vec();
    let twice = with_other_part(&bytes, "xl/worksheets/sheet2.xml", "<worksheet/>");
    // The archive names a part as another one that it has.
    let mut named = twice.clone();
    for at in 0..named.len() - other.len() {
        if named[at..].starts_with(other) {
            named[at..at + sheet.len()].copy_from_slice(&sheet);
        }
    }
    read_bytes("file.xlsx", &twice).unwrap();
    let refused = read_bytes("file.xlsx", &named).unwrap_err();
    assert_eq!(refused.why, TableReadFault::Unreadable("it contains the same part twice".to_owned()));
}

/// The workbook with one more part.
fn with_other_part(bytes: &[u8], part: &str, content: &str) -> Vec<u8> {
    let mut archive = zip::ZipWriter::new_append(std::io::Cursor::new(bytes.to_vec())).unwrap();
    archive.start_file(part, zip::write::SimpleFileOptions::default()).unwrap();
    archive.write_all(content.as_bytes()).unwrap();
    archive.finish().unwrap().into_inner()
}

#[test]
fn a_cell_that_is_crossed_out_or_repeats_its_digits_is_not_read_as_it_is_stored() {
    let reading = workbook(|sheet| {
        let crossed = Format::new()
            .set_border_diagonal(FormatBorder::Thin)
            .set_border_diagonal_type(FormatDiagonalBorder::BorderUp);
        sheet.write_number_with_format(0, 0, 5.0, &crossed).unwrap();
        sheet.write_number_with_format(1, 0, 5.0, &Format::new().set_align(FormatAlign::Fill)).unwrap();
    });
    let [crossed, repeated] = &reading.sheets[0].lines[..] else { panic!("two lines") };
    assert_eq!(crossed.hidden, Some(LineHidden::StruckThrough));
    assert!(matches!(repeated.cells[0], SheetCell::Doubtful { .. }), "{repeated:?}");
}

/// A line of texts, each as it is written.
fn line_of_texts(number: usize, texts: &[String]) -> String {
    let cell =
        |(column, text): (char, &String)| format!("<c r=\"{column}{number}\" t=\"inlineStr\"><is>{text}</is></c>");
    let cells: String = ('A'..).zip(texts).map(cell).collect();
    format!("<row r=\"{number}\">{cells}</row>")
}

fn run(about: &str, text: &str) -> String {
    format!("<r><rPr>{about}</rPr><t xml:space=\"preserve\">{text}</t></r>")
}

/// Texts of several parts, and whether they are struck through, or no amount.
fn texts_of_parts() -> [(String, &'static str); 17] {
    let struck = |text| run("<strike/>", text);
    [
        ("<t>10</t>".to_owned(), "as it is"),
        (struck("1") + &run("<b/>", "20.00"), "partly"),
        (struck("1") + "<r><t>20.00</t></r>", "partly"),
        ("<t>1</t>".to_owned() + &struck("20.00"), "partly"),
        (run("<strike val=\"1\"/>", "10") + &struck("50") + &run("", " "), "struck"),
        (run("<strike val=\"0\"/>", "10") + &run("<strike val=\"false\"/>", "50"), "as it is"),
        (run("", "10") + &run("<vertAlign val=\"superscript\"/>", "50"), "partly"),
        (run("", "10") + &run("<vertAlign val=\"subscript\"/>", "50"), "partly"),
        (run("", "10") + &run("<vertAlign val=\"baseline\"/>", "50"), "as it is"),
        (run("<vertAlign val=\"superscript\"/>", "10"), "as it is"),
        (struck("10") + &run("<strike/><vertAlign val=\"superscript\"/>", "50"), "struck"),
        (run("", "10") + "<rPh><t>1</t></rPh>", "as it is"),
        (run("", "10") + &run("<color rgb=\"FFFFFFFF\"/>", "5") + &run("", ".00"), "unseen"),
        (run("", "10") + &run("<color indexed=\"9\"/>", "5"), "unseen"),
        (run("<sz val=\"1\"/>", "2") + &run("<sz val=\"11\"/>", "11.00"), "unseen"),
        (run("<sz val=\"9\"/>", "11.00"), "as it is"),
        (run("", "10") + &run("<color rgb=\"FFFF0000\"/>", "50"), "as it is"),
    ]
}

fn looks(reading: &FileReading) -> Vec<&'static str> {
    let look = |line: &SheetLine| match (&line.cells[0], line.hidden) {
        (SheetCell::PartlyStruck(_), None) => "partly",
        (SheetCell::Doubtful { .. }, None) => "unseen",
        (SheetCell::Text(_), Some(LineHidden::StruckThrough)) => "struck",
        (SheetCell::Text(_), None) => "as it is",
        other => panic!("{other:?}"),
    };
    reading.sheets[0].lines.iter().map(look).collect()
}

#[test]
fn a_text_that_is_struck_or_raised_in_part_is_not_read_as_one() {
    let texts = texts_of_parts();
    let expected: Vec<&str> = texts.iter().map(|(_, look)| *look).collect();
    let inline: String =
        (1..).zip(&texts).map(|(line, (text, _))| line_of_texts(line, std::slice::from_ref(text))).collect();
    assert_eq!(looks(&written(&inline, "", "", "")), expected, "texts in their cells");
    let shared: String = texts.iter().map(|(text, _)| format!("<si>{text}</si>")).collect();
    let cell = |place: usize| format!("<row><c t=\"s\"><v>{place}</v></c></row>");
    let lines: String = (0..texts.len()).map(cell).collect();
    assert_eq!(looks(&written(&lines, "", "", &shared)), expected, "texts that cells share");
}

/// The lines from 1 to 6 that are hidden by a condition.
fn conditional(behind: &str, formats: &str) -> Vec<u32> {
    let lines: String = (1..=6).map(|line| line_of_texts(line, &["<t>pay</t>".to_owned()])).collect();
    let reading = written(&lines, behind, formats, "");
    let hidden = reading.sheets[0].lines.iter().filter(|line| line.hidden == Some(LineHidden::ByCondition));
    hidden.map(|line| line.number).collect()
}

#[test]
fn a_line_that_a_conditional_format_may_strike_or_show_otherwise_is_known() {
    let formats = "<dxf><font><strike/></font></dxf><dxf><font><b/><color rgb=\"FFFF0000\"/></font></dxf>\
                   <dxf><numFmt numFmtId=\"164\" formatCode=\"0%\"/></dxf>\
                   <dxf><font><strike val=\"0\"/></font></dxf><dxf><font><color rgb=\"FFFFFFFF\"/></font></dxf>\
                   <dxf><font><color theme=\"0\"/></font><fill><patternFill/></fill></dxf>\
                   <dxf><border><left><color theme=\"0\"/></left></border></dxf>\
                   <dxf><font><color rgb=\"FF000000\"/></font><fill><patternFill><bgColor rgb=\"FF000000\"/></patternFill></fill></dxf>\
                   <dxf><font><color rgb=\"FFFEFEFE\"/></font></dxf>\
                   <dxf><fill><patternFill><bgColor rgb=\"FF000000\"/></patternFill></fill></dxf>\
                   <dxf><fill><patternFill><bgColor rgb=\"FFFFEB9C\"/></patternFill></fill></dxf>";
    let of = |cells: &str, rule: &str| {
        let rule = format!("<conditionalFormatting sqref=\"{cells}\">{rule}</conditionalFormatting>");
        conditional(&rule, formats)
    };
    let numbered =
        |number: usize| format!("<cfRule type=\"expression\" dxfId=\"{number}\"><formula>TRUE</formula></cfRule>");
    for (format, expected) in [
        (0, vec![2, 3]),
        (1, vec![]),
        (2, vec![2, 3]),
        (3, vec![]),
        (4, vec![2, 3]),
        (5, vec![]),
        (6, vec![]),
        (7, vec![2, 3]),
        (8, vec![2, 3]),
        (9, vec![2, 3]),
        (10, vec![]),
        (11, vec![]),
    ] {
        assert_eq!(of("A2:A3", &numbered(format)), expected, "format {format}");
    }
    assert_eq!(of("A2:C3", &(numbered(1) + &numbered(0))), [2, 3], "one of two conditions is enough");
    assert_eq!(of("A2 B4:C5 A1048576", &numbered(0)), [2, 4, 5]);
    assert_eq!(of("A:A", &numbered(0)), [1, 2, 3, 4, 5, 6]);
    assert_eq!(of("3:4", &numbered(0)), [3, 4]);
    let bars = |about: &str| of("A2", &format!("<cfRule type=\"dataBar\"><dataBar {about}/></cfRule>"));
    assert_eq!(bars("showValue=\"0\""), [2]);
    assert!(bars("").is_empty(), "the number is shown beside the bar");
    let newer = |font: &str| {
        let rule =
            format!("<x14:cfRule><x14:dxf><font>{font}</font></x14:dxf></x14:cfRule><xm:sqref>A2 A5:B6</xm:sqref>");
        let all = format!("<extLst><ext><x14:conditionalFormatting>{rule}</x14:conditionalFormatting></ext></extLst>");
        conditional(&all, "")
    };
    assert_eq!(newer("<strike/>"), [2, 5, 6], "a condition that names another sheet");
    assert!(newer("<b/>").is_empty());
}

#[test]
fn lines_that_share_a_merged_cell_are_damaged() {
    let lines: String = (1..=8).map(|line| line_of_texts(line, &["<t>pay</t>".to_owned()])).collect();
    let merged =
        "<mergeCells><mergeCell ref=\"B2:B4\"/><mergeCell ref=\"A6:C6\"/><mergeCell ref=\"A7:C8\"/></mergeCells>";
    let reading = written(&lines, merged, "", "");
    let damage: Vec<Option<LineDamage>> = reading.sheets[0].lines.iter().map(|line| line.damage.clone()).collect();
    let of = |first, last| Some(LineDamage::Merged { first, last });
    assert_eq!(damage, [None, of(2, 4), of(2, 4), of(2, 4), None, None, of(7, 8), of(7, 8)]);
}

#[test]
fn a_line_or_a_cell_that_a_workbook_has_twice_damages_its_line() {
    let cells =
        |names: &[&str]| -> String { names.iter().map(|name| format!("<c r=\"{name}\"><v>10</v></c>")).collect() };
    let line = |number: u32, names: &[&str]| format!("<row r=\"{number}\">{}</row>", cells(names));
    let lines = [
        line(1, &["A1", "B1"]),
        line(2, &["A2", "B2", "B2"]),
        line(4, &["A4"]),
        line(3, &["A3"]),
        line(5, &["A5"]),
        line(5, &["B5"]),
        line(6, &["A6", "B7"]),
        line(8, &["B8", "A8"]),
    ];
    let reading = written(&lines.concat(), "", "", "");
    let damaged: Vec<u32> = reading.sheets[0]
        .lines
        .iter()
        .filter(|line| line.damage == Some(LineDamage::Repeated))
        .map(|line| line.number)
        .collect();
    assert_eq!(damaged, [2, 5, 6, 7]);
}

#[test]
fn an_error_of_a_formula_is_called_by_its_name() {
    let sheet = "<worksheet xmlns=\"http://schemas.openxmlformats.org/spreadsheetml/2006/main\"><sheetData>\
                 <row r=\"1\"><c r=\"A1\" t=\"e\"><f>A9</f><v>#REF!</v></c></row></sheetData></worksheet>";
    let outdated = with_part(&one_cell(&Format::new()), "xl/worksheets/sheet1.xml", sheet);
    let reading = read_bytes("file.xlsx", &outdated).unwrap();
    assert_eq!(reading.sheets[0].lines[0].cells[0], SheetCell::Error("#REF!".to_owned()));
}

/// A workbook with this text in the cell B3, either in the cell or among those that cells share.
fn with_text(text: &str, is_shared: bool) -> Vec<u8> {
    const SPREADSHEET: &str = "xmlns=\"http://schemas.openxmlformats.org/spreadsheetml/2006/main\"";
    let text = format!("<t>{text}</t>");
    let (cell, shared) = if is_shared {
        ("<c r=\"B3\" t=\"s\"><v>1</v></c>".to_owned(), format!("<si><t>x</t></si><si>{text}</si>"))
    } else {
        (format!("<c r=\"B3\" t=\"inlineStr\"><is>{text}</is></c>"), "<si><t>x</t></si>".to_owned())
    };
    let sheet = format!("<worksheet {SPREADSHEET}><sheetData><row r=\"3\">{cell}</row></sheetData></worksheet>");
    let bytes = with_part(&one_cell(&Format::new()), "xl/worksheets/sheet1.xml", &sheet);
    with_part(&bytes, "xl/sharedStrings.xml", &format!("<sst {SPREADSHEET}>{shared}</sst>"))
}

#[test]
fn a_cell_longer_than_excel_allows_is_refused_where_it_stands() {
    let refused = TableReadFault::CellTooLong { place: Some((3, 2)) };
    for length in [32_768, 3_000_000] {
        let text = "ä".repeat(length);
        assert_eq!(why("file.csv", format!("id,note\n\npay_1,{text}\n").as_bytes()), refused, "{length} as text");
        assert_eq!(why("file.xlsx", &with_text(&text, false)), refused, "{length} in its cell");
        assert_eq!(why("file.xlsx", &with_text(&text, true)), refused, "{length} among those that cells share");
    }
    let by_names = "&amp;".repeat(32_768);
    assert_eq!(why("file.xlsx", &with_text(&by_names, false)), refused);
    for is_shared in [false, true] {
        let reading = read_bytes("file.xlsx", &with_text(&"ä".repeat(32_767), is_shared)).unwrap();
        assert_eq!(reading.sheets[0].lines[0].cells[1].stored().chars().count(), 32_767);
    }
    let problem = Problem::from(read_bytes("file.xlsx", &with_text(&"x".repeat(32_768), false)).unwrap_err());
    assert_eq!(problem.what, "file.xlsx: the cell in line 3, column 2 has more than 32,767 characters");
}

#[test]
fn what_a_wider_cell_covers_is_no_value_that_a_person_saw() {
    let texts = ["<t>pay</t>", "<t>10</t>", "<t>99</t>", "<t>5</t>"].map(str::to_owned);
    let merged = "<mergeCells><mergeCell ref=\"B1:C1\"/></mergeCells>";
    let reading = written(&line_of_texts(1, &texts), merged, "", "");
    let cells = &reading.sheets[0].lines[0].cells;
    assert_eq!(cells[1], SheetCell::Text("10".to_owned()));
    assert!(
        matches!(&cells[2], SheetCell::Doubtful { why, .. } if why.starts_with("covered by a merged cell")),
        "{cells:?}"
    );
    assert_eq!(cells[3], SheetCell::Text("5".to_owned()));
}

/// A workbook with these styles whose only cell, of the second style, has this text.
fn styled(styles: &str, text: &str) -> SheetCell {
    const SPREADSHEET: &str = "xmlns=\"http://schemas.openxmlformats.org/spreadsheetml/2006/main\"";
    let sheet = format!(
        "<worksheet {SPREADSHEET}><sheetData><row r=\"1\"><c r=\"A1\" s=\"1\" t=\"inlineStr\"><is>{text}</is></c></row>\
         </sheetData></worksheet>"
    );
    let bytes = with_part(&one_cell(&Format::new()), "xl/worksheets/sheet1.xml", &sheet);
    let styles = format!("<styleSheet {SPREADSHEET}>{styles}</styleSheet>");
    read_bytes("file.xlsx", &with_part(&bytes, "xl/styles.xml", &styles)).unwrap().sheets[0].lines[0].cells[0].clone()
}

#[test]
fn characters_in_the_colour_of_the_ground_are_known_however_the_colour_is_named() {
    let of = |font: &str, fill: &str, more: &str, text: &str| {
        let styles = format!(
            "<fonts><font/><font>{font}</font></fonts><fills><fill/><fill>{fill}</fill></fills>\
             <cellXfs><xf/><xf fontId=\"1\" fillId=\"1\"/></cellXfs>{more}"
        );
        matches!(styled(&styles, text), SheetCell::Text(_))
    };
    let plain = "<t>10</t>";
    let palette =
        format!("<colors><indexedColors>{}</indexedColors></colors>", "<rgbColor rgb=\"00FFFFFF\"/>".repeat(64));
    let solid = |color: &str| format!("<patternFill patternType=\"solid\"><fgColor {color}/></patternFill>");
    let stop = |color: &str| format!("<stop position=\"0\"><color rgb=\"{color}\"/></stop>");
    let gradient = |colors: [&str; 2]| format!("<gradientFill>{}</gradientFill>", colors.map(stop).concat());
    assert!(of("<color indexed=\"20\"/>", "", "", plain) && !of("<color indexed=\"20\"/>", "", &palette, plain));
    assert!(!of("", &gradient(["FF000000", "FFFF0000"]), "", plain), "black on a part that is black");
    assert!(of("", &gradient(["FFFFFFFF", "FFFFFF00"]), "", plain));
    assert!(!of("<color theme=\"1\"/>", &solid("theme=\"1\" tint=\"0.01\""), "", plain));
    assert!(of("<color theme=\"0\"/>", &solid("theme=\"1\""), "", plain), "white on black");
    let red = run("<color rgb=\"FFFF0000\"/>", "2") + &run("<color rgb=\"FF000000\"/>", "11.00");
    assert!(!of("", &solid("rgb=\"FFFF0000\""), "", &red) && of("", "", "", &red));
    let white = run("<color rgb=\"FFFFFFFF\"/>", "10");
    assert!(of("<color theme=\"0\"/>", &solid("rgb=\"FF0000FF\""), "", &white), "white on blue can be read");
}

#[test]
fn a_table_whose_style_hides_its_font_hides_its_lines() {
    let mut workbook = Workbook::new();
    let sheet = workbook.add_worksheet();
    for row in 0..3 {
        sheet.write_string(row, 0, format!("pay_{row}")).unwrap();
    }
    sheet.add_table(0, 0, 2, 0, &rust_xlsxwriter::Table::new()).unwrap();
    let bytes = workbook.save_to_buffer().unwrap();
    let table = part_text(&bytes, "xl/tables/table1.xml").replace("TableStyleMedium9", "Own");
    let bytes = with_part(&bytes, "xl/tables/table1.xml", &table);
    let hidden = |font: &str| {
        let own = format!(
            "<dxfs><dxf><font>{font}</font></dxf></dxfs><tableStyles><tableStyle name=\"Own\">\
             <tableStyleElement type=\"wholeTable\" dxfId=\"0\"/></tableStyle></tableStyles></styleSheet>"
        );
        let styles = part_text(&bytes, "xl/styles.xml");
        let end = styles.find("<dxfs").unwrap();
        let reading = read_bytes("file.xlsx", &with_part(&bytes, "xl/styles.xml", &(styles[..end].to_owned() + &own)));
        reading.unwrap().sheets[0].lines.iter().filter(|line| line.hidden == Some(LineHidden::ByCondition)).count()
    };
    assert_eq!((hidden("<color rgb=\"FFFFFFFF\"/>"), hidden("<b/>")), (3, 0));
}

/// The lines of a workbook that says of its results what `calculation` says.
fn calculated(lines: &str, calculation: &str) -> Vec<SheetLine> {
    const SPREADSHEET: &str = "xmlns=\"http://schemas.openxmlformats.org/spreadsheetml/2006/main\"";
    let sheet = format!("<worksheet {SPREADSHEET}><sheetData>{lines}</sheetData></worksheet>");
    let bytes = with_part(&one_cell(&Format::new()), "xl/worksheets/sheet1.xml", &sheet);
    let workbook = part_text(&bytes, "xl/workbook.xml").replace("fullCalcOnLoad=\"1\"", calculation);
    read_bytes("file.xlsx", &with_part(&bytes, "xl/workbook.xml", &workbook)).unwrap().sheets[0].lines.clone()
}

#[test]
fn the_formulas_of_a_workbook_say_which_cells_add_up_others() {
    let cell = |name: &str, formula: &str| format!("<c r=\"{name}\">{formula}<v>11</v></c>");
    let lines = [
        cell("A1", "<f>SUM(A2:A3)</f>") + &cell("B1", "<f>C1*1.19</f>"),
        cell("A2", "<f t=\"shared\" ref=\"A2:A3\" si=\"0\">A1+A4</f>") + &cell("B2", "<f></f>"),
        cell("A3", "<f t=\"shared\" si=\"0\"/>") + &cell("B3", "<f t=\"array\" ref=\"B3:B4\">C3:C4*2</f>"),
        cell("A4", "") + &cell("B4", ""),
    ];
    let lines: String = (1..).zip(lines).map(|(number, cells)| format!("<row r=\"{number}\">{cells}</row>")).collect();
    let formulas: Vec<_> = calculated(&lines, "").into_iter().map(|line| line.formulas).collect();
    let (of_line, of_others) = (CellFormula::OfLine, CellFormula::OfOtherLines);
    let expected = [
        vec![(0, of_others), (1, of_line)],
        vec![(0, of_others), (1, of_line)],
        vec![(0, of_others), (1, of_line)],
        vec![(1, of_line)],
    ];
    assert_eq!(formulas, expected);
}

#[test]
fn results_of_a_workbook_that_was_not_calculated_are_not_read() {
    let line = "<row r=\"1\"><c r=\"A1\"><f>B1*2</f><v>11</v></c><c r=\"B1\"><v>5</v></c></row>";
    for calculation in ["fullCalcOnLoad=\"1\"", "forceFullCalc=\"1\"", "calcCompleted=\"0\"", "calcMode=\"manual\""] {
        let cells = &calculated(line, calculation)[0].cells;
        assert!(matches!(&cells[0], SheetCell::Doubtful { stored, .. } if stored == "11"), "{calculation}: {cells:?}");
        assert_eq!(cells[1], SheetCell::Number("5".to_owned()), "{calculation}");
    }
    assert_eq!(calculated(line, "calcCompleted=\"1\"")[0].cells[0], SheetCell::Number("11".to_owned()));
}

#[test]
fn a_workbook_whose_parts_share_an_id_is_refused() {
    let bytes = one_cell(&Format::new());
    let relations = part_text(&bytes, "xl/_rels/workbook.xml.rels");
    let twice = relations
        .replace("</Relationships>", "<Relationship Id=\"rId1\" Type=\"x\" Target=\"y.xml\"/></Relationships>");
    let refused = read_bytes("file.xlsx", &with_part(&bytes, "xl/_rels/workbook.xml.rels", &twice)).unwrap_err();
    assert_eq!(refused.why, TableReadFault::Unreadable("two of its parts have the same ID".to_owned()));
}
