//! What each line of a sheet asks for, as its columns are understood. Nothing else becomes a plan.

use crate::features::bulk::exclusion::Exclusion;
use crate::features::bulk::text;
use crate::features::bulk::wanted::{MarksSeen, WantedAmount, WantedCurrency, WantedItem};
use paydesk_domain::money::{DecimalMark, MinorUnits};
use paydesk_domain::sheet::{CellFormula, FileSheet, NumberFormat, SheetCell, SheetLine, computed_number};

use super::amounts;
use super::columns::{self, ColumnRole};
use super::interpretation::{Interpretation, LineChoice};
use super::named_currency;
use super::titles;
use super::totals;
use super::words;

/// Two lines of which the amounts have a decimal comma and a decimal point: nobody writes both in one file.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct MixedMarks {
    pub comma: u32,
    pub point: u32,
}

/// Reads the lines of a sheet.
pub(super) struct LineReader<'a> {
    interpretation: &'a Interpretation,
    sheet: &'a FileSheet,
    header: Option<&'a SheetLine>,
    /// The number of the last line that may be imported.
    last_data: u32,
    id: Option<usize>,
    amount: Option<usize>,
    currency: Option<usize>,
    reason: Option<usize>,
    /// The currency that the title of the amounts names, or else the lines above the header and below the last amount.
    title_currency: Option<String>,
    /// A sign in the title of the amounts that stands for several currencies.
    title_sign: Option<String>,
    is_in_full: bool,
    expected_cells: usize,
    /// The first line of which the amount has a decimal comma, and the first with a point.
    comma: Option<u32>,
    point: Option<u32>,
    is_export: bool,
}

impl<'a> LineReader<'a> {
    pub(super) fn new(interpretation: &'a Interpretation, sheet: &'a FileSheet) -> Self {
        let of = |role| interpretation.column_of(role);
        let amount = of(ColumnRole::Amount);
        let header = interpretation.header().and_then(|place| sheet.lines.get(place));
        let above = sheet.lines.get(..interpretation.header().unwrap_or(0)).unwrap_or_default();
        let of_title =
            amount.zip(header).and_then(|(column, line)| named_currency::currency(&line.cell(column).meant()));
        let notes = above.iter().chain(columns::notes_below(sheet, interpretation.header()));
        let of_notes = || named_currency::currency(&notes.map(columns::line_text).collect::<Vec<_>>().join(" "));
        // Exports of Paydesk have no marks between thousands.
        let is_export = header.is_some_and(|line| line.cells.iter().any(|cell| is_of_export(cell.stored())));
        let first = |mark: DecimalMark| {
            let column = amount?;
            let mut lines = columns::data(sheet, interpretation.header()).iter();
            lines.find(|line| shown_mark(line.cell(column), is_export) == Some(mark)).map(|line| line.number)
        };
        Self {
            interpretation,
            sheet,
            header,
            last_data: columns::last_data(sheet, interpretation.header(), amount),
            id: of(ColumnRole::Id),
            amount,
            currency: of(ColumnRole::Currency),
            reason: of(ColumnRole::Reason),
            title_currency: of_title.or_else(of_notes),
            title_sign: amount
                .zip(header)
                .and_then(|(column, line)| named_currency::open_sign(&line.cell(column).meant())),
            is_in_full: interpretation.is_in_full(sheet),
            expected_cells: interpretation.expected_cells(sheet),
            comma: first(DecimalMark::Comma),
            point: first(DecimalMark::Point),
            is_export,
        }
    }

    /// What to say of marks that do not fit together, while nobody chose one.
    pub(super) fn mixed_marks(&self) -> Option<MixedMarks> {
        let found = self.comma.zip(self.point).filter(|_| self.interpretation.mark() == DecimalMark::Any);
        found.map(|(comma, point)| MixedMarks { comma, point })
    }

    /// The mark before decimals: the one that was chosen, or that an export of Paydesk has alone.
    fn mark(&self) -> DecimalMark {
        match (self.interpretation.mark(), self.comma, self.point) {
            (DecimalMark::Any, Some(_), None) if self.is_export => DecimalMark::Comma,
            (DecimalMark::Any, None, Some(_)) if self.is_export => DecimalMark::Point,
            (mark, _, _) => mark,
        }
    }

