//! Each operation whose answer is lost at a service of either shape: it ends as it was executed, and was executed once. The
//! sandbox's ledger is the only judge.

use chrono::TimeDelta;
use paydesk_api::call::Method;
use paydesk_api::endpoints::ReadEndpoint;
use paydesk_api::input::CreateRefundInput;
use paydesk_api::operation::Endpoint;
use paydesk_api::resources::disputes::calls::{SubmitEvidence, SubmitEvidenceInput};
use paydesk_api::resources::payouts::calls::{FulfillPayout, FulfillPayoutInput};
use paydesk_api::resources::payouts::wire::decode_payout;
use paydesk_api::resources::refunds::calls::CreateRefund;
use paydesk_core::dialog::Confirmation;
use paydesk_core::features::payments::PaymentsAction;
use paydesk_core::operations::resolution_schedule::SETTLE_WINDOW_S;
use paydesk_core::operations::{
    DisputePrecondition, Intent, Operation, OperationPlan, Outcome, PaymentPrecondition, PayoutPrecondition, Phase,
    Precondition, ResourceKind, Submission,
};
use paydesk_core::route::Route;
use paydesk_core::{Action, State};
use paydesk_domain::evidence::EvidenceField;
use paydesk_domain::ids::{DisputeId, OperationId, PaymentId, RefundId};
use paydesk_domain::money::MinorUnits;
use paydesk_domain::payment::Payment;
use paydesk_sandbox::{SandboxConfig, SandboxShapes};
use paydesk_test_desk::{RuntimeHarness, Service};
use paydesk_test_sandbox::helpers::payment_with;
use paydesk_test_sandbox::hyperswitch::VISA;
use serde_json::json;

/// The card whose payments are held for review.
const REVIEW: &str = "4000000000009235";

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
        self.pay_with(VISA, capture_method)
    }

    fn pay_with(&mut self, card: &str, capture_method: &str) -> Payment {
        let profile = self.desk.state.workspace.profile.as_ref().unwrap();
        let profile_id = profile.business_profile_id.as_ref().unwrap().as_str();
        let body = payment_with(card, json!({ "capture_method": capture_method, "profile_id": profile_id }));
        let made = self.service.ask(Method::Post, "/payments", Some(body));
        self.desk.open_payment(&PaymentId::new(made["payment_id"].as_str().unwrap()))
    }

    fn submit(&mut self, plan: OperationPlan, precondition: Precondition, id: &str) -> OperationId {
        let id = OperationId::new(id);
        self.desk.act(Action::Submit(Box::new(Submission { id: id.clone(), plan, precondition })));
        id
    }

    /// As the person does in the window, where the service's own ways are followed.
    fn confirm(&mut self, payment: &Payment, intent: Intent) -> OperationId {
        self.desk.act(Action::Payments(PaymentsAction::Ask(payment.payment_id.clone(), intent.action())));
        self.desk.act(Action::Confirm(Confirmation::Payment(intent)));
        self.desk.state.workspace.operations.open_of(&payment.payment_id).unwrap().id.clone()
    }

    /// Begins the fulfilment of a new payout; the payout's id.
    fn fulfil(&mut self, id: &str) -> String {
        let body = json!({
            "amount": 500, "currency": "EUR", "confirm": true, "payout_type": "bank", "auto_fulfill": false,
            "payout_method_data": {"bank_transfer":
                {"payout_method_type": "sepa", "iban": "DE89370400440532013000", "bic": "COBADEFFXXX"}},
        });
        let made = self.service.ask(Method::Post, "/payouts/create", Some(body));
        // Whether it can be read by its id is learned with the list.
        self.desk.act(Action::GoTo(Route::List(ResourceKind::Payout)));
        let is_asked = |state: &State| state.view().traits.capabilities.offering(ReadEndpoint::ListPayouts).is_some();
        self.desk.until("the service was asked for its payouts", is_asked);
        let payout = decode_payout(made, MinorUnits::Iso4217).unwrap();
        let (payout_id, amount) = (payout.payout_id.clone(), payout.amount.clone());
        let plan = OperationPlan::of(&FulfillPayout::new(FulfillPayoutInput { payout_id, amount }).unwrap());
        self.submit(plan, Precondition::Payout(PayoutPrecondition::of(&payout, self.desk.now())), id);
        payout.payout_id.as_str().to_owned()
    }

    /// Begins to submit evidence of a new dispute; the dispute's id.
    fn contest(&mut self, id: &str) -> String {
        let payment_id = self.pay("automatic").payment_id;
        let raise = format!("/_sandbox/payments/{payment_id}/dispute");
        let dispute = self.service.ask(Method::Post, &raise, Some(json!({"reason": "fraudulent", "stage": "dispute"})));
        let dispute_id = DisputeId::new(dispute["dispute_id"].as_str().unwrap());
        let input = SubmitEvidenceInput::new(dispute_id.clone()).with(EvidenceField::CustomerName, "Ada");
        let plan = OperationPlan::of(&SubmitEvidence::new(input).unwrap());
        let status = dispute["dispute_status"].as_str().or(dispute["status"].as_str()).unwrap().to_owned();
        let precondition = DisputePrecondition { status, payment_id, at: self.desk.now() };
        self.submit(plan, Precondition::Dispute(precondition), id);
        dispute_id.as_str().to_owned()
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
                let seen = Precondition::Payment(PaymentPrecondition::of(&payment, trial.desk.now()));
                let id = trial.submit(plan, seen, &id);
                let ended = trial.end_of(&id);
                assert_done(&ended, &what);
                let moved = trial.service.ledger(effect, &payment.payment_id);
                assert_eq!(moved, [minor], "{what}");
            }
        }
    }
}

