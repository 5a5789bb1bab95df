//! What becomes of a request that leaves, and of a read: the way there, the way back, and what is in between.

use std::rc::Rc;

use paydesk_api::call::Request;
use paydesk_api::operation::Endpoint;
use paydesk_api::outcome::{Attempt, Body, HttpAnswer, LostAnswer};
use paydesk_api::rate_limit::RateHeaders;
use paydesk_core::Message;
use paydesk_core::operations::Precondition;
use paydesk_core::operations::journal::JournalStep;
use paydesk_domain::ids::{OperationId, PaymentId};
use paydesk_domain::operation::ResourceKind;
use serde_json::{Value, json};
use strum::IntoEnumIterator as _;

use super::answers::{answered, no_connection, page, rates, refusal, with_rate};
use super::faults::Fault;
use super::judge::Violation;
use super::law::{SETTLE_WINDOW_MS, is_resent_by_person, refusal_is_checked};
use super::service::{Arrival, Author, Effect, Execution, Object, Reply};
use super::world::{Op, Scheduled, World};

/// Longest time a request may be on its way, in milliseconds: with a read that is 30 s behind, the settle window.
const LATE_MS: i64 = 90_000;
/// What a colleague refunds of a payment who does not refund the same, in its lowest unit.
const PART_BY_COLLEAGUE: i64 = 50;
/// How long after the settle window the latest arrive.
const BEYOND_MS: i64 = 900_000;
/// The client waits this long for an answer.
const TIMEOUT_MS: i64 = 60_000;
/// A check just before sending: a read of the last 5 s, and 5 s to write `sending`.
const CHECKED_MS: i64 = 10_100;

/// A request on its way.
pub struct Transit {
    pub op: usize,
    pub request: Rc<Request>,
    pub execution: Execution,
    pub sent_ms: i64,
    /// SimulatedDesk, its life and the attempt that waits for the answer.
    pub back: Option<(usize, u32, u32)>,
    pub answer_fault: AnswerFault,
}

/// What the way back does to an answer.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum AnswerFault {
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
    /// What was executed is refused with this status.
    Refused(u16),
    WrongBody(WrongBody),
    /// A second copy comes right after it, and that one is answered.
    SecondCopy,
}

/// A body that comes with status 200 and is no answer to the request.
#[derive(Debug, Clone, Copy, PartialEq, Eq, strum::EnumIter)]
pub enum WrongBody {
    EmptyObject,
    SuccessFalse,
    Error,
    OfAnotherRequest,
}

impl WrongBody {
    /// Which of the two faults this is, if one of them: whether it comes with an effect.
    fn of(self, fault: Fault) -> Option<(Self, bool)> {
        [true, false].into_iter().find(|with| self.fault(*with) == fault).map(|with| (self, with))
    }

    fn fault(self, with_effect: bool) -> Fault {
        match (self, with_effect) {
            (Self::EmptyObject, false) => Fault::EmptyObjectWithoutEffect,
            (Self::EmptyObject, true) => Fault::EmptyObjectWithEffect,
            (Self::SuccessFalse, false) => Fault::SuccessFalseWithoutEffect,
            (Self::SuccessFalse, true) => Fault::SuccessFalseWithEffect,
            (Self::Error, false) => Fault::ErrorIn200WithoutEffect,
            (Self::Error, true) => Fault::ErrorIn200WithEffect,
            (Self::OfAnotherRequest, false) => Fault::AnswerOfAnotherRequestWithoutEffect,
            (Self::OfAnotherRequest, true) => Fault::AnswerOfAnotherRequestWithEffect,
        }
    }
}

const FAULT_WEIGHTS: &[(u64, Fault)] = &[
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
    (3, Fault::ExecutedAnd400),
    (2, Fault::ExecutedAnd409),
    (1, Fault::EmptyObjectWithoutEffect),
    (1, Fault::EmptyObjectWithEffect),
    (1, Fault::SuccessFalseWithoutEffect),
    (1, Fault::SuccessFalseWithEffect),
    (1, Fault::ErrorIn200WithoutEffect),
    (1, Fault::ErrorIn200WithEffect),
    (2, Fault::AnswerOfAnotherRequestWithoutEffect),
    (2, Fault::AnswerOfAnotherRequestWithEffect),
    (4, Fault::SecondCopyRefused),
    (2, Fault::ArrivedAfterWindow),
];

