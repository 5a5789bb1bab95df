//! An attempt came back: what its answer proves, and what becomes of the operation.

use std::sync::Arc;

use chrono::TimeDelta;

use paydesk_api::error::ApiError;
use paydesk_api::outcome::{Attempt, Observation, Verdict, observe, verdict};
use paydesk_api::proof::{Judgement, ProofSource, judge};
use paydesk_api::rate_limit::Priority;
use paydesk_api::wire::without_secrets;
use paydesk_domain::document::reported_status;
use paydesk_domain::ids::OperationId;
use paydesk_domain::operation::Resolution;

use super::context::{OperationNotice, OperationsContext, OperationsOutput};
use super::journal::{JournalStep, ResolvedBy};
use super::rules::{Decision, JournalState, decide};
use super::wording;
use super::{
    ExecutionProof, Operation, Operations, Outcome, Phase, ResolutionFinding, UnclearReason, resolution_schedule,
};

impl Operations {
    /// What `result` is named, and what is done about it; `None` where no such attempt is under way.
    pub fn decision(&self, id: &OperationId, attempt: u32, result: &Attempt) -> Option<(Observation, Decision)> {
        let operation = self.find(id)?;
        if operation.attempts != attempt || !matches!(operation.phase, Phase::Sending { .. }) {
            return None;
        }
        let observation = observe(result, operation.asked());
        let state = if operation.is_lost() { JournalState::SendingAfterUnknown } else { JournalState::Sending };
        Some((observation, decide(operation.plan.endpoint, observation, state)))
    }

    pub(super) fn answered(
        &mut self,
        id: &OperationId,
        attempt: u32,
        result: &Attempt,
        cx: &OperationsContext<'_>,
        out: &mut OperationsOutput,
    ) {
        let Some((observation, decision)) = self.decision(id, attempt, result) else { return };
        if decision != Decision::Ignore && self.is_decided_before(id, decision, result, cx, out) {
            return;
        }
        let is_reported = wording::json_body(result).is_some();
        match decision {
            Decision::Ignore => {}
            Decision::Done
                if !is_reported && self.find(id).is_some_and(|operation| operation.plan.is_status_check()) =>
            {
                self.end_status_check(id, wording::STATUS_NOT_REPORTED, cx, out);
            }
            // The refusal that says that our id is taken: by an earlier attempt of ours.
            Decision::Done if !is_reported => self.known_by_its_id(id, wording::api_error(result), cx, out),
            Decision::Done => self.confirmed(id, result, cx, out),
            Decision::Declined => self.declined(id, result, cx, out),
            Decision::Rejected => self.rejected(id, wording::http_status(result), wording::api_error(result), cx, out),
            Decision::NotSent => {
                let why = wording::no_connection(result);
                self.finish(id, JournalStep::NotSent { why: why.clone() }, Outcome::NotSent { why }, cx, out);
            }
            // Nothing would show that another copy of it was executed, and the next one would be executed, too.
            Decision::WaitThenRepeat if self.find(id).is_some_and(Operation::is_never_read) => {
                self.not_known(id, observation, result, cx, out);
            }
            Decision::WaitThenRepeat => self.await_turn(id, cx.blocked_until.unwrap_or(cx.now)),
            Decision::ResolveByReading | Decision::ResolveByRepeating | Decision::Park => {
                self.not_known(id, observation, result, cx, out);
            }
        }
    }

    pub(super) fn confirmed(
        &mut self,
        id: &OperationId,
        result: &Attempt,
        cx: &OperationsContext<'_>,
        out: &mut OperationsOutput,
    ) {
        let (Some(body), Some(operation)) = (wording::json_body(result), self.find_open(id)) else { return };
        let status = reported_status(body).unwrap_or_default().to_owned();
        operation.answer = Some(Arc::new(without_secrets(body.clone())));
        let outcome = Outcome::Done { status: status.clone(), proof: ExecutionProof::Answer };
        self.finish(id, JournalStep::Confirmed { status }, outcome, cx, out);
    }

    pub(super) fn declined(
        &mut self,
        id: &OperationId,
        result: &Attempt,
        cx: &OperationsContext<'_>,
        out: &mut OperationsOutput,
    ) {
        let (Some(body), Some(operation)) = (wording::json_body(result), self.find_open(id)) else { return };
        let Judgement::Declined { code, message } = judge(operation.asked(), ProofSource::Answer, body) else { return };
        operation.answer = Some(Arc::new(without_secrets(body.clone())));
        let step = JournalStep::Declined { code: code.clone().unwrap_or_default(), message: message.clone() };
        self.finish(id, step, Outcome::Declined { code, message }, cx, out);
    }

    /// `http_status` is known while the refusal was just answered.
    pub(super) fn rejected(
        &mut self,
        id: &OperationId,
        http_status: Option<u16>,
        refusal: ApiError,
        cx: &OperationsContext<'_>,
        out: &mut OperationsOutput,
    ) {
        let ApiError { code, message, .. } = refusal;
        let step = JournalStep::Rejected { code: code.clone(), message: message.clone() };
        self.finish(id, step, Outcome::Rejected { http_status, code, message }, cx, out);
    }

