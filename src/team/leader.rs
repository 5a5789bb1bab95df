//! Which of several hubs leads: one at most, whatever the network does.
//!
//! Who leads holds an advisory lock of a connection of its own, and speaks on it every second. The server ends a
//! connection on which nothing was said for [`SILENCE`], and frees its lock; before that time is over, by its own clock, a
//! hub that hears no answer leads no more ([`LEADS_FOR`]).
//!
//! A server that was killed, or whose replica took its place, has forgotten the lock, and who held it may not know that
//! yet: who gets it leads only once it has held it for as long as another may still lead.

use std::time::Duration;

use tokio_postgres::types::Type;

use super::connection::{TeamConnection, value};
use super::error::TeamError;
use super::ids::TeamProfileId;

/// After so long without a statement the server ends the connection of a leader.
const SILENCE: Duration = Duration::from_millis(4_500);
/// So long after it asked a hub leads at most, where the answer was yes; and so long the next one waits that gets the
/// lock. A hand-over takes less than 10 seconds.
pub const LEADS_FOR: Duration = Duration::from_millis(3_500);

const LOCK: &str = "SELECT pg_try_advisory_lock(hashtextextended('paydesk hub ' || $1::text, 0))";
/// Behind a pooler the lock may be of another session.
const HELD: &str =
    "SELECT EXISTS (SELECT FROM pg_locks WHERE locktype = 'advisory' AND pid = pg_backend_pid() AND granted)";

impl TeamConnection {
    /// Asks for the lock of the hubs of a profile, on a connection that is used for nothing else; whether it has it.
    pub async fn try_to_lead(&self, profile: TeamProfileId) -> Result<bool, TeamError> {
        self.batch(&format!("SET idle_session_timeout = {}", SILENCE.as_millis())).await?;
        value(&self.one(LOCK, &[(&profile.0, Type::UUID)]).await?, 0)
    }

    /// Whether a connection that got the lock still has it.
    pub async fn still_leads(&self) -> Result<bool, TeamError> {
        value(&self.one(HELD, &[]).await?, 0)
    }
}
