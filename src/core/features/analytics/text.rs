//! The texts of analytics.

pub use crate::text::{
    ALL, BOARD, COUNT, CURRENCY, DECIDED, DECLINES, DISPUTES, FROM, GOAL_BY_AMOUNT, GOAL_BY_COUNT, GROUP, LOST, NOTE,
    OPEN, OVERDUE, PAYDESK, PAYMENTS, PROFILE, QUERY, RANGE, REQUEST, STAGE, STATUS, SUMMARY, TIME, TIME_ZONE, TO,
    TOTAL, TYPE_NAME, WON,
};

use std::fmt::Display;

// Board actions

pub fn was_saved(name: impl Display) -> String {
    format!("“{name}” was saved")
}

pub fn was_updated(name: impl Display) -> String {
    format!("“{name}” was updated")
}

// Boards

pub const EXPLORE: &str = "Explore";
pub const DISPUTE_RATE: &str = "Dispute rate";
pub const WON_AND_LOST: &str = "Won and lost";
pub const WON_AND_LOST_BY_EVIDENCE: &str = "Won and lost by evidence";
pub const DISPUTES_BY_CURRENCY: &str = "Disputes by currency";
pub const SUCCEEDED_PAYMENTS_OVER_TIME: &str = "Succeeded payments over time";
pub const DISPUTED_LOST_AND_WON: &str = "Disputed, lost and won";
pub const DUE_IN_NEXT_7_DAYS: &str = "Due in the next 7 days";
pub const OPEN_AND_DUE_IN_NEXT_7_DAYS: &str = "Open and due in the next 7 days";
pub const DISPUTES_BY_STATUS_OVER_TIME: &str = "Disputes by status over time";
pub const DISPUTED_AND_LOST_OVER_TIME: &str = "Disputed and lost over time";
pub const WIN_RATE_OVER_TIME: &str = "Win rate over time";
pub const DISPUTES_BY_STATUS: &str = "Disputes by status";
pub const DISPUTES_BY_STAGE: &str = "Disputes by stage";
pub const DISPUTES_BY_PROFILE: &str = "Disputes by profile";
pub const AGE_OF_OPEN_DISPUTES: &str = "Age of open disputes";
pub const DISPUTES_BY_REASON: &str = "Disputes by reason";
pub const PAYMENTS_SUCCESS_RATE_AND_PROCESSED: &str = "Payments, success rate and processed amount";
pub const PAYMENTS_BY_CURRENCY_OVER_TIME: &str = "Payments by currency over time";
pub const SUCCESS_RATE_OVER_TIME: &str = "Success rate over time";
pub const PROCESSED_AMOUNT_OVER_TIME: &str = "Processed amount over time";
pub const PAYMENTS_BY_STATUS: &str = "Payments by status";
pub const DECLINES_BY_CATEGORY: &str = "Declines by category";

// Build

pub const RATE: &str = "Rate";
pub const NO_EARLIER_VALUE: &str = "no earlier value";

pub fn against(previous: impl Display) -> String {
    format!("against {previous}")
}

pub fn before(before: impl Display) -> String {
    format!("before {before}")
}

// Card content

pub const COUNTED_IN_PART: &str =
    "Not everything in this period has been read: counts and amounts are at least, and rates are not known";
pub const EARLIER_COUNTED_IN_PART: &str =
    "Not everything in the period before has been read: nothing is compared with it";

/// As the title of a column whose numbers may be higher.
pub fn at_least_title(title: impl Display) -> String {
    format!("{title}, at least")
}

pub fn of(of: impl Display) -> String {
    format!(" of {of}")
}

pub fn points(difference: impl Display) -> String {
    format!("{difference} points")
}

// Checks

pub const IN_MINOR_UNITS_OF_SEVERAL: &str = " in minor units of several currencies, which is not an amount of money";
pub const ONE_ROW_IS_OUTSIDE_REQUESTED_RANGE: &str = "1 row is outside the requested range and is not counted";
pub const ROWS_ARE_OUTSIDE_REQUESTED_RANGE: &str = "rows are outside the requested range and are not counted";
pub const ONE_SUM_WITHOUT_CURRENCY: &str = "1 sum without a currency is not counted";
pub const SUMS_WITHOUT_CURRENCY: &str = "sums without a currency are not counted";
/// The sum of so many groups that are not shown by themselves.
pub fn other(groups: usize) -> String {
    format!("Other ({groups})")
}

