//! Settings → What this service does.

use paydesk::api::calls::analytics::Granularity;
use paydesk::app::Action;
use paydesk::app::route::Route;
use paydesk::app::service_traits::{QueryPart, TraitChange, TraitId};
use paydesk::domain::analytics::Subject;

use super::super::disputes::type_into;
use super::super::panels::{assert_hides, assert_shows, click, window};
use super::everywhere;
use crate::flows::desk::Desk;

const HOURS: QueryPart = QueryPart::Granularity(Granularity::Hour);

fn settings(changes: &[TraitChange]) -> Desk {
    let mut desk = Desk::ready(Vec::new());
    changes.iter().for_each(|change| desk.act(Action::ChangeTraits(change.clone())));
    desk.act(Action::GoTo(Route::Settings));
    desk
}

fn refused() -> TraitChange {
    let from = "400 IR_04: timeSeries.granularity must be G_ONE_DAY".to_owned();
    TraitChange::PartRefused { subject: Subject::Payments, part: HOURS, from }
}

#[test]
fn every_guess_is_listed_with_its_default() {
    everywhere(
        || settings(&[]),
        |window| {
            let shown = [
                "What this service does: Embedded sandbox",
                "Status of payments held for review",
                "Not known: the documentation does not name it",
                "Analytics: payments by hour",
                "Asked for, though it is not documented",
            ];
            assert_shows(window, &shown);
            assert_hides(window, &["Learned", "Reset"]);
        },
    );
}

#[test]
fn what_was_learned_says_from_what_and_can_be_reset() {
    everywhere(
        || settings(&[refused()]),
        |window| {
            let shown = ["Refused: asked by day instead", "must be G_ONE_DAY", "Otherwise: Asked for"];
            assert_shows(window, &shown);
            let reset = Action::ChangeTraits(TraitChange::Reset(TraitId::Query(Subject::Payments, HOURS)));
            assert_eq!(click(window, "Reset Analytics: payments by hour"), [reset]);
        },
    );
}

#[test]
fn the_status_of_payments_under_review_can_be_named() {
    let mut window = window(settings(&[]));
    type_into(&mut window, "Status of payments held for review", "on_hold");
    let named = Action::ChangeTraits(TraitChange::NameReviewStatus("on_hold".to_owned()));
    assert_eq!(click(&mut window, "Set Status of payments held for review"), [named]);
    assert_shows(
        &super::super::panels::window(settings(&[TraitChange::NameReviewStatus("on_hold".into())])),
        &["on_hold", "Set by you"],
    );
}
