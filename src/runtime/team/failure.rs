//! What a fault of the database means to the core.

use crate::app::failure::TeamFailure;
use crate::team::TeamError;

pub(super) fn failure(error: TeamError) -> TeamFailure {
    TeamFailure::Database { what: error.to_string(), what_to_do: error.what_to_do(), is_passing: error.is_passing() }
}
