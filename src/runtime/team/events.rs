//! Events that a team's hub received: read in their order as they come, and handed to this desk's store as its own
//! receiver hands them over.
//!
//! The store keeps events with how far was read, in one commit: whatever is interrupted, none is lost and none is applied
//! twice. Reading has a task of its own, so that no flood of events delays a claim.

use std::sync::Arc;
use std::time::Duration;

use tokio::sync::{Notify, oneshot};
use tokio::task::AbortHandle;

use paydesk_core::features::webhooks::Delivery;
use paydesk_domain::profile::ProfileId;
use paydesk_store::{TeamDeliveries, TeamEventsJob, TeamEventsPlace, WebhookEventStore};
use paydesk_team::{TeamConnection, TeamError, TeamEvent, TeamProfileId};

/// Before the store or the database is asked again, after one of them could not.
const PAUSE: Duration = Duration::from_secs(5);

/// Reads the events of one profile until it is dropped.
pub struct TeamEvents {
    changed: Arc<Notify>,
    task: AbortHandle,
}

impl TeamEvents {
    /// Reads what is there that this desk does not have.
    pub fn start(
        connection: Arc<TeamConnection>,
        profile: TeamProfileId,
        own: ProfileId,
        store: WebhookEventStore,
    ) -> Self {
        let changed = Arc::new(Notify::new());
        let place = TeamEventsPlace { profile_id: own, team_profile: profile.to_string() };
        let reader = EventsReader { connection, profile, place, store };
        let task = tokio::spawn(reader.run(changed.clone())).abort_handle();
        Self { changed, task }
    }

    /// Something changed in the profile: there may be events.
    pub fn look(&self) {
        self.changed.notify_one();
    }
}

impl Drop for TeamEvents {
    fn drop(&mut self) {
        self.task.abort();
    }
}

struct EventsReader {
    connection: Arc<TeamConnection>,
    profile: TeamProfileId,
    place: TeamEventsPlace,
    store: WebhookEventStore,
}

/// Why reading stops for a moment.
enum Hindrance {
    Store,
    Database(TeamError),
}

impl From<TeamError> for Hindrance {
    fn from(error: TeamError) -> Self {
        Self::Database(error)
    }
}

impl EventsReader {
    async fn run(self, changed: Arc<Notify>) {
        loop {
            if let Err(hindrance) = self.read_all(&changed).await {
                match hindrance {
                    Hindrance::Store => tracing::warn!("the team's events cannot be stored at the moment"),
                    Hindrance::Database(error) => tracing::warn!(%error, "the team's events cannot be read at \
                        the moment"),
                }
                // A session whose connection is lost ends this task.
                tokio::time::sleep(PAUSE).await;
            }
        }
    }

    /// Reads for ever: what is there, then what comes.
    async fn read_all(&self, changed: &Notify) -> Result<(), Hindrance> {
        let (position, last) = (self.position().await?, self.connection.last_change(self.profile).await?);
        // A database that was restored from a copy may be behind what this desk has read.
        let mut after = match position.filter(|position| *position <= last) {
            Some(position) => position,
            None => {
                let first = self.connection.first_events_after(self.profile).await?;
                self.keep(Vec::new(), first).await?;
                first
            }
        };
        loop {
            let page = self.connection.events_after(self.profile, after).await?;
            let is_all = page.events.is_empty();
            if !is_all {
                self.keep(page.events, page.upto).await?;
            }
            after = page.upto;
            if is_all {
                changed.notified().await;
            }
        }
    }

    async fn position(&self) -> Result<Option<i64>, Hindrance> {
        let (sender, answered) = oneshot::channel();
        let answer = Box::new(move |position| {
            // Err means that nobody waits any more.
            let _ = sender.send(position);
        });
        self.ask_store(TeamEventsJob::Position(self.place.clone(), answer))?;
        answered.await.unwrap_or(Err(())).map_err(|()| Hindrance::Store)
    }

    async fn keep(&self, events: Vec<TeamEvent>, upto: i64) -> Result<(), Hindrance> {
        let deliveries = events.into_iter().map(|event| self.delivery(event)).collect();
        let (sender, answered) = oneshot::channel();
        let answer = Box::new(move |kept| {
            let _ = sender.send(kept);
        });
        let page = TeamDeliveries { place: self.place.clone(), deliveries, upto };
        self.ask_store(TeamEventsJob::Keep(page, answer))?;
        if answered.await.unwrap_or(false) { Ok(()) } else { Err(Hindrance::Store) }
    }

    fn ask_store(&self, job: TeamEventsJob) -> Result<(), Hindrance> {
        if self.store.with_team(job) { Ok(()) } else { Err(Hindrance::Store) }
    }

    fn delivery(&self, event: TeamEvent) -> Delivery {
        let TeamEvent { event_id, headers, body, received_at, .. } = event;
        Delivery::proved(self.place.profile_id.clone(), event_id, received_at, headers, body)
    }
}
