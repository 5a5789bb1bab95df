//! The developer's pane: the log of the last calls, what is listed of it, and what never is in it.

use chrono::TimeDelta;
use paydesk_api::call::{Method, Request};
use paydesk_api::exchange::Exchange;
use paydesk_api::outcome::{Attempt, LostAnswer};
use paydesk_core::dialog::Confirmation;
use paydesk_core::features::requests::http_text::{answer_lines, request_lines};
use paydesk_core::features::requests::{
    BODIES_MAX_BYTES, CALLS_MAX, CallFilter, CallLog, LoggedCall, RequestsAction as Do, RequestsView,
};
use paydesk_core::{Action, Message};
use paydesk_domain::ids::OperationId;
use paydesk_domain::operation::{CallKind, Proof};
use paydesk_domain::profile::{EMBEDDED_ID, ProfileId};
use paydesk_test_core::desk::{Desk, capture, pay_1};
use paydesk_test_core::profiles::{ready, with_shop};
use paydesk_test_core::requests::{act, exchange, made, ok, payment, refusal};
use paydesk_test_core::service::{Pay, answered, refused, start_time};
use serde_json::json;

fn reads(numbers: std::ops::Range<usize>) -> Vec<Exchange> {
    numbers.map(|number| exchange(&payment(number), &ok(json!({"payment_id": format!("pay_{number}")})))).collect()
}

fn log(desk: &Desk) -> &CallLog {
    desk.state.workspace.requests.log()
}

fn paths(desk: &Desk) -> Vec<String> {
    let log = log(desk);
    (0..log.shown_len()).map(|row| log.shown(row).unwrap().row.path.clone()).collect()
}

fn list(desk: &mut Desk, filter: CallFilter) -> Vec<String> {
    act(desk, Do::Filter(filter));
    paths(desk)
}

fn text(text: &str) -> CallFilter {
    CallFilter { text: text.to_owned(), ..CallFilter::default() }
}

fn newest(desk: &Desk) -> &LoggedCall {
    log(desk).shown(0).unwrap()
}

#[test]
fn the_last_thousand_calls_are_kept_the_newest_first() {
    let mut desk = Desk::ready(Vec::new());
    made(&mut desk, reads(0..CALLS_MAX));
    made(&mut desk, reads(CALLS_MAX..CALLS_MAX + 3));
    assert_eq!((log(&desk).len(), log(&desk).shown_len()), (CALLS_MAX, CALLS_MAX));
    assert_eq!(newest(&desk).row.path, "/payments/pay_1002");
    assert_eq!(log(&desk).shown(CALLS_MAX - 1).unwrap().row.path, "/payments/pay_3");
    assert_eq!(log(&desk).shown(CALLS_MAX), None);
}

#[test]
fn a_row_is_ready_to_be_drawn_when_the_call_comes() {
    let mut desk = Desk::ready(Vec::new());
    made(&mut desk, reads(1..2));
    let call = newest(&desk);
    let row = &call.row;
    assert_eq!(
        (row.status.as_str(), row.took.as_str(), row.rate.as_str(), row.kind),
        ("200", "8.4 ms", "97 of 100", "Read")
    );
    assert_eq!(row.time, desk.state.zone().clock_ms(start_time()));
    assert_eq!((call.exchange.asked.endpoint.name, call.exchange.proof), ("Payment", Proof::Answered));
}

#[test]
fn the_call_that_is_open_stays_open_while_others_come_and_closes_when_it_falls_out() {
    let mut desk = Desk::ready(Vec::new());
    made(&mut desk, reads(0..10));
    let number = log(&desk).shown(4).unwrap().number;
    act(&mut desk, Do::Open(Some(number)));
    made(&mut desk, reads(10..20));
    assert_eq!(log(&desk).row_of(number), Some(14));
    assert_eq!(desk.state.workspace.requests.open_call().unwrap().row.path, "/payments/pay_5");
    made(&mut desk, reads(20..20 + CALLS_MAX));
    assert!(desk.state.workspace.requests.open_call().is_none());
    assert_eq!(log(&desk).row_of(number), None);
}

