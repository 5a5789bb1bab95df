//! The developer's pane: what it shows of the calls, what it asks for, and how it looks.

use egui::accesskit::Role;
use egui::{Key, Modifiers, Theme};
use egui_kittest::kittest::Queryable as _;
use paydesk_api::call::{Method, Request};
use paydesk_api::outcome::{Attempt, LostAnswer};
use paydesk_core::Action;
use paydesk_core::features::requests::{CallFilter, RequestsAction as Do, RequestsView};
use paydesk_core::operations::ResourceKind;
use paydesk_core::route::Route;
use paydesk_domain::operation::CallKind;
use paydesk_test_core::desk::Desk;
use paydesk_test_core::requests::{act, exchange, made, ok, payment, refusal};
use paydesk_test_core::service::Pay;
use serde_json::json;

use super::kit;
use super::panels::{
    LARGE, SMALL, THEMES, Window, assert_hides, assert_shows, click, click_role, press, window, window_of,
};
use super::subscriptions::fill;
use paydesk_test_desk::vulkan::needs_vulkan;

/// A desk with the pane open and no call in it.
fn empty() -> Desk {
    let mut desk = Desk::ready(vec![Pay::authorized("pay_1", 12_840), Pay::captured("pay_2", 920_400)]);
    act(&mut desk, Do::Toggle);
    desk
}

pub fn with_calls() -> Desk {
    let mut desk = empty();
    let refund = Request::operation(Method::Post, "/refunds", json!({"payment_id": "pay_1", "amount": 500}));
    let list = Request::read(Method::Post, "/payments/list", Some(json!({"limit": 100})));
    made(
        &mut desk,
        vec![
            exchange(&Request::read(Method::Get, "/health", None), &ok(json!({"status": "ok"}))),
            exchange(&list, &ok(json!({"total_count": 2, "data": [{"payment_id": "pay_1"}]}))),
            exchange(&payment(404), &refusal(404, "IR_05", "Payment not found")),
            exchange(&refund, &Attempt::Lost(LostAnswer::TimedOut)),
            exchange(&refund, &ok(json!({"refund_id": "ref_1", "status": "succeeded", "amount": 500}))),
        ],
    );
    desk
}

fn with_open_call() -> Desk {
    let mut desk = with_calls();
    let number = desk.state.workspace.requests.log().shown(2).unwrap().number;
    act(&mut desk, Do::Open(Some(number)));
    desk
}

fn asked(actions: Vec<Action>) -> Vec<Do> {
    let ours = |action| if let Action::Requests(action) = action { Some(action) } else { None };
    actions.into_iter().filter_map(ours).collect()
}

#[test]
fn the_pane_lists_calls_with_all_that_a_developer_looks_for() {
    for theme in THEMES {
        let window = window_of(with_calls(), theme, LARGE);
        assert_shows(
            &window,
            &[
                "Requests",
                "Calls 5",
                "Errors by code 2",
                "/payments/list",
                "GET",
                "POST",
                "200",
                "404",
                "Answered",
                "Rejected",
                "Unknown",
                "IR_05",
                "time limit",
                "8.4 ms",
                "97 of 100",
                "List of payments",
            ],
        );
        assert_hides(&window, &["failed"]);
        let window = window_of(with_calls(), theme, SMALL);
        assert_shows(&window, &["/payments/list", "Answered", "8.4 ms", "Errors only"]);
    }
}

#[test]
fn the_pane_opens_and_closes_by_key_by_button_and_in_any_panel() {
    for route in
        [Route::List(ResourceKind::Payment), Route::Settings, Route::OpenOperations, Route::List(ResourceKind::Dispute)]
    {
        let mut desk = Desk::ready(Vec::new());
        desk.act(Action::GoTo(route));
        let mut closed = window(desk);
        assert_hides(&closed, &["Errors only"]);
        assert_eq!(asked(press(&mut closed, Modifiers::COMMAND, Key::J)), [Do::Toggle], "{route:?}");
        assert_eq!(asked(press(&mut closed, Modifiers::NONE, Key::F12)), [Do::Toggle]);
        assert_eq!(asked(click(&mut closed, "Requests")), [Do::Toggle]);
    }
    let mut open = window(with_calls());
    assert_eq!(asked(click(&mut open, "Close requests")), [Do::Toggle]);
}

#[test]
fn a_call_is_opened_by_a_click_or_by_enter_on_its_row() {
    let desk = with_calls();
    let log = desk.state.workspace.requests.log();
    let (second, third) = (log.shown(1).unwrap().number, log.shown(2).unwrap().number);
    let mut window = window(desk);
    assert_eq!(asked(click_role(&mut window, Role::Row, "POST /refunds Unknown")), [Do::Open(Some(second))]);
    window.run_steps(2);
    assert_eq!(asked(press(&mut window, Modifiers::NONE, Key::ArrowDown)), []);
    assert_eq!(asked(press(&mut window, Modifiers::NONE, Key::Enter)), [Do::Open(Some(third))]);
}

