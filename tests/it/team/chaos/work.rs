//! What a simulated desk does while it is connected: operations, notes, and the copy of its journal.

use std::sync::atomic::{AtomicBool, Ordering};
use std::time::Duration;

use paydesk::team::{
    ClaimOutcome, ClaimRequest, ClaimStage, Fence, JournalHead, TeamClaim, TeamConnection, TeamError, TeamRefusal,
    WriteOutcome, entry_hash,
};
use serde_json::json;
use uuid::Uuid;

use super::desk::Machine;
use super::disk::Step;
use crate::proxy::rng::Rng;
use crate::team::claims::request;
use crate::team::journal::EMPTY;
use crate::team::records::note;

/// What all work on.
pub const RESOURCES: u64 = 8;
/// What all write.
pub const SHARED_NOTES: u64 = 3;
/// What one desk alone writes.
const OWN_NOTES: u64 = 4;
/// Some are over before the desk gets to send.
const LEASES_MS: [u64; 3] = [150, 2_000, 120_000];

/// See the module. An error means that the connection is of no use any more.
pub struct Work<'a> {
    pub machine: &'a Machine,
    pub connection: &'a TeamConnection,
    pub is_lost: &'a AtomicBool,
}

impl Work<'_> {
    pub async fn run(&self, rng: &mut Rng) -> TeamError {
        match self.until_lost(rng).await {
            Ok(()) => TeamError::ConnectionLost("the feed lost it".to_owned()),
            Err(error) => error,
        }
    }

    async fn until_lost(&self, rng: &mut Rng) -> Result<(), TeamError> {
        self.settle().await?;
        let mut head = self.copied().await?;
        while !self.is_lost.load(Ordering::SeqCst) {
            if self.machine.world.is_calm() {
                self.settle().await?;
            } else {
                match rng.below(8) {
                    0..4 => self.operation(rng).await?,
                    4 | 5 => self.own_note(rng).await?,
                    _ => self.shared_note(rng).await?,
                }
            }
            head = self.copy_journal(head).await?;
            pause(rng, 250).await;
        }
        Ok(())
    }

    /// One operation from its claim to its end. What was begun and is not settled here is by [`Self::settle`].
    async fn operation(&self, rng: &mut Rng) -> Result<(), TeamError> {
        let Machine { number, world, .. } = self.machine;
        let (resource, operation) =
            (format!("pay_{}", rng.below(RESOURCES)), format!("op-{number}-{}", Uuid::new_v4()));
        let lease = Duration::from_millis(LEASES_MS[rng.index(LEASES_MS.len())]);
        let request = request(&resource, &operation, lease);
        if self.claim(&request, rng).await?.is_none() {
            return Ok(());
        }
        self.write(&operation, &resource, Step::Prepared);
        pause(rng, 200).await;
        // As a session does: asked for again, just before it is sent.
        let Some(fence) = self.claim(&request, rng).await? else { return self.settle().await };
        match self.connection.begin_sending(world.profile, fence).await {
            Ok(()) => {}
            Err(TeamError::Refused(TeamRefusal::LeaseOver | TeamRefusal::ClaimEnded(_))) => {
                world.count("operations that were too late to be sent");
                return self.settle().await;
            }
            Err(error) => return Err(error),
        }
        world.acknowledge(|all| _ = all.sending.insert(fence));
        self.write(&operation, &resource, Step::Sending);
        // Being killed here leaves one that looks as if it had been sent.
        tokio::task::yield_now().await;
        world.service.begin(&resource, &operation, fence);
        world.count("operations sent");
        pause(rng, 60).await;
        world.service.settle(&operation);
        self.write(&operation, &resource, Step::Done);
        self.release(fence, Step::Done).await
    }

    async fn claim(&self, request: &ClaimRequest, rng: &mut Rng) -> Result<Option<Fence>, TeamError> {
        let Machine { id, world, .. } = self.machine;
        match self.connection.claim(world.profile, *id, request).await? {
            ClaimOutcome::Granted(fence) => {
                world.acknowledge(|all| _ = all.granted.insert(fence, request.operation_id.clone()));
                Ok(Some(fence))
            }
            ClaimOutcome::Held(holder) => {
                world.count("claims that somebody else had");
                if world.is_stopped(holder.desk) && matches!(holder.stage, ClaimStage::Sending { .. }) {
                    world.count("claims that a desk held that was killed");
                    if rng.one_in(3) {
                        self.take_over(&holder).await?;
                    }
                }
                Ok(None)
            }
            other => {
                world.problem(format!("{request:?}: {other:?}"));
                Ok(None)
            }
        }
    }

    /// A person sees that the desk is gone, looks up at the service what came of it, and takes its claim over.
    async fn take_over(&self, claim: &TeamClaim) -> Result<(), TeamError> {
        let world = &self.machine.world;
        world.service.settle(&claim.operation_id);
        match self.connection.take_over_claim(world.profile, claim.fence, "its desk is gone").await {
            Ok(()) => world.count("claims taken over"),
            // The desk came back, or another person was faster.
            Err(TeamError::Refused(TeamRefusal::ClaimEnded(_))) => {}
            Err(error) => return Err(error),
        }
        Ok(())
    }

    /// After a start, or where something is left: what was begun is ended, and claims of what has ended are released.
    async fn settle(&self) -> Result<(), TeamError> {
        let world = &self.machine.world;
        let open = self.machine.disk.lock().unwrap().open();
        if let Some(open) = open {
            // Never sent again: the service says whether it was.
            let is_done = open.step == Step::Sending && world.service.settle(&open.operation);
            self.write(&open.operation, &open.resource, if is_done { Step::Done } else { Step::NeverSent });
            world.count("operations settled afterwards");
        }
        let claims = self.connection.open_claims(world.profile).await?;
        for claim in claims.iter().filter(|claim| claim.desk == self.machine.id) {
            let step = self.machine.disk.lock().unwrap().step_of(&claim.operation_id);
            self.release(claim.fence, step.unwrap_or(Step::NeverSent)).await?;
        }
        Ok(())
    }

    async fn release(&self, fence: Fence, step: Step) -> Result<(), TeamError> {
        let (world, ending) = (&self.machine.world, format!("{step:?}"));
        match self.connection.release_claim(world.profile, fence, &ending).await {
            Ok(()) => {
                world.acknowledge(|all| _ = all.released.insert(fence, ending));
                Ok(())
            }
            Err(TeamError::Refused(TeamRefusal::ClaimEnded(_))) => Ok(()),
            Err(error) => Err(error),
        }
    }

    async fn own_note(&self, rng: &mut Rng) -> Result<(), TeamError> {
        let Machine { number, id, world, .. } = self.machine;
        let name = format!("of-desk-{number}-{}", rng.below(OWN_NOTES));
        let text = format!("{} {}", self.machine.now(), rng.below(u64::MAX));
        let mut write = note(&name, None, &text);
        write.is_deleted = rng.one_in(5);
        write.expected = self.machine.disk.lock().unwrap().records.get(&write.key).map(|record| record.revision);
        match self.connection.put_record(world.profile, *id, &write).await? {
            WriteOutcome::Written { revision, .. } => {
                world.count("notes written");
                world.acknowledge(|all| _ = all.notes.insert(name, (revision, text)));
            }
            // What it wrote itself is not shown to it yet.
            WriteOutcome::Conflict(_) => world.count("notes that had changed"),
        }
        Ok(())
    }

    /// Counts one more of this desk, on what it was shown.
    async fn shared_note(&self, rng: &mut Rng) -> Result<(), TeamError> {
        let Machine { number, id, world, .. } = self.machine;
        let name = format!("of-all-{}", rng.below(SHARED_NOTES));
        let mut write = note(&name, None, "");
        let shown = self.machine.disk.lock().unwrap().records.get(&write.key).cloned();
        write.expected = shown.as_ref().map(|shown| shown.revision);
        write.body = shown.map_or_else(|| json!({}), |shown| shown.body);
        let own = number.to_string();
        write.body[&own] = (write.body[&own].as_i64().unwrap_or(0) + 1).into();
        // The same content would be the same write, also where this desk is not shown its last one yet.
        write.body["write"] = Uuid::new_v4().to_string().into();
        match self.connection.put_record(world.profile, *id, &write).await? {
            WriteOutcome::Written { .. } => {
                world.count("notes of all written");
                world.acknowledge(|all| *all.shared.entry((name, *number)).or_default() += 1);
            }
            WriteOutcome::Conflict(_) => world.count("notes that had changed"),
        }
        Ok(())
    }

    /// Where the copy of this desk's journal ends, which is a part of the journal.
    async fn copied(&self) -> Result<JournalHead, TeamError> {
        let Machine { id, world, disk, .. } = self.machine;
        let head = self.connection.journal_head(world.profile, *id).await?;
        let disk = disk.lock().unwrap();
        let upto = usize::try_from(head.number).unwrap();
        let own = disk
            .journal
            .get(..upto)
            .map(|entries| entries.iter().fold(EMPTY.hash, |previous, entry| entry_hash(&previous, &entry.text)));
        if own != Some(head.hash) {
            world.problem(format!("the copy of desk {} is another at {upto}", self.machine.number));
        }
        Ok(head)
    }

    async fn copy_journal(&self, head: JournalHead) -> Result<JournalHead, TeamError> {
        let Machine { id, world, disk, .. } = self.machine;
        let from = usize::try_from(head.number).unwrap();
        let entries: Vec<String> = disk.lock().unwrap().journal[from..].iter().map(|it| it.text.clone()).collect();
        if entries.is_empty() {
            return Ok(head);
        }
        let head = self.connection.append_journal(world.profile, *id, head, &entries).await?;
        world.acknowledge(|all| _ = all.entries.insert(*id, head.number));
        Ok(head)
    }

    fn write(&self, operation: &str, resource: &str, step: Step) {
        self.machine.disk.lock().unwrap().write(operation, resource, step, self.machine.now());
    }
}

/// The time that people and the service take.
async fn pause(rng: &mut Rng, up_to_ms: u64) {
    tokio::time::sleep(Duration::from_millis(rng.below(up_to_ms))).await;
}
