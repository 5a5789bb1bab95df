//! Refunds: what the client sends, what the sandbox makes of it, every refusal, and the same request sent again.

use paydesk_api::input::{CreateRefundInput, INSTANT};
use paydesk_api::operation::{OperationCall as _, Target};
use paydesk_api::outcome::Observation;
use paydesk_api::resources::refunds::calls::CreateRefund;
use paydesk_api::resources::refunds::wire::decode_refund;
use paydesk_domain::ids::{OperationId, PaymentId, RefundId};
use paydesk_domain::money::{Currency, MinorUnits, Money};
use paydesk_domain::operation::ResourceKind;
use paydesk_domain::refund::RefundStatus;
use paydesk_test_sandbox::helpers;
use paydesk_test_sandbox::helpers::fixture;
use serde_json::{Value, json};

use super::service::Service;

fn usd(minor: i64) -> Money {
    Money::new(minor, Currency::iso4217("USD"))
}

fn input(payment_id: &str, refund_id: &str, minor: i64) -> CreateRefundInput {
    CreateRefundInput::new(PaymentId::new(payment_id), RefundId::new(refund_id), usd(minor))
}

fn whole() -> CreateRefundInput {
    CreateRefundInput {
        reason: "returned_goods".to_owned(),
        refund_type: INSTANT.to_owned(),
        metadata: vec![("ticket".to_owned(), "4711".to_owned())],
        ..input("order-1001_a", "order-1001_a-r1", 600)
    }
}

fn call(input: CreateRefundInput) -> CreateRefund {
    CreateRefund::new(OperationId::new("op-1002"), input).unwrap()
}

/// A sandbox with a payment of 10.00 USD under this id.
async fn with_payment(payment_id: &str, extra: Value) -> Service {
    let service = Service::start().await;
    let mut body = helpers::payment_with("4242424242424242", json!({ "payment_id": payment_id }));
    helpers::merge(&mut body, extra);
    service.raw(paydesk_api::call::Method::Post, "/payments", Some(body)).await;
    service
}

#[tokio::test]
async fn a_refund_is_sent_as_typed_and_confirmed_by_its_answer() {
    let service = with_payment("order-1001_a", json!({})).await;
    let call = call(whole());
    assert_eq!(call.request().body, Some(fixture("refund_create")));
    assert_eq!((call.target(), call.money()), (Target::new(ResourceKind::Refund, "order-1001_a"), Some(usd(600))));
    let answer = service.confirmed(&call).await;
    assert_eq!(answer, fixture("refund"));
    let refund = decode_refund(answer, MinorUnits::Iso4217).unwrap();
    assert_eq!((refund.amount, refund.status), (Some(usd(600)), Some(RefundStatus::Succeeded)));
    assert_eq!(refund.refund_id, Some(RefundId::new("order-1001_a-r1")));
    assert_eq!(refund.payment_id, Some(PaymentId::new("order-1001_a")));
    assert_eq!((refund.reason.as_deref(), refund.refund_type.as_deref()), (Some("returned_goods"), Some(INSTANT)));
    assert_eq!(refund.metadata.len(), 2);
    assert_eq!((refund.created, refund.updated), (helpers::START.parse().ok(), helpers::START.parse().ok()));
    assert_eq!(refund.unreadable, []);
}

#[tokio::test]
async fn the_same_request_again_is_the_same_refund_and_another_body_is_a_conflict() {
    let service = with_payment("order-1001_a", json!({})).await;
    let first = service.confirmed(&call(whole())).await;
    assert_eq!(service.confirmed(&call(whole())).await, first);
    let ledger = service.raw(paydesk_api::call::Method::Get, "/_sandbox/ledger", None).await;
    let refunds = ledger["data"].as_array().unwrap().iter().filter(|row| row["effect"] == "refund").count();
    assert_eq!(refunds, 1);
    let other = call(CreateRefundInput { amount: usd(601), ..whole() });
    assert_eq!(service.refused(&other).await, (409, "IR_04".to_owned(), Observation::Conflict));
}

#[tokio::test]
async fn a_refund_that_waits_is_confirmed_with_the_word_for_it() {
    let service = with_payment("order-1001_a", json!({})).await;
    let answer = service.confirmed(&call(input("order-1001_a", "r1", 400))).await;
    assert_eq!(decode_refund(answer, MinorUnits::Iso4217).unwrap().status, Some(RefundStatus::Pending));
}

#[tokio::test]
async fn every_refusal_is_named_and_refunds_nothing() {
    let service = with_payment("paid", json!({})).await;
    let held = helpers::payment_with("4242424242424242", json!({"payment_id": "held", "capture_method": "manual"}));
    service.raw(paydesk_api::call::Method::Post, "/payments", Some(held)).await;
    for (input, status, code) in [
        (input("paid", "r1", 1001), 400, "IR_04"),
        (input("held", "r2", 1), 400, "IR_04"),
        (input("nobody", "r3", 1), 404, "IR_05"),
    ] {
        let response = service.refused(&call(input)).await;
        assert_eq!(response, (status, code.to_owned(), super::refusal(status)));
    }
    service.confirmed(&call(input("paid", "r4", 1000))).await;
    let response = service.refused(&call(input("paid", "r5", 1))).await;
    assert_eq!(response, (400, "IR_04".to_owned(), Observation::Refused));
}

#[test]
fn an_answer_about_another_refund_proves_nothing_and_neither_does_one_that_tells_too_little() {
    let call = call(whole());
    for (field, value) in [
        ("refund_id", json!("other")),
        ("payment_id", json!("other")),
        ("amount", json!(601)),
        ("currency", json!("EUR")),
    ] {
        let mut body = fixture("refund");
        body[field] = value;
        assert_eq!(super::observed(&call, body), Observation::OtherEcho, "{field}");
    }
    assert_eq!(super::observed(&call, json!({})), Observation::OtherEcho);
    let little = json!({"refund_id": "order-1001_a-r1", "status": "failed"});
    assert_eq!(super::observed(&call, little), Observation::OtherEcho);
    let mut failed = fixture("refund");
    failed["status"] = json!("failed");
    assert_eq!(super::observed(&call, failed), Observation::Declined);
    let refund = decode_refund(fixture("refund_failed"), MinorUnits::Iso4217).unwrap();
    assert_eq!(refund.status, Some(RefundStatus::Failed));
    assert_eq!(refund.error.unified_code.as_deref(), Some("UE_1016"));
}
