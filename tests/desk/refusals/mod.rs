//! Every documented error of every call that a form or a dialog sends, provoked at the real sandbox through core and
//! runtime: what a person then reads says what happened, to which object, and what to do next.

use paydesk_api::call::{Method, Request};
use paydesk_api::outcome::{Attempt, Body, HttpAnswer};
use paydesk_core::dialog::Confirmation;
use paydesk_core::features::customers::{CustomerSearch, CustomersAction};
use paydesk_core::operations::wording::{orphan_text, outcome_text};
use paydesk_core::operations::{Operation, OperationPlan, Phase, Precondition, ResolutionFinding, Submission};
use paydesk_core::{Action, State};
use paydesk_domain::ids::{BusinessProfileId, OperationId};
use paydesk_sandbox::SandboxConfig;
use paydesk_test_desk::{RuntimeHarness, Service};
use paydesk_test_sandbox::helpers;
use paydesk_test_sandbox::payouts::payout_with;
use serde_json::{Value, json};

mod calls;

mod general;

mod own;

/// A shop at a sandbox that has one of everything, and a desk at work on it.
pub struct Shop {
    pub service: Service,
    pub desk: RuntimeHarness,
    pub payout: String,
    pub subscription: String,
    data: tempfile::TempDir,
    sent: u32,
}

pub const PAYMENT: &str = "paid_1";

pub const CUSTOMER: &str = "cus_1";

impl Shop {
    pub fn open() -> Self {
        let service = Service::with(SandboxConfig { payments: 20, rate_limit: None, ..SandboxConfig::default() });
        let profile_id = service.running.credentials.profile_id.clone();
        let post = |path: &str, body: Value| service.ask(Method::Post, path, Some(body));
        post("/customers", json!({"customer_id": CUSTOMER, "email": "ada@mail.example"}));
        let paid = json!({"payment_id": PAYMENT, "profile_id": profile_id});
        post("/payments", helpers::payment_with("4242424242424242", paid));
        let payout = post("/payouts/create", payout_with(json!({})))["payout_id"].as_str().unwrap().to_owned();
        let body = json!({"customer_id": CUSTOMER, "item_price_id": "price_beans_monthly_usd",
            "payment_details": {"return_url": "https://shop.example/back"}});
        let subscription = with_profile(&service, "/subscriptions/create", body)["id"].as_str().unwrap().to_owned();
        let data = tempfile::tempdir().unwrap();
        let desk = RuntimeHarness::open(&service, data.path());
        Self { service, desk, payout, subscription, data, sent: 0 }
    }

    /// Another desk on the same shop, as if nothing had been asked of the service yet.
    pub fn with_new_desk(mut self) -> Self {
        self.desk.close();
        self.data = tempfile::tempdir().unwrap();
        self.desk = RuntimeHarness::open(&self.service, self.data.path());
        self
    }

    pub fn operation_id(&mut self) -> OperationId {
        self.sent += 1;
        OperationId::new(format!("op_{}", self.sent))
    }

    /// The next request of this method and path goes wrong.
    pub fn fault(&self, (method, path): (Method, &str), kind: &str, count: u32) {
        let method: &str = if method == Method::Put {
            "PUT"
        } else if method == Method::Get {
            "GET"
        } else {
            "POST"
        };
        let fault = json!({"method": method, "path": path, "kind": kind, "count": count});
        self.service.ask(Method::Post, "/_sandbox/faults", Some(fault));
    }

    /// Sends it, and tells what a person reads then. What is left open is closed, so that the next can be tried.
    pub fn response(&mut self, id: &OperationId, plan: OperationPlan, precondition: Precondition) -> String {
        self.desk.act(Action::Submit(Box::new(Submission { id: id.clone(), plan, precondition })));
        self.desk.until("something is told", |state| response_of(state, id).is_some());
        let text = response_of(&self.desk.state, id).unwrap();
        let operation = self.desk.state.workspace.operations.find(id).unwrap().clone();
        assert_toasted(&self.desk.state, &operation, &text);
        if matches!(operation.phase, Phase::AwaitingTurn { .. }) {
            self.desk.act(Action::WithdrawOperation(id.clone()));
        }
        // Also what was withdrawn after it had met the rate limit.
        let found = self.desk.state.workspace.operations.find(id);
        if found.is_some_and(|operation| matches!(operation.phase, Phase::Unknown(_))) {
            self.desk.act(Action::AskCloseUnknown(id.clone()));
            self.desk.act(Action::Confirm(Confirmation::CloseUnknown));
        }
        let over = |state: &State| state.workspace.operations.find(id).is_none_or(|operation| !operation.is_open());
        self.desk.until("it is over", over);
        self.named(text)
    }

    /// With names for the ids that the sandbox gave.
    pub fn named(&self, text: String) -> String {
        let text = text.replace(&self.payout, "PAYOUT").replace(&self.subscription, "SUBSCRIPTION");
        text.replace(&self.service.running.credentials.merchant_id, "MERCHANT")
    }

    /// What a person reads who looks for a customer.
    pub fn find_customer(&mut self, id: &str) -> String {
        self.desk.act(Action::Customers(CustomersAction::Find(id.to_owned())));
        self.desk.until("the search ended", |state| {
            !matches!(state.workspace.customers.search, CustomerSearch::Reading(..))
        });
        match &self.desk.state.workspace.customers.search {
            CustomerSearch::Failed(text) => text.clone(),
            other => panic!("{other:?}"),
        }
    }
}

fn with_profile(service: &Service, path: &str, body: Value) -> Value {
    let request = Request {
        profile_id: Some(BusinessProfileId::new(&*service.running.credentials.profile_id)),
        ..Request::operation(Method::Post, path, body)
    };
    match service.threads.block_on(service.direct.send(&request)) {
        Attempt::Answered(HttpAnswer { body: Body::Json(value), .. }) => value,
        other => panic!("{path}: {other:?}"),
    }
}

/// Its status in the words of Paydesk, once there is something to tell. While a refusal is looked into there is not.
fn response_of(state: &State, id: &OperationId) -> Option<String> {
    let operation = state.workspace.operations.find(id)?;
    match &operation.phase {
        Phase::Ended(outcome) => Some(outcome_text(operation, outcome).1),
        Phase::Unknown(_) if operation.looks_into_refusal() => None,
        Phase::Unknown(unknown) => {
            let what = match &unknown.finding {
                ResolutionFinding::Parked | ResolutionFinding::ParkedYet => {
                    format!(". {}", orphan_text(&operation.plan))
                }
                _ => String::new(),
            };
            Some(format!("{}: {}, {}{what}", operation.plan.title(), operation.word(), unknown.why))
        }
        Phase::AwaitingTurn { .. } => Some(format!("{}: {}", operation.plan.title(), operation.word())),
        _ => None,
    }
}

/// A message says it, or that it is not known.
fn assert_toasted(state: &State, operation: &Operation, text: &str) {
    let toasts: Vec<&str> = state.toasts.shown().iter().map(|toast| toast.text.as_str()).collect();
    match &operation.phase {
        Phase::Ended(_) => assert!(toasts.contains(&text), "{text}: {toasts:?}"),
        Phase::Unknown(unknown) if unknown.refusal.is_none() => {
            let (title, unknown) = (operation.plan.title(), ": sent, outcome unknown");
            // It names the payment, where the title does not.
            let says_it = |toast: &&str| toast.starts_with(&title) && toast.ends_with(unknown);
            assert!(toasts.iter().any(says_it), "{title}{unknown}: {toasts:?}");
        }
        _ => {}
    }
}
