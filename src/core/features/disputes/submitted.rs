//! What is recorded of a submission of evidence: when it leaves, its bytes, so that it stays listed whatever becomes of
//! it; when it has ended, what took effect as a version, what was refused with the service's message. Whatever the
//! service says, the draft stays.

use std::collections::BTreeMap;

use chrono::{DateTime, Utc};
use strum::IntoEnumIterator as _;

use crate::context::Context;
use crate::operations::{Operation, Outcome};
use paydesk_api::call::Request;
use paydesk_api::operation::Endpoint;
use paydesk_domain::evidence::{EvidenceField, StoredField};
use paydesk_domain::ids::DisputeId;

use super::evidence_draft::{EvidenceRefusal, NOT_SENT, SubmittedVersion};
use super::{Disputes, Evidence};

impl Disputes {
    /// Records in the draft what leaves, before it leaves.
    pub(crate) fn submission_leaves(
        &mut self,
        operation: &Operation,
        evidence: &mut Evidence<'_>,
        cx: &mut Context<'_>,
    ) {
        if operation.plan.endpoint != Endpoint::SubmitEvidence {
            return;
        }
        let dispute_id = DisputeId::new(&*operation.plan.target.resource);
        // Another attempt sends the same bytes.
        if evidence.drafts.draft(&dispute_id).is_some_and(|draft| draft.has_left(&operation.id)) {
            return;
        }
        let version = version(operation, cx.now);
        self.record_in_draft(&dispute_id, evidence, cx, |draft| draft.left(version));
    }

    /// Records in the draft how a submission ended.
    pub(crate) fn submission_ended(
        &mut self,
        operation: &Operation,
        outcome: &Outcome,
        evidence: &mut Evidence<'_>,
        cx: &mut Context<'_>,
    ) {
        if operation.plan.endpoint != Endpoint::SubmitEvidence {
            return;
        }
        let dispute_id = DisputeId::new(&*operation.plan.target.resource);
        match outcome {
            Outcome::Done { .. } => {
                let version = version(operation, cx.now);
                self.record_in_draft(&dispute_id, evidence, cx, |draft| draft.submitted(version));
            }
            Outcome::Rejected { .. } | Outcome::NotSent { .. } | Outcome::Declined { .. } => {
                let refusal = refusal(&operation.plan.request, outcome, cx.now);
                self.record_in_draft(&dispute_id, evidence, cx, |draft| {
                    draft.took_no_effect(&operation.id);
                    draft.refusal = refusal.or(draft.refusal.take());
                });
            }
            // Sent, and nothing shows whether it took effect. After a crash it may not be listed yet.
            Outcome::Overtaken(_) | Outcome::NotAnswered { .. } | Outcome::ClosedByPerson | Outcome::Closed => {
                if operation.attempts > 0 {
                    self.submission_leaves(operation, evidence, cx);
                }
            }
        }
    }
}

/// Why the evidence was not taken; `None` where nobody has refused it.
fn refusal(request: &Request, outcome: &Outcome, at: DateTime<Utc>) -> Option<EvidenceRefusal> {
    let (code, message, field) = match outcome {
        Outcome::Rejected { code, message, .. } | Outcome::Declined { code: Some(code), message } => {
            (code.clone(), message, named_field(request, message))
        }
        Outcome::NotSent { why } => (NOT_SENT.to_owned(), why, None),
        Outcome::Done { .. }
        | Outcome::Declined { code: None, .. }
        | Outcome::Overtaken(_)
        | Outcome::NotAnswered { .. }
        | Outcome::ClosedByPerson
        | Outcome::Closed => return None,
    };
    let field = field.map(StoredField::from);
    Some(EvidenceRefusal { at, code, message: message.clone(), field, is_answered: false })
}

fn version(operation: &Operation, now: DateTime<Utc>) -> SubmittedVersion {
    let request = &operation.plan.request;
    let reported =
        operation.answer.as_ref().and_then(|answer| answer.get("evidence_submitted_at")?.as_str()?.parse().ok());
    SubmittedVersion {
        operation_id: operation.id.clone(),
        at: reported.unwrap_or_else(|| operation.sent_at.unwrap_or(now)),
        operator: operation.operator.clone(),
        body: request.wire_body().to_string(),
        fields: sent_fields(request).into_iter().map(|(field, text)| (field.into(), text)).collect(),
    }
}

fn sent_fields(request: &Request) -> BTreeMap<EvidenceField, String> {
    let text = |field: EvidenceField| request.body.as_ref()?.get(field.as_str())?.as_str().map(str::to_owned);
    EvidenceField::iter().filter_map(|field| Some((field, text(field)?))).collect()
}

/// The field that the service's message name, by its name or by what was sent in it.
fn named_field(request: &Request, message: &str) -> Option<EvidenceField> {
    let sent = sent_fields(request);
    let names =
        |text: &str| message.split(|c: char| !c.is_alphanumeric() && c != '_' && c != '-').any(|word| word == text);
    let by_name = sent.keys().find(|field| names(field.as_str()));
    let by_value = || sent.iter().find(|(_, text)| !text.is_empty() && names(text)).map(|(field, _)| field);
    by_name.or_else(by_value).copied()
}
