//! Payments are created, updated and confirmed: what the client sends, what the sandbox makes of it, and every
//! documented refusal.

use chrono::{DateTime, Utc};
use paydesk_api::call::Call as _;
use paydesk_api::input::{
    Address, AuthenticationType, Billing, BrowserInfo, CardData, Contact, CreatePaymentInput, CryptoData, MethodData,
    MethodInput, NamedData, OrderDetail, Payer, PaymentDetails, PaymentMethod, SetupFutureUsage,
};
use paydesk_api::operation::OperationCall;
use paydesk_api::outcome::Observation;
use paydesk_api::resources::payments::calls::{
    ConfirmPayment, ConfirmPaymentInput, CreatePayment, RetrievePayment, UpdatePayment, UpdatePaymentInput,
};
use paydesk_api::resources::payments::wire::decode_payment;
use paydesk_domain::ids::{BusinessProfileId, CustomerId, OperationId, PaymentId};
use paydesk_domain::money::{Currency, MinorUnits, Money};
use paydesk_domain::payment::{CaptureMethod, PaymentStatus};
use paydesk_domain::secret::SecretText;
use paydesk_sandbox::SandboxConfig;
use paydesk_test_sandbox::helpers;
use paydesk_test_sandbox::helpers::fixture;
use serde_json::{Value, json};

use super::service::Service;

const VISA: &str = "4242424242424242";

fn now() -> DateTime<Utc> {
    helpers::START.parse().unwrap()
}

fn eur(minor: i64) -> Money {
    Money::new(minor, Currency::iso4217("EUR"))
}

fn text(text: &str) -> String {
    text.to_owned()
}

/// A card with what the calls need.
pub fn card(number: &str) -> CardData {
    CardData {
        number: SecretText::new(number),
        exp_month: SecretText::new("03"),
        exp_year: SecretText::new("2030"),
        cvc: SecretText::new("737"),
        holder_name: SecretText::new("Ada Lovelace"),
        ..CardData::default()
    }
}

fn by_card(kind: &str, card: CardData) -> Option<MethodInput> {
    let data = Some(MethodData::Card(card));
    Some(MethodInput { method: PaymentMethod::Card, method_type: text(kind), data })
}

fn browser() -> BrowserInfo {
    BrowserInfo {
        ip_address: text("203.0.113.7"),
        user_agent: text("Mozilla/5.0"),
        accept_header: text("text/html"),
        accept_language: text("en-GB"),
        language: text("en-GB"),
        os_type: text("Linux"),
        os_version: text("6.8"),
        device_model: text("Desktop"),
        referer: text("https://shop.example/cart"),
        color_depth: Some(24),
        screen_height: Some(1080),
        screen_width: Some(1920),
        time_zone: Some(60),
        java_enabled: Some(false),
        java_script_enabled: Some(true),
    }
}

fn goods(name: &str, quantity: u32, minor: i64) -> OrderDetail {
    OrderDetail { name: text(name), quantity, amount: eur(minor) }
}

/// Every field of the specification.
fn whole() -> CreatePaymentInput {
    let contact = Contact {
        email: text("ada@mail.example"),
        name: text("Ada Lovelace"),
        phone: text("7700900123"),
        phone_country_code: text("+44"),
    };
    let line2 = text("Flat 3");
    let details = PaymentDetails {
        payer: Payer::OneOff(contact),
        description: text("Pour-over kettle and 1 more item"),
        return_url: text("https://shop.example/return"),
        capture_method: Some(CaptureMethod::Manual),
        authentication_type: Some(AuthenticationType::NoThreeDs),
        method: by_card("credit", card(VISA)),
        billing: Some(Billing { address: Address { line2, ..Billing::example().address }, ..Billing::example() }),
        shipping: Some(Billing::example()),
        setup_future_usage: Some(SetupFutureUsage::OffSession),
        merchant_order_reference_id: text("PO 1001"),
        statement_descriptor_name: text("NORDLICHT 1001"),
        statement_descriptor_suffix: text("KETTLE"),
        order_details: vec![goods("Pour-over kettle", 1, 4599)],
        browser_info: Some(browser()),
    };
    let metadata = vec![(text("order_id"), text("1001")), (text("channel"), text("web"))];
    CreatePaymentInput { confirm: true, details, metadata, ..plain("order-1001_a") }
}

