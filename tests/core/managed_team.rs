//! The team that an organisation set for a profile: a person joins it as themselves, and works in no other.

use paydesk_core::effect::{SecretsEffect, StoreJob, TeamEffect};
use paydesk_core::features::profiles::Profiles;
use paydesk_core::features::team::{ClaimAnswer, TeamAction, TeamInput, TeamReport};
use paydesk_core::managed::ManagedPolicy;
use paydesk_core::profiles::{ProfileInput, SavedProfiles};
use paydesk_core::{Action, Effect};
use paydesk_domain::profile::ProfileId;
use paydesk_domain::secret::{SecretKind, SecretText};
use paydesk_domain::team::{AwayRule, TeamMembership, TeamRole};
use paydesk_test_core::desk::{Desk, capture, problem};
use paydesk_test_core::managed::{acme, desk, own, policy, switched};
use paydesk_test_core::managed_team::{DATABASE, not_joined, opened, set, with_team};
use paydesk_test_core::profiles::{input, keep, ready, save};
use paydesk_test_core::team::{answer, report, session};
use serde_json::json;

use super::managed::stored;

fn join(desk: &mut Desk, user: &str, when_away: AwayRule, password: Option<&str>) {
    let (user, password) = (user.to_owned(), password.map(SecretText::new));
    desk.act(Action::Team(TeamAction::JoinSet { user, when_away, password }));
}

fn membership(desk: &Desk) -> Option<&TeamMembership> {
    desk.state.profiles.current_saved().and_then(|saved| saved.team.as_deref())
}

fn reason(desk: &Desk) -> String {
    desk.state.read_only_reason().unwrap_or_default()
}

/// The desk after Paydesk was closed, on a machine with these rules; with what it asks for first.
fn restarted(desk: &Desk, policy: ManagedPolicy) -> (Desk, Vec<Effect>) {
    let (file, id) = (stored(desk), desk.state.profiles.current.clone());
    let mut desk = Desk::ready(Vec::new());
    desk.state.profiles = Profiles::new(file, policy, None);
    let effects = desk.state.on_start();
    desk.act(Action::SwitchProfile(id));
    ready(&mut desk);
    (desk, effects)
}

#[test]
fn nothing_is_changed_before_the_team_was_joined_and_the_reason_says_where_to_join() {
    let mut desk = not_joined("stop");
    assert!(
        reason(&desk).contains("join your organisation's team “Acme”") && reason(&desk).contains("Settings → Team")
    );
    desk.confirm(capture(1_000));
    assert!(desk.writes.is_empty() && desk.team.is_empty() && desk.nothing_open());

    join(&mut desk, " ", AwayRule::Stop, None);
    assert!(membership(&desk).is_none() && desk.toasts()[0].contains("user name"), "{:?}", desk.toasts());
    join(&mut desk, " anna ", AwayRule::Stop, Some("geheim"));
    assert!(desk.team.is_empty(), "not before the password is stored");
    keep(&mut desk);
    let Some(TeamEffect::Connect { membership: asked, .. }) = desk.team.last() else { panic!("{:?}", desk.team) };
    assert_eq!((&*asked.address, &*asked.profile), ("postgresql://anna@db.example.com/paydesk", "Acme"));
    assert!(asked.ca_file.is_some(), "as the organisation set it");
    assert!(reason(&desk).contains("database"));
    report(&mut desk, session(TeamRole::Operator));
    assert_eq!(reason(&desk), "");
    desk.confirm(capture(1_000));
    answer(&mut desk, ClaimAnswer::Granted);
    assert!(!desk.writes.is_empty(), "the operation is the team's");

    let file = stored(&desk);
    assert_eq!(file.profiles, [own("Mine")], "what the organisation set is in its own file");
    let [(id, kept)] = file.managed_teams.iter().collect::<Vec<_>>()[..] else { panic!("{file:?}") };
    assert_eq!((id, Some(kept)), (&desk.state.profiles.current, membership(&desk)));
    assert!(!serde_json::to_string(&file).unwrap().contains("geheim"));
}

#[test]
fn a_person_leaves_the_team_of_their_organisation_for_no_other_and_is_not_laxer() {
    let mut desk = not_joined("stop");
    join(&mut desk, "anna", AwayRule::Alone, None);
    let joined = membership(&desk).cloned().unwrap();
    assert_eq!(joined.when_away, AwayRule::Stop);
    let address = "postgresql://anna@other.example.com/paydesk".to_owned();
    let other = TeamInput { address, profile: "Acme".to_owned(), ..TeamInput::default() };
    for action in
        [TeamAction::Leave, TeamAction::Join { input: other, password: None }, TeamAction::SetAwayRule(AwayRule::Alone)]
    {
        desk.act(Action::Team(action));
        assert_eq!(membership(&desk), Some(&joined));
    }
    assert!(desk.toasts().iter().any(|toast| toast.contains("set by your organisation")), "{:?}", desk.toasts());

    let mut desk = not_joined("alone");
    join(&mut desk, "anna", AwayRule::Stop, None);
    for rule in [AwayRule::Alone, AwayRule::Stop] {
        desk.act(Action::Team(TeamAction::SetAwayRule(rule)));
        assert_eq!(membership(&desk).unwrap().when_away, rule, "stricter, and as lax as the organisation");
    }
}

