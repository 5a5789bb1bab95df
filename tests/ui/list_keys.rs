//! The keyboard is the list's wherever a person does not hold it elsewhere: after a profile was switched, after a panel
//! was chosen. Tab leads from the sidebar into the list and from there into the detail.

use egui::accesskit::Role;
use egui::{Key, Modifiers};
use egui_kittest::kittest::{NodeT as _, Queryable as _};
use paydesk_core::Action;
use paydesk_core::dialog::Dialog;
use paydesk_core::operations::ResourceKind;
use paydesk_core::route::Route;
use paydesk_test_core::desk::Desk;
use paydesk_test_core::payments_list::many;
use paydesk_test_core::profiles;
use paydesk_test_core::refunds::{record, with_records};
use paydesk_test_core::service::Pay;

use super::live::LiveWindow;

/// The role and the name of what has the keyboard.
fn focused(window: &LiveWindow) -> Option<(Role, String)> {
    let node =
        window.0.query_all_by(|node| node.is_focused()).find(|node| node.accesskit_node().role() != Role::Window)?;
    let node = node.accesskit_node();
    Some((node.role(), node.label().or(node.value()).unwrap_or_default()))
}

#[test]
fn arrows_lead_through_the_rows_of_a_list_that_is_not_loaded_whole() {
    let mut window = LiveWindow::new(Desk::ready(many(180)));
    let rows = window.rows();
    for row in rows.iter().take(4) {
        window.key(Key::ArrowDown);
        assert_eq!(window.focused_row().as_ref(), Some(row));
    }
}

#[test]
fn the_open_payment_follows_the_keys_so_that_a_command_is_about_the_row_with_the_keyboard() {
    let mut window = LiveWindow::new(Desk::ready(many(20)));
    let rows = window.rows();
    window.key(Key::ArrowDown);
    window.key(Key::Enter);
    assert_eq!(window.selected_row().as_ref(), rows.first());
    window.key(Key::ArrowDown);
    (0..3).for_each(|_| window.run());
    assert_eq!(window.selected_row().as_ref(), rows.get(1));
    assert_eq!(window.focused_row().as_ref(), rows.get(1));
}

/// A person types faster than the pane follows: the key is about the row with the keyboard, or does nothing.
#[test]
fn a_command_is_never_about_another_payment_than_the_row_with_the_keyboard() {
    let pays = (0..20).map(|nth| Pay::authorized(&format!("pay_{nth:04}"), 1_000 + nth)).collect();
    let mut window = LiveWindow::new(Desk::ready(pays));
    let rows = window.rows();
    window.key(Key::ArrowDown);
    window.key(Key::Enter);
    (0..3).for_each(|_| window.run());
    window.0.key_press(Key::ArrowDown);
    window.0.key_press(Key::X);
    window.run();
    assert_eq!(window.state().workspace.dialog, None, "not about the first row");
    assert_eq!(window.selected_row().as_ref(), rows.get(1), "it is opened at once");
    window.key(Key::X);
    let Some(Dialog::Payment(dialog)) = &window.state().workspace.dialog else {
        panic!("{:?}", window.state().workspace.dialog)
    };
    assert!(rows[1].ends_with(dialog.payment.payment_id.as_str()), "{}", rows[1]);
}

#[test]
fn page_down_leads_what_is_open_as_arrows_do() {
    let mut window = LiveWindow::new(Desk::ready(many(180)));
    window.key(Key::ArrowDown);
    window.key(Key::Enter);
    window.key(Key::PageDown);
    (0..3).for_each(|_| window.run());
    assert_eq!(window.selected_row(), window.focused_row());
    assert_ne!(window.selected_row().as_ref(), window.rows().first());
}

#[test]
fn after_a_profile_was_chosen_in_the_banner_keys_are_for_the_list() {
    let (mut desk, _) = profiles::with_shop("snd_key");
    desk.act(Action::GoTo(Route::List(ResourceKind::Payment)));
    let mut window = LiveWindow::new(desk);
    for other in ["Shop", "Embedded sandbox"] {
        window.click(Role::Button, "Profile ");
        window.click(Role::ListBoxOption, other);
        assert_eq!(window.state().profiles.current_name(), other);
        assert_eq!(focused(&window), None, "after {other} was chosen");
        window.keys(Modifiers::COMMAND, Key::Num2);
        let first = window.rows().first().cloned();
        window.key(Key::ArrowDown);
        assert_eq!(window.focused_row(), first, "{other}");
    }
}

#[test]
fn the_keys_that_lead_to_a_panel_give_the_keyboard_to_its_list() {
    let mut window = LiveWindow::new(Desk::ready(many(12)));
    window.act(Action::GoTo(Route::Settings));
    window.0.get_by(|node| node.role() == Role::Button && node.label().as_deref() == Some("Home")).focus();
    window.run();
    assert!(focused(&window).is_some());
    window.keys(Modifiers::COMMAND, Key::Num2);
    let rows = window.rows();
    window.key(Key::ArrowDown);
    window.key(Key::ArrowDown);
    assert_eq!(window.focused_row().as_ref(), rows.get(1), "{:?}", focused(&window));
}

