//! The days a board speaks of: presets and a custom range in the chosen zone, and the equal period before.
//!
//! A month is compared with the month before, a quarter with the quarter before; what has passed of one with the same
//! number of days of the one before. Any other period is compared with as many days on the same weekdays: it begins whole
//! weeks earlier, so that a Sunday is compared with a Sunday. Presets are whole weeks where they can be.
//!
//! A period is whole local days. Its borders as instants come from the zone, so that a day of a clock change has 23 or
//! 25 hours, and one whose midnight is skipped begins when the clocks do.

use chrono::{DateTime, Datelike, Days, NaiveDate, TimeDelta, Utc};
use serde::{Deserialize, Serialize};

use paydesk_domain::zone::Zone;

use super::text;

/// Most days of a range: three years.
pub const DAYS_MAX: i64 = 1_096;

/// Which days are asked for; resolved at the time of asking.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash, Serialize, Deserialize)]
#[serde(rename_all = "snake_case")]
pub enum RangeChoice {
    /// So many days, today included.
    LastDays(u32),
    /// So many days, yesterday the last of them.
    FullDays(u32),
    /// From Monday to Sunday.
    LastWeek,
    /// From the first of the month to today.
    ThisMonth,
    LastMonth,
    /// From the first of the quarter to today.
    ThisQuarter,
    LastQuarter,
    /// A custom range, both days included.
    Days {
        from: NaiveDate,
        to: NaiveDate,
    },
}

impl RangeChoice {
    /// What the range menu offers, before the custom range.
    pub const PRESETS: [Self; 10] = [
        Self::LastDays(7),
        Self::LastDays(28),
        Self::LastDays(91),
        Self::FullDays(7),
        Self::FullDays(28),
        Self::LastWeek,
        Self::ThisMonth,
        Self::LastMonth,
        Self::ThisQuarter,
        Self::LastQuarter,
    ];

    pub fn label(self) -> String {
        match self {
            Self::LastDays(days) => text::last_days(days),
            Self::FullDays(days) => format!("Last {days} days, excluding today"),
            Self::LastWeek => "Last week".to_owned(),
            Self::ThisMonth => text::THIS_MONTH.to_owned(),
            Self::LastMonth => text::LAST_MONTH.to_owned(),
            Self::ThisQuarter => "This quarter".to_owned(),
            Self::LastQuarter => "Last quarter".to_owned(),
            Self::Days { from, to } => Period { from, to }.label(),
        }
    }

    /// The days meant at `now`. A custom range with its ends the wrong way round is turned, and one that is too long is cut at its start.
    pub fn period(self, now: DateTime<Utc>, zone: Zone) -> Period {
        let today = zone.date(now);
        let (from, to) = match self {
            Self::LastDays(days) => (back(today, i64::from(days.max(1)) - 1), today),
            Self::FullDays(days) => (back(today, i64::from(days.max(1))), back(today, 1)),
            Self::LastWeek => {
                let monday = back(today, i64::from(today.weekday().num_days_from_monday()));
                (back(monday, 7), back(monday, 1))
            }
            Self::ThisMonth => (month_of(today), today),
            Self::LastMonth => {
                let end = back(month_of(today), 1);
                (month_of(end), end)
            }
            Self::ThisQuarter => (quarter_of(today), today),
            Self::LastQuarter => {
                let end = back(quarter_of(today), 1);
                (quarter_of(end), end)
            }
            Self::Days { from, to } => (from.min(to), from.max(to)),
        };
        Period { from: from.max(back(to, DAYS_MAX - 1)), to }
    }

    /// What a period of this choice is compared with.
    pub fn before(self, period: Period) -> Period {
        let end = back(period.from, 1);
        // As much of the one before as has passed of this one, or all of a shorter one.
        let so_far = |from: NaiveDate| {
            let to = from.checked_add_days(Days::new((period.to - period.from).num_days().unsigned_abs()));
            Period { from, to: to.unwrap_or(end).min(end) }
        };
        match self {
            Self::LastMonth => Period { from: month_of(end), to: end },
            Self::Days { .. } if period.is_month() => Period { from: month_of(end), to: end },
            Self::LastQuarter => Period { from: quarter_of(end), to: end },
            Self::ThisMonth => so_far(month_of(end)),
            Self::ThisQuarter => so_far(quarter_of(end)),
            Self::LastDays(_) | Self::FullDays(_) | Self::LastWeek | Self::Days { .. } => period.weeks_before(),
        }
    }

    /// Whether the days that it is compared with are chosen by their weekdays, and do not end where it begins.
    pub fn is_compared_by_weekdays(self, period: Period) -> bool {
        self.before(period) == period.weeks_before() && period.days() % 7 != 0
    }
}

/// The first day of the month of `date`.
fn month_of(date: NaiveDate) -> NaiveDate {
    date.with_day(1).unwrap_or(date)
}

