//! Days that a payment was created on. What a day is in time depends on a zone, which is given where this is applied.

use std::fmt;

use chrono::{Datelike, Days, Months, NaiveDate, Weekday};

use super::comparison::QueryComparison;

/// Most days that `created:…d` reaches back.
const LAST_DAYS_MAX: u32 = 36_500;

/// A year, a month or a day.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash)]
pub enum DatePart {
    Year(i32),
    /// Year and month.
    Month(i32, u32),
    Day(NaiveDate),
}

impl DatePart {
    /// Reads `2026`, `2026-10` or `2026-10-01`.
    pub fn parse(text: &str) -> Option<Self> {
        let parts: Vec<&str> = text.split('-').collect();
        let number = |place: usize, digits: usize| -> Option<u32> {
            let part = parts.get(place)?;
            let is_number = part.len() == digits && part.bytes().all(|byte| byte.is_ascii_digit());
            part.parse().ok().filter(|_| is_number)
        };
        let year = i32::try_from(number(0, 4)?).ok().filter(|year| *year > 0)?;
        match parts.len() {
            1 => Some(Self::Year(year)),
            2 => number(1, 2).filter(|month| (1..=12).contains(month)).map(|month| Self::Month(year, month)),
            3 => NaiveDate::from_ymd_opt(year, number(1, 2)?, number(2, 2)?).map(Self::Day),
            _ => None,
        }
    }

    pub fn first_day(self) -> Option<NaiveDate> {
        match self {
            Self::Year(year) => NaiveDate::from_ymd_opt(year, 1, 1),
            Self::Month(year, month) => NaiveDate::from_ymd_opt(year, month, 1),
            Self::Day(day) => Some(day),
        }
    }

    pub fn last_day(self) -> Option<NaiveDate> {
        let first = self.first_day()?;
        match self {
            Self::Year(_) => first.checked_add_months(Months::new(12))?.pred_opt(),
            Self::Month(..) => first.checked_add_months(Months::new(1))?.pred_opt(),
            Self::Day(day) => Some(day),
        }
    }
}

impl fmt::Display for DatePart {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Self::Year(year) => write!(f, "{year:04}"),
            Self::Month(year, month) => write!(f, "{year:04}-{month:02}"),
            Self::Day(day) => write!(f, "{:04}-{:02}-{:02}", day.year(), day.month(), day.day()),
        }
    }
}

/// When a payment was created.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash)]
pub enum CreatedCondition {
    In(DatePart),
    Compared(QueryComparison, DatePart),
    /// Both ends included; one of them may be open.
    Between(Option<DatePart>, Option<DatePart>),
    Today,
    Yesterday,
    /// Today and the days before it, so many in all.
    LastDays(u32),
    /// From Monday on.
    ThisWeek,
    /// From Monday to Sunday.
    LastWeek,
    ThisMonth,
    LastMonth,
}

impl CreatedCondition {
    /// The words and counts of days: `today`, `yesterday`, `7d`, `last-week`.
    pub fn parse_relative(text: &str) -> Option<Self> {
        match text.to_ascii_lowercase().replace([' ', '_'], "-").as_str() {
            "today" => Some(Self::Today),
            "yesterday" => Some(Self::Yesterday),
            "this-week" => Some(Self::ThisWeek),
            "last-week" => Some(Self::LastWeek),
            "this-month" => Some(Self::ThisMonth),
            "last-month" => Some(Self::LastMonth),
            text => {
                let digits = text.strip_suffix('d')?;
                let is_number = !digits.is_empty() && digits.bytes().all(|byte| byte.is_ascii_digit());
                let days = digits.parse().ok().filter(|_| is_number)?;
                (1..=LAST_DAYS_MAX).contains(&days).then_some(Self::LastDays(days))
            }
        }
    }

