//! The way to the service of a profile, as far as it is known.

use paydesk_api::error::CallError;
use paydesk_api::outcome::ConnectProblem;

use super::problem::Problem;

/// Whether the service of a profile can be reached, and whether it takes the key.
#[derive(Debug, Clone, PartialEq, Default)]
pub enum ServiceLink {
    /// The embedded service starts, or the first answer is awaited.
    #[default]
    Connecting,
    /// The service could not be started, or the profile is unusable.
    NotStarted(Problem),
    Connected,
    Unreachable(CallError),
    /// The key was refused: nothing is sent until it is replaced.
    Locked(CallError),
}

impl ServiceLink {
    /// Why the profile is locked, if it is.
    pub fn lock(&self) -> Option<&CallError> {
        match self {
            Self::Locked(error) => Some(error),
            Self::Connecting | Self::NotStarted(_) | Self::Connected | Self::Unreachable(_) => None,
        }
    }

    /// Why nothing is read now; `None` while reads can be made, or will be in a moment.
    pub fn read_blocker(&self) -> Option<CallError> {
        match self {
            Self::Locked(error) => Some(error.clone()),
            Self::NotStarted(problem) => Some(not_there(problem)),
            Self::Connecting | Self::Connected | Self::Unreachable(_) => None,
        }
    }
}

/// The error of reads that a service that could not be started would have answered.
pub(super) fn not_there(problem: &Problem) -> CallError {
    CallError::Unreachable(ConnectProblem { message: problem.what.clone(), certificate: false })
}
