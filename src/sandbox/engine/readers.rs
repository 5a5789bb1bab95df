//! Reads beside the engine: each on a connection of its own, so that none waits for another, or for a write.
//!
//! A read sees the effects of everything that is due, as a unit of work of the engine does: where something is due that
//! was not done yet, the engine does it first. What is in memory ([`Published`]) and the rows belong together: the engine
//! changes both while no read begins.

use std::sync::{Arc, Condvar, Mutex, MutexGuard, PoisonError, RwLock, RwLockReadGuard, RwLockWriteGuard};

use chrono::{DateTime, Utc};
use rusqlite::Connection;

use super::index::PaymentIndex;
use super::refusal::Refusal;
use super::settings::SandboxSettings;
use super::work::Work;
use crate::clock::SandboxClock;
use crate::config::{Credentials, DataLocation};
use crate::storage::{self, timers};

/// Most connections for reading; more than there are cores would only wait for each other.
const MOST_CONNECTIONS: usize = 8;

/// What the engine holds in memory and reads need.
#[derive(Debug, Default)]
pub struct Published {
    pub payments: PaymentIndex,
    pub settings: SandboxSettings,
    /// The latest moment anything was dated with: time never goes back, even where the host's clock does.
    pub latest: DateTime<Utc>,
}

/// [`Published`] as the engine and all reads share it.
#[derive(Debug, Clone, Default)]
pub struct SharedPublished(Arc<RwLock<Published>>);

impl SharedPublished {
    pub fn read(&self) -> RwLockReadGuard<'_, Published> {
        self.0.read().unwrap_or_else(PoisonError::into_inner)
    }

    /// Waits until no read is under way, and lets none begin.
    pub fn write(&self) -> RwLockWriteGuard<'_, Published> {
        self.0.write().unwrap_or_else(PoisonError::into_inner)
    }
}

/// The connections for reading, opened when they are needed first.
pub struct Readers {
    published: SharedPublished,
    clock: SandboxClock,
    credentials: Credentials,
    base_url: String,
    location: DataLocation,
    connections: Mutex<Connections>,
    /// Notified when a connection is given back.
    given_back: Condvar,
}

struct Connections {
    idle: Vec<Connection>,
    open: usize,
    /// How many may be open; 0 where all reads go to the engine.
    most: usize,
}

impl Readers {
    /// Data in memory has one connection, the engine's: all reads go there.
    pub fn new(
        published: SharedPublished,
        clock: SandboxClock,
        credentials: Credentials,
        base_url: String,
        location: DataLocation,
    ) -> Self {
        let cores = std::thread::available_parallelism().map_or(2, usize::from);
        let most = match location {
            DataLocation::InMemory => 0,
            DataLocation::Dir(_) => cores.clamp(2, MOST_CONNECTIONS),
        };
        let connections = Mutex::new(Connections { idle: Vec::new(), open: 0, most });
        Self { published, clock, credentials, base_url, location, connections, given_back: Condvar::new() }
    }

    /// Runs `work`, which changes nothing. `Err` gives it back where the engine has to run it.
    pub fn read<T, F>(&self, work: F) -> Result<Result<T, Refusal>, F>
    where
        F: FnOnce(&mut Work) -> Result<T, Refusal>,
    {
        let mut lent = self.lend();
        match lent.as_mut().and_then(|lent| lent.connection.as_mut()) {
            Some(db) => self.read_with(db, work),
            None => Err(work),
        }
    }

    fn read_with<T, F>(&self, db: &mut Connection, work: F) -> Result<Result<T, Refusal>, F>
    where
        F: FnOnce(&mut Work) -> Result<T, Refusal>,
    {
        let published = self.published.read();
        let now = published.latest.max(self.clock.now());
        let begun = db.transaction().and_then(|transaction| {
            let due = timers::first_due(&transaction, now)?;
            Ok((transaction, due))
        });
        match begun {
            Err(error) => Ok(Err(error.into())),
            Ok((_, Some(_))) => Err(work),
            Ok((transaction, None)) => {
                let (settings, index) = (published.settings.clone(), &published.payments);
                let mut unit = Work::new(&transaction, now, settings, &self.credentials, &self.base_url, index);
                Ok(work(&mut unit))
            }
        }
    }

    /// Closes all connections, once those in use are given back; later reads go to the engine.
    pub fn close(&self) {
        let mut connections = self.connections();
        connections.most = 0;
        while connections.open > connections.idle.len() {
            connections = self.given_back.wait(connections).unwrap_or_else(PoisonError::into_inner);
        }
        connections.idle.clear();
        connections.open = 0;
    }

    /// `None` where no connection can be had.
    fn lend(&self) -> Option<Lent<'_>> {
        let mut connections = self.connections();
        loop {
            if connections.most == 0 {
                return None;
            }
            if let Some(connection) = connections.idle.pop() {
                return Some(Lent { readers: self, connection: Some(connection) });
            }
            if connections.open < connections.most {
                connections.open += 1;
                drop(connections);
                return self.open();
            }
            connections = self.given_back.wait(connections).unwrap_or_else(PoisonError::into_inner);
        }
    }

    fn open(&self) -> Option<Lent<'_>> {
        // Counted as open already: given back by `Lent`, with or without a connection.
        let mut lent = Lent { readers: self, connection: None };
        match storage::open_for_reading(&self.location) {
            Ok(connection) => lent.connection = connection,
            Err(error) => tracing::warn!(%error, "the sandbox's data could not be opened a second time for \
                reading"),
        }
        lent.connection.is_some().then_some(lent)
    }

    fn connections(&self) -> MutexGuard<'_, Connections> {
        self.connections.lock().unwrap_or_else(PoisonError::into_inner)
    }
}

/// A connection in use; given back when it is dropped.
struct Lent<'a> {
    readers: &'a Readers,
    connection: Option<Connection>,
}

impl Drop for Lent<'_> {
    fn drop(&mut self) {
        let mut connections = self.readers.connections();
        match self.connection.take() {
            Some(connection) => connections.idle.push(connection),
            None => connections.open -= 1,
        }
        drop(connections);
        self.readers.given_back.notify_all();
    }
}
