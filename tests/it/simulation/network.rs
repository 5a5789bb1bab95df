//! What becomes of a request that leaves, and of a read: the way there, the way back, and what stands in between.

use std::rc::Rc;

use paydesk::api::call::Request;
use paydesk::api::operation::{Endpoint, Family};
use paydesk::api::outcome::{Answer, Attempt, Body, Loss};
use paydesk::api::rate_limit::RateHeaders;
use paydesk::app::Event;
use paydesk::app::operations::Seen;
use paydesk::app::operations::journal::Step;
use paydesk::app::operations::rules::{Again, rule};
use paydesk::domain::ids::{OperationId, PaymentId};
use serde_json::{Value, json};

use super::answers::{answered, no_connection, page, rates, refusal, with_rate};
use super::faults::Fault;
use super::judge::Violation;
use super::service::{Arrival, Author, Effect, Manner, Reply};
use super::world::{Happening, Op, World};

/// Longest time a request may be on its way, in milliseconds.
const LATE_MS: i64 = 90_000;
/// The client waits this long for an answer.
const TIMEOUT_MS: i64 = 60_000;
/// A check just before sending: a read of the last 5 s, and 5 s to write `sending`.
const CHECKED_MS: i64 = 10_100;

/// A request on its way.
pub struct Transit {
    pub op: usize,
    pub request: Rc<Request>,
    pub manner: Manner,
    /// Desk, its life and the attempt that waits for the answer.
    pub back: Option<(usize, u32, u32)>,
    pub twist: Twist,
}

/// What the way back does to an answer.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Twist {
    None,
    Lost,
    TimedOut,
    Cut,
    Foreign,
    OfAnother,
    ServerError,
    Twice,
    Duplicated,
    NearlySpent,
}

const FATES: &[(u64, Fault)] = &[
    (6, Fault::NoConnection),
    (2, Fault::BadCertificate),
    (6, Fault::RequestLost),
    (10, Fault::LateArrival),
    (5, Fault::DuplicateDelivery),
    (8, Fault::AnswerLost),
    (5, Fault::AnswerTimedOut),
    (4, Fault::AnswerCut),
    (3, Fault::AnswerForeign),
    (4, Fault::AnswerOfAnother),
    (2, Fault::AnswerTwice),
    (5, Fault::ServerErrorBefore),
    (5, Fault::ServerErrorAfter),
    (4, Fault::GatewayTimeout),
    (2, Fault::Redirect),
    (2, Fault::CaptivePortal),
    (6, Fault::RateLimited),
    (2, Fault::RateLimitedAbsurdly),
    (3, Fault::BudgetNearlySpent),
    (3, Fault::ConflictWithoutEffect),
    (3, Fault::ConflictWithEffect),
    (1, Fault::KeyRefused),
    (2, Fault::PermissionMissing),
    (6, Fault::Declined),
    (4, Fault::UnknownStatus),
];

/// Whether the service keeps a second copy from a second effect, whatever happened in between.
fn is_guarded(op: &Op) -> bool {
    let whole = op.seen.payment().is_some_and(|seen| seen.capturable_minor == Some(op.amount));
    match op.endpoint {
        Endpoint::CapturePayment => whole,
        Endpoint::CreatePayment
        | Endpoint::CancelPayment
        | Endpoint::ApprovePayment
        | Endpoint::ConfirmPayment
        | Endpoint::CreateRefund
        | Endpoint::CreateCustomer
        | Endpoint::ConfirmSubscription => true,
        _ => false,
    }
}

pub fn can_be_declined(endpoint: Endpoint) -> bool {
    matches!(
        endpoint,
        Endpoint::CreatePayment
            | Endpoint::ConfirmPayment
            | Endpoint::CapturePayment
            | Endpoint::ApprovePayment
            | Endpoint::CreateRefund
            | Endpoint::FulfillPayout
            | Endpoint::ConfirmSubscription
    )
}

impl World {
    // ----- operations

