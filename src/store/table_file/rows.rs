//! Rows on their way into a file, and what is seen of that from elsewhere.

use std::collections::BTreeMap;
use std::sync::atomic::{AtomicBool, AtomicU64, Ordering};

use paydesk_domain::export::{ExportCell, ExportRow};
use paydesk_domain::money::Money;
use paydesk_domain::money_sums::MoneySums;

/// How many rows are written between two looks at what the person wants.
const LOOK_EVERY: u64 = 1_024;

/// What another thread sees and asks of a table that is being written.
#[derive(Debug, Default)]
pub struct TableProgress {
    rows: AtomicU64,
    is_cancelled: AtomicBool,
}

impl TableProgress {
    /// Rows that are written.
    pub fn rows(&self) -> u64 {
        self.rows.load(Ordering::Relaxed)
    }

    /// Nothing is left of the file.
    pub fn cancel(&self) {
        self.is_cancelled.store(true, Ordering::Relaxed);
    }

    pub fn is_cancelled(&self) -> bool {
        self.is_cancelled.load(Ordering::Relaxed)
    }

    /// So many rows are written.
    pub fn set(&self, rows: u64) {
        self.rows.store(rows, Ordering::Relaxed);
    }

    /// Counts a row; whether the next may be written.
    fn count(&self, rows: u64) -> bool {
        if !rows.is_multiple_of(LOOK_EVERY) {
            return true;
        }
        self.set(rows);
        !self.is_cancelled()
    }
}

/// What the writers of the formats come back with.
pub enum WriteError {
    Io(std::io::Error),
    Workbook(String),
    Cancelled,
}

impl From<std::io::Error> for WriteError {
    fn from(error: std::io::Error) -> Self {
        Self::Io(error)
    }
}

/// Rows on their way into a file: counted, summed, and given up when the person cancels.
pub struct Rows<'a, I> {
    pub rows: I,
    pub written: u64,
    pub sums: MoneySums,
    /// The column of statuses, from 0, and the sums of each.
    pub status: Option<usize>,
    pub by_status: BTreeMap<String, MoneySums>,
    /// The column of creation dates, from 0, where every row has one.
    pub created: Option<usize>,
    /// Rows without a creation date.
    pub undated: u64,
    pub progress: &'a TableProgress,
}

impl<'r, I: Iterator<Item = ExportRow<'r>>> Rows<'_, I> {
    pub fn next(&mut self) -> Result<Option<ExportRow<'r>>, WriteError> {
        let Some(row) = self.rows.next() else { return Ok(None) };
        self.written += 1;
        let created = self.created.and_then(|column| row.cells.get(column));
        self.undated += u64::from(matches!(created, Some(ExportCell::Empty)));
        if let Some(money) = &row.money {
            self.sums.add(money);
            self.add_to_status(&row, money);
        }
        if self.progress.count(self.written) { Ok(Some(row)) } else { Err(WriteError::Cancelled) }
    }

    fn add_to_status(&mut self, row: &ExportRow<'_>, money: &Money) {
        let Some(ExportCell::Text(status)) = self.status.and_then(|column| row.cells.get(column)) else { return };
        match self.by_status.get_mut(status.as_ref()) {
            Some(sums) => sums.add(money),
            None => drop(self.by_status.insert(status.to_string(), [money.clone()].into_iter().collect())),
        }
    }
}
