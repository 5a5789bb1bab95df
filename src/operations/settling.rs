//! An outcome that is not known is settled: by reading, by repeating, by what an event shows.

use crate::read::{Read, RequestId};
use paydesk_api::error::CallError;
use paydesk_api::freshness::{Freshness, MadeAfterAsking};
use paydesk_api::proof::Judgement;
use paydesk_api::rate_limit::Priority;
use paydesk_domain::ids::OperationId;
use paydesk_domain::operation::Resolution;
use paydesk_domain::text::visible;

use super::context::{OperationsContext, OperationsOutput};
use super::freshness::counts_all_the_same;
use super::journal::{JournalStep, ResolvedBy};
use super::reconcile::{is_another_customer, reconcile};
use super::wording;
use super::{
    ExecutionProof, Operations, Outcome, OvertakenReason, Phase, Reading, ResolutionFinding, UnclearReason, resending,
};

impl Operations {
    /// Reads the target again: to settle an unknown (reconciliation), or to check before sending (ordinary).
    pub(super) fn read_for(
        &mut self,
        id: &OperationId,
        priority: Priority,
        cx: &OperationsContext<'_>,
        out: &mut OperationsOutput,
    ) {
        let Some(operation) = self.find_open(id) else { return };
        let Some(read) = operation.read_of(cx) else { return };
        if let Some(why) = cx.read_only.as_ref().filter(|_| read.changes_something()) {
            // The only way of reading a payout sets its texts: not from a profile that may change nothing.
            return match operation.phase {
                Phase::Unknown(_) => self.plan_next_read(id, ResolutionFinding::ReadFailed(why.clone()), cx.now),
                Phase::Preparing
                | Phase::Undoable { .. }
                | Phase::Checking { .. }
                | Phase::AwaitingTurn { .. }
                | Phase::Starting
                | Phase::Sending { .. }
                | Phase::NeverSent
                | Phase::Ended(_) => self.hold_back(id, why, cx, out),
            };
        }
        match (&operation.phase, priority) {
            (Phase::Unknown(_), Priority::Reconciliation) => operation.read_asked(cx.now),
            (_, _) => operation.phase = Phase::Checking { request_id: RequestId::default(), asked_at: cx.now },
        }
        self.ask(id, read, priority, cx);
    }

    /// Asks for a read, and awaits its answer.
    pub(super) fn ask(&mut self, id: &OperationId, read: Read, priority: Priority, cx: &OperationsContext<'_>) {
        let request_id = (cx.ask)(read, priority);
        match self.find_open(id).map(|operation| &mut operation.phase) {
            Some(Phase::Checking { request_id: awaited, .. }) => *awaited = request_id,
            Some(Phase::Unknown(unknown)) => unknown.request_id = Some(request_id),
            Some(
                Phase::Preparing
                | Phase::Undoable { .. }
                | Phase::AwaitingTurn { .. }
                | Phase::Starting
                | Phase::Sending { .. }
                | Phase::NeverSent
                | Phase::Ended(_),
            )
            | None => {}
        }
    }

    pub(super) fn read_answered(
        &mut self,
        request_id: RequestId,
        result: Result<Reading<'_>, &CallError>,
        made: Freshness,
        cx: &OperationsContext<'_>,
        out: &mut OperationsOutput,
    ) {
        let Some(operation) = self.awaiting(request_id) else { return };
        let id = operation.id.clone();
        let made = operation.unless_changed(result.ok(), made);
        let is_contradicted = operation.seen.contradiction().is_some();
        if matches!(operation.phase, Phase::Checking { .. }) {
            self.checked(&id, result, made, cx, out);
        } else if !is_contradicted || !self.stays_contradicted(&id, result, made, cx) {
            self.settled(&id, result, made, cx, out);
        }
    }

