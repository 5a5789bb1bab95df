//! The texts of analytics.

pub use crate::text::{
    AMOUNTS, ANOTHER_CODE, CANCEL, CLEAR_FILTERS, CLOSE, COPY_QUERY, EXPORT, LAST_DAY, NOT_REPORTED, REFRESH,
    RENAME_TO, THEN_ENTER,
};
pub use paydesk_core::features::analytics::other;
pub use paydesk_core::text::{
    ALL, BOARD, DECLINES, DISPUTES, EVIDENCE, GOAL_BY_AMOUNT, GOAL_BY_COUNT, LOST, OVERDUE, PAYMENTS, QUERY, RANGE, WON,
};

use std::fmt::Display;

// Changes

/// The lines are in its order.
pub const LARGEST_CHANGE_FIRST: &str = "Change ↓";

pub fn currencies(count: usize) -> String {
    if count == 1 { "1 currency".to_owned() } else { format!("{count} currencies") }
}

pub fn more(count: usize) -> String {
    format!("{count} more")
}

pub fn from(before: impl Display) -> String {
    format!("from {before}")
}

// Findings

pub const BIGGEST_CHANGE: &str = "Largest change";
pub const MONEY_AT_RISK: &str = "Money at risk";
pub const WIN_RATE: &str = "Win rate";
pub const SHOW: &str = "Show";
pub const BY_REASON: &str = "By reason";
pub const BY_CURRENCY: &str = "By currency";
pub const BY_STAGE: &str = "By stage";
pub const BY_PROFILE: &str = "By profile";
pub const NO_PAYMENT_SUCCEEDED: &str = "No dispute rate: no payments succeeded in this period";
pub const NOTHING_CHANGED_MORE_THAN_CHANCE: &str = "No significant change in any group";
pub const NOTHING_IS_DUE: &str = "No disputes due in the next 7 days";
pub const MONEY_AT_RISK_IS_NOT_COUNTED: &str = "No amount at risk: the dispute list is filtered or not fully loaded";
pub const NOTHING_IS_DECIDED: &str = "No disputes decided in this period yet";
pub const BEYOND_CHANCE_SHORT: &str = ", significant";
pub const WITHIN_CHANCE_SHORT: &str = ", not significant";
pub const FEW_CASES_SHORT: &str = ", few cases";

pub fn loading(name: impl Display) -> String {
    format!("Loading {name}…")
}

pub fn could_not_be_loaded(name: impl Display, what: impl Display) -> String {
    format!("{name} could not be loaded: {what}")
}

pub fn were_disputed(rate: impl Display) -> String {
    format!("{rate} of payments were disputed")
}

pub fn disputed_above(rate: impl Display, goal: impl Display) -> String {
    format!("{rate} of payments were disputed, above your goal of {goal}")
}

pub fn disputed_within(rate: impl Display, goal: impl Display) -> String {
    format!("{rate} of payments were disputed, within your goal of {goal}")
}

pub fn up_from(before: impl Display) -> String {
    format!(", up from {before}")
}

pub fn down_from(before: impl Display) -> String {
    format!(", down from {before}")
}

pub fn as_before() -> String {
    ", as before".to_owned()
}

pub fn of(hits: impl Display, all: impl Display) -> String {
    format!("{hits} of {all}")
}

pub fn percent_of(percent: impl Display, of: impl Display) -> String {
    format!("{percent} of {of}")
}

pub fn highest_in(currency: impl Display, by_count: impl Display, by_amount: Option<String>) -> String {
    let by_amount = by_amount.map(|rate| format!(", {rate} by amount")).unwrap_or_default();
    format!("Highest in {currency}: {by_count} by count{by_amount}")
}

pub fn by_amount_above(goal: impl Display, currencies: impl Display) -> String {
    format!("By amount above your goal of {goal} in {currencies}")
}

pub fn named(currency: impl Display, rate: impl Display) -> String {
    format!("{currency} ({rate})")
}

