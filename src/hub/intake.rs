//! The way of a delivery into the database: what waits is stored in one commit, and each is answered after it.

use std::sync::Arc;
use std::time::Duration;

use tokio::sync::{mpsc, oneshot};
use tokio::time::{Instant, MissedTickBehavior};

use paydesk_api::json;
use paydesk_domain::webhook::DeliveryRefusal;
use paydesk_receiver::{CutRequest, DeliveryKept, DeliverySink, PageAnswer, ProvedDelivery, RefusedRequest};
use paydesk_team::{NewTeamEvent, TeamConnection, TeamError, TeamEventStored, TeamProfileId};

use super::metrics::RefusalReason;
use super::pages;
use super::place::{HubPlace, HubProblem, OpenedPlace};
use super::state::HubState;

/// Most events of one commit.
const BATCH_EVENTS: usize = 500;
/// No more are added to a commit once it has so many bytes.
const BATCH_BYTES: usize = 4 * 1024 * 1024;
/// When the service is to send again what met no database.
const AWAY_PAUSE: Duration = Duration::from_secs(5);
/// Between looks whether the database answers, while nothing is received.
const PROBE: Duration = Duration::from_secs(2);
/// Between words to the team that this hub is there.
const HERE_EVERY: Duration = Duration::from_secs(30);
/// Before it is connected to again, the first time; it doubles up to the longest.
const RETRY: Duration = Duration::from_millis(250);
const RETRY_MAX: Duration = Duration::from_secs(5);

/// A delivery that waits for its commit.
pub struct WaitingEvent {
    event: NewTeamEvent,
    answer: oneshot::Sender<DeliveryKept>,
}

/// Takes what the receiver proved.
pub struct HubDeliveries {
    line: mpsc::Sender<WaitingEvent>,
    state: Arc<HubState>,
}

impl HubDeliveries {
    pub fn new(line: mpsc::Sender<WaitingEvent>, state: Arc<HubState>) -> Self {
        Self { line, state }
    }
}

impl DeliverySink for HubDeliveries {
    async fn keep(&self, delivery: ProvedDelivery) -> DeliveryKept {
        let metrics = &self.state.metrics;
        metrics.received();
        let began = Instant::now();
        let ProvedDelivery { event_id, headers, body } = delivery;
        let (answer, answered) = oneshot::channel();
        let event = NewTeamEvent { event_id, headers, body: json::shared_without_secrets(body) };
        let waiting = WaitingEvent { event, answer };
        if self.line.try_send(waiting).is_err() {
            metrics.refused(RefusalReason::Busy);
            return DeliveryKept::Busy;
        }
        let waits = metrics.waits();
        let kept = answered.await.unwrap_or(DeliveryKept::Failed);
        drop(waits);
        match kept {
            DeliveryKept::New | DeliveryKept::Known => metrics.answered_after(began.elapsed()),
            DeliveryKept::Busy | DeliveryKept::Away(_) => metrics.refused(RefusalReason::Database),
            DeliveryKept::Failed => metrics.refused(RefusalReason::NotStorable),
        }
        kept
    }

    async fn refused(&self, request: RefusedRequest<'_>) {
        let reason = match request.refusal {
            DeliveryRefusal::BadSignature(_) => RefusalReason::Signature,
            DeliveryRefusal::Unreadable(_) | DeliveryRefusal::DifferentBody(_) => RefusalReason::Unreadable,
        };
        self.state.metrics.refused(reason);
        tracing::debug!(reason = reason.word(), "a delivery was refused");
    }

    async fn connections_closed(&self, count: u32) {
        self.state.metrics.refused_many(RefusalReason::Slow, u64::from(count));
        tracing::warn!(count, "connections were closed to make room for new ones");
    }

    fn cut(&self, why: CutRequest) {
        self.state.metrics.refused(match why {
            CutRequest::TooLarge => RefusalReason::TooLarge,
            CutRequest::TooSlow => RefusalReason::Slow,
            CutRequest::Broken => RefusalReason::Broken,
            CutRequest::OtherMethod => RefusalReason::Method,
        });
    }

    fn page(&self, path: &str) -> Option<PageAnswer> {
        pages::answer(path, &self.state)
    }
}

/// Stores what waits.
pub struct EventWriter {
    place: HubPlace,
    waiting: mpsc::Receiver<WaitingEvent>,
    state: Arc<HubState>,
    said_here: Instant,
}

/// Why a connection is used no longer.
enum WriterStop {
    /// Nothing is handed in any more, and all is answered.
    Done,
    Lost(HubProblem),
}

impl From<TeamError> for WriterStop {
    fn from(error: TeamError) -> Self {
        Self::Lost(error.into())
    }
}

impl EventWriter {
    pub fn new(place: HubPlace, waiting: mpsc::Receiver<WaitingEvent>, state: Arc<HubState>) -> Self {
        Self { place, waiting, state, said_here: Instant::now() }
    }

