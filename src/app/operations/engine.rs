//! Moves an operation from phase to phase. Each function is one answer to "what happens now?".
//!
//! The way of an operation: confirmed → `prepared` written → payment checked → turn at the rate gate →
//! `sending` written → sent once → outcome written. Nothing is sent whose `sending` is not known to be on disk.

use chrono::{DateTime, Utc};
use serde_json::Value;

use crate::api::error::CallError;
use crate::api::operation::{Endpoint, Family};
use crate::api::rate_limit::Purpose;
use crate::app::effect::{ApiEffect, StoreJob};
use crate::app::event::Problem;
use crate::app::features::toasts::ToastKind;
use crate::app::reads::{ReadAnswer, Ticket};
use crate::app::records::Record;
use crate::app::state::State;
use crate::domain::ids::{OperationId, PaymentId};
use crate::domain::text::visible;

use super::journal::{JournalEntry, Step, StepName, restore};
use super::judge::{Judgement, judge, still_holds};
use super::rules::Again;
use super::words::{EARLIER_LOST, now_is};
use super::{JournalHealth, Operation, Outcome, Phase, Plan, Reading, Seen, Submission};

pub use super::words::{orphan_words, outcome_words};

/// A check just before sending may use a read not older than this, in seconds.
const FRESH_S: i64 = 5;

impl State {
    /// The person confirmed: write it down first. A second confirmation lands on the open operation.
    pub(in crate::app) fn submit(&mut self, submission: Submission) {
        let Submission { id, plan, seen } = submission;
        // The second click of a double click lands on the operation that the first began.
        if self.operations.find(&id).is_some_and(Operation::is_open) {
            return;
        }
        if let Some(reason) = self.refusal_to_start(&id, &plan, &seen) {
            self.toasts.show(self.now, ToastKind::Attention, format!("Not sent: {reason}"), plan.payment_id());
            return;
        }
        let Some(profile) = &self.profile else { return };
        let operation = Operation {
            id,
            profile_id: profile.id.clone(),
            environment: profile.environment,
            plan,
            seen,
            operator: self.operator.clone(),
            prepared_at: self.now,
            attempts: 0,
            last_sent_at: None,
            lost_at: None,
            checked_at: None,
            answer: None,
            phase: Phase::Preparing,
        };
        let entry = operation.entry(operation.describe(), self.now);
        self.operations.add(operation);
        self.outbox.push(StoreJob::WriteJournal(entry));
    }

    pub(super) fn refusal_to_start(&self, id: &OperationId, plan: &Plan, seen: &Seen) -> Option<String> {
        if let Some(reason) = self.read_only_reason() {
            return Some(reason);
        }
        if self.operations.find(id).is_some_and(|operation| !operation.is_open()) {
            return Some("it was sent already".to_owned());
        }
        if let Some(open) = self.operations.open_on(&plan.target) {
            return Some(format!(
                "“{}” is already under way for this {}",
                open.plan.title(),
                plan.target.family.noun()
            ));
        }
        self.refund_excess(plan, seen)
    }

