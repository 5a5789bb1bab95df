//! A request for approval as it is listed: with what was to be sent, where this version can read it.

use std::sync::Arc;

use chrono::{DateTime, Utc};
use serde_json::Value;

use crate::features::bulk::run_title;
use crate::operations::Submission;
use crate::text::REJECTED;
use paydesk_api::operation::Target;
use paydesk_domain::approval::{ApprovalId, ApprovalStage, TeamApproval};
use paydesk_domain::money::Money;
use paydesk_domain::object_ref::ObjectRef;
use paydesk_domain::operation::ResourceKind;
use paydesk_domain::text::visible;

use super::run_plan::{self, RunSummary};
use super::shared_plan;
use super::text;

/// Where a request is, as a word.
#[derive(Debug, Clone, Copy, PartialEq, Eq, strum::EnumIter)]
pub enum ApprovalStatus {
    Requested,
    /// It can be sent.
    Approved,
    Sent,
    Refused,
    Withdrawn,
}

/// Which requests are listed.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Default)]
pub enum ApprovalFilter {
    /// Those that wait to be decided on or sent.
    #[default]
    Open,
    All,
}

/// A request for approval, with what it would send.
#[derive(Debug, Clone, PartialEq)]
pub struct Approval {
    pub shared: TeamApproval,
    /// What was to be sent, where this version can read it.
    submission: Option<Box<Submission>>,
    /// `Refund 12.50 EUR`.
    pub title: String,
    /// What a bulk run does, where it is one that this version can read.
    pub run: Option<RunSummary>,
    /// What it works on, where that is known here.
    pub target: Option<Target>,
    /// The body of what would be sent.
    pub body: Option<Arc<Value>>,
}

impl ApprovalStatus {
    pub fn label(self) -> &'static str {
        match self {
            Self::Requested => "Pending approval",
            Self::Approved => text::APPROVED,
            Self::Sent => text::SENT,
            Self::Refused => REJECTED,
            Self::Withdrawn => text::WITHDRAWN,
        }
    }

    /// Whether something can still come of it.
    pub fn is_open(self) -> bool {
        matches!(self, Self::Requested | Self::Approved)
    }
}

impl ApprovalFilter {
    pub(super) fn shows(self, status: ApprovalStatus) -> bool {
        self == Self::All || status.is_open()
    }
}

impl Approval {
    pub(super) fn new(shared: TeamApproval) -> Self {
        let submission = shared_plan::read(&shared.request).map(Box::new);
        let kind: Option<ResourceKind> = shared.request.family.parse().ok();
        let target = kind.map(|kind| Target::new(kind, &*shared.request.resource));
        let run = run_plan::read(&shared.request);
        let count = shared.request.operation.count.and_then(|count| usize::try_from(count).ok()).unwrap_or_default();
        let title = match (&submission, &run) {
            (Some(submission), _) => submission.plan.title(),
            (None, Some(run)) => run_title(run.kind, count),
            (None, None) => visible(&shared.request.operation.name, 60).replace('_', " "),
        };
        let body = submission.as_ref().and_then(|submission| submission.plan.request.body.clone()).map(Arc::new);
        Self { shared, submission, run, title, target, body }
    }

    pub fn id(&self) -> ApprovalId {
        self.shared.request.id
    }

    pub fn submission(&self) -> Option<&Submission> {
        self.submission.as_deref()
    }

    /// What the operation works on, where that exists before it: a refund works on its payment.
    pub fn object(&self) -> Option<ObjectRef> {
        let target = self.target.as_ref().filter(|_| self.run.is_none())?;
        let id = &self.shared.request.resource;
        if target.kind == ResourceKind::Refund {
            return Some(ObjectRef::new(ResourceKind::Payment, id));
        }
        let creates = self.submission().is_none_or(|submission| submission.plan.endpoint.spec().creates);
        (!creates).then(|| ObjectRef::new(target.kind, id))
    }

    /// Whether this version can read what was to be sent.
    pub fn is_readable(&self) -> bool {
        self.submission.is_some() || self.run.is_some()
    }

    /// What would move, or all of the payments of a run where nothing does.
    pub fn amounts(&self) -> impl Iterator<Item = Money> {
        let of_run = self.run.iter().flat_map(|run| run.sums.iter().cloned());
        self.shared.request.operation.amount.clone().into_iter().chain(of_run)
    }

    pub fn status(&self) -> ApprovalStatus {
        match &self.shared.stage {
            ApprovalStage::Open => ApprovalStatus::Requested,
            ApprovalStage::Approved(_) => ApprovalStatus::Approved,
            ApprovalStage::Refused(_) => ApprovalStatus::Refused,
            ApprovalStage::Withdrawn { .. } => ApprovalStatus::Withdrawn,
            ApprovalStage::Used { .. } => ApprovalStatus::Sent,
        }
    }

    /// Who decided on it, or else asked for it.
    pub(crate) fn last_person(&self) -> &str {
        match &self.shared.stage {
            ApprovalStage::Approved(decision) | ApprovalStage::Refused(decision) => &decision.by,
            ApprovalStage::Open | ApprovalStage::Withdrawn { .. } | ApprovalStage::Used { .. } => {
                &self.shared.requested_by
            }
        }
    }

    /// When it was asked for.
    pub fn requested_at(&self) -> DateTime<Utc> {
        self.shared.requested_at
    }
}
