//! Payouts: what the client sends and reads, what the sandbox makes of it, all 16 methods, and every refusal.

use std::collections::BTreeSet;

use paydesk_api::call::{Method, Request};
use paydesk_api::input::{Address, Billing, BrowserInfo, Contact, Phone};
use paydesk_api::operation::{OperationCall, Target};
use paydesk_api::outcome::{Attempt, Observation, observe};
use paydesk_api::resources::payouts::calls::{
    CreatePayout, CreatePayoutInput, DeprecatedRecipient, Destination, FulfillPayout, FulfillPayoutInput, PayoutMethod,
    ProbePayout, Recipient, UpdatePayout, UpdatePayoutInput,
};
use paydesk_api::resources::payouts::wire::{decode_payout, decode_update, merge_partial};
use paydesk_domain::ids::{BusinessProfileId, CustomerId, MerchantId, OperationId, PayoutId};
use paydesk_domain::money::{Currency, MinorUnits, Money};
use paydesk_domain::operation::ResourceKind;
use paydesk_domain::payout::{Payout, PayoutMethodKind, PayoutStatus, PayoutVariant, VARIANTS};
use paydesk_domain::secret::SecretText;
use paydesk_test_sandbox::helpers::{START, fixture};
use paydesk_test_sandbox::shapes::assert_same_shape;
use serde_json::{Value, json};

use super::service::{Service, refusal};

fn text(text: &str) -> String {
    text.to_owned()
}

fn eur(minor: i64) -> Money {
    Money::new(minor, Currency::iso4217("EUR"))
}

/// The variant and the values of an object that is below `payout_method_data`.
fn destination(sent: &Value) -> Destination {
    let (kind, inner) = sent.as_object().unwrap().iter().next().unwrap();
    let kind = PayoutMethodKind::ALL.into_iter().find(|known| known.key() == kind).unwrap();
    let (name, fields) = match kind {
        PayoutMethodKind::BankTransfer => (inner["payout_method_type"].as_str().unwrap(), inner),
        PayoutMethodKind::Card | PayoutMethodKind::Passthrough => ("", inner),
        PayoutMethodKind::Wallet | PayoutMethodKind::BankRedirect => {
            let (name, fields) = inner.as_object().unwrap().iter().next().unwrap();
            (name.as_str(), fields)
        }
    };
    filled(kind.variants().find(|variant| variant.name == name).unwrap(), fields)
}

fn filled(variant: &'static PayoutVariant, fields: &Value) -> Destination {
    let given = variant.fields().filter_map(|field| Some((field.name, fields[field.name].as_str()?)));
    given.fold(Destination::new(variant), |destination, (name, text)| destination.with(name, text))
}

fn billing() -> Billing {
    Billing {
        address: Address {
            line1: text("4 Quay Street"),
            city: text("Kiel"),
            zip: text("24103"),
            country: text("DE"),
            first_name: text("Grace"),
            last_name: text("Hopper"),
            ..Address::default()
        },
        phone: Phone { number: text("30123456"), country_code: text("+49") },
        email: text("grace@mail.example"),
    }
}

