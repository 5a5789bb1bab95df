//! Connects approvals to the operations: what a rule covers is asked for instead of sent.

use paydesk_domain::approval::{ApprovalId, ApprovalRule, TeamApproval};
use paydesk_domain::ids::OperationId;
use paydesk_domain::team::TeamMembership;

use crate::context::request::FeatureRequest;
use crate::dialog::Dialog;
use crate::effect::TeamEffect;
use crate::features::approvals::{ApprovalDialog, ApprovalsAction, text};
use crate::features::team::{ClaimAnswer, TeamLink};
use crate::features::toasts::ToastKind;
use crate::operations::{Input, Phase, Submission};
use crate::problem::Problem;
use crate::route::Route;
use crate::state::State;
use crate::state::team::membership;
use crate::workspace::Workspace;

/// See [`State::approval_missing`].
pub(crate) struct MissingApproval {
    pub why: &'static str,
    pub ask_for: Option<Submission>,
}

impl State {
    /// Whether a person has to ask for approval first; then they are asked for the reason, or read why they cannot.
    pub(crate) fn asks_approval(&mut self, submission: &Submission) -> bool {
        let count = self.workspace.bulk.count_with(&submission.id);
        // Each item of a bulk run is refused by the database with its reason.
        if self.workspace.bulk.owns(&submission.id) || self.read_only_reason().is_some() {
            return false;
        }
        let rule = self.workspace.approvals.rule_for(&submission.plan, count, self.now).cloned();
        let Some(rule) = rule else { return false };
        match self.workspace.team.link() {
            TeamLink::Connected(_) => self.offer_approval(submission.clone(), rule),
            TeamLink::NotJoined | TeamLink::Connecting | TeamLink::Away { .. } => {
                let payment_id = submission.plan.payment_id();
                self.toasts.show(self.now, ToastKind::Attention, text::NEEDS_DATABASE.to_owned(), payment_id);
            }
        }
        true
    }

    /// Why the bulk run that is planned is asked for instead of begun: a rule covers it.
    pub fn bulk_needs_approval(&self) -> Option<String> {
        let plan = self.workspace.bulk.plan()?;
        // What was approved is gone on with.
        if self.workspace.bulk.continued().is_some_and(|run| run.stored().is_approved) {
            return None;
        }
        let rule = self.workspace.approvals.rule_for_run(plan)?;
        Some(text::rule_of_run(rule, plan.kind.endpoint().spec().texts.title))
    }

    /// Asks for approval of the bulk run that is planned.
    pub(crate) fn request_run_approval(&mut self, reason: &str, why: &str) {
        let refusal = match self.workspace.team.link() {
            TeamLink::Connected(_) => self.read_only_reason(),
            TeamLink::NotJoined | TeamLink::Connecting | TeamLink::Away { .. } => Some(text::NEEDS_DATABASE.to_owned()),
        };
        if let Some(refusal) = refusal {
            return self.toasts.show(self.now, ToastKind::Attention, refusal, None);
        }
        self.with(|features, cx| {
            let Some(plan) = features.bulk.plan().filter(|plan| !plan.items.is_empty()) else { return };
            features.approvals.request_run(plan, (reason, why), cx);
        });
    }

    /// What this person began in runs before counts for the run that is planned next.
    pub(crate) fn read_run_totals(&mut self) {
        if !self.workspace.approvals.rules().is_empty() {
            let profile_id = self.workspace.profile_id.clone();
            self.outbox.push(TeamEffect::ReadRunTotals { profile_id });
        }
    }

    /// The database did what was asked about a request, or says why not.
    pub(crate) fn approval_answered(&mut self, id: ApprovalId, result: Result<(), Problem>) {
        let is_done = result.is_ok();
        self.with(|features, cx| features.approvals.answered(id, result, cx));
        if is_done {
            self.leave_requested_plan(id);
        }
    }

    /// A run that was asked for is begun from its approval.
    fn leave_requested_plan(&mut self, id: ApprovalId) {
        let is_requested = self.workspace.bulk.plan_requested(id);
        if is_requested && self.workspace.route == Route::BulkRuns {
            self.with(|features, cx| {
                features.approvals.handle(ApprovalsAction::Open(Some(id)), cx);
                cx.request(FeatureRequest::Show(Route::Approvals));
            });
        }
    }

