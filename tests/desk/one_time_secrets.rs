//! Secrets that the service reports once, through the real runtime and the real sandbox: the value of a new API key comes to
//! the person and nowhere else, a client secret comes to nobody.

use paydesk_api::call::{Method, Request};
use paydesk_api::client::{ApiClient, TimeLimits};
use paydesk_api::input::{
    ConfirmSubscriptionInput, CreateApiKeyInput, CreateSubscriptionInput, KeyExpiration, SubscriptionData,
    SubscriptionMethod, UpdateSubscriptionInput,
};
use paydesk_api::outcome::{Attempt, Body, HttpAnswer};
use paydesk_api::resources::api_keys::calls::CreateApiKey;
use paydesk_api::resources::subscriptions::calls::{ConfirmSubscription, CreateSubscription, UpdateSubscription};
use paydesk_core::features::api_keys::{AdminKeyPlace, ApiKeysAction};
use paydesk_core::features::payments::test_card;
use paydesk_core::features::subscriptions::{
    SecretLife, StepForm, SubscriptionStep, SubscriptionsAction, client_secret_life,
};
use paydesk_core::operations::{OperationPlan, Precondition, ResourceKind, Submission};
use paydesk_core::{Action, State};
use paydesk_domain::ids::{CustomerId, MerchantId, OperationId, SubscriptionId};
use paydesk_domain::secret::ApiKey;
use paydesk_domain::test_cards::TEST_CARDS;
use paydesk_test_desk::{RuntimeHarness, Service};
use serde_json::json;

/// What was reported in a session.
pub struct JobReport {
    /// The value of the key that was made.
    pub api_key: String,
    /// What every client secret of the subscription begins with.
    pub client_secret: String,
}

fn submit(desk: &mut RuntimeHarness, id: OperationId, plan: OperationPlan) {
    desk.act(Action::Submit(Box::new(Submission { id, plan, precondition: Precondition::Nothing })));
}

fn status(state: &State, id: &str) -> Option<String> {
    let known = state.workspace.records.find(ResourceKind::Subscription, id)?;
    known.subscription().map(|subscription| subscription.status.to_string())
}

/// Makes a subscription as a person would; its id.
pub fn subscribe(desk: &mut RuntimeHarness, service: &Service) -> String {
    let body = json!({"customer_id": "cus_told", "name": "Told Once"});
    let made = service.threads.block_on(service.direct.send(&Request::operation(Method::Post, "/customers", body)));
    assert!(matches!(made, Attempt::Answered(HttpAnswer { status: 200, .. })), "{made:?}");
    desk.act(Action::OpenNew(ResourceKind::Subscription));
    let form = desk.state.form(ResourceKind::Subscription).unwrap().clone();
    let input = CreateSubscriptionInput {
        customer_id: CustomerId::new("cus_told"),
        item_price_id: "price_beans_monthly_usd".into(),
        merchant_reference_id: form.operation_id.to_string(),
        return_url: "https://shop.example/back".into(),
        ..CreateSubscriptionInput::new(desk.state.view().business_profile_id().unwrap().clone())
    };
    submit(desk, form.operation_id, OperationPlan::of(&CreateSubscription::new(input).unwrap()));
    desk.until("the subscription is open", |state| state.workspace.opened.get(ResourceKind::Subscription).is_some());
    desk.state.workspace.opened.get(ResourceKind::Subscription).map(str::to_owned).unwrap()
}

/// Makes an API key as a person would; its value.
pub fn make_key(desk: &mut RuntimeHarness, name: &str) -> String {
    desk.act(Action::ApiKeys(ApiKeysAction::LookForAdminKey));
    desk.until("the admin key is found", |state| matches!(state.workspace.api_keys.admin, AdminKeyPlace::Stored(_)));
    desk.act(Action::OpenNew(ResourceKind::ApiKey));
    let form = desk.state.form(ResourceKind::ApiKey).unwrap().clone();
    let merchant_id: MerchantId = desk.state.view().merchant_id().unwrap().clone();
    let expiration = Some(KeyExpiration::Never);
    let input = CreateApiKeyInput { merchant_id, name: name.into(), description: "Told once".into(), expiration };
    submit(desk, form.operation_id, OperationPlan::of(&CreateApiKey::new(input, desk.state.now).unwrap()));
    desk.until("the key is made", |state| state.workspace.opened.get(ResourceKind::ApiKey).is_some());
    desk.state.new_keys.held()[0].value.expose().to_owned()
}

