//! Drafts are kept with every change: half a second after the first change that is not on disk, by the core's clock,
//! whether the service is there or not. A crash loses at most that half second.

use std::collections::BTreeMap;

use chrono::{DateTime, TimeDelta, Utc};
use serde::{Deserialize, Serialize};

use crate::app::effect::StoreJob;
use crate::app::outbox::Outbox;
use crate::app::problem::Problem;
use crate::app::state::State;
use crate::app::workspace::Workspace;
use crate::domain::deadline::DEADLINE_DAYS;
use crate::domain::dispute::Dispute;
use crate::domain::evidence::StoredField;
use crate::domain::ids::DisputeId;
use crate::domain::profile::ProfileId;

use super::evidence_draft::{EvidenceDraft, LastRead};
use super::library::Template;
use super::requirements::RequirementsTable;

/// How long a change may wait for others before it is written, in milliseconds.
const SAVE_AFTER_MS: i64 = 500;

/// One thing that is kept.
#[derive(Debug, Clone, PartialEq, Serialize, Deserialize)]
#[serde(tag = "of", rename_all = "snake_case")]
pub enum DraftDocument {
    #[serde(rename = "case")]
    Draft(EvidenceDraft),
    Template(Template),
    /// Days of the policy for a known reason.
    Rule {
        reason: String,
        days: i64,
    },
    /// The reason of ours that a reason of the service is, by its normalised words; absent where its words decide.
    Reason {
        reason: String,
        #[serde(default)]
        known: Option<String>,
    },
    /// What matters in a row of the table; absent where it is as it began.
    #[serde(rename = "needs")]
    Requirements {
        row: String,
        #[serde(default)]
        #[serde(rename = "needs")]
        requirements: Option<Vec<Vec<StoredField>>>,
    },
}

impl DraftDocument {
    /// What it is kept under: profile, kind, id. Newer ones replace older ones.
    pub fn key(&self) -> (&str, &'static str, &str) {
        match self {
            Self::Draft(case) => (case.profile_id.as_str(), "case", case.dispute_id.as_str()),
            Self::Template(template) => (&template.profile_id, "template", &template.name),
            Self::Rule { reason, .. } => ("", "rule", reason),
            Self::Reason { reason, .. } => ("", "reason", reason),
            Self::Requirements { row, .. } => ("", "needs", row),
        }
    }

    /// The same where it outlives the paper.
    pub fn owned_key(&self) -> (String, String, String) {
        let (profile_id, kind, id) = self.key();
        (profile_id.to_owned(), kind.to_owned(), id.to_owned())
    }
}

/// An evidence draft in this run, with how far it is saved.
#[derive(Debug, Clone, PartialEq)]
pub struct DraftEntry {
    pub draft: EvidenceDraft,
    /// Counts changes that the form did not make: it then takes its texts anew.
    pub generation: u64,
    /// Counts all changes.
    revision: u64,
    /// The newest revision that is on disk.
    kept: u64,
    /// The newest revision that was given to the store.
    given: u64,
    /// When the first change was made that was not given to the store.
    unsaved_since: Option<DateTime<Utc>>,
    kept_at: Option<DateTime<Utc>>,
    problem: Option<Problem>,
}

/// Whether a draft is on disk.
#[derive(Debug, Clone, PartialEq)]
pub enum DraftSaveState<'a> {
    /// Nothing was typed yet.
    Nothing,
    Saving,
    At(DateTime<Utc>),
    NotSaved(&'a Problem),
}

/// The evidence drafts of a profile.
#[derive(Debug, Default)]
pub struct Drafts {
    entries: BTreeMap<DisputeId, DraftEntry>,
}

/// What people added to the policies for evidence.
#[derive(Debug, Default)]
pub struct EvidenceLibrary {
    pub(super) rules: BTreeMap<String, i64>,
    /// By the profile they are of, where they are of one, and by name.
    pub(super) templates: BTreeMap<(String, String), Template>,
    /// By normalised words.
    pub(super) reason_mappings: BTreeMap<String, &'static str>,
    pub requirements: RequirementsTable,
}

impl DraftEntry {
    fn new(case: EvidenceDraft) -> Self {
        let (generation, revision, kept, given) = (0, 0, 0, 0);
        let kept_at = (!case.is_untouched()).then_some(case.changed_at);
        Self { draft: case, generation, revision, kept, given, unsaved_since: None, kept_at, problem: None }
    }

