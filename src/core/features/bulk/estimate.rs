//! How long a bulk run takes under the rate limit.

use chrono::TimeDelta;

use paydesk_api::resources::payments::calls::PAGE_MAX;

use super::kind::BulkKind;

/// One part in so many of the limit is left to what a person does meanwhile.
pub const MARGIN_PART: u32 = 30;
/// The service counts its calls by the minute.
const WINDOW_S: i64 = 60;

/// From the shortest to the longest time, without the time that the service takes to answer.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct Estimate {
    /// Calls a minute, where the service reported its limit.
    pub limit: Option<u32>,
    pub least: TimeDelta,
    pub most: TimeDelta,
}

/// What a run may use of a limit in a minute: a tenth is for reconciliation.
fn usable(limit: u32) -> u64 {
    u64::from((limit - limit / 10).saturating_sub(limit / MARGIN_PART)).max(1)
}

/// Each is checked by a read: one by one, or a page of the list for many.
pub fn estimate(kind: BulkKind, items: usize, limit: Option<u32>) -> Estimate {
    let items = items as u64;
    let pages = items.div_ceil(u64::from(PAGE_MAX));
    let least = if kind == BulkKind::Fulfil { items * 2 } else { items + pages };
    let time = |calls: u64| {
        let windows = limit.map_or(1, |limit| calls.div_ceil(usable(limit)).max(1));
        TimeDelta::seconds(i64::try_from(windows - 1).unwrap_or(i64::MAX / 120).saturating_mul(WINDOW_S))
    };
    Estimate { limit, least: time(least), most: time(items * 2) }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_thousand_captures_under_600_a_minute_take_a_minute_where_pages_check_them() {
        let estimate = estimate(BulkKind::Capture, 1_000, Some(600));
        assert_eq!((estimate.least, estimate.most), (TimeDelta::seconds(60), TimeDelta::seconds(180)));
    }

    #[test]
    fn without_a_limit_nothing_waits() {
        assert_eq!(estimate(BulkKind::Refund, 5_000, None).most, TimeDelta::zero());
    }
}
