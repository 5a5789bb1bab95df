//! Connects what is stored here to what the team shares: what a job of the store writes waits to be shared, and what the
//! team reports is taken in as what was opened is, and stored.
//!
//! What can be shared is declared in [`kinds`]; what waits, and what is done about a change, is the business of
//! [`super::features::sharing`].

mod annotations;
mod documents;
pub mod files;
mod kind;
mod kinds;
mod records;
mod views;

use std::collections::BTreeMap;

use paydesk_domain::document::Raw;
use paydesk_domain::profile::ProfileId;
use paydesk_domain::shared::{SharedBody, SharedChange, SharedKey, SharedOutcome};

use super::effect::{SharedKeep, SharingRequest, StoreJob, TeamEffect};
use super::features::sharing::{Incoming, Merged, SharingReport, StoredSharing, text};
use super::features::team::TeamLink;
use super::features::toasts::ToastKind;
use super::problem::Problem;
use super::records::Opening;
use super::state::State;
use kind::{MergeInput, SharedKind};
use kinds::{KINDS, kind};

/// Kinds whose lists are written again when one of them was taken in.
const SHOWN_TOGETHER: [&str; 2] = [documents::KIND.name, annotations::KIND.name];

impl State {
    /// The end of every message: what it stored waits, and what waits is shared where the team can be reached.
    pub(super) fn share(&mut self) {
        if self.profiles.saved.iter().all(|profile| profile.team.is_none()) {
            return;
        }
        if !self.sharing_files.was_asked_for {
            self.sharing_files.was_asked_for = true;
            self.outbox.push(StoreJob::OpenSharing);
        }
        self.begin_sharing();
        self.wait_for_stored();
        self.note_waiting();
        self.ask_team();
    }

    /// What was shared before, and what there is here, is known: sharing can begin.
    fn begin_sharing(&mut self) {
        let is_read = |opening: &Opening| *opening != Opening::Reading;
        let (workspace, files) = (&self.workspace, &mut self.sharing_files);
        let is_joined = self.profiles.find(&workspace.profile_id).is_some_and(|profile| profile.team.is_some());
        let all_is_read =
            is_read(&workspace.records.opening) && is_read(&workspace.notes.opening) && files.documents_are_read;
        if workspace.sharing.has_begun() || !is_joined || !all_is_read {
            return;
        }
        let Some(stored) = &mut files.stored else { return };
        let is_first = !stored.contains_key(&workspace.profile_id);
        let has_all = workspace.records.opening == Opening::Ready && workspace.notes.opening == Opening::Ready;
        if is_first && !has_all {
            // What cannot be read now would never be shared.
            return;
        }
        let stored = stored.remove(&workspace.profile_id);
        let local: Vec<_> = match is_first {
            true => KINDS.into_iter().flat_map(|kind| self.all_keys(kind)).map(|key| (key, None)).collect(),
            false => KINDS.into_iter().filter(|kind| kind.keeps_base).flat_map(|kind| self.all_of(kind)).collect(),
        };
        self.workspace.sharing.begin(stored, local);
        if is_first {
            // From now on it is known that everything waits.
            let keep = SharedKeep { seen: Some(0), ..SharedKeep::new(self.workspace.profile_id.clone()) };
            self.note_waiting();
            self.outbox.push(StoreJob::KeepShared(Box::new(keep)));
        }
    }

    fn all_of(&self, kind: &SharedKind) -> Vec<(SharedKey, Option<Raw>)> {
        let content = |id: &str| (kind.body)(self, id).map(|body| body.content);
        (kind.ids)(self).into_iter().map(|id| (SharedKey::new(kind.name, id.as_str()), content(&id))).collect()
    }

    /// What the jobs of this message store is not what the team has.
    fn wait_for_stored(&mut self) {
        let mut waiting: BTreeMap<ProfileId, Vec<SharedKey>> = BTreeMap::new();
        for job in self.outbox.jobs() {
            for kind in KINDS {
                for (profile_id, id) in (kind.stored)(self, job) {
                    let profile_id = profile_id.unwrap_or_else(|| self.workspace.profile_id.clone());
                    waiting.entry(profile_id).or_default().push(SharedKey::new(kind.name, id));
                }
            }
        }
        for (profile_id, keys) in waiting {
            if self.profiles.find(&profile_id).is_some_and(|profile| profile.team.is_some()) {
                self.in_workspace(&profile_id, |state| {
                    state.workspace.sharing.wait(keys.into_iter());
                    state.note_waiting();
                });
            }
        }
    }

