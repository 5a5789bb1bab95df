//! What a person changes in the draft of a dispute, by typing and with texts of the library. Nobody changes that of a
//! decided one.

use crate::context::{Context, WorkspaceView};
use crate::features::toasts::ToastKind;
use paydesk_domain::evidence::EvidenceField;
use paydesk_domain::ids::DisputeId;

use super::evidence_draft::{EvidenceDraft, LastRead};
use super::template::Template;
use super::{DisputeTableRow, Disputes, Evidence};
use super::{EvidenceDraftAction, EvidencePolicyAction, TemplateAction};

impl Disputes {
    pub(super) fn handle_draft(
        &mut self,
        action: EvidenceDraftAction,
        evidence: &mut Evidence<'_>,
        cx: &mut Context<'_>,
    ) {
        match action {
            EvidenceDraftAction::SetProduct(id, product) => {
                self.change_draft(&id, evidence, cx, |draft| draft.product = product)
            }
            EvidenceDraftAction::SetDeadline(id, deadline) => {
                self.change_draft(&id, evidence, cx, |draft| draft.deadline = deadline)
            }
            EvidenceDraftAction::Edit { dispute_id, field, text } => {
                self.forget_failed_upload(Some((&dispute_id, field)));
                self.change_draft(&dispute_id, evidence, cx, |draft| draft.edit(field, text))
            }
            EvidenceDraftAction::SetClear { dispute_id, field, clear } => {
                self.change_draft(&dispute_id, evidence, cx, |draft| draft.set_clear(field, clear))
            }
            EvidenceDraftAction::Insert { dispute_id, field, text } => {
                self.insert(&dispute_id, &[field], evidence, cx, |draft| draft.insert(field, &text))
            }
            EvidenceDraftAction::FillKnownFacts(dispute_id) => self.fill_known_facts(&dispute_id, evidence, cx),
            EvidenceDraftAction::LookAt { dispute_id, field } => {
                self.change_draft(&dispute_id, evidence, cx, |draft| draft.look_at(field))
            }
            EvidenceDraftAction::UndoInsertion(dispute_id) => self.undo_insertion(&dispute_id, evidence, cx),
            EvidenceDraftAction::UseTemplate(dispute_id, name) => self.use_template(&dispute_id, &name, evidence, cx),
            EvidenceDraftAction::UseCaseTemplate(id, name) => self.use_case_template(&id, &name, evidence, cx),
            EvidenceDraftAction::DraftStatement(dispute_id) => self.draft_statement(&dispute_id, evidence, cx),
        }
    }

    pub(super) fn handle_policy(
        &mut self,
        action: EvidencePolicyAction,
        evidence: &mut Evidence<'_>,
        cx: &mut Context<'_>,
    ) {
        let has_changed = match action {
            EvidencePolicyAction::SetRule(reason, days) => {
                evidence.library.set_rule(reason, days, cx);
                true
            }
            EvidencePolicyAction::SetRequirements { row, requirements } => {
                evidence.library.set_requirements(&row, requirements, cx)
            }
            EvidencePolicyAction::MapReason { reason, known } => evidence.library.map_reason(&reason, known, cx),
        };
        if has_changed {
            self.prepare_again(evidence, cx);
        }
    }

    pub(super) fn handle_template(
        &mut self,
        action: TemplateAction,
        evidence: &mut Evidence<'_>,
        cx: &mut Context<'_>,
    ) {
        match action {
            TemplateAction::KeepTemplate { dispute_id, field, name } => {
                self.keep_template(&dispute_id, field, &name, evidence, cx)
            }
            TemplateAction::SaveTemplate { was, template } => evidence.library.save_template(was, *template, cx),
            TemplateAction::RemoveTemplate(name) => evidence.library.remove_template(&name, cx),
            TemplateAction::PutTemplateBack(name) => evidence.library.put_template_back(&name, cx),
            TemplateAction::SaveCaseTemplate { dispute_id, name } => {
                self.save_case_template(&dispute_id, &name, evidence, cx)
            }
            TemplateAction::RemoveCaseTemplate(name) => evidence.library.set_case_template_removed(&name, true, cx),
            TemplateAction::PutCaseTemplateBack(name) => evidence.library.set_case_template_removed(&name, false, cx),
        }
    }

    /// Whether the bank has decided a dispute: our draft of it is then only read.
    pub fn is_decided(&self, dispute_id: &DisputeId) -> bool {
        self.find(dispute_id).is_some_and(|row| !row.dispute.status.takes_evidence())
    }

    /// A dispute as the list has it.
    fn last_read(&self, dispute_id: &DisputeId, view: &WorkspaceView<'_>) -> Option<LastRead> {
        let row = self.find(dispute_id).filter(|row| row.as_read.is_none())?;
        Some(LastRead { at: self.inbox.reading.read_at.unwrap_or(view.now), reported: row.dispute.raw.clone() })
    }

