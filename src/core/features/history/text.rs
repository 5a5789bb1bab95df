//! The texts of the history of payments.

pub use crate::text::{ALL, PAUSED};

use chrono::{DateTime, Utc};

use crate::text::ONE_PAYMENT;
use paydesk_domain::money::grouped_count;
use paydesk_domain::zone::Zone;

use super::{Copying, History, HistoryPhase, OlderSearch, OlderStage, ReadPlace, STORED_HERE_MAX};

pub const PAYMENT_HISTORY: &str = "Payment history";
pub const OFF: &str = "The payment history is off";
pub const SEARCH_WAITS: &str = "The search starts once all payments have loaded";

/// How far everything is known: `1,000,000 payments · 812,400 with details · Updated 14:03`.
pub fn progress(history: &History, is_paused: bool, zone: Zone, now: DateTime<Utc>) -> String {
    match history.phase() {
        HistoryPhase::Off => return OFF.to_owned(),
        HistoryPhase::Opening if let Some(copying) = history.team().copying() => return copying_text(copying, history),
        HistoryPhase::Opening if history.has_first_alone() => return first_alone(history.columns().len()),
        HistoryPhase::Closed | HistoryPhase::Opening => return "Opening the payment history…".to_owned(),
        HistoryPhase::Open => {}
    }
    let (columns, place) = (history.columns(), history.place());
    let team = history.follows_team(now).then(|| "read by your team's hub".to_owned());
    let count = grouped_count(columns.detailed() as u64);
    let details = (columns.detailed() < columns.len()).then(|| format!("{count} with details"));
    let as_of = place.as_of.map(|at| format!("Updated {}", time(at, zone, now)));
    let paused = is_paused.then(|| PAUSED.to_owned());
    let refused = history.refusal().filter(|_| history.is_refused_to_key());
    let refused = refused.map(|error| format!("stopped: {}", error.what()));
    [Some(known(columns.len(), place)), team, details, as_of, paused, refused]
        .into_iter()
        .flatten()
        .collect::<Vec<_>>()
        .join(" · ")
}

/// `Copying payments from your team's database: 340,000 of 1,000,000`.
fn copying_text(copying: &Copying, history: &History) -> String {
    let total = history.team().state().map_or(0, |state| state.total).min(STORED_HERE_MAX as u64);
    let (count, total) = (u64::from(copying.count()), total.max(copying.count().into()));
    format!("Copying payments from your team's database: {} of {}", grouped_count(count), grouped_count(total))
}

/// `1,000,000 payments`, or how many of all.
fn known(count: usize, place: &ReadPlace) -> String {
    let known = grouped_count(count as u64);
    match place.total.map(|total| (total, total > count as u64)) {
        Some((total, true)) if place.is_whole && place.team.is_some() => {
            format!("{known} of {} payments on this computer", grouped_count(total))
        }
        Some((total, _)) if !place.is_whole => format!("{known} of {} payments", grouped_count(total)),
        _ if place.is_whole => payments(count),
        _ => format!("{} so far", payments(count)),
    }
}

/// How far the search for payments that are in the team's database alone is; `None` where there is none.
pub fn older(older: &OlderSearch) -> Option<String> {
    let found = match older.found() {
        0 => "none of them older than those on this computer".to_owned(),
        1 => "1 of them older, from your team's database".to_owned(),
        count => format!("{} of them older, from your team's database", grouped_count(count as u64)),
    };
    match older.stage() {
        OlderStage::Idle => None,
        OlderStage::Waiting(_) | OlderStage::UnderWay => {
            Some("Searching older ones in your team's database…".to_owned())
        }
        OlderStage::More(_) => Some(format!("{found} so far")),
        OlderStage::All => Some(found),
        OlderStage::Failed(problem) => Some(format!("Older payments were not searched: {}", problem.what)),
    }
}

/// `The newest 100 payments · Reading the others from this machine…`.
fn first_alone(count: usize) -> String {
    match count {
        1 => "The newest payment · Reading the others from this computer…".to_owned(),
        count => format!("The newest {count} payments · Reading the others from this computer…"),
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

// Why what is known need not be all there is

pub fn known_so_far(count: usize) -> String {
    format!("only {} loaded so far", payments(count))
}

pub fn stalled(count: usize) -> String {
    format!("{} could be read; the service repeats the same page instead of the older ones", payments(count))
}

pub fn kept_for(days: u32) -> String {
    format!("only payments from the last {days} days are stored, as set in the payment history")
}

pub fn in_team(count: usize, total: u64) -> String {
    let (known, total) = (grouped_count(count as u64), grouped_count(total));
    format!("{known} of {total} payments are on this computer; the others are in your team's database")
}

pub fn service_has(total: u64, count: usize) -> String {
    format!("the service has {} payments, and {count} could be read", grouped_count(total))
}