    /// An attempt leaves a desk.
    pub fn send(&mut self, desk: usize, id: &OperationId, attempt: u32, request: Request) {
        let Some(index) = self.op_of(id) else { return };
        self.check_before_first_byte(desk, index, attempt, &request);
        if self.trouble(60) {
            self.fault(Fault::CrashBeforeFirstByte);
            return self.crash(desk, false);
        }
        let now_ms = self.now_ms;
        let op = &mut self.ops[index];
        op.sends += 1;
        op.last_sent_ms = now_ms;
        let request = op.request.get_or_insert_with(|| Rc::new(request)).clone();
        self.note(|world| format!("desk {desk} sends {} attempt {attempt}", world.ops[index].id));
        if let Some(held) = &mut self.held {
            return held.push((index, attempt));
        }
        self.route(desk, index, attempt, request);
        if self.trouble(60) {
            self.fault(Fault::CrashAfterFirstByte);
            self.crash(desk, false);
        }
    }

    /// The first rules: `sending` is on disk, the request is the same each time, what was seen was looked at again.
    fn check_before_first_byte(&mut self, desk: usize, index: usize, attempt: u32, request: &Request) {
        let op = &self.ops[index];
        let on_disk = self.disks[self.desks[desk].disk].has(&op.id, |step| *step == Step::Sending { attempt });
        let changed = op.request.as_ref().is_some_and(|first| **first != *request);
        let looked = match &op.seen {
            Seen::Payment(seen) if attempt == 1 && self.desks[desk].checks() => {
                self.desks[desk].looked_at(&seen.payment_id).is_some_and(|ms| self.now_ms - ms <= CHECKED_MS)
            }
            _ => true,
        };
        let by_person = matches!(rule(op.endpoint).again, Again::PersonAfterProof | Again::PersonWarned);
        let allowed = 1 + op.granted + op.rate_limited;
        let by_itself = self.desks[desk].checks() && by_person && op.sends >= allowed;
        if by_itself {
            let words = format!("{allowed} sends allowed: {op:?}");
            self.broken(Violation::new("sent again by itself", index, words));
        } else if !on_disk {
            self.broken(Violation::new("sent without a journal", index, format!("attempt {attempt} is not on disk")));
        } else if changed {
            self.broken(Violation::new("another request", index, "a later attempt is not the same request".into()));
        } else if !looked {
            self.broken(Violation::new("sent unchecked", index, "the payment was not read just before".into()));
        }
    }

    fn fate(&mut self, index: usize) -> Option<Fault> {
        if self.calm || self.dice.roll(100) >= self.trouble {
            return None;
        }
        let fate = self.dice.weighted(FATES);
        let op = &self.ops[index];
        let possible = match fate {
            Fault::DuplicateDelivery => is_guarded(op),
            Fault::Declined => can_be_declined(op.endpoint),
            Fault::UnknownStatus => can_be_declined(op.endpoint) && op.endpoint != Endpoint::CreateRefund,
            _ => true,
        };
        possible.then_some(fate)
    }

