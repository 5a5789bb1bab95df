//! Bulk operations in the window: rows are selected, a plan is confirmed, a run is followed.

use egui::accesskit::{Role, Toggled};
use egui::{Key, Modifiers};
use egui_kittest::kittest::{NodeT as _, Queryable as _};
use paydesk_api::outcome::{Attempt, LostAnswer};
use paydesk_core::dialog::Confirmation;
use paydesk_core::effect::StoreJob;
use paydesk_core::features::bulk::{BulkKind, Exclusion, RunPhase};
use paydesk_core::features::home::{HomeAction, HomeItem};
use paydesk_core::features::payments::PaymentsAction;
use paydesk_core::operations::ResourceKind;
use paydesk_core::route::Route;
use paydesk_core::{Action, Effect, Message};
use paydesk_domain::profile::{Environment, ProfileId};
use paydesk_test_core::desk::Desk;
use paydesk_test_core::payouts::{with_automatic_payout, with_payout};
use paydesk_test_core::service::Pay;

use super::live::LiveWindow;

fn window() -> LiveWindow {
    let mut payments: Vec<Pay> = (0..5).map(|number| Pay::authorized(&format!("pay_{number}"), 1_000)).collect();
    payments.push(Pay::captured("pay_done", 500));
    let mut window = LiveWindow::new(Desk::ready(payments));
    window.click(Role::Button, "All payments");
    window
}

/// Clicks the box of a row, which has the name of its payment.
fn mark(window: &mut LiveWindow, row: usize) {
    let rows = window.rows();
    window.click(Role::CheckBox, &format!("Select {}", rows.get(row).expect("a row")));
}

fn marked(window: &LiveWindow) -> usize {
    let boxes = window.0.query_all_by_role(Role::CheckBox);
    let rows = boxes.filter(|node| node.accesskit_node().label().is_some_and(|label| label.contains(", pay_")));
    rows.filter(|node| node.accesskit_node().toggled() == Some(Toggled::True)).count()
}

/// What the box above the column of boxes shows.
fn box_of_all(window: &LiveWindow) -> Option<Toggled> {
    window.0.get_by_role_and_label(Role::CheckBox, "Select all").accesskit_node().toggled()
}

fn desk(window: &mut LiveWindow) -> &mut Desk {
    &mut window.0.state_mut().desk
}

/// What was asked of the store and the system, told once.
fn asked<T>(window: &mut LiveWindow, of: impl Fn(&Effect) -> Option<T>) -> Option<T> {
    desk(window).other.iter().rev().find_map(of)
}

fn planned(window: &LiveWindow) -> (BulkKind, usize, usize) {
    let plan = window.state().workspace.bulk.plan().expect("a plan");
    (plan.kind, plan.items.len(), plan.excluded.len())
}

#[test]
fn rows_are_selected_by_mouse_and_the_plan_says_what_would_be_done() {
    let mut window = window();
    mark(&mut window, 0);
    mark(&mut window, 2);
    assert_eq!(marked(&window), 2);
    assert!(window.shows("2 selected"));
    assert!(window.state().workspace.payments.open.is_none(), "selecting opens nothing");
    mark(&mut window, 0);
    assert_eq!(marked(&window), 1);
    window.click(Role::CheckBox, "Select all");
    assert_eq!(marked(&window), 6);
    window.click(Role::Button, "Capture selected…");
    assert_eq!(planned(&window), (BulkKind::Capture, 5, 1));
    assert!(window.shows("50.00 EUR"), "the sum is there before anything is sent");
    window.click(Role::RadioButton, "Excluded 1");
    assert!(window.rows().iter().any(|row| row == "pay_done, Already done"), "{:?}", window.rows());
    window.click(Role::Button, "Capture 5 payments");
    let saved = asked(&mut window, |effect| matches!(effect, Effect::Store(StoreJob::SaveBulkRun(_))).then_some(()));
    assert!(saved.is_some());
    assert_eq!(window.state().workspace.bulk.run().map(|run| run.phase().clone()), Some(RunPhase::Saving));
    assert!(window.rows().iter().any(|row| row == "pay_0, 10.00 EUR, Not started"), "{:?}", window.rows());
}

