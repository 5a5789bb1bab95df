//! The texts of analytics.

pub use crate::text::{
    AMOUNTS, ANOTHER_CODE, CANCEL, CLEAR_FILTERS, CLOSE, COPY_QUERY, EXPORT, LAST_DAY, NOT_REPORTED, REFRESH,
    RENAME_TO, THEN_ENTER,
};
pub use paydesk_core::features::analytics::other;
pub use paydesk_core::text::{
    ALL, AMOUNT, BOARD, DECLINES, DISPUTES, EVIDENCE, GOAL_BY_AMOUNT, GOAL_BY_COUNT, LOST, OVERDUE, PAYMENTS, QUERY,
    RANGE, REASON, WON,
};

use std::fmt::Display;

use paydesk_core::features::analytics::{Measure, MeasureKind};
use paydesk_domain::number_text::{CountNoun, count_text};

// Changes

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

pub fn loading(name: impl Display) -> String {
    format!("Loading {name}…")
}

pub fn could_not_be_loaded(name: impl Display, what: impl Display) -> String {
    format!("{name} could not be loaded: {what}")
}

pub fn dispute_rate_is(rate: impl Display) -> String {
    format!("The dispute rate is {rate}")
}

pub fn dispute_rate_above(rate: impl Display, goal: impl Display) -> String {
    format!("The dispute rate is {rate}, above your limit of {goal}")
}

