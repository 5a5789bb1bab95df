//! Payments ordered by a column. Few are sorted at once; many by the thread of the cache, while what is found stands in
//! the order of before.

use chrono::{DateTime, TimeDelta, Utc};

use crate::app::context::Context;
use crate::app::effect::HistoryJob;
use crate::domain::payment_columns::{ColumnOrder, SortKey};

use super::orders::{AT_ONCE, AskedOrder};
use super::{History, HistoryPhase};

/// While payments come, the next order is made after so many times what the last one took.
const PAUSE: i32 = 10;
/// How long nothing is sorted after it could not be, in seconds.
const AFTER_FAILURE_S: i64 = 5;

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
        orders.asked = Some(AskedOrder { nth, key, at: cx.now });
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