#[test]
fn what_is_selected_is_summed_and_the_box_of_all_says_whether_it_is_some_or_all() {
    let mut window = window();
    assert_eq!(box_of_all(&window), Some(Toggled::False));
    mark(&mut window, 0);
    mark(&mut window, 2);
    assert!(window.shows("2 selected") && window.shows("20.00 EUR"));
    assert_eq!(box_of_all(&window), Some(Toggled::Mixed));
    window.click(Role::CheckBox, "Select all");
    assert!(window.shows("6 selected") && window.shows("55.00 EUR"));
    assert_eq!(box_of_all(&window), Some(Toggled::True));
    window.click(Role::CheckBox, "Select all");
    assert_eq!((marked(&window), box_of_all(&window)), (0, Some(Toggled::False)));
}

/// Of 58.30 EUR 12.50 EUR were captured.
fn with_a_part_captured() -> Desk {
    let part =
        Pay { status: "succeeded".into(), received: 1_250, capturable: 4_580, ..Pay::authorized("pay_part", 5_830) };
    let mut desk = Desk::with_open(part);
    desk.service.payments.push(Pay::authorized("pay_whole", 1_000));
    desk.act(Action::Payments(PaymentsAction::Refresh));
    desk.act(Action::GoTo(Route::Home));
    desk.serve();
    desk
}

#[test]
fn of_a_payment_captured_in_part_the_list_of_those_to_capture_shows_and_sums_what_is_left() {
    let mut window = LiveWindow::new(with_a_part_captured());
    window.click(Role::Button, "To capture");
    assert!(window.shows("2 payments") && window.shows("55.80 EUR"), "below the list");
    assert!(window.shows("45.80 of 58.30 left"), "{:?}", window.rows());
    window.click(Role::CheckBox, "pay_part");
    assert!(window.shows("1 selected") && window.shows("45.80 EUR"));
    window.act(Action::Home(HomeAction::Open(HomeItem::Remainders)));
    assert!(window.has(Role::Button, "Remove filter Status: Partially captured"), "as the row is named");
}

#[test]
fn rows_are_selected_by_keys_alone() {
    let mut window = window();
    window.key(Key::J);
    assert!(window.focused_row().is_some());
    window.key(Key::Space);
    assert_eq!(marked(&window), 1);
    window.keys(Modifiers::SHIFT, Key::ArrowDown);
    window.keys(Modifiers::SHIFT, Key::ArrowDown);
    assert_eq!(marked(&window), 3);
    window.key(Key::Space);
    assert_eq!(marked(&window), 2, "the last one is taken away again");
    window.keys(Modifiers::COMMAND, Key::A);
    assert_eq!(marked(&window), 6);
    window.key(Key::Enter);
    assert!(window.state().workspace.payments.open.is_some(), "Enter opens as before");
}

#[test]
fn keys_that_come_faster_than_frames_leave_no_row_out() {
    let mut window = window();
    window.key(Key::J);
    window.key(Key::Space);
    (0..4).for_each(|_| window.0.key_press_modifiers(Modifiers::SHIFT, Key::ArrowDown));
    window.run();
    assert_eq!(marked(&window), 5);
    (0..2).for_each(|_| window.0.key_press_modifiers(Modifiers::SHIFT, Key::ArrowUp));
    window.run();
    assert_eq!(marked(&window), 3);
}

#[test]
fn selecting_a_row_moves_none() {
    let mut window = window();
    let tops = |window: &LiveWindow| -> Vec<f32> {
        window.0.query_all_by_role(Role::Row).map(|row| row.rect().top()).collect()
    };
    let before = tops(&window);
    mark(&mut window, 0);
    assert_eq!(marked(&window), 1);
    let after = tops(&window);
    assert_eq!(before[..after.len()], after[..]);
}

#[test]
fn another_view_has_its_own_selection() {
    let mut window = window();
    window.click(Role::CheckBox, "Select all");
    assert_eq!(marked(&window), 6);
    window.click(Role::Button, "To capture");
    assert_eq!(marked(&window), 0);
    mark(&mut window, 0);
    assert!(window.shows("1 selected"));
    window.click(Role::Button, "All payments");
    assert_eq!(marked(&window), 6);
    window.click(Role::Link, "Clear selection");
    assert_eq!(marked(&window), 0);
}

#[test]
fn in_production_the_number_is_typed_first() {
    let mut window = window();
    desk(&mut window).state.workspace.profile.as_mut().unwrap().environment = Environment::Production;
    window.act(Action::AskUnlockProduction);
    window.act(Action::Confirm(Confirmation::UnlockProduction));
    window.click(Role::CheckBox, "Select all");
    window.click(Role::Button, "Cancel selected…");
    let begun = |window: &LiveWindow| window.state().workspace.bulk.run().is_some();
    window.click(Role::Button, "Cancel 5 payments");
    assert!(!begun(&window));
    window.type_into("Production: type 5 to confirm", "5");
    window.click(Role::Button, "Cancel 5 payments");
    assert!(begun(&window));
}

