//! Every call of payouts, disputes, subscriptions, keys and analytics with keys that do not open it, and over the
//! rate limit: nothing happens, and what is said is distinguished.

use paydesk_api::call::{Call as _, KeyRole, Request};
use paydesk_api::client::ApiClient;
use paydesk_api::input::{
    ConfirmSubscriptionInput, CreateApiKeyInput, CreateSubscriptionInput, SubscriptionMethod, UpdateSubscriptionInput,
};
use paydesk_api::operation::{AnswerStatus, Expectation, OperationCall};
use paydesk_api::outcome::{Observation, Verdict, observe, verdict};
use paydesk_api::resources::analytics::calls::{DisputeMetrics, PaymentMetrics, QueryInput};
use paydesk_api::resources::api_keys::calls::CreateApiKey;
use paydesk_api::resources::disputes::calls::{DisputeListFilter, ListDisputes, SubmitEvidence, SubmitEvidenceInput};
use paydesk_api::resources::payouts::calls::{
    CreatePayout, CreatePayoutInput, FulfillPayout, FulfillPayoutInput, ProbePayout, UpdatePayout, UpdatePayoutInput,
};
use paydesk_api::resources::payouts::wire::decode_payout;
use paydesk_api::resources::subscriptions::calls::{ConfirmSubscription, CreateSubscription, UpdateSubscription};
use paydesk_domain::analytics::Subject;
use paydesk_domain::evidence::EvidenceField;
use paydesk_domain::ids::{
    BusinessProfileId, CustomerId, DisputeId, MerchantId, OperationId, PayoutId, SubscriptionId,
};
use paydesk_domain::money::MinorUnits;
use paydesk_domain::payout::Payout;
use paydesk_domain::secret::{AdminKey, ApiKey};
use paydesk_sandbox::SandboxConfig;
use paydesk_test_sandbox::helpers::{START, config, fixture};
use serde_json::json;

use super::service::{Service, refusal};
use super::{KEY, limits};

type Asked = (Request, Expectation);

fn asked(call: &impl OperationCall) -> Asked {
    (call.request(), call.expectation())
}

fn payout() -> Payout {
    decode_payout(fixture("payout"), MinorUnits::Iso4217).unwrap()
}

fn operations() -> Vec<Asked> {
    let Payout { payout_id, amount, .. } = payout();
    let create = CreatePayoutInput::new(amount.clone(), "po-1");
    let evidence = SubmitEvidenceInput::new(DisputeId::new("dsp_1")).with(EvidenceField::Receipt, "");
    let now = START.parse().unwrap();
    let key = CreateApiKeyInput {
        merchant_id: MerchantId::new("mer_test"),
        name: "Gate".to_owned(),
        description: String::new(),
        expiration: None,
    };
    let mut all = vec![
        asked(&CreatePayout::new(OperationId::new("op-1"), create).unwrap()),
        asked(&UpdatePayout::new(UpdatePayoutInput::of(&payout())).unwrap()),
        asked(&FulfillPayout::new(FulfillPayoutInput { payout_id, amount }).unwrap()),
        asked(&SubmitEvidence::new(evidence).unwrap()),
        asked(&CreateApiKey::new(key, now).unwrap()),
    ];
    all.extend(subscriptions());
    all
}

fn subscriptions() -> Vec<Asked> {
    let (profile_id, subscription_id) = (BusinessProfileId::new("pro_test"), SubscriptionId::new("sub_1"));
    let create = CreateSubscriptionInput {
        customer_id: CustomerId::new("ada"),
        item_price_id: "price".to_owned(),
        merchant_reference_id: "abo-1".to_owned(),
        return_url: "https://shop.example".to_owned(),
        ..CreateSubscriptionInput::new(profile_id.clone())
    };
    let method = SubscriptionMethod::Wallet;
    let confirm = ConfirmSubscriptionInput::new(profile_id.clone(), subscription_id.clone(), method);
    let (plan_id, item_price_id) = ("plan".to_owned(), "price".to_owned());
    let update = UpdateSubscriptionInput { profile_id, subscription_id, plan_id, item_price_id };
    vec![
        asked(&CreateSubscription::new(create).unwrap()),
        asked(&ConfirmSubscription::new(confirm, START.parse().unwrap()).unwrap()),
        asked(&UpdateSubscription::new(update).unwrap()),
    ]
}

