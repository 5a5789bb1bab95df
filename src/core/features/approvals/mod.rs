//! Approvals of a team: what needs a second person, what was asked for, what is to be decided, and what of it may be
//! sent now.
//!
//! The database of the team keeps the requests, and enforces that two people were involved and that each approval is used
//! once, for exactly what was approved. Here a request is made, shown and decided; what is approved is sent like anything
//! else a person confirms, with its object read again first.

mod listed;
pub mod request;
mod run_plan;
mod runs;
mod shared_plan;
mod step;
pub mod text;

use std::collections::BTreeMap;

use chrono::{DateTime, TimeDelta, Utc};

use crate::context::Context;
use crate::context::request::FeatureRequest;
use crate::effect::{ApprovalCommand, TeamEffect};
use crate::features::bulk::BulkPlan;
use crate::features::team::{Team, TeamLink};
use crate::features::toasts::ToastKind;
use crate::operations::{OperationPlan, Submission};
use crate::problem::Problem;
use paydesk_api::operation::{Endpoint, Target};
use paydesk_domain::approval::{
    ApprovalId, ApprovalItem, ApprovalRule, ApprovalStage, ApprovalVerdict, RuleLimit, RunTotal, TeamApproval,
};
use paydesk_domain::money::MinorUnits;
use paydesk_domain::payout::AccountDigest;
use paydesk_domain::team::TeamRole;

pub use listed::{Approval, ApprovalFilter, ApprovalStatus};
pub use request::{ApprovalDialog, TEXT_MAX_CHARS};
pub use run_plan::RunSummary;
pub use runs::RunItems;
use runs::Runs;
use shared_plan::shared_operation;
pub use step::ApprovalStep;

/// What is added up for a rule, as the database does.
const ADDED_UP_FOR: TimeDelta = TimeDelta::hours(24);

/// The approvals of a team.
#[derive(Debug, Default)]
pub struct Approvals {
    /// As the database said last.
    rules: Vec<ApprovalRule>,
    /// Newest first.
    all: Vec<Approval>,
    /// The places in `all` of what is listed.
    listed: Vec<usize>,
    pub filter: ApprovalFilter,
    open: Option<ApprovalId>,
    /// Whether the database was asked since the profile is shown.
    is_read: bool,
    /// What is asked of the database now.
    under_way: BTreeMap<ApprovalId, ApprovalStep>,
    /// What was asked for here, with what is stored nowhere.
    own: BTreeMap<ApprovalId, Submission>,
    runs: Runs,
    /// What the database asked approval for though no rule covers it alone, and when.
    refused: Vec<RefusedPlan>,
    revision: u64,
    questions: u64,
}

/// What the database asked approval for.
#[derive(Debug)]
struct RefusedPlan {
    target: Target,
    endpoint: Endpoint,
    account: Option<AccountDigest>,
    at: DateTime<Utc>,
}

impl RefusedPlan {
    /// Whether it is about the same object, or goes to the same account.
    fn is_like(&self, plan: &OperationPlan) -> bool {
        let same_account = self.account.is_some() && self.account == plan.request.account;
        self.endpoint == plan.endpoint && (self.target == plan.target || same_account)
    }
}

/// What a person does.
#[derive(Debug, Clone, PartialEq)]
pub enum ApprovalsAction {
    Open(Option<ApprovalId>),
    Filter(ApprovalFilter),
    Decide {
        id: ApprovalId,
        verdict: ApprovalVerdict,
        note: String,
    },
    Withdraw(ApprovalId),
    /// Sends what was approved.
    Send(ApprovalId),
    /// Reads the items of a bulk run again.
    ReadItems(ApprovalId),
}

impl Approvals {
    /// What is listed, newest first.
    pub fn listed(&self) -> impl ExactSizeIterator<Item = &Approval> {
        self.listed.iter().map(|place| &self.all[*place])
    }

    pub fn row(&self, row: usize) -> Option<&Approval> {
        self.listed.get(row).and_then(|place| self.all.get(*place))
    }

    /// How many there are, listed or not.
    pub fn total(&self) -> usize {
        self.all.len()
    }

    pub fn is_read(&self) -> bool {
        self.is_read
    }

    pub fn rules(&self) -> &[ApprovalRule] {
        &self.rules
    }

