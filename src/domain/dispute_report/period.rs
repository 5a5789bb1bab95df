//! Which days a report is of, and those that it is compared with.

use std::ops::RangeInclusive;

use chrono::{DateTime, Datelike as _, Days, Months, NaiveDate, Utc};

use crate::zone::Zone;

/// A week from Monday to Sunday, or a month of the calendar.
#[derive(Debug, Clone, Copy, PartialEq, Eq, strum::EnumIter)]
pub enum ReportPeriod {
    LastWeek,
    LastMonth,
}

/// Whole days, both included.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct ReportSpan {
    pub period: ReportPeriod,
    pub from: NaiveDate,
    pub to: NaiveDate,
}

impl ReportPeriod {
    /// As it is chosen on the command line.
    pub fn word(self) -> &'static str {
        match self {
            Self::LastWeek => "last-week",
            Self::LastMonth => "last-month",
        }
    }

    /// The week or month before the one that `now` is in.
    pub fn last_before(self, now: DateTime<Utc>, zone: Zone) -> ReportSpan {
        let today = zone.date(now);
        let this = match self {
            Self::LastWeek => days_before(today, u64::from(today.weekday().num_days_from_monday())),
            Self::LastMonth => days_before(today, u64::from(today.day0())),
        };
        ReportSpan { period: self, from: this, to: this }.before(1)
    }

    /// `week`, `month`.
    pub(super) fn noun(self) -> &'static str {
        match self {
            Self::LastWeek => "week",
            Self::LastMonth => "month",
        }
    }
}

fn days_before(date: NaiveDate, days: u64) -> NaiveDate {
    date.checked_sub_days(Days::new(days)).unwrap_or(NaiveDate::MIN)
}

impl ReportSpan {
    /// The span of as many days or months that lies so many weeks or months earlier.
    pub fn before(self, periods: u32) -> Self {
        let Self { period, from, .. } = self;
        let start = |periods: u32| match period {
            ReportPeriod::LastWeek => days_before(from, u64::from(periods) * 7),
            ReportPeriod::LastMonth => from.checked_sub_months(Months::new(periods)).unwrap_or(NaiveDate::MIN),
        };
        let next = if periods == 0 { self.after() } else { start(periods - 1) };
        Self { period, from: start(periods), to: days_before(next, 1) }
    }

    /// The first day after it.
    fn after(self) -> NaiveDate {
        self.to.succ_opt().unwrap_or(self.to)
    }

    pub(super) fn days(self) -> usize {
        usize::try_from((self.to - self.from).num_days() + 1).unwrap_or_default()
    }

    /// From its first instant to the last one.
    pub(super) fn bounds(self, zone: Zone) -> RangeInclusive<DateTime<Utc>> {
        zone.day_start(self.from)..=zone.day_end(self.to)
    }

    /// On an axis: `W47`, `Nov`.
    pub(super) fn short(self) -> String {
        match self.period {
            ReportPeriod::LastWeek => format!("W{}", self.from.iso_week().week()),
            ReportPeriod::LastMonth => self.from.format("%b").to_string(),
        }
    }

    /// `Monday 16 – Sunday 22 November 2026`, `1 – 30 November 2026`.
    pub fn label(self) -> String {
        let is_week = self.period == ReportPeriod::LastWeek;
        let day = if is_week { "%A %-d" } else { "%-d" };
        let from = match (self.from.year() == self.to.year(), self.from.month() == self.to.month()) {
            (true, true) => self.from.format(day).to_string(),
            (true, false) => self.from.format(&format!("{day} %B")).to_string(),
            (false, _) => self.from.format(&format!("{day} %B %Y")).to_string(),
        };
        format!("{from} – {}", self.to.format(&format!("{day} %B %Y")))
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn of(period: ReportPeriod, now: &str, zone: &str) -> ReportSpan {
        period.last_before(now.parse().unwrap(), zone.parse().unwrap())
    }

    #[test]
    fn the_last_week_is_over_in_the_zone_and_ends_on_a_sunday() {
        let monday = of(ReportPeriod::LastWeek, "2026-11-22T23:30:00Z", "Europe/Berlin");
        assert_eq!((monday.label().as_str(), monday.short().as_str()), ("Monday 16 – Sunday 22 November 2026", "W47"));
        let sunday = of(ReportPeriod::LastWeek, "2026-11-22T23:30:00Z", "UTC");
        assert_eq!(sunday.label(), "Monday 9 – Sunday 15 November 2026");
        assert_eq!(monday.before(1), sunday);
        let new_year = of(ReportPeriod::LastWeek, "2027-01-06T12:00:00Z", "UTC");
        assert_eq!(new_year.label(), "Monday 28 December 2026 – Sunday 3 January 2027");
        assert_eq!(new_year.short(), "W53");
    }

    #[test]
    fn the_last_month_is_compared_with_the_month_before_however_long() {
        let february = of(ReportPeriod::LastMonth, "2026-03-31T12:00:00Z", "UTC");
        assert_eq!((february.label().as_str(), february.days()), ("1 – 28 February 2026", 28));
        assert_eq!(february.before(1).label(), "1 – 31 January 2026");
        assert_eq!(february.before(2).label(), "1 – 31 December 2025");
    }
}
