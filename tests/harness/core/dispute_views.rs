//! What the window shows of disputes and their evidence, asked of the features as the panel asks them.

use paydesk_core::State;
use paydesk_core::features::disputes::{
    DecidedResults, DisputeTableRow, DisputeTexts, EvidenceDraft, Fact, PreflightFinding, Template, dispute_facts,
    review_findings, submit_blocker,
};
use paydesk_domain::dispute::Dispute;
use paydesk_domain::ids::DisputeId;
use paydesk_domain::payment::Payment;

pub fn payment_of<'a>(state: &'a State, dispute: &Dispute) -> Option<&'a Payment> {
    state.workspace.payments.detail(&dispute.payment_id).and_then(|payment| payment.value())
}

pub fn draft_of(state: &State, id: &DisputeId) -> EvidenceDraft {
    state.workspace.drafts.draft_or_new(id, &state.view()).into_owned()
}

pub fn findings_of(state: &State, row: &DisputeTableRow, draft: &EvidenceDraft) -> Vec<PreflightFinding> {
    review_findings(&state.view(), row, draft, &state.evidence, payment_of(state, &row.dispute))
}

pub fn hindrance_of(state: &State, row: &DisputeTableRow) -> Option<String> {
    submit_blocker(&state.view(), row, &state.workspace.drafts)
}

pub fn facts_of(state: &State, dispute: &Dispute) -> Vec<Fact> {
    dispute_facts(&state.view(), dispute, payment_of(state, dispute))
}

pub fn letter_of(state: &State, dispute: &Dispute) -> String {
    let draft = state.workspace.drafts.draft_or_new(&dispute.dispute_id, &state.view());
    DisputeTexts { view: state.view(), dispute, draft, payment: payment_of(state, dispute) }
        .statement(&state.evidence)
        .text()
}

pub fn results_of(state: &State, reason: &str) -> DecidedResults {
    state.workspace.disputes.results(reason, &state.evidence)
}

pub fn templates(state: &State) -> Vec<Template> {
    state.evidence.templates(&state.workspace.profile_id)
}

pub fn removed_templates(state: &State) -> Vec<Template> {
    state.evidence.removed_templates(&state.workspace.profile_id)
}

pub fn template_fault(state: &State, was: Option<&str>, template: &Template) -> Option<String> {
    state.evidence.template_fault(&state.workspace.profile_id, was, template)
}
