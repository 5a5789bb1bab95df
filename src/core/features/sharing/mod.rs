//! What the desks of a team share: what of it waits to be written to the team's database, and what of the others' is
//! taken in.
//!
//! This desk's files stay what it works with. What is stored in them waits until the team has it; what the team has and
//! does not wait here takes the place of what is here; where both changed, the [kind](crate::sharing) of it makes one of
//! both. So after whatever was cut off, all desks come to the same. What is shared, and how two versions become one, is
//! the business of [`crate::sharing`].

mod merge;
mod report;
pub(crate) mod text;

use std::collections::BTreeMap;

use crate::context::fact::FeatureFact;
use paydesk_domain::document::Raw;
use paydesk_domain::shared::{SharedBody, SharedChange, SharedKey, SharedOutcome, SharedWrite};

pub use merge::{Merged, merged_values};
pub use report::{SharingReport, StoredSharing};

/// Most that is written at once.
const WRITES_MAX: usize = 100;
/// Changes of other things than these, after which how far they were looked at is written down.
const NOTED_EVERY: i64 = 1_000;

/// What one profile shares.
#[derive(Debug, Default)]
pub struct Sharing {
    /// What was stored of it is known.
    has_begun: bool,
    link: SharingLink,
    /// The number of the last change of the team that is taken in here.
    seen: i64,
    /// That number as it is on disk.
    noted: i64,
    /// What the team has of what people write, as far as it is known here.
    bases: BTreeMap<SharedKey, Raw>,
    /// What the team does not have yet, each with the count of its last change.
    waiting: BTreeMap<SharedKey, u64>,
    /// Counts changes.
    changes: u64,
    in_flight: BTreeMap<SharedKey, InFlight>,
    /// The newest change that is known of a key, where it is behind `seen`.
    newer: BTreeMap<SharedKey, i64>,
    /// What waits, and is not on disk as such.
    unnoted: Vec<(SharedKey, Option<Raw>)>,
}

/// How it stands with the team's database.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Default)]
enum SharingLink {
    #[default]
    Away,
    /// There is a connection; nothing was asked of it.
    Connected,
    Asked,
    /// All changes up to this one have to be taken in before anything is written.
    Following {
        last: i64,
    },
}

/// Something that was given to the database, and not answered.
#[derive(Debug)]
struct InFlight {
    change: u64,
    body: SharedBody,
    /// A later change of the team was taken in meanwhile.
    is_overtaken: bool,
}

/// What is to be done about a change of the team.
#[derive(Debug, PartialEq)]
pub(crate) enum Incoming {
    /// It is known.
    Old,
    /// Nothing of ours waits: it is so from now on.
    Adopt,
    /// Ours waits, too; with what the team had before.
    Merge(Option<Raw>),
}

impl Sharing {
    /// How many things wait to be shared.
    pub fn waiting(&self) -> usize {
        self.waiting.len()
    }

    /// Whether everything is shared that can be, and everything is taken in that was there.
    pub fn is_settled(&self) -> bool {
        self.has_caught_up() && self.waiting.is_empty()
    }

    pub(crate) fn has_begun(&self) -> bool {
        self.has_begun
    }

    /// Takes up what was stored; `None` where nothing was ever shared: then everything waits. `local` is all that can be
    /// shared, with its content where the team's has to be known.
    pub(crate) fn begin(&mut self, stored: Option<StoredSharing>, local: Vec<(SharedKey, Option<Raw>)>) {
        self.has_begun = true;
        let Some(stored) = stored else {
            return self.wait(local.into_iter().map(|(key, _)| key));
        };
        (self.seen, self.noted) = (stored.seen, stored.seen);
        self.bases = local.into_iter().filter_map(|(key, content)| Some((key, content?))).collect();
        // What was changed since the start is not what the team has.
        self.waiting.keys().for_each(|key| drop(self.bases.remove(key)));
        for (key, base) in stored.waiting {
            match base {
                Some(base) => drop(self.bases.insert(key.clone(), base)),
                None => drop(self.bases.remove(&key)),
            }
            self.wait_for(key);
        }
    }

