//! Our own ledger: what took effect is known, kept before the journal calls it done, and known again after a restart.

use std::sync::Arc;

use chrono::TimeDelta;
use paydesk_api::input::{CreateCustomerInput, CreateRefundInput, UpdateCustomerInput};
use paydesk_api::outcome::{Attempt, LostAnswer};
use paydesk_api::resources::customers::calls::{CreateCustomer, UpdateCustomer};
use paydesk_api::resources::refunds::calls::CreateRefund;
use paydesk_core::effect::StoreJob;
use paydesk_core::operations::{OperationPlan, Outcome, ResourceKind};
use paydesk_core::records::{Record, RefundTotals, Resource};
use paydesk_core::{Effect, Message};
use paydesk_domain::ids::{CustomerId, OperationId, RefundId};
use paydesk_domain::money::Currency;
use paydesk_domain::profile::EMBEDDED_ID;
use paydesk_test_core::desk::{Desk, eur, pay_1, problem};
use paydesk_test_core::service::{answered, start_time};
use serde_json::{Value, json};

fn customer() -> OperationPlan {
    let mut input = CreateCustomerInput::new(CustomerId::new("cus_1"));
    input.contact.name = "Ada Lovelace".into();
    OperationPlan::of(&CreateCustomer::new(input).unwrap())
}

fn refund(id: &str, minor: i64) -> OperationPlan {
    let input = CreateRefundInput::new(pay_1(), RefundId::new(id), eur(minor));
    OperationPlan::of(&CreateRefund::new(OperationId::new("op_1"), input).unwrap())
}

fn refund_answer(id: &str, minor: i64, status: &str) -> Value {
    json!({"refund_id": id, "payment_id": "pay_1", "amount": minor, "currency": "EUR", "status": status})
}

/// What was given to the store to keep, the newest last.
fn kept(desk: &Desk) -> Vec<Record> {
    let records = |effect: &Effect| match effect {
        Effect::Store(StoreJob::KeepRecords(records)) => records.clone(),
        _ => Vec::new(),
    };
    desk.other.iter().flat_map(records).collect()
}

#[test]
fn what_was_made_is_known_with_what_was_sent_what_was_reported_and_who_made_it() {
    let mut desk = Desk::ready(Vec::new());
    desk.submit("op_1", customer());
    desk.reply(answered(200, json!({"customer_id": "cus_1", "name": "Ada Lovelace", "client_secret": "cs_top"})));
    let known = desk.state.workspace.records.find(ResourceKind::Customer, "cus_1").unwrap();
    assert_eq!(known.customer().unwrap().name.as_deref(), Some("Ada Lovelace"));
    assert_eq!(known.record.sent.as_deref().unwrap()["name"], "Ada Lovelace");
    assert_eq!(known.record.customer_id, Some(CustomerId::new("cus_1")));
    assert_eq!(known.record.made_by.as_ref().unwrap().operation_id, OperationId::new("op_1"));
    assert!(!format!("{known:?}").contains("cs_top"), "a secret is known");
    assert_eq!(kept(&desk), std::slice::from_ref(&known.record));
}

#[test]
fn it_is_kept_before_the_journal_calls_it_done() {
    let mut desk = Desk::ready(Vec::new());
    desk.submit("op_1", customer());
    let sent = desk.sends.remove(0);
    let result = answered(200, json!({"customer_id": "cus_1"}));
    let event = Message::OperationAnswered { operation_id: sent.operation_id, attempt: sent.attempt, result };
    let effects = desk.state.on_message(event);
    let place = |is: fn(&Effect) -> bool| effects.iter().position(is).unwrap();
    let record = place(|effect| matches!(effect, Effect::Store(StoreJob::KeepRecords(_))));
    assert!(record < place(|effect| matches!(effect, Effect::Store(StoreJob::WriteJournal(_)))), "{effects:?}");
}

#[test]
fn what_is_reported_later_changes_only_the_part_that_was_reported() {
    let mut desk = Desk::ready(Vec::new());
    desk.submit("op_1", customer());
    desk.reply(answered(200, json!({"customer_id": "cus_1", "name": "Ada", "email": "ada@example.com"})));
    let input =
        UpdateCustomerInput { name: Some("Ada King".into()), ..UpdateCustomerInput::new(CustomerId::new("cus_1")) };
    let update = UpdateCustomer::new(input).unwrap();
    desk.submit("op_2", OperationPlan::of(&update));
    desk.reply(answered(200, json!({"customer_id": "cus_1", "name": "Ada King"})));
    let known = desk.state.workspace.records.find(ResourceKind::Customer, "cus_1").unwrap();
    let customer = known.customer().unwrap();
    assert_eq!((customer.name.as_deref(), customer.email.as_deref()), (Some("Ada King"), Some("ada@example.com")));
    assert_eq!(known.record.made_by.as_ref().unwrap().operation_id, OperationId::new("op_1"), "it was made once");
    assert_eq!(desk.state.workspace.records.of(ResourceKind::Customer).count(), 1);
}

#[test]
fn refused_and_lost_operations_leave_no_record() {
    let mut desk = Desk::ready(Vec::new());
    desk.submit("op_1", customer());
    desk.reply(paydesk_test_core::service::refused(400, "IR_06", "name: too long"));
    desk.pass(30);
    assert!(matches!(desk.outcome(), Outcome::Rejected { .. }));
    desk.submit("op_2", refund("ref_1", 500));
    desk.reply(Attempt::Lost(LostAnswer::TimedOut));
    assert!(desk.is_unknown());
    assert_eq!(kept(&desk), []);
    assert_eq!(desk.state.workspace.records.of(ResourceKind::Refund).len(), 0);
}

