//! What all lists of records share: keys that lead through the rows, the pane closed by Escape, what can be done from a
//! row, and the forms that the palette opens.

use egui::accesskit::Role;
use egui::{Key, Modifiers};
use egui_kittest::kittest::Queryable as _;
use paydesk_core::command::{Command, CommandEffect};
use paydesk_core::features::payouts::PayoutsAction;
use paydesk_core::operations::ResourceKind;
use paydesk_core::route::Route;
use paydesk_core::{Action, State};
use paydesk_test_core::desk::Desk;
use paydesk_test_core::payouts::{po_1, with_payout};
use paydesk_test_core::refunds::{record, with_records};

use super::panels::{Window, assert_hides, assert_shows, click, press, window};

fn refunds() -> Desk {
    let ids = ["ref_1", "ref_2", "ref_3"];
    let mut desk = with_records(ids.map(|id| record(id, 1_000, "EUR", "succeeded")).to_vec());
    desk.act(Action::GoTo(Route::List(ResourceKind::Refund)));
    desk
}

fn key(window: &mut Window, key: Key) -> Vec<Action> {
    let mut actions = press(window, Modifiers::NONE, key);
    window.run_steps(2);
    actions.append(&mut window.state_mut().actions);
    actions
}

fn focused_row(window: &Window) -> Option<usize> {
    let rows = window.query_all_by_role(Role::Row);
    rows.enumerate().find(|(_, row)| row.is_focused()).map(|(place, _)| place)
}

fn opened(actions: &[Action]) -> bool {
    actions.iter().any(|action| matches!(action, Action::ShowRecord(ResourceKind::Refund, Some(_))))
}

#[test]
fn j_and_k_lead_through_the_rows_and_enter_opens_one() {
    let mut window = window(refunds());
    let mut seen = Vec::new();
    for pressed in [Key::J, Key::J, Key::J, Key::J, Key::K] {
        assert!(!opened(&key(&mut window, pressed)), "moving opens nothing");
        seen.push(focused_row(&window));
    }
    assert_eq!(seen, [Some(0), Some(1), Some(2), Some(2), Some(1)]);
    assert!(opened(&key(&mut window, Key::Enter)));
}

#[test]
fn a_payout_is_fulfilled_from_its_row_only_where_it_waits_for_it() {
    let list = |status: &str| {
        let mut desk = with_payout(status);
        desk.act(Action::ShowRecord(ResourceKind::Payout, None));
        window(desk)
    };
    let asked = click(&mut list("requires_fulfillment"), "Fulfil payout of 125.00 EUR to Grace Hopper");
    assert_eq!(asked, [Action::Payouts(PayoutsAction::AskFulfil(po_1()))]);
    for status in ["pending", "success", "requires_payout_method_data", "held"] {
        let window = list(status);
        assert_shows(&window, &["Grace Hopper"]);
        assert_hides(&window, &["Fulfil"]);
    }
}

#[test]
fn the_open_payout_is_closed_by_escape_and_fulfilled_by_its_key() {
    let mut open = window(with_payout("requires_fulfillment"));
    assert_eq!(press(&mut open, Modifiers::NONE, Key::F), [Action::Payouts(PayoutsAction::AskFulfil(po_1()))]);
    assert_eq!(press(&mut open, Modifiers::NONE, Key::Escape), [Action::ShowRecord(ResourceKind::Payout, None)]);
    assert_eq!(press(&mut window(with_payout("success")), Modifiers::NONE, Key::F), []);
}

fn form_is_open(state: &State, kind: ResourceKind) -> bool {
    match kind {
        ResourceKind::Payout => state.form(ResourceKind::Payout).is_some(),
        ResourceKind::PaymentLink => state.form(ResourceKind::PaymentLink).is_some(),
        ResourceKind::Customer => state.form(ResourceKind::Customer).is_some(),
        ResourceKind::Subscription => state.form(ResourceKind::Subscription).is_some(),
        ResourceKind::ApiKey => state.form(ResourceKind::ApiKey).is_some(),
        ResourceKind::Payment | ResourceKind::Refund | ResourceKind::Dispute => false,
    }
}

#[test]
fn the_palette_opens_the_forms_for_new_things_from_anywhere() {
    for (command, kind, route) in [
        (Command::New(ResourceKind::Payout), ResourceKind::Payout, Route::List(ResourceKind::Payout)),
        (Command::New(ResourceKind::PaymentLink), ResourceKind::PaymentLink, Route::List(ResourceKind::PaymentLink)),
        (Command::New(ResourceKind::Customer), ResourceKind::Customer, Route::List(ResourceKind::Customer)),
    ] {
        let mut desk = refunds();
        assert_eq!(command.effect(&desk.state), Some(CommandEffect::Act(Action::OpenNew(kind))));
        desk.act(Action::OpenNew(kind));
        assert_eq!(desk.state.workspace.route, route);
        assert!(form_is_open(&desk.state, kind), "{kind:?}");
    }
    let without_keys = refunds();
    assert_eq!(Command::New(ResourceKind::ApiKey).effect(&without_keys.state), None, "there is no admin key");
}

/// Found by a clerk: the keys of the search did nothing beside payments and disputes, and what was typed then were commands.
#[test]
fn the_search_of_every_list_has_the_keyboard_by_its_keys() {
    for (modifiers, pressed) in [(Modifiers::NONE, Key::Slash), (Modifiers::COMMAND, Key::F)] {
        let mut window = window(refunds());
        press(&mut window, modifiers, pressed);
        window.run_steps(2);
        let field = window.get_by_role_and_label(Role::TextInput, "Search refunds");
        assert!(field.is_focused(), "{pressed:?}");
        window.event(egui::Event::Text("bn".to_owned()));
        key(&mut window, Key::B);
        assert_shows(&window, &["No refund matches"]);
    }
}