pub fn dispute_rate_within(rate: impl Display, goal: impl Display) -> String {
    format!("The dispute rate is {rate}, within your limit of {goal}")
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

pub fn higher_in(currency: impl Display, by_count: impl Display, by_amount: Option<String>) -> String {
    let by_amount = by_amount.map(|rate| format!(", {rate} by amount")).unwrap_or_default();
    format!("Significantly higher in {currency} than in the other currencies: {by_count} by count{by_amount}")
}

pub fn by_amount_above(goal: impl Display, currencies: impl Display) -> String {
    format!("Above your limit of {goal} by amount in {currencies}")
}

pub fn named(currency: impl Display, rate: impl Display) -> String {
    format!("{currency} ({rate})")
}

/// Of a currency with few payments.
pub fn named_few(currency: impl Display, rate: impl Display) -> String {
    format!("{currency} ({rate}, {FEW_CASES})")
}

/// What became of a disputed amount so far.
pub fn disputed_money(
    disputed: impl Display,
    change: Option<&str>,
    won: impl Display,
    lost: impl Display,
    open: impl Display,
) -> String {
    let change = change.map(|change| format!(" ({change})")).unwrap_or_default();
    format!("{disputed} disputed{change}: {won} won back, {lost} lost, {open} still open")
}

/// Behind that, what ended without a decision.
pub fn ended_otherwise(amount: impl Display) -> String {
    format!(", {amount} accepted, expired or cancelled")
}

pub fn won_or_lost(won: impl Display, of: impl Display) -> String {
    format!("{won} of {of} that were won or lost")
}

/// What a dispute rate is made of.
pub fn opened_per_payments(disputes: i64, payments: impl Display) -> String {
    format!("{} opened, {payments} payments succeeded", CountNoun::DISPUTES.count(disputes))
}

/// Of the payments of a period, whose disputes may still come.
pub fn disputed_so_far(payments: impl Display, share: Option<String>) -> String {
    let share = share.map(|share| format!(" ({share})")).unwrap_or_default();
    format!("Disputed so far: {payments} of these payments{share}")
}

pub fn interval(low: impl Display, high: impl Display) -> String {
    format!("95% confidence interval: {low} to {high}")
}

pub fn are_decided(decided: impl Display, of: impl Display) -> String {
    format!("{decided} of {of} disputes are decided")
}

pub fn not_comparable(payments: i64) -> String {
    match payments {
        0 => "No payments in the previous period: no comparison".to_owned(),
        1 => "1 payment in the previous period, too few to compare".to_owned(),
        _ => format!("{payments} payments in the previous period, too few to compare"),
    }
}

pub const NO_DISPUTE_BEFORE: &str = "No disputes in the previous period: no comparison";

pub fn no_dispute_before(now: impl Display) -> String {
    format!("{now} disputes. {NO_DISPUTE_BEFORE}.")
}

pub fn largest_group(group: impl Display, count: impl Display, all: impl Display) -> String {
    format!("Largest group: “{group}”, {count} of {all}")
}

pub fn dispute_rate_within_but_by_amount_above(rate: impl Display, goal: impl Display, currencies: usize) -> String {
    let in_currencies =
        if currencies == 1 { "in 1 currency".to_owned() } else { format!("in {currencies} currencies") };
    format!("{} but above your limit by amount {in_currencies}", dispute_rate_within(rate, goal))
}

pub fn all_disputes(now: i64, before: impl Display) -> String {
    format!("{}, {before} before", CountNoun::DISPUTES.count(now))
}

/// Of a group whose change is significant.
pub fn group_changed(group: impl Display, now: impl Display, before: impl Display, is_rise: bool) -> String {
    let (rose, up) = direction(is_rise);
    format!("“{group}” {rose} significantly: {now}, {up} from {before}")
}

fn direction(is_rise: bool) -> (&'static str, &'static str) {
    if is_rise { ("rose", "up") } else { ("fell", "down") }
}

/// Of a number whose change is significant: `The processed amount in KWD rose significantly: …`.
pub fn number_changed(
    measure: Measure,
    group: &str,
    (now, before): (&str, &str),
    change: &str,
    is_rise: bool,
) -> String {
    let what = match measure {
        Measure::Disputes => "number of disputes",
        Measure::Payments => "number of payments",
        Measure::DisputedAmount => "disputed amount",
        Measure::LostAmount => "lost amount",
        Measure::WinRate => "win rate",
        Measure::Decided => "share of decided disputes",
        Measure::ProcessedAmount => "processed amount",
        Measure::SuccessRate => "success rate",
    };
    let (rose, up) = direction(is_rise);
    let more = if is_rise { "more" } else { "fewer" };
    match (measure.kind(), measure) {
        (MeasureKind::Rate, _) => format!("The {what} in {group} {rose} significantly: {now}, {up} from {before}"),
        (MeasureKind::Count, _) => {
            format!("The {what} in {group} {rose} significantly: {now}, {up} from {before} ({change})")
        }
        (MeasureKind::Amount, measure) => {
            let records = match measure {
                Measure::LostAmount => "lost disputes",
                Measure::DisputedAmount => "disputes",
                _ => "succeeded payments",
            };
            format!(
                "The {what} in {group} {rose}, with significantly {more} {records}: {now}, {up} from {before} ({change})"
            )
        }
    }
}

/// The amounts that are disputed, with how they changed.
pub fn disputed_amounts(amounts: impl Display) -> String {
    format!("Disputed amount (not tested): {amounts}")
}

pub fn by_dimension(dimension: impl Display, group: impl Display, moved: impl Display) -> String {
    format!("By {dimension}: {group} {moved}")
}

pub fn are_due(amounts: impl Display) -> String {
    format!("{amounts} at risk in the next 7 days")
}

/// Those that are overdue are none of those that are due.
pub fn overdue(number: i64, count: impl Display, amounts: impl Display, is_more: bool) -> String {
    let is = if number == 1 { "is" } else { "are" };
    match is_more {
        true => format!("{count} more {is} overdue ({amounts})"),
        false => format!("{count} {is} overdue ({amounts})"),
    }
}

/// How many of these deadlines the service does not report.
pub fn estimated_deadlines(estimated: i64, of: i64) -> Option<String> {
    match estimated {
        0 => None,
        _ if estimated < of => Some(format!("{} of {} deadlines are estimated", count_text(estimated), count_text(of))),
        1 => Some("The deadline is estimated".to_owned()),
        _ => Some("All deadlines are estimated".to_owned()),
    }
}

pub fn were_won(rate: impl Display) -> String {
    format!("The win rate is {rate}")
}

// Payment findings

pub fn succeeded(payments: impl Display) -> String {
    format!("{payments} succeeded")
}

pub fn succeeded_with(payments: impl Display, amounts: impl Display) -> String {
    format!("{payments} succeeded: {amounts}")
}

pub fn were_processed(amounts: impl Display) -> String {
    format!("{amounts} processed")
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

/// The amounts of the currencies, with how they changed.
pub fn amounts_changed(changes: impl Display) -> String {
    format!("Amounts (not tested): {changes}")
}

/// Those beside the largest.
pub fn also_significant(changes: impl Display) -> String {
    format!("Also significant: {changes}")
}

pub fn not_significant(changes: impl Display) -> String {
    format!("Not significant: {changes}")
}

/// What has fewer cases than are compared.
pub fn too_few_to_compare(names: impl Display) -> String {
    format!("Too few to compare: {names}")
}

pub fn declines(number: impl Display, all: impl Display) -> String {
    format!("{number} of {all} declines")
}

pub fn largest_decline(category: impl Display, declines: impl Display, share: impl Display) -> String {
    format!("Most declines: “{category}”, {declines}, {share}")
}

pub fn to_capture(payments: impl Display) -> String {
    format!("{payments} awaiting capture, by status")
}

pub fn are_processing(count: i64, payments: impl Display) -> String {
    if count == 1 { format!("{payments} is still processing") } else { format!("{payments} are still processing") }
}

// Goals

pub const GOAL: &str = "Limit";

pub fn goal(rate: impl Display) -> String {
    format!("Limit {rate}")
}

// Cards

pub const NOT_REPORTED_BY_SERVICE: &str = "Not reported by the service";
pub const NONE_OF_THESE_PAYMENTS_SUCCEEDED: &str = "None of these payments succeeded or failed";

pub fn no_with_these_filters(counted: impl Display) -> String {
    format!("No {counted} with these filters")
}

pub fn no_from(counted: impl Display, period: impl Display) -> String {
    format!("No {counted} from {period}")
}

pub fn previous_period_could(what: impl Display) -> String {
    format!("The previous period could not be loaded: {what}")
}

// Custom range

pub fn in_text(zone: impl Display) -> String {
    format!("Days in {zone}")
}

// Header

pub const REPORTS: &str = "Reports";
pub const RENAME: &str = "Rename";

pub fn reports_of(board: impl Display) -> String {
    format!("Reports · {board}")
}

pub fn picture_could_not_be_saved(problem: impl Display) -> String {
    format!("The image could not be saved: {problem}")
}

pub fn delete(name: impl Display) -> String {
    format!("Delete “{name}”")
}

// Numbers

pub const FEW_CASES: &str = "few cases";

pub fn cases(unsigned_abs: impl Display) -> String {
    format!(", {unsigned_abs} cases")
}

pub fn vs(before: impl Display) -> String {
    format!("vs {before}")
}

// Prepare

pub const BEFORE: &str = "Before";

pub fn other_adds_up(series: usize) -> String {
    format!("Other is the sum of the {series} smallest; the table lists each")
}

/// Some are one sum in the table too.
pub fn other_adds_up_in_part(series: usize) -> String {
    format!("Other is the sum of the {series} smallest; the table lists the largest of them")
}

pub fn largest_are_drawn(drawn: usize, all: usize) -> String {
    format!("The chart shows the {drawn} largest of {all} series; the table shows all")
}

pub const COUNTS: &str = "Counts";
pub const RATES: &str = "Rates";

pub fn before(compared: impl Display) -> String {
    format!("{compared}, before")
}

pub fn partial_period(full_label: impl Display) -> String {
    format!("{full_label}, partial period")
}

// Query

pub fn query_of(title: impl Display) -> String {
    format!("Query for “{title}”")
}

// Question

pub const NUMBERS: &str = "Numbers";

pub fn numbers(join: impl Display) -> String {
    format!("Numbers: {join}")
}

// Refused board

/// In the place of a sentence about numbers that are not known.
pub fn not_all_read(name: impl Display) -> String {
    format!("{name}: not available until this period has loaded")
}

// Results

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

pub const BY_HOUR: &str = "By hour";

pub fn days_of(period: impl Display, zone: impl Display) -> String {
    format!("{period} · dates in {zone}")
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
    format!("Numbers updated {metrics}, lists {lists}")
}

pub fn created(now: impl Display) -> String {
    format!("Created {now}")
}

pub fn read(at: impl Display) -> String {
    format!("Read {at}")
}

pub fn amounts_are_never_added(zone: impl Display, has_today: bool) -> String {
    let held = format!("Amounts in different currencies are never added up. Dates in {zone}");
    if has_today { format!("{held}; today is incomplete.") } else { format!("{held}.") }
}

pub fn click_number_to_see(held: impl Display) -> String {
    format!("Click a number to see its rows. {held}")
}

// Open disputes

/// `evidence not submitted`.
pub fn evidence_is(state: &str) -> String {
    format!("evidence {}", state.to_lowercase())
}
