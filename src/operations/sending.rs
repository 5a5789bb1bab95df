//! What comes before a request leaves: its target is read once more, it waits for its turn, and `sending` is written. The one
//! place from which a request leaves is here.

use chrono::{DateTime, Utc};

use paydesk_api::error::CallError;
use paydesk_api::freshness::{Freshness, NotFresh};
use paydesk_api::proof::Judgement;
use paydesk_api::rate_limit::Priority;
use paydesk_domain::ids::OperationId;
use paydesk_domain::operation::{ResendPolicy, Resolution};

use super::context::{OperationsContext, OperationsOutput, RequestToSend};
use super::freshness::{MEASURING, awaits_faster_answer, awaits_measuring, is_fresh, too_late, too_old};
use super::journal::{JournalStep, JournalStepName};
use super::reconcile::{reconcile, still_holds};
use super::wording::{self, EARLIER_LOST};
use super::{Operation, Operations, Outcome, Phase, Reading, ResolutionFinding, UnclearReason, not_sent};

impl Operations {
    /// An entry is on disk: the next step may be taken.
    pub(super) fn written(
        &mut self,
        id: &OperationId,
        step: JournalStepName,
        cx: &OperationsContext<'_>,
        out: &mut OperationsOutput,
    ) {
        match (step, self.find(id).map(|operation| &operation.phase)) {
            (JournalStepName::Prepared, Some(Phase::Preparing)) => self.prepared(id, cx, out),
            (JournalStepName::Sending, Some(Phase::Starting)) => self.send(id, cx, out),
            (_, _) => {}
        }
    }

    /// Goes on at once, or once the person can no longer undo it.
    pub(super) fn prepared(&mut self, id: &OperationId, cx: &OperationsContext<'_>, out: &mut OperationsOutput) {
        let Some(operation) = self.find_open(id) else { return };
        match operation.undo_until.filter(|until| *until > cx.now) {
            Some(until) => operation.phase = Phase::Undoable { until },
            None => self.check_before_sending(id, cx, out),
        }
    }

    /// Does the target still match what the person saw? A read of the last seconds will do.
    pub(super) fn check_before_sending(
        &mut self,
        id: &OperationId,
        cx: &OperationsContext<'_>,
        out: &mut OperationsOutput,
    ) {
        let Some(operation) = self.find(id) else { return };
        if let Some(why) = cx.blocker().or_else(|| too_old(operation, cx.now)) {
            return self.hold_back(id, &why, cx, out);
        }
        if !operation.is_checked() {
            let priority = if operation.is_lost() { Priority::Reconciliation } else { Priority::Ordinary };
            return self.take_turn(id, priority, cx, out);
        }
        if let Some(at) = operation.readable_from().filter(|at| *at > cx.now) {
            return self.await_turn(id, at);
        }
        let fresh = operation
            .precondition
            .payment()
            .filter(|_| !operation.is_lost())
            .and_then(|precondition| (cx.known_payment)(&precondition.payment_id))
            .filter(|(read_at, _)| is_fresh(*read_at, cx.now))
            // What was read while it could still be undone is from before the wait.
            .filter(|(read_at, _)| operation.undo_until.is_none_or(|until| *read_at >= until))
            // What is known came too late a moment ago.
            .filter(|_| operation.unmeasured_checks == 0)
            // What was refused for the rate limit may be the second copy of a request that was executed: it is read anew.
            .filter(|_| operation.attempts == 0);
        match (fresh, cx.held_until) {
            (Some((read_at, payment)), _) => {
                if let Some(operation) = self.find_open(id) {
                    operation.target_asked_at = Some(read_at);
                }
                self.checked(id, Ok(Reading::Payment(payment)), Err(NotFresh::NotShown), cx, out);
            }
            (None, Some(until)) => self.await_turn(id, until),
            (None, None) => self.read_for(id, Priority::Ordinary, cx, out),
        }
    }

    /// What was read is too old by now: it is read again, some times at most.
    pub(super) fn check_once_more(&mut self, id: &OperationId, cx: &OperationsContext<'_>, out: &mut OperationsOutput) {
        let Some(operation) = self.find_open(id) else { return };
        if !awaits_faster_answer(operation) {
            return self.hold_back(id, not_sent::CHECKED_TOO_SLOWLY, cx, out);
        }
        operation.unmeasured_checks += 1;
        self.await_turn(id, cx.now);
    }

