//! The time that a hub goes by: that of the database, since the clocks of hubs may be hours apart.

use std::sync::Arc;

use chrono::{DateTime, Utc};
use tokio::time::Instant;

use paydesk_team::{TeamConnection, TeamError};

/// What time it is at a time of the database: the same, but where a test says otherwise.
pub type ClockShift = Arc<dyn Fn(DateTime<Utc>) -> DateTime<Utc> + Send + Sync>;

/// The database's clock, read once and kept by this machine's monotonic clock.
pub struct DatabaseClock {
    read: DateTime<Utc>,
    at: Instant,
}

impl DatabaseClock {
    pub async fn of(connection: &TeamConnection) -> Result<Self, TeamError> {
        Ok(Self { read: connection.clock().await?, at: Instant::now() })
    }

    pub fn now(&self) -> DateTime<Utc> {
        self.read + self.at.elapsed()
    }
}
