//! The kinds of operations that schedules are made of. A new kind is an arm in [`World::begin`], a plan, and the effect
//! that the ledger must show for it ([`mark`]).

use std::sync::Arc;

use chrono::{DateTime, Utc};
use paydesk_api::call::{Method, Request};
use paydesk_api::input::{CreateCustomerInput, CreatePaymentInput, CreateRefundInput};
use paydesk_api::operation::{AnswerStatus, Endpoint, Expectation, Target};
use paydesk_api::resources::customers::calls::CreateCustomer;
use paydesk_api::resources::payments::calls::CreatePayment;
use paydesk_api::resources::refunds::calls::CreateRefund;
use paydesk_core::Action;
use paydesk_core::dialog::Confirmation;
use paydesk_core::features::payments::PaymentsAction;
use paydesk_core::operations::{
    DisputePrecondition, Intent, OperationPlan, PaymentPrecondition, PayoutPrecondition, Precondition, Submission,
};
use paydesk_domain::ids::{BusinessProfileId, CustomerId, OperationId, PaymentId, RefundId};
use paydesk_domain::money::{Currency, Money};
use paydesk_domain::operation::ResourceKind;
use paydesk_domain::payment::Payment;
use paydesk_domain::payout::PayoutStatus;
use serde_json::{Value, json};

use super::schedule::World;
use super::shop::{GOOD, REVIEW, Shop};

/// What a payment is over, in the lowest unit: more than all its captures together.
const AMOUNT_MINOR: i64 = 1_000_000;
const IBAN: &str = "DE89370400440532013000";

/// What schedules begin.
pub const KINDS: [Endpoint; 9] = [
    Endpoint::CapturePayment,
    Endpoint::CancelPayment,
    Endpoint::ApprovePayment,
    Endpoint::CreatePayment,
    Endpoint::CreateRefund,
    Endpoint::CreatePayout,
    Endpoint::FulfillPayout,
    Endpoint::SubmitEvidence,
    Endpoint::CreateCustomer,
];

/// The effect of what is only made.
pub const CREATED: &str = "created";

/// What must stand in the ledger once for an operation that happened once.
#[derive(Debug, Clone, PartialEq, Eq, PartialOrd, Ord)]
pub struct Mark {
    /// What is only made is in no ledger: `created`, and the thing itself is looked for.
    pub effect: &'static str,
    /// The payment or the object, unless the service named it; for what is made, where it is found.
    pub object: Option<String>,
    pub minor: Option<i64>,
}

/// The mark of what a plan does.
pub fn mark(plan: &OperationPlan, precondition: &Precondition) -> Mark {
    let minor = plan.money.as_ref().map(|money| money.minor);
    let target = Some(plan.target.resource.clone());
    let text = |name: &str| plan.sends(name).and_then(Value::as_str).map(str::to_owned);
    let (effect, object, minor) = match plan.endpoint {
        Endpoint::CapturePayment => ("capture", target, minor),
        Endpoint::CancelPayment => ("void", target, None),
        // An approved payment that is captured automatically is captured whole.
        Endpoint::ApprovePayment => {
            ("capture", target, precondition.payment().map(|precondition| precondition.amount.minor))
        }
        Endpoint::CreateRefund => ("refund", text("refund_id"), None),
        Endpoint::CreatePayout => ("payout_create", None, minor),
        Endpoint::FulfillPayout => ("payout_fulfil", target, None),
        Endpoint::SubmitEvidence => ("evidence", target, None),
        Endpoint::CreateCustomer => (CREATED, Some(format!("/customers/{}", plan.target.resource)), None),
        Endpoint::CreatePayment => (CREATED, Some(format!("/payments/{}", plan.target.resource)), None),
        other => panic!("no schedule begins {other:?}"),
    };
    Mark { effect, object, minor }
}

/// Things that a schedule works on.
#[derive(Default)]
pub struct Stock {
    waiting: Vec<PaymentId>,
    paid: Vec<PaymentId>,
    disputes: Vec<(String, PaymentId)>,
    amounts: Vec<i64>,
    made: i64,
}

impl World {
    /// The person begins something, sometimes with more than one click.
    pub async fn begin(&mut self) {
        match self.rng.below(21) {
            0..7 => self.capture_part().await,
            7 => self.capture_all().await,
            8..10 => self.cancel().await,
            10..12 => self.approve().await,
            12..15 => self.refund().await,
            15 => self.create_payout(),
            16 => self.fulfill_payout().await,
            17 => self.create_customer(),
            18 => self.create_payment(),
            _ => self.submit_evidence().await,
        }
    }

    async fn capture_part(&mut self) {
        let payment_id = self.waiting_payment().await;
        let earlier = self.stock.amounts.last().copied().filter(|_| self.rng.one_in(12));
        let minor = earlier.unwrap_or_else(|| 1_000 + self.number() * 7);
        self.stock.amounts.push(minor);
        let amount = Money::new(minor, Currency::iso4217("USD"));
        self.confirm(payment_id, Intent::Capture { amount, prefix: String::new(), suffix: String::new() }).await;
    }