/// Whether the service keeps a second copy from a second effect, whatever happened in between.
fn is_guarded(op: &Op) -> bool {
    let whole = op.precondition.payment().is_some_and(|precondition| precondition.capturable_minor == Some(op.amount));
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

/// What is counted when it has really happened at the service, and not when it was drawn.
fn is_counted_on_arrival(fault: Fault) -> bool {
    let wrong_body = WrongBody::iter().any(|wrong| wrong.fault(true) == fault);
    wrong_body
        || matches!(
            fault,
            Fault::Declined
                | Fault::UnknownStatus
                | Fault::DuplicateDelivery
                | Fault::ExecutedAnd400
                | Fault::ExecutedAnd409
                | Fault::SecondCopyRefused
                | Fault::ArrivedAfterWindow
        )
}

fn same_by_colleague(endpoint: Endpoint) -> Option<Fault> {
    match endpoint {
        Endpoint::CapturePayment => Some(Fault::SameCaptureByColleague),
        Endpoint::CancelPayment => Some(Fault::SameCancelByColleague),
        Endpoint::ApprovePayment => Some(Fault::SameApprovalByColleague),
        Endpoint::CreateRefund => Some(Fault::SameRefundByColleague),
        _ => None,
    }
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
        op.first_sent_ms = op.first_sent_ms.min(now_ms);
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
        let on_disk = self.disks[self.desks[desk].disk].has(&op.id, |step| *step == JournalStep::Sending { attempt });
        let changed = op.request.as_ref().is_some_and(|first| **first != *request);
        let looked = match &op.precondition {
            Precondition::Payment(precondition) if attempt == 1 && self.desks[desk].checks() => {
                self.desks[desk].looked_at(&precondition.payment_id).is_some_and(|ms| self.now_ms - ms <= CHECKED_MS)
            }
            _ => true,
        };
        let by_person = is_resent_by_person(op.endpoint);
        let allowed = 1 + op.granted + op.rate_limited;
        let by_itself = self.desks[desk].checks() && by_person && op.sends >= allowed;
        if by_itself {
            let text = format!("{allowed} sends allowed: {op:?}");
            self.broken(Violation::new("sent again by itself", index, text));
        } else if !on_disk {
            self.broken(Violation::new("sent without a journal", index, format!("attempt {attempt} is not on disk")));
        } else if changed {
            self.broken(Violation::new("another request", index, "a later attempt is not the same request".into()));
        } else if !looked {
            self.broken(Violation::new("sent unchecked", index, "the payment was not read just before".into()));
        }
    }

    /// What goes wrong with an attempt that leaves now, if something does.
    fn draw_fault(&mut self, index: usize) -> Option<Fault> {
        if self.calm || self.rng.below(100) >= self.trouble {
            return None;
        }
        let mut fault = self.rng.weighted(FAULT_WEIGHTS);
        if self.follows_unknown(index) && self.rng.one_in(8) {
            fault = Fault::RateLimited;
        }
        let op = &self.ops[index];
        let possible = match fault {
            Fault::DuplicateDelivery => is_guarded(op),
            Fault::Declined => can_be_declined(op.endpoint),
            Fault::UnknownStatus => can_be_declined(op.endpoint) && op.endpoint != Endpoint::CreateRefund,
            Fault::AnswerOfAnotherRequestWithoutEffect | Fault::AnswerOfAnotherRequestWithEffect => {
                self.answer_to_another(index).is_some()
            }
            Fault::ExecutedAnd400 => refusal_is_checked(op.endpoint),
            _ => true,
        };
        possible.then_some(fault)
    }

    /// Whether an attempt before the one that leaves now may have been executed.
    fn follows_unknown(&self, index: usize) -> bool {
        let op = &self.ops[index];
        op.sends > 1 + op.rate_limited
    }

    /// What became of the answer to the last request of another operation that was about something else. Links to pay
    /// are alike but for the words.
    fn answer_to_another(&self, index: usize) -> Option<&Value> {
        let op = &self.ops[index];
        let differs = |other: &Op| {
            other.target.resource != op.target.resource
                && (op.endpoint != Endpoint::CreatePaymentLink || other.endpoint != op.endpoint)
        };
        self.answers.iter().find(|(other, _)| differs(&self.ops[*other])).map(|(_, body)| body)
    }

    fn wrong_body(&self, index: usize, wrong: WrongBody) -> Value {
        match wrong {
            WrongBody::EmptyObject => json!({}),
            WrongBody::SuccessFalse => json!({"success": false}),
            WrongBody::Error => json!({"error": {"type": "api_error", "code": "HE_00", "message": "it went wrong"}}),
            WrongBody::OfAnotherRequest => self.answer_to_another(index).cloned().unwrap_or_else(|| json!({})),
        }
    }

    /// Decides what becomes of a request that has left.
    #[expect(clippy::too_many_lines, reason = "a dispatch table: some lines for each kind of trouble")]
    fn route(&mut self, desk: usize, index: usize, attempt: u32, request: Rc<Request>) {
        let fault = self.draw_fault(index);
        let (soon, back) = (self.rng.from(5, 1_500), self.rng.from(5, 1_500));
        let late = self.rng.from(50, LATE_MS);
        let (life, sent_ms) = (self.desks[desk].life, self.now_ms);
        // Declines and strange statuses are the service's doing, whatever becomes of the answer.
        let execution = match fault {
            Some(Fault::Declined) => Execution::Declining,
            Some(Fault::UnknownStatus) => Execution::UnknownStatus,
            Some(Fault::AnswerLost | Fault::LateArrival) if can_be_declined(self.ops[index].endpoint) => {
                if self.rng.one_in(6) { Execution::Declining } else { Execution::Plain }
            }
            _ => Execution::Plain,
        };
        let wait = self.rng.from(0, 60);
        let absurd = *self.rng.pick(&[-9_000_000_000, i64::MAX - 8_000, 86_400, -5]).unwrap_or(&0);
        let waiting = Some((desk, life, attempt));
        let transit = |answer_fault| {
            let request = request.clone();
            Transit { op: index, request, execution, sent_ms, back: waiting, answer_fault }
        };
        let silent = || Transit { back: None, ..transit(AnswerFault::None) };
        let mut arrives: Option<(i64, Transit)> = None;
        let mut response: Option<(i64, Attempt)> = None;
        match fault.unwrap_or(Fault::Twin) {
            Fault::NoConnection => response = Some((soon, no_connection(false))),
            Fault::BadCertificate => response = Some((soon, no_connection(true))),
            Fault::RequestLost => response = Some((TIMEOUT_MS, Attempt::Lost(LostAnswer::TimedOut))),
            Fault::LateArrival | Fault::ArrivedAfterWindow => {
                let beyond = self.rng.from(SETTLE_WINDOW_MS + 1, SETTLE_WINDOW_MS + BEYOND_MS);
                arrives = Some((if fault == Some(Fault::ArrivedAfterWindow) { beyond } else { late }, silent()));
                response = Some(match self.rng.one_in(2) {
                    true => (TIMEOUT_MS, Attempt::Lost(LostAnswer::TimedOut)),
                    false => (soon, Attempt::Lost(LostAnswer::ConnectionLost)),
                });
            }
            Fault::DuplicateDelivery => arrives = Some((soon, transit(AnswerFault::Duplicated))),
            Fault::AnswerLost => arrives = Some((soon, transit(AnswerFault::Lost))),
            Fault::AnswerTimedOut => arrives = Some((soon, transit(AnswerFault::TimedOut))),
            Fault::AnswerCut => arrives = Some((soon, transit(AnswerFault::Cut))),
            Fault::AnswerForeign => arrives = Some((soon, transit(AnswerFault::Foreign))),
            Fault::AnswerOfAnother => arrives = Some((soon, transit(AnswerFault::OfAnother))),
            Fault::AnswerTwice => arrives = Some((soon, transit(AnswerFault::Twice))),
            Fault::ServerErrorBefore => response = Some((soon, refusal(503, "CE_01"))),
            Fault::ServerErrorAfter => arrives = Some((soon, transit(AnswerFault::ServerError))),
            Fault::GatewayTimeout => {
                response = Some((soon, page(504)));
                arrives = self.rng.one_in(2).then(|| (late, silent()));
            }
            Fault::Redirect => response = Some((soon, page(302))),
            Fault::CaptivePortal => response = Some((soon, page(if wait % 2 == 0 { 200 } else { 404 }))),
            Fault::RateLimited => response = Some((soon, with_rate(refusal(429, "RL_01"), rates(0, wait)))),
            Fault::RateLimitedAbsurdly => {
                let rate = RateHeaders { reset_unix_s: Some(absurd), ..rates(0, 0) };
                response = Some((soon, with_rate(refusal(429, "RL_01"), rate)));
            }
            Fault::BudgetNearlySpent => arrives = Some((soon, transit(AnswerFault::NearlySpent))),
            Fault::ConflictWithoutEffect => response = Some((soon, refusal(409, "IR_04"))),
            Fault::ConflictWithEffect => {
                response = Some((soon, refusal(409, "IR_04")));
                arrives = Some((late, silent()));
            }
            Fault::KeyRefused => response = Some((soon, refusal(401, "AU_02"))),
            Fault::PermissionMissing => response = Some((soon, refusal(403, "AU_03"))),
            Fault::ExecutedAnd400 => arrives = Some((soon, transit(AnswerFault::Refused(400)))),
            Fault::ExecutedAnd409 => arrives = Some((soon, transit(AnswerFault::Refused(409)))),
            Fault::SecondCopyRefused => arrives = Some((soon, transit(AnswerFault::SecondCopy))),
            other => match WrongBody::iter().find_map(|wrong| wrong.of(other)) {
                Some((wrong, true)) => arrives = Some((soon, transit(AnswerFault::WrongBody(wrong)))),
                Some((wrong, false)) => response = Some((soon, answered(200, self.wrong_body(index, wrong)))),
                None => arrives = Some((soon, transit(AnswerFault::None))),
            },
        }
        if matches!(fault, Some(Fault::RateLimited | Fault::RateLimitedAbsurdly)) {
            if self.follows_unknown(index) {
                self.fault(Fault::RateLimitedAfterUnknown);
            }
            self.ops[index].rate_limited += 1;
        }
        if let Some(fault) = fault.filter(|fault| !is_counted_on_arrival(*fault)) {
            self.fault(fault);
        }
        if let Some((after, result)) = response {
            self.plan(
                after + if after == TIMEOUT_MS { 0 } else { back },
                Scheduled::Reply { desk, life, op: index, attempt, result },
            );
        }
        if let Some((after, transit)) = arrives {
            self.plan(after, Scheduled::Arrive(transit));
        }
        self.colleague_may_refund_first(index);
        self.colleague_may_do_the_same(index);
    }

    /// A request reaches the service.
    pub fn arrive(&mut self, transit: Transit) {
        let Transit { op: index, request, execution, sent_ms, back, answer_fault } = transit;
        let beyond = self.now_ms - sent_ms > SETTLE_WINDOW_MS;
        self.ops[index].after_window |= beyond;
        let (mut reply, effect) = self.execute(index, &request, execution);
        let happened = matches!(effect, Effect::Done | Effect::Declined);
        if beyond && happened {
            self.fault(Fault::ArrivedAfterWindow);
        }
        match answer_fault {
            AnswerFault::Duplicated if !matches!(effect, Effect::Refused | Effect::RepeatRefused) => {
                // The copy that is answered comes first.
                self.fault(Fault::DuplicateDelivery);
                let (late, request) = (self.rng.from(50, LATE_MS), request.clone());
                let answer_fault = AnswerFault::None;
                let copy = Transit { op: index, request, execution, sent_ms, back: None, answer_fault };
                self.plan(late, Scheduled::Arrive(copy));
            }
            AnswerFault::SecondCopy if happened && self.would_refuse_a_copy(index) => {
                reply = self.execute(index, &request, Execution::Plain).0;
                if reply.0 >= 400 {
                    self.ops[index].refused_although_executed = true;
                    self.fault(Fault::SecondCopyRefused);
                }
            }
            _ => {}
        }
        let Some((desk, life, attempt)) = back else { return };
        let (after, result) = self.spoilt_answer(index, answer_fault, reply, happened);
        if answer_fault == AnswerFault::Twice {
            self.plan(after + 700, Scheduled::Reply { desk, life, op: index, attempt, result: result.clone() });
        }
        self.plan(after, Scheduled::Reply { desk, life, op: index, attempt, result });
    }

    /// The service executes a copy of the request, and it is written down and judged what that did.
    fn execute(&mut self, index: usize, request: &Rc<Request>, execution: Execution) -> (Reply, Effect) {
        let op = &self.ops[index];
        let arrival = Arrival {
            at_ms: self.now_ms,
            by: Author::Operation(index),
            number: op.number,
            endpoint: op.endpoint,
            resource: &op.target.resource,
            request,
            execution,
        };
        let before = self.newest_texts(op);
        let (reply, effect) = self.service.execute(&arrival);
        self.note(|world| format!("service: {} → {effect:?} {}", world.ops[index].id, reply.0));
        self.count(index, &effect, execution, &reply);
        self.judge_effect(index);
        if effect == Effect::Done {
            self.judge_overwritten(index, before);
        }
        if matches!(effect, Effect::Done | Effect::Declined) {
            self.report_refund(index, &reply.1);
        }
        if reply.0 < 300 {
            self.answers.truncate(8);
            self.answers.insert(0, (index, reply.1.clone()));
        }
        (reply, effect)
    }

    /// Whether a second copy that comes now has no effect of its own.
    fn would_refuse_a_copy(&self, index: usize) -> bool {
        let op = &self.ops[index];
        let left = |payment: &Object| (payment.id == op.target.resource).then(|| payment.now().capturable);
        let exceeds = op.endpoint == Endpoint::CapturePayment
            && self.service.payments.iter().find_map(left).is_some_and(|left| left < op.amount);
        exceeds || is_guarded(op)
    }

    /// What the way back makes of an answer, and when it comes.
    fn spoilt_answer(&mut self, index: usize, fault: AnswerFault, reply: Reply, happened: bool) -> (i64, Attempt) {
        let after = self.rng.from(5, 1_500);
        match fault {
            AnswerFault::Lost => (after, Attempt::Lost(LostAnswer::ConnectionLost)),
            AnswerFault::TimedOut => (TIMEOUT_MS - 1_500, Attempt::Lost(LostAnswer::TimedOut)),
            AnswerFault::ServerError => (after, refusal(502, "CE_01")),
            AnswerFault::Cut if reply.0 < 300 => {
                let body = Body::Broken(if after % 2 == 0 { LostAnswer::BodyCut } else { LostAnswer::BodyStalled });
                (after, Attempt::Answered(HttpAnswer { status: reply.0, body, rate: RateHeaders::default() }))
            }
            AnswerFault::Foreign => (after, page(200)),
            AnswerFault::OfAnother if reply.0 < 300 => {
                let with_amount = self.rng.one_in(2);
                (after, answered(reply.0, self.of_another(index, reply.1, with_amount)))
            }
            AnswerFault::NearlySpent => {
                (after, with_rate(answered(reply.0, reply.1), rates(self.rng.below(61) as u32, self.rng.from(1, 60))))
            }
            AnswerFault::Refused(status) if happened => {
                self.ops[index].refused_although_executed = true;
                self.fault(if status == 409 { Fault::ExecutedAnd409 } else { Fault::ExecutedAnd400 });
                (after, refusal(status, "IR_04"))
            }
            AnswerFault::WrongBody(wrong) if happened => {
                self.fault(wrong.fault(true));
                (after, answered(200, self.wrong_body(index, wrong)))
            }
            AnswerFault::None => {
                let (status, body) = self.answer_to_refund(index, reply, happened);
                (after, answered(status, body))
            }
            AnswerFault::Twice
            | AnswerFault::Duplicated
            | AnswerFault::Cut
            | AnswerFault::OfAnother
            | AnswerFault::SecondCopy
            | AnswerFault::Refused(_)
            | AnswerFault::WrongBody(_) => (after, answered(reply.0, reply.1)),
        }
    }

    /// Sometimes somebody else gives back a part of what is to be refunded in full, just before.
    fn colleague_may_refund_first(&mut self, index: usize) {
        let op = &self.ops[index];
        let payment = self.service.payments.iter().find(|payment| payment.id == op.target.resource);
        let is_in_full =
            op.endpoint == Endpoint::CreateRefund && payment.is_some_and(|payment| payment.amount == op.amount);
        // Not drawn from the schedule's own: those that once broke a rule stay what they were.
        if is_in_full && self.service.names_left && !self.calm && self.cache_rng.one_in(2) {
            self.plan(0, Scheduled::SameByColleague { op: index });
        }
    }

    /// Sometimes somebody else wants the very same at the same time, and does it by another way.
    fn colleague_may_do_the_same(&mut self, index: usize) {
        if same_by_colleague(self.ops[index].endpoint).is_none() || !self.trouble(6) {
            return;
        }
        let after = if self.rng.one_in(2) { self.rng.from(0, 3_000) } else { self.rng.from(0, LATE_MS) };
        self.plan(after, Scheduled::SameByColleague { op: index });
    }

    pub fn same_by_colleague(&mut self, index: usize) {
        self.numbers += 1;
        let op = &self.ops[index];
        let (Some(request), Some(fault)) = (&op.request, same_by_colleague(op.endpoint)) else { return };
        let mut request = Request::clone(request);
        if let (Endpoint::CreateRefund, Some(body)) = (op.endpoint, &mut request.body) {
            body["refund_id"] = json!(format!("ref_colleague_{}", self.numbers));
            body["metadata"] = json!({});
            // Every other one gives back a part only: a refund in full is refused then, and something is left.
            if self.numbers.is_multiple_of(2) {
                body["amount"] = json!(PART_BY_COLLEAGUE);
            }
        }
        let arrival = Arrival {
            at_ms: self.now_ms,
            by: Author::SomebodyElse,
            number: self.numbers,
            endpoint: op.endpoint,
            resource: &op.target.resource,
            request: &request,
            execution: Execution::Plain,
        };
        let (reply, effect) = self.service.execute(&arrival);
        if effect == Effect::Done {
            self.fault(fault);
        }
        self.note(|world| format!("colleague does the same as {}: {effect:?} {}", world.ops[index].id, reply.0));
    }

    /// Writes into the ledger what a request did.
    pub fn count(&mut self, index: usize, effect: &Effect, execution: Execution, reply: &Reply) {
        let now_ms = self.now_ms;
        let op = &mut self.ops[index];
        let first = op.effects + op.declines == 0;
        match effect {
            Effect::Done => {
                op.effects += 1;
                op.first_effect_ms = op.first_effect_ms.min(now_ms);
            }
            Effect::Declined => op.declines += 1,
            Effect::Repeated | Effect::RepeatRefused if !first => op.repeated += 1,
            Effect::Repeated | Effect::RepeatRefused | Effect::Refused => {}
        }
        let exists = reply.1["error"]["code"] == json!("HE_01");
        let is_refused_refund = self.ops[index].endpoint == Endpoint::CreateRefund
            && matches!(effect, Effect::Refused | Effect::RepeatRefused)
            && self.service.names_left;
        if is_refused_refund {
            self.note_refused_with_rest(index);
        }
        match (effect, execution) {
            (Effect::RepeatRefused, _) => self.fault(Fault::RepeatRefusedByAmount),
            (Effect::Declined, _) => self.fault(Fault::Declined),
            (Effect::Done, Execution::UnknownStatus) => self.fault(Fault::UnknownStatus),
            (Effect::Repeated, _) if exists && first => self.fault(Fault::IdTaken),
            (Effect::Repeated, _) if exists => self.fault(Fault::AlreadyExists),
            _ => {}
        }
    }

    fn note_refused_with_rest(&mut self, index: usize) {
        let op = &self.ops[index];
        let was_made = op.effects + op.declines > 0;
        let is_shown = self.service.leaves_more_than(&op.target.resource, op.amount);
        match (was_made, is_shown) {
            (false, true) => self.fault(Fault::RefusedWithRest),
            (true, _) => self.fault(Fault::RepeatRefusedWithRest),
            (false, false) => {}
        }
    }

    /// The answer of another request: another id, or another amount.
    pub fn of_another(&self, index: usize, mut body: Value, with_amount: bool) -> Value {
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
        if with_amount && body.get("amount").is_some() {
            body["amount"] = json!(body["amount"].as_i64().unwrap_or(0) + 1);
        } else {
            body[id] = json!("another");
        }
        body
    }

    /// What came of an attempt is passed to the client that waits for it.
    pub fn replied(&mut self, desk: usize, life: u32, op: usize, attempt: u32, result: Attempt) {
        if self.desks[desk].life != life || !self.desks[desk].up {
            return;
        }
        self.note(|world| format!("desk {desk} hears of {} attempt {attempt}: {result:?}", world.ops[op].id));
        let response = matches!(&result, Attempt::Answered(HttpAnswer { body: Body::Json(_), .. }));
        if response && self.ops[op].target.kind == ResourceKind::Payment {
            // The answer of an operation shows the payment as a read does.
            let (payment_id, now_ms) = (PaymentId::new(&*self.ops[op].target.resource), self.now_ms);
            self.desks[desk].looked(&payment_id, now_ms);
        }
        let operation_id = self.ops[op].id.clone();
        let dated = |answer: HttpAnswer| {
            let date_unix_s = answer.rate.date_unix_s.or(self.headers(self.now_ms).date_unix_s);
            HttpAnswer { rate: RateHeaders { date_unix_s, ..answer.rate }, ..answer }
        };
        let result = match result {
            Attempt::Answered(answer) => Attempt::Answered(dated(answer)),
            Attempt::NotSent(_) | Attempt::NoKey(_) | Attempt::Lost(_) => result,
        };
        self.event(desk, Message::OperationAnswered { operation_id, attempt, result });
    }
}
