//! How long a database waits while another process has it locked.

use std::time::Duration;

/// Opening and reading.
pub const OPENING_WAIT: Duration = Duration::from_secs(10);
/// Saving: what else is to be saved waits behind it.
pub const SAVING_WAIT: Duration = Duration::from_secs(2);