#[test]
fn control_and_enter_confirm_the_plan_once_it_was_seen() {
    let mut window = window();
    window.click(Role::CheckBox, "Select all");
    window.click(Role::Button, "Cancel selected…");
    let begun = |window: &LiveWindow| window.state().workspace.bulk.run().is_some();
    window.keys(Modifiers::COMMAND, Key::Enter);
    assert!(!begun(&window), "the plan has just come");
    window.tick(1);
    window.type_into("Reason", "wrong price");
    window.keys(Modifiers::COMMAND, Key::Enter);
    assert!(begun(&window));
}

#[test]
fn a_run_is_paused_resumed_and_stopped_in_its_panel() {
    let mut window = window();
    window.click(Role::CheckBox, "Select all");
    window.click(Role::Button, "Capture selected…");
    window.click(Role::Button, "Capture 5 payments");
    desk(&mut window).event(Message::BulkRunSaved { profile_id: ProfileId::embedded(), problem: None });
    window.click(Role::Button, "Pause");
    assert!(window.shows("Paused"));
    window.click(Role::Button, "Resume");
    while !desk(&mut window).writes.is_empty() || !desk(&mut window).sends.is_empty() {
        desk(&mut window).write_all();
        while !desk(&mut window).sends.is_empty() {
            desk(&mut window).reply_truly();
        }
        window.run();
    }
    assert!(window.shows("Progress: 5 of 5 done · 50.00 EUR"));
    assert!(window.rows().iter().all(|row| row.ends_with("Done")), "{:?}", window.rows());
    window.click(Role::Button, "Save report");
    window.click(Role::Button, "Close");
    assert!(window.state().workspace.bulk.run().is_none());
    assert!(window.shows("Capture finished: 5 of 5 payments done"));
    assert!(window.0.query_by_label_contains("No bulk runs").is_none(), "it stands below one");
    assert!(window.0.query_by_label_contains("To start another one").is_some());
    // By the keys of every list.
    window.key(Key::J);
    assert!(
        window.focused_row().is_some_and(|row| row.starts_with("Capture finished: 5 of 5 payments done, 50.00 EUR"))
    );
    window.key(Key::Enter);
    assert!(window.shows("Progress: 5 of 5 done · 50.00 EUR"));
}

#[test]
fn a_run_that_was_stopped_counts_what_is_done_and_goes_on_only_by_a_plan() {
    let mut window = window();
    window.click(Role::CheckBox, "Select all");
    window.click(Role::Button, "Capture selected…");
    window.click(Role::Button, "Capture 5 payments");
    window.click(Role::Button, "Stop");
    assert!(window.shows("Progress: 0 of 5 done"));
    assert!(window.has(Role::RadioButton, "Not sent 5"));
    window.click(Role::Button, "Retry 5 payments…");
    assert!(window.shows("50.00 EUR"), "the sum is there before anything is sent");
    assert!(window.state().workspace.bulk.run().is_some_and(|run| *run.phase() == RunPhase::Ended));
    window.click(Role::Button, "Capture 5 payments");
    assert!(window.state().workspace.bulk.run().is_some_and(|run| *run.phase() == RunPhase::Saving));
    assert!(window.rows().iter().all(|row| row.ends_with("Not started")), "{:?}", window.rows());
}

#[test]
fn a_run_says_of_an_unknown_outcome_what_open_operations_say_and_leads_there() {
    let mut window = window();
    mark(&mut window, 0);
    window.click(Role::Button, "Capture selected…");
    window.click(Role::Button, "Capture 1 payment");
    let desk = desk(&mut window);
    desk.event(Message::BulkRunSaved { profile_id: ProfileId::embedded(), problem: None });
    desk.serve();
    desk.write_all();
    desk.reply(Attempt::Lost(LostAnswer::TimedOut));
    desk.write_all();
    window.run();
    assert!(window.rows().iter().any(|row| row.ends_with("Sent, outcome unknown")), "{:?}", window.rows());
    // It never arrived: once it is too late for it, a person decides.
    desk_passes(&mut window, 1_200);
    assert!(window.rows().iter().any(|row| row.ends_with("Needs checking")), "{:?}", window.rows());
    let finding = "The service did not process it. You can send it again.";
    assert!(window.shows(finding));
    window.click(Role::Link, "Open operations");
    assert!(window.shows(finding) && window.has(Role::Button, "Send again…"));
}