#[test]
fn an_open_call_tells_of_itself_what_left_and_what_came() {
    let mut window = window(with_open_call());
    assert_shows(
        &window,
        &["Payment not found (IR_05)", "GET /payments/pay_404", "A read: changes nothing", "req_8f21"],
    );
    click(&mut window, "Request");
    assert_shows(&window, &["GET http://127.0.0.1:8600/payments/pay_404", "api-key: <your key>", "(No body)"]);
    click(&mut window, "Response");
    assert_shows(&window, &["HTTP 404", r#""message": "Payment not found""#]);
    window.get_by_label("Copy as curl").click();
    window.step();
    let copied = window.output().platform_output.commands.iter().find_map(|command| match command {
        egui::OutputCommand::CopyText(text) => Some(text.clone()),
        _ => None,
    });
    let expected = "curl -X GET 'http://127.0.0.1:8600/payments/pay_404' \\\n  -H 'api-key: <your key>' \\\n  \
                    -H 'Content-Type: application/json' \\\n  -H 'Cache-Control: no-cache, no-store' \\\n  \
                    -H 'Pragma: no-cache'";
    assert_eq!(copied.as_deref(), Some(expected));
    window.step();
    assert_shows(&window, &["Copied"]);
    assert_hides(&window, &["Copy as curl"]);
    assert_eq!(asked(click(&mut window, "Close request")), [Do::Open(None)]);
}

#[test]
fn the_filters_and_buttons_ask_for_exactly_what_they_say() {
    let mut window = window(with_calls());
    let errors = CallFilter { only_errors: true, ..CallFilter::default() };
    assert_eq!(asked(click(&mut window, "Errors only")), [Do::Filter(errors)]);
    assert_eq!(asked(click(&mut window, "Pause recording")), [Do::Pause(true)]);
    assert_eq!(asked(click(&mut window, "Clear requests")), [Do::Clear]);
    assert_eq!(asked(click(&mut window, "Errors by code 2")), [Do::Show(RequestsView::Errors)]);
    click(&mut window, "Kind");
    let kind = CallFilter { kind: Some(CallKind::Operation), ..CallFilter::default() };
    assert_eq!(asked(click_role(&mut window, Role::ListBoxOption, "Operations")), [Do::Filter(kind)]);
    fill(&mut window, "Search requests", "pay_404");
    let actions = std::mem::take(&mut window.state_mut().actions);
    let text = CallFilter { text: "pay_404".into(), ..CallFilter::default() };
    assert_eq!(asked(actions).pop(), Some(Do::Filter(text)));
}

#[test]
fn what_went_wrong_is_grouped_and_a_group_leads_to_its_calls() {
    let mut desk = with_calls();
    act(&mut desk, Do::Show(RequestsView::Errors));
    let key = desk.state.workspace.requests.log().groups()[1].key.clone();
    let mut errors = window(desk);
    assert_shows(&errors, &["IR_05", "GET /payments/{id}", "Payment not found", "time limit", "POST /refunds"]);
    let group = CallFilter { group: Some(key.clone()), ..CallFilter::default() };
    let expected = [Do::Filter(group.clone()), Do::Show(RequestsView::Calls)];
    assert_eq!(asked(click_role(&mut errors, Role::Row, "IR_05")), expected);
    let mut desk = with_calls();
    act(&mut desk, Do::Filter(group));
    let mut listed = window(desk);
    assert_shows(&listed, &["Only IR_05 of GET /payments/{id}"]);
    assert_eq!(asked(click(&mut listed, "Show all requests")), [Do::Filter(CallFilter::default())]);
}

#[test]
fn an_empty_log_a_pause_and_a_filter_that_takes_nothing_say_so() {
    assert_shows(&window(empty()), &["No requests recorded for this profile yet"]);
    let mut desk = with_calls();
    act(&mut desk, Do::Pause(true));
    made(&mut desk, vec![exchange(&payment(1), &ok(json!({})))]);
    assert_shows(&window(desk), &["Paused: 1 request not recorded"]);
    let mut desk = with_calls();
    act(&mut desk, Do::Filter(CallFilter { text: "nowhere".into(), ..CallFilter::default() }));
    let mut nothing = window(desk);
    assert_shows(&nothing, &["No request matches these filters"]);
    assert_eq!(asked(click(&mut nothing, "Show all requests")), [Do::Filter(CallFilter::default())]);
    let mut desk = with_calls();
    act(&mut desk, Do::Clear);
    act(&mut desk, Do::Show(RequestsView::Errors));
    assert_shows(&window(desk), &["No errors in the recorded requests"]);
}

#[test]
fn what_a_small_window_made_of_the_height_is_forgotten_in_a_large_one() {
    let mut window = window(with_calls());
    for size in [SMALL.map(|side| side / 2.0), LARGE] {
        window.set_size(size.into());
        window.run_steps(3);
    }
    let only_errors = Do::Filter(CallFilter { only_errors: true, ..CallFilter::default() });
    assert_eq!(asked(click(&mut window, "Errors only")), [only_errors]);
}

#[test]
fn the_height_that_a_person_gives_the_pane_is_remembered() {
    let mut window = window(with_calls());
    window.state_mut().actions.clear();
    let pane =
        window.query_all_by_role(Role::Splitter).map(|edge| edge.rect()).find(|edge| edge.width() > edge.height());
    let from = pane.expect("the edge of the pane").center();
    let to = from - egui::vec2(0.0, 80.0);
    window.hover_at(from);
    window.run_steps(1);
    window.drag_at(from);
    window.run_steps(1);
    window.hover_at(to);
    window.run_steps(2);
    window.drop_at(to);
    window.run_steps(2);
    let actions = asked(std::mem::take(&mut window.state_mut().actions));
    assert!(matches!(actions[..], [Do::RememberHeight(height)] if (height - 360.0).abs() <= 2.0), "{actions:?}");
}

fn pictures(theme: Theme, name: &str) {
    if needs_vulkan("pictures of the requests").is_none() {
        return;
    }
    let mut results = egui_kittest::SnapshotResults::new();
    let mut window: Window = window_of(with_open_call(), theme, LARGE);
    kit::snapshot(&mut window, &format!("requests-{name}"));
    results.extend_harness(&mut window);
}

#[test]
fn the_requests_in_the_light_theme() {
    pictures(Theme::Light, "light");
}

#[test]
fn the_requests_in_the_dark_theme() {
    pictures(Theme::Dark, "dark");
}