    /// Open and done refunds and this one may not exceed what was received (operations, section 4).
    fn refund_excess(&self, plan: &Plan, seen: &Seen) -> Option<String> {
        let (Endpoint::CreateRefund, Some(refund), Some(seen)) = (plan.endpoint, &plan.money, seen.payment()) else {
            return None;
        };
        let room = self.room_seen(seen);
        let fits = refund.currency == room.received.currency && refund.minor <= room.remaining.minor;
        let before = room.refunded.with_minor(room.refunded.minor.saturating_add(room.pending.minor));
        (!fits).then(|| format!("{refund} and {before} refunded before are more than {} received", room.received))
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
    pub(in crate::app) fn journal_opened(&mut self, unfinished: &[JournalEntry]) {
        self.operations.journal = JournalHealth::Ready;
        let restored = restore(unfinished);
        for mut operation in restored.operations {
            operation.begin_window_anew(self.now);
            self.operations.add(operation);
        }
        for target in restored.foreign {
            let what = visible(&target.to_string(), 90);
            self.problems.push(Problem {
                what: format!("The journal holds an open operation on {what}, which this version does not know"),
                what_to_do: "Open it with the newer Paydesk that wrote it; until then nothing is sent for it"
                    .to_owned(),
            });
        }
        self.settle_unknowns_by_events();
    }

    pub(in crate::app) fn journal_unavailable(&mut self, problem: Problem) {
        self.operations.journal = JournalHealth::Unavailable(problem);
    }

    /// An entry is on disk: the next step may be taken.
    pub(in crate::app) fn journal_written(&mut self, id: &OperationId, step: StepName) {
        match (step, self.operations.find(id).map(|operation| &operation.phase)) {
            (StepName::Prepared, Some(Phase::Preparing)) => self.check_before_sending(id),
            (StepName::Sending, Some(Phase::Starting)) => self.send(id),
            (_, _) => {}
        }
    }

    /// It does not leave after all. An attempt that left earlier is as unknown as before.
    pub(super) fn hold_back(&mut self, id: &OperationId, why: &str) {
        if self.now_unknown_again(id) {
            return;
        }
        self.finish(id, Step::NotSent { why: why.into() }, Outcome::NotSent { why: why.into() })
    }

    /// Back to reading, if an earlier attempt of the operation is unknown.
    pub(super) fn now_unknown_again(&mut self, id: &OperationId) -> bool {
        let now = self.now;
        let unknown = self.operations.find_open(id).filter(|operation| operation.is_lost());
        unknown.map(|operation| operation.become_unknown(EARLIER_LOST, now)).is_some()
    }

    /// Does the target still match what the person saw? A read of the last seconds will do.
    pub(super) fn check_before_sending(&mut self, id: &OperationId) {
        let Some(operation) = self.operations.find(id) else { return };
        if let Some(why) = self.hindrance(operation) {
            return self.hold_back(id, &why);
        }
        let purpose = if operation.is_lost() { Purpose::Reconciliation } else { Purpose::Ordinary };
        if !operation.is_checked() {
            return self.take_turn(id, purpose);
        }
        let detail = operation.seen.payment().and_then(|seen| self.payments.detail(&seen.payment_id));
        let fresh = detail
            .filter(|detail| detail.read_at().is_some_and(|at| is_fresh(at, self.now)))
            .and_then(|detail| detail.value().cloned());
        match (fresh, self.rate.held_until(Purpose::Ordinary, self.now)) {
            (Some(payment), _) if !operation.is_lost() => self.checked(id, Ok(Reading::Payment(&payment))),
            (_, Some(until)) => self.await_turn(id, until),
            (_, None) => self.read_for(id, Purpose::Ordinary),
        }
    }

    pub(super) fn await_turn(&mut self, id: &OperationId, until: DateTime<Utc>) {
        if let Some(operation) = self.operations.find_open(id) {
            operation.phase = Phase::AwaitingTurn { until };
        }
    }

    /// Reads the target anew: to settle an unknown (reconciliation), or to check before sending (ordinary).
    pub(super) fn read_for(&mut self, id: &OperationId, purpose: Purpose) {
        let now = self.now;
        let Some(operation) = self.operations.find_open(id) else { return };
        let Some(read) = operation.probe() else { return };
        let ticket = self.reads.ask_fresh(read, purpose, now);
        match (&mut operation.phase, purpose) {
            (Phase::Unknown(unknown), Purpose::Reconciliation) => {
                unknown.ticket = Some(ticket);
                unknown.asked_at = Some(now);
                unknown.next_read_at = None;
            }
            (_, _) => operation.phase = Phase::Checking { ticket },
        }
    }

    /// Something was read: tell the operation that asked for it, if one did.
    pub(in crate::app) fn operation_read(&mut self, ticket: Ticket, result: Result<Reading<'_>, &CallError>) {
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
            None => {}
        }
    }

