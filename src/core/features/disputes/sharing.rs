//! What is saved for disputes, as a team shares it: everything that is there, what a colleague changed taken in, and two
//! versions of evidence made one.

use std::collections::{BTreeMap, BTreeSet};

use chrono::{DateTime, Utc};

use crate::context::Context;
use paydesk_domain::evidence::StoredField;
use paydesk_domain::ids::DisputeId;

use super::document::{DocumentKind, DraftDocument};
use super::drafts::EvidenceDrafts;
use super::evidence_draft::{EvidenceDraft, FieldDraft, SetAside, SubmittedVersion};
use super::handling::{DisputeHandling, DisputeHandlings};
use super::library::EvidenceLibrary;
use super::library_changes::known_word;

/// Longest list of texts that are kept beside a draft.
const SET_ASIDE_MAX: usize = 50;

impl EvidenceDrafts {
    /// Whether a draft was changed and is not given to the store yet.
    pub(crate) fn has_unsaved(&self) -> bool {
        self.next_due().is_some()
    }

    /// What this person wrote stays beside the draft when somebody else goes on with it.
    pub(crate) fn keep_aside(&mut self, dispute_id: &DisputeId, by: &str, cx: &mut Context<'_>) {
        if self.draft(dispute_id).is_some_and(|draft| !draft.is_untouched()) {
            self.record(dispute_id, None, cx, |draft| draft.keep_all_aside(by));
        }
    }

    /// A colleague changed a draft: it is so from now on. What was read of the dispute here stays.
    pub(crate) fn take_in(&mut self, draft: EvidenceDraft, now: DateTime<Utc>) -> EvidenceDraft {
        let last_read = self.draft(&draft.dispute_id).and_then(|known| known.last_read.clone());
        let draft = EvidenceDraft { last_read, ..draft };
        self.replace(draft.clone(), now);
        draft
    }
}

impl DisputeHandlings {
    pub(crate) fn all(&self) -> impl Iterator<Item = &DisputeHandling> {
        self.0.values()
    }

    /// A colleague changed how a dispute is handled.
    pub(crate) fn take_in(&mut self, handling: DisputeHandling) {
        self.0.insert(handling.dispute_id.clone(), handling);
    }
}

impl EvidenceLibrary {
    /// Everything that people added to it, for all profiles and for each.
    pub(crate) fn documents(&self) -> Vec<DraftDocument> {
        let templates = self.templates.values().cloned().map(DraftDocument::Template);
        let of_cases = self.case_templates.values().cloned().map(DraftDocument::CaseTemplate);
        let rules = self.rules.iter().map(|(reason, days)| DraftDocument::Rule { reason: reason.clone(), days: *days });
        let reasons = self.reason_mappings.keys().map(|reason| self.reason(reason));
        let edited = self.requirements.rows().iter().filter(|row| row.is_edited);
        let requirements = edited.map(|row| self.row_requirements(&row.name()));
        templates.chain(of_cases).chain(rules).chain(reasons).chain(requirements).collect()
    }

    /// What is saved under a kind and an id, of a profile or of all.
    pub(crate) fn document(&self, profile_id: &str, kind: DocumentKind, id: &str) -> Option<DraftDocument> {
        let key = || (profile_id.to_owned(), id.to_owned());
        match kind {
            DocumentKind::Template => self.templates.get(&key()).cloned().map(DraftDocument::Template),
            DocumentKind::CaseTemplate => self.case_templates.get(&key()).cloned().map(DraftDocument::CaseTemplate),
            DocumentKind::Rule => {
                self.rules.get(id).map(|days| DraftDocument::Rule { reason: id.to_owned(), days: *days })
            }
            DocumentKind::Reason => Some(self.reason(id)),
            DocumentKind::Requirements => Some(self.row_requirements(id)),
            DocumentKind::Draft | DocumentKind::Handling | DocumentKind::Review => None,
        }
    }

    fn reason(&self, reason: &str) -> DraftDocument {
        let known = self.reason_mappings.get(reason).map(|known| (*known).to_owned());
        DraftDocument::Reason { reason: reason.to_owned(), known }
    }

    fn row_requirements(&self, name: &str) -> DraftDocument {
        let row = self.requirements.rows().iter().find(|row| row.name() == name && row.is_edited);
        let stored = |need: &Vec<_>| need.iter().map(|field| StoredField::from(*field)).collect();
        let requirements = row.map(|row| row.requirements.iter().map(stored).collect());
        DraftDocument::Requirements { row: name.to_owned(), requirements }
    }

