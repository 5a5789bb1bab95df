//! What the answer of an attempt makes of its operation: the verdict of the decision table, carried out.

use chrono::TimeDelta;

use crate::api::error::{ApiError, CallError};
use crate::api::outcome::{Attempt, Observation, Verdict, observe, verdict};
use crate::api::rate_limit::Purpose;
use crate::app::effect::Effect;
use crate::app::features::toasts::ToastKind;
use crate::app::state::State;
use crate::domain::ids::OperationId;
use crate::domain::payment::PaymentStatus;

use super::journal::Step;
use super::settle::{self};
use super::words::{api_error, json_body, service_error, why_unknown};
use super::{Outcome, Phase};

impl State {
    /// The one attempt under way came back, with whatever it brought.
    pub(in crate::app) fn operation_answered(
        &mut self,
        id: &OperationId,
        attempt: u32,
        result: &Attempt,
    ) -> Vec<Effect> {
        self.note_rate(result.rate().copied());
        let Some(operation) = self.operations.find_open(id) else { return Vec::new() };
        if operation.attempts != attempt || !matches!(operation.phase, Phase::Sending { .. }) {
            return Vec::new();
        }
        let observation = observe(result, &operation.expectation());
        let verdict = verdict(observation, operation.unknown_attempt);
        let mut effects = self.note_refusal(observation, result);
        effects.extend(match verdict {
            Verdict::Confirmed => self.confirmed(id, result),
            Verdict::Declined => self.declined(id, result),
            Verdict::Rejected | Verdict::RejectedKey => self.rejected(id, result),
            Verdict::NotSent | Verdict::NotSentFinal => self.not_sent(id, result),
            Verdict::WaitThenRepeat => self.wait_then_repeat(id),
            Verdict::Reconcile => self.reconcile(id, result),
            Verdict::Unknown => self.now_unknown(id, why_unknown(observation, result)),
        });
        effects
    }

    /// A refused key and a full budget concern every call, whatever they prove of this operation.
    pub(super) fn note_refusal(&mut self, observation: Observation, result: &Attempt) -> Vec<Effect> {
        if observation == Observation::RateLimited {
            self.rate.block(&result.rate().copied().unwrap_or_default(), self.now);
        }
        if observation == Observation::KeyRefused { self.lock_profile(&service_error(result)) } else { Vec::new() }
    }

    pub(super) fn confirmed(&mut self, id: &OperationId, result: &Attempt) -> Vec<Effect> {
        let body = json_body(result);
        let word = body.and_then(|body| body.get("status")?.as_str()).unwrap_or_default();
        let status = PaymentStatus::from_word(word);
        if let (Some(body), Some(operation)) = (body, self.operations.find(id)) {
            let payment_id = operation.payment_id.clone();
            self.payments.merge_partial(&payment_id, body, self.now);
        }
        let step = Step::Confirmed { status: word.to_owned() };
        self.finish(id, step, Outcome::Done { status, by_read: false })
    }

    pub(super) fn declined(&mut self, id: &OperationId, result: &Attempt) -> Vec<Effect> {
        let text = |name: &str| json_body(result)?.get(name)?.as_str().map(str::to_owned);
        let code = text("unified_code");
        let message = text("unified_message").or_else(|| text("error_message")).unwrap_or_default();
        let step = Step::Declined { code: code.clone().unwrap_or_default(), message: message.clone() };
        self.finish(id, step, Outcome::Declined { code, message })
    }

    pub(super) fn rejected(&mut self, id: &OperationId, result: &Attempt) -> Vec<Effect> {
        let ApiError { code, message, .. } = api_error(result);
        let step = Step::Rejected { code: code.clone(), message: message.clone() };
        self.finish(id, step, Outcome::Rejected { code, message })
    }

    pub(super) fn not_sent(&mut self, id: &OperationId, result: &Attempt) -> Vec<Effect> {
        let why = match result {
            Attempt::NotSent(problem) => CallError::Unreachable(problem.clone()).what(),
            Attempt::Lost(_) | Attempt::Answered(_) => "no connection came about".to_owned(),
        };
        self.finish(id, Step::NotSent { why: why.clone() }, Outcome::NotSent { why })
    }

    pub(super) fn wait_then_repeat(&mut self, id: &OperationId) -> Vec<Effect> {
        let until = self.rate.blocked_until(self.now).unwrap_or(self.now);
        self.await_turn(id, until)
    }

    /// A refusal that may be the echo of our own success: only reading tells.
    pub(super) fn reconcile(&mut self, id: &OperationId, result: &Attempt) -> Vec<Effect> {
        let now = self.now;
        let error = api_error(result);
        let Some(operation) = self.operations.find_open(id) else { return Vec::new() };
        let why = format!("the service refused it ({error}), which may be the echo of an earlier attempt");
        operation.phase = Phase::unknown(why.clone(), now);
        if let Phase::Unknown(unknown) = &mut operation.phase {
            unknown.refusal = (!operation.unknown_attempt).then_some(error);
        }
        let entry = operation.entry(Step::Unknown { attempt: operation.attempts, why }, now);
        let mut effects = vec![Effect::WriteJournal(entry)];
        effects.extend(self.read_for(id, Purpose::Reconciliation));
        effects
    }

    pub(super) fn now_unknown(&mut self, id: &OperationId, why: String) -> Vec<Effect> {
        let now = self.now;
        let pause = self.chance.jitter(settle::longest_pause(0, TimeDelta::zero()));
        let Some(operation) = self.operations.find_open(id) else { return Vec::new() };
        operation.unknown_attempt = true;
        operation.phase = Phase::unknown(why.clone(), now);
        if let Phase::Unknown(unknown) = &mut operation.phase {
            unknown.next_read_at = Some(now + pause);
        }
        let text = format!("{}: sent, outcome not known yet", operation.intent.title());
        let payment_id = operation.payment_id.clone();
        let entry = operation.entry(Step::Unknown { attempt: operation.attempts, why }, now);
        self.toasts.show(now, ToastKind::Attention, text, Some(payment_id));
        vec![Effect::WriteJournal(entry)]
    }
}