    /// That it waits is on disk before it is stored itself: whatever ends the program, it is not forgotten.
    fn note_waiting(&mut self) {
        if self.sharing_files.stored.is_none() {
            return;
        }
        let waiting = self.workspace.sharing.take_unnoted();
        if !waiting.is_empty() {
            let keep = SharedKeep { waiting, ..SharedKeep::new(self.workspace.profile_id.clone()) };
            self.outbox.push_first(StoreJob::KeepShared(Box::new(keep)));
        }
    }

    /// Follows the team's database, and gives it what waits.
    fn ask_team(&mut self) {
        let TeamLink::Connected(session) = self.workspace.team.link() else { return };
        let may_write = session.role.may_operate();
        if let Some(after) = self.workspace.sharing.follows_after() {
            self.ask_sharing(SharingRequest::Follow { after });
        }
        if !may_write {
            return;
        }
        let mut sharing = std::mem::take(&mut self.workspace.sharing);
        let body = |key: &SharedKey| (kind(&key.kind)?.body)(self, &key.id);
        let (writes, nothing_new) = sharing.next_writes(body);
        self.workspace.sharing = sharing;
        if !nothing_new.is_empty() {
            self.keep_shared(SharedKeep {
                accepted: nothing_new,
                ..SharedKeep::new(self.workspace.profile_id.clone())
            });
        }
        if !writes.is_empty() {
            self.ask_sharing(SharingRequest::Share(writes));
        }
    }

    fn ask_sharing(&mut self, request: SharingRequest) {
        let profile_id = self.workspace.profile_id.clone();
        self.outbox.push(TeamEffect::Sharing { profile_id, request });
    }

    fn keep_shared(&mut self, keep: SharedKeep) {
        if !keep.is_empty() {
            self.outbox.push(StoreJob::KeepShared(Box::new(keep)));
        }
    }

    /// What was shared when Paydesk was last closed.
    pub(super) fn sharing_opened(&mut self, stored: BTreeMap<ProfileId, StoredSharing>, problem: Option<Problem>) {
        match problem {
            // Without knowing what waits, nothing is shared: it might be written over.
            Some(problem) => self.notice(problem),
            None => self.sharing_files.stored = Some(stored),
        }
    }

    /// Something of it is on disk: there is room for the next change.
    pub(super) fn shared_kept(&mut self, profile_id: &ProfileId, is_change: bool, problem: Option<Problem>) {
        if is_change {
            self.in_workspace(profile_id, |state| state.ask_sharing(SharingRequest::Acknowledge));
        }
        problem.into_iter().for_each(|problem| self.notice(problem));
    }

    /// Another team, or none: nothing is known of it.
    pub(super) fn forget_sharing(&mut self) {
        self.workspace.sharing = Default::default();
        let profile_id = self.workspace.profile_id.clone();
        if let Some(stored) = &mut self.sharing_files.stored {
            stored.remove(&profile_id);
        }
        self.outbox.push(StoreJob::ForgetSharing { profile_id });
    }

    /// The database of the team reported something of what is shared.
    pub(super) fn sharing_reported(&mut self, report: SharingReport) {
        match report {
            SharingReport::Following { last } => {
                if !self.workspace.sharing.following(last) {
                    let local: Vec<SharedKey> = KINDS.into_iter().flat_map(|kind| self.all_keys(kind)).collect();
                    self.workspace.sharing.start_over(local.into_iter());
                }
            }
            SharingReport::Changed { changes, upto } => self.take_in(changes, Some(upto)),
            SharingReport::Answered(outcomes) => self.share_answered(outcomes),
            SharingReport::NotAnswered => self.workspace.sharing.not_answered(),
        }
    }

    fn all_keys(&self, kind: &SharedKind) -> Vec<SharedKey> {
        (kind.ids)(self).into_iter().map(|id| SharedKey::new(kind.name, id)).collect()
    }

    fn share_answered(&mut self, outcomes: Vec<(SharedKey, SharedOutcome)>) {
        let mut conflicts = Vec::new();
        let mut keep = SharedKeep::new(self.workspace.profile_id.clone());
        for (key, outcome) in outcomes {
            if outcome == SharedOutcome::Refused {
                self.toasts.show(self.now, ToastKind::Attention, text::REFUSED.to_owned(), None);
            }
            let keeps_base = kind(&key.kind).is_some_and(|kind| kind.keeps_base);
            let (is_done, conflict) = self.workspace.sharing.answered(&key, outcome, keeps_base);
            conflicts.extend(conflict);
            keep.accepted.extend(Some(key).filter(|_| is_done));
        }
        self.keep_shared(keep);
        if !conflicts.is_empty() {
            self.take_in(conflicts, None);
        }
    }

