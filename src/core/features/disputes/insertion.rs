//! What was inserted into a draft last, so that it can be taken back, and which facts fill the empty fields.

use paydesk_domain::evidence::EvidenceField;
use paydesk_domain::ids::DisputeId;

use super::evidence_draft::{EvidenceDraft, FieldDraft};
use super::facts::Fact;
use super::statement::DraftedStatement;

/// What was inserted last.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Insertion {
    pub dispute_id: DisputeId,
    /// The fields in the order of the specification, each as it was before and as it was then.
    fields: Vec<(EvidenceField, Option<FieldDraft>, Option<FieldDraft>)>,
    /// The statement that was drafted before.
    statement: Option<DraftedStatement>,
}

impl Insertion {
    /// Of the fields as they were `before`, where that changed anything in the draft as it is now.
    pub(super) fn new(
        before: Vec<(EvidenceField, Option<FieldDraft>)>,
        statement: Option<DraftedStatement>,
        draft: &EvidenceDraft,
    ) -> Option<Self> {
        let now = |field: EvidenceField| draft.fields.get(&field.into()).cloned();
        let changes = before.into_iter().map(|(field, before)| (field, before, now(field)));
        let fields: Vec<_> = changes.filter(|(_, before, after)| before != after).collect();
        (!fields.is_empty()).then(|| Self { dispute_id: draft.dispute_id.clone(), fields, statement })
    }

    /// The draft without it.
    pub(super) fn take_back(self, draft: &mut EvidenceDraft) {
        if self.fields().any(|field| field == EvidenceField::UncategorizedText) {
            draft.statement = self.statement;
        }
        self.fields.into_iter().for_each(|(field, before, _)| draft.put_back(field, before));
    }

    /// The fields that it changed.
    pub fn fields(&self) -> impl Iterator<Item = EvidenceField> {
        self.fields.iter().map(|(field, _, _)| *field)
    }

    /// Whether the fields still are as it left them, whoever looked at them.
    pub(super) fn is_last_change_of(&self, draft: &EvidenceDraft) -> bool {
        let text = |draft: Option<&FieldDraft>| draft.map(|draft| (draft.text.clone(), draft.clear));
        self.fields.iter().all(|(field, _, after)| text(draft.fields.get(&(*field).into())) == text(after.as_ref()))
    }
}

/// Returns the fields that are empty and whose fact is known, recommended or not, with the first fact of each.
pub fn facts_to_fill<'a>(draft: &EvidenceDraft, facts: &'a [Fact]) -> Vec<(EvidenceField, &'a str)> {
    let mut found: Vec<(EvidenceField, &str)> = Vec::new();
    for fact in facts {
        let Some(field) = fact.field.filter(|field| draft.value(*field).is_none()) else { continue };
        if !draft.clears(field) && !found.iter().any(|(known, _)| *known == field) {
            found.push((field, &fact.text));
        }
    }
    found.sort_by_key(|(field, _)| *field);
    found
}
