//! Settings → What this service does.

use paydesk_core::Action;
use paydesk_core::route::Route;
use paydesk_core::service_traits::{AmountsChange, AnalyticsChange, AnalyticsTrait, QueryPart, TraitChange, TraitId};
use paydesk_domain::analytics::{Granularity, Subject};
use paydesk_domain::money::MinorUnits;
use paydesk_test_core::desk::Desk;

use super::super::panels::{Window, assert_hides, assert_shows, click, window_of};
use super::everywhere;

const HOURS: QueryPart = QueryPart::Granularity(Granularity::Hour);

fn settings(changes: &[TraitChange]) -> Desk {
    let mut desk = Desk::ready(Vec::new());
    changes.iter().for_each(|change| desk.act(Action::ChangeTraits(change.clone())));
    desk.act(Action::GoTo(Route::Settings));
    desk
}

/// All of it in view.
fn tall(desk: Desk) -> Window {
    window_of(desk, egui::Theme::Light, [1440.0, 4_200.0])
}

fn refused() -> TraitChange {
    let from = "400 IR_04: timeSeries.granularity must be G_ONE_DAY".to_owned();
    TraitChange::Analytics(AnalyticsChange::PartRefused { subject: Subject::Payments, part: HOURS, from })
}

#[test]
fn every_guess_is_listed_with_its_default() {
    everywhere(
        || settings(&[]),
        |window| {
            let shown = [
                "How this service behaves: Embedded sandbox",
                "Reports: payments by hour",
                "Requested, although not documented",
            ];
            assert_shows(window, &shown);
            assert_hides(window, &["Learned", "Forget Reports", "Forget all"]);
        },
    );
}

#[test]
fn what_was_learned_says_from_what_and_can_be_reset() {
    everywhere(
        || settings(&[refused()]),
        |window| {
            assert_shows(window, &["Not accepted: queried by day instead", "must be G_ONE_DAY", "Default: Requested"]);
        },
    );
    let mut window = tall(settings(&[refused()]));
    let reset =
        Action::ChangeTraits(TraitChange::Reset(TraitId::Analytics(AnalyticsTrait::Query(Subject::Payments, HOURS))));
    assert_eq!(click(&mut window, "Forget Reports: payments by hour"), [reset]);
}

#[test]
fn everything_that_was_learned_is_forgotten_with_one_button() {
    let mut window = tall(settings(&[refused()]));
    assert_shows(&window, &["1 setting was learned from this service"]);
    assert_eq!(click(&mut window, "Forget all"), [Action::ChangeTraits(TraitChange::ResetAll)]);
}

#[test]
fn how_amounts_are_counted_is_shown_with_its_source_and_can_be_chosen() {
    let from = "GET /health: 200, Via: HyperSwitch".to_owned();
    let learned = AmountsChange::Learned { units: MinorUnits::Hyperswitch, from };
    let mut window = tall(settings(&[TraitChange::Amounts(learned)]));
    assert_shows(&window, &["As in hyperswitch: IRR and MGA have no decimals, ISK has two", "Via: HyperSwitch"]);
    assert_hides(&window, &["Use hyperswitch"]);
    let chosen = AmountsChange::Chosen(MinorUnits::Iso4217);
    assert_eq!(click(&mut window, "Use ISO 4217"), [Action::ChangeTraits(TraitChange::Amounts(chosen.clone()))]);
    let window = tall(settings(&[TraitChange::Amounts(chosen)]));
    assert_shows(&window, &["As in ISO 4217: IRR and MGA have two decimals, ISK has none", "Chosen on"]);
    let window = tall(settings(&[]));
    assert_shows(&window, &["Not known yet. IRR, ISK and MGA are shown in minor units."]);
}

#[test]
fn a_person_can_limit_the_requests_to_a_service_that_states_no_limit() {
    let mut window = tall(settings(&[]));
    assert_shows(&window, &["does not state a rate limit", "At most 300"]);
    assert_eq!(click(&mut window, "At most 120"), [Action::SetRequestLimit(Some(120))]);
}
