//! Text files that people import: no line is lost or read twice, whatever the quotation marks do, and an amount is read in
//! one way or not at all.
use paydesk_domain::money::{Currency, DecimalMark, parse_amount_with};
use paydesk_domain::sheet::{DecodedText, SheetCell, SheetLine, decode, text_sheet};

/// Panics where something does not hold.
pub fn check(data: &[u8]) {
    let Ok(DecodedText { text, .. }) = decode(data) else { return };
    let sheet = text_sheet(&text);
    lines_are_whole(&text, &sheet.lines);
    for cell in sheet.lines.iter().flat_map(|line| &line.cells) {
        amount_is_one(&cell.meant());
        let number = SheetCell::Number(cell.stored().to_owned());
        assert!(number.meant().len() <= number.stored().len() + 2, "{number:?}");
    }
}

/// Every line of the text with something in it begins a line of the table, is in a quoted cell of one, or names the
/// separator.
fn lines_are_whole(text: &str, lines: &[SheetLine]) {
    assert!(lines.is_sorted_by(|one, next| one.number < next.number), "{lines:?}");
    let ends = text.replace("\r\n", "\n").replace('\r', "\n");
    let separators = [',', ';', '\t', '|', '"', ' '];
    for (number, line) in (1..).zip(ends.lines()) {
        let is_filled = line.chars().any(|c| !separators.contains(&c) && !c.is_whitespace());
        let names_separator = number == 1 && line.to_ascii_lowercase().contains("sep=");
        let holds = |known: &SheetLine| {
            let breaks = known.cells.iter().map(|cell| cell.stored().matches('\n').count() as u32).sum::<u32>();
            known.number <= number && number <= known.number + breaks
        };
        assert!(!is_filled || names_separator || lines.iter().any(holds), "line {number} of {text:?}: {lines:?}");
    }
}

/// A mark that is known gives the amount that the text has without it, where that has one.
fn amount_is_one(text: &str) {
    for code in ["EUR", "JPY", "KWD", "XQQ"] {
        let currency = Currency::iso4217(code);
        let [any, point, comma] = [DecimalMark::Any, DecimalMark::Point, DecimalMark::Comma]
            .map(|mark| parse_amount_with(text, &currency, mark).ok().map(|amount| amount.minor));
        assert!(any.is_none() || any == point || any == comma, "{text:?} in {code}: {any:?}, {point:?}, {comma:?}");
    }
}