    /// Ends once nothing is handed in any more and all is answered.
    pub async fn run(mut self, mut opened: Option<OpenedPlace>) {
        let mut pause = RETRY;
        loop {
            let place = match opened.take() {
                Some(place) => Ok(place),
                None => self.open().await,
            };
            let stop = match place {
                Ok((connection, profile)) => {
                    tracing::info!("the database is available; events are being stored");
                    pause = RETRY;
                    self.state.set_storing(true);
                    let stop = self.store_until_lost(&connection, profile.id).await;
                    self.state.set_storing(false);
                    stop
                }
                Err(stop) => stop,
            };
            match stop {
                WriterStop::Done => return,
                WriterStop::Lost(problem) if problem.is_passing() => {
                    tracing::warn!(%problem, "events cannot be stored at the moment")
                }
                WriterStop::Lost(problem) => {
                    tracing::error!(%problem, "events cannot be stored until this is fixed")
                }
            }
            tokio::select! {
                () = tokio::time::sleep(pause) => {}
                () = refuse_all(&mut self.waiting) => return,
            }
            pause = (pause * 2).min(RETRY_MAX);
        }
    }

    /// Connects; who hands something in meanwhile is told to come again.
    async fn open(&mut self) -> Result<OpenedPlace, WriterStop> {
        tokio::select! {
            opened = self.place.open() => opened.map_err(WriterStop::Lost),
            () = refuse_all(&mut self.waiting) => Err(WriterStop::Done),
        }
    }

    async fn store_until_lost(&mut self, connection: &TeamConnection, profile: TeamProfileId) -> WriterStop {
        let mut probe = tokio::time::interval(PROBE);
        probe.set_missed_tick_behavior(MissedTickBehavior::Delay);
        loop {
            let stored = tokio::select! {
                first = self.waiting.recv() => match first {
                    Some(first) => {
                        let batch = self.batch(first);
                        self.store(connection, profile, batch).await
                    }
                    None => return WriterStop::Done,
                },
                _ = probe.tick() => self.look(connection, profile).await,
            };
            if let Err(error) = stored {
                return error.into();
            }
        }
    }

    /// Stores events in one commit and answers each. An error means that the connection is of no use any more.
    async fn store(
        &self,
        connection: &TeamConnection,
        profile: TeamProfileId,
        batch: Vec<WaitingEvent>,
    ) -> Result<(), TeamError> {
        let (events, answers): (Vec<_>, Vec<_>) =
            batch.into_iter().map(|waiting| (waiting.event, waiting.answer)).unzip();
        match connection.store_events(profile, &events).await {
            Ok(stored) => {
                for ((event, stored), sender) in events.iter().zip(stored).zip(answers) {
                    answer(sender, self.kept(event, stored));
                }
                Ok(())
            }
            // One that the database cannot take must not keep the others out.
            Err(TeamError::Other { .. }) if events.len() > 1 => {
                for (event, answer) in events.into_iter().zip(answers) {
                    let alone = vec![WaitingEvent { event, answer }];
                    Box::pin(self.store(connection, profile, alone)).await?;
                }
                Ok(())
            }
            Err(error @ TeamError::Other { .. }) => {
                for (event, sender) in events.iter().zip(answers) {
                    tracing::error!(event_id = event.event_id.as_str(), %error, "an event cannot be stored");
                    answer(sender, DeliveryKept::Failed);
                }
                Ok(())
            }
            Err(error) => {
                answers.into_iter().for_each(|sender| answer(sender, DeliveryKept::Away(AWAY_PAUSE)));
                Err(error)
            }
        }
    }

    fn kept(&self, event: &NewTeamEvent, stored: TeamEventStored) -> DeliveryKept {
        self.state.metrics.stored(stored);
        match stored {
            TeamEventStored::New => DeliveryKept::New,
            TeamEventStored::Known => DeliveryKept::Known,
            // As the window's receiver answers it: the first is the one that counts.
            TeamEventStored::Differs => {
                tracing::warn!(
                    event_id = event.event_id.as_str(),
                    "a stored event was delivered again with a \
                    different body"
                );
                DeliveryKept::Known
            }
        }
    }

    /// Whether the database answers, and what it says of the rate limit.
    async fn look(&mut self, connection: &TeamConnection, profile: TeamProfileId) -> Result<(), TeamError> {
        if self.said_here.elapsed() >= HERE_EVERY {
            self.place.say_here(connection, profile).await?;
            self.said_here = Instant::now();
        }
        self.state.metrics.tokens(connection.tokens(profile).await?);
        Ok(())
    }

    /// What waits by now, as far as it fits one commit.
    fn batch(&mut self, first: WaitingEvent) -> Vec<WaitingEvent> {
        let mut bytes = first.event.body.len();
        let mut batch = vec![first];
        while batch.len() < BATCH_EVENTS && bytes < BATCH_BYTES {
            let Ok(next) = self.waiting.try_recv() else { break };
            bytes += next.event.body.len();
            batch.push(next);
        }
        batch
    }
}

/// Tells everybody to come again; ends once nothing is handed in any more.
async fn refuse_all(waiting: &mut mpsc::Receiver<WaitingEvent>) {
    while let Some(event) = waiting.recv().await {
        answer(event.answer, DeliveryKept::Away(AWAY_PAUSE));
    }
}

fn answer(sender: oneshot::Sender<DeliveryKept>, kept: DeliveryKept) {
    // Err means that the sender has left.
    let _ = sender.send(kept);
}
