//! Settings → Profiles, the list behind the name on the band, the palette.

use egui::accesskit::Role;
use egui::{Key, Modifiers};
use paydesk_core::Action;
use paydesk_core::dialog::Confirmation;
use paydesk_core::profiles::ProfileInput;
use paydesk_core::route::Route;
use paydesk_domain::profile::ProfileId;
use paydesk_test_core::desk::Desk;
use paydesk_test_core::profiles::{input, keep, save, with_shop};

use super::super::panels::{assert_hides, assert_shows, click, click_role, names, press, window};
use super::{at_shop, everywhere, held_for_this_session, is_shown};

fn settings(mut desk: Desk) -> Desk {
    desk.act(Action::GoTo(Route::Settings));
    desk
}

#[test]
fn without_a_profile_the_list_says_why_one_would_add_one() {
    everywhere(
        || settings(Desk::ready(vec![])),
        |window| {
            let shown =
                ["Profiles", "Embedded sandbox", "SANDBOX", "Active", "needs no setup", "in the system keyring"];
            assert_shows(window, &shown);
            assert_eq!(click(window, "Add profile…"), [Action::EditProfile(None)]);
            assert_hides(window, &["Remove", "PRODUCTION"]);
        },
    );
}

#[test]
fn every_profile_is_listed_with_its_address_its_environment_and_where_its_key_is() {
    everywhere(
        || {
            let (mut desk, _) = with_shop("snd_key");
            save(&mut desk, ProfileInput { read_only: true, ..input("Live") }, Some("prd_key"));
            let live = desk.state.profiles.current.clone();
            held_for_this_session(&mut desk, live.as_str());
            settings(desk)
        },
        |window| {
            let shown = [
                "https://shop.example.com",
                "https://live.example.com",
                "Its key is in the keyring",
                "Its key is held until Paydesk is closed",
                "The keyring is locked. Unlock it",
                "Read-only",
            ];
            assert_shows(window, &shown);
            let names = names(window);
            let listed = |name: &str| names.lines().position(|line| line == name);
            assert!(listed("Embedded sandbox") < listed("Shop") && listed("Shop") < listed("Live"), "{names}");
            assert!(is_shown(window, "PRODUCTION") && is_shown(window, "SANDBOX"));
        },
    );
}

#[test]
fn a_key_that_nobody_has_is_reported_in_the_list() {
    let (mut desk, shop) = with_shop("snd_key");
    desk.act(Action::SwitchProfile(shop.clone()));
    desk.event(paydesk_core::Message::ServiceFailed {
        profile_id: shop,
        problem: paydesk_test_core::desk::problem("There is no key"),
        key_missing: true,
    });
    assert_shows(&window(settings(desk)), &["Its key is missing"]);
}

#[test]
fn what_can_be_done_with_a_profile_pushes_exactly_that() {
    let (desk, shop) = with_shop("snd_key");
    let mut window = window(settings(desk));
    assert_eq!(click(&mut window, "Switch to Shop"), [Action::SwitchProfile(shop.clone())]);
    assert_eq!(click(&mut window, "Edit Shop"), [Action::EditProfile(Some(shop.clone()))]);
    assert_eq!(click(&mut window, "Remove Shop"), [Action::AskRemoveProfile(shop)]);
    assert!(!is_shown(&window, "Switch to Embedded sandbox"), "it is at work");
}

#[test]
fn removing_names_what_is_lost_and_what_is_kept() {
    everywhere(
        || {
            let (mut desk, shop) = with_shop("snd_key");
            desk.act(Action::AskRemoveProfile(shop));
            desk.tick(1);
            desk
        },
        |window| {
            assert_shows(
                window,
                &["Shop", "https://shop.example.com", "deleted from the keyring", "journal of operations stays"],
            );
            assert_eq!(click(window, "Remove profile"), [Action::Confirm(Confirmation::RemoveProfile)]);
            assert_eq!(click(window, "Back"), [Action::DismissDialog]);
        },
    );
}

