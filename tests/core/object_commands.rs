//! What can be asked of one object, wherever it is shown; and another try of a payment that was declined.

use paydesk_core::Action;
use paydesk_core::command::objects::{commands_of, object_in_front, title_of};
use paydesk_core::command::{Command, CommandEffect};
use paydesk_core::features::payments::create::generated_payment_id;
use paydesk_core::features::payments::{PaymentsAction, earlier_payment, later_payment};
use paydesk_core::operations::ResourceKind;
use paydesk_core::route::Route;
use paydesk_domain::ids::PaymentId;
use paydesk_domain::object_ref::ObjectRef;
use paydesk_domain::payment::PaymentStatus;
use paydesk_index::payment_columns::StoredPayment;
use paydesk_test_core::desk::{Desk, eur, pay_1};
use paydesk_test_core::new_payment::{form, submit, with_id};
use paydesk_test_core::people::{know, paid_by};
use paydesk_test_core::service::Pay;
use paydesk_test_core::webhooks::{arrive, at, event};
use serde_json::{Value, json};

fn payment(id: &str) -> ObjectRef {
    ObjectRef::new(ResourceKind::Payment, id)
}

fn offered(desk: &Desk, object: &ObjectRef) -> Vec<Command> {
    commands_of(object, &desk.state).filter(|offered| offered.offer.is_ok()).map(|offered| offered.command).collect()
}

/// A payment that was declined as `more` says.
fn declined(more: Value) -> Desk {
    let mut desk = Desk::with_open(Pay::with_status("pay_1", "processing", 4_510));
    desk.state.workspace.profile = Some(with_id());
    let mut reported = json!({"payment_id": "pay_1", "status": "failed", "amount": 4_510, "currency": "EUR",
        "created": "2026-11-17T14:02:11Z", "modified_at": at(1)});
    let fields = more.as_object().unwrap().clone();
    reported.as_object_mut().unwrap().extend(fields);
    arrive(&mut desk, [event("evt_1", "payment", reported, 1)]);
    desk
}

#[test]
fn a_payment_has_the_commands_that_its_state_calls_for_open_or_not() {
    let pays = vec![Pay::authorized("pay_1", 1_000), Pay::captured("pay_2", 500), Pay::in_review("pay_3", 700)];
    let mut desk = Desk::ready(pays);
    assert!(!offered(&desk, &payment("pay_1")).contains(&Command::Capture), "it was not read");
    for id in ["pay_1", "pay_2", "pay_3"] {
        desk.act(Action::Payments(PaymentsAction::Read(PaymentId::new(id))));
    }
    desk.serve();
    assert_eq!(desk.state.workspace.payments.open, None);
    let changes = |id: &str| {
        let asked = [Command::Capture, Command::CancelPayment, Command::RefundPayment, Command::Approve];
        let offered = offered(&desk, &payment(id));
        asked.into_iter().filter(|command| offered.contains(command)).collect::<Vec<_>>()
    };
    assert_eq!(changes("pay_1"), [Command::Capture, Command::CancelPayment]);
    assert_eq!(changes("pay_2"), [Command::RefundPayment]);
    assert_eq!(changes("pay_3"), [Command::CancelPayment, Command::Approve]);
    assert_eq!(title_of(&payment("pay_2"), &desk.state), "Payment pay_2 · 5.00 EUR");
}

#[test]
fn a_key_is_about_what_is_open_and_in_front() {
    let mut desk = Desk::with_open(Pay::captured("pay_1", 500));
    assert_eq!(object_in_front(&desk.state), Some(payment("pay_1")));
    assert!(Command::RefundPayment.effect(&desk.state).is_some());
    assert_eq!(Command::WriteNote.effect(&desk.state), Some(CommandEffect::WriteNote(payment("pay_1"))));
    assert_eq!(Command::CopyAmount.effect(&desk.state), Some(CommandEffect::Copy("5.00 EUR".to_owned())));
    desk.act(Action::GoTo(Route::Home));
    assert_eq!(Command::RefundPayment.effect(&desk.state), None);
    assert_eq!(Command::WriteNote.effect(&desk.state), None);
}

#[test]
fn the_customer_of_a_guest_is_their_payments_by_e_mail_or_else_by_card() {
    let opens = |customer: Value| {
        let mut desk = declined(customer);
        know(&mut desk, &[]);
        match Command::OpenCustomer.offer(&payment("pay_1"), &desk.state) {
            Some(Ok(CommandEffect::Act(action))) => Some(action),
            other => panic!("{other:?}"),
        }
    };
    let known = opens(json!({"customer_id": "cus_1", "email": "ada@example.com"}));
    assert_eq!(known, Some(Action::OpenRecord(ResourceKind::Customer, "cus_1".to_owned())));
    let card = json!({"card": {"last4": "4242"}});
    let guest = opens(json!({"email": "ada@example.com", "payment_method_data": card}));
    assert_eq!(guest, Some(Action::SearchPayments("email:ada@example.com".to_owned())));
    let by_card = opens(json!({"payment_method_data": card}));
    assert_eq!(by_card, Some(Action::SearchPayments("card:4242".to_owned())));
}

