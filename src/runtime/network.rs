//! How the services of profiles are reached: by the rules of the organisation first, then by the profile.

use paydesk_api::client::{ClientError, ExtraRoots, NetworkAccess};
use paydesk_core::managed::ManagedPolicy;
use paydesk_core::profiles::SavedProfile;
use paydesk_domain::address::ProxyAddress;
use paydesk_domain::secret::ProxyLogin;

/// What the organisation set for every connection.
#[derive(Debug, Clone, Default)]
pub struct NetworkRules {
    pub policy: ManagedPolicy,
    /// The certificates that the policy names.
    pub roots: ExtraRoots,
}

impl NetworkRules {
    /// How the service of a profile is reached: its own proxy is only used where the organisation names none. `login` is
    /// what the keyring has; the password in it goes to the proxy and the user that it was given for, and to no other.
    pub fn access(&self, profile: &SavedProfile, login: Option<&ProxyLogin>) -> Result<NetworkAccess, ClientError> {
        if let Some(proxy) = self.policy.proxy_of(&profile.id) {
            return Ok(NetworkAccess { proxy: Some(proxy.clone()), roots: self.roots.clone() });
        }
        let access = NetworkAccess::through(profile.proxy.as_deref(), self.roots.clone())?;
        let Some(asking) = access.proxy.as_ref().filter(|proxy| proxy.lacks_password()) else { return Ok(access) };
        let with_password = login.and_then(|login| ProxyAddress::parse(login.expose()));
        match with_password.filter(|proxy| proxy.has_password() && proxy.is_login_of(asking)) {
            Some(proxy) => Ok(NetworkAccess { proxy: Some(proxy), ..access }),
            None => Err(ClientError::NoProxyPassword),
        }
    }

    /// Whether the proxy that a profile uses asks for a password that the keyring should have.
    pub fn needs_proxy_login(&self, profile: &SavedProfile) -> bool {
        let own = profile.proxy.as_deref().filter(|_| self.policy.proxy_of(&profile.id).is_none());
        own.and_then(ProxyAddress::parse).is_some_and(|proxy| proxy.lacks_password())
    }
}