#[test]
fn the_name_on_the_banner_opens_the_list_of_profiles() {
    let (desk, shop) = with_shop("prd_key");
    let mut window = window(desk);
    click(&mut window, "Profile Embedded sandbox");
    assert_shows(&window, &["Shop", "PRODUCTION", "Add profile…"]);
    assert_eq!(click_role(&mut window, Role::ListBoxOption, "Shop"), [Action::SwitchProfile(shop)]);
    click(&mut window, "Profile Embedded sandbox");
    assert_eq!(click_role(&mut window, Role::ListBoxOption, "Add profile…"), [Action::EditProfile(None)]);

    let (desk, shop) = at_shop("snd_key");
    let mut window = super::super::panels::window(desk);
    click(&mut window, "Profile Shop");
    let chosen = click_role(&mut window, Role::ListBoxOption, "Embedded sandbox");
    assert_eq!(chosen, [Action::SwitchProfile(ProfileId::embedded())]);
    click(&mut window, "Profile Shop");
    let edit = click_role(&mut window, Role::ListBoxOption, "Edit Shop…");
    assert_eq!(edit, [Action::EditProfile(Some(shop.into()))]);
}

#[test]
fn the_list_of_profiles_is_walked_with_the_keyboard() {
    let (desk, shop) = with_shop("snd_key");
    let mut window = window(desk);
    click(&mut window, "Profile Embedded sandbox");
    press(&mut window, Modifiers::NONE, Key::ArrowDown);
    assert_eq!(press(&mut window, Modifiers::NONE, Key::Enter), [Action::SwitchProfile(shop)]);
}

#[test]
fn the_palette_switches_edits_and_unlocks() {
    let run = |desk: &mut Desk, text: &str| {
        desk.act(Action::OpenPalette);
        let state = std::mem::replace(desk, Desk::started(vec![]));
        let mut window = window(state);
        window.event(egui::Event::Text(text.to_owned()));
        window.run_steps(2);
        press(&mut window, Modifiers::NONE, Key::Enter)
    };
    let (mut desk, shop) = with_shop("snd_key");
    assert_eq!(run(&mut desk, "switch shop"), [Action::DismissDialog, Action::SwitchProfile(shop)]);
    let (mut desk, _) = with_shop("snd_key");
    save(&mut desk, input("Live"), Some("prd_key"));
    keep(&mut desk);
    paydesk_test_core::profiles::ready(&mut desk);
    let live = desk.state.profiles.current.clone();
    assert_eq!(run(&mut desk, "unlock prod"), [Action::DismissDialog, Action::AskUnlockProduction]);
    let (mut desk, shop) = at_shop("snd_key");
    assert_eq!(run(&mut desk, "edit profile"), [Action::DismissDialog, Action::EditProfile(Some(shop.clone().into()))]);
    let (mut desk, shop) = at_shop("snd_key");
    assert_eq!(run(&mut desk, "replace key"), [Action::DismissDialog, Action::EditProfile(Some(shop.into()))]);
    assert!(!live.as_str().is_empty());
}

#[test]
fn the_embedded_sandbox_is_tried_in_other_shapes_from_its_row_until_it_is_at_work_so() {
    let other = ProfileId::embedded_hyperswitch();
    everywhere(
        || settings(Desk::ready(vec![])),
        |window| {
            assert_eq!(click(window, "Try hyperswitch"), [Action::SwitchProfile(ProfileId::embedded_hyperswitch())])
        },
    );
    let mut desk = settings(Desk::ready(vec![]));
    desk.act(Action::SwitchProfile(other));
    let mut window = window(settings(desk));
    assert_shows(&window, &["Embedded sandbox (hyperswitch)", "behaves like hyperswitch"]);
    assert_hides(&window, &["Try hyperswitch"]);
    let usual = [Action::SwitchProfile(ProfileId::embedded())];
    assert_eq!(click(&mut window, "Switch to Embedded sandbox"), usual);
}
