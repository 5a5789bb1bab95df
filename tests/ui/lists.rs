//! All lists: the same keys lead through each of them, and drawing prepares nothing.

use chrono::TimeDelta;
use egui::accesskit::Role;
use egui::{Key, Modifiers};
use egui_kittest::kittest::{NodeT as _, Queryable as _};
use paydesk_api::outcome::Attempt;
use paydesk_api::resources::payments::wire::PaymentPage;
use paydesk_core::effect::ApiEffect;
use paydesk_core::features::disputes::{DisputesAction, InboxAction};
use paydesk_core::features::payments::PaymentsAction;
use paydesk_core::features::requests::RequestsAction;
use paydesk_core::operations::ResourceKind;
use paydesk_core::problem::Problem;
use paydesk_core::read::{Read, ReadAnswer};
use paydesk_core::records::Record;
use paydesk_core::route::Route;
use paydesk_core::{Action, Effect, Message, State};
use paydesk_domain::payment::PaymentRow;
use paydesk_domain::profile::EMBEDDED_ID;
use paydesk_index::payment_columns::SortKey;
use paydesk_test_core::desk::{Desk, eur, problem, succeeded_row};
use paydesk_test_core::disputes::{inbox, mixed};
use paydesk_test_core::payments_list::many;
use paydesk_test_core::refunds::{record, with_records};
use paydesk_test_core::service::{Pay, answered, start_time};
use paydesk_test_core::webhooks::busy;
use paydesk_ui::panels::refunds::RefundsDraft;
use serde_json::json;

use super::panels::{Window, assert_hides, assert_shows, click_role, press, window};
use super::requests::with_calls;
use super::subscriptions::fill;

/// A desk with some rows in the list of a panel, and what is open of them.
struct Sample {
    name: &'static str,
    desk: fn() -> Desk,
    open: fn(&State) -> Option<String>,
}

const LISTS: [Sample; 10] = [
    Sample { name: "payments", desk: || Desk::ready(many(12)), open: |state| word(&state.workspace.payments.open) },
    Sample { name: "disputes", desk: || inbox(mixed()), open: |state| word(&state.workspace.disputes.open.id) },
    Sample {
        name: "events",
        desk: busy,
        open: |state| state.workspace.webhooks.open.as_ref().map(|open| open.number.to_string()),
    },
    Sample {
        name: "requests",
        desk: calls,
        open: |state| state.workspace.requests.open.map(|number| number.to_string()),
    },
    Sample {
        name: "refunds",
        desk: || records(ResourceKind::Refund, Route::List(ResourceKind::Refund)),
        open: |state| state.workspace.opened.get(ResourceKind::Refund).map(str::to_owned),
    },
    Sample {
        name: "payouts",
        desk: || records(ResourceKind::Payout, Route::List(ResourceKind::Payout)),
        open: |state| state.workspace.opened.get(ResourceKind::Payout).map(str::to_owned),
    },
    Sample {
        name: "customers",
        desk: || records(ResourceKind::Customer, Route::List(ResourceKind::Customer)),
        open: |state| state.workspace.opened.get(ResourceKind::Customer).map(str::to_owned),
    },
    Sample {
        name: "subscriptions",
        desk: || records(ResourceKind::Subscription, Route::List(ResourceKind::Subscription)),
        open: |state| state.workspace.opened.get(ResourceKind::Subscription).map(str::to_owned),
    },
    Sample {
        name: "payment links",
        desk: || records(ResourceKind::PaymentLink, Route::List(ResourceKind::PaymentLink)),
        open: |state| state.workspace.opened.get(ResourceKind::PaymentLink).map(str::to_owned),
    },
    Sample {
        name: "API keys",
        desk: || records(ResourceKind::ApiKey, Route::List(ResourceKind::ApiKey)),
        open: |state| state.workspace.opened.get(ResourceKind::ApiKey).map(str::to_owned),
    },
];

fn word<T: ToString>(open: &Option<T>) -> Option<String> {
    open.as_ref().map(ToString::to_string)
}

/// The pane of requests under a panel without a list.
fn calls() -> Desk {
    let mut desk = with_calls();
    desk.act(Action::GoTo(Route::OpenOperations));
    desk
}

