//! Moves an operation from phase to phase. Each function is one answer to "what happens now?".
//!
//! The way of an operation: confirmed → `prepared` written → payment checked → turn at the rate gate →
//! `sending` written → sent once → outcome written. Nothing is sent whose `sending` is not known to be on disk.

use chrono::{DateTime, TimeDelta, Utc};

use crate::api::calls::payments::RetrievePayment;
use crate::api::error::CallError;
use crate::api::rate_limit::Purpose;
use crate::app::effect::Effect;
use crate::app::event::{JournalRefusal, Problem};
use crate::app::features::toasts::ToastKind;
use crate::app::reads::{Read, Ticket};
use crate::app::state::State;
use crate::domain::ids::{OperationId, PaymentId};
use crate::domain::payment::{Payment, check_capture_descriptor};
use crate::domain::text::visible;

use super::journal::{JournalEntry, Step, StepName, restore};
use super::settle::{self, Judgement};
use super::words::{EARLIER_LOST, now_is};
use super::{Intent, JournalHealth, Operation, Outcome, Phase, Seen};

pub use super::words::outcome_words;

/// A check just before sending may use a read not older than this, in seconds.
const FRESH_S: i64 = 5;

impl State {
    /// The person confirmed: write it down first. A second confirmation lands on the open operation.
    pub(in crate::app) fn start_operation(&mut self, payment_id: PaymentId, intent: Intent, seen: Seen) -> Vec<Effect> {
        if let Some(reason) = self.refusal_to_start(&payment_id, &intent, &seen) {
            self.toasts.show(self.now, ToastKind::Attention, format!("Not sent: {reason}"), Some(payment_id));
            return Vec::new();
        }
        let Some(profile) = &self.profile else { return Vec::new() };
        let operation = Operation {
            id: self.chance.operation_id(),
            profile_id: profile.id.clone(),
            environment: profile.environment,
            payment_id,
            intent,
            seen,
            operator: self.operator.clone(),
            prepared_at: self.now,
            attempts: 0,
            last_sent_at: None,
            unknown_attempt: false,
            checked_at: None,
            phase: Phase::Preparing,
        };
        let entry = operation.entry(Step::Prepared(Box::new(operation.describe())), self.now);
        self.operations.add(operation);
        vec![Effect::WriteJournal(entry)]
    }

    pub(super) fn refusal_to_start(&self, payment_id: &PaymentId, intent: &Intent, seen: &Seen) -> Option<String> {
        if let Some(reason) = self.read_only_reason() {
            return Some(reason);
        }
        if let Some(open) = self.operations.open_of(payment_id) {
            return Some(format!("“{}” is already under way for this payment", open.intent.title()));
        }
        match intent {
            Intent::Capture { amount, .. } if amount.currency != seen.amount.currency => {
                Some("the currency differs from the payment's".to_owned())
            }
            Intent::Capture { amount, .. } if amount.minor <= 0 => Some("an amount above zero is needed".to_owned()),
            Intent::Capture { amount, .. } if Some(amount.minor) > seen.capturable_minor => {
                Some(format!("{amount} is more than can be captured"))
            }
            Intent::Capture { prefix, suffix, .. } => {
                check_capture_descriptor(prefix, suffix).err().map(|error| error.to_string())
            }
            Intent::Cancel { .. } | Intent::Approve => None,
        }
    }

    /// Whether the operation belongs to the profile at work. Nothing leaves for one of another profile: its
    /// payment may have a namesake here.
    pub(super) fn is_ours(&self, operation: &Operation) -> bool {
        self.profile.as_ref().is_some_and(|profile| profile.id == operation.profile_id)
    }

    /// Why nothing may leave for the operation now, whatever it is about.
    pub(super) fn hindrance(&self, operation: &Operation) -> Option<String> {
        match self.connection.lock() {
            Some(lock) => Some(format!("the profile is locked: {}", lock.what())),
            None if !self.is_ours(operation) => Some("it belongs to another profile".to_owned()),
            None => None,
        }
    }

    /// The journal opened: what was unfinished is taken up again, by reading, never by sending.
    pub(in crate::app) fn journal_opened(&mut self, unfinished: &[JournalEntry]) -> Vec<Effect> {
        self.operations.journal = JournalHealth::Ready;
        let restored = restore(unfinished);
        for operation in restored.operations {
            self.operations.add(operation);
        }
        for (payment_id, operation) in restored.unknown {
            self.problems.push(Problem {
                what: format!(
                    "The journal holds an open operation “{}” on {}, which this version does not know",
                    visible(&operation, 40),
                    visible(payment_id.as_str(), 64)
                ),
                what_to_do: "Open it with the newer Paydesk that wrote it; until then this payment takes no operation"
                    .to_owned(),
            });
        }
        Vec::new()
    }