#[test]
fn a_decision_a_payout_and_evidence_whose_answer_is_lost_end_as_they_were_executed_and_were_executed_once() {
    for shapes in [SandboxShapes::Spec, SandboxShapes::Hyperswitch] {
        let mut trial = Trial::at(shapes);
        for (nth, way) in WAYS.into_iter().enumerate() {
            let refused = if shapes == SandboxShapes::Spec { "/payments/*/cancel" } else { "/payments/*/reject" };
            for (intent, path, effect) in [
                (Intent::Approve, "/payments/*/approve", "capture"),
                (Intent::Cancel { reason: None }, refused, "void"),
            ] {
                let payment = trial.pay_with(REVIEW, "automatic");
                trial.service.fault(path, way);
                let id = trial.confirm(&payment, intent);
                let ended = trial.end_of(&id);
                assert_done(&ended, &format!("{shapes:?} {way} {path}"));
                assert_eq!(trial.service.ledger(effect, &payment.payment_id), [payment.amount.minor], "{way} {path}");
            }
            for (begin, path, effect) in [
                (Trial::fulfil as fn(&mut Trial, &str) -> String, "/payouts/*/fulfill", "payout_fulfil"),
                (Trial::contest, "/disputes/evidence", "evidence"),
            ] {
                let id = format!("op_{effect}_{nth}");
                trial.service.fault(path, way);
                let object = begin(&mut trial, &id);
                let ended = trial.end_of(&OperationId::new(id));
                // The sandbox decides on evidence soon, and where it has decided nothing else can be read.
                let is_decided = matches!(ended.phase, Phase::Ended(Outcome::Overtaken(_))) && effect == "evidence";
                if !is_decided {
                    assert_done(&ended, &format!("{shapes:?} {way} {path}"));
                }
                assert_eq!(trial.service.ledger_rows(effect, "object_id", &object).len(), 1, "{way} {path}");
            }
        }
    }
}

fn assert_done(ended: &Operation, what: &str) {
    assert!(matches!(ended.phase, Phase::Ended(Outcome::Done { .. })), "{what}: {:?}", ended.phase);
}