    pub fn find(&self, id: ApprovalId) -> Option<&Approval> {
        self.all.iter().find(|approval| approval.id() == id)
    }

    /// The one that is open beside the list.
    pub fn open(&self) -> Option<&Approval> {
        self.open.and_then(|id| self.find(id))
    }

    /// What is asked of the database about one now.
    pub fn under_way(&self, id: ApprovalId) -> Option<ApprovalStep> {
        self.under_way.get(&id).copied()
    }

    /// Another number whenever a row may say something else.
    pub fn revision(&self) -> u64 {
        self.revision
    }

    /// Another number whenever another list was asked for.
    pub fn questions(&self) -> u64 {
        self.questions
    }

    /// The rule that covers an operation, of which so many leave with it; or the one that the database covered it by
    /// together with what was sent before.
    pub fn rule_for(&self, plan: &OperationPlan, count: u32, now: DateTime<Utc>) -> Option<&ApprovalRule> {
        if plan.is_status_check() {
            return None;
        }
        let operation = shared_operation(plan, count);
        let was_refused =
            || self.refused.iter().any(|refused| refused.is_like(plan) && now - refused.at < ADDED_UP_FOR);
        let of_plan = || self.rules.iter().filter(|rule| rule.operation == operation.name);
        // The account of a payout, or what was sent before.
        let first = || of_plan().find(|rule| rule.above == RuleLimit::FirstToAccount).or_else(|| of_plan().next());
        let covering = self.rules.iter().find(|rule| rule.covers(&operation));
        covering.or_else(|| first().filter(|_| was_refused()))
    }

    /// The items of a bulk run, where they were asked for.
    pub fn run_items(&self, id: ApprovalId) -> Option<&RunItems> {
        self.runs.items(id)
    }

