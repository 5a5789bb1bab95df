//! How long a manual-capture authorization lives. The service has no field for it: it is counted from the time of the
//! authorization where an event or an operation of ours shows it, and estimated from the creation otherwise.

use chrono::{DateTime, TimeDelta, Utc};

/// A manual-capture authorization must be captured within this many days
/// (limits).
pub const AUTHORIZATION_DAYS: i64 = 7;

/// No card network holds an authorization for more days than this, whatever a service allows: of a payment that was created
/// earlier, nothing is left to capture.
pub const AUTHORIZATION_DAYS_MAX: i64 = 31;

/// How pressing a capture is.
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord)]
pub enum Urgency {
    Expired,
    /// Less than a day is left.
    Soon,
    Later,
}

/// When the authorization of a payment ends.
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord)]
pub struct CaptureDeadline {
    pub at: DateTime<Utc>,
    /// Counted from the creation, because nothing shows when it was authorized; always labelled so.
    pub is_estimated: bool,
}

impl CaptureDeadline {
    /// Counted from the authorization, or estimated from the creation. A payment is authorized no earlier than it is
    /// created: an earlier time is not believed.
    pub fn new(authorized: Option<DateTime<Utc>>, created: Option<DateTime<Utc>>) -> Option<Self> {
        let authorized = authorized.filter(|at| created.is_none_or(|created| created <= *at));
        let start = authorized.or(created)?;
        let at = start.checked_add_signed(TimeDelta::days(AUTHORIZATION_DAYS)).unwrap_or(start);
        Some(Self { at, is_estimated: authorized.is_none() })
    }

    /// The time left, as a table shows it: `est. 1 d 6 h left`.
    pub fn text(&self, now: DateTime<Utc>) -> String {
        let left = time_left(self.at, now);
        if self.is_estimated { format!("est. {left}") } else { left }
    }
}

/// How pressing it is to capture before `deadline`, seen at `now`.
pub fn urgency(deadline: DateTime<Utc>, now: DateTime<Utc>) -> Urgency {
    let left = deadline - now;
    if left <= TimeDelta::zero() {
        Urgency::Expired
    } else if left < TimeDelta::hours(24) {
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
    fn an_authorization_ends_seven_days_after_it_was_given_or_by_estimate_after_the_creation() {
        let (created, authorized) = (at("2026-11-17T14:02:11Z"), at("2026-11-19T08:00:00Z"));
        let known = CaptureDeadline::new(Some(authorized), Some(created)).unwrap();
        assert_eq!((known.at, known.is_estimated), (at("2026-11-26T08:00:00Z"), false));
        assert_eq!(known.text(at("2026-11-25T02:00:00Z")), "1 d 6 h left");
        let estimated = CaptureDeadline::new(None, Some(created)).unwrap();
        assert_eq!((estimated.at, estimated.is_estimated), (at("2026-11-24T14:02:11Z"), true));
        assert_eq!(estimated.text(at("2026-11-23T08:00:00Z")), "est. 1 d 6 h left");
        let before_creation = CaptureDeadline::new(Some(at("2026-11-01T00:00:00Z")), Some(created));
        assert_eq!(before_creation, Some(estimated));
        assert_eq!(CaptureDeadline::new(None, None), None);
    }

    #[test]
    fn the_time_left_is_reported_in_its_two_largest_units() {
        let deadline = at("2026-11-24T14:00:00Z");
        assert_eq!(time_left(deadline, at("2026-11-23T08:00:00Z")), "1 d 6 h left");
        assert_eq!(time_left(deadline, at("2026-11-24T08:40:00Z")), "5 h 20 min left");
        assert_eq!(time_left(deadline, at("2026-11-24T13:59:00Z")), "1 min left");
        assert_eq!(time_left(deadline, at("2026-11-26T17:00:00Z")), "overdue by 2 d 3 h");
        assert_eq!(urgency(deadline, at("2026-11-23T08:00:00Z")), Urgency::Later);
        assert_eq!(urgency(deadline, at("2026-11-23T15:00:00Z")), Urgency::Soon);
        assert_eq!(urgency(deadline, deadline), Urgency::Expired);
    }
}
