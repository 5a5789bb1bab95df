//! Test connection: the whole program but its window, against the real sandbox in both shapes.

use paydesk_api::call::Method;
use paydesk_core::connection_test::{Access, Capability, EarlyEnd, KeyVerdict, ProfileTest};
use paydesk_core::features::profiles::ConnectionTest;
use paydesk_core::problem::Problem;
use paydesk_core::profiles::ProfileInput;
use paydesk_core::service_traits::{CAPABILITIES, ServiceCapability};
use paydesk_core::{Action, State};
use paydesk_domain::secret::SecretText;
use paydesk_sandbox::{SandboxConfig, SandboxShapes};
use paydesk_test_desk::{RuntimeHarness, Service};
use serde_json::json;

fn service(shapes: SandboxShapes) -> Service {
    Service::with(SandboxConfig { payments: 60, rate_limit: None, shapes: Some(shapes), ..SandboxConfig::default() })
}

/// What a new profile of this address and key is told.
fn tested(base_url: &str, key: &str) -> Result<ProfileTest, Problem> {
    let (at_work, data) = (service(SandboxShapes::Spec), tempfile::tempdir().unwrap());
    let mut desk = RuntimeHarness::open(&at_work, data.path());
    desk.act(Action::EditProfile(None));
    let input = ProfileInput { name: "Shop".to_owned(), base_url: base_url.to_owned(), ..ProfileInput::default() };
    desk.act(Action::TestProfile { input: Box::new(input), key: Some(SecretText::new(key.to_owned())) });
    let result = |state: &State| match &state.profiles.editor.as_ref().unwrap().test {
        ConnectionTest::Answered(test) => Some(Ok(test.clone())),
        ConnectionTest::Failed(problem) => Some(Err(problem.clone())),
        ConnectionTest::NotTried | ConnectionTest::Trying { .. } => None,
    };
    desk.until("the test ends", |state| result(state).is_some());
    result(&desk.state).unwrap()
}

fn with_its_key(service: &Service) -> ProfileTest {
    tested(&service.running.base_url, &service.running.credentials.api_key).unwrap()
}

fn changes(service: &Service) -> usize {
    let log = service.ask(Method::Get, "/_sandbox/log", None);
    let rows = log["data"].as_array().unwrap().clone();
    let reads = [
        "/payments/list",
        "/refunds/list",
        "/payment_link/list",
        "/analytics/v1/merchant/metrics/disputes",
        "/analytics/v1/merchant/metrics/payments",
    ];
    let changes = |row: &&serde_json::Value| row["method"] != "GET" && !reads.contains(&row["path"].as_str().unwrap());
    rows.iter().filter(|row| !row["path"].as_str().unwrap().starts_with("/_sandbox")).filter(changes).count()
}

#[test]
fn a_key_of_the_specification_may_use_all_that_can_be_asked() {
    let service = service(SandboxShapes::Spec);
    let test = with_its_key(&service);
    assert_eq!(test.verdict(), KeyVerdict::Works);
    for capability in [Capability::Payments, Capability::Disputes, Capability::Analytics] {
        assert_eq!(test.access(capability), &Access::Allowed, "{capability:?}");
    }
    let is_tested = |row: &&ServiceCapability| row.is_needed() && !row.needs_admin_key();
    for capability in CAPABILITIES.iter().filter(is_tested).map(Capability::Beyond) {
        assert_eq!(test.access(capability), &Access::NotOffered, "{capability:?} is beyond the specification");
    }
    let limits = "This service does not list refunds, payouts, customers and payment links. \
                  This service does not return individual refunds, individual payouts, individual disputes and the evidence of disputes.";
    assert_eq!(test.limits().as_deref(), Some(limits));
    assert_eq!(changes(&service), 0);
}

#[test]
fn reports_that_want_a_login_are_counted_by_paydesk_and_the_key_works_all_the_same() {
    let service = service(SandboxShapes::Hyperswitch);
    let test = with_its_key(&service);
    assert_eq!(test.verdict(), KeyVerdict::Works);
    let is_key = |of: &Capability| !matches!(of, Capability::Beyond(row) if row.needs_admin_key());
    for capability in Capability::all().filter(is_key).filter(|of| *of != Capability::Analytics) {
        assert_eq!(test.access(capability), &Access::Allowed, "{capability:?}");
    }
    assert_eq!(test.access(Capability::Analytics), &Access::WantsLogin);
    let limits = "API keys cannot read this service's reports. \
                  Paydesk counts them from the payments and disputes it has read.";
    assert_eq!(test.limits().as_deref(), Some(limits));
    assert_eq!(changes(&service), 0);
    let settings = json!({"login_endpoints_take_keys": true});
    service.ask(Method::Post, "/_sandbox/settings", Some(settings));
    assert_eq!(with_its_key(&service).access(Capability::Analytics), &Access::Allowed);
}

#[test]
fn a_wrong_key_is_refused_although_the_health_of_the_service_is_good() {
    for shapes in [SandboxShapes::Spec, SandboxShapes::Hyperswitch] {
        let service = service(shapes);
        let test = tested(&service.running.base_url, "snd_wrong").unwrap();
        assert_eq!(test.verdict(), KeyVerdict::Refused, "{shapes:?}: {test:?}");
        assert!(test.headline().starts_with("The key was refused: "), "{}", test.headline());
    }
}

#[test]
fn a_service_that_does_not_answer_is_not_tested_to_the_end() {
    let problem = tested("http://127.0.0.1:1", "snd_any").unwrap_err();
    assert!(problem.what.contains("cannot be reached"), "{}", problem.what);
}

#[test]
fn a_rate_limit_that_is_reached_ends_the_test_and_says_nothing_of_the_key() {
    let service = service(SandboxShapes::Spec);
    let fault = json!({"method": "POST", "path": "/payments/list", "kind": "status_429", "count": 1});
    service.ask(Method::Post, "/_sandbox/faults", Some(fault));
    let test = with_its_key(&service);
    assert_eq!(test.early_end, Some(EarlyEnd::RateLimit { until: None }), "{test:?}");
    assert_eq!((test.verdict(), test.access(Capability::Disputes)), (KeyVerdict::NotShown, &Access::NotAsked));
    assert!(test.headline().contains("rate limit"), "{}", test.headline());
    assert_eq!(with_its_key(&service).verdict(), KeyVerdict::Works);
}
