//! Secrets that the keyring would not keep: held in memory until Paydesk is closed, and nowhere else.

use std::collections::HashMap;
use std::sync::{Mutex, MutexGuard, PoisonError};

use super::VaultError;
use paydesk_domain::profile::ProfileId;
use paydesk_domain::secret::{Secret, SecretKind};

/// Secrets for this session only, each with the reason it is not in the keyring. Wiped when dropped.
#[derive(Default)]
pub struct SessionKeys {
    held: Mutex<HashMap<(ProfileId, SecretKind), (Secret, VaultError)>>,
}

impl SessionKeys {
    /// Holds `secret` for this profile in place of an earlier one of its kind.
    pub fn hold(&self, profile_id: &ProfileId, secret: Secret, why: VaultError) {
        self.held().insert((profile_id.to_owned(), secret.kind()), (secret, why));
    }

    /// What is held for this profile; it shares the one buffer.
    pub fn get(&self, profile_id: &ProfileId, kind: SecretKind) -> Option<Secret> {
        self.held().get(&(profile_id.to_owned(), kind)).map(|(secret, _)| secret.clone())
    }

    /// Why a secret of this profile is held for this session only, for the banner; `None` where none is.
    pub fn why(&self, profile_id: &ProfileId) -> Option<(SecretKind, VaultError)> {
        let held = self.held();
        let why = |kind| held.get(&(profile_id.to_owned(), kind)).map(|(_, why)| (kind, *why));
        SecretKind::ALL.into_iter().find_map(why)
    }

    /// Why this one is held for this session only.
    pub fn why_of(&self, profile_id: &ProfileId, kind: SecretKind) -> Option<VaultError> {
        self.held().get(&(profile_id.to_owned(), kind)).map(|(_, why)| *why)
    }

    /// Lets one secret go: the keyring has it now, or it is wanted no more.
    pub fn forget(&self, profile_id: &ProfileId, kind: SecretKind) {
        self.held().remove(&(profile_id.to_owned(), kind));
    }

    fn held(&self) -> MutexGuard<'_, HashMap<(ProfileId, SecretKind), (Secret, VaultError)>> {
        self.held.lock().unwrap_or_else(PoisonError::into_inner)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_secret_is_held_for_its_profile_and_kind_with_the_reason_until_it_is_forgotten() {
        let keys = SessionKeys::default();
        let secret = |kind, text| Secret::parse(kind, text).unwrap();
        keys.hold(&"shop".into(), secret(SecretKind::SecretKey, "snd_one"), VaultError::Locked);
        keys.hold(&"shop".into(), secret(SecretKind::SecretKey, "snd_two"), VaultError::NoBus);
        keys.hold(&"shop".into(), secret(SecretKind::AdminKey, "admin_one"), VaultError::Locked);
        keys.hold(&"other".into(), secret(SecretKind::SecretKey, "prd_one"), VaultError::TimedOut);
        assert_eq!(keys.get(&"shop".into(), SecretKind::SecretKey).unwrap().expose(), "snd_two");
        assert_eq!(keys.why(&"shop".into()), Some((SecretKind::SecretKey, VaultError::NoBus)));
        assert_eq!(keys.why_of(&"shop".into(), SecretKind::AdminKey), Some(VaultError::Locked));
        assert!(keys.get(&"shop".into(), SecretKind::WebhookSecret).is_none());
        keys.forget(&"shop".into(), SecretKind::SecretKey);
        assert_eq!(keys.why(&"shop".into()), Some((SecretKind::AdminKey, VaultError::Locked)));
        keys.forget(&"shop".into(), SecretKind::AdminKey);
        assert!(keys.why(&"shop".into()).is_none() && keys.get(&"shop".into(), SecretKind::AdminKey).is_none());
        assert_eq!(keys.get(&"other".into(), SecretKind::SecretKey).unwrap().expose(), "prd_one");
    }
}
