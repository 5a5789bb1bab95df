//! What the window shows of a team beside the panels that it shares.

use egui::Theme;
use paydesk_core::Action;
use paydesk_core::features::team::{TeamPerson, TeamReport};
use paydesk_core::route::Route;
use paydesk_domain::team::{AwayRule, TeamRole};
use paydesk_test_core::desk::Desk;
use paydesk_test_core::team::{joined, report, session};

use super::panels::{assert_shows, pictures_of, window_of};

fn in_settings() -> Desk {
    let mut desk = joined(AwayRule::Stop);
    report(&mut desk, session(TeamRole::Operator));
    let person = |name: &str, role, seen_s| TeamPerson { name: name.to_owned(), role, seen_s };
    let people = vec![
        person("anna", TeamRole::Operator, Some(4)),
        person("bob", TeamRole::Approver, Some(200)),
        person("cleo", TeamRole::Reader, None),
    ];
    report(&mut desk, TeamReport::People(people));
    desk.act(Action::GoTo(Route::Settings));
    desk
}

#[test]
fn settings_list_who_belongs_to_the_team_and_who_is_connected() {
    let window = window_of(in_settings(), Theme::Light, [1_440.0, 2_400.0]);
    assert_shows(
        &window,
        &["Members", "anna", "operator · connected", "approver · last connected 3 min ago", "reader · never connected"],
    );
}

#[test]
fn pictures_of_settings_with_a_team() {
    pictures_of("settings with a team", || vec![("settings-team", in_settings(), [1_440.0, 1_500.0])]);
}
