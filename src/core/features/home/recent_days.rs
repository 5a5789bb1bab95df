//! How it is going: volume and success rate of the last whole days by currency, beside as many days before.
//!
//! Counted from the payments that are known here, by the rules of Reports: a payment is of the day on which it was created, the
//! volume is what succeeded, and the rate is [`Measure::SuccessRate`]. Today is left out.

use std::collections::BTreeMap;

use chrono::{DateTime, Days, NaiveDate, Utc};

use crate::features::analytics::{Measure, Significance, of_rates};
use paydesk_domain::exact_test::Share;
use paydesk_domain::money::{Currency, Money};
use paydesk_domain::zone::Zone;
use paydesk_index::payment_columns::KnownPayments;

/// So many days are shown, and as many before them.
pub const DAYS: usize = 14;

/// The last days of a profile.
#[derive(Debug, Clone, PartialEq)]
pub struct RecentDays {
    /// The first and the last of the days, in the zone in which times are shown.
    pub days: (NaiveDate, NaiveDate),
    pub days_before: (NaiveDate, NaiveDate),
    /// The day of the first payment of all, where that is after the first of the days before: then nothing is compared.
    pub data_since: Option<NaiveDate>,
    /// The currency of the most payments first.
    pub currencies: Vec<CurrencyDays>,
}

/// The payments of one currency.
#[derive(Debug, Clone, PartialEq)]
pub struct CurrencyDays {
    pub currency: Currency,
    pub now: DaysOfPeriod,
    pub before: DaysOfPeriod,
    pub change: RateChange,
}

/// What can be said of a success rate beside that of the days before.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum RateChange {
    Higher,
    Lower,
    NotSignificant,
    /// Data begins within the days before.
    NotCompared,
    /// Fewer than ten payments in either period.
    TooFew,
}

/// The days of one period, the oldest first.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct DaysOfPeriod(pub [DayTotals; DAYS]);

/// The payments of a day.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct DayTotals {
    /// What succeeded, in minor units; `None` where the sum is too large.
    pub volume_minor: Option<i64>,
    /// Those that succeeded, of those that succeeded or failed.
    pub succeeded: Share,
}

impl DayTotals {
    const EMPTY: Self = Self { volume_minor: Some(0), succeeded: Share { hits: 0, of: 0 } };

    fn add(&mut self, amount: &Money, has_succeeded: bool) {
        self.succeeded.of += 1;
        if has_succeeded {
            self.succeeded.hits += 1;
            self.volume_minor = self.volume_minor.and_then(|sum| sum.checked_add(amount.minor));
        }
    }
}

impl DaysOfPeriod {
    const EMPTY: Self = Self([DayTotals::EMPTY; DAYS]);

    /// What succeeded in all of them; `None` where that is too large.
    pub fn volume(&self, currency: &Currency) -> Option<Money> {
        let minor = self.0.iter().try_fold(0_i64, |sum, day| sum.checked_add(day.volume_minor?))?;
        Some(Money::new(minor, currency.clone()))
    }

    /// Those that succeeded, of those that succeeded or failed.
    pub fn succeeded(&self) -> Share {
        let sum = |part: fn(&DayTotals) -> i64| self.0.iter().map(part).sum();
        Share { hits: sum(|day| day.succeeded.hits), of: sum(|day| day.succeeded.of) }
    }
}

/// When the days before begin that are shown now.
pub fn begin(zone: Zone, now: DateTime<Utc>) -> DateTime<Utc> {
    zone.day_start(day_before(zone.date(now), 2 * DAYS))
}

/// Counts the payments of the last days; `knows_all`: whether older payments would be known, too.
pub fn recent_days(columns: &KnownPayments, knows_all: bool, (zone, now): (Zone, DateTime<Utc>)) -> RecentDays {
    let today = zone.date(now);
    let (first, first_before) = (day_before(today, DAYS), day_before(today, 2 * DAYS));
    let mut found: BTreeMap<Currency, [DaysOfPeriod; 2]> = BTreeMap::new();
    for (created, amount, status) in columns.created_since(begin(zone, now)) {
        let Some(has_succeeded) = Measure::SuccessRate.hits(status.as_str()) else { continue };
        let day = usize::try_from((zone.date(created) - first_before).num_days()).ok();
        let Some(day) = day.filter(|day| *day < 2 * DAYS) else { continue };
        let periods = found.entry(amount.currency.clone()).or_insert([DaysOfPeriod::EMPTY; 2]);
        periods[day / DAYS].0[day % DAYS].add(&amount, has_succeeded);
    }
    let oldest = columns.newest().last().and_then(|row| columns.created(*row as usize));
    let data_since = oldest.map(|at| zone.date(at)).filter(|day| knows_all && *day > first_before);
    let compared = found.len();
    let of_currency = |(currency, [before, now]): (Currency, [DaysOfPeriod; 2])| {
        let change = match data_since {
            Some(_) => RateChange::NotCompared,
            None => rate_change(now.succeeded(), before.succeeded(), compared),
        };
        CurrencyDays { currency, now, before, change }
    };
    let mut currencies: Vec<CurrencyDays> = found.into_iter().map(of_currency).collect();
    currencies.sort_by_key(|days| std::cmp::Reverse(days.now.succeeded().of + days.before.succeeded().of));
    let (last, last_before) = (day_before(today, 1), day_before(first, 1));
    RecentDays { days: (first, last), days_before: (first_before, last_before), data_since, currencies }
}

/// Corrected for as many rates as are compared at once.
fn rate_change(now: Share, before: Share, compared: usize) -> RateChange {
    match of_rates(now, before, compared) {
        Significance::Significant if now.is_below(before) => RateChange::Lower,
        Significance::Significant => RateChange::Higher,
        Significance::TooFew => RateChange::TooFew,
        Significance::NotSignificant | Significance::NothingBefore | Significance::Unknown => {
            RateChange::NotSignificant
        }
    }
}

fn day_before(day: NaiveDate, days: usize) -> NaiveDate {
    day.checked_sub_days(Days::new(days as u64)).unwrap_or(NaiveDate::MIN)
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::features::analytics::chance::Dice;

    /// The rates of five currencies, of which every payment succeeds with the same chance in both periods.
    fn claims(dice: &mut Dice) -> bool {
        let changes = [400, 150, 60, 25, 8].map(|expected| {
            let [now, before] = [(); 2].map(|()| {
                let of = dice.events(expected);
                Share { hits: dice.hits(of, 88), of }
            });
            rate_change(now, before, 5)
        });
        changes.iter().any(|change| matches!(change, RateChange::Higher | RateChange::Lower))
    }

    #[test]
    fn where_no_rate_changed_at_most_one_home_in_twenty_calls_one_higher_or_lower() {
        const SEEDS: u64 = 10_000;
        let false_claims = (0..SEEDS).filter(|seed| claims(&mut Dice::of(*seed))).count() as u64;
        assert!(false_claims * 20 <= SEEDS, "{false_claims} of {SEEDS} claim a change");
        assert!(false_claims > 0, "the test can see a claim");
    }
}
