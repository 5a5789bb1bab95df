//! The texts of the history of payments.

pub use crate::app::text::{ALL, PAUSED};

use chrono::{DateTime, Utc};

use crate::app::text::ONE_PAYMENT;
use crate::app::zone::Zone;
use crate::domain::money::grouped_count;
use crate::domain::payment_columns::KnownPayments;

use super::{History, HistoryPhase, ReadPlace};

pub const PAYMENT_HISTORY: &str = "Payment history";
pub const OFF: &str = "The payment history is off";
pub const OPENING: &str = "Opening the payment history…";
pub const SEARCH_WAITS: &str = "The search begins once all of them are read";

/// How far everything is known: `1,000,000 payments · details of 812,400 · as of 14:03`.
pub fn progress(history: &History, is_paused: bool, zone: Zone, now: DateTime<Utc>) -> String {
    match history.phase() {
        HistoryPhase::Off => return OFF.to_owned(),
        HistoryPhase::Opening if history.has_first_alone() => return first_alone(history.columns().len()),
        HistoryPhase::Closed | HistoryPhase::Opening => return OPENING.to_owned(),
        HistoryPhase::Open => {}
    }
    let (columns, place) = (history.columns(), history.place());
    let count = |count: usize| grouped_count(count as u64);
    let payments = match place.total.filter(|_| !place.is_whole) {
        Some(total) => format!("{} of {} payments", count(columns.len()), grouped_count(total)),
        None if place.is_whole => payments(columns.len()),
        None => format!("{} so far", payments(columns.len())),
    };
    let details = (columns.detailed() < columns.len()).then(|| format!("details of {}", count(columns.detailed())));
    let as_of = place.as_of.map(|at| format!("as of {}", time(at, zone, now)));
    let paused = is_paused.then(|| PAUSED.to_owned());
    [Some(payments), details, as_of, paused].into_iter().flatten().collect::<Vec<_>>().join(" · ")
}

/// `The newest 100 payments · Reading the others from this machine…`.
fn first_alone(count: usize) -> String {
    match count {
        1 => "The newest payment · Reading the others from this machine…".to_owned(),
        count => format!("The newest {count} payments · Reading the others from this machine…"),
    }
}

/// A choice of [`super::KEEP_CHOICES`].
pub fn keep(days: Option<u32>) -> &'static str {
    match days {
        None => ALL,
        Some(30) => "30 days",
        Some(90) => "90 days",
        Some(_) => "1 year",
    }
}

fn payments(count: usize) -> String {
    match count {
        1 => ONE_PAYMENT.to_owned(),
        count => format!("{} payments", grouped_count(count as u64)),
    }
}

/// The time of day, with the day where it was another.
pub fn time(at: DateTime<Utc>, zone: Zone, now: DateTime<Utc>) -> String {
    if zone.date(at) == zone.date(now) { zone.clock(at).chars().take(5).collect() } else { zone.short(at, now) }
}

/// Why what is known need not be all there is, with all details.
pub fn incomplete(columns: &KnownPayments, place: &ReadPlace, keep_days: Option<u32>) -> Option<String> {
    let undetailed = columns.len() - columns.detailed();
    let more = place.total.filter(|total| *total > columns.len() as u64);
    if !place.is_whole {
        Some(format!("{} are known so far", payments(columns.len())))
    } else if let Some(days) = keep_days {
        Some(format!("only payments of the last {days} days are stored, as set in the payment history"))
    } else if let Some(total) = more {
        Some(format!("the service has {} payments, and {} could be read", grouped_count(total), columns.len()))
    } else {
        (undetailed > 0).then(|| format!("the details of {} are not read yet", payments(undetailed)))
    }
}
