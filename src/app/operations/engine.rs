//! Moves an operation from phase to phase. Each function is one answer to "what happens now?".
//!
//! The way of an operation: confirmed → `prepared` written → payment checked → turn at the rate gate →
//! `sending` written → sent once → outcome written. Nothing is sent whose `sending` is not known to be on disk.

use chrono::{DateTime, TimeDelta, Utc};

use crate::api::calls::payments::RetrievePayment;
use crate::api::error::{ApiError, CallError};
use crate::api::outcome::{Attempt, Observation, Verdict, observe, verdict};
use crate::api::rate_limit::Purpose;
use crate::app::effect::Effect;
use crate::app::event::{JournalRefusal, Problem};
use crate::app::features::toasts::ToastKind;
use crate::app::reads::{Read, Ticket};
use crate::app::state::State;
use crate::domain::ids::{OperationId, PaymentId};
use crate::domain::payment::{Payment, PaymentStatus, check_capture_descriptor};
use crate::domain::text::visible;

use super::journal::{JournalEntry, ResolvedBy, Step, StepName, restore};
use super::settle::{self, Judgement};
use super::words::{EARLIER_LOST, api_error, json_body, now_is, service_error, why_unknown};
use super::{Finding, Intent, JournalHealth, Operation, Outcome, Phase, Seen, Unknown};

pub use super::words::outcome_words;

