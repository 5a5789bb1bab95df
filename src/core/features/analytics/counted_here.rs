//! What boards are counted from whose service does not report to this key: their cards are counted from the payments and disputes that are
//! known here. That is said once, above them, and the service is not asked again before a person wants it to be.

use chrono::{DateTime, TimeDelta, Utc};

use crate::features::disputes::Disputes;
use crate::features::history::History;
use crate::pages::Pages;
use paydesk_api::error::CallError;
use paydesk_api::resources::analytics::calls::QueryInput;
use paydesk_domain::analytics::Subject;
use paydesk_domain::dispute::Dispute;
use paydesk_domain::known::Known;
use paydesk_domain::payment::PaymentRow;

use super::counted_report::CountableRow;

/// Least time between two counts of cards that have numbers, in seconds: while payments are being read, they change all
/// the time.
const PAUSE_S: i64 = 5;

/// What the cards were counted from.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct CountedFrom {
    payments: ListVersion,
    disputes: ListVersion,
    at: DateTime<Utc>,
    /// How many payments were known.
    pub known_payments: Known<u64>,
}

/// The rows of a list, and how far it was read.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
struct ListVersion {
    rows: u64,
    is_whole: bool,
    passed_over: u32,
    read_at: Option<DateTime<Utc>>,
}

impl CountedFrom {
    pub fn new(disputes: &Disputes, history: &History, at: DateTime<Utc>) -> Self {
        let (place, reading) = (history.place(), &disputes.inbox.reading);
        let payments = ListVersion {
            rows: history.columns().revision(),
            is_whole: history.knows_all(),
            passed_over: place.offset,
            read_at: place.as_of,
        };
        let is_whole = disputes.inbox.is_whole();
        let disputes = ListVersion { rows: disputes.changes(), is_whole, passed_over: 0, read_at: reading.read_at };
        let known_payments = Known::Exact(history.columns().len() as u64).at_least_if(!history.knows_all());
        Self { payments, disputes, at, known_payments }
    }

    /// When to count again after what was counted `before`; `None` where there is nothing else to count.
    pub fn due_after(self, before: Option<Self>) -> Option<DateTime<Utc>> {
        let Some(before) = before else { return Some(self.at) };
        let is_other = (before.payments, before.disputes) != (self.payments, self.disputes);
        is_other.then(|| before.at + TimeDelta::seconds(PAUSE_S))
    }
}

/// Which rows there are to count.
#[derive(Clone, Copy)]
pub struct CountSources<'a> {
    pub disputes: &'a Disputes,
    pub history: &'a History,
}

impl CountSources<'_> {
    /// Whether all that is known of these is here.
    pub fn are_here(&self, subject: Subject) -> bool {
        let reading = &self.disputes.inbox.reading;
        match subject {
            Subject::Payments => !self.history.has_first_alone(),
            Subject::Disputes => reading.pages == Pages::Idle && reading.read_at.is_some(),
        }
    }

    /// Whether all rows of the time that is asked for are known.
    pub fn are_whole(&self, query: &QueryInput, subject: Subject) -> bool {
        match subject {
            Subject::Payments => self.history.knows_since(query.start),
            Subject::Disputes => self.disputes.inbox.is_whole(),
        }
    }

    /// Up to when they are known.
    pub fn read_at(&self, subject: Subject) -> Option<DateTime<Utc>> {
        match subject {
            Subject::Payments => self.history.place().as_of,
            Subject::Disputes => self.disputes.inbox.reading.read_at,
        }
    }

    /// Why they could not be read.
    pub fn error(&self, subject: Subject) -> Option<&CallError> {
        match (subject, &self.disputes.inbox.reading.pages) {
            (Subject::Disputes, Pages::Failed(error)) => Some(error),
            (Subject::Disputes, Pages::NotAsked | Pages::Loading | Pages::Idle) | (Subject::Payments, _) => None,
        }
    }

    /// The rows of the time that is asked for, or more.
    pub fn rows(&self, query: &QueryInput, subject: Subject) -> Vec<CountableRow> {
        match subject {
            Subject::Payments => self.payments(query),
            Subject::Disputes => self.disputes.all().iter().filter_map(|row| dispute(&row.dispute)).collect(),
        }
    }

    /// Those of the time that is asked for: the newest come first.
    fn payments(&self, query: &QueryInput) -> Vec<CountableRow> {
        let columns = self.history.columns();
        let created = |row: &u32| columns.created(*row as usize);
        let newest = columns.newest().iter().skip_while(|row| created(row).is_none_or(|at| at > query.end));
        let asked = newest.take_while(|row| created(row).is_some_and(|at| at >= query.start));
        let known = asked.filter_map(|row| columns.payment(*row as usize));
        known.filter_map(|known| countable(known.row)).collect()
    }
}

fn countable(row: PaymentRow) -> Option<CountableRow> {
    Some(CountableRow {
        created: row.created?,
        amount: row.amount,
        status: row.status.as_str().to_owned(),
        stage: None,
    })
}

fn dispute(dispute: &Dispute) -> Option<CountableRow> {
    Some(CountableRow {
        created: dispute.created?,
        amount: dispute.amount.clone(),
        status: dispute.status.as_str().to_owned(),
        stage: dispute.stage.as_ref().map(|stage| stage.as_str().to_owned()),
    })
}
