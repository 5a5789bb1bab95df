//! Ids of a team's records: of profiles and desks, as the database has them.

use std::fmt;

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
