//! Saved views in the window: in the sidebar, saved, changed, from the palette, and in a narrow window.

use egui::accesskit::Role;
use egui::{Key, Modifiers};
use egui_kittest::kittest::Queryable as _;
use paydesk_core::features::history::{HistoryAction, HistoryReport, OpenedHistory, ReadPlace};
use paydesk_core::features::views::ViewsAction;
use paydesk_core::{Action, Message};
use paydesk_domain::profile::ProfileId;
use paydesk_index::payment_columns::{KnownPayments, SortKey};
use paydesk_index::payment_view::ViewColumn;
use paydesk_test_core::desk::Desk;
use paydesk_test_core::service::Pay;

use super::live::LiveWindow;

const FIELD: &str = "Search payments";

fn desk() -> Desk {
    let status = |number: usize| ["succeeded", "failed", "requires_capture"][number % 3];
    let pay = |number: usize| Pay::with_status(&format!("pay_{number}"), status(number), 100_000 * number as i64);
    let mut desk = Desk::ready((0..9).map(pay).collect());
    let opened = OpenedHistory { columns: KnownPayments::default(), place: ReadPlace::default(), is_written: false };
    let report = HistoryReport::Opened(Ok(Box::new(opened)));
    desk.event(Message::History { profile_id: ProfileId::embedded(), report });
    desk.serve();
    desk.pass(2);
    desk
}

fn rows(window: &LiveWindow) -> Vec<String> {
    window.rows().iter().filter_map(|row| row.rsplit(", ").next()).map(str::to_owned).collect()
}

fn names(window: &LiveWindow) -> Vec<String> {
    window.state().settings.views(&ProfileId::embedded()).iter().map(|view| view.name.clone()).collect()
}

#[test]
fn a_view_is_opened_in_the_sidebar_and_all_payments_leave_it() {
    let mut window = LiveWindow::new(desk());
    window.click(Role::Button, "Recent declines");
    assert_eq!(rows(&window), ["pay_1", "pay_4", "pay_7"]);
    assert_eq!(window.text(FIELD), "status:failed created:30d");
    window.click(Role::Button, "All payments");
    assert_eq!((window.text(FIELD).as_str(), rows(&window).len()), ("", 9));
}

#[test]
fn a_search_is_saved_with_the_keyboard_and_opened_again() {
    let mut window = LiveWindow::new(desk());
    window.click(Role::Button, "All payments");
    window.type_into(FIELD, "status:failed ");
    window.click(Role::Button, "Save view…");
    window.type_text("My failed");
    window.key(Key::Enter);
    assert_eq!(names(&window).last().unwrap(), "My failed");
    assert!(window.shows("My failed"), "the title of the panel");
    window.click(Role::Button, "Large payments");
    window.click(Role::Button, "My failed");
    assert_eq!(rows(&window).len(), 3);
}

#[test]
fn a_changed_view_says_so_and_is_updated() {
    let mut window = LiveWindow::new(desk());
    window.click(Role::Button, "Disputed");
    window.type_into(FIELD, " status:failed ");
    assert!(window.shows("Disputed (changed)"));
    window.click(Role::Button, "Update view");
    assert!(window.shows("Disputed") && !window.shows("Disputed (changed)"));
    assert_eq!(window.state().settings.views(&ProfileId::embedded())[2].query, "disputed:yes status:failed");
}

#[test]
fn views_with_the_same_columns_have_widths_of_their_own() {
    let mut desk = desk();
    desk.act(Action::Views(ViewsAction::Show("Large payments".to_owned())));
    for (name, width) in [("Narrow", 100), ("Wide", 300)] {
        let columns = vec![ViewColumn { key: SortKey::Email, width: Some(width) }];
        desk.act(Action::Views(ViewsAction::Columns(columns)));
        desk.act(Action::Views(ViewsAction::Save(name.to_owned())));
    }
    let mut window = LiveWindow::new(desk);
    for name in ["Wide", "Narrow", "Wide"] {
        window.click(Role::Button, name);
        window.click(Role::Button, "Saved views");
        window.key(Key::Escape);
        assert!(window.shows(name) && !window.shows(&format!("{name} (changed)")), "{name}");
    }
}

#[test]
fn a_view_is_renamed_and_deleted_from_its_menu() {
    let mut window = LiveWindow::new(desk());
    window.click(Role::Button, "Disputed");
    window.click(Role::Button, "Saved views");
    window.type_into("Rename to", " now");
    window.click(Role::Button, "Rename view");
    assert!(names(&window).iter().any(|name| name.contains("now")), "{:?}", names(&window));
    window.click(Role::Button, "Saved views");
    let name = names(&window)[2].clone();
    window.click(Role::ListBoxOption, &format!("Delete “{name}”"));
    assert_eq!(names(&window).len(), 2);
}

#[test]
fn the_palette_leads_to_a_view() {
    let mut window = LiveWindow::new(desk());
    window.keys(Modifiers::COMMAND, Key::K);
    window.type_text("view large");
    window.key(Key::Enter);
    assert!(window.shows("Large payments"));
    assert_eq!(rows(&window)[0], "pay_8");
}

#[test]
fn a_narrow_window_has_one_entry_with_all_views() {
    let mut desk = desk();
    desk.act(Action::Views(ViewsAction::Delete("Disputed".to_owned())));
    let mut window = LiveWindow::of_size(desk, [1000.0, 640.0]);
    window.click(Role::Button, "Saved views");
    window.click(Role::ListBoxOption, "Large payments");
    assert_eq!(rows(&window)[0], "pay_8");
}

#[test]
fn one_more_view_pushes_no_entry_of_the_sidebar_out_of_sight() {
    for height in [900.0, 820.0] {
        let mut window = LiveWindow::of_size(desk(), [1440.0, height]);
        for (name, query) in [("A", "status:failed"), ("B", "refunded:yes")] {
            window.act(Action::History(HistoryAction::Search(query.to_owned())));
            window.act(Action::Views(ViewsAction::Save(name.to_owned())));
        }
        let rect = |name: &str| window.0.get_by_role_and_label(Role::Button, name).rect();
        let (last, help) = (rect("Requests"), rect("Help"));
        assert!(last.bottom() <= help.top(), "{last:?} is below {help:?} at {height}");
        assert!(last.height() >= 24.0);
    }
}