fn known(kind: ResourceKind, number: i64) -> Record {
    let at = start_time() - TimeDelta::minutes(number);
    let id = format!("id_{number}");
    serde_json::from_value(json!({"profile_id": EMBEDDED_ID, "family": kind, "id": id, "made_at": at, "told_at": at}))
        .unwrap()
}

fn records(kind: ResourceKind, route: Route) -> Desk {
    let mut desk = Desk::ready(vec![Pay::captured("pay_1", 12_840)]);
    let records = (0..5).map(|number| known(kind, number)).collect();
    desk.event(Message::RecordsOpened { records, problem: None });
    desk.act(Action::GoTo(route));
    desk
}

/// Does what was asked for, as the loop does.
fn follow(window: &mut Window) {
    for action in std::mem::take(&mut window.state_mut().actions) {
        drop(window.state_mut().state.on_action(action));
    }
    window.run_steps(3);
    window.state_mut().actions.clear();
}

fn key(window: &mut Window, key: Key) {
    let actions = press(window, Modifiers::NONE, key);
    window.state_mut().actions = actions;
    follow(window);
}

/// Nothing is pressed for a while.
fn rest(window: &mut Window) {
    for _ in 0..30 {
        window.state_mut().actions.clear();
        window.run_steps(1);
        follow(window);
    }
}

/// The rows in view, by what they say.
fn rows(window: &Window) -> Vec<String> {
    window.query_all_by_role(Role::Row).filter_map(|row| row.accesskit_node().label()).collect()
}

/// The row with the keyboard.
fn focused(window: &Window) -> Option<usize> {
    window.query_all_by_role(Role::Row).position(|row| row.is_focused())
}

fn focused_name(window: &Window) -> Option<String> {
    focused(window).and_then(|row| rows(window).get(row).cloned())
}

#[test]
fn the_same_keys_lead_through_every_list_and_moving_opens_nothing() {
    for list in LISTS {
        let mut window = window((list.desk)());
        let last = rows(&window).len() - 1;
        assert!(last >= 3, "{}: {:?}", list.name, rows(&window));
        let path = [
            (Key::ArrowDown, 0),
            (Key::J, 1),
            (Key::K, 0),
            (Key::K, 0),
            (Key::End, last),
            (Key::J, last),
            (Key::Home, 0),
            (Key::ArrowDown, 1),
            (Key::ArrowDown, 2),
            (Key::ArrowUp, 1),
        ];
        for (step, (pressed, row)) in path.into_iter().enumerate() {
            key(&mut window, pressed);
            assert_eq!(focused(&window), Some(row), "{}, step {step}: {pressed:?}", list.name);
        }
        key(&mut window, Key::PageDown);
        assert!(focused(&window) > Some(1), "{}", list.name);
        key(&mut window, Key::PageUp);
        assert!(focused(&window) <= Some(1), "{}", list.name);
        assert_eq!((list.open)(&window.state().state), None, "{}", list.name);
    }
}

#[test]
fn enter_opens_the_row_of_every_list_what_is_open_follows_the_keys_and_escape_closes_it() {
    for list in LISTS {
        let mut window = window((list.desk)());
        key(&mut window, Key::J);
        key(&mut window, Key::J);
        let second = focused_name(&window).expect("a row has the keyboard");
        key(&mut window, Key::Enter);
        let open = (list.open)(&window.state().state);
        assert!(open.is_some(), "{}", list.name);
        if !rows(&window).is_empty() {
            assert_eq!(focused(&window), Some(1), "{}: it keeps the keyboard", list.name);
            let row = window.query_all_by_role(Role::Row).nth(1).unwrap();
            assert_eq!(row.accesskit_node().is_selected(), Some(true), "{}", list.name);
            key(&mut window, Key::ArrowDown);
            assert_eq!(focused(&window), Some(2), "{}", list.name);
            rest(&mut window);
            let next = (list.open)(&window.state().state);
            assert!(next.is_some() && next != open, "{}: what is open follows", list.name);
            key(&mut window, Key::ArrowUp);
            rest(&mut window);
            assert_eq!((list.open)(&window.state().state), open, "{}", list.name);
        }
        key(&mut window, Key::Escape);
        assert_eq!((list.open)(&window.state().state), None, "{}", list.name);
        key(&mut window, Key::K);
        key(&mut window, Key::J);
        assert_eq!(focused_name(&window), Some(second), "{}: the keys lead on from it", list.name);
    }
}

