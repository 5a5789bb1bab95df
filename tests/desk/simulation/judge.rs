//! What must hold, judged by what really happened at the service.
//!
//! Truths come from the service of the model alone: what it executed, refused, or never saw. Nothing is looked up in the
//! program, neither its decision table nor its rules; what the law asks is in [`super::law`].
//!
//! What a person's own word excuses, and nothing else does:
//! - *Send again* of what nothing reports ([`Resend::PersonWarned`]), clicked after the warning: each such click
//!   allows one more effect.
//! - *Close by hand*: no claim is made, so none can be false. It excuses no effect: the operation itself still takes
//!   effect at most once.
//!
//! What only sets texts has no second effect by setting the same again; it breaks a rule when an older edit undoes a
//! newer one of the same desk. Over another operator's newer texts it may be set again, and that is counted.
//!
//! What no client can know is whether an effect that it reads is its own, where the call carries no id of ours: an effect
//! of somebody else may look exactly like it (a [twin](Fault::Twin)). “The effect is there, whoever caused it”
//! ([`ExecutionProof::Effect`]) is accepted where the history holds that very change, by any author, after what the person saw.
//! “Done” by the operation's own answer or by our id is never accepted so: then our own copy was executed.
//!
//! What no client can know either is that the only thing it was told is not true ([`World::knows_only_lies`]): its claim is
//! not held against it until it is told the truth. From then on nothing false is called what came of it
//! ([`FORGOTTEN`](super::events::FORGOTTEN)).
//!
//! What the law assumes and the model breaks on purpose: an [arrival after the settle window](Fault::ArrivedAfterWindow).
//! What comes of it for the operation itself is not held against Paydesk (see [`World::broken`]).

use paydesk_api::freshness::NotFresh;
use paydesk_api::operation::Endpoint;
use paydesk_core::operations::{ExecutionProof, Outcome, PaymentPrecondition, Phase, Precondition, ResolutionFinding};
use paydesk_domain::ids::OperationId;

use super::faults::Fault;
use super::law::{REFUND_REPEATS_MS, Resend, resend, sets_values};
use super::service::{Author, Object, RefundChecks, Version};
use super::world::{Op, World};

/// A rule that was broken.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Violation {
    pub rule: &'static str,
    /// The operation, where it is about one.
    pub op: Option<usize>,
    pub about: String,
    pub text: String,
    /// How much had been planned in the schedule by then: the least shows the shortest schedule.
    pub step: u32,
}

impl Violation {
    pub fn new(rule: &'static str, op: usize, text: String) -> Self {
        Self { rule, op: Some(op), about: format!("operation number {op}"), text, step: 0 }
    }

    pub fn of_desk(rule: &'static str, desk: usize, text: String) -> Self {
        Self { rule, op: None, about: format!("desk {desk}"), text, step: 0 }
    }
}

pub const DOUBLE_EFFECT: &str = "double effect";
/// It was called done by an effect of somebody else, and ours took effect afterwards, unheeded.
pub const LATE_EFFECT: &str = "took effect after it was called done";
pub const FALSE_DONE: &str = "false done";
pub const FALSE_DECLINED: &str = "false declined";
pub const FALSE_REFUSAL: &str = "false refusal";
pub const LATE_AFTER_REFUSAL: &str = "false claim, by a late effect";

/// What the outcome claims to rest on; `None` where it is not “done”.
pub fn proof(outcome: &Outcome) -> Option<ExecutionProof> {
    match outcome {
        Outcome::Done { proof, .. } => Some(*proof),
        Outcome::Declined { .. }
        | Outcome::Rejected { .. }
        | Outcome::NotSent { .. }
        | Outcome::Overtaken(_)
        | Outcome::NotAnswered { .. }
        | Outcome::ClosedByPerson
        | Outcome::Closed => None,
    }
}

impl World {
    /// An effect too many is seen the moment it happens.
    pub fn judge_effect(&mut self, index: usize) {
        let op = &self.ops[index];
        let allowed = 1 + op.warned;
        let text = || format!("{} took effect {} times, allowed {allowed}", op.id, op.effects + op.declines);
        if op.effects + op.declines > allowed && !sets_values(op.endpoint) {
            return self.broken(Violation::new(DOUBLE_EFFECT, index, text()));
        }
        // What a lie made it say is judged by what it is called now.
        let is_excused = op.failed_by_another || op.was_lied_about;
        let late = op.claims.iter().find(|(_, outcome)| denies(outcome) && !is_excused);
        if let (true, Some((_, outcome))) = (op.effects > 0, late) {
            let text = format!("{} was called {outcome:?} and took effect", op.id);
            return self.broken(Violation::new(LATE_AFTER_REFUSAL, index, text));
        }
        let called_done = op.claims.iter().find(|(_, outcome)| proof(outcome) == Some(ExecutionProof::Effect));
        let is_first = op.effects == 1 && op.first_effect_ms == self.now_ms;
        if let (true, Some((_, outcome))) = (is_first, called_done) {
            let text = format!("{} was called {outcome:?} by an effect of somebody else, and took effect now", op.id);
            self.broken(Violation::new(LATE_EFFECT, index, text));
        }
    }

