//! Leads, where no other hub does: see [`LEADS_FOR`] for why there is never more than one.

use std::sync::Arc;
use std::time::Duration;

use tokio::time::Instant;

use paydesk_team::{LEADS_FOR, TeamLimits};

use super::place::{HubPlace, HubProblem};
use super::state::HubState;

/// Between questions to the database; also before it is connected to again.
const PAUSE: Duration = Duration::from_secs(1);
/// A statement that takes longer is as good as none: the lead would be over.
const STATEMENT: Duration = Duration::from_secs(2);

/// Asks to lead until it is dropped, which gives the lead up.
pub async fn run(place: HubPlace, state: Arc<HubState>) {
    let limits = TeamLimits { statement: STATEMENT, ..place.limits };
    let place = HubPlace { limits, ..place };
    loop {
        let problem = lead(&place, &state).await.err();
        if state.is_leading() {
            tracing::warn!("this hub is no longer the leader");
        }
        state.set_leading(None);
        if let Some(problem) = problem {
            tracing::debug!(%problem, "leadership cannot be requested");
        }
        tokio::time::sleep(PAUSE).await;
    }
}

/// Leads as long as the connection holds; waits for its turn first.
async fn lead(place: &HubPlace, state: &HubState) -> Result<(), HubProblem> {
    let (connection, profile) = place.open().await?;
    while !connection.try_to_lead(profile.id).await? {
        tokio::time::sleep(PAUSE).await;
    }
    // Before, a hub may lead that does not know yet that the server has forgotten its lock.
    let alone_from = Instant::now() + LEADS_FOR;
    loop {
        let until_alone = alone_from.saturating_duration_since(Instant::now());
        tokio::time::sleep(if until_alone.is_zero() { PAUSE } else { until_alone.min(PAUSE) }).await;
        let asked = Instant::now();
        if !connection.still_leads().await? {
            return Ok(());
        }
        if asked >= alone_from {
            if !state.is_leading() {
                tracing::info!("this hub is the leader");
            }
            state.set_leading(Some(asked + LEADS_FOR));
        }
    }
}