/// The first day of the quarter of `date`.
fn quarter_of(date: NaiveDate) -> NaiveDate {
    NaiveDate::from_ymd_opt(date.year(), date.month0() / 3 * 3 + 1, 1).unwrap_or(date)
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

    /// Whether it is a month of the calendar, from its first day to its last.
    fn is_month(self) -> bool {
        let next = self.to.succ_opt();
        self.from.day() == 1 && month_of(self.to) == self.from && next.is_some_and(|next| next.day() == 1)
    }

    /// As many local days with the same weekdays, as late as they can be without touching this one.
    fn weeks_before(self) -> Self {
        let days = (self.days() + 6) / 7 * 7;
        Self { from: back(self.from, days), to: back(self.to, days) }
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
    /// How much of it has passed at `now`, in minutes.
    pub fn minutes_until(self, now: DateTime<Utc>) -> i64 {
        (self.after().min(now) - self.start).num_minutes()
    }

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
    fn last_month_and_last_quarter_are_whole_and_over() {
        let period = |now: &str, choice: RangeChoice| choice.period(at(now), Zone::default());
        assert_eq!(period("2026-03-05T12:00:00Z", RangeChoice::LastMonth), days("2026-02-01", "2026-02-28"));
        assert_eq!(period("2026-01-31T12:00:00Z", RangeChoice::LastMonth), days("2025-12-01", "2025-12-31"));
        assert_eq!(period("2026-03-05T12:00:00Z", RangeChoice::LastQuarter), days("2025-10-01", "2025-12-31"));
        assert_eq!(period("2026-05-31T12:00:00Z", RangeChoice::LastQuarter), days("2026-01-01", "2026-03-31"));
    }

    #[test]
    fn the_period_before_has_the_same_weekdays_and_does_not_overlap() {
        for (from, to, before) in [
            ("2026-03-23", "2026-03-29", days("2026-03-16", "2026-03-22")),
            ("2026-10-25", "2026-11-21", days("2026-09-27", "2026-10-24")),
            ("2018-11-01", "2018-11-04", days("2018-10-25", "2018-10-28")),
            ("2026-03-01", "2026-03-30", days("2026-01-25", "2026-02-23")),
            ("2024-02-29", "2024-02-29", days("2024-02-22", "2024-02-22")),
        ] {
            let now = days(from, to);
            let choice = RangeChoice::Days { from: now.from, to: now.to };
            assert_eq!(choice.before(now), before, "{from}");
            assert_eq!((before.days(), before.from.weekday()), (now.days(), now.from.weekday()), "{from}");
            assert!(before.to < now.from, "{from}");
            assert_eq!((now.from - before.to).num_days() > 1, choice.is_compared_by_weekdays(now), "{from}");
        }
    }

    #[test]
    fn months_and_quarters_are_compared_with_those_before_and_their_parts_with_as_many_days() {
        for (now, choice, period, before) in [
            ("2026-03-05", RangeChoice::LastMonth, ("2026-02-01", "2026-02-28"), ("2026-01-01", "2026-01-31")),
            ("2026-11-30", RangeChoice::LastQuarter, ("2026-07-01", "2026-09-30"), ("2026-04-01", "2026-06-30")),
            ("2026-11-20", RangeChoice::ThisMonth, ("2026-11-01", "2026-11-20"), ("2026-10-01", "2026-10-20")),
            ("2026-03-31", RangeChoice::ThisMonth, ("2026-03-01", "2026-03-31"), ("2026-02-01", "2026-02-28")),
            ("2026-11-30", RangeChoice::ThisQuarter, ("2026-10-01", "2026-11-30"), ("2026-07-01", "2026-08-30")),
            ("2026-11-30", RangeChoice::LastWeek, ("2026-11-23", "2026-11-29"), ("2026-11-16", "2026-11-22")),
            ("2026-11-29", RangeChoice::LastWeek, ("2026-11-16", "2026-11-22"), ("2026-11-09", "2026-11-15")),
            ("2026-11-30", RangeChoice::FullDays(7), ("2026-11-23", "2026-11-29"), ("2026-11-16", "2026-11-22")),
        ] {
            let found = choice.period(at(&format!("{now}T12:00:00Z")), Zone::default());
            assert_eq!(
                (found, choice.before(found)),
                (days(period.0, period.1), days(before.0, before.1)),
                "{choice:?}"
            );
        }
    }

    #[test]
    fn of_a_period_that_is_not_over_what_has_passed_of_it_counts() {
        let span = days("2026-11-20", "2026-11-21").span(Zone::default());
        assert_eq!(span.minutes_until(at("2026-11-21T06:00:00Z")), 30 * 60);
        assert_eq!(span.minutes_until(at("2026-12-01T00:00:00Z")), 48 * 60);
    }
}
