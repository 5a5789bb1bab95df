//! What Home is written from: the lists of other features, and when any of it changed.

use chrono::{DateTime, NaiveDate, TimeDelta, Utc};

use crate::context::WorkspaceView;
use crate::features::approvals::{Approval, Approvals};
use crate::features::bulk::{Bulk, BulkRun};
use crate::features::disputes::{DisputeLocalFilter, Disputes, HandlingFilter};
use crate::features::history::History;
use crate::features::payments::{KnownWork, Payments};
use crate::features::record_lists::RecordLists;
use crate::features::team::TeamLink;
use crate::operations::JournalHealth;
use crate::service_traits::CapabilityTraits;
use paydesk_domain::authorization::AUTHORIZATION_DAYS_MAX;
use paydesk_domain::dispute::DisputeStatus;
use paydesk_domain::ids::OperationId;
use paydesk_domain::known::Known;
use paydesk_domain::operation::ResourceKind;
use paydesk_domain::payment::PaymentStatus;

use super::recent_days::begin;
use super::summary::{HomeSource, HomeSummary, summary};

/// The records of which Home counts some.
pub(super) const COUNTED: [ResourceKind; 2] = [ResourceKind::Payout, ResourceKind::Refund];

/// Another value whenever the last days may have gone otherwise.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct DaysRevision {
    /// Of the payments that are known here.
    pub payments: u64,
    /// Whether all payments of these days are known.
    pub is_known: bool,
    /// Whether older ones are known, too.
    pub knows_all: bool,
    pub today: NaiveDate,
    pub zone: &'static str,
}

/// Another value whenever an entry may say something else.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct HomeRevision {
    pub payments: u64,
    /// Whether every payment is known, and when it was last read again.
    pub history: (bool, Option<DateTime<Utc>>),
    pub counts: (Known<u64>, Known<u64>, Known<u64>),
    /// Whether what is left of every partial capture is known.
    pub remainders_are_known: bool,
    /// The journal was read.
    pub journal_is_read: bool,
    pub disputes: (u64, bool),
    /// Of the approvals, and who this person is in the team.
    pub approvals: (u64, TeamLink),
    pub records: [u64; 2],
    /// How far the lists of the records were read, and which of them the service has.
    pub lists: (u64, CapabilityTraits),
    pub unknown: Vec<OperationId>,
    /// The revision of a paused bulk run.
    pub paused_run: Option<u64>,
    pub zone: String,
    /// What is urgent and how it is said changes with the time.
    pub minute: i64,
}

impl HomeRevision {
    pub fn minute(now: DateTime<Utc>) -> i64 {
        now.timestamp().div_euclid(60)
    }
}

/// The features that Home is written from.
#[derive(Debug, Clone, Copy)]
pub(crate) struct HomeSources<'a> {
    pub payments: &'a Payments,
    pub disputes: &'a Disputes,
    pub history: &'a History,
    pub record_lists: &'a RecordLists,
    pub bulk: &'a Bulk,
    pub approvals: &'a Approvals,
}

impl<'a> HomeSources<'a> {
    /// Writes the entries.
    pub(super) fn summary(self, view: &WorkspaceView<'_>) -> HomeSummary {
        summary(&HomeSource {
            view: *view,
            payments: self.payments,
            disputes: self.disputes,
            lists: self.record_lists,
            known: self.payments_that_may_wait(view),
            unknown: view.operations.attention().collect(),
            paused_run: self.bulk.paused_run(),
            approvals: self.waiting_approvals(view),
        })
    }

    /// What this person can decide on or send; `None` without a team.
    fn waiting_approvals<'b>(self, view: &WorkspaceView<'b>) -> Option<Known<Vec<&'b Approval>>>
    where
        'a: 'b,
    {
        let waiting =
            || Known::Exact(self.approvals.waiting(view.team).collect()).at_least_if(!self.approvals.is_read());
        (*view.team.link() != TeamLink::NotJoined).then(waiting)
    }

    /// Those in review or with something to capture, where every payment of the service is known, and of which of the
    /// others it is known that nothing is left to capture.
    pub(super) fn payments_that_may_wait(self, view: &WorkspaceView<'_>) -> KnownWork<'a> {
        let review = view.review_status();
        let may_wait = |status: &PaymentStatus| review.is(status) || PaymentStatus::TO_CAPTURE.contains(status);
        KnownWork {
            all: self.history.all_with_status(may_wait),
            details: self.history.columns(),
            older_are_detailed: self.remainders_are_detailed(view.now),
        }
    }

    /// Whether the details of every payment are known that may hold an authorization.
    fn remainders_are_detailed(self, now: DateTime<Utc>) -> bool {
        self.history.has_details_since(now - TimeDelta::days(AUTHORIZATION_DAYS_MAX))
    }

    /// The disputes that we may still answer, by the statuses of those that are known.
    pub(super) fn disputes_to_answer(self) -> DisputeLocalFilter {
        let rows = self.disputes.all().iter().map(|row| &row.dispute.status);
        let mut statuses: Vec<DisputeStatus> = Vec::new();
        for status in DisputeStatus::NAMED.iter().chain(rows).filter(|status| status.may_need_evidence()) {
            if !statuses.contains(status) {
                statuses.push(status.clone());
            }
        }
        let not_contested = self.disputes.all().iter().any(|row| row.not_contested.is_some());
        let handling = not_contested.then_some(HandlingFilter::Contested);
        DisputeLocalFilter { statuses, handling, ..DisputeLocalFilter::default() }
    }

    pub(super) fn revision(self, view: &WorkspaceView<'_>) -> HomeRevision {
        let Self { payments, disputes, history, .. } = self;
        HomeRevision {
            payments: payments.work_revision(),
            history: (history.knows_all(), history.place().as_of),
            counts: (payments.to_capture(), payments.in_review(view.review_status()), disputes.to_answer()),
            remainders_are_known: self.remainders_are_detailed(view.now) && payments.remainders_are_read(),
            journal_is_read: *view.journal == JournalHealth::Ready,
            disputes: (disputes.changes(), disputes.has_all()),
            approvals: (self.approvals.revision(), view.team.link().clone()),
            records: COUNTED.map(|kind| view.records.revision(kind)),
            lists: (self.record_lists.revision(), view.traits.capabilities.clone()),
            unknown: view.operations.attention().map(|operation| operation.id.clone()).collect(),
            paused_run: self.bulk.paused_run().map(BulkRun::revision),
            zone: view.zone.to_string(),
            minute: HomeRevision::minute(view.now),
        }
    }

    pub(super) fn days_revision(self, view: &WorkspaceView<'_>) -> DaysRevision {
        DaysRevision {
            payments: self.history.columns().revision(),
            is_known: self.history.knows_since(begin(view.zone, view.now)),
            knows_all: self.history.knows_all(),
            today: view.zone.date(view.now),
            zone: view.zone.name(),
        }
    }
}
