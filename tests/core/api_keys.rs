//! API keys: made with the admin key, their value told once and held nowhere but in memory.

use paydesk_api::record_reads::Offering;
use paydesk_core::dialog::Dialog;
use paydesk_core::effect::{SecretsEffect, SystemEffect};
use paydesk_core::features::api_keys::{AdminKeyPlace, ApiKeysAction as Do, open_api_key_operations};
use paydesk_core::features::record_lists::Listing;
use paydesk_core::message::SecretPlace;
use paydesk_core::operations::ResourceKind;
use paydesk_core::read::Read;
use paydesk_core::route::Route;
use paydesk_core::{Action, Effect, Message};
use paydesk_domain::ids::OperationId;
use paydesk_domain::profile::ProfileId;
use paydesk_domain::secret::{SecretKind, SecretText};
use paydesk_test_core::api_keys::{VALUE, act, desk, found, lost, made, submit};
use paydesk_test_core::desk::{Desk, problem};
use paydesk_test_core::service::{answered, refused};
use paydesk_test_core::{profiles, subscriptions};
use serde_json::json;

fn shown(desk: &Desk) -> Option<&OperationId> {
    match &desk.state.workspace.dialog {
        Some(Dialog::NewApiKey { operation_id, .. }) => Some(operation_id),
        _ => None,
    }
}

#[test]
fn the_value_of_a_new_key_is_shown_and_is_in_no_record_and_no_journal() {
    let mut desk = desk();
    let id = made(&mut desk);
    assert_eq!(shown(&desk), Some(&id));
    let held = desk.state.new_keys.find(&id).unwrap();
    assert_eq!((held.name.as_str(), held.value.expose()), ("Warehouse", VALUE));
    assert_eq!(
        (desk.state.form(ResourceKind::ApiKey), desk.state.workspace.opened.get(ResourceKind::ApiKey)),
        (None, Some("key_1"))
    );
    let known = desk.state.workspace.records.find(ResourceKind::ApiKey, "key_1").unwrap();
    assert_eq!(known.api_key().unwrap().name, "Warehouse");
    let everything = format!("{:?} {:?} {:?}", desk.state, desk.disk, desk.other);
    assert!(!everything.contains("topsecret"), "the value stands somewhere in plain");
}

#[test]
fn it_is_wiped_when_the_person_has_it_and_not_when_the_dialog_is_only_closed() {
    let mut desk = desk();
    let id = made(&mut desk);
    desk.act(Action::DismissDialog);
    assert_eq!((shown(&desk), desk.state.new_keys.held().len()), (None, 1));
    act(&mut desk, Do::ShowValue(id.clone()));
    assert_eq!(shown(&desk), Some(&id));
    act(&mut desk, Do::ForgetValue(id.clone()));
    assert_eq!((shown(&desk), desk.state.new_keys.held().len()), (None, 0));
    act(&mut desk, Do::ShowValue(id));
    assert_eq!(shown(&desk), None);
}

#[test]
fn a_value_that_comes_while_another_profile_is_on_screen_is_shown_after_the_return() {
    let mut desk = desk();
    let id = submit(&mut desk);
    desk.act(Action::SwitchProfile(ProfileId::embedded_hyperswitch()));
    desk.event(Message::ApiKeyValue { operation_id: id.clone(), value: SecretText::new(VALUE) });
    assert_eq!(shown(&desk), None, "it is no key of this profile");
    let held = desk.state.new_keys.held_in(&desk.state.workspace.profile_id).count();
    assert_eq!((held, desk.state.new_keys.held().len()), (0, 1), "nor listed there");
    act(&mut desk, Do::ShowValue(id.clone()));
    assert_eq!(shown(&desk), None);
    desk.act(Action::SwitchProfile(ProfileId::embedded()));
    assert_eq!(shown(&desk), Some(&id));
    desk.act(Action::SwitchProfile(ProfileId::embedded_hyperswitch()));
    desk.act(Action::SwitchProfile(ProfileId::embedded()));
    assert_eq!(shown(&desk), Some(&id), "it is reported once, and stays until the person has it");
}

#[test]
fn another_dialog_is_not_pushed_aside_by_a_value() {
    let mut desk = desk();
    let id = submit(&mut desk);
    desk.act(Action::ShowShortcuts);
    desk.event(Message::ApiKeyValue { operation_id: id, value: SecretText::new(VALUE) });
    assert_eq!(desk.state.workspace.dialog, Some(Dialog::Shortcuts));
    assert_eq!(desk.state.new_keys.held().len(), 1);
}

