//! What is open at this desk and at others: claims that send nothing. A claim lasts a little longer than the time after
//! which it is renewed, so that what a desk had open that is gone is free within a minute.
//!
//! One desk has an item. Another that has it open as well has a claim beside it, under the number of the desk, so that
//! everybody is seen; a Paydesk that does not know these passes them over.

use std::collections::BTreeMap;
use std::time::Duration;

use paydesk_core::effect::OpenItemClaim;
use paydesk_core::features::team::{ItemAnswer, TeamReport};
use paydesk_domain::ids::OperationId;
use paydesk_domain::open_item::{OpenItem, OpenItemKind};
use paydesk_domain::team::ClaimHolder;
use paydesk_domain::text::visible;
use paydesk_team::{ClaimOutcome, ClaimRequest, DeskId, Fence, TeamClaim, TeamConnection, TeamError, TeamProfileId};

/// Between the id of an item and the number of a desk; behind the id of an operation it is that of the claim beside.
const BESIDE: char = '+';
/// How long a claim holds that is not renewed.
const LEASE: Duration = Duration::from_secs(40);
/// After how long claims are renewed, and those of others are looked at.
pub const RENEW_EVERY: Duration = Duration::from_secs(12);
/// What is recorded where a person takes over.
const TAKEN_OVER: &str = "to write the evidence";
const CLOSED: &str = "closed";
/// Longest name of what is claimed, in characters: as long as the database takes.
const RESOURCE_MAX_CHARS: usize = 200;

/// Where the claims are.
#[derive(Clone, Copy)]
pub struct ItemsAt<'a> {
    pub connection: &'a TeamConnection,
    pub profile: TeamProfileId,
    pub desk: DeskId,
}

/// One item of this desk, with whose it was by the last answer.
struct HeldItem {
    operation_id: OperationId,
    answer: Option<ItemAnswer>,
    /// Its claim beside that of a colleague.
    beside: Option<Fence>,
}

/// The items open at this desk, and the claims that tell colleagues so.
#[derive(Default)]
pub struct OpenItemsSession {
    own: BTreeMap<OpenItem, HeldItem>,
    /// As it was reported last.
    others: Vec<(OpenItem, ClaimHolder)>,
}

impl OpenItemsSession {
    /// Whether anything has to be renewed or looked at.
    pub fn is_empty(&self) -> bool {
        self.own.is_empty() && self.others.is_empty()
    }

    /// These are open from now on. What this desk had open before is free, also from before the program was closed.
    pub async fn set(&mut self, at: ItemsAt<'_>, items: Vec<OpenItemClaim>) -> Result<Vec<TeamReport>, TeamError> {
        let is_of = |claim: &TeamClaim, own: &OperationId| {
            claim.operation_id == own.as_str() || claim.operation_id == operation_beside(own)
        };
        let is_open = |claim: &TeamClaim| items.iter().any(|item| is_of(claim, &item.operation_id));
        let open = at.connection.open_claims(at.profile).await?;
        let own = open.iter().filter(|claim| claim.desk == at.desk && shown_item(claim).is_some());
        for claim in own.filter(|claim| !is_open(claim)) {
            allowed(at.connection.release_claim(at.profile, claim.fence, CLOSED).await)?;
        }
        let mut before = std::mem::take(&mut self.own);
        for OpenItemClaim { item, operation_id } in items {
            let (answer, beside) = before.remove(&item).map_or((None, None), |held| (held.answer, held.beside));
            self.own.insert(item, HeldItem { operation_id, answer, beside });
        }
        self.renew(at).await
    }

    /// Asks for each: those of this desk hold for longer, and those that became free are got.
    pub async fn renew(&mut self, at: ItemsAt<'_>) -> Result<Vec<TeamReport>, TeamError> {
        let items: Vec<OpenItem> = self.own.keys().cloned().collect();
        let mut reports = Vec::new();
        for item in items {
            reports.extend(self.ask(at, item).await?);
        }
        Ok(reports)
    }