#[test]
fn a_membership_lasts_while_the_file_names_the_same_team() {
    let mut desk = not_joined("alone");
    join(&mut desk, "anna", AwayRule::Alone, None);
    report(&mut desk, session(TeamRole::Operator));
    let joined = membership(&desk).cloned().unwrap();

    let (again, effects) = restarted(&desk, set("alone"));
    assert_eq!(membership(&again), Some(&joined));
    assert!(!forgets_password(&effects));
    assert!(matches!(again.team.last(), Some(TeamEffect::Connect { .. })), "{:?}", again.team);
    let (stricter, _) = restarted(&desk, set("stop"));
    assert_eq!(membership(&stricter).unwrap().when_away, AwayRule::Stop);

    for (database, profile) in [("postgresql://db2.example.com/paydesk", "Acme"), (DATABASE, "Acme 2")] {
        let other = || with_team(&json!({"database": database, "profile": profile}));
        let (mut moved, effects) = restarted(&desk, other());
        assert!(membership(&moved).is_none() && moved.team.is_empty());
        assert!(reason(&moved).contains(&format!("join your organisation's team “{profile}”")), "{}", reason(&moved));
        assert!(forgets_password(&effects), "it was for another database");
        let forgets = |effect: &Effect| matches!(effect, Effect::Store(StoreJob::ForgetSharing { .. }));
        assert!(effects.iter().any(forgets), "what was shared there is not shared here");
        join(&mut moved, "anna", AwayRule::Stop, None);
        assert_eq!(membership(&restarted(&moved, other()).0), membership(&moved));
    }
}

fn forgets_password(effects: &[Effect]) -> bool {
    let kind = SecretKind::TeamPassword;
    let is_it = |effect: &Effect| matches!(effect, Effect::Secrets(SecretsEffect::ForgetSecret { kind: of, .. }) if *of == kind);
    effects.iter().any(is_it)
}

#[test]
fn nobody_works_alone_under_a_name_that_the_database_does_not_know() {
    let mut desk = not_joined("alone");
    join(&mut desk, "nobody", AwayRule::Alone, None);
    report(&mut desk, TeamReport::Away { problem: problem("“nobody” does not exist") });
    assert!(reason(&desk).contains("“nobody” does not exist"));
    join(&mut desk, "anna", AwayRule::Alone, None);
    report(&mut desk, session(TeamRole::Operator));
    report(&mut desk, TeamReport::Away { problem: problem("Connection closed") });
    assert_eq!(reason(&desk), "", "who was let in goes on alone");
    join(&mut desk, "nobody", AwayRule::Alone, None);
    report(&mut desk, TeamReport::Away { problem: problem("“nobody” does not exist") });
    assert!(!reason(&desk).is_empty());
}

#[test]
fn a_profile_of_the_organisation_without_a_team_joins_one_and_leaves_it_as_the_person_wants() {
    let mut desk = opened(switched(desk(policy(&json!({"profiles": [acme("sandbox")]})))));
    assert_eq!(reason(&desk), "");
    let input = TeamInput {
        address: paydesk_test_core::team::membership(AwayRule::Stop).address,
        profile: "Shop".to_owned(),
        ..TeamInput::default()
    };
    desk.act(Action::Team(TeamAction::Join { input, password: None }));
    assert!(matches!(desk.team.last(), Some(TeamEffect::Connect { .. })), "{:?}", desk.team);
    let rules = desk.state.profiles.policy.clone();
    let (mut again, _) = restarted(&desk, rules);
    assert_eq!(membership(&again), membership(&desk));
    again.act(Action::Team(TeamAction::Leave));
    assert!(membership(&again).is_none() && stored(&again).managed_teams.is_empty());
}

#[test]
fn a_new_key_leaves_the_team_of_a_profile_as_it_is() {
    let mut desk = not_joined("stop");
    join(&mut desk, "anna", AwayRule::Stop, None);
    let joined = membership(&desk).cloned();
    let id = desk.state.profiles.current.clone();
    desk.act(Action::EditProfile(Some(id.clone())));
    save(&mut desk, ProfileInput { id: Some(id), read_only: true, ..input("Acme") }, Some("snd_key"));
    assert_eq!(membership(&desk).cloned(), joined);
    assert_eq!(stored(&desk).managed_teams.values().next(), joined.as_ref());
}

#[test]
fn a_file_of_an_older_paydesk_has_no_teams_of_the_organisation() {
    let file: SavedProfiles = serde_json::from_str(r#"{"profiles": [], "managed_read_only": ["managed_1"]}"#).unwrap();
    assert!(file.managed_teams.is_empty() && file.managed_read_only.contains(&ProfileId::new("managed_1")));
    let written = serde_json::to_string(&file).unwrap();
    assert!(!written.contains("managed_teams"), "{written}");
}
