//! What colleagues have open: evidence that is only read here, who reviews a payment, and the confirmation of a take-over.

use egui::Theme;
use paydesk::app::Action;
use paydesk::app::features::review_queue::ReviewQueueAction;
use paydesk::app::features::team::{TeamAction, TeamReport};
use paydesk::app::route::Route;
use paydesk::domain::ids::PaymentId;
use paydesk::domain::open_item::OpenItem;
use paydesk::domain::team::AwayRule;

use super::panels::{LARGE, SMALL, assert_hides, assert_shows, click, pictures_of, window_of};
use crate::flows::desk::{Desk, problem};
use crate::flows::disputes::{dsp, open};
use crate::flows::open_items::{bob, held, inbox};
use crate::flows::team::report;

fn listed() -> Desk {
    let mut desk = inbox(AwayRule::Stop);
    report(&mut desk, TeamReport::ItemsOpen(vec![(OpenItem::draft(&dsp("dsp_4")), bob())]));
    desk
}

fn asking() -> Desk {
    let mut desk = held(AwayRule::Stop);
    desk.act(Action::Team(TeamAction::AskTakeOver(OpenItem::draft(&dsp("dsp_1")))));
    desk.tick(1);
    desk
}

fn away() -> Desk {
    let mut desk = inbox(AwayRule::Stop);
    open(&mut desk, "dsp_1");
    report(&mut desk, TeamReport::Away { problem: problem("The team's database does not answer") });
    desk
}

fn reviewed() -> Desk {
    let mut desk = inbox(AwayRule::Stop);
    let payment_id = PaymentId::new("pay_held");
    let item = OpenItem::review(&payment_id);
    desk.act(Action::GoTo(Route::ReviewQueue));
    desk.serve();
    desk.act(Action::ReviewQueue(ReviewQueueAction::Assign { payment_id, to: Some("Grace".to_owned()) }));
    report(&mut desk, TeamReport::ItemsOpen(vec![(item, bob())]));
    desk
}

#[test]
fn evidence_that_a_colleague_writes_is_read_and_can_be_taken_over() {
    let mut window = window_of(held(AwayRule::Stop), Theme::Light, LARGE);
    assert_shows(&window, &["bob has been writing this since", "Customer name", "Ada"]);
    assert_hides(&window, &["Fill known facts"]);
    let asked = click(&mut window, "Take over…");
    assert!(matches!(asked.as_slice(), [Action::Team(TeamAction::AskTakeOver(_))]), "{asked:?}");
    let mut window = window_of(asking(), Theme::Light, LARGE);
    assert_shows(&window, &["Take over from bob?", "Nothing is lost"]);
    let confirmed = click(&mut window, "Take over");
    assert!(matches!(confirmed.as_slice(), [Action::Confirm(_)]), "{confirmed:?}");
}

#[test]
fn the_inbox_and_the_review_queue_say_where_something_is_open_and_whose_it_is() {
    assert_shows(&window_of(listed(), Theme::Light, LARGE), &["Open at bob"]);
    let window = window_of(reviewed(), Theme::Light, LARGE);
    assert_shows(&window, &["Open at bob", "Assigned to Grace"]);
    assert_shows(&window_of(away(), Theme::Light, LARGE), &["Read-only while the team’s database is away"]);
}

#[test]
fn pictures() {
    pictures_of("what colleagues have open", || {
        vec![
            ("evidence-held", held(AwayRule::Stop), LARGE),
            ("evidence-held-small", held(AwayRule::Stop), SMALL),
            ("evidence-take-over", asking(), LARGE),
            ("evidence-away", away(), LARGE),
            ("disputes-open-elsewhere", listed(), LARGE),
            ("review-open-elsewhere", reviewed(), LARGE),
        ]
    });
}
