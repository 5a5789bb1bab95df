//! The evidence draft of one dispute: what is filled in and not sent yet, what was sent, and what we estimate. It exists only
//! here: the specification has no call that reads evidence, and services that have one list files alone
//! ([`stored_evidence`](super::stored_evidence)).
//!
//! *Absent* is not *empty*: a field that was not touched is not sent and stays as it is at the service; only the
//! explicit switch sends the empty text that clears it there.

use std::collections::BTreeMap;

use chrono::{DateTime, Utc};
use serde::{Deserialize, Serialize};
use strum::IntoEnumIterator as _;

use paydesk_domain::document::Raw;
use paydesk_domain::evidence::{EvidenceField, StoredField};
use paydesk_domain::ids::{DisputeId, OperationId};
use paydesk_domain::profile::ProfileId;

use super::requirements::{Product, RequirementsRow, RequirementsTable};
use super::statement::DraftedStatement;

/// Fields in which texts are gathered one below the other.
const LONG_TEXTS: [EvidenceField; 6] = [
    EvidenceField::AccessActivityLog,
    EvidenceField::ProductDescription,
    EvidenceField::CancellationPolicyDisclosure,
    EvidenceField::RefundPolicyDisclosure,
    EvidenceField::RefundRefusalExplanation,
    EvidenceField::UncategorizedText,
];

/// The evidence of one dispute: field texts, which of them are submitted, and the deadline where a person set it.
#[derive(Debug, Clone, PartialEq, Serialize, Deserialize)]
pub struct EvidenceDraft {
    pub profile_id: ProfileId,
    pub dispute_id: DisputeId,
    /// What was sold, once a person has said so.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub product: Option<Product>,
    /// The fields that were touched.
    #[serde(default)]
    pub fields: BTreeMap<StoredField, FieldDraft>,
    /// The statement that was last drafted, beside what a person made of it in its field.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub statement: Option<DraftedStatement>,
    /// What is known of the files whose ids stand in fields, by id.
    #[serde(default)]
    pub files: BTreeMap<String, FileNote>,
    /// Until when evidence counts, where a person has set it.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub deadline: Option<DateTime<Utc>>,
    /// What was submitted from here and took effect, oldest first.
    #[serde(default)]
    pub versions: Vec<SubmittedVersion>,
    /// What left for the service and was neither confirmed nor refused, oldest first. It stays here whatever happens to
    /// the dispute: what was sent is never called unsent.
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    pub unconfirmed: Vec<SubmittedVersion>,
    /// What colleagues wrote in fields that were changed here at the same time.
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    pub set_aside: Vec<SetAside>,
    /// What the service said when it refused the last submission.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub refusal: Option<EvidenceRefusal>,
    /// The dispute as it was last read: what is shown of it where the service cannot be asked.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub last_read: Option<LastRead>,
    /// The newest change.
    pub changed_at: DateTime<Utc>,
}

/// A dispute as the service reported it, and when.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
pub struct LastRead {
    pub at: DateTime<Utc>,
    #[serde(rename = "told")]
    pub reported: Raw,
}

/// What a person did to a field since the last submission.
#[derive(Debug, Clone, PartialEq, Eq, Default, Serialize, Deserialize)]
pub struct FieldDraft {
    #[serde(default)]
    pub text: String,
    /// The field is to be cleared at the service, whatever is typed.
    #[serde(default)]
    pub clear: bool,
    /// Paydesk filled it with a known fact, and nobody has looked at it since.
    #[serde(default, skip_serializing_if = "std::ops::Not::not")]
    pub is_filled_in: bool,
}

/// A file as it was when it was uploaded from here.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
pub struct FileNote {
    pub name: String,
    pub bytes: u64,
    pub sha256: String,
    /// Of a PDF.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub pages: Option<u32>,
}

/// One submission as it left.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
pub struct SubmittedVersion {
    pub operation_id: OperationId,
    pub at: DateTime<Utc>,
    pub operator: String,
    /// Exactly what was sent, byte for byte.
    pub body: String,
    /// The fields of that body; an empty text cleared its field.
    pub fields: BTreeMap<StoredField, String>,
}

