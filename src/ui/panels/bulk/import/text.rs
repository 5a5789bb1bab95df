//! Texts of the import page.

use crate::text::PAYMENT_ID;
pub use crate::text::{KIND, UNDO, UNKNOWN};
pub use paydesk_core::text::{AMOUNT, CANCEL, CURRENCY, CUSTOMER, OPERATION, REASON};
use paydesk_core::text::{TO_CAPTURE, listed};

use paydesk_core::features::bulk::{BulkKind, ColumnRole, ImportGap, MixedMarks, UnreadPart, text as bulk_text};
use paydesk_domain::money::{DecimalMark, Money, grouped_count};
use paydesk_domain::sheet::{CellRange, SheetRemark};
use paydesk_domain::text::visible;

pub const LEAVE: &str = "Discard import";

pub const SHEET: &str = "Sheet";
pub const HEADER: &str = "Header";
pub const DECIMAL_MARK: &str = "Decimal mark";
pub const RESULT: &str = "Understood as";
pub const READY: &str = "Ready";
pub const TO_READ: &str = "Not loaded yet";

/// Longest text of the file that a notice repeats.
const WORD_CHARS: usize = 60;
/// Columns that are named where they are not drawn.
const COLUMNS_NAMED: usize = 4;
/// Lines, notes and the like that a notice repeats.
const PARTS_NAMED: usize = 5;

pub const SUMS: &str = "Sums";
pub const NOT_IMPORTED: &str = "Not imported";
pub const LINES: &str = "All lines";
pub const NOTHING: &str = "–";
pub const LINE: &str = "Line no.";
pub const EXPORT: &str = "Export with reasons…";
pub const LEFT_OUT: &str = "Left out";

/// A column that the workbook does not show.
pub fn hidden_column(name: &str) -> String {
    format!("{name} (hidden)")
}

/// Lines that a person said are to be imported.
pub fn added(lines: usize) -> String {
    match lines {
        1 => "You added 1 line".to_owned(),
        lines => format!("You added {} lines", grouped_count(lines as u64)),
    }
}

/// Of the button that imports all lines that may be totals, or in cents.
pub fn import_doubtful(lines: usize) -> String {
    format!("Import all {} that are in doubt", grouped_count(lines as u64))
}

/// `Import refunds`
pub fn title(kind: BulkKind) -> &'static str {
    match kind {
        BulkKind::Capture => "Import captures",
        BulkKind::Cancel => "Import cancellations",
        BulkKind::Approve => "Import approvals",
        BulkKind::Refund => "Import refunds",
        BulkKind::Fulfil => "Import payouts to fulfil",
    }
}

/// What moves, above the column of what is understood.
pub fn moved(kind: BulkKind) -> &'static str {
    match kind {
        BulkKind::Refund => "To refund",
        BulkKind::Capture => TO_CAPTURE,
        BulkKind::Cancel => "To cancel",
        BulkKind::Approve => "To approve",
        BulkKind::Fulfil => "To pay out",
    }
}

/// `refunds-week-48.xlsx · 11.4 KB · read 13:14, not changed since`
pub fn about_file(name: &str, bytes: u64, read_at: &str) -> String {
    const KIB: u64 = 1_024;
    let in_tenths = |unit: u64| (bytes * 10).div_ceil(unit);
    let size = match bytes {
        0..KIB => format!("{bytes} bytes"),
        KIB..1_048_576 => format!("{}.{} KB", in_tenths(KIB) / 10, in_tenths(KIB) % 10),
        _ => format!("{}.{} MB", in_tenths(KIB * KIB) / 10, in_tenths(KIB * KIB) % 10),
    };
    format!("{name} · {size} · read {read_at}")
}

pub fn sheet(name: &str, lines: usize, is_hidden: bool) -> String {
    let lines = grouped_count(lines as u64);
    if is_hidden { format!("{name}, hidden · {lines}") } else { format!("{name} · {lines}") }
}

/// `Line 3`
pub fn line(number: u32) -> String {
    format!("Line {number}")
}

