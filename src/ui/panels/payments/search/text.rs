//! Texts of the search over every payment.

pub use crate::text::{IMPORT_AS, METHOD, PAUSE, RESUME, RETRY};
pub use paydesk_core::features::history::text::PAYMENT_HISTORY as HISTORY_MENU;
pub use paydesk_core::text::{CURRENCY, STATUS};

use std::fmt::Display;

use paydesk_core::text::listed;

use paydesk_domain::money::grouped_count;

pub const PLACEHOLDER: &str = "E-mail, amount, order, card, status:failed…";
pub const FOUND: &str = "Payments found";
const NO_PAYMENT_MATCHES: &str = "No known payment matches this search";
pub const DAY: &str = "Day";
pub const NOT: &str = "Not";
pub const TEXT: &str = "Text";

/// `Keep: 90 days`.
pub fn kept(choice: &str) -> String {
    format!("Keep: {choice}")
}

/// `details` is of how many payments of how many the details are known, where that matters.
pub fn found(count: usize, is_all: bool, details: Option<(usize, usize)>) -> String {
    let found = match count {
        1 => "1 payment found".to_owned(),
        count => format!("{} payments found", grouped_count(count as u64)),
    };
    match details {
        Some(details) => format!("{found} so far · {}", known_details(details)),
        None if is_all => found,
        None => found + " so far",
    }
}

fn known_details((known, all): (usize, usize)) -> String {
    let (known, all) = (grouped_count(known as u64), grouped_count(all as u64));
    format!("E-mail, card and order are known for {known} of {all} payments")
}

pub fn nothing_found(is_all: bool, details: Option<(usize, usize)>) -> String {
    match details {
        Some(details) => format!("{NO_PAYMENT_MATCHES} yet. {}.", known_details(details)),
        None if is_all => NO_PAYMENT_MATCHES.to_owned(),
        None => format!("{NO_PAYMENT_MATCHES} yet"),
    }
}

/// Below a fault in what is typed.
pub fn rows_of_last_search(query: impl Display) -> String {
    format!("The rows below still show the last valid search: {query}")
}

/// A link that corrects what is typed.
pub fn search_for(query: impl Display) -> String {
    format!("Did you mean {query}?")
}

pub fn unknown_status(word: impl Display, near: &[String]) -> String {
    let meant = if near.is_empty() { String::new() } else { format!(". Did you mean {}?", listed(near)) };
    format!("Unknown status “{word}”: no payment has it{meant}")
}

/// `Not status`.
pub fn not(name: &str) -> String {
    format!("{NOT} {}", name.to_lowercase())
}

pub fn others(count: u64) -> String {
    format!("Other: {}", grouped_count(count))
}

pub fn earlier(count: u64) -> String {
    format!("Earlier: {}", grouped_count(count))
}

// Columns

pub const COLUMNS: &str = "Columns…";

pub fn move_up(title: &str) -> String {
    format!("Move {title} up")
}

pub fn move_down(title: &str) -> String {
    format!("Move {title} down")
}