    /// The claims of the team changed: asks for what may have another holder.
    pub async fn follow(&mut self, at: ItemsAt<'_>, open: &[TeamClaim]) -> Result<Vec<TeamReport>, TeamError> {
        let is_as_known = |(item, held): (&OpenItem, &HeldItem)| {
            let claim = open.iter().find(|claim| item_of(claim).as_ref() == Some(item));
            let is_own = claim.is_some_and(|claim| claim.operation_id == held.operation_id.as_str());
            match &held.answer {
                Some(ItemAnswer::Ours) => is_own,
                Some(ItemAnswer::Held(holder)) => claim.is_some_and(|claim| holder_of(claim).person == holder.person),
                None => false,
            }
        };
        let changed: Vec<OpenItem> =
            self.own.iter().filter(|own| !is_as_known(*own)).map(|(item, _)| item.clone()).collect();
        let mut reports = Vec::new();
        for item in changed {
            reports.extend(self.ask(at, item).await?);
        }
        Ok(reports)
    }

    async fn ask(&mut self, at: ItemsAt<'_>, item: OpenItem) -> Result<Option<TeamReport>, TeamError> {
        let Some(request) = self.request(&item) else { return Ok(None) };
        let outcome = allowed(at.connection.claim(at.profile, at.desk, &request).await)?;
        self.stand_beside(at, &item, outcome.as_ref()).await?;
        Ok(outcome.and_then(|outcome| self.answered(item, outcome)))
    }

    /// While a colleague has an item that is open here, both are seen at it.
    async fn stand_beside(
        &mut self,
        at: ItemsAt<'_>,
        item: &OpenItem,
        outcome: Option<&ClaimOutcome>,
    ) -> Result<(), TeamError> {
        let Some(held) = self.own.get_mut(item) else { return Ok(()) };
        match (outcome, held.beside) {
            (Some(ClaimOutcome::Held(_)), _) => {
                let Some(request) = request_beside(item, &held.operation_id, at.desk) else { return Ok(()) };
                let outcome = allowed(at.connection.claim(at.profile, at.desk, &request).await)?;
                held.beside = match outcome {
                    Some(ClaimOutcome::Granted(fence)) => Some(fence),
                    Some(ClaimOutcome::Held(_) | ClaimOutcome::Ended(_) | ClaimOutcome::NeedsApproval) | None => None,
                };
            }
            (Some(ClaimOutcome::Granted(_)), Some(fence)) => {
                held.beside = None;
                allowed(at.connection.release_claim(at.profile, fence, CLOSED).await)?;
            }
            (_, _) => {}
        }
        Ok(())
    }

    /// Ends the claim of whoever has it and gets it, in one step.
    pub async fn take_over(&mut self, at: ItemsAt<'_>, item: OpenItem) -> Result<Option<TeamReport>, TeamError> {
        let Some(request) = self.request(&item) else { return Ok(None) };
        let open = at.connection.open_claims(at.profile).await?;
        let claim = open.iter().find(|claim| item_of(claim).as_ref() == Some(&item) && claim.desk != at.desk);
        let outcome = match claim {
            Some(claim) => {
                let taken = (claim.fence, TAKEN_OVER);
                allowed(at.connection.take_over_item(at.profile, at.desk, taken, &request).await)?
            }
            None => None,
        };
        match outcome {
            Some(outcome) => {
                self.stand_beside(at, &item, Some(&outcome)).await?;
                Ok(self.answered(item, outcome))
            }
            None => self.ask(at, item).await,
        }
    }

    fn request(&self, item: &OpenItem) -> Option<ClaimRequest> {
        let held = self.own.get(item)?;
        Some(request_of(item.kind, item.kind.family(), item.id.clone(), held.operation_id.to_string()))
    }

    /// What is reported of an answer, where it is another one than before.
    fn answered(&mut self, item: OpenItem, outcome: ClaimOutcome) -> Option<TeamReport> {
        let answer = match outcome {
            ClaimOutcome::Granted(_) => ItemAnswer::Ours,
            ClaimOutcome::Held(claim) => ItemAnswer::Held(holder_of(&claim)),
            ClaimOutcome::Ended(_) | ClaimOutcome::NeedsApproval => return None,
        };
        let held = self.own.get_mut(&item)?;
        let is_same = held.answer.as_ref().is_some_and(|known| is_same(known, &answer));
        held.answer = Some(answer.clone());
        (!is_same).then_some(TeamReport::ItemAnswered { item, answer })
    }

