//! One thing done to many: capture, cancel, approve and refund of payments, fulfilment of payouts.
//!
//! First a [plan](BulkPlan): what is in, what is left out and why, how much and how long. What a person confirms of it is
//! written to disk with the id of every operation; then each item is an operation like any other, with a read of the last
//! seconds as its precondition. How far a run came is in the journal: after a crash it is found again as it was, and
//! goes on when a person says so. Nothing can happen twice, because an operation is prepared once.

mod approved;
mod estimate;
mod exclusion;
mod fresh;
mod import;
mod item;
mod kind;
mod known;
mod left_out;
mod newest_disputes;
mod pacing;
mod plan;
mod plan_reads;
mod ready;
mod report;
mod run;
mod stored;
pub mod text;
mod wanted;

use chrono::{DateTime, Utc};

use crate::context::fact::FeatureFact;
use crate::context::request::FeatureRequest;
use crate::context::{Context, WorkspaceView};
use crate::effect::{ExportFile, StoreJob, SystemEffect};
use crate::features::history::History;
use crate::features::payments::Payments;
use crate::features::toasts::ToastKind;
use crate::operations::wording::{is_left_to_refund, outcome_text};
use crate::operations::{Operation, Outcome};
use crate::problem::Problem;
use crate::read::RequestId;
use crate::records::{Record, Records};
use crate::route::Route;
use paydesk_domain::approval::ApprovalId;
use paydesk_domain::document::reported_status;
use paydesk_domain::ids::{BulkRunId, OperationId, PaymentId};
use paydesk_domain::operation::ResourceKind;
use paydesk_domain::payment::{Payment, PaymentRow};
use paydesk_domain::sheet::FileReading;
use paydesk_domain::text::sentences;

pub use approved::ApprovedRun;
pub use estimate::Estimate;
pub use exclusion::{Exclusion, ExclusionKind};
pub use import::{
    ColumnRole, Import, ImportChange, ImportGap, ImportSums, Interpretation, LineChoice, LineFate, MixedMarks,
    ReadingId, Understood, UnderstoodLine, UnreadPart,
};
pub use item::{BulkItem, Excluded, ItemGroup, ItemOutcome, ItemState};
pub use kind::BulkKind;
pub use known::KnownTargets;
pub use plan::{BulkPlan, ITEMS_MAX};
pub use plan_reads::PlanReads;
pub use ready::Room;
pub use run::{BulkRun, PauseReason, RunPhase};
pub use stored::{FoundRun, StoredRun};
pub use text::title as run_title;
use wanted::WantedRun;

pub use wanted::{WantedAmount, WantedCurrency, WantedItem};

/// Imports, plans and runs of bulk operations.
#[derive(Debug, Default)]
pub struct Bulk {
    import: ImportState,
    /// What was chosen for the lines of the last file.
    last_kind: Option<BulkKind>,
    last_reading: ReadingId,
    /// What payments are read for.
    reads: Option<Box<PlanReads>>,
    plan: Option<Box<BulkPlan>>,
    run: Option<BulkRun>,
    /// The last read of the newest disputes, and when it was asked for.
    disputes_asked: Option<(RequestId, DateTime<Utc>)>,
    /// Runs that ended and were put away, the last first.
    ended: Vec<BulkRun>,
}

/// So many of the runs that ended stay listed until Paydesk is closed.
pub const ENDED_MAX: usize = 10;

/// A file that is imported.
#[derive(Debug, Clone, PartialEq, Default)]
pub enum ImportState {
    #[default]
    Closed,
    /// No file was read yet, and why the last was not.
    Choosing(BulkKind, Option<Problem>),
    Reading(BulkKind),
    Read(Box<Import>),
}

