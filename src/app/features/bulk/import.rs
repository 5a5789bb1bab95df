//! A file of ids and amounts, and which of its columns hold what.

use super::import_titles;
use super::kind::BulkKind;
use super::plan::{WantedAmount, WantedItem};

/// A table that was read from a file: texts as they are there.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct ImportTable {
    /// The name of the file.
    pub name: String,
    pub rows: Vec<ImportRow>,
}

/// One row that is not empty.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct ImportRow {
    /// In the file, from 1.
    pub line: u32,
    pub cells: Vec<String>,
}

/// What the columns of a table hold, by their numbers from 0.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct ImportColumns {
    pub id: usize,
    pub amount: AmountColumn,
    /// Without one, each amount is in the currency of its payment.
    pub currency: Option<usize>,
    /// The first row names the columns.
    pub has_titles: bool,
}

/// Where a file has its amounts.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum AmountColumn {
    /// No title says it, and nobody did: all that remains, unless [a column looks like amounts](ImportTable::asks_for_amounts).
    NotChosen,
    Column(usize),
    /// A person said that there is none: all that remains of each.
    InFull,
}

impl ImportTable {
    /// The number of columns.
    pub fn width(&self) -> usize {
        self.rows.iter().map(|row| row.cells.len()).max().unwrap_or(0)
    }

    /// What a column is called: by its title, or by its number.
    pub fn column_name(&self, column: usize, has_titles: bool) -> String {
        let title = self.rows.first().filter(|_| has_titles).and_then(|row| row.cells.get(column));
        let title = title.map(|title| title.trim()).filter(|title| !title.is_empty());
        title.map_or_else(|| super::text::column(column + 1), str::to_owned)
    }

    /// What the titles of the columns say they hold. Amounts are taken from the file only where the operation takes them.
    pub fn guess(&self, kind: BulkKind) -> ImportColumns {
        let titles = self.rows.first().map(|row| row.cells.as_slice()).unwrap_or_default();
        let found = import_titles::find(titles, kind);
        let amount = found.amount.filter(|_| kind.takes_amounts());
        ImportColumns {
            id: found.id.unwrap_or(0),
            amount: amount.map_or(AmountColumn::NotChosen, AmountColumn::Column),
            currency: found.currency,
            has_titles: found.id.or(found.amount).or(found.currency).is_some(),
        }
    }

    /// Whether a person has to say where the amounts are: another column looks as if it has them, and each would be taken
    /// in full.
    pub fn asks_for_amounts(&self, kind: BulkKind, columns: ImportColumns) -> bool {
        let is_other = |column: &usize| *column != columns.id && Some(*column) != columns.currency;
        let is_open = kind.takes_amounts() && columns.amount == AmountColumn::NotChosen;
        is_open && (0..self.width()).filter(is_other).any(|column| self.looks_like_amounts(column, columns.has_titles))
    }

    /// Whether most cells of a column that are not empty do.
    fn looks_like_amounts(&self, column: usize, has_titles: bool) -> bool {
        let cells = self.data(has_titles).iter().filter_map(|row| row.cells.get(column));
        let (mut like, mut unlike) = (0, 0);
        for cell in cells.map(|cell| cell.trim()).filter(|cell| !cell.is_empty()) {
            *if looks_like_amount(cell) { &mut like } else { &mut unlike } += 1;
        }
        like > unlike
    }

    /// The rows without the titles.
    pub fn data(&self, has_titles: bool) -> &[ImportRow] {
        self.rows.get(usize::from(has_titles)..).unwrap_or_default()
    }

    /// What the rows ask for.
    pub(super) fn wanted(&self, columns: ImportColumns) -> impl Iterator<Item = WantedItem> {
        self.data(columns.has_titles).iter().map(move |row| {
            let cell = |column: usize| row.cells.get(column).map(|cell| cell.trim()).filter(|cell| !cell.is_empty());
            let amount = match columns.amount {
                AmountColumn::Column(column) => {
                    cell(column).map_or(WantedAmount::Missing, |text| WantedAmount::Text(text.to_owned()))
                }
                AmountColumn::NotChosen | AmountColumn::InFull => WantedAmount::InFull,
            };
            let target = cell(columns.id).unwrap_or_default().to_owned();
            let currency = columns.currency.and_then(cell).map(str::to_owned);
            WantedItem { target, amount, currency, line: Some(row.line) }
        })
    }
}

/// Longest number that is taken for an amount, in digits: references and times are longer.
const AMOUNT_DIGITS_MAX: usize = 12;

