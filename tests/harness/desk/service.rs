//! A sandbox that outlives the desks of a test, and how a desk works at it.

use std::path::Path;
use std::sync::Arc;
use std::time::Duration;

use chrono::TimeDelta;
use paydesk_api::call::{Method, Request};
use paydesk_api::client::{ApiClient, TimeLimits};
use paydesk_api::outcome::{Attempt, Body, HttpAnswer};
use paydesk_core::dialog::Confirmation;
use paydesk_core::features::payments::PaymentsAction;
use paydesk_core::operations::resolution_schedule::SETTLE_WINDOW_S;
use paydesk_core::operations::{ExecutionProof, Intent, Operation, Outcome, Phase, ResolutionFinding};
use paydesk_core::{Action, State};
use paydesk_domain::ids::{BusinessProfileId, MerchantId, PaymentId};
use paydesk_domain::payment::{Payment, PaymentAction};
use paydesk_domain::profile::Profile;
use paydesk_domain::secret::{AdminKey, ApiKey, WebhookSecret};
use paydesk_runtime::{ServiceStarter, StartedService};
use paydesk_sandbox::{self as sandbox, RunningSandbox, SandboxConfig};
use serde_json::{Value, json};

use crate::runtime::{PATIENT, RuntimeHarness};

/// How long an answer that never comes is waited for.
pub const IMPATIENT: TimeLimits = TimeLimits { operation: Duration::from_millis(1_500), ..PATIENT };

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
        let rows = self.ledger_rows(effect, "payment_id", payment_id.as_str());
        rows.iter().map(|row| row["amount"].as_i64().unwrap()).collect()
    }

    /// The rows of an effect in the ledger whose `field` is `id`.
    pub fn ledger_rows(&self, effect: &str, field: &str, id: &str) -> Vec<Value> {
        let mut found = Vec::new();
        let mut after = 0;
        loop {
            let page = self.ask(Method::Get, &format!("/_sandbox/ledger?after={after}"), None);
            let rows = page["data"].as_array().unwrap();
            found.extend(rows.iter().filter(|row| row["effect"] == effect && row[field] == id).cloned());
            match rows.last() {
                Some(last) => after = last["seq"].as_i64().unwrap(),
                None => return found,
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

    pub fn starter(&self) -> ServiceStarter {
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

    pub fn payment(&self) -> Payment {
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

    pub fn last(&self, payment: &Payment) -> Option<&Operation> {
        self.state.workspace.operations.last_of(&payment.payment_id)
    }
}

pub fn ended_done(operation: Option<&Operation>) -> Option<ExecutionProof> {
    match operation.map(|operation| &operation.phase) {
        Some(Phase::Ended(Outcome::Done { proof, .. })) => Some(*proof),
        _ => None,
    }
}
