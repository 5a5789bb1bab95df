//! The days a board speaks of: presets and a custom range in the chosen zone, and the equal period before.
//!
//! A period is whole local days. Its borders as instants come from the zone, so that a day of a clock change has 23 or
//! 25 hours, and one whose midnight is skipped begins when the clocks do.

use chrono::{DateTime, Datelike, Days, NaiveDate, TimeDelta, Utc};
use serde::{Deserialize, Serialize};

use crate::app::zone::Zone;

use super::text;

/// Most days of a range: three years.
pub const DAYS_MAX: i64 = 1_096;

/// Which days are asked for; resolved at the time of asking.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash, Serialize, Deserialize)]
#[serde(rename_all = "snake_case")]
pub enum RangeChoice {
    /// So many days, today included.
    LastDays(u32),
    /// From the first of the month to today.
    ThisMonth,
    /// From the first of the quarter to today.
    ThisQuarter,
    /// A custom range, both days included.
    Days { from: NaiveDate, to: NaiveDate },
}

impl RangeChoice {
    /// What the range menu offers, before the custom range.
    pub const PRESETS: [Self; 5] =
        [Self::LastDays(7), Self::LastDays(30), Self::LastDays(90), Self::ThisMonth, Self::ThisQuarter];

    pub fn label(self) -> String {
        match self {
            Self::LastDays(days) => text::last_days(days),
            Self::ThisMonth => text::THIS_MONTH.to_owned(),
            Self::ThisQuarter => text::THIS_QUARTER.to_owned(),
            Self::Days { from, to } => Period { from, to }.label(),
        }
    }

    /// The days meant at `now`. A custom range with its ends the wrong way round is turned, and one that is too long is cut at its start.
    pub fn period(self, now: DateTime<Utc>, zone: Zone) -> Period {
        let today = zone.date(now);
        let first_of = |month: u32| NaiveDate::from_ymd_opt(today.year(), month, 1).unwrap_or(today);
        let (from, to) = match self {
            Self::LastDays(days) => (back(today, i64::from(days.max(1)) - 1), today),
            Self::ThisMonth => (first_of(today.month()), today),
            Self::ThisQuarter => (first_of(today.month0() / 3 * 3 + 1), today),
            Self::Days { from, to } => (from.min(to), from.max(to)),
        };
        Period { from: from.max(back(to, DAYS_MAX - 1)), to }
    }
}

/// Whole days of a zone, both included.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash)]
pub struct Period {
    pub from: NaiveDate,
    pub to: NaiveDate,
}

/// Two instants, both included: the end is the last millisecond of its day.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash, Default)]
pub struct Span {
    pub start: DateTime<Utc>,
    pub end: DateTime<Utc>,
}

impl Period {
    /// How many local days it has.
    pub fn days(self) -> i64 {
        (self.to - self.from).num_days() + 1
    }

    /// As many local days, directly before.
    pub fn previous(self) -> Self {
        Self { from: back(self.from, self.days()), to: back(self.from, 1) }
    }

    pub fn span(self, zone: Zone) -> Span {
        Span { start: zone.day_start(self.from), end: zone.day_end(self.to) }
    }

    /// The days that a span has in a zone.
    pub fn of(span: Span, zone: Zone) -> Self {
        Self { from: zone.date(span.start), to: zone.date(span.end) }
    }

    /// `23 Oct – 21 Nov 2026`.
    pub fn label(self) -> String {
        let year = if self.from.year() == self.to.year() { "%-d %b" } else { "%-d %b %Y" };
        if self.from == self.to {
            return self.to.format("%-d %b %Y").to_string();
        }
        format!("{} – {}", self.from.format(year), self.to.format("%-d %b %Y"))
    }
}

impl Span {
    /// The first instant after it.
    pub fn after(self) -> DateTime<Utc> {
        self.end + TimeDelta::milliseconds(1)
    }
}

/// `date` so many days earlier; the calendar's first day where there are none.
pub fn back(date: NaiveDate, days: i64) -> NaiveDate {
    date.checked_sub_days(Days::new(days.unsigned_abs())).unwrap_or(NaiveDate::MIN)
}

#[cfg(test)]
mod tests {
    use super::*;

    fn at(text: &str) -> DateTime<Utc> {
        text.parse().unwrap()
    }

    fn day(text: &str) -> NaiveDate {
        text.parse().unwrap()
    }

    fn zone(name: &str) -> Zone {
        name.parse().unwrap()
    }

    fn days(from: &str, to: &str) -> Period {
        Period { from: day(from), to: day(to) }
    }