#[test]
fn refunds_of_a_payment_are_summed_by_what_became_of_them() {
    let mut desk = Desk::ready(Vec::new());
    for (number, (minor, status)) in
        [(100, "succeeded"), (250, "pending"), (400, "failed"), (7, "in_review")].into_iter().enumerate()
    {
        let id = format!("ref_{number}");
        desk.submit(&format!("op_{number}"), refund(&id, minor));
        desk.reply(answered(200, refund_answer(&id, minor, status)));
        desk.write_all();
    }
    let totals = desk.state.workspace.records.refunds_of(&pay_1(), &Currency::iso4217("EUR"));
    assert_eq!(
        totals,
        RefundTotals { done_minor: 100, pending_minor: 257, has_unknown: false },
        "nobody said that the last was given back"
    );
    let elsewhere = desk.state.workspace.records.refunds_of(&pay_1(), &Currency::iso4217("USD"));
    let unknown = RefundTotals { has_unknown: true, ..RefundTotals::default() };
    assert_eq!(elsewhere, unknown, "amounts of other currencies are not added up");
    assert_eq!(desk.state.workspace.records.of_payment(&pay_1()).count(), 4);
    let newest: Vec<&str> =
        desk.state.workspace.records.of(ResourceKind::Refund).map(|known| &*known.record.id).collect();
    assert_eq!(newest.first(), Some(&"ref_3"));
}

#[test]
fn after_a_restart_all_is_known_again_and_what_was_reported_meanwhile_is_newer() {
    let mut desk = Desk::ready(Vec::new());
    desk.submit("op_1", refund("ref_1", 500));
    desk.reply(answered(200, refund_answer("ref_1", 500, "pending")));
    let before = kept(&desk);

    let mut desk = Desk::ready(Vec::new());
    desk.event(Message::RecordsOpened { records: before.clone(), problem: None });
    let known = desk.state.workspace.records.find(ResourceKind::Refund, "ref_1").unwrap();
    assert_eq!(known.record, before[0]);
    assert_eq!(kept(&desk), [], "nothing was told since");

    // The file is slow: something is reported before it is read.
    let mut newer = before[0].clone();
    newer.reported = Some(Arc::new(refund_answer("ref_1", 500, "succeeded")));
    (newer.sent, newer.made_by) = (None, None);
    let mut desk = Desk::ready(Vec::new());
    desk.event(Message::RecordsOpened { records: vec![newer], problem: None });
    desk.event(Message::RecordsOpened { records: before.clone(), problem: None });
    let known = desk.state.workspace.records.find(ResourceKind::Refund, "ref_1").unwrap();
    assert_eq!(known.refund().unwrap().status.as_ref().unwrap().as_str(), "succeeded");
    assert_eq!((&known.record.sent, &known.record.made_by), (&before[0].sent, &before[0].made_by));
    assert_eq!(kept(&desk), std::slice::from_ref(&known.record));
}

#[test]
fn what_cannot_be_read_or_kept_is_said_and_nothing_is_lost_meanwhile() {
    let mut desk = Desk::ready(Vec::new());
    desk.submit("op_1", refund("ref_1", 500));
    let mut odd = refund_answer("ref_1", 500, "succeeded");
    odd["created"] = json!(7);
    desk.reply(answered(200, odd));
    let known = desk.state.workspace.records.find(ResourceKind::Refund, "ref_1").unwrap();
    assert!(!matches!(known.resource, Resource::NotReported), "{known:?}");
    assert_eq!(known.amount(), Some(eur(500)), "what was asked for is shown");
    desk.event(Message::RecordNotStored { problem: problem("The disk is full") });
    assert!(desk.state.problems.iter().any(|problem| problem.what == "The disk is full"));
    assert!(desk.state.workspace.records.find(ResourceKind::Refund, "ref_1").is_some());
}

/// A key that was made from here and expires a minute after the start.
fn short_lived_key() -> Record {
    let at = start_time();
    let reported = json!({"key_id": "key_1", "merchant_id": "mer_1", "name": "Warehouse", "api_key": "***", "created": at,
        "expiration": at + TimeDelta::seconds(60)});
    let record = json!({"profile_id": EMBEDDED_ID, "family": ResourceKind::ApiKey, "id": "key_1", "told": reported, "made_at": at,
        "told_at": at});
    serde_json::from_value(record).unwrap()
}

#[test]
fn a_key_that_expires_says_so_when_its_time_comes_and_its_row_is_written_once_for_it() {
    let mut desk = Desk::ready(Vec::new());
    desk.event(Message::RecordsOpened { records: vec![short_lived_key()], problem: None });
    let status =
        |desk: &Desk| desk.state.workspace.records.entries(ResourceKind::ApiKey).next().unwrap().row.status.label();
    let (revision, written) =
        (desk.state.workspace.records.revision(ResourceKind::ApiKey), desk.state.workspace.records.rows_written());
    assert_eq!(status(&desk), "Not expired");
    let expires_at = start_time() + TimeDelta::seconds(60);
    assert!(desk.state.next_due().is_some_and(|due| due <= expires_at), "the window wakes for it");
    desk.tick_at(expires_at);
    assert_eq!(status(&desk), "Expired");
    assert_ne!(desk.state.workspace.records.revision(ResourceKind::ApiKey), revision);
    desk.tick_at(expires_at + TimeDelta::seconds(60));
    assert_eq!(desk.state.workspace.records.rows_written(), written + 1);
}
