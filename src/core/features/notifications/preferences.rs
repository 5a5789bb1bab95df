//! What a person chose about notifications. Plain data, stored with the settings.

use chrono::{DateTime, NaiveDate, NaiveTime, TimeDelta, Utc};
use serde::{Deserialize, Serialize};

use paydesk_domain::zone::{LocalTime, Zone};

/// How many hours before its end an authorization may be reported.
pub const LEAD_HOURS: [u16; 5] = [6, 12, 24, 48, 72];
/// So many objects that were reported are remembered; the oldest are forgotten first.
pub const REMEMBERED_MAX: usize = 2_000;
/// Minutes of a day.
const DAY_MINUTES: u16 = 24 * 60;
/// Clocks skip less than so many minutes when they are put forward.
const SKIPPED_MINUTES_MAX: i64 = 180;

/// What is reported.
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, strum::EnumIter)]
pub enum NotificationKind {
    ExpiringAuthorizations,
    DisputesOnLastDay,
    UnknownOutcomes,
    BulkRuns,
    /// What this person can decide on, and what was decided of theirs.
    Approvals,
}

impl NotificationKind {
    /// Whether the window says so in a toast at that moment, whatever panel is in front.
    pub(super) fn is_toast(self) -> bool {
        match self {
            Self::UnknownOutcomes | Self::BulkRuns => true,
            Self::ExpiringAuthorizations | Self::DisputesOnLastDay | Self::Approvals => false,
        }
    }

    /// How long the next of this kind waits for others, so that what becomes due one after the other is one notification.
    pub(super) fn pause(self) -> TimeDelta {
        match self {
            Self::ExpiringAuthorizations | Self::DisputesOnLastDay => TimeDelta::minutes(60),
            Self::UnknownOutcomes => TimeDelta::minutes(5),
            Self::BulkRuns | Self::Approvals => TimeDelta::zero(),
        }
    }
}

/// Whether, of what and when a person wants to be notified.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Serialize, Deserialize)]
#[serde(default)]
pub struct NotificationSettings {
    /// Off: nothing is sent, whatever is chosen below.
    pub is_on: bool,
    pub expiring_authorizations: bool,
    pub disputes_on_last_day: bool,
    pub unknown_outcomes: bool,
    pub bulk_runs: bool,
    pub approvals: bool,
    /// An authorization that ends sooner is about to expire, in hours.
    pub lead_hours: u16,
    pub quiet_hours: QuietHours,
}

impl Default for NotificationSettings {
    fn default() -> Self {
        Self {
            is_on: true,
            expiring_authorizations: true,
            disputes_on_last_day: true,
            unknown_outcomes: true,
            bulk_runs: true,
            approvals: true,
            lead_hours: 24,
            quiet_hours: QuietHours::default(),
        }
    }
}

impl NotificationSettings {
    /// Whether this kind is sent.
    pub fn sends(&self, kind: NotificationKind) -> bool {
        self.is_on && self.chosen(kind)
    }

    /// Whether this kind is chosen, also while all are off.
    pub fn chosen(&self, kind: NotificationKind) -> bool {
        match kind {
            NotificationKind::ExpiringAuthorizations => self.expiring_authorizations,
            NotificationKind::DisputesOnLastDay => self.disputes_on_last_day,
            NotificationKind::UnknownOutcomes => self.unknown_outcomes,
            NotificationKind::BulkRuns => self.bulk_runs,
            NotificationKind::Approvals => self.approvals,
        }
    }

    /// These with one kind chosen or not.
    pub fn with(mut self, kind: NotificationKind, is_chosen: bool) -> Self {
        match kind {
            NotificationKind::ExpiringAuthorizations => self.expiring_authorizations = is_chosen,
            NotificationKind::DisputesOnLastDay => self.disputes_on_last_day = is_chosen,
            NotificationKind::UnknownOutcomes => self.unknown_outcomes = is_chosen,
            NotificationKind::BulkRuns => self.bulk_runs = is_chosen,
            NotificationKind::Approvals => self.approvals = is_chosen,
        }
        self
    }

    /// Values outside their bounds (a hand-edited file) brought back inside.
    pub(crate) fn bounded(mut self) -> Self {
        if !LEAD_HOURS.contains(&self.lead_hours) {
            self.lead_hours = Self::default().lead_hours;
        }
        self.quiet_hours.from_minute = self.quiet_hours.from_minute.min(DAY_MINUTES - 1);
        self.quiet_hours.to_minute = self.quiet_hours.to_minute.min(DAY_MINUTES - 1);
        self
    }
}

/// The time of the day in which nothing is sent, by the clocks of the zone that is shown.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Serialize, Deserialize)]
#[serde(default)]
pub struct QuietHours {
    pub is_on: bool,
    /// In minutes after midnight.
    pub from_minute: u16,
    /// In minutes after midnight; earlier than `from_minute` it is on the next day.
    pub to_minute: u16,
}

impl Default for QuietHours {
    fn default() -> Self {
        Self { is_on: false, from_minute: 20 * 60, to_minute: 7 * 60 }
    }
}