/// What a person does.
#[derive(Debug, Clone, PartialEq)]
pub enum BulkAction {
    /// Plans it for these, by id.
    Plan {
        kind: BulkKind,
        targets: Vec<String>,
    },
    /// Asks for a file of ids and amounts.
    Import,
    /// Says what is done with the lines of the file that is chosen next.
    ImportFor(BulkKind),
    /// Reads the file at this path, or the one that is chosen in the dialog of the system.
    ReadFile(Option<String>),
    /// Understands this reading of the file otherwise.
    ChangeImport(ReadingId, ImportChange),
    /// Plans what this reading of the file asks for, if the file has not changed since.
    PlanFile(ReadingId),
    /// Shows the plan with what was read so far.
    PlanNow,
    /// Writes what is left out of the plan, or else of the file, into a file with its reasons.
    ExportLeftOut,
    /// Puts the file away.
    LeaveImport,
    /// Leaves the plan; nothing was sent.
    Discard,
    /// Asks a second person to approve what is planned.
    RequestApproval {
        /// Of every cancellation or refund.
        reason: String,
        /// Why it should be approved.
        why: String,
    },
    /// Begins what is planned; the reason is that of every cancellation or refund.
    Start {
        reason: String,
    },
    Pause,
    Resume,
    /// Nothing more begins.
    Stop,
    /// Plans again what of the run certainly did not happen.
    PlanNotDone,
    SaveReport,
    /// Puts a finished run away: it stays listed.
    Close,
    /// Shows the finished run at this place of the list again.
    OpenEnded(usize),
}

impl Bulk {
    pub fn plan(&self) -> Option<&BulkPlan> {
        self.plan.as_deref()
    }

    pub fn run(&self) -> Option<&BulkRun> {
        self.run.as_ref()
    }

    /// The runs that ended and were put away, the last first.
    pub fn ended(&self) -> &[BulkRun] {
        &self.ended
    }

    pub fn import(&self) -> &ImportState {
        &self.import
    }

    /// The payments that are read before a plan is shown.
    pub fn reads(&self) -> Option<&PlanReads> {
        self.reads.as_deref()
    }

    /// A file was read, or none was chosen.
    pub(crate) fn file_read(
        &mut self,
        result: Result<Option<FileReading>, Problem>,
        known: &KnownTargets<'_>,
        limit: Option<u32>,
        cx: &mut Context<'_>,
    ) {
        let (kind, checked) = match std::mem::take(&mut self.import) {
            ImportState::Reading(kind) => (kind, None),
            ImportState::Read(import) if import.is_checking => (import.interpretation().kind(), Some(import)),
            // Nothing was asked for, or no longer.
            other @ (ImportState::Closed | ImportState::Choosing(..) | ImportState::Read(_)) => {
                self.import = other;
                return;
            }
        };
        self.import = match (result, checked) {
            (Ok(Some(reading)), Some(import)) if reading.file == import.reading().file => {
                let file = Some(import.reading().file.name.clone());
                self.make_plan(WantedRun { kind, items: import.wanted(cx.view.units), file }, known, limit, cx);
                ImportState::Read(Box::new(import.checked()))
            }
            (Ok(Some(reading)), checked) => {
                self.last_reading = self.last_reading.next();
                let import = Import::new(self.last_reading, reading, kind, known, &cx.view);
                let import = if checked.is_some() { import.after_change() } else { import };
                ImportState::Read(Box::new(import))
            }
            (Ok(None), _) => ImportState::Choosing(kind, None),
            (Err(problem), _) => ImportState::Choosing(kind, Some(problem)),
        };
    }

    /// The import, if this is the reading that it is of.
    fn import_of(&mut self, reading: ReadingId) -> Option<&mut Import> {
        match &mut self.import {
            ImportState::Read(import) if import.id() == reading => Some(import),
            ImportState::Closed | ImportState::Choosing(..) | ImportState::Reading(_) | ImportState::Read(_) => None,
        }
    }

    /// What is done with the lines of a file that is chosen now.
    fn import_kind(&self) -> BulkKind {
        match &self.import {
            ImportState::Choosing(kind, _) | ImportState::Reading(kind) => *kind,
            ImportState::Read(import) => import.interpretation().kind(),
            ImportState::Closed => self.last_kind.unwrap_or(BulkKind::Capture),
        }
    }

    /// Whether an operation is one of the run: it is reported there.
    pub fn owns(&self, id: &OperationId) -> bool {
        self.run.as_ref().is_some_and(|run| run.owns(id))
    }

    /// How many items leave with an operation: all of its run, or itself alone.
    pub fn count_with(&self, id: &OperationId) -> u32 {
        let run = self.run.as_ref().filter(|run| run.owns(id));
        run.map_or(1, |run| u32::try_from(run.len()).unwrap_or(u32::MAX))
    }

    /// The run that an operation is an item of, as a team knows it.
    pub fn run_with(&self, id: &OperationId) -> Option<&BulkRunId> {
        self.run.as_ref().filter(|run| run.owns(id))?.stored().id.as_ref()
    }

    /// Whether an operation is an item of a run that a second person approved.
    pub fn is_approved(&self, id: &OperationId) -> bool {
        self.run.as_ref().is_some_and(|run| run.owns(id) && run.stored().is_approved)
    }

