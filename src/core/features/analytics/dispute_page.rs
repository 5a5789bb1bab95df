//! The page that a manager reads on Monday, from the lists that are here.

use chrono::{DateTime, Utc};

use paydesk_domain::dispute_report::{DisputeFacts, ReportDispute, ReportPeriod, counted_from, dispute_report};
use paydesk_domain::payment::PaymentStatus;
use paydesk_domain::report_page::ReportPage;

use crate::context::WorkspaceView;
use crate::features::disputes::Disputes;
use crate::features::history::History;
use crate::features::webhooks::EventLog;

use super::dispute_facts::{decided_at, fact};
use super::file::profile_name;
use super::text;

/// What the report is made of.
#[derive(Clone, Copy)]
pub struct ReportSources<'a> {
    pub disputes: &'a Disputes,
    pub history: &'a History,
    /// For when disputes were decided.
    pub events: &'a EventLog,
}

impl ReportSources<'_> {
    /// Why no report can be made now, as text for the user: its numbers are those of all disputes and payments.
    pub fn why_not(self) -> Option<&'static str> {
        let Self { disputes, history, .. } = self;
        if !disputes.inbox.is_whole() || !history.knows_all() {
            return Some(text::REPORT_NEEDS_ALL);
        }
        let is_undated = disputes.all().iter().any(|row| row.dispute.created.is_none());
        let is_undated = is_undated || history.columns().undated().next().is_some();
        is_undated.then_some("Some payments or disputes have no readable date")
    }

    /// The report of the last full week or month; `Err` with why it cannot be made.
    pub fn page(self, view: &WorkspaceView<'_>, period: ReportPeriod) -> Result<ReportPage, &'static str> {
        if let Some(why) = self.why_not() {
            return Err(why);
        }
        let Self { disputes, history, events } = self;
        let read = disputes.inbox.reading.read_at.zip(history.place().as_of);
        let (disputes_at, payments_at) = read.ok_or(text::REPORT_NEEDS_ALL)?;
        let dated = disputes.all().iter().filter_map(|row| Some((row, row.dispute.created?)));
        let facts: Vec<ReportDispute> =
            dated.map(|(row, opened)| fact(row, opened, decided_at(&row.dispute, events))).collect();
        let columns = history.columns();
        let created = |row: &u32| columns.created(*row as usize);
        let from = counted_from(period, view.now, view.zone);
        let counted = columns.newest().iter().take_while(|row| created(row).is_some_and(|at| at >= from));
        let counted = counted.filter_map(|row| columns.payment(*row as usize)).map(|known| known.row);
        let succeeded = counted.filter(|row| row.status == PaymentStatus::Succeeded).filter_map(|row| row.created);
        let succeeded: Vec<DateTime<Utc>> = succeeded.collect();
        let opened = facts.iter().map(|fact| fact.opened);
        let facts = DisputeFacts {
            profile: profile_name(view),
            zone: view.zone,
            now: view.now,
            read_at: disputes_at.min(payments_at),
            disputes: &facts,
            succeeded: &succeeded,
            first: columns.newest().last().and_then(created).into_iter().chain(opened).min(),
            goal: view.settings.dispute_goals(view.profile_id).by_count,
        };
        Ok(dispute_report(&facts, &period.last_before(view.now, view.zone)))
    }
}
