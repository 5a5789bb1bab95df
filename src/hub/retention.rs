//! The hub that leads deletes webhook events that are older than they are to be kept, a few at a time.

use std::sync::Arc;
use std::time::Duration;

use super::place::{HubPlace, HubProblem};
use super::state::HubState;

/// Between two times at which the oldest are looked at.
const EVERY: Duration = Duration::from_secs(600);
/// Events of one statement, and the pause between two: what is stored meanwhile must not wait.
const BATCH: u32 = 500;
const PAUSE: Duration = Duration::from_millis(100);
/// Between looks whether this hub leads.
const LOOK: Duration = Duration::from_secs(1);

/// Deletes whenever this hub leads, until it is dropped.
pub async fn run(place: HubPlace, keep: Duration, state: Arc<HubState>) {
    loop {
        while !state.is_leading() {
            tokio::time::sleep(LOOK).await;
        }
        if let Err(problem) = delete(&place, keep, &state).await {
            tracing::warn!(%problem, "old events cannot be deleted; retrying");
        }
        tokio::time::sleep(EVERY).await;
    }
}

async fn delete(place: &HubPlace, keep: Duration, state: &HubState) -> Result<(), HubProblem> {
    let (connection, profile) = place.open().await?;
    let mut all = 0;
    while state.is_leading() {
        let deleted = connection.delete_events(profile.id, keep, BATCH).await?;
        state.metrics.events_deleted(deleted);
        all += deleted;
        if deleted < u64::from(BATCH) {
            break;
        }
        tokio::time::sleep(PAUSE).await;
    }
    if all > 0 {
        tracing::info!(events = all, "old events were deleted");
    }
    Ok(())
}
