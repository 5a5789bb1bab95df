//! Core, runtime, journal and the real sandbox together, without a window: what a person would see when answers get lost.
//!
//! The sandbox's ledger is the only judge of what really happened.

use std::path::Path;
use std::sync::Arc;
use std::time::Duration;

use chrono::TimeDelta;
use paydesk_api::call::{Method, Request};
use paydesk_api::client::{ApiClient, TimeLimits};
use paydesk_api::freshness::NotFresh;
use paydesk_api::outcome::{Attempt, Body, HttpAnswer};
use paydesk_core::dialog::Confirmation;
use paydesk_core::features::payments::PaymentsAction;
use paydesk_core::operations::resolution_schedule::SETTLE_WINDOW_S;
use paydesk_core::operations::{ExecutionProof, Intent, Operation, Outcome, Phase, ResolutionFinding};
use paydesk_core::{Action, State};
use paydesk_domain::ids::{BusinessProfileId, MerchantId, PaymentId};
use paydesk_domain::payment::{Payment, PaymentAction, PaymentStatus};
use paydesk_domain::profile::Profile;
use paydesk_domain::secret::{AdminKey, ApiKey, WebhookSecret};
use paydesk_runtime::{ServiceStarter, StartedService};
use paydesk_sandbox::{self as sandbox, RunningSandbox, SandboxConfig};
use serde_json::{Value, json};

use super::harness::runtime::PATIENT;
pub use super::harness::runtime::RuntimeHarness;
use super::waiting::step_until;

/// How long an answer that never comes is waited for.
const IMPATIENT: TimeLimits = TimeLimits { operation: Duration::from_millis(1_500), ..PATIENT };

/// A sandbox that outlives the desks of a test, and a way to ask it directly.
pub struct Service {
    pub threads: tokio::runtime::Runtime,
    pub running: RunningSandbox,
    pub direct: ApiClient,
    /// Whether desks hear its webhooks: what is to be found by reading must not be reported first.
    pub response: bool,
}

impl Service {
    pub fn start() -> Self {
        Self::with(SandboxConfig::default())
    }

    pub fn with(config: SandboxConfig) -> Self {
        let threads = tokio::runtime::Builder::new_multi_thread().worker_threads(1).enable_all().build().unwrap();
        let running = threads.block_on(sandbox::start(config)).unwrap();
        let key = ApiKey::parse(&running.credentials.api_key).unwrap();
        let direct = ApiClient::new(&running.base_url, &key, TimeLimits::default()).unwrap();
        Self { threads, running, direct, response: false }
    }

    pub fn ask(&self, method: Method, path: &str, body: Option<Value>) -> Value {
        let request = Request::read(method, path, body);
        match self.threads.block_on(self.direct.send(&request)) {
            Attempt::Answered(HttpAnswer { body: Body::Json(value), status, .. }) if status < 300 => value,
            other => panic!("{path}: {other:?}"),
        }
    }

    /// The next capture meets this.
    pub fn fault(&self, path: &str, kind: &str) {
        let fault = json!({"method": "POST", "path": path, "kind": kind, "count": 1, "bytes": 20});
        self.ask(Method::Post, "/_sandbox/faults", Some(fault));
    }

    /// What the ledger holds of an effect on a payment: the amounts.
    pub fn ledger(&self, effect: &str, payment_id: &PaymentId) -> Vec<i64> {
        let mut amounts = Vec::new();
        let mut after = 0;
        loop {
            let page = self.ask(Method::Get, &format!("/_sandbox/ledger?after={after}"), None);
            let rows = page["data"].as_array().unwrap();
            let of_payment = |row: &&Value| row["effect"] == effect && row["payment_id"] == payment_id.as_str();
            amounts.extend(rows.iter().filter(of_payment).map(|row| row["amount"].as_i64().unwrap()));
            match rows.last() {
                Some(last) => after = last["seq"].as_i64().unwrap(),
                None => return amounts,
            }
        }
    }

    /// A payment that waits for capture.
    pub fn authorized(&self) -> PaymentId {
        self.all_authorized().swap_remove(0)
    }

    pub fn all_authorized(&self) -> Vec<PaymentId> {
        let filter = json!({"status": "requires_capture", "limit": 100});
        let page = self.ask(Method::Post, "/payments/list", Some(filter));
        let rows = page["data"].as_array().unwrap().iter();
        rows.map(|row| PaymentId::new(row["payment_id"].as_str().unwrap())).collect()
    }

