//! Secrets in the keyring of the operating system. The only crate that uses it.
//!
//! Nothing is ever kept anywhere else: where there is no keyring, the caller holds the secret for this session only
//! ([`SessionKeys`]) and says why. The program for servers is built without the feature `keyring`: it has none, and takes
//! each secret from a file that its user names.

#[cfg(not(feature = "keyring"))]
mod no_keyring;
mod session;
#[cfg(feature = "keyring")]
mod system_keyring;

use std::time::Duration;

use paydesk_domain::profile::ProfileId;
use paydesk_domain::secret::{Secret, SecretKind, VAULT_ANSWER_TIMEOUT};

pub use paydesk_domain::secret::VaultError;
pub use session::SessionKeys;

#[cfg(not(feature = "keyring"))]
use no_keyring::NoKeyring as Keyring;
#[cfg(feature = "keyring")]
use system_keyring::SystemKeyring as Keyring;

/// Longest wait for one call.
pub const ANSWER_TIMEOUT: Duration = VAULT_ANSWER_TIMEOUT;
/// Whether this program was built with a keyring.
pub const HAS_KEYRING: bool = cfg!(feature = "keyring");

/// Access to the secrets of profiles. Calls block for at most [`ANSWER_TIMEOUT`]: not for the window's thread.
pub struct Vault {
    keyring: Keyring,
    /// Used instead of what the keyring has for this profile and kind.
    given: Option<(ProfileId, Secret)>,
}

impl Vault {
    /// Touches nothing yet: the first call starts the thread that talks to the keyring.
    pub fn start() -> Self {
        Self { keyring: Keyring::start(), given: None }
    }

    /// As [`Vault::start`], with a secret of a profile for this run: the keyring is not asked for it.
    pub fn with_secret(profile_id: ProfileId, secret: Secret) -> Self {
        Self { given: Some((profile_id, secret)), ..Self::start() }
    }

    /// The secret of this kind, if there is one for the profile.
    pub fn load(&self, profile_id: &ProfileId, kind: SecretKind) -> Result<Option<Secret>, VaultError> {
        match self.given(profile_id, kind) {
            Some(secret) => Ok(Some(secret)),
            None => self.keyring.load(profile_id, kind),
        }
    }

    fn given(&self, profile_id: &ProfileId, kind: SecretKind) -> Option<Secret> {
        let (_, secret) =
            self.given.as_ref().filter(|(profile, secret)| profile == profile_id && secret.kind() == kind)?;
        Some(secret.clone())
    }

    /// As [`Vault::load`]; none is an error.
    pub fn require(&self, profile_id: &ProfileId, kind: SecretKind) -> Result<Secret, VaultError> {
        self.load(profile_id, kind)?.ok_or(VaultError::NotFound(kind))
    }

    /// Keeps a secret of the profile in place of an earlier one of its kind. After [`VaultError::TimedOut`] it may be
    /// kept or not.
    pub fn save(&self, profile_id: &ProfileId, secret: Secret) -> Result<(), VaultError> {
        self.keyring.save(profile_id, secret)
    }

    /// Forgets the secret of this kind; there may be none.
    pub fn delete(&self, profile_id: &ProfileId, kind: SecretKind) -> Result<(), VaultError> {
        self.keyring.delete(profile_id, kind)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_secret_that_was_given_is_that_of_its_profile_and_kind_alone() {
        let secret = |text| Secret::parse(SecretKind::SecretKey, text).unwrap();
        let vault = Vault::with_secret("shop".into(), secret("snd_given"));
        assert_eq!(vault.require(&"shop".into(), SecretKind::SecretKey).unwrap().expose(), "snd_given");
        assert!(vault.given(&"other".into(), SecretKind::SecretKey).is_none());
        assert!(vault.given(&"shop".into(), SecretKind::AdminKey).is_none());
    }
}
