//! A file of ids and amounts, and which of its columns hold what.

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
    /// Without one, everything that remains.
    pub amount: Option<usize>,
    /// Without one, each amount is in the currency of its payment.
    pub currency: Option<usize>,
    /// The first row names the columns.
    pub has_titles: bool,
}

/// Names of columns, the best first, as they are usual in exports.
const ID_NAMES: [&str; 5] = ["payment_id", "payout_id", "id", "payment", "payout"];
const AMOUNT_NAMES: [&str; 4] = ["amount_to_capture", "capture_amount", "refund_amount", "amount"];
const CURRENCY_NAMES: [&str; 1] = ["currency"];

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

    /// What the names of the columns say they hold. Amounts are taken from the file only where the operation takes them.
    pub fn guess(&self, kind: BulkKind) -> ImportColumns {
        let titles: Vec<String> =
            self.rows.first().into_iter().flat_map(|row| &row.cells).map(|title| folded(title)).collect();
        let find = |names: &[&str]| names.iter().find_map(|name| titles.iter().position(|title| title == name));
        let id = find(&ID_NAMES);
        ImportColumns {
            id: id.unwrap_or(0),
            amount: find(&AMOUNT_NAMES).filter(|_| kind.takes_amounts()),
            currency: find(&CURRENCY_NAMES),
            has_titles: id.is_some(),
        }
    }

    /// The rows without the titles.
    pub fn data(&self, has_titles: bool) -> &[ImportRow] {
        self.rows.get(usize::from(has_titles)..).unwrap_or_default()
    }

    /// What the rows ask for.
    pub(super) fn wanted(&self, columns: ImportColumns) -> impl Iterator<Item = WantedItem> {
        self.data(columns.has_titles).iter().map(move |row| {
            let cell = |column: usize| row.cells.get(column).map(|cell| cell.trim()).filter(|cell| !cell.is_empty());
            let currency = columns.currency.and_then(cell).map(str::to_owned);
            let amount = columns.amount.and_then(cell).map(|text| WantedAmount { text: text.to_owned(), currency });
            WantedItem { target: cell(columns.id).unwrap_or_default().to_owned(), amount, line: Some(row.line) }
        })
    }
}

fn folded(title: &str) -> String {
    title.trim().to_lowercase().replace([' ', '-'], "_")
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
        assert_eq!((columns.id, columns.amount, columns.currency, columns.has_titles), (2, Some(0), Some(1), true));
        assert_eq!(table.guess(BulkKind::Cancel).amount, None, "a cancellation takes no amount");
        let wanted: Vec<WantedItem> = table.wanted(columns).collect();
        assert_eq!((wanted.len(), wanted[0].target.as_str(), wanted[0].line), (1, "pay_1", Some(2)));
    }

    #[test]
    fn a_file_without_titles_is_ids_in_its_first_column() {
        let table = table(&[&["pay_1"], &[" pay_2 ", "5.00"]]);
        let columns = table.guess(BulkKind::Capture);
        assert_eq!((columns.id, columns.amount, columns.has_titles), (0, None, false));
        let ids: Vec<String> = table.wanted(columns).map(|wanted| wanted.target).collect();
        assert_eq!(ids, ["pay_1", "pay_2"]);
    }
}