pub fn other_is_the_sum(groups: usize) -> String {
    format!("Other is the sum of the {groups} smallest groups: add a filter or group by fewer fields to see each")
}

pub const SUM_IS_TOO_LARGE: &str = "A sum is too large to be exact and is not shown";
pub const OF_PREVIOUS_PERIOD: &str = " of the previous period";
pub const TODAY_IS_INCOMPLETE: &str = "Today is incomplete and is compared with a full day";
pub const FIRST_OR_LAST_PERIOD: &str = "The first or last period is partial";

pub fn services_total_is_its_rows(
    name: impl Display,
    reported: impl Display,
    of_rows: impl Display,
    difference: impl Display,
    mixed: impl Display,
) -> String {
    format!(
        "The service's total ({name}) is {reported}, its rows add up to {of_rows}: they differ by {difference}{mixed}"
    )
}

pub fn service_reports_no_total_sum(name: impl Display) -> String {
    format!("The service reports no total ({name}): the sum of its rows cannot be checked")
}

pub fn not_reported_by_service(measure: impl Display) -> String {
    format!("Not reported by the service: {measure}")
}

pub fn values_could_not_be_read(count: impl Display, which: impl Display, first: impl Display) -> String {
    format!("{count} values{which} could not be read and are not counted: {first}")
}

pub fn services_own_success_rate_is(reported: impl Display) -> String {
    format!("The service's own success rate is {reported}")
}

pub fn for_part_of_rows(name: impl Display) -> String {
    format!("{name}, for a part of the rows")
}

pub fn counted_in_whole(unit: impl Display, moved_minutes: impl Display, plan: impl Display) -> String {
    format!(
        "Counted in whole {unit} of UTC: buckets begin up to {moved_minutes} minutes off the days of {plan}; the rows they open are exact"
    )
}

// Declines

pub const NO_CODE: &str = "No code";
pub const FAILED_PAYMENTS_CREATED_IN_RANGE: &str =
    "Failed payments created in the range, by the category of their unified code";
pub const COUNTED_IN_PAYMENT_LIST: &str = "Counted in the payment list, not by the service";

pub fn only_newest_failed_payments(failed: impl Display, of: impl Display) -> String {
    format!("Only the {failed} newest{of} failed payments are counted")
}

pub fn only_failed_ones_among_newest(all: impl Display) -> String {
    format!("Only the failed ones among the {all} newest payments are counted")
}

pub fn list_is_incomplete(stalled: impl Display) -> String {
    format!("The list is incomplete: {stalled}")
}

// Dispute rate

pub const DISPUTE_RATE_IS: &str = "Disputes opened in the range ÷ payments created in the range that succeeded";
pub const BY_COUNT: &str = "By count";
pub const BY_AMOUNT: &str = "By amount";

// Drill down target

pub const GROUPS_CANNOT_BE_LISTED: &str =
    "The list cannot be filtered for these groups at once: choose one in the table";
pub const ROWS_WITHOUT_VALUE_CANNOT: &str = "The list cannot be filtered for rows without a value";

pub fn list_does_not_contain(dimension: impl Display) -> String {
    format!("The list does not contain {dimension}: no rows can be shown")
}

// Evidence results

pub const WIN_RATE_WITH_IT: &str = "Win rate with it";
pub const WIN_RATE_WITHOUT_IT: &str = "Win rate without it";
pub const WON_OR_LOST_WITH_EVIDENCE: &str =
    "Disputes opened in the range that were won or lost with evidence submitted in Paydesk";
pub const WON_OF_DECIDED_WITH_IT: &str = "Won ÷ (won + lost), of those with this in the submitted evidence";
pub const WON_OF_DECIDED_WITHOUT_IT: &str = "Won ÷ (won + lost), of those of the same reason without it";

// File

