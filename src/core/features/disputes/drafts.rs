//! Drafts are saved with every change: half a second after the first change that is not on disk, by the core's clock,
//! whether the service is there or not. A crash loses at most that half second.

use std::borrow::Cow;
use std::collections::BTreeMap;

use chrono::{DateTime, TimeDelta, Utc};

use crate::context::fact::FeatureFact;
use crate::context::{Context, WorkspaceView};
use crate::effect::StoreJob;
use crate::outbox::Outbox;
use crate::problem::Problem;
use paydesk_domain::dispute::Dispute;
use paydesk_domain::ids::DisputeId;

use super::document::DraftDocument;
use super::evidence_draft::{EvidenceDraft, LastRead};

/// How long a change may wait for others before it is written, in milliseconds.
const SAVE_AFTER_MS: i64 = 500;

/// An evidence draft in this run, with how far it is saved.
#[derive(Debug, Clone, PartialEq)]
pub struct DraftEntry {
    pub draft: EvidenceDraft,
    /// Counts changes that the form did not make: it then takes its texts again.
    pub generation: u64,
    /// Counts all changes.
    revision: u64,
    /// The newest revision that is on disk.
    saved_revision: u64,
    /// When the first change was made that was not given to the store.
    unsaved_since: Option<DateTime<Utc>>,
    saved_at: Option<DateTime<Utc>>,
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
pub struct EvidenceDrafts {
    entries: BTreeMap<DisputeId, DraftEntry>,
}

impl DraftEntry {
    fn new(draft: EvidenceDraft) -> Self {
        let saved_at = (!draft.is_untouched()).then_some(draft.changed_at);
        Self { draft, generation: 0, revision: 0, saved_revision: 0, unsaved_since: None, saved_at, problem: None }
    }

    pub fn saved(&self) -> DraftSaveState<'_> {
        match (&self.problem, self.saved_at) {
            (Some(problem), _) => DraftSaveState::NotSaved(problem),
            (None, _) if self.saved_revision < self.revision => DraftSaveState::Saving,
            (None, Some(at)) => DraftSaveState::At(at),
            (None, None) => DraftSaveState::Nothing,
        }
    }

    fn changed(&mut self, now: DateTime<Utc>) {
        self.revision += 1;
        self.draft.changed_at = now;
        self.unsaved_since.get_or_insert(now);
    }

    /// The dispute was read: what is saved of it follows, and is written where it says something new.
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
        let document = Box::new(DraftDocument::Draft(self.draft.clone()));
        outbox.push(StoreJob::SaveDocument { revision: self.revision, document });
    }
}

impl EvidenceDrafts {
    pub fn entry(&self, dispute_id: &DisputeId) -> Option<&DraftEntry> {
        self.entries.get(dispute_id)
    }

    pub fn draft(&self, dispute_id: &DisputeId) -> Option<&EvidenceDraft> {
        self.entry(dispute_id).map(|entry| &entry.draft)
    }

    pub fn all(&self) -> impl Iterator<Item = &EvidenceDraft> {
        self.entries.values().map(|entry| &entry.draft)
    }