    fn starter(&self) -> ServiceStarter {
        let (base_url, credentials) = (self.running.base_url.clone(), self.running.credentials.clone());
        let response = self.response;
        Arc::new(move || {
            let profile = Profile {
                merchant_id: Some(MerchantId::new(&*credentials.merchant_id)),
                business_profile_id: Some(BusinessProfileId::new(&*credentials.profile_id)),
                ..Profile::embedded_sandbox(base_url.clone())
            };
            let key = ApiKey::parse(&credentials.api_key).unwrap();
            let admin_key = AdminKey::parse(&credentials.admin_key).ok();
            let webhook_secret = WebhookSecret::parse(&credentials.webhook_secret).ok().filter(|_| response);
            Box::pin(async move { Ok(StartedService { profile, key, admin_key, webhook_secret, keep: Box::new(()) }) })
        })
    }
}

impl RuntimeHarness {
    /// A desk that is ready to work.
    pub fn open(service: &Service, data: &Path) -> Self {
        let mut desk = Self::new(service, data);
        desk.until("the desk is ready", |state| {
            !state.workspace.payments.is_empty() && state.read_only_reason().is_none()
        });
        desk
    }

    pub fn new(service: &Service, data: &Path) -> Self {
        Self::starting(service.starter(), data, PATIENT)
    }

    pub fn open_payment(&mut self, payment_id: &PaymentId) -> Payment {
        self.act(Action::Payments(PaymentsAction::Open(payment_id.clone())));
        let read = |state: &State| {
            state.workspace.payments.open_detail().is_some_and(|(_, remote)| remote.read_at().is_some())
        };
        self.until("the payment is read", read);
        self.payment()
    }

    fn payment(&self) -> Payment {
        self.state.workspace.payments.open_detail().and_then(|(_, remote)| remote.value()).unwrap().clone()
    }

    pub fn capture(&mut self, payment: &Payment, minor: i64) {
        self.act(Action::Payments(PaymentsAction::Ask(payment.payment_id.clone(), PaymentAction::Capture)));
        let amount = payment.amount.with_minor(minor);
        let intent = Intent::Capture { amount, prefix: "PAYDESK".into(), suffix: String::new() };
        self.act(Action::Confirm(Confirmation::Payment(intent)));
    }

    /// A read shows what was wanted, which is said to be possibly somebody else's as long as ours may still arrive; the
    /// settle window passes, and a read after it ends the operation.
    pub fn settled_by_reading(&mut self, payment: &Payment) {
        let is_there = |state: &State| {
            state.workspace.operations.open_of(&payment.payment_id).is_some_and(|operation| match &operation.phase {
                Phase::Unknown(unknown) => matches!(unknown.finding, ResolutionFinding::There(_)),
                _ => false,
            })
        };
        self.until("a read shows that it is there", is_there);
        self.ahead += TimeDelta::seconds(SETTLE_WINDOW_S + 1);
        let ended = |state: &State| ended_done(state.workspace.operations.last_of(&payment.payment_id)).is_some();
        self.until("a late arrival is excluded", ended);
        assert_eq!(ended_done(self.last(payment)), Some(ExecutionProof::Effect));
    }

    fn last(&self, payment: &Payment) -> Option<&Operation> {
        self.state.workspace.operations.last_of(&payment.payment_id)
    }
}

fn is_unknown(state: &State) -> bool {
    state.workspace.operations.open().iter().any(|operation| matches!(operation.phase, Phase::Unknown(_)))
}

fn ended_done(operation: Option<&Operation>) -> Option<ExecutionProof> {
    match operation.map(|operation| &operation.phase) {
        Some(Phase::Ended(Outcome::Done { proof, .. })) => Some(*proof),
        _ => None,
    }
}

/// Every word Paydesk would show of its operations.
fn reported(state: &State) -> String {
    let toasts = state.toasts.shown().iter().map(|toast| toast.text.clone());
    let text = state.workspace.operations.open().iter().map(|operation| operation.word().to_owned());
    toasts.chain(text).collect::<Vec<_>>().join("\n").to_lowercase()
}

/// How long a capture is on its way, in milliseconds: longer than the first look at what became of it takes.
const ON_ITS_WAY_MS: u64 = 8_000;