    async fn capture_all(&mut self) {
        let payment_id = self.waiting_payment().await;
        let Some(payment) = self.look_at(&payment_id).await else { return };
        let amount = payment.amount.with_minor(payment.capturable_minor());
        self.confirm(payment_id, Intent::Capture { amount, prefix: "PAYDESK".into(), suffix: String::new() }).await;
    }

    async fn cancel(&mut self) {
        let payment_id = self.waiting_payment().await;
        self.confirm(payment_id, Intent::Cancel { reason: Some("requested_by_customer".into()) }).await;
    }

    async fn approve(&mut self) {
        let id = self.name("review");
        let payment_id = self.shop().pay(&id, AMOUNT_MINOR + 1, REVIEW, Value::Null).await;
        let intent = if self.rng.one_in(5) { Intent::Cancel { reason: None } } else { Intent::Approve };
        self.confirm(payment_id, intent).await;
    }

    async fn refund(&mut self) {
        let payment_id = match self.one_of(|stock| &stock.paid) {
            Some(payment_id) => payment_id,
            None => {
                let id = self.name("paid");
                let payment_id = self.shop().pay(&id, AMOUNT_MINOR, GOOD, Value::Null).await;
                self.stock.paid.push(payment_id.clone());
                payment_id
            }
        };
        let Some(payment) = self.look_at(&payment_id).await else { return };
        let amount = payment.amount.with_minor(1_000 + self.number());
        let (id, refund_id) = (self.operation_id(), RefundId::new(self.name("refund")));
        let input = CreateRefundInput::new(payment_id, refund_id, amount);
        let plan = OperationPlan::of(&CreateRefund::new(id.clone(), input).unwrap());
        let precondition = Precondition::Payment(PaymentPrecondition::of(&payment, self.desk.now));
        self.submit(Submission { id, plan, precondition });
    }

    fn create_payout(&mut self) {
        let (id, reference, minor) = (self.operation_id(), self.name("payout"), 10_000 + self.unique());
        let money = Money::new(minor, Currency::iso4217("EUR"));
        let body = payout(&reference, minor, id.as_str());
        let expectation = Expectation::new(AnswerStatus::Payout).naming("merchant_order_reference_id", &reference);
        let plan = OperationPlan {
            endpoint: Endpoint::CreatePayout,
            target: Target::new(ResourceKind::Payout, reference),
            request: Request::operation(Method::Post, "/payouts/create", body),
            expectation: expectation.over(&money),
            money: Some(money),
            is_status_check: false,
            with_secret: false,
            stored_in_part: false,
        };
        self.submit(Submission { id, plan, precondition: Precondition::Nothing });
    }

    async fn fulfill_payout(&mut self) {
        // As a payout of an earlier run would be: not of the operations that are judged, so with a mark of its own.
        let (reference, minor) = (self.name("ready"), 10_000 + self.unique());
        let ready = self.shop().post("/payouts/create", payout(&reference, minor, "earlier")).await;
        let payout_id = ready["payout_id"].as_str().unwrap().to_owned();
        let money = Money::new(minor, Currency::iso4217("EUR"));
        let path = format!("/payouts/{payout_id}/fulfill");
        let expectation = Expectation::new(AnswerStatus::Payout).naming("payout_id", &payout_id).over(&money);
        let plan = OperationPlan {
            endpoint: Endpoint::FulfillPayout,
            target: Target::new(ResourceKind::Payout, payout_id.as_str()),
            request: Request::operation(Method::Post, path, json!({"payout_id": payout_id})),
            expectation,
            money: Some(money.clone()),
            is_status_check: false,
            with_secret: false,
            stored_in_part: false,
        };
        let precondition = Precondition::Payout(PayoutPrecondition {
            status: PayoutStatus::from_word(ready["status"].as_str().unwrap_or_default()),
            amount: money,
            description: ready["description"].as_str().map(str::to_owned),
            metadata: Some(ready["metadata"].clone()),
            recipient: Vec::new(),
            at: self.desk.now,
        });
        let id = self.operation_id();
        self.submit(Submission { id, plan, precondition });
    }

    fn create_customer(&mut self) {
        let (id, customer_id) = (self.operation_id(), CustomerId::new(self.name("customer")));
        let input =
            CreateCustomerInput { description: "Buys punched cards".into(), ..CreateCustomerInput::new(customer_id) };
        let plan = OperationPlan::of(&CreateCustomer::new(input).unwrap());
        self.submit(Submission { id, plan, precondition: Precondition::Nothing });
    }

    fn create_payment(&mut self) {
        let (id, payment_id) = (self.operation_id(), PaymentId::new(self.name("created")));
        let amount = Money::new(AMOUNT_MINOR, Currency::iso4217("USD"));
        let profile_id = BusinessProfileId::new(self.shop().sandbox.credentials.profile_id.as_str());
        let input = CreatePaymentInput::new(amount, profile_id, payment_id);
        let plan = OperationPlan::of(&CreatePayment::new(id.clone(), input, self.desk.now).unwrap());
        self.submit(Submission { id, plan, precondition: Precondition::Nothing });
    }

