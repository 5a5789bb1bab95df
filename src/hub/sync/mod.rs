//! The hub that leads reads the payments of the service for the whole team.
//!
//! It reads by the rules of a desk ([`payment_reading`](paydesk_core::payment_reading)), and at once what a stored event
//! names, whichever hub received it. All is asked as something that nobody waits for, within the rate limit that the team
//! shares. How far it is, is stored with each put, so that another hub goes on there ([`reading`]); what is read next is
//! decided in [`plan`].

mod call;
mod counts;
mod named;
mod plan;
mod reading;
mod tokens;
mod write_buffer;

use std::sync::Arc;
use std::time::Duration;

use tokio::task::JoinSet;
use tokio::time::Instant;

use super::place::{HubPlace, HubProblem};
use super::service::HubService;
use super::state::HubState;

pub use counts::SyncCounts;
pub use tokens::TakenBlock;

use counts::SyncFault;
use reading::TeamReading;

/// Between looks whether this hub leads.
const LOOK: Duration = Duration::from_millis(100);
/// Before it is begun again, the first time; it doubles up to the longest.
const RETRY: Duration = Duration::from_millis(500);
const RETRY_MAX: Duration = Duration::from_secs(30);

/// Reads whenever this hub leads, until it is dropped.
pub async fn run(place: HubPlace, service: HubService, state: Arc<HubState>) {
    let mut pause = RETRY;
    loop {
        while !state.is_leading() {
            tokio::time::sleep(LOOK).await;
        }
        let began = Instant::now();
        // A part that breaks down must not stay down.
        let mut led = JoinSet::from_iter([lead(place.clone(), service.clone(), state.clone())]);
        let ended = led.join_next().await.and_then(Result::ok);
        let problem = ended.unwrap_or(Err(HubProblem::ReadingFailed)).err();
        state.metrics.sync.set_level(None);
        if began.elapsed() > RETRY_MAX {
            pause = RETRY;
        }
        if let Some(problem) = problem {
            state.metrics.sync.failed(SyncFault::Database);
            tracing::warn!(%problem, "payments are not being read; retrying");
            tokio::time::sleep(pause).await;
            pause = (pause * 2).min(RETRY_MAX);
        }
    }
}

async fn lead(place: HubPlace, service: HubService, state: Arc<HubState>) -> Result<(), HubProblem> {
    TeamReading::begin(&place, service, state).await?.run().await
}