fn recipient() -> Recipient {
    Recipient {
        id: text("supplier-1"),
        contact: Contact {
            email: text("grace@mail.example"),
            name: text("Grace Hopper"),
            phone: text("30123456"),
            phone_country_code: text("+49"),
        },
        tax_registration_id: SecretText::new("DE123456789"),
        document_details: SecretText::new(r#"{"type": "passport", "number": "C01X00T47"}"#),
    }
}

/// The payout of the fixture, with every field there is.
fn whole() -> CreatePayoutInput {
    let request = fixture("payout_create");
    let source = json!({"bank_transfer": request["source_bank_data"]});
    let email = text("grace@mail.example");
    CreatePayoutInput {
        payout_type: text("bank"),
        method: Some(PayoutMethod::Data(destination(&request["payout_method_data"]))),
        source: Some(destination(&source)),
        customer: recipient(),
        deprecated: DeprecatedRecipient {
            customer_id: text("supplier-1"),
            contact: Contact { email, ..Contact::default() },
        },
        billing: Some(billing()),
        confirm: true,
        recurring: true,
        entity_type: text("Company"),
        priority: text("regular"),
        business_country: text("DE"),
        profile_id: Some(BusinessProfileId::new("pro_test")),
        description: text("Invoice 117"),
        return_url: text("https://shop.example/payouts"),
        metadata: vec![(text("invoice"), text("117"))],
        session_expiry_s: Some(3600),
        payout_link: true,
        payout_link_config: request["payout_link_config"].as_object().cloned(),
        browser_info: Some(BrowserInfo {
            ip_address: text("203.0.113.7"),
            user_agent: text("Mozilla/5.0"),
            language: text("de-DE"),
            screen_height: Some(1080),
            screen_width: Some(1920),
            time_zone: Some(60),
            ..BrowserInfo::default()
        }),
        ..CreatePayoutInput::new(eur(12_500), "po-2026-117")
    }
}

fn create(input: CreatePayoutInput) -> CreatePayout {
    CreatePayout::new(OperationId::new("op-2001"), input).unwrap()
}

/// A payout to an account that ends so.
fn ending(end: &str) -> CreatePayoutInput {
    let bank = json!({"bank_transfer": {"payout_method_type": "sepa", "bic": "COBADEFF",
        "iban": format!("DE8937040044053201{end}")}});
    CreatePayoutInput {
        payout_type: text("bank"),
        method: Some(PayoutMethod::Data(destination(&bank))),
        ..CreatePayoutInput::new(eur(12_500), "po-1")
    }
}

fn fulfil(payout: &Payout) -> FulfillPayout {
    FulfillPayout::new(FulfillPayoutInput { payout_id: payout.payout_id.clone(), amount: payout.amount.clone() })
        .unwrap()
}

async fn created(service: &Service, input: CreatePayoutInput) -> Payout {
    decode_payout(service.confirmed(&create(input)).await, MinorUnits::Iso4217).unwrap()
}

fn sent(call: &impl OperationCall) -> Value {
    serde_json::from_str(&call.request().wire_body()).unwrap()
}

fn pairs(texts: &[(&str, &str)]) -> Vec<(String, String)> {
    texts.iter().map(|(name, value)| (text(name), text(value))).collect()
}

#[tokio::test]
async fn a_payout_is_sent_as_typed_and_confirmed_by_its_answer() {
    let service = Service::of_merchant().await;
    let call = create(whole());
    assert_eq!(sent(&call), fixture("payout_create"));
    assert_eq!((call.target(), call.money()), (Target::new(ResourceKind::Payout, "po-2026-117"), Some(eur(12_500))));
    let answer = service.confirmed(&call).await;
    assert_same_shape(&answer, "payout");
    assert_eq!(decode_payout(answer, MinorUnits::Iso4217).unwrap().unreadable, []);
}

#[test]
fn neither_numbers_nor_documents_are_kept_of_a_request_or_printed() {
    let call = create(whole());
    let request = call.request();
    let kept = format!("{call:?} {request:?} {}", serde_json::to_string(&request).unwrap());
    for secret in ["DE8937", "COBADEFF", "DE7551", "NORDDEHH", "DE123456789", "C01X00T47", "Nordbank"] {
        assert!(!kept.contains(secret), "{secret} in {kept}");
        assert!(request.wire_body().contains(secret), "{secret}");
    }
}

#[test]
fn a_payout_is_read_field_by_field() {
    let payout = decode_payout(fixture("payout_fulfilled"), MinorUnits::Iso4217).unwrap();
    assert_eq!((payout.payout_id.as_str(), &payout.status), ("payout_1", &PayoutStatus::Success));
    assert_eq!((payout.amount.clone(), payout.merchant_id), (eur(12_500), Some(MerchantId::new("mer_test"))));
    assert_eq!(payout.merchant_order_reference_id.as_deref(), Some("po-2026-117"));
    assert_eq!((payout.payout_type.as_deref(), payout.priority.as_deref()), (Some("bank"), Some("regular")));
    assert_eq!(
        payout.method[..2],
        pairs(&[("bank.payout_method_type", "sepa"), ("bank.iban", "******************3000")])
    );
    assert_eq!((payout.method.len(), payout.billing.len()), (7, 9));
    assert_eq!((payout.auto_fulfill, payout.recurring), (Some(false), Some(true)));
    let customer = payout.customer;
    assert_eq!((customer.id, customer.name.as_deref()), (Some(CustomerId::new("supplier-1")), Some("Grace Hopper")));
    assert_eq!((customer.email.as_deref(), customer.phone.as_deref()), (Some("grace@mail.example"), Some("30123456")));
    assert_eq!(customer.phone_country_code.as_deref(), Some("+49"));
    assert_eq!(payout.return_url.as_deref(), Some("https://shop.example/payouts"));
    assert_eq!((payout.business_country.as_deref(), payout.entity_type.as_deref()), (Some("DE"), Some("Company")));
    assert_eq!(payout.description.as_deref(), Some("Invoice 117, second half"));
    assert_eq!(payout.metadata, pairs(&[("invoice", "117"), ("operation_id", "op-2001"), ("half", "2")]));
    assert_eq!(payout.merchant_connector_id.as_deref(), Some("mca_sandbox"));
    assert_eq!(payout.profile_id, Some(BusinessProfileId::new("pro_test")));
    assert_eq!((payout.created, payout.modified_at), (START.parse().ok(), None));
    assert_eq!(payout.connector_transaction_id.as_deref(), Some("txn_1"));
    let attempt = &payout.attempts[0];
    assert_eq!(
        (attempt.attempt_id.as_str(), &attempt.status, &attempt.amount),
        ("payout_1_1", &PayoutStatus::Success, &eur(12_500))
    );
    assert_eq!(
        (attempt.connector.as_deref(), attempt.connector_transaction_id.as_deref()),
        (Some("sandbox"), Some("txn_1"))
    );
    let link = payout.payout_link.unwrap();
    assert_eq!(
        (link.payout_link_id.as_deref(), link.link.as_str()),
        (Some("payout_link_1"), "https://pay.example/payout_link_1")
    );
    assert_eq!((payout.payout_method_id.as_deref(), payout.unreadable.len()), (Some("pm_1"), 0));
    let mut raw = fixture("payout_fulfilled");
    raw["client_secret"] = json!("(hidden)");
    assert_eq!(*payout.raw, raw);
}

#[tokio::test]
async fn every_method_is_sent_below_exactly_one_key_and_comes_back_masked() {
    let service = Service::of_merchant().await;
    let mut tried = BTreeSet::new();
    for (index, method) in fixture("payout_methods").as_array().unwrap().iter().enumerate() {
        let destination = destination(&method["sent"]);
        let variant = destination.variant;
        tried.insert((variant.kind.key(), variant.name));
        let call = create(CreatePayoutInput {
            payout_type: text(method["payout_type"].as_str().unwrap()),
            method: Some(PayoutMethod::Data(destination)),
            ..CreatePayoutInput::new(eur(5), format!("po-{index}"))
        });
        assert_eq!(sent(&call)["payout_method_data"], method["sent"]);
        assert_eq!(call.request().body.unwrap().get("payout_method_data"), None);
        let payout = decode_payout(service.confirmed(&call).await, MinorUnits::Iso4217).unwrap();
        assert_eq!(payout.raw["payout_method_data"], method["shown"]);
        let leaves = destination_leaves(&method["shown"]);
        assert_eq!(payout.method.iter().map(|(_, text)| text.as_str()).collect::<Vec<_>>(), leaves);
        let answer = service.confirmed(&fulfil(&payout)).await;
        assert_eq!(decode_payout(answer, MinorUnits::Iso4217).unwrap().status, PayoutStatus::Success);
    }
    assert_eq!(tried.len(), VARIANTS.len());
}

/// The texts of an object, in their order.
fn destination_leaves(value: &Value) -> Vec<&str> {
    match value {
        Value::Object(map) => map.values().flat_map(destination_leaves).collect(),
        value => vec![value.as_str().unwrap()],
    }
}

#[tokio::test]
async fn every_method_is_refused_here_before_the_service_would_refuse_it() {
    let service = Service::of_merchant().await;
    for method in fixture("payout_methods").as_array().unwrap() {
        let whole = destination(&method["sent"]);
        for field in whole.variant.required {
            let mut wanting = whole.clone();
            wanting.values.remove(field.name);
            let input = CreatePayoutInput {
                method: Some(PayoutMethod::Data(wanting.clone())),
                ..CreatePayoutInput::new(eur(5), "po-1")
            };
            let errors = CreatePayout::new(OperationId::new("op"), input.clone()).unwrap_err();
            assert!(errors[0].field.ends_with(&format!(".{}", field.name)), "{errors:?}");
            let secret = PayoutMethod::Data(wanting).secret();
            let bare = create(CreatePayoutInput { method: None, ..input });
            let attempt = service.client.send(&Request { secret, ..bare.request() }).await;
            assert_eq!(refusal(&attempt).0, 400, "{} of {:?}", field.name, whole.variant);
        }
    }
}

#[tokio::test]
async fn an_update_is_sent_as_typed_and_a_probe_changes_nothing() {
    let service = Service::of_merchant().await;
    let payout = created(&service, whole()).await;
    let untouched = UpdatePayoutInput::of(&payout);
    let mut metadata = untouched.metadata.clone().unwrap();
    metadata.push((text("half"), text("2")));
    let description = Some(text("Invoice 117, second half"));
    let call = UpdatePayout::new(UpdatePayoutInput { description, metadata: Some(metadata), ..untouched }).unwrap();
    assert_eq!(sent(&call), fixture("payout_update"));
    let answer = service.confirmed(&call).await;
    assert_same_shape(&answer, "payout_updated");
    let updated = decode_update(answer.clone(), MinorUnits::Iso4217).unwrap();
    assert_eq!((updated.status, updated.modified_at), (PayoutStatus::RequiresFulfillment, START.parse().ok()));

    let mut sent = fixture("payout_update");
    sent["metadata"]["operation_id"] = json!("op-2001");
    let mut known = answer;
    known["metadata"] = sent["metadata"].clone();
    let merged = merge_partial(&payout, &known).unwrap();
    let before = stored(&service, &payout.payout_id).await;
    let probed = service.read(ProbePayout::of(&merged).unwrap()).await.unwrap();
    assert_eq!((&probed.payout_id, &probed.status), (&payout.payout_id, &PayoutStatus::RequiresFulfillment));
    assert_eq!(stored(&service, &payout.payout_id).await, before);
    let answer = service.confirmed(&fulfil(&payout)).await;
    assert_same_shape(&answer, "payout_fulfilled");
    let probed = service.read(ProbePayout::of(&merged).unwrap()).await.unwrap();
    assert_eq!(probed.status, PayoutStatus::Success);
}

/// The payout as the sandbox keeps it.
async fn stored(service: &Service, payout_id: &PayoutId) -> Value {
    service.raw(Method::Get, &format!("/_sandbox/payouts/{payout_id}"), None).await
}

#[tokio::test]
async fn type_and_method_may_come_by_an_update() {
    let service = Service::of_merchant().await;
    let payout = created(&service, CreatePayoutInput::new(eur(700), "po-1")).await;
    assert_eq!(payout.status, PayoutStatus::RequiresPayoutMethodData);
    let later = ending("3000");
    let input =
        UpdatePayoutInput { payout_type: later.payout_type, method: later.method, ..UpdatePayoutInput::of(&payout) };
    let call = UpdatePayout::new(input).unwrap();
    assert_eq!(call.request().body.unwrap().get("payout_method_data"), None);
    let updated = decode_update(service.confirmed(&call).await, MinorUnits::Iso4217).unwrap();
    assert_eq!(updated.status, PayoutStatus::RequiresFulfillment);
}

#[tokio::test]
async fn a_stored_method_is_named_by_its_reference() {
    let service = Service::of_merchant().await;
    let first = created(&service, whole()).await;
    let reference = first.payout_method_id.unwrap();
    for method in [PayoutMethod::Token(reference.clone()), PayoutMethod::Saved(reference)] {
        let input = CreatePayoutInput {
            payout_type: text("bank"),
            method: Some(method),
            ..CreatePayoutInput::new(eur(5), "po-2")
        };
        assert_eq!(created(&service, input).await.status, PayoutStatus::RequiresFulfillment);
    }
    let unknown = Some(PayoutMethod::Saved(text("pm_nobody")));
    let call = create(CreatePayoutInput { method: unknown, ..CreatePayoutInput::new(eur(5), "po-3") });
    assert_eq!(service.refused(&call).await, (404, text("IR_05"), Observation::NotFound));
}

#[tokio::test]
async fn every_end_of_a_fulfilment_is_called_what_it_is() {
    let service = Service::of_merchant().await;
    for (end, observation, status, code) in [
        ("3000", Observation::Complete, PayoutStatus::Success, None),
        ("0001", Observation::Complete, PayoutStatus::Pending, None),
        ("0002", Observation::Declined, PayoutStatus::Failed, Some("UE_1016")),
        ("0003", Observation::Complete, PayoutStatus::Success, None),
        ("0004", Observation::Complete, PayoutStatus::Ineligible, Some("UE_2004")),
    ] {
        let payout = created(&service, ending(end)).await;
        let (seen, attempt) = service.operate_call(&fulfil(&payout)).await;
        let after = decode_payout(super::service::answer_of(attempt), MinorUnits::Iso4217).unwrap();
        assert_eq!((seen, &after.status, after.error.unified_code.as_deref()), (observation, &status, code), "{end}");
    }
    let at_once = created(&service, CreatePayoutInput { auto_fulfill: true, ..ending("3000") }).await;
    assert_eq!((at_once.status, at_once.auto_fulfill), (PayoutStatus::Pending, Some(true)));
}

#[tokio::test]
async fn what_is_documented_as_an_error_is_refused_and_named() {
    let service = Service::of_merchant().await;
    let call = create(ending("3000"));
    for field in ["amount", "currency"] {
        let response = service.refused_with(&call, |request| drop(take(request, field))).await;
        assert_eq!(response, (400, text("IR_01"), Observation::Refused), "{field}");
    }
    let payout = created(&service, ending("3000")).await;
    let fulfil = fulfil(&payout);
    let response = service.refused_with(&fulfil, |request| drop(take(request, "payout_id"))).await;
    assert_eq!(response, (400, text("IR_01"), Observation::Refused), "missing from the body");
    let unnamed = Request { path: text("/payouts//fulfill"), ..fulfil.request() };
    assert!(matches!(service.client.send(&unnamed).await, Attempt::NotSent(_)), "missing from the path");
    let response = service.refused_with(&fulfil, |request| request.path = text("/payouts/payout_other/fulfill")).await;
    assert_eq!(response, (400, text("IR_04"), Observation::Refused), "another one in the path");
    assert_eq!(stored(&service, &payout.payout_id).await["status"], "requires_fulfillment");
    service.confirmed(&fulfil).await;
    assert_eq!(service.refused(&fulfil).await, (400, text("IR_04"), Observation::Refused), "fulfilled already");
}

fn take(request: &mut Request, field: &str) -> Value {
    request.body.as_mut().unwrap().as_object_mut().unwrap().remove(field).unwrap()
}

#[tokio::test]
async fn a_payout_that_nobody_knows_is_not_found() {
    let service = Service::of_merchant().await;
    let nobody = Payout {
        payout_id: PayoutId::new("payout_nobody"),
        ..decode_payout(fixture("payout"), MinorUnits::Iso4217).unwrap()
    };
    assert_eq!(service.refused(&fulfil(&nobody)).await, (404, text("IR_05"), Observation::NotFound));
    let update = UpdatePayout::new(UpdatePayoutInput::of(&nobody)).unwrap();
    assert_eq!(service.refused(&update).await, (404, text("IR_05"), Observation::NotFound));
    let error = service.read(ProbePayout::of(&nobody).unwrap()).await.unwrap_err();
    assert_eq!(error.code().as_deref(), Some("IR_05 · HTTP 404"));
    let stranger = CreatePayoutInput { profile_id: Some(BusinessProfileId::new("pro_other")), ..ending("3000") };
    assert_eq!(service.refused(&create(stranger)).await, (400, text("IR_04"), Observation::Refused));
}

#[test]
fn an_answer_about_another_payout_proves_nothing() {
    let payout = decode_payout(fixture("payout"), MinorUnits::Iso4217).unwrap();
    let (create, fulfil) = (create(whole()), fulfil(&payout));
    for (field, value) in
        [("merchant_order_reference_id", json!("po-2")), ("amount", json!(1)), ("currency", json!("USD"))]
    {
        let mut body = fixture("payout");
        body[field] = value;
        assert_eq!(super::observed(&create, body), Observation::OtherEcho, "{field}");
    }
    let mut unnamed = fixture("payout");
    unnamed.as_object_mut().unwrap().remove("merchant_order_reference_id");
    assert_eq!(super::observed(&create, unnamed), Observation::OtherEcho);
    for (field, value) in [("payout_id", json!("payout_2")), ("payout_id", json!(null)), ("amount", json!(1))] {
        let mut body = fixture("payout_fulfilled");
        body[field] = value;
        assert_eq!(super::observed(&fulfil, body), Observation::OtherEcho, "{field}");
    }
    let mut held = fixture("payout_fulfilled");
    held["status"] = json!("on_hold");
    assert_eq!(super::observed(&fulfil, held), Observation::UnknownStatus);
}

#[tokio::test]
async fn a_lost_answer_to_a_fulfilment_is_unknown_and_a_probe_tells_what_happened() {
    let service = Service::of_merchant().await;
    for (kind, status) in [("close_before", PayoutStatus::RequiresFulfillment), ("close_after", PayoutStatus::Success)]
    {
        let payout = created(&service, ending("3000")).await;
        let fault = json!({"method": "POST", "path": "/payouts/*/fulfill", "kind": kind, "count": 1});
        service.raw(Method::Post, "/_sandbox/faults", Some(fault)).await;
        let call = fulfil(&payout);
        let attempt = service.client.send(&call.request()).await;
        assert_eq!(observe(&attempt, &call.expectation()), Observation::ConnectionLost);
        let probed = service.read(ProbePayout::of(&payout).unwrap()).await.unwrap();
        assert_eq!(probed.status, status, "{kind}");
    }
}
