//! What payments are shown with in place of their status: captured or refunded in part, refunded, disputed.

use paydesk_core::Action;
use paydesk_core::features::disputes::{DisputesAction, InboxAction};
use paydesk_core::features::payments::{PaymentTableRow, PaymentsAction};
use paydesk_core::read::Read;
use paydesk_core::route::Route;
use paydesk_domain::dispute::DisputeStatus;
use paydesk_domain::ids::PaymentId;
use paydesk_domain::operation::ResourceKind;
use paydesk_domain::payment::PaymentStatus;
use paydesk_domain::payment_mark::PaymentMark;
use paydesk_index::payment_columns::SortKey;
use paydesk_test_core::desk::{Desk, capture, pay_1};
use paydesk_test_core::service::Pay;
use paydesk_test_core::webhooks::{arrive, event};
use serde_json::{Value, json};

use super::webhooks::refund_of;

fn row<'a>(desk: &'a Desk, id: &str) -> &'a PaymentTableRow {
    desk.state.workspace.payments.all().find(|row| row.payment.payment_id.as_str() == id).unwrap()
}

fn mark(desk: &Desk, id: &str) -> Option<PaymentMark> {
    row(desk, id).mark
}

/// What the detail is shown with.
fn mark_of_open(desk: &Desk) -> Option<PaymentMark> {
    let payments = &desk.state.workspace.payments;
    payments.mark_of(payments.open_detail().unwrap().1.value().unwrap())
}

fn dispute(payment: &str, status: &str) -> Value {
    json!({"dispute_id": "dsp_1", "payment_id": payment, "amount": 1_000, "currency": "EUR", "status": status,
        "reason": "fraudulent", "created": "2026-11-22T11:00:00Z"})
}

fn open(desk: &mut Desk, id: &str) {
    desk.act(Action::Payments(PaymentsAction::Open(PaymentId::new(id))));
    desk.serve();
}

fn reads_of_payments(desk: &Desk) -> Vec<&str> {
    desk.reads
        .iter()
        .filter_map(|(_, read)| match read {
            Read::Payment(read) => Some(read.payment_id.as_str()),
            _ => None,
        })
        .collect()
}

#[test]
fn an_authorization_of_less_than_the_amount_says_what_can_be_captured() {
    let pay = Pay {
        status: "partially_authorized_and_requires_capture".to_owned(),
        capturable: 600,
        ..Pay::authorized("pay_1", 1_000)
    };
    let mut desk = Desk::with_open(pay);
    desk.act(Action::Payments(PaymentsAction::ShowToCapture));
    desk.serve();
    assert_eq!((mark(&desk, "pay_1"), row(&desk, "pay_1").rest_text.as_deref()), (None, Some("6.00")));
}

#[test]
fn a_partial_capture_says_what_is_left_until_when_and_stays_in_to_capture_until_it_is_given_up() {
    let mut desk = Desk::with_open(Pay::authorized("pay_1", 1_000));
    desk.confirm(capture(600));
    desk.write_all();
    desk.serve();
    desk.write_all();
    desk.reply_truly();
    desk.write_all();
    desk.serve();
    assert_eq!(
        (mark(&desk, "pay_1"), mark_of_open(&desk)),
        (Some(PaymentMark::PartiallyCaptured), Some(PaymentMark::PartiallyCaptured))
    );
    assert_eq!(row(&desk, "pay_1").rest_text.as_deref(), Some("4.00"));
    assert!(row(&desk, "pay_1").capture_before.is_some());
    desk.act(Action::Payments(PaymentsAction::ShowToCapture));
    desk.serve();
    assert_eq!(desk.state.workspace.payments.len(), 1, "until the rest is captured or given up");
    assert_eq!(mark(&desk, "pay_1"), Some(PaymentMark::PartiallyCaptured));
    // The rest is given up elsewhere.
    desk.service.pay("pay_1").capturable = 0;
    open(&mut desk, "pay_1");
    assert_eq!(mark_of_open(&desk), Some(PaymentMark::PartiallyCaptured));
    assert!(desk.state.workspace.payments.is_empty(), "it leaves the list");
    desk.act(Action::Payments(PaymentsAction::Refresh));
    desk.serve();
    assert!(desk.state.workspace.payments.is_empty());
}