#[test]
fn a_value_is_copied_through_the_clipboard_that_is_cleared() {
    let mut desk = desk();
    let id = made(&mut desk);
    act(&mut desk, Do::CopyValue(id.clone()));
    assert_eq!(desk.other.last(), Some(&Effect::System(SystemEffect::CopySecret(SecretText::new(VALUE)))));
    assert!(desk.state.new_keys.find(&id).unwrap().copied);
}

#[test]
fn a_value_is_stored_only_into_a_profile_of_its_environment() {
    let mut desk = desk();
    let id = made(&mut desk);
    desk.act(Action::DismissDialog);
    profiles::save(&mut desk, profiles::input("Live"), Some("prd_key"));
    profiles::keep(&mut desk);
    profiles::ready(&mut desk);
    let live = desk.state.workspace.profile.as_ref().unwrap().id.clone();
    profiles::save(&mut desk, profiles::input("Shop"), Some("snd_old"));
    profiles::keep(&mut desk);
    profiles::ready(&mut desk);
    let shop = desk.state.workspace.profile.as_ref().unwrap().id.clone();
    assert_eq!(desk.state.new_keys.held().len(), 1, "it is not lost by switching profiles");

    let before = desk.other.len();
    act(&mut desk, Do::StoreValue { operation_id: id.clone(), profile_id: live });
    assert_eq!(desk.other.len(), before, "a sandbox key went to a profile of production");

    desk.act(Action::SwitchProfile(ProfileId::embedded()));
    profiles::ready(&mut desk);
    act(&mut desk, Do::ShowValue(id.clone()));
    act(&mut desk, Do::StoreValue { operation_id: id.clone(), profile_id: shop.clone() });
    let keep = Effect::Secrets(SecretsEffect::KeepSecret {
        profile_id: shop.clone(),
        kind: SecretKind::SecretKey,
        secret: SecretText::new(VALUE),
    });
    assert_eq!(desk.other.last(), Some(&keep));
    profiles::keep(&mut desk);
    assert_eq!(desk.state.new_keys.find(&id).unwrap().stored, Some((shop, Some(SecretPlace::Keyring))));
    assert!(desk.toasts().iter().any(|toast| toast.contains("“Shop”")), "{:?}", desk.toasts());
    assert_eq!(shown(&desk), Some(&id), "the value stays in view until the person has it");
}

#[test]
fn each_refusal_stays_on_the_form() {
    for (status, code, text) in [
        (400, "IR_06", "expiration: must be in the future"),
        (403, "AU_03", "this endpoint takes an admin key"),
        (404, "IR_05", "merchant not found"),
        (422, "IR_07", "name: is too long"),
    ] {
        let mut desk = desk();
        let id = submit(&mut desk);
        desk.reply(refused(status, code, text));
        let form = desk.state.form(ResourceKind::ApiKey).unwrap().clone();
        let reported = form.refusal.unwrap();
        assert!(reported.contains(text), "{reported}");
        assert_ne!(form.operation_id, id);
        assert!(desk.state.new_keys.held().is_empty());
    }
}

#[test]
fn a_refused_admin_key_does_not_lock_the_profile_and_another_is_asked_for() {
    let mut desk = desk();
    submit(&mut desk);
    desk.reply(refused(401, "AU_01", "Invalid API key"));
    assert!(!desk.locked(), "the secret key was not refused");
    assert_eq!(desk.state.workspace.api_keys.admin, AdminKeyPlace::Refused);
    assert!(desk.state.form(ResourceKind::ApiKey).unwrap().refusal.as_ref().unwrap().contains("AU_01"));
    assert!(desk.state.workspace.api_keys.refusal(&desk.state.view()).unwrap().contains("refused the admin key"));
}

#[test]
fn when_the_answer_is_lost_the_key_may_exist_and_nobody_has_its_value() {
    let mut desk = desk();
    lost(&mut desk);
    assert_eq!(desk.state.form(ResourceKind::ApiKey), None);
    assert_eq!(open_api_key_operations(&desk.state.view()).count(), 1);
    assert_eq!(desk.state.workspace.records.of(ResourceKind::ApiKey).len(), 0);
    assert!(desk.state.new_keys.held().is_empty());
    assert!(desk.is_unknown());
}

#[test]
fn the_admin_key_is_looked_for_once_and_said_to_be_missing_in_words() {
    let mut desk = subscriptions::desk();
    act(&mut desk, Do::LookForAdminKey);
    act(&mut desk, Do::LookForAdminKey);
    let asked = |effect: &&Effect| matches!(effect, Effect::Secrets(SecretsEffect::FindAdminKey { .. }));
    assert_eq!(desk.other.iter().filter(asked).count(), 1);
    assert_eq!(desk.state.workspace.api_keys.refusal(&desk.state.view()).as_deref(), Some("Loading the admin key"));
    found(&mut desk, Ok(None));
    assert_eq!(desk.state.workspace.api_keys.admin, AdminKeyPlace::Missing);
    assert_eq!(
        desk.state.workspace.api_keys.refusal(&desk.state.view()).as_deref(),
        Some("This profile has no admin key")
    );
    // The embedded sandbox keeps its own: it takes none from outside.
    act(&mut desk, Do::KeepAdminKey(SecretText::new("admin_new")));
    assert!(!desk.other.iter().any(|effect| matches!(effect, Effect::Secrets(SecretsEffect::KeepSecret { .. }))));
}

