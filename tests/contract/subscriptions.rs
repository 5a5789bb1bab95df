//! Subscriptions: what the client sends and reads, what the sandbox makes of it, and every refusal.

use chrono::{DateTime, Utc};
use paydesk_api::call::Method;
use paydesk_api::input::{
    Acceptance, Address, AuthenticationType, Billing, CaptureSchedule, CardData, ConfirmSubscriptionInput,
    CreateSubscriptionInput, CustomerAcceptance, PaymentType, Phone, SetupFutureUsage, SubscriptionData,
    SubscriptionMethod, UpdateSubscriptionInput,
};
use paydesk_api::operation::{OperationCall, Target};
use paydesk_api::outcome::Observation;
use paydesk_api::resources::subscriptions::calls::{ConfirmSubscription, CreateSubscription, UpdateSubscription};
use paydesk_api::resources::subscriptions::wire::{decode_subscription, take_client_secret};
use paydesk_domain::ids::{BusinessProfileId, CustomerId, MerchantId, SubscriptionId};
use paydesk_domain::money::{Currency, MinorUnits, Money};
use paydesk_domain::operation::ResourceKind;
use paydesk_domain::payment::PaymentStatus;
use paydesk_domain::secret::SecretText;
use paydesk_domain::subscription::{InvoiceStatus, Subscription, SubscriptionStatus};
use paydesk_test_sandbox::helpers::{START, fixture};
use paydesk_test_sandbox::shapes::assert_same_shape;
use serde_json::{Value, json};

use super::payments::card;
use super::service::{Service, answer_of};

const VISA: &str = "4242424242424242";

fn text(text: &str) -> String {
    text.to_owned()
}

fn now() -> DateTime<Utc> {
    START.parse().unwrap()
}

fn profile() -> BusinessProfileId {
    BusinessProfileId::new("pro_test")
}

fn place(city: &str, country: &str) -> Address {
    Address { city: text(city), country: text(country), ..Address::default() }
}

fn whole() -> CreateSubscriptionInput {
    let address = Address {
        line1: text("12 Wharf Lane"),
        line2: text("Flat 3"),
        line3: text("Back door"),
        state: text("Avon"),
        zip: text("BS1 4RW"),
        first_name: text("Ada"),
        last_name: text("Lovelace"),
        ..place("Bristol", "GB")
    };
    let phone = Phone { number: text("7700900123"), country_code: text("+44") };
    CreateSubscriptionInput {
        customer_id: CustomerId::new("ada-1815"),
        item_price_id: text("price_beans_monthly_usd"),
        merchant_reference_id: text("abo-1001"),
        plan_id: text("plan_beans_monthly"),
        coupon_code: text("FRIENDS10"),
        billing: Some(Billing { address, phone, email: text("ada@mail.example") }),
        shipping: Some(Billing { address: place("Bristol", "GB"), ..Billing::default() }),
        return_url: text("https://shop.example/return"),
        authentication_type: Some(AuthenticationType::NoThreeDs),
        capture_method: Some(CaptureSchedule::Automatic),
        setup_future_usage: Some(SetupFutureUsage::OffSession),
        payment_type: Some(PaymentType::NewMandate),
        ..CreateSubscriptionInput::new(profile())
    }
}

fn named_card(number: &str) -> CardData {
    CardData { network: text("Visa"), nick_name: text("The blue one"), ..card(number) }
}

fn confirmation(id: &SubscriptionId, number: &str) -> ConfirmSubscriptionInput {
    let online = Acceptance::Online { ip_address: text("203.0.113.7"), user_agent: text("Mozilla/5.0") };
    ConfirmSubscriptionInput {
        data: Some(SubscriptionData::Card(named_card(number))),
        payment_method_type: text("credit"),
        payment_type: Some(PaymentType::NewMandate),
        customer_acceptance: Some(CustomerAcceptance { acceptance: online, accepted_at: Some(now()) }),
        billing: Some(Billing { address: place("Bristol", "GB"), ..Billing::default() }),
        shipping: Some(Billing { email: text("ada@mail.example"), ..Billing::default() }),
        ..ConfirmSubscriptionInput::new(profile(), id.clone(), SubscriptionMethod::Card)
    }
}

fn confirm(input: ConfirmSubscriptionInput) -> ConfirmSubscription {
    ConfirmSubscription::new(input, now()).unwrap()
}

fn update(id: &SubscriptionId, plan: &str, price: &str) -> UpdateSubscription {
    UpdateSubscription::new(UpdateSubscriptionInput {
        profile_id: profile(),
        subscription_id: id.clone(),
        plan_id: text(plan),
        item_price_id: text(price),
    })
    .unwrap()
}

fn create(input: CreateSubscriptionInput) -> CreateSubscription {
    CreateSubscription::new(input).unwrap()
}

