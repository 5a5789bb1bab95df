//! The time zone things are shown in. Inside everything is UTC.

use std::fmt;
use std::str::FromStr;

use chrono::{DateTime, Datelike, Days, LocalResult, NaiveDate, NaiveDateTime, NaiveTime, TimeZone, Utc};
use chrono_tz::Tz;
use serde::{Deserialize, Deserializer, Serialize, Serializer};

/// A time as the clocks of a place show it, found in time itself.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum LocalTime {
    At(DateTime<Utc>),
    /// The clocks are put back over it: it comes twice.
    Twice {
        first: DateTime<Utc>,
        second: DateTime<Utc>,
    },
    /// The clocks are put forward over it: it never comes.
    Skipped,
}

/// A named time zone of the IANA database.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct Zone(Tz);

impl Default for Zone {
    fn default() -> Self {
        Self(Tz::UTC)
    }
}

impl fmt::Display for Zone {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(self.0.name())
    }
}

impl FromStr for Zone {
    type Err = String;

    fn from_str(name: &str) -> Result<Self, String> {
        // The same zone under the name people use.
        let name = if name == "Etc/UTC" { "UTC" } else { name };
        name.parse().map(Self).map_err(|_| format!("“{name}” is not a time zone in the IANA list"))
    }
}

impl Zone {
    /// All zones by name, in alphabetical order.
    pub fn all() -> impl Iterator<Item = Self> {
        chrono_tz::TZ_VARIANTS.iter().copied().map(Self)
    }

    /// The IANA name: `Europe/Berlin`.
    pub fn name(self) -> &'static str {
        self.0.name()
    }

    /// For a column: `17 Nov, 14:59`, with the year when it is not this one.
    pub fn short(self, time: DateTime<Utc>, now: DateTime<Utc>) -> String {
        let (time, now) = (time.with_timezone(&self.0), now.with_timezone(&self.0));
        let format = if time.year() == now.year() { "%-d %b, %H:%M" } else { "%-d %b %Y, %H:%M" };
        time.format(format).to_string()
    }

    /// For a detail: `17 Nov 2026, 14:02:11`.
    pub fn full(self, time: DateTime<Utc>) -> String {
        time.with_timezone(&self.0).format("%-d %b %Y, %H:%M:%S").to_string()
    }

    /// For what is under the pointer: `18 Nov 2026, 12:06:40 Europe/Berlin`, and on the next line the same in UTC.
    pub fn hover(self, time: DateTime<Utc>) -> String {
        let here = format!("{} {}", self.full(time), self.name());
        let utc = Self::default();
        if self.offset(time) == utc.offset(time) { here } else { format!("{here}\n{} UTC", utc.full(time)) }
    }

    /// For a deadline: `Tue 24 Nov, 14:02`.
    pub fn weekday(self, time: DateTime<Utc>) -> String {
        time.with_timezone(&self.0).format("%a %-d %b, %H:%M").to_string()
    }

    /// For the time until which something has to be answered, wherever it is said: `Tue 24 Nov, 14:02 UTC+1`.
    pub fn deadline(self, time: DateTime<Utc>) -> String {
        format!("{} {}", self.weekday(time), self.utc_offset(time))
    }

    /// For a freshness note: `14:02:11`.
    pub fn clock(self, time: DateTime<Utc>) -> String {
        time.with_timezone(&self.0).format("%H:%M:%S").to_string()
    }

    /// For a call among many: `14:02:11.038`.
    pub fn clock_ms(self, time: DateTime<Utc>) -> String {
        time.with_timezone(&self.0).format("%H:%M:%S%.3f").to_string()
    }

    pub fn date(self, time: DateTime<Utc>) -> NaiveDate {
        time.with_timezone(&self.0).date_naive()
    }

    /// The first instant of `date` here; where clocks skip midnight, the first instant after.
    pub fn day_start(self, date: NaiveDate) -> DateTime<Utc> {
        let mut local = date.and_time(NaiveTime::MIN);
        for _ in 0..8 {
            if let Some(start) = self.0.from_local_datetime(&local).earliest() {
                return start.with_timezone(&Utc);
            }
            local += chrono::TimeDelta::minutes(30);
        }
        date.and_time(NaiveTime::MIN).and_utc()
    }

    /// When the clocks here show `local`.
    pub fn when(self, local: NaiveDateTime) -> LocalTime {
        let utc = |time: DateTime<Tz>| time.with_timezone(&Utc);
        match self.0.from_local_datetime(&local) {
            LocalResult::Single(time) => LocalTime::At(utc(time)),
            LocalResult::Ambiguous(first, second) => LocalTime::Twice { first: utc(first), second: utc(second) },
            LocalResult::None => LocalTime::Skipped,
        }
    }

    /// How far the clocks here are from UTC at `time`: `+02:00`.
    pub fn offset(self, time: DateTime<Utc>) -> String {
        time.with_timezone(&self.0).format("%:z").to_string()
    }

    /// How far the clocks here are from UTC at `time`, as people write it: `UTC+1`, `UTC−3:30`, `UTC`.
    pub fn utc_offset(self, time: DateTime<Utc>) -> String {
        let offset = self.offset(time);
        let hours = offset.strip_suffix(":00").unwrap_or(&offset);
        let (sign, hours) = hours.split_at_checked(1).unwrap_or(("", hours));
        let hours = hours.strip_prefix('0').unwrap_or(hours);
        if hours == "0" { "UTC".to_owned() } else { format!("UTC{}{hours}", if sign == "-" { "−" } else { sign }) }
    }

    /// A written time with its offset behind it, where the clocks here show that time twice as they are put back:
    /// `25 Oct, 02:00 (UTC+2)`.
    pub fn told_apart(self, time: DateTime<Utc>, written: String) -> String {
        match self.when(time.with_timezone(&self.0).naive_local()) {
            LocalTime::Twice { .. } => format!("{written} ({})", self.utc_offset(time)),
            LocalTime::At(_) | LocalTime::Skipped => written,
        }
    }

    /// For a cell of a spreadsheet, whose title names the zone: `2026-11-17 14:02:11`.
    pub fn in_sheet(self, time: DateTime<Utc>) -> String {
        self.told_apart(time, time.with_timezone(&self.0).format("%Y-%m-%d %H:%M:%S").to_string())
    }

    /// What the clocks here show at `time`.
    pub fn local(self, time: DateTime<Utc>) -> NaiveDateTime {
        time.with_timezone(&self.0).naive_local()
    }

    /// The last millisecond of `date` here.
    pub fn day_end(self, date: NaiveDate) -> DateTime<Utc> {
        let next = date.checked_add_days(Days::new(1)).unwrap_or(date);
        self.day_start(next) - chrono::TimeDelta::milliseconds(1)
    }
}

