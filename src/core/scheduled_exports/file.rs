//! Exports of payments that a hub makes by itself: which ones, and when each is due. What an administrator writes into a
//! file, as JSON:
//!
//! ```json
//! {"exports": [
//!   {"name": "declines", "view": "Recent declines", "at": "06:00", "zone": "Europe/Vienna"},
//!   {"name": "month", "query": "status:succeeded created:30d", "at": "01:30", "every": "month", "day": 1, "format": "xlsx"},
//!   {"name": "disputes", "report": "disputes", "at": "06:00", "every": "monday", "zone": "Europe/Vienna"}
//! ]}
//! ```
//!
//! CSV has commas and decimal points unless `"separator"` (`comma`, `semicolon`, `tab`) or `"decimal"` (`point`, `comma`)
//! says otherwise: a server does not know the spreadsheets of those who open its files.

use std::collections::BTreeSet;

use chrono::{DateTime, Datelike as _, Days, NaiveDate, NaiveTime, TimeDelta, Utc, Weekday};
use serde::{Deserialize, Deserializer};
use strum::IntoEnumIterator as _;

use paydesk_domain::csv_style::{CsvDecimal, CsvSeparator, CsvStyle};
use paydesk_domain::dispute_report::ReportPeriod;
use paydesk_domain::export::{ExportFormat, ExportStyle};
use paydesk_domain::report_page::ReportFormat;
use paydesk_index::payment_query::{QueryError, parse_query};

use paydesk_domain::zone::{LocalTime, Zone};

/// Most exports of one hub.
const EXPORTS_MAX: usize = 100;
const NAME_MAX: usize = 64;
/// The days of the longest month, and of the one before, are looked through for the last due time.
const LOOK_BACK_DAYS: u64 = 62;

/// One export.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct ScheduledExport {
    /// Unique; part of the names of its files.
    pub name: String,
    pub rows: ScheduledRows,
    pub style: ExportStyle,
    pub times: ExportTimes,
}

/// Which payments.
#[derive(Debug, Clone, PartialEq, Eq)]
pub enum ScheduledRows {
    /// Those of a view that the team shares, by its name.
    View(String),
    /// Those that a query finds; an empty one finds all.
    Query(String),
    /// None: the report of disputes on one page.
    DisputeReport,
}

/// When an export is due.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct ExportTimes {
    every: ExportDays,
    at: NaiveTime,
    pub zone: Zone,
}

#[derive(Debug, Clone, Copy, PartialEq, Eq)]
enum ExportDays {
    All,
    Week(Weekday),
    /// The day of each month; the last one of a month that has fewer.
    Month(u32),
}

/// Why a file of exports cannot be used.
#[derive(Debug, Clone, PartialEq, Eq, thiserror::Error)]
pub enum ScheduleFault {
    #[error("it cannot be read: {0}")]
    NoJson(String),
    #[error("it has {0} exports; at most {EXPORTS_MAX} are allowed")]
    TooMany(usize),
    #[error("the name “{0}” must have 1 to {NAME_MAX} letters, digits, “-” or “_”")]
    Name(String),
    #[error("two exports are called “{0}”")]
    SameName(String),
    #[error("export “{0}” has a view and a query; only one of them is allowed")]
    TwoSources(String),
    #[error("the query of export “{name}” is wrong: {error}")]
    Query { name: String, error: QueryError },
    #[error("export “{0}” is a report, which has no “view”, “query”, “format”, “separator” or “decimal”")]
    Report(String),
    #[error("export “{0}” has a “separator” or a “decimal”, which only csv files have")]
    NotCsv(String),
    #[error("export “{0}” has “day” without “every”: “month”, or a “day” that is not 1 to 31")]
    Day(String),
}

#[derive(Deserialize)]
#[serde(deny_unknown_fields)]
struct ExportsFile {
    exports: Vec<ExportEntry>,
}

