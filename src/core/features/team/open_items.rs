//! What is open here and at colleagues, beside operations. Evidence is written by one person at a time; who reviews a
//! payment is only seen.

use std::collections::BTreeMap;

use chrono::{DateTime, TimeDelta, Utc};

use crate::effect::OpenItemClaim;
use crate::rng::Rng;
use paydesk_domain::ids::OperationId;
use paydesk_domain::open_item::{OpenItem, OpenItemKind};
use paydesk_domain::team::ClaimHolder;

/// A colleague who has something open.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Colleague {
    pub person: String,
    /// By the clock of this machine.
    pub since: DateTime<Utc>,
}

/// Who has something that is open here.
#[derive(Debug, Clone, PartialEq, Eq)]
pub enum ItemAnswer {
    /// This desk.
    Ours,
    Held(ClaimHolder),
}

/// What an answer changed.
#[derive(Debug, PartialEq, Eq)]
pub(crate) enum ItemChange {
    /// A colleague took it over from here.
    Lost(Colleague),
    /// It was taken over from a colleague.
    TakenOver(Colleague),
}

#[derive(Debug, PartialEq, Eq)]
enum Holding {
    /// Until the database answers, it may be written.
    Asked,
    Ours,
    Held(Colleague),
}

#[derive(Debug)]
struct OwnItem {
    item: OpenItem,
    operation_id: OperationId,
    holding: Holding,
    /// A person takes it over from this colleague.
    takes_over: Option<Colleague>,
}

/// What is open at this desk and at the desks of colleagues.
#[derive(Debug, Default)]
pub struct OpenItems {
    own: Vec<OwnItem>,
    /// The database knows of them.
    is_asked: bool,
    drafts: BTreeMap<String, Vec<Colleague>>,
    reviews: BTreeMap<String, Vec<Colleague>>,
}

impl Colleague {
    fn of(holder: ClaimHolder, now: DateTime<Utc>) -> Self {
        let age = TimeDelta::seconds(i64::try_from(holder.age_s).unwrap_or(i64::MAX / 2_000));
        Self { person: holder.person, since: now - age }
    }
}

impl OpenItems {
    /// The colleagues who have it open, as far as it is known: who writes it first, each by one name.
    pub fn colleagues_at(&self, kind: OpenItemKind, id: &str) -> Vec<&Colleague> {
        let holder = self.holder_here(kind, id);
        let reported = self.of_kind(kind).get(id).into_iter().flatten();
        let others = reported.filter(|other| holder.is_none_or(|holder| holder.person != other.person));
        holder.into_iter().chain(others).collect()
    }

    /// The colleague who has what is open here: it cannot be written here.
    pub fn holder_here(&self, kind: OpenItemKind, id: &str) -> Option<&Colleague> {
        let own = self.own.iter().find(|own| own.item.kind == kind && own.item.id == id)?;
        match &own.holding {
            Holding::Held(colleague) => Some(colleague),
            Holding::Asked | Holding::Ours => None,
        }
    }

    /// Whether colleagues have anything of this kind open.
    pub fn has_any(&self, kind: OpenItemKind) -> bool {
        !self.of_kind(kind).is_empty()
    }

    fn of_kind(&self, kind: OpenItemKind) -> &BTreeMap<String, Vec<Colleague>> {
        match kind {
            OpenItemKind::Draft => &self.drafts,
            OpenItemKind::Review => &self.reviews,
        }
    }

    /// These are open here now; what the database has to know, where that is something else.
    pub(crate) fn follow(&mut self, wanted: Vec<OpenItem>, rng: &mut Rng) -> Option<Vec<OpenItemClaim>> {
        let is_same = wanted.len() == self.own.len() && wanted.iter().eq(self.own.iter().map(|own| &own.item));
        if is_same && (self.is_asked || wanted.is_empty()) {
            return None;
        }
        self.is_asked = true;
        let mut before = std::mem::take(&mut self.own);
        for item in wanted {
            let known = before.iter().position(|own| own.item == item).map(|place| before.swap_remove(place));
            self.own.push(known.unwrap_or_else(|| OwnItem {
                item,
                operation_id: rng.operation_id(),
                holding: Holding::Asked,
                takes_over: None,
            }));
        }
        let claim = |own: &OwnItem| OpenItemClaim { item: own.item.clone(), operation_id: own.operation_id.clone() };
        Some(self.own.iter().map(claim).collect())
    }

    /// A person takes it over. Whether a colleague has it.
    pub(crate) fn take_over(&mut self, item: &OpenItem) -> bool {
        let Some(own) = self.own.iter_mut().find(|own| own.item == *item) else { return false };
        let Holding::Held(colleague) = &own.holding else { return false };
        own.takes_over = Some(colleague.clone());
        true
    }

    /// The database says who has it.
    pub(crate) fn answered(&mut self, item: &OpenItem, answer: ItemAnswer, now: DateTime<Utc>) -> Option<ItemChange> {
        let own = self.own.iter_mut().find(|own| own.item == *item)?;
        let holding = match answer {
            ItemAnswer::Ours => Holding::Ours,
            ItemAnswer::Held(holder) => Holding::Held(Colleague::of(holder, now)),
        };
        let before = std::mem::replace(&mut own.holding, holding);
        match (before, &own.holding) {
            (Holding::Ours, Holding::Held(colleague)) => Some(ItemChange::Lost(colleague.clone())),
            (_, Holding::Ours) => own.takes_over.take().map(ItemChange::TakenOver),
            (_, Holding::Asked | Holding::Held(_)) => None,
        }
    }

    /// All that colleagues have open; of one item, who writes it comes first.
    pub(crate) fn reported(&mut self, items: Vec<(OpenItem, ClaimHolder)>, now: DateTime<Utc>) {
        self.drafts.clear();
        self.reviews.clear();
        for (item, holder) in items {
            let of_kind = match item.kind {
                OpenItemKind::Draft => &mut self.drafts,
                OpenItemKind::Review => &mut self.reviews,
            };
            let colleagues = of_kind.entry(item.id).or_default();
            if colleagues.iter().all(|known| known.person != holder.person) {
                colleagues.push(Colleague::of(holder, now));
            }
        }
    }

    /// The database is away: nobody knows who has what.
    pub(crate) fn away(&mut self) {
        self.is_asked = false;
        self.drafts.clear();
        self.reviews.clear();
        self.own.iter_mut().for_each(|own| own.holding = Holding::Asked);
    }
}