#[test]
fn a_cache_between_us_and_the_service_makes_no_capture_that_happened_look_not_executed() {
    for kind in ["cached_read", "cached_read_unmarked"] {
        let service = Service::start();
        let data = tempfile::tempdir().unwrap();
        let mut desk = RuntimeHarness::open(&service, data.path());
        let payment = desk.open_payment(&service.authorized());
        let fault = |method: &str, path: &str, kind: &str| {
            let fault = json!({"method": method, "path": path, "kind": kind, "delay_ms": ON_ITS_WAY_MS});
            service.ask(Method::Post, "/_sandbox/faults", Some(fault));
        };
        fault("POST", "/payments/*/capture", "execute_late");
        let cached = json!({"method": "GET", "path": "/payments/*", "kind": kind});
        service.ask(Method::Post, "/_sandbox/faults", Some(cached));
        desk.capture(&payment, 1);
        let finding = |state: &State| match &state.workspace.operations.open_of(&payment.payment_id)?.phase {
            Phase::Unknown(unknown) => Some(unknown.finding.clone()),
            _ => None,
        };
        // The first read may already be answered by the copy.
        let was_read = |found: &ResolutionFinding| {
            matches!(found, ResolutionFinding::NotExecutedYet | ResolutionFinding::NotFresh(_))
        };
        desk.until("it was read before it arrived", |state| finding(state).as_ref().is_some_and(was_read));
        desk.until("it arrived", |_| service.ledger("capture", &payment.payment_id) == [1]);
        // Both clocks: a copy stays as old as it is.
        service.ask(Method::Post, "/_sandbox/clock", Some(json!({"advance_seconds": SETTLE_WINDOW_S + 1})));
        desk.ahead += TimeDelta::seconds(SETTLE_WINDOW_S + 1);
        let from_memory = Some(ResolutionFinding::NotFresh(NotFresh::FromMemory));
        desk.until("a copy was read", |state| finding(state) == from_memory);
        let open = desk.state.workspace.operations.open_of(&payment.payment_id).unwrap();
        assert!(!open.may_be_sent_again(desk.now()), "{kind}");
        let id = open.id.clone();
        service.ask(Method::Delete, "/_sandbox/faults", None);
        desk.act(Action::CheckOperationNow(id));
        let ended = |state: &State| ended_done(state.workspace.operations.last_of(&payment.payment_id)).is_some();
        desk.until("the service itself was read", ended);
        assert_eq!(service.ledger("capture", &payment.payment_id), [1], "{kind}");
    }
}

#[test]
fn a_capture_is_sent_once_and_seen() {
    let service = Service::start();
    let data = tempfile::tempdir().unwrap();
    let mut desk = RuntimeHarness::open(&service, data.path());
    let payment = desk.open_payment(&service.authorized());
    let all = payment.capturable_minor();
    desk.capture(&payment, all);
    desk.capture(&payment, all);
    desk.until("the capture is done", |state| state.workspace.operations.last_of(&payment.payment_id).is_some());
    assert_eq!(ended_done(desk.last(&payment)), Some(ExecutionProof::Answer));
    desk.until("the payment shows it", |state| {
        let (_, remote) = state.workspace.payments.open_detail().unwrap();
        remote.value().is_some_and(|payment| payment.status == PaymentStatus::Succeeded)
    });
    assert_eq!(service.ledger("capture", &payment.payment_id), [all]);
    desk.close();
}

#[test]
fn a_capture_whose_answer_never_comes_is_never_called_failed_and_found_by_reading() {
    let service = Service::start();
    let data = tempfile::tempdir().unwrap();
    let mut desk = RuntimeHarness::starting(service.starter(), data.path(), IMPATIENT);
    desk.until("the desk is ready", |state| !state.workspace.payments.is_empty() && state.read_only_reason().is_none());
    let payment = desk.open_payment(&service.authorized());
    let part = payment.capturable_minor() - 1;
    service.fault("/payments/*/capture", "execute_and_never_answer");
    desk.capture(&payment, part);
    desk.until("the outcome is unknown", is_unknown);
    assert!(!reported(&desk.state).contains("fail"), "{}", reported(&desk.state));
    // The button is not free: another confirmation lands on the open operation.
    desk.capture(&payment, part);
    desk.settled_by_reading(&payment);
    assert!(!reported(&desk.state).contains("fail"), "{}", reported(&desk.state));
    assert_eq!(service.ledger("capture", &payment.payment_id), [part]);
    desk.close();
}