    /// A customer, a payout or a list of disputes was read.
    pub(in crate::app) fn record_answered(&mut self, ticket: Ticket, answer: &ReadAnswer) {
        match answer {
            ReadAnswer::Customer(result) => {
                let raw = result.as_ref().as_ref().map(|customer| &*customer.raw);
                self.told(Family::Customer, raw.ok());
                self.customer_read(ticket, raw.map(drop));
                self.operation_read(ticket, reading(raw));
            }
            ReadAnswer::Payout(result) => {
                let raw = result.as_ref().as_ref().map(|payout| &*payout.raw);
                if let Err(error) = raw
                    && self.operations.asking(ticket).is_none()
                {
                    let text = format!("How the payout stands could not be read: {}", error.what());
                    self.toasts.show(self.now, ToastKind::Attention, text, None);
                }
                self.told(Family::Payout, raw.ok());
                self.operation_read(ticket, reading(raw));
                self.asked_payout_answered(ticket, raw.err());
            }
            ReadAnswer::Refund(result) => {
                let raw = result.as_ref().as_ref().map(|refund| &*refund.raw);
                let told = match raw {
                    Err(error) if self.person_asked_for_refund(ticket) => {
                        format!("How the refund stands could not be read: {}. {}", error.what(), error.what_to_do())
                    }
                    Ok(_) | Err(_) => String::new(),
                };
                if !told.is_empty() {
                    self.toasts.show(self.now, ToastKind::Attention, told, None);
                }
                self.told(Family::Refund, raw.ok())
            }
            ReadAnswer::Disputes(result) => {
                self.refund_disputes_read(ticket, result);
                let asked = self.operations.asking(ticket).map(|operation| operation.plan.target.resource.clone());
                let found = result
                    .as_ref()
                    .map(|page| page.rows.iter().find(|row| asked.as_deref() == Some(row.dispute_id.as_str())));
                let reading = found.map(|row| row.map_or(Reading::Absent, |row| Reading::Record(&row.raw)));
                self.operation_read(ticket, reading)
            }
            ReadAnswer::Health(_) | ReadAnswer::Payments(_) | ReadAnswer::Payment(_) | ReadAnswer::Metrics(_) => {}
        }
    }

    fn told(&mut self, family: Family, told: Option<&Value>) {
        told.into_iter().for_each(|told| self.record_told(family, told));
    }

    pub(super) fn checked(&mut self, id: &OperationId, result: Result<Reading<'_>, &CallError>) {
        let Some(operation) = self.operations.find_open(id) else { return };
        if operation.is_lost() {
            return self.checked_again(id, result);
        }
        // A refund is of a payment, which is what was read.
        let noun = if operation.seen.payment().is_some() { "payment" } else { operation.plan.target.family.noun() };
        let why = match result {
            Ok(reading) if still_holds(&operation.seen, reading) => return self.take_turn(id, Purpose::Ordinary),
            Ok(Reading::Absent) => {
                let id = visible(&operation.plan.target.resource, 64);
                format!("the {noun} could not be checked first: the service knows no {noun} {id}")
            }
            Ok(reading) => format!("the {noun} changed meanwhile: it is now {}; look at it again", now_is(reading)),
            Err(error) => format!("the {noun} could not be checked first. {}", error.what()),
        };
        self.finish(id, Step::NotSent { why: why.clone() }, Outcome::NotSent { why })
    }

    /// Checked before sending again: only what is untouched is sent to; anything else settles the unknown.
    pub(super) fn checked_again(&mut self, id: &OperationId, result: Result<Reading<'_>, &CallError>) {
        let now = self.now;
        let Some(operation) = self.operations.find_open(id) else { return };
        let judged = result.map(|reading| judge(&operation.plan, &operation.seen, reading));
        // What a person was warned of needs no proof: it sets the same values once more.
        let overwrites = operation.rule().again == Again::PersonWarned;
        match judged {
            Ok(Judgement::Untouched) => self.take_turn(id, Purpose::Ordinary),
            Ok(Judgement::Unclear(_)) if overwrites => self.take_turn(id, Purpose::Ordinary),
            Ok(_) | Err(_) => {
                operation.become_unknown(EARLIER_LOST, now);
                self.settled(id, result)
            }
        }
    }

