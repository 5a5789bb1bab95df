//! Buckets of time as they are shown, and how the service's own are folded into them.
//!
//! The service's buckets begin at full UTC hours, UTC midnights or UTC Mondays; days and weeks on screen are local. So
//! hours are asked for and folded where the zone is not UTC, or UTC days where hours would be too many. A border that
//! falls inside one of the service's buckets moves to its nearer end: every bucket shown knows exactly what it covers,
//! which is what its rows are found by, and what was moved is said.

use chrono::{DateTime, Datelike, Days, NaiveDate, TimeDelta, Utc};
use serde::{Deserialize, Serialize};

use paydesk_domain::analytics::Granularity;
use paydesk_domain::zone::Zone;

use super::range::{Period, Span};

/// Most buckets of a picture.
pub const BUCKETS_MAX: usize = 400;

/// How long the buckets are on screen. The service knows fewer lengths: its own are folded into these.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash, Serialize, Deserialize, strum::EnumIter)]
#[serde(rename_all = "snake_case")]
pub enum BucketSize {
    /// The shortest of day, week and month whose buckets hold enough records to be read.
    Auto,
    Hour,
    Day,
    Week,
    Month,
}

/// What is there of a bucket.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash, Default)]
pub enum Coverage {
    #[default]
    Whole,
    /// The range cuts it: the first or last week of a month, say.
    Cut,
    /// It is not over yet.
    Running,
    /// It has not begun.
    Ahead,
}

/// One bucket of time.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct TimeBucket {
    /// For an axis: `21 Nov`, `21 Nov, 14:00`.
    pub label: String,
    /// For hover and tables: `Sat 21 Nov 2026`, `16 – 21 Nov 2026`.
    pub full_label: String,
    /// What it covers exactly.
    pub span: Span,
    pub cover: Coverage,
}

/// The buckets of a range, and the service's buckets they are made of.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Grid {
    pub buckets: Vec<TimeBucket>,
    /// What the service is asked for.
    pub asked: Granularity,
    /// The largest move of a border, in minutes; 0 where local days are folded exactly.
    pub moved_minutes: i64,
    span: Span,
}

/// The borders of buckets, as local days or hours; the last one ends the range.
#[derive(Debug, Clone, PartialEq, Eq)]
enum Borders {
    Days(Vec<NaiveDate>),
    Hours,
}

/// So many records are enough for a bucket to be read: the next one differs by chance less than by its own size.
const RECORDS_MIN: i64 = 8;
/// Most buckets of a length that was not chosen by a person, and the least that show a course.
const READABLE: std::ops::RangeInclusive<i64> = 3..=62;

/// The shortest of day, week and month whose buckets hold enough of so many records; where none does, the longest that
/// still shows a course.
pub fn readable_size(records: i64, period: Period) -> BucketSize {
    let fits = |(_, buckets): &(BucketSize, i64)| READABLE.contains(buckets);
    let sizes = [BucketSize::Day, BucketSize::Week, BucketSize::Month].map(|size| (size, count(size, period)));
    let enough = |(_, buckets): &(BucketSize, i64)| records / (*buckets).max(1) >= RECORDS_MIN;
    let shown = || sizes.iter().filter(|size| fits(size));
    shown().find(|size| enough(size)).or(shown().next_back()).map_or(BucketSize::Day, |(size, _)| *size)
}

fn count(size: BucketSize, period: Period) -> i64 {
    match borders(size, period) {
        Borders::Days(dates) => i64::try_from(dates.len()).unwrap_or(i64::MAX),
        Borders::Hours => period.days().saturating_mul(24),
    }
}

/// `size`, or the next coarser one with not too many buckets. Without a choice days are asked for, which fold into all.
pub fn fitting(size: BucketSize, period: Period) -> BucketSize {
    let days = usize::try_from(period.days()).unwrap_or(usize::MAX);
    match size {
        BucketSize::Hour if days.saturating_mul(25) <= BUCKETS_MAX => BucketSize::Hour,
        BucketSize::Hour | BucketSize::Day | BucketSize::Auto if days <= BUCKETS_MAX => BucketSize::Day,
        BucketSize::Hour | BucketSize::Day | BucketSize::Auto | BucketSize::Week => BucketSize::Week,
        BucketSize::Month => BucketSize::Month,
    }
}

/// The days and the zone that buckets are of.
#[derive(Debug, Clone, Copy)]
pub struct GridScope {
    pub period: Period,
    /// What it is compared with.
    pub before: Period,
    pub zone: Zone,
    /// Buckets after that have not begun.
    pub now: DateTime<Utc>,
}