#[test]
fn a_click_opens_the_row_of_every_list_and_the_keys_lead_on_from_it() {
    for list in LISTS {
        let mut window = window((list.desk)());
        window.query_all_by_role(Role::Row).nth(2).unwrap().click();
        window.run_steps(2);
        follow(&mut window);
        assert!((list.open)(&window.state().state).is_some(), "{}", list.name);
        if rows(&window).is_empty() {
            key(&mut window, Key::Escape);
        }
        key(&mut window, Key::ArrowUp);
        assert_eq!(focused(&window), Some(1), "{}", list.name);
    }
}

#[test]
fn a_list_that_the_service_does_not_have_says_what_it_shows_and_never_that_there_are_none() {
    let panels = [
        (Route::List(ResourceKind::Refund), "refunds", "Refunds appear here when"),
        (Route::List(ResourceKind::Payout), "payouts", "Payouts appear here when"),
        (Route::List(ResourceKind::Customer), "customers", "Customers appear here once"),
        (Route::List(ResourceKind::Subscription), "subscriptions", "Subscriptions appear here when"),
        (Route::List(ResourceKind::PaymentLink), "payment links", "Payment links appear here when"),
        (Route::List(ResourceKind::ApiKey), "API keys", "API keys appear here when"),
    ];
    for (route, what, none) in panels {
        let show = |problem: Option<Option<Problem>>| {
            let mut desk = Desk::started(Vec::new());
            problem.into_iter().for_each(|problem| desk.event(Message::RecordsOpened { records: Vec::new(), problem }));
            desk.act(Action::GoTo(route));
            window(desk)
        };
        let reading = show(None);
        assert_shows(&reading, &[&format!("Loading {what}…")]);
        assert_hides(&reading, &[none]);
        let shown = show(Some(None));
        assert_shows(&shown, &[none]);
        assert_hides(&shown, &["No refunds", "No payouts", "No customers", "No subscriptions", "No payment links"]);
        assert_hides(&shown, &["No API keys", "Nothing to do"]);
        let failed = show(Some(Some(problem("The file is damaged"))));
        assert_shows(&failed, &[&format!("Stored {what} could not be loaded: The file is damaged")]);
        assert_hides(&failed, &[none]);
    }
}

/// Refunds of several statuses, and as many calls and events as their samples have.
fn refunds() -> Desk {
    let statuses = ["succeeded", "pending", "pending", "succeeded", "pending"];
    let refund = |(number, status): (usize, &&str)| {
        let mut record = record(&format!("ref_{number}"), 1_000, "EUR", status);
        record.made_at -= TimeDelta::minutes(number as i64);
        record
    };
    let mut desk = with_records(statuses.iter().enumerate().map(refund).collect());
    desk.act(Action::GoTo(Route::List(ResourceKind::Refund)));
    desk
}

#[test]
fn after_a_filter_was_chosen_the_arrow_leads_to_the_first_row_not_to_the_titles() {
    let event_filter: (fn() -> Desk, _, _) = (busy, "Status", "Older");
    for (desk, menu, choice) in [(refunds as fn() -> Desk, "Status", "Pending"), event_filter] {
        for from in [None, Some(Key::End)] {
            let mut window = window(desk());
            from.into_iter().for_each(|from| key(&mut window, from));
            let all = rows(&window).len();
            click_role(&mut window, Role::Button, menu);
            window.run_steps(2);
            let chosen = click_role(&mut window, Role::ListBoxOption, choice);
            window.state_mut().actions = chosen;
            follow(&mut window);
            assert!(rows(&window).len() < all, "{menu}: {:?}", rows(&window));
            key(&mut window, Key::ArrowDown);
            assert_eq!(focused(&window), Some(0), "{menu}");
        }
    }
}

