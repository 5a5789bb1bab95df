//! What a fault of the database means to the core.

use paydesk_core::failure::TeamFailure;
use paydesk_team::TeamError;

pub(super) fn failure(error: TeamError) -> TeamFailure {
    TeamFailure::Database { what: error.to_string(), what_to_do: error.what_to_do(), is_passing: error.is_passing() }
}