    /// What an operation that is not approved is not sent for, and what is asked for at once instead.
    pub(crate) fn approval_missing(&mut self, id: &OperationId, answer: &ClaimAnswer) -> MissingApproval {
        if self.workspace.bulk.owns(id) {
            return MissingApproval {
                why: "a team rule requires a second person's approval first: your bulk runs in the last 24 \
                hours are added together, and an approved run is sent once, exactly as approved",
                ask_for: None,
            };
        }
        let Workspace { operations, approvals, profile_id, dialog, .. } = &mut self.workspace;
        let operation = operations.find(id).filter(|_| matches!(answer, ClaimAnswer::NeedsApproval));
        let Some(operation) = operation else { return MissingApproval { why: text::NEEDS_APPROVAL, ask_for: None } };
        approvals.note_refused(&operation.plan, self.now);
        let is_first = approvals.may_cover(&operation.plan);
        // Nothing of it was written: it is asked for as it was confirmed. Later, a person confirms it again.
        let has_rule = approvals.rule_for(&operation.plan, 1, self.now).is_some();
        let is_free = dialog.is_none() && *profile_id == self.profiles.current;
        let is_new = operation.phase == Phase::Preparing && has_rule && is_free;
        let why = match (is_first, is_new) {
            (true, true) => {
                "a team rule requires a second person's approval first: your team has not paid this \
                account before"
            }
            (true, false) => {
                "a team rule requires a second person's approval first: your team has not paid this \
                account before. Confirm it again to request approval."
            }
            (false, true) => text::NEEDS_APPROVAL,
            (false, false) => {
                "a team rule requires a second person's approval first: amounts for the same item within \
                24 hours are added together. Confirm it again to request approval."
            }
        };
        let (id, plan, precondition) = (id.clone(), operation.plan.clone(), operation.precondition.clone());
        MissingApproval { why, ask_for: is_new.then_some(Submission { id, plan, precondition }) }
    }

    fn offer_approval(&mut self, submission: Submission, rule: ApprovalRule) {
        let id = ApprovalId(self.rng.uuid());
        let dialog = ApprovalDialog { id, submission, rule, opened_at: self.now };
        self.show_dialog(Dialog::RequestApproval(Box::new(dialog)));
    }

    /// Sends what was approved; the database lets it pass once.
    pub(crate) fn submit_approved(&mut self, submission: Submission) {
        let objection = self.objection(&submission);
        self.operate_with(Input::Submit(Box::new(submission)), objection);
    }

    /// Whether a rule covers this operation.
    pub(crate) fn needs_approval(&self, id: &OperationId) -> bool {
        let count = self.workspace.bulk.count_with(id);
        let plan = self.workspace.operations.find(id).map(|operation| &operation.plan);
        let is_covered = |plan| {
            self.workspace.approvals.rule_for(plan, count, self.now).is_some()
                || self.workspace.approvals.may_cover(plan)
        };
        self.workspace.bulk.is_approved(id) || plan.is_some_and(is_covered)
    }

    /// The database reports the rules and the requests.
    pub(crate) fn approvals_read(&mut self, rules: Vec<ApprovalRule>, approvals: Vec<TeamApproval>) {
        let units = self.units();
        let rules: Vec<ApprovalRule> = rules.into_iter().map(|rule| rule.counted_as(units)).collect();
        let saved = membership(&self.profiles, &self.workspace.profile_id).cloned();
        if let Some(saved) = saved.filter(|saved| saved.rules != rules) {
            self.save_team(Some(TeamMembership { rules: rules.clone(), ..saved }));
        }
        let planned = self.workspace.bulk.plan().map(|plan| plan.approval_id);
        let requested = planned.filter(|id| approvals.iter().any(|approval| approval.request.id == *id));
        self.workspace.approvals.read(rules, approvals);
        self.workspace.approvals.count_as(units);
        requested.into_iter().for_each(|id| self.leave_requested_plan(id));
        self.with(|features, cx| features.approvals.read_items(true, cx));
    }
}
