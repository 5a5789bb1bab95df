//! The values of keys that were just made. The service reports each once: it is held in memory until the person has it
//! and wiped then, and goes nowhere but to the clipboard or into the keyring, and only when asked.

use chrono::{DateTime, Utc};

use crate::context::Context;
use crate::context::request::FeatureRequest;
use crate::dialog::Dialog;
use crate::effect::{SecretsEffect, SystemEffect};
use crate::features::toasts::ToastKind;
use crate::message::SecretPlace;
use paydesk_domain::ids::OperationId;
use paydesk_domain::profile::{Environment, ProfileId};
use paydesk_domain::secret::{ApiKey, SecretKind, SecretText};

use super::text;

/// A key whose value is held here.
#[derive(Debug, Clone, PartialEq)]
pub struct NewKey {
    /// Where it was made, and is shown: nowhere else.
    pub profile_id: ProfileId,
    pub operation_id: OperationId,
    /// What the person calls it.
    pub name: String,
    pub value: SecretText,
    pub made_at: DateTime<Utc>,
    /// It was put on the clipboard.
    pub copied: bool,
    /// The profile it was stored for last, and where it is stored, once that is known.
    pub stored: Option<(ProfileId, Option<SecretPlace>)>,
}

/// The values of new API keys, until each was saved or dismissed; wiped from memory then.
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
    /// Those whose value is still held, of all profiles, oldest first.
    pub fn held(&self) -> &[NewKey] {
        &self.held
    }

    /// Those of a profile.
    pub fn held_in(&self, profile_id: &ProfileId) -> impl Iterator<Item = &NewKey> {
        self.held.iter().filter(move |key| key.profile_id == *profile_id)
    }

    /// The profile was removed: nothing shows its values any more.
    pub(crate) fn forget_profile(&mut self, profile_id: &ProfileId) {
        self.held.retain(|key| key.profile_id != *profile_id);
    }

    pub fn find(&self, id: &OperationId) -> Option<&NewKey> {
        self.held.iter().find(|key| key.operation_id == *id)
    }

    fn find_mut(&mut self, id: &OperationId) -> Option<&mut NewKey> {
        self.held.iter_mut().find(|key| key.operation_id == *id)
    }

    /// The value of a key came. It is shown at once, unless the person is in the middle of another dialog.
    pub(crate) fn value_received(&mut self, operation_id: OperationId, value: SecretText, cx: &mut Context<'_>) {
        let operation = cx.operations.find(&operation_id);
        let name = operation.and_then(|operation| operation.plan.sends("name")?.as_str()).unwrap_or_default();
        let (name, made_at, copied, stored) = (name.to_owned(), cx.now, false, None);
        let profile_id = cx.profile_id.clone();
        self.held.retain(|key| key.operation_id != operation_id);
        self.held.push(NewKey { profile_id, operation_id: operation_id.clone(), name, value, made_at, copied, stored });
        let dialog = Dialog::NewApiKey { operation_id, opened_at: cx.now };
        cx.request(FeatureRequest::OfferDialog(Box::new(dialog)));
    }

    pub(super) fn show(&self, operation_id: OperationId, cx: &mut Context<'_>) {
        if self.find(&operation_id).is_some_and(|key| key.profile_id == *cx.profile_id) {
            let dialog = Dialog::NewApiKey { operation_id, opened_at: cx.now };
            cx.request(FeatureRequest::ShowDialog(Box::new(dialog)));
        }
    }

    pub(super) fn copy(&mut self, id: &OperationId, cx: &mut Context<'_>) {
        let Some(key) = self.find_mut(id) else { return };
        key.copied = true;
        cx.outbox.push(SystemEffect::CopySecret(key.value.clone()));
    }

    /// Stores the value as the secret key of a profile of the same environment.
    pub(super) fn store(&mut self, id: &OperationId, profile_id: ProfileId, cx: &mut Context<'_>) {
        let Some(key) = self.find_mut(id) else { return };
        let profile = cx.profiles.iter().find(|profile| profile.id == profile_id);
        if profile.is_none_or(|profile| Some(profile.environment) != key.environment()) {
            return;
        }
        key.stored = Some((profile_id.clone(), None));
        let (kind, secret) = (SecretKind::SecretKey, key.value.clone());
        cx.outbox.push(SecretsEffect::KeepSecret { profile_id, kind, secret });
    }

    /// A secret key was stored for a profile: if it is the value of a new key, the person is reported so.
    pub(crate) fn stored(&mut self, profile_id: &ProfileId, place: &SecretPlace, cx: &mut Context<'_>) {
        let Some(key) = self.being_stored(profile_id).next() else { return };
        key.stored = Some((profile_id.to_owned(), Some(place.clone())));
        if *place == SecretPlace::Keyring {
            let profile = cx.profiles.iter().find(|profile| profile.id == *profile_id);
            let name = profile.map(|profile| &*profile.name).unwrap_or_default();
            let text = text::new_key_is_saved(name);
            cx.toast(ToastKind::Positive, text, None);
        }
    }

    /// It was not stored for that profile: it is still held here, and can be stored again.
    pub(crate) fn not_stored(&mut self, profile_id: &ProfileId) {
        self.being_stored(profile_id).for_each(|key| key.stored = None);
    }

    fn being_stored<'a>(&'a mut self, profile_id: &'a ProfileId) -> impl Iterator<Item = &'a mut NewKey> {
        let waits = move |(id, place): &(ProfileId, Option<SecretPlace>)| id == profile_id && place.is_none();
        self.held.iter_mut().filter(move |key| key.stored.as_ref().is_some_and(waits))
    }

    pub(super) fn wipe(&mut self, id: &OperationId, cx: &mut Context<'_>) {
        self.held.retain(|key| key.operation_id != *id);
        cx.request(FeatureRequest::CloseNewKeyDialog(id.clone()));
    }
}
