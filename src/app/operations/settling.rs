//! Settles unknown outcomes by reading, in the rhythm of [`super::settle`], and tells what is due when.

use chrono::{DateTime, TimeDelta, Utc};

use crate::api::error::{ApiError, CallError};
use crate::api::rate_limit::Purpose;
use crate::app::state::State;
use crate::domain::ids::OperationId;
use crate::domain::text::visible;

use super::journal::{ResolvedBy, Step};
use super::judge::{Judgement, is_another_customer, judge};
use super::rules::Settle;
use super::words::id_is_taken;
use super::{Finding, Outcome, Phase, Reading, Unknown, settle};

impl State {
    /// A settling read came back: it ends the operation, sends it again where that is safe, or the next is planned.
    pub(super) fn settled(&mut self, id: &OperationId, result: Result<Reading<'_>, &CallError>) {
        let now = self.now;
        let Some(operation) = self.operations.find_open(id) else { return };
        let Phase::Unknown(unknown) = &operation.phase else { return };
        let is_another = result.is_ok_and(|reading| is_another_customer(&operation.plan, reading));
        if let (Some(refusal), true) = (&unknown.refusal, is_another) {
            let finding = id_is_taken(&operation.plan.target, refusal);
            let step = Step::Resolved { by: ResolvedBy::Read, finding: finding.clone() };
            return self.finish(id, step, Outcome::Overtaken { finding });
        }
        let finding = match result.map(|reading| judge(&operation.plan, &operation.seen, reading)) {
            Err(error) => Finding::ReadFailed(error.what()),
            Ok(Judgement::Executed(status)) => {
                let noun = operation.plan.target.family.noun();
                let finding = format!("a read shows the {noun} {}", visible(&status, 60));
                let outcome = Outcome::Done { status, by_read: true };
                return self.finish(id, Step::Resolved { by: ResolvedBy::Read, finding }, outcome);
            }
            Ok(Judgement::Declined { code, message }) => {
                let finding = format!("a read shows it declined ({})", code.as_deref().unwrap_or("no code"));
                let outcome = Outcome::Declined { code, message };
                return self.finish(id, Step::Resolved { by: ResolvedBy::Read, finding }, outcome);
            }
            Ok(Judgement::Overtaken(finding)) => {
                let step = Step::Resolved { by: ResolvedBy::Read, finding: finding.clone() };
                return self.finish(id, step, Outcome::Overtaken { finding });
            }
            Ok(Judgement::Untouched) => match (settle::untouched(operation, unknown), unknown.refusal.clone()) {
                (Finding::NotExecuted, Some(_)) => return self.refused_after_all(id),
                (_, _) if settle::may_repeat_by_itself(operation, now) => return self.repeat(id),
                (finding, _) => finding,
            },
            Ok(Judgement::Unclear(what)) => Finding::Unclear(what),
        };
        self.plan_next_read(id, finding);
    }

    /// The refusal of the only attempt was no echo of a success.
    fn refused_after_all(&mut self, id: &OperationId) {
        let phase = self.operations.find(id).map(|operation| &operation.phase);
        let Some(Phase::Unknown(Unknown { refusal: Some(refusal), .. })) = phase else { return };
        let ApiError { code, message, .. } = refusal.clone();
        let step = Step::Rejected { code: code.clone(), message: message.clone() };
        self.finish(id, step, Outcome::Rejected { code, message })
    }

    /// The same request goes out once more by itself: its id, or what it sets, makes a second copy harmless.
    pub(super) fn repeat(&mut self, id: &OperationId) {
        let (hindered, now) = (self.read_only_reason().is_some(), self.now);
        let Some(operation) = self.operations.find_open(id) else { return };
        let earliest = settle::earliest_repeat(operation, now);
        if let (Phase::Unknown(unknown), true) = (&mut operation.phase, earliest > now) {
            // Asked for by a person, or held up before: an earlier attempt may still arrive after a newer edit.
            unknown.next_read_at = Some(earliest);
            return;
        }
        let Some(operation) = self.operations.find(id) else { return };
        if hindered || self.hindrance(operation).is_some() {
            self.plan_next_read(id, Finding::NotReadYet);
            return;
        }
        self.take_turn(id, Purpose::Reconciliation);
    }