/// Of a currency with few payments.
pub fn named_few(currency: impl Display, rate: impl Display) -> String {
    format!("{currency} ({rate}, {FEW_CASES})")
}

pub fn succeeded_payments(cases: impl Display) -> String {
    format!("{cases} succeeded payments")
}

pub fn not_comparable(payments: i64) -> String {
    match payments {
        0 => "The period before has no payments: no comparison".to_owned(),
        1 => "The period before has 1 payment, too few to compare with".to_owned(),
        _ => format!("The period before has {payments} payments, too few to compare with"),
    }
}

pub const NO_DISPUTE_BEFORE: &str = "The period before has no disputes: no comparison";

pub fn no_dispute_before(now: impl Display) -> String {
    format!("{now} disputes. {NO_DISPUTE_BEFORE}")
}

pub fn largest_group(group: impl Display, count: impl Display, all: impl Display) -> String {
    format!("Largest group: “{group}”, {count} of {all}")
}

pub fn disputed_within_but_by_amount_above(rate: impl Display, goal: impl Display, currencies: usize) -> String {
    let in_currencies =
        if currencies == 1 { "in 1 currency".to_owned() } else { format!("in {currencies} currencies") };
    format!("{} but above your goal by amount {in_currencies}", disputed_within(rate, goal))
}

pub fn all_disputes(now: impl Display, before: impl Display) -> String {
    format!("{now} disputes, {before} before")
}

pub fn rose_most(group: impl Display, now: impl Display, before: impl Display) -> String {
    format!("“{group}” rose most: {now}, up from {before}")
}

pub fn fell_most(group: impl Display, now: impl Display, before: impl Display) -> String {
    format!("“{group}” fell most: {now}, down from {before}")
}

/// Of a dimension in which no group changed more than chance.
pub fn largest_change(dimension: &str, group: impl Display, now: impl Display, before: impl Display) -> String {
    format!("{dimension}: “{group}” {now}, {before} before")
}

pub fn by_dimension(dimension: impl Display, group: impl Display, moved: impl Display) -> String {
    format!("{dimension}: {group} {moved}")
}

pub fn are_due(amounts: impl Display) -> String {
    format!("{amounts} are due in the next 7 days")
}

/// Those that are overdue are none of those that are due.
pub fn overdue(number: i64, count: impl Display, amounts: impl Display, is_more: bool) -> String {
    let is = if number == 1 { "is" } else { "are" };
    match is_more {
        true => format!("{count} more {is} overdue ({amounts})"),
        false => format!("{count} {is} overdue ({amounts})"),
    }
}

pub fn were_won(rate: impl Display) -> String {
    format!("{rate} of decided disputes were won")
}

// Payment findings

pub const SUCCEEDED_PAYMENTS: &str = "Succeeded payments";
pub const PAYMENTS_THAT_WAIT: &str = "Payments to capture";
pub const PAYMENTS_THAT_WAIT_ARE: &str =
    "Payments created in this period that are authorized but not captured, and those still processing";
pub const NO_PAYMENT_SUCCEEDED_IN_RANGE: &str = "No payments succeeded in this period";
pub const SUCCEEDED_PAYMENTS_ARE_NOT_COUNTED: &str = "The status filter excludes succeeded payments";
pub const NO_RATE_CHANGED_MORE_THAN_CHANCE: &str = "No significant change in the success rate of any currency";
pub const NO_PAYMENT_WAS_DECLINED: &str = "No declined payments";
pub const NOTHING_WAITS: &str = "No payments to capture or still processing in this period";
pub const NOTHING_WAITS_FOR_CAPTURE: &str = "No payments to capture in this period";
pub const NOTHING_IS_PROCESSING: &str = "No payments still processing in this period";

pub fn succeeded(payments: impl Display) -> String {
    format!("{payments} succeeded")
}

pub fn succeeded_with(payments: impl Display, amounts: impl Display) -> String {
    format!("{payments} succeeded: {amounts}")
}