    /// Passes the rate gate, or waits before it; then writes `sending`.
    pub(super) fn take_turn(&mut self, id: &OperationId, purpose: Purpose) {
        let now = self.now;
        let Some(operation) = self.operations.find_open(id) else { return };
        match self.rate.admit(purpose, now) {
            Err(until) => self.await_turn(id, until),
            Ok(()) => {
                operation.attempts += 1;
                operation.checked_at = Some(now);
                operation.phase = Phase::Starting;
                self.outbox
                    .push(StoreJob::WriteJournal(operation.entry(Step::Sending { attempt: operation.attempts }, now)));
            }
        }
    }

    pub(super) fn send(&mut self, id: &OperationId) {
        let now = self.now;
        let Some(operation) = self.operations.find(id) else { return };
        if let Some(why) = self.hindrance(operation).or_else(|| too_late(operation, now)) {
            return self.hold_back(id, &why);
        }
        let Some(operation) = self.operations.find_open(id) else { return };
        operation.phase = Phase::Sending { since: now };
        operation.last_sent_at = Some(now);
        let request = operation.request();
        let (profile_id, attempt) = (operation.profile_id.clone(), operation.attempts);
        self.outbox.push(ApiEffect::SendOperation { profile_id, operation_id: id.clone(), attempt, request });
    }

    /// Writes the last step, ends the operation, tells the person and reads the payment again.
    pub(in crate::app) fn finish(&mut self, id: &OperationId, step: Step, outcome: Outcome) {
        let Some(operation) = self.operations.find(id) else { return };
        let (entry, ours) = (operation.entry(step, self.now), self.is_ours(operation));
        let answer = operation.answer.clone();
        let made = Record::place_of(operation, answer.as_deref())
            .filter(|_| ours && operation.plan.endpoint == Endpoint::CreatePayout);
        // Before the entry that ends it: until then a restart finds it open.
        match &outcome {
            Outcome::Done { .. } => self.record_effect(id, answer.as_deref()),
            Outcome::Declined { .. }
            | Outcome::Rejected { .. }
            | Outcome::NotSent { .. }
            | Outcome::Overtaken { .. }
            | Outcome::ClosedByPerson
            | Outcome::Closed => {}
        }
        self.evidence_ended(id, &outcome);
        self.outbox.push(StoreJob::WriteJournal(entry));
        if let Some(payment_id) = self.end_operation(id, outcome).filter(|_| ours) {
            self.read_payment_again(&payment_id);
        }
        if let Some((family, name)) = made {
            self.read_named_customer(family, &name);
        }
        self.evidence_followed(id);
    }

    /// The payment it was about, if it was about one that is there.
    pub(super) fn end_operation(&mut self, id: &OperationId, outcome: Outcome) -> Option<PaymentId> {
        let operation = self.operations.end(id, outcome)?;
        let there = self.is_ours(&operation) && !operation.was_never_made();
        let payment_id = operation.plan.payment_id().filter(|_| there);
        if let Phase::Ended(outcome) = &operation.phase {
            let about = Record::place_of(&operation, operation.answer.as_deref());
            self.toasts.show_about(self.now, outcome_words(&operation.plan, outcome), payment_id.clone(), about);
        }
        payment_id
    }
}

/// The disk was slow, or the machine slept, between the check and now: what was checked proves nothing any
/// more, and a settle window counted from the entry would end too early after a crash.
fn too_late(operation: &Operation, now: DateTime<Utc>) -> Option<String> {
    let fresh = operation.checked_at.is_some_and(|at| is_fresh(at, now));
    (!fresh).then(|| "writing it down took too long after the payment was checked; try again".to_owned())
}

/// A record as operations are judged by it: that there is none is an answer too.
fn reading<'a>(raw: Result<&'a Value, &'a CallError>) -> Result<Reading<'a>, &'a CallError> {
    match raw {
        Ok(raw) => Ok(Reading::Record(raw)),
        Err(error) if error.is_absent() => Ok(Reading::Absent),
        Err(error) => Err(error),
    }
}

/// Not too old; what seems to be of a time to come was read before the clock was set back.
fn is_fresh(at: DateTime<Utc>, now: DateTime<Utc>) -> bool {
    (0..=FRESH_S * 1_000).contains(&(now - at).num_milliseconds())
}
