//! Events: what webhooks tell of (spec, *Events*). The thinnest seam, until the outbox behind it is merged.

use serde::Serialize;

use super::refusal::Refusal;
use super::work::Work;

/// What happened.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum EventType {
    RefundSucceeded,
    RefundFailed,
    DisputeOpened,
    DisputeChallenged,
    DisputeWon,
    DisputeLost,
}

impl Work<'_> {
    /// Appends an event about `object`, the whole resource as its endpoint would answer it.
    pub fn emit(&self, event_type: EventType, _object: impl Serialize) -> Result<(), Refusal> {
        tracing::trace!(?event_type, "an event");
        Ok(())
    }
}
