//! Evidence leaves: reviewed once more as a difference, and sent as an operation.
//!
//! One submission of a dispute is under way at a time: its id is made when the person reviews it, so that a double click
//! is one.

use std::borrow::Cow;

use chrono::{DateTime, Utc};

use crate::context::request::FeatureRequest;
use crate::context::{Context, WorkspaceView};
use crate::effect::StoreJob;
use crate::features::toasts::ToastKind;
use crate::operations::{DisputePrecondition, Operation, OperationPlan, Precondition, Submission};
use crate::route::Route;
use paydesk_api::operation::Target;
use paydesk_api::resources::disputes::calls::{SubmitEvidence, SubmitEvidenceInput};
use paydesk_domain::ids::{DisputeId, OperationId};
use paydesk_domain::operation::ResourceKind;
use paydesk_domain::payment::Payment;

use super::cards::mask_cards;
use super::drafts::EvidenceDrafts;
use super::evidence_draft::{EvidenceDraft, FieldChange};
use super::library::EvidenceLibrary;
use super::preflight::{PreflightContext, PreflightFinding, preflight};
use super::text;
use super::{DisputeTableRow, DisputeTexts, Disputes, Evidence, SubmissionAction};

/// The review before a submission.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Review {
    pub dispute_id: DisputeId,
    /// Made with the review: a double click is one operation.
    pub operation_id: OperationId,
    pub opened_at: DateTime<Utc>,
}

/// What a person should look at before the evidence of a dispute is sent; `payment` is the one behind it, once it is read.
pub fn review_findings(
    view: &WorkspaceView<'_>,
    row: &DisputeTableRow,
    draft: &EvidenceDraft,
    library: &EvidenceLibrary,
    payment: Option<&Payment>,
) -> Vec<PreflightFinding> {
    let ground = PreflightContext {
        dispute: &row.dispute,
        reason: row.known,
        payment,
        refunds: view.records.refunds_of(&row.dispute.payment_id, &row.dispute.amount.currency),
        deadline: row.deadline,
        requirements: &library.requirements,
        zone: view.zone,
        now: view.now,
    };
    let texts = DisputeTexts { view: *view, dispute: &row.dispute, draft: Cow::Borrowed(draft), payment };
    let mut findings = preflight(draft, ground);
    findings.extend(texts.outdated_statement(library).map(PreflightFinding::of_statement));
    findings
}

/// Why the evidence of a dispute cannot be sent now, as text for the user.
pub fn submit_blocker(view: &WorkspaceView<'_>, row: &DisputeTableRow, drafts: &EvidenceDrafts) -> Option<String> {
    let dispute = &row.dispute;
    if let Some(reason) = view.read_only_reason() {
        return Some(reason);
    }
    if let Some(reason) = view.why_not_write(&dispute.dispute_id) {
        return Some(reason);
    }
    if !dispute.status.takes_evidence() {
        return Some(text::dispute_is_it_accepts(&dispute.status));
    }
    if open_submission(view, &dispute.dispute_id).is_some() {
        return Some("Evidence for this dispute is being submitted".to_owned());
    }
    if let Some(at) = row.as_read {
        let at = view.zone.short(at, view.now);
        return Some(text::not_connected_dispute(&at));
    }
    let nothing = drafts.changes_to_send(&dispute.dispute_id).is_empty();
    let is_first = drafts.draft(&dispute.dispute_id).is_none_or(|draft| draft.sent_count() == 0);
    let why = if is_first { text::NOTHING_IS_FILLED_IN_YET } else { "Nothing has changed since the last submission" };
    nothing.then(|| why.to_owned())
}

/// The submission of a dispute that is under way or not known yet.
pub fn open_submission<'a>(view: &WorkspaceView<'a>, dispute_id: &DisputeId) -> Option<&'a Operation> {
    view.operations.open_on(&Target::new(ResourceKind::Dispute, dispute_id.as_str()))
}

