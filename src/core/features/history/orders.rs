//! The orders of payments that are at hand, and the one that is being made.

use chrono::{DateTime, Utc};

use paydesk_index::payment_columns::{ColumnOrder, KnownPayments, RowSet, SortKey};

/// Up to so many payments are sorted within a frame.
pub(super) const AT_ONCE: usize = 20_000;
/// The texts that are sorted by before a person asks for it.
pub(super) const PREPARED: [SortKey; 3] = [SortKey::Payer, SortKey::Email, SortKey::PaymentId];
/// Orders that are held: those by text that take long to make, and the one used last of all others.
const HELD: usize = PREPARED.len() + 1;

/// What is sorted elsewhere.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(super) struct AskedOrder {
    pub nth: u64,
    pub key: SortKey,
    pub at: DateTime<Utc>,
}

/// The sort orders that are ready, and the one being made.
#[derive(Debug, Default)]
pub struct Orders {
    /// The latest first.
    held: Vec<ColumnOrder>,
    pub(super) asked: Option<AskedOrder>,
    pub(super) count: u64,
    /// When one that is outdated is made again.
    pub(super) again_at: Option<DateTime<Utc>>,
}

impl Orders {
    /// The rows that are found, as far as possible in the order of `key`; `None` where they were never sorted by it.
    pub(super) fn pick(&mut self, columns: &KnownPayments, key: SortKey, found: &RowSet) -> Option<Vec<u32>> {
        self.update(columns, key);
        let order = self.held.iter().find(|order| order.key() == key)?.rows();
        let mut rows = found.pick(order);
        if rows.len() < found.count() {
            // They came after the order was made: the newest last, until it is made again.
            let came_later = |row: &&u32| **row as usize >= order.len() && found.has(**row as usize);
            rows.extend(columns.newest().iter().rev().filter(came_later));
        }
        Some(rows)
    }

    /// Brings the order by `key` up to date where that is quickly done.
    fn update(&mut self, columns: &KnownPayments, key: SortKey) {
        let held = self.held.iter_mut().find(|order| order.key() == key);
        if held.as_ref().is_some_and(|order| order.is_of(columns, key)) {
            return;
        }
        match held.and_then(|order| Some((order.updated(columns)?, order))) {
            Some((updated, order)) => *order = updated,
            None if columns.len() <= AT_ONCE => self.hold(ColumnOrder::new(&columns.sort_input(), key)),
            None => {}
        }
    }

    /// Whether there is an order by this column of what is known now, or what changed since is soon merged into it.
    pub(super) fn has(&self, columns: &KnownPayments, key: SortKey) -> bool {
        self.held.iter().any(|order| order.key() == key && order.can_be_updated(columns))
    }

    /// Whether there is an order by this column at all.
    pub(super) fn holds(&self, key: SortKey) -> bool {
        self.held.iter().any(|order| order.key() == key)
    }

    pub(super) fn hold(&mut self, order: ColumnOrder) {
        let is_slow = |key: SortKey| PREPARED.contains(&key);
        self.held.retain(|held| held.key() != order.key() && (is_slow(held.key()) || is_slow(order.key())));
        self.held.insert(0, order);
        self.held.truncate(HELD);
    }

    /// Rows have other numbers than before.
    pub(super) fn clear(&mut self) {
        *self = Self { count: self.count, ..Self::default() };
    }

    /// Whether the first order by this column is being made.
    pub(super) fn is_first_of(&self, key: SortKey) -> bool {
        self.asked.is_some_and(|asked| asked.key == key) && !self.held.iter().any(|order| order.key() == key)
    }
}