    /// A colleague changed it: it is so from now on. Drafts and handlings are not of the library.
    pub(crate) fn take_in(&mut self, document: DraftDocument) {
        match document {
            DraftDocument::Template(template) => drop(self.templates.insert(template.key(), template)),
            DraftDocument::CaseTemplate(template) => drop(self.case_templates.insert(template.key(), template)),
            DraftDocument::Rule { reason, days } => drop(self.rules.insert(reason, days)),
            DraftDocument::Reason { reason, known } => match known.as_deref().and_then(known_word) {
                Some(known) => drop(self.reason_mappings.insert(reason, known)),
                None => drop(self.reason_mappings.remove(&reason)),
            },
            DraftDocument::Requirements { row, requirements } => {
                let known = |need: Vec<StoredField>| need.iter().filter_map(StoredField::known).collect();
                let requirements = requirements.map(|needs| needs.into_iter().map(known).collect());
                self.requirements.set(&row, requirements);
            }
            DraftDocument::Draft(_) | DraftDocument::Handling(_) | DraftDocument::Review(_) => {}
        }
    }
}

/// `ours` and `theirs`, which both come from `base`; in how many fields both changed the text. There the draft has ours,
/// and what `by` wrote is set aside.
pub(crate) fn merged_drafts(
    base: Option<&EvidenceDraft>,
    ours: EvidenceDraft,
    theirs: EvidenceDraft,
    by: &str,
) -> (EvidenceDraft, usize) {
    let lost = lost_texts(base, &ours, &theirs, by);
    let conflicts = lost.len();
    let mut draft = EvidenceDraft {
        product: picked(base.map(|base| &base.product), &ours.product, &theirs.product),
        fields: merged_fields(base, &ours, &theirs),
        statement: picked(base.map(|base| &base.statement), &ours.statement, &theirs.statement),
        deadline: picked(base.map(|base| &base.deadline), &ours.deadline, &theirs.deadline),
        refusal: picked(base.map(|base| &base.refusal), &ours.refusal, &theirs.refusal),
        unconfirmed: still_unconfirmed(base, &ours, &theirs),
        changed_at: ours.changed_at.max(theirs.changed_at),
        ..ours
    };
    draft.files.extend(theirs.files);
    theirs.versions.into_iter().for_each(|version| draft.submitted(version));
    draft.versions.sort_by_key(|version| version.at);
    theirs.set_aside.into_iter().chain(lost).for_each(|text| draft.keep_aside(text));
    (draft, conflicts)
}

/// What only one of both changed is as that one says; ours where both did.
fn picked<T: PartialEq + Clone>(base: Option<&Option<T>>, ours: &Option<T>, theirs: &Option<T>) -> Option<T> {
    let is_ours = Some(theirs) == base || (Some(ours) != base && ours.is_some());
    if is_ours { ours.clone() } else { theirs.clone() }
}

fn field_names(ours: &EvidenceDraft, theirs: &EvidenceDraft) -> BTreeSet<StoredField> {
    ours.fields.keys().chain(theirs.fields.keys()).cloned().collect()
}

fn merged_fields(
    base: Option<&EvidenceDraft>,
    ours: &EvidenceDraft,
    theirs: &EvidenceDraft,
) -> BTreeMap<StoredField, FieldDraft> {
    let field = |name: StoredField| {
        let [before, one, other] = [base, Some(ours), Some(theirs)].map(|draft| draft?.fields.get(&name).cloned());
        let field = picked(base.map(|_| &before), &one, &other)?;
        Some((name, field))
    };
    field_names(ours, theirs).into_iter().filter_map(field).collect()
}

/// The texts of theirs in fields in which the draft has ours although both changed them.
fn lost_texts(base: Option<&EvidenceDraft>, ours: &EvidenceDraft, theirs: &EvidenceDraft, by: &str) -> Vec<SetAside> {
    let lost = |field: StoredField| {
        let [before, one, other] = [base, Some(ours), Some(theirs)].map(|draft| draft?.fields.get(&field));
        let other = other.filter(|other| !other.text.trim().is_empty() && Some(*other) != before)?;
        let is_lost = one != before && one.is_some_and(|one| one.text != other.text);
        is_lost.then(|| SetAside { field, text: other.text.clone(), by: by.to_owned(), at: theirs.changed_at })
    };
    field_names(ours, theirs).into_iter().filter_map(lost).collect()
}

