//! What a bulk run needs of other features, and what goes on beside it.

use paydesk_api::resources::payments::wire::decode_payment;
use serde_json::Value;

use paydesk_domain::sheet::FileReading;

use crate::context::Context;
use crate::features::bulk::{ApprovedRun, Bulk, BulkAction, FoundRun, KnownTargets, Room};
use crate::features::toasts::ToastKind;
use crate::operations::Operation;
use crate::problem::Problem;
use crate::state::State;

impl State {
    pub(crate) fn handle_bulk(&mut self, action: BulkAction) {
        match &action {
            BulkAction::Start { .. } => {
                if let Some(why) = self.bulk_needs_approval() {
                    return self.toasts.show(self.now, ToastKind::Attention, why, None);
                }
            }
            BulkAction::RequestApproval { reason, why } => return self.request_run_approval(reason, why),
            BulkAction::Plan { .. } | BulkAction::PlanFile(_) | BulkAction::PlanNotDone => self.read_run_totals(),
            BulkAction::Import
            | BulkAction::ImportFor(_)
            | BulkAction::ReadFile(_)
            | BulkAction::ChangeImport(..)
            | BulkAction::PlanNow
            | BulkAction::ExportLeftOut
            | BulkAction::LeaveImport
            | BulkAction::Discard
            | BulkAction::Pause
            | BulkAction::Resume
            | BulkAction::Stop
            | BulkAction::SaveReport
            | BulkAction::Close
            | BulkAction::OpenEnded(_) => {}
        }
        self.with_bulk(|bulk, known, limit, cx| bulk.handle(action, known, limit, cx));
        self.advance_bulk();
    }

    /// A file to be imported was read, or none was chosen.
    pub(crate) fn import_file_read(&mut self, result: Result<Option<FileReading>, Problem>) {
        self.with_bulk(|bulk, known, limit, cx| bulk.file_read(result, known, limit, cx));
        self.advance_bulk();
    }

    /// Hands over what is known of payments and payouts, and the rate limit.
    fn with_bulk(&mut self, change: impl FnOnce(&mut Bulk, &KnownTargets<'_>, Option<u32>, &mut Context<'_>)) {
        let limit = self.workspace.rate.gauge().map(|(_, limit)| limit);
        self.with(|features, cx| {
            let (payments, history) = (&*features.payments, &*features.history);
            let known = KnownTargets { read: None, payments, history, records: cx.view.records };
            change(&mut *features.bulk, &known, limit, cx);
        });
    }

    /// Begins what a second person approved.
    pub(crate) fn start_approved_run(&mut self, run: ApprovedRun) {
        self.with(|features, cx| features.bulk.start_approved(run, cx));
    }

    /// Lets the run of the profile in front begin what it may begin now.
    pub(crate) fn advance_bulk(&mut self) {
        let room = Room::of(&self.workspace.rate, self.now);
        if self.workspace.bulk.reads().is_some() {
            self.with_bulk(|bulk, known, limit, cx| bulk.advance_reads(room, known, limit, cx));
        }
        if self.workspace.bulk.run().is_none() {
            return;
        }
        // No read follows each of its operations: the counts are read once.
        if self.with(|features, cx| features.bulk.advance(room, cx)) {
            self.notifications.run_ended(self.workspace.profile_id.clone(), self.now);
            self.with(|features, cx| features.payments.count_to_capture(cx));
        }
    }

    /// What is read for later waits while a bulk run needs the rate limit.
    pub(crate) fn advance_history(&mut self) {
        if !self.workspace.bulk.is_running() {
            self.with(|features, cx| {
                let disputes = &features.disputes;
                features.history.read_disputed_first(disputes.changes(), || disputes.unread_payments());
                features.history.advance(cx);
            });
        }
    }

    pub(crate) fn bulk_runs_opened(&mut self, runs: Vec<FoundRun>, problem: Option<Problem>) {
        problem.into_iter().for_each(|problem| self.notice(problem));
        for found in runs {
            let profile_id = found.run.profile_id.clone();
            self.in_workspace(&profile_id, |state| {
                let workspace = &mut state.workspace;
                workspace.bulk.found(found, &workspace.records);
            });
        }
    }

    /// The history shows at once what an operation of a bulk run left: no read of the payment follows.
    pub(crate) fn history_follows(&mut self, operation: &Operation, answer: &Value) {
        if !self.workspace.bulk.owns(&operation.id) {
            return;
        }
        if let Ok(payment) = decode_payment(answer.clone(), self.units()) {
            self.workspace.history.take_reported(&payment, self.now);
        }
    }
}
