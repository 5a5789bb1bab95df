//! What a simulated desk does while it is connected.

mod approvals;
mod drafts;
mod journal;
mod notes;
mod operations;
mod payments;

use std::sync::atomic::{AtomicBool, Ordering};
use std::time::Duration;

pub use approvals::{ABOVE, OPERATION, is_approver};
use paydesk_team::{TeamConnection, TeamError};
use paydesk_test_basics::rng::Rng;
use uuid::Uuid;

use super::desk::Machine;

/// Some are over before the desk gets to send.
const LEASES_MS: [u64; 3] = [150, 2_000, 120_000];
/// While nothing new is begun.
const CALM_PAUSE_MS: u64 = 100;

/// What every run has to have done before it ends.
pub const EACH_DONE: [&str; 14] = [
    "operations sent",
    "approvals asked for",
    "approvals of bulk runs asked for",
    "approvals given",
    "approvals refused",
    "approved operations sent",
    "approved items of bulk runs sent",
    "drafts taken over",
    "draft versions written",
    "notes written",
    "notes of all written",
    "webhooks",
    "payments made",
    "payments captured",
];

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
            let is_calm = self.machine.world.is_calm();
            if is_calm {
                self.settle().await?;
            } else {
                self.step(rng).await?;
            }
            head = self.copy_journal(head).await?;
            pause(rng, if is_calm { CALM_PAUSE_MS } else { self.machine.world.pause_ms }).await;
        }
        Ok(())
    }

    /// One of the things that a person does.
    async fn step(&self, rng: &mut Rng) -> Result<(), TeamError> {
        match rng.below(20) {
            0..5 => self.operation(rng).await,
            5 | 6 => self.refund(rng).await,
            7 => self.ask_for_run(rng).await,
            8..11 => self.send_approved(rng).await,
            11 | 12 => self.decide(rng).await,
            13..16 => self.draft(rng).await,
            16 => self.own_note(rng).await,
            17 => self.shared_note(rng).await,
            _ => self.payment(rng).await,
        }
    }

    /// Of an operation or a claim of this desk.
    fn new_id(&self, what: &str) -> String {
        format!("{what}-{}-{}", self.machine.number, Uuid::new_v4())
    }
}

fn lease(rng: &mut Rng) -> Duration {
    Duration::from_millis(LEASES_MS[rng.index(LEASES_MS.len())])
}

/// The time that people and the service take.
async fn pause(rng: &mut Rng, up_to_ms: u64) {
    tokio::time::sleep(Duration::from_millis(rng.below(up_to_ms))).await;
}
