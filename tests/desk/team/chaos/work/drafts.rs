//! Evidence that one person at a time writes, and another takes over.

use paydesk_domain::shared::{SharedBody, SharedKey, SharedOutcome, SharedWrite};
use paydesk_team::{ClaimOutcome, ClaimRequest, Fence, TeamError, TeamRefusal};
use paydesk_test_basics::rng::Rng;
use uuid::Uuid;

use super::{Work, lease, pause};
use crate::team::chaos::desk::Machine;
use crate::team::chaos::draft_version::{DraftVersion, FAMILY};
use crate::team::claims::request;

/// What this desk wrote last, with the number of that change.
type Written = Option<(i64, DraftVersion)>;

impl Work<'_> {
    /// Opens a draft, writes a few versions of it, and closes it.
    pub(super) async fn draft(&self, rng: &mut Rng) -> Result<(), TeamError> {
        let id = self.machine.shown.lock().unwrap().finished_drafts.next(rng);
        let own = request(&id, &self.new_id("draft"), lease(rng));
        let own = ClaimRequest { family: FAMILY.to_owned(), operation: None, ..own };
        let Some(mut fence) = self.open_draft(&own, rng).await? else { return Ok(()) };
        let mut last = None;
        for _ in 0..=rng.below(5) {
            pause(rng, 150).await;
            if self.machine.world.is_calm() || !self.write_version(&id, fence, &mut last).await? {
                break;
            }
            // Holds for longer, as a session asks for it, or is got again where nobody has it.
            if rng.one_in(3) {
                match self.claim_draft(&own).await? {
                    Some(granted) => fence = granted,
                    None => return Ok(()),
                }
            }
        }
        self.release(fence, "closed").await
    }

    async fn open_draft(&self, own: &ClaimRequest, rng: &mut Rng) -> Result<Option<Fence>, TeamError> {
        let Machine { id, world, .. } = self.machine;
        let outcome = self.connection.claim(world.profile, *id, own).await?;
        let ClaimOutcome::Held(holder) = outcome else { return Ok(self.draft_claimed(outcome, own)) };
        if rng.one_in(2) {
            return Ok(None);
        }
        let reason = (holder.fence, "to write the evidence");
        match self.connection.take_over_item(world.profile, *id, reason, own).await {
            Ok(outcome) => {
                world.count("drafts taken over");
                Ok(self.draft_claimed(outcome, own))
            }
            // It was closed, or another was faster.
            Err(TeamError::Refused(TeamRefusal::ClaimEnded(_))) => Ok(None),
            Err(error) => Err(error),
        }
    }

    async fn claim_draft(&self, own: &ClaimRequest) -> Result<Option<Fence>, TeamError> {
        let Machine { id, world, .. } = self.machine;
        let outcome = self.connection.claim(world.profile, *id, own).await?;
        Ok(self.draft_claimed(outcome, own))
    }

    fn draft_claimed(&self, outcome: ClaimOutcome, own: &ClaimRequest) -> Option<Fence> {
        let world = &self.machine.world;
        match outcome {
            ClaimOutcome::Granted(fence) => {
                world.acknowledge(|all| _ = all.granted.insert(fence, own.operation_id.clone()));
                Some(fence)
            }
            ClaimOutcome::Held(_) => None,
            other => {
                world.problem(format!("{own:?}: {other:?}"));
                None
            }
        }
    }

    /// Writes the next version on what this desk was shown or wrote last; whether it may go on.
    async fn write_version(&self, id: &str, fence: Fence, last: &mut Written) -> Result<bool, TeamError> {
        let Machine { id: desk, world, .. } = self.machine;
        let key = SharedKey::new(FAMILY, id);
        let shown = {
            let shown = self.machine.shown.lock().unwrap();
            if shown.has_lost_draft(id, fence) {
                world.count("drafts lost to a colleague");
                return Ok(false);
            }
            shown.records.get(&key).and_then(|record| Some((record.change, DraftVersion::of(record)?)))
        };
        let before = [shown, last.take()].into_iter().flatten().max_by_key(|(change, _)| *change);
        let (seen, before) = before.unzip();
        let version = DraftVersion {
            version: Uuid::new_v4().to_string(),
            number: before.as_ref().map_or(0, |before| before.number) + 1,
            previous: before.map(|before| before.version),
        };
        let body = SharedBody::of(version.to_json().into());
        let write = SharedWrite { key, body, seen: seen.unwrap_or(0) };
        let outcomes = self.connection.share_records(world.profile, *desk, &[write]).await?;
        match &outcomes[..] {
            [SharedOutcome::Accepted { change }] => {
                world.count("draft versions written");
                world.acknowledge(|all| _ = all.drafts.insert(version.version.clone(), id.to_owned()));
                *last = Some((*change, version));
                Ok(true)
            }
            [SharedOutcome::Conflict(_)] => {
                world.count("draft versions that were not written over another");
                Ok(false)
            }
            other => {
                world.problem(format!("{version:?}: {other:?}"));
                Ok(false)
            }
        }
    }
}
