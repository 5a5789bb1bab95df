//! How long anything with a team's database may take.

use std::time::Duration;

/// How long a statement may take, in seconds.
pub const STATEMENT_SECONDS: u64 = 5;

/// Before a desk connects again, the first time; it doubles up to the longest.
pub const RECONNECT_FIRST: Duration = Duration::from_millis(500);
/// With the time that connecting takes, a desk is back within 5 seconds of its database.
pub const RECONNECT_LONGEST: Duration = Duration::from_secs(3);

/// How long each step may take.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct TeamLimits {
    /// Over all hosts of the address.
    pub connect: Duration,
    pub statement: Duration,
}

impl Default for TeamLimits {
    fn default() -> Self {
        Self { connect: Duration::from_secs(5), statement: Duration::from_secs(STATEMENT_SECONDS) }
    }
}