#[test]
fn sorting_by_any_title_keeps_the_keyboard_on_its_row() {
    let mut list = window(Desk::ready(many(12)));
    (0..4).for_each(|_| key(&mut list, Key::J));
    let row = focused_name(&list);
    assert!(row.is_some());
    for column in [SortKey::Amount, SortKey::Amount, SortKey::Status, SortKey::PaymentId] {
        list.state_mut().actions.push(Action::Payments(PaymentsAction::Sort(column)));
        follow(&mut list);
        assert_eq!(focused_name(&list), row, "{column:?}");
    }
    let mut list = window(inbox(mixed()));
    (0..2).for_each(|_| key(&mut list, Key::J));
    let row = focused_name(&list);
    let sort = DisputesAction::Inbox(InboxAction::Sort(paydesk_core::features::disputes::DisputeSortColumn::Created));
    list.state_mut().actions.push(Action::Disputes(sort));
    follow(&mut list);
    assert_eq!(focused_name(&list), row);
}

#[test]
fn records_are_ordered_by_a_click_on_a_title_and_again_the_other_way() {
    let mut window = window(refunds());
    let newest_first = rows(&window);
    click_role(&mut window, Role::ColumnHeader, "Status");
    window.run_steps(2);
    let text = |window: &Window| -> Vec<bool> { rows(window).iter().map(|row| row.contains("Pending")).collect() };
    assert_eq!(text(&window), [true, true, true, false, false]);
    click_role(&mut window, Role::ColumnHeader, "Status");
    window.run_steps(2);
    assert_eq!(text(&window), [false, false, true, true, true]);
    click_role(&mut window, Role::ColumnHeader, "Created");
    window.run_steps(2);
    let oldest_first: Vec<String> = newest_first.into_iter().rev().collect();
    assert_eq!(rows(&window), oldest_first);
}

/// Answers the page of payments that `effects` ask for.
fn answer_page(state: &mut State, effects: Vec<Effect>, rows: Vec<PaymentRow>) {
    for effect in effects {
        if let Effect::Api(ApiEffect::Read { request_id, read: Read::Payments(_), .. }) = effect {
            let total_count = Some(rows.len() as u64);
            let answer =
                ReadAnswer::Payments(Ok(PaymentPage { rows: rows.clone(), total_count, ..Default::default() }));
            drop(state.on_message(Message::ReadAnswered { request_id, answer, rate: None }));
        }
    }
}

#[test]
fn a_refresh_that_brings_newer_payments_keeps_the_keyboard_on_its_payment() {
    let mut window = window(Desk::ready(many(12)));
    (0..3).for_each(|_| key(&mut window, Key::J));
    let row = focused_name(&window);
    let state = &mut window.state_mut().state;
    let newest = succeeded_row("newest", eur(5), start_time());
    let read = std::iter::once(newest).chain(state.workspace.payments.all().map(|row| row.payment.clone())).collect();
    let effects = state.on_action(Action::Payments(PaymentsAction::Refresh));
    answer_page(state, effects, read);
    window.run_steps(3);
    assert_eq!((focused(&window), focused_name(&window)), (Some(3), row));
    assert!(rows(&window)[0].ends_with(", newest"));
}

#[test]
fn drawing_prepares_no_row_and_picks_none_until_a_record_or_the_question_changes() {
    let many = (0..300).map(|number| record(&format!("ref_{number}"), 1_000, "EUR", "succeeded")).collect();
    let mut desk = with_records(many);
    desk.act(Action::GoTo(Route::List(ResourceKind::Refund)));
    let mut window = window(desk);
    let counts = |window: &Window| {
        let shown = window.state();
        (
            shown.state.workspace.records.rows_written(),
            shown.drafts.find::<RefundsDraft>().unwrap().list.picked().times(),
        )
    };
    let (written, picked) = counts(&window);
    assert_eq!((written, picked), (300, 1));
    window.run_steps(10);
    key(&mut window, Key::J);
    key(&mut window, Key::Enter);
    window.run_steps(10);
    assert_eq!(counts(&window), (written, picked), "whatever is drawn");
    fill(&mut window, "Search refunds", "ref_29");
    window.run_steps(5);
    assert_eq!(counts(&window).0, written, "what is looked for is picked from rows that stand");
    let picked = counts(&window).1;
    assert_eq!(rows(&window).len(), 11);
    window.run_steps(5);
    assert_eq!(counts(&window).1, picked);
    let reported = vec![record("ref_291", 1_000, "EUR", "failed")];
    drop(window.state_mut().state.on_message(Message::RecordsOpened { records: reported, problem: None }));
    window.run_steps(5);
    assert_eq!(counts(&window), (written + 1, picked + 1), "one row for one record");
    drop(window.state_mut().state.on_action(Action::SetZone(Some("Asia/Tokyo".parse().unwrap()))));
    window.run_steps(5);
    assert_eq!(counts(&window), (written + 301, picked + 2), "all rows for another zone, once");
}

