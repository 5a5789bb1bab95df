//! Copies that a cache on the way answers with: they never replace what is newer, in a list, in a pane, on Home or in the
//! history.

use paydesk_api::freshness::CacheMarks;
use paydesk_api::rate_limit::RateHeaders;
use paydesk_core::Action;
use paydesk_core::features::disputes::{DisputesAction, InboxAction};
use paydesk_core::features::home::{HomeAction, HomeItem};
use paydesk_core::features::payments::PaymentsAction;
use paydesk_core::features::refunds::RefundsAction;
use paydesk_core::operations::ResourceKind;
use paydesk_core::read::Read;
use paydesk_core::route::Route;
use paydesk_domain::payment::PaymentStatus;
use paydesk_test_core::desk::{Desk, pay_1};
use paydesk_test_core::disputes::{dispute, dsp, inbox};
use paydesk_test_core::service::{Copy, Pay, Service};
use paydesk_test_core::webhooks::{arrive, at, event, refund};
use serde_json::{Value, json};

use super::history::{opening, settle};

/// Beyond it a lagging answer of the service itself is no longer expected.
const AFTER_WINDOW_S: i64 = 600;

/// A payment as the service changed it last at this second.
fn modified(pay: Pay, second: i64) -> Pay {
    Pay { modified: Some(at(second).to_rfc3339()), ..pay }
}

/// A desk that knows that its payment was captured; and the service as it was before.
fn captured_since() -> (Desk, Service) {
    let mut desk = opening(vec![modified(Pay::authorized("pay_1", 5_000), 1), Pay::captured("pay_2", 700)]);
    settle(&mut desk);
    let before = desk.service.clone();
    let pay = desk.service.pay("pay_1");
    pay.capture(5_000).unwrap();
    *pay = modified(pay.clone(), 30);
    desk.act(Action::Payments(PaymentsAction::Open(pay_1())));
    settle(&mut desk);
    assert_all_say(&desk, "succeeded");
    desk.act(Action::Payments(PaymentsAction::Refresh));
    desk.pass(AFTER_WINDOW_S);
    settle(&mut desk);
    (desk, before)
}

/// Lists are answered as `before` was, all else by the service.
fn lists_are_copies(desk: &mut Desk, before: &Service) {
    for _ in 0..200 {
        let Some(place) = desk.reads.iter().position(|(_, read)| matches!(read, Read::Payments(_))) else {
            settle(desk);
            if desk.reads.is_empty() {
                return;
            }
            continue;
        };
        let (request_id, read) = desk.reads.remove(place);
        let copy = before.body_of(&read);
        desk.answer(request_id, &read, copy);
    }
    panic!("lists without end");
}

#[track_caller]
fn assert_all_say(desk: &Desk, status: &str) {
    let workspace = &desk.state.workspace;
    let row = workspace.payments.listed(&pay_1()).map(|row| row.payment.status.as_str().to_owned());
    assert_eq!(row.as_deref(), Some(status), "the list");
    let columns = workspace.history.columns();
    let stored = columns.find(&pay_1()).and_then(|place| columns.payment(place)).unwrap();
    assert_eq!(stored.row.status.as_str(), status, "the history");
    let detail = workspace.payments.detail(&pay_1()).and_then(|detail| detail.value());
    assert_eq!(detail.map(|payment| payment.status.as_str()), Some(status), "the pane");
}

#[test]
fn a_copy_of_a_list_replaces_no_newer_row_in_the_window_on_home_or_in_the_history() {
    let (mut desk, before) = captured_since();
    for _ in 0..3 {
        desk.act(Action::Payments(PaymentsAction::Refresh));
        lists_are_copies(&mut desk, &before);
        assert_all_say(&desk, "succeeded");
        desk.act(Action::GoTo(Route::Home));
        desk.act(Action::Home(HomeAction::Refresh));
        lists_are_copies(&mut desk, &before);
        let to_capture = desk.state.workspace.home.entry(HomeItem::ToCapture).unwrap();
        assert_eq!((to_capture.waiting.text(), to_capture.sums.text()), ("0".to_owned(), String::new()));
        desk.act(Action::GoTo(Route::List(ResourceKind::Payment)));
        desk.pass(AFTER_WINDOW_S);
    }
}

