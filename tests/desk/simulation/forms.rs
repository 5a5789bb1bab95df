//! What a person fills in: a submission for each of the eighteen endpoints, made from what Paydesk shows.

use paydesk_api::call::{Method, Request, SecretPart};
use paydesk_api::operation::{AnswerStatus, Endpoint, Expectation, Target};
use paydesk_core::operations::{
    DisputePrecondition, Intent, OperationPlan, PaymentPrecondition, PayoutPrecondition, Precondition, Submission,
};
use paydesk_domain::ids::{OperationId, PaymentId};
use paydesk_domain::money::{Currency, Money};
use paydesk_domain::operation::ResourceKind;
use paydesk_domain::payout::PayoutStatus;
use serde_json::{Value, json};

use super::service::{is_of_subscription, payment_of_subscription, texts};
use super::world::{World, at};

/// What is wanted, and how it is asked for.
pub enum FormAction {
    /// By the dialog of a payment.
    Dialog(PaymentId, Intent),
    Form(Box<Submission>),
    /// The payment has to be read first.
    Look(PaymentId),
}

/// How often each is wanted; captures are mostly of a part.
pub const ENDPOINT_WEIGHTS: &[(u64, Endpoint)] = &[
    (26, Endpoint::CapturePayment),
    (6, Endpoint::CancelPayment),
    (5, Endpoint::ApprovePayment),
    (8, Endpoint::CreatePayment),
    (6, Endpoint::UpdatePayment),
    (6, Endpoint::ConfirmPayment),
    (12, Endpoint::CreateRefund),
    (4, Endpoint::CreatePayout),
    (5, Endpoint::UpdatePayout),
    (5, Endpoint::FulfillPayout),
    (4, Endpoint::SubmitEvidence),
    (4, Endpoint::CreateCustomer),
    (4, Endpoint::UpdateCustomer),
    (3, Endpoint::CreatePaymentLink),
    (2, Endpoint::CreateSubscription),
    (3, Endpoint::ConfirmSubscription),
    (2, Endpoint::UpdateSubscription),
    (2, Endpoint::CreateApiKey),
];

pub fn eur(minor: i64) -> Money {
    Money::new(minor, Currency::iso4217("EUR"))
}

fn plan(endpoint: Endpoint, target: Target, request: Request, expectation: Expectation) -> OperationPlan {
    let money = request.body.as_ref().and_then(|body| body.get("amount")?.as_i64()).map(eur);
    let with_secret = request.secret.is_some();
    OperationPlan {
        endpoint,
        target,
        request,
        expectation,
        money,
        is_status_check: false,
        with_secret,
        stored_in_part: false,
    }
}

fn post(path: String, body: Value) -> Request {
    Request::operation(Method::Post, path, body)
}

fn put(path: String, body: Value) -> Request {
    Request::operation(Method::Put, path, body)
}

/// The payments a person would do this to.
fn suits(endpoint: Endpoint, precondition: &PaymentPrecondition) -> bool {
    let (status, left) = (precondition.status.as_str(), precondition.capturable_minor.unwrap_or(0));
    match endpoint {
        Endpoint::CapturePayment => left > 0 && matches!(status, "requires_capture" | "succeeded"),
        Endpoint::CancelPayment => left > 0 || matches!(status, "requires_merchant_action" | "requires_confirmation"),
        Endpoint::ApprovePayment => status == "requires_merchant_action",
        Endpoint::ConfirmPayment => status == "requires_confirmation",
        Endpoint::CreateRefund => precondition.received_minor.unwrap_or(0) > 0,
        _ => !matches!(status, "cancelled" | "failed"),
    }
}

impl World {
    /// Thinks up something to do at `desk`.
    pub fn choose_form(&mut self, desk: usize) -> Option<FormAction> {
        let endpoint = self.rng.weighted(ENDPOINT_WEIGHTS);
        self.form_for(desk, endpoint)
    }

