//! Reads that nobody waits for any more are given up, and only those.

use paydesk_api::error::CallError;
use paydesk_api::rate_limit::{Priority, RateGate};
use paydesk_api::resources::customers::calls::RetrieveCustomer;
use paydesk_api::resources::payments::calls::{ListPayments, PaymentListFilter};
use paydesk_core::effect::ApiEffect;
use paydesk_core::features::payments::PaymentsAction;
use paydesk_core::read::{Read, ReadAnswer};
use paydesk_core::reads::{ReadOwner, Reads};
use paydesk_core::rng::Rng;
use paydesk_core::{Action, Effect, Outbox};
use paydesk_domain::ids::{CustomerId, PaymentId};
use paydesk_domain::money::MinorUnits;
use paydesk_domain::payment::PaymentStatus;
use paydesk_domain::profile::ProfileId;
use paydesk_test_core::desk::{Desk, capture, pay_1};
use paydesk_test_core::service::{Pay, decode, refused, start_time};

fn two() -> Desk {
    let mut desk = Desk::ready(vec![Pay::authorized("pay_1", 1_000), Pay::authorized("pay_2", 1_000)]);
    desk.serve();
    desk
}

#[test]
fn closing_a_payment_gives_up_its_read() {
    let mut desk = two();
    desk.act(Action::Payments(PaymentsAction::Open(pay_1())));
    let (request_id, _) = desk.reads[0].clone();
    desk.act(Action::Payments(PaymentsAction::Close));
    assert_eq!(desk.given_up, [request_id]);
    assert!(!desk.state.workspace.payments.detail(&pay_1()).unwrap().is_loading());
}

#[test]
fn opening_another_payment_gives_up_the_read_of_the_one_before() {
    let mut desk = two();
    desk.act(Action::Payments(PaymentsAction::Open(pay_1())));
    let (request_id, read) = desk.reads[0].clone();
    desk.act(Action::Payments(PaymentsAction::Open(PaymentId::new("pay_2"))));
    assert_eq!(desk.given_up, [request_id]);
    let late = desk.payment_body();
    desk.answer(request_id, &read, late);
    assert!(
        desk.state.workspace.payments.detail(&pay_1()).unwrap().value().is_none(),
        "a late answer counts for nothing"
    );
    desk.serve();
    assert!(desk.state.workspace.payments.open_detail().unwrap().1.value().is_some());
}

#[test]
fn a_payment_that_was_read_before_stays_known_when_its_new_read_is_given_up() {
    let mut desk = two();
    desk.act(Action::Payments(PaymentsAction::Open(pay_1())));
    desk.serve();
    desk.tick(20);
    desk.act(Action::Payments(PaymentsAction::ReadAnew(pay_1())));
    desk.act(Action::Payments(PaymentsAction::Close));
    assert_eq!(desk.given_up.len(), 1);
    assert!(desk.state.workspace.payments.detail(&pay_1()).unwrap().read_at().is_some());
}

#[test]
fn what_an_operation_waits_for_is_read_to_its_end() {
    let mut desk = two();
    desk.act(Action::Payments(PaymentsAction::Open(pay_1())));
    desk.serve();
    desk.confirm(capture(400));
    desk.tick(20);
    desk.write_all();
    assert_eq!(desk.reads.iter().filter(|(_, read)| matches!(read, Read::Payment(_))).count(), 1, "the check");
    desk.act(Action::Payments(PaymentsAction::ReadAnew(pay_1())));
    desk.act(Action::Payments(PaymentsAction::Close));
    assert!(desk.given_up.is_empty(), "the operation still waits for it");
    desk.serve();
    desk.write_all();
    assert_eq!(desk.sends.len(), 1);
}

#[test]
fn withdrawing_an_operation_leaves_the_open_payment_its_read() {
    let mut desk = two();
    desk.act(Action::Payments(PaymentsAction::Open(pay_1())));
    desk.serve();
    desk.confirm(capture(400));
    desk.tick(20);
    desk.write_all();
    desk.act(Action::Payments(PaymentsAction::ReadAnew(pay_1())));
    let id = desk.operation().id.clone();
    desk.act(Action::WithdrawOperation(id));
    desk.pass(10);
    assert!(!desk.state.workspace.payments.detail(&pay_1()).unwrap().is_loading());
}

#[test]
fn another_filter_gives_up_the_pages_of_the_one_before() {
    let mut desk = two();
    desk.act(Action::Payments(PaymentsAction::FilterStatus(Some(PaymentStatus::Failed))));
    let (request_id, _) = desk.pages().remove(0);
    desk.act(Action::Payments(PaymentsAction::FilterStatus(Some(PaymentStatus::Succeeded))));
    assert!(desk.given_up.contains(&request_id), "{:?}", desk.given_up);
}

#[test]
fn equal_reads_are_one_and_a_read_that_waits_leaves_nothing_to_give_up() {
    let (mut reads, mut gate, now) = (Reads::of(ProfileId::embedded(), 0), RateGate::default(), start_time());
    let list =
        || Read::Payments(ListPayments { filter: PaymentListFilter::default(), limit: 1, ..ListPayments::default() });
    let mut flush = |reads: &mut Reads| {
        let mut outbox = Outbox::default();
        reads.flush(&mut gate, MinorUnits::Iso4217, now, &mut outbox);
        outbox.take()
    };
    let first = reads.ask(ReadOwner::Payments, list(), Priority::Ordinary, now);
    assert_eq!(reads.ask(ReadOwner::Payments, list(), Priority::Ordinary, now), first);
    assert_eq!(
        flush(&mut reads),
        [Effect::Api(ApiEffect::Read {
            profile_id: ProfileId::embedded(),
            request_id: first,
            read: list(),
            priority: Priority::Ordinary,
            units: MinorUnits::Iso4217,
        })]
    );
    assert_eq!(reads.ask(ReadOwner::Payments, list(), Priority::Ordinary, now), first);
    assert!(flush(&mut reads).is_empty());
    let lost = decode(&list(), refused(503, "CE_01", "down"));
    assert_eq!(reads.finish(first, &lost, now, &mut Rng::seeded(1)), None, "it is tried again");
    reads.drop_request(first);
    assert!(flush(&mut reads).is_empty());
}

#[test]
fn two_that_ask_for_the_same_share_one_answer_and_a_fresh_read_has_one_owner() {
    let (mut reads, mut gate, now) = (Reads::of(ProfileId::embedded(), 0), RateGate::default(), start_time());
    let mut outbox = Outbox::default();
    let read = || Read::Customer(RetrieveCustomer { customer_id: CustomerId::new("cus_1") });
    let shared = reads.ask(ReadOwner::Customers, read(), Priority::Ordinary, now);
    assert_eq!(reads.ask(ReadOwner::Disputes, read(), Priority::Ordinary, now), shared);
    let fresh = reads.ask_fresh(ReadOwner::Forms, read(), Priority::Ordinary, now);
    reads.flush(&mut gate, MinorUnits::Iso4217, now, &mut outbox);
    let answer = ReadAnswer::Customer(Box::new(Err(CallError::Outdated)));
    let mut owners = |id| reads.finish(id, &answer, now, &mut Rng::seeded(1)).unwrap().owners;
    assert_eq!(owners(shared), [ReadOwner::Customers, ReadOwner::Disputes]);
    assert_eq!(owners(fresh), [ReadOwner::Forms]);
}
