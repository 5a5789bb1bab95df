//! Events: the list with its verdicts, the open one with everything that came, the verifier.

use egui::Theme;
use egui::accesskit::Role;
use egui_kittest::kittest::{NodeT, Queryable};
use paydesk_core::features::webhooks::{EventState, WebhooksAction as Do};
use paydesk_core::operations::ResourceKind;
use paydesk_core::problem::Problem;
use paydesk_core::{Action, Message};
use paydesk_domain::profile::ProfileId;
use paydesk_domain::secret::SecretText;
use paydesk_domain::webhook::{ContentType, sign};
use paydesk_test_core::desk::Desk;
use paydesk_test_core::webhooks::{busy, quiet};

use super::panels::{
    LARGE, SMALL, Window, act, assert_hides, assert_shows, click, click_role, pictures_of, press, window, window_of,
};
use super::profiles::everywhere;
use super::subscriptions::fill;

/// The row of the first refund event, open.
fn with_open() -> Desk {
    let mut desk = busy();
    let log = desk.state.workspace.webhooks.log();
    let number = log.rows().find(|row| row.type_text == "refund_told").unwrap().number;
    desk.act(Action::Webhooks(Do::Open(Some(number))));
    desk
}

#[test]
fn an_empty_list_says_what_is_awaited_and_where_it_listens() {
    everywhere(quiet, |window| {
        assert_shows(
            window,
            &["No events yet", "Listening on 127.0.0.1:8601; receives events only while Paydesk is running"],
        );
    });
}

#[test]
fn every_verdict_is_shown_with_its_word_and_duplicates_are_counted() {
    everywhere(busy, |window| {
        assert_shows(window, &["refund_told", "dsp_1", "Applied", "Older", "No object", "Bad signature", "×2"]);
        assert_shows(window, &["3 more deliveries were refused and are not listed"]);
        assert_hides(window, &["too many were open at once"]);
    });
}

#[test]
fn connections_that_were_closed_under_load_are_counted_and_said() {
    let mut desk = busy();
    for (count, shown) in [
        (1, "1 connection was closed before its delivery was complete: too many were open at once"),
        (1_233, "1,234 connections were closed before their deliveries were complete"),
    ] {
        desk.event(Message::WebhookConnectionsClosed { profile_id: ProfileId::embedded(), count });
        let mut state = busy();
        state.state.workspace.webhooks.connections_closed = desk.state.workspace.webhooks.connections_closed;
        assert_shows(&window(state), &[shown, "Services normally retry"]);
    }
}

#[test]
fn filters_ask_for_one_kind_or_one_verdict_and_an_empty_result_leads_back() {
    let mut window = window(busy());
    click_role(&mut window, Role::Button, "Object");
    window.run_steps(2);
    assert_eq!(
        click_role(&mut window, Role::ListBoxOption, "Disputes"),
        [Action::Webhooks(Do::FilterContent(Some(ContentType::Dispute)))]
    );
    let mut desk = busy();
    desk.act(Action::Webhooks(Do::FilterContent(Some(ContentType::Dispute))));
    let filtered = self::window(desk);
    assert_shows(&filtered, &["dsp_1"]);
    assert_hides(&filtered, &["ref_1"]);
    let mut desk = busy();
    desk.act(Action::Webhooks(Do::FilterState(Some(EventState::Unreadable))));
    let mut window = self::window(desk);
    assert_eq!(click(&mut window, "Show all events"), [Action::Webhooks(Do::ClearFilters)]);
}

#[test]
fn the_open_event_shows_everything_and_leads_to_its_object() {
    let mut window = window_of(with_open(), Theme::Light, LARGE);
    assert_shows(
        &window,
        &["evt_1", "The refund ref_1 is “succeeded”", "2 times; applied once", "content-type", "JSON"],
    );
    assert_eq!(click(&mut window, "Open refund"), [Action::OpenRecord(ResourceKind::Refund, "ref_1".into())]);
    let number = with_open().into_state().workspace.webhooks.open.unwrap().number;
    let mut window = window_of(with_open(), Theme::Light, LARGE);
    assert_eq!(click(&mut window, "Replay"), [Action::Webhooks(Do::Replay(number))]);
    let mut window = window_of(with_open(), Theme::Light, LARGE);
    assert_eq!(click(&mut window, "Verify…"), [Action::Webhooks(Do::ShowVerifier(true))]);
    window.run_steps(3);
    assert_shows(&window, &["Signature checker", "evt_1"]);
}

#[test]
fn a_refused_delivery_says_why_and_offers_nothing_that_would_believe_it() {
    let mut desk = busy();
    let number = desk.state.workspace.webhooks.log().rows().find(|row| row.genuine().is_none()).unwrap().number;
    desk.act(Action::Webhooks(Do::Open(Some(number))));
    let window = window_of(desk, Theme::Light, LARGE);
    assert_shows(&window, &["Bad signature: the request has no header", "Until Paydesk is closed"]);
    assert_hides(&window, &["Replay", "Open the"]);
}