#[test]
fn a_row_that_went_back_is_read_by_itself_and_followed_where_the_service_says_so() {
    let (mut desk, _) = captured_since();
    // A status that is known only goes on: the service corrected it.
    let pay = desk.service.pay("pay_1");
    *pay = modified(Pay::authorized("pay_1", 5_000), 700);
    desk.act(Action::Payments(PaymentsAction::Close));
    desk.act(Action::Payments(PaymentsAction::Refresh));
    settle(&mut desk);
    assert_all_say(&desk, "requires_capture");
}

#[test]
fn a_copy_of_a_payment_replaces_no_newer_one_however_its_head_is_dated() {
    let now = |desk: &Desk| Some(desk.now.timestamp());
    let heads: [fn(&Desk) -> RateHeaders; 3] = [
        |_| RateHeaders { marks: CacheMarks { is_hit: true, written: Some(11) }, ..RateHeaders::default() },
        |desk| RateHeaders { date_unix_s: Some(desk.now.timestamp() - 400), ..RateHeaders::default() },
        // Dated anew.
        |_| RateHeaders::default(),
    ];
    for head in heads {
        let (mut desk, before) = captured_since();
        let mut before = before;
        let head = RateHeaders { date_unix_s: head(&desk).date_unix_s.or(now(&desk)), ..head(&desk) };
        desk.service.copy = Some(Copy { body: before.pay("pay_1").json(), head });
        let read_at = desk.state.workspace.payments.detail(&pay_1()).unwrap().read_at();
        assert!(read_at.is_some());
        for _ in 0..2 {
            desk.act(Action::Payments(PaymentsAction::ReadAnew(pay_1())));
            settle(&mut desk);
            assert_all_say(&desk, "succeeded");
            let detail = desk.state.workspace.payments.detail(&pay_1()).unwrap();
            let said = detail.error().map(|error| error.what()).unwrap_or_default();
            assert!(said.contains("out of date"), "{head:?}: {said}");
            assert_eq!(desk.toasts(), Vec::<String>::new());
            desk.pass(AFTER_WINDOW_S);
        }
        desk.service.copy = None;
        desk.act(Action::Payments(PaymentsAction::ReadAnew(pay_1())));
        settle(&mut desk);
        assert_eq!(desk.state.workspace.payments.detail(&pay_1()).unwrap().error(), None);
    }
}

#[test]
fn a_copy_of_the_inbox_replaces_no_newer_dispute() {
    let as_of = |status: &str, hour: u32| {
        let mut row = dispute("dsp_1", status, "fraudulent", 60);
        row["modified_at"] = json!(format!("2026-11-17T{hour:02}:00:00Z"));
        row
    };
    let mut desk = inbox(vec![as_of("won", 12)]);
    desk.service.disputes = vec![as_of("dispute_opened", 9)];
    desk.pass(AFTER_WINDOW_S);
    let status = |desk: &Desk| desk.state.workspace.disputes.find(&dsp("dsp_1")).unwrap().dispute.status.to_string();
    desk.act(Action::Disputes(DisputesAction::Inbox(InboxAction::Refresh)));
    desk.serve();
    assert_eq!(status(&desk), "won");
    // Opened once more at a later stage, it says so by its time.
    desk.service.disputes = vec![as_of("dispute_opened", 14)];
    desk.act(Action::Disputes(DisputesAction::Inbox(InboxAction::Refresh)));
    desk.serve();
    assert_eq!(status(&desk), "dispute_opened");
}

// ----- a person who reads again outranks what an event said

fn cancelled(second: i64) -> Value {
    let mut pay = modified(Pay::authorized("pay_1", 5_000), second);
    pay.cancel().unwrap();
    let mut object = pay.json();
    object.as_object_mut().unwrap().remove("amount_received");
    object
}