    pub(in crate::app) fn journal_unavailable(&mut self, problem: Problem) -> Vec<Effect> {
        self.operations.journal = JournalHealth::Unavailable(problem);
        Vec::new()
    }

    /// An entry is on disk: the next step may be taken.
    pub(in crate::app) fn journal_written(&mut self, id: &OperationId, step: StepName) -> Vec<Effect> {
        match (step, self.operations.find(id).map(|operation| &operation.phase)) {
            (StepName::Prepared, Some(Phase::Preparing)) => self.check_before_sending(id),
            (StepName::Sending, Some(Phase::Starting)) => self.send(id),
            (_, _) => Vec::new(),
        }
    }

    /// It does not leave after all. An attempt that left earlier is as unknown as before.
    pub(super) fn hold_back(&mut self, id: &OperationId, why: &str) -> Vec<Effect> {
        if self.now_unknown_again(id) {
            return Vec::new();
        }
        self.finish(id, Step::NotSent { why: why.into() }, Outcome::NotSent { why: why.into() })
    }

    /// Back to reading, if an earlier attempt of the operation is unknown.
    pub(super) fn now_unknown_again(&mut self, id: &OperationId) -> bool {
        let now = self.now;
        let unknown = self.operations.find_open(id).filter(|operation| operation.unknown_attempt);
        unknown.map(|operation| operation.phase = Phase::unknown(EARLIER_LOST, now)).is_some()
    }

    /// An entry is not known to be on disk: nothing is sent, and nothing more can be done safely.
    pub(in crate::app) fn journal_refused(
        &mut self,
        id: &OperationId,
        step: StepName,
        refusal: JournalRefusal,
    ) -> Vec<Effect> {
        let why = match &refusal {
            JournalRefusal::AlreadyOpen => "another window is working on this payment".to_owned(),
            JournalRefusal::Failed(problem) => problem.what.clone(),
        };
        if let JournalRefusal::Failed(problem) = refusal {
            self.operations.journal = JournalHealth::Unavailable(problem);
        }
        let not_sent = match self.operations.find(id).map(|operation| &operation.phase) {
            Some(Phase::Preparing) => step == StepName::Prepared,
            Some(Phase::Starting) => step == StepName::Sending,
            Some(_) | None => false,
        };
        if not_sent && !self.now_unknown_again(id) {
            self.end_operation(id, Outcome::NotSent { why });
        }
        Vec::new()
    }

    /// Does the payment still match what the person saw? A read of the last seconds will do.
    pub(super) fn check_before_sending(&mut self, id: &OperationId) -> Vec<Effect> {
        let Some(operation) = self.operations.find(id) else { return Vec::new() };
        if let Some(why) = self.hindrance(operation) {
            return self.hold_back(id, &why);
        }
        let detail = self.payments.detail(&operation.payment_id);
        let fresh = detail
            .filter(|detail| detail.read_at().is_some_and(|at| self.now - at <= TimeDelta::seconds(FRESH_S)))
            .and_then(|detail| detail.value().cloned());
        match (fresh, self.rate.held_until(Purpose::Ordinary, self.now)) {
            (Some(payment), _) if !operation.unknown_attempt => self.checked(id, Ok(&payment)),
            (_, Some(until)) => self.await_turn(id, until),
            (_, None) => self.read_for(id, Purpose::Ordinary),
        }
    }

    pub(super) fn await_turn(&mut self, id: &OperationId, until: DateTime<Utc>) -> Vec<Effect> {
        if let Some(operation) = self.operations.find_open(id) {
            operation.phase = Phase::AwaitingTurn { until };
        }
        Vec::new()
    }

    /// Reads the payment anew: to settle an unknown (reconciliation), or to check before sending (ordinary).
    pub(super) fn read_for(&mut self, id: &OperationId, purpose: Purpose) -> Vec<Effect> {
        let now = self.now;
        let Some(operation) = self.operations.find_open(id) else { return Vec::new() };
        let read = Read::Payment(RetrievePayment { payment_id: operation.payment_id.clone() });
        let ticket = self.reads.ask_fresh(read, purpose, now);
        match (&mut operation.phase, purpose) {
            (Phase::Unknown(unknown), Purpose::Reconciliation) => {
                unknown.ticket = Some(ticket);
                unknown.next_read_at = None;
            }
            (_, _) => operation.phase = Phase::Checking { ticket },
        }
        self.reads.flush(&mut self.rate, now)
    }

