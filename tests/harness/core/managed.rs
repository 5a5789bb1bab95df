//! What an organisation set for every profile.

use std::path::Path;

use paydesk_core::Action;
use paydesk_core::features::profiles::Profiles;
use paydesk_core::managed::ManagedPolicy;
use paydesk_core::profiles::{SavedProfile, SavedProfiles};
use paydesk_domain::profile::Environment;
use serde_json::{Value, json};

use crate::desk::Desk;
use crate::profiles::{input, ready};
use crate::service::Pay;

pub const FILE: &str = "/etc/paydesk/managed.json";

pub fn policy(fields: &Value) -> ManagedPolicy {
    let mut file = json!({"version": 1});
    file.as_object_mut().unwrap().extend(fields.as_object().unwrap().clone());
    ManagedPolicy::parse(Path::new(FILE), &file.to_string()).unwrap()
}

pub fn acme(environment: &str) -> Value {
    json!({"name": "Acme", "base_url": "https://api.acme.example", "environment": environment})
}

pub fn own(name: &str) -> SavedProfile {
    input(name).saved(|| format!("profile_{name}").into(), Environment::Sandbox, &[]).unwrap()
}

/// A desk whose payment is authorized, on a machine with these rules and with a profile of the person.
pub fn desk(policy: ManagedPolicy) -> Desk {
    let mut desk = Desk::ready(vec![Pay::authorized("pay_1", 1_000)]);
    let file = SavedProfiles { profiles: vec![own("Mine")], ..SavedProfiles::default() };
    desk.state.profiles = Profiles::new(file, policy, None);
    desk
}

/// Works with the first profile of the organisation.
pub fn switched(mut desk: Desk) -> Desk {
    let id = desk.state.profiles.policy.profiles[0].id.clone();
    desk.act(Action::SwitchProfile(id));
    ready(&mut desk);
    desk
}