fn sent(call: &impl OperationCall) -> Value {
    serde_json::from_str(&call.request().wire_body()).unwrap()
}

async fn shop() -> Service {
    let service = Service::of_merchant().await;
    service
        .raw(Method::Post, "/customers", Some(json!({"customer_id": "ada-1815", "email": "ada@mail.example"})))
        .await;
    service
}

async fn created(service: &Service) -> Subscription {
    decode_subscription(service.confirmed(&create(whole())).await, MinorUnits::Iso4217).unwrap()
}

#[tokio::test]
async fn a_subscription_is_created_confirmed_and_put_on_another_plan() {
    let service = shop().await;
    let call = create(whole());
    assert_eq!(sent(&call), fixture("subscription_create"));
    assert_eq!((call.target(), call.money()), (Target::new(ResourceKind::Subscription, "abo-1001"), None));
    let mut answer = service.confirmed(&call).await;
    assert_same_shape(&answer, "subscription");
    let client_secret = take_client_secret(&mut answer).unwrap();
    let id = decode_subscription(answer, MinorUnits::Iso4217).unwrap().id;

    let input = ConfirmSubscriptionInput { client_secret: client_secret.clone(), ..confirmation(&id, VISA) };
    let mut expected = fixture("subscription_confirm");
    expected["client_secret"] = json!(client_secret.expose());
    let call = confirm(input);
    assert_eq!(sent(&call), expected);
    assert_eq!(call.target(), Target::new(ResourceKind::Subscription, id.as_str()));
    let answer = service.confirmed(&call).await;
    assert_same_shape(&answer, "subscription_confirmed");
    assert_eq!(service.refused(&call).await, (409, text("IR_04"), Observation::Conflict), "confirmed already");

    let call = update(&id, "plan_beans_weekly", "price_beans_weekly_usd");
    assert_eq!(sent(&call), fixture("subscription_update"));
    assert_same_shape(&service.confirmed(&call).await, "subscription_updated");
}

#[test]
fn a_subscription_is_read_field_by_field() {
    let subscription = decode_subscription(fixture("subscription_confirmed"), MinorUnits::Iso4217).unwrap();
    assert_eq!((subscription.id.as_str(), subscription.status), ("sub_1", SubscriptionStatus::Active));
    assert_eq!(subscription.profile_id, Some(profile()));
    assert_eq!(subscription.merchant_id, Some(MerchantId::new("mer_test")));
    assert_eq!(subscription.customer_id, Some(CustomerId::new("ada-1815")));
    assert_eq!(subscription.item_price_id.as_deref(), Some("price_beans_monthly_usd"));
    assert_eq!(subscription.plan_id.as_deref(), Some("plan_beans_monthly"));
    assert_eq!(subscription.merchant_reference_id.as_deref(), Some("abo-1001"));
    assert_eq!(subscription.coupon_code.as_deref(), Some("FRIENDS10"));
    let amount = Money::new(2400, Currency::iso4217("USD"));
    let payment = subscription.payment.unwrap();
    assert_eq!(
        (payment.payment_id.as_str(), payment.status, &payment.amount),
        ("pay_1", PaymentStatus::Succeeded, &amount)
    );
    assert_eq!(payment.payment_method_type.as_deref(), Some("credit"));
    let invoice = subscription.invoice.unwrap();
    assert_eq!((invoice.id.as_str(), invoice.status, invoice.amount), ("inv_1", InvoiceStatus::InvoicePaid, amount));
    assert_eq!(invoice.subscription_id, Some(SubscriptionId::new("sub_1")));
    assert_eq!(subscription.unreadable, []);
    let waiting = decode_subscription(fixture("subscription"), MinorUnits::Iso4217).unwrap();
    assert_eq!(waiting.payment.unwrap().status, PaymentStatus::RequiresConfirmation);
    assert_eq!(waiting.invoice.unwrap().status, InvoiceStatus::PaymentPending);
    assert_eq!(waiting.raw["client_secret"], "(hidden)");
}

#[tokio::test]
async fn every_outcome_of_a_confirmation_is_called_what_it_is() {
    let service = shop().await;
    for (number, observation, status) in [
        (VISA, Observation::Complete, SubscriptionStatus::Active),
        ("4000000000009995", Observation::Complete, SubscriptionStatus::Unpaid),
        ("4000000000000002", Observation::Declined, SubscriptionStatus::Failed),
        ("4000000000005050", Observation::Complete, SubscriptionStatus::Pending),
    ] {
        let id = created(&service).await.id;
        let (seen, attempt) = service.operate_call(&confirm(confirmation(&id, number))).await;
        let after = decode_subscription(answer_of(attempt), MinorUnits::Iso4217).unwrap();
        assert_eq!((seen, after.status), (observation, status), "{number}");
    }
}

