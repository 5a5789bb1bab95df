//! What is known of a service beyond its documentation: learned, stored for its profile alone, reset.

use paydesk_core::effect::StoreJob;
use paydesk_core::profiles::SavedProfiles;
use paydesk_core::service_traits::{AnalyticsChange, AnalyticsTrait, QueryPart, TraitChange, TraitId};
use paydesk_core::state::Start;
use paydesk_core::{Action, Effect, State};
use paydesk_domain::analytics::{Granularity, Subject};
use paydesk_domain::profile::ProfileId;
use paydesk_test_core::desk::Desk;
use paydesk_test_core::profiles::{input, ready, save, with_shop};

const HOURS: QueryPart = QueryPart::Granularity(Granularity::Hour);

fn refused() -> Action {
    let from = "HTTP 400 IR_04: must be G_ONE_DAY".to_owned();
    Action::ChangeTraits(TraitChange::Analytics(AnalyticsChange::PartRefused {
        subject: Subject::Payments,
        part: HOURS,
        from,
    }))
}

fn reset() -> Action {
    Action::ChangeTraits(TraitChange::Reset(TraitId::Analytics(AnalyticsTrait::Query(Subject::Payments, HOURS))))
}

fn stored(desk: &Desk) -> Option<SavedProfiles> {
    desk.other.iter().rev().find_map(|effect| match effect {
        Effect::Store(StoreJob::SaveProfiles(profiles)) => Some(profiles.clone()),
        _ => None,
    })
}

fn refuses(state: &State) -> bool {
    state.view().traits.analytics.refuses(Subject::Payments, HOURS)
}

#[test]
fn what_was_learned_is_stored_for_this_profile_and_survives_a_restart() {
    let (mut desk, shop) = with_shop("snd_key");
    desk.act(refused());
    assert!(refuses(&desk.state));
    let profiles = stored(&desk).expect("it is stored");
    assert!(refuses(&State::new(Start { profiles, ..paydesk_test_core::start(desk.now, 1) })));
    desk.act(Action::SwitchProfile(shop));
    ready(&mut desk);
    assert!(!refuses(&desk.state), "the service of another profile");
    desk.act(Action::SwitchProfile(ProfileId::embedded()));
    assert!(refuses(&desk.state));
}

#[test]
fn a_reset_brings_the_default_back_and_nothing_is_stored_where_nothing_changed() {
    let mut desk = Desk::ready(Vec::new());
    desk.act(reset());
    assert_eq!(stored(&desk), None);
    desk.act(refused());
    desk.act(reset());
    assert!(!refuses(&desk.state));
    assert!(stored(&desk).unwrap().service_traits.is_empty());
}

#[test]
fn nothing_is_known_of_another_service_at_the_address() {
    let (mut desk, shop) = with_shop("snd_key");
    desk.act(Action::SwitchProfile(shop.clone()));
    ready(&mut desk);
    desk.act(refused());
    desk.act(Action::EditProfile(Some(shop.clone())));
    let mut other = paydesk_core::profiles::ProfileInput::of(desk.state.profiles.find(&shop).unwrap());
    other.base_url = input("Elsewhere").base_url;
    save(&mut desk, other, Some("snd_other"));
    assert!(!refuses(&desk.state));
}
