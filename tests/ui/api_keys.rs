//! The panel of API keys: the admin key that is missing, the form, and the value that is reported once.

use egui::{Key, Modifiers};
use egui_kittest::kittest::{NodeT as _, Queryable as _};
use paydesk_core::features::api_keys::ApiKeysAction as Do;
use paydesk_core::message::SecretPlace;
use paydesk_core::operations::ResourceKind;
use paydesk_core::route::Route;
use paydesk_core::{Action, Message};
use paydesk_domain::secret::SecretText;
use paydesk_test_core::api_keys::{VALUE, act, desk, with_one, with_value};
use paydesk_test_core::desk::Desk;
use paydesk_test_core::profiles;
use paydesk_ui::panels::api_keys::ApiKeysDraft;
use serde_json::json;

use super::panels::{assert_hides, assert_shows, click, window};
use super::profiles::everywhere;
use super::subscriptions::{fill, submissions};

fn at_panel(mut desk: Desk) -> Desk {
    desk.act(Action::GoTo(Route::List(ResourceKind::ApiKey)));
    desk
}

/// A profile of a person's that has no admin key.
fn without_admin_key() -> Desk {
    let (mut desk, shop) = profiles::with_shop("snd_key");
    desk.act(Action::SwitchProfile(shop.clone()));
    profiles::ready(&mut desk);
    act(&mut desk, Do::LookForAdminKey);
    desk.event(Message::AdminKeyLookedFor { profile_id: shop, result: Ok(None) });
    at_panel(desk)
}

#[test]
fn the_panel_asks_for_the_admin_key_once_it_is_opened() {
    let mut window = window(at_panel(Desk::ready(vec![])));
    window.run_steps(1);
    assert!(window.state().actions.contains(&Action::ApiKeys(Do::LookForAdminKey)));
}

#[test]
fn without_an_admin_key_it_says_so_and_takes_one() {
    everywhere(without_admin_key, |window| {
        assert_shows(window, &["Creating API keys needs an admin key, and this profile has none", "keyring"]);
    });
    let mut window = window(without_admin_key());
    fill(&mut window, "Admin key", "snd_wrong");
    assert_shows(&window, &["A secret key (snd_…, dev_… or prd_…) was given"]);
    assert_eq!(click(&mut window, "Save admin key"), []);
    fill(&mut window, "Admin key", "admin_abc");
    let kept = click(&mut window, "Save admin key");
    assert_eq!(kept, [Action::ApiKeys(Do::KeepAdminKey(SecretText::new("admin_abc")))]);
    assert!(window.state().drafts.find::<ApiKeysDraft>().unwrap().admin_key.is_empty());
}

#[test]
fn a_key_is_asked_for_with_a_last_day_or_for_ever() {
    let mut desk = at_panel(desk());
    desk.act(Action::OpenNew(ResourceKind::ApiKey));
    let mut window = window(desk);
    assert_eq!(submissions(&click(&mut window, "Create API key")), []);
    assert_shows(&window, &["This is required"]);
    fill(&mut window, "Name, required", "Warehouse");
    fill(&mut window, "Last day, required", "31.1.2027");
    assert_eq!(submissions(&click(&mut window, "Create API key")), []);
    assert_shows(&window, &["Must be a date like 2027-01-31"]);
    fill(&mut window, "Last day, required", "2020-01-31");
    assert_shows(&window, &["Usually in the future, or the word never: the service may refuse this"]);
    fill(&mut window, "Last day, required", "2031-01-31");
    let [dated] = &submissions(&click(&mut window, "Create API key"))[..] else { panic!("not submitted") };
    let body = json!({"name": "Warehouse", "expiration": "2031-01-31T23:59:59Z"});
    assert_eq!(dated.request.body, Some(body));
    click(&mut window, "Never");
    window.run_steps(2);
    let [forever] = &submissions(&click(&mut window, "Create API key"))[..] else { panic!("not submitted") };
    assert_eq!(forever.request.body, Some(json!({"name": "Warehouse", "expiration": "never"})));
}

