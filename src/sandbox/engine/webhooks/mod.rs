//! Webhooks: who is told of events, when each delivery is due, and what became of it.

use chrono::TimeDelta;

use super::refusal::Refusal;
use super::work::Work;
use crate::sandbox::random::Random;
use crate::sandbox::storage::deliveries;
use crate::sandbox::storage::webhooks::{self, WebhookOptions};

/// Longest a shuffled delivery waits.
const SHUFFLE_MS: u64 = 5_000;

impl Work<'_> {
    /// Has an event delivered to every webhook there is now.
    pub(super) fn deliver(&self, event_seq: i64) -> Result<(), Refusal> {
        for webhook in webhooks::all(self.db)? {
            let copies = if webhook.options.duplicates { 2 } else { 1 };
            for _ in 0..copies {
                let due = self.now.checked_add_signed(wait_of(&webhook.options)).unwrap_or(self.now);
                deliveries::insert(self.db, event_seq, webhook.seq, due)?;
                self.falls_due(due);
            }
        }
        Ok(())
    }
}

/// How long a delivery waits on demand.
fn wait_of(options: &WebhookOptions) -> TimeDelta {
    let shuffle_ms = if options.shuffle { Random::from_entropy().below(SHUFFLE_MS) } else { 0 };
    TimeDelta::seconds(options.delay_seconds) + TimeDelta::milliseconds(shuffle_ms.cast_signed())
}
