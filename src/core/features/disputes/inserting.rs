//! Facts are put into fields: one by one, or all that are known into the fields that are empty, with the statement
//! drafted from them. The last
//! insertion can be taken back as long as nobody has typed into its fields since.

use std::borrow::Cow;

use crate::context::{Context, WorkspaceView};
use paydesk_domain::evidence::EvidenceField;
use paydesk_domain::ids::DisputeId;

use super::evidence_draft::EvidenceDraft;
use super::facts::dispute_facts;
use super::insertion::{Insertion, facts_to_fill};
use super::statement::DraftedStatement;
use super::text;
use super::{DisputeTableRow, DisputeTexts, Disputes, Evidence};

impl Disputes {
    /// What was inserted last into the draft of a dispute, while it can be taken back.
    pub fn last_insertion(&self, draft: &EvidenceDraft) -> Option<&Insertion> {
        let last = self.inserted.as_ref().filter(|inserted| inserted.dispute_id == draft.dispute_id);
        last.filter(|inserted| inserted.is_last_change_of(draft))
    }

    /// Changes fields of a draft so that it can be taken back.
    pub(super) fn insert(
        &mut self,
        dispute_id: &DisputeId,
        fields: &[EvidenceField],
        evidence: &mut Evidence<'_>,
        view: &WorkspaceView<'_>,
        change: impl FnOnce(&mut EvidenceDraft),
    ) {
        let of = |evidence: &Evidence<'_>, field: EvidenceField| {
            evidence.drafts.draft(dispute_id).and_then(|draft| draft.fields.get(&field.into()).cloned())
        };
        let before: Vec<_> = fields.iter().map(|field| (*field, of(evidence, *field))).collect();
        let statement = evidence.drafts.draft(dispute_id).and_then(|draft| draft.statement.clone());
        self.rewrite_draft(dispute_id, evidence, view, change);
        let inserted = evidence.drafts.draft(dispute_id).and_then(|draft| Insertion::new(before, statement, draft));
        self.inserted = inserted.or(self.inserted.take());
    }

    /// Fills every empty field whose fact is known, and drafts the statement from them where nobody has written one.
    pub(super) fn fill_known_facts(
        &mut self,
        dispute_id: &DisputeId,
        evidence: &mut Evidence<'_>,
        cx: &mut Context<'_>,
    ) {
        let Some(row) = self.find(dispute_id) else { return };
        let draft = evidence.drafts.draft_or_new(dispute_id, cx).into_owned();
        let facts = dispute_facts(cx, &row.dispute, (evidence.payments)(&row.dispute.payment_id));
        let facts = facts_to_fill(&draft, &facts);
        if facts.is_empty() {
            return;
        }
        let mut filled = draft;
        facts.iter().for_each(|(field, text)| filled.fill_in(*field, (*text).to_owned()));
        let statement = self.statement_of(row, &filled, evidence, cx);
        let facts: Vec<(EvidenceField, String)> =
            facts.into_iter().map(|(field, text)| (field, text.to_owned())).collect();
        let mut fields: Vec<EvidenceField> = facts.iter().map(|(field, _)| *field).collect();
        fields.extend(statement.as_ref().map(|_| EvidenceField::UncategorizedText));
        self.insert(dispute_id, &fields, evidence, cx, |draft| {
            facts.into_iter().for_each(|(field, text)| draft.fill_in(field, text));
            if let Some((statement, text)) = statement {
                draft.fill_in(EvidenceField::UncategorizedText, text);
                draft.statement = Some(statement);
            }
        });
    }

    /// The statement of a draft that has none, with the earlier payments of the customer below it.
    fn statement_of(
        &self,
        row: &DisputeTableRow,
        draft: &EvidenceDraft,
        evidence: &Evidence<'_>,
        view: &WorkspaceView<'_>,
    ) -> Option<(DraftedStatement, String)> {
        let field = EvidenceField::UncategorizedText;
        if draft.value(field).is_some() || draft.clears(field) {
            return None;
        }
        let texts = DisputeTexts { draft: Cow::Borrowed(draft), ..evidence.texts(&row.dispute, view) };
        let statement = texts.statement(evidence.library);
        let is_open = self.open.id.as_ref() == Some(&row.dispute.dispute_id);
        let text = match self.earlier_payments(view).filter(|_| is_open) {
            Some(earlier) => text::with_earlier_payments(statement.text(), earlier.text),
            None => statement.text(),
        };
        Some((statement, text))
    }

    /// Takes back what was inserted last, where nobody has typed into its fields since.
    pub(super) fn undo_insertion(
        &mut self,
        dispute_id: &DisputeId,
        evidence: &mut Evidence<'_>,
        view: &WorkspaceView<'_>,
    ) {
        let Some(draft) = evidence.drafts.draft(dispute_id) else { return };
        if self.last_insertion(draft).is_none() {
            return;
        }
        let Some(inserted) = self.inserted.take() else { return };
        self.rewrite_draft(dispute_id, evidence, view, |draft| inserted.take_back(draft));
    }
}