#[test]
fn a_call_that_is_made_leaves_the_keyboard_on_its_row() {
    let desk = calls();
    let newest = desk.state.workspace.requests.log().shown(0).unwrap().exchange.clone();
    let mut window = window(desk);
    (0..2).for_each(|_| key(&mut window, Key::J));
    let row = focused_name(&window);
    drop(window.state_mut().state.on_message(Message::CallsMade { exchanges: vec![newest], missed: 0 }));
    window.run_steps(3);
    assert_eq!((focused(&window), focused_name(&window)), (Some(2), row));
}

#[test]
fn the_keys_of_the_requests_stay_in_their_pane_while_it_has_the_keyboard() {
    let mut desk = with_calls();
    desk.act(Action::GoTo(Route::List(ResourceKind::Payment)));
    let mut window = window(desk);
    key(&mut window, Key::J);
    assert!(focused_name(&window).is_some_and(|row| row.contains(", pay_")), "{:?}", focused_name(&window));
    let call =
        window.get_by(|node| node.role() == Role::Row && node.label().is_some_and(|l| l.starts_with("GET /health")));
    call.click();
    window.run_steps(2);
    follow(&mut window);
    key(&mut window, Key::K);
    assert!(focused_name(&window).is_some_and(|row| row.contains("/payments/list")), "{:?}", focused_name(&window));
    key(&mut window, Key::Escape);
    assert_eq!(window.state().state.workspace.requests.open, None);
    let toggle = Action::Requests(RequestsAction::Toggle);
    drop(window.state_mut().state.on_action(toggle));
    window.run_steps(3);
    key(&mut window, Key::J);
    assert!(focused_name(&window).is_some_and(|row| row.contains(", pay_")), "a closed pane has no keys");
    assert_shows(&window, &["All payments"]);
}

/// Three rows that cannot be read, one of which holds a secret.
fn unreadable_rows() -> Attempt {
    let row = |amount: serde_json::Value| json!({"dispute_id": "dsp_1", "amount": amount, "client_secret": "sec_1"});
    answered(200, json!({"data": [row(json!("10,00")), row(json!(-5)), 7], "total_count": 3}))
}

#[test]
fn a_list_of_which_no_row_can_be_read_says_so_and_shows_the_raw_rows() {
    let payments = || {
        let mut desk = Desk::ready(Vec::new());
        desk.service.reads_get = Some(unreadable_rows());
        desk.act(Action::Payments(PaymentsAction::Refresh));
        desk
    };
    let disputes = || {
        let mut desk = inbox(mixed());
        desk.service.reads_get = Some(unreadable_rows());
        desk.act(Action::Disputes(DisputesAction::Inbox(InboxAction::Refresh)));
        desk
    };
    let made: [(&str, &str, &dyn Fn() -> Desk); 2] =
        [("payments", "data[0].payment_id", &payments), ("disputes", "data[0].currency", &disputes)];
    for (what, field, desk) in made {
        let mut desk = desk();
        desk.serve();
        let mut window = window(desk);
        let title = format!("3 rows in the list of {what} could not be read");
        assert_shows(&window, &[title.as_str(), "First reason", field, "Nothing could be read"]);
        assert_hides(&window, &["No payments yet", "10,00"]);
        window.get_by_label("Raw JSON").click();
        window.run_steps(2);
        assert_shows(&window, &["10,00", "(hidden)"]);
        assert_hides(&window, &["sec_1"]);
        window.get_by_label("Retry").click();
        window.run_steps(2);
        assert_eq!(window.state().actions.len(), 1, "{what}");
    }
}