    /// Why a run cannot be begun or approved yet: its items are not there, or not what the request says.
    pub fn why_not_begin(&self, approval: &Approval) -> Option<&'static str> {
        self.runs.why_not_begin(approval.id())
    }

    /// The rule that covers a bulk run that is planned.
    pub fn rule_for_run(&self, plan: &BulkPlan) -> Option<&ApprovalRule> {
        let count = i64::try_from(plan.items.len()).unwrap_or(i64::MAX);
        let of = (<&str>::from(plan.kind.endpoint()), count);
        let sums = plan.kind.moves_money().then_some(&plan.sums);
        self.rules.iter().find(|rule| rule.covers_run(of, sums, &self.runs.totals))
    }

    /// Whether nobody can know without the database whether an operation needs approval.
    pub(crate) fn may_cover(&self, plan: &OperationPlan) -> bool {
        let name = <&str>::from(plan.endpoint);
        self.rules.iter().any(|rule| rule.operation == name && rule.above == RuleLimit::FirstToAccount)
    }

    /// The database asked for approval of an operation.
    pub(crate) fn note_refused(&mut self, plan: &OperationPlan, now: DateTime<Utc>) {
        self.refused.retain(|refused| !refused.is_like(plan) && now - refused.at < ADDED_UP_FOR);
        let (target, endpoint, account) = (plan.target.clone(), plan.endpoint, plan.request.account);
        self.refused.push(RefusedPlan { target, endpoint, account, at: now });
    }

    /// Those that this person can decide on or send now.
    pub fn waiting<'a>(&'a self, team: &'a Team) -> impl Iterator<Item = &'a Approval> {
        self.all.iter().filter(|approval| may_decide(approval, team) || may_send(approval, team))
    }

    /// What this person has to know of: what waits for their decision, and what was decided of what they asked for.
    pub(crate) fn news<'a>(&'a self, team: &'a Team) -> impl Iterator<Item = &'a Approval> {
        let is_own = |approval: &Approval| match team.link() {
            TeamLink::Connected(session) => approval.shared.requested_by == session.person,
            TeamLink::NotJoined | TeamLink::Connecting | TeamLink::Away { .. } => false,
        };
        let is_decided = |approval: &Approval| match approval.status() {
            ApprovalStatus::Approved | ApprovalStatus::Refused => true,
            ApprovalStatus::Requested | ApprovalStatus::Sent | ApprovalStatus::Withdrawn => false,
        };
        self.all.iter().filter(move |approval| may_decide(approval, team) || is_decided(approval) && is_own(approval))
    }

    /// What was asked for, with what is stored nowhere where it was asked for here.
    pub fn submission(&self, approval: &Approval) -> Option<Submission> {
        self.own.get(&approval.id()).cloned().or_else(|| approval.submission().cloned())
    }

    /// Why what was approved cannot be sent from here; `None` where it can.
    pub fn why_not_send(&self, approval: &Approval, team: &Team) -> Option<&'static str> {
        if !may_send(approval, team) {
            return Some("Only the requester or the approver can send it");
        }
        if approval.run.is_some() {
            return self.runs.why_not_begin(approval.id());
        }
        match self.submission(approval) {
            None => Some(text::OTHER_VERSION),
            Some(submission) if !submission.plan.is_whole() => Some(text::NOT_STORED),
            Some(_) => None,
        }
    }

    /// The database reports everything there is.
    pub(crate) fn read(&mut self, rules: Vec<ApprovalRule>, approvals: Vec<TeamApproval>) {
        self.rules = rules;
        self.all = approvals.into_iter().map(Approval::new).collect();
        self.all.sort_by_key(|approval| std::cmp::Reverse((approval.shared.requested_at, approval.id())));
        self.is_read = true;
        let all = &self.all;
        self.runs.keep(|id| all.iter().any(|approval| approval.id() == id));
        self.own.retain(|id, _| all.iter().any(|approval| approval.id() == *id && approval.status().is_open()));
        self.list();
    }

    /// The service counts amounts so: the database knows minor units.
    pub(crate) fn count_as(&mut self, units: MinorUnits) {
        self.rules.iter_mut().for_each(|rule| *rule = rule.clone().counted_as(units));
        let requested = self.all.iter_mut().filter_map(|approval| approval.shared.request.operation.amount.as_mut());
        requested.for_each(|amount| *amount = amount.counted_as(units));
    }

    /// The rules that held when the database answered last, also in an earlier run.
    pub(crate) fn remember_rules(&mut self, rules: &[ApprovalRule]) {
        if !self.is_read {
            self.rules = rules.to_vec();
        }
    }

    fn list(&mut self) {
        let filter = self.filter;
        let is_listed = |(_, approval): &(usize, &Approval)| filter.shows(approval.status());
        self.listed = self.all.iter().enumerate().filter(is_listed).map(|(place, _)| place).collect();
        self.revision += 1;
    }

    pub(crate) fn handle(&mut self, action: ApprovalsAction, cx: &mut Context<'_>) {
        match action {
            ApprovalsAction::Open(id) => {
                self.open = id;
                self.read_items(false, cx);
            }
            ApprovalsAction::ReadItems(_) => self.read_items(true, cx),
            ApprovalsAction::Filter(filter) => {
                self.filter = filter;
                self.questions += 1;
                self.list();
            }
            ApprovalsAction::Decide { id, verdict, note } => self.decide(id, verdict, note, cx),
            ApprovalsAction::Withdraw(id) => {
                if self.find(id).is_some_and(|approval| may_withdraw(approval, cx.view.team)) {
                    self.ask(id, ApprovalStep::Withdraw, ApprovalCommand::Withdraw { id }, cx);
                }
            }
            ApprovalsAction::Send(id) => self.send(id, cx),
        }
    }

    /// Asks for approval of what a person confirmed.
    pub(crate) fn request(&mut self, dialog: ApprovalDialog, reason: &str, cx: &mut Context<'_>) {
        let request = match dialog.request(reason) {
            Ok(request) => request,
            Err(why) => return cx.toast(ToastKind::Attention, why, dialog.submission.plan.payment_id()),
        };
        self.own.insert(dialog.id, dialog.submission);
        self.ask(dialog.id, ApprovalStep::Request, ApprovalCommand::Request(Box::new(request)), cx);
    }

    /// Asks for approval of the bulk run that is planned.
    pub(crate) fn request_run(&mut self, plan: &BulkPlan, texts: (&str, &str), cx: &mut Context<'_>) {
        match run_plan::write(plan, texts) {
            Err(why) => cx.toast(ToastKind::Attention, why, None),
            Ok((request, items)) => {
                let command = ApprovalCommand::RequestRun { request: Box::new(request), items };
                self.ask(plan.approval_id, ApprovalStep::Request, command, cx);
            }
        }
    }

    /// Reads the items of the run that is open, unless they were read.
    pub(crate) fn read_items(&mut self, again: bool, cx: &mut Context<'_>) {
        let open = self.open().filter(|approval| approval.run.is_some()).map(Approval::id);
        if let Some(id) = open.filter(|id| self.runs.read(*id, again)) {
            cx.outbox.push(TeamEffect::ReadApprovalItems { profile_id: cx.view.profile_id.clone(), id });
        }
    }

    /// The items of a run came, or why not.
    pub(crate) fn items_read(&mut self, id: ApprovalId, result: Result<Vec<ApprovalItem>, Problem>) {
        if let Some(approval) = self.all.iter().find(|approval| approval.id() == id) {
            self.runs.answered(&approval.shared.request, result);
        }
    }

    pub(crate) fn run_totals_read(&mut self, totals: Vec<RunTotal>) {
        self.runs.totals = totals;
    }

    fn decide(&mut self, id: ApprovalId, verdict: ApprovalVerdict, note: String, cx: &mut Context<'_>) {
        let is_read = |approval: &Approval| approval.run.is_none() || self.runs.of(id).is_some();
        let may_approve = verdict == ApprovalVerdict::Refused || self.find(id).is_some_and(is_read);
        if may_approve && self.find(id).is_some_and(|approval| may_decide(approval, cx.view.team)) {
            let step = match verdict {
                ApprovalVerdict::Approved => ApprovalStep::Approve,
                ApprovalVerdict::Refused => ApprovalStep::Refuse,
            };
            let note = note.trim().chars().take(TEXT_MAX_CHARS).collect();
            self.ask(id, step, ApprovalCommand::Decide { id, verdict, note }, cx);
        }
    }

    fn send(&mut self, id: ApprovalId, cx: &mut Context<'_>) {
        let Some(approval) = self.find(id) else { return };
        match self.why_not_send(approval, cx.view.team) {
            Some(why) => cx.toast(ToastKind::Attention, why, None),
            None if approval.run.is_some() => {
                let run = self.runs.of(id).cloned().map(Box::new);
                run.into_iter().for_each(|run| cx.request(FeatureRequest::StartApprovedRun(run)));
            }
            None => {
                let submission = self.submission(approval).map(Box::new);
                submission.into_iter().for_each(|submission| cx.request(FeatureRequest::SubmitApproved(submission)));
            }
        }
    }

    fn ask(&mut self, id: ApprovalId, step: ApprovalStep, command: ApprovalCommand, cx: &mut Context<'_>) {
        if self.under_way.insert(id, step).is_none() {
            cx.outbox.push(TeamEffect::Approval { profile_id: cx.view.profile_id.clone(), command });
        }
    }

    /// The database did what was asked, or says why not.
    pub(crate) fn answered(&mut self, id: ApprovalId, result: Result<(), Problem>, cx: &mut Context<'_>) {
        let Some(step) = self.under_way.remove(&id) else { return };
        self.revision += 1;
        match result {
            Ok(()) => cx.toast(ToastKind::Positive, step.done(), None),
            Err(problem) => {
                if step == ApprovalStep::Request {
                    self.own.remove(&id);
                }
                cx.toast(ToastKind::Attention, text::not_done(step, &problem), None);
            }
        }
    }
}

/// Whether this person may approve or refuse it: not what they asked for themselves.
pub fn may_decide(approval: &Approval, team: &Team) -> bool {
    let TeamLink::Connected(session) = team.link() else { return false };
    approval.status() == ApprovalStatus::Requested
        && session.role == TeamRole::Approver
        && approval.shared.requested_by != session.person
}

/// Whether it was approved, and this person asked for it or approved it.
pub fn may_send(approval: &Approval, team: &Team) -> bool {
    let TeamLink::Connected(session) = team.link() else { return false };
    match &approval.shared.stage {
        ApprovalStage::Approved(decision) => {
            approval.shared.requested_by == session.person || decision.by == session.person
        }
        ApprovalStage::Open
        | ApprovalStage::Refused(_)
        | ApprovalStage::Withdrawn { .. }
        | ApprovalStage::Used { .. } => false,
    }
}

/// Whether this person asked for it and nothing was sent.
pub fn may_withdraw(approval: &Approval, team: &Team) -> bool {
    let TeamLink::Connected(session) = team.link() else { return false };
    approval.status().is_open() && approval.shared.requested_by == session.person
}
