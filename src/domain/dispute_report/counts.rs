//! What is counted: the period and those before it, the reasons, and how sure a change is.

use std::collections::BTreeMap;

use chrono::{DateTime, NaiveDate, Utc};

use super::facts::{DisputeFacts, DisputeResult, ReportDispute};
use super::period::{ReportPeriod, ReportSpan};
use crate::exact_test::{ChanceOf, counts_differ};
use crate::zone::Zone;

/// So many periods are drawn, the reported one among them.
pub const PERIODS: u32 = 12;
/// With fewer cases than this in both periods nothing is said of their change.
pub const FEW: i64 = 10;
/// A change is significant where chance alone makes one so large less often than once in so many reports.
pub const ONCE_IN: u64 = 20;

/// Since when payments are counted.
pub fn counted_from(period: ReportPeriod, now: DateTime<Utc>, zone: Zone) -> DateTime<Utc> {
    zone.day_start(period.last_before(now, zone).before(PERIODS - 1).from)
}

/// One week or month.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct PeriodCounts {
    pub span: ReportSpan,
    /// Disputes opened, and what became of them so far.
    pub opened: i64,
    pub won: i64,
    pub lost: i64,
    /// Payments that succeeded.
    pub payments: i64,
    /// Whether anything is known of all its days.
    pub is_covered: bool,
}

/// A reason, now and in the period before.
#[derive(Debug, Clone, PartialEq)]
pub struct ReasonCounts {
    pub reason: String,
    pub now: i64,
    pub before: i64,
    pub change: CountChange,
}

/// What can be said of a change.
#[derive(Debug, Clone, Copy, PartialEq)]
pub enum CountChange {
    /// The period before is not known, or there is nothing in either.
    NotCompared,
    TooFew,
    /// With how likely chance alone makes it, corrected for all changes that the report compares.
    Judged(ChanceOf),
}

impl CountChange {
    pub fn is_significant(self) -> bool {
        match self {
            Self::Judged(chance) => chance.is_rarer_than(ONCE_IN),
            Self::NotCompared | Self::TooFew => false,
        }
    }
}

/// Everything that is counted.
#[derive(Debug, Clone, PartialEq)]
pub struct Counts {
    /// The oldest first; the last one is reported.
    pub periods: Vec<PeriodCounts>,
    /// The most frequent first.
    pub reasons: Vec<ReasonCounts>,
    /// Of the dispute rate.
    pub rate_change: CountChange,
    /// How many changes the report compares.
    pub compared: usize,
    /// Whether the day is known on which each dispute was decided that may have been in the period.
    pub knows_decisions: bool,
    /// The first day of which anything is known.
    pub since: Option<NaiveDate>,
}

impl Counts {
    pub fn of(facts: &DisputeFacts<'_>, span: &ReportSpan) -> Self {
        let since = facts.first.map(|first| facts.zone.date(first));
        let periods: Vec<PeriodCounts> =
            (0..PERIODS).rev().map(|back| PeriodCounts::of(facts, span.before(back), since)).collect();
        let is_undated = |dispute: &ReportDispute| {
            !dispute.is_open() && dispute.decided_at.is_none() && facts.zone.date(dispute.opened) <= span.to
        };
        let mut counts = Self {
            periods,
            reasons: reasons(facts, span),
            rate_change: CountChange::NotCompared,
            compared: 0,
            knows_decisions: !facts.disputes.iter().any(is_undated),
            since,
        };
        counts.judge();
        counts
    }

    pub fn now(&self) -> Option<&PeriodCounts> {
        self.periods.last()
    }

    /// The periods of which all is known, the oldest first, and the last one.
    pub fn covered(&self) -> &[PeriodCounts] {
        let uncovered = self.periods.iter().take_while(|period| !period.is_covered).count();
        &self.periods[uncovered.min(self.periods.len().saturating_sub(1))..]
    }

    /// The period before, where all of it is known.
    pub fn before(&self) -> Option<&PeriodCounts> {
        self.periods.iter().rev().nth(1).filter(|before| before.is_covered)
    }

