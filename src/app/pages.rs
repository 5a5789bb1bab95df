//! How the pages of a list stand that are read one after the other.

use crate::api::error::CallError;

/// See the module.
#[derive(Debug, Clone, PartialEq, Default)]
pub enum Pages {
    #[default]
    NotAsked,
    Loading,
    Idle,
    Failed(CallError),
}

impl Pages {
    /// Whether a list without rows would be taken for one that was read, or is being read.
    pub(in crate::app) fn says_none(&self) -> bool {
        match self {
            Self::NotAsked | Self::Idle => true,
            Self::Loading | Self::Failed(_) => false,
        }
    }
}