impl QuietHours {
    /// When the quiet hours end that `now` is in; `None` where it is in none.
    pub fn until(self, now: DateTime<Utc>, zone: Zone) -> Option<DateTime<Utc>> {
        if !self.is_on || self.from_minute == self.to_minute {
            return None;
        }
        let today = zone.date(now);
        [today.pred_opt(), Some(today)].into_iter().flatten().find_map(|day| {
            let last = if self.from_minute < self.to_minute { Some(day) } else { day.succ_opt() };
            let (start, end) = (first_of(zone, day, self.from_minute), last_of(zone, last?, self.to_minute));
            (start <= now && now < end).then_some(end)
        })
    }
}

/// When the clocks of the zone first show a time of a day.
fn first_of(zone: Zone, day: NaiveDate, minute: u16) -> DateTime<Utc> {
    let (first, _) = shown(zone, day, minute);
    first
}

/// When they last show it.
fn last_of(zone: Zone, day: NaiveDate, minute: u16) -> DateTime<Utc> {
    let (_, last) = shown(zone, day, minute);
    last
}

/// A time that the clocks skip is when they go on.
fn shown(zone: Zone, day: NaiveDate, minute: u16) -> (DateTime<Utc>, DateTime<Utc>) {
    let local = day.and_time(NaiveTime::MIN) + TimeDelta::minutes(i64::from(minute));
    let found = (0..=SKIPPED_MINUTES_MAX).find_map(|later| match zone.when(local + TimeDelta::minutes(later)) {
        LocalTime::At(time) => Some((time, time)),
        LocalTime::Twice { first, second } => Some((first, second)),
        LocalTime::Skipped => None,
    });
    found.unwrap_or((local.and_utc(), local.and_utc()))
}

/// `20:00`
pub fn clock_text(minute: u16) -> String {
    format!("{:02}:{:02}", minute / 60, minute % 60)
}

/// The minutes after midnight of what somebody typed: `20:00`, `7:30`.
pub fn parse_clock(text: &str) -> Option<u16> {
    let (hours, minutes) = text.trim().split_once(':')?;
    let number = |digits: &str, most: usize| {
        let is_number = (1..=most).contains(&digits.len()) && digits.bytes().all(|digit| digit.is_ascii_digit());
        digits.parse::<u16>().ok().filter(|_| is_number)
    };
    let (hours, minutes) = (number(hours, 2)?, number(minutes, 2).filter(|_| minutes.len() == 2)?);
    (hours < 24 && minutes < 60).then_some(hours * 60 + minutes)
}

#[cfg(test)]
mod tests {
    use super::*;

    fn at(text: &str) -> DateTime<Utc> {
        text.parse().unwrap()
    }

    fn quiet(from: &str, to: &str) -> QuietHours {
        QuietHours { is_on: true, from_minute: parse_clock(from).unwrap(), to_minute: parse_clock(to).unwrap() }
    }

    fn until(hours: QuietHours, now: &str) -> Option<String> {
        let berlin: Zone = "Europe/Berlin".parse().unwrap();
        hours.until(at(now), berlin).map(|end| end.format("%d %H:%M").to_string())
    }

    #[test]
    fn quiet_hours_over_midnight_are_those_of_the_zone() {
        let night = quiet("20:00", "7:00");
        assert_eq!(until(night, "2026-11-20T18:59:59Z"), None);
        assert_eq!(until(night, "2026-11-20T19:00:00Z").as_deref(), Some("21 06:00"));
        assert_eq!(until(night, "2026-11-21T05:59:59Z").as_deref(), Some("21 06:00"));
        assert_eq!(until(night, "2026-11-21T06:00:00Z"), None);
        assert_eq!(until(QuietHours { is_on: false, ..night }, "2026-11-20T19:00:00Z"), None);
    }

    #[test]
    fn quiet_hours_within_a_day_end_on_it_and_equal_times_are_none() {
        let noon = quiet("12:00", "13:30");
        assert_eq!(until(noon, "2026-11-20T12:29:00Z").as_deref(), Some("20 12:30"));
        assert_eq!(until(noon, "2026-11-20T12:30:00Z"), None);
        assert_eq!(until(quiet("12:00", "12:00"), "2026-11-20T11:00:00Z"), None);
    }

    #[test]
    fn quiet_hours_hold_as_long_as_the_clocks_show_when_these_are_changed() {
        // Put forward on 29 March 2026 from 2:00 to 3:00, put back on 25 October from 3:00 to 2:00.
        let short = quiet("22:00", "2:30");
        assert_eq!(until(short, "2026-03-29T00:59:00Z").as_deref(), Some("29 01:00"), "2:30 never comes");
        assert_eq!(until(short, "2026-10-25T00:45:00Z").as_deref(), Some("25 01:30"), "2:30 comes twice");
        assert_eq!(until(short, "2026-10-25T01:30:00Z"), None);
        let night = quiet("20:00", "07:00");
        assert_eq!(until(night, "2026-03-28T22:00:00Z").as_deref(), Some("29 05:00"));
        assert_eq!(until(night, "2026-10-24T22:00:00Z").as_deref(), Some("25 06:00"));
    }

    #[test]
    fn a_time_of_the_day_is_read_as_it_is_written() {
        for minute in [0, 61, 20 * 60, 24 * 60 - 1] {
            assert_eq!(parse_clock(&clock_text(minute)), Some(minute));
        }
        assert_eq!(parse_clock(" 7:05 "), Some(425));
        for wrong in ["", "7", "7:5", "24:00", "12:60", "-1:00", "+7:00", "07:000", "seven"] {
            assert_eq!(parse_clock(wrong), None, "{wrong}");
        }
    }
}
