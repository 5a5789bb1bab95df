//! What colleagues have open: evidence that is only read here, who reviews a payment, and the confirmation of a take-over.

use egui::Theme;
use paydesk_core::Action;
use paydesk_core::features::review_queue::ReviewQueueAction;
use paydesk_core::features::team::{ItemAnswer, TeamAction, TeamReport};
use paydesk_core::route::Route;
use paydesk_domain::ids::PaymentId;
use paydesk_domain::open_item::OpenItem;
use paydesk_domain::team::AwayRule;
use paydesk_test_core::desk::{Desk, problem};
use paydesk_test_core::disputes::{dsp, open};
use paydesk_test_core::open_items::{answered, bob, held, inbox, person};
use paydesk_test_core::team::report;

use super::panels::{LARGE, SMALL, assert_hides, assert_shows, click, pictures_of, window_of};

fn listed() -> Desk {
    let mut desk = inbox(AwayRule::Stop);
    report(&mut desk, TeamReport::ItemsOpen(vec![(OpenItem::draft(&dsp("dsp_4")), bob())]));
    desk
}

/// These have a dispute open.
fn open_at(desk: &mut Desk, dispute: &str, people: &[&str]) {
    let of = |name: &&str| (OpenItem::draft(&dsp(dispute)), person(name));
    report(desk, TeamReport::ItemsOpen(people.iter().map(of).collect()));
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
    assert_hides(&window, &["Fill in facts", "Insert Amount"]);
    let asked = click(&mut window, "Take over…");
    assert!(matches!(asked.as_slice(), [Action::Team(TeamAction::AskTakeOver(_))]), "{asked:?}");
    let mut window = window_of(asking(), Theme::Light, LARGE);
    assert_shows(&window, &["Take over from bob?", "Nothing is lost"]);
    let confirmed = click(&mut window, "Take over");
    assert!(matches!(confirmed.as_slice(), [Action::Confirm(_)]), "{confirmed:?}");
}

#[test]
fn of_several_who_have_something_open_two_are_named_and_the_others_counted() {
    let mut desk = inbox(AwayRule::Stop);
    open_at(&mut desk, "dsp_4", &["bob", "cleo", "dora", "emil"]);
    assert_shows(&window_of(desk, Theme::Light, LARGE), &["bob, cleo and 2 more have this open"]);
    // Who writes sees who reads, and who reads sees who else does.
    let mut desk = inbox(AwayRule::Stop);
    open(&mut desk, "dsp_1");
    answered(&mut desk, ItemAnswer::Ours);
    open_at(&mut desk, "dsp_1", &["cleo"]);
    assert_shows(&window_of(desk, Theme::Light, LARGE), &["cleo has this open"]);
    let mut desk = held(AwayRule::Stop);
    open_at(&mut desk, "dsp_1", &["bob", "cleo", "dora"]);
    let window = window_of(desk, Theme::Light, LARGE);
    assert_shows(&window, &["bob has been writing this since", "cleo and dora have this open"]);
    let mut desk = reviewed();
    let item = || OpenItem::review(&PaymentId::new("pay_held"));
    report(&mut desk, TeamReport::ItemsOpen(["bob", "cleo"].map(|name| (item(), person(name))).into()));
    assert_shows(&window_of(desk, Theme::Light, LARGE), &["bob and cleo have this open"]);
}

#[test]
fn the_inbox_and_the_review_queue_say_where_something_is_open_and_whose_it_is() {
    assert_shows(&window_of(listed(), Theme::Light, LARGE), &["bob has this open"]);
    let window = window_of(reviewed(), Theme::Light, LARGE);
    assert_shows(&window, &["bob has this open", "Assigned to Grace"]);
    assert_shows(&window_of(away(), Theme::Light, LARGE), &["Read-only while the team's database is down"]);
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
