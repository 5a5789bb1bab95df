//! API keys: made with the admin key, their value taken out once, and every refusal.

use chrono::{DateTime, TimeDelta, Utc};
use paydesk_api::call::{Call as _, KeyRole};
use paydesk_api::client::ApiClient;
use paydesk_api::input::{CreateApiKeyInput, KeyExpiration};
use paydesk_api::operation::{OperationCall as _, Target};
use paydesk_api::outcome::{Attempt, Observation, observe};
use paydesk_api::resources::api_keys::calls::CreateApiKey;
use paydesk_api::resources::api_keys::wire::decode_api_key;
use paydesk_api::resources::health::calls::Health;
use paydesk_domain::ids::{ApiKeyId, MerchantId};
use paydesk_domain::money::MinorUnits;
use paydesk_domain::operation::ResourceKind;
use paydesk_domain::secret::{AdminKey, ApiKey};
use paydesk_test_sandbox::helpers::{START, fixture};
use paydesk_test_sandbox::shapes::assert_same_shape;
use serde_json::{Value, json};

use super::limits;
use super::service::{Service, answer_of};

fn now() -> DateTime<Utc> {
    START.parse().unwrap()
}

fn whole() -> CreateApiKeyInput {
    CreateApiKeyInput {
        merchant_id: MerchantId::new("mer_test"),
        name: "Warehouse".to_owned(),
        description: "The scanner at the gate".to_owned(),
        expiration: Some(KeyExpiration::At("2027-01-01T00:00:00Z".parse().unwrap())),
    }
}

fn create(input: CreateApiKeyInput) -> CreateApiKey {
    CreateApiKey::new(input, now()).unwrap()
}

/// A service whose client has the admin key too.
async fn with_admin() -> Service {
    let service = Service::of_merchant().await;
    let key = AdminKey::parse(&service.sandbox.credentials.admin_key).unwrap();
    Service { client: service.client.with_admin_key(&key).unwrap(), sandbox: service.sandbox }
}

#[tokio::test]
async fn a_key_is_asked_for_as_typed_and_opens_the_service() {
    let service = with_admin().await;
    let call = create(whole());
    assert_eq!(call.request().body, Some(fixture("api_key_create")));
    assert_eq!((call.target(), call.money()), (Target::new(ResourceKind::ApiKey, "mer_test/Warehouse"), None));
    let mut attempt = service.client.send(&call.request()).await;
    assert_eq!(observe(&attempt, &call.expectation()), Observation::Complete);
    let Attempt::Answered(answered) = attempt.clone() else { panic!("{attempt:?}") };
    assert_same_shape(&answer_of(Attempt::Answered(answered)), "api_key");

    let value = CreateApiKey::take_value(&mut attempt).unwrap();
    assert!(!format!("{attempt:?}").contains(value.expose()), "the value stays nowhere");
    assert_eq!(observe(&attempt, &call.expectation()), Observation::Complete, "what is left still confirms");
    let record = decode_api_key(answer_of(attempt)).unwrap();
    assert_eq!((record.name.as_str(), record.unreadable.len()), ("Warehouse", 0));
    let key = ApiKey::parse(value.expose()).unwrap();
    let client = ApiClient::new(&service.sandbox.base_url, &key, limits()).unwrap();
    assert_eq!(Health.read(client.send(&Health.request()).await, MinorUnits::Iso4217), Ok(()));
}

#[test]
fn a_key_is_read_field_by_field_but_for_its_value() {
    let record = decode_api_key(fixture("api_key")).unwrap();
    assert_eq!((record.key_id, record.merchant_id), (ApiKeyId::new("key_1"), Some(MerchantId::new("mer_test"))));
    assert_eq!(record.description.as_deref(), Some("The scanner at the gate"));
    assert_eq!((record.created, record.expiration), (Some(now()), "2027-01-01T00:00:00Z".parse().ok()));
    let mut raw = fixture("api_key");
    raw["api_key"] = json!("(hidden)");
    assert_eq!(*record.raw, raw);
}

#[tokio::test]
async fn a_key_that_never_expires_is_asked_for_by_that_word_or_by_none() {
    let service = with_admin().await;
    for expiration in [Some(KeyExpiration::Never), None] {
        let answer = service.confirmed(&create(CreateApiKeyInput { expiration, ..whole() })).await;
        assert_eq!(answer["expiration"], Value::Null);
        assert_eq!(decode_api_key(answer).unwrap().expiration, None);
    }
}

#[tokio::test]
async fn what_cannot_be_is_refused_and_makes_no_key() {
    let service = with_admin().await;
    let refused = |status: u16, code: &str| (status, code.to_owned(), super::refusal(status));
    let response = service.refused_with(&create(whole()), |request| request.body = Some(json!({}))).await;
    assert_eq!(response, refused(400, "IR_01"), "no name");
    let stranger = create(CreateApiKeyInput { merchant_id: MerchantId::new("mer_other"), ..whole() });
    assert_eq!(service.refused(&stranger).await, refused(404, "IR_05"));
    let past = Some(KeyExpiration::At(now() - TimeDelta::days(1)));
    let early =
        CreateApiKey::new(CreateApiKeyInput { expiration: past, ..whole() }, now() - TimeDelta::days(2)).unwrap();
    assert_eq!(service.refused(&early).await, refused(400, "IR_04"), "our clock is behind");
    let response = service.refused_with(&create(whole()), |request| request.key = KeyRole::Secret).await;
    assert_eq!(response, (403, "AU_03".to_owned(), Observation::PermissionMissing));
    let without = Service::of_merchant().await;
    let (observation, attempt) = without.operate_call(&create(whole())).await;
    assert_eq!(observation, Observation::ConnectFailed, "{attempt:?}: without an admin key nothing leaves");
}

#[test]
fn an_answer_about_a_key_of_another_name_proves_nothing() {
    let call = create(whole());
    assert_eq!(super::observed(&call, fixture("api_key")), Observation::Complete);
    for name in [json!("Gate"), json!(null)] {
        let mut body = fixture("api_key");
        body["name"] = name;
        assert_eq!(super::observed(&call, body), Observation::OtherEcho);
    }
}