/// Nothing but what is required.
fn plain(payment_id: &str) -> CreatePaymentInput {
    CreatePaymentInput::new(eur(4599), BusinessProfileId::new("pro_test"), PaymentId::new(payment_id))
}

fn create(operation_id: &str, input: CreatePaymentInput) -> CreatePayment {
    CreatePayment::new(OperationId::new(operation_id), input, now()).unwrap()
}

/// A payment of this method, confirmed at once.
fn paid_by(payment_id: &str, method: PaymentMethod, data: Option<MethodData>) -> CreatePaymentInput {
    let contact = Contact { email: text("ada@mail.example"), ..Contact::default() };
    let details = PaymentDetails {
        payer: Payer::OneOff(contact),
        return_url: text("https://shop.example/return"),
        method: Some(MethodInput { method, method_type: String::new(), data }),
        billing: Some(Billing::example()),
        ..PaymentDetails::default()
    };
    CreatePaymentInput { confirm: true, details, ..plain(payment_id) }
}

fn update() -> UpdatePaymentInput {
    let contact = Contact { email: text("ada@mail.example"), name: text("Ada Lovelace"), ..Contact::default() };
    let details = PaymentDetails {
        payer: Payer::OneOff(contact),
        description: text("Pour-over kettle, filters and 1 more item"),
        return_url: text("https://shop.example/back"),
        capture_method: Some(CaptureMethod::Manual),
        method: by_card("debit", CardData { holder_name: SecretText::default(), ..card("4242 4242 4242 4242") }),
        billing: Some(Billing::example()),
        merchant_order_reference_id: text("PO 1001b"),
        order_details: vec![goods("Pour-over kettle", 1, 4599), goods("Filters", 2, 250)],
        ..PaymentDetails::default()
    };
    let metadata = Some(vec![(text("order_id"), text("1001")), (text("operation_id"), text("op-1001"))]);
    let new = UpdatePaymentInput::new(PaymentId::new("order-1001_a"));
    UpdatePaymentInput { amount: Some(eur(5099)), details, metadata, ..new }
}

fn confirm() -> ConfirmPaymentInput {
    let info = BrowserInfo {
        ip_address: text("203.0.113.7"),
        language: text("en-GB"),
        java_enabled: Some(false),
        ..BrowserInfo::default()
    };
    ConfirmPaymentInput {
        payment_id: PaymentId::new("order-1002"),
        method: by_card("credit", card(VISA)),
        billing: Some(Billing::example()),
        return_url: text("https://shop.example/return"),
        browser_info: Some(info),
    }
}

fn merchant() -> SandboxConfig {
    let mut config = helpers::config();
    config.credentials.merchant_id = Some(text("mer_test"));
    config
}

fn sent(call: &impl OperationCall) -> Value {
    serde_json::from_str(&call.request().wire_body()).unwrap()
}

async fn status_of(service: &Service, payment_id: &str) -> PaymentStatus {
    service.read(RetrievePayment { payment_id: PaymentId::new(payment_id) }).await.unwrap().status
}

#[tokio::test]
async fn a_payment_with_every_field_is_sent_as_typed_and_confirmed_by_its_answer() {
    let service = Service::with(merchant()).await;
    let call = create("op-1001", whole());
    assert_eq!(sent(&call), fixture("payment_create"));
    assert_eq!(call.money(), Some(eur(4599)));
    let answer = service.confirmed(&call).await;
    let payment = decode_payment(answer, MinorUnits::Iso4217).unwrap();
    assert_eq!(payment.unreadable, []);
    assert_eq!(payment.raw["client_secret"], "(hidden)");
    let mut shown = Value::clone(&payment.raw);
    shown.as_object_mut().unwrap().remove("client_secret");
    assert_eq!(shown, fixture("payment"));
}