    /// What every line asks for: those below the header, and those above it that look the same.
    pub(super) fn wanted(&self, units: MinorUnits) -> Vec<WantedItem> {
        let place = self.interpretation.header();
        let above = self.sheet.lines.get(..place.unwrap_or(0)).unwrap_or_default().iter();
        let above = above.filter(|line| columns::is_data(line)).map(|line| self.refused(line, Exclusion::AboveHeader));
        let mut items: Vec<WantedItem> = above.collect();
        let mut part = None;
        for line in columns::data(self.sheet, place) {
            let goes_on = self.interpretation.choice(line.number) == Some(LineChoice::Import);
            items.push(match (part, self.part_begins(line)) {
                (Some(line_of_part), _) => self.refused(line, Exclusion::BelowHeader { line: line_of_part }),
                (None, Some(_)) if goes_on => self.refused(line, Exclusion::Header),
                (None, Some(why)) => {
                    part = Some(line.number);
                    self.refused(line, why)
                }
                (None, None) => self.item(line),
            });
        }
        totals::refuse_totals(&mut items, |line| self.adds_up(line), units);
        items
    }

    /// Whether the amount of a line, by its number, adds up others by its formula.
    fn adds_up(&self, number: u32) -> bool {
        let lines = &self.sheet.lines;
        let line = lines.binary_search_by_key(&number, |line| line.number).ok().and_then(|place| lines.get(place));
        let formula = line.zip(self.amount).and_then(|(line, amount)| line.formula(amount));
        formula == Some(CellFormula::OfOtherLines)
    }

    /// Whether another part of the sheet may begin with a line: another table, or a title before other lines.
    fn part_begins(&self, line: &SheetLine) -> Option<Exclusion> {
        let is_header = |_: &&SheetLine| columns::is_header(self.sheet, line, self.interpretation.kind());
        if let Some(header) = self.header.filter(is_header) {
            return Some(Exclusion::SecondHeader { is_same: columns::has_same_titles(header, line) });
        }
        let is_title = line.number < self.last_data
            && columns::is_part_title(line, self.id, self.amount, self.interpretation.kind());
        is_title.then(|| Exclusion::PartTitle { text: columns::line_text(line) })
    }

    /// A line that is not below the header. What its columns hold is not known.
    fn refused(&self, line: &SheetLine, why: Exclusion) -> WantedItem {
        let target = self.id(line);
        let (line, refused) = (Some(line.number), Some(why));
        WantedItem { amount: WantedAmount::Missing, line, refused, ..WantedItem::whole(target) }
    }

    fn meant(&self, line: &SheetLine, column: Option<usize>) -> Option<String> {
        column.map(|column| line.cell(column).meant().trim().to_owned())
    }

    fn id(&self, line: &SheetLine) -> String {
        self.id.map(|column| line.cell(column).id().trim().to_owned()).unwrap_or_default()
    }

    fn item(&self, line: &SheetLine) -> WantedItem {
        let choice = self.interpretation.choice(line.number);
        let is_meant = choice == Some(LineChoice::Import);
        let damage = self.interpretation.damage(self.sheet, line, self.expected_cells);
        let damaged = damage.map(|damage| Exclusion::Damaged { damage });
        let hidden = || line.hidden.filter(|_| !is_meant).map(|hidden| Exclusion::Hidden { hidden });
        let named = self.meant(line, self.currency).map(|text| named_currency::code_of_cell(&text).unwrap_or(text));
        let total = || titles::is_total(&self.id(line)).then_some(Exclusion::Total);
        let other_operation = || self.other_operation(line).filter(|_| !is_meant);
        WantedItem {
            target: self.id(line),
            amount: self.amount(line),
            line: Some(line.number),
            reason: self.meant(line, self.reason).filter(|reason| !reason.is_empty()),
            refused: damaged
                .or_else(hidden)
                .or_else(total)
                .or_else(other_operation)
                .or_else(|| self.other_amount(line, named.as_deref()).filter(|_| !is_meant))
                .or_else(|| self.other_currency(named.as_deref())),
            currency: named
                .or_else(|| self.title_currency.clone())
                .map(WantedCurrency::of_text)
                .or_else(|| self.title_sign.clone().map(WantedCurrency::Sign))
                .unwrap_or(WantedCurrency::OfObject),
            is_repeat_meant: is_meant,
        }
    }

