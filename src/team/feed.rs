//! Brings the changes of a profile as they happen, over a connection of its own that it opens again when it is lost.
//!
//! PostgreSQL notifies of each change. Poolers may swallow that: the feed notifies itself once to see whether it works,
//! and looks every second where it does not. Where it does, it still looks now and then, and trusts no notification
//! again once a change came without one.

use std::time::Duration;

use tokio::sync::{mpsc, watch};
use tokio::task::JoinHandle;
use tokio::time::Instant;
use tokio_postgres::Notification;
use tokio_postgres::types::Type;
use uuid::Uuid;

use paydesk_domain::secret::SecretText;

use super::address::TeamAddress;
use super::changes::TeamChanges;
use super::connection::{TEXT, TeamConnection};
use super::error::TeamError;
use super::ids::TeamProfileId;
use super::limits::TeamLimits;

/// Events that wait to be taken; the feed waits when there are more.
const EVENTS: usize = 16;
/// What PostgreSQL calls the notifications.
const CHANNEL: &str = "paydesk";

/// How often the feed looks, and how long it waits.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct FeedTimes {
    /// Between looks where notifications do not arrive.
    pub poll: Duration,
    /// Between looks where they do.
    pub check: Duration,
    /// Least time between looks that notifications ask for: what comes in a flood is read together.
    pub pace: Duration,
    /// For the notification to itself.
    pub self_test: Duration,
    /// Before it connects again, the first time; it doubles up to `retry_max`, with jitter.
    pub retry: Duration,
    pub retry_max: Duration,
}

impl Default for FeedTimes {
    fn default() -> Self {
        Self {
            poll: Duration::from_secs(1),
            check: Duration::from_secs(15),
            pace: Duration::from_millis(50),
            self_test: Duration::from_secs(2),
            retry: Duration::from_millis(500),
            retry_max: Duration::from_secs(30),
        }
    }
}

/// What a feed reads, and how.
#[derive(Debug, Clone)]
pub struct FeedSource {
    pub address: TeamAddress,
    pub password: Option<SecretText>,
    pub limits: TeamLimits,
    pub times: FeedTimes,
    pub profile: TeamProfileId,
    /// The number of the last change that is known already; 0 for none.
    pub after: i64,
}

/// What a feed reports.
#[derive(Debug, Clone, PartialEq)]
pub enum FeedEvent {
    /// It is connected; whether notifications arrive, or it has to look.
    Connected {
        is_notified: bool,
    },
    Changed(TeamChanges),
    /// It connects again by itself.
    Disconnected(TeamError),
}

/// The changes of one profile. Ends when it is dropped.
pub struct ChangeFeed {
    events: mpsc::Receiver<FeedEvent>,
    payments: watch::Receiver<i64>,
    task: JoinHandle<()>,
}

impl ChangeFeed {
    /// Needs a tokio runtime.
    pub fn start(source: FeedSource) -> Self {
        let (sender, events) = mpsc::channel(EVENTS);
        let (heard, payments) = watch::channel(0);
        let task = tokio::spawn(Feed { after: source.after, source, events: sender, payments: heard }.run());
        Self { events, payments, task }
    }

    /// The next event; `None` only where the feed was ended.
    pub async fn next(&mut self) -> Option<FeedEvent> {
        self.events.recv().await
    }

    /// The number of the last change of a payment, as soon as the feed hears of it; 0 where there is none.
    pub fn payments(&self) -> watch::Receiver<i64> {
        self.payments.clone()
    }
}

impl Drop for ChangeFeed {
    fn drop(&mut self) {
        self.task.abort();
    }
}

/// Why a feed stops following: nobody takes its events any more, or the connection is lost.
enum Stop {
    Unread,
    Failed(TeamError),
}

impl From<TeamError> for Stop {
    fn from(error: TeamError) -> Self {
        Self::Failed(error)
    }
}

struct Feed {
    source: FeedSource,
    after: i64,
    events: mpsc::Sender<FeedEvent>,
    payments: watch::Sender<i64>,
}

