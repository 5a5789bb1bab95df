//! A simulated desk: connects, stays connected and follows its colleagues as `runtime::team::session` does.

use std::sync::atomic::{AtomicBool, Ordering};
use std::sync::{Arc, Mutex};

use chrono::{DateTime, TimeDelta, Utc};
use paydesk_team::{
    ChangeFeed, DeskId, FeedEvent, FeedSource, FeedTimes, RECONNECT_FIRST, RECONNECT_LONGEST, TeamAddress,
    TeamConnection, TeamError, TeamLimits,
};
use paydesk_test_basics::rng::Rng;
use tokio::task::JoinHandle;

use super::disk::{Disk, Step};
use super::shown::{Shown, read_events, read_payments};
use super::work::Work;
use super::world::World;
use crate::team::harness::password_of;

/// A machine with its disk, whether the program runs on it or not.
pub struct Machine {
    pub number: usize,
    pub id: DeskId,
    pub person: String,
    pub address: TeamAddress,
    /// How far its clock is apart from everybody else's.
    pub clock: TimeDelta,
    pub disk: Mutex<Disk>,
    /// What its colleagues did, also on its disk.
    pub shown: Mutex<Shown>,
    pub world: Arc<World>,
}

impl Machine {
    pub fn now(&self) -> DateTime<Utc> {
        Utc::now() + self.clock
    }

    /// Writes to its journal.
    pub fn write(&self, operation: &str, resource: &str, step: Step) {
        self.disk.lock().unwrap().write(operation, resource, step, self.now());
    }

    /// Starts the program; killed with [`Running::kill`], at whatever it awaits.
    pub fn start(self: &Arc<Self>, seed: u64) -> Running {
        let (machine, rng) = (self.clone(), Rng::seeded(seed));
        self.world.stopped.lock().unwrap().remove(&self.id);
        Running { task: tokio::spawn(async move { machine.run(rng).await }), machine: self.clone() }
    }

    async fn run(&self, mut rng: Rng) {
        let mut wait = RECONNECT_FIRST;
        loop {
            let opened = self.open().await;
            let error = match opened {
                Ok((connection, feed)) => {
                    wait = RECONNECT_FIRST;
                    self.serve(&connection, feed, &mut rng).await
                }
                Err(error) => error,
            };
            // A desk does not come back by itself from any other.
            if !error.is_passing() {
                self.world.problem(format!("desk {}: {error:?}", self.number));
            }
            self.world.count("connections lost or not made");
            tokio::time::sleep(wait).await;
            wait = (wait * 2).min(RECONNECT_LONGEST);
        }
    }

    async fn open(&self) -> Result<(TeamConnection, ChangeFeed), TeamError> {
        let (limits, profile, password) = (TeamLimits::default(), self.world.profile, password_of(&self.person));
        let connection = TeamConnection::open(&self.address, Some(&password), limits).await?;
        connection.see_desk(profile, self.id, "test", "0").await?;
        let after = self.shown.lock().unwrap().upto;
        let (address, password, times) = (self.address.clone(), Some(password), FeedTimes::default());
        Ok((connection, ChangeFeed::start(FeedSource { address, password, limits, times, profile, after })))
    }

    /// Works and follows until the connection is lost. What is under way then goes on to where it needs the database.
    async fn serve(&self, connection: &TeamConnection, feed: ChangeFeed, rng: &mut Rng) -> TeamError {
        let is_lost = AtomicBool::new(false);
        let work = Work { machine: self, connection, is_lost: &is_lost };
        let work = work.run(rng);
        tokio::pin!(work);
        let error = tokio::select! {
            error = &mut work => return error,
            error = self.follow(connection, feed) => error,
        };
        is_lost.store(true, Ordering::SeqCst);
        work.await;
        error
    }

    async fn follow(&self, connection: &TeamConnection, mut feed: ChangeFeed) -> TeamError {
        let mut payments = feed.payments();
        loop {
            let event = tokio::select! {
                event = feed.next() => event,
                // Err: the feed ended, which its events say as well.
                Ok(()) = payments.changed() => {
                    let last = *payments.borrow_and_update();
                    if last <= self.shown.lock().unwrap().payments_upto {
                        continue;
                    }
                    match read_payments(connection, self.world.profile, &self.shown).await {
                        Ok(()) => continue,
                        Err(error) => return error,
                    }
                }
            };
            match event {
                Some(FeedEvent::Changed(changes)) => {
                    let problem = self.shown.lock().unwrap().follow(changes);
                    problem.into_iter().for_each(|what| self.world.problem(what));
                }
                Some(FeedEvent::Connected { .. }) => {}
                Some(FeedEvent::Disconnected(error)) => return error,
                None => return TeamError::ConnectionLost("the feed ended".to_owned()),
            }
            if let Err(error) = read_events(connection, self.world.profile, &self.shown).await {
                return error;
            }
        }
    }
}

/// The program on a machine.
pub struct Running {
    pub machine: Arc<Machine>,
    task: JoinHandle<()>,
}

impl Running {
    /// Ends it where it is, with all that is not on its disk.
    pub async fn kill(self) -> Arc<Machine> {
        self.task.abort();
        let ended = self.task.await.unwrap_err();
        assert!(ended.is_cancelled(), "{ended}");
        self.machine.world.stopped.lock().unwrap().insert(self.machine.id);
        self.machine
    }
}
