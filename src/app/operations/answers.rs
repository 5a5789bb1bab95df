//! What the answer of an attempt makes of its operation: the verdict of the decision table, carried out.

use std::sync::Arc;

use chrono::TimeDelta;

use crate::api::call::KeyRole;
use crate::api::error::{ApiError, CallError};
use crate::api::operation::{Endpoint, Family};
use crate::api::outcome::{Attempt, Observation, Verdict, observe, verdict};
use crate::api::rate_limit::Purpose;
use crate::api::wire::without_secrets;
use crate::app::effect::StoreJob;
use crate::app::features::toasts::ToastKind;
use crate::app::state::State;
use crate::domain::ids::{OperationId, PaymentId};

use super::journal::Step;
use super::rules::{Decision, JournalState, Settle, decide};
use super::words::{api_error, json_body, service_error, why_unknown};
use super::{Operation, Outcome, Phase, settle};

impl State {
    /// The one attempt under way came back, with whatever it brought.
    pub(in crate::app) fn operation_answered(&mut self, id: &OperationId, attempt: u32, result: &Attempt) {
        let ours = self.operations.find(id).is_some_and(|operation| self.is_ours(operation));
        if ours {
            self.note_rate(result.rate().copied());
        }
        let Some(operation) = self.operations.find_open(id) else { return };
        if operation.attempts != attempt || !matches!(operation.phase, Phase::Sending { .. }) {
            return;
        }
        let observation = observe(result, &operation.plan.expectation);
        let state = if operation.is_lost() { JournalState::SendingAfterUnknown } else { JournalState::Sending };
        let decision = decide(operation.plan.endpoint, observation, state);
        let admin_refused = observation == Observation::KeyRefused && operation.plan.request.key == KeyRole::Admin;
        // What another profile's service says of its key and its budget is not this one's business.
        match (ours, admin_refused) {
            (false, _) => {}
            (true, true) => self.admin_key_refused(),
            (true, false) => self.note_refusal(observation, result),
        }
        self.note_judgement(id, attempt, decision);
        match decision {
            Decision::Ignore => {}
            Decision::Done => self.confirmed(id, result),
            Decision::Declined => self.declined(id, result),
            Decision::Rejected => self.rejected(id, result),
            Decision::NotSent => self.not_sent(id, result),
            Decision::WaitThenRepeat => self.wait_then_repeat(id),
            Decision::SettleByReading | Decision::SettleByRepeating | Decision::Park => {
                self.unsettled(id, observation, result)
            }
        }
    }

    /// Not known: a refusal that may be the echo of our own success, or an answer that was lost.
    fn unsettled(&mut self, id: &OperationId, observation: Observation, result: &Attempt) {
        let Some(operation) = self.operations.find(id) else { return };
        match verdict(observation, operation.is_lost()) {
            Verdict::Reconcile if observation == Observation::Refused && self.refusal_proves(operation) => {
                self.rejected(id, result)
            }
            Verdict::Reconcile => self.reconcile(id, result),
            Verdict::Confirmed
            | Verdict::Declined
            | Verdict::Rejected
            | Verdict::RejectedKey
            | Verdict::NotSent
            | Verdict::NotSentFinal
            | Verdict::WaitThenRepeat
            | Verdict::Unknown => self.now_unknown(id, why_unknown(observation, result)),
        }
    }

    /// A refund's id is looked at before anything else: refused under it, and too late for a lost attempt to
    /// arrive, it does not exist.
    fn refusal_proves(&self, operation: &Operation) -> bool {
        let settled = operation.lost_at.is_some_and(|lost| settle::window_after(lost) <= self.now);
        operation.plan.endpoint == Endpoint::CreateRefund && settled
    }

    /// A refused key and a full budget concern every call, whatever they prove of this operation.
    pub(super) fn note_refusal(&mut self, observation: Observation, result: &Attempt) {
        if observation == Observation::RateLimited {
            self.rate.block(&result.rate().copied().unwrap_or_default(), self.now);
        }
        if observation == Observation::KeyRefused {
            self.lock_profile(&service_error(result))
        }
    }

