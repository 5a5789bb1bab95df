//! What a file says beside the columns that are read: a person looks at it before anything is planned.

use paydesk_domain::sheet::{FileSheet, SheetRemark};

use super::columns::{self, ColumnRole};
use super::interpretation::Interpretation;
use super::titles;
use super::words;

/// Something of a file that may say that a line is not meant, or otherwise.
#[derive(Debug, Clone, PartialEq, Eq)]
pub enum UnreadPart {
    /// A column that nobody decided on.
    Column(usize),
    /// A line of words above the header or below the last amount, by its number.
    Line(u32, String),
    SheetName(String),
    Remark(SheetRemark),
}

/// What of a sheet is not read.
pub(super) fn unread_parts(interpretation: &Interpretation, sheet: &FileSheet) -> Vec<UnreadPart> {
    let header = interpretation.header();
    let filled = interpretation.open_columns().filter(|column| columns::is_filled(sheet, header, *column));
    let above = sheet.lines.get(..header.unwrap_or(0)).unwrap_or_default().iter();
    let lines = above.chain(columns::notes_below(sheet, header)).filter(|line| !columns::is_data(line));
    let texts = lines.map(|line| (line.number, columns::line_text(line)));
    let kind = interpretation.kind();
    let is_settled = |text: &str| interpretation.is_meant() && words::title_denies(text, kind);
    let is_open = |text: &str| !titles::is_total(text) && !words::names_only(text, kind) && !is_settled(text);
    let said = texts.filter(|(_, text)| is_open(text));
    let name = sheet.name.iter().filter(|name| is_open(name));
    let counts = |remark: &&SheetRemark| match remark {
        SheetRemark::Comment { .. } | SheetRemark::Shape { .. } => true,
        // Ids and amounts have none.
        SheetRemark::OldLetters => has_old_reasons(interpretation, sheet),
    };
    filled
        .map(UnreadPart::Column)
        .chain(said.map(|(number, text)| UnreadPart::Line(number, text)))
        .chain(name.cloned().map(UnreadPart::SheetName))
        .chain(sheet.remarks.iter().filter(counts).cloned().map(UnreadPart::Remark))
        .collect()
}

fn has_old_reasons(interpretation: &Interpretation, sheet: &FileSheet) -> bool {
    let reasons = interpretation.column_of(ColumnRole::Reason);
    let is_old = |column: usize| sheet.lines.iter().any(|line| !line.cell(column).stored().is_ascii());
    reasons.is_some_and(is_old)
}