#[derive(Deserialize)]
#[serde(deny_unknown_fields)]
struct ExportEntry {
    name: String,
    view: Option<String>,
    query: Option<String>,
    report: Option<ReportWord>,
    #[serde(deserialize_with = "time_of_day")]
    at: NaiveTime,
    #[serde(default)]
    zone: Zone,
    #[serde(default)]
    every: EveryWord,
    day: Option<u32>,
    #[serde(default, deserialize_with = "format")]
    format: Option<ExportFormat>,
    separator: Option<CsvSeparator>,
    decimal: Option<CsvDecimal>,
}

#[derive(Deserialize, Clone, Copy, PartialEq, Eq)]
#[serde(rename_all = "lowercase")]
enum ReportWord {
    Disputes,
}

#[derive(Deserialize, Default, Clone, Copy, PartialEq, Eq)]
#[serde(rename_all = "lowercase")]
enum EveryWord {
    #[default]
    Day,
    Month,
    Monday,
    Tuesday,
    Wednesday,
    Thursday,
    Friday,
    Saturday,
    Sunday,
}

fn time_of_day<'de, D: Deserializer<'de>>(deserializer: D) -> Result<NaiveTime, D::Error> {
    let text = String::deserialize(deserializer)?;
    let wrong = |_| serde::de::Error::custom(format!("“{text}” is not a time such as 06:00"));
    NaiveTime::parse_from_str(&text, "%H:%M").map_err(wrong)
}

fn format<'de, D: Deserializer<'de>>(deserializer: D) -> Result<Option<ExportFormat>, D::Error> {
    let word = String::deserialize(deserializer)?;
    let known = ExportFormat::iter().find(|format| format.extension() == word);
    known.map(Some).ok_or_else(|| serde::de::Error::custom(format!("“{word}” is not csv, xlsx or jsonl")))
}

/// Reads the text of a file.
pub fn parse_exports(text: &str) -> Result<Vec<ScheduledExport>, ScheduleFault> {
    let file: ExportsFile = serde_json::from_str(text).map_err(|error| ScheduleFault::NoJson(error.to_string()))?;
    if file.exports.len() > EXPORTS_MAX {
        return Err(ScheduleFault::TooMany(file.exports.len()));
    }
    let mut names = BTreeSet::new();
    let exports = file.exports.into_iter().map(ExportEntry::checked).collect::<Result<Vec<_>, _>>()?;
    match exports.iter().find(|export| !names.insert(export.name.as_str())) {
        Some(twice) => Err(ScheduleFault::SameName(twice.name.clone())),
        None => Ok(exports),
    }
}

impl ExportEntry {
    fn checked(self) -> Result<ScheduledExport, ScheduleFault> {
        let is_fit = |c: char| c.is_ascii_alphanumeric() || matches!(c, '-' | '_');
        if self.name.is_empty() || self.name.len() > NAME_MAX || !self.name.chars().all(is_fit) {
            return Err(ScheduleFault::Name(self.name));
        }
        let every = self.days().ok_or_else(|| ScheduleFault::Day(self.name.clone()))?;
        let has_rows = self.view.is_some() || self.query.is_some() || self.format.is_some();
        if self.report.is_some() && (has_rows || self.separator.is_some() || self.decimal.is_some()) {
            return Err(ScheduleFault::Report(self.name));
        }
        let rows = match (self.view, self.query, self.report) {
            (None, None, Some(ReportWord::Disputes)) => ScheduledRows::DisputeReport,
            (Some(_), Some(_), _) => return Err(ScheduleFault::TwoSources(self.name)),
            (Some(view), None, _) => ScheduledRows::View(view),
            (None, query, _) => ScheduledRows::Query(query.unwrap_or_default()),
        };
        let format = self.format.unwrap_or(ExportFormat::Csv);
        if let ScheduledRows::Query(text) = &rows {
            let name = self.name.clone();
            parse_query(text).map_err(|error| ScheduleFault::Query { name, error })?;
        }
        if format != ExportFormat::Csv && (self.separator.is_some() || self.decimal.is_some()) {
            return Err(ScheduleFault::NotCsv(self.name));
        }
        let csv = CsvStyle::chosen(self.separator, self.decimal, CsvStyle::default());
        let times = ExportTimes { every, at: self.at, zone: self.zone };
        Ok(ScheduledExport { name: self.name, rows, style: ExportStyle::for_command(format, csv), times })
    }