/// Both, in one session.
pub fn session(desk: &mut RuntimeHarness, service: &Service) -> JobReport {
    let id = subscribe(desk, service);
    let api_key = make_key(desk, "canary");
    JobReport { api_key, client_secret: format!("{id}_secret_") }
}

#[test]
fn a_key_made_here_works_and_its_value_is_in_nothing_that_is_kept() {
    let service = Service::with(paydesk_sandbox::SandboxConfig::default());
    let data = tempfile::tempdir().unwrap();
    let mut desk = RuntimeHarness::open(&service, data.path());
    let value = make_key(&mut desk, "Warehouse");
    let client =
        ApiClient::new(&service.running.base_url, &ApiKey::parse(&value).unwrap(), TimeLimits::default()).unwrap();
    let body = json!({"limit": 1});
    let listed = service.threads.block_on(client.send(&Request::read(Method::Post, "/payments/list", Some(body))));
    assert!(matches!(listed, Attempt::Answered(HttpAnswer { status: 200, body: Body::Json(_), .. })), "{listed:?}");
    let known = desk.state.workspace.records.of(ResourceKind::ApiKey).next().unwrap();
    assert_eq!(known.api_key().unwrap().name, "Warehouse");
    assert!(!format!("{:?}", desk.state).contains(&value));
    desk.close();
    let found = paydesk_test_basics::left_behind::found_below(data.path(), &[&value]);
    assert!(found.is_empty(), "left behind: {found:?}");
}

#[test]
fn a_subscription_is_made_confirmed_and_put_on_another_plan_and_its_client_secret_is_written_nowhere() {
    let service = Service::with(paydesk_sandbox::SandboxConfig::default());
    let data = tempfile::tempdir().unwrap();
    let mut desk = RuntimeHarness::open(&service, data.path());
    let id = subscribe(&mut desk, &service);
    assert_eq!(status(&desk.state, &id).as_deref(), Some("created"));
    let known = desk.state.workspace.records.find(ResourceKind::Subscription, &id).unwrap();
    assert!(matches!(client_secret_life(&desk.state.view(), known), Some(SecretLife::Until(_))));

    desk.act(Action::Subscriptions(SubscriptionsAction::OpenStep(SubscriptionStep::Confirm, id.clone())));
    let step = desk.state.form(ResourceKind::Subscription).and_then(StepForm::of).unwrap();
    let card = test_card(&desk.state.view(), &TEST_CARDS[0], "Ada Lovelace").unwrap();
    let profile_id = desk.state.view().business_profile_id().unwrap().clone();
    let (subscription_id, method) = (SubscriptionId::new(&*id), SubscriptionMethod::Card);
    let input = ConfirmSubscriptionInput::new(profile_id.clone(), subscription_id.clone(), method);
    let input = ConfirmSubscriptionInput { data: Some(SubscriptionData::Card(card)), ..input };
    let plan = OperationPlan::of(&ConfirmSubscription::new(input, desk.state.now).unwrap());
    submit(&mut desk, step.form.operation_id, plan);
    desk.until("it is active", |state| status(state, &id).as_deref() == Some("active"));

    desk.act(Action::Subscriptions(SubscriptionsAction::OpenStep(SubscriptionStep::ChangePlan, id.clone())));
    let step = desk.state.form(ResourceKind::Subscription).and_then(StepForm::of).unwrap();
    let (plan_id, item_price_id) = ("plan_office_monthly".to_owned(), "price_office_monthly_usd".to_owned());
    let input = UpdateSubscriptionInput { profile_id, subscription_id, plan_id, item_price_id };
    submit(&mut desk, step.form.operation_id, OperationPlan::of(&UpdateSubscription::new(input).unwrap()));
    let on_plan = |state: &State| {
        let known = state.workspace.records.find(ResourceKind::Subscription, &id)?;
        known.subscription()?.plan_id.clone()
    };
    desk.until("it is on the other plan", |state| on_plan(state).as_deref() == Some("plan_office_monthly"));
    let secret = format!("{id}_secret_");
    assert!(!format!("{:?}", desk.state).contains(&secret));
    desk.close();
    let found = paydesk_test_basics::left_behind::found_below(data.path(), &[&secret, TEST_CARDS[0].number]);
    assert!(found.is_empty(), "left behind: {found:?}");

    let mut desk = RuntimeHarness::open(&service, data.path());
    desk.until("it is known after a restart", |state| status(state, &id).as_deref() == Some("active"));
    desk.close();
}