#[test]
fn an_admin_key_is_kept_for_the_profile_at_work_and_never_for_another() {
    let (mut desk, shop) = profiles::with_shop("snd_key");
    desk.act(Action::SwitchProfile(shop.clone()));
    profiles::ready(&mut desk);
    act(&mut desk, Do::LookForAdminKey);
    found(&mut desk, Err(problem("The keyring is locked")));
    assert!(matches!(desk.state.workspace.api_keys.admin, AdminKeyPlace::Failed(_)));
    act(&mut desk, Do::KeepAdminKey(SecretText::new("admin_new")));
    let secret = SecretText::new("admin_new");
    let keep =
        Effect::Secrets(SecretsEffect::KeepSecret { profile_id: shop.clone(), kind: SecretKind::AdminKey, secret });
    assert_eq!(desk.other.last(), Some(&keep));
    let connected = desk.started;
    profiles::keep(&mut desk);
    assert_eq!(desk.state.workspace.api_keys.admin, AdminKeyPlace::Stored(SecretPlace::Keyring));
    assert_eq!(desk.started, connected, "an admin key needs no new connection");
    desk.act(Action::SwitchProfile(ProfileId::embedded()));
    assert_eq!(desk.state.workspace.api_keys.admin, AdminKeyPlace::NotLookedFor);
    desk.event(Message::AdminKeyLookedFor { profile_id: shop, result: Ok(None) });
    assert_eq!(
        desk.state.workspace.api_keys.admin,
        AdminKeyPlace::NotLookedFor,
        "an answer for another profile was taken"
    );
}

/// A desk that shows the API keys and has just found the admin key; what the list of keys was asked with.
fn listing_keys() -> (Desk, paydesk_core::read::RequestId, Read) {
    let mut desk = subscriptions::desk();
    desk.act(Action::GoTo(Route::List(ResourceKind::ApiKey)));
    let is_list = |read: &Read| matches!(read, Read::Records(_));
    assert!(!desk.reads.iter().any(|(_, read)| is_list(read)), "without the admin key nothing is asked");
    act(&mut desk, Do::LookForAdminKey);
    found(&mut desk, Ok(Some(SecretPlace::Keyring)));
    let place = desk.reads.iter().position(|(_, read)| is_list(read)).expect("the keys are asked for");
    let (request_id, read) = desk.reads.remove(place);
    assert_eq!(read.request().path, "/api_keys/mer_1/list");
    (desk, request_id, read)
}

fn key_listing(desk: &Desk) -> Listing<'_> {
    desk.state.workspace.record_lists.listing(ResourceKind::ApiKey, &desk.state.view())
}

#[test]
fn the_keys_of_the_account_are_listed_once_the_admin_key_is_found() {
    let (mut desk, request_id, read) = listing_keys();
    let row = |id: &str, name: &str| {
        json!({"key_id": id, "merchant_id": "mer_1", "name": name, "description": null, "prefix": "snd_TiTm9PHu",
            "created": "2026-11-21T10:00:00Z", "expiration": "never"})
    };
    desk.answer(request_id, &read, answered(200, json!([row("key_1", "Desk"), row("key_2", "Shop")])));
    let mut ids: Vec<&str> =
        desk.state.workspace.records.of(ResourceKind::ApiKey).map(|known| &*known.record.id).collect();
    ids.sort_unstable();
    assert_eq!(ids, ["key_1", "key_2"]);
    assert!(matches!(key_listing(&desk), Listing::Whole(_)));
}

#[test]
fn an_admin_key_that_may_not_list_keys_says_nothing_of_the_key_of_the_profile() {
    let (mut desk, request_id, read) = listing_keys();
    desk.answer(request_id, &read, refused(401, "IR_01", "API key not provided or invalid API key used"));
    assert_eq!(key_listing(&desk), Listing::None(Offering::NotForKey));
    assert!(!desk.locked() && desk.toasts().is_empty());

    let (mut desk, request_id, read) = listing_keys();
    desk.answer(request_id, &read, refused(401, "AU_01", "no such key"));
    assert_eq!(desk.state.workspace.api_keys.admin, AdminKeyPlace::Refused);
    assert!(!desk.locked(), "the key of the profile was not refused");
}
