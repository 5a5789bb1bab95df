//! The menu of a row: what can be done with its object, and with no other, by mouse and by keyboard.

use egui::accesskit::Role;
use egui::{Key, Modifiers, OutputCommand, Theme};
use egui_kittest::kittest::{NodeT as _, Queryable as _};
use paydesk_core::Action;
use paydesk_core::dialog::Dialog;
use paydesk_core::features::disputes::DisputesAction;
use paydesk_core::features::payments::PaymentsAction;
use paydesk_core::operations::ResourceKind;
use paydesk_core::route::Route;
use paydesk_domain::evidence::EvidenceField;
use paydesk_domain::ids::PaymentId;
use paydesk_test_core::desk::{Desk, capture, pay_1};
use paydesk_test_core::disputes::{dsp, edit, inbox, mixed, open};
use paydesk_test_core::payments_list::many;
use paydesk_test_core::payouts::with_payout;
use paydesk_test_core::refunds::{record, with_records};
use paydesk_test_core::service::Pay;
use paydesk_test_core::subscriptions;
use paydesk_test_desk::vulkan::needs_vulkan;

use super::kit;
use super::live::LiveWindow;
use super::operations::listed;
use super::panels::{LARGE, window_of};

fn shop() -> Desk {
    let pays = vec![
        Pay::authorized("pay_1", 121_260),
        Pay::captured("pay_2", 4_510),
        Pay::with_status("pay_3", "failed", 700),
        Pay { status: "cancelled".into(), ..Pay::authorized("pay_4", 900) },
    ];
    Desk::ready(pays)
}

/// Asks for the menu of the row that ends so, with the right button.
fn right_click(window: &mut LiveWindow, row: &str) {
    let end = format!(", {row}");
    let is = |node: &egui_kittest::kittest::AccessKitNode<'_>| {
        node.role() == Role::Row && node.label().is_some_and(|label| label.ends_with(&end))
    };
    window.0.query_all_by(is).next().unwrap_or_else(|| panic!("no row {row}")).click_secondary();
    window.run();
}

/// The commands in the menu that is open, with the reasons of those that cannot be used.
fn commands(window: &LiveWindow) -> Vec<(String, Option<String>)> {
    let items = window.0.query_all_by_role(Role::MenuItem);
    let said = |node: egui_kittest::Node<'_>| {
        let node = node.accesskit_node();
        (node.label().unwrap_or_default(), node.description().filter(|_| node.is_disabled()))
    };
    items.map(said).collect()
}

fn names(window: &LiveWindow) -> Vec<String> {
    commands(window).into_iter().map(|(name, _)| name).collect()
}

#[track_caller]
fn asked_about(window: &LiveWindow) -> &str {
    match &window.state().workspace.dialog {
        Some(Dialog::Payment(dialog)) => dialog.payment.payment_id.as_str(),
        Some(Dialog::Refund(dialog)) => dialog.payment.payment_id.as_str(),
        other => panic!("{other:?}"),
    }
}

#[test]
fn the_menu_of_a_payment_has_its_commands_and_names_it() {
    let mut window = LiveWindow::new(shop());
    right_click(&mut window, "pay_1");
    let expected = ["Open", "Write note…", "Copy ID", "Copy amount", "Copy creation time", "Capture this payment…"];
    assert_eq!(names(&window)[..6], expected);
    assert_eq!(names(&window).last().map(String::as_str), Some("Cancel this payment…"));
    assert!(window.shows("Payment pay_1 · 1,212.60 EUR"));
    window.key(Key::Escape);
    assert_eq!(names(&window), [""; 0]);
    right_click(&mut window, "pay_2");
    assert!(names(&window).contains(&"Refund this payment…".to_owned()), "{:?}", names(&window));
}

#[test]
fn a_command_of_the_menu_is_about_the_row_it_was_opened_on_and_leaves_what_is_open() {
    let mut window = LiveWindow::new(shop());
    window.act(Action::Payments(PaymentsAction::Open(PaymentId::new("pay_2"))));
    right_click(&mut window, "pay_1");
    window.click(Role::MenuItem, "Cancel this payment…");
    assert_eq!(asked_about(&window), "pay_1");
    assert_eq!(window.state().workspace.payments.open, Some(PaymentId::new("pay_2")));
    window.key(Key::Escape);
    right_click(&mut window, "pay_2");
    window.click(Role::MenuItem, "Refund this payment…");
    assert_eq!(asked_about(&window), "pay_2");
}