impl Grid {
    /// The buckets of the period of `scope`; `hours_allowed` says how many hours may be asked for.
    pub fn new(size: BucketSize, scope: GridScope, hours_allowed: i64) -> Self {
        let borders = borders(fitting(size, scope.period), scope.period);
        Self::over(&borders, asked(&borders, scope, hours_allowed), scope)
    }

    /// The buckets of the period before: the borders of this one, each as many days earlier as the period begins, and
    /// months where they begin. What it is longer by is a bucket behind them.
    pub fn before(size: BucketSize, scope: GridScope, hours_allowed: i64) -> Self {
        let (borders, before) = earlier(fitting(size, scope.period), scope);
        Self::over(&borders, asked(&borders, before, hours_allowed), before)
    }

    /// What the service reports in the buckets of this grid, folded into longer ones.
    pub fn folded(&self, size: BucketSize, scope: GridScope) -> Self {
        Self::over(&borders(fitting(size, scope.period), scope.period), self.asked, scope)
    }

    /// What the service reports of the period before that of `scope`, folded into longer buckets.
    pub fn folded_before(&self, size: BucketSize, scope: GridScope) -> Self {
        let (borders, before) = earlier(fitting(size, scope.period), scope);
        Self::over(&borders, self.asked, before)
    }

    fn over(borders: &Borders, asked: Granularity, scope: GridScope) -> Self {
        let GridScope { period, zone, now, before: _ } = scope;
        let span = period.span(zone);
        let (starts, moved_minutes) = match borders {
            Borders::Hours => (hours(span), 0),
            Borders::Days(dates) => moved_starts(dates, asked, span, zone),
        };
        let ends = starts.iter().skip(1).copied().chain([span.after()]);
        let spans = starts.iter().zip(ends).map(|(start, after)| Span { start: *start, end: after - MS });
        let buckets = match borders {
            Borders::Hours => spans.map(|span| hour_bucket(span, zone, now)).collect(),
            Borders::Days(dates) => {
                let lasts = dates.iter().skip(1).map(|next| super::range::back(*next, 1)).chain([period.to]);
                let days = dates.iter().zip(lasts).map(|(from, to)| Period { from: *from, to });
                let whole = whole_days(dates);
                spans.zip(days).map(|(span, days)| day_bucket(span, days, whole, now)).collect()
            }
        };
        Self { buckets, asked, moved_minutes, span }
    }

    /// The bucket that a row of the service belongs to, found by the start of its time; `None` outside the range.
    pub fn place(&self, start: DateTime<Utc>) -> Option<usize> {
        let first = start_of(self.asked, self.span.start);
        if start < first || start > self.span.end {
            return None;
        }
        let start = start.max(self.span.start);
        self.buckets.partition_point(|bucket| bucket.span.start <= start).checked_sub(1)
    }
}

const MS: TimeDelta = TimeDelta::milliseconds(1);

/// What the service is asked for, so that its buckets fold into these as exactly as it allows.
fn asked(borders: &Borders, GridScope { period, zone, .. }: GridScope, hours_allowed: i64) -> Granularity {
    let span = period.span(zone);
    match borders {
        Borders::Hours => Granularity::Hour,
        Borders::Days(dates) if dates.iter().all(|date| on(Granularity::Day, zone.day_start(*date))) => {
            Granularity::Day
        }
        Borders::Days(_) if (span.after() - span.start).num_hours() <= hours_allowed => Granularity::Hour,
        Borders::Days(_) => Granularity::Day,
    }
}

fn begins_month(period: Period) -> bool {
    period.from.day() == 1
}

/// The borders of the period before, and that period.
fn earlier(size: BucketSize, scope: GridScope) -> (Borders, GridScope) {
    let before = scope.before;
    let days = Days::new((scope.period.from - before.from).num_days().unsigned_abs());
    let moved = match borders(size, scope.period) {
        Borders::Hours => Borders::Hours,
        Borders::Days(_) if size == BucketSize::Month && begins_month(scope.period) && begins_month(before) => {
            borders(size, before)
        }
        Borders::Days(dates) => {
            let end = scope.period.to.succ_opt();
            let moved = dates.into_iter().chain(end).map(|date| date.checked_sub_days(days).unwrap_or(date));
            Borders::Days(moved.filter(|date| *date <= before.to).collect())
        }
    };
    (moved, GridScope { period: before, ..scope })
}