    /// Thinks up an operation of `endpoint`.
    #[expect(clippy::too_many_lines, reason = "one arm an endpoint")]
    pub fn form_for(&mut self, desk: usize, endpoint: Endpoint) -> Option<FormAction> {
        self.numbers += 1;
        let number = self.numbers;
        let id = OperationId::new(format!("op_form_{number}"));
        let (plan, precondition) = match endpoint {
            Endpoint::CapturePayment
            | Endpoint::CancelPayment
            | Endpoint::ApprovePayment
            | Endpoint::UpdatePayment
            | Endpoint::ConfirmPayment
            | Endpoint::CreateRefund => {
                let precondition = match self.choose_payment(desk, endpoint) {
                    Ok(precondition) => precondition,
                    Err(unread) => return unread.map(FormAction::Look),
                };
                return self.on_payment(endpoint, precondition, id, number);
            }
            Endpoint::CreatePayment => (self.create_payment(&id, number), Precondition::Nothing),
            Endpoint::CreatePayout => (create_payout(&id, number), Precondition::Nothing),
            Endpoint::UpdatePayout => self.update_payout(number),
            Endpoint::FulfillPayout => self.fulfil()?,
            Endpoint::SubmitEvidence => self.evidence(number),
            Endpoint::CreateCustomer => {
                let customer = format!("cus_{number}");
                let expects = Expectation::new(AnswerStatus::NotShown).naming("customer_id", &customer);
                let body = json!({"customer_id": customer, "description": texts(number)});
                (
                    plan(
                        endpoint,
                        Target::new(ResourceKind::Customer, customer),
                        post("/customers".into(), body),
                        expects,
                    ),
                    Precondition::Nothing,
                )
            }
            Endpoint::UpdateCustomer => {
                let known: Vec<String> = self.service.customers.iter().map(|customer| customer.id.clone()).collect();
                let id = self.rng.pick(&known)?.clone();
                let expects = Expectation::new(AnswerStatus::NotShown).naming("customer_id", &id);
                let request = post(format!("/customers/{id}"), json!({"description": texts(number)}));
                (plan(endpoint, Target::new(ResourceKind::Customer, id), request, expects), Precondition::Nothing)
            }
            Endpoint::CreatePaymentLink => {
                let expects = Expectation::new(AnswerStatus::NotShown).over(&eur(700));
                let body = json!({"amount": 700, "currency": "EUR", "description": texts(number)});
                let target = Target::new(ResourceKind::PaymentLink, format!("link_{number}"));
                (plan(endpoint, target, post("/payment_link".into(), body), expects), Precondition::Nothing)
            }
            Endpoint::CreateSubscription => {
                let reference = format!("ref_{number}");
                let expects = Expectation::new(AnswerStatus::Subscription).naming("merchant_reference_id", &reference);
                let body = json!({"merchant_reference_id": reference, "item_price_id": "price_1"});
                let request = post("/subscriptions/create".into(), body);
                (
                    plan(endpoint, Target::new(ResourceKind::Subscription, reference), request, expects),
                    Precondition::Nothing,
                )
            }
            Endpoint::ConfirmSubscription => self.confirm_subscription(desk)?,
            Endpoint::UpdateSubscription => {
                let sub = format!("sub_{}", self.rng.below(4));
                let expects = Expectation::new(AnswerStatus::Subscription).naming("id", &sub);
                let request = put(format!("/subscriptions/{sub}/update"), json!({"plan_id": texts(number)}));
                (plan(endpoint, Target::new(ResourceKind::Subscription, sub), request, expects), Precondition::Nothing)
            }
            Endpoint::CreateApiKey => {
                let name = format!("key {number}");
                let expects = Expectation::new(AnswerStatus::NotShown).naming("name", &name);
                let target = Target::new(ResourceKind::ApiKey, name.as_str());
                (
                    plan(endpoint, target, post("/api_keys/merchant".into(), json!({"name": name})), expects),
                    Precondition::Nothing,
                )
            }
        };
        Some(FormAction::Form(Box::new(Submission { id, plan, precondition })))
    }

    /// A payment as Paydesk shows it; `Err`: one that has to be read first.
    fn choose_payment(&mut self, desk: usize, endpoint: Endpoint) -> Result<PaymentPrecondition, Option<PaymentId>> {
        let count = self.service.payments.len() as u64;
        let unsuitable = self.rng.one_in(12) && !self.calm;
        let from = self.rng.below(count);
        let mut unread = None;
        for step in 0..count {
            let payment = &self.service.payments[((from + step) % count) as usize];
            if is_of_subscription(&payment.id) {
                continue;
            }
            let id = PaymentId::new(payment.id.as_str());
            let precondition = match self.desks[desk].core.state() {
                Some(state) => state.workspace.payments.detail(&id).and_then(|detail| {
                    Some(PaymentPrecondition::of(detail.value()?, detail.read_at().unwrap_or(state.now)))
                }),
                None => Some(PaymentPrecondition::of(&payment.payment(payment.now(), None), at(self.now_ms))),
            };
            match precondition {
                Some(precondition) if unsuitable || suits(endpoint, &precondition) => return Ok(precondition),
                Some(_) => {}
                None => unread = unread.or(Some(id)),
            }
        }
        Err(unread)
    }