    pub fn saved(&self) -> DraftSaveState<'_> {
        match (&self.problem, self.kept_at) {
            (Some(problem), _) => DraftSaveState::NotSaved(problem),
            (None, _) if self.kept < self.revision => DraftSaveState::Saving,
            (None, Some(at)) => DraftSaveState::At(at),
            (None, None) => DraftSaveState::Nothing,
        }
    }

    fn changed(&mut self, now: DateTime<Utc>) {
        self.revision += 1;
        self.draft.changed_at = now;
        self.unsaved_since.get_or_insert(now);
    }

    /// The dispute was read: what is kept of it follows, and is written where it says something new.
    fn read(&mut self, dispute: &Dispute, now: DateTime<Utc>) {
        let same = self.draft.last_read.as_ref().is_some_and(|last| last.reported == dispute.raw);
        self.draft.last_read = Some(LastRead { at: now, reported: dispute.raw.clone() });
        if !same && !self.draft.is_untouched() {
            self.revision += 1;
            self.unsaved_since.get_or_insert(now);
        }
    }

    fn save(&mut self, outbox: &mut Outbox) {
        self.unsaved_since = None;
        self.given = self.revision;
        let document = Box::new(DraftDocument::Draft(self.draft.clone()));
        outbox.push(StoreJob::SaveDocument { revision: self.revision, document });
    }
}

impl Drafts {
    pub fn entry(&self, dispute_id: &DisputeId) -> Option<&DraftEntry> {
        self.entries.get(dispute_id)
    }

    pub fn draft(&self, dispute_id: &DisputeId) -> Option<&EvidenceDraft> {
        self.entry(dispute_id).map(|entry| &entry.draft)
    }

    pub fn all(&self) -> impl Iterator<Item = &EvidenceDraft> {
        self.entries.values().map(|entry| &entry.draft)
    }

    /// A dispute was read: our file on it, where there is one, has it for the time when it cannot be read.
    pub(super) fn dispute_read(&mut self, dispute: &Dispute, now: DateTime<Utc>) {
        if let Some(entry) = self.entries.get_mut(&dispute.dispute_id) {
            entry.read(dispute, now);
        }
    }

    fn entry_mut(&mut self, profile_id: &ProfileId, dispute_id: &DisputeId, now: DateTime<Utc>) -> &mut DraftEntry {
        let new = || DraftEntry::new(EvidenceDraft::new(profile_id, dispute_id.clone(), now));
        self.entries.entry(dispute_id.clone()).or_insert_with(new)
    }

    /// What was kept when the desk was last closed. What was typed since the start is newer.
    fn opened(&mut self, draft: EvidenceDraft, now: DateTime<Utc>) {
        match self.entries.get_mut(&draft.dispute_id) {
            None => drop(self.entries.insert(draft.dispute_id.clone(), DraftEntry::new(draft))),
            Some(entry) => {
                entry.draft = entry.draft.clone().on_top_of(draft);
                entry.generation += 1;
                entry.changed(now);
            }
        }
    }

    /// A draft reached the disk, or did not.
    fn saved(&mut self, dispute_id: &DisputeId, revision: u64, problem: Option<Problem>, now: DateTime<Utc>) {
        match (self.entries.get_mut(dispute_id), problem) {
            (Some(entry), None) if entry.kept <= revision => {
                (entry.kept, entry.kept_at, entry.problem) = (revision, Some(now), None);
            }
            (Some(_), None) | (None, _) => {}
            (Some(entry), Some(problem)) => entry.problem = Some(problem),
        }
    }

    /// Gives the drafts to the store that were changed at `due` or before.
    fn save_before(&mut self, due: DateTime<Utc>, outbox: &mut Outbox) {
        let is_due = |entry: &&mut DraftEntry| entry.unsaved_since.is_some_and(|since| since <= due);
        self.entries.values_mut().filter(is_due).for_each(|entry| entry.save(outbox));
    }

    /// When the next draft is to be written.
    pub(in crate::app) fn next_due(&self) -> Option<DateTime<Utc>> {
        let since = self.entries.values().filter_map(|entry| entry.unsaved_since).min();
        since.map(|since| since + TimeDelta::milliseconds(SAVE_AFTER_MS))
    }

    pub(in crate::app) fn clock_jumped(&mut self, by: TimeDelta) {
        for entry in self.entries.values_mut() {
            entry.unsaved_since = entry.unsaved_since.map(|since| since + by);
        }
    }
}

impl State {
    /// The file on a dispute of the profile at work, where there is one.
    pub fn draft_entry(&self, dispute_id: &DisputeId) -> Option<&DraftEntry> {
        self.workspace.drafts.entry(dispute_id)
    }

