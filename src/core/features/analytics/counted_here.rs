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
    payments: u64,
    disputes: u64,
    at: DateTime<Utc>,
}

impl CountedFrom {
    pub fn new(disputes: &Disputes, history: &History, at: DateTime<Utc>) -> Self {
        Self { payments: history.columns().revision(), disputes: disputes.changes(), at }
    }

    /// Whether there is something else to count, a while after what was counted `before`.
    pub fn is_due_after(self, before: Option<Self>) -> bool {
        before.is_none_or(|before| {
            let is_other = (before.payments, before.disputes) != (self.payments, self.disputes);
            is_other && self.at - before.at >= TimeDelta::seconds(PAUSE_S)
        })
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

/// What the cards of a board are counted from, for the sentence above them.
#[derive(Debug, Clone, PartialEq)]
pub struct CountedBoard<'a> {
    /// Why the service does not report.
    pub refusal: &'a CallError,
    /// How many payments are known; `None` on a board of disputes alone.
    pub payments: Known<u64>,
}