#[test]
fn a_right_click_on_another_row_opens_the_menu_of_that() {
    let mut window = LiveWindow::new(shop());
    right_click(&mut window, "pay_1");
    right_click(&mut window, "pay_2");
    assert!(window.shows("Payment pay_2 · 45.10 EUR") && !window.shows("Payment pay_1 · 1,212.60 EUR"));
    window.click(Role::MenuItem, "Refund this payment…");
    assert_eq!(asked_about(&window), "pay_2");
}

#[test]
fn the_menu_is_used_by_keyboard_alone_and_gives_the_keyboard_back() {
    for (modifiers, key) in [(Modifiers::SHIFT, Key::F10), (Modifiers::NONE, Key::Menu)] {
        let mut window = LiveWindow::new(shop());
        window.key(Key::ArrowDown);
        let row = window.focused_row();
        assert!(row.is_some());
        window.keys(modifiers, key);
        assert_eq!(window.focused_of(Role::MenuItem).as_deref(), Some("Open"));
        window.key(Key::ArrowDown);
        assert_eq!(window.focused_of(Role::MenuItem).as_deref(), Some("Write note…"));
        window.key(Key::Escape);
        assert_eq!((names(&window).len(), window.focused_row()), (0, row.clone()));
        window.keys(modifiers, key);
        window.key(Key::ArrowUp);
        let last = window.focused_of(Role::MenuItem);
        window.key(Key::Enter);
        assert_eq!(last.as_deref(), Some("Cancel this payment…"));
        assert_eq!(asked_about(&window), "pay_1");
        window.key(Key::Escape);
        assert_eq!((window.state().workspace.dialog.is_some(), window.focused_row()), (false, row));
    }
}

#[test]
fn the_first_command_opens_the_row() {
    let mut window = LiveWindow::new(shop());
    window.key(Key::ArrowDown);
    window.key(Key::ArrowDown);
    window.keys(Modifiers::SHIFT, Key::F10);
    window.key(Key::Enter);
    assert_eq!(window.state().workspace.payments.open, Some(PaymentId::new("pay_2")));
    assert!(window.focused_row().is_some_and(|row| row.ends_with("pay_2")));
}

#[test]
fn a_menu_stays_with_its_object_where_rows_come_and_closes_with_it() {
    let mut window = LiveWindow::new(shop());
    right_click(&mut window, "pay_1");
    let live = window.0.state_mut();
    let newer = Pay { created: "2026-11-18T10:00:00Z".into(), ..Pay::authorized("pay_9", 100) };
    live.desk.service.payments.insert(0, newer);
    window.act(Action::Payments(PaymentsAction::Refresh));
    assert!(window.rows().first().is_some_and(|row| row.ends_with("pay_9")), "{:?}", window.rows());
    window.click(Role::MenuItem, "Capture this payment…");
    assert_eq!(asked_about(&window), "pay_1");
    window.key(Key::Escape);
    right_click(&mut window, "pay_1");
    assert!(!names(&window).is_empty());
    window.act(Action::Payments(PaymentsAction::FilterStatus(Some(paydesk_domain::payment::PaymentStatus::Failed))));
    assert_eq!(names(&window), [""; 0], "its row is gone");
}

#[test]
fn a_menu_closes_with_its_list() {
    let mut window = LiveWindow::new(shop());
    right_click(&mut window, "pay_1");
    window.act(Action::GoTo(Route::Settings));
    assert_eq!(names(&window), [""; 0]);
    window.act(Action::GoTo(Route::List(ResourceKind::Payment)));
    assert_eq!(names(&window), [""; 0]);
}

#[test]
fn a_command_that_cannot_be_used_says_why_as_its_button_does() {
    let mut window = LiveWindow::new(Desk::unknown(Pay::authorized("pay_1", 1_000), capture(1_000)));
    right_click(&mut window, "pay_1");
    let reason = window.state().view().payment_under_way(&pay_1());
    assert!(reason.is_some());
    assert!(commands(&window).contains(&("Cancel this payment…".to_owned(), reason)), "{:?}", commands(&window));
    window.click(Role::MenuItem, "Cancel this payment…");
    assert_eq!(window.state().workspace.dialog, None);
    assert!(!names(&window).is_empty(), "the menu stays: nothing was done");
}

#[test]
fn what_can_be_done_waits_for_the_payment_to_be_read() {
    let mut window = LiveWindow::new(shop());
    window.slow_down(true);
    right_click(&mut window, "pay_1");
    assert_eq!(names(&window), ["Open", "Write note…", "Copy ID", "Copy amount", "Copy creation time"]);
    assert!(window.shows("Loading payment…"));
    window.slow_down(false);
    assert!(names(&window).contains(&"Capture this payment…".to_owned()) && !window.shows("Loading payment…"));
}