    /// The team's database knows less than was taken in: it was restored, or is another one. Everything is shared again.
    pub(crate) fn start_over(&mut self, local: impl Iterator<Item = SharedKey>) {
        (self.seen, self.noted) = (0, 0);
        self.bases.clear();
        self.newer.clear();
        self.link = SharingLink::Connected;
        self.wait(local);
    }

    /// What is stored here of these keys is not what the team has.
    pub(crate) fn wait(&mut self, keys: impl Iterator<Item = SharedKey>) {
        for key in keys {
            if !self.waiting.contains_key(&key) {
                self.unnoted.push((key.clone(), self.bases.get(&key).cloned()));
            }
            self.wait_for(key);
        }
    }

    fn wait_for(&mut self, key: SharedKey) {
        self.changes += 1;
        self.waiting.insert(key, self.changes);
    }

    /// What has to be written down before anything that is stored.
    pub(crate) fn take_unnoted(&mut self) -> Vec<(SharedKey, Option<Raw>)> {
        std::mem::take(&mut self.unnoted)
    }

    /// What the team has under a key of what people write.
    pub(crate) fn base(&self, key: &SharedKey) -> Option<&Raw> {
        self.bases.get(key)
    }

    /// The keys of a kind that the team has something under.
    pub(crate) fn bases_of(&self, kind: &str) -> impl Iterator<Item = &SharedKey> {
        self.bases.keys().filter(move |key| key.kind == kind)
    }

    pub(crate) fn connected(&mut self) {
        self.away();
        self.link = SharingLink::Connected;
    }

    /// Takes in what is known now.
    pub(crate) fn on_fact(&mut self, fact: &FeatureFact) {
        if matches!(fact, FeatureFact::TeamLeft | FeatureFact::TeamAway) {
            self.away();
        }
    }

    /// What was given to the database may have been taken, or not.
    pub(crate) fn away(&mut self) {
        self.link = SharingLink::Away;
        self.in_flight.clear();
    }

    /// After which change the database is to be followed, where that was not asked for.
    pub(crate) fn follows_after(&mut self) -> Option<i64> {
        if !self.has_begun || self.link != SharingLink::Connected {
            return None;
        }
        self.link = SharingLink::Asked;
        Some(self.seen)
    }

    /// Whether the database has all that was taken in from it.
    pub(crate) fn following(&mut self, last: i64) -> bool {
        self.link = SharingLink::Following { last };
        last >= self.seen
    }

    fn has_caught_up(&self) -> bool {
        matches!(self.link, SharingLink::Following { last } if self.seen >= last)
    }

    /// What can be written now; `body` says what is here under a key.
    pub(crate) fn next_writes(
        &mut self,
        body: impl Fn(&SharedKey) -> Option<SharedBody>,
    ) -> (Vec<SharedWrite>, Vec<SharedKey>) {
        let (mut writes, mut nothing_new) = (Vec::new(), Vec::new());
        if !self.has_caught_up() || !self.in_flight.is_empty() {
            return (writes, nothing_new);
        }
        for (key, change) in &self.waiting {
            if writes.len() == WRITES_MAX {
                break;
            }
            let base = self.bases.get(key);
            // What is here no more was deleted, where the team has it.
            let gone = || base.map(|base| SharedBody { content: base.clone(), is_deleted: true });
            match body(key).or_else(gone) {
                Some(body) if body.is_deleted || base != Some(&body.content) => {
                    let seen = self.newer.get(key).map_or(self.seen, |newer| self.seen.max(*newer));
                    self.in_flight
                        .insert(key.clone(), InFlight { change: *change, body: body.clone(), is_overtaken: false });
                    writes.push(SharedWrite { key: key.clone(), body, seen });
                }
                Some(_) | None => nothing_new.push(key.clone()),
            }
        }
        for key in &nothing_new {
            self.waiting.remove(key);
        }
        (writes, nothing_new)
    }