    pub(super) fn confirmed(&mut self, id: &OperationId, result: &Attempt) {
        let body = json_body(result);
        let status = body.and_then(|body| body.get("status")?.as_str()).unwrap_or_default().to_owned();
        let ours = self.operations.find(id).is_some_and(|operation| self.is_ours(operation));
        if let (Some(body), Some(operation)) = (body, self.operations.find_open(id)) {
            operation.answer = Some(Arc::new(without_secrets(body.clone())));
            if ours && operation.plan.target.family == Family::Payment {
                let payment_id = PaymentId::new(&*operation.plan.target.resource);
                self.payments.merge_partial(&payment_id, body, self.now);
            }
        }
        let by_read = body.is_none();
        self.finish(id, Step::Confirmed { status: status.clone() }, Outcome::Done { status, by_read })
    }

    pub(super) fn declined(&mut self, id: &OperationId, result: &Attempt) {
        let text = |name: &str| json_body(result)?.get(name)?.as_str().map(str::to_owned);
        let code = text("unified_code");
        let message = text("unified_message").or_else(|| text("error_message")).unwrap_or_default();
        let step = Step::Declined { code: code.clone().unwrap_or_default(), message: message.clone() };
        // A payout that failed exists, and says so.
        self.record_effect(id, json_body(result));
        self.finish(id, step, Outcome::Declined { code, message });
    }

    pub(super) fn rejected(&mut self, id: &OperationId, result: &Attempt) {
        let ApiError { code, message, .. } = api_error(result);
        let step = Step::Rejected { code: code.clone(), message: message.clone() };
        self.finish(id, step, Outcome::Rejected { code, message })
    }

    pub(super) fn not_sent(&mut self, id: &OperationId, result: &Attempt) {
        let why = match result {
            Attempt::NotSent(problem) => CallError::Unreachable(problem.clone()).what(),
            Attempt::Lost(_) | Attempt::Answered(_) => "no connection came about".to_owned(),
        };
        self.finish(id, Step::NotSent { why: why.clone() }, Outcome::NotSent { why })
    }

    pub(super) fn wait_then_repeat(&mut self, id: &OperationId) {
        let until = self.rate.blocked_until(self.now).unwrap_or(self.now);
        self.await_turn(id, until);
    }

    /// A refusal that may be the echo of our own success: only what the endpoint's rule says tells.
    pub(super) fn reconcile(&mut self, id: &OperationId, result: &Attempt) {
        let now = self.now;
        let error = api_error(result);
        let Some(operation) = self.operations.find_open(id) else { return };
        let why = format!("the service refused it ({error}), which may be the echo of an earlier attempt");
        let first = !operation.is_lost();
        // The refusal may have come from in front of the service, and the request may still arrive.
        operation.lost_at = operation.last_sent_at;
        operation.become_unknown(why.clone(), now);
        let settle = operation.settle();
        if let Phase::Unknown(unknown) = &mut operation.phase {
            unknown.refusal = first.then_some(error);
        }
        let entry = operation.entry(Step::Unknown { attempt: operation.attempts, why }, now);
        self.outbox.push(StoreJob::WriteJournal(entry));
        if settle == Settle::Read {
            self.read_for(id, Purpose::Reconciliation);
        }
    }

    pub(super) fn now_unknown(&mut self, id: &OperationId, why: String) {
        let now = self.now;
        let pause = self.chance.jitter(settle::longest_pause(0, TimeDelta::zero()));
        let Some(operation) = self.operations.find_open(id) else { return };
        operation.lost_at = operation.last_sent_at;
        operation.become_unknown(why.clone(), now);
        let settle = operation.settle();
        if let Phase::Unknown(unknown) = &mut operation.phase
            && settle == Settle::Read
        {
            unknown.next_read_at = Some(now + pause);
        }
        let text = format!("{}: sent, outcome not known yet", operation.plan.title());
        let payment_id = operation.plan.payment_id();
        let entry = operation.entry(Step::Unknown { attempt: operation.attempts, why }, now);
        self.toasts.show(now, ToastKind::Attention, text, payment_id);
        self.outbox.push(StoreJob::WriteJournal(entry));
        self.settle_unknowns_by_events();
    }
}
