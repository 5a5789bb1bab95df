//! Each operation whose answer is lost at a service of either shape: it ends as it was executed, and was executed once. The
//! sandbox's ledger is the only judge.

use chrono::TimeDelta;
use paydesk_api::call::Method;
use paydesk_api::input::CreateRefundInput;
use paydesk_api::operation::Endpoint;
use paydesk_api::resources::refunds::calls::CreateRefund;
use paydesk_core::operations::resolution_schedule::SETTLE_WINDOW_S;
use paydesk_core::operations::{
    Intent, Operation, OperationPlan, Outcome, PaymentPrecondition, Phase, Precondition, Submission,
};
use paydesk_core::{Action, State};
use paydesk_domain::ids::{OperationId, PaymentId, RefundId};
use paydesk_domain::payment::Payment;
use paydesk_sandbox::{SandboxConfig, SandboxShapes};
use paydesk_test_desk::{RuntimeHarness, Service};
use paydesk_test_sandbox::helpers::payment_with;
use paydesk_test_sandbox::hyperswitch::VISA;
use serde_json::json;

/// How the answer is lost, after the request was executed.
const WAYS: [&str; 3] = ["close_after", "cut_body", "execute_empty_object"];

struct Trial {
    desk: RuntimeHarness,
    service: Service,
    _data: tempfile::TempDir,
}

impl Trial {
    fn at(shapes: SandboxShapes) -> Self {
        let config = SandboxConfig { payments: 30, rate_limit: None, ..SandboxConfig::default() };
        let service = Service::with(SandboxConfig { shapes: Some(shapes), ..config });
        let data = tempfile::tempdir().unwrap();
        let desk = RuntimeHarness::open(&service, data.path());
        Self { desk, service, _data: data }
    }

    /// A new payment, authorized or captured.
    fn pay(&mut self, capture_method: &str) -> Payment {
        let profile = self.desk.state.workspace.profile.as_ref().unwrap();
        let profile_id = profile.business_profile_id.as_ref().unwrap().as_str();
        let body = payment_with(VISA, json!({ "capture_method": capture_method, "profile_id": profile_id }));
        let made = self.service.ask(Method::Post, "/payments", Some(body));
        self.desk.open_payment(&PaymentId::new(made["payment_id"].as_str().unwrap()))
    }

    fn submit(&mut self, plan: OperationPlan, payment: &Payment, id: &str) -> OperationId {
        let id = OperationId::new(id);
        let precondition = Precondition::Payment(PaymentPrecondition::of(payment, self.desk.now()));
        self.desk.act(Action::Submit(Box::new(Submission { id: id.clone(), plan, precondition })));
        id
    }

    /// How it ends: as soon as it does, or once a late arrival is excluded.
    fn end_of(&mut self, id: &OperationId) -> Operation {
        let is_lost_or_ended = |state: &State| {
            let operation = state.workspace.operations.find(id);
            operation.is_some_and(|operation| operation.is_lost() || !operation.is_open())
        };
        self.desk.until("its answer was lost", is_lost_or_ended);
        self.service.ask(Method::Post, "/_sandbox/clock", Some(json!({"advance_seconds": SETTLE_WINDOW_S + 1})));
        self.desk.ahead += TimeDelta::seconds(SETTLE_WINDOW_S + 1);
        let ended = |state: &State| state.workspace.operations.find(id).is_some_and(|operation| !operation.is_open());
        self.desk.until("it ended", ended);
        self.desk.state.workspace.operations.find(id).unwrap().clone()
    }
}

fn plan(endpoint: Endpoint, payment: &Payment, minor: i64, id: &str) -> OperationPlan {
    let seen = PaymentPrecondition::of(payment, chrono::DateTime::UNIX_EPOCH);
    let amount = payment.amount.with_minor(minor);
    let intent = match endpoint {
        Endpoint::CapturePayment => Intent::Capture { amount, prefix: String::new(), suffix: String::new() },
        Endpoint::CancelPayment => Intent::Cancel { reason: Some("requested_by_customer".to_owned()) },
        _ => {
            let refund_id = RefundId::new(format!("ref_{id}"));
            let input = CreateRefundInput::new(payment.payment_id.clone(), refund_id, amount);
            return OperationPlan::of(&CreateRefund::new(OperationId::new(id), input).unwrap());
        }
    };
    intent.plan(&payment.payment_id, &seen).unwrap()
}

#[test]
fn each_operation_whose_answer_is_lost_ends_as_it_was_executed_and_was_executed_once() {
    for shapes in [SandboxShapes::Spec, SandboxShapes::Hyperswitch] {
        let mut trial = Trial::at(shapes);
        for (nth, way) in WAYS.into_iter().enumerate() {
            for (endpoint, path, capture_method, part, effect) in [
                (Endpoint::CapturePayment, "/payments/*/capture", "manual", 1, "capture"),
                (Endpoint::CapturePayment, "/payments/*/capture", "manual", 2, "capture"),
                (Endpoint::CancelPayment, "/payments/*/cancel", "manual", 1, "void"),
                (Endpoint::CreateRefund, "/refunds", "automatic", 2, "refund"),
            ] {
                let what = format!("{shapes:?} {way} {endpoint:?} 1/{part}");
                let payment = trial.pay(capture_method);
                let whole = payment.amount.minor;
                let id = format!("op_{}_{part}_{nth}", effect);
                let minor = whole / part;
                trial.service.fault(path, way);
                let plan = plan(endpoint, &payment, minor, &id);
                let id = trial.submit(plan, &payment, &id);
                let ended = trial.end_of(&id);
                assert!(matches!(ended.phase, Phase::Ended(Outcome::Done { .. })), "{what}: {:?}", ended.phase);
                let moved = trial.service.ledger(effect, &payment.payment_id);
                assert_eq!(moved, [minor], "{what}");
            }
        }
    }
}