/// What a colleague had in a field that both changed: the draft has the other text.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
pub struct SetAside {
    pub field: StoredField,
    pub text: String,
    /// The user of the team's database.
    pub by: String,
    pub at: DateTime<Utc>,
}

/// Why the service did not take the evidence.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
pub struct EvidenceRefusal {
    pub at: DateTime<Utc>,
    pub code: String,
    pub message: String,
    /// The field it speaks of, where it names one.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub field: Option<StoredField>,
    /// That field was changed since.
    #[serde(default, skip_serializing_if = "std::ops::Not::not")]
    pub is_answered: bool,
}

/// Stands where the service gave no code, because nothing reached it.
pub(super) const NOT_SENT: &str = "not sent";

/// What a refusal comes down to, as far as it decides what to do.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum RefusalCause {
    NotSent,
    /// The field it speaks of was changed since.
    ChangedSince,
    UnknownFile,
    /// The deadline has passed, or the dispute is decided.
    NoMoreEvidence,
    UnknownDispute,
    Other,
}

impl EvidenceRefusal {
    /// One code stands for several causes, so that the service's message decide where no field is named.
    pub fn cause(&self) -> RefusalCause {
        let message = self.message.to_lowercase();
        let says = |words: &[&str]| words.iter().any(|word| message.contains(word));
        if self.code == NOT_SENT {
            RefusalCause::NotSent
        } else if self.is_answered {
            RefusalCause::ChangedSince
        } else if self.field.is_some() || says(&["file"]) {
            RefusalCause::UnknownFile
        } else if says(&["deadline", "no more evidence", "dispute status"]) {
            RefusalCause::NoMoreEvidence
        } else if says(&["not found", "no such", "no dispute", "dispute does not exist"]) {
            RefusalCause::UnknownDispute
        } else {
            RefusalCause::Other
        }
    }

    /// Whether it speaks of what is in a field now.
    pub fn is_about_field(&self, field: EvidenceField) -> bool {
        !self.is_answered && self.field.as_ref().and_then(StoredField::known) == Some(field)
    }
}

/// One field as it would change at the service.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct FieldChange {
    pub field: EvidenceField,
    /// What was submitted before, as far as known here.
    pub before: Option<String>,
    /// Empty where it is cleared.
    pub after: String,
}

/// How much is done.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Default)]
pub struct EvidenceProgress {
    /// What is wrong is not filled.
    pub filled: usize,
    /// Have something that is wrong.
    pub faulty: usize,
    /// Would be sent now, and were not sent as they are.
    pub changed: usize,
    /// Were sent as they are; their outcome is not known.
    pub unconfirmed: usize,
    /// Stand at the service, as far as sent from here.
    pub sent: usize,
    /// Of those that matter.
    pub met: usize,
    pub recommended: usize,
}

impl EvidenceDraft {
    pub fn new(profile_id: &ProfileId, dispute_id: DisputeId, now: DateTime<Utc>) -> Self {
        Self {
            profile_id: profile_id.to_owned(),
            dispute_id,
            product: None,
            fields: BTreeMap::new(),
            statement: None,
            files: BTreeMap::new(),
            deadline: None,
            versions: Vec::new(),
            unconfirmed: Vec::new(),
            set_aside: Vec::new(),
            refusal: None,
            last_read: None,
            changed_at: now,
        }
    }

    /// How many submissions left from here, confirmed or not.
    pub fn sent_count(&self) -> usize {
        self.versions.len() + self.unconfirmed.len()
    }

    /// Whether nobody has done anything with it.
    pub fn is_untouched(&self) -> bool {
        let never_sent = self.versions.is_empty() && self.unconfirmed.is_empty();
        self.fields.is_empty() && never_sent && self.deadline.is_none() && self.product.is_none()
    }

    /// What is in a field at the service, as far as it was sent from here.
    pub fn at_service(&self, field: EvidenceField) -> Option<&str> {
        let sent = self.versions.iter().rev().find_map(|version| version.fields.get(&field.into()));
        sent.map(String::as_str).filter(|text| !text.is_empty())
    }