#[test]
fn nothing_is_written_down_while_it_is_paused_and_what_went_by_is_counted() {
    let mut desk = Desk::ready(Vec::new());
    made(&mut desk, reads(0..2));
    act(&mut desk, Do::Pause(true));
    made(&mut desk, reads(2..7));
    assert_eq!((log(&desk).len(), log(&desk).passed), (2, 5));
    act(&mut desk, Do::Pause(false));
    made(&mut desk, reads(7..8));
    assert_eq!(
        (paths(&desk), log(&desk).passed),
        (vec!["/payments/pay_7".into(), "/payments/pay_1".into(), "/payments/pay_0".to_owned()], 0)
    );
}

#[test]
fn what_there_was_no_room_for_is_reported() {
    let mut desk = Desk::ready(Vec::new());
    made(&mut desk, reads(0..1));
    desk.event(Message::CallsMade { exchanges: reads(1..2), missed: 12 });
    assert_eq!(log(&desk).missed, 12);
}

fn mixed(desk: &mut Desk) {
    let refund = Request::operation(Method::Post, "/refunds", json!({"payment_id": "pay_77", "amount": 500}));
    made(
        desk,
        vec![
            exchange(&payment(1), &ok(json!({"description": "Blue Teapot"}))),
            exchange(&payment(2), &refusal(404, "IR_05", "Payment not found")),
            exchange(&refund, &Attempt::Lost(LostAnswer::TimedOut)),
            exchange(&payment(3), &refusal(404, "IR_05", "There is no such payment")),
            exchange(&refund, &refusal(400, "IR_05", "No such payment")),
        ],
    );
}

#[test]
fn calls_are_found_by_text_by_kind_and_by_what_went_wrong() {
    let mut desk = Desk::ready(Vec::new());
    mixed(&mut desk);
    assert_eq!(paths(&desk).len(), 5);
    assert_eq!(list(&mut desk, text("PAY_2")), ["/payments/pay_2"]);
    assert_eq!(list(&mut desk, text("ir_05")).len(), 3);
    assert_eq!(list(&mut desk, text("Blue Teapot")), ["/payments/pay_1"], "the text of a body");
    assert_eq!(list(&mut desk, text("pay_77")), ["/refunds", "/refunds"], "the text of a request");
    assert_eq!(list(&mut desk, text("no such thing")), Vec::<String>::new());
    let errors = CallFilter { only_errors: true, ..CallFilter::default() };
    assert_eq!(list(&mut desk, errors.clone()).len(), 4);
    let operations = CallFilter { kind: Some(CallKind::Operation), ..CallFilter::default() };
    assert_eq!(list(&mut desk, operations), ["/refunds", "/refunds"]);
    let reads = CallFilter { kind: Some(CallKind::Read), ..errors };
    assert_eq!(list(&mut desk, reads), ["/payments/pay_3", "/payments/pay_2"]);
    made(&mut desk, super::requests::reads(8..9));
    assert_eq!(paths(&desk).len(), 2, "a new call passes the same filter");
    made(&mut desk, vec![exchange(&payment(9), &refusal(500, "CE_00", "Try later"))]);
    assert_eq!(paths(&desk)[0], "/payments/pay_9");
}

#[test]
fn what_went_wrong_is_counted_by_code_and_endpoint_and_leads_to_its_calls() {
    let mut desk = Desk::ready(Vec::new());
    mixed(&mut desk);
    let groups: Vec<_> =
        log(&desk).groups().iter().map(|group| (group.key.code.as_str(), group.key.pattern, group.count)).collect();
    let expected = [("IR_05", "/refunds", 1), ("IR_05", "/payments/{id}", 2), ("time limit", "/refunds", 1)];
    assert_eq!(groups, expected);
    let group = log(&desk).groups()[1].clone();
    assert_eq!((group.why.as_str(), group.name), ("There is no such payment", "Payment"));
    assert_eq!(log(&desk).errors(), 4);
    let filter = CallFilter { group: Some(group.key), ..CallFilter::default() };
    assert_eq!(list(&mut desk, filter), ["/payments/pay_3", "/payments/pay_2"]);
}