#[test]
fn another_try_is_a_new_payment_with_an_id_of_its_own() {
    let mut desk = declined(json!({"unified_code": "UE_3002", "unified_message": "Try again"}));
    let again = Command::TryAgain.offer(&payment("pay_1"), &desk.state);
    assert_eq!(again, Some(Ok(CommandEffect::Act(Action::TryPaymentAgain(pay_1())))));
    desk.act(Action::TryPaymentAgain(pay_1()));
    assert_eq!(form(&desk.state).retried, Some(pay_1()));
    assert_ne!(generated_payment_id(&form(&desk.state).operation_id), pay_1());
    desk.assert_sent_times(0);
    submit(&mut desk, None);
    desk.write_all();
    desk.assert_sent_times(1);
    let body = desk.sent[0].request.body.clone().unwrap();
    assert_ne!(body["payment_id"], json!("pay_1"));
}

#[test]
fn only_a_payment_that_was_declined_is_tried_again_and_never_while_another_is_made() {
    let desk = Desk::with_open(Pay::captured("pay_1", 500));
    assert_eq!(Command::TryAgain.offer(&payment("pay_1"), &desk.state), None);
    let mut desk = declined(json!({"unified_code": "UE_3002"}));
    desk.act(Action::OpenNew(ResourceKind::Payment));
    submit(&mut desk, None);
    desk.write_all();
    desk.act(Action::TryPaymentAgain(pay_1()));
    assert_eq!(form(&desk.state).retried, None, "what is on its way stays as it is");
    assert!(desk.toasts().iter().any(|text| text.starts_with("Another payment is being created")));
    desk.assert_sent_times(1);
}

#[test]
fn the_earlier_payment_of_a_duplicate_is_found_by_customer_e_mail_or_card() {
    let stored = |id: &str, customer: &str, email: &str, minor: i64| {
        let mut payment = paid_by(id, customer, "", email);
        payment.row.amount = eur(minor);
        payment.row.created = Some("2026-11-17T13:00:00Z".parse().unwrap());
        payment
    };
    let find = |reported: Value, others: &[StoredPayment]| {
        let mut desk = declined(reported);
        know(&mut desk, others);
        let payment = desk.state.workspace.payments.detail(&pay_1()).and_then(|remote| remote.value()).unwrap();
        let found = earlier_payment(desk.state.workspace.history.columns(), payment, desk.state.now);
        found.map(|earlier| earlier.row.payment_id.to_string())
    };
    let (by_email, by_customer) = (stored("pay_e", "", "Ada@Example.com", 4_510), stored("pay_c", "cus_1", "", 4_510));
    let mut by_card = stored("pay_k", "", "", 4_510);
    by_card.last4 = Some(4242);
    let guest = || json!({"email": "ada@example.com", "payment_method_data": {"card": {"last4": "4242"}}});
    assert_eq!(find(guest(), std::slice::from_ref(&by_email)).as_deref(), Some("pay_e"));
    assert_eq!(find(guest(), std::slice::from_ref(&by_card)).as_deref(), Some("pay_k"));
    assert_eq!(find(json!({"customer_id": "cus_1"}), &[by_customer]).as_deref(), Some("pay_c"));
    let mut failed = by_email;
    failed.row.status = PaymentStatus::Failed;
    let others = [failed, stored("pay_o", "", "bob@example.com", 4_510), stored("pay_a", "", "ada@example.com", 4_500)];
    assert_eq!(find(guest(), &others), None, "one failed, one of somebody else, one of another amount");
}

/// Found by a clerk: what had been paid meanwhile was still to be tried again.
#[test]
fn a_decline_that_was_paid_since_says_by_which_payment() {
    let find = |status: PaymentStatus, created: &str, minor: i64| {
        let mut desk = declined(json!({"email": "ada@example.com"}));
        let mut later = paid_by("pay_later", "", "", "ada@example.com");
        (later.row.status, later.row.amount) = (status, eur(minor));
        later.row.created = Some(created.parse().unwrap());
        know(&mut desk, &[later]);
        let payment = desk.state.workspace.payments.detail(&pay_1()).and_then(|remote| remote.value()).unwrap();
        later_payment(desk.state.workspace.history.columns(), payment, desk.state.now).is_some()
    };
    let (before, after, long_after) = ("2026-11-17T13:00:00Z", "2026-11-17T15:00:00Z", "2026-11-25T15:00:00Z");
    assert!(find(PaymentStatus::Succeeded, after, 4_510) && find(PaymentStatus::RequiresCapture, after, 4_510));
    assert!(!find(PaymentStatus::Failed, after, 4_510) && !find(PaymentStatus::Cancelled, after, 4_510));
    assert!(!find(PaymentStatus::Succeeded, before, 4_510) && !find(PaymentStatus::Succeeded, long_after, 4_510));
    assert!(!find(PaymentStatus::Succeeded, after, 4_500));
}
