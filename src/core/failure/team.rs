//! What can go wrong with the database of a team.

use paydesk_domain::profile::Environment;
use paydesk_domain::secret::VaultError;

/// Why the database of a team is of no use now.
#[derive(Debug, Clone, PartialEq, Eq)]
pub enum TeamFailure {
    /// What the database layer says of it: what happened, what to do about it, and whether it may pass by itself.
    Database {
        what: String,
        what_to_do: String,
        is_passing: bool,
    },
    /// The address that is saved is none any more.
    Address(String),
    NotConnected,
    /// The person is a member of no such profile.
    NoProfile(String),
    /// The team has this profile for another environment.
    OtherEnvironment {
        profile: String,
        in_team: Environment,
        here: Environment,
    },
    /// The team has this profile for another service, named by its address.
    OtherService {
        profile: String,
        in_team: String,
    },
    /// The database does not take entries of the journal.
    JournalNotCopied {
        why: String,
        what_to_do: String,
    },
    /// The password could not be read.
    Keyring(VaultError),
}

impl TeamFailure {
    /// Whether the same may succeed later without anybody doing anything.
    pub fn is_passing(&self) -> bool {
        match self {
            Self::Database { is_passing, .. } => *is_passing,
            Self::NotConnected | Self::Keyring(_) => true,
            Self::Address(_)
            | Self::NoProfile(_)
            | Self::OtherEnvironment { .. }
            | Self::OtherService { .. }
            | Self::JournalNotCopied { .. } => false,
        }
    }
}
