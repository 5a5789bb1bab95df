//! What the organisation set, on the screen: it is shown, and what it forbids is not offered.

use egui::Theme;
use paydesk_core::Action;
use paydesk_core::features::profiles::Profiles;
use paydesk_core::features::team::TeamAction;
use paydesk_core::managed::ManagedPolicy;
use paydesk_core::profiles::SavedProfiles;
use paydesk_core::route::Route;
use paydesk_domain::team::{AwayRule, TeamRole};
use paydesk_test_core::desk::Desk;
use paydesk_test_core::managed::policy;
use paydesk_test_core::managed_team::not_joined;
use paydesk_test_core::profiles::ready;
use paydesk_test_core::team::{report, session};
use serde_json::json;

use super::super::disputes::type_into;
use super::super::kit;
use super::super::panels::{LARGE, assert_hides, assert_shows, click, names, window_of};
use super::everywhere;
use paydesk_test_desk::vulkan::needs_vulkan;

/// Room for all settings.
const TALL: [f32; 2] = [1440.0, 2400.0];

fn rules() -> ManagedPolicy {
    let profile = |name: &str, environment: &str| json!({"name": name, "base_url": "https://api.acme.example", "environment": environment});
    policy(&json!({
        "profiles": [profile("Acme", "production"), profile("Acme test", "sandbox")],
        "only_these_profiles": true, "proxy": "http://desk:topsecret@proxy.acme.example:3128",
        "ca_bundle": "/etc/paydesk/ca.pem", "webhook_receiver": false, "production_read_only": true,
    }))
}

/// At work with the production of the organisation.
fn managed() -> Desk {
    let mut desk = Desk::ready(Vec::new());
    desk.state.profiles = Profiles::new(SavedProfiles::default(), rules(), None);
    let id = desk.state.profiles.saved[0].id.clone();
    desk.act(Action::SwitchProfile(id));
    ready(&mut desk);
    desk.act(Action::GoTo(Route::Settings));
    desk
}

fn editing() -> Desk {
    let mut desk = managed();
    let id = desk.state.profiles.current.clone();
    desk.act(Action::EditProfile(Some(id)));
    desk
}

#[cfg(unix)]
#[test]
fn settings_show_the_rules_and_offer_nothing_that_they_forbid() {
    everywhere(managed, |window| {
        let shown = [
            "Set by your organisation",
            "/etc/paydesk/managed.json",
            "http://proxy.acme.example:3128, with user name and password",
            "Not received on this computer",
        ];
        assert_shows(window, &shown);
        assert_hides(window, &["topsecret", "Unlock"]);
        assert_eq!(click(window, "Add profile…"), []);
        assert_eq!(click(window, "Remove Acme"), []);
    });
}

#[test]
fn of_a_profile_of_the_organisation_the_key_is_asked_for_and_nothing_else() {
    everywhere(editing, |window| {
        let shown = ["Enter its key here", "https://api.acme.example", "Read-only: Paydesk changes nothing"];
        assert_shows(window, &shown);
        assert_shows(window, &["Real money: read-only, as set by your organisation"]);
        assert_hides(window, &["until you unlock", "Merchant ID", "Webhook port", "Receive webhooks"]);
    });
}

#[test]
fn rules_that_cannot_be_read_are_shown_as_what_holds_meanwhile() {
    let mut desk = Desk::ready(Vec::new());
    let policy = ManagedPolicy::strictest(std::path::Path::new("/etc/paydesk/managed.json"));
    desk.state.profiles = Profiles::new(SavedProfiles::default(), policy, None);
    desk.act(Action::GoTo(Route::Settings));
    let mut window = window_of(desk, Theme::Light, LARGE);
    assert_shows(&window, &["cannot be used. Until an administrator corrects the file, these apply", "Read-only"]);
    assert_eq!(click(&mut window, "Add profile…"), []);
}

/// In the settings of a profile whose team is set and not joined.
fn joining() -> Desk {
    let mut desk = not_joined("stop");
    desk.act(Action::GoTo(Route::Settings));
    desk
}

#[cfg(unix)]
#[test]
fn of_a_team_of_the_organisation_a_person_enters_who_they_are_and_nothing_else() {
    let shown = [
        "Your organisation set this team",
        "postgresql://db.example.com/paydesk",
        "/etc/team-ca.pem",
        "Stop changes",
        "User name in the database",
    ];
    let mut window = window_of(joining(), Theme::Light, TALL);
    assert_shows(&window, &shown);
    assert_hides(&window, &["Work alone", "Leave team"]);
    assert!(!names(&window).lines().any(|name| name == "Cancel"));
    assert_eq!(click(&mut window, "Join team"), []);
    assert_shows(&window, &["Enter your user name in the database"]);
    type_into(&mut window, "User name in the database, required", "anna");
    let joined = click(&mut window, "Join team");
    let [Action::Team(TeamAction::JoinSet { user, password: None, .. })] = &joined[..] else { panic!("{joined:?}") };
    assert_eq!(user, "anna");
}

#[test]
fn above_every_panel_stands_which_team_is_to_be_joined_and_where() {
    everywhere(
        || not_joined("stop"),
        |window| {
            assert_shows(window, &["Read-only until you join your organisation's team “Acme” in Settings → Team"]);
            assert_eq!(click(window, "Open settings"), [Action::GoTo(Route::Settings)]);
        },
    );
}

#[test]
fn a_team_of_the_organisation_is_not_left() {
    let mut desk = joining();
    let (user, when_away) = ("anna".to_owned(), AwayRule::Stop);
    desk.act(Action::Team(TeamAction::JoinSet { user, when_away, password: None }));
    report(&mut desk, session(TeamRole::Operator));
    let mut window = window_of(desk, Theme::Light, TALL);
    assert_hides(&window, &["Read-only until", "Work alone"]);
    assert_shows(&window, &["postgresql://anna@db.example.com/paydesk"]);
    assert_eq!(click(&mut window, "Leave team"), []);
    click(&mut window, "Change…");
    assert_shows(&window, &["User name in the database", "Cancel"]);
}

#[test]
fn pictures_of_what_the_organisation_set() {
    if needs_vulkan("pictures of profiles").is_none() {
        return;
    }
    let mut results = egui_kittest::SnapshotResults::new();
    for (theme, name) in [(Theme::Light, "light"), (Theme::Dark, "dark")] {
        for (what, desk, size) in [
            ("settings", managed(), [1440.0, 900.0]),
            ("editor", editing(), [1440.0, 900.0]),
            ("team", joining(), [1440.0, 1200.0]),
            ("team-notice", not_joined("stop"), [1440.0, 900.0]),
        ] {
            let mut window = window_of(desk, theme, size);
            kit::snapshot(&mut window, &format!("managed-{what}-{name}"));
            results.extend_harness(&mut window);
        }
    }
}
