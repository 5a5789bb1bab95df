//! Whether a change is significant: only then it is called better or worse.
//!
//! - Two counts are compared as counts of independent events, two rates as shares, both by
//!   [exact tests](paydesk_domain::exact_test); with fewer than [`FEW_CASES`] cases nothing is said.
//! - An amount is judged by the number of the records behind it, and only where that moved the same way.
//! - A report compares many numbers, and picks the largest change. So each is asked to be rarer the more there are: where
//!   nothing truly changed, at most one report in twenty calls any change significant (Bonferroni). The chance is shared
//!   evenly by the cards of a board, then by a card's totals and its groups.
//! - What is [still undecided](super::maturity) has no period before to be compared with.
//!
//! Integers throughout: no float is in the path of an amount.

use paydesk_domain::analytics::{Dimension, Subject};
use paydesk_domain::exact_test::{ChanceOf, counts_differ, shares_differ};
use paydesk_domain::money::Currency;

use super::card_content::{CardContent, CardValue, DimensionValues, Pane, ValueSeries, ValueUnit};
use super::measure::Measure;

pub use paydesk_domain::exact_test::Share;

/// With fewer cases than this a rate says nothing yet: one decided dispute is 0% or 100%.
pub const FEW_CASES: i64 = 10;

/// At most one report in so many calls a change significant where nothing changed.
pub(super) const REPORTS: u64 = 20;

/// What can be said of a change.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Significance {
    Significant,
    NotSignificant,
    /// Too few cases to say.
    TooFew,
    /// There was nothing before.
    NothingBefore,
    /// Not compared, or how many cases there are is not known.
    Unknown,
}

/// What a rate was made of; `None` where its number of cases is not known.
pub fn share_of(value: CardValue) -> Option<Share> {
    let of = value.of.filter(|of| *of > 0)?;
    let hits = (i128::from(value.exact()?) * i128::from(of) + 500_000) / 1_000_000;
    Some(Share { hits: i64::try_from(hits).ok()?.clamp(0, of), of })
}

/// Whether a rate is of too few cases.
pub fn is_few(value: CardValue) -> bool {
    value.of.is_some_and(|of| of < FEW_CASES)
}

/// How two periods are compared: how long each has been, and how rare chance has to be.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
struct Test {
    minutes: (i64, i64),
    once_in: u64,
}

impl Test {
    fn of_counts(self, now: i64, before: i64) -> Significance {
        if now.max(before) < FEW_CASES {
            return if before == 0 { Significance::NothingBefore } else { Significance::TooFew };
        }
        self.judged(counts_differ((now, self.minutes.0), (before, self.minutes.1)))
    }

    fn of_shares(self, now: Share, before: Share) -> Significance {
        if now.of.min(before.of) < FEW_CASES {
            return Significance::TooFew;
        }
        self.judged(shares_differ(now, before))
    }

    fn judged(self, chance: Option<ChanceOf>) -> Significance {
        match chance {
            Some(chance) if chance.is_rarer_than(self.once_in) => Significance::Significant,
            Some(_) => Significance::NotSignificant,
            None => Significance::Unknown,
        }
    }
}

/// Compares two shares of disputes, of so many pairs that a card compares.
pub fn of_shares(one: Share, other: Share, pairs: usize) -> Significance {
    let pairs = u64::try_from(pairs.max(1)).unwrap_or(u64::MAX);
    let once_in = REPORTS.saturating_mul(compared_cards(Subject::Disputes)).saturating_mul(pairs);
    Test { minutes: (1, 1), once_in }.of_shares(one, other)
}

/// Compares the share of a group of payments with that of the others, of so many groups of a card. There are four such cards,
/// which have the part of the chance that another card has.
pub(super) fn of_group(group: Share, others: Share, groups: usize) -> Significance {
    of_shares(group, others, groups.max(1).saturating_mul(4))
}

/// Compares a rate now and before, of so many rates that are shown together and with nothing else: where none changed, at
/// most one showing in twenty calls any of them significant.
pub fn of_rates(now: Share, before: Share, rates: usize) -> Significance {
    let rates = u64::try_from(rates.max(1)).unwrap_or(u64::MAX);
    Test { minutes: (1, 1), once_in: REPORTS.saturating_mul(rates) }.of_shares(now, before)
}

/// How many cards of a board are compared: those that its sentences, numbers and tables judge.
fn compared_cards(subject: Subject) -> u64 {
    match subject {
        Subject::Disputes => 8,
        Subject::Payments => 2,
    }
}

/// The two values of a change: now, and in the period before.
type Moved = (CardValue, CardValue);

impl CardContent {
    /// What can be said of the change of a series at a slot, or of its total.
    pub fn significance(&self, pane: usize, series: usize, slot: Option<usize>) -> Significance {
        let found = self.panes.get(pane).and_then(|pane| Some((pane, pane.series.get(series)?)));
        let Some((pane, series)) = found else { return Significance::Unknown };
        let Some((now, before)) = moved(series, slot) else { return Significance::Unknown };
        let Some((number, number_before)) = now.exact().zip(before.exact()) else { return Significance::Unknown };
        let test = self.test(slot.is_none());
        match &pane.unit {
            ValueUnit::Count => test.of_counts(number, number_before),
            ValueUnit::Rate => match share_of(now).zip(share_of(before)) {
                Some((now, before)) => test.of_shares(now, before),
                None => Significance::Unknown,
            },
            ValueUnit::Money(currency) => {
                let values = slot.and_then(|slot| pane.slots.get(slot)).map(|slot| &slot.dimension_values);
                let counts = series.measure.and_then(|measure| self.counts_behind(measure, currency, values));
                let Some((count_now, count_before)) = counts else { return Significance::Unknown };
                let is_alike = (count_now > count_before) == (number > number_before);
                if is_alike { test.of_counts(count_now, count_before) } else { Significance::NotSignificant }
            }
        }
    }

