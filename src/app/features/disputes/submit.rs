//! Evidence leaves: looked at once more as a difference, sent through the engine, and kept byte for byte.
//!
//! One submission of a dispute is under way at a time: its id is made when the person looks at it, so that a double
//! click is one. Whatever the service says, the draft stays.

use std::collections::BTreeMap;

use chrono::{DateTime, Utc};
use strum::IntoEnumIterator as _;

use crate::api::call::Request;
use crate::api::calls::disputes::{SubmitEvidence, SubmitEvidenceInput};
use crate::api::operation::{Endpoint, ResourceKind, Target};
use crate::app::features::toasts::ToastKind;
use crate::app::operations::{DisputePrecondition, Operation, OperationPlan, Outcome, Precondition, Submission};
use crate::app::state::State;
use crate::domain::evidence::{EvidenceField, StoredField};
use crate::domain::ids::{DisputeId, OperationId};
use crate::domain::text::visible;

use super::DisputeTableRow;
use super::cards::mask_cards;
use super::evidence_draft::{EvidenceDraft, EvidenceRefusal, FieldChange, NOT_SENT, SubmittedVersion};
use super::preflight::{PreflightContext, PreflightFinding, preflight};

/// The last look before a submission.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Review {
    pub dispute_id: DisputeId,
    /// Made with the look: a double click is one operation.
    pub operation_id: OperationId,
    pub opened_at: DateTime<Utc>,
}

impl State {
    /// What a person should look at before the evidence of a dispute is sent.
    pub fn evidence_findings(&self, row: &DisputeTableRow, case: &EvidenceDraft) -> Vec<PreflightFinding> {
        let payment_id = &row.dispute.payment_id;
        let ground = PreflightContext {
            dispute: &row.dispute,
            reason: row.known,
            payment: self.workspace.payments.detail(payment_id).and_then(|detail| detail.value()),
            refunds: self.workspace.records.refunds_of(payment_id),
            deadline: row.deadline,
            requirements: &self.evidence.requirements,
            zone: self.zone(),
            now: self.now,
        };
        preflight(case, ground)
    }

    /// Why the evidence of a dispute cannot be sent now, in words for the person.
    pub fn evidence_hindrance(&self, row: &DisputeTableRow) -> Option<String> {
        let dispute = &row.dispute;
        if let Some(reason) = self.read_only_reason() {
            return Some(reason);
        }
        if dispute.status.is_decided() {
            return Some(format!("The dispute is {}: it takes no more evidence", dispute.status));
        }
        if !dispute.status.takes_evidence() {
            let word = visible(dispute.status.as_str(), 30);
            return Some(format!("“{word}” is a status this desk does not know: it sends no evidence there"));
        }
        if self.open_submission(&dispute.dispute_id).is_some() {
            return Some("A submission of this dispute is under way".to_owned());
        }
        if let Some(at) = row.as_read {
            let at = self.zone().short(at, self.now);
            return Some(format!("Not connected: the dispute is as read {at}. Submit once it could be read again"));
        }
        let nothing = self.evidence_draft(&dispute.dispute_id).changes().is_empty();
        nothing.then(|| "Nothing was changed since the last submission".to_owned())
    }

    /// The submission of a dispute that is under way or not known yet.
    pub fn open_submission(&self, dispute_id: &DisputeId) -> Option<&Operation> {
        self.workspace.operations.open_on(&Target::new(ResourceKind::Dispute, dispute_id.as_str()))
    }

    /// Exactly the changes that a submission would send now: card numbers are masked.
    pub fn evidence_changes(&self, dispute_id: &DisputeId) -> Vec<FieldChange> {
        let mut changes = self.evidence_draft(dispute_id).changes();
        changes.iter_mut().for_each(|change| change.after = mask_cards(&change.after));
        changes
    }

    /// Shows what would be sent.
    pub(super) fn review_evidence(&mut self, dispute_id: DisputeId) {
        let hindered =
            self.workspace.disputes.find(&dispute_id).is_none_or(|row| self.evidence_hindrance(row).is_some());
        if !hindered {
            let (operation_id, opened_at) = (self.rng.operation_id(), self.now);
            self.workspace.disputes.review = Some(Review { dispute_id, operation_id, opened_at });
        }
        self.save_now();
    }