/// Weeks begin with the period where it is whole weeks, so that none is cut, and on Mondays otherwise.
fn borders(size: BucketSize, period: Period) -> Borders {
    let days = period.from.iter_days().take_while(|date| *date <= period.to);
    let week_day = if period.days() % 7 == 0 { period.from.weekday() } else { chrono::Weekday::Mon };
    let begins = |date: &NaiveDate, is_first: bool| *date == period.from || is_first;
    match size {
        BucketSize::Hour => Borders::Hours,
        BucketSize::Auto | BucketSize::Day => Borders::Days(days.collect()),
        BucketSize::Week => Borders::Days(days.filter(|date| begins(date, date.weekday() == week_day)).collect()),
        BucketSize::Month => Borders::Days(days.filter(|date| begins(date, date.day() == 1)).collect()),
    }
}

/// In days; buckets of other lengths are shorter.
const SHORTEST_MONTH: i64 = 28;

/// How many days a bucket has that is not cut: of months, the shortest one that is between others.
fn whole_days(dates: &[NaiveDate]) -> i64 {
    let between = |dates: &[NaiveDate]| (dates[1] - dates[0]).num_days();
    match dates.len() {
        0..=2 => dates.windows(2).map(between).max().unwrap_or(1),
        _ => dates[1..].windows(2).map(between).min().unwrap_or(1),
    }
}

fn hours(span: Span) -> Vec<DateTime<Utc>> {
    let first = start_of(Granularity::Hour, span.start);
    let hours = (0..).map(|hour| first + TimeDelta::hours(hour)).take_while(|start| *start <= span.end);
    hours.map(|start| start.max(span.start)).collect()
}

/// Where buckets begin, on the service's grid, and by how many minutes a border moved at most.
fn moved_starts(dates: &[NaiveDate], asked: Granularity, span: Span, zone: Zone) -> (Vec<DateTime<Utc>>, i64) {
    let mut moved = 0;
    let starts = dates.iter().enumerate().map(|(index, date)| {
        let local = zone.day_start(*date);
        if index == 0 {
            return span.start;
        }
        let start = nearest(asked, local);
        moved = moved.max((start - local).num_minutes().abs());
        start
    });
    let starts = starts.collect();
    (starts, moved)
}

fn length_ms(granularity: Granularity) -> i64 {
    match granularity {
        Granularity::Hour => 3_600_000,
        Granularity::Day => 86_400_000,
        Granularity::Week => 7 * 86_400_000,
    }
}

/// The start of the service's bucket that a time lies in.
fn start_of(granularity: Granularity, time: DateTime<Utc>) -> DateTime<Utc> {
    // 1970 began on a Thursday.
    let offset_ms = if granularity == Granularity::Week { 3 * 86_400_000 } else { 0 };
    let since = (time.timestamp_millis() + offset_ms).rem_euclid(length_ms(granularity));
    let ms = time.timestamp_millis() - since;
    DateTime::from_timestamp_millis(ms).unwrap_or(time)
}

fn nearest(granularity: Granularity, time: DateTime<Utc>) -> DateTime<Utc> {
    start_of(granularity, time + TimeDelta::milliseconds(length_ms(granularity) / 2))
}

fn on(granularity: Granularity, time: DateTime<Utc>) -> bool {
    start_of(granularity, time) == time
}

fn hour_bucket(span: Span, zone: Zone, now: DateTime<Utc>) -> TimeBucket {
    let cut = (span.after() - span.start).num_minutes() < 60;
    TimeBucket {
        label: zone.told_apart(span.start, zone.short(span.start, span.start)),
        full_label: format!(
            "{} – {}",
            zone.told_apart(span.start, zone.weekday(span.start)),
            zone.told_apart(span.after(), zone.clock(span.after()))
        ),
        span,
        cover: cover(span, cut, now),
    }
}

fn day_bucket(span: Span, days: Period, whole_days: i64, now: DateTime<Utc>) -> TimeBucket {
    let full_label = if days.days() == 1 { days.to.format("%a %-d %b %Y").to_string() } else { days.label() };
    let cut = days.days() < whole_days;
    let is_month = whole_days >= SHORTEST_MONTH && days.from.day() == 1;
    let label = days.from.format(if is_month { "%b" } else { "%-d %b" }).to_string();
    TimeBucket { label, full_label, span, cover: cover(span, cut, now) }
}

