//! When the shop sold: three months with the rhythm of days and weeks, growing a little, ending now.

use chrono::{DateTime, Datelike, Timelike, Utc, Weekday};

use crate::rng::SeedRng;

const MINUTE_MS: i64 = 60_000;
const HOUR_MS: i64 = 60 * MINUTE_MS;
/// How far back the shop's data reaches.
pub const SPAN_HOURS: i64 = 91 * 24;
/// Nothing is newer than this: what was seeded is always older than what a client does next.
const NEWEST_AGE_MS: i64 = 2_000;

/// The greatest age of the newest payments: a shop always has some of the last minutes.
const LAST_MINUTES_MS: [i64; 3] = [0, 4 * MINUTE_MS, 9 * MINUTE_MS];

/// How much is sold by the hour of the day (UTC; the shop sells in Europe, America and Asia).
const BY_HOUR: [u64; 24] =
    [14, 11, 9, 8, 8, 10, 16, 26, 38, 50, 58, 62, 64, 60, 58, 60, 66, 72, 78, 80, 72, 56, 38, 24];

/// The moments of `count` payments in milliseconds since 1970, oldest first.
pub fn moments(count: u32, seed: u64, now: DateTime<Utc>) -> Vec<i64> {
    let newest = now.timestamp_millis() - NEWEST_AGE_MS;
    let mut ends = Vec::with_capacity(SPAN_HOURS as usize);
    let mut total = 0;
    for hours_ago in (0..SPAN_HOURS).rev() {
        total += weight(newest - hours_ago * HOUR_MS, hours_ago);
        ends.push(total);
    }
    let mut rng = SeedRng::of(seed, 1, 0);
    let mut moment = || {
        let drawn = rng.below(total);
        let slot = ends.partition_point(|end| *end <= drawn) as i64;
        let slot_end = newest - (SPAN_HOURS - 1 - slot) * HOUR_MS;
        slot_end - rng.below(HOUR_MS as u64) as i64
    };
    let mut moments: Vec<i64> = (0..count).map(|_| moment()).collect();
    moments.sort_unstable();
    for (moment, age_ms) in moments.iter_mut().rev().zip(LAST_MINUTES_MS) {
        *moment = (*moment).max(newest - age_ms);
    }
    moments
}

/// How much the hour that ends at `ms` sells.
fn weight(ms: i64, hours_ago: i64) -> u64 {
    let time = DateTime::from_timestamp_millis(ms).unwrap_or_default();
    let by_day = match time.weekday() {
        Weekday::Mon => 96,
        Weekday::Tue => 100,
        Weekday::Wed => 100,
        Weekday::Thu => 108,
        Weekday::Fri => 124,
        Weekday::Sat => 82,
        Weekday::Sun => 66,
    };
    let growth = 1_000 + 300 * (SPAN_HOURS - hours_ago).unsigned_abs() / SPAN_HOURS.unsigned_abs();
    BY_HOUR[time.hour() as usize % 24] * by_day * growth
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn moments_are_in_order_lie_within_three_months_and_follow_the_week() {
        let now: DateTime<Utc> = "2026-11-21T10:00:00Z".parse().unwrap();
        let moments = moments(20_000, 1, now);
        assert!(moments.is_sorted());
        assert!(now.timestamp_millis() - moments[19_999] >= NEWEST_AGE_MS);
        assert!(now.timestamp_millis() - moments[0] <= (SPAN_HOURS + 1) * HOUR_MS);
        let on = |day| {
            let is_day = |ms: &&i64| DateTime::from_timestamp_millis(**ms).unwrap().weekday() == day;
            moments.iter().filter(is_day).count()
        };
        assert!(on(Weekday::Fri) * 2 > on(Weekday::Sun) * 3);
    }
}