    /// What others have open, where that is something else than was reported.
    pub fn others(&mut self, desk: DeskId, open: &[TeamClaim]) -> Option<TeamReport> {
        let others = open.iter().filter(|claim| claim.desk != desk && is_alive(claim));
        let mut others: Vec<(OpenItem, &TeamClaim)> =
            others.filter_map(|claim| Some((shown_item(claim)?, claim))).collect();
        // Who has an item stands before those who have it open as well.
        others.sort_by_key(|(_, claim)| item_of(claim).is_none());
        let others: Vec<(OpenItem, ClaimHolder)> =
            others.into_iter().map(|(item, claim)| (item, holder_of(claim))).collect();
        let known = |(item, holder): &(OpenItem, ClaimHolder)| (item.clone(), holder.person.clone());
        let is_same = others.iter().map(known).eq(self.others.iter().map(known));
        self.others.clone_from(&others);
        (!is_same).then_some(TeamReport::ItemsOpen(others))
    }

    /// Nothing is open here any more.
    pub async fn leave(&mut self, at: ItemsAt<'_>) {
        if !self.own.is_empty() {
            // What stays is free once its time is over.
            let _ = self.set(at, Vec::new()).await;
        }
    }
}

/// What a claim is of, where it sends nothing.
fn item_of(claim: &TeamClaim) -> Option<OpenItem> {
    OpenItemKind::of(&claim.family).map(|kind| OpenItem { kind, id: claim.resource.clone() })
}

/// What a claim is of, also where somebody has it open beside who has it.
fn shown_item(claim: &TeamClaim) -> Option<OpenItem> {
    let beside = || {
        let kind = OpenItemKind::of_beside(&claim.family)?;
        let (id, _) = claim.resource.rsplit_once(BESIDE)?;
        Some(OpenItem { kind, id: id.to_owned() })
    };
    item_of(claim).or_else(beside)
}

/// The claim of a desk that has something open which another has; `None` where its name would be too long.
fn request_beside(item: &OpenItem, operation_id: &OperationId, desk: DeskId) -> Option<ClaimRequest> {
    let resource = format!("{}{BESIDE}{}", item.id, desk.0);
    let is_short = resource.chars().count() <= RESOURCE_MAX_CHARS;
    is_short.then(|| request_of(item.kind, item.kind.family_beside(), resource, operation_beside(operation_id)))
}

fn operation_beside(operation_id: &OperationId) -> String {
    format!("{}{BESIDE}", operation_id.as_str())
}

fn request_of(kind: OpenItemKind, family: &str, resource: String, operation_id: String) -> ClaimRequest {
    ClaimRequest {
        family: family.to_owned(),
        resource,
        operation_id,
        description: kind.description().to_owned(),
        lease: LEASE,
        operation: None,
        run: None,
        account: None,
    }
}

/// Whether its time was not over when it was read, by the clock of the database.
fn is_alive(claim: &TeamClaim) -> bool {
    claim.lease_until > claim.since + chrono::TimeDelta::milliseconds(claim.age_ms)
}

/// The age of a claim grows: it is the same one.
fn is_same(known: &ItemAnswer, answer: &ItemAnswer) -> bool {
    match (known, answer) {
        (ItemAnswer::Ours, ItemAnswer::Ours) => true,
        (ItemAnswer::Held(known), ItemAnswer::Held(holder)) => known.person == holder.person,
        (ItemAnswer::Ours, ItemAnswer::Held(_)) | (ItemAnswer::Held(_), ItemAnswer::Ours) => false,
    }
}

/// A refusal is an answer: somebody was faster, or this person may not.
fn allowed<T>(result: Result<T, TeamError>) -> Result<Option<T>, TeamError> {
    match result {
        Ok(value) => Ok(Some(value)),
        Err(TeamError::Refused(refusal)) => {
            tracing::info!(%refusal, "a claim on the open item was refused");
            Ok(None)
        }
        Err(error) => Err(error),
    }
}

/// Who has a claim, as colleagues read it.
pub fn holder_of(claim: &TeamClaim) -> ClaimHolder {
    ClaimHolder {
        person: visible(&claim.user, 60),
        description: visible(&claim.description, 200),
        age_s: u64::try_from(claim.age_ms / 1_000).unwrap_or(0),
    }
}