fn cover(span: Span, cut: bool, now: DateTime<Utc>) -> Coverage {
    match cut {
        _ if span.start > now => Coverage::Ahead,
        _ if span.end >= now => Coverage::Running,
        true => Coverage::Cut,
        false => Coverage::Whole,
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::features::analytics::range::RangeChoice;

    fn scope(period: Period) -> GridScope {
        let before = RangeChoice::Days { from: period.from, to: period.to }.before(period);
        GridScope { period, before, zone: Zone::default(), now: "2026-12-01T10:00:00Z".parse().unwrap() }
    }

    #[test]
    fn buckets_are_as_short_as_they_can_be_read() {
        let period = |days: i64| {
            let to: NaiveDate = "2026-11-21".parse().unwrap();
            Period { from: super::super::range::back(to, days - 1), to }
        };
        for (records, days, size) in [
            (2_000, 28, BucketSize::Day),
            (46, 28, BucketSize::Week),
            (3, 28, BucketSize::Week),
            (400, 91, BucketSize::Week),
            (40, 91, BucketSize::Month),
            (100_000, 91, BucketSize::Week),
            (100_000, 1_096, BucketSize::Month),
            (0, 7, BucketSize::Day),
            (0, 1, BucketSize::Day),
        ] {
            assert_eq!(readable_size(records, period(days)), size, "{records} records in {days} days");
        }
    }

    #[test]
    fn whole_weeks_begin_with_the_period_and_none_is_cut() {
        let period = Period { from: "2026-10-25".parse().unwrap(), to: "2026-11-21".parse().unwrap() };
        let scope = scope(period);
        let covers = |grid: &Grid| grid.buckets.iter().map(|bucket| bucket.cover).collect::<Vec<_>>();
        let days = Grid::new(BucketSize::Auto, scope, 10_000);
        assert_eq!(covers(&days.folded(BucketSize::Week, scope)), [Coverage::Whole; 4]);
        let odd = self::scope(Period { to: "2026-11-20".parse().unwrap(), ..period });
        let weeks = Grid::new(BucketSize::Week, odd, 10_000);
        assert_eq!(weeks.buckets[1].label, "26 Oct", "weeks begin on Mondays");
        assert_eq!((covers(&weeks)[0], covers(&weeks)[4]), (Coverage::Cut, Coverage::Cut));
    }

    #[test]
    fn months_have_their_names_and_those_before_as_many_buckets() {
        let period = Period { from: "2026-07-01".parse().unwrap(), to: "2026-09-30".parse().unwrap() };
        let scope = scope(period);
        let months = Grid::new(BucketSize::Month, scope, 10_000);
        let labels: Vec<&str> = months.buckets.iter().map(|bucket| bucket.label.as_str()).collect();
        assert_eq!(labels, ["Jul", "Aug", "Sep"]);
        let before = RangeChoice::LastQuarter.before(period);
        let months = Grid::before(BucketSize::Month, GridScope { before, ..scope }, 10_000);
        let labels: Vec<&str> = months.buckets.iter().map(|bucket| bucket.label.as_str()).collect();
        assert_eq!(labels, ["Apr", "May", "Jun"]);
    }

    #[test]
    fn days_of_a_month_are_compared_with_the_same_days_of_a_longer_or_shorter_one() {
        for (from, to, buckets, last) in [("2026-02-01", "2026-02-28", 29, 3), ("2026-03-01", "2026-03-31", 28, 1)] {
            let period = Period { from: from.parse().unwrap(), to: to.parse().unwrap() };
            let before = RangeChoice::LastMonth.before(period);
            let days = Grid::before(BucketSize::Day, GridScope { before, ..scope(period) }, 10_000).buckets;
            let length = days.last().map(|bucket| (bucket.span.after() - bucket.span.start).num_days());
            assert_eq!((days.len(), length), (buckets, Some(last)), "{from}");
        }
    }

    #[test]
    fn the_two_hours_of_the_night_when_clocks_are_put_back_have_different_names() {
        let day: NaiveDate = "2026-10-25".parse().unwrap();
        let zone: Zone = "Europe/Berlin".parse().unwrap();
        let grid = Grid::new(BucketSize::Hour, GridScope { zone, ..scope(Period { from: day, to: day }) }, 100);
        let labels: Vec<&str> = grid.buckets.iter().map(|bucket| bucket.label.as_str()).collect();
        assert_eq!(labels.len(), 25);
        assert_eq!(labels[1..5], ["25 Oct, 01:00", "25 Oct, 02:00 (UTC+2)", "25 Oct, 02:00 (UTC+1)", "25 Oct, 03:00"]);
        assert_eq!(grid.buckets[2].full_label, "Sun 25 Oct, 02:00 (UTC+2) – 02:00:00 (UTC+1)");
    }
}
