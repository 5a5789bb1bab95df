//! The newest disputes, read again and again while refunds of many payments are planned or under way: a payment whose
//! dispute is known is not refunded.

use chrono::{DateTime, TimeDelta, Utc};

use crate::context::{Context, WorkspaceView};
use crate::read::Read;
use crate::reads::ReadOwner;
use crate::route::Route;
use paydesk_api::resources::disputes::calls::{DisputeListFilter, ListDisputes};
use paydesk_api::resources::payments::calls::PAGE_MAX;

use super::{Bulk, BulkKind};

const READ_AGAIN_AFTER: TimeDelta = TimeDelta::seconds(10);

impl Bulk {
    /// When the newest disputes are to be read.
    pub(super) fn disputes_due(&self, view: &WorkspaceView<'_>) -> Option<DateTime<Utc>> {
        let is_planned = view.route == Route::BulkRuns && self.plan().is_some_and(|plan| plan.kind == BulkKind::Refund);
        let is_wanted = view.can_read() && (is_planned || self.refunds_run());
        is_wanted.then(|| self.disputes_asked.map_or(view.now, |(_, asked_at)| asked_at + READ_AGAIN_AFTER))
    }

    /// The time of the last read says nothing any more.
    pub(crate) fn clock_jumped(&mut self) {
        self.disputes_asked = None;
    }

    /// Reads them, where that is due. What any list of disputes has is remembered.
    pub(crate) fn read_due_disputes(&mut self, cx: &mut Context<'_>) {
        if self.disputes_due(&cx.view).is_some_and(|at| at <= cx.now) {
            let filter = DisputeListFilter::default();
            let read = Read::Disputes(ListDisputes { filter, limit: PAGE_MAX, offset: 0, by_body: false });
            self.disputes_asked = Some((cx.read_fresh(ReadOwner::Bulk, read), cx.now));
        }
    }

    /// Whether the run waits for them.
    pub(super) fn awaits_disputes(&self, cx: &Context<'_>) -> bool {
        self.refunds_run() && self.disputes_asked.is_some_and(|(request_id, _)| cx.reads.is_open(request_id))
    }

    fn refunds_run(&self) -> bool {
        self.is_running() && self.run().is_some_and(|run| run.kind() == BulkKind::Refund)
    }
}