    /// The run that the plan goes on with.
    pub fn continued(&self) -> Option<&BulkRun> {
        let plan = self.plan.as_deref()?;
        self.run.as_ref().filter(|run| plan.is_of_not_done(run))
    }

    /// What was read of a payment for the run, and when that was asked for.
    pub fn read_payment(&self, payment_id: &PaymentId) -> Option<(DateTime<Utc>, &Payment)> {
        self.run.as_ref()?.pacing.payment(payment_id)
    }

    /// The run, where it waits for a person to go on.
    pub fn paused_run(&self) -> Option<&BulkRun> {
        self.run.as_ref().filter(|run| matches!(run.phase(), RunPhase::Paused(_)))
    }

    /// Why no run can begin now.
    pub fn busy(&self) -> Option<&'static str> {
        self.run
            .as_ref()
            .is_some_and(|run| !run.is_over())
            .then_some("Another bulk run has not finished yet: finish or stop it first")
    }

    pub fn is_running(&self) -> bool {
        self.run.as_ref().is_some_and(|run| *run.phase() == RunPhase::Running)
    }

    /// When it does something by itself.
    pub(crate) fn next_due(&self, view: &WorkspaceView<'_>) -> Option<DateTime<Utc>> {
        let run = self.run.as_ref().filter(|_| self.is_running()).and_then(|run| run.pacing.wake_at());
        let reads = self.reads.as_ref().and_then(|reads| reads.wake_at());
        run.into_iter().chain(reads).chain(self.disputes_due(view)).min()
    }

    /// Saves what is not imported, or not planned, with the reasons.
    fn export_left_out(&self, cx: &mut Context<'_>) {
        let file = self.plan.as_ref().map(|plan| left_out::of_plan(plan, cx.csv)).or_else(|| match &self.import {
            ImportState::Read(import) => Some(left_out::of_import(import, cx.csv)),
            ImportState::Closed | ImportState::Choosing(..) | ImportState::Reading(_) => None,
        });
        let files: Vec<ExportFile> = file.into_iter().collect();
        cx.outbox.push(StoreJob::SaveExports { files, at: cx.view.now });
    }

    /// Nothing of a plan was sent: the file takes its place.
    fn begin_import(&mut self, cx: &mut Context<'_>) {
        (self.plan, self.reads) = (None, None);
        self.import = ImportState::Choosing(self.import_kind(), None);
        cx.request(FeatureRequest::Show(Route::BulkRuns));
    }

    fn change_import(&mut self, reading: ReadingId, change: ImportChange, known: &KnownTargets<'_>, cx: &Context<'_>) {
        if let ImportChange::Kind(kind) = change {
            self.last_kind = Some(kind);
        }
        let import = self.import_of(reading);
        import.into_iter().for_each(|import| import.change(change, known, &cx.view));
    }

    pub(crate) fn handle(
        &mut self,
        action: BulkAction,
        known: &KnownTargets<'_>,
        limit: Option<u32>,
        cx: &mut Context<'_>,
    ) {
        match action {
            BulkAction::Plan { kind, targets } => {
                let items = targets.into_iter().map(WantedItem::whole).collect();
                self.make_plan(WantedRun { kind, items, file: None }, known, limit, cx);
            }
            BulkAction::Import => self.begin_import(cx),
            BulkAction::ImportFor(kind) => {
                if let ImportState::Choosing(chosen, _) = &mut self.import {
                    (*chosen, self.last_kind) = (kind, Some(kind));
                }
            }
            BulkAction::ReadFile(path) => {
                self.import = ImportState::Reading(self.import_kind());
                read_file(path, cx);
            }
            BulkAction::ChangeImport(reading, change) => self.change_import(reading, change, known, cx),
            BulkAction::PlanFile(reading) => {
                if let Some(import) = self.import_of(reading).filter(|import| import.gap().is_none()) {
                    import.is_checking = true;
                    read_file(Some(import.reading().file.path.clone()), cx);
                }
            }
            BulkAction::PlanNow => self.show_read_plan(known, limit, cx),
            BulkAction::ExportLeftOut => self.export_left_out(cx),
            BulkAction::LeaveImport => self.import = ImportState::Closed,
            BulkAction::Discard => {
                (self.plan, self.reads) = (None, None);
                if let ImportState::Read(import) = &mut self.import {
                    import.understand(known, &cx.view);
                }
            }
            // Of the approvals.
            BulkAction::RequestApproval { .. } => {}
            BulkAction::Start { reason } => self.start(reason, cx),
            BulkAction::Pause => {
                self.with_run(|run| run.pause(PauseReason::Person));
                self.withdraw_unsent(cx);
            }
            BulkAction::Resume => {
                let unsaved = self.run.as_mut().and_then(BulkRun::resume).cloned();
                unsaved.into_iter().for_each(|run| cx.outbox.push(StoreJob::SaveBulkRun(Box::new(run))));
            }
            BulkAction::Stop => {
                if let Some(run) = self.run.as_mut().filter(|run| !run.is_over()) {
                    let job = StoreJob::SaveBulkRun(Box::new(run.stop().clone()));
                    cx.outbox.push(job);
                    self.withdraw_unsent(cx);
                }
            }
            BulkAction::PlanNotDone => {
                if let Some(run) = self.run.as_ref().filter(|run| run.retryable() > 0) {
                    self.plan = Some(Box::new(BulkPlan::of_not_done(run, known, (&cx.view, limit), cx.rng)));
                }
            }
            BulkAction::SaveReport => {
                if let Some(run) = &self.run {
                    cx.outbox.push(StoreJob::SaveExports { files: vec![report::file(run, cx.csv)], at: cx.view.now });
                }
            }
            BulkAction::Close => {
                if self.put_away() {
                    cx.outbox.push(StoreJob::RemoveBulkRun { profile_id: cx.view.profile_id.clone() });
                }
            }
            BulkAction::OpenEnded(place) => {
                if self.run.is_none() && place < self.ended.len() {
                    self.run = Some(self.ended.remove(place));
                }
            }
        }
    }

    /// Lists the run that ended. Whether there was one.
    fn put_away(&mut self) -> bool {
        let Some(run) = self.run.take_if(|run| run.is_over()) else { return false };
        self.ended.insert(0, run);
        self.ended.truncate(ENDED_MAX);
        true
    }

    /// Takes back what the run began and has not sent: it waits for the rate limit, or to be checked.
    fn withdraw_unsent(&self, cx: &mut Context<'_>) {
        for id in self.run.iter().flat_map(BulkRun::under_way_ids) {
            if cx.operations.find(id).is_some_and(Operation::may_be_withdrawn) {
                cx.request(FeatureRequest::Withdraw(id.clone()));
            }
        }
    }

    fn with_run(&mut self, change: impl FnOnce(&mut BulkRun)) {
        if let Some(run) = &mut self.run {
            change(run);
        }
    }

    /// Shows what would be done to these, once enough is known of each.
    fn make_plan(&mut self, wanted: WantedRun, known: &KnownTargets<'_>, limit: Option<u32>, cx: &mut Context<'_>) {
        let to_read =
            if cx.can_read() { plan::to_read(wanted.kind, &wanted.items, known, &cx.view) } else { Vec::new() };
        self.reads = None;
        if to_read.is_empty() {
            return self.show_plan(wanted, known, limit, cx);
        }
        self.reads = Some(Box::new(PlanReads::new(wanted, to_read)));
        cx.request(FeatureRequest::Show(Route::BulkRuns));
    }

    fn show_plan(&mut self, wanted: WantedRun, known: &KnownTargets<'_>, limit: Option<u32>, cx: &mut Context<'_>) {
        let WantedRun { kind, items, file } = wanted;
        let plan = BulkPlan { file, ..BulkPlan::new(kind, items, known, (&cx.view, limit), cx.rng) };
        if plan.items.is_empty() && plan.excluded.is_empty() {
            return cx.toast(ToastKind::Attention, "Nothing is selected", None);
        }
        self.plan = Some(Box::new(plan));
        cx.request(FeatureRequest::Show(Route::BulkRuns));
    }

    /// Reads on what a plan waits for, and shows it when all of that was read.
    pub(crate) fn advance_reads(
        &mut self,
        room: Room,
        known: &KnownTargets<'_>,
        limit: Option<u32>,
        cx: &mut Context<'_>,
    ) {
        let Some(reads) = &mut self.reads else { return };
        reads.advance(room, cx);
        if reads.is_done() || !cx.can_read() {
            self.show_read_plan(known, limit, cx);
        }
    }

    fn show_read_plan(&mut self, known: &KnownTargets<'_>, limit: Option<u32>, cx: &mut Context<'_>) {
        let Some(mut reads) = self.reads.take() else { return };
        reads.leave_unread();
        let items = std::mem::take(&mut reads.wanted.items);
        let wanted = WantedRun { kind: reads.kind(), items, file: reads.wanted.file.take() };
        self.show_plan(wanted, &KnownTargets { read: Some(&reads), ..*known }, limit, cx);
    }

    /// The person confirmed the plan: it is written down first.
    fn start(&mut self, reason: String, cx: &mut Context<'_>) {
        if let Some(why) = self.busy().map(str::to_owned).or_else(|| cx.read_only_reason()) {
            return cx.toast(ToastKind::Attention, why, None);
        }
        let Some(plan) = self.plan.take_if(|plan| !plan.items.is_empty()) else { return };
        if let Some(run) = self.run.as_mut().filter(|run| plan.is_of_not_done(run)) {
            return cx.outbox.push(StoreJob::SaveBulkRun(Box::new(run.retry(plan.items).clone())));
        }
        let stored = StoredRun {
            profile_id: cx.view.profile_id.clone(),
            kind: plan.kind,
            confirmed_at: cx.now,
            reason: if plan.kind.takes_reason() { reason.trim().to_owned() } else { String::new() },
            items: plan.items,
            excluded: plan.excluded,
            is_stopped: false,
            left_out: Vec::new(),
            not_begun: Vec::new(),
            id: Some(plan.id),
            is_approved: false,
        };
        self.import = ImportState::Closed;
        self.begin(stored, cx);
    }

    fn begin(&mut self, stored: StoredRun, cx: &mut Context<'_>) {
        self.put_away();
        cx.outbox.push(StoreJob::SaveBulkRun(Box::new(stored.clone())));
        self.run = Some(BulkRun::new(stored));
    }

    /// Begins what a second person approved: it is written down first.
    pub(crate) fn start_approved(&mut self, run: ApprovedRun, cx: &mut Context<'_>) {
        if let Some(why) = self.busy().map(str::to_owned).or_else(|| cx.read_only_reason()) {
            return cx.toast(ToastKind::Attention, why, None);
        }
        let (profile_id, now) = (cx.view.profile_id.clone(), cx.view.now);
        let stored = run.begun(profile_id, now, || cx.rng.operation_id());
        self.begin(stored, cx);
        cx.request(FeatureRequest::Show(Route::BulkRuns));
    }

    /// What is planned waits for approval: it is begun from there. Whether it is this one.
    pub(crate) fn plan_requested(&mut self, id: ApprovalId) -> bool {
        let is_requested = self.plan.take_if(|plan| plan.approval_id == id).is_some();
        if is_requested {
            self.import = ImportState::Closed;
        }
        is_requested
    }

    /// The run is on disk, or is not: without that nothing of it begins.
    pub(crate) fn saved(&mut self, problem: Option<Problem>, cx: &mut Context<'_>) {
        let Some(problem) = problem else { return self.with_run(BulkRun::saved) };
        self.with_run(|run| {
            if *run.phase() == RunPhase::Saving {
                run.pause(PauseReason::ReadOnly(problem.what.clone()));
            }
        });
        cx.request(FeatureRequest::ShowProblem(problem));
    }

    /// A run of an earlier start of Paydesk.
    pub(crate) fn found(&mut self, found: FoundRun, records: &Records) {
        if self.run.is_none() {
            self.run = Some(BulkRun::found(found));
            self.records_opened(records);
        }
    }

    fn records_opened(&mut self, records: &Records) {
        let claimed = [ResourceKind::Refund, ResourceKind::Payout].into_iter().flat_map(|kind| records.of(kind));
        claimed.for_each(|known| self.record_kept(&known.record));
    }

    /// More is known of a record: an item that asked for it shows how it went on.
    fn record_kept(&mut self, record: &Record) {
        let status = record.reported.as_deref().and_then(reported_status);
        for run in self.run.iter_mut().chain(&mut self.ended).filter(|run| run.kind().claimed() == record.kind) {
            status.into_iter().for_each(|status| run.record_reported(&record.id, status));
        }
    }

    /// Takes in what is known now.
    #[expect(clippy::wildcard_enum_match_arm, reason = "it takes what it builds on")]
    pub(crate) fn on_fact(&mut self, fact: &FeatureFact, payments: &Payments, history: &History, cx: &mut Context<'_>) {
        match fact {
            FeatureFact::TimePassed => self.read_due_disputes(cx),
            FeatureFact::ClockJumped(_) => self.clock_jumped(),
            FeatureFact::Settled => self.advance(payments, history, cx),
            FeatureFact::RecordsOpened => self.records_opened(cx.view.records),
            FeatureFact::RecordTaken { kind, id } => {
                let known = cx.view.records.find(*kind, id);
                known.into_iter().for_each(|known| self.record_kept(&known.record));
            }
            FeatureFact::OperationEnded(ended) => self.operation_ended(&ended.operation, &ended.outcome),
            _ => {}
        }
    }

    /// Lets the plan and the run begin what they may begin now.
    fn advance(&mut self, payments: &Payments, history: &History, cx: &mut Context<'_>) {
        let room = Room::of(cx.rate, cx.now);
        if self.reads().is_some() {
            let known = KnownTargets { read: None, payments, history, records: cx.view.records };
            self.advance_reads(room, &known, cx.rate.gauge().map(|(_, limit)| limit), cx);
        }
        // No read follows each of its operations: the counts are read once.
        if self.run.is_some() && self.advance_run(room, cx) {
            cx.publish(FeatureFact::BulkRunEnded);
        }
    }

    /// Begins what may begin now. Whether the last of it has just ended.
    fn advance_run(&mut self, room: Room, cx: &mut Context<'_>) -> bool {
        self.read_due_disputes(cx);
        if self.awaits_disputes(cx) {
            return false;
        }
        let Some(run) = &mut self.run else { return false };
        run.advance(room, cx);
        let has_ended = run.note_end();
        if has_ended {
            let (done, pending) = (run.count(ItemGroup::Done), run.count(ItemGroup::Pending));
            let kind = match (done == run.len(), done + pending == run.len()) {
                (true, _) => ToastKind::Positive,
                (false, true) => ToastKind::Neutral,
                (false, false) => ToastKind::Attention,
            };
            cx.toast(kind, text::finished(run.kind(), (done, pending), run.len()), None);
            if let Some(stored) = run.store_not_begun() {
                cx.outbox.push(StoreJob::SaveBulkRun(Box::new(stored.clone())));
            }
        }
        has_ended
    }

    /// An operation ended, if it is one of the run.
    fn operation_ended(&mut self, operation: &Operation, outcome: &Outcome) {
        let Some(run) = &mut self.run else { return };
        let Some(index) = run.index_of(&operation.id) else { return };
        let mut state = ItemState::of_outcome(run.kind(), outcome, || outcome_text(operation, outcome).1);
        if let (ItemState::Ended(ItemOutcome::Rejected { message, .. }), Some(left)) =
            (&mut state, operation.left_to_refund())
        {
            *message = sentences(&[message.as_str(), &is_left_to_refund(&left)]);
        }
        if let ItemState::Ended(ItemOutcome::NotSent { why }) = &state {
            run.note_result(false, why);
        } else {
            run.note_result(true, "");
        }
        run.set(index, state);
        run.pacing.forget(&operation.plan.target.resource);
    }

    /// What came of an operation is not known, if it is one of the run.
    pub(crate) fn became_unknown(&mut self, operation: &Operation) {
        let Some(run) = &mut self.run else { return };
        let Some(index) = run.index_of(&operation.id) else { return };
        run.note_result(operation.holds_refusal(), text::UNKNOWN);
        run.set(index, ItemState::Unknown);
    }

    /// A page of the list came, if it was asked for here.
    pub(crate) fn page_answered(
        &mut self,
        id: RequestId,
        rows: Option<&[PaymentRow]>,
        not_read: &[PaymentId],
        asked_at: DateTime<Utc>,
        now: DateTime<Utc>,
    ) {
        self.run.as_mut().into_iter().for_each(|run| run.page_answered(id, rows, not_read, asked_at, now));
    }

    /// A payment was read, if it was asked for here.
    pub(crate) fn payment_answered(
        &mut self,
        id: RequestId,
        read: Result<&Payment, String>,
        asked_at: DateTime<Utc>,
        now: DateTime<Utc>,
    ) {
        self.reads.as_mut().into_iter().for_each(|reads| reads.answered(id, read.clone()));
        self.with_run(|run| run.payment_answered(id, read, asked_at, now));
    }
}

fn read_file(path: Option<String>, cx: &mut Context<'_>) {
    let profile_id = cx.view.profile_id.clone();
    cx.outbox.push(SystemEffect::ReadTable { profile_id, path });
}