    /// Decides what becomes of a request that has left.
    #[expect(clippy::too_many_lines, reason = "a dispatch table: some lines for each kind of trouble")]
    fn route(&mut self, desk: usize, index: usize, attempt: u32, request: Rc<Request>) {
        let fate = self.fate(index);
        let (soon, back) = (self.dice.from(5, 1_500), self.dice.from(5, 1_500));
        let late = self.dice.from(50, LATE_MS);
        let life = self.desks[desk].life;
        // Declines and strange statuses are the service's doing, whatever becomes of the answer.
        let manner = match fate {
            Some(Fault::Declined) => Manner::Declining,
            Some(Fault::UnknownStatus) => Manner::UnknownStatus,
            Some(Fault::AnswerLost | Fault::LateArrival) if can_be_declined(self.ops[index].endpoint) => {
                if self.dice.one_in(6) { Manner::Declining } else { Manner::Plain }
            }
            _ => Manner::Plain,
        };
        let wait = self.dice.from(0, 60);
        let absurd = *self.dice.pick(&[-9_000_000_000, i64::MAX - 8_000, 86_400, -5]).unwrap_or(&0);
        let transit =
            |twist| Transit { op: index, request: request.clone(), manner, back: Some((desk, life, attempt)), twist };
        let silent = || Transit { op: index, request: request.clone(), manner, back: None, twist: Twist::None };
        let mut arrives: Option<(i64, Transit)> = None;
        let mut told: Option<(i64, Attempt)> = None;
        match fate.unwrap_or(Fault::Twin) {
            Fault::NoConnection => told = Some((soon, no_connection(false))),
            Fault::BadCertificate => told = Some((soon, no_connection(true))),
            Fault::RequestLost => told = Some((TIMEOUT_MS, Attempt::Lost(Loss::TimedOut))),
            Fault::LateArrival => {
                arrives = Some((late, silent()));
                told = Some(match self.dice.one_in(2) {
                    true => (TIMEOUT_MS, Attempt::Lost(Loss::TimedOut)),
                    false => (soon, Attempt::Lost(Loss::ConnectionLost)),
                });
            }
            Fault::DuplicateDelivery => arrives = Some((soon, transit(Twist::Duplicated))),
            Fault::AnswerLost => arrives = Some((soon, transit(Twist::Lost))),
            Fault::AnswerTimedOut => arrives = Some((soon, transit(Twist::TimedOut))),
            Fault::AnswerCut => arrives = Some((soon, transit(Twist::Cut))),
            Fault::AnswerForeign => arrives = Some((soon, transit(Twist::Foreign))),
            Fault::AnswerOfAnother => arrives = Some((soon, transit(Twist::OfAnother))),
            Fault::AnswerTwice => arrives = Some((soon, transit(Twist::Twice))),
            Fault::ServerErrorBefore => told = Some((soon, refusal(503, "CE_01"))),
            Fault::ServerErrorAfter => arrives = Some((soon, transit(Twist::ServerError))),
            Fault::GatewayTimeout => {
                told = Some((soon, page(504)));
                arrives = self.dice.one_in(2).then(|| (late, silent()));
            }
            Fault::Redirect => told = Some((soon, page(302))),
            Fault::CaptivePortal => told = Some((soon, page(if wait % 2 == 0 { 200 } else { 404 }))),
            Fault::RateLimited => told = Some((soon, with_rate(refusal(429, "RL_01"), rates(0, wait)))),
            Fault::RateLimitedAbsurdly => {
                let rate = RateHeaders { reset_unix_s: Some(absurd), ..rates(0, 0) };
                told = Some((soon, with_rate(refusal(429, "RL_01"), rate)));
            }
            Fault::BudgetNearlySpent => arrives = Some((soon, transit(Twist::NearlySpent))),
            Fault::ConflictWithoutEffect => told = Some((soon, refusal(409, "IR_04"))),
            Fault::ConflictWithEffect => {
                told = Some((soon, refusal(409, "IR_04")));
                arrives = Some((late, silent()));
            }
            Fault::KeyRefused => told = Some((soon, refusal(401, "AU_02"))),
            Fault::PermissionMissing => told = Some((soon, refusal(403, "AU_03"))),
            _ => arrives = Some((soon, transit(Twist::None))),
        }
        if matches!(fate, Some(Fault::RateLimited | Fault::RateLimitedAbsurdly)) {
            self.ops[index].rate_limited += 1;
        }
        if let Some(fate) =
            fate.filter(|fate| !matches!(fate, Fault::Declined | Fault::UnknownStatus | Fault::DuplicateDelivery))
        {
            self.fault(fate);
        }
        if let Some((after, result)) = told {
            self.plan(
                after + if after == TIMEOUT_MS { 0 } else { back },
                Happening::Reply { desk, life, op: index, attempt, result },
            );
        }
        if let Some((after, transit)) = arrives {
            self.plan(after, Happening::Arrive(transit));
        }
    }

