//! Operations, from their claim to their end.

use paydesk_domain::money::{Currency, Money};
use paydesk_team::{ClaimOutcome, ClaimRequest, ClaimStage, Fence, SharedOperation, TeamClaim, TeamError, TeamRefusal};
use paydesk_test_basics::rng::Rng;

use super::{Work, lease, pause};
use crate::team::chaos::desk::Machine;
use crate::team::chaos::disk::Step;
use crate::team::claims::request;

/// What all work on.
const RESOURCES: u64 = 8;

/// What became of a claim.
pub(super) enum Claimed {
    Granted(Fence),
    Held,
    NeedsApproval,
}

impl Work<'_> {
    /// One that needs no approval.
    pub(super) async fn operation(&self, rng: &mut Rng) -> Result<(), TeamError> {
        let resource = format!("pay_{}", rng.below(RESOURCES));
        let amount = Some(Money::new(1_000, Currency::iso4217("EUR")));
        let operation = SharedOperation { name: "capture".to_owned(), amount, count: None };
        let request = ClaimRequest { operation: Some(operation), ..request(&resource, &self.new_id("op"), lease(rng)) };
        match self.claim(&request, rng).await? {
            Claimed::Granted(_) => self.send(&request, rng).await.map(drop),
            Claimed::Held => Ok(()),
            Claimed::NeedsApproval => {
                self.machine.world.problem(format!("no rule covers {request:?}"));
                Ok(())
            }
        }
    }

    /// Sends what was claimed; whether it did. What was begun and is not settled here is by [`Self::settle`].
    pub(super) async fn send(&self, request: &ClaimRequest, rng: &mut Rng) -> Result<bool, TeamError> {
        let Machine { person, world, .. } = self.machine;
        self.write(request, Step::Prepared);
        pause(rng, 200).await;
        // As a session does: asked for again, just before it is sent.
        let Claimed::Granted(fence) = self.claim(request, rng).await? else {
            self.settle().await?;
            return Ok(false);
        };
        match self.connection.begin_sending(world.profile, fence).await {
            Ok(()) => {}
            Err(TeamError::Refused(TeamRefusal::LeaseOver | TeamRefusal::ClaimEnded(_))) => {
                world.count("operations that were too late to be sent");
                self.settle().await?;
                return Ok(false);
            }
            Err(error) => return Err(error),
        }
        world.acknowledge(|all| _ = all.sending.insert(fence));
        self.write(request, Step::Sending);
        // Being killed here leaves one that looks as if it had been sent.
        tokio::task::yield_now().await;
        world.service.begin(request, fence, person);
        world.count("operations sent");
        pause(rng, 60).await;
        world.service.settle(&request.operation_id);
        self.write(request, Step::Done);
        self.release(fence, &format!("{:?}", Step::Done)).await?;
        Ok(true)
    }

    pub(super) async fn claim(&self, request: &ClaimRequest, rng: &mut Rng) -> Result<Claimed, TeamError> {
        let Machine { id, world, .. } = self.machine;
        match self.connection.claim(world.profile, *id, request).await? {
            ClaimOutcome::Granted(fence) => {
                world.acknowledge(|all| _ = all.granted.insert(fence, request.operation_id.clone()));
                Ok(Claimed::Granted(fence))
            }
            ClaimOutcome::Held(holder) => {
                world.count("claims that somebody else had");
                if world.is_stopped(holder.desk) && matches!(holder.stage, ClaimStage::Sending { .. }) {
                    world.count("claims that a desk held that was killed");
                    if rng.one_in(3) {
                        self.take_over(&holder).await?;
                    }
                }
                Ok(Claimed::Held)
            }
            ClaimOutcome::NeedsApproval => Ok(Claimed::NeedsApproval),
            other @ ClaimOutcome::Ended(_) => {
                world.problem(format!("{request:?}: {other:?}"));
                Ok(Claimed::Held)
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
    pub(super) async fn settle(&self) -> Result<(), TeamError> {
        let world = &self.machine.world;
        let open = self.machine.disk.lock().unwrap().open();
        if let Some(open) = open {
            // Never sent again: the service says whether it was.
            let is_done = open.step == Step::Sending && world.service.settle(&open.operation);
            let step = if is_done { Step::Done } else { Step::NeverSent };
            self.machine.write(&open.operation, &open.resource, step);
            world.count("operations settled afterwards");
        }
        let claims = self.connection.open_claims(world.profile).await?;
        for claim in claims.iter().filter(|claim| claim.desk == self.machine.id) {
            let step = self.machine.disk.lock().unwrap().step_of(&claim.operation_id);
            self.release(claim.fence, &format!("{:?}", step.unwrap_or(Step::NeverSent))).await?;
        }
        Ok(())
    }

    pub(super) async fn release(&self, fence: Fence, ending: &str) -> Result<(), TeamError> {
        let world = &self.machine.world;
        match self.connection.release_claim(world.profile, fence, ending).await {
            Ok(()) => {
                world.acknowledge(|all| _ = all.released.insert(fence, ending.to_owned()));
                Ok(())
            }
            Err(TeamError::Refused(TeamRefusal::ClaimEnded(_))) => Ok(()),
            Err(error) => Err(error),
        }
    }

    fn write(&self, request: &ClaimRequest, step: Step) {
        self.machine.write(&request.operation_id, &request.resource, step);
    }
}