/// Lines above the header that are no titles.
pub fn lines_above(first: u32, last: u32) -> String {
    match first == last {
        true => format!("Line {first} is above the header"),
        false => format!("Lines {first}–{last} are above the header"),
    }
}

/// What stands above the header.
pub fn title_lines(first: u32, last: u32) -> String {
    match first == last {
        true => format!("Line {first} is a title"),
        false => format!("Lines {first}–{last} are a title"),
    }
}

pub fn decimal_mark(mark: DecimalMark) -> &'static str {
    match mark {
        DecimalMark::Any => "Detect per cell",
        DecimalMark::Point => "Point: 1,234.50",
        DecimalMark::Comma => "Comma: 1.234,50",
    }
}

/// What a column is used for; `is_open`: a person has to say.
pub fn role(role: ColumnRole, is_open: bool, kind: BulkKind) -> &'static str {
    match role {
        ColumnRole::Id if kind == BulkKind::Fulfil => "Payout ID",
        ColumnRole::Id => PAYMENT_ID,
        ColumnRole::Amount => AMOUNT,
        ColumnRole::Currency => CURRENCY,
        ColumnRole::Reason => REASON,
        ColumnRole::Undecided if is_open => "Choose…",
        ColumnRole::Ignored | ColumnRole::Undecided => "Ignored",
    }
}

/// Of the button that chooses it, for a screen reader.
pub fn role_of(column: &str) -> String {
    format!("Column “{column}” is")
}

/// `Refund each in full`
pub fn in_full(kind: BulkKind) -> String {
    format!("{} each in full", bulk_text::verb(kind))
}

/// `Refund all the same`
pub fn is_meant(kind: BulkKind) -> String {
    format!("{} anyway", bulk_text::verb(kind))
}

pub fn gap(gap: &ImportGap, kind: BulkKind, name: impl Fn(usize) -> String) -> String {
    match gap {
        ImportGap::NoLines => "The sheet has no lines below its header".to_owned(),
        ImportGap::NoId => format!("Choose the column that holds the {} IDs", kind.subject().noun()),
        ImportGap::NoAmounts(columns) if columns.is_empty() => {
            format!("Choose the column that holds the amounts, or “{}”", in_full(kind))
        }
        ImportGap::NoAmounts(columns) => {
            let names: Vec<String> = columns.iter().map(|column| format!("“{}”", name(*column))).collect();
            format!("Choose the column that holds the amounts. There may be amounts in {}.", listed(&names))
        }
        ImportGap::OtherUnit(column) => format!(
            "“{}” does not seem to hold amounts such as 12.50. Choose another column, or correct the file.",
            name(*column)
        ),
        ImportGap::UnitColumn(column, word) => format!(
            "“{}” says “{}”: amounts must look like 12.50. Correct the file, or set the column to Ignored.",
            name(*column),
            visible(word, WORD_CHARS)
        ),
        ImportGap::UnitLine(line, text) => format!(
            "Line {line} says “{}”: amounts must look like 12.50. Correct the amounts and the line in the file.",
            visible(text, WORD_CHARS)
        ),
        ImportGap::UnitSheet(name) => {
            format!(
                "The sheet is named “{}”: amounts must look like 12.50. Correct the file.",
                visible(name, WORD_CHARS)
            )
        }
        ImportGap::UnitFile(name) => {
            format!(
                "The file is named “{}”: amounts must look like 12.50. Correct the file.",
                visible(name, WORD_CHARS)
            )
        }
        ImportGap::OtherOperationLine(line, text) => {
            format!("Line {line} says “{}”. Choose the operation you mean.", visible(text, WORD_CHARS))
        }
        ImportGap::OtherOperationSheet(name) => {
            format!("The sheet is named “{}”. Choose the operation you mean.", visible(name, WORD_CHARS))
        }
        ImportGap::OtherOperationFile(name) => {
            format!("The file is named “{}”. Choose the operation you mean.", visible(name, WORD_CHARS))
        }
        ImportGap::NoCurrencies(column) => {
            format!("“{}” seems to hold currencies. Choose Currency or Ignored above it.", name(*column))
        }
        ImportGap::Damaged(lines) => {
            let numbers: Vec<String> = lines.iter().take(5).map(u32::to_string).collect();
            match numbers.as_slice() {
                [one] => format!("Line {one} is damaged. Correct the file, or leave the line out below."),
                some => format!(
                    "Lines {}{} are damaged. Correct the file, or leave them out below.",
                    listed(some),
                    and_more(lines.len() - some.len())
                ),
            }
        }
        ImportGap::Unread(parts) => unread(parts, kind, name),
        ImportGap::NothingLeft => "None of the lines can be imported".to_owned(),
    }
}