#[test]
fn clearing_empties_the_log_and_keeps_the_filter_of_the_person() {
    let mut desk = Desk::ready(Vec::new());
    mixed(&mut desk);
    act(&mut desk, Do::Filter(CallFilter { only_errors: true, ..CallFilter::default() }));
    let number = newest(&desk).number;
    act(&mut desk, Do::Open(Some(number)));
    act(&mut desk, Do::Clear);
    assert!(desk.state.workspace.requests.log().is_empty() && desk.state.workspace.requests.open_call().is_none());
    assert!(desk.state.workspace.requests.filter.only_errors);
}

#[test]
fn each_profile_has_its_own_log_and_one_that_is_not_here_has_none() {
    let (mut desk, shop) = with_shop("snd_key");
    act(&mut desk, Do::Clear);
    made(&mut desk, reads(0..3));
    let of =
        |profile: &str, number| Exchange { profile: profile.to_owned().into(), ..reads(number..number + 1).remove(0) };
    made(&mut desk, vec![of(shop.as_str(), 10), of("tried out", 11)]);
    assert_eq!(paths(&desk).len(), 3);
    let number = newest(&desk).number;
    act(&mut desk, Do::Open(Some(number)));
    desk.act(Action::SwitchProfile(shop.clone()));
    assert_eq!(paths(&desk), ["/payments/pay_10"]);
    assert!(desk.state.workspace.requests.open_call().is_none());
    ready(&mut desk);
    made(&mut desk, vec![of(EMBEDDED_ID, 12)]);
    assert_eq!(paths(&desk), ["/payments/pay_10"]);
    desk.act(Action::SwitchProfile(ProfileId::embedded()));
    assert_eq!(paths(&desk).len(), 4);
    assert!(!format!("{:?}", desk.state.workspace.requests).contains("pay_11"));
    desk.act(Action::AskRemoveProfile(shop));
    desk.act(Action::Confirm(Confirmation::RemoveProfile));
    assert!(!format!("{:?}", desk.state.workspace.requests).contains("pay_10"));
}

#[test]
fn the_bodies_of_the_oldest_calls_give_way_and_their_rows_stay() {
    let mut desk = Desk::ready(Vec::new());
    let long = json!({"note": "x".repeat(60_000)});
    let calls = BODIES_MAX_BYTES / 60_000 + 10;
    for number in 0..calls {
        made(&mut desk, vec![exchange(&payment(number), &ok(long.clone()))]);
    }
    let kept: usize = (0..calls).map(|row| log(&desk).shown(row).unwrap().exchange.stored_bytes()).sum();
    assert!(kept <= BODIES_MAX_BYTES && kept > BODIES_MAX_BYTES - 70_000, "{kept}");
    let oldest = log(&desk).shown(calls - 1).unwrap();
    assert_eq!(oldest.row.status, "200");
    assert!(answer_lines(&oldest.exchange).iter().any(|line| line.contains("discarded to make room")));
    assert!(answer_lines(&newest(&desk).exchange).concat().contains("xxx"));
}

/// The call of the operation that waits for its answer.
fn sent(desk: &Desk, attempt: &Attempt) -> Exchange {
    let sent = desk.sends.last().unwrap();
    let whole = exchange(&sent.request, attempt);
    Exchange { asked: whole.asked.clone().by(sent.operation_id.clone(), sent.attempt), ..whole }
}