    /// A refusal that may be the echo of our own success, or an answer that was lost.
    pub(super) fn not_known(
        &mut self,
        id: &OperationId,
        observation: Observation,
        result: &Attempt,
        cx: &OperationsContext<'_>,
        out: &mut OperationsOutput,
    ) {
        let Some(operation) = self.find(id) else { return };
        let is_limit = observation == Observation::RateLimited && operation.list_of_made(cx).is_some();
        let observation = if is_limit && !operation.is_lost() { Observation::Refused } else { observation };
        let is_refusal = verdict(observation, operation.is_lost()) == Verdict::Reconcile;
        if operation.plan.is_status_check() {
            let why = if is_refusal {
                wording::refused_status_check(&wording::api_error(result))
            } else {
                wording::why_unknown(observation, result)
            };
            return self.end_status_check(id, &why, cx, out);
        }
        let error = wording::api_error(result);
        if is_refusal && operation.refusal_stands_at_once(observation, &error, cx) {
            self.rejected(id, wording::http_status(result), error, cx, out);
        } else if is_refusal {
            self.refused(id, observation, error, cx, out);
        } else {
            let why = wording::why_lost(operation, observation, result);
            let own_id = wording::own_id(&operation.plan, result).is_some();
            self.lost(id, why, own_id, cx, out);
        }
    }

    /// Asking a status changes nothing: without an answer it stays as it was last known.
    pub(super) fn end_status_check(
        &mut self,
        id: &OperationId,
        why: &str,
        cx: &OperationsContext<'_>,
        out: &mut OperationsOutput,
    ) {
        let outcome = Outcome::NotAnswered { why: why.to_owned() };
        self.resolved(id, ResolvedBy::Read, format!("no response: {why}"), outcome, cx, out);
    }

    /// A refusal proves nothing as long as it may be the echo of our own success: what the rule says is asked first.
    pub(super) fn refused(
        &mut self,
        id: &OperationId,
        observation: Observation,
        error: ApiError,
        cx: &OperationsContext<'_>,
        out: &mut OperationsOutput,
    ) {
        let shown_in_payment = cx.refunds_are_in_payments;
        let Some(operation) = self.find_open(id) else { return };
        let is_first = !operation.is_lost();
        let is_plain = is_first && matches!(observation, Observation::Refused | Observation::NotFound);
        let settle = operation.resolution();
        // Of what is read, the read and its second source say the rest.
        let may_exclude = settle == Resolution::Repeat && observation == Observation::Refused;
        let is_excluded = may_exclude && operation.is_excluded_by(&error);
        if is_excluded && operation.found_excluded(operation.last_sent_at, cx.now) {
            return self.rejected(id, None, error, cx, out);
        }
        operation.excluded_at = operation.excluded_at.filter(|_| is_excluded);
        let why = wording::refused_and_checked(&error, is_first);
        operation.seen.refused |= is_first;
        operation.lost_at = operation.last_sent_at;
        if !matches!(observation, Observation::Refused | Observation::NotFound) {
            // A conflict may be with this very request, on its way by another worker: it can still be executed.
            operation.unanswered_at = operation.last_sent_at;
        }
        operation.become_unknown(why.clone(), cx.now);
        let keeps_refusal = is_first || settle == Resolution::Repeat;
        let is_late = operation.is_past_first_settle_window(cx.now);
        let ends_repeats = settle == Resolution::Repeat && !is_excluded && is_late;
        if let Phase::Unknown(unknown) = &mut operation.phase {
            if ends_repeats {
                unknown.next_read_at = None;
                unknown.finding =
                    ResolutionFinding::Unclear(UnclearReason::RepeatRefused { error: error.clone(), shown_in_payment });
            }
            unknown.refusal = keeps_refusal.then_some(error);
            unknown.refused_at = is_plain.then_some(cx.now);
            if is_plain && settle == Resolution::Park {
                unknown.finding = ResolutionFinding::NotReadYet;
                unknown.next_read_at = Some(resolution_schedule::seen_everywhere_after(cx.now));
            }
        }
        out.journal.push(operation.entry(operation.unknown_step(why, false), cx.now));
        out.became_unknown.push(id.clone());
        let by_id = operation.is_read_by_id(cx.refund_retrieval);
        let is_shown = !is_excluded && !by_id && operation.is_shown_in_payment(cx);
        if settle == Resolution::Read || settle == Resolution::Repeat && (is_shown || by_id) {
            self.read_for(id, Priority::Reconciliation, cx, out);
        }
        if let Some(operation) = self.find_open(id).filter(|_| !by_id && (is_excluded || is_shown)) {
            operation.plan_next_repeat(cx.now);
        }
    }

    /// It was sent, and no answer of ours came back.
    pub(super) fn lost(
        &mut self,
        id: &OperationId,
        why: String,
        own_id: bool,
        cx: &OperationsContext<'_>,
        out: &mut OperationsOutput,
    ) {
        let pause = self.rng.jitter(resolution_schedule::longest_pause(0, TimeDelta::zero()));
        let Some(operation) = self.find_open(id) else { return };
        operation.lost_at = operation.last_sent_at;
        operation.unanswered_at = operation.last_sent_at;
        operation.has_own_id |= own_id;
        operation.seen.refused = false;
        operation.become_unknown(why.clone(), cx.now);
        let settle = operation.resolution();
        if let Phase::Unknown(unknown) = &mut operation.phase
            && settle == Resolution::Read
        {
            unknown.next_read_at = Some(cx.now + pause);
        }
        let (title, of_what) = (operation.plan.title(), operation.plan.of_what());
        let text = format!("{title}{of_what}: sent, outcome unknown");
        out.notices.push(OperationNotice { text, payment_id: operation.plan.payment_id() });
        out.journal.push(operation.entry(operation.unknown_step(why, own_id), cx.now));
        out.became_unknown.push(id.clone());
    }
}