#[test]
fn the_value_is_hidden_copied_on_demand_and_wiped_only_by_who_has_it() {
    let desk = with_value();
    let id = desk.state.new_keys.held()[0].operation_id.clone();
    let mut window = window(desk);
    assert_shows(&window, &["Your new API key", "Value, hidden", "Warehouse"]);
    assert_hides(&window, &[VALUE, "topsecret"]);
    window.state_mut().state.now += chrono::TimeDelta::seconds(5);
    window.run_steps(2);
    let wipe = window.get_by(|node| node.label().as_deref() == Some("I've saved it, remove it"));
    assert!(wipe.accesskit_node().is_disabled());
    assert_eq!(click(&mut window, "Copy value"), [Action::ApiKeys(Do::CopyValue(id.clone()))]);
    window.state_mut().state.on_action(Action::ApiKeys(Do::CopyValue(id.clone())));
    window.run_steps(2);
    assert_shows(&window, &["cleared from the clipboard after 30 seconds"]);
    assert_eq!(click(&mut window, "I've saved it, remove it"), [Action::ApiKeys(Do::ForgetValue(id.clone()))]);
    window.state_mut().state.on_action(Action::DismissDialog);
    window.run_steps(2);
    assert_shows(&window, &["The value of “Warehouse” is available until you remove it"]);
    assert_eq!(click(&mut window, "Show value…"), [Action::ApiKeys(Do::ShowValue(id))]);
}

#[test]
fn while_its_button_is_held_the_value_is_painted_and_still_not_said() {
    let mut window = window(with_value());
    window.get_by_label("Show value while held").focus();
    window.run_steps(2);
    window.key_down(Key::Space);
    window.run_steps(2);
    assert!(window.state().drafts.find::<ApiKeysDraft>().unwrap().seen_value.is_some());
    assert_hides(&window, &[VALUE, "topsecret"]);
    window.key_up(Key::Space);
    window.run_steps(2);
}

#[test]
fn a_lost_answer_says_that_a_key_may_exist_whose_value_nobody_holds() {
    let mut desk = desk();
    paydesk_test_core::api_keys::lost(&mut desk);
    let window = window(at_panel(desk));
    assert_shows(&window, &["Sent, outcome unknown", "its value is lost", "revoke it"]);
}

#[test]
fn the_list_shows_what_is_known_of_a_key_and_never_its_value() {
    everywhere(with_one, |window| {
        assert_shows(window, &["Warehouse", "key_1", "Never", "does not store it"]);
        assert_hides(window, &[VALUE]);
    });
    let mut window = window(with_one());
    assert_eq!(
        super::panels::press(&mut window, Modifiers::NONE, Key::Escape),
        [Action::ShowRecord(ResourceKind::ApiKey, None)]
    );
}

/// A profile of a person's without a merchant ID, with this admin key.
fn without_merchant_id(admin: Option<SecretPlace>) -> Desk {
    let (mut desk, shop) = profiles::with_shop("snd_key");
    desk.act(Action::SwitchProfile(shop.clone()));
    profiles::ready(&mut desk);
    act(&mut desk, Do::LookForAdminKey);
    desk.event(Message::AdminKeyLookedFor { profile_id: shop, result: Ok(admin) });
    at_panel(desk)
}

#[test]
fn why_only_keys_created_here_are_listed_is_said_and_not_that_the_service_has_no_list() {
    for (admin, why) in [
        (None, "the profile has no admin key"),
        (Some(SecretPlace::Keyring), "the profile has no merchant ID. Add it in Settings → Profiles."),
    ] {
        let window = window(without_merchant_id(admin));
        assert_shows(&window, &[&format!("Only keys created in Paydesk are listed: {why}")]);
        assert_hides(&window, &["has no list"]);
    }
}