    fn bounds(from: &str, to: &str, name: &str) -> (String, String, i64) {
        let span = days(from, to).span(zone(name));
        (span.start.to_rfc3339(), span.after().to_rfc3339(), (span.after() - span.start).num_minutes())
    }

    #[test]
    fn presets_end_today_in_the_zone_and_not_in_utc() {
        let late = at("2026-09-30T22:30:00Z");
        let period = |choice: RangeChoice, name: &str| choice.period(late, zone(name));
        assert_eq!(period(RangeChoice::LastDays(7), "UTC"), days("2026-09-24", "2026-09-30"));
        assert_eq!(period(RangeChoice::LastDays(7), "Europe/Berlin"), days("2026-09-25", "2026-10-01"));
        assert_eq!(period(RangeChoice::ThisMonth, "UTC"), days("2026-09-01", "2026-09-30"));
        assert_eq!(period(RangeChoice::ThisMonth, "Europe/Berlin"), days("2026-10-01", "2026-10-01"));
        assert_eq!(period(RangeChoice::ThisQuarter, "UTC"), days("2026-07-01", "2026-09-30"));
        assert_eq!(period(RangeChoice::ThisQuarter, "Europe/Berlin"), days("2026-10-01", "2026-10-01"));
    }

    #[test]
    fn custom_ranges_are_taken_either_way_round_and_bounded() {
        let own = |from: &str, to: &str| RangeChoice::Days { from: day(from), to: day(to) };
        let now = at("2026-11-21T10:00:00Z");
        assert_eq!(own("2026-03-05", "2026-03-01").period(now, Zone::default()), days("2026-03-01", "2026-03-05"));
        assert_eq!(own("1990-01-01", "2026-03-01").period(now, Zone::default()).days(), DAYS_MAX);
        assert_eq!(own("2026-03-01", "2026-03-01").label(), "1 Mar 2026");
        assert_eq!(own("2025-12-30", "2026-03-01").label(), "30 Dec 2025 – 1 Mar 2026");
    }

    #[test]
    fn days_of_a_clock_change_have_the_length_that_the_clocks_give_them() {
        let berlin = |from: &str, to: &str| bounds(from, to, "Europe/Berlin");
        let utc =
            |start: &str, end: &str, hours: i64| (format!("{start}:00+00:00"), format!("{end}:00+00:00"), hours * 60);
        assert_eq!(berlin("2026-03-29", "2026-03-29"), utc("2026-03-28T23:00", "2026-03-29T22:00", 23));
        assert_eq!(berlin("2026-10-25", "2026-10-25"), utc("2026-10-24T22:00", "2026-10-25T23:00", 25));
        assert_eq!(berlin("2026-03-01", "2026-03-31"), utc("2026-02-28T23:00", "2026-03-31T22:00", 31 * 24 - 1));
        let sao_paulo = |from: &str| bounds(from, from, "America/Sao_Paulo");
        assert_eq!(sao_paulo("2018-11-04"), utc("2018-11-04T03:00", "2018-11-05T02:00", 23), "midnight is skipped");
        assert_eq!(sao_paulo("2018-02-17"), utc("2018-02-17T02:00", "2018-02-18T03:00", 25));
        assert_eq!(sao_paulo("2026-11-04"), utc("2026-11-04T03:00", "2026-11-05T03:00", 24), "no change any more");
        let nepal = bounds("2026-11-21", "2026-11-21", "Asia/Kathmandu");
        assert_eq!(nepal, utc("2026-11-20T18:15", "2026-11-21T18:15", 24));
        assert_eq!(bounds("2026-11-21", "2026-11-21", "UTC"), utc("2026-11-21T00:00", "2026-11-22T00:00", 24));
    }

    #[test]
    fn the_period_before_has_as_many_local_days_and_touches() {
        for (from, to, name) in [
            ("2026-03-23", "2026-03-29", "Europe/Berlin"),
            ("2026-10-19", "2026-10-25", "Europe/Berlin"),
            ("2018-11-01", "2018-11-04", "America/Sao_Paulo"),
            ("2026-03-01", "2026-03-31", "Asia/Kathmandu"),
            ("2024-02-29", "2024-02-29", "UTC"),
        ] {
            let (now, before) = (days(from, to), days(from, to).previous());
            assert_eq!(before.days(), now.days(), "{from}");
            assert_eq!(before.span(zone(name)).after(), now.span(zone(name)).start, "{from}");
        }
        assert_eq!(days("2026-03-01", "2026-03-31").previous(), days("2026-01-29", "2026-02-28"));
    }
}