impl EvidenceDrafts {
    /// Exactly the changes that a submission would send now: card numbers are masked.
    pub fn changes_to_send(&self, dispute_id: &DisputeId) -> Vec<FieldChange> {
        let mut changes = self.draft(dispute_id).map(EvidenceDraft::changes).unwrap_or_default();
        changes.iter_mut().for_each(|change| change.after = mask_cards(&change.after));
        changes
    }
}

impl Disputes {
    pub(super) fn handle_submission(
        &mut self,
        action: SubmissionAction,
        evidence: &mut Evidence<'_>,
        cx: &mut Context<'_>,
    ) {
        match action {
            SubmissionAction::Review(dispute_id) => self.start_review(dispute_id, evidence, cx),
            SubmissionAction::LeaveReview => self.review = None,
            SubmissionAction::SaveDocument(document) => {
                cx.outbox.push(StoreJob::SaveEvidence { document, at: cx.view.now })
            }
            SubmissionAction::Submit => drop(self.submit(evidence, cx)),
            SubmissionAction::SubmitAndOpenNext => self.submit_and_open_next(evidence, cx),
        }
    }

    /// Shows what would be sent.
    pub(super) fn start_review(&mut self, dispute_id: DisputeId, evidence: &mut Evidence<'_>, cx: &mut Context<'_>) {
        let may_send = self.find(&dispute_id).is_some_and(|row| submit_blocker(cx, row, evidence.drafts).is_none());
        if may_send {
            if self.open.id.as_ref() != Some(&dispute_id) {
                cx.request(FeatureRequest::SwitchTo(Route::List(ResourceKind::Dispute)));
                self.open(dispute_id.clone(), evidence, cx);
            }
            let (operation_id, opened_at) = (cx.rng.operation_id(), cx.now);
            self.review = Some(Review { dispute_id, operation_id, opened_at });
        }
        evidence.drafts.save_now(cx);
    }

    /// Sends what was reviewed. Without a review, nothing happens: a second click finds none. Whether there was something
    /// to send.
    pub(super) fn submit(&mut self, evidence: &mut Evidence<'_>, cx: &mut Context<'_>) -> bool {
        let Some(Review { dispute_id, operation_id, .. }) = self.review.take() else { return false };
        if let Some(why) = cx.view.why_not_write(&dispute_id) {
            cx.toast(ToastKind::Attention, why, None);
            return false;
        }
        let Some(row) = self.find(&dispute_id) else { return false };
        let precondition = DisputePrecondition {
            status: row.dispute.status.as_str().to_owned(),
            payment_id: row.dispute.payment_id.clone(),
            at: self.open.read_at.or(self.inbox.reading.read_at).unwrap_or(cx.now),
        };
        self.mask_draft(&dispute_id, evidence, cx);
        let changes = evidence.drafts.changes_to_send(&dispute_id);
        let input = SubmitEvidenceInput::new(dispute_id);
        let input = changes.into_iter().fold(input, |input, change| input.with(change.field, change.after));
        match SubmitEvidence::new(input) {
            Ok(call) => {
                let (plan, precondition) = (OperationPlan::of(&call), Precondition::Dispute(precondition));
                cx.request(FeatureRequest::Submit(Box::new(Submission { id: operation_id, plan, precondition })));
                true
            }
            Err(errors) => {
                let messages: Vec<String> = errors.iter().map(ToString::to_string).collect();
                cx.toast(ToastKind::Attention, text::not_sent(messages.join(", ")), None);
                false
            }
        }
    }

    /// The form shows what leaves.
    fn mask_draft(&mut self, dispute_id: &DisputeId, evidence: &mut Evidence<'_>, cx: &mut Context<'_>) {
        let changes = evidence.drafts.draft(dispute_id).map(EvidenceDraft::changes).unwrap_or_default();
        for change in changes {
            let masked = mask_cards(&change.after);
            if masked != change.after {
                self.rewrite_draft(dispute_id, evidence, cx, |draft| draft.edit(change.field, masked));
            }
        }
        evidence.drafts.save_now(cx);
    }
}
