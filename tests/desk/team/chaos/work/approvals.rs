//! Refunds that a rule may cover: approval is asked for, given or refused by other people, and what was approved is sent.

use std::time::Duration;

use paydesk_domain::money::Money;
use paydesk_team::{
    ApprovalItem, ApprovalRequest, ApprovalStage, ApprovalVerdict, BULK_FAMILY, BulkRunId, ClaimRequest,
    SharedOperation, TeamApproval, TeamError, TeamRefusal,
};
use paydesk_test_basics::rng::Rng;

use super::operations::Claimed;
use super::{Work, lease, pause};
use crate::team::approvals::{eur, wanted};
use crate::team::chaos::desk::Machine;
use crate::team::{bulk_approvals, claims};

/// What the rule is about: refunds above this need approval, alone or with what was refunded before without one of the same
/// payment or, in bulk runs, by the same person.
pub const OPERATION: &str = "refund";
/// In cents.
pub const ABOVE: i64 = 10_000;

const AMOUNTS: [i64; 5] = [3_000, 4_500, 6_000, 12_000, 25_000];
/// With so many that wait, nobody asks for more.
const WAITING_MAX: usize = 30;
/// Refunds after which the next payment has its turn.
const REFUNDS_OF_ONE: usize = 6;

/// Whether this person decides on the requests of others.
pub fn is_approver(person: &str) -> bool {
    let number: usize = person.rsplit_once('-').unwrap().1.parse().unwrap();
    number % 2 == 1
}

