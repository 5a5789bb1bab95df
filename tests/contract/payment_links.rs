//! Payment links: what the client sends, what the sandbox makes of it, and every refusal.

use chrono::{DateTime, TimeDelta, Utc};
use paydesk_api::call::Method;
use paydesk_api::input::{AuthenticationType, CreatePaymentLinkInput, ONE_TIME, PaymentLinkConfig};
use paydesk_api::operation::{OperationCall as _, Target};
use paydesk_api::outcome::Observation;
use paydesk_api::resources::payment_links::calls::CreatePaymentLink;
use paydesk_api::resources::payment_links::wire::decode_payment_link;
use paydesk_domain::ids::{CustomerId, OperationId};
use paydesk_domain::money::{Currency, MinorUnits, Money};
use paydesk_domain::operation::ResourceKind;
use paydesk_domain::payment::CaptureMethod;
use paydesk_domain::payment_link::PaymentLinkStatus;
use paydesk_test_sandbox::helpers;
use paydesk_test_sandbox::helpers::fixture;
use serde_json::json;

use super::service::Service;

fn now() -> DateTime<Utc> {
    helpers::START.parse().unwrap()
}

fn eur(minor: i64) -> Money {
    Money::new(minor, Currency::iso4217("EUR"))
}

fn whole() -> CreatePaymentLinkInput {
    let text = str::to_owned;
    CreatePaymentLinkInput {
        amount: eur(4599),
        description: text("Pour-over kettle"),
        link_type: text(ONE_TIME),
        expiry: Some(now() + TimeDelta::days(1)),
        customer_id: Some(CustomerId::new("ada-1815")),
        send_email: true,
        email: text("ada@mail.example"),
        capture_method: Some(CaptureMethod::Manual),
        authentication_type: Some(AuthenticationType::NoThreeDs),
        require_customer_info: true,
        config: PaymentLinkConfig {
            seller_name: text("Nordlicht"),
            sdk_layout: text("tabs"),
            allowed_payment_method_types: vec![text("credit"), text("debit")],
        },
    }
}

fn call(input: CreatePaymentLinkInput) -> CreatePaymentLink {
    CreatePaymentLink::new(OperationId::new("op-1"), input, now()).unwrap()
}

#[tokio::test]
async fn a_link_is_sent_as_typed_and_confirmed_by_its_answer() {
    let service = Service::start().await;
    service.raw(Method::Post, "/customers", Some(fixture("customer_create"))).await;
    let call = call(whole());
    assert_eq!(call.request().body, Some(fixture("payment_link_create")));
    assert_eq!((call.target(), call.money()), (Target::new(ResourceKind::PaymentLink, "op-1"), Some(eur(4599))));
    let link = decode_payment_link(service.confirmed(&call).await, MinorUnits::Iso4217).unwrap();
    assert_eq!((link.amount, link.status), (Some(eur(4599)), Some(PaymentLinkStatus::Active)));
    assert_eq!((link.expiry, link.created), (Some(now() + TimeDelta::days(1)), Some(now())));
    let (address, id) = (link.link.unwrap(), link.payment_link_id.unwrap());
    assert!(address.starts_with(&service.sandbox.base_url) && address.ends_with(id.as_str()), "{address}");
    assert!(link.payment_id.is_some());
    assert_eq!(link.unreadable, []);
}

#[tokio::test]
async fn a_link_needs_an_amount_only() {
    let service = Service::start().await;
    let link =
        decode_payment_link(service.confirmed(&call(CreatePaymentLinkInput::new(eur(1)))).await, MinorUnits::Iso4217)
            .unwrap();
    assert_eq!(link.expiry, Some(now() + TimeDelta::days(1)));
}

#[tokio::test]
async fn what_only_the_service_can_know_is_refused_by_it() {
    let service = Service::start().await;
    assert_eq!(service.refused(&call(whole())).await, (404, "IR_05".to_owned(), Observation::NotFound));
    let forever = CreatePaymentLinkInput { link_type: "forever".to_owned(), ..CreatePaymentLinkInput::new(eur(1)) };
    assert_eq!(service.refused(&call(forever)).await, (400, "IR_04".to_owned(), Observation::Refused));
    let anonymous = json!({"customer_id": "nobody-knows"});
    service.raw(Method::Post, "/customers", Some(anonymous)).await;
    let customer_id = Some(CustomerId::new("nobody-knows"));
    let unsent = CreatePaymentLinkInput { customer_id, send_email: true, ..CreatePaymentLinkInput::new(eur(1)) };
    assert_eq!(service.refused(&call(unsent)).await, (400, "IR_01".to_owned(), Observation::Refused));
    let payments = service.raw(Method::Post, "/payments/list", Some(json!({}))).await;
    assert_eq!(payments["total_count"], 0);
}

#[test]
fn an_answer_over_another_amount_proves_nothing() {
    let call = call(whole());
    assert_eq!(super::observed(&call, fixture("payment_link")), Observation::Complete);
    assert_eq!(super::observed(&call, json!({"url": "https://pay.example/1"})), Observation::OtherEcho);
    assert_eq!(super::observed(&call, json!({"amount": 4600})), Observation::OtherEcho);
    let link = decode_payment_link(fixture("payment_link"), MinorUnits::Iso4217).unwrap();
    assert_eq!(link.link.as_deref(), Some("http://127.0.0.1:1/_sandbox/pay/plink_1"));
}
