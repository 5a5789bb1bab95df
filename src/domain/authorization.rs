//! How long a manual-capture authorization lives: the service has no field for it, so it is estimated.

use chrono::{DateTime, TimeDelta, Utc};

/// A manual-capture authorization must be captured within this many days
/// ([limits](crate::api::reference::limits#times)).
pub const AUTHORIZATION_DAYS: i64 = 7;

/// How pressing a capture is.
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord)]
pub enum Urgency {
    Expired,
    /// Less than 48 hours are left.
    Soon,
    Later,
}

/// When the authorization of a payment created at `created` ends: an estimate, always labelled so.
pub fn capture_before(created: DateTime<Utc>) -> DateTime<Utc> {
    created.checked_add_signed(TimeDelta::days(AUTHORIZATION_DAYS)).unwrap_or(created)
}

/// How pressing it is to capture before `deadline`, seen at `now`.
pub fn urgency(deadline: DateTime<Utc>, now: DateTime<Utc>) -> Urgency {
    let left = deadline - now;
    if left <= TimeDelta::zero() {
        Urgency::Expired
    } else if left < TimeDelta::hours(48) {
        Urgency::Soon
    } else {
        Urgency::Later
    }
}

/// The time left in the two largest units: `1 d 6 h left`, `5 h 20 min left`, `overdue by 2 d 3 h`.
pub fn time_left(deadline: DateTime<Utc>, now: DateTime<Utc>) -> String {
    let left = deadline - now;
    if left <= TimeDelta::zero() { format!("overdue by {}", span(-left)) } else { format!("{} left", span(left)) }
}

fn span(span: TimeDelta) -> String {
    let (days, hours, minutes) = (span.num_days(), span.num_hours() % 24, span.num_minutes() % 60);
    if days > 0 {
        format!("{days} d {hours} h")
    } else if hours > 0 {
        format!("{hours} h {minutes} min")
    } else {
        format!("{minutes} min")
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn at(text: &str) -> DateTime<Utc> {
        text.parse().unwrap()
    }

    #[test]
    fn an_authorization_is_taken_to_end_seven_days_after_its_creation() {
        assert_eq!(capture_before(at("2026-11-17T14:02:11Z")), at("2026-11-24T14:02:11Z"));
    }

    #[test]
    fn the_time_left_is_reported_in_its_two_largest_units() {
        let deadline = at("2026-11-24T14:00:00Z");
        assert_eq!(time_left(deadline, at("2026-11-23T08:00:00Z")), "1 d 6 h left");
        assert_eq!(time_left(deadline, at("2026-11-24T08:40:00Z")), "5 h 20 min left");
        assert_eq!(time_left(deadline, at("2026-11-24T13:59:00Z")), "1 min left");
        assert_eq!(time_left(deadline, at("2026-11-26T17:00:00Z")), "overdue by 2 d 3 h");
        assert_eq!(urgency(deadline, at("2026-11-23T08:00:00Z")), Urgency::Soon);
        assert_eq!(urgency(deadline, deadline), Urgency::Expired);
    }
}