    /// Sends what is looked at. Without a look, nothing happens: a second click finds none.
    pub(super) fn submit_evidence(&mut self) {
        let Some(Review { dispute_id, operation_id, .. }) = self.workspace.disputes.review.take() else { return };
        let Some(row) = self.workspace.disputes.find(&dispute_id) else { return };
        let seen = DisputePrecondition {
            status: row.dispute.status.as_str().to_owned(),
            payment_id: row.dispute.payment_id.clone(),
            at: self.workspace.disputes.open_read_at.or(self.workspace.disputes.read_at).unwrap_or(self.now),
        };
        self.mask_drafts(&dispute_id);
        let changes = self.evidence_changes(&dispute_id);
        let input = SubmitEvidenceInput::new(dispute_id);
        let input = changes.into_iter().fold(input, |input, change| input.with(change.field, change.after));
        match SubmitEvidence::new(input) {
            Ok(call) => {
                let submission =
                    Submission { id: operation_id, plan: OperationPlan::of(&call), seen: Precondition::Dispute(seen) };
                self.submit(submission);
            }
            Err(errors) => {
                let words: Vec<String> = errors.iter().map(ToString::to_string).collect();
                let text = format!("Not sent: {}", words.join(", "));
                self.toasts.show(self.now, ToastKind::Attention, text, None);
            }
        }
    }

    /// The form shows what leaves.
    fn mask_drafts(&mut self, dispute_id: &DisputeId) {
        let changes = self.evidence_draft(dispute_id).changes();
        let masked = |change: &FieldChange| (change.field, mask_cards(&change.after), change.after.clone());
        for (field, masked, typed) in changes.iter().map(masked).collect::<Vec<_>>() {
            if masked != typed {
                self.rewrite_draft(dispute_id, |case| case.edit(field, masked));
            }
        }
        self.save_now();
    }

    /// A submission has ended: what took effect is kept as a version, what was refused with the service's words.
    pub(in crate::app) fn evidence_ended(&mut self, operation: &Operation, outcome: &Outcome) {
        if operation.plan.endpoint != Endpoint::SubmitEvidence {
            return;
        }
        let now = self.now;
        let dispute_id = DisputeId::new(&*operation.plan.target.resource);
        let request = &operation.plan.request;
        match outcome {
            Outcome::Done { .. } => {
                let version = version(operation, now);
                self.record_in_draft(&dispute_id, |case| case.submitted(version));
            }
            Outcome::Rejected { code, message } | Outcome::Declined { code: Some(code), message } => {
                let field = named_field(request, message).map(StoredField::from);
                let refusal = EvidenceRefusal {
                    at: now,
                    code: code.clone(),
                    message: message.clone(),
                    field,
                    is_answered: false,
                };
                self.record_in_draft(&dispute_id, |case| case.refusal = Some(refusal));
            }
            Outcome::NotSent { why } => {
                let refusal = EvidenceRefusal {
                    at: now,
                    code: NOT_SENT.to_owned(),
                    message: why.clone(),
                    field: None,
                    is_answered: false,
                };
                self.record_in_draft(&dispute_id, |case| case.refusal = Some(refusal));
            }
            Outcome::Declined { code: None, .. }
            | Outcome::Overtaken { .. }
            | Outcome::NotAnswered { .. }
            | Outcome::ClosedByPerson
            | Outcome::Closed => {}
        }
    }

    /// The open dispute and the count of the sidebar are read again, so that they show what the service now has.
    pub(in crate::app) fn evidence_followed(&mut self, operation: &Operation) {
        if operation.plan.endpoint != Endpoint::SubmitEvidence || !self.is_shown() {
            return;
        }
        let open = self.workspace.disputes.open.as_ref().map(DisputeId::as_str);
        let is_open = open == Some(&operation.plan.target.resource);
        self.count_disputes();
        if is_open {
            self.read_open_dispute();
        }
    }
}

fn version(operation: &Operation, now: DateTime<Utc>) -> SubmittedVersion {
    let request = &operation.plan.request;
    let told = operation.answer.as_ref().and_then(|answer| answer.get("evidence_submitted_at")?.as_str()?.parse().ok());
    SubmittedVersion {
        operation_id: operation.id.clone(),
        at: told.unwrap_or_else(|| operation.last_sent_at.unwrap_or(now)),
        operator: operation.operator.clone(),
        body: request.wire_body().to_string(),
        fields: sent_fields(request).into_iter().map(|(field, text)| (field.into(), text)).collect(),
    }
}

fn sent_fields(request: &Request) -> BTreeMap<EvidenceField, String> {
    let text = |field: EvidenceField| request.body.as_ref()?.get(field.as_str())?.as_str().map(str::to_owned);
    EvidenceField::iter().filter_map(|field| Some((field, text(field)?))).collect()
}

/// The field that the service's words name, by its name or by what was sent in it.
fn named_field(request: &Request, message: &str) -> Option<EvidenceField> {
    let sent = sent_fields(request);
    let words =
        |text: &str| message.split(|c: char| !c.is_alphanumeric() && c != '_' && c != '-').any(|word| word == text);
    let by_name = sent.keys().find(|field| words(field.as_str()));
    let by_value = || sent.iter().find(|(_, text)| !text.is_empty() && words(text)).map(|(field, _)| field);
    by_name.or_else(by_value).copied()
}
