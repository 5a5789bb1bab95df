//! Payments ordered by a column. Few are sorted at once; many by the thread of the cache, while what is found stands in
//! the order of before.

use chrono::{DateTime, TimeDelta, Utc};

use crate::app::context::Context;
use crate::app::effect::HistoryJob;
use crate::domain::payment_columns::{ColumnOrder, KnownPayments, RowSet, SortKey};

use super::{History, HistoryPhase};

/// Up to so many payments are sorted within a frame.
const AT_ONCE: usize = 20_000;
/// Orders that are held: the one in use and the one before.
const HELD: usize = 2;
/// While payments come, the next order is made after so many times what the last one took.
const PAUSE: i32 = 10;
/// How long nothing is sorted after it could not be, in seconds.
const AFTER_FAILURE_S: i64 = 5;

/// What is sorted elsewhere.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
struct Asked {
    nth: u64,
    key: SortKey,
    at: DateTime<Utc>,
}

/// See the module.
#[derive(Debug, Default)]
pub struct Orders {
    /// The latest first.
    held: Vec<ColumnOrder>,
    asked: Option<Asked>,
    count: u64,
    /// When one that is outdated is made again.
    again_at: Option<DateTime<Utc>>,
}

impl Orders {
    /// The rows that are found, as far as possible in the order of `key`; `None` where they were never sorted by it.
    pub(super) fn pick(&mut self, columns: &KnownPayments, key: SortKey, found: &RowSet) -> Option<Vec<u32>> {
        if columns.len() <= AT_ONCE && !self.has(columns, key) {
            self.hold(ColumnOrder::new(&columns.sort_input(), key));
        }
        let order = self.held.iter().find(|order| order.key() == key)?.rows();
        let mut rows = found.pick(order);
        if rows.len() < found.count() {
            // They came after the order was made: the newest last, until it is made again.
            let came_later = |row: &&u32| **row as usize >= order.len() && found.has(**row as usize);
            rows.extend(columns.newest().iter().rev().filter(came_later));
        }
        Some(rows)
    }

    /// Whether there is an order by this column of what is known now.
    fn has(&self, columns: &KnownPayments, key: SortKey) -> bool {
        self.held.iter().any(|order| order.is_of(columns, key))
    }

    fn hold(&mut self, order: ColumnOrder) {
        self.held.retain(|held| held.key() != order.key());
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

impl History {
    /// The column to sort by elsewhere: of the search, where there is no order of what is known now.
    fn unsorted(&self) -> Option<SortKey> {
        let key = self.search.sort().key;
        let is_searched = self.phase == HistoryPhase::Open && self.search.is_active() && key != SortKey::Created;
        let is_sorted = || self.columns.len() <= AT_ONCE || self.orders.has(&self.columns, key);
        (is_searched && self.orders.asked.is_none() && !is_sorted()).then_some(key)
    }

    /// When that is to be done, where it is not at once.
    pub(super) fn sort_again_at(&self) -> Option<DateTime<Utc>> {
        self.orders.again_at.filter(|_| self.unsorted().is_some())
    }

    /// Asks for the order of the search where there is none of what is known now.
    pub(super) fn sort_due(&mut self, cx: &mut Context<'_>) {
        let Some(key) = self.unsorted().filter(|_| self.orders.again_at.is_none_or(|at| at <= cx.now)) else { return };
        let orders = &mut self.orders;
        orders.again_at = None;
        orders.count += 1;
        let nth = orders.count;
        orders.asked = Some(Asked { nth, key, at: cx.now });
        let (profile_id, columns) = (cx.profile_id.clone(), self.columns.sort_input());
        cx.outbox.push(HistoryJob::Sort { profile_id, nth, key, columns });
    }

    /// What was asked for was sorted, or was not.
    pub(super) fn sorted(&mut self, nth: u64, order: Option<ColumnOrder>, cx: &mut Context<'_>) {
        let Some(asked) = self.orders.asked.take_if(|asked| asked.nth == nth) else { return };
        match order {
            Some(order) => {
                self.orders.again_at = Some(cx.now + (cx.now - asked.at) * PAUSE);
                self.orders.hold(order);
                self.search_again(&cx.view);
            }
            None => self.orders.again_at = Some(cx.now + TimeDelta::seconds(AFTER_FAILURE_S)),
        }
    }
}