    /// Who set the texts that an operation is about to set.
    pub fn newest_texts(&self, op: &Op) -> Option<Author> {
        if !sets_values(op.endpoint) {
            return None;
        }
        let versions = &self.object(op)?.versions;
        versions.iter().rfind(|version| version.endpoint == Some(op.endpoint)).map(|version| version.by)
    }

    /// An older edit may not undo a newer one of the same desk, unless the person closed the older one by hand.
    pub fn judge_overwritten(&mut self, index: usize, before: Option<Author>) {
        let op = &self.ops[index];
        let closed = op.claims.iter().any(|(_, outcome)| *outcome == Outcome::ClosedByPerson);
        match before {
            Some(Author::Operation(other)) if other != index => {
                let newer = &self.ops[other];
                if newer.desk != op.desk && op.effects > 1 {
                    self.fault(Fault::SetAgainOverAnother);
                } else if newer.desk == op.desk && newer.prepared_ms > op.prepared_ms && !closed {
                    let text = format!("{} undid {}", op.id, newer.id);
                    self.broken(Violation::new("an older edit undid a newer one", index, text));
                }
            }
            Some(Author::SomebodyElse) if op.effects > 1 => self.fault(Fault::SetAgainOverAnother),
            _ => {}
        }
    }

    /// A desk says how an operation ended.
    pub fn claimed(&mut self, desk: usize, id: &OperationId, outcome: Outcome) {
        self.note(|_| format!("desk {desk}: {id} ended: {outcome:?}"));
        let Some(index) = self.op_of(id) else {
            return self.broken(Violation::of_desk("unknown operation", desk, format!("{id} was never prepared")));
        };
        if let Some(violation) = self.judge_claim(index, &outcome, self.desks[desk].life) {
            self.broken(violation);
        }
        if self.ops[index].known_in_life == self.desks[desk].life {
            self.ops[index].claims.push((desk, outcome));
        }
    }

    fn judge_claim(&mut self, index: usize, outcome: &Outcome, life: u32) -> Option<Violation> {
        let op = &self.ops[index];
        let false_claim =
            |rule| Some(Violation::new(rule, index, format!("{} {:?}: {outcome:?}, but {op:?}", op.id, op.endpoint)));
        match outcome {
            _ if self.is_excused(op, outcome) => None,
            // “The service has it” is said of what exists, however it ended, and “pending” of what had not ended yet.
            Outcome::Done { status, .. }
                if op.endpoint == Endpoint::CreateRefund
                    && proof(outcome) != Some(ExecutionProof::Answer)
                    && (status.is_empty() || status == "pending" && self.service.refund_pending_ms > 0)
                    && op.declines > 0 =>
            {
                None
            }
            Outcome::Done { .. } if op.effects == 0 => {
                if proof(outcome) == Some(ExecutionProof::Effect) && self.twin(op, false) {
                    self.fault(Fault::Twin);
                    return None;
                }
                false_claim(FALSE_DONE)
            }
            Outcome::Declined { .. } if op.declines == 0 => {
                if self.twin(op, true) {
                    self.ops[index].failed_by_another = true;
                    self.fault(Fault::Twin);
                    return None;
                }
                false_claim(FALSE_DECLINED)
            }
            // The same form once more, in a process that neither prepared nor found it: it speaks of itself only.
            Outcome::NotSent { .. } if op.known_in_life != life => None,
            // The numbers show that no money was given back: a refund that failed leaves as much as one that was not made.
            Outcome::Rejected { .. }
                if op.endpoint == Endpoint::CreateRefund && op.effects == 0 && self.service.names_left =>
            {
                None
            }
            Outcome::Rejected { .. } | Outcome::NotSent { .. } if op.effects + op.declines > 0 => {
                false_claim(FALSE_REFUSAL)
            }
            Outcome::Overtaken(_) if op.effects > 0 && !self.changed_by_another_after(op, op.first_effect_ms) => {
                false_claim("false overtaken")
            }
            Outcome::Overtaken(_) if op.declines == 0 && !self.changed_by_another_after(op, seen_since(self, op)) => {
                false_claim("overtaken by nobody")
            }
            _ => None,
        }
    }