pub fn were_processed(amounts: impl Display) -> String {
    format!("{amounts} were processed")
}

pub fn none_before(currency: impl Display) -> String {
    format!("{currency} none before")
}

pub fn more_currencies(count: usize) -> String {
    if count == 1 { "1 more currency".to_owned() } else { format!("{count} more currencies") }
}

pub fn success_rate_is(rate: impl Display) -> String {
    format!("The success rate is {rate}")
}

pub fn succeeded_or_failed(cases: impl Display) -> String {
    format!("{cases} payments that succeeded or failed")
}

pub fn rate_rose_most(currency: impl Display, now: impl Display, before: impl Display) -> String {
    format!("The success rate rose most in {currency}: {now}, up from {before}")
}

pub fn rate_fell_most(currency: impl Display, now: impl Display, before: impl Display) -> String {
    format!("The success rate fell most in {currency}: {now}, down from {before}")
}

pub fn cases_before(now: impl Display, before: impl Display) -> String {
    format!("{now}, {before} before")
}

pub fn largest_change_is(change: impl Display) -> String {
    format!("Largest change: {change}")
}

pub fn declines(number: impl Display, all: impl Display) -> String {
    format!("{number} of {all} declines")
}

pub fn largest_decline(category: impl Display, declines: impl Display, share: impl Display) -> String {
    format!("Most declined for “{category}”: {declines}, {share}")
}

pub fn to_capture(payments: impl Display) -> String {
    format!("{payments} to capture")
}

pub fn are_processing(count: i64, payments: impl Display) -> String {
    if count == 1 { format!("{payments} is still processing") } else { format!("{payments} are still processing") }
}

// More

pub const SHOW_MORE_NUMBERS: &str = "Show more numbers and charts";
pub const HIDE_MORE_NUMBERS: &str = "Hide more numbers and charts";

// Goals

pub const GOAL: &str = "Goal";
pub const GOALS_ARE: &str = "In percent of payments. Card schemes watch this rate; a goal is a line in the report";
pub const GOAL_EXAMPLE: &str = "0.9";
pub const SAVE_GOALS: &str = "Save goals";

pub fn goal(rate: impl Display) -> String {
    format!("Goal {rate}")
}

// Cards

pub const NOT_REPORTED_BY_SERVICE: &str = "Not reported by the service";
pub const NONE_OF_THESE_DISPUTES: &str = "None of these disputes was won or lost";
pub const NO_EVIDENCE_IS_DECIDED: &str = "No disputes with evidence from Paydesk were decided in this period";
pub const NONE_OF_THESE_PAYMENTS_SUCCEEDED: &str = "None of these payments succeeded or failed";
pub const SHOW_LAST_91_DAYS: &str = "Show the last 91 days";
pub const THIS_COMBINATION_IS_NOT_AVAILABLE: &str = "This combination is not available";
pub const NOT_LOADED: &str = "Not loaded";

pub fn no_with_these_filters(counted: impl Display) -> String {
    format!("No {counted} with these filters")
}

pub fn no_from(counted: impl Display, period: impl Display) -> String {
    format!("No {counted} from {period}")
}

pub fn previous_period_could(what: impl Display) -> String {
    format!("The previous period could not be loaded: {what}")
}

// Controls

pub const COMPARE_WITH_PREVIOUS_PERIOD: &str = "Compare with the previous period";
/// The label where there is little room.
pub const COMPARE_PERIODS: &str = "Compare periods";
pub const NOTHING_HERE_IS_COMPARED: &str =
    "Nothing here is compared: choose an interval and one number, without groups. Files have the previous period";
pub const CUSTOM_RANGE: &str = "Custom range…";
pub const INTERVAL: &str = "Interval";
pub const ANOTHER_PROFILE_ID: &str = "Another profile id";

// Custom range

