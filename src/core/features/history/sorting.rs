//! Payments ordered by a column. Few are sorted at once; many by the thread of the cache, while what is found stands in
//! the order of before.

use chrono::{DateTime, TimeDelta, Utc};

use crate::context::Context;
use crate::effect::HistoryJob;
use paydesk_index::payment_columns::{ColumnOrder, SortKey};

use super::orders::{AT_ONCE, AskedOrder, PREPARED};
use super::{History, HistoryPhase};

/// While payments come, the next order is made after so many times what the last one took.
const PAUSE: i32 = 10;
/// How long nothing is sorted after it could not be, in seconds.
const AFTER_FAILURE_S: i64 = 5;

/// From so many payments on, sorting by a text takes longer than a person should wait.
const PREPARED_FROM: usize = 100_000;

impl History {
    /// The column to sort by elsewhere: of the search, where there is no order of what is known now.
    fn unsorted(&self) -> Option<SortKey> {
        let key = self.search.sort().key;
        let is_searched = self.phase == HistoryPhase::Open && self.search.is_active() && key != SortKey::Created;
        let is_sorted = || self.columns.len() <= AT_ONCE || self.orders.has(&self.columns, key);
        (is_searched && self.orders.asked.is_none() && !is_sorted()).then_some(key)
    }

    /// The text to sort by before a person asks for it: where that takes long, once the list was read to its end.
    fn unprepared(&self) -> Option<SortKey> {
        let is_known = self.phase == HistoryPhase::Open && self.place.is_whole && self.columns.len() >= PREPARED_FROM;
        let is_missing = |key: &SortKey| !self.orders.holds(*key);
        PREPARED.into_iter().find(is_missing).filter(|_| is_known && self.orders.asked.is_none())
    }

    /// When that is to be done, where it is not at once.
    pub(super) fn sort_again_at(&self) -> Option<DateTime<Utc>> {
        self.orders.again_at.filter(|_| self.unsorted().or(self.unprepared()).is_some())
    }

    /// Asks for the order of the search where there is none of what is known now, or for one that may be asked for.
    pub(super) fn sort_due(&mut self, cx: &mut Context<'_>) {
        let wanted = self.unsorted().or_else(|| self.unprepared());
        let Some(key) = wanted.filter(|_| self.orders.again_at.is_none_or(|at| at <= cx.now)) else { return };
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
                let is_shown = order.key() == self.search.sort().key;
                let is_first = !self.orders.holds(order.key());
                self.orders.hold(order);
                if is_shown && !is_first && self.order_is_unsettled() {
                    self.search.wait_for_person();
                } else if is_shown {
                    self.order_again(&cx.view);
                }
            }
            None => self.orders.again_at = Some(cx.now + TimeDelta::seconds(AFTER_FAILURE_S)),
        }
    }
}