#[test]
fn refunds_that_succeeded_are_shown_in_list_and_detail_and_one_that_fails_later_is_not() {
    let mut desk = Desk::with_open(Pay::captured("pay_1", 1_000));
    arrive(&mut desk, [event("evt_1", "refund", refund_of("ref_1", "pay_1", 300, "pending"), 1)]);
    assert_eq!((mark(&desk, "pay_1"), mark_of_open(&desk)), (None, None), "it is not given back yet");
    arrive(&mut desk, [event("evt_2", "refund", refund_of("ref_1", "pay_1", 300, "succeeded"), 2)]);
    assert_eq!(mark(&desk, "pay_1"), Some(PaymentMark::PartiallyRefunded));
    arrive(&mut desk, [event("evt_3", "refund", refund_of("ref_2", "pay_1", 700, "succeeded"), 3)]);
    assert_eq!((mark(&desk, "pay_1"), mark_of_open(&desk)), (Some(PaymentMark::Refunded), Some(PaymentMark::Refunded)));
    arrive(&mut desk, [event("evt_4", "refund", refund_of("ref_2", "pay_1", 700, "failed"), 4)]);
    assert_eq!(mark(&desk, "pay_1"), Some(PaymentMark::PartiallyRefunded));
}

#[test]
fn a_row_whose_received_amount_is_not_known_is_read_before_it_is_called_partially_refunded() {
    let mut desk = Desk::ready(vec![Pay::captured("pay_1", 1_000), Pay::captured("pay_2", 1_000)]);
    assert!(reads_of_payments(&desk).is_empty());
    arrive(
        &mut desk,
        [
            event("evt_1", "refund", refund_of("ref_1", "pay_1", 300, "succeeded"), 1),
            event("evt_2", "refund", refund_of("ref_2", "pay_2", 1_000, "succeeded"), 2),
        ],
    );
    assert_eq!(mark(&desk, "pay_1"), None, "300 may have been all that was received");
    assert_eq!(mark(&desk, "pay_2"), Some(PaymentMark::Refunded), "no more than the whole can be given back");
    assert_eq!(reads_of_payments(&desk), ["pay_1"]);
    desk.serve();
    assert_eq!(mark(&desk, "pay_1"), Some(PaymentMark::PartiallyRefunded));
    desk.act(Action::Payments(PaymentsAction::Refresh));
    desk.serve();
    assert_eq!(mark(&desk, "pay_1"), Some(PaymentMark::PartiallyRefunded), "it is known still");
}

#[test]
fn a_payment_that_is_read_because_of_its_refund_is_found_by_the_filter() {
    let mut desk = Desk::ready(vec![Pay::captured("pay_1", 1_000), Pay::captured("pay_2", 1_000)]);
    desk.act(Action::Payments(PaymentsAction::FilterMark(PaymentMark::PartiallyRefunded)));
    desk.serve();
    assert!(desk.state.workspace.payments.is_empty());
    arrive(&mut desk, [event("evt_1", "refund", refund_of("ref_1", "pay_1", 300, "succeeded"), 1)]);
    desk.serve();
    assert_eq!(desk.state.workspace.payments.len(), 1);
    assert_eq!(desk.state.workspace.payments.row(0).unwrap().payment.payment_id.as_str(), "pay_1");
}

#[test]
fn reading_for_marks_is_bounded_and_happens_once() {
    let payments: Vec<Pay> = (0..50).map(|index| Pay::captured(&format!("pay_{index:02}"), 1_000)).collect();
    let mut desk = Desk::ready(payments);
    let refunds = (0..50).map(|index| {
        let (id, payment) = (format!("ref_{index}"), format!("pay_{index:02}"));
        event(&format!("evt_{index}"), "refund", refund_of(&id, &payment, 300, "succeeded"), index)
    });
    arrive(&mut desk, refunds);
    assert_eq!(reads_of_payments(&desk).len(), 20);
    desk.reads.retain(|(_, read)| !matches!(read, Read::Payment(_)));
    desk.act(Action::GoTo(Route::Settings));
    desk.act(Action::Payments(PaymentsAction::Refresh));
    desk.act(Action::GoTo(Route::List(ResourceKind::Payment)));
    desk.serve();
    assert!(desk.payment_reads.len() <= 50, "{}", desk.payment_reads.len());
}