    /// How totals are tested, or the groups.
    fn test(&self, is_of_totals: bool) -> Test {
        let compared = |series: &ValueSeries| match is_of_totals {
            true => usize::from(series.total_before.is_some()),
            false => series.before.iter().flatten().count(),
        };
        let panes = self.panes.iter().filter(|pane| is_of_totals || !pane.over_time);
        let comparisons: usize = panes.flat_map(|pane| &pane.series).map(compared).sum();
        // Half of the chance is that of the totals.
        let parts = compared_cards(self.subject) * 2 * u64::try_from(comparisons.max(1)).unwrap_or(u64::MAX);
        Test { minutes: self.minutes, once_in: REPORTS.saturating_mul(parts) }
    }

    /// How many records are behind an amount of a currency, now and before, as far as the card counts them.
    fn counts_behind(
        &self,
        measure: Measure,
        currency: &Currency,
        values: Option<&DimensionValues>,
    ) -> Option<(i64, i64)> {
        let shares = |measure| {
            let (now, before) = self.moved_of(measure, currency, values)?;
            share_of(now).zip(share_of(before))
        };
        match measure {
            Measure::DisputedAmount => {
                let (now, before) = self.moved_of(Measure::Disputes, currency, values)?;
                now.exact().zip(before.exact())
            }
            Measure::LostAmount => {
                shares(Measure::WinRate).map(|(now, before)| (now.of - now.hits, before.of - before.hits))
            }
            Measure::ProcessedAmount => shares(Measure::SuccessRate).map(|(now, before)| (now.hits, before.hits)),
            Measure::Disputes | Measure::WinRate | Measure::Decided | Measure::Payments | Measure::SuccessRate => None,
        }
    }

    /// The values of a measure in the group of a currency and of `values`.
    fn moved_of(&self, measure: Measure, currency: &Currency, values: Option<&DimensionValues>) -> Option<Moved> {
        let of_measure = |series: &ValueSeries| series.measure == Some(measure);
        let pane: &Pane = self.panes.iter().find(|pane| pane.series.iter().any(of_measure))?;
        let is_group = |found: &DimensionValues| {
            let code = found.iter().find(|(dimension, _)| *dimension == Dimension::Currency);
            let others = found.iter().filter(|(dimension, _)| *dimension != Dimension::Currency);
            code.is_some_and(|(_, code)| code.as_deref() == Some(currency.code()))
                && others.eq(values.into_iter().flatten().filter(|(dimension, _)| *dimension != Dimension::Currency))
        };
        let slot = pane.slots.iter().position(|slot| is_group(&slot.dimension_values))?;
        moved(pane.series.iter().find(|series| of_measure(series))?, Some(slot))
    }
}

fn moved(series: &ValueSeries, slot: Option<usize>) -> Option<Moved> {
    let Some(slot) = slot else { return series.total.zip(series.total_before) };
    let value = |values: &[Option<CardValue>]| values.get(slot).copied().flatten();
    value(&series.values).zip(value(&series.before))
}

#[cfg(test)]
mod tests {
    use super::*;

    /// One comparison alone, at one in twenty.
    const ALONE: Test = Test { minutes: (1, 1), once_in: REPORTS };

    #[test]
    fn counts_differ_significantly_only_where_that_is_rare_for_their_size() {
        for (now, before, expected) in [
            (5, 0, Significance::NothingBefore),
            (25, 0, Significance::Significant),
            (9, 1, Significance::TooFew),
            (15, 10, Significance::NotSignificant),
            (24, 10, Significance::Significant),
            (10, 24, Significance::Significant),
            (1_040, 1_000, Significance::NotSignificant),
            (1_100, 1_000, Significance::Significant),
            (i64::MAX, 1, Significance::Unknown),
        ] {
            assert_eq!(ALONE.of_counts(now, before), expected, "{before} to {now}");
        }
    }

    #[test]
    fn periods_of_different_length_are_compared_by_how_often_something_happens() {
        let month = Test { minutes: (31, 15), once_in: REPORTS };
        assert_eq!(month.of_counts(62, 30), Significance::NotSignificant);
        assert_eq!(month.of_counts(30, 30), Significance::Significant);
    }

    #[test]
    fn shares_differ_significantly_only_where_that_is_rare_for_their_cases() {
        let share = |hits, of| Share { hits, of };
        for (now, before, expected) in [
            (share(0, 1), share(30, 40), Significance::TooFew),
            (share(6, 12), share(30, 40), Significance::NotSignificant),
            (share(3, 12), share(30, 40), Significance::Significant),
            (share(20, 20), share(20, 20), Significance::NotSignificant),
            // By Fisher's exact test 0.083; without continuity the normal approximation says 0.045.
            (share(15, 18), share(22, 22), Significance::NotSignificant),
            (share(520, 1_000), share(500, 1_000), Significance::NotSignificant),
            (share(560, 1_000), share(500, 1_000), Significance::Significant),
        ] {
            assert_eq!(ALONE.of_shares(now, before), expected, "{before:?} to {now:?}");
        }
    }

    #[test]
    fn a_rate_is_read_back_as_what_it_was_made_of() {
        for (hits, of) in [(2, 3), (1, 7), (999_999, 1_000_000), (0, 5)] {
            assert_eq!(CardValue::rate(hits, of).and_then(share_of), Some(Share { hits, of }));
        }
    }
}