pub const FIRST_DAY: &str = "First day";
pub const APPLY_DATES: &str = "Apply dates";
pub const DATE_LIKE_2026_11_24: &str = "Enter a date like 2026-11-24";
pub const ON_OR_AFTER_FIRST_DAY: &str = "Choose the first day or a later one";
pub const WITHIN_THREE_YEARS_OF_FIRST: &str = "Choose a day within three years of the first day";

pub fn in_text(zone: impl Display) -> String {
    format!("Days of {zone}")
}

// Header

pub const REPORTS: &str = "Reports";
pub const BOARD_AS_PNG: &str = "Board as PNG";
pub const ALL_TABLES_AS_XLSX: &str = "All tables as XLSX, a sheet each";
pub const ALL_TABLES_AS_CSV: &str = "All tables as one CSV";
pub const EACH_TABLE_AS_CSV_OF_ITS_OWN: &str = "Each table as a CSV";
pub const SAVED_BOARDS: &str = "Saved boards";
pub const NO_SAVED_BOARDS_YET_SET: &str =
    "No saved boards yet. Set range, filters and numbers, then save them under a name";
pub const SAVE_BOARD_AS: &str = "Save board as";
pub const OVERWRITE_WITH_CURRENT_BOARD: &str = "Overwrite with the current board";
pub const LOST_IN_EUROPE: &str = "Lost in Europe";
pub const RENAME: &str = "Rename";
pub const SAVE_BOARD: &str = "Save board";

pub fn reports_of(board: impl Display) -> String {
    format!("Reports · {board}")
}

pub fn picture_could_not_be_saved(problem: impl Display) -> String {
    format!("The picture could not be saved: {problem}")
}

pub fn delete(name: impl Display) -> String {
    format!("Delete “{name}”")
}

// Numbers

pub const ONE_CASE: &str = ", 1 case";
pub const FROM_0: &str = "from 0";
pub const FEW_CASES: &str = "few cases";
pub const LARGER_THAN_CHANCE: &str = "Significant change for these counts (95% confidence)";
pub const WITHIN_CHANCE: &str = "Not significant for these counts (95% confidence): neither better nor worse";
pub const TOO_FEW_CASES: &str = "Fewer than 10 cases: neither better nor worse";
pub const NOTHING_BEFORE: &str = "The previous period has none: neither better nor worse";
pub const NUMBER_OF_CASES_IS_NOT_KNOWN: &str = "The number of cases is not known: neither better nor worse";
/// Short enough for a tile, whose definition has it in full.
pub const DUE_IN_7_DAYS: &str = "Due in 7 days";
pub const OPEN_NOW: &str = "Open now";
pub const AS_OF_NOW_NO_EARLIER: &str = "as of now; no earlier value";
pub const NO_EARLIER_VALUE_LIST_SHOWS: &str = ". No earlier value: the list shows only what is open now";

pub fn cases(unsigned_abs: impl Display) -> String {
    format!(", {unsigned_abs} cases")
}

pub fn vs(before: impl Display) -> String {
    format!("vs {before}")
}

// Prepare

pub const BEFORE: &str = "Before";
pub const INCOMPLETE: &str = "Incomplete";

pub fn other_adds_up(series: usize) -> String {
    format!("Other is the sum of the {series} smallest: the table has each")
}

/// Some are one sum in the table too.
pub fn other_adds_up_in_part(series: usize) -> String {
    format!("Other is the sum of the {series} smallest: the table has the largest of them")
}

pub fn largest_are_drawn(drawn: usize, all: usize) -> String {
    format!("The chart has the {drawn} largest of {all} series: the table has all")
}

pub const OVER_TIME: &str = "Over time";
pub const COUNTS: &str = "Counts";
pub const RATES: &str = "Rates";

pub fn before(compared: impl Display) -> String {
    format!("{compared}, before")
}

pub fn partial_period(full_label: impl Display) -> String {
    format!("{full_label}, partial period")
}

// Query

pub const AS_SENT_WITHOUT_KEY: &str = "As sent, without the key";