fn desk_passes(window: &mut LiveWindow, seconds: i64) {
    desk(window).pass(seconds);
    window.run();
}

#[test]
fn a_payout_that_the_service_fulfils_itself_is_left_out_and_the_plan_says_why() {
    let mut window = LiveWindow::new(with_automatic_payout());
    window.click(Role::Button, "Payouts");
    window.click(Role::CheckBox, "Select all");
    window.click(Role::Button, "Fulfil selected…");
    assert_eq!(planned(&window), (BulkKind::Fulfil, 0, 1));
    let plan = window.state().workspace.bulk.plan().expect("a plan");
    assert_eq!(plan.excluded[0].exclusion, Exclusion::Automatic);
}

#[test]
fn payouts_are_selected_and_fulfilled() {
    let mut window = LiveWindow::new(with_payout("requires_fulfillment"));
    window.click(Role::Button, "Payouts");
    window.click(Role::CheckBox, "Select all");
    window.click(Role::Button, "Fulfil selected…");
    assert_eq!(planned(&window), (BulkKind::Fulfil, 1, 0));
    assert!(window.shows("125.00 EUR") && window.shows("Grace Hopper"), "how much, and to whom");
    window.click(Role::Button, "Fulfil 1 payout");
    desk(&mut window).event(Message::BulkRunSaved { profile_id: ProfileId::embedded(), problem: None });
    window.run();
    let prepared = &desk(&mut window).writes.last().expect("an operation is prepared").target;
    assert_eq!((prepared.kind, &*prepared.resource), (ResourceKind::Payout, "po_1"));
}

/// Found by a clerk: of succeeded payments, the only thing that could be done stood last, on a second line.
#[test]
fn what_the_selected_rows_allow_is_offered_and_nothing_else() {
    let buttons = |window: &LiveWindow| {
        let all = ["Capture selected…", "Cancel selected…", "Approve selected…", "Refund selected…"];
        all.into_iter().filter(|name| window.has(Role::Button, name)).collect::<Vec<_>>()
    };
    let mut window = window();
    let done = window.rows().iter().position(|row| row.ends_with("pay_done")).expect("it is listed");
    mark(&mut window, done);
    assert_eq!(buttons(&window), ["Refund selected…"]);
    mark(&mut window, usize::from(done == 0));
    assert_eq!(buttons(&window), ["Capture selected…", "Cancel selected…", "Refund selected…"]);
}

#[test]
fn the_palette_plans_for_the_selected_rows() {
    let mut window = window();
    window.keys(Modifiers::COMMAND, Key::K);
    window.type_text("selected");
    assert!(!window.shows("Capture selected…"), "nothing is selected");
    window.key(Key::Escape);
    mark(&mut window, 0);
    mark(&mut window, 1);
    window.keys(Modifiers::COMMAND, Key::K);
    window.type_text("capture selected");
    window.key(Key::Enter);
    assert_eq!(planned(&window), (BulkKind::Capture, 2, 0));
}

/// Found by a clerk: twelve stayed selected in *To capture* after they were captured.
#[test]
fn rows_that_leave_the_list_are_not_selected_any_more() {
    let mut window = window();
    window.click(Role::Button, "To capture");
    window.click(Role::CheckBox, "Select all");
    assert!(window.shows("5 selected"));
    let ids: Vec<String> = (0..2).map(|number| format!("pay_{number}")).collect();
    for id in ids {
        let pay = desk(&mut window).service.pay(&id).capture(1_000);
        assert!(pay.is_ok());
        window.act(Action::Payments(PaymentsAction::Open(paydesk_domain::ids::PaymentId::new(&*id))));
    }
    assert_eq!(window.rows().len(), 3);
    assert!(window.shows("3 selected") && window.shows("30.00 EUR"));
}

/// Found by a clerk: a run of refunds was finished while none had succeeded.
#[test]
fn a_run_is_finished_only_when_nothing_of_it_is_pending() {
    let text = paydesk_core::features::bulk::text::finished;
    assert_eq!(text(BulkKind::Refund, (5, 0), 5), "Refund finished: 5 of 5 payments done");
    assert_eq!(text(BulkKind::Refund, (1, 4), 6), "Refund: 5 of 6 payments sent, 4 pending");
}

/// Found by a clerk: without a ring on a row the key did nothing.
#[test]
fn all_rows_are_selected_by_the_key_while_nothing_has_the_keyboard() {
    let mut window = window();
    assert_eq!(window.focused_row(), None);
    window.keys(Modifiers::COMMAND, Key::A);
    assert!(window.shows("6 selected"));
}