    /// The first and the last day that it holds for; an end that is open has none.
    pub fn days(self, today: NaiveDate) -> (Option<NaiveDate>, Option<NaiveDate>) {
        match self {
            Self::In(part) => (part.first_day(), part.last_day()),
            Self::Compared(QueryComparison::AtLeast, part) => (part.first_day(), None),
            Self::Compared(QueryComparison::More, part) => (part.last_day().and_then(|day| day.succ_opt()), None),
            Self::Compared(QueryComparison::AtMost, part) => (None, part.last_day()),
            Self::Compared(QueryComparison::Less, part) => (None, part.first_day().and_then(|day| day.pred_opt())),
            Self::Between(from, to) => (from.and_then(DatePart::first_day), to.and_then(DatePart::last_day)),
            Self::Today => (Some(today), Some(today)),
            Self::Yesterday => (today.pred_opt(), today.pred_opt()),
            Self::LastDays(days) => {
                let before = Days::new(u64::from(days.saturating_sub(1)));
                (today.checked_sub_days(before), Some(today))
            }
            Self::ThisWeek => week(today),
            Self::LastWeek => today.checked_sub_days(Days::new(7)).map_or((None, Some(today)), week),
            Self::ThisMonth => month(today),
            Self::LastMonth => today.checked_sub_months(Months::new(1)).map_or((None, Some(today)), month),
        }
    }
}

/// The Monday and the Sunday around a day.
fn week(day: NaiveDate) -> (Option<NaiveDate>, Option<NaiveDate>) {
    let week = day.week(Weekday::Mon);
    (week.checked_first_day(), week.checked_last_day())
}

fn month(day: NaiveDate) -> (Option<NaiveDate>, Option<NaiveDate>) {
    let month = DatePart::Month(day.year(), day.month());
    (month.first_day(), month.last_day())
}

impl fmt::Display for CreatedCondition {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Self::In(part) => write!(f, "{part}"),
            Self::Compared(comparison, part) => write!(f, "{}{part}", comparison.sign()),
            Self::Between(from, to) => {
                let text = |part: &Option<DatePart>| part.map(|part| part.to_string()).unwrap_or_default();
                write!(f, "{}..{}", text(from), text(to))
            }
            Self::Today => f.write_str("today"),
            Self::Yesterday => f.write_str("yesterday"),
            Self::LastDays(days) => write!(f, "{days}d"),
            Self::ThisWeek => f.write_str("this-week"),
            Self::LastWeek => f.write_str("last-week"),
            Self::ThisMonth => f.write_str("this-month"),
            Self::LastMonth => f.write_str("last-month"),
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn day(text: &str) -> Option<NaiveDate> {
        (!text.is_empty()).then(|| text.parse().unwrap())
    }

    #[test]
    fn a_date_is_a_year_a_month_or_a_day_that_there_is() {
        for text in ["2026", "2026-02", "2028-02-29"] {
            assert_eq!(DatePart::parse(text).unwrap().to_string(), text);
        }
        for text in
            ["", "26", "2026-13", "2026-00", "2026-02-29", "2026-2", "2026-02-1", "2026-02-01-01", "0000", "+026"]
        {
            assert_eq!(DatePart::parse(text), None, "{text}");
        }
    }

    #[test]
    fn each_form_reaches_from_a_first_day_to_a_last_day() {
        use CreatedCondition::{
            Between, Compared, In, LastDays, LastMonth, LastWeek, ThisMonth, ThisWeek, Today, Yesterday,
        };
        let part = |text: &str| DatePart::parse(text).unwrap();
        for (condition, from, to) in [
            (In(part("2026")), "2026-01-01", "2026-12-31"),
            (In(part("2026-02")), "2026-02-01", "2026-02-28"),
            (Compared(QueryComparison::More, part("2026-10")), "2026-11-01", ""),
            (Compared(QueryComparison::AtLeast, part("2026-10")), "2026-10-01", ""),
            (Compared(QueryComparison::Less, part("2026-10")), "", "2026-09-30"),
            (Compared(QueryComparison::AtMost, part("2026-10")), "", "2026-10-31"),
            (Between(Some(part("2026-10-01")), Some(part("2026-10-15"))), "2026-10-01", "2026-10-15"),
            (Between(None, Some(part("2026-10"))), "", "2026-10-31"),
            (Today, "2026-11-23", "2026-11-23"),
            (Yesterday, "2026-11-22", "2026-11-22"),
            (LastDays(7), "2026-11-17", "2026-11-23"),
            // The 23rd is a Monday.
            (ThisWeek, "2026-11-23", "2026-11-29"),
            (LastWeek, "2026-11-16", "2026-11-22"),
            (ThisMonth, "2026-11-01", "2026-11-30"),
            (LastMonth, "2026-10-01", "2026-10-31"),
        ] {
            assert_eq!(condition.days(day("2026-11-23").unwrap()), (day(from), day(to)), "{condition}");
        }
    }
}
