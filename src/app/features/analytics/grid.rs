//! Buckets of time as they are shown, and how the service's own are folded into them.
//!
//! The service's buckets begin at full UTC hours, UTC midnights or UTC Mondays; days and weeks on screen are local. So
//! hours are asked for and folded where the zone is not UTC, or UTC days where hours would be too many. A border that
//! falls inside one of the service's buckets moves to its nearer end: every bucket shown knows exactly what it covers,
//! which is what its rows are found by, and what was moved is said.

use chrono::{DateTime, Datelike, Days, NaiveDate, TimeDelta, Utc};

use crate::app::zone::Zone;
use crate::domain::analytics::Granularity;

use super::range::{Period, Span};

/// Most buckets of a picture.
pub const BUCKETS_MAX: usize = 400;

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

/// `granularity`, or the next coarser one with not too many buckets.
pub fn fitting(granularity: Granularity, period: Period) -> Granularity {
    let days = usize::try_from(period.days()).unwrap_or(usize::MAX);
    match granularity {
        Granularity::Hour if days.saturating_mul(25) <= BUCKETS_MAX => Granularity::Hour,
        Granularity::Hour | Granularity::Day if days <= BUCKETS_MAX => Granularity::Day,
        Granularity::Hour | Granularity::Day | Granularity::Week => Granularity::Week,
    }
}

impl Grid {
    /// The buckets of `period`; `hours_allowed` says how many hours may be asked for.
    pub fn new(granularity: Granularity, period: Period, zone: Zone, hours_allowed: i64, now: DateTime<Utc>) -> Self {
        Self::over(&borders(fitting(granularity, period), period), period, zone, hours_allowed, now)
    }

    /// The buckets of the period before: the borders of `period`, each as many days earlier as it has.
    pub fn before(
        granularity: Granularity,
        period: Period,
        zone: Zone,
        hours_allowed: i64,
        now: DateTime<Utc>,
    ) -> Self {
        let days = Days::new(period.days().unsigned_abs());
        let moved = match borders(fitting(granularity, period), period) {
            Borders::Days(dates) => {
                Borders::Days(dates.into_iter().map(|date| date.checked_sub_days(days).unwrap_or(date)).collect())
            }
            Borders::Hours => Borders::Hours,
        };
        Self::over(&moved, period.previous(), zone, hours_allowed, now)
    }

    fn over(borders: &Borders, period: Period, zone: Zone, hours_allowed: i64, now: DateTime<Utc>) -> Self {
        let span = period.span(zone);
        let asked = match borders {
            Borders::Hours => Granularity::Hour,
            Borders::Days(dates) if dates.iter().all(|date| on(Granularity::Day, zone.day_start(*date))) => {
                Granularity::Day
            }
            Borders::Days(_) if (span.after() - span.start).num_hours() <= hours_allowed => Granularity::Hour,
            Borders::Days(_) => Granularity::Day,
        };
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
                let whole = dates.windows(2).map(|pair| (pair[1] - pair[0]).num_days()).max().unwrap_or(1);
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

fn borders(granularity: Granularity, period: Period) -> Borders {
    let days = period.from.iter_days().take_while(|date| *date <= period.to);
    match granularity {
        Granularity::Hour => Borders::Hours,
        Granularity::Day => Borders::Days(days.collect()),
        Granularity::Week => {
            let begins = |date: &NaiveDate| *date == period.from || date.weekday() == chrono::Weekday::Mon;
            Borders::Days(days.filter(begins).collect())
        }
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
        label: zone.short(span.start, span.start),
        full_label: format!("{} – {}", zone.weekday(span.start), zone.clock(span.after())),
        span,
        cover: cover(span, cut, now),
    }
}

fn day_bucket(span: Span, days: Period, whole_days: i64, now: DateTime<Utc>) -> TimeBucket {
    let full_label = if days.days() == 1 { days.to.format("%a %-d %b %Y").to_string() } else { days.label() };
    let cut = days.days() < whole_days;
    TimeBucket { label: days.from.format("%-d %b").to_string(), full_label, span, cover: cover(span, cut, now) }
}

fn cover(span: Span, cut: bool, now: DateTime<Utc>) -> Coverage {
    match cut {
        _ if span.start > now => Coverage::Ahead,
        _ if span.end >= now => Coverage::Running,
        true => Coverage::Cut,
        false => Coverage::Whole,
    }
}