    /// Every field that has something at the service, as far as it was sent from here; `None` where no submission took
    /// effect.
    pub fn fields_at_service(&self) -> Option<Vec<EvidenceField>> {
        let filled = EvidenceField::iter().filter(|field| self.at_service(*field).is_some());
        (!self.versions.is_empty()).then(|| filled.collect())
    }

    /// What the form shows in a field.
    pub fn text(&self, field: EvidenceField) -> &str {
        match self.fields.get(&field.into()) {
            Some(draft) => &draft.text,
            None => self.at_service(field).unwrap_or_default(),
        }
    }

    pub fn clears(&self, field: EvidenceField) -> bool {
        self.fields.get(&field.into()).is_some_and(|draft| draft.clear)
    }

    /// What the evidence would have in a field once everything is submitted.
    pub fn value(&self, field: EvidenceField) -> Option<&str> {
        if self.clears(field) {
            return None;
        }
        let text = self.text(field);
        if text.trim().is_empty() { self.at_service(field) } else { Some(text) }
    }

    /// Whether the field was emptied here alone: the service keeps what it has.
    pub fn is_emptied_here(&self, field: EvidenceField) -> bool {
        let emptied = self.fields.get(&field.into()).is_some_and(|draft| draft.text.trim().is_empty() && !draft.clear);
        emptied && self.at_service(field).is_some()
    }

    /// What would be sent in a field now: nothing where it was not touched.
    pub fn pending(&self, field: EvidenceField) -> Option<&str> {
        let draft = self.fields.get(&field.into())?;
        if draft.clear {
            return Some("");
        }
        let differs = !draft.text.trim().is_empty() && self.at_service(field) != Some(draft.text.as_str());
        differs.then_some(draft.text.as_str())
    }

    /// Everything that would be sent now, in the order of the specification.
    pub fn changes(&self) -> Vec<FieldChange> {
        let change = |field: EvidenceField| {
            let before = self.at_service(field).map(str::to_owned);
            self.pending(field).map(|after| FieldChange { field, before, after: after.to_owned() })
        };
        EvidenceField::iter().filter_map(change).collect()
    }

    /// Whether exactly what would be sent in a field now was sent already, and its outcome is not known.
    pub fn is_unconfirmed(&self, field: EvidenceField) -> bool {
        let last = self.unconfirmed.iter().rev().find_map(|version| version.fields.get(&field.into()));
        last.is_some() && last.map(String::as_str) == self.pending(field)
    }

    /// What would be sent now and never was.
    pub fn never_sent(&self) -> Vec<FieldChange> {
        self.changes().into_iter().filter(|change| !self.is_unconfirmed(change.field)).collect()
    }

