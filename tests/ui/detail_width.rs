//! The width of the detail beside a list: one for all panels, remembered from whichever it was given in.

use egui::pos2;
use egui_kittest::kittest::Queryable as _;
use paydesk_core::Action;
use paydesk_core::features::payments::PaymentsAction;
use paydesk_core::operations::ResourceKind;
use paydesk_core::route::Route;
use paydesk_test_core::desk::{Desk, pay_1};
use paydesk_test_core::payouts::with_payout;
use paydesk_test_core::refunds::{record, with_records};
use paydesk_test_core::service::Pay;
use paydesk_test_core::subscriptions;
use paydesk_widgets::tokens::size;

use super::panels::{LARGE, Window, window};

fn payments() -> Desk {
    let mut desk = Desk::ready(vec![Pay::authorized("pay_1", 12_840)]);
    desk.act(Action::Payments(PaymentsAction::Open(pay_1())));
    desk.serve();
    desk
}

fn refunds() -> Desk {
    let mut desk = with_records(vec![record("ref_1", 1_000, "EUR", "succeeded")]);
    desk.act(Action::OpenRecord(ResourceKind::Refund, "ref_1".to_owned()));
    desk
}

fn subscriptions() -> Desk {
    let mut desk = subscriptions::desk();
    subscriptions::created(&mut desk);
    desk.act(Action::GoTo(Route::List(ResourceKind::Subscription)));
    desk
}

/// Drags the edge of the detail, which is `width` wide, by so much to the left; what was asked for.
fn drag(window: &mut Window, width: f32, by: f32) -> Vec<Action> {
    window.state_mut().actions.clear();
    let (from, to) = (pos2(LARGE[0] - width, 500.0), pos2(LARGE[0] - width - by, 500.0));
    window.hover_at(from);
    window.run_steps(1);
    window.drag_at(from);
    window.run_steps(1);
    window.hover_at(to);
    window.run_steps(2);
    window.drop_at(to);
    window.run_steps(2);
    std::mem::take(&mut window.state_mut().actions)
}

fn remembered(actions: &[Action]) -> Vec<f32> {
    let width = |action: &Action| match action {
        Action::RememberDetailWidth(width) => Some(*width),
        _ => None,
    };
    actions.iter().filter_map(width).collect()
}

#[test]
fn a_detail_that_is_dragged_is_remembered_from_every_panel() {
    let payouts = || with_payout("pending");
    for (name, desk) in [
        ("payments", payments as fn() -> Desk),
        ("refunds", refunds),
        ("payouts", payouts),
        ("subscriptions", subscriptions),
    ] {
        let mut window = window(desk());
        let widths = remembered(&drag(&mut window, size::DETAIL_WIDTH, 60.0));
        let [width] = widths[..] else { panic!("{name}: {widths:?}") };
        assert!((width - size::DETAIL_WIDTH - 60.0).abs() <= 2.0, "{name}: {width}");
    }
}

#[test]
fn the_width_given_in_one_panel_is_that_of_the_others_and_a_click_there_changes_nothing() {
    let mut desk = payments();
    paydesk_test_core::payouts::make(&mut desk, "pending");
    let mut window = window(desk);
    let payouts = window.state().state.workspace.opened.get(ResourceKind::Payout).map(str::to_owned);
    assert!(payouts.is_some(), "a payout is open");
    let act = |window: &mut Window, action: Action| {
        drop(window.state_mut().state.on_action(action));
        window.run_steps(3);
        window.state_mut().actions.clear();
    };
    act(&mut window, Action::GoTo(Route::List(ResourceKind::Payment)));
    let dragged = drag(&mut window, size::DETAIL_WIDTH, 60.0);
    let [width] = remembered(&dragged)[..] else { panic!("{dragged:?}") };
    act(&mut window, Action::RememberDetailWidth(width));
    act(&mut window, Action::GoTo(Route::List(ResourceKind::Payout)));
    let at = pos2(LARGE[0] - width / 2.0, 850.0);
    window.hover_at(at);
    window.run_steps(1);
    window.drag_at(at);
    window.run_steps(1);
    window.drop_at(at);
    window.run_steps(2);
    assert_eq!(remembered(&window.state().actions), Vec::<f32>::new());
    let back = drag(&mut window, width, -60.0);
    let [narrower] = remembered(&back)[..] else { panic!("{back:?}") };
    assert!((narrower - size::DETAIL_WIDTH).abs() <= 3.0, "{narrower}");
}

#[test]
fn the_width_that_was_dragged_is_there_again_after_the_window_was_narrow() {
    let mut desk = payments();
    desk.act(Action::RememberDetailWidth(620.0));
    let mut window = window(desk);
    let width = |window: &Window| {
        let close = window.get_by_label("Close pane").rect();
        let splitter = window.query_all_by_role(egui::accesskit::Role::Splitter).map(|edge| edge.rect().center().x);
        close.right().max(LARGE[0]) - splitter.fold(0.0, f32::max)
    };
    let before = width(&window);
    assert!((before - 620.0).abs() < 4.0, "{before}");
    for narrow in [1100.0, 980.0] {
        window.set_size(egui::vec2(narrow, 640.0));
        window.run_steps(4);
        window.set_size(egui::vec2(LARGE[0], LARGE[1]));
        window.run_steps(4);
        assert!((width(&window) - before).abs() < 1.0, "after {narrow}: {}", width(&window));
    }
    assert_eq!(remembered(&window.state().actions), Vec::<f32>::new(), "nobody gave it another width");
}
