//! What the columns of a sheet may hold, as far as titles and cells show it. A person sees each role and can change it.

use crate::features::bulk::kind::BulkKind;
use paydesk_domain::money::CurrencyCode;
use paydesk_domain::sheet::{FileSheet, LineDamage, NumberFormat, SheetCell, SheetLine};

use super::amounts::names_amount;
use super::named_currency;
use super::titles::{self, FoundColumns};
use super::units;
use super::words;

/// How many lines are looked at for the header.
const HEADER_LINES: usize = 20;
/// Longest number that is taken for an amount, in digits: references and times are longer.
const AMOUNT_DIGITS_MAX: usize = 12;

/// Where a cell names a unit.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(super) enum UnitPlace {
    Column(usize),
    /// A line, by its number.
    Line(u32),
}

/// What a column is used for.
#[derive(Debug, Clone, Copy, PartialEq, Eq, strum::EnumIter)]
pub enum ColumnRole {
    Id,
    Amount,
    Currency,
    Reason,
    /// A person said that it is not used.
    Ignored,
    /// Nothing says what it is for, and nobody did.
    Undecided,
}

/// The place of the line whose cells name the columns best, among the first of a sheet.
pub(super) fn find_header(sheet: &FileSheet, kind: BulkKind) -> Option<usize> {
    let score = |line: &SheetLine| {
        let is_none = !line.may_be_header() || is_data(line);
        let found = if is_none { FoundColumns::default() } else { found_in(sheet, line, kind) };
        (found.count(), found.id.is_some())
    };
    let scores = sheet.lines.iter().take(HEADER_LINES).map(score).enumerate();
    let named = scores.filter(|(place, (count, has_id))| *has_id || *count > 1 || (*place == 0 && *count == 1));
    // Of as many, the first.
    named.rev().max_by_key(|(_, (count, _))| *count).map(|(place, _)| place)
}

/// What its titles say of a line; those of hidden columns say nothing.
fn found_in(sheet: &FileSheet, line: &SheetLine, kind: BulkKind) -> FoundColumns {
    let is_hidden = |column: &usize| sheet.hidden_columns.binary_search(column).is_ok();
    let title = |(column, cell): (usize, &'_ SheetCell)| match is_hidden(&column) {
        true => String::new(),
        false if matches!(cell, SheetCell::Doubtful { .. }) => String::new(),
        false => cell.meant().into_owned(),
    };
    let titles: Vec<String> = line.cells.iter().enumerate().map(title).collect();
    titles::find(&titles.iter().map(String::as_str).collect::<Vec<_>>(), kind)
}

/// The role of each column to begin with.
pub(super) fn guess(sheet: &FileSheet, header: Option<usize>, kind: BulkKind) -> Vec<ColumnRole> {
    let titles = header.and_then(|place| sheet.lines.get(place));
    let found = titles.map(|line| found_in(sheet, line, kind)).unwrap_or_default();
    let mut roles = vec![ColumnRole::Undecided; sheet.width()];
    let mut set = |column: Option<usize>, role| {
        column.and_then(|column| roles.get_mut(column)).into_iter().for_each(|place| *place = role);
    };
    // A list of ids has no titles.
    let first = || (0..sheet.width()).find(|column| sheet.hidden_columns.binary_search(column).is_err());
    let id = found.id.filter(|id| !has_other_ids(sheet, header, *id));
    let first = || first().filter(|first| header.is_none() && !has_other_ids(sheet, None, *first));
    set(id.or_else(first), ColumnRole::Id);
    let has_other_currencies =
        (0..sheet.width()).any(|column| found.currency != Some(column) && has_currencies(sheet, header, column));
    set(found.currency.filter(|_| !has_other_currencies), ColumnRole::Currency);
    // What a comma within an amount leaves in the next column is no reason.
    let reason = found.reason.filter(|column| kind.takes_reason() && !may_hold_amounts(sheet, header, *column));
    // *Reason for rejection*
    let title = |column: usize| titles.map(|line| line.cell(column).meant()).unwrap_or_default();
    let reason = reason.filter(|column| !words::title_may_deny(&title(*column)));
    set(reason, ColumnRole::Reason);
    if let Some(amount) = found.amount.filter(|amount| is_sure(sheet, header, kind, &roles, &found, *amount)) {
        roles[amount] = ColumnRole::Amount;
    }
    if found.currency.is_none() {
        let like: Vec<usize> =
            open_columns(&roles).filter(|column| has_currencies(sheet, header, *column)).take(2).collect();
        if let [column] = like[..] {
            roles[column] = ColumnRole::Currency;
        }
    }
    roles
}