#[test]
fn id_and_amount_are_copied_as_plain_text() {
    let mut window = LiveWindow::new(shop());
    for (command, copied) in
        [("Copy ID", "pay_1"), ("Copy amount", "1,212.60 EUR"), ("Copy creation time", "2026-11-17T14:02:11Z")]
    {
        right_click(&mut window, "pay_1");
        let is = |node: &egui_kittest::kittest::AccessKitNode<'_>| {
            node.role() == Role::MenuItem && node.label().as_deref() == Some(command)
        };
        window.0.get_by(is).click();
        let found = (0..4).find_map(|_| {
            window.0.step();
            window.0.output().platform_output.commands.iter().find_map(|command| match command {
                OutputCommand::CopyText(text) => Some(text.clone()),
                _ => None,
            })
        });
        assert_eq!(found.as_deref(), Some(copied));
    }
}

#[test]
fn a_note_is_begun_from_the_menu_and_by_its_key_on_the_row_with_the_keyboard() {
    let mut window = LiveWindow::new(shop());
    right_click(&mut window, "pay_2");
    window.click(Role::MenuItem, "Write note…");
    assert_eq!(window.state().workspace.payments.open, Some(PaymentId::new("pay_2")));
    assert_eq!(window.focused_of(Role::MultilineTextInput).as_deref(), Some("New note"));
    let mut window = LiveWindow::new(shop());
    window.key(Key::ArrowDown);
    window.key(Key::N);
    assert_eq!(window.state().workspace.payments.open, Some(PaymentId::new("pay_1")));
    assert_eq!(window.focused_of(Role::MultilineTextInput).as_deref(), Some("New note"));
    window.type_text("Called");
    assert_eq!(window.text("New note"), "Called");
}

/// The names in the menu of the first row of a list.
fn in_list(desk: Desk, route: Route) -> Vec<String> {
    let mut window = LiveWindow::new(desk);
    window.act(Action::GoTo(route));
    window.key(Key::ArrowDown);
    window.keys(Modifiers::SHIFT, Key::F10);
    names(&window)
}

#[test]
fn every_list_has_a_menu_with_the_commands_of_its_objects() {
    let of = |desk: Desk, kind: ResourceKind| in_list(desk, Route::List(kind));
    let refund = with_records(vec![record("ref_1", 500, "EUR", "pending")]);
    let refund = of(refund, ResourceKind::Refund);
    assert_eq!(
        refund,
        ["Open", "Open payment", "Write note…", "Copy ID", "Copy amount", "Copy creation time", "Check status"]
    );
    let payout = of(with_payout("requires_fulfillment"), ResourceKind::Payout);
    assert!(payout.contains(&"Fulfil this payout…".to_owned()), "{payout:?}");
    let dispute = of(inbox(mixed()), ResourceKind::Dispute);
    assert_eq!(
        dispute,
        [
            "Open",
            "Open payment",
            "Write note…",
            "Copy ID",
            "Copy amount",
            "Copy creation time",
            "Copy deadline",
            "Submit evidence…",
            "Assign…",
            "Snooze…",
            "Change deadline…",
            "Don't contest"
        ]
    );
    let operations = in_list(listed(), Route::AllOperations);
    assert!(operations.contains(&"Open payment".to_owned()), "{operations:?}");
    assert_eq!(in_list(shop(), Route::Home), ["Open"], "a group of payments");
}

/// The menu of a dispute of the inbox.
fn on_dispute(id: &str) -> LiveWindow {
    let mut window = LiveWindow::new(inbox(mixed()));
    let is = |node: &egui_kittest::kittest::AccessKitNode<'_>| {
        node.role() == Role::Row && node.label().is_some_and(|label| label.contains(id))
    };
    window.0.query_all_by(is).next().expect("its row").click_secondary();
    window.run();
    window
}

#[test]
fn a_dispute_is_assigned_and_snoozed_from_its_menu_and_no_other_one_is() {
    let handled = |window: &LiveWindow| {
        let rows = window.state().workspace.disputes.all().iter();
        let handled = rows.filter(|row| row.snoozed_until.is_some() || !row.assignee_text.is_empty());
        handled.map(|row| row.dispute.dispute_id.to_string()).collect::<Vec<_>>()
    };
    let mut window = on_dispute("dsp_4");
    window.click(Role::MenuItem, "Assign…");
    window.type_into("Another person", "Anna");
    window.key(Key::Enter);
    assert_eq!(handled(&window), ["dsp_4"]);
    let mut window = on_dispute("dsp_1");
    window.click(Role::MenuItem, "Snooze…");
    window.click(Role::ListBoxOption, "Until");
    assert_eq!(handled(&window), ["dsp_1"]);
}

