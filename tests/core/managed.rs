//! What an organisation set: a person may be stricter, never looser.

use std::path::Path;

use paydesk_core::dialog::Confirmation;
use paydesk_core::effect::{ServiceChoice, StoreJob, SystemEffect};
use paydesk_core::features::payments::PaymentsAction;
use paydesk_core::features::profiles::Profiles;
use paydesk_core::features::webhooks::{ReceiverState, WebhooksAction};
use paydesk_core::managed::ManagedPolicy;
use paydesk_core::operations::journal::JournalEntry;
use paydesk_core::profiles::{ProfileInput, SavedProfile, SavedProfiles};
use paydesk_core::{Action, Effect};
use paydesk_domain::profile::ProfileId;
use paydesk_test_core::desk::{Desk, capture, pay_1};
use paydesk_test_core::managed::{FILE, acme, desk, own, policy, switched};
use paydesk_test_core::profiles::{input, keep, save};
use paydesk_test_core::service::Pay;
use serde_json::{Value, json};

fn names(desk: &Desk) -> Vec<&str> {
    desk.state.profiles.saved.iter().map(|profile| &*profile.name).collect()
}

pub fn stored(desk: &Desk) -> SavedProfiles {
    let saved = desk.other.iter().rev().find_map(|effect| match effect {
        Effect::Store(StoreJob::SaveProfiles(saved)) => Some(saved.clone()),
        _ => None,
    });
    saved.expect("the profiles were saved")
}

#[test]
fn production_stays_read_only_where_the_organisation_says_so_and_unlocking_is_not_offered() {
    let mut desk = switched(desk(policy(&json!({"profiles": [acme("production")], "production_read_only": true}))));
    let reason = desk.state.read_only_reason();
    assert_eq!(reason.as_deref(), Some("PRODUCTION is read-only, as set by your organisation"));
    assert!(!desk.state.profiles.may_unlock(desk.state.workspace.profile.as_ref()));
    desk.act(Action::AskUnlockProduction);
    assert!(desk.state.workspace.dialog.is_none());
    desk.act(Action::Confirm(Confirmation::UnlockProduction));
    desk.act(Action::Payments(PaymentsAction::Open(pay_1())));
    desk.serve();
    desk.confirm(capture(400));
    assert!(desk.writes.is_empty() && desk.state.read_only_reason().is_some());
}

#[test]
fn a_profile_that_was_unlocked_before_the_rule_was_set_is_locked() {
    let mut desk = switched(desk(policy(&json!({"profiles": [acme("production")]}))));
    desk.act(Action::AskUnlockProduction);
    desk.act(Action::Confirm(Confirmation::UnlockProduction));
    assert_eq!(desk.state.read_only_reason(), None, "without the rule it can be unlocked");
    desk.state.profiles.policy.production_read_only = true;
    assert!(desk.state.read_only_reason().is_some());
}

#[test]
fn nobody_changes_a_profile_of_the_organisation_but_its_key_is_given_and_it_may_be_made_read_only() {
    let mut desk = desk(policy(&json!({"profiles": [acme("sandbox")]})));
    assert_eq!(names(&desk), ["Acme", "Mine"]);
    let set = desk.state.profiles.policy.profiles[0].clone();
    desk.act(Action::EditProfile(Some(set.id.clone())));
    let other = ProfileInput {
        id: Some(set.id.clone()),
        read_only: true,
        proxy: "http://elsewhere.example.com:3128".to_owned(),
        ..input("Evil")
    };
    save(&mut desk, other, Some("snd_key"));
    assert!(desk.state.profiles.editor.is_none());
    let now = desk.state.profiles.find(&set.id).unwrap().clone();
    assert_eq!(now, SavedProfile { read_only: true, ..set.clone() });
    let file = stored(&desk);
    assert_eq!(file.profiles, [own("Mine")], "the file of the person holds only their own");
    assert!(file.managed_read_only.contains(&set.id));
    keep(&mut desk);
    let again = Profiles::new(file, desk.state.profiles.policy.clone(), Some(&set.id));
    assert!(again.find(&set.id).unwrap().read_only, "also after a restart");
    desk.act(Action::AskRemoveProfile(set.id.clone()));
    assert!(desk.state.workspace.dialog.is_none() && desk.state.profiles.find(&set.id).is_some());
}

#[test]
fn what_the_organisation_made_read_only_nobody_makes_writable() {
    let mut profile = acme("sandbox");
    profile["read_only"] = json!(true);
    let mut desk = switched(desk(policy(&json!({"profiles": [profile]}))));
    let reason = desk.state.read_only_reason();
    assert_eq!(reason.as_deref(), Some("This profile is read-only, as set by your organisation"));
    let id = desk.state.profiles.current.clone();
    save(&mut desk, ProfileInput { id: Some(id), ..input("Acme") }, None);
    assert!(desk.state.profiles.current_saved().unwrap().read_only);
    assert!(stored(&desk).managed_read_only.is_empty(), "the rule is the organisation's, not the person's");
}