/// Whether no other column may be meant with the amounts, not even a hidden one: of several that may hold amounts, one is
/// taken only where its title alone says what is done with them.
fn is_sure(
    sheet: &FileSheet,
    header: Option<usize>,
    kind: BulkKind,
    roles: &[ColumnRole],
    found: &FoundColumns,
    amount: usize,
) -> bool {
    let titles = header.and_then(|place| sheet.lines.get(place));
    let title = |column: usize| titles.map(|line| line.cell(column).meant()).unwrap_or_default();
    // In a text file, lines with more cells than the header are damaged.
    let width = titles.filter(|_| sheet.name.is_none()).map_or(usize::MAX, |line| line.cells.len());
    let others = open_columns(roles).filter(|column| *column != amount && *column < width);
    let mut rivals = others.filter(|column| may_hold_amounts(sheet, header, *column));
    // What is done as a whole is held against any amount.
    if !kind.moves_money() {
        return true;
    }
    let is_rival = |column: usize| !found.names_operation || titles::names_operation(&title(column), kind);
    (found.names_operation || found.is_plain) && !rivals.any(is_rival)
}

/// Whether another column may hold the ids of payments: by its title, or because they look the same.
fn has_other_ids(sheet: &FileSheet, header: Option<usize>, id: usize) -> bool {
    let titles = header.and_then(|place| sheet.lines.get(place));
    let title = |column: usize| titles.map(|line| line.cell(column).meant()).unwrap_or_default();
    let prefix = |column: usize| {
        let mut cells = cells(sheet, header, column).take(HEADER_LINES).map(SheetCell::meant);
        let first = cells.next().and_then(|cell| cell.split_once('_').map(|(prefix, _)| format!("{prefix}_")))?;
        cells.all(|cell| cell.starts_with(&first)).then_some(first)
    };
    let own = prefix(id);
    let is_other = |column: usize| match (&own, prefix(column)) {
        (Some(own), Some(other)) => *own == other,
        (None, _) | (_, None) => titles::may_name_ids(&title(column)),
    };
    (0..sheet.width()).filter(|column| *column != id && cells(sheet, header, *column).next().is_some()).any(is_other)
}

/// A cell that names a unit, and what it says: of a column that nobody decided on, or of a line that is not carried out,
/// such as a line of units below the titles.
pub(super) fn unit_cell(sheet: &FileSheet, header: Option<usize>, roles: &[ColumnRole]) -> Option<(UnitPlace, String)> {
    let of_role = |role| roles.iter().position(|known| *known == role);
    let (id, amount) = (of_role(ColumnRole::Id), of_role(ColumnRole::Amount)?);
    let is_carried_out = |line: &SheetLine| {
        let has_id = id.is_some_and(|id| !line.cell(id).is_empty());
        has_id && may_be_amount(line.cell(amount)) && !units::is_unit(line.cell(amount).stored())
    };
    let of_line = |line: &SheetLine| {
        let is_read = is_carried_out(line);
        line.cells.iter().enumerate().find_map(|(column, cell)| {
            let is_open = roles.get(column).is_none_or(|role| *role == ColumnRole::Undecided);
            let names = (is_open || !is_read) && names_unit(cell, column == amount);
            let place =
                if is_open || column == amount { UnitPlace::Column(column) } else { UnitPlace::Line(line.number) };
            names.then(|| (place, cell.stored().to_owned()))
        })
    };
    data(sheet, header).iter().find_map(of_line)
}

/// Whether a cell is a unit; words in place of an amount may say more beside it.
fn names_unit(cell: &SheetCell, is_amount: bool) -> bool {
    let SheetCell::Text(text) = cell else { return false };
    let is_note = is_amount && !text.contains(|c: char| c.is_ascii_digit());
    units::is_unit(text) || (is_note && units::mentions_unit(text))
}