    fn on_payment(
        &mut self,
        endpoint: Endpoint,
        precondition: PaymentPrecondition,
        id: OperationId,
        number: u64,
    ) -> Option<FormAction> {
        let payment_id = precondition.payment_id.clone();
        let path = format!("/payments/{payment_id}");
        let left = precondition.capturable_minor.unwrap_or(0);
        let target = Target::new(ResourceKind::Payment, payment_id.as_str());
        let expects = Expectation::new(AnswerStatus::Payment).naming("payment_id", payment_id.as_str());
        let intent = match endpoint {
            Endpoint::CapturePayment => {
                let minor = *self.rng.pick(&[left, 300, 500, 900, 1_300]).unwrap_or(&left);
                Intent::Capture { amount: eur(minor), prefix: String::new(), suffix: String::new() }
            }
            Endpoint::CancelPayment => Intent::Cancel { reason: None },
            Endpoint::ApprovePayment => Intent::Approve,
            Endpoint::UpdatePayment => {
                let expects = Expectation::new(AnswerStatus::NotShown).naming("payment_id", payment_id.as_str());
                let plan = plan(endpoint, target, post(path, json!({"description": texts(number)})), expects);
                return Some(FormAction::Form(Box::new(Submission {
                    id,
                    plan,
                    precondition: Precondition::Payment(precondition),
                })));
            }
            Endpoint::ConfirmPayment => {
                let mut request = post(format!("{path}/confirm"), json!({"payment_method": "card"}));
                request.secret = self.rng.one_in(3).then(card);
                let plan = plan(endpoint, target, request, expects.over(&precondition.amount));
                return Some(FormAction::Form(Box::new(Submission {
                    id,
                    plan,
                    precondition: Precondition::Payment(precondition),
                })));
            }
            _ => {
                let received = precondition.received_minor.unwrap_or(0).max(1);
                let minor = *self.rng.pick(&[100, 250, 400, received]).unwrap_or(&100);
                let plan = refund(&precondition, minor, &id, number);
                return Some(FormAction::Form(Box::new(Submission {
                    id,
                    plan,
                    precondition: Precondition::Payment(precondition),
                })));
            }
        };
        if self.rng.one_in(2) {
            return Some(FormAction::Dialog(payment_id, intent));
        }
        let plan = intent.plan(&payment_id, &precondition).ok()?;
        Some(FormAction::Form(Box::new(Submission { id, plan, precondition: Precondition::Payment(precondition) })))
    }

    fn create_payment(&mut self, operation: &OperationId, number: u64) -> OperationPlan {
        let taken = self.rng.one_in(12) && !self.calm;
        let id = if taken { "pay_0".to_owned() } else { format!("new_{number}") };
        let amount = self.rng.from(2_000, 9_000);
        let body = json!({
            "payment_id": id, "amount": amount, "currency": "EUR", "confirm": true,
            "metadata": {"operation_id": operation.as_str()},
        });
        let mut request = post("/payments".into(), body);
        request.secret = Some(card());
        let expects = Expectation::new(AnswerStatus::Payment).naming("payment_id", &id).over(&eur(amount));
        plan(Endpoint::CreatePayment, Target::new(ResourceKind::Payment, id), request, expects)
    }

    fn update_payout(&mut self, number: u64) -> (OperationPlan, Precondition) {
        let id = format!("po_{}", self.rng.below(4));
        let request = put(format!("/payouts/{id}"), json!({"description": texts(number), "metadata": {}}));
        let expects = Expectation::new(AnswerStatus::Payout).naming("payout_id", &id).over(&eur(5_000));
        (plan(Endpoint::UpdatePayout, Target::new(ResourceKind::Payout, id), request, expects), Precondition::Nothing)
    }