#[test]
fn a_disputed_payment_is_shown_so_until_the_dispute_is_won_whatever_the_inbox_lists() {
    let mut desk = Desk::with_open(Pay::captured("pay_1", 1_000));
    arrive(&mut desk, [event("evt_1", "dispute", dispute("pay_1", "dispute_opened"), 1)]);
    assert_eq!((mark(&desk, "pay_1"), mark_of_open(&desk)), (Some(PaymentMark::Disputed), Some(PaymentMark::Disputed)));
    desk.act(Action::GoTo(Route::List(ResourceKind::Dispute)));
    desk.serve();
    let won = InboxAction::FilterStatus(Some(DisputeStatus::Won));
    desk.act(Action::Disputes(DisputesAction::Inbox(won)));
    desk.serve();
    assert_eq!(mark(&desk, "pay_1"), Some(PaymentMark::Disputed), "the inbox shows others, and the dispute is there");
    arrive(&mut desk, [event("evt_2", "dispute", dispute("pay_1", "lost"), 2)]);
    assert_eq!(mark(&desk, "pay_1"), Some(PaymentMark::Disputed), "the money was taken back");
    let mut desk = Desk::with_open(Pay::captured("pay_1", 1_000));
    arrive(&mut desk, [event("evt_1", "dispute", dispute("pay_1", "dispute_opened"), 1)]);
    arrive(&mut desk, [event("evt_2", "dispute", dispute("pay_1", "won"), 2)]);
    assert_eq!(mark(&desk, "pay_1"), None);
}

#[test]
fn payments_are_filtered_and_sorted_by_what_they_are_shown_with() {
    let pays = vec![Pay::captured("pay_1", 1_000), Pay::captured("pay_2", 1_000), Pay::authorized("pay_3", 1_000)];
    let mut desk = Desk::ready(pays);
    let shown = |desk: &Desk| -> Vec<String> {
        let payments = &desk.state.workspace.payments;
        (0..payments.len()).map(|index| payments.row(index).unwrap().payment.payment_id.to_string()).collect()
    };
    arrive(&mut desk, [event("evt_1", "refund", refund_of("ref_1", "pay_2", 1_000, "succeeded"), 1)]);
    desk.act(Action::Payments(PaymentsAction::FilterMark(PaymentMark::Refunded)));
    desk.serve();
    assert_eq!(shown(&desk), ["pay_2"]);
    assert!(desk.state.workspace.payments.filters_here() && desk.state.workspace.payments.complete);
    // What becomes refunded is found at once, and what is not any more goes.
    arrive(&mut desk, [event("evt_2", "refund", refund_of("ref_2", "pay_1", 1_000, "succeeded"), 2)]);
    assert_eq!(shown(&desk).len(), 2);
    arrive(&mut desk, [event("evt_3", "refund", refund_of("ref_1", "pay_2", 1_000, "failed"), 3)]);
    assert_eq!(shown(&desk), ["pay_1"]);
    desk.act(Action::Payments(PaymentsAction::FilterStatus(Some(PaymentStatus::Succeeded))));
    desk.serve();
    assert_eq!(shown(&desk).len(), 2, "by the status of the service");
    desk.act(Action::Payments(PaymentsAction::ClearFilters));
    desk.serve();
    desk.act(Action::Payments(PaymentsAction::Sort(SortKey::Status)));
    assert_eq!(shown(&desk).last().map(String::as_str), Some("pay_1"), "after those that are as their status says");
    assert_eq!(desk.state.workspace.payments.position(&pay_1()), Some(2));
}
