//! What stands for the keyring in a program that was built without one.

use paydesk_domain::profile::ProfileId;
use paydesk_domain::secret::{Secret, SecretKind, VaultError};

/// Answers every call with [`VaultError::NotBuilt`].
pub struct NoKeyring;

impl NoKeyring {
    pub fn start() -> Self {
        Self
    }

    pub fn load(&self, _: &ProfileId, _: SecretKind) -> Result<Option<Secret>, VaultError> {
        Err(VaultError::NotBuilt)
    }

    pub fn save(&self, _: &ProfileId, _: Secret) -> Result<(), VaultError> {
        Err(VaultError::NotBuilt)
    }

    pub fn delete(&self, _: &ProfileId, _: SecretKind) -> Result<(), VaultError> {
        Err(VaultError::NotBuilt)
    }
}