#[test]
fn tab_leads_from_the_sidebar_into_the_list_and_from_there_into_the_detail() {
    let mut window = LiveWindow::new(Desk::ready(many(180)));
    window.click(Role::Row, "pay_0002");
    window.act(Action::GoTo(Route::List(ResourceKind::Payment)));
    window.keys(Modifiers::COMMAND, Key::Num2);
    let profile = |node: &egui_kittest::kittest::AccessKitNode<'_>| {
        node.role() == Role::Button && node.label().is_some_and(|label| label.starts_with("Profile "))
    };
    window.0.get_by(profile).focus();
    window.run();
    let mut order = Vec::new();
    for _ in 0..80 {
        window.key(Key::Tab);
        order.extend(focused(&window));
    }
    let place = |role: Role, name: &str| {
        let found =
            order.iter().position(|(is, label)| *is == role && (label.starts_with(name) || label.ends_with(name)));
        found.unwrap_or_else(|| panic!("{role:?} “{name}” is not reached: {order:?}"))
    };
    let path = [
        place(Role::Button, "Home"),
        place(Role::Button, "All payments"),
        place(Role::Button, "Settings"),
        place(Role::Button, "Refresh"),
        place(Role::TextInput, "Search this list"),
        place(Role::Row, "pay_0002"),
        place(Role::Link, "Load all"),
        place(Role::Button, "Close pane"),
    ];
    assert!(path.is_sorted(), "{path:?}: {order:?}");
}

#[test]
fn tab_leads_from_nowhere_into_the_panel_in_front() {
    let mut window = LiveWindow::new(Desk::ready(many(12)));
    window.keys(Modifiers::COMMAND, Key::Num2);
    assert_eq!(focused(&window), None);
    window.key(Key::Tab);
    assert_eq!(window.focused_row(), window.rows().first().cloned(), "into its list");
    window.key(Key::ArrowDown);
    window.key(Key::Escape);
    assert_eq!(focused(&window), None);
    window.key(Key::Tab);
    assert_eq!(window.focused_row(), window.rows().get(1).cloned(), "back to its row");
    window.act(Action::GoTo(Route::Settings));
    window.key(Key::Escape);
    window.key(Key::Tab);
    let (role, name) = focused(&window).expect("a control of the settings");
    assert!(!name.starts_with("Profile "), "{role:?} {name}");
}

#[test]
fn the_keyboard_returns_from_a_dialog_to_where_it_was() {
    let mut window = LiveWindow::new(Desk::ready(many(12)));
    window.keys(Modifiers::COMMAND, Key::Num2);
    window.key(Key::ArrowDown);
    window.key(Key::ArrowDown);
    let row = window.focused_row();
    assert!(row.is_some());
    for keys in [Key::Questionmark, Key::K] {
        match keys {
            Key::K => window.keys(Modifiers::COMMAND, Key::K),
            _ => window.act(Action::ShowShortcuts),
        }
        assert!(window.state().workspace.dialog.is_some());
        window.key(Key::Escape);
        assert!(window.state().workspace.dialog.is_none());
        assert_eq!(window.focused_row(), row);
    }
}

#[test]
fn escape_clears_the_selection_before_it_closes_anything() {
    let mut window = LiveWindow::new(Desk::ready(many(12)));
    window.keys(Modifiers::COMMAND, Key::Num2);
    window.key(Key::ArrowDown);
    window.key(Key::Space);
    window.keys(Modifiers::SHIFT, Key::ArrowDown);
    window.keys(Modifiers::SHIFT, Key::ArrowDown);
    assert!(window.shows("3 selected"));
    window.keys(Modifiers::SHIFT, Key::ArrowUp);
    assert!(window.shows("2 selected"));
    window.key(Key::Escape);
    assert!(!window.shows("2 selected"));
}

#[test]
fn a_function_key_works_in_a_text_field() {
    let mut window = LiveWindow::new(Desk::ready(many(12)));
    window.key(Key::F12);
    assert!(window.state().settings.requests_open);
    window.type_into("Search requests", "pay");
    window.key(Key::F12);
    assert!(!window.state().settings.requests_open);
}

/// Found by a clerk: the way back led to a link in the pane, and the next key of the list began elsewhere.
#[test]
fn the_way_back_gives_the_keyboard_to_the_row_that_was_left() {
    let mut window = LiveWindow::new(with_records(vec![record("ref_1", 500, "EUR", "pending")]));
    window.act(Action::GoTo(Route::List(ResourceKind::Refund)));
    window.key(Key::ArrowDown);
    window.key(Key::Enter);
    let row = window.focused_row();
    assert!(row.is_some());
    window.0.get_by(|node| node.role() == Role::Link && node.label().as_deref() == Some("pay_1")).focus();
    window.run();
    window.key(Key::Enter);
    assert_eq!(window.state().workspace.route, Route::List(ResourceKind::Payment));
    window.keys(Modifiers::ALT, Key::ArrowLeft);
    assert_eq!(window.state().workspace.route, Route::List(ResourceKind::Refund));
    assert_eq!(window.focused_row(), row);
}

/// Found by a clerk: after a search, Enter opened the first row and left the keyboard nowhere.
#[test]
fn the_row_that_a_key_opens_has_the_keyboard() {
    let mut window = LiveWindow::new(Desk::ready(many(20)));
    let rows = window.rows();
    window.key(Key::Enter);
    assert_eq!(window.focused_row().as_ref(), rows.first());
    window.key(Key::J);
    assert_eq!(window.focused_row().as_ref(), rows.get(1));
}

#[test]
fn the_palette_offers_what_is_called_so_before_what_is_described_so() {
    let mut window = LiveWindow::new(with_records(vec![record("ref_1", 500, "EUR", "pending")]));
    window.act(Action::OpenRecord(ResourceKind::Refund, "ref_1".to_owned()));
    window.keys(Modifiers::COMMAND, Key::K);
    window.type_text("open payment");
    window.key(Key::Enter);
    assert_eq!(window.state().workspace.route, Route::List(ResourceKind::Payment));
}
