//! The texts of analytics.

pub use crate::text::{
    ALL, BOARD, COLUMN_AMOUNT, COUNT, CURRENCY, DECIDED, DECLINES, DISPUTES, FROM, GOAL_BY_AMOUNT, GOAL_BY_COUNT,
    GROUP, LAST_MONTH, LOST, NOTE, OPEN, OVERDUE, PAYDESK, PAYMENTS, PROFILE, QUERY, RANGE, REQUEST, STAGE, STATUS,
    SUMMARY, THIS_MONTH, TIME, TIME_ZONE, TO, TOTAL, TYPE_NAME, WON,
};

use std::fmt::Display;

use paydesk_domain::number_text::{CountNoun, count_text};

// Payments disputed so far

pub const DISPUTED_SO_FAR: &str = "Disputed so far";

// Board actions

pub fn was_saved(name: impl Display) -> String {
    format!("“{name}” was saved")
}

pub fn was_updated(name: impl Display) -> String {
    format!("“{name}” was updated")
}

// Boards

pub const REPORT_NEEDS_ALL: &str = "Load all disputes and payments first";
pub const EXPLORE: &str = "Explore";
pub const DISPUTE_RATE: &str = "Dispute rate";

// Payment groups

/// `Card brand known for 812 of 1,040 payments`.
pub fn known_of(what: impl Display, known: impl Display, all: impl Display) -> String {
    format!("{what} known for {known} of {all} payments")
}

// Build

pub const RATE: &str = "Rate";

pub fn against(previous: impl Display) -> String {
    format!("vs {previous}")
}

pub fn before(before: impl Display) -> String {
    format!("before {before}")
}

// Card content

/// As the title of a column whose numbers may be higher.
pub fn at_least_title(title: impl Display) -> String {
    format!("{title} (minimum)")
}

pub fn of(of: impl Display) -> String {
    format!(" of {of}")
}

pub fn points(difference: impl Display) -> String {
    format!("{difference} points")
}

// Checks

/// The sum of so many groups that are not shown by themselves.
pub fn other(groups: usize) -> String {
    format!("Other ({groups})")
}

pub fn other_is_the_sum(groups: usize) -> String {
    format!("Other is the sum of the {groups} smallest groups: add a filter or group by fewer fields to see each")
}

pub const TODAY_IS_INCOMPLETE: &str = "Today is incomplete and is compared with a full day";

pub fn services_total_is_its_rows(
    name: impl Display,
    reported: impl Display,
    of_rows: impl Display,
    difference: impl Display,
    mixed: impl Display,
) -> String {
    format!(
        "The service's total ({name}) is {reported}, but its rows add up to {of_rows}: they differ by \
            {difference}{mixed}"
    )
}

pub fn service_reports_no_total_sum(name: impl Display) -> String {
    format!("The service reports no total ({name}): the sum of its rows cannot be checked")
}

pub fn not_reported_by_service(measure: impl Display) -> String {
    format!("Not reported by the service: {measure}")
}

pub fn values_could_not_be_read(count: usize, which: impl Display, first: impl Display) -> String {
    match count {
        1 => format!("1 value{which} could not be read and is not counted: {first}"),
        more => format!("{more} values{which} could not be read and are not counted: {first}"),
    }
}

pub fn services_own_success_rate_is(reported: impl Display) -> String {
    format!("The service's own success rate is {reported}")
}

pub fn for_part_of_rows(name: impl Display) -> String {
    format!("{name}, for some rows")
}

pub fn counted_in_whole(unit: impl Display, moved_minutes: impl Display, plan: impl Display) -> String {
    format!(
        "Counted in whole {unit} (UTC), so days may start up to {moved_minutes} minutes earlier or later than in \
            {plan}; the rows they open are exact"
    )
}

// Data start

/// Of a period before that is not known from its first day on.
pub fn data_begins(since: impl Display) -> String {
    format!("Not compared: the first payments are from {since}, within the previous period")
}

// Declines

pub fn only_newest_failed_payments(failed: impl Display, of: impl Display) -> String {
    format!("Only the {failed} newest{of} failed payments are counted")
}

pub fn only_failed_ones_among_newest(all: impl Display) -> String {
    format!("Only the failed ones among the {all} newest payments are counted")
}

pub fn list_is_incomplete(stalled: impl Display) -> String {
    format!("The list is incomplete: {stalled}")
}

// Drill down target

pub fn list_does_not_contain(dimension: impl Display) -> String {
    format!("The list does not contain {dimension}: no rows can be shown")
}

// Evidence results

pub const WON_OR_LOST_WITH_EVIDENCE: &str =
    "Disputes opened in this period that were won or lost with evidence submitted in Paydesk";

// File

pub fn get_all_pages_are_read(path: impl Display) -> String {
    format!("GET {path}\n\nAll pages are read; period and filters are applied in Paydesk")
}

pub fn saved_as(path: impl Display) -> String {
    format!("Saved as {path}")
}

pub fn tables_saved_to(paths: impl Display, folder: impl Display) -> String {
    format!("{paths} tables saved to {folder}")
}

