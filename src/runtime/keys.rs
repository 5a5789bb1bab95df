//! The keys of profiles: in the keyring, or in memory for this session where the keyring does not take them.
//!
//! Calls block for as long as the keyring may take: they run on threads for that.

use std::sync::Arc;

use paydesk_core::failure::KeepSecretError;
use paydesk_core::message::SecretPlace;
use paydesk_domain::profile::ProfileId;
use paydesk_domain::secret::{
    AdminKey, ApiKey, ProxyLogin, Secret, SecretKind, SecretText, SignInToken, WebhookSecret,
};
use paydesk_vault::{SessionKeys, Vault, VaultError};

/// The API keys and webhook secrets of all profiles, wherever each could be stored.
#[derive(Clone)]
pub struct ProfileKeys {
    vault: Arc<Vault>,
    session: Arc<SessionKeys>,
}

impl ProfileKeys {
    pub fn new(vault: Arc<Vault>) -> Self {
        Self { vault, session: Arc::default() }
    }

    /// The secret key of a profile and where it was found; `None` where nobody has one.
    pub fn secret_key(&self, profile_id: &ProfileId) -> Result<Option<(ApiKey, SecretPlace)>, VaultError> {
        let kind = SecretKind::SecretKey;
        let held = self.session.get(profile_id, kind).and_then(Secret::into_key);
        if let (Some(key), Some((_, why))) = (held, self.session.why(profile_id)) {
            return Ok(Some((key, SecretPlace::ThisSession(why.into()))));
        }
        let loaded = self.vault.load(profile_id, kind)?;
        Ok(loaded.and_then(Secret::into_key).map(|key| (key, SecretPlace::Keyring)))
    }

    /// The admin key of a profile and where it was found; `None` where nobody has one.
    pub fn admin_key(&self, profile_id: &ProfileId) -> Result<Option<(AdminKey, SecretPlace)>, VaultError> {
        let kind = SecretKind::AdminKey;
        let held = self.session.get(profile_id, kind).and_then(Secret::into_admin);
        if let (Some(key), Some(why)) = (held, self.session.why_of(profile_id, kind)) {
            return Ok(Some((key, SecretPlace::ThisSession(why.into()))));
        }
        let loaded = self.vault.load(profile_id, kind)?;
        Ok(loaded.and_then(Secret::into_admin).map(|key| (key, SecretPlace::Keyring)))
    }

    /// What webhooks of a profile are proved with; `None` where nobody gave it.
    pub fn webhook_secret(&self, profile_id: &ProfileId) -> Result<Option<WebhookSecret>, VaultError> {
        let kind = SecretKind::WebhookSecret;
        if let Some(held) = self.session.get(profile_id, kind).and_then(Secret::into_webhook) {
            return Ok(Some(held));
        }
        Ok(self.vault.load(profile_id, kind)?.and_then(Secret::into_webhook))
    }

    /// How a profile logs in at its proxy; `None` where nobody gave the password.
    pub fn proxy_login(&self, profile_id: &ProfileId) -> Result<Option<ProxyLogin>, VaultError> {
        let kind = SecretKind::ProxyPassword;
        if let Some(held) = self.session.get(profile_id, kind).and_then(Secret::into_proxy) {
            return Ok(Some(held));
        }
        Ok(self.vault.load(profile_id, kind)?.and_then(Secret::into_proxy))
    }

    /// The password of a person at the database of a team; `None` where nobody gave it.
    pub fn team_password(&self, profile_id: &ProfileId) -> Result<Option<SecretText>, VaultError> {
        let kind = SecretKind::TeamPassword;
        let held = self.session.get(profile_id, kind);
        let secret = if held.is_some() { held } else { self.vault.load(profile_id, kind)? };
        Ok(secret.and_then(Secret::into_team).map(SecretText::from))
    }

    /// The token of a person who is signed in to the dashboard with a profile; `None` where nobody is.
    pub fn sign_in_token(&self, profile_id: &ProfileId) -> Result<Option<SignInToken>, VaultError> {
        let kind = SecretKind::SignInToken;
        let held = self.session.get(profile_id, kind);
        let secret = if held.is_some() { held } else { self.vault.load(profile_id, kind)? };
        Ok(secret.and_then(Secret::into_sign_in))
    }

    /// Keeps a secret: in the keyring, or in memory until Paydesk is closed where the keyring does not take it. What is
    /// no secret of this kind is not stored anywhere.
    pub fn keep(&self, profile_id: &ProfileId, kind: SecretKind, text: SecretText) -> Result<SecretPlace, VaultError> {
        let secret = Secret::parse(kind, text.expose()).map_err(|_| VaultError::NotAKey(kind))?;
        Ok(match self.vault.save(profile_id, secret.clone()) {
            Ok(()) => {
                self.session.forget(profile_id, kind);
                SecretPlace::Keyring
            }
            Err(error) => {
                self.session.hold(profile_id, secret, error);
                SecretPlace::ThisSession(error.into())
            }
        })
    }

    /// Forgets secrets of these kinds that are kept for a profile; what the keyring refused to forget is reported.
    pub fn forget(&self, profile_id: &ProfileId, kinds: &[SecretKind]) -> Option<KeepSecretError> {
        kinds.iter().for_each(|kind| self.session.forget(profile_id, *kind));
        // Each is tried, whatever became of the one before.
        let refused: Vec<_> = kinds.iter().map(|kind| self.vault.delete(profile_id, *kind).err()).collect();
        refused.into_iter().flatten().next().map(KeepSecretError::NotForgotten)
    }
}
