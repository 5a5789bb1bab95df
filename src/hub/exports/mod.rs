//! The hub that leads makes the exports of its file when they are due.
//!
//! Each is made once for every time that it is due, whichever hub leads then: who makes it writes that down in the
//! database first, and again when the file is there ([`begin_export`](paydesk_team::TeamConnection::begin_export)). Of times that were missed the last
//! one is made up for. Rows come from the team's payments, page by page, and the file is in its place when it is whole.

mod counts;
mod making;
mod order;
mod pages;
mod report;
mod rows;

use std::collections::BTreeMap;
use std::path::PathBuf;
use std::sync::Arc;
use std::time::Duration;

use chrono::{DateTime, TimeDelta, Utc};
use tokio::task::JoinSet;

use paydesk_core::scheduled_exports::ScheduledExport;
use paydesk_store::table_file;
use paydesk_team::{DueExport, ExportTurn};

use super::clock::{ClockShift, DatabaseClock};
use super::place::{HubPlace, HubProblem};
use super::service::HubService;
use super::state::HubState;

pub use counts::ExportCounts;

use making::Making;
use pages::LEASE;

/// Between looks at the time.
const LOOK: Duration = Duration::from_secs(1);
/// Before one that failed is tried again, the first time; it doubles up to the longest.
const RETRY: TimeDelta = TimeDelta::minutes(1);
const RETRY_MAX: TimeDelta = TimeDelta::hours(1);
/// Before one that another hub began is looked at again.
const HELD: TimeDelta = TimeDelta::seconds(10);
/// Before it is connected to again.
const AWAY: Duration = Duration::from_secs(5);

/// What a hub exports.
#[derive(Clone)]
pub struct HubExports {
    /// Where the files are written.
    pub dir: PathBuf,
    pub exports: Vec<ScheduledExport>,
    pub clock: ClockShift,
}

/// What is known of one export.
#[derive(Default)]
struct ExportLook {
    /// Nothing is to be made for this time any more.
    settled: Option<DateTime<Utc>>,
    /// Not before; and how often it failed.
    not_before: Option<DateTime<Utc>>,
    failures: u32,
}

/// Makes exports whenever this hub leads, until it is dropped.
pub async fn run(place: HubPlace, exports: HubExports, service: Option<HubService>, state: Arc<HubState>) {
    loop {
        while !state.is_leading() {
            tokio::time::sleep(LOOK).await;
        }
        // What a hub that was killed left of a file.
        table_file::remove_unfinished(&exports.dir);
        let mut led = JoinSet::from_iter([lead(place.clone(), exports.clone(), service.clone(), state.clone())]);
        let ended = led.join_next().await.and_then(Result::ok);
        if let Err(problem) = ended.unwrap_or(Err(HubProblem::ExportsFailed)) {
            tracing::warn!(%problem, "exports cannot be written; retrying");
            tokio::time::sleep(AWAY).await;
        }
    }
}

async fn lead(
    place: HubPlace,
    exports: HubExports,
    service: Option<HubService>,
    state: Arc<HubState>,
) -> Result<(), HubProblem> {
    let (connection, profile) = place.open().await?;
    let clock = DatabaseClock::of(&connection).await?;
    let connection = Arc::new(connection);
    let mut looks: BTreeMap<&str, ExportLook> = BTreeMap::new();
    let (dir, counts) = (exports.dir.clone(), &state.metrics.exports);
    let (profile_of, connected) = (profile.clone(), connection.clone());
    let making = Making { connection: connected, profile: profile_of, dir, service, state: state.clone() };
    while state.is_leading() {
        for export in &exports.exports {
            let now = (exports.clock)(clock.now());
            let look = looks.entry(&export.name).or_default();
            let Some(due_at) = look.due(export, now) else { continue };
            let due = DueExport { name: export.name.clone(), due_at };
            match connection.begin_export(profile.id, &due, now, LEASE).await? {
                ExportTurn::NothingToMake => look.settle(due_at),
                ExportTurn::Held => look.not_before = Some(now + HELD),
                ExportTurn::Begun { attempt } => match making.make(export, &due, attempt, now).await? {
                    Ok(()) => look.settle(due_at),
                    Err(problem) => {
                        tracing::error!(name = export.name, problem, "an export failed; retrying");
                        look.failed(now);
                    }
                },
            }
        }
        counts.set_overdue(looks.values().filter(|look| look.failures > 0).count());
        tokio::time::sleep(LOOK).await;
    }
    Ok(())
}

impl ExportLook {
    /// The time for which it is to be made now.
    fn due(&self, export: &ScheduledExport, now: DateTime<Utc>) -> Option<DateTime<Utc>> {
        let due_at = export.times.last_due(now)?;
        let waits = self.not_before.is_some_and(|at| at > now);
        (self.settled != Some(due_at) && !waits).then_some(due_at)
    }

    fn settle(&mut self, due_at: DateTime<Utc>) {
        *self = Self { settled: Some(due_at), ..Self::default() };
    }

    fn failed(&mut self, now: DateTime<Utc>) {
        let pause = (RETRY * (1 << self.failures.min(6))).min(RETRY_MAX);
        self.failures += 1;
        self.not_before = Some(now + pause);
    }
}