    pub(super) fn checked(
        &mut self,
        id: &OperationId,
        result: Result<Reading<'_>, &CallError>,
        made: Freshness,
        cx: &OperationsContext<'_>,
        out: &mut OperationsOutput,
    ) {
        let Some(operation) = self.find_open(id) else { return };
        operation.target_asked_at = operation.phase.asked_at().or(operation.target_asked_at);
        if operation.is_lost() {
            return self.checked_again(id, result, made, cx, out);
        }
        match (result, made) {
            (Ok(_), Err(NotFresh::NotMeasured)) if awaits_measuring(operation) => {
                operation.unmeasured_checks += 1;
                return self.await_turn(id, cx.now + MEASURING);
            }
            (Ok(_), Err(NotFresh::Slow)) => return self.check_once_more(id, cx, out),
            (Ok(_), Err(NotFresh::FromMemory | NotFresh::NotMeasured)) => {
                return self.hold_back(id, not_sent::NOT_CHECKED_AT_SERVICE, cx, out);
            }
            (Ok(_), Err(NotFresh::Contradicted)) if operation.last_sent_at.is_none() => {
                return self.hold_back(id, wording::REPORTED_OTHERWISE, cx, out);
            }
            (Ok(_), Ok(_) | Err(NotFresh::NotShown | NotFresh::Contradicted | NotFresh::Alone)) | (Err(_), _) => {}
        }
        if result.is_ok_and(|reading| still_holds(&operation.precondition, reading)) {
            return self.checked_unchanged(id, result, made, cx, out);
        }
        if operation.attempts > 0 {
            return self.changed_after_rate_limit(id, result, made, cx, out);
        }
        let why = not_sent::changed_meanwhile(operation, result);
        self.finish(id, JournalStep::NotSent { why: why.clone() }, Outcome::NotSent { why }, cx, out);
    }

    /// An attempt was refused for the rate limit, and the target is not shown as it was before: another copy of the request may
    /// have been executed.
    pub(super) fn changed_after_rate_limit(
        &mut self,
        id: &OperationId,
        result: Result<Reading<'_>, &CallError>,
        made: Freshness,
        cx: &OperationsContext<'_>,
        out: &mut OperationsOutput,
    ) {
        let read_at = self.find(id).and_then(|operation| operation.phase.asked_at());
        self.unknown_after_rate_limit(id, wording::RATE_LIMIT_AND_CHANGED, cx, out);
        let Some(operation) = self.find_open(id).filter(|operation| operation.resolution() != Resolution::Repeat)
        else {
            return;
        };
        if let Phase::Unknown(unknown) = &mut operation.phase {
            unknown.asked_at = read_at;
        }
        self.settled(id, result, made, cx, out);
    }

    /// It met the rate limit and does not leave again, though another copy of it may have been executed: it is unknown from
    /// now on. Of a refund, a person looks: sent again it could be a second one.
    pub(super) fn unknown_after_rate_limit(
        &mut self,
        id: &OperationId,
        why: &str,
        cx: &OperationsContext<'_>,
        out: &mut OperationsOutput,
    ) {
        let Some(operation) = self.find_open(id) else { return };
        operation.lost_at = operation.last_sent_at;
        operation.unanswered_at = operation.last_sent_at;
        operation.become_unknown(why, cx.now);
        out.journal.push(operation.entry(operation.unknown_step(why.to_owned(), false), cx.now));
        out.became_unknown.push(id.clone());
        if operation.resolution() == Resolution::Repeat {
            self.leave_to_person(id, UnclearReason::Answer(why.to_owned()));
        }
    }

    /// The target is as a person saw it: what was not sent leaves. What met the rate limit may have been executed by another
    /// copy, and a copy may have answered the read: it leaves again once a second source says the same.
    pub(super) fn checked_unchanged(
        &mut self,
        id: &OperationId,
        result: Result<Reading<'_>, &CallError>,
        made: Freshness,
        cx: &OperationsContext<'_>,
        out: &mut OperationsOutput,
    ) {
        if self.heeds_refunds_elsewhere(id, cx, out) {
            return;
        }
        let may_double = self.find(id).is_some_and(Operation::may_double);
        match (result, made) {
            (Ok(_), Err(not_fresh)) if may_double => {
                self.not_confirmed(id, ResolutionFinding::NotFresh(not_fresh), cx);
            }
            (Ok(reading), Ok(made)) if may_double && self.asks_second_source(id, reading, made, cx, out) => {}
            (_, _) => self.take_turn(id, Priority::Ordinary, cx, out),
        }
    }