    /// The draft of a dispute; a new one where nobody has touched it.
    pub fn draft_or_new(&self, dispute_id: &DisputeId, view: &WorkspaceView<'_>) -> Cow<'_, EvidenceDraft> {
        match self.draft(dispute_id) {
            Some(draft) => Cow::Borrowed(draft),
            None => Cow::Owned(EvidenceDraft::new(view.profile_id, dispute_id.clone(), view.now)),
        }
    }

    /// A dispute was read: our draft of it, where there is one, has it for the time when it cannot be read.
    pub(super) fn dispute_read(&mut self, dispute: &Dispute, now: DateTime<Utc>) {
        if let Some(entry) = self.entries.get_mut(&dispute.dispute_id) {
            entry.read(dispute, now);
        }
    }

    fn entry_mut(&mut self, dispute_id: &DisputeId, view: &WorkspaceView<'_>) -> &mut DraftEntry {
        let new = || DraftEntry::new(EvidenceDraft::new(view.profile_id, dispute_id.clone(), view.now));
        self.entries.entry(dispute_id.clone()).or_insert_with(new)
    }

    /// Changes a draft; it is on disk within half a second. `last_read` is the dispute as the list has it. False where
    /// nothing changes.
    pub(super) fn change(
        &mut self,
        dispute_id: &DisputeId,
        last_read: Option<LastRead>,
        view: &WorkspaceView<'_>,
        change: impl FnOnce(&mut EvidenceDraft),
    ) -> bool {
        let entry = self.entry_mut(dispute_id, view);
        let before = entry.draft.clone();
        change(&mut entry.draft);
        let is_changed = entry.draft != before;
        if is_changed {
            entry.draft.last_read = entry.draft.last_read.take().or(last_read);
            entry.changed(view.now);
        }
        is_changed
    }

    /// The form of a dispute has to take its texts again.
    pub(super) fn outdate_form(&mut self, dispute_id: &DisputeId, view: &WorkspaceView<'_>) {
        self.entry_mut(dispute_id, view).generation += 1;
    }

    /// Writes down what happened to a draft, at once.
    pub(super) fn record(
        &mut self,
        dispute_id: &DisputeId,
        last_read: Option<LastRead>,
        cx: &mut Context<'_>,
        change: impl FnOnce(&mut EvidenceDraft),
    ) {
        let entry = self.entry_mut(dispute_id, cx);
        change(&mut entry.draft);
        entry.draft.last_read = entry.draft.last_read.take().or(last_read);
        entry.generation += 1;
        entry.changed(cx.now);
        entry.save(cx.outbox);
    }

    /// What was saved when Paydesk was last closed. What was typed since the start is newer.
    pub(crate) fn opened(&mut self, draft: EvidenceDraft, now: DateTime<Utc>) {
        match self.entries.get_mut(&draft.dispute_id) {
            None => drop(self.entries.insert(draft.dispute_id.clone(), DraftEntry::new(draft))),
            Some(entry) => {
                entry.draft = entry.draft.clone().on_top_of(draft);
                entry.generation += 1;
                entry.changed(now);
            }
        }
    }

    /// This draft takes the place of what is here, and is stored by who says so.
    pub(super) fn replace(&mut self, draft: EvidenceDraft, now: DateTime<Utc>) {
        let entry = self.entries.entry(draft.dispute_id.clone()).or_insert_with(|| DraftEntry::new(draft.clone()));
        entry.draft = draft;
        entry.generation += 1;
        entry.saved_at = Some(now);
    }

    /// A draft reached the disk, or did not.
    pub(crate) fn saved(
        &mut self,
        dispute_id: &DisputeId,
        revision: u64,
        problem: Option<Problem>,
        now: DateTime<Utc>,
    ) {
        match (self.entries.get_mut(dispute_id), problem) {
            (Some(entry), None) if entry.saved_revision <= revision => {
                (entry.saved_revision, entry.saved_at, entry.problem) = (revision, Some(now), None);
            }
            (Some(_), None) | (None, _) => {}
            (Some(entry), Some(problem)) => entry.problem = Some(problem),
        }
    }

    /// Takes in what is known now.
    #[expect(clippy::wildcard_enum_match_arm, reason = "it takes what it builds on")]
    pub(crate) fn on_fact(&mut self, fact: &FeatureFact, cx: &mut Context<'_>) {
        match fact {
            FeatureFact::TimePassed => self.save_due(cx),
            FeatureFact::ClockJumped(by) => self.clock_jumped(*by),
            _ => {}
        }
    }

    /// Writes the drafts whose time has come.
    fn save_due(&mut self, cx: &mut Context<'_>) {
        self.save_before(cx.now - TimeDelta::milliseconds(SAVE_AFTER_MS), cx);
    }

    /// Writes every draft that is not on disk: the person leaves it, or Paydesk is closed.
    pub(crate) fn save_now(&mut self, cx: &mut Context<'_>) {
        self.save_before(DateTime::<Utc>::MAX_UTC, cx);
    }

    /// Gives the drafts to the store that were changed at `due` or before.
    fn save_before(&mut self, due: DateTime<Utc>, cx: &mut Context<'_>) {
        let is_due = |entry: &&mut DraftEntry| entry.unsaved_since.is_some_and(|since| since <= due);
        self.entries.values_mut().filter(is_due).for_each(|entry| entry.save(cx.outbox));
    }

    /// When the next draft is to be written.
    pub(crate) fn next_due(&self) -> Option<DateTime<Utc>> {
        let since = self.entries.values().filter_map(|entry| entry.unsaved_since).min();
        since.map(|since| since + TimeDelta::milliseconds(SAVE_AFTER_MS))
    }

    fn clock_jumped(&mut self, by: TimeDelta) {
        for entry in self.entries.values_mut() {
            entry.unsaved_since = entry.unsaved_since.map(|since| since + by);
        }
    }
}

impl EvidenceDraft {
    /// This, made since the start, and of what was saved `before` what it does not touch.
    fn on_top_of(self, mut before: Self) -> Self {
        before.fields.extend(self.fields);
        before.files.extend(self.files);
        before.statement = self.statement.or(before.statement);
        before.product = self.product.or(before.product);
        before.deadline = self.deadline.or(before.deadline);
        before.refusal = self.refusal.or(before.refusal);
        before.last_read = self.last_read.or(before.last_read);
        for version in self.versions {
            before.submitted(version);
        }
        self.unconfirmed.into_iter().for_each(|version| before.left(version));
        before.set_aside.extend(self.set_aside);
        before.changed_at = self.changed_at;
        before
    }
}