/// A number with marks of thousands and decimals, a sign, and a currency before or behind it. Whether it can be sent is
/// for the plan to say.
fn looks_like_amount(cell: &str) -> bool {
    let number = cell.trim_matches(|c: char| !c.is_ascii_digit());
    let (before, after) = cell.split_once(number).unwrap_or_default();
    let around = || before.chars().chain(after.chars());
    let may_stand_there = |c: char| c.is_alphabetic() || c.is_whitespace() || "+-()$.,".contains(c) || !c.is_ascii();
    let has_code = around().filter(|c| c.is_alphabetic()).count() <= 3;
    let groups: Vec<&str> = number.split(['.', ',', '\'', '’', ' ', '\u{a0}', '\u{202f}']).collect();
    let digits: usize = groups.iter().map(|group| group.len()).sum();
    let is_number = groups.iter().all(|group| !group.is_empty() && group.bytes().all(|byte| byte.is_ascii_digit()));
    let inner = groups.get(1..groups.len().saturating_sub(1)).unwrap_or_default();
    let is_grouped = inner.iter().all(|group| group.len() == 3);
    is_number && is_grouped && digits <= AMOUNT_DIGITS_MAX && has_code && around().all(may_stand_there)
}

#[cfg(test)]
mod tests {
    use super::*;

    fn table(rows: &[&[&str]]) -> ImportTable {
        let row = |(number, cells): (usize, &&[&str])| ImportRow {
            line: number as u32 + 1,
            cells: cells.iter().map(|cell| (*cell).to_owned()).collect(),
        };
        ImportTable { name: "file.csv".to_owned(), rows: rows.iter().enumerate().map(row).collect() }
    }

    #[test]
    fn columns_are_found_by_their_titles() {
        let table = table(&[&["Amount", "Currency", "Payment_ID"], &["1.00", "EUR", "pay_1"]]);
        let columns = table.guess(BulkKind::Capture);
        let amount = AmountColumn::Column(0);
        assert_eq!((columns.id, columns.amount, columns.currency, columns.has_titles), (2, amount, Some(1), true));
        assert_eq!(table.guess(BulkKind::Cancel).amount, AmountColumn::NotChosen, "a cancellation takes no amount");
        let wanted: Vec<WantedItem> = table.wanted(columns).collect();
        assert_eq!((wanted.len(), wanted[0].target.as_str(), wanted[0].line), (1, "pay_1", Some(2)));
    }

    #[test]
    fn a_file_without_titles_is_ids_in_its_first_column() {
        let table = table(&[&["pay_1"], &[" pay_2 ", "5.00"]]);
        let columns = table.guess(BulkKind::Capture);
        assert_eq!((columns.id, columns.amount, columns.has_titles), (0, AmountColumn::NotChosen, false));
        let ids: Vec<String> = table.wanted(columns).map(|wanted| wanted.target).collect();
        assert_eq!(ids, ["pay_1", "pay_2"]);
    }

    #[test]
    fn amounts_in_a_column_that_nobody_chose_are_asked_about() {
        let asks = |rows: &[&[&str]]| {
            let table = table(rows);
            table.asks_for_amounts(BulkKind::Refund, table.guess(BulkKind::Refund))
        };
        for cell in ["1,50", "1.000", "1 234,50", "−3", "-3", "2,00 €", "EUR 5", "12", "1'000.00", "(4.00)"] {
            assert!(asks(&[&["id", "back"], &["pay_1", cell]]), "{cell}");
        }
        let others =
            ["", "pay_2", "2026-11-20", "20.11.2026", "12:30", "out of stock", "20261120103000123", "1e1", "v1.2.3"];
        for cell in others {
            assert!(!asks(&[&["id", "back"], &["pay_1", cell]]), "{cell}");
        }
        assert!(asks(&[&["pay_1", "", "5"], &["pay_2"]]), "without titles too");
        assert!(!asks(&[&["id"], &["1001"]]), "ids may be numbers");
        assert!(!asks(&[&["id", "amount", "number"], &["pay_1", "1.00", "7"]]), "the title says where they are");
    }

    #[test]
    fn what_a_person_said_of_the_amounts_is_not_asked_again() {
        let table = table(&[&["id", "back"], &["pay_1", "1.00"], &["pay_2", ""]]);
        let guessed = table.guess(BulkKind::Refund);
        for (amount, wanted) in [
            (AmountColumn::InFull, [WantedAmount::InFull, WantedAmount::InFull]),
            (AmountColumn::Column(1), [WantedAmount::Text("1.00".to_owned()), WantedAmount::Missing]),
        ] {
            let columns = ImportColumns { amount, ..guessed };
            assert!(!table.asks_for_amounts(BulkKind::Refund, columns));
            assert!(table.wanted(columns).map(|wanted| wanted.amount).eq(wanted), "{amount:?}");
        }
        assert!(!table.asks_for_amounts(BulkKind::Cancel, guessed), "it takes no amounts");
    }
}