    async fn submit_evidence(&mut self) {
        let (dispute_id, payment_id) = match self.one_of(|stock| &stock.disputes) {
            Some(dispute) => dispute,
            None => {
                let id = self.name("disputed");
                let payment_id = self.shop().pay(&id, AMOUNT_MINOR, GOOD, Value::Null).await;
                let body = json!({"reason": "fraudulent", "stage": "dispute"});
                let dispute = self.shop().post(&format!("/_sandbox/payments/{id}/dispute"), body).await;
                let dispute = (dispute["dispute_id"].as_str().unwrap().to_owned(), payment_id);
                self.stock.disputes.push(dispute.clone());
                dispute
            }
        };
        let path = format!("/_sandbox/disputes/{dispute_id}");
        let stored = self.shop().ask(Method::Get, &path, None).await;
        let body = json!({"dispute_id": dispute_id, "customer_name": format!("Ada {}", self.number())});
        let plan = OperationPlan {
            endpoint: Endpoint::SubmitEvidence,
            target: Target::new(ResourceKind::Dispute, dispute_id.as_str()),
            request: Request::operation(Method::Post, "/disputes/evidence", body),
            expectation: Expectation::new(AnswerStatus::Evidence).naming("dispute_id", &dispute_id),
            money: None,
            is_status_check: false,
            with_secret: false,
            stored_in_part: false,
        };
        let status = stored["status"].as_str().unwrap_or_default().to_owned();
        let precondition = Precondition::Dispute(DisputePrecondition { status, payment_id, at: self.desk.now });
        let id = self.operation_id();
        self.submit(Submission { id, plan, precondition });
    }

    // ----- by hand

    /// Opens the payment, then the confirmation, and confirms it, sometimes more than once.
    async fn confirm(&mut self, payment_id: PaymentId, intent: Intent) {
        if self.look_at(&payment_id).await.is_none() {
            return;
        }
        self.act(Action::Payments(PaymentsAction::Ask(payment_id, intent.action())));
        for _ in 0..=self.rng.below(3) {
            self.act(Action::Confirm(Confirmation::Payment(intent.clone())));
        }
    }

    fn submit(&mut self, submission: Submission) {
        for _ in 0..=self.rng.below(3) {
            self.act(Action::Submit(Box::new(submission.clone())));
        }
    }

    /// Opens a payment; `None` where reading it failed.
    async fn look_at(&mut self, payment_id: &PaymentId) -> Option<Payment> {
        self.act(Action::Payments(PaymentsAction::Open(payment_id.clone())));
        self.settle_queues().await;
        self.desk.state.workspace.payments.detail(payment_id)?.value().cloned()
    }

    /// A payment that waits for capture, or did when it was made.
    async fn waiting_payment(&mut self) -> PaymentId {
        match self.one_of(|stock| &stock.waiting) {
            Some(payment_id) => payment_id,
            None => {
                let id = self.name("waiting");
                let payment_id = self.shop().held(&id, AMOUNT_MINOR).await;
                self.stock.waiting.push(payment_id.clone());
                payment_id
            }
        }
    }

    /// One of the latest three, mostly.
    fn one_of<T: Clone>(&mut self, of: impl FnOnce(&Stock) -> &Vec<T>) -> Option<T> {
        let (anew, which) = (self.rng.one_in(4), self.rng.index(3));
        of(&self.stock).iter().rev().nth(which).filter(|_| !anew).cloned()
    }

    fn shop(&self) -> Arc<Shop> {
        self.line.shop.clone()
    }

    fn operation_id(&mut self) -> OperationId {
        OperationId::new(self.name("op"))
    }

    /// A number that this schedule has not given before.
    fn number(&mut self) -> i64 {
        self.stock.made += 1;
        self.stock.made
    }

    /// A number that no schedule gives but this, once.
    fn unique(&mut self) -> i64 {
        self.schedule.cast_signed() * 1_000 + self.number()
    }

    fn name(&mut self, of: &str) -> String {
        let number = self.number();
        format!("{of}_{}_{number}", self.schedule)
    }
}

fn payout(reference: &str, minor: i64, operation_id: &str) -> Value {
    json!({
        "amount": minor, "currency": "EUR", "payout_type": "bank", "auto_fulfill": false,
        "payout_method_data": {"bank_transfer": {"payout_method_type": "sepa", "iban": IBAN, "bic": "COBADEFF"}},
        "merchant_order_reference_id": reference, "metadata": {"operation_id": operation_id},
    })
}

/// The start of every schedule, on Paydesk's clock.
pub fn start_time() -> DateTime<Utc> {
    "2026-11-21T10:00:00Z".parse().unwrap()
}
