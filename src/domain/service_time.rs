//! Times as services write them. The specification shows `2026-11-21T10:00:00Z`; others leave out what ISO 8601 lets them,
//! or count seconds.

use chrono::{DateTime, FixedOffset, NaiveDate, NaiveTime, Offset as _, TimeZone as _, Utc};

/// Seconds since 1970 with ten digits: from 2001 to 2286.
const SECONDS: std::ops::RangeInclusive<i64> = 1_000_000_000..=9_999_999_999;
/// Milliseconds since 1970 with thirteen digits.
const MILLIS: std::ops::RangeInclusive<i64> = 1_000_000_000_000..=9_999_999_999_999;

/// Reads a date with a time of day, or seconds or milliseconds since 1970 in digits. One without an offset is taken as
/// UTC; seconds may be missing, and have a fraction behind a dot or a comma; the offset may be without a colon or minutes.
/// A date without a time is none: nobody says in which zone its day is.
pub fn service_time(text: &str) -> Option<DateTime<Utc>> {
    let text = text.trim();
    if text.bytes().all(|byte| byte.is_ascii_digit()) {
        return text.parse().ok().and_then(since_1970);
    }
    let (date, rest) = text.split_once(['T', 't', ' '])?;
    let date = NaiveDate::parse_from_str(date, if date.contains('-') { "%Y-%m-%d" } else { "%Y%m%d" }).ok()?;
    let (time, offset) = rest.split_at(rest.find(|c: char| !is_of_time(c)).unwrap_or(rest.len()));
    let at = date.and_time(time_of_day(time)?);
    offset_of(offset)?.from_local_datetime(&at).single().map(|time| time.to_utc())
}

/// Seconds or milliseconds since 1970, as many digits as those of our time have; every other number is none.
pub fn since_1970(count: i64) -> Option<DateTime<Utc>> {
    match count {
        count if SECONDS.contains(&count) => DateTime::from_timestamp(count, 0),
        count if MILLIS.contains(&count) => DateTime::from_timestamp_millis(count),
        _ => None,
    }
}

fn is_of_time(c: char) -> bool {
    c.is_ascii_digit() || matches!(c, ':' | '.' | ',')
}

fn time_of_day(text: &str) -> Option<NaiveTime> {
    let text = text.replace(',', ".");
    let forms = ["%H:%M:%S%.f", "%H:%M", "%H%M%S%.f", "%H%M"];
    forms.into_iter().find_map(|form| NaiveTime::parse_from_str(&text, form).ok())
}

/// `Z`, `+01:00`, `+0100`, `+01`, `UTC`; nothing is UTC.
fn offset_of(text: &str) -> Option<FixedOffset> {
    let text = text.trim();
    if text.is_empty() || ["z", "utc", "gmt"].iter().any(|name| text.eq_ignore_ascii_case(name)) {
        return Some(Utc.fix());
    }
    let (is_west, digits) = match text.strip_prefix('+') {
        Some(digits) => (false, digits),
        None => (true, text.strip_prefix(['-', '−'])?),
    };
    let number = |text: &str| text.bytes().all(|byte| byte.is_ascii_digit()).then(|| text.parse::<i32>().ok())?;
    let (hours, minutes) = match digits.len() {
        2 => (digits, "00"),
        4 => digits.split_at_checked(2)?,
        5 => digits.split_once(':')?,
        _ => return None,
    };
    let (hours, minutes) = (number(hours)?, number(minutes).filter(|minutes| *minutes < 60)?);
    let seconds = (hours * 60 + minutes) * 60;
    FixedOffset::east_opt(if is_west { -seconds } else { seconds })
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_time_is_read_in_every_form_that_services_send() {
        let expected: Option<DateTime<Utc>> = "2026-11-21T10:00:00Z".parse().ok();
        for text in [
            "2026-11-21T10:00:00Z",
            "2026-11-21T10:00:00+0000",
            "2026-11-21T10:00:00.000+0000",
            "2026-11-21T11:00:00+0100",
            "2026-11-21T11:00:00+01",
            "2026-11-21T04:30:00-05:30",
            "2026-11-21T04:30:00−0530",
            "2026-11-21T10:00Z",
            "2026-11-21T10:00",
            "2026-11-21T10:00:00,000Z",
            "2026-11-21T10:00:00,000000+00:00",
            "2026-11-21T10:00:00.000000000",
            "2026-11-21 10:00:00",
            "2026-11-21 10:00:00 +0000",
            "2026-11-21 10:00:00 UTC",
            "2026-11-21t10:00:00z",
            "20261121T100000Z",
            "20261121T1000Z",
            "1795255200",
            "1795255200000",
            " 2026-11-21T10:00:00Z ",
        ] {
            assert_eq!(service_time(text), expected, "{text}");
        }
        assert_eq!(service_time("2026-11-21T10:00:00,250Z"), "2026-11-21T10:00:00.250Z".parse().ok());
    }

    #[test]
    fn what_could_be_another_time_is_not_read() {
        for text in [
            "",
            "soon",
            "2026-11-21",
            "21.11.2026 10:00",
            "11/21/2026 10:00",
            "2026-13-01T10:00:00Z",
            "2026-11-21T25:00Z",
            "2026-11-21T10:00:00+24:00",
            "2026-11-21T10:00:00+0060",
            "2026-11-21T10:00:00 CET",
            "20261121",
            "1795255",
            "17952552000",
            "1795255200000000",
            "2026-11-21T10",
            "T",
            "2026-11-21T10:00:00+é1",
        ] {
            assert_eq!(service_time(text), None, "{text}");
        }
    }
}
