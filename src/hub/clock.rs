//! The time that a hub goes by: that of the database, since the clocks of hubs may be hours apart.

use chrono::{DateTime, Utc};
use tokio::time::Instant;

use crate::team::{TeamConnection, TeamError};

/// See the module.
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