#[test]
fn a_refresh_outranks_an_event_in_the_list_whatever_its_date() {
    // Days ahead, minutes ahead, and of now.
    for second in [3 * 24 * 3_600, 500, 5] {
        let mut desk = opening(vec![modified(Pay::authorized("pay_1", 5_000), 1)]);
        settle(&mut desk);
        arrive(&mut desk, [event("evt_1", "payment", cancelled(second), second)]);
        let listed = |desk: &Desk| desk.state.workspace.payments.listed(&pay_1()).unwrap().payment.status.clone();
        assert_eq!(listed(&desk), PaymentStatus::Cancelled, "{second}");
        desk.reads.clear();
        desk.act(Action::Payments(PaymentsAction::Refresh));
        settle(&mut desk);
        assert_eq!(listed(&desk), PaymentStatus::RequiresCapture, "{second}");
    }
}

#[test]
fn reading_a_payment_again_outranks_an_event_at_once_and_a_read_by_itself_does_not() {
    for second in [3 * 24 * 3_600, 500, 5] {
        let mut desk = Desk::with_open(modified(Pay::authorized("pay_1", 5_000), 1));
        arrive(&mut desk, [event("evt_1", "payment", cancelled(second), second)]);
        let status =
            |desk: &Desk| desk.state.workspace.payments.detail(&pay_1()).unwrap().value().unwrap().status.clone();
        assert_eq!(status(&desk), PaymentStatus::Cancelled, "{second}");
        if second < 3_600 {
            // The service may lag behind what it reported itself.
            desk.pass(2);
            assert_eq!(status(&desk), PaymentStatus::Cancelled, "{second}");
        }
        desk.act(Action::Payments(PaymentsAction::ReadAnew(pay_1())));
        desk.serve();
        assert_eq!(status(&desk), PaymentStatus::RequiresCapture, "{second}");
    }
}

#[test]
fn checking_a_refund_outranks_an_event_and_a_late_event_turns_nothing_back() {
    let mut desk = Desk::ready(vec![Pay::captured("pay_1", 1_000)]);
    desk.service.records.insert(ResourceKind::Refund, vec![refund("pending", 1)]);
    desk.act(Action::GoTo(Route::List(ResourceKind::Refund)));
    desk.serve();
    let status = |desk: &Desk| {
        desk.state
            .workspace
            .records
            .find(ResourceKind::Refund, "ref_1")
            .unwrap()
            .refund()
            .unwrap()
            .status
            .clone()
            .unwrap()
    };
    for (second, asks) in [
        (500, Action::Refunds(RefundsAction::CheckStatus("ref_1".to_owned()))),
        (510, Action::ReadRecords(ResourceKind::Refund)),
    ] {
        let id = format!("evt_{second}");
        arrive(&mut desk, [event(&id, "refund", refund("failed", second), second)]);
        assert_eq!(status(&desk).as_str(), "failed");
        desk.act(asks);
        desk.serve();
        assert_eq!(status(&desk).as_str(), "pending", "{second}");
    }
}

#[test]
fn refreshing_the_inbox_outranks_an_event_on_a_dispute() {
    let row = |status: &str, second: i64| {
        let mut row = dispute("dsp_1", status, "fraudulent", 60);
        row["modified_at"] = json!(at(second));
        row
    };
    let mut desk = inbox(vec![row("dispute_opened", 1)]);
    arrive(&mut desk, [event("evt_1", "dispute", row("lost", 500), 500)]);
    let status = |desk: &Desk| desk.state.workspace.disputes.find(&dsp("dsp_1")).unwrap().dispute.status.to_string();
    assert_eq!(status(&desk), "lost");
    desk.act(Action::Disputes(DisputesAction::Inbox(InboxAction::Refresh)));
    desk.serve();
    assert_eq!(status(&desk), "dispute_opened");
}
