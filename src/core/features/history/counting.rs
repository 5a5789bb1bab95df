//! How many payments each saved query finds. Few payments are counted at once; many by the thread of the cache, while the
//! numbers of before stay.

use chrono::{DateTime, NaiveDate, TimeDelta, Utc};

use crate::context::Context;
use crate::effect::HistoryJob;
use paydesk_domain::known::Known;
use paydesk_domain::zone::Zone;
use paydesk_index::payment_columns::{CountInput, KnownPayments, SearchContext};
use paydesk_index::payment_query::PaymentQuery;

use super::orders::AT_ONCE;

/// How long after a count the next one is made while payments come, in milliseconds; elsewhere also so many times what
/// the last one took.
const PAUSE_MS: i64 = 1_000;
const PAUSE: i32 = 10;

/// What was counted, or is.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
struct CountedOf {
    revision: u64,
    payments: usize,
    /// Which queries.
    wanted: u64,
    zone: Zone,
    today: NaiveDate,
}

/// How many payments each saved query finds.
#[derive(Debug, Default)]
pub struct ViewCounts {
    /// `None` keeps the place of one that cannot be read.
    queries: Vec<Option<PaymentQuery>>,
    /// Another number whenever others are wanted.
    wanted: u64,
    /// For each query; none before they were counted once.
    counts: Vec<Option<u64>>,
    of: Option<CountedOf>,
    asked: Option<(u64, CountedOf, DateTime<Utc>)>,
    asked_count: u64,
    /// Before this nothing is counted again.
    next_at: Option<DateTime<Utc>>,
    /// When what is outdated is counted again.
    again_at: Option<DateTime<Utc>>,
}

impl ViewCounts {
    /// These queries are counted from now on.
    pub(super) fn want(&mut self, queries: Vec<Option<PaymentQuery>>) {
        self.counts.clear();
        self.wanted += 1;
        (self.queries, self.next_at, self.of) = (queries, None, None);
    }

    /// Notes or tags are others: a query may find other payments.
    pub(super) fn recount(&mut self) {
        self.wanted += 1;
    }

    /// How many payments the query at `place` finds; `certainty` says how far that answers it.
    pub(super) fn get(
        &self,
        place: usize,
        payments: &KnownPayments,
        certainty: impl FnOnce(&PaymentQuery) -> fn(u64) -> Known<u64>,
    ) -> Known<u64> {
        let count = self.counts.get(place).copied().flatten();
        let query = self.queries.get(place).and_then(Option::as_ref);
        let known = count.zip(query).map_or(Known::Unknown, |(count, query)| certainty(query)(count));
        known.at_least_if(self.of.is_none_or(|of| of.revision != payments.revision()))
    }

    /// When to count again, where it is not at once.
    pub(super) fn again_at(&self) -> Option<DateTime<Utc>> {
        self.again_at
    }

    /// Counts where something changed.
    pub(super) fn count_due(&mut self, payments: &KnownPayments, cx: &mut Context<'_>) {
        let of = CountedOf {
            revision: payments.revision(),
            payments: payments.len(),
            wanted: self.wanted,
            zone: cx.zone,
            today: cx.zone.date(cx.now),
        };
        if self.queries.is_empty() || self.of == Some(of) {
            self.again_at = None;
            return;
        }
        let next_at = self.next_at.filter(|at| *at > cx.now);
        if self.asked.is_some() || next_at.is_some() {
            self.again_at = next_at;
            return;
        }
        let day_start = |day| of.zone.day_start(day);
        let context = SearchContext { today: of.today, day_start: &day_start, notes: cx.view.notes };
        let input = CountInput::new(payments, &self.queries, &context);
        self.again_at = None;
        if payments.len() <= AT_ONCE {
            (self.counts, self.of) = (input.count(), Some(of));
            self.next_at = Some(cx.now + TimeDelta::milliseconds(PAUSE_MS));
            return;
        }
        self.asked_count += 1;
        let nth = self.asked_count;
        self.asked = Some((nth, of, cx.now));
        cx.outbox.push(HistoryJob::Count { profile_id: cx.profile_id.clone(), nth, input });
    }

    /// What was asked for was counted, or was not.
    pub(super) fn counted(&mut self, nth: u64, found: Option<Vec<Option<u64>>>, now: DateTime<Utc>) {
        let Some((_, of, asked_at)) = self.asked.take_if(|(asked, ..)| *asked == nth) else { return };
        let pause = ((now - asked_at) * PAUSE).max(TimeDelta::milliseconds(PAUSE_MS));
        let is_wanted = of.wanted == self.wanted;
        self.next_at = Some(now + pause).filter(|_| is_wanted);
        if let Some(found) = found.filter(|found| is_wanted && found.len() == self.queries.len()) {
            (self.counts, self.of) = (found, Some(of));
        }
    }
}
