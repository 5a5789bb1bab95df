//! The keys of profiles: in the keyring, or in memory for this session where the keyring does not take them.
//!
//! Calls block for as long as the keyring may take: they run on threads for that.

use std::collections::HashMap;
use std::sync::{Arc, Mutex, MutexGuard, PoisonError};

use crate::app::event::{Problem, SecretPlace};
use crate::domain::secret::{ApiKey, SecretKind, SecretText};
use crate::vault::{Vault, VaultError};

type Held = HashMap<(String, SecretKind), (SecretText, Problem)>;

/// See the module.
#[derive(Clone)]
pub struct Keys {
    vault: Arc<Vault>,
    session: Arc<Mutex<Held>>,
}

impl Keys {
    pub fn new(vault: Arc<Vault>) -> Self {
        Self { vault, session: Arc::default() }
    }

    /// The secret key of a profile and where it was found; `None` where nobody has one.
    pub fn secret_key(&self, profile_id: &str) -> Result<Option<(ApiKey, SecretPlace)>, VaultError> {
        let entry = (profile_id.to_owned(), SecretKind::SecretKey);
        let held = self.lock().get(&entry).cloned();
        if let Some((text, why)) = held {
            let key = ApiKey::parse(text.expose()).map_err(|_| VaultError::NotAKey)?;
            return Ok(Some((key, SecretPlace::ThisSession(why))));
        }
        Ok(self.vault.load(profile_id)?.map(|key| (key, SecretPlace::Keyring)))
    }

    /// Keeps a secret: in the keyring, or in memory until the desk is closed where the keyring does not take it.
    pub fn keep(&self, profile_id: &str, kind: SecretKind, secret: SecretText) -> SecretPlace {
        let entry = (profile_id.to_owned(), kind);
        let kept = match ApiKey::parse(secret.expose()) {
            Ok(key) => self.vault.save(profile_id, &key),
            Err(_) => Err(VaultError::NotAKey),
        };
        match kept {
            Ok(()) => {
                self.lock().remove(&entry);
                SecretPlace::Keyring
            }
            Err(error) => {
                let why = problem(error);
                self.lock().insert(entry, (secret, why.clone()));
                SecretPlace::ThisSession(why)
            }
        }
    }

    /// Forgets everything kept for a profile; what the keyring refused to forget is told.
    pub fn forget(&self, profile_id: &str) -> Option<Problem> {
        self.lock().retain(|(id, _), _| id != profile_id);
        self.vault.delete(profile_id).err().map(|error| Problem {
            what: format!("The keys of the removed profile may still be in the keyring. {error}"),
            what_to_do: "Delete the entries named “paydesk” in your keyring".to_owned(),
        })
    }

    /// A panic leaves only plain data behind the lock.
    fn lock(&self) -> MutexGuard<'_, Held> {
        self.session.lock().unwrap_or_else(PoisonError::into_inner)
    }
}

/// A refusal of the keyring in words.
pub fn problem(error: VaultError) -> Problem {
    Problem { what: error.to_string(), what_to_do: error.what_to_do().to_owned() }
}