    /// The database answered to one write. What the team has by now, and a change of somebody else that has to be taken in
    /// first.
    pub(crate) fn answered(
        &mut self,
        key: &SharedKey,
        outcome: SharedOutcome,
        keeps_base: bool,
    ) -> (bool, Option<SharedChange>) {
        let Some(sent) = self.in_flight.remove(key) else { return (false, None) };
        match outcome {
            SharedOutcome::Accepted { change } => {
                self.known(key, change);
                if keeps_base && !sent.is_overtaken {
                    self.set_base(key, &sent.body);
                }
                (self.done(key, sent.change), None)
            }
            SharedOutcome::Conflict(change) => (false, Some(change)),
            // Until it is changed.
            SharedOutcome::Refused => (self.done(key, sent.change), None),
        }
    }

    /// Nothing waits under a key, unless it was changed again.
    fn done(&mut self, key: &SharedKey, change: u64) -> bool {
        let is_newest = self.waiting.get(key) == Some(&change);
        if is_newest {
            self.waiting.remove(key);
        } else if self.waiting.contains_key(key) {
            self.unnoted.push((key.clone(), self.bases.get(key).cloned()));
        }
        is_newest
    }

    /// What was given may have been taken: what the database has is looked at again before anything else is given.
    pub(crate) fn not_answered(&mut self) {
        self.in_flight.clear();
        if self.link != SharingLink::Away {
            self.link = SharingLink::Connected;
        }
    }

    fn known(&mut self, key: &SharedKey, change: i64) {
        if change > self.seen {
            self.newer.insert(key.clone(), change);
        }
    }

    fn set_base(&mut self, key: &SharedKey, body: &SharedBody) {
        match body.is_deleted {
            true => drop(self.bases.remove(key)),
            false => drop(self.bases.insert(key.clone(), body.content.clone())),
        }
    }

    /// What is to be done about a change.
    pub(crate) fn incoming(&self, change: &SharedChange) -> Incoming {
        let newest = self.newer.get(&change.key).map_or(self.seen, |newer| self.seen.max(*newer));
        let is_known = change.change <= newest;
        // It is our own, and its answer is under way.
        let is_ours = self.in_flight.get(&change.key).is_some_and(|sent| sent.body == change.body);
        if is_known || is_ours {
            Incoming::Old
        } else if self.waiting.contains_key(&change.key) {
            Incoming::Merge(self.bases.get(&change.key).cloned())
        } else {
            Incoming::Adopt
        }
    }

    /// A change is what is here, or is part of it; `is_same` where nothing of ours is left to be shared.
    pub(crate) fn taken(&mut self, change: &SharedChange, keeps_base: bool, is_same: bool) {
        self.known(&change.key, change.change);
        if keeps_base {
            self.set_base(&change.key, &change.body);
        }
        if is_same {
            self.waiting.remove(&change.key);
            self.in_flight.remove(&change.key);
        } else if let Some(sent) = self.in_flight.get_mut(&change.key) {
            sent.is_overtaken = true;
        }
    }

    /// Whether that everything up to this change is taken in has to be on disk, where there was nothing to be taken in:
    /// looking at those changes again does no harm, at very many of them takes time.
    pub(crate) fn is_noted_late(&self, change: i64) -> bool {
        change - self.noted < NOTED_EVERY
    }

    pub(crate) fn noted(&mut self, change: i64) {
        self.noted = change;
    }

    /// Everything up to this change is taken in.
    pub(crate) fn seen_up_to(&mut self, change: i64) {
        self.seen = self.seen.max(change);
        let seen = self.seen;
        self.newer.retain(|_, newer| *newer > seen);
    }
}
