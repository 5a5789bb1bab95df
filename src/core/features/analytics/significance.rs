//! Whether a change is larger than chance for its count: only then it is called better or worse.
//!
//! The rules, at 95%, over two equal periods:
//! - two counts are compared as counts of independent events (Poisson): with `a` and `b`, `(|a − b| − 1)² ÷ (a + b)`, which
//!   has one degree of freedom, is larger than 3.841;
//! - two rates are compared as shares (two-proportion test with a pooled variance), each of at least [`FEW_CASES`] cases;
//! - an amount is judged by the number of the records behind it, and only where that moved the same way.
//!
//! Exact integers throughout: no float is in the path of an amount.

use paydesk_domain::analytics::Dimension;
use paydesk_domain::money::Currency;

use super::card_content::{CardContent, CardValue, DimensionValues, Pane, ValueSeries, ValueUnit};
use super::measure::Measure;

/// With fewer cases than this a rate says nothing yet: one decided dispute is 0% or 100%.
pub const FEW_CASES: i64 = 10;

/// Above this a difference is found by chance in less than 5% of cases: χ² with one degree of freedom, in thousandths.
const CHI_SQUARED_THOUSANDTHS: u128 = 3_841;

/// What can be said of a change.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Significance {
    /// Larger than chance for its count.
    BeyondChance,
    WithinChance,
    /// Too few cases to say.
    FewCases,
    /// There was nothing before.
    NothingBefore,
    /// Not compared, or how many cases there are is not known.
    Unknown,
}

/// A rate as what it was made of.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct Share {
    pub hits: i64,
    pub of: i64,
}

impl Share {
    /// What a rate was made of; `None` where its number of cases is not known.
    pub fn of_value(value: CardValue) -> Option<Self> {
        let of = value.of.filter(|of| *of > 0)?;
        let hits = (i128::from(value.exact()?) * i128::from(of) + 500_000) / 1_000_000;
        Some(Self { hits: i64::try_from(hits).ok()?.clamp(0, of), of })
    }
}

/// Whether a rate is of too few cases.
pub fn is_few(value: CardValue) -> bool {
    value.of.is_some_and(|of| of < FEW_CASES)
}

/// Compares two counts of equal periods.
pub fn of_counts(now: i64, before: i64) -> Significance {
    if before == 0 {
        return Significance::NothingBefore;
    }
    if now.max(before) < FEW_CASES {
        return Significance::FewCases;
    }
    let difference = u128::from(now.abs_diff(before)).saturating_sub(1);
    let sum = u128::from(now.unsigned_abs()) + u128::from(before.unsigned_abs());
    judged(difference.checked_mul(difference), 1, sum)
}

/// Compares two shares.
pub fn of_shares(now: Share, before: Share) -> Significance {
    if now.of.min(before.of) < FEW_CASES {
        return Significance::FewCases;
    }
    let number = |number: i64| u128::from(number.unsigned_abs());
    let (cases, hits) = (number(now.of) + number(before.of), number(now.hits) + number(before.hits));
    let difference = (number(now.hits) * number(before.of)).abs_diff(number(before.hits) * number(now.of));
    let variance = number(now.of).checked_mul(number(before.of)).and_then(|of| of.checked_mul(hits));
    let variance = variance.and_then(|variance| variance.checked_mul(cases - hits));
    match variance {
        Some(variance) => judged(difference.checked_mul(difference), cases, variance),
        None => Significance::Unknown,
    }
}

/// Whether `square × factor ÷ variance` is beyond chance. What no longer fits is not judged.
fn judged(square: Option<u128>, factor: u128, variance: u128) -> Significance {
    let statistic = square.and_then(|square| square.checked_mul(factor)).and_then(|all| all.checked_mul(1_000));
    match statistic.zip(variance.checked_mul(CHI_SQUARED_THOUSANDTHS)) {
        Some((statistic, limit)) if statistic > limit => Significance::BeyondChance,
        Some(_) => Significance::WithinChance,
        None => Significance::Unknown,
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
        match &pane.unit {
            ValueUnit::Count => of_counts(number, number_before),
            ValueUnit::Rate => match Share::of_value(now).zip(Share::of_value(before)) {
                Some((now, before)) => of_shares(now, before),
                None => Significance::Unknown,
            },
            ValueUnit::Money(_) if number_before == 0 => Significance::NothingBefore,
            ValueUnit::Money(currency) => {
                let values = slot.and_then(|slot| pane.slots.get(slot)).map(|slot| &slot.dimension_values);
                let counts = series.measure.and_then(|measure| self.counts_behind(measure, currency, values));
                let Some((count_now, count_before)) = counts else { return Significance::Unknown };
                let is_alike = (count_now > count_before) == (number > number_before);
                if is_alike { of_counts(count_now, count_before) } else { Significance::WithinChance }
            }
        }
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
            Share::of_value(now).zip(Share::of_value(before))
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
            Measure::Disputes | Measure::WinRate | Measure::Payments | Measure::SuccessRate => None,
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

    #[test]
    fn counts_differ_beyond_chance_only_where_that_is_rare_for_their_size() {
        for (now, before, expected) in [
            (5, 0, Significance::NothingBefore),
            (9, 1, Significance::FewCases),
            (15, 10, Significance::WithinChance),
            (24, 10, Significance::BeyondChance),
            (10, 24, Significance::BeyondChance),
            (1_040, 1_000, Significance::WithinChance),
            (1_100, 1_000, Significance::BeyondChance),
            (i64::MAX, 1, Significance::Unknown),
        ] {
            assert_eq!(of_counts(now, before), expected, "{before} to {now}");
        }
    }

    #[test]
    fn shares_differ_beyond_chance_only_where_that_is_rare_for_their_cases() {
        let share = |hits, of| Share { hits, of };
        for (now, before, expected) in [
            (share(0, 1), share(30, 40), Significance::FewCases),
            (share(6, 12), share(30, 40), Significance::WithinChance),
            (share(3, 12), share(30, 40), Significance::BeyondChance),
            (share(20, 20), share(20, 20), Significance::WithinChance),
            (share(520, 1_000), share(500, 1_000), Significance::WithinChance),
            (share(560, 1_000), share(500, 1_000), Significance::BeyondChance),
        ] {
            assert_eq!(of_shares(now, before), expected, "{before:?} to {now:?}");
        }
    }

    #[test]
    fn a_rate_is_read_back_as_what_it_was_made_of() {
        for (hits, of) in [(2, 3), (1, 7), (999_999, 1_000_000), (0, 5)] {
            assert_eq!(CardValue::rate(hits, of).and_then(Share::of_value), Some(Share { hits, of }));
        }
    }
}
