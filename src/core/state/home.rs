//! What showing, refreshing and opening mean on Home, and how its entries follow what the features know.

use chrono::TimeDelta;

use crate::features::approvals::Approval;
use crate::features::bulk::BulkRun;
use crate::features::disputes::{DisputeLocalFilter, HandlingFilter};
use crate::features::home::{
    DaysRevision, HomeAction, HomeItem, HomeRevision, HomeSource, begin, recent_days, summary,
};
use crate::features::payments::{KnownWork, PaymentSort, PaymentsFilter};
use crate::features::team::TeamLink;
use crate::operations::{JournalHealth, ResourceKind};
use crate::route::Route;
use crate::state::State;
use crate::workspace::Workspace;
use paydesk_domain::authorization::AUTHORIZATION_DAYS_MAX;
use paydesk_domain::dispute::DisputeStatus;
use paydesk_domain::known::Known;
use paydesk_domain::payment::PaymentStatus;

/// The records of which Home counts some.
const COUNTED: [ResourceKind; 2] = [ResourceKind::Payout, ResourceKind::Refund];

impl State {
    /// Home is shown: what it shows is read, unless that was read a moment ago.
    pub(crate) fn home_shown(&mut self) {
        self.with(|features, cx| features.payments.read_work(cx));
        self.with_disputes(|disputes, evidence, cx| disputes.read_once(evidence, cx));
        self.with(|features, cx| COUNTED.into_iter().for_each(|kind| features.record_lists.show(kind, cx)));
        self.with(|features, cx| features.operation_log.entered(cx));
    }

    pub(crate) fn handle_home(&mut self, action: HomeAction) {
        match action {
            HomeAction::Open(item) => self.open_waiting(item),
            HomeAction::Refresh => {
                self.with(|features, cx| features.payments.read_work_again(cx));
                self.with_disputes(|disputes, evidence, cx| disputes.reload(evidence, cx));
                self.with(|features, cx| COUNTED.into_iter().for_each(|kind| features.record_lists.read(kind, cx)));
            }
        }
    }

    /// Shows exactly the rows that an entry counts.
    fn open_waiting(&mut self, item: HomeItem) {
        match item {
            HomeItem::ToReview => {
                let status = Some(self.view().review_status().status());
                let filter = PaymentsFilter { status, ..PaymentsFilter::default() };
                self.show_waiting(filter, PaymentSort::MOST_URGENT_FIRST);
            }
            HomeItem::ToCapture => self.show_waiting(PaymentsFilter::to_capture(), PaymentSort::MOST_URGENT_FIRST),
            HomeItem::Remainders => {
                let known = self.payments_that_may_wait();
                let work = self.workspace.payments.work(&self.view(), &known).unwrap_or_default();
                let filter = PaymentsFilter::remainders(work.remainder_statuses);
                self.show_waiting(filter, PaymentSort::MOST_URGENT_FIRST);
            }
            HomeItem::Declines => {
                self.end_payment_search();
                self.show_waiting(PaymentsFilter::worth_retry(), PaymentSort::default());
            }
            HomeItem::OutcomeUnknown => self.go_to(Route::OpenOperations),
            HomeItem::PausedRun => self.go_to(Route::BulkRuns),
            HomeItem::Approvals => self.go_to(Route::Approvals),
            HomeItem::DisputesToAnswer => {
                let filter = self.disputes_to_answer();
                self.with_disputes(|disputes, evidence, cx| disputes.show_only(filter, evidence, cx));
            }
            HomeItem::PayoutsToFulfil | HomeItem::RefundsPending => {
                if let Some((kind, status)) = item.records() {
                    self.workspace.home.ask_records((kind, status));
                    self.go_to(Route::List(kind));
                }
            }
        }
    }

    fn show_waiting(&mut self, filter: PaymentsFilter, sort: PaymentSort) {
        self.with(|features, cx| features.payments.show_only(filter, sort, cx));
    }

    /// What this person can decide on or send; `None` without a team.
    fn waiting_approvals(&self) -> Option<Known<Vec<&Approval>>> {
        let Workspace { approvals, team, .. } = &self.workspace;
        let waiting = || Known::Exact(approvals.waiting(team).collect()).at_least_if(!approvals.is_read());
        (*team.link() != TeamLink::NotJoined).then(waiting)
    }