impl Work<'_> {
    /// A refund, or a request for its approval where it needs one.
    pub(super) async fn refund(&self, rng: &mut Rng) -> Result<(), TeamError> {
        let (payment, cents) = (self.refundable(rng), AMOUNTS[rng.index(AMOUNTS.len())]);
        let request = self.request(&payment, cents, lease(rng));
        match self.claim(&request, rng).await? {
            Claimed::Granted(_) => self.send(&request, rng).await.map(drop),
            Claimed::Held => Ok(()),
            Claimed::NeedsApproval => self.ask(&payment, cents).await,
        }
    }

    /// Several are refunded of one payment, so that their sum needs approval.
    fn refundable(&self, rng: &mut Rng) -> String {
        let refunds = self.machine.world.counted("refunds wanted");
        self.machine.world.count("refunds wanted");
        format!("pay_r{}", (refunds / REFUNDS_OF_ONE).saturating_sub(rng.index(3)))
    }

    fn request(&self, payment: &str, cents: i64, lease: Duration) -> ClaimRequest {
        let operation = Some(claims::refund(cents));
        ClaimRequest { operation, ..claims::request(payment, &self.new_id("refund"), lease) }
    }

    async fn ask(&self, payment: &str, cents: i64) -> Result<(), TeamError> {
        let world = &self.machine.world;
        if self.machine.shown.lock().unwrap().approvals.len() < WAITING_MAX {
            let request = wanted(payment, cents);
            self.connection.request_approval(world.profile, &request).await?;
            world.count("approvals asked for");
            world.acknowledge(|all| _ = all.requested.insert(request.id));
        }
        Ok(())
    }

    /// A bulk run of a few refunds, all of them in one request.
    pub(super) async fn ask_for_run(&self, rng: &mut Rng) -> Result<(), TeamError> {
        let world = &self.machine.world;
        if self.machine.shown.lock().unwrap().approvals.len() >= WAITING_MAX {
            return Ok(());
        }
        let run = self.new_id("run");
        let items: Vec<(String, i64)> = (0..2 + rng.below(3))
            .map(|number| (format!("pay_{run}_{number}"), AMOUNTS[rng.index(AMOUNTS.len())]))
            .collect();
        let items: Vec<(&str, i64)> = items.iter().map(|(payment, cents)| (payment.as_str(), *cents)).collect();
        let (request, items) = bulk_approvals::wanted(&run, &items);
        let operation = SharedOperation { name: OPERATION.to_owned(), ..request.operation };
        let request = ApprovalRequest { operation, ..request };
        let items: Vec<_> =
            items.into_iter().map(|item| ApprovalItem { family: "payment".to_owned(), ..item }).collect();
        self.connection.request_run_approval(world.profile, &request, &items).await?;
        world.count("approvals of bulk runs asked for");
        world.acknowledge(|all| _ = all.requested.insert(request.id));
        Ok(())
    }

    /// One of what waits, by chance.
    fn waiting(&self, rng: &mut Rng, is_wanted: impl Fn(&TeamApproval) -> bool) -> Option<TeamApproval> {
        let shown = self.machine.shown.lock().unwrap();
        let wanted: Vec<_> = shown.approvals.values().filter(|approval| is_wanted(approval)).collect();
        (!wanted.is_empty()).then(|| wanted[rng.index(wanted.len())].clone())
    }

    /// Sends what was approved: who asked, and who approved, maybe both at once. Some try before it is decided.
    pub(super) async fn send_approved(&self, rng: &mut Rng) -> Result<(), TeamError> {
        let Machine { person, world, .. } = self.machine;
        let is_early = rng.one_in(6);
        let may_send = |approval: &TeamApproval| match &approval.stage {
            ApprovalStage::Open => is_early && approval.requested_by == *person,
            ApprovalStage::Approved(decision) => approval.requested_by == *person || decision.by == *person,
            _ => false,
        };
        let Some(approval) = self.waiting(rng, may_send) else { return Ok(()) };
        if approval.request.family == BULK_FAMILY {
            return self.send_run(&approval, rng).await;
        }
        let cents = approval.request.operation.amount.as_ref().map_or(0, |amount| amount.minor);
        let request = self.request(&approval.request.resource, cents, lease(rng));
        match self.claim(&request, rng).await? {
            Claimed::Granted(_) if self.send(&request, rng).await? => world.count("approved operations sent"),
            Claimed::Granted(_) | Claimed::Held => {}
            Claimed::NeedsApproval => world.count("approvals that another used, or nobody had given"),
        }
        Ok(())
    }

    /// Sends the items of a run, one after the other. Some are tried twice, or with another amount.
    async fn send_run(&self, approval: &TeamApproval, rng: &mut Rng) -> Result<(), TeamError> {
        let Machine { world, .. } = self.machine;
        let items = self.connection.approval_items(world.profile, approval.request.id).await?;
        let again = rng.index(items.len());
        for item in items.iter().chain([&items[again]]) {
            let cents = item.amount.as_ref().map_or(0, |amount| amount.minor) + i64::from(rng.one_in(8));
            let amount: Option<Money> = Some(eur(cents));
            let count = i64::try_from(items.len()).ok();
            let operation = Some(SharedOperation { name: OPERATION.to_owned(), amount, count });
            let run = Some(BulkRunId::new(approval.request.resource.as_str()));
            let request = ClaimRequest { operation, run, ..self.request(&item.resource, cents, lease(rng)) };
            match self.claim(&request, rng).await? {
                Claimed::Granted(_) if self.send(&request, rng).await? => {
                    world.count("approved items of bulk runs sent");
                }
                Claimed::Granted(_) | Claimed::Held => {}
                Claimed::NeedsApproval => world.count("items of bulk runs that were not approved so"),
            }
        }
        Ok(())
    }

    /// Decides on what somebody else asked for, or withdraws what this person did.
    pub(super) async fn decide(&self, rng: &mut Rng) -> Result<(), TeamError> {
        let person = &self.machine.person;
        let of_others = is_approver(person) && !rng.one_in(6);
        let is_wanted = |approval: &TeamApproval| {
            approval.stage == ApprovalStage::Open && !(of_others && approval.requested_by == *person)
        };
        let Some(approval) = self.waiting(rng, is_wanted) else { return Ok(()) };
        pause(rng, 100).await;
        match (approval.requested_by == *person, is_approver(person)) {
            (true, false) if rng.one_in(3) => self.withdraw(&approval).await,
            (true, true) => self.decide_on_own(&approval).await,
            (false, true) => {
                let verdict = if rng.one_in(3) { ApprovalVerdict::Refused } else { ApprovalVerdict::Approved };
                self.decide_on(&approval, verdict).await
            }
            (_, false) => Ok(()),
        }
    }

    async fn decide_on(&self, approval: &TeamApproval, verdict: ApprovalVerdict) -> Result<(), TeamError> {
        let Machine { person, world, .. } = self.machine;
        let id = approval.request.id;
        match self.connection.decide_approval(world.profile, id, verdict, "Seen the receipt").await {
            Ok(()) => {
                world.count(match verdict {
                    ApprovalVerdict::Approved => "approvals given",
                    ApprovalVerdict::Refused => "approvals refused",
                });
                world.acknowledge(|all| _ = all.decided.insert(id, (verdict, person.clone())));
                Ok(())
            }
            Err(TeamError::Refused(TeamRefusal::AlreadyDecided(_) | TeamRefusal::Withdrawn(_))) => {
                world.count("approvals that another had decided");
                Ok(())
            }
            Err(error) => Err(error),
        }
    }

    async fn decide_on_own(&self, approval: &TeamApproval) -> Result<(), TeamError> {
        let Machine { world, .. } = self.machine;
        let verdict = ApprovalVerdict::Approved;
        match self.connection.decide_approval(world.profile, approval.request.id, verdict, "My own").await {
            Err(TeamError::Refused(TeamRefusal::OwnRequest)) => Ok(()),
            Ok(()) => {
                world.problem(format!("{} decided on their own {approval:?}", self.machine.person));
                Ok(())
            }
            Err(error) => Err(error),
        }
    }

    async fn withdraw(&self, approval: &TeamApproval) -> Result<(), TeamError> {
        let Machine { world, .. } = self.machine;
        let id = approval.request.id;
        match self.connection.withdraw_approval(world.profile, id).await {
            Ok(()) => {
                world.count("approvals withdrawn");
                world.acknowledge(|all| _ = all.withdrawn.insert(id));
                Ok(())
            }
            Err(TeamError::Refused(TeamRefusal::ApprovalUsed(_) | TeamRefusal::AlreadyDecided(_))) => Ok(()),
            Err(error) => Err(error),
        }
    }
}