    /// A settling read came back: it ends the operation, sends it again where that is safe, or the next is planned.
    pub(super) fn settled(
        &mut self,
        id: &OperationId,
        result: Result<Reading<'_>, &CallError>,
        made: Freshness,
        cx: &OperationsContext<'_>,
        out: &mut OperationsOutput,
    ) {
        let Some(operation) = self.find_open(id) else { return };
        if operation.resolution() == Resolution::Repeat {
            return self.refund_looked_up(id, result, made, cx, out);
        }
        if let (Ok(reading), Err(not_fresh)) = (result, made)
            && !counts_all_the_same(operation, reading, not_fresh)
        {
            return self.plan_next_read(id, ResolutionFinding::NotFresh(not_fresh), cx.now);
        }
        let Phase::Unknown(unknown) = &operation.phase else { return };
        let refusal = unknown.refusal.clone();
        let (is_plain, is_final) = (unknown.refused_at.is_some(), unknown.is_refusal_final());
        let is_excluded = unknown.asked_at.is_some_and(|asked| operation.is_past_settle_window(asked));
        if let Some(refusal) = &refusal
            && result.is_ok_and(|reading| is_another_customer(&operation.plan, reading))
        {
            let reason = OvertakenReason::IdTaken { target: operation.plan.target.clone(), refusal: refusal.clone() };
            return self.overtaken(id, reason, cx, out);
        }
        let noun = operation.plan.target.kind.noun();
        let finding = match result.map(|reading| reconcile(&operation.plan, &operation.precondition, reading)) {
            Err(error) => ResolutionFinding::ReadFailed(error.what()),
            Ok(Judgement::Ours(status)) => {
                let finding =
                    format!("a check shows the {noun} as “{}” with the ID of this operation", visible(&status, 60));
                let outcome = Outcome::Done { status, proof: ExecutionProof::OurId };
                return self.resolved(id, ResolvedBy::Read, finding, outcome, cx, out);
            }
            Ok(Judgement::There(status)) if is_excluded => {
                let finding = format!("a check shows the {noun} as “{}”, whoever changed it", visible(&status, 60));
                let outcome = Outcome::Done { status, proof: ExecutionProof::Effect };
                return self.resolved(id, ResolvedBy::Read, finding, outcome, cx, out);
            }
            Ok(Judgement::There(status)) => ResolutionFinding::There(status),
            Ok(Judgement::Declined { code, message }) => {
                let finding = format!("a check shows that it was declined ({})", code.as_deref().unwrap_or("no code"));
                return self.resolved(id, ResolvedBy::Read, finding, Outcome::Declined { code, message }, cx, out);
            }
            Ok(Judgement::Overtaken(reason)) => {
                return self.overtaken(id, OvertakenReason::Found(reason), cx, out);
            }
            Ok(Judgement::Untouched) => match (result, made) {
                (Ok(reading), Ok(made)) => return self.untouched(id, reading, made, cx, out),
                (_, Err(not_fresh)) => ResolutionFinding::NotFresh(not_fresh),
                (Err(error), _) => ResolutionFinding::ReadFailed(error.what()),
            },
            Ok(Judgement::NotThere(reason)) => match (result, made) {
                (Ok(reading), Ok(made)) if refusal.is_some() && is_final => {
                    return self.found_not_executed(id, reading, made, cx, out);
                }
                _ if is_plain => ResolutionFinding::NotExecutedYet,
                _ => ResolutionFinding::Unclear(UnclearReason::Read(reason)),
            },
            Ok(Judgement::Unclear(reason) | Judgement::Contradiction(reason) | Judgement::Another(reason)) => {
                ResolutionFinding::Unclear(UnclearReason::Read(reason))
            }
        };
        self.plan_next_read(id, finding, cx.now);
    }

    /// A read shows the target as it was, in an answer that was made after it was asked for.
    pub(super) fn untouched(
        &mut self,
        id: &OperationId,
        reading: Reading<'_>,
        made: MadeAfterAsking,
        cx: &OperationsContext<'_>,
        out: &mut OperationsOutput,
    ) {
        let Some(operation) = self.find_open(id) else { return };
        let Phase::Unknown(unknown) = &operation.phase else { return };
        let is_excluded = unknown.asked_at.is_some_and(|asked| operation.is_past_settle_window(asked));
        let is_refused = unknown.refusal.is_some();
        if is_refused && (unknown.is_refusal_final() || is_excluded) {
            return self.found_not_executed(id, reading, made, cx, out);
        }
        if unknown.refused_at.is_none() {
            if resending::may_repeat_by_itself(operation, cx.now) {
                return self.repeat(id, cx, out);
            }
            if is_excluded {
                return self.found_not_executed(id, reading, made, cx, out);
            }
        }
        self.plan_next_read(id, ResolutionFinding::NotExecutedYet, cx.now);
    }