/// What of the file is not read. Columns are named together.
fn unread(parts: &[UnreadPart], kind: BulkKind, name: impl Fn(usize) -> String) -> String {
    let said = |text: &str| format!("“{}”", visible(text, WORD_CHARS));
    let (mut columns, mut others) = (Vec::new(), Vec::new());
    for part in parts {
        match part {
            UnreadPart::Column(column) => columns.push(format!("“{}”", name(*column))),
            UnreadPart::Formulas(column) => others.push(format!(
                "the formulas in column “{}” (only their results are read): check that the spreadsheet shows the \
                    same",
                name(*column)
            )),
            UnreadPart::Line(number, text) => others.push(format!("line {number}, {}", said(text))),
            UnreadPart::SheetName(name) => others.push(format!("the name of the sheet, {}", said(name))),
            UnreadPart::FileName(name) => others.push(format!("the name of the file, {}", said(name))),
            UnreadPart::Title(column) => others.push(format!("what unit “{}” is in", name(*column))),
            UnreadPart::EmptyColumn(column) => {
                others.push(format!("the title “{}”, with nothing below it", name(*column)))
            }
            UnreadPart::BothSigns(column) => {
                others.push(format!("why “{}” has amounts below zero, which are left out", name(*column)));
            }
            UnreadPart::Answers(column) => {
                others.push(format!("why “{}” has only 0 and 1, which are taken as amounts", name(*column)));
            }
            UnreadPart::Sheet(name) => others.push(format!("the sheet {}", said(name))),
            UnreadPart::Reason(number, text) => others.push(format!("the reason in line {number}, {}", said(text))),
            UnreadPart::Remark(SheetRemark::Drawing { cells }) => others.push(drawing(cells)),
            UnreadPart::Remark(SheetRemark::PageText { text }) => {
                others.push(format!("the page header or footer, {}", said(text)));
            }
            UnreadPart::Remark(SheetRemark::Narrow { column }) => others.push(format!(
                "column “{}” is too narrow to show every digit: widen it in the spreadsheet and check it",
                name(*column)
            )),
            UnreadPart::Remark(SheetRemark::Comment { cell, text }) => {
                others.push(format!("the note in cell {cell}, {}", said(text)));
            }
            UnreadPart::Remark(SheetRemark::Shape { text }) => others.push(format!("the shape with {}", said(text))),
            UnreadPart::Remark(SheetRemark::OldLetters) => {
                others.push("accented letters from an older program: check the reasons".to_owned());
            }
        }
    }
    let more = others.len().saturating_sub(PARTS_NAMED);
    others.truncate(PARTS_NAMED);
    let columns = match columns.as_slice() {
        [] => None,
        [one] => Some(format!("column {one}")),
        many => Some(format!("columns {}", listed(many))),
    };
    let all: Vec<String> = columns.into_iter().chain(others).collect();
    let change = bulk_text::verb(kind).to_lowercase();
    format!(
        "Not read: {}{}. If any of these changes what to {change}, correct the file first.",
        all.join("; "),
        and_more(more)
    )
}

/// `a drawing over lines 2–5`
fn drawing(cells: &CellRange) -> String {
    match (*cells.lines.start(), *cells.lines.end()) {
        (1, u32::MAX) => "a drawing on the sheet".to_owned(),
        (first, u32::MAX) => format!("a drawing that begins on line {first}"),
        (first, last) if first == last => format!("a drawing over line {first}"),
        (first, last) => format!("a drawing over lines {first}–{last}"),
    }
}