    fn days(&self) -> Option<ExportDays> {
        let week = |day| Some(ExportDays::Week(day)).filter(|_| self.day.is_none());
        match self.every {
            EveryWord::Day => Some(ExportDays::All).filter(|_| self.day.is_none()),
            EveryWord::Month => Some(self.day.unwrap_or(1)).filter(|day| (1..=31).contains(day)).map(ExportDays::Month),
            EveryWord::Monday => week(Weekday::Mon),
            EveryWord::Tuesday => week(Weekday::Tue),
            EveryWord::Wednesday => week(Weekday::Wed),
            EveryWord::Thursday => week(Weekday::Thu),
            EveryWord::Friday => week(Weekday::Fri),
            EveryWord::Saturday => week(Weekday::Sat),
            EveryWord::Sunday => week(Weekday::Sun),
        }
    }
}

impl ScheduledExport {
    /// What the names of its files end in.
    pub fn extension(&self) -> &'static str {
        match self.rows {
            ScheduledRows::DisputeReport => ReportFormat::Pdf.extension(),
            ScheduledRows::View(_) | ScheduledRows::Query(_) => self.style.format.extension(),
        }
    }
}

impl ExportTimes {
    /// What a report that is made then is of: the last month where it is made once a month, else the last week.
    pub fn report_period(&self) -> ReportPeriod {
        match self.every {
            ExportDays::Month(_) => ReportPeriod::LastMonth,
            ExportDays::All | ExportDays::Week(_) => ReportPeriod::LastWeek,
        }
    }

    /// The last time at or before `now` at which it was due.
    pub fn last_due(&self, now: DateTime<Utc>) -> Option<DateTime<Utc>> {
        let today = self.zone.date(now);
        let days = (0..=LOOK_BACK_DAYS).filter_map(|back| today.checked_sub_days(Days::new(back)));
        days.filter(|day| self.is_on(*day)).map(|day| self.due_on(day)).find(|due| *due <= now)
    }

    fn is_on(&self, day: NaiveDate) -> bool {
        match self.every {
            ExportDays::All => true,
            ExportDays::Week(weekday) => day.weekday() == weekday,
            ExportDays::Month(number) => day.day() == number.min(u32::from(day.num_days_in_month())),
        }
    }

    /// Where the clocks show the time twice, the first; where they skip it, the first time after.
    fn due_on(&self, day: NaiveDate) -> DateTime<Utc> {
        let wanted = day.and_time(self.at);
        let found = (0..8).find_map(|half_hours| match self.zone.when(wanted + TimeDelta::minutes(30 * half_hours)) {
            LocalTime::At(time) | LocalTime::Twice { first: time, .. } => Some(time),
            LocalTime::Skipped => None,
        });
        found.unwrap_or_else(|| wanted.and_utc())
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn export(fields: &str) -> Result<ScheduledExport, ScheduleFault> {
        let text = format!(r#"{{"exports": [{{"name": "a", {fields}}}]}}"#);
        parse_exports(&text).map(|mut exports| exports.remove(0))
    }

    fn last_due(fields: &str, now: &str) -> String {
        let due = export(fields).unwrap().times.last_due(now.parse().unwrap()).unwrap();
        due.to_rfc3339_opts(chrono::SecondsFormat::Secs, true)
    }

    #[test]
    fn the_file_of_the_documentation_is_read() {
        let text = r#"{"exports": [
            {"name": "declines", "view": "Recent declines", "at": "06:00", "zone": "Europe/Vienna"},
            {"name": "month", "query": "status:succeeded created:30d", "at": "01:30", "every": "month", "day": 1, "format": "xlsx"}
        ]}"#;
        let exports = parse_exports(text).unwrap();
        assert_eq!(exports[0].rows, ScheduledRows::View("Recent declines".to_owned()));
        assert_eq!([0, 1].map(|place| exports[place].style), [ExportFormat::Csv, ExportFormat::Xlsx].map(Into::into));
        assert_eq!(exports[0].times.zone.name(), "Europe/Vienna");
    }