    /// As Paydesk last saw it: a person fulfils what waits for it.
    fn fulfil(&mut self) -> Option<(OperationPlan, Precondition)> {
        let waits = self.service.payouts.iter().filter(|payout| payout.now().status == "requires_fulfillment");
        let waits: Vec<String> = waits.map(|payout| payout.id.clone()).collect();
        let id = self.rng.pick(&waits)?.clone();
        let payout = self.service.payouts.iter().find(|payout| payout.id == id)?;
        let description = Some(texts(payout.now().texts));
        let request = post(format!("/payouts/{id}/fulfill"), json!({"payout_id": id}));
        let expects = Expectation::new(AnswerStatus::Payout).naming("payout_id", &id).over(&eur(5_000));
        let target = Target::new(ResourceKind::Payout, id);
        let plan = OperationPlan { money: Some(eur(5_000)), ..plan(Endpoint::FulfillPayout, target, request, expects) };
        let precondition = PayoutPrecondition {
            status: PayoutStatus::RequiresFulfillment,
            amount: eur(5_000),
            description,
            metadata: None,
            recipient: Vec::new(),
            at: at(self.now_ms),
        };
        Some((plan, Precondition::Payout(precondition)))
    }

    fn evidence(&mut self, number: u64) -> (OperationPlan, Precondition) {
        let id = format!("dp_{}", self.rng.below(2));
        let body = json!({"dispute_id": id, "uncategorized_text": texts(number)});
        let expects = Expectation::new(AnswerStatus::Evidence).naming("dispute_id", &id);
        let dispute = self.service.disputes.iter().find(|dispute| dispute.id == id);
        let status = dispute.map_or("", |dispute| dispute.now().status).to_owned();
        let precondition = DisputePrecondition { status, payment_id: PaymentId::new("pay_3"), at: at(self.now_ms) };
        let target = Target::new(ResourceKind::Dispute, id);
        (
            plan(Endpoint::SubmitEvidence, target, post("/disputes/evidence".into(), body), expects),
            Precondition::Dispute(precondition),
        )
    }

    fn confirm_subscription(&mut self, desk: usize) -> Option<(OperationPlan, Precondition)> {
        let sub = format!("sub_{}", self.rng.below(4));
        let paid = PaymentId::new(payment_of_subscription(&sub));
        let known = self.desks[desk].core.state().and_then(|state| {
            let detail = state.workspace.payments.detail(&paid)?;
            Some(PaymentPrecondition::of(detail.value()?, detail.read_at().unwrap_or(state.now)))
        });
        let payment = self.service.payments.iter().find(|payment| payment.id == paid.as_str())?;
        // The create answer told of the payment: as it was when it was made.
        let precondition = known
            .unwrap_or_else(|| PaymentPrecondition::of(&payment.payment(&payment.versions[0], None), at(self.now_ms)));
        let mut request = post(format!("/subscriptions/{sub}/confirm"), json!({"payment_details": {}}));
        request.secret = self.rng.one_in(2).then(card);
        let expects = Expectation::new(AnswerStatus::Subscription).naming("id", &sub);
        let target = Target::new(ResourceKind::Subscription, sub);
        Some((plan(Endpoint::ConfirmSubscription, target, request, expects), Precondition::Payment(precondition)))
    }
}

fn card() -> SecretPart {
    SecretPart::new(&["payment_method_data", "card"], &json!({"card_number": "4242424242424242"}))
}

fn refund(precondition: &PaymentPrecondition, minor: i64, operation: &OperationId, number: u64) -> OperationPlan {
    let id = format!("ref_{number}");
    let body = json!({
        "payment_id": precondition.payment_id.as_str(), "refund_id": id, "amount": minor,
        "metadata": {"operation_id": operation.as_str()},
    });
    let expects = Expectation::new(AnswerStatus::NotShown).naming("refund_id", &id).over(&eur(minor));
    let target = Target::new(ResourceKind::Refund, precondition.payment_id.as_str());
    let plan = plan(Endpoint::CreateRefund, target, post("/refunds".into(), body), expects);
    OperationPlan { money: Some(eur(minor)), ..plan }
}

fn create_payout(operation: &OperationId, number: u64) -> OperationPlan {
    let reference = format!("order_{number}");
    let body = json!({
        "amount": 1_200, "currency": "EUR", "merchant_order_reference_id": reference, "auto_fulfill": false,
        "metadata": {"operation_id": operation.as_str()},
    });
    let expects =
        Expectation::new(AnswerStatus::Payout).naming("merchant_order_reference_id", &reference).over(&eur(1_200));
    plan(
        Endpoint::CreatePayout,
        Target::new(ResourceKind::Payout, reference),
        post("/payouts/create".into(), body),
        expects,
    )
}
