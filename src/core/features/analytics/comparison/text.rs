//! The texts of a board that Paydesk counts, compared with the service's own counts.

use std::fmt::Display;

pub const REFRESH_TO_READ_AGAIN: &str = "Refresh to read it again.";

/// What the numbers of a board are counted from, and why; `code` with brackets around it.
pub fn counted_from(refusal: impl Display, code: impl Display, payments: impl Display) -> String {
    format!(
        "This key cannot read the service's reports: {refusal}{code}. The numbers below are counted from the \
            payments ({payments}) and disputes that Paydesk has read."
    )
}

pub fn counts_same(counted: impl Display) -> String {
    format!("The service counts the same: {counted}.")
}

pub fn counted_same(at: impl Display, counted: impl Display) -> String {
    format!("At {at} the service counted the same: {counted}.")
}

pub fn created_until(counted: impl Display, until: impl Display) -> String {
    format!("{counted} created by {until}")
}

pub fn no_amounts(noun: impl Display) -> String {
    format!("The service's reports have no amounts for these {noun}, so they are not compared.")
}

pub fn same_amounts(currencies: usize) -> String {
    format!("with the same amounts in {currencies} currencies")
}

pub fn read_so_far(counted: impl Display, here: impl Display) -> String {
    format!("The service counts {counted} in this period. Paydesk has read {here} so far.")
}

pub fn counts_others(counted: impl Display, here: impl Display) -> String {
    format!("The service counts {counted} in this period, Paydesk {here}")
}

pub fn counts_other_statuses(counted: impl Display) -> String {
    format!("The service and Paydesk count {counted} in this period, with different statuses")
}

pub fn other_amounts(noun: impl Display) -> String {
    format!("The service reports different amounts for {noun}")
}

pub fn compare_amounts(noun: impl Display) -> String {
    format!("Compare the amounts of these {noun} with the service's dashboard.")
}

pub fn on_both_sides(label: impl Display, service: impl Display, here: impl Display) -> String {
    format!("{label}: {service} at the service, {here} in Paydesk")
}

pub fn and_more_statuses(count: usize) -> String {
    match count {
        1 => "and 1 more status".to_owned(),
        count => format!("and {count} more statuses"),
    }
}

/// When each side was read, and what to do about a difference.
pub fn read_and_counted_at(read: impl Display, counted: impl Display) -> String {
    format!("Paydesk read the list at {read}; the service counted at {counted}. {REFRESH_TO_READ_AGAIN}")
}