    /// Nothing tells of it, and its settle window is over: from now on a person decides.
    fn park(&mut self, id: &OperationId) {
        let now = self.now;
        if let Some(operation) = self.operations.find_open(id)
            && operation.is_past_settle_window(now)
            && let Phase::Unknown(unknown) = &mut operation.phase
        {
            unknown.finding = Finding::Parked;
            unknown.next_read_at = None;
        }
    }

    pub(super) fn plan_next_read(&mut self, id: &OperationId, finding: Finding) {
        let now = self.now;
        let Some(operation) = self.operations.find_open(id) else { return };
        let since_sent = operation.last_sent_at.map_or(TimeDelta::zero(), |sent| now - sent);
        if let Phase::Unknown(unknown) = &mut operation.phase {
            unknown.reads += 1;
            unknown.ticket = None;
            let longest = settle::longest_pause(unknown.reads, since_sent);
            unknown.next_read_at = Some(now + self.chance.jitter(longest));
            unknown.finding = finding;
        }
    }

    /// What is due now: turns at the gate, settling reads.
    pub(in crate::app) fn operations_due(&mut self) {
        let now = self.now;
        for (id, due) in self.due_operations(now) {
            match due {
                Due::Turn => self.check_before_sending(&id),
                Due::Settle(Settle::Read) => self.read_for(&id, Purpose::Reconciliation),
                Due::Settle(Settle::Repeat) => self.repeat(&id),
                Due::Settle(Settle::Park) => self.park(&id),
            }
        }
    }

    fn due_operations(&self, now: DateTime<Utc>) -> Vec<(OperationId, Due)> {
        self.operation_times().filter(|(_, _, at)| *at <= now).map(|(id, due, _)| (id.clone(), due)).collect()
    }

    /// When the next operation wants something; never while nothing could be done about it.
    pub(in crate::app) fn operations_next_due(&self) -> Option<DateTime<Utc>> {
        self.operation_times().map(|(_, _, at)| at).min()
    }

    fn operation_times(&self) -> impl Iterator<Item = (&OperationId, Due, DateTime<Utc>)> {
        let profile_id = self.profile.as_ref().filter(|_| self.connection.lock().is_none()).map(|profile| &profile.id);
        let ours = self.operations.open.iter().filter(move |operation| Some(&operation.profile_id) == profile_id);
        ours.filter_map(|operation| match &operation.phase {
            Phase::AwaitingTurn { until } => Some((&operation.id, Due::Turn, *until)),
            Phase::Unknown(Unknown { next_read_at: Some(at), .. }) => {
                Some((&operation.id, Due::Settle(operation.settle()), *at))
            }
            Phase::Unknown(_)
            | Phase::Preparing
            | Phase::Checking { .. }
            | Phase::Starting
            | Phase::Sending { .. }
            | Phase::NeverSent
            | Phase::Ended(_) => None,
        })
    }

    /// All reads under way were given up: what was about to be sent is not, what is unknown is read later.
    pub(in crate::app) fn operation_reads_dropped(&mut self, why: &str) {
        let now = self.now;
        let mut unsent = Vec::new();
        for operation in &mut self.operations.open {
            match &mut operation.phase {
                Phase::Checking { .. } | Phase::AwaitingTurn { .. } => unsent.push(operation.id.clone()),
                Phase::Unknown(unknown) if unknown.ticket.is_some() => {
                    unknown.ticket = None;
                    unknown.next_read_at = Some(now);
                }
                Phase::Unknown(_)
                | Phase::Preparing
                | Phase::Starting
                | Phase::Sending { .. }
                | Phase::NeverSent
                | Phase::Ended(_) => {}
            }
        }
        unsent.iter().for_each(|id| self.hold_back(id, why));
    }
}

#[derive(Clone, Copy)]
enum Due {
    Turn,
    Settle(Settle),
}
