//! The time at which something left or arrived, for what is recorded of it. Decides nothing: the core has its own time.

use chrono::{DateTime, Utc};

/// The time of this machine.
#[expect(clippy::disallowed_methods, reason = "the one clock of the runtime")]
pub fn now() -> DateTime<Utc> {
    Utc::now()
}