impl Feed {
    async fn run(mut self) {
        let mut wait = self.source.times.retry;
        loop {
            let before = self.after;
            let began = Instant::now();
            let Err(Stop::Failed(error)) = self.follow().await else { return };
            if self.events.send(FeedEvent::Disconnected(error)).await.is_err() {
                return;
            }
            // It worked for a while.
            if self.after > before || began.elapsed() > self.source.times.retry_max {
                wait = self.source.times.retry;
            }
            tokio::time::sleep(with_jitter(wait)).await;
            wait = (wait * 2).min(self.source.times.retry_max);
        }
    }

    /// One connection, until it is lost.
    async fn follow(&mut self) -> Result<(), Stop> {
        let FeedSource { address, password, limits, times, .. } = self.source.clone();
        let opened = TeamConnection::open_to_listen(&address, password.as_ref(), limits).await;
        let (connection, mut notifications) = opened?;
        let mut is_notified = hears_itself(&connection, &mut notifications, times.self_test).await?;
        self.report(FeedEvent::Connected { is_notified }).await?;
        self.read(&connection).await?;
        let mut looked = Instant::now();
        loop {
            let pause = if is_notified { times.check } else { times.poll };
            let was_notified = match tokio::time::timeout_at(looked + pause, notifications.recv()).await {
                Ok(Some(notification)) if self.is_of_payments(&notification) => continue,
                Ok(Some(notification)) if !self.is_ours(&notification) => continue,
                Ok(Some(_)) => {
                    tokio::time::sleep_until(looked + times.pace).await;
                    true
                }
                Ok(None) => return Err(TeamError::ConnectionLost("the server ended it".to_owned()).into()),
                Err(_) => false,
            };
            // One look is enough for all that wait.
            while notifications.try_recv().is_ok() {}
            let found = self.read(&connection).await?;
            looked = Instant::now();
            is_notified &= was_notified || !found;
        }
    }

    /// Takes the number of a change of payments, which are no changes of records.
    fn is_of_payments(&self, notification: &Notification) -> bool {
        let number = notification.payload().strip_prefix(&format!("{}:payments:", self.source.profile));
        number.and_then(|number| number.parse().ok()).map(|number| self.hear_of_payments(number)).is_some()
    }

    fn hear_of_payments(&self, number: i64) {
        self.payments.send_if_modified(|known| std::mem::replace(known, number.max(*known)) < number);
    }

    fn is_ours(&self, notification: &Notification) -> bool {
        let payload = notification.payload().split_once(':');
        let number = payload.filter(|(profile, _)| *profile == self.source.profile.to_string());
        // What was read already may be announced again.
        number.is_some_and(|(_, number)| number.parse::<i64>().is_ok_and(|number| number > self.after))
    }

    /// Reads everything that is new; whether there was anything.
    async fn read(&mut self, connection: &TeamConnection) -> Result<bool, Stop> {
        let before = self.after;
        self.hear_of_payments(connection.last_payment_change(self.source.profile).await?);
        loop {
            let changes = connection.changes_after(self.source.profile, self.after).await?;
            let (upto, has_more) = (changes.upto, changes.has_more);
            if upto > self.after {
                self.report(FeedEvent::Changed(changes)).await?;
                self.after = upto;
            }
            if !has_more {
                return Ok(self.after > before);
            }
        }
    }

    async fn report(&self, event: FeedEvent) -> Result<(), Stop> {
        self.events.send(event).await.map_err(|_| Stop::Unread)
    }
}

/// Listens, and sees whether a notification of its own arrives.
async fn hears_itself(
    connection: &TeamConnection,
    notifications: &mut mpsc::Receiver<Notification>,
    patience: Duration,
) -> Result<bool, TeamError> {
    connection.batch(&format!("LISTEN {CHANNEL}")).await?;
    let text = format!("test:{}", Uuid::new_v4());
    let values = [(&CHANNEL as _, TEXT), (&text as _, Type::TEXT)];
    connection.rows("SELECT pg_notify($1, $2)", &values).await?;
    let own = async { while notifications.recv().await.is_some_and(|found| found.payload() != text) {} };
    Ok(tokio::time::timeout(patience, own).await.is_ok())
}

/// Between half and all of it, so that many desks do not come back at once.
fn with_jitter(wait: Duration) -> Duration {
    let part = u32::from(Uuid::new_v4().as_bytes()[0]);
    wait / 2 + wait / 2 * part / 255
}
