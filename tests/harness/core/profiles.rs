//! Profiles that are added, saved and switched.

use paydesk_core::effect::{SecretsEffect, ServiceChoice};
use paydesk_core::message::SecretPlace;
use paydesk_core::profiles::ProfileInput;
use paydesk_core::{Action, Effect, Message};
use paydesk_domain::profile::ProfileId;
use paydesk_domain::secret::{SecretKind, SecretText};

use crate::desk::Desk;
use crate::service::Pay;

pub fn input(name: &str) -> ProfileInput {
    let base_url = format!("https://{}.example.com/", name.to_lowercase());
    ProfileInput { name: name.to_owned(), base_url, ..ProfileInput::default() }
}

pub fn save(desk: &mut Desk, input: ProfileInput, key: Option<&str>) {
    let key = key.map(|key| SecretText::new(key.to_owned()));
    desk.act(Action::SaveProfile { input: Box::new(input), key });
}

/// The keyring took the key that was handed over last.
pub fn keep(desk: &mut Desk) {
    let asked = desk.other.iter().rev().find_map(|effect| match effect {
        Effect::Secrets(SecretsEffect::KeepSecret { profile_id, kind, .. }) => Some((profile_id.clone(), *kind)),
        Effect::Secrets(SecretsEffect::ReplaceSecrets { profile_id, .. }) => {
            Some((profile_id.clone(), SecretKind::SecretKey))
        }
        _ => None,
    });
    let (profile_id, kind) = asked.expect("a key was handed over");
    desk.event(Message::SecretStored { profile_id, kind, result: Ok(SecretPlace::Keyring) });
}

/// The service that was asked for last is ready.
pub fn ready(desk: &mut Desk) {
    let profile = match desk.connected_to.last().unwrap() {
        ServiceChoice::EmbeddedSandbox => crate::desk::profile(),
        ServiceChoice::EmbeddedHyperswitch => {
            paydesk_domain::profile::Profile::embedded_hyperswitch("http://127.0.0.1:8601")
        }
        ServiceChoice::Remote(saved) => saved.profile(),
    };
    let key_place = Some(SecretPlace::Keyring).filter(|_| !profile.embedded);
    desk.event(Message::ServiceReady { profile, key_place });
    desk.serve();
}

/// A desk on the embedded sandbox with a payment open, and the id of a profile “Shop” that was added with `key`.
pub fn with_shop(key: &str) -> (Desk, ProfileId) {
    let mut desk = Desk::with_open(Pay::authorized("pay_1", 1_000));
    save(&mut desk, input("Shop"), Some(key));
    keep(&mut desk);
    // The shop has sold nothing yet.
    let payments = std::mem::take(&mut desk.service.payments);
    ready(&mut desk);
    desk.service.payments = payments;
    let id = desk.state.profiles.current.clone();
    desk.act(Action::SwitchProfile(ProfileId::embedded()));
    ready(&mut desk);
    (desk, id.to_string().into())
}
