//! How the services of profiles are reached: by the rules of the organisation first, then by the profile.

use crate::api::client::{ClientError, ExtraRoots, NetworkAccess};
use crate::app::managed::ManagedPolicy;
use crate::app::profiles::SavedProfile;

/// What the organisation set for every connection.
#[derive(Debug, Clone, Default)]
pub struct NetworkRules {
    pub policy: ManagedPolicy,
    /// The certificates that the policy names.
    pub roots: ExtraRoots,
}

impl NetworkRules {
    /// How the service of a profile is reached: its own proxy is only used where the organisation names none.
    pub fn access(&self, profile: &SavedProfile) -> Result<NetworkAccess, ClientError> {
        match self.policy.proxy_of(&profile.id) {
            Some(proxy) => Ok(NetworkAccess { proxy: Some(proxy.clone()), roots: self.roots.clone() }),
            None => NetworkAccess::through(profile.proxy.as_deref(), self.roots.clone()),
        }
    }
}
