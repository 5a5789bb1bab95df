//! Connects approvals to the operations: what a rule covers is asked for instead of sent.

use crate::domain::approval::{ApprovalId, ApprovalRule, TeamApproval};
use crate::domain::ids::OperationId;
use crate::domain::team::TeamMembership;

use super::dialog::Dialog;
use super::features::approvals::{ApprovalDialog, text};
use super::features::team::TeamLink;
use super::features::toasts::ToastKind;
use super::operations::{Input, Submission};
use super::state::State;
use super::team::membership;

impl State {
    /// Whether a person has to ask for approval first; then they are asked for the reason, or read why they cannot.
    pub(super) fn asks_approval(&mut self, submission: &Submission) -> bool {
        let count = self.workspace.bulk.count_with(&submission.id);
        // Each item of a bulk run is refused by the database with its reason.
        if self.workspace.bulk.owns(&submission.id) || self.read_only_reason().is_some() {
            return false;
        }
        let Some(rule) = self.workspace.approvals.rule_for(&submission.plan, count).cloned() else { return false };
        match self.workspace.team.link() {
            TeamLink::Connected(_) => self.offer_approval(submission.clone(), rule),
            TeamLink::NotJoined | TeamLink::Connecting | TeamLink::Away { .. } => {
                let payment_id = submission.plan.payment_id();
                self.toasts.show(self.now, ToastKind::Attention, text::NEEDS_DATABASE.to_owned(), payment_id);
            }
        }
        true
    }

    /// Why the bulk run that is planned cannot begin: a rule covers it, and only single operations can be approved.
    pub fn bulk_needs_approval(&self) -> Option<String> {
        let plan = self.workspace.bulk.plan()?;
        let count = i64::try_from(plan.items.len()).ok();
        let name = <&str>::from(plan.kind.endpoint());
        let covers = |rule: &&ApprovalRule| {
            plan.items.iter().any(|item| rule.is_about(name, plan.kind.moves_money().then_some(&item.amount), count))
        };
        let rule = self.workspace.approvals.rules().iter().find(covers)?;
        Some(text::not_in_bulk(rule, plan.kind.endpoint().spec().texts.title))
    }

    fn offer_approval(&mut self, submission: Submission, rule: ApprovalRule) {
        let id = ApprovalId(self.rng.uuid());
        let dialog = ApprovalDialog { id, submission, rule, opened_at: self.now };
        self.show_dialog(Dialog::RequestApproval(Box::new(dialog)));
    }

    /// Sends what was approved; the database lets it pass once.
    pub(super) fn submit_approved(&mut self, submission: Submission) {
        let objection = self.objection(&submission);
        self.operate_with(Input::Submit(Box::new(submission)), objection);
    }

    /// Whether a rule covers this operation.
    pub(super) fn needs_approval(&self, id: &OperationId) -> bool {
        let count = self.workspace.bulk.count_with(id);
        let plan = self.workspace.operations.find(id).map(|operation| &operation.plan);
        plan.is_some_and(|plan| self.workspace.approvals.rule_for(plan, count).is_some())
    }

    /// The database reports the rules and the requests.
    pub(super) fn approvals_read(&mut self, rules: Vec<ApprovalRule>, approvals: Vec<TeamApproval>) {
        let saved = membership(&self.profiles, &self.workspace.profile_id).cloned();
        if let Some(saved) = saved.filter(|saved| saved.rules != rules) {
            self.save_team(Some(TeamMembership { rules: rules.clone(), ..saved }));
        }
        self.workspace.approvals.read(rules, approvals);
    }
}