pub fn query_of(title: impl Display) -> String {
    format!("The query of “{title}”")
}

// Question

pub const SHOW_JSON_QUERY: &str = "Show JSON query";
pub const SUBJECT: &str = "Subject";
pub const NUMBERS: &str = "Numbers";
pub const GROUP_BY: &str = "Group by";

pub fn numbers(join: impl Display) -> String {
    format!("Numbers: {join}")
}

// Refused board

pub const NOT_READ_YET: &str = "Not known until this period has been read";

/// In the place of a sentence about numbers that are not known.
pub fn not_all_read(name: impl Display) -> String {
    format!("{name}: not known until everything in this period has been read")
}

pub const COUNTED_BY_PAYDESK: &str = "Counted by Paydesk";
pub const ASK_SERVICE_AGAIN: &str = "Ask the service again";

// Service comparison

pub const SIGN_IN_AGAIN_TO_COMPARE: &str =
    "You are signed out of the service's dashboard: sign in again in Settings → Profiles to compare payments.";
pub const SIGN_IN_TO_COMPARE: &str =
    "To compare payments with the service's own numbers, sign in to its dashboard in Settings → Profiles.";

// Results

pub const WON_WITH_IT: &str = "Won with it";
pub const WON_WITHOUT_IT: &str = "Won without it";
pub const ALL_HAVE_IT: &str = "all have it";

pub fn few_of(hits: impl Display, of: impl Display) -> String {
    format!("{hits} of {of}, {FEW_CASES}")
}

pub fn results_with(
    title: impl Display,
    name: impl Display,
    won: impl Display,
    lost: impl Display,
    rate: impl Display,
) -> String {
    format!("{title}, {name}: {won} won, {lost} lost ({rate})")
}

pub fn results_without(title: impl Display, reason: impl Display, field: impl Display, rate: impl Display) -> String {
    format!("{title}, {reason}, without {field}: won {rate}")
}

// Wording

pub const REMOVE_FILTER_BY_STATUS: &str = "Remove the filter by status";
pub const REMOVE_FILTER_BY_STAGE: &str = "Remove the filter by stage";
pub const REMOVE_FILTER_BY_CURRENCY: &str = "Remove the filter by currency";
pub const REMOVE_FILTER_BY_PROFILE: &str = "Remove the filter by profile";
pub const INTERVAL_NONE: &str = "Interval: none";
pub const BY_HOUR: &str = "By hour";
pub const BY_DAY: &str = "By day";
pub const BY_WEEK: &str = "By week";
pub const BY_MONTH: &str = "By month";
pub const INTERVAL_AUTOMATIC: &str = "Interval: automatic";

pub fn days_of(period: impl Display, zone: impl Display) -> String {
    format!("{period} · days of {zone}")
}

pub fn versus(days: impl Display, previous: impl Display) -> String {
    format!("{days} · vs {previous}")
}

/// Of a range that is no whole weeks, so that days lie between it and what it is compared with.
pub fn versus_same_weekdays(days: impl Display, previous: impl Display) -> String {
    format!("{days} · vs {previous} (same weekdays)")
}

pub fn grouped_by(names: impl Display) -> String {
    format!("Grouped by {names}")
}

pub fn updated(at: impl Display) -> String {
    format!("Updated {at}")
}

pub fn updated_apart(metrics: impl Display, lists: impl Display) -> String {
    format!("Metrics updated {metrics}, lists {lists}")
}

pub fn created(now: impl Display) -> String {
    format!("Created {now}")
}

pub fn read(at: impl Display) -> String {
    format!("Read {at}")
}

pub fn amounts_are_never_added(zone: impl Display, has_today: bool) -> String {
    let held = format!("Amounts in different currencies are never added. Days are those of {zone}");
    if has_today { format!("{held}; today is incomplete") } else { held }
}

pub fn click_number_to_see(held: impl Display) -> String {
    format!("Click a number to see its rows. {held}")
}
