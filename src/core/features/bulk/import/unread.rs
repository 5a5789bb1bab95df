//! What a file says beside the columns that are read: a person looks at it before anything is planned.

use paydesk_domain::sheet::{CellFormula, FileSheet, SheetLine, SheetRemark};

use crate::features::bulk::kind::BulkKind;

use super::columns::{self, ColumnRole};
use super::titles;
use super::units;
use super::words;

/// Something of a file that may say that a line is not meant, or otherwise.
#[derive(Debug, Clone, PartialEq, Eq)]
pub enum UnreadPart {
    /// A column that nobody decided on.
    Column(usize),
    /// The formulas of a column that is read: what the file stores of their results is used.
    Formulas(usize),
    /// A line of words above the header or below the last amount, by its number.
    Line(u32, String),
    SheetName(String),
    FileName(String),
    /// The title of the amounts has a word that may be a unit.
    Title(usize),
    /// A reason, in the line with this number, that may say that its line is not meant.
    Reason(u32, String),
    Remark(SheetRemark),
}

/// What of a sheet is not read. `is_meant`: a person said that words against the operation change nothing.
pub(super) fn unread_parts(
    sheet: &FileSheet,
    header: Option<usize>,
    roles: &[ColumnRole],
    (kind, is_meant): (BulkKind, bool),
) -> Vec<UnreadPart> {
    let filled = columns::open_columns(roles).filter(|column| columns::is_filled(sheet, header, *column));
    let above = sheet.lines.get(..header.unwrap_or(0)).unwrap_or_default().iter();
    let lines = above.chain(columns::notes_below(sheet, header)).filter(|line| !columns::is_data(line));
    let texts = lines.map(|line| (line.number, columns::line_text(line)));
    let is_settled = |text: &str| is_meant && words::title_denies(text, kind);
    let is_open = |text: &str| !titles::is_total(text) && !words::names_only(text, kind) && !is_settled(text);
    // A sum that stands beside no amounts says what was meant.
    let has_amounts = roles.contains(&ColumnRole::Amount);
    let is_sum = |line: &&SheetLine| {
        let text = columns::line_text(line);
        !has_amounts && titles::is_total(&text) && text.contains(|c: char| c.is_ascii_digit())
    };
    let sums = columns::data(sheet, header).iter().filter(is_sum).map(|line| (line.number, columns::line_text(line)));
    let said = texts.filter(|(_, text)| is_open(text)).chain(sums);
    let name = sheet.name.iter().filter(|name| is_open(name));
    let counts = |remark: &&SheetRemark| match remark {
        SheetRemark::Comment { .. } | SheetRemark::Shape { .. } => true,
        SheetRemark::Drawing { cells } => {
            let mut table = sheet.lines.iter().skip(header.unwrap_or(0));
            *cells.columns.start() < sheet.width() && table.any(|line| cells.lines.contains(&line.number))
        }
        SheetRemark::PageText { text } => is_open(text),
        SheetRemark::Narrow { column } => {
            matches!(roles.get(*column), Some(ColumnRole::Amount | ColumnRole::Currency))
        }
        // Ids and amounts have none.
        SheetRemark::OldLetters => has_old_reasons(sheet, roles),
    };
    filled
        .map(UnreadPart::Column)
        .chain(calculated(sheet, header, roles).map(UnreadPart::Formulas))
        .chain(said.map(|(number, text)| UnreadPart::Line(number, text)))
        .chain(name.cloned().map(UnreadPart::SheetName))
        .chain(open_title(sheet, header, roles).map(UnreadPart::Title))
        .chain(open_reason(sheet, header, roles, kind))
        .chain(sheet.remarks.iter().filter(counts).cloned().map(UnreadPart::Remark))
        .collect()
}

/// The columns that are read of lines and whose cells have formulas. Amounts that add up others are left out by themselves.
fn calculated(sheet: &FileSheet, header: Option<usize>, roles: &[ColumnRole]) -> impl Iterator<Item = usize> {
    let is_calculated = move |column: usize, role: ColumnRole| {
        let mut formulas = columns::data(sheet, header).iter().filter_map(|line| line.formula(column));
        formulas.any(|formula| role != ColumnRole::Amount || formula == CellFormula::OfLine)
    };
    let read = [ColumnRole::Id, ColumnRole::Amount, ColumnRole::Currency];
    let read = roles.iter().copied().enumerate().filter(move |(_, role)| read.contains(role));
    read.filter(move |(column, role)| is_calculated(*column, *role)).map(|(column, _)| column)
}

/// The name of a file, without its ending, that may say that its lines are not meant, or in which unit they are.
pub(super) fn unread_name(file: &str, (kind, is_meant): (BulkKind, bool)) -> Option<UnreadPart> {
    let is_open = (!is_meant && words::name_may_deny(file, kind)) || (kind.moves_money() && units::has_letter(file));
    is_open.then(|| UnreadPart::FileName(file.to_owned()))
}

fn open_title(sheet: &FileSheet, header: Option<usize>, roles: &[ColumnRole]) -> Option<usize> {
    let titles = header.and_then(|place| sheet.lines.get(place))?;
    let amount = roles.iter().position(|role| *role == ColumnRole::Amount)?;
    units::may_name_unit(&titles.cell(amount).meant()).then_some(amount)
}

/// The first reason that may say that its line is not meant, in words that keep no line out by themselves.
fn open_reason(sheet: &FileSheet, header: Option<usize>, roles: &[ColumnRole], kind: BulkKind) -> Option<UnreadPart> {
    let reasons = roles.iter().position(|role| *role == ColumnRole::Reason)?;
    let mut texts = columns::data(sheet, header).iter().map(|line| (line.number, line.cell(reasons).meant()));
    let is_open = |text: &str| words::may_deny(text, kind) && !words::cell_denies(text, "", kind);
    let (number, text) = texts.find(|(_, text)| is_open(text))?;
    Some(UnreadPart::Reason(number, text.into_owned()))
}

fn has_old_reasons(sheet: &FileSheet, roles: &[ColumnRole]) -> bool {
    let reasons = roles.iter().position(|role| *role == ColumnRole::Reason);
    let is_old = |column: usize| sheet.lines.iter().any(|line| !line.cell(column).stored().is_ascii());
    reasons.is_some_and(is_old)
}
