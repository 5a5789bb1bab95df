//! What is known of a service beyond its documentation: named, learned, stored for its profile alone, reset.

use paydesk::app::effect::StoreJob;
use paydesk::app::profiles::SavedProfiles;
use paydesk::app::service_traits::{TraitChange, TraitId, TraitSource};
use paydesk::app::state::Start;
use paydesk::app::{Action, Effect, State};
use paydesk::domain::profile::ProfileId;

use super::desk::Desk;
use super::profiles::{ready, with_shop};

fn name(status: &str) -> Action {
    Action::ChangeTraits(TraitChange::NameReviewStatus(status.to_owned()))
}

fn stored(desk: &Desk) -> Option<SavedProfiles> {
    desk.other.iter().rev().find_map(|effect| match effect {
        Effect::Store(StoreJob::SaveProfiles(profiles)) => Some(profiles.clone()),
        _ => None,
    })
}

fn review_status(state: &State) -> Option<(String, TraitSource)> {
    state.view().traits.review_status.as_ref().map(|known| (known.value.clone(), known.source.clone()))
}

#[test]
fn what_a_person_names_is_stored_for_this_profile_and_survives_a_restart() {
    let (mut desk, shop) = with_shop("snd_key");
    desk.act(name(" on_hold "));
    let named = Some(("on_hold".to_owned(), TraitSource::Person));
    assert_eq!(review_status(&desk.state), named);
    let profiles = stored(&desk).expect("it is stored");
    let again = State::new(Start { profiles, ..crate::desk::start(desk.now, 1) });
    assert_eq!(review_status(&again), named);
    desk.act(Action::SwitchProfile(shop));
    ready(&mut desk);
    assert_eq!(review_status(&desk.state), None, "the service of another profile");
    desk.act(Action::SwitchProfile(ProfileId::embedded()));
    assert_eq!(review_status(&desk.state), named);
}

#[test]
fn a_reset_brings_the_default_back_and_nothing_is_stored_where_nothing_changed() {
    let mut desk = Desk::ready(Vec::new());
    desk.act(Action::ChangeTraits(TraitChange::Reset(TraitId::ReviewStatus)));
    desk.act(name("  "));
    assert_eq!(stored(&desk), None);
    desk.act(name("on_hold"));
    desk.act(Action::ChangeTraits(TraitChange::Reset(TraitId::ReviewStatus)));
    assert_eq!(review_status(&desk.state), None);
    assert!(stored(&desk).unwrap().service_traits.is_empty());
}