    /// What matters for a reason and the type of product that a person chose; until then, the first row, whatever is
    /// filled in.
    pub fn requirements<'t>(&self, reason: &str, table: &'t RequirementsTable) -> &'t RequirementsRow {
        let rows = table.for_reason(reason);
        let chosen = self.product.and_then(|product| rows.iter().find(|row| row.begun.product == product.kind()));
        chosen.or(rows.first()).copied().unwrap_or(&table.rows()[0])
    }

    pub fn counts(&self, reason: &str, table: &RequirementsTable) -> EvidenceProgress {
        let requirements = self.requirements(reason, table);
        let count = |is: &dyn Fn(EvidenceField) -> bool| EvidenceField::iter().filter(|field| is(*field)).count();
        EvidenceProgress {
            filled: count(&|field| self.is_filled(field)),
            faulty: count(&|field| self.fault(field).is_some()),
            changed: count(&|field| self.pending(field).is_some() && !self.is_unconfirmed(field)),
            unconfirmed: count(&|field| self.is_unconfirmed(field)),
            sent: count(&|field| self.at_service(field).is_some()),
            met: requirements.met(|field| self.is_filled(field)),
            recommended: requirements.requirements.len(),
        }
    }

    /// Types into a field. What was emptied and never sent is as if never touched.
    pub fn edit(&mut self, field: EvidenceField, text: String) {
        if text != self.text(field) {
            self.answer_refusal(field);
        }
        let at_service = self.at_service(field).map(str::to_owned);
        let clear = self.clears(field);
        if !clear && (text.is_empty() && at_service.is_none() || Some(&text) == at_service.as_ref()) {
            self.fields.remove(&field.into());
        } else {
            self.fields.insert(field.into(), FieldDraft { text, clear, is_filled_in: false });
        }
    }

    /// A field the service refused is changed: what it said is of another text.
    fn answer_refusal(&mut self, field: EvidenceField) {
        if let Some(refusal) = self.refusal.as_mut().filter(|refusal| refusal.is_about_field(field)) {
            refusal.is_answered = true;
        }
    }

    /// Puts a text behind what is in a field, unless it is there already. One line replaces one line.
    pub fn insert(&mut self, field: EvidenceField, text: &str) {
        let before = self.text(field).trim_end().to_owned();
        if before.contains(text) {
            return;
        }
        let long = text.contains('\n') || before.contains('\n') || LONG_TEXTS.contains(&field);
        let whole = if before.is_empty() || !long { text.to_owned() } else { format!("{before}\n{text}") };
        self.edit(field, whole);
    }

    /// Fills an empty field with a known fact: it is marked until somebody looks at it.
    pub fn fill_in(&mut self, field: EvidenceField, text: String) {
        self.edit(field, text);
        if let Some(draft) = self.fields.get_mut(&field.into()) {
            draft.is_filled_in = true;
        }
    }

    /// A field is as it was before.
    pub fn put_back(&mut self, field: EvidenceField, before: Option<FieldDraft>) {
        match before {
            Some(before) => drop(self.fields.insert(field.into(), before)),
            None => drop(self.fields.remove(&field.into())),
        }
    }

    /// Whether a field was filled in by Paydesk and nobody has looked at it since.
    pub fn is_filled_in(&self, field: EvidenceField) -> bool {
        self.fields.get(&field.into()).is_some_and(|draft| draft.is_filled_in)
    }

    /// A person looked at a field.
    pub fn look_at(&mut self, field: EvidenceField) {
        if let Some(draft) = self.fields.get_mut(&field.into()) {
            draft.is_filled_in = false;
        }
    }

    /// Turns the switch that clears a field at the service. What was typed stays beside it.
    pub fn set_clear(&mut self, field: EvidenceField, clear: bool) {
        let text = self.text(field).to_owned();
        self.answer_refusal(field);
        self.fields.insert(field.into(), FieldDraft { text: text.clone(), clear, is_filled_in: false });
        if !clear {
            self.edit(field, text);
        }
    }

    /// A submission leaves: until it is known how it ended, it may have taken effect.
    pub fn left(&mut self, version: SubmittedVersion) {
        if !self.has_left(&version.operation_id) {
            self.unconfirmed.push(version);
        }
    }

    /// Whether a submission is listed, confirmed or not.
    pub fn has_left(&self, operation_id: &OperationId) -> bool {
        self.versions.iter().chain(&self.unconfirmed).any(|version| version.operation_id == *operation_id)
    }

    /// It is proven that a submission took no effect.
    pub fn took_no_effect(&mut self, operation_id: &OperationId) {
        self.unconfirmed.retain(|version| version.operation_id != *operation_id);
    }

    /// A submission took effect: what it sent is no longer a draft, what was typed since is.
    pub fn submitted(&mut self, version: SubmittedVersion) {
        if self.versions.iter().any(|known| known.operation_id == version.operation_id) {
            return;
        }
        self.unconfirmed.retain(|unconfirmed| unconfirmed.operation_id != version.operation_id);
        for (field, sent) in &version.fields {
            let same = self.fields.get(field).is_some_and(|draft| match draft.clear {
                true => sent.is_empty(),
                false => draft.text == *sent,
            });
            if same {
                self.fields.remove(field);
            }
        }
        self.refusal = None;
        self.versions.push(version);
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn now() -> DateTime<Utc> {
        "2026-11-21T10:00:00Z".parse().unwrap()
    }

    fn case() -> EvidenceDraft {
        EvidenceDraft::new(&"p".into(), DisputeId::new("dsp_1"), now())
    }

    fn sent(id: &str, fields: &[(EvidenceField, &str)]) -> SubmittedVersion {
        let fields = fields.iter().map(|(field, text)| ((*field).into(), (*text).to_owned())).collect();
        let (operation_id, operator, body) = (OperationId::new(id), "kim".to_owned(), "{}".to_owned());
        SubmittedVersion { operation_id, at: now(), operator, body, fields }
    }

    fn pending(case: &EvidenceDraft) -> Vec<(EvidenceField, String)> {
        case.changes().into_iter().map(|change| (change.field, change.after)).collect()
    }

    #[test]
    fn only_touched_fields_are_sent_and_emptying_one_is_not_clearing_it() {
        let mut case = case();
        case.edit(EvidenceField::Receipt, "file_1".into());
        case.edit(EvidenceField::CustomerName, "Ada".into());
        assert_eq!(
            pending(&case),
            [(EvidenceField::CustomerName, "Ada".to_owned()), (EvidenceField::Receipt, "file_1".to_owned())]
        );
        case.edit(EvidenceField::Receipt, String::new());
        assert_eq!(pending(&case), [(EvidenceField::CustomerName, "Ada".to_owned())]);
        case.submitted(sent("op_1", &[(EvidenceField::CustomerName, "Ada")]));
        assert_eq!(pending(&case), []);
        case.edit(EvidenceField::CustomerName, String::new());
        assert_eq!(pending(&case), [], "the service keeps what it has");
        assert!(case.is_emptied_here(EvidenceField::CustomerName));
        assert_eq!(case.value(EvidenceField::CustomerName), Some("Ada"));
        case.set_clear(EvidenceField::CustomerName, true);
        assert_eq!(pending(&case), [(EvidenceField::CustomerName, String::new())]);
        assert_eq!(case.value(EvidenceField::CustomerName), None);
        case.submitted(sent("op_2", &[(EvidenceField::CustomerName, "")]));
        assert_eq!((case.at_service(EvidenceField::CustomerName), case.text(EvidenceField::CustomerName)), (None, ""));
    }

    #[test]
    fn the_switch_keeps_what_was_typed_and_can_be_turned_back() {
        let mut case = case();
        case.submitted(sent("op_1", &[(EvidenceField::Receipt, "file_1")]));
        case.set_clear(EvidenceField::Receipt, true);
        assert_eq!(case.text(EvidenceField::Receipt), "file_1");
        case.set_clear(EvidenceField::Receipt, false);
        assert_eq!((pending(&case), case.fields.len()), (Vec::new(), 0));
    }

    #[test]
    fn what_was_typed_while_a_submission_was_under_way_stays_a_draft() {
        let mut case = case();
        case.edit(EvidenceField::UncategorizedText, "first and more".into());
        case.submitted(sent("op_1", &[(EvidenceField::UncategorizedText, "first")]));
        assert_eq!(pending(&case), [(EvidenceField::UncategorizedText, "first and more".to_owned())]);
        assert_eq!(case.changes()[0].before.as_deref(), Some("first"));
        case.submitted(sent("op_1", &[(EvidenceField::UncategorizedText, "first")]));
        assert_eq!(case.versions.len(), 1, "one operation is one version");
    }

    #[test]
    fn what_matters_is_counted_by_what_a_person_said_was_sold_and_never_by_what_is_filled_in() {
        let mut case = case();
        case.edit(EvidenceField::AccessActivityLog, "10:02 sign-in".into());
        case.edit(EvidenceField::ServiceDate, "2026-11-01".into());
        let table = RequirementsTable::default();
        let not_chosen = case.requirements("fraudulent", &table);
        assert_eq!(
            not_chosen,
            EvidenceDraft { fields: BTreeMap::new(), ..case.clone() }.requirements("fraudulent", &table)
        );
        case.product = Some(Product::Intangible);
        assert_eq!(case.counts("fraudulent", &table).met, 2);
        case.product = Some(Product::Physical);
        let counts = case.counts("fraudulent", &table);
        assert_eq!((counts.met, counts.recommended, counts.filled, counts.changed, counts.sent), (0, 4, 2, 2, 0));
    }
}