    /// Takes in changes of the team; up to the number `upto` all of them are taken in then.
    fn take_in(&mut self, changes: Vec<SharedChange>, upto: Option<i64>) {
        if let Some(upto) = upto {
            // Claims of others, say.
            if changes.is_empty() && self.workspace.sharing.is_noted_late(upto) {
                self.workspace.sharing.seen_up_to(upto);
                return self.ask_sharing(SharingRequest::Acknowledge);
            }
            self.workspace.sharing.noted(upto);
        }
        if self.workspace.drafts.has_unsaved() {
            self.with(|features, cx| features.drafts.save_now(cx));
        }
        // What this message has stored so far is ours.
        self.wait_for_stored();
        let mut keep = SharedKeep { seen: upto, ..SharedKeep::new(self.workspace.profile_id.clone()) };
        let is_shown = changes.iter().any(|change| SHOWN_TOGETHER.contains(&&*change.key.kind));
        changes.iter().for_each(|change| self.take_in_one(change, &mut keep));
        upto.into_iter().for_each(|upto| self.workspace.sharing.seen_up_to(upto));
        self.keep_shared(keep);
        if is_shown {
            self.with(|features, cx| features.history.notes_changed(&cx.view));
            self.with_disputes(|disputes, evidence, cx| disputes.prepare_again(evidence, cx));
        }
    }

    fn take_in_one(&mut self, change: &SharedChange, keep: &mut SharedKeep) {
        // Of another version of Paydesk: that one shows it.
        let Some(kind) = kind(&change.key.kind) else { return };
        match self.workspace.sharing.incoming(change) {
            Incoming::Old => {}
            Incoming::Adopt => {
                // Known before it is stored, so that it does not wait because of that.
                self.workspace.sharing.taken(change, kind.keeps_base, true);
                // What this version cannot read stays with the team: another one shows it.
                (kind.take)(self, &change.key.id, &change.body, keep);
            }
            Incoming::Merge(base) => self.merge_one(kind, change, base.as_ref(), keep),
        }
    }

    fn merge_one(&mut self, kind: &SharedKind, change: &SharedChange, base: Option<&Raw>, keep: &mut SharedKeep) {
        let SharedChange { key, body: theirs, by, .. } = change;
        let gone = || base.map(|base| SharedBody { content: base.clone(), is_deleted: true });
        let Some(ours) = (kind.body)(self, &key.id).or_else(gone) else {
            self.workspace.sharing.taken(change, kind.keeps_base, true);
            keep.accepted.push(key.clone());
            (kind.take)(self, &key.id, theirs, keep);
            return;
        };
        let merged = match ours == *theirs {
            true => Merged::into(ours.clone()),
            false => {
                let is_elsewhere = (kind.is_written_elsewhere)(self, &key.id);
                let yields_as = self.workspace.team.person().filter(|_| is_elsewhere);
                let is_taken = &|id: &str| (kind.body)(self, id).is_some();
                (kind.merge)(&MergeInput { id: &key.id, base, ours: &ours, theirs, by, yields_as, is_taken })
            }
        };
        let is_same = merged.body == *theirs;
        self.workspace.sharing.taken(change, kind.keeps_base, is_same);
        match is_same {
            true => keep.accepted.push(key.clone()),
            false => keep.waiting.push((key.clone(), Some(theirs.content.clone()).filter(|_| kind.keeps_base))),
        }
        if merged.body != ours {
            (kind.take)(self, &key.id, &merged.body, keep);
            // It is another change than the one that may be under way.
            self.workspace.sharing.wait(Some(key.clone()).filter(|_| !is_same).into_iter());
        }
        for (id, body) in merged.beside {
            (kind.take)(self, &id, &body, keep);
            let beside = SharedKey::new(kind.name, id);
            keep.waiting.push((beside.clone(), None));
            self.workspace.sharing.wait(std::iter::once(beside));
        }
        if let Some(message) = merged.message {
            self.toasts.show(self.now, ToastKind::Attention, message, None);
        }
    }
}