    /// A person changed something in a draft.
    pub(super) fn change_draft(
        &mut self,
        dispute_id: &DisputeId,
        evidence: &mut Evidence<'_>,
        view: &WorkspaceView<'_>,
        change: impl FnOnce(&mut EvidenceDraft),
    ) {
        if self.is_decided(dispute_id) || view.why_not_write(dispute_id).is_some() {
            return;
        }
        let last_read = self.last_read(dispute_id, view);
        if evidence.drafts.change(dispute_id, last_read, view, change) {
            self.prepare_row_again(dispute_id, evidence, view);
        }
    }

    /// Changes a draft whose form then has to take its texts again.
    pub(super) fn rewrite_draft(
        &mut self,
        dispute_id: &DisputeId,
        evidence: &mut Evidence<'_>,
        view: &WorkspaceView<'_>,
        change: impl FnOnce(&mut EvidenceDraft),
    ) {
        if self.is_decided(dispute_id) || view.why_not_write(dispute_id).is_some() {
            return;
        }
        self.change_draft(dispute_id, evidence, view, change);
        evidence.drafts.outdate_form(dispute_id, view);
    }

    /// What happened to a draft, written at once; of a decided dispute too.
    pub(super) fn record_in_draft(
        &mut self,
        dispute_id: &DisputeId,
        evidence: &mut Evidence<'_>,
        cx: &mut Context<'_>,
        change: impl FnOnce(&mut EvidenceDraft),
    ) {
        evidence.drafts.record(dispute_id, self.last_read(dispute_id, cx), cx, change);
        self.prepare_row_again(dispute_id, evidence, cx);
    }

    /// Puts a template into the field it is for: a text filled in and behind what is there, a file in its place.
    pub(super) fn use_template(
        &mut self,
        dispute_id: &DisputeId,
        name: &str,
        evidence: &mut Evidence<'_>,
        view: &WorkspaceView<'_>,
    ) {
        let template = evidence.library.template(view.profile_id, name);
        let field = template.as_ref().and_then(|template| template.field.known());
        let (Some(template), Some(field), Some(row)) = (template, field, self.find(dispute_id)) else { return };
        if !template.is_file() {
            let text = evidence.texts(&row.dispute, view).merged(&template.text);
            return self.rewrite_draft(dispute_id, evidence, view, |draft| draft.insert(field, &text));
        }
        self.forget_failed_upload(Some((dispute_id, field)));
        self.rewrite_draft(dispute_id, evidence, view, |draft| {
            draft.files.extend(template.file.map(|file| (template.text.clone(), file)));
            draft.edit(field, template.text);
        });
    }

    /// Saves what is in a field for other disputes. What is known of this one becomes merge fields.
    pub(super) fn keep_template(
        &self,
        dispute_id: &DisputeId,
        field: EvidenceField,
        name: &str,
        evidence: &mut Evidence<'_>,
        cx: &mut Context<'_>,
    ) {
        let name = name.trim().to_owned();
        let Some(row) = self.find(dispute_id).filter(|_| !name.is_empty()) else { return };
        let template = Template { name, ..Template::empty(field) };
        let texts = evidence.texts(&row.dispute, cx);
        let text = texts.draft.text(field).to_owned();
        let template = if template.is_file() {
            Template { file: texts.draft.files.get(text.trim()).cloned(), text, ..template }
        } else {
            Template { text: texts.with_merge_fields(text), ..template }
        };
        evidence.library.change_template(template, cx);
    }

    /// Drafts the statement behind what a person wrote in its field, or brings the one that is there up to date.
    pub(super) fn draft_statement(
        &mut self,
        dispute_id: &DisputeId,
        evidence: &mut Evidence<'_>,
        cx: &mut Context<'_>,
    ) {
        let is_open = |row: &&DisputeTableRow| row.dispute.status.takes_evidence();
        let Some(row) = self.find(dispute_id).filter(is_open) else { return };
        let texts = evidence.texts(&row.dispute, cx);
        let statement = texts.statement(evidence.library);
        let (last, there) = (texts.draft.statement.as_ref(), texts.draft.text(EvidenceField::UncategorizedText));
        let text = statement.drafted_into(last, there);
        let (kind, message) = if text == there.trim_end() {
            (ToastKind::Attention, "This statement is already in the field")
        } else if text.starts_with(there.trim_end()) {
            (ToastKind::Positive, "The statement was added to the last field: review and edit it")
        } else {
            (ToastKind::Positive, "The statement was updated. Your own text was not changed.")
        };
        cx.toast(kind, message, None);
        self.rewrite_draft(dispute_id, evidence, cx, |draft| {
            draft.edit(EvidenceField::UncategorizedText, text);
            draft.statement = Some(statement);
        });
    }
}
