//! Asks for approval: what the dialog holds, and the request that is made of it.

use chrono::{DateTime, Utc};

use crate::operations::Submission;
use paydesk_domain::approval::{ApprovalId, ApprovalRequest, ApprovalRule};

use super::{shared_plan, text};

/// Longest reason or note, in characters.
pub const TEXT_MAX_CHARS: usize = 1_000;

/// Something a person confirmed that needs the approval of another person.
#[derive(Debug, Clone, PartialEq)]
pub struct ApprovalDialog {
    /// Made with the dialog: asked twice it is one request.
    pub id: ApprovalId,
    pub submission: Submission,
    /// Why it needs approval.
    pub rule: ApprovalRule,
    pub opened_at: DateTime<Utc>,
}

impl ApprovalDialog {
    /// The request with this reason; or why it cannot be made.
    pub(super) fn request(&self, reason: &str) -> Result<ApprovalRequest, &'static str> {
        let reason = reason.trim();
        let plan = &self.submission.plan;
        match () {
            () if reason.is_empty() => return Err(text::REASON_MISSING),
            () if reason.chars().count() > TEXT_MAX_CHARS => return Err(text::REASON_TOO_LONG),
            () if shared_plan::looks_secret(plan) => return Err(text::LOOKS_SECRET),
            () => {}
        }
        Ok(ApprovalRequest {
            id: self.id,
            operation: shared_plan::shared_operation(plan, 1),
            family: <&str>::from(plan.target.kind).to_owned(),
            resource: plan.target.resource.clone(),
            account: plan.request.account,
            plan: shared_plan::write(&self.submission),
            reason: reason.to_owned(),
        })
    }
}