#[tokio::test]
async fn the_card_is_in_no_part_of_the_request_that_is_kept_or_printed() {
    let calls = [
        create("op-1", whole()).request(),
        UpdatePayment::new(update(), now()).unwrap().request(),
        ConfirmPayment::new(confirm(), now()).unwrap().request(),
    ];
    for request in calls {
        let kept = serde_json::to_string(&request).unwrap();
        for secret in [VISA, "4242 4242", "card_number", "737", "card_cvc", "2030"] {
            assert!(!kept.contains(secret) && !format!("{request:?}").contains(secret), "{secret}");
        }
        assert!(request.secret.is_some() && request.wire_body().contains(VISA));
    }
    let inputs = format!("{:?} {:?} {:?}", create("op-1", whole()), update(), confirm());
    assert!(!inputs.contains("4242") && !inputs.contains("737"), "{inputs}");
}

#[tokio::test]
async fn a_payment_is_updated_before_it_is_confirmed_and_not_afterwards() {
    let service = Service::with(merchant()).await;
    service.confirmed(&create("op-1001", CreatePaymentInput { amount: eur(1), ..plain("order-1001_a") })).await;
    let call = UpdatePayment::new(update(), now()).unwrap();
    assert_eq!(sent(&call), fixture("payment_update"));
    let answer = service.confirmed(&call).await;
    assert_eq!(answer, fixture("payment_updated"));
    assert_eq!(decode_payment(answer, MinorUnits::Iso4217).unwrap().status, PaymentStatus::RequiresConfirmation);
    let confirmed = ConfirmPaymentInput::new(PaymentId::new("order-1001_a"));
    service.confirmed(&ConfirmPayment::new(confirmed, now()).unwrap()).await;
    assert_eq!(status_of(&service, "order-1001_a").await, PaymentStatus::RequiresCapture);
    assert_eq!(service.refused(&call).await, (400, text("IR_04"), Observation::Refused));
    let other = UpdatePaymentInput { payment_id: PaymentId::new("pay_none"), ..update() };
    let other = UpdatePayment::new(other, now()).unwrap();
    assert_eq!(service.refused(&other).await, (404, text("IR_05"), Observation::NotFound));
}

#[tokio::test]
async fn a_payment_is_confirmed_once() {
    let service = Service::with(merchant()).await;
    service.confirmed(&create("op-1003", plain("order-1002"))).await;
    assert_eq!(status_of(&service, "order-1002").await, PaymentStatus::RequiresPaymentMethod);
    let call = ConfirmPayment::new(confirm(), now()).unwrap();
    assert_eq!(sent(&call), fixture("payment_confirm"));
    let answer = service.confirmed(&call).await;
    assert_eq!(answer, fixture("payment_confirmed"));
    assert_eq!(service.refused(&call).await, (400, text("IR_04"), Observation::Refused));
    let other = ConfirmPaymentInput { payment_id: PaymentId::new("pay_none"), ..confirm() };
    let other = ConfirmPayment::new(other, now()).unwrap();
    assert_eq!(service.refused(&other).await, (404, text("IR_05"), Observation::NotFound));
    let without_method = ConfirmPaymentInput::new(PaymentId::new("order-1003"));
    service.confirmed(&create("op-1004", plain("order-1003"))).await;
    let without_method = ConfirmPayment::new(without_method, now()).unwrap();
    assert_eq!(service.refused(&without_method).await, (400, text("IR_01"), Observation::Refused));
}

#[tokio::test]
async fn a_declined_payment_is_an_answer_and_not_an_error() {
    let service = Service::start().await;
    let input = paid_by("declined", PaymentMethod::Card, Some(MethodData::Card(card("4000000000009995"))));
    let (observation, attempt) = service.operate_call(&create("op-1", input)).await;
    assert_eq!(observation, Observation::Declined);
    let payment = decode_payment(super::service::answer_of(attempt), MinorUnits::Iso4217).unwrap();
    assert_eq!(payment.error.unified_code.as_deref(), Some("UE_1001"));
}

