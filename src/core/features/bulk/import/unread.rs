//! What a file says beside the columns that are read: a person looks at it before anything is planned.

use std::collections::BTreeSet;

use paydesk_domain::sheet::{CellFormula, FileSheet, SheetLine, SheetRemark};

use crate::features::bulk::kind::BulkKind;

use super::columns::{self, ColumnRole};
use super::named_currency;
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
    /// The title of the amounts has a word that may be a unit, or another column that is read names one.
    Title(usize),
    /// The title of a column in which nothing stands.
    EmptyColumn(usize),
    /// The amounts of a column have both signs.
    BothSigns(usize),
    /// The amounts of a column may answer a question with yes or no.
    Answers(usize),
    /// Another sheet that the workbook shows, by its name.
    Sheet(String),
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
    let id = roles.iter().position(|role| *role == ColumnRole::Id);
    let notes = columns::notes_below(sheet, header).filter(|line| !columns::is_data(line));
    let above = above.filter(|line| columns::line_text(line).chars().any(char::is_alphabetic));
    let numbers = columns::data(sheet, header).iter().filter(|line| columns::says_a_number(line, id));
    let tables = columns::data(sheet, header).iter().filter(|line| is_other_table(sheet, header, line, kind));
    let lines = above.chain(notes).chain(numbers).chain(tables);
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
        .chain(remarks(sheet, header, roles).map(UnreadPart::EmptyColumn))
        .chain(open_titles(sheet, header, roles).into_iter().map(UnreadPart::Title))
        .chain(doubtful_amounts(sheet, header, roles))
        .chain(open_reasons(sheet, header, roles, kind))
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

/// The name of a file, without its ending, that may say that its lines are not meant, in which unit they are, or in which
/// currency where no column says so.
pub(super) fn unread_name(file: &str, has_currencies: bool, (kind, is_meant): (BulkKind, bool)) -> Option<UnreadPart> {
    let names_currency = || !has_currencies && named_currency::currency(file).is_some();
    let is_open = (!is_meant && words::name_may_deny(file, kind))
        || (kind.moves_money() && (units::has_letter(file) || names_currency()));
    is_open.then(|| UnreadPart::FileName(file.to_owned()))
}

/// The columns that are read and whose titles may name a unit.
fn open_titles(sheet: &FileSheet, header: Option<usize>, roles: &[ColumnRole]) -> Vec<usize> {
    let Some(titles) = header.and_then(|place| sheet.lines.get(place)) else { return Vec::new() };
    let names_unit = |(column, role): &(usize, &ColumnRole)| {
        let title = titles.cell(*column).meant();
        match role {
            ColumnRole::Amount => units::may_name_unit(&title),
            ColumnRole::Currency | ColumnRole::Reason => units::title_names_unit(&title),
            ColumnRole::Id | ColumnRole::Ignored | ColumnRole::Undecided => false,
        }
    };
    roles.iter().enumerate().filter(names_unit).map(|(column, _)| column).collect()
}

/// The columns in which nothing stands but a title that says more than a name.
fn remarks<'a>(
    sheet: &'a FileSheet,
    header: Option<usize>,
    roles: &'a [ColumnRole],
) -> impl Iterator<Item = usize> + 'a {
    columns::open_columns(roles).filter(move |column| columns::is_remark(sheet, header, *column))
}

/// What the amounts look like where they may be none of what is asked for.
fn doubtful_amounts(sheet: &FileSheet, header: Option<usize>, roles: &[ColumnRole]) -> Vec<UnreadPart> {
    let Some(amount) = roles.iter().position(|role| *role == ColumnRole::Amount) else { return Vec::new() };
    let signs = columns::has_both_signs(sheet, header, amount).then_some(UnreadPart::BothSigns(amount));
    let answers = columns::may_be_answers(sheet, header, amount).then_some(UnreadPart::Answers(amount));
    signs.into_iter().chain(answers).collect()
}

/// Whether another table begins with a line: with other titles than this one.
fn is_other_table(sheet: &FileSheet, header: Option<usize>, line: &SheetLine, kind: BulkKind) -> bool {
    let titles = header.and_then(|place| sheet.lines.get(place));
    columns::is_header(sheet, line, kind) && titles.is_some_and(|titles| !columns::has_same_titles(titles, line))
}

/// The reasons that may say that their line is not meant, each text once, in words that keep no line out by themselves.
fn open_reasons(sheet: &FileSheet, header: Option<usize>, roles: &[ColumnRole], kind: BulkKind) -> Vec<UnreadPart> {
    let Some(reasons) = roles.iter().position(|role| *role == ColumnRole::Reason) else { return Vec::new() };
    let mut seen = BTreeSet::new();
    let texts = columns::data(sheet, header).iter().map(|line| (line.number, line.cell(reasons).meant().into_owned()));
    let is_open = |text: &str| words::may_deny(text, kind) && !words::cell_denies(text, "", kind);
    texts
        .filter(|(_, text)| is_open(text) && seen.insert(text.clone()))
        .map(|(number, text)| UnreadPart::Reason(number, text))
        .collect()
}

fn has_old_reasons(sheet: &FileSheet, roles: &[ColumnRole]) -> bool {
    let reasons = roles.iter().position(|role| *role == ColumnRole::Reason);
    let is_old = |column: usize| sheet.lines.iter().any(|line| !line.cell(column).stored().is_ascii());
    reasons.is_some_and(is_old)
}