#[tokio::test]
async fn every_method_of_a_confirmation_is_taken() {
    use strum::IntoEnumIterator as _;
    let service = shop().await;
    for method in SubscriptionMethod::iter() {
        let id = created(&service).await.id;
        let bare = ConfirmSubscriptionInput::new(profile(), id, method);
        let input = match method {
            SubscriptionMethod::Card => ConfirmSubscriptionInput { payment_token: text("tok_1"), ..bare },
            _ => ConfirmSubscriptionInput {
                data: Some(SubscriptionData::Other(SecretText::new(r#"{"token": "t"}"#))),
                customer_acceptance: Some(CustomerAcceptance { acceptance: Acceptance::Offline, accepted_at: None }),
                ..bare
            },
        };
        service.confirmed(&confirm(input)).await;
    }
}

#[tokio::test]
async fn what_is_documented_as_an_error_is_refused_and_named() {
    let service = shop().await;
    let refused = |status: u16, code: &str| (status, text(code), super::refusal(status));
    let wanting = |change: fn(&mut CreateSubscriptionInput)| {
        let mut input = whole();
        change(&mut input);
        create(input)
    };
    let nobody = wanting(|input| input.customer_id = CustomerId::new("nobody"));
    assert_eq!(service.refused(&nobody).await, refused(404, "IR_05"));
    assert_eq!(service.refused(&wanting(|input| input.plan_id = text("plan_nobody"))).await, refused(404, "IR_05"));
    assert_eq!(
        service.refused(&wanting(|input| input.item_price_id = text("price_nobody"))).await,
        refused(404, "IR_05")
    );
    assert_eq!(
        service.refused(&wanting(|input| input.plan_id = text("plan_beans_weekly"))).await,
        refused(400, "IR_04")
    );
    let other = wanting(|input| input.profile_id = BusinessProfileId::new("pro_other"));
    assert_eq!(service.refused(&other).await, refused(400, "IR_04"), "another profile");
    let response = service.refused_with(&create(whole()), |request| request.profile_id = None).await;
    assert_eq!(response, refused(400, "IR_01"), "without the header");
    let response = service.refused_with(&create(whole()), |request| request.body = Some(json!({}))).await;
    assert_eq!(response, refused(400, "IR_01"), "an empty body");

    let id = created(&service).await.id;
    let call = confirm(confirmation(&id, VISA));
    let response =
        service.refused_with(&call, |request| (request.body, request.secret) = (Some(json!({})), None)).await;
    assert_eq!(response, refused(400, "IR_01"), "no payment_details");
    let client_secret = SecretText::new("sub_other_secret");
    let call = confirm(ConfirmSubscriptionInput { client_secret, ..confirmation(&id, VISA) });
    assert_eq!(service.refused(&call).await, refused(400, "IR_04"), "another secret");
    let nobody = SubscriptionId::new("sub_nobody");
    assert_eq!(service.refused(&confirm(confirmation(&nobody, VISA))).await, refused(404, "IR_05"));

    let weekly = |id: &SubscriptionId| update(id, "plan_beans_weekly", "price_beans_weekly_usd");
    assert_eq!(service.refused(&weekly(&id)).await, refused(400, "IR_04"), "not active");
    service.confirmed(&confirm(confirmation(&id, VISA))).await;
    for field in ["plan_id", "item_price_id"] {
        let response =
            service.refused_with(&weekly(&id), |request| request.body.as_mut().unwrap()[field] = json!("")).await;
        assert_eq!(response, refused(400, "IR_01"), "{field}");
    }
    assert_eq!(service.refused(&weekly(&nobody)).await, refused(404, "IR_05"));
    let mixed = update(&id, "plan_beans_monthly", "price_beans_weekly_usd");
    assert_eq!(service.refused(&mixed).await, refused(400, "IR_04"), "a price of another plan");
}

#[test]
fn an_answer_about_another_subscription_proves_nothing() {
    let (create, update) = (create(whole()), update(&SubscriptionId::new("sub_1"), "p", "q"));
    let confirm = confirm(confirmation(&SubscriptionId::new("sub_1"), VISA));
    assert_eq!(super::observed(&create, fixture("subscription")), Observation::Complete);
    let mut other = fixture("subscription");
    other["merchant_reference_id"] = json!("abo-2");
    assert_eq!(super::observed(&create, other), Observation::OtherEcho);
    for (field, value) in [("id", json!("sub_2")), ("id", json!(null)), ("status", json!(null))] {
        let mut body = fixture("subscription_confirmed");
        body[field] = value;
        assert_eq!(super::observed(&confirm, body.clone()), Observation::OtherEcho, "{field}");
        assert_eq!(super::observed(&update, body), Observation::OtherEcho, "{field}");
    }
}