/// Whether a line above the header or below the table says that amounts are in another unit.
pub(super) fn line_names_unit(line: &SheetLine) -> bool {
    line.cells.iter().any(|cell| units::mentions_unit(cell.stored())) || units::mentions_unit(&line_text(line))
}

/// The number of the last line that may ask for something: with an amount, where a column holds amounts.
pub(super) fn last_data(sheet: &FileSheet, header: Option<usize>, amount: Option<usize>) -> u32 {
    let asks = |line: &&SheetLine| match amount {
        Some(amount) => !line.cell(amount).is_empty() && is_data(line),
        None => line.cells.iter().any(|cell| !cell.is_empty()),
    };
    data(sheet, header).iter().rfind(asks).map_or(0, |line| line.number)
}

/// The lines of words below the last amount.
pub(super) fn notes_below(sheet: &FileSheet, header: Option<usize>) -> impl Iterator<Item = &SheetLine> {
    let last = data(sheet, header).iter().rposition(is_data);
    data(sheet, header).iter().skip(last.map_or(usize::MAX, |place| place + 1))
}

/// Whether a line is a title before other lines: words in place of an id, and no amount unless they say that what follows is
/// not meant.
pub(super) fn is_part_title(line: &SheetLine, id: Option<usize>, amount: Option<usize>, kind: BulkKind) -> bool {
    let cell =
        |column: Option<usize>| column.map(|column| line.cell(column).meant().trim().to_owned()).unwrap_or_default();
    let id = cell(id);
    let has_words = line_text(line).chars().any(char::is_alphabetic);
    let is_id = id.chars().any(|c| c.is_ascii_digit()) && !id.contains(char::is_whitespace);
    let has_words_for_id = id.contains(char::is_whitespace) || id.ends_with(':');
    let is_denied = words::name_may_deny(&id, kind) || words::title_denies(&id, kind);
    let is_title = is_denied || has_words_for_id || (amount.is_some() && !is_id);
    line.hidden.is_none() && has_words && is_title && (is_denied || !is_data(line)) && !titles::is_total(&id)
}

/// Whether a line has words in place of an id, and a number beside them: `Divide amounts by | 100`.
pub(super) fn says_a_number(line: &SheetLine, id: Option<usize>) -> bool {
    let words = id.map(|id| line.cell(id).meant().trim().to_owned()).unwrap_or_default();
    let is_text = words.contains(char::is_whitespace) || words.ends_with(':');
    is_text && words.chars().any(char::is_alphabetic) && is_data(line) && line.damage.is_none()
}

/// Whether the amounts of a column have both signs.
pub(super) fn has_both_signs(sheet: &FileSheet, header: Option<usize>, column: usize) -> bool {
    let is_negative = |cell: &SheetCell| {
        let text = cell.meant().trim().to_owned();
        text.starts_with(['-', '−', '–', '(']) || text.ends_with(['-', '−'])
    };
    let amounts = || cells(sheet, header, column).filter(|cell| may_be_amount(cell));
    amounts().any(is_negative) && !amounts().all(is_negative)
}

/// Whether every amount of a column is 0 or 1: it may answer a question.
pub(super) fn may_be_answers(sheet: &FileSheet, header: Option<usize>, column: usize) -> bool {
    let mut amounts = cells(sheet, header, column).map(|cell| cell.meant().trim().to_owned()).peekable();
    amounts.peek().is_some() && amounts.all(|amount| amount == "0" || amount == "1")
}

/// Whether nothing stands below a title that says more than what a column is called: `amounts in cents`.
pub(super) fn is_remark(sheet: &FileSheet, header: Option<usize>, column: usize) -> bool {
    let titles = header.and_then(|place| sheet.lines.get(place));
    let title = titles.map(|line| line.cell(column).meant().trim().to_owned()).unwrap_or_default();
    let is_name = title.chars().all(|c| c.is_alphanumeric() || c == '_');
    let says_more = !is_name || units::title_names_unit(&title) || named_currency::currency(&title).is_some();
    !title.is_empty() && says_more && !is_filled(sheet, header, column)
}

/// The text of a line above the header.
pub(super) fn line_text(line: &SheetLine) -> String {
    line.cells.iter().map(SheetCell::meant).filter(|cell| !cell.is_empty()).collect::<Vec<_>>().join(" ")
}