    /// Judges the changes of the rate and of each reason together: at most one report in twenty calls any of them
    /// significant where nothing changed (S. Holm, *Scandinavian Journal of Statistics* 6, 1979).
    fn judge(&mut self) {
        let Some((now, before)) = self.now().zip(self.before()) else { return };
        let (opened, bases) = ((now.opened, before.opened), (now.payments, before.payments));
        self.compared = 1 + self.reasons.len();
        self.rate_change = compare(opened, bases);
        for reason in &mut self.reasons {
            reason.change = compare((reason.now, reason.before), bases);
        }
        let changes =
            std::iter::once(&mut self.rate_change).chain(self.reasons.iter_mut().map(|reason| &mut reason.change));
        let mut judged: Vec<&mut ChanceOf> = changes
            .filter_map(|change| match change {
                CountChange::Judged(chance) => Some(chance),
                CountChange::NotCompared | CountChange::TooFew => None,
            })
            .collect();
        ChanceOf::correct(&mut judged, self.compared);
    }
}

/// Compares two counts of events by how many payments they are of.
fn compare((now, before): (i64, i64), (payments_now, payments_before): (i64, i64)) -> CountChange {
    if now.max(before) < FEW {
        return if now.max(before) == 0 { CountChange::NotCompared } else { CountChange::TooFew };
    }
    counts_differ((now, payments_now), (before, payments_before)).map_or(CountChange::NotCompared, CountChange::Judged)
}

impl PeriodCounts {
    fn of(facts: &DisputeFacts<'_>, span: ReportSpan, since: Option<NaiveDate>) -> Self {
        let bounds = span.bounds(facts.zone);
        let opened = || facts.disputes.iter().filter(|dispute| bounds.contains(&dispute.opened));
        let with = |result: DisputeResult| count(opened().filter(|dispute| dispute.result() == result));
        Self {
            span,
            opened: count(opened()),
            won: with(DisputeResult::Won),
            lost: with(DisputeResult::Lost),
            payments: count(facts.succeeded.iter().filter(|at| bounds.contains(at))),
            is_covered: since.is_some_and(|since| since <= span.from),
        }
    }

    pub fn decided(&self) -> i64 {
        self.won + self.lost
    }

    /// Whether so much of it is decided that its outcome says something.
    pub fn is_mature(&self) -> bool {
        self.decided() * 5 >= self.opened * 4
    }

    /// Disputes opened for each payment that succeeded, in millionths; `None` of no payments.
    pub fn rate(&self) -> Option<i64> {
        let (opened, payments) = (i128::from(self.opened), i128::from(self.payments));
        i64::try_from((opened * 1_000_000 + payments / 2).checked_div(payments)?).ok().filter(|_| self.is_covered)
    }
}

pub fn count<T>(items: impl Iterator<Item = T>) -> i64 {
    i64::try_from(items.count()).unwrap_or(i64::MAX)
}

/// How often each reason was given, in this period or the one before.
fn reasons(facts: &DisputeFacts<'_>, span: &ReportSpan) -> Vec<ReasonCounts> {
    let mut found: BTreeMap<&str, (i64, i64)> = BTreeMap::new();
    let (now, before) = (span.bounds(facts.zone), span.before(1).bounds(facts.zone));
    for dispute in facts.disputes {
        if now.contains(&dispute.opened) {
            found.entry(&dispute.reason).or_default().0 += 1;
        } else if before.contains(&dispute.opened) {
            found.entry(&dispute.reason).or_default().1 += 1;
        }
    }
    let mut reasons: Vec<ReasonCounts> = found
        .into_iter()
        .map(|(reason, (now, before))| ReasonCounts {
            reason: reason.to_owned(),
            now,
            before,
            change: CountChange::NotCompared,
        })
        .collect();
    reasons.sort_by_key(|reason| (std::cmp::Reverse((reason.now, reason.before)), reason.reason.clone()));
    reasons
}