#[test]
fn every_way_to_lose_an_answer_ends_with_one_capture_and_the_truth() {
    let service = Service::start();
    let data = tempfile::tempdir().unwrap();
    let mut desk = RuntimeHarness::open(&service, data.path());
    for kind in ["close_after", "cut_body", "wrong_id"] {
        let payment = desk.open_payment(&service.authorized());
        let all = payment.capturable_minor();
        service.fault("/payments/*/capture", kind);
        desk.capture(&payment, all);
        desk.settled_by_reading(&payment);
        assert_eq!(service.ledger("capture", &payment.payment_id), [all], "{kind}");
    }
    desk.close();
}

#[test]
fn a_desk_that_dies_while_sending_finds_out_when_it_is_opened_again_and_sends_nothing() {
    let service = Service::start();
    let data = tempfile::tempdir().unwrap();
    let mut desk = RuntimeHarness::open(&service, data.path());
    let payment = desk.open_payment(&service.authorized());
    let all = payment.capturable_minor();
    service.fault("/payments/*/capture", "execute_and_never_answer");
    desk.capture(&payment, all);
    let sending = |state: &State| {
        state
            .workspace
            .operations
            .open_of(&payment.payment_id)
            .is_some_and(|operation| matches!(operation.phase, Phase::Sending { .. }))
    };
    desk.until("it is being sent", sending);
    step_until("the sandbox has captured", || {
        (!service.ledger("capture", &payment.payment_id).is_empty()).then_some(())
    });
    desk.close();

    let mut desk = RuntimeHarness::open(&service, data.path());
    desk.settled_by_reading(&payment);
    assert_eq!(service.ledger("capture", &payment.payment_id), [all]);
    desk.close();
}

#[test]
fn a_journal_of_a_newer_desk_is_left_alone_and_nothing_can_be_changed() {
    let service = Service::start();
    let data = tempfile::tempdir().unwrap();
    let journal = data.path().join("journal.sqlite");
    RuntimeHarness::open(&service, data.path()).close();
    let connection = rusqlite::Connection::open(&journal).unwrap();
    connection.execute_batch("PRAGMA user_version = 999; PRAGMA wal_checkpoint(TRUNCATE)").unwrap();
    drop(connection);
    let before = std::fs::read(&journal).unwrap();
    let mut desk = RuntimeHarness::new(&service, data.path());
    desk.until("the journal is found unusable", |state| state.journal_problem().is_some());
    desk.until("the list is read all the same", |state| !state.workspace.payments.is_empty());
    assert!(desk.state.read_only_reason().unwrap().contains("newer"), "{:?}", desk.state.read_only_reason());
    let payment = desk.open_payment(&service.authorized());
    desk.capture(&payment, 1);
    assert!(desk.state.workspace.operations.open().is_empty() && desk.state.workspace.dialog.is_none());
    assert!(service.ledger("capture", &payment.payment_id).is_empty());
    desk.close();
    assert_eq!(std::fs::read(&journal).unwrap(), before);
}

#[test]
fn a_cancel_and_an_approval_arrive() {
    let service = Service::start();
    let data = tempfile::tempdir().unwrap();
    let mut desk = RuntimeHarness::open(&service, data.path());
    let payment = desk.open_payment(&service.authorized());
    desk.act(Action::Payments(PaymentsAction::Ask(payment.payment_id.clone(), PaymentAction::Cancel)));
    desk.act(Action::Confirm(Confirmation::Payment(Intent::Cancel { reason: Some("requested_by_customer".into()) })));
    desk.until("it is cancelled", |state| {
        ended_done(state.workspace.operations.last_of(&payment.payment_id)).is_some()
    });
    assert_eq!(service.ledger("void", &payment.payment_id).len(), 1);

    desk.act(Action::Payments(PaymentsAction::FilterStatus(Some(PaymentStatus::RequiresMerchantAction))));
    desk.until("all pages are read", |state| state.workspace.payments.complete);
    let in_review = desk.state.workspace.payments.row(0).expect("a payment in review").payment.payment_id.clone();
    let payment = desk.open_payment(&in_review);
    desk.act(Action::Payments(PaymentsAction::Ask(payment.payment_id.clone(), PaymentAction::Approve)));
    desk.act(Action::Confirm(Confirmation::Payment(Intent::Approve)));
    desk.until("it is approved", |state| ended_done(state.workspace.operations.last_of(&payment.payment_id)).is_some());
    desk.until("the payment left review", |state| {
        let (_, remote) = state.workspace.payments.open_detail().unwrap();
        remote.value().is_some_and(|payment| payment.status != PaymentStatus::RequiresMerchantAction)
    });
    desk.close();
}