    /// The file on a dispute; a new one where nobody has touched it.
    pub fn evidence_draft(&self, dispute_id: &DisputeId) -> std::borrow::Cow<'_, EvidenceDraft> {
        match self.draft_entry(dispute_id) {
            Some(entry) => std::borrow::Cow::Borrowed(&entry.draft),
            None => {
                std::borrow::Cow::Owned(EvidenceDraft::new(&self.workspace.profile_id, dispute_id.clone(), self.now))
            }
        }
    }

    /// A dispute as the list has it.
    fn last_read(&self, dispute_id: &DisputeId) -> Option<LastRead> {
        let row = self.workspace.disputes.find(dispute_id).filter(|row| row.as_read.is_none());
        let row = row?;
        let at = self.workspace.disputes.read_at.unwrap_or(self.now);
        Some(LastRead { at, reported: row.dispute.raw.clone() })
    }

    /// Whether the bank has decided a dispute: our file on it is then only read.
    pub fn is_decided(&self, dispute_id: &DisputeId) -> bool {
        self.workspace.disputes.find(dispute_id).is_some_and(|row| row.dispute.status.is_decided())
    }

    /// A person changed something in the file on a dispute: it is on disk within half a second. Nobody changes that of a
    /// decided one.
    pub(super) fn change_draft(&mut self, dispute_id: &DisputeId, change: impl FnOnce(&mut EvidenceDraft)) {
        if self.is_decided(dispute_id) {
            return;
        }
        let (now, last_read) = (self.now, self.last_read(dispute_id));
        let entry = self.workspace.drafts.entry_mut(&self.workspace.profile_id, dispute_id, now);
        let before = entry.draft.clone();
        change(&mut entry.draft);
        if entry.draft != before {
            entry.draft.last_read = entry.draft.last_read.take().or(last_read);
            entry.changed(now);
            self.prepare_dispute_again(dispute_id);
        }
    }

    /// The same where the form has to take its texts anew.
    pub(super) fn rewrite_draft(&mut self, dispute_id: &DisputeId, change: impl FnOnce(&mut EvidenceDraft)) {
        if self.is_decided(dispute_id) {
            return;
        }
        self.change_draft(dispute_id, change);
        let Workspace { drafts, profile_id, .. } = &mut self.workspace;
        drafts.entry_mut(profile_id, dispute_id, self.now).generation += 1;
    }

    /// The same, written at once.
    pub(super) fn record_in_draft(&mut self, dispute_id: &DisputeId, change: impl FnOnce(&mut EvidenceDraft)) {
        let (now, last_read) = (self.now, self.last_read(dispute_id));
        let Workspace { drafts, profile_id, .. } = &mut self.workspace;
        let entry = drafts.entry_mut(profile_id, dispute_id, now);
        change(&mut entry.draft);
        entry.draft.last_read = entry.draft.last_read.take().or(last_read);
        entry.generation += 1;
        entry.changed(now);
        entry.save(&mut self.outbox);
        self.prepare_dispute_again(dispute_id);
    }

    pub(super) fn set_deadline_rule(&mut self, reason: &'static str, days: i64) {
        let days = days.clamp(*DEADLINE_DAYS.start(), *DEADLINE_DAYS.end());
        self.evidence.rules.insert(reason.to_owned(), days);
        self.prepare_disputes_again();
        let document = DraftDocument::Rule { reason: reason.to_owned(), days };
        self.outbox.push(StoreJob::save_document(document));
    }

    /// Writes the drafts whose time has come.
    pub(in crate::app) fn save_due_drafts(&mut self) {
        let due = self.now - TimeDelta::milliseconds(SAVE_AFTER_MS);
        self.workspace.drafts.save_before(due, &mut self.outbox);
    }

    /// Writes every draft that is not on disk: the person leaves it, or the desk is closed.
    pub(in crate::app) fn save_now(&mut self) {
        self.workspace.drafts.save_before(DateTime::<Utc>::MAX_UTC, &mut self.outbox);
    }

    /// What was kept when the desk was last closed. What was typed since the start is newer.
    pub(in crate::app) fn documents_opened(&mut self, documents: Vec<DraftDocument>, problem: Option<Problem>) {
        for document in documents {
            match document {
                DraftDocument::Template(template) => {
                    self.evidence.templates.entry(template.key()).or_insert(template);
                }
                DraftDocument::Rule { reason, days } => {
                    self.evidence.rules.entry(reason).or_insert(days);
                }
                DraftDocument::Reason { reason, known } => self.reason_opened(reason, known.as_deref()),
                DraftDocument::Requirements { row, requirements } => self.requirements_opened(&row, requirements),
                DraftDocument::Draft(draft) => {
                    let profile_id = draft.profile_id.clone();
                    self.in_workspace(&profile_id, |state| state.workspace.drafts.opened(draft, state.now));
                }
            }
        }
        self.prepare_disputes_again();
        if let Some(problem) = problem {
            self.notice(problem);
        }
    }

    /// A draft reached the disk, or did not.
    pub(in crate::app) fn document_saved(
        &mut self,
        (profile_id, kind, id): (String, String, String),
        revision: u64,
        problem: Option<Problem>,
    ) {
        if kind == "case" {
            let dispute_id = DisputeId::new(id);
            let problem = problem.clone();
            self.in_workspace(&ProfileId::new(profile_id), |state| {
                state.workspace.drafts.saved(&dispute_id, revision, problem, state.now)
            });
        }
        if let Some(problem) = problem {
            self.notice(problem);
        }
    }
}

impl EvidenceDraft {
    /// This, made since the start, and of what was kept `before` what it does not touch.
    fn on_top_of(self, mut before: Self) -> Self {
        before.fields.extend(self.fields);
        before.files.extend(self.files);
        before.product = self.product.or(before.product);
        before.deadline = self.deadline.or(before.deadline);
        before.refusal = self.refusal.or(before.refusal);
        before.last_read = self.last_read.or(before.last_read);
        for version in self.versions {
            before.submitted(version);
        }
        before.changed_at = self.changed_at;
        before
    }
}
