//! Refunds of a payment, their dialog, and what the service says of them.

use std::sync::Arc;

use paydesk_api::input::CreateRefundInput;
use paydesk_api::outcome::Attempt;
use paydesk_core::dialog::{Confirmation, Dialog};
use paydesk_core::features::refunds::{RefundDialog, RefundsAction};
use paydesk_core::operations::ResourceKind;
use paydesk_core::read::Read;
use paydesk_core::records::Record;
use paydesk_core::{Action, Message};
use paydesk_domain::profile::ProfileId;
use serde_json::{Value, json};

use crate::desk::{Desk, eur, pay_1};
use crate::service::{Pay, answered, start_time};

pub fn captured() -> Desk {
    Desk::with_open(Pay::captured("pay_1", 12_840))
}

pub fn ask(desk: &mut Desk) {
    desk.act(Action::Refunds(RefundsAction::Ask(pay_1())));
}

pub fn dialog(desk: &Desk) -> &RefundDialog {
    match &desk.state.workspace.dialog {
        Some(Dialog::Refund(dialog)) => dialog,
        other => panic!("{other:?}"),
    }
}

pub fn press_refund(desk: &mut Desk, minor: i64) {
    let dialog = dialog(desk);
    let mut input = CreateRefundInput::new(pay_1(), dialog.refund_id.clone(), eur(minor));
    input.reason = "requested_by_customer".into();
    desk.act(Action::Confirm(Confirmation::Refund(Box::new(input))));
}

pub fn confirm(desk: &mut Desk, minor: i64) {
    press_refund(desk, minor);
    desk.write_all();
    // The payment is read once more before anything leaves.
    desk.serve();
    desk.write_all();
}

pub fn refunded(desk: &Desk, status: &str) -> Attempt {
    as_reported(desk.sends[0].request.body.clone().unwrap(), status)
}

pub fn as_reported(mut body: Value, status: &str) -> Attempt {
    (body["status"], body["currency"]) = (json!(status), json!("EUR"));
    answered(200, body)
}

pub fn disputes(statuses: &[&str]) -> Attempt {
    let row = |(number, status): (usize, &&str)| {
        json!({"dispute_id": format!("dsp_{number}"), "payment_id": "pay_1", "amount": 12_840, "currency": "EUR",
            "status": status})
    };
    let rows: Vec<Value> = statuses.iter().enumerate().map(row).collect();
    answered(200, json!({"count": rows.len(), "total_count": rows.len(), "data": rows}))
}

pub fn answer_disputes(desk: &mut Desk, attempt: Attempt) {
    let index = desk.reads.iter().position(|(_, read)| matches!(read, Read::Disputes(_))).unwrap();
    let (request_id, read) = desk.reads.remove(index);
    desk.answer(request_id, &read, attempt);
}

pub fn record(id: &str, minor: i64, currency: &str, status: &str) -> Record {
    let reported = json!({"refund_id": id, "payment_id": "pay_1", "amount": minor, "currency": currency,
        "status": status, "reason": "duplicate", "created_at": start_time()});
    Record {
        profile_id: ProfileId::embedded(),
        kind: ResourceKind::Refund,
        id: id.into(),
        payment_id: Some(pay_1()),
        customer_id: None,
        sent: None,
        asked: None,
        reported: Some(Arc::new(reported)),
        made_at: start_time(),
        reported_at: start_time(),
        made_by: None,
        event_at: None,
        is_dated_ahead: false,
        payment: None,
        named_by: None,
        account: None,
        accounts: Vec::new(),
    }
}

pub fn with_records(records: Vec<Record>) -> Desk {
    let mut desk = captured();
    desk.event(Message::RecordsOpened { records, problem: None });
    desk
}

pub fn state(desk: &Desk) -> String {
    let known = desk.state.workspace.records.of(ResourceKind::Refund).next().unwrap();
    known.refund().unwrap().status.as_ref().unwrap().to_string()
}