/// The columns that nobody decided on.
pub(super) fn open_columns(roles: &[ColumnRole]) -> impl Iterator<Item = usize> {
    roles.iter().enumerate().filter(|(_, role)| **role == ColumnRole::Undecided).map(|(column, _)| column)
}

/// The lines below the header.
pub(super) fn data(sheet: &FileSheet, header: Option<usize>) -> &[SheetLine] {
    sheet.lines.get(header.map_or(0, |place| place + 1)..).unwrap_or_default()
}

fn cells(sheet: &FileSheet, header: Option<usize>, column: usize) -> impl Iterator<Item = &SheetCell> {
    data(sheet, header).iter().map(move |line| line.cell(column)).filter(|cell| !cell.is_empty())
}

/// Whether anything stands in a column below its title.
pub(super) fn is_filled(sheet: &FileSheet, header: Option<usize>, column: usize) -> bool {
    cells(sheet, header, column).next().is_some()
}

/// Whether any cell of a column may be an amount, unless its title says that none is.
pub(super) fn may_hold_amounts(sheet: &FileSheet, header: Option<usize>, column: usize) -> bool {
    let titles = header.and_then(|place| sheet.lines.get(place));
    let is_denied = titles.is_some_and(|line| titles::names_no_amounts(&line.cell(column).meant()));
    !is_denied && cells(sheet, header, column).any(may_be_amount)
}

/// Whether a column certainly holds amounts: its title says so, or a cell with decimals, a currency or a share.
pub(super) fn holds_amounts(sheet: &FileSheet, header: Option<usize>, column: usize) -> bool {
    let titles = header.and_then(|place| sheet.lines.get(place));
    let title = titles.map(|line| line.cell(column).meant()).unwrap_or_default();
    let is_named = titles::names_amounts(&title);
    let is_written_out = |cell: &SheetCell| !cell.meant().trim().bytes().all(|byte| byte.is_ascii_digit());
    let is_amount = |cell: &SheetCell| {
        let is_text = matches!(cell, SheetCell::Text(_) | SheetCell::PartlyStruck(_));
        (may_be_amount(cell) && (is_named || is_written_out(cell))) || (is_text && names_amount(cell.stored()))
    };
    let is_share = |cell: &SheetCell| matches!(cell, SheetCell::Formatted { format: NumberFormat::Percent, .. });
    !titles::names_no_amounts(&title) && cells(sheet, header, column).any(|cell| is_amount(cell) || is_share(cell))
}

/// Whether a column has numbers that may be amounts in some way that is not read here: `10 Euro`, `1e1`, `EUR: 10,50`.
pub(super) fn may_hide_amounts(sheet: &FileSheet, header: Option<usize>, column: usize) -> bool {
    let titles = header.and_then(|place| sheet.lines.get(place));
    let title = titles.map(|line| line.cell(column).meant()).unwrap_or_default();
    let is_denied = titles::names_no_amounts(&title) || titles::may_name_ids(&title);
    !is_denied && cells(sheet, header, column).any(|cell| may_be_amount(cell) || has_number(cell))
}

/// Digits that belong to no date, no reference and no address.
fn has_number(cell: &SheetCell) -> bool {
    let SheetCell::Text(text) = cell else { return false };
    text.split_whitespace().any(|word| {
        let digits = word.chars().filter(|c| c.is_numeric()).count();
        let marks = word.chars().filter(|c| "-/.:".contains(*c)).count();
        let is_date = digits >= 3 && marks >= 2;
        let is_reference = word.contains(['_', '@', '-']) || (digits > AMOUNT_DIGITS_MAX);
        digits > 0 && !is_date && !is_reference
    })
}

/// Whether most cells of a column are codes of currencies.
pub(super) fn may_hold_currencies(sheet: &FileSheet, header: Option<usize>, column: usize) -> bool {
    let (like, all) = currency_cells(sheet, header, column);
    2 * like > all
}

/// Whether every cell of a column that is not empty is one.
fn has_currencies(sheet: &FileSheet, header: Option<usize>, column: usize) -> bool {
    let (like, all) = currency_cells(sheet, header, column);
    like > 0 && like == all
}

