//! What is saved on this machine for disputes: each document goes to the profile it is of, or to the library of the whole
//! program. Decides nothing about a draft: that is the business of [`crate::features::disputes`].

use paydesk_domain::ids::DisputeId;
use paydesk_domain::profile::ProfileId;

use crate::features::disputes::{DocumentKey, DocumentKind, DraftDocument};
use crate::problem::Problem;
use crate::state::State;

impl State {
    /// What was saved when Paydesk was last closed. What was changed since the start is newer.
    pub(crate) fn documents_opened(&mut self, documents: Vec<DraftDocument>, problem: Option<Problem>) {
        documents.into_iter().for_each(|document| self.document_opened(document));
        self.sharing_files.documents_are_read = true;
        self.with_disputes(|disputes, evidence, cx| disputes.prepare_again(evidence, cx));
        if let Some(problem) = problem {
            self.notice(problem);
        }
    }

    fn document_opened(&mut self, document: DraftDocument) {
        match document {
            DraftDocument::Template(template) => self.evidence.template_opened(template),
            DraftDocument::CaseTemplate(template) => self.evidence.case_template_opened(template),
            DraftDocument::Rule { reason, days } => self.evidence.rule_opened(reason, days),
            DraftDocument::Reason { reason, known } => self.evidence.reason_opened(reason, known.as_deref()),
            DraftDocument::Requirements { row, requirements } => self.evidence.requirements_opened(&row, requirements),
            DraftDocument::Handling(handling) => {
                let profile_id = handling.profile_id.clone();
                self.in_workspace(&profile_id, |state| state.workspace.disputes.handling.opened(handling));
            }
            DraftDocument::Review(review) => {
                let profile_id = review.profile_id.clone();
                self.in_workspace(&profile_id, |state| state.workspace.review_queue.assignment_opened(review));
            }
            DraftDocument::Draft(draft) => {
                let profile_id = draft.profile_id.clone();
                self.in_workspace(&profile_id, |state| state.workspace.drafts.opened(draft, state.now));
            }
        }
    }

    /// A document reached the disk, or did not.
    pub(crate) fn document_saved(&mut self, key: DocumentKey, revision: u64, problem: Option<Problem>) {
        let DocumentKey { profile_id, kind, id } = key;
        if kind == DocumentKind::Draft {
            let (dispute_id, problem) = (DisputeId::new(id), problem.clone());
            self.in_workspace(&ProfileId::new(profile_id), |state| {
                state.workspace.drafts.saved(&dispute_id, revision, problem, state.now)
            });
        }
        if let Some(problem) = problem {
            self.notice(problem);
        }
    }
}
