//! The values of keys that were just made. The service tells each once: it is held in memory, wiped, until the person has
//! it, and goes nowhere but to the clipboard or into the keyring, and only when asked.

use chrono::{DateTime, Utc};

use crate::app::dialog::Dialog;
use crate::app::effect::{SecretsEffect, SystemEffect};
use crate::app::features::toasts::ToastKind;
use crate::app::message::SecretPlace;
use crate::app::state::State;
use crate::domain::ids::OperationId;
use crate::domain::profile::{Environment, ProfileId};
use crate::domain::secret::{ApiKey, SecretKind, SecretText};

/// A key whose value is held here, for whatever profile it was made.
#[derive(Debug, Clone, PartialEq)]
pub struct NewKey {
    pub operation_id: OperationId,
    /// What the person calls it.
    pub name: String,
    pub value: SecretText,
    pub made_at: DateTime<Utc>,
    /// It was put on the clipboard.
    pub copied: bool,
    /// The profile it was handed to last, and where it is kept there, once that is known.
    pub stored: Option<(ProfileId, Option<SecretPlace>)>,
}

/// See the module.
#[derive(Debug, Default)]
pub struct NewKeys {
    held: Vec<NewKey>,
}

impl NewKey {
    /// What the key opens; `None` where it is no secret key, so that no profile can use it.
    pub fn environment(&self) -> Option<Environment> {
        ApiKey::parse(self.value.expose()).ok().map(|key| key.environment())
    }
}

impl NewKeys {
    /// Those whose value is still held, oldest first.
    pub fn held(&self) -> &[NewKey] {
        &self.held
    }

    pub fn find(&self, id: &OperationId) -> Option<&NewKey> {
        self.held.iter().find(|key| key.operation_id == *id)
    }

    fn find_mut(&mut self, id: &OperationId) -> Option<&mut NewKey> {
        self.held.iter_mut().find(|key| key.operation_id == *id)
    }
}

impl State {
    /// The value of a key came. It is shown at once, unless the person is in the middle of another dialog.
    pub(in crate::app) fn api_key_value(&mut self, operation_id: OperationId, value: SecretText) {
        let named =
            self.workspace.operations.find(&operation_id).and_then(|operation| operation.plan.sends("name")?.as_str());
        let name = named.unwrap_or_default().to_owned();
        let made_at = self.now;
        let (copied, stored) = (false, None);
        self.new_keys.held.retain(|key| key.operation_id != operation_id);
        self.new_keys.held.push(NewKey { operation_id: operation_id.clone(), name, value, made_at, copied, stored });
        if self.dialog.is_none() {
            self.show_value(operation_id);
        }
    }

    pub(super) fn show_value(&mut self, operation_id: OperationId) {
        if self.new_keys.find(&operation_id).is_some() {
            self.dialog = Some(Dialog::NewApiKey { operation_id, opened_at: self.now });
        }
    }

    pub(super) fn copy_value(&mut self, id: &OperationId) {
        let Some(key) = self.new_keys.find_mut(id) else { return };
        key.copied = true;
        self.outbox.push(SystemEffect::CopySecret(key.value.clone()));
    }

    /// Keeps the value as the secret key of a profile of the same environment.
    pub(super) fn store_value(&mut self, id: &OperationId, profile_id: ProfileId) {
        let Some(key) = self.new_keys.find_mut(id) else { return };
        let fits = self.profiles.find(&profile_id).map(|profile| profile.environment);
        if fits.is_none() || fits != key.environment() {
            return;
        }
        key.stored = Some((profile_id.clone(), None));
        self.outbox.push(SecretsEffect::KeepSecret {
            profile_id,
            kind: SecretKind::SecretKey,
            secret: key.value.clone(),
        });
    }

    /// A secret key was kept: if it is the value of a new key, that is told.
    pub(in crate::app) fn value_stored(&mut self, profile_id: &ProfileId, place: &SecretPlace) {
        let waits =
            |key: &&mut NewKey| key.stored.as_ref().is_some_and(|(id, kept)| id == profile_id && kept.is_none());
        let Some(key) = self.new_keys.held.iter_mut().find(waits) else { return };
        key.stored = Some((profile_id.to_owned(), Some(place.clone())));
        if *place == SecretPlace::Keyring {
            let name = self.profiles.name_of(profile_id).unwrap_or_default();
            let text = format!("The new key is kept in the keyring as the secret key of “{name}”");
            self.toasts.show(self.now, ToastKind::Positive, text, None);
        }
    }

    /// It was not kept in that profile: it is still held here, and can be kept again.
    pub(in crate::app) fn value_not_stored(&mut self, profile_id: &ProfileId) {
        let waits =
            |key: &&mut NewKey| key.stored.as_ref().is_some_and(|(id, kept)| id == profile_id && kept.is_none());
        self.new_keys.held.iter_mut().filter(waits).for_each(|key| key.stored = None);
    }

    pub(super) fn let_value_go(&mut self, id: &OperationId) {
        self.new_keys.held.retain(|key| key.operation_id != *id);
        if matches!(&self.dialog, Some(Dialog::NewApiKey { operation_id, .. }) if operation_id == id) {
            self.dialog = None;
        }
    }
}