pub fn get_all_pages_are_read(path: impl Display) -> String {
    format!("GET {path}\n\nAll pages are read; range and filters are applied in Paydesk")
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

pub const NO_OPEN_DISPUTE: &str = "No open dispute has this status. Remove the status filter to count open disputes";
pub const DECLINES_ARE_FAILED_PAYMENTS: &str = "Declines are failed payments: the status filter excludes them";
pub const WON_AND_LOST_ARE_COMPARED: &str =
    "Won and lost disputes are compared, and the status filter excludes one of them. Remove it to count both";
pub const ONLY_EVIDENCE_SUBMITTED_HERE: &str =
    "Only evidence submitted in Paydesk is counted: the service does not return evidence";
pub const DISPUTES_THAT_STILL_ACCEPT_EVIDENCE: &str = "Disputes that still accept evidence, whenever they were opened";
pub const DISPUTE_LIST_IS_FILTERED: &str =
    "The dispute list is filtered by the service: only listed disputes are counted";
pub const DEADLINES_THAT_SERVICE_DOES: &str = "Deadlines that the service does not report are estimated";
pub const WAITING_FOR_EVIDENCE_DUE_BEFORE: &str =
    "Waiting for evidence due within 7 days from now, as reported or estimated";
pub const PAST_THEIR_DEADLINE_AS_REPORTED: &str = "Past their deadline, as reported or estimated";
pub const OPENED_IN_RANGE_BY_REASON: &str = "Opened in the range, by reason";
pub const COUNTED_IN_DISPUTE_LIST: &str = "Counted in the dispute list, not by the service";

pub fn list_contains_no_remove(word: impl Display) -> String {
    format!("The list contains no {word}. Remove this filter to count its rows")
}

pub fn payments_are_not_filtered_by(word: impl Display) -> String {
    format!("Payments are not filtered by the {word} of their disputes. Remove this filter to see the dispute rate")
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

pub fn disputes_are_read_so_far(count: impl Display, of: impl Display) -> String {
    format!("{count} disputes{of} are read so far")
}

pub fn disputes_without_date(without_date: impl Display) -> String {
    format!("{without_date} disputes without a date are not shown")
}

pub fn open_disputes_have_no_deadline(without_deadline: impl Display) -> String {
    format!("{without_deadline} open disputes have no deadline")
}

// Question

pub const IS_NOT_REPORTED_BY_STATUS: &str = "is not reported by status by this service";
pub const SERVICE_DOES_NOT_REPORT: &str = "The service does not report by hour: shown by day";
pub const SUCCESS_RATE_IS_SERVICES_OWN: &str =
    "The success rate is the service's own. It does not group payments by status, so the rate cannot be checked";
pub const THIS_SERVICE_DOES_NOT_GROUP: &str =
    "This service does not group disputes by status: counted by the statuses in its rows, all others as one";

pub fn has_no_meaning_where_rows(status: impl Display) -> String {
    format!("has no meaning where rows are grouped by {status}")
}

pub fn needs_both_and_and_filter(good: impl Display, bad: impl Display) -> String {
    format!("needs both {good} and {bad}, and the filter excludes one")
}

pub fn this_service_does_not_report(subject: impl Display) -> String {
    format!("This service does not report {subject}")
}

pub fn this_service_counts_attempts(word: impl Display) -> String {
    format!("This service counts payment attempts, and none of their statuses is {word}")
}

pub fn post(path: impl Display) -> String {
    format!("POST {path}")
}

// Range

pub const THIS_MONTH: &str = "This month";
pub const LAST_MONTH: &str = "Last month";
pub const THIS_QUARTER: &str = "This quarter";
pub const LAST_QUARTER: &str = "Last quarter";

pub fn last_days(days: impl Display) -> String {
    format!("Last {days} days")
}

// Reconciliation

pub fn against_text(status: impl Display, reported: impl Display, listed: impl Display) -> String {
    format!("{status} {reported} against {listed}")
}

pub fn service_counts_list(
    all: impl Display,
    rows: impl Display,
    named: impl Display,
    read_at: impl Display,
    reported_at: impl Display,
) -> String {
    format!(
        "The service counts {all}, the list has {rows} in this range ({named}). The list was read at {read_at}, the numbers at {reported_at}"
    )
}

// Refresh

pub fn row_says(word: impl Display) -> String {
    format!("A row says “{word}”")
}

// Saved

pub const BOARD_WITH_THIS_NAME_EXISTS: &str = "A board with this name exists";
pub const YOU_HAVE_50_SAVED_BOARDS: &str = "You have 50 saved boards, the maximum. Delete one first";

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
pub const READ_AT: &str = "Read at";
pub const CREATED_AT: &str = "Created at";
pub const PARTIAL_PERIOD: &str = "partial period";
pub const INCOMPLETE: &str = "incomplete";
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