    /// The statuses, of those that are known, in which we may still answer.
    fn disputes_to_answer(&self) -> DisputeLocalFilter {
        let rows = self.workspace.disputes.all().iter().map(|row| &row.dispute.status);
        let mut statuses: Vec<DisputeStatus> = Vec::new();
        for status in DisputeStatus::NAMED.iter().chain(rows).filter(|status| status.may_need_evidence()) {
            if !statuses.contains(status) {
                statuses.push(status.clone());
            }
        }
        let not_contested = self.workspace.disputes.all().iter().any(|row| row.not_contested.is_some());
        let handling = not_contested.then_some(HandlingFilter::Contested);
        DisputeLocalFilter { statuses, handling, ..DisputeLocalFilter::default() }
    }

    /// Writes the entries again where something they are written from has changed.
    pub(crate) fn follow_home(&mut self) {
        let revision = self.home_revision();
        let mut home = std::mem::take(&mut self.workspace.home);
        home.follow(revision, self.now, || {
            let unknown = self.workspace.operations.attention().collect();
            let (payments, disputes) = (&self.workspace.payments, &self.workspace.disputes);
            let known = self.payments_that_may_wait();
            let approvals = self.waiting_approvals();
            let lists = &self.workspace.record_lists;
            let paused_run = self.workspace.bulk.paused_run();
            summary(&HomeSource { view: self.view(), payments, disputes, lists, known, unknown, paused_run, approvals })
        });
        if self.workspace.route == Route::Home {
            let (zone, history) = (self.zone(), &self.workspace.history);
            let revision = DaysRevision {
                payments: history.columns().revision(),
                is_known: history.knows_since(begin(zone, self.now)),
                knows_all: history.knows_all(),
                today: zone.date(self.now),
                zone: zone.name(),
            };
            home.follow_days(revision, self.now, || {
                recent_days(history.columns(), history.knows_all(), (zone, self.now))
            });
        }
        self.workspace.home = home;
    }

    /// Those in review or with something to capture, where every payment of the service is known, and of which of the
    /// others it is known that nothing is left to capture.
    fn payments_that_may_wait(&self) -> KnownWork<'_> {
        let (review, history) = (self.view().review_status(), &self.workspace.history);
        let may_wait = |status: &PaymentStatus| review.is(status) || PaymentStatus::TO_CAPTURE.contains(status);
        KnownWork {
            all: history.all_with_status(may_wait),
            details: history.columns(),
            older_are_detailed: self.remainders_are_detailed(),
        }
    }

    /// Whether the details of every payment are known that may hold an authorization.
    fn remainders_are_detailed(&self) -> bool {
        self.workspace.history.has_details_since(self.now - TimeDelta::days(AUTHORIZATION_DAYS_MAX))
    }

    fn home_revision(&self) -> HomeRevision {
        let view = self.view();
        let (payments, disputes) = (&self.workspace.payments, &self.workspace.disputes);
        let in_review = payments.in_review(view.review_status());
        HomeRevision {
            payments: payments.work_revision(),
            history: (self.workspace.history.knows_all(), self.workspace.history.place().as_of),
            counts: (payments.to_capture(), in_review, disputes.to_answer()),
            remainders_are_known: self.remainders_are_detailed() && payments.remainders_are_read(),
            journal_is_read: *view.journal == JournalHealth::Ready,
            disputes: (disputes.changes(), disputes.has_all()),
            approvals: (self.workspace.approvals.revision(), self.workspace.team.link().clone()),
            records: COUNTED.map(|kind| view.records.revision(kind)),
            lists: (self.workspace.record_lists.revision(), view.traits.capabilities.clone()),
            unknown: self.workspace.operations.attention().map(|operation| operation.id.clone()).collect(),
            paused_run: self.workspace.bulk.paused_run().map(BulkRun::revision),
            zone: view.zone.to_string(),
            minute: HomeRevision::minute(self.now),
        }
    }
}