fn reads() -> Vec<Asked> {
    let time = START.parse().unwrap();
    let query = |subject: Subject| QueryInput::all(subject, time, time);
    let requests = [
        ProbePayout::new(PayoutId::new("payout_1"), None, None).unwrap().request(),
        ListDisputes { filter: DisputeListFilter::default(), limit: 10, offset: 0, by_body: false }.request(),
        DisputeMetrics::new(query(Subject::Disputes)).unwrap().request(),
        PaymentMetrics::new(query(Subject::Payments)).unwrap().request(),
    ];
    requests.map(|request| (request, Expectation::new(AnswerStatus::NotShown))).into()
}

fn all() -> Vec<Asked> {
    [operations(), reads()].concat()
}

/// A client with these keys.
fn client(service: &Service, key: &str, admin: &str) -> ApiClient {
    let client = ApiClient::new(&service.sandbox.base_url, &ApiKey::parse(key).unwrap(), limits()).unwrap();
    client.with_admin_key(&AdminKey::parse(admin).unwrap()).unwrap()
}

async fn ledger(service: &Service) -> serde_json::Value {
    service.raw(paydesk_api::call::Method::Get, "/_sandbox/ledger", None).await
}

#[tokio::test]
async fn a_key_that_nobody_knows_or_that_was_revoked_locks_the_profile_whatever_is_asked() {
    let service = Service::of_merchant().await;
    let before = ledger(&service).await;
    let strange = client(&service, KEY, "admin_nobody");
    for (request, expectation) in all() {
        let attempt = strange.send(&request).await;
        assert_eq!(refusal(&attempt), (401, "AU_01"), "{request:?}");
        let observation = observe(&attempt, &expectation);
        assert_eq!((observation, verdict(observation, false)), (Observation::KeyRefused, Verdict::RejectedKey));
    }
    assert_eq!(ledger(&service).await, before);
    let path = "/_sandbox/api_keys/key_secret/revoke";
    service.raw(paydesk_api::call::Method::Post, path, Some(json!({}))).await;
    for (request, expectation) in all().into_iter().filter(|(request, _)| request.key != KeyRole::Admin) {
        let attempt = service.client.send(&request).await;
        assert_eq!(refusal(&attempt), (401, "AU_02"), "{request:?}");
        assert_eq!(observe(&attempt, &expectation), Observation::KeyRefused);
    }
}

#[tokio::test]
async fn a_key_without_the_permission_is_distinguished_from_one_that_is_wrong() {
    let service = Service::of_merchant().await;
    let admin = service.sandbox.credentials.admin_key.clone();
    let both = client(&service, &service.sandbox.credentials.api_key.clone(), &admin);
    for (request, expectation) in all() {
        let key = match request.key {
            KeyRole::Secret => KeyRole::Admin,
            KeyRole::Admin => KeyRole::Secret,
            KeyRole::SignIn | KeyRole::Nothing => panic!("no call of a key: {request:?}"),
        };
        let attempt = both.send(&Request { key, ..request.clone() }).await;
        assert_eq!(refusal(&attempt).0, 403, "{request:?}");
        assert_eq!(observe(&attempt, &expectation), Observation::PermissionMissing);
    }
}

#[tokio::test]
async fn over_the_limit_every_call_is_refused_before_it_is_executed() {
    let mut config = SandboxConfig { rate_limit: Some(1), ..config() };
    config.credentials.merchant_id = Some("mer_test".to_owned());
    let service = Service::with(config).await;
    let (key, admin) = (service.sandbox.credentials.api_key.clone(), service.sandbox.credentials.admin_key.clone());
    let client = client(&service, &key, &admin);
    // One request is good for each of the two keys.
    client.send(&reads()[1].0).await;
    client.send(&Request { key: KeyRole::Admin, ..reads()[1].0.clone() }).await;
    let before = ledger(&service).await;
    for (request, expectation) in all() {
        let attempt = client.send(&request).await;
        assert_eq!(refusal(&attempt), (429, "RL_01"), "{request:?}");
        assert_eq!(verdict(observe(&attempt, &expectation), false), Verdict::WaitThenRepeat);
    }
    assert_eq!(ledger(&service).await, before);
}
