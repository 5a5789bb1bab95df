//! Ids of a team's records: of profiles and desks, as the database has them.

use std::fmt;

use sha2::{Digest as _, Sha256};
use uuid::Uuid;

/// Identifies a profile that a team shares; the database's own, the same for all desks.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash, PartialOrd, Ord)]
pub struct TeamProfileId(pub Uuid);

/// Identifies an installation of the program in a team.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash, PartialOrd, Ord)]
pub struct DeskId(pub Uuid);

impl DeskId {
    /// A new one, for an installation that joins its first team.
    pub fn random() -> Self {
        Self(Uuid::new_v4())
    }

    /// The one of a name, the same each time: for what keeps nothing between its starts.
    pub fn of_name(name: &str) -> Self {
        let hash = Sha256::digest(name.as_bytes());
        Self(Uuid::from_u128(hash.iter().take(16).fold(0, |id, byte| id << 8 | u128::from(*byte))))
    }
}

impl fmt::Display for TeamProfileId {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        self.0.fmt(f)
    }
}

impl fmt::Display for DeskId {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        self.0.fmt(f)
    }
}