impl Serialize for Zone {
    fn serialize<S: Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
        serializer.serialize_str(self.name())
    }
}

impl<'de> Deserialize<'de> for Zone {
    fn deserialize<D: Deserializer<'de>>(deserializer: D) -> Result<Self, D::Error> {
        String::deserialize(deserializer)?.parse().map_err(serde::de::Error::custom)
    }
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

    #[test]
    fn times_are_shown_in_the_chosen_zone() {
        let berlin: Zone = "Europe/Berlin".parse().unwrap();
        let (time, now) = (at("2026-11-17T23:30:00Z"), at("2026-11-20T00:00:00Z"));
        assert_eq!(berlin.short(time, now), "18 Nov, 00:30");
        assert_eq!(berlin.short(at("2025-07-01T00:00:00Z"), now), "1 Jul 2025, 02:00");
        assert_eq!(Zone::default().full(time), "17 Nov 2026, 23:30:00");
    }

    #[test]
    fn a_time_of_a_day_on_which_the_clocks_change_is_found_where_the_clocks_show_it() {
        let berlin: Zone = "Europe/Berlin".parse().unwrap();
        let when = |text: &str| berlin.when(text.parse().unwrap());
        assert_eq!(when("2026-03-29T01:59:00"), LocalTime::At(at("2026-03-29T00:59:00Z")));
        assert_eq!(when("2026-03-29T02:30:00"), LocalTime::Skipped);
        assert_eq!(when("2026-03-29T17:00:00"), LocalTime::At(at("2026-03-29T15:00:00Z")));
        let twice = LocalTime::Twice { first: at("2026-10-25T00:30:00Z"), second: at("2026-10-25T01:30:00Z") };
        assert_eq!(when("2026-10-25T02:30:00"), twice);
        assert_eq!(when("2026-10-25T17:00:00"), LocalTime::At(at("2026-10-25T16:00:00Z")));
        assert_eq!(berlin.offset(at("2026-10-25T00:30:00Z")), "+02:00");
    }

    #[test]
    fn a_day_has_the_length_its_zone_gives_it() {
        let berlin: Zone = "Europe/Berlin".parse().unwrap();
        assert_eq!(berlin.day_start(day("2026-03-29")), at("2026-03-28T23:00:00Z"));
        assert_eq!(berlin.day_end(day("2026-03-29")), at("2026-03-29T21:59:59.999Z"));
        let beirut: Zone = "Asia/Beirut".parse().unwrap();
        assert_eq!(beirut.day_start(day("2026-03-29")), at("2026-03-28T22:00:00Z"));
    }

    #[test]
    fn a_time_under_the_pointer_is_whole_in_the_zone_and_in_utc() {
        let berlin: Zone = "Europe/Berlin".parse().unwrap();
        let time = at("2026-07-18T22:30:05Z");
        assert_eq!(berlin.hover(time), "19 Jul 2026, 00:30:05 Europe/Berlin\n18 Jul 2026, 22:30:05 UTC");
        assert_eq!(Zone::default().hover(time), "18 Jul 2026, 22:30:05 UTC");
    }

    #[test]
    fn the_hour_that_comes_twice_says_its_offset_and_no_other_does() {
        let at = |text: &str| text.parse::<DateTime<Utc>>().unwrap();
        let zone: Zone = "Europe/Berlin".parse().unwrap();
        let shown = |time: &str| zone.told_apart(at(time), zone.short(at(time), at(time)));
        let night = ["2026-10-24T23:30:00Z", "2026-10-25T00:30:00Z", "2026-10-25T01:30:00Z", "2026-10-25T02:30:00Z"];
        let expected = ["25 Oct, 01:30", "25 Oct, 02:30 (UTC+2)", "25 Oct, 02:30 (UTC+1)", "25 Oct, 03:30"];
        assert_eq!(night.map(shown), expected);
        let newfoundland: Zone = "America/St_Johns".parse().unwrap();
        assert_eq!(newfoundland.utc_offset(at("2026-11-01T04:00:00Z")), "UTC−2:30");
        assert_eq!(newfoundland.told_apart(at("2026-11-01T04:00:00Z"), "01:30".to_owned()), "01:30 (UTC−2:30)");
        assert_eq!(Zone::default().utc_offset(at("2026-11-01T04:00:00Z")), "UTC");
    }
}
