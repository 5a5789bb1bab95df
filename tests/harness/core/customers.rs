//! Answers of the service about customers.

use paydesk_api::outcome::Attempt;
use paydesk_core::Action;
use paydesk_core::features::customers::CustomersAction;
use paydesk_core::read::Read;
use paydesk_domain::ids::CustomerId;
use serde_json::json;

use crate::desk::Desk;
use crate::service::answered;

pub fn act(desk: &mut Desk, action: CustomersAction) {
    desk.act(Action::Customers(action));
}

pub fn answer_customer(desk: &mut Desk, attempt: Attempt) {
    let index = desk.reads.iter().position(|(_, read)| matches!(read, Read::Customer(_))).unwrap();
    let (request_id, read) = desk.reads.remove(index);
    desk.answer(request_id, &read, attempt);
}

pub fn theirs(desk: &mut Desk) -> (paydesk_core::read::RequestId, Read) {
    let of_customer =
        |read: &Read| matches!(read, Read::Payments(call) if call.filter.customer_id == Some(CustomerId::new("cus_1")));
    let index = desk.reads.iter().position(|(_, read)| of_customer(read)).unwrap();
    desk.reads.remove(index)
}

pub fn answer_theirs(desk: &mut Desk) {
    let (request_id, read) = theirs(desk);
    let payment = |id: &str| json!({"payment_id": id, "status": "succeeded", "amount": 12_840, "currency": "EUR", "customer_id": "cus_1"});
    let body = json!({"count": 2, "total_count": 31, "data": [payment("pay_1"), payment("pay_2")]});
    desk.answer(request_id, &read, answered(200, body));
}