    /// The reason names another amount, a share of it, or another currency.
    fn other_amount(&self, line: &SheetLine, currency: Option<&str>) -> Option<Exclusion> {
        let text = self.meant(line, self.reason)?;
        let amount = self.meant(line, self.amount).unwrap_or_default();
        let currency = currency.or(self.title_currency.as_deref());
        amounts::names_other(&text, &amount, currency).then_some(Exclusion::OtherOperation { text })
    }

    /// A cell that neither names the payment nor an amount says that this operation is not meant.
    fn other_operation(&self, line: &SheetLine) -> Option<Exclusion> {
        let read = [self.id, self.amount, self.currency];
        let unread = (0..line.cells.len()).filter(|column| !read.contains(&Some(*column)));
        let kind = self.interpretation.kind();
        let title = |column: usize| self.header.map(|header| header.cell(column).meant()).unwrap_or_default();
        let mut cells = unread.map(|column| (line.cell(column).meant(), title(column)));
        let (text, _) = cells.find(|(cell, title)| words::cell_denies(cell, title, kind))?;
        Some(Exclusion::OtherOperation { text: text.trim().to_owned() })
    }

    /// The title of the amounts names another currency than the line.
    fn other_currency(&self, named: Option<&str>) -> Option<Exclusion> {
        let (title, named) = (self.title_currency.as_deref()?, named?);
        let differs = !named.is_empty() && !named.eq_ignore_ascii_case(title);
        differs.then(|| Exclusion::TwoCurrencies { title: title.to_owned(), line: named.to_owned() })
    }

    /// A number of a workbook has a point before its decimals, whatever the texts have.
    fn amount(&self, line: &SheetLine) -> WantedAmount {
        let Some(column) = self.amount else {
            return if self.is_in_full { WantedAmount::InFull } else { WantedAmount::Missing };
        };
        let cell = line.cell(column);
        let number = |text: String| WantedAmount::Text { text, mark: DecimalMark::Point, seen: MarksSeen::default() };
        match cell {
            SheetCell::Empty => WantedAmount::Missing,
            SheetCell::Number(_) | SheetCell::Rewritten(_) => number(cell.meant().into_owned()),
            SheetCell::Formatted { format: NumberFormat::Currency(name), .. } => {
                number(format!("{} {name}", cell.meant()))
            }
            SheetCell::Formatted { number, format } => {
                WantedAmount::NoNumber { text: number.clone(), message: text::number_format(format, &cell.meant()) }
            }
            // Paydesk exports no amount with an apostrophe.
            SheetCell::Text(text) => WantedAmount::Text {
                text: computed_number(text.trim()).into_owned(),
                mark: self.mark(),
                seen: MarksSeen { comma: self.comma.is_some(), point: self.point.is_some() },
            },
            SheetCell::Date(date) => WantedAmount::NoNumber { text: date.clone(), message: text::date_or_time(date) },
            SheetCell::PartlyStruck(_) | SheetCell::Error(_) | SheetCell::Doubtful { .. } | SheetCell::Flag(_) => {
                WantedAmount::NoNumber { text: cell.stored().to_owned(), message: String::new() }
            }
        }
    }
}

/// Whether exports of Paydesk have this title, for programs or for people, and no table that was written by hand.
fn is_of_export(title: &str) -> bool {
    title == "as_of" || title.starts_with("As of (") && title.ends_with(')')
}

/// The mark before the decimals of a text that can be read in one way only: not three digits stand behind it, or it is no
/// mark between thousands, which stands behind a zero or more than three digits.
fn shown_mark(cell: &SheetCell, is_export: bool) -> Option<DecimalMark> {
    let SheetCell::Text(text) = cell else { return None };
    let number = text.trim_matches(|c: char| !c.is_ascii_digit());
    let at = number.rfind([',', '.'])?;
    let (whole, decimals) = (&number[..at], &number[at + 1..]);
    let mark = if number[at..].starts_with(',') { DecimalMark::Comma } else { DecimalMark::Point };
    let other = if mark == DecimalMark::Comma { '.' } else { ',' };
    let is_decimal = decimals.bytes().all(|byte| byte.is_ascii_digit());
    let is_plain = whole.bytes().all(|byte| byte.is_ascii_digit());
    let is_no_group = decimals.len() != 3 || whole.len() > 3 || whole.starts_with('0');
    (is_decimal && ((is_export || is_no_group) && is_plain || whole.contains(other))).then_some(mark)
}