/// A check just before sending may use a read not older than this, in seconds.
const FRESH_S: i64 = 5;
const WITHDRAWN: &str = "you withdrew it before it was sent";

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

    fn refusal_to_start(&self, payment_id: &PaymentId, intent: &Intent, seen: &Seen) -> Option<String> {
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
    fn is_ours(&self, operation: &Operation) -> bool {
        self.profile.as_ref().is_some_and(|profile| profile.id == operation.profile_id)
    }

    /// Why nothing may leave for the operation now, whatever it is about.
    fn hindrance(&self, operation: &Operation) -> Option<String> {
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
    fn hold_back(&mut self, id: &OperationId, why: &str) -> Vec<Effect> {
        if self.now_unknown_again(id) {
            return Vec::new();
        }
        self.finish(id, Step::NotSent { why: why.into() }, Outcome::NotSent { why: why.into() })
    }

    /// Back to reading, if an earlier attempt of the operation is unknown.
    fn now_unknown_again(&mut self, id: &OperationId) -> bool {
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
    fn check_before_sending(&mut self, id: &OperationId) -> Vec<Effect> {
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

    fn await_turn(&mut self, id: &OperationId, until: DateTime<Utc>) -> Vec<Effect> {
        if let Some(operation) = self.operations.find_open(id) {
            operation.phase = Phase::AwaitingTurn { until };
        }
        Vec::new()
    }

    /// Reads the payment anew: to settle an unknown (reconciliation), or to check before sending (ordinary).
    fn read_for(&mut self, id: &OperationId, purpose: Purpose) -> Vec<Effect> {
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

    fn checked(&mut self, id: &OperationId, result: Result<&Payment, &CallError>) -> Vec<Effect> {
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
    fn checked_again(&mut self, id: &OperationId, result: Result<&Payment, &CallError>) -> Vec<Effect> {
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
    fn take_turn(&mut self, id: &OperationId) -> Vec<Effect> {
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

    fn send(&mut self, id: &OperationId) -> Vec<Effect> {
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
    fn note_refusal(&mut self, observation: Observation, result: &Attempt) -> Vec<Effect> {
        if observation == Observation::RateLimited {
            self.rate.block(&result.rate().copied().unwrap_or_default(), self.now);
        }
        if observation == Observation::KeyRefused { self.lock_profile(&service_error(result)) } else { Vec::new() }
    }

    fn confirmed(&mut self, id: &OperationId, result: &Attempt) -> Vec<Effect> {
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

    fn declined(&mut self, id: &OperationId, result: &Attempt) -> Vec<Effect> {
        let text = |name: &str| json_body(result)?.get(name)?.as_str().map(str::to_owned);
        let code = text("unified_code");
        let message = text("unified_message").or_else(|| text("error_message")).unwrap_or_default();
        let step = Step::Declined { code: code.clone().unwrap_or_default(), message: message.clone() };
        self.finish(id, step, Outcome::Declined { code, message })
    }

    fn rejected(&mut self, id: &OperationId, result: &Attempt) -> Vec<Effect> {
        let ApiError { code, message, .. } = api_error(result);
        let step = Step::Rejected { code: code.clone(), message: message.clone() };
        self.finish(id, step, Outcome::Rejected { code, message })
    }

    fn not_sent(&mut self, id: &OperationId, result: &Attempt) -> Vec<Effect> {
        let why = match result {
            Attempt::NotSent(problem) => CallError::Unreachable(problem.clone()).what(),
            Attempt::Lost(_) | Attempt::Answered(_) => "no connection came about".to_owned(),
        };
        self.finish(id, Step::NotSent { why: why.clone() }, Outcome::NotSent { why })
    }

    fn wait_then_repeat(&mut self, id: &OperationId) -> Vec<Effect> {
        let until = self.rate.blocked_until(self.now).unwrap_or(self.now);
        self.await_turn(id, until)
    }

    /// A refusal that may be the echo of our own success: only reading tells.
    fn reconcile(&mut self, id: &OperationId, result: &Attempt) -> Vec<Effect> {
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

    fn now_unknown(&mut self, id: &OperationId, why: String) -> Vec<Effect> {
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

    /// A settling read came back: it ends the operation, or the next read is planned.
    fn settled(&mut self, id: &OperationId, result: Result<&Payment, &CallError>) -> Vec<Effect> {
        let now = self.now;
        let Some(operation) = self.operations.find_open(id) else { return Vec::new() };
        let Phase::Unknown(unknown) = &operation.phase else { return Vec::new() };
        let finding = match result {
            Err(error) => Finding::ReadFailed(error.what()),
            Ok(payment) => match settle::judge(&operation.intent, &operation.seen, payment) {
                Judgement::Executed => {
                    let finding = format!("a read shows the payment {}", payment.status);
                    let outcome = Outcome::Done { status: payment.status.clone(), by_read: true };
                    return self.finish(id, Step::Resolved { by: ResolvedBy::Read, finding }, outcome);
                }
                Judgement::Overtaken(finding) => {
                    let step = Step::Resolved { by: ResolvedBy::Read, finding: finding.clone() };
                    return self.finish(id, step, Outcome::Overtaken { finding });
                }
                Judgement::Untouched => match (settle::untouched(operation, now), unknown.refusal.clone()) {
                    (Finding::NotExecuted, Some(ApiError { code, message, .. })) => {
                        let step = Step::Rejected { code: code.clone(), message: message.clone() };
                        return self.finish(id, step, Outcome::Rejected { code, message });
                    }
                    (finding, _) => finding,
                },
                Judgement::Unclear(what) => Finding::Unclear(what),
            },
        };
        self.plan_next_read(id, finding);
        Vec::new()
    }

    fn plan_next_read(&mut self, id: &OperationId, finding: Finding) {
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
    pub(in crate::app) fn operations_due(&mut self) -> Vec<Effect> {
        let now = self.now;
        let mut effects = Vec::new();
        for (id, due) in self.due_operations(now) {
            effects.extend(match due {
                Due::Turn => self.check_before_sending(&id),
                Due::Read => self.read_for(&id, Purpose::Reconciliation),
            });
        }
        effects
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
            Phase::Unknown(Unknown { next_read_at: Some(at), .. }) => Some((&operation.id, Due::Read, *at)),
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
    pub(in crate::app) fn operation_reads_dropped(&mut self, why: &str) -> Vec<Effect> {
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
        unsent.iter().flat_map(|id| self.hold_back(id, why)).collect()
    }

    /// The person wants to know now.
    pub(in crate::app) fn check_operation_now(&mut self, id: &OperationId) -> Vec<Effect> {
        let Some(operation) = self.operations.find(id) else { return Vec::new() };
        match &operation.phase {
            Phase::Unknown(Unknown { ticket: None, .. }) if self.hindrance(operation).is_none() => {
                self.read_for(id, Purpose::Reconciliation)
            }
            Phase::Unknown(_)
            | Phase::Preparing
            | Phase::Checking { .. }
            | Phase::AwaitingTurn { .. }
            | Phase::Starting
            | Phase::Sending { .. }
            | Phase::NeverSent
            | Phase::Ended(_) => Vec::new(),
        }
    }

    /// The person sends what was only prepared before a crash: after one more check.
    pub(in crate::app) fn send_prepared(&mut self, id: &OperationId) -> Vec<Effect> {
        match self.operations.find(id).map(|operation| &operation.phase) {
            Some(Phase::NeverSent) => self.send_for_person(id),
            Some(_) | None => Vec::new(),
        }
    }

    /// The person sends again, in full view of the earlier attempt: after one more check.
    pub(in crate::app) fn send_again(&mut self, id: &OperationId) -> Vec<Effect> {
        match self.operations.find(id).map(|operation| &operation.phase) {
            Some(Phase::Unknown(Unknown { finding: Finding::NotExecuted, .. })) => self.send_for_person(id),
            Some(_) | None => Vec::new(),
        }
    }

    fn send_for_person(&mut self, id: &OperationId) -> Vec<Effect> {
        let Some(operation) = self.operations.find(id) else { return Vec::new() };
        if let Some(reason) = self.read_only_reason().or_else(|| self.hindrance(operation)) {
            let payment_id = Some(operation.payment_id.clone());
            self.toasts.show(self.now, ToastKind::Attention, format!("Not sent: {reason}"), payment_id);
            return Vec::new();
        }
        self.check_before_sending(id)
    }

    /// The person withdraws what waits for its turn, or discards what was only prepared.
    pub(in crate::app) fn withdraw_operation(&mut self, id: &OperationId) -> Vec<Effect> {
        match self.operations.find(id).map(|operation| &operation.phase) {
            Some(Phase::Checking { ticket }) => {
                self.reads.drop_ticket(*ticket);
                self.hold_back(id, WITHDRAWN)
            }
            Some(Phase::AwaitingTurn { .. } | Phase::NeverSent) => self.hold_back(id, WITHDRAWN),
            None => Vec::new(),
            Some(Phase::Preparing | Phase::Starting | Phase::Sending { .. } | Phase::Unknown(_) | Phase::Ended(_)) => {
                Vec::new()
            }
        }
    }

    /// The person looked elsewhere and says how it stands: the payment is free again.
    pub(in crate::app) fn close_unknown(&mut self, id: &OperationId) -> Vec<Effect> {
        if !matches!(self.operations.find(id).map(|operation| &operation.phase), Some(Phase::Unknown(_))) {
            return Vec::new();
        }
        let finding = format!("closed by {} without proof of the outcome", self.operator);
        self.finish(id, Step::Resolved { by: ResolvedBy::Person, finding }, Outcome::ClosedByPerson)
    }

    /// Writes the last step, ends the operation, tells the person and reads the payment again.
    fn finish(&mut self, id: &OperationId, step: Step, outcome: Outcome) -> Vec<Effect> {
        let Some(operation) = self.operations.find(id) else { return Vec::new() };
        let mut effects = vec![Effect::WriteJournal(operation.entry(step, self.now))];
        let ours = self.is_ours(operation);
        if let Some(payment_id) = self.end_operation(id, outcome).filter(|_| ours) {
            effects.extend(self.read_payment_again(&payment_id));
        }
        effects
    }

    fn end_operation(&mut self, id: &OperationId, outcome: Outcome) -> Option<PaymentId> {
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

#[derive(Clone, Copy)]
enum Due {
    Turn,
    Read,
}
