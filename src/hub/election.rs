//! Leads, where no other hub does: see [`LEADS_FOR`] for why there is never more than one.

use std::sync::Arc;
use std::time::Duration;

use tokio::time::Instant;

use crate::team::{LEADS_FOR, TeamLimits};

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
            tracing::warn!("this hub no longer leads");
        }
        state.set_leading(None);
        if let Some(problem) = problem {
            tracing::debug!(%problem, "the lead cannot be asked for");
        }
        tokio::time::sleep(PAUSE).await;
    }
}

/// Leads as long as the connection holds; waits for its turn first.
async fn lead(place: &HubPlace, state: &HubState) -> Result<(), HubProblem> {
    let (connection, profile) = place.open().await?;
    loop {
        let asked = Instant::now();
        if connection.try_to_lead(profile).await? {
            state.set_leading(Some(asked + LEADS_FOR));
            break;
        }
        tokio::time::sleep(PAUSE).await;
    }
    tracing::info!("this hub leads");
    loop {
        tokio::time::sleep(PAUSE).await;
        let asked = Instant::now();
        if !connection.still_leads().await? {
            return Ok(());
        }
        state.set_leading(Some(asked + LEADS_FOR));
    }
}