    /// A payment was read: tell the operation that asked for it, if one did.
    pub(in crate::app) fn operation_read(
        &mut self,
        ticket: Ticket,
        result: Result<&Payment, &CallError>,
    ) -> Vec<Effect> {
        let asked = self.operations.open.iter().find_map(|operation| match &operation.phase {
            Phase::Checking { ticket: asked } if *asked == ticket => Some((operation.id.clone(), true)),
            Phase::Unknown(unknown) if unknown.ticket == Some(ticket) => Some((operation.id.clone(), false)),
            Phase::Checking { .. }
            | Phase::Unknown(_)
            | Phase::Preparing
            | Phase::AwaitingTurn { .. }
            | Phase::Starting
            | Phase::Sending { .. }
            | Phase::NeverSent
            | Phase::Ended(_) => None,
        });
        match asked {
            Some((id, true)) => self.checked(&id, result),
            Some((id, false)) => self.settled(&id, result),
            None => Vec::new(),
        }
    }

    pub(super) fn checked(&mut self, id: &OperationId, result: Result<&Payment, &CallError>) -> Vec<Effect> {
        let Some(operation) = self.operations.find_open(id) else { return Vec::new() };
        if operation.unknown_attempt {
            return self.checked_again(id, result);
        }
        match result {
            Ok(payment) if operation.seen.still_holds(payment) => self.take_turn(id),
            Ok(payment) => {
                let why = format!("the payment changed meanwhile: it is now {}; look at it again", now_is(payment));
                self.finish(id, Step::NotSent { why: why.clone() }, Outcome::NotSent { why })
            }
            Err(error) => {
                let why = format!("the payment could not be checked first. {}", error.what());
                self.finish(id, Step::NotSent { why: why.clone() }, Outcome::NotSent { why })
            }
        }
    }

    /// Checked before sending again: only an untouched payment is sent to; anything else settles the unknown.
    pub(super) fn checked_again(&mut self, id: &OperationId, result: Result<&Payment, &CallError>) -> Vec<Effect> {
        let now = self.now;
        let Some(operation) = self.operations.find_open(id) else { return Vec::new() };
        if result
            .is_ok_and(|payment| settle::judge(&operation.intent, &operation.seen, payment) == Judgement::Untouched)
        {
            return self.take_turn(id);
        }
        operation.phase = Phase::unknown(EARLIER_LOST, now);
        self.settled(id, result)
    }

    /// Passes the rate gate, or waits before it; then writes `sending`.
    pub(super) fn take_turn(&mut self, id: &OperationId) -> Vec<Effect> {
        let now = self.now;
        let Some(operation) = self.operations.find_open(id) else { return Vec::new() };
        match self.rate.admit(Purpose::Ordinary, now) {
            Err(until) => self.await_turn(id, until),
            Ok(()) => {
                operation.attempts += 1;
                operation.checked_at = Some(now);
                operation.phase = Phase::Starting;
                vec![Effect::WriteJournal(operation.entry(Step::Sending { attempt: operation.attempts }, now))]
            }
        }
    }

    pub(super) fn send(&mut self, id: &OperationId) -> Vec<Effect> {
        let now = self.now;
        let Some(operation) = self.operations.find(id) else { return Vec::new() };
        if let Some(why) = self.hindrance(operation).or_else(|| too_late(operation, now)) {
            return self.hold_back(id, &why);
        }
        let Some(operation) = self.operations.find_open(id) else { return Vec::new() };
        operation.phase = Phase::Sending { since: now };
        operation.last_sent_at = Some(now);
        let request = operation.request();
        vec![Effect::SendOperation { operation_id: id.clone(), attempt: operation.attempts, request }]
    }

    /// Writes the last step, ends the operation, tells the person and reads the payment again.
    pub(super) fn finish(&mut self, id: &OperationId, step: Step, outcome: Outcome) -> Vec<Effect> {
        let Some(operation) = self.operations.find(id) else { return Vec::new() };
        let mut effects = vec![Effect::WriteJournal(operation.entry(step, self.now))];
        let ours = self.is_ours(operation);
        if let Some(payment_id) = self.end_operation(id, outcome).filter(|_| ours) {
            effects.extend(self.read_payment_again(&payment_id));
        }
        effects
    }

    pub(super) fn end_operation(&mut self, id: &OperationId, outcome: Outcome) -> Option<PaymentId> {
        let operation = self.operations.end(id, outcome)?;
        if let Phase::Ended(outcome) = &operation.phase {
            let (kind, text) = outcome_words(&operation.intent, outcome);
            self.toasts.show(self.now, kind, text, Some(operation.payment_id.clone()));
        }
        Some(operation.payment_id)
    }
}

/// The disk was slow, or the machine slept, between the check and now: what was checked proves nothing any
/// more, and a settle window counted from the entry would end too early after a crash.
fn too_late(operation: &Operation, now: DateTime<Utc>) -> Option<String> {
    let fresh = operation.checked_at.is_some_and(|at| now - at <= TimeDelta::seconds(FRESH_S));
    (!fresh).then(|| "writing it down took too long after the payment was checked; try again".to_owned())
}