    /// “Not executed” is said of what has no effect only. One read is enough of what can be sent again: the
    /// same texts, and a payment under the same id.
    pub fn judge_findings(&mut self, desk: usize) {
        let Some(state) = self.desks[desk].core.state() else { return };
        let mut lie = None;
        for open in state.workspace.operations.open() {
            if let Phase::Unknown(unknown) = &open.phase
                && unknown.finding == ResolutionFinding::NotExecuted
                && let Some(index) = self.op_of(&open.id)
                && self.ops[index].effects + self.ops[index].declines > 0
                && !(self.ops[index].met_redated_copy && may_arrive_twice(&self.ops[index]))
            {
                lie = Some(index);
            }
        }
        if let Some(index) = lie {
            let text = format!("{:?} is called not executed", self.ops[index]);
            self.broken(Violation::new("false not executed", index, text));
        }
    }

    // ----- what another did

    fn object(&self, op: &Op) -> Option<&Object> {
        let find = |objects: &'static str, id: &str| -> Option<&Object> {
            let objects = match objects {
                "payments" => &self.service.payments,
                "payouts" => &self.service.payouts,
                "disputes" => &self.service.disputes,
                _ => &self.service.customers,
            };
            objects.iter().find(|object| object.id == id)
        };
        match (&op.precondition, op.endpoint) {
            (Precondition::Payment(precondition), _) => find("payments", precondition.payment_id.as_str()),
            (_, Endpoint::CreatePayment) => find("payments", &op.target.resource),
            (_, Endpoint::FulfillPayout | Endpoint::UpdatePayout) => find("payouts", &op.target.resource),
            (_, Endpoint::SubmitEvidence) => find("disputes", &op.target.resource),
            (_, Endpoint::CreateCustomer | Endpoint::UpdateCustomer) => find("customers", &op.target.resource),
            (_, _) => None,
        }
    }

    /// The versions that others made since the one the person saw.
    fn of_others<'a>(&'a self, op: &'a Op) -> impl Iterator<Item = &'a Version> {
        let me = self.op_of(&op.id).map(Author::Operation);
        let object = self.object(op);
        let from = object.map_or(0, |object| seen_version(object, op) + 1);
        let later = object.map_or(&[][..], |object| &object.versions[from.min(object.versions.len())..]);
        later.iter().filter(move |version| Some(version.by) != me)
    }

    /// Whether the history holds what was asked for, done by another since the person looked.
    fn twin(&self, op: &Op, declined: bool) -> bool {
        if let (Endpoint::CapturePayment, Some(precondition), false) =
            (op.endpoint, op.precondition.payment(), declined)
        {
            let since = |version: &Version| version.received - precondition.received_minor.unwrap_or(0);
            return self.of_others(op).any(|version| since(version) == op.amount);
        }
        if declined {
            return self.of_others(op).any(|version| version.status == "failed");
        }
        self.of_others(op).any(|version| version.status != "failed" && version.endpoint == Some(op.endpoint))
    }

    fn changed_by_another_after(&self, op: &Op, after_ms: i64) -> bool {
        if matches!(op.endpoint, Endpoint::CreatePayment | Endpoint::CreateCustomer) {
            let me = self.op_of(&op.id).map(Author::Operation);
            if self.object(op).is_some_and(|object| Some(object.versions[0].by) != me) {
                return true;
            }
        }
        op.endpoint != Endpoint::CreatePayment && self.of_others(op).any(|version| version.at_ms >= after_ms)
    }

    // ----- at last

    /// After the calm: everything is ended or listed, and what could be found out is found out.
    pub fn judge_at_last(&mut self) {
        for index in (0..self.ops.len()).filter(|index| !self.ops[*index].after_window).collect::<Vec<_>>() {
            if let Some(violation) = self.judge_op_at_last(index) {
                return self.broken(violation);
            }
        }
    }

    fn judge_op_at_last(&self, index: usize) -> Option<Violation> {
        let op = &self.ops[index];
        if let Some(violation) = self.forgotten(index) {
            return Some(violation);
        }
        if let Some((_, outcome)) = op.claims.iter().find(|(_, outcome)| denies(outcome))
            && op.effects > 0
            && !op.failed_by_another
            && !op.was_lied_about
            && !matches!(outcome, Outcome::Overtaken(_))
        {
            return Some(Violation::new("false claim", index, format!("{outcome:?}, but {op:?}")));
        }
        let disk = self.desks[op.desk].disk;
        let here = self.desks.iter().filter(|desk| desk.disk == disk);
        let listed: Vec<&Phase> = here
            .filter_map(|desk| desk.core.state())
            .filter_map(|state| state.workspace.operations.find(&op.id))
            .filter(|operation| operation.is_open())
            .map(|operation| &operation.phase)
            .collect();
        let is_real = self.desks[op.desk].core.state().is_some();
        if is_real && op.sends > 0 && op.claims.is_empty() && listed.is_empty() && self.disks[disk].is_open(&op.id) {
            return Some(Violation::new("lost operation", index, format!("{op:?} is neither listed nor ended")));
        }
        let too_old =
            op.endpoint == Endpoint::CreateRefund && self.now_ms.saturating_sub(op.first_sent_ms) > REFUND_REPEATS_MS;
        let may_be = |phase: &Phase| {
            may_stay(op, phase, self.service.lists_amounts)
                || too_old
                || self.never_answered(op)
                || self.is_disturbed(op)
        };
        let stuck = listed.iter().find(|phase| !may_be(phase));
        stuck.map(|phase| Violation::new("not found out", index, format!("{phase:?}, but {op:?}")))
    }

    /// Whether it is a refund that the service refuses to every repeat, made or not, without saying what shows that it was
    /// not made: what is left, or the other refunds of the payment.
    fn never_answered(&self, op: &Op) -> bool {
        let (service, payment_id) = (&self.service, &*op.target.resource);
        let amount_first = service.refund_checks == RefundChecks::AmountFirst;
        let was_made = op.effects + op.declines > 0;
        let too_much = !was_made && service.left_to_refund(payment_id) < op.amount;
        let is_shown = if service.reads_refunds {
            true
        } else if was_made {
            service.shows_refunds
        } else {
            (service.names_left || service.shows_refunds) && service.leaves_more_than(payment_id, op.amount)
        };
        op.endpoint == Endpoint::CreateRefund && !is_shown && (amount_first || too_much)
    }

    /// Whether others changed the object too, or its status is one nobody knows: a person has to look.
    fn is_disturbed(&self, op: &Op) -> bool {
        let strange = self
            .object(op)
            .is_some_and(|object| object.versions.iter().any(|v| v.status == "on_hold" || v.status == "failed"));
        strange || self.of_others(op).next().is_some()
    }
}