// Goals

pub const PERCENTAGE_SUCH_AS: &str = "Enter a percentage such as 0.9, at most 100";

// Local

pub fn list_contains_no_remove(word: impl Display) -> String {
    format!("The list contains no {word}. Remove this filter to count its rows.")
}

pub fn payments_are_not_filtered_by(word: impl Display) -> String {
    format!("Payments are not filtered by the {word} of their disputes. Remove this filter to see the dispute rate.")
}

pub fn over_days(first: impl Display) -> String {
    format!("over {first} days")
}

pub fn days(first: impl Display, last: impl Display) -> String {
    format!("{first}–{last} days")
}

pub fn now(text: impl Display) -> String {
    format!("now, {text}")
}

pub fn disputes_are_read_so_far(count: i64, of: impl Display) -> String {
    format!("{}{of} read", CountNoun::DISPUTES.count(count))
}

pub fn disputes_without_date(without_date: i64) -> String {
    match without_date {
        1 => "1 dispute without a date is not shown".to_owned(),
        more => format!("{} disputes without a date are not shown", count_text(more)),
    }
}

pub fn open_disputes_have_no_deadline(without_deadline: i64) -> String {
    match without_deadline {
        1 => "1 open dispute has no deadline".to_owned(),
        more => format!("{} open disputes have no deadline", count_text(more)),
    }
}

// Maturity

/// `1 Nov 2026 is a partial period`, `30 Oct – 1 Nov 2026 and 23 – 24 Nov 2026 are partial periods`.
pub fn partial_periods(labels: &str, count: usize) -> String {
    if count == 1 { format!("{labels} is a partial period") } else { format!("{labels} are partial periods") }
}

/// Why outcomes are not compared that come without the measure that says how many are decided.
pub fn not_compared_without_decided(measures: &str) -> String {
    format!("{measures}: not compared without {DECIDED}. Add it under Numbers.")
}

/// How many disputes are decided of how many, now and before.
pub fn outcomes_not_compared(
    (decided, of): (impl Display, impl Display),
    (decided_before, of_before): (impl Display, impl Display),
    percent: impl Display,
) -> String {
    format!(
        "Outcomes are not compared: {decided} of {of} disputes are decided, {decided_before} of {of_before} in the \
            previous period (both need {percent}%)"
    )
}

// Question

pub fn has_no_meaning_where_rows(status: impl Display) -> String {
    format!("cannot be grouped by {status}")
}

pub fn needs_both_and_and_filter(good: impl Display, bad: impl Display) -> String {
    format!("needs both {good} and {bad}, but the filter excludes one")
}

pub fn this_service_does_not_report(subject: impl Display) -> String {
    format!("This service does not report {subject}")
}

pub fn this_service_counts_attempts(word: impl Display) -> String {
    format!("This service counts payment attempts, which have no status “{word}”")
}

pub fn post(path: impl Display) -> String {
    format!("POST {path}")
}

// Range

pub fn last_days(days: impl Display) -> String {
    format!("Last {days} days")
}

// Reconciliation

pub fn against_text(status: impl Display, reported: impl Display, listed: impl Display) -> String {
    format!("{status} {reported} vs {listed}")
}

pub fn service_counts_list(
    all: impl Display,
    rows: impl Display,
    named: impl Display,
    read_at: impl Display,
    reported_at: impl Display,
) -> String {
    format!(
        "In this period the service counts {all}, and the list has {rows} ({named}). The list was read at {read_at}, \
            the numbers at {reported_at}."
    )
}

// Refresh

pub fn row_says(word: impl Display) -> String {
    format!("a row with “{word}”")
}

// Split

pub fn by(subject: impl Display, name: impl Display) -> String {
    format!("{subject} by {name}")
}

pub fn service_does_not_group_one(rows: impl Display) -> String {
    format!("The service does not group {rows}: one query for each of")
}

pub fn documented_statuses_payments_of_another(asked: impl Display) -> String {
    format!("{asked} the documented statuses; payments of another status are not counted")
}

pub fn currencies_of_payments_loaded_here(asked: impl Display, codes: impl Display) -> String {
    format!("{asked} {codes}, the currencies of the payments loaded here; others are not counted")
}

pub fn service_does_not_group(rows: impl Display, name: impl Display) -> String {
    format!("The service does not group {rows}, and no {name} is known here yet: load the payments first")
}

pub fn service_does_not_group_its_rows(count: impl Display) -> String {
    format!(
        "The service does not group its rows, and this would need {count} queries: add a filter or group by fewer fields"
    )
}

// Table

pub const FILTER: &str = "Filter";
pub const COMPARED: &str = "Compared";
pub const CREATED_AT: &str = "Created at";
pub const NOT_STARTED: &str = "not started";

pub fn before_text(series: impl Display) -> String {
    format!("{series}, before")
}

// Workbook

pub fn cases_of(name: impl Display) -> String {
    format!("{name}, cases")
}

// Words

pub fn no(dimension: impl Display) -> String {
    format!("No {dimension}")
}