#[test]
fn the_deadline_of_a_dispute_is_changed_from_its_menu_and_evidence_is_reviewed() {
    let mut window = on_dispute("dsp_4");
    window.click(Role::MenuItem, "Change deadline…");
    assert_eq!(window.state().workspace.disputes.open.id, Some(dsp("dsp_4")));
    assert!(!window.text("Deadline of this dispute").is_empty());
    let mut desk = inbox(mixed());
    open(&mut desk, "dsp_4");
    edit(&mut desk, EvidenceField::CustomerName, "Ada Lovelace");
    desk.act(Action::Disputes(DisputesAction::Open(None)));
    let mut window = LiveWindow::new(desk);
    assert_eq!(window.state().workspace.disputes.open.id, None);
    let is = |node: &egui_kittest::kittest::AccessKitNode<'_>| {
        node.role() == Role::Row && node.label().is_some_and(|label| label.contains("dsp_4"))
    };
    window.0.query_all_by(is).next().expect("its row").click_secondary();
    window.run();
    window.click(Role::MenuItem, "Submit evidence…");
    let disputes = &window.state().workspace.disputes;
    assert_eq!(disputes.open.id, Some(dsp("dsp_4")));
    assert!(disputes.review.is_some(), "what would be sent is looked at first");
}

#[test]
fn rows_of_a_bulk_plan_have_the_menu_of_their_payment() {
    let mut window = LiveWindow::new(shop());
    window.key(Key::ArrowDown);
    window.keys(Modifiers::COMMAND, Key::A);
    window.click(Role::Button, "Capture selected…");
    window.key(Key::ArrowDown);
    window.keys(Modifiers::SHIFT, Key::F10);
    assert!(window.shows("Payment pay_1 · 1,212.60 EUR"));
    let names = names(&window);
    assert!(names.contains(&"Open payment".to_owned()) && names.contains(&"Copy ID".to_owned()), "{names:?}");
    window.key(Key::Escape);
    window.click(Role::RadioButton, "Excluded 3");
    right_click(&mut window, "Already done");
    assert!(window.shows("Payment pay_2 · 45.10 EUR"));
    window.click(Role::MenuItem, "Open payment");
    assert_eq!(window.state().workspace.payments.open, Some(PaymentId::new("pay_2")));
    assert!(window.state().workspace.bulk.plan().is_some(), "the plan is still there to go back to");
}

#[test]
fn the_menu_says_why_what_cannot_be_used_cannot() {
    if needs_vulkan("pictures of the menu of a row").is_none() {
        return;
    }
    let mut results = egui_kittest::SnapshotResults::new();
    for (theme, name) in [(Theme::Light, "light"), (Theme::Dark, "dark")] {
        let mut window = window_of(Desk::unknown(Pay::authorized("pay_1", 121_260), capture(1_000)), theme, LARGE);
        window.get_by(|node| node.role() == Role::Row).click_secondary();
        window.run_steps(4);
        kit::snapshot(&mut window, &format!("row-menu-{name}"));
        results.extend_harness(&mut window);
    }
}

#[test]
fn rows_far_down_a_long_list_have_their_own_menu() {
    let mut window = LiveWindow::new(Desk::ready(many(180)));
    window.key(Key::ArrowDown);
    window.key(Key::PageDown);
    window.key(Key::PageDown);
    let row = window.focused_row().unwrap();
    window.keys(Modifiers::SHIFT, Key::F10);
    let id = row.rsplit(", ").next().unwrap().to_owned();
    let names_it = |node: &egui_kittest::kittest::AccessKitNode<'_>| {
        node.value().or_else(|| node.label()).is_some_and(|text| text.starts_with(&format!("Payment {id} · ")))
    };
    assert!(window.0.query_all_by(names_it).next().is_some(), "{row}");
    window.key(Key::Escape);
    assert_eq!(window.focused_row(), Some(row));
}

/// Found by a clerk: the key did nothing on subscriptions and payment links.
#[test]
fn a_note_is_written_on_every_object() {
    let mut desk = subscriptions::desk();
    subscriptions::created(&mut desk);
    let mut window = LiveWindow::new(desk);
    window.act(Action::GoTo(Route::List(ResourceKind::Subscription)));
    window.key(Key::ArrowDown);
    window.key(Key::N);
    assert_eq!(window.focused_of(Role::MultilineTextInput).as_deref(), Some("New note"));
    window.type_text("Called");
    window.keys(Modifiers::COMMAND, Key::Enter);
    assert!(window.shows("Called"));
}
