//! The texts of notifications.

use std::fmt::Display;

use paydesk_domain::known::Known;
use paydesk_domain::money::grouped_count;
use paydesk_domain::number_text::CountNoun;
use paydesk_domain::text::capitalized;

pub const TEST_TITLE: &str = "Test notification";
pub const TEST_SENT: &str = "Test notification sent";

pub fn approvals(count: usize) -> String {
    format!("{count} approvals need your attention")
}

pub fn by(person: impl Display) -> String {
    format!("by {person}")
}

/// `SANDBOX · Embedded sandbox`
pub fn place(environment: impl Display, profile: impl Display) -> String {
    format!("{environment} · {profile}")
}

pub fn authorizations_expire(count: Known<u64>, hours: u16) -> String {
    let expire = if count.known() == Some(&1) { "authorization expires" } else { "authorizations expire" };
    capitalized(&format!("{} {expire} within {hours} hours", count.spoken()))
}

pub fn disputes_on_last_day(count: Known<u64>) -> String {
    let CountNoun { one, many } = CountNoun::DISPUTES;
    let disputes = if count.known() == Some(&1) { one } else { many };
    format!("Last day to respond to {} {disputes}", count.spoken())
}

pub fn operation(state: &str, title: impl Display) -> String {
    format!("{state}: {title}")
}

pub fn operations_to_check(count: usize) -> String {
    format!("{count} operations need checking")
}

pub fn runs_finished(count: usize) -> String {
    format!("{count} bulk runs finished")
}

pub fn expires(time: impl Display) -> String {
    format!("expires {time}")
}

pub fn respond_by(time: impl Display) -> String {
    format!("respond by {time}")
}

pub fn first_expires(time: impl Display) -> String {
    format!("the first expires {time}")
}

pub fn first_due(time: impl Display) -> String {
    format!("respond to the first by {time}")
}

pub fn estimated(time: impl Display) -> String {
    format!("{time} (estimate)")
}

/// Nothing where there is none.
pub fn not_sent(count: u64) -> String {
    if count == 0 { String::new() } else { format!("{} not sent", grouped_count(count)) }
}

/// Nothing where there is none.
pub fn failed(count: u64) -> String {
    if count == 0 { String::new() } else { format!("{} failed", grouped_count(count)) }
}

/// Nothing where there is none.
pub fn unknown(count: u64) -> String {
    if count == 0 { String::new() } else { format!("{} with an unknown outcome", grouped_count(count)) }
}

pub fn after_quiet_hours(count: usize) -> String {
    match count {
        1 => "After quiet hours: 1 item needs your attention".to_owned(),
        count => format!("After quiet hours: {count} items need your attention"),
    }
}

/// A line of a summary over several profiles.
pub fn of_profile(title: impl Display, place: impl Display) -> String {
    format!("{title} ({place})")
}