/// What left and was not settled at either desk.
fn still_unconfirmed(
    base: Option<&EvidenceDraft>,
    ours: &EvidenceDraft,
    theirs: &EvidenceDraft,
) -> Vec<SubmittedVersion> {
    let has = |list: &[SubmittedVersion], version: &SubmittedVersion| {
        list.iter().any(|known| known.operation_id == version.operation_id)
    };
    let was_settled = |version: &SubmittedVersion| {
        let was_there = base.is_some_and(|base| has(&base.unconfirmed, version));
        was_there && !(has(&ours.unconfirmed, version) && has(&theirs.unconfirmed, version))
    };
    let mut all: Vec<SubmittedVersion> = Vec::new();
    for version in ours.unconfirmed.iter().chain(&theirs.unconfirmed) {
        let took_effect = has(&ours.versions, version) || has(&theirs.versions, version);
        if !took_effect && !was_settled(version) && !has(&all, version) {
            all.push(version.clone());
        }
    }
    all
}

impl EvidenceDraft {
    /// All texts as they are, as those of a person.
    fn keep_all_aside(&mut self, by: &str) {
        let at = self.changed_at;
        let text = |(field, draft): (&StoredField, &FieldDraft)| SetAside {
            field: field.clone(),
            text: draft.text.clone(),
            by: by.to_owned(),
            at,
        };
        let texts: Vec<SetAside> = self.fields.iter().map(text).filter(|aside| !aside.text.trim().is_empty()).collect();
        texts.into_iter().for_each(|text| self.keep_aside(text));
    }

    /// One text of a person for a field: the newest.
    fn keep_aside(&mut self, text: SetAside) {
        let of_same = |known: &SetAside| known.field == text.field && known.by == text.by;
        if self.set_aside.iter().any(|known| of_same(known) && known.at >= text.at) {
            return;
        }
        self.set_aside.retain(|known| !of_same(known));
        self.set_aside.push(text);
        let surplus = self.set_aside.len().saturating_sub(SET_ASIDE_MAX);
        self.set_aside.drain(..surplus);
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use paydesk_domain::evidence::EvidenceField;
    use paydesk_domain::ids::OperationId;

    fn at(second: u32) -> DateTime<Utc> {
        DateTime::from_timestamp(i64::from(second), 0).unwrap()
    }

    fn draft(second: u32, fields: &[(EvidenceField, &str)]) -> EvidenceDraft {
        let mut draft = EvidenceDraft::new(&"shop".into(), DisputeId::new("dsp_1"), at(second));
        fields.iter().for_each(|(field, text)| draft.edit(*field, (*text).to_owned()));
        draft
    }

    fn sent(id: &str) -> SubmittedVersion {
        let fields = [(EvidenceField::CustomerName.into(), "Ada".to_owned())].into();
        let (operator, body) = ("kim".to_owned(), "{}".to_owned());
        SubmittedVersion { operation_id: OperationId::new(id), at: at(1), operator, body, fields }
    }

    #[test]
    fn fields_that_only_one_changed_are_put_together_and_of_a_field_that_both_changed_both_texts_stay() {
        use EvidenceField::{CustomerName, Receipt, UncategorizedText};
        let base = draft(0, &[(CustomerName, "A"), (Receipt, "file_1")]);
        let ours = draft(2, &[(CustomerName, "Ada"), (Receipt, "file_1")]);
        let theirs = draft(1, &[(CustomerName, "A"), (UncategorizedText, "more")]);
        let (merged, conflicts) = merged_drafts(Some(&base), ours.clone(), theirs, "bob");
        let texts = [CustomerName, Receipt, UncategorizedText].map(|field| merged.text(field));
        assert_eq!((texts, conflicts), (["Ada", "", "more"], 0));
        let theirs = draft(3, &[(CustomerName, "Adam"), (Receipt, "file_1")]);
        let (merged, conflicts) = merged_drafts(Some(&base), ours, theirs, "bob");
        assert_eq!((merged.text(CustomerName), conflicts, merged.changed_at), ("Ada", 1, at(3)));
        let aside: Vec<(&str, &str)> = merged.set_aside.iter().map(|text| (&*text.text, &*text.by)).collect();
        assert_eq!(aside, [("Adam", "bob")]);
    }

    #[test]
    fn what_one_submitted_is_a_version_for_both_and_what_one_settled_stays_settled() {
        let mut base = draft(0, &[(EvidenceField::CustomerName, "Ada")]);
        base.left(sent("op_1"));
        base.left(sent("op_2"));
        let (mut ours, mut theirs) = (base.clone(), base.clone());
        ours.took_no_effect(&OperationId::new("op_2"));
        theirs.submitted(sent("op_1"));
        for (one, other) in [(&ours, &theirs), (&theirs, &ours)] {
            let (merged, conflicts) = merged_drafts(Some(&base), one.clone(), other.clone(), "bob");
            assert_eq!((merged.versions.len(), merged.unconfirmed.len(), conflicts), (1, 0, 0));
            assert!(merged.fields.is_empty(), "what was sent is no draft");
        }
    }
}