/// Whether a second copy of it has no second effect.
fn may_arrive_twice(op: &Op) -> bool {
    matches!(op.endpoint, Endpoint::UpdatePayment | Endpoint::CreatePayment)
}

/// What an operation may still be after a long calm in which every answer was true.
fn may_stay(op: &Op, phase: &Phase, lists_amounts: bool) -> bool {
    let happened = op.effects + op.declines > 0;
    match phase {
        Phase::NeverSent => true,
        Phase::Unknown(unknown) => match &unknown.finding {
            ResolutionFinding::Parked => true,
            ResolutionFinding::NotExecuted => !happened,
            // A refusal of every repeat proves nothing.
            ResolutionFinding::Unclear(_) => matches!(resend(op.endpoint), Resend::PersonWarned | Resend::Program),
            ResolutionFinding::NotReadYet
            | ResolutionFinding::There(_)
            | ResolutionFinding::NotExecutedYet
            | ResolutionFinding::ReadFailed(_)
            | ResolutionFinding::NotFresh(
                NotFresh::FromMemory
                | NotFresh::NotShown
                | NotFresh::NotMeasured
                | NotFresh::Contradicted
                | NotFresh::Slow,
            )
            | ResolutionFinding::ParkedYet => false,
            // A list without amounts does not tell of what is captured after a first part.
            ResolutionFinding::NotFresh(NotFresh::Alone) => {
                let had_received = op.precondition.payment().is_some_and(|seen| seen.received_minor > Some(0));
                !happened && !lists_amounts && had_received
            }
        },
        Phase::Preparing
        | Phase::Undoable { .. }
        | Phase::Checking { .. }
        | Phase::AwaitingTurn { .. }
        | Phase::Starting
        | Phase::Sending { .. }
        | Phase::Ended(_) => false,
    }
}

/// Says that it did not happen.
fn denies(outcome: &Outcome) -> bool {
    match outcome {
        Outcome::Declined { .. } | Outcome::Rejected { .. } | Outcome::NotSent { .. } => true,
        Outcome::Overtaken(_)
        | Outcome::Done { .. }
        | Outcome::NotAnswered { .. }
        | Outcome::ClosedByPerson
        | Outcome::Closed => false,
    }
}

/// The newest version that looks as the person saw it.
fn seen_version(object: &Object, op: &Op) -> usize {
    let looks_so = |version: &Version, precondition: &PaymentPrecondition| {
        version.status == precondition.status.as_str()
            && Some(version.received) == precondition.received_minor
            && Some(version.capturable) == precondition.capturable_minor
            && precondition.modified_at.is_none_or(|at| at == version.modified_at())
    };
    let found = op.precondition.payment().and_then(|precondition| {
        object.versions.iter().rposition(|version| version.at_ms <= op.prepared_ms && looks_so(version, precondition))
    });
    found.unwrap_or_else(|| object.versions.iter().rposition(|version| version.at_ms <= op.prepared_ms).unwrap_or(0))
}

fn seen_since(world: &World, op: &Op) -> i64 {
    world.object(op).map_or(i64::MIN, |object| object.versions[seen_version(object, op)].at_ms)
}