    /// A request reaches the service.
    pub fn arrive(&mut self, transit: Transit) {
        let Transit { op: index, request, manner, back, twist } = transit;
        let op = &self.ops[index];
        let arrival = Arrival {
            at_ms: self.now_ms,
            by: Author::Operation(index),
            number: op.number,
            endpoint: op.endpoint,
            resource: &op.target.resource,
            request: &request,
            manner,
        };
        let before = self.newest_texts(op);
        let (reply, effect) = self.service.execute(&arrival);
        self.note(|world| format!("service: {} → {effect:?} {}", world.ops[index].id, reply.0));
        self.count(index, &effect, manner, &reply);
        self.judge_effect(index);
        if effect == Effect::Done {
            self.judge_overwritten(index, before);
        }
        if twist == Twist::Duplicated && effect != Effect::Refused {
            // The copy that is answered comes first: by the law a refusal of a first attempt is final.
            self.fault(Fault::DuplicateDelivery);
            let late = self.dice.from(50, LATE_MS);
            self.plan(late, Happening::Arrive(Transit { op: index, request, manner, back: None, twist: Twist::None }));
        }
        let Some((desk, life, attempt)) = back else { return };
        let after = self.dice.from(5, 1_500);
        let (after, result) = match twist {
            Twist::Lost => (after, Attempt::Lost(Loss::ConnectionLost)),
            Twist::TimedOut => (TIMEOUT_MS - 1_500, Attempt::Lost(Loss::TimedOut)),
            Twist::ServerError => (after, refusal(502, "CE_01")),
            Twist::Cut if reply.0 < 300 => {
                let body = Body::Broken(if after % 2 == 0 { Loss::BodyCut } else { Loss::BodyStalled });
                (after, Attempt::Answered(Answer { status: reply.0, body, rate: RateHeaders::default() }))
            }
            Twist::Foreign => (after, page(200)),
            Twist::OfAnother if reply.0 < 300 => (after, answered(reply.0, self.of_another(index, reply.1))),
            Twist::NearlySpent => {
                (after, with_rate(answered(reply.0, reply.1), rates(self.dice.roll(61) as u32, self.dice.from(1, 60))))
            }
            Twist::None | Twist::Twice | Twist::Duplicated | Twist::Cut | Twist::OfAnother => {
                (after, answered(reply.0, reply.1))
            }
        };
        if twist == Twist::Twice {
            self.plan(after + 700, Happening::Reply { desk, life, op: index, attempt, result: result.clone() });
        }
        self.plan(after, Happening::Reply { desk, life, op: index, attempt, result });
    }

    /// Writes into the ledger what a request did.
    pub fn count(&mut self, index: usize, effect: &Effect, manner: Manner, reply: &Reply) {
        let now_ms = self.now_ms;
        let op = &mut self.ops[index];
        let first = op.effects + op.declines == 0;
        match effect {
            Effect::Done => {
                op.effects += 1;
                op.first_effect_ms = op.first_effect_ms.min(now_ms);
            }
            Effect::Declined => op.declines += 1,
            Effect::Repeated if !first => op.repeated += 1,
            Effect::Repeated | Effect::Refused => {}
        }
        let exists = reply.1["error"]["code"] == json!("HE_01");
        match (effect, manner) {
            (Effect::Declined, _) => self.fault(Fault::Declined),
            (Effect::Done, Manner::UnknownStatus) => self.fault(Fault::UnknownStatus),
            (Effect::Repeated, _) if exists && first => self.fault(Fault::IdTaken),
            (Effect::Repeated, _) if exists => self.fault(Fault::AlreadyExists),
            _ => {}
        }
    }

    /// The answer of another request: another id, or another amount.
    pub fn of_another(&mut self, index: usize, mut body: Value) -> Value {
        let id = match self.ops[index].endpoint {
            Endpoint::FulfillPayout | Endpoint::UpdatePayout => "payout_id",
            Endpoint::CreatePayout => "merchant_order_reference_id",
            Endpoint::CreateRefund => "refund_id",
            Endpoint::SubmitEvidence => "dispute_id",
            Endpoint::CreateCustomer | Endpoint::UpdateCustomer => "customer_id",
            Endpoint::CreateApiKey => "name",
            Endpoint::ConfirmSubscription | Endpoint::UpdateSubscription => "id",
            Endpoint::CreateSubscription => "merchant_reference_id",
            Endpoint::CreatePaymentLink => return json!([]),
            _ => "payment_id",
        };
        let with_amount = body.get("amount").is_some() && self.dice.one_in(2);
        if with_amount {
            body["amount"] = json!(body["amount"].as_i64().unwrap_or(0) + 1);
        } else {
            body[id] = json!("another");
        }
        body
    }

    /// What came of an attempt is reported to the desk that waits for it.
    pub fn replied(&mut self, desk: usize, life: u32, op: usize, attempt: u32, result: Attempt) {
        if self.desks[desk].life != life || !self.desks[desk].up {
            return;
        }
        self.note(|world| format!("desk {desk} hears of {} attempt {attempt}: {result:?}", world.ops[op].id));
        let told = matches!(&result, Attempt::Answered(Answer { body: Body::Json(_), .. }));
        if told && self.ops[op].target.family == Family::Payment {
            // The answer of an operation shows the payment as a read does.
            let (payment_id, now_ms) = (PaymentId::new(&*self.ops[op].target.resource), self.now_ms);
            self.desks[desk].looked(&payment_id, now_ms);
        }
        let operation_id = self.ops[op].id.clone();
        self.event(desk, Event::OperationAnswered { operation_id, attempt, result });
    }
}