#[test]
fn the_outcome_of_an_operation_is_what_the_core_decides_not_what_the_call_alone_looks_like() {
    for (attempt, alone, judged, code) in [
        // Another amount than was asked for.
        (
            answered(200, json!({"payment_id": "pay_1", "status": "succeeded", "amount": 1, "currency": "EUR"})),
            Proof::Answered,
            Proof::Unknown,
            "unexpected response",
        ),
        (refused(400, "IR_16", "The amount is too large"), Proof::Rejected, Proof::Rejected, "IR_16"),
        (Attempt::Lost(LostAnswer::TimedOut), Proof::Unknown, Proof::Unknown, "time limit"),
    ] {
        let mut desk = Desk::sending(Pay::authorized("pay_1", 12_840), capture(1_000));
        let call = sent(&desk, &attempt);
        assert_eq!(call.proof, alone);
        made(&mut desk, vec![call]);
        act(&mut desk, Do::Filter(CallFilter { only_errors: true, ..CallFilter::default() }));
        desk.reply(attempt);
        desk.pass(30);
        let call = newest(&desk);
        assert_eq!((call.exchange.proof, call.exchange.code.as_str()), (judged, code));
        assert_eq!(log(&desk).errors(), 1);
        assert!(call.row.name.contains(judged.word()), "{}", call.row.name);
        assert!(call.exchange.asked.operation.as_ref().is_some_and(|(_, attempt)| *attempt == 1));
    }
}

#[test]
fn a_refusal_after_a_lost_attempt_is_not_reported_as_a_rejection() {
    let mut desk = Desk::sending(Pay::authorized("pay_1", 12_840), capture(1_000));
    let id: OperationId = desk.sends[0].operation_id.clone();
    let refusal = refused(400, "IR_16", "Already captured");
    let call = sent(&desk, &refusal);
    made(&mut desk, vec![Exchange { asked: call.asked.clone().by(id, 7), ..call }]);
    desk.reply(Attempt::Lost(LostAnswer::TimedOut));
    assert_eq!(newest(&desk).exchange.proof, Proof::Rejected, "another attempt than the one that was judged");
}

#[test]
fn the_two_messages_of_a_call_read_as_they_travelled() {
    let body = json!({"amount": 500, "metadata": {"note": "two\nlines"}});
    let call = exchange(&Request::operation(Method::Post, "/refunds", body), &ok(json!({"status": "succeeded"})));
    let request = request_lines(&call);
    let head = [
        "POST http://127.0.0.1:8600/refunds",
        "api-key: <your key>",
        "Content-Type: application/json",
        "Cache-Control: no-cache, no-store",
        "Pragma: no-cache",
        "",
        "{",
    ];
    assert_eq!(request[..7], head);
    assert!(request.contains(&r#"    "note": "two\nlines""#.to_owned()), "{request:#?}");
    let answer = answer_lines(&call);
    let head = [
        "HTTP 200",
        "X-RateLimit-Limit: 100",
        "X-RateLimit-Remaining: 97",
        "X-RateLimit-Reset: 1000030",
        "Request ID: req_8f21",
        "",
        "{",
    ];
    assert_eq!(answer[..7], head);
    let lost = exchange(&payment(1), &Attempt::Lost(LostAnswer::TimedOut));
    assert_eq!(answer_lines(&lost), ["No response: no answer within the time limit"]);
    assert_eq!(request_lines(&lost).last().unwrap(), "(No body)");
}

#[test]
fn the_pane_is_remembered_open_and_as_high_as_it_was() {
    let mut desk = Desk::ready(Vec::new());
    act(&mut desk, Do::Toggle);
    act(&mut desk, Do::RememberHeight(320.0));
    act(&mut desk, Do::Show(RequestsView::Errors));
    let saved = desk.saved.last().unwrap();
    assert!(saved.requests_open && saved.requests_height == Some(320.0));
    act(&mut desk, Do::RememberHeight(f32::NAN));
    assert_eq!(desk.state.settings.requests_height, None);
    act(&mut desk, Do::Toggle);
    assert!(!desk.state.settings.requests_open);
}

#[test]
fn times_are_reported_in_the_zone_that_is_chosen() {
    let mut desk = Desk::ready(vec![Pay::authorized(pay_1().as_str(), 5)]);
    made(&mut desk, reads(0..1));
    desk.act(Action::SetZone(Some("Asia/Tokyo".parse().unwrap())));
    let tokyo = (start_time() + TimeDelta::hours(9)).format("%H:%M:%S%.3f").to_string();
    assert_eq!(newest(&desk).row.time, tokyo);
}