fn currency_cells(sheet: &FileSheet, header: Option<usize>, column: usize) -> (usize, usize) {
    cells(sheet, header, column).fold((0, 0), |(like, all), cell| {
        let cell = cell.meant();
        let is_code = CurrencyCode::new(&cell).is_listed() || named_currency::code_of_cell(&cell).is_some();
        (like + usize::from(is_code), all + 1)
    })
}

/// Whether a cell may be an amount; an error stands where one may have been.
fn may_be_amount(cell: &SheetCell) -> bool {
    match cell {
        SheetCell::Number(_) | SheetCell::Rewritten(_) | SheetCell::Text(_) | SheetCell::PartlyStruck(_) => {
            looks_like_amount(&cell.meant())
        }
        SheetCell::Error(_) | SheetCell::Doubtful { .. } => true,
        SheetCell::Formatted { format, .. } => *format != NumberFormat::Percent,
        SheetCell::Empty | SheetCell::Date(_) | SheetCell::Flag(_) => false,
    }
}

/// Whether a line names columns, and holds no amounts itself.
pub(super) fn is_header(sheet: &FileSheet, line: &SheetLine, kind: BulkKind) -> bool {
    let found = || found_in(sheet, line, kind);
    !is_data(line) && line.may_be_header() && found().count() > 1
}

/// Whether a line may be one of those that are imported: an amount may stand in it.
pub(super) fn is_data(line: &SheetLine) -> bool {
    // Titles may go over several lines.
    let is_damaged = line.damage.as_ref().is_some_and(|damage| !matches!(damage, LineDamage::Merged { .. }));
    is_damaged || line.cells.iter().any(may_be_amount)
}

/// Whether two lines have the same titles in the same columns.
pub(super) fn has_same_titles(one: &SheetLine, other: &SheetLine) -> bool {
    let title = |line: &SheetLine, column| line.cell(column).meant().trim().to_lowercase();
    (0..one.cells.len().max(other.cells.len())).all(|column| title(one, column) == title(other, column))
}

/// A number with marks of thousands and decimals, a sign, and a currency before or behind it. Whether it can be sent is
/// for the plan to say.
fn looks_like_amount(cell: &str) -> bool {
    let number = cell.trim_matches(|c: char| !c.is_ascii_digit());
    let (before, after) = cell.split_once(number).unwrap_or_default();
    let around = || before.chars().chain(after.chars());
    let may_stand_there = |c: char| c.is_alphabetic() || c.is_whitespace() || "+-()$.,".contains(c) || !c.is_ascii();
    let has_code = around().filter(|c| c.is_alphabetic()).count() <= 3;
    let groups: Vec<&str> = number.split(['.', ',', '\'', '’', ' ', '\u{a0}', '\u{202f}']).collect();
    let is_number = groups.iter().all(|group| !group.is_empty() && group.bytes().all(|byte| byte.is_ascii_digit()));
    let (last, whole) = groups.split_last().unwrap_or((&"", &[]));
    let digits: usize = if whole.is_empty() { last.len() } else { whole.iter().map(|group| group.len()).sum() };
    let inner = groups.get(1..groups.len().saturating_sub(1)).unwrap_or_default();
    let is_grouped = inner.iter().all(|group| group.len() == 3);
    is_number && is_grouped && digits <= AMOUNT_DIGITS_MAX && has_code && around().all(may_stand_there)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn what_may_be_an_amount_is_recognised() {
        for cell in ["1,50", "1.000", "1 234,50", "−3", "-3", "2,00 €", "EUR 5", "12", "1'000.00", "(4.00)"] {
            assert!(looks_like_amount(cell), "{cell}");
        }
        for cell in
            ["pay_2", "2026-11-20", "20.11.2026", "12:30", "out of stock", "20261120103000123", "1e1", "v1.2.3", ""]
        {
            assert!(!looks_like_amount(cell), "{cell}");
        }
        assert!(may_be_amount(&SheetCell::Number("57.699999999999996".to_owned())));
        assert!(may_be_amount(&SheetCell::Error("#REF!".to_owned())), "nobody knows what stood there");
        assert!(!may_be_amount(&SheetCell::Date("2026-11-20".to_owned())));
    }
}