#[test]
fn where_only_these_profiles_are_allowed_others_are_hidden_and_stay_in_the_file() {
    let rules = policy(&json!({"profiles": [acme("sandbox")], "only_these_profiles": true}));
    let mut desk = desk(rules);
    assert_eq!(names(&desk), ["Acme"]);
    desk.act(Action::EditProfile(None));
    assert!(desk.state.profiles.editor.is_none());
    save(&mut desk, input("Shop"), Some("snd_key"));
    assert_eq!(names(&desk), ["Acme"]);
    desk.act(Action::SwitchProfile(ProfileId::new("profile_Mine")));
    assert_eq!(desk.state.profiles.current, ProfileId::embedded(), "the sandbox stays: it moves no money");
    let id = desk.state.profiles.saved[0].id.clone();
    save(&mut desk, ProfileInput { id: Some(id), read_only: true, ..input("Acme") }, None);
    assert_eq!(stored(&desk).profiles, [own("Mine")]);
}

#[test]
fn no_profile_is_reached_at_another_address_while_the_file_cannot_be_used() {
    let mut desk = desk(ManagedPolicy::strictest(Path::new(FILE)));
    assert_eq!(names(&desk), ["Mine"], "who has a profile goes on with it");
    save(&mut desk, input("Shop"), Some("snd_key"));
    let moved = ProfileInput { id: Some("profile_Mine".into()), ..input("Other") };
    save(&mut desk, moved, Some("snd_key"));
    assert_eq!(desk.state.profiles.saved, [own("Mine")]);
    assert!(desk.other.iter().all(|effect| !matches!(effect, Effect::Store(StoreJob::SaveProfiles(_)))));
}

#[test]
fn no_webhook_receiver_is_started_where_the_organisation_wants_none() {
    let mut profile = acme("sandbox");
    profile["webhook_port"] = json!(8601);
    for (allowed, expected) in [(true, 1), (false, 0)] {
        let desk = desk(policy(&json!({"profiles": [profile], "webhook_receiver": allowed})));
        let mut desk = switched(desk);
        desk.act(Action::Webhooks(WebhooksAction::ListenAgain));
        let id = desk.state.profiles.current.clone();
        let is_for = |effect: &&Effect| matches!(effect, Effect::System(SystemEffect::Listen { profile_id, .. }) if *profile_id == id);
        assert_eq!(desk.receivers.iter().filter(is_for).count().min(1), expected);
        let webhooks = &desk.state.workspace.webhooks;
        assert_eq!(webhooks.receiver == ReceiverState::Forbidden, !allowed);
        assert_eq!(webhooks.receiver_text().contains("as set by your organisation"), !allowed);
    }
}

#[test]
fn the_password_of_a_proxy_is_in_no_text_of_the_core() {
    let mut profile = acme("sandbox");
    profile["proxy"] = json!("http://acme:topsecret@proxy.acme.example:3128");
    let general = "http://desk:topsecret@proxy.example.com:3128";
    let desk = switched(desk(policy(&json!({"profiles": [profile], "proxy": general}))));
    let Some(ServiceChoice::Remote(saved)) = desk.connected_to.last() else { panic!("{:?}", desk.connected_to) };
    assert_eq!(saved.proxy.as_deref(), Some("http://proxy.acme.example:3128"));
    let policy = &desk.state.profiles.policy;
    assert_eq!(policy.proxy_of(&saved.id).unwrap().expose(), "http://acme:topsecret@proxy.acme.example:3128");
    assert_eq!(policy.proxy_of(&"another".into()).unwrap().expose(), general);
    let printed = format!("{:?} {:?} {:?}", desk.state, desk.connected_to, policy.rules());
    assert!(!printed.contains("topsecret"));
    assert!(printed.contains("http://proxy.example.com:3128, with user name and password"));
}

#[test]
fn a_profile_keeps_its_id_while_it_keeps_its_name() {
    let id = |profile: Value| policy(&json!({"profiles": [profile]})).profiles[0].id.clone();
    let (before, mut moved) = (id(acme("sandbox")), acme("sandbox"));
    moved["time_zone"] = json!("Asia/Tokyo");
    moved["base_url"] = json!("https://api2.acme.example");
    assert_eq!(id(moved.clone()), before);
    moved["name"] = json!("Acme 2");
    assert_ne!(id(moved), before);
}

#[test]
fn an_open_operation_of_a_profile_that_was_taken_away_stays_listed() {
    let mut desk = Desk::with_open(Pay::authorized("pay_1", 1_000));
    desk.confirm(capture(1_000));
    (0..2).for_each(|_| desk.write());
    let of = |entry: &JournalEntry| JournalEntry { profile_id: "managed_gone".into(), ..entry.clone() };
    let unfinished = desk.disk.iter().map(of).collect();
    let desk = Desk::after_restart(vec![Pay::authorized("pay_1", 1_000)], unfinished);
    assert_eq!(desk.state.open_operations().count(), 1);
}