    /// The first source says that it was not executed, and nothing of it can arrive any more.
    pub(super) fn found_not_executed(
        &mut self,
        id: &OperationId,
        reading: Reading<'_>,
        made: MadeAfterAsking,
        cx: &OperationsContext<'_>,
        out: &mut OperationsOutput,
    ) {
        if !self.asks_second_source(id, reading, made, cx, out) {
            self.conclude_not_executed(id, cx, out);
        }
    }

    /// The only place where it is called not executed.
    pub(super) fn conclude_not_executed(
        &mut self,
        id: &OperationId,
        cx: &OperationsContext<'_>,
        out: &mut OperationsOutput,
    ) {
        let Some(Phase::Unknown(unknown)) = self.find_open(id).map(|operation| &operation.phase) else { return };
        match unknown.refusal.clone() {
            Some(refusal) => self.rejected(id, None, refusal, cx, out),
            None => self.plan_next_read(id, ResolutionFinding::NotExecuted, cx.now),
        }
    }

    /// A read shows that something else happened to the target.
    pub(super) fn overtaken(
        &mut self,
        id: &OperationId,
        reason: OvertakenReason,
        cx: &OperationsContext<'_>,
        out: &mut OperationsOutput,
    ) {
        let finding = wording::overtaken_text(&reason);
        self.resolved(id, ResolvedBy::Read, finding, Outcome::Overtaken(reason), cx, out);
    }

    pub(super) fn resolved(
        &mut self,
        id: &OperationId,
        by: ResolvedBy,
        finding: String,
        outcome: Outcome,
        cx: &OperationsContext<'_>,
        out: &mut OperationsOutput,
    ) {
        let (finding, outcome) = match self.find(id).and_then(|operation| operation.opposite_answer(&outcome)) {
            Some(answer) => (wording::although_answered(&finding, answer), wording::despite(answer, outcome)),
            None => (finding, outcome),
        };
        let done_in = match &outcome {
            Outcome::Done { status, .. } => Some(status.clone()),
            _ => None,
        };
        let ended = self.find(id).and_then(|operation| operation.ended_as(&outcome));
        self.finish(id, JournalStep::Resolved { by, finding, done_in, ended }, outcome, cx, out);
    }

    /// The request goes out once more by itself: its ID, or what it sets, makes a second copy harmless.
    pub(super) fn repeat(&mut self, id: &OperationId, cx: &OperationsContext<'_>, out: &mut OperationsOutput) {
        let Some(operation) = self.find_open(id) else { return };
        if let Some(why) = operation.seen.contradiction().map(str::to_owned) {
            return self.leave_to_person(id, UnclearReason::Answer(why));
        }
        if operation.is_withdrawn {
            return self.leave_to_person(id, UnclearReason::Withdrawn);
        }
        let earliest = resending::earliest_repeat(operation, cx.now);
        let is_too_old = resending::repeats_end(operation).is_some_and(|end| end <= cx.now);
        if let Phase::Unknown(unknown) = &mut operation.phase {
            if is_too_old {
                unknown.next_read_at = None;
                unknown.finding = ResolutionFinding::Unclear(UnclearReason::TooOldToRepeat);
                return;
            }
            if earliest > cx.now {
                // Asked for by a person, or held up before: an earlier attempt may still arrive after a newer edit.
                unknown.next_read_at = Some(earliest);
                return;
            }
        }
        if cx.read_only.is_some() || cx.blocker().is_some() {
            return self.plan_next_read(id, ResolutionFinding::NotReadYet, cx.now);
        }
        if !self.heeds_refunds_elsewhere(id, cx, out) {
            self.take_turn(id, Priority::Reconciliation, cx, out);
        }
    }
}
