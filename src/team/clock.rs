//! The time of the database, which all of a team go by: clocks of machines may be hours apart.

use chrono::{DateTime, Utc};

use super::connection::{TeamConnection, value};
use super::error::TeamError;

impl TeamConnection {
    /// The time at the server, at this moment.
    pub async fn clock(&self) -> Result<DateTime<Utc>, TeamError> {
        value(&self.one("SELECT clock_timestamp()", &[]).await?, 0)
    }
}