#[tokio::test]
async fn every_method_is_taken_with_the_data_it_needs() {
    let service = Service::start().await;
    let named = |name: &str| {
        let json = SecretText::new(r#"{"token":"tok_1"}"#);
        Some(MethodData::Named(NamedData { name: text(name), json }))
    };
    let crypto = CryptoData { pay_currency: text("BTC"), wallet_address: text("bc1q"), ..CryptoData::default() };
    for (method, data, status) in [
        (PaymentMethod::Card, Some(MethodData::Card(card(VISA))), PaymentStatus::Succeeded),
        (PaymentMethod::Wallet, named("web_wallet"), PaymentStatus::Succeeded),
        (PaymentMethod::BankTransfer, named("sepa"), PaymentStatus::Processing),
        (PaymentMethod::BankRedirect, named("bank"), PaymentStatus::RequiresAction),
        (PaymentMethod::PayLater, named("later"), PaymentStatus::RequiresAction),
        (PaymentMethod::Crypto, Some(MethodData::Crypto(crypto)), PaymentStatus::RequiresAction),
        (PaymentMethod::Upi, None, PaymentStatus::Processing),
    ] {
        let answer = service.confirmed(&create("op-1", paid_by(method.word(), method, data))).await;
        assert_eq!(decode_payment(answer, MinorUnits::Iso4217).unwrap().status, status, "{method:?}");
    }
}

#[tokio::test]
async fn an_authentication_is_asked_for_where_the_payment_says_so() {
    let service = Service::start().await;
    let mut input = paid_by("three_ds", PaymentMethod::Card, Some(MethodData::Card(card(VISA))));
    input.details.authentication_type = Some(AuthenticationType::ThreeDs);
    service.confirmed(&create("op-1", input)).await;
    assert_eq!(status_of(&service, "three_ds").await, PaymentStatus::RequiresAction);
}

#[tokio::test]
async fn an_id_that_is_taken_is_reported_and_the_payment_that_has_it_stays_as_it_is() {
    let service = Service::start().await;
    service.confirmed(&create("op-1", plain("taken"))).await;
    let again = create("op-2", CreatePaymentInput { amount: eur(1), ..plain("taken") });
    assert_eq!(service.refused(&again).await, (409, text("HE_01"), Observation::AlreadyExists));
    let read = service.read(RetrievePayment { payment_id: PaymentId::new("taken") }).await.unwrap();
    assert_eq!((read.amount, read.metadata), (eur(4599), vec![(text("operation_id"), text("op-1"))]));
}

#[tokio::test]
async fn what_only_the_service_can_know_is_refused_by_it() {
    let service = Service::start().await;
    let payer = |id: &str| Payer::Customer { customer_id: CustomerId::new(id), email: String::new() };
    let mut stranger = plain("p1");
    stranger.details.payer = payer("cus_invented");
    assert_eq!(service.refused(&create("op-1", stranger)).await, (404, text("IR_05"), Observation::NotFound));
    let profile_id = BusinessProfileId::new("pro_other");
    let elsewhere = CreatePaymentInput { profile_id, ..plain("p2") };
    assert_eq!(service.refused(&create("op-1", elsewhere)).await, (400, text("IR_04"), Observation::Refused));
    service.raw(paydesk_api::call::Method::Post, "/customers", Some(json!({"customer_id": "ada-1815"}))).await;
    let mut known = plain("p3");
    known.details.payer = payer("ada-1815");
    let answer = service.confirmed(&create("op-1", known)).await;
    assert_eq!(decode_payment(answer, MinorUnits::Iso4217).unwrap().customer_id, Some(CustomerId::new("ada-1815")));
}

#[test]
fn an_answer_to_the_creation_that_is_about_another_payment_proves_nothing() {
    let call = create("op-1001", whole());
    for (field, value) in [("payment_id", json!("other")), ("amount", json!(4600)), ("currency", json!("USD"))] {
        let mut body = fixture("payment");
        body[field] = value;
        assert_eq!(super::observed(&call, body), Observation::OtherEcho, "{field}");
    }
    assert_eq!(super::observed(&call, fixture("payment")), Observation::Complete);
    assert_eq!(super::observed(&call, fixture("payment_failed")), Observation::Declined);
    let read = RetrievePayment { payment_id: PaymentId::new("order-1001_a") };
    assert!(read.decode(fixture("payment"), MinorUnits::Iso4217).is_ok());
}