    /// Checked before sending again: only what is untouched is sent to; anything else settles the unknown.
    pub(super) fn checked_again(
        &mut self,
        id: &OperationId,
        result: Result<Reading<'_>, &CallError>,
        made: Freshness,
        cx: &OperationsContext<'_>,
        out: &mut OperationsOutput,
    ) {
        let Some(operation) = self.find_open(id) else { return };
        // What a person was warned of needs no proof: it sets the same values once more.
        let overwrites = operation.spec().resend == ResendPolicy::PersonWarned;
        let judged = result.map(|reading| (reconcile(&operation.plan, &operation.precondition, reading), reading));
        match (judged, made) {
            (
                Ok((Judgement::Untouched | Judgement::Unclear(_) | Judgement::NotThere(_) | Judgement::There(_), _)),
                _,
            ) if overwrites => self.take_turn(id, Priority::Ordinary, cx, out),
            (Ok((Judgement::Untouched, reading)), Ok(made)) => {
                if !self.asks_second_source(id, reading, made, cx, out) {
                    self.take_turn(id, Priority::Ordinary, cx, out);
                }
            }
            (Ok(_) | Err(_), _) => {
                let read_at = operation.phase.asked_at();
                operation.become_unknown(EARLIER_LOST, cx.now);
                if let Phase::Unknown(unknown) = &mut operation.phase {
                    unknown.asked_at = read_at;
                }
                self.settled(id, result, made, cx, out);
            }
        }
    }

    /// It waits for its turn.
    pub(super) fn await_turn(&mut self, id: &OperationId, until: DateTime<Utc>) {
        if let Some(operation) = self.find_open(id) {
            operation.phase = Phase::AwaitingTurn { until };
        }
    }

    /// It leaves now, if the rate gate lets it pass.
    pub(super) fn take_turn(
        &mut self,
        id: &OperationId,
        priority: Priority,
        cx: &OperationsContext<'_>,
        out: &mut OperationsOutput,
    ) {
        match (cx.take_turn)(priority) {
            Ok(()) => self.start(id, cx, out),
            Err(until) => self.await_turn(id, until),
        }
    }

    /// `sending` is written before the first byte leaves.
    fn start(&mut self, id: &OperationId, cx: &OperationsContext<'_>, out: &mut OperationsOutput) {
        let Some(operation) = self.find_open(id) else { return };
        operation.attempts += 1;
        operation.checked_at = Some(cx.now);
        operation.phase = Phase::Starting;
        let step = JournalStep::Sending { attempt: operation.attempts };
        out.journal.push(operation.entry(step, cx.now));
    }

    /// The one place from which a request leaves: its `sending` is on disk.
    pub(super) fn send(&mut self, id: &OperationId, cx: &OperationsContext<'_>, out: &mut OperationsOutput) {
        let Some(operation) = self.find(id) else { return };
        let too_old = || too_old(operation, cx.now);
        let contradiction = operation.seen.contradiction().map(str::to_owned);
        // Of what may have been executed, this was asked before it was repeated.
        let disputed = || operation.disputed_since(cx).filter(|_| !operation.is_lost());
        let why_not = contradiction.or_else(|| cx.blocker()).or_else(|| too_late(operation, cx.now)).or_else(too_old);
        if let Some(why) = why_not.or_else(disputed) {
            return self.hold_back(id, &why, cx, out);
        }
        let Some(operation) = self.find_open(id) else { return };
        operation.phase = Phase::Sending { since: cx.now };
        operation.attempt_left(cx.now);
        out.sends.push(RequestToSend {
            profile_id: operation.profile_id.clone(),
            operation_id: id.clone(),
            attempt: operation.attempts,
            request: operation.request(),
        });
    }

    /// It does not leave after all. An attempt that left earlier is as unknown as before.
    pub(super) fn hold_back(
        &mut self,
        id: &OperationId,
        why: &str,
        cx: &OperationsContext<'_>,
        out: &mut OperationsOutput,
    ) {
        if self.now_unknown_again(id, cx.now) {
            self.settle_by_earlier_report(id, cx, out);
        } else if self.find(id).is_some_and(|operation| operation.last_sent_at.is_some()) {
            self.unknown_after_rate_limit(id, &not_sent::rate_limit_and_held_back(why), cx, out);
        } else {
            self.finish(id, JournalStep::NotSent { why: why.into() }, Outcome::NotSent { why: why.into() }, cx, out);
        }
    }

    /// Back to settling, if an earlier attempt of the operation is unknown.
    pub(super) fn now_unknown_again(&mut self, id: &OperationId, now: DateTime<Utc>) -> bool {
        let unknown = self.find_open(id).filter(|operation| operation.is_lost());
        unknown.map(|operation| operation.become_unknown(EARLIER_LOST, now)).is_some()
    }
}