/// `Not shown: “status”, “created” and “email”`
pub fn columns_left_out(names: &[String]) -> String {
    let shown: Vec<String> = names.iter().take(COLUMNS_NAMED).map(|name| format!("“{name}”")).collect();
    format!("Not shown here: {}{}", listed(&shown), and_more(names.len() - shown.len()))
}

/// Two lines whose amounts cannot both be meant as they are read.
pub fn mixed_marks(marks: MixedMarks) -> String {
    let MixedMarks { comma, point } = marks;
    format!(
        "Line {comma} has a decimal comma and line {point} a decimal point. Check them: each is read separately. Or choose the decimal mark."
    )
}

/// Columns that are not drawn.
pub fn hidden_columns(names: &[String]) -> String {
    match names {
        [one] => format!("Column “{one}” is hidden in the sheet"),
        names => format!("Columns hidden in the sheet: {}", listed(names)),
    }
}

pub fn empty_columns(names: &[String]) -> String {
    match names {
        [one] => format!("Column “{one}” is empty and not shown"),
        names => format!("Empty columns not shown: {}", listed(names)),
    }
}

/// `Ready, beside 7.35 EUR refunded before`
pub fn ready_after(before: &Money) -> String {
    format!("{READY}; {before} already refunded")
}

/// `10 of 24 lines`, `2 lines`
pub fn shown(shown: usize, all: usize) -> String {
    match (shown == all, all) {
        (true, 1) => "1 line".to_owned(),
        (true, all) => format!("{} lines", grouped_count(all as u64)),
        (false, all) => format!("{} of {} lines", grouped_count(shown as u64), grouped_count(all as u64)),
    }
}

/// `Not imported: 6 lines`
pub fn not_imported(count: usize) -> String {
    match count {
        1 => format!("{NOT_IMPORTED}: 1 line"),
        count => format!("{NOT_IMPORTED}: {} lines", grouped_count(count as u64)),
    }
}

/// `line 11 (No currency)`
pub fn line_because(number: u32, why: &str) -> String {
    format!("line {number} ({why})")
}

/// `Not in the sums: line 11 (No currency), line 17 (…)`
pub fn not_counted(lines: &[String], more: usize) -> String {
    format!("Not in the sums: {}{}", listed(lines), and_more(more))
}

/// ` and 3 more`; nothing where there are none.
fn and_more(count: usize) -> String {
    if count > 0 { format!(" and {} more", grouped_count(count as u64)) } else { String::new() }
}

/// `Check 18 refunds: 669.25 EUR · 281.30 USD`; `up_to`: some payments are not known yet.
pub fn check(kind: BulkKind, count: usize, up_to: bool, sums: &str) -> String {
    let noun = match (kind, count) {
        (BulkKind::Capture, 1) => "capture",
        (BulkKind::Capture, _) => "captures",
        (BulkKind::Cancel, 1) => "cancellation",
        (BulkKind::Cancel, _) => "cancellations",
        (BulkKind::Approve, 1) => "approval",
        (BulkKind::Approve, _) => "approvals",
        (BulkKind::Refund, 1) => "refund",
        (BulkKind::Refund, _) => "refunds",
        (BulkKind::Fulfil, 1) => "payout",
        (BulkKind::Fulfil, _) => "payouts",
    };
    let count = grouped_count(count as u64);
    let what = if up_to { format!("Check up to {count} {noun}") } else { format!("Check {count} {noun}") };
    if sums.is_empty() { what } else { format!("{what}: {sums}") }
}

/// What the next step does.
pub fn next_step(to_read: usize) -> String {
    match to_read {
        0 => "Nothing has been sent. The next step shows the plan.".to_owned(),
        1 => "Nothing has been sent. The next step loads 1 payment and shows the plan.".to_owned(),
        count => format!(
            "Nothing has been sent. The next step loads {} payments and shows the plan.",
            grouped_count(count as u64)
        ),
    }
}

/// `12 of 60 payments read`
pub fn payments_read(done: usize, all: usize) -> String {
    format!("{} of {} payments read", grouped_count(done as u64), grouped_count(all as u64))
}