    #[test]
    fn what_is_wrong_in_the_file_is_named() {
        for (fields, said) in [
            (r#""at": "25:00""#, "“25:00” is not a time"),
            (r#""at": "06:00", "zone": "Mars""#, "“Mars” is not a time zone"),
            (r#""at": "06:00", "every": "year""#, "unknown variant `year`"),
            (r#""at": "06:00", "format": "pdf""#, "“pdf” is not csv"),
            (r#""at": "06:00", "decimal": "dot""#, "unknown variant `dot`"),
            (r#""at": "06:00", "format": "xlsx", "separator": "tab""#, "which only csv files have"),
            (r#""at": "06:00", "report": "payments""#, "unknown variant `payments`"),
            (r#""at": "06:00", "report": "disputes", "format": "xlsx""#, "is a report, which has no"),
            (r#""at": "06:00", "when": 1"#, "unknown field `when`"),
            (r#""at": "06:00", "day": 3"#, "has “day” without"),
            (r#""at": "06:00", "every": "month", "day": 32"#, "1 to 31"),
            (r#""at": "06:00", "view": "a", "query": "b""#, "a view and a query"),
            (r#""at": "06:00", "query": "amount:>""#, "the query of export “a” is wrong"),
            (r#""view": "a""#, "missing field `at`"),
        ] {
            let fault = export(fields).unwrap_err().to_string();
            assert!(fault.contains(said), "{fields}: {fault}");
        }
        let named = |name: &str| format!(r#"{{"name": "{name}", "at": "06:00"}}"#);
        for (names, said) in
            [(vec![""], "must have 1 to"), (vec!["a/b"], "“a/b”"), (vec!["a", "a"], "two exports are called “a”")]
        {
            let entries: Vec<String> = names.into_iter().map(named).collect();
            let fault = parse_exports(&format!(r#"{{"exports": [{}]}}"#, entries.join(","))).unwrap_err();
            assert!(fault.to_string().contains(said), "{fault}");
        }
    }

    #[test]
    fn a_file_for_the_spreadsheets_of_a_country_is_asked_for_in_one_word() {
        let csv = CsvStyle { separator: CsvSeparator::Semicolon, decimal: CsvDecimal::Comma };
        let style = export(r#""at": "06:00", "decimal": "comma""#).unwrap().style;
        assert_eq!(style, ExportStyle { format: ExportFormat::Csv, csv, is_marked: true, words: None });
    }

    #[test]
    fn an_export_is_due_by_the_clocks_of_its_zone() {
        let daily = r#""at": "06:00", "zone": "Europe/Vienna""#;
        assert_eq!(last_due(daily, "2026-11-26T04:59:59Z"), "2026-11-25T05:00:00Z");
        assert_eq!(last_due(daily, "2026-11-26T05:00:00Z"), "2026-11-26T05:00:00Z");
        assert_eq!(last_due(daily, "2026-07-01T05:00:00Z"), "2026-07-01T04:00:00Z");
        let weekly = r#""at": "00:00", "every": "monday""#;
        assert_eq!(last_due(weekly, "2026-11-26T04:00:00Z"), "2026-11-23T00:00:00Z");
        assert_eq!(last_due(weekly, "2026-11-22T23:59:59Z"), "2026-11-16T00:00:00Z");
        let first = r#""at": "01:30", "every": "month""#;
        assert_eq!(last_due(first, "2026-11-01T01:29:00Z"), "2026-10-01T01:30:00Z");
        let last = r#""at": "01:30", "every": "month", "day": 31"#;
        assert_eq!(last_due(last, "2027-03-30T00:00:00Z"), "2027-02-28T01:30:00Z");
    }

    #[test]
    fn a_time_that_the_clocks_skip_or_show_twice_is_due_once() {
        let at = r#""at": "02:30", "zone": "Europe/Vienna""#;
        assert_eq!(last_due(at, "2026-03-29T12:00:00Z"), "2026-03-29T01:00:00Z", "03:00 of that day");
        assert_eq!(last_due(at, "2026-10-25T12:00:00Z"), "2026-10-25T00:30:00Z", "the first of the two");
    }
}