fn verifying() -> Desk {
    let mut desk = busy();
    desk.act(Action::Webhooks(Do::ShowVerifier(true)));
    desk
}

fn verified(body: &str, header: &str) -> Desk {
    let mut desk = verifying();
    let (body, header, secret) = (body.to_owned(), header.to_owned(), SecretText::new("whsec_demo"));
    desk.act(Action::Webhooks(Do::Verify { body, header, secret }));
    desk
}

#[test]
fn the_verifier_asks_for_all_three_and_tells_valid_or_why_not() {
    let mut window = window_of(verifying(), Theme::Light, LARGE);
    assert_eq!(click(&mut window, "Verify"), []);
    fill(&mut window, "Body", "{}");
    fill(&mut window, "X-Webhook-Signature-512", "abc");
    assert_eq!(click(&mut window, "Verify"), []);
    let right = sign("whsec_demo", b"{}");
    assert_shows(
        &window_of(verified("{}", &right), Theme::Light, LARGE),
        &["Valid", "matches this body and secret", "in lower-case hexadecimal"],
    );
    let upper = window_of(verified("{}", &right.to_uppercase()), Theme::Light, LARGE);
    assert_shows(&upper, &["Valid", "in upper-case hexadecimal"]);
    let labelled = window_of(verified("{}", &format!("sha512={right}")), Theme::Light, LARGE);
    assert_shows(&labelled, &["Not valid", "label"]);
    let other = window_of(verified("{ }", "abc"), Theme::Light, LARGE);
    assert_shows(&other, &["Not valid", "128 hexadecimal digits"]);
}

fn has_keyboard(window: &Window, name: &str) -> bool {
    let nodes = window.root().children_recursive();
    let mut focused = nodes.map(|node| node.accesskit_node()).filter(|node| node.is_focused());
    focused.any(|node| node.label().as_deref() == Some(name))
}

#[test]
fn the_verifier_takes_the_keyboard_to_its_body_and_gives_it_back_when_it_is_closed() {
    let mut window = window(busy());
    for action in click(&mut window, "Signature checker") {
        act(&mut window, action);
    }
    assert!(has_keyboard(&window, "Body"));
    act(&mut window, Action::Webhooks(Do::ShowVerifier(false)));
    assert!(has_keyboard(&window, "Signature checker"));
}

#[test]
fn an_event_taken_to_the_verifier_waits_for_the_secret_alone() {
    let mut window = window(with_open());
    for action in click(&mut window, "Verify…") {
        act(&mut window, action);
    }
    assert!(has_keyboard(&window, "Secret"));
}

fn row_with_keyboard(window: &Window) -> Option<String> {
    let nodes = window.root().children_recursive();
    let mut rows = nodes.map(|node| node.accesskit_node()).filter(|node| node.is_focused());
    rows.find(|node| node.role() == Role::Row)?.label()
}

#[test]
fn arrows_lead_from_event_to_event_and_the_row_that_opens_one_keeps_the_keyboard() {
    let mut window = window(busy());
    window.get_all_by_role(Role::Row).next().unwrap().focus();
    window.run_steps(2);
    let first = row_with_keyboard(&window).unwrap();
    press(&mut window, egui::Modifiers::NONE, egui::Key::ArrowDown);
    let second = row_with_keyboard(&window).unwrap();
    assert_ne!(first, second);
    for action in press(&mut window, egui::Modifiers::NONE, egui::Key::Enter) {
        act(&mut window, action);
    }
    assert_shows(&window, &["Replay"]);
    assert_eq!(row_with_keyboard(&window), Some(second));
    press(&mut window, egui::Modifiers::NONE, egui::Key::ArrowUp);
    assert_eq!(row_with_keyboard(&window), Some(first));
}

#[test]
fn a_receiver_that_failed_says_why_and_can_be_tried_again() {
    let mut desk = quiet();
    let problem =
        Problem { what: "Another program listens on port 8601".into(), what_to_do: "End it, or choose another".into() };
    desk.act(Action::Webhooks(Do::ListenAgain));
    desk.event(Message::ReceiverChanged { profile_id: ProfileId::embedded(), result: Err(problem) });
    let mut window = window(desk);
    assert_shows(&window, &["Webhooks are not received", "Another program listens on port 8601"]);
    assert_eq!(click(&mut window, "Retry"), [Action::Webhooks(Do::ListenAgain)]);
}

#[test]
fn pictures_in_light_and_dark() {
    let upper = sign("whsec_demo", b"{\"a\":1}").to_uppercase();
    pictures_of("events", || {
        vec![("events", with_open(), LARGE), ("verifier-small", verified("{\"a\": 1}", &upper), SMALL)]
    });
}
