//! The life of an operation, in reading order: from *prepared* to *ended*.
//!
//! ```text
//! submit ─► Preparing ─► Checking ─► AwaitingTurn ─► Starting ─► Sending ─► Ended
//!           `prepared`   the target  the rate gate   `sending`   one         ▲
//!           is written   is read                     is written  attempt     │
//!               │            ▲                                     │         │
//!               ▼            ├──── sent again, by its rule ◄── Unknown ──────┘
//!            Undoable ─────────┘
//!            where a person has
//!            time to undo it
//! ```
//!
//! Why there is no second effect:
//! - a request leaves in [`Operations::send`] only, from [`Phase::Starting`] only, and only once `sending` of that
//!   attempt is known to be on disk; an entry that was refused sends nothing;
//! - an answer counts in [`Phase::Sending`] and for the attempt under way only;
//! - what may have happened becomes [`Phase::Unknown`] and leaves it by proof, by its rule ([`super::rules`]) or by a
//!   person: a repeat of a refund carries the same id and body within its window, a request under an id of ours leaves
//!   again once a read finds nothing under it, everything else waits for a person, and a person may send again only
//!   once a late arrival is excluded;
//! - at most one operation is open per target of a profile, here and in the journal.
//!
//! What an answer proves is in [`super::rules`] and [`paydesk_api::outcome`], what a read proves in
//! [`super::reconcile`], what an event proves in [`super::webhook_proof`], by the judgement of
//! [`paydesk_api::proof`]. What follows elsewhere in the core is the
//! business of whoever gets the [`OperationsOutput`]. What a person decides about an open operation is in
//! [`super::by_person`], what an event does to it in [`super::by_event`], what is due with the time in [`super::due`],
//! what is too old to be sent in [`super::freshness`], entries that the journal refuses in [`super::refused_entries`].

use std::collections::BTreeSet;
use std::sync::Arc;

use chrono::{DateTime, TimeDelta, Utc};

use crate::read::RequestId;
use paydesk_api::error::{ApiError, CallError};
use paydesk_api::freshness::{Freshness, MadeAfterAsking, NotFresh};
use paydesk_api::operation::Endpoint;
use paydesk_api::outcome::{Attempt, Observation, Verdict, observe, verdict};
use paydesk_api::proof::{Judgement, ProofSource, judge};
use paydesk_api::rate_limit::Priority;
use paydesk_api::wire::without_secrets;
use paydesk_domain::document::reported_status;
use paydesk_domain::ids::{OperationId, PaymentId};
use paydesk_domain::operation::{ResendPolicy, Resolution};
use paydesk_domain::text::visible;

use super::context::{Ended, Input, OperationNotice, OperationsContext, OperationsOutput, RequestToSend, WantedRead};
use super::freshness::{MEASURING, awaits_measuring, counts_all_the_same, is_fresh, too_late, too_old};
use super::journal::{JournalEntry, JournalStep, JournalStepName, ResolvedBy, restore};
use super::reconcile::{is_another_customer, reconcile, still_holds};
use super::rules::{Decision, JournalState, decide};
use super::wording::{self, EARLIER_LOST};
use super::{
    ENDED_MAX, ExecutionProof, Operation, Operations, Outcome, OvertakenReason, Phase, Reading, ResolutionFinding,
    Seen, Submission, UnclearReason, resending, resolution_schedule,
};

impl Operations {
    /// Takes in what happened and says what is to be done. The only way in.
    pub fn handle(&mut self, input: Input<'_>, cx: &OperationsContext<'_>) -> OperationsOutput {
        let mut out = OperationsOutput::default();
        match input {
            Input::Submit(submission) => self.submit(*submission, None, cx, &mut out),
            Input::SubmitUndoable(submission, until) => self.submit(*submission, Some(until), cx, &mut out),
            Input::SendPrepared(id) => self.send_prepared(id, cx, &mut out),
            Input::SendAgain(id) => self.send_again(id, cx, &mut out),
            Input::CheckNow(id) => self.check_now(id, cx, &mut out),
            Input::Withdraw(id) => self.withdraw(id, cx, &mut out),
            Input::CloseUnknown(id) => self.close_unknown(id, cx, &mut out),
            Input::JournalOpened(entries) => self.journal_opened(entries, cx, &mut out),
            Input::Written { id, step } => self.written(id, step, cx, &mut out),
            Input::NotWritten { id, step, refusal } => self.not_written(id, step, &refusal, cx, &mut out),
            Input::NotAllowed { id, step, why } => self.not_allowed(id, step, why, cx, &mut out),
            Input::TurnGranted(id) => self.turn_granted(id, cx, &mut out),
            Input::TurnHeld { id, until } => self.await_turn(id, until),
            Input::ReadQueued { id, request_id } => self.read_queued(id, request_id, cx),
            Input::ReadAnswered { request_id, result, made } => {
                self.read_answered(request_id, result, made, cx, &mut out);
            }
            Input::ListAnswered { request_id, result, made } => {
                self.list_answered(request_id, result, made, cx, &mut out);
            }
            Input::ReadsDropped { why } => self.reads_dropped(why, cx, &mut out),
            Input::Answered { id, attempt, result } => {
                self.answer_shown(id, result);
                self.answered(id, attempt, result, cx, &mut out);
            }
            Input::Event(event) => {
                self.event_shown(event, cx, &mut out);
                self.event_arrived(event, cx, &mut out);
            }
            Input::EarlierEvent(id, event) => {
                self.event_shown(event, cx, &mut out);
                self.earlier_event(id, event, cx, &mut out);
            }
            Input::RecordShown(kind, record, read_after) => {
                self.object_shown(kind, record, cx, &mut out);
                self.record_shown(kind, record, read_after, cx, &mut out);
            }
            Input::RowsShown(rows) => self.rows_shown(rows, cx, &mut out),
            Input::Tick => self.do_what_is_due(cx, &mut out),
            Input::ClockJumped(by) => self.open.iter_mut().for_each(|operation| operation.clock_jumped(by)),
        }
        out
    }

    // ── Prepared ────────────────────────────────────────────────────────────────────────────────────────────────

    /// Writes it down first. A second confirmation lands on the operation that the first began.
    fn submit(
        &mut self,
        submission: Submission,
        undo_until: Option<DateTime<Utc>>,
        cx: &OperationsContext<'_>,
        out: &mut OperationsOutput,
    ) {
        let Submission { id, plan, precondition } = submission;
        if self.find(&id).is_some_and(Operation::is_open) {
            return;
        }
        if let Some(reason) = self.refusal_to_start(&id, &plan.target, cx) {
            out.notices.push(OperationNotice { text: format!("Not sent: {reason}"), payment_id: plan.payment_id() });
            return;
        }
        let Some(profile) = cx.profile else { return };
        let operation = Operation {
            id,
            profile_id: profile.id.clone(),
            environment: profile.environment,
            plan,
            precondition,
            operator: cx.operator.to_owned(),
            prepared_at: cx.now,
            undo_until,
            attempts: 0,
            first_sent_at: None,
            last_sent_at: None,
            sent_at: None,
            lost_at: None,
            unanswered_at: None,
            excluded_at: None,
            checked_at: None,
            unmeasured_checks: 0,
            answer: None,
            has_own_id: false,
            is_withdrawn: false,
            first_source: None,
            seen: Seen::default(),
            phase: Phase::Preparing,
        };
        out.journal.push(operation.entry(operation.describe(), cx.now));
        self.add(operation);
    }

    fn refusal_to_start(
        &self,
        id: &OperationId,
        target: &paydesk_api::operation::Target,
        cx: &OperationsContext<'_>,
    ) -> Option<String> {
        if let Some(reason) = &cx.read_only {
            return Some(reason.clone());
        }
        if self.find(id).is_some() {
            return Some("it was already sent".to_owned());
        }
        if let Some(open) = self.open_on(target) {
            return Some(format!("“{}” is already under way for this {}", open.plan.title(), target.kind.noun()));
        }
        cx.objection.clone()
    }

    /// What was unfinished is taken up again: by reading, never by sending what never left. What was just done to a payment is
    /// known again: a copy from before may still be shown.
    fn journal_opened(&mut self, entries: &[JournalEntry], cx: &OperationsContext<'_>, out: &mut OperationsOutput) {
        let restored = restore(entries);
        let is_lately = |operation: &Operation| {
            let window = TimeDelta::seconds(resolution_schedule::SETTLE_WINDOW_S);
            operation.sent_at.is_some_and(|sent| (cx.now - sent).abs() < window)
        };
        // Of a payment of which a refusal named what is left to refund, all that was refunded counts.
        let named = restored.done.iter().filter(|operation| operation.left_to_refund().is_some());
        let limited: BTreeSet<PaymentId> = named.filter_map(|operation| operation.plan.payment_id()).collect();
        let is_of_limited = |operation: &Operation| {
            let payment_id = operation.plan.payment_id().filter(|_| operation.plan.endpoint == Endpoint::CreateRefund);
            payment_id.is_some_and(|payment_id| limited.contains(&payment_id))
        };
        let counts =
            |operation: &Operation| operation.changes_payment() && is_lately(operation) || is_of_limited(operation);
        restored.done.into_iter().filter(counts).for_each(|done| self.ended.push_front(done));
        self.ended.truncate(ENDED_MAX);
        for mut operation in restored.open {
            operation.begin_window_anew(cx.now);
            let (id, is_check) = (operation.id.clone(), operation.plan.is_status_check());
            if matches!(operation.phase, Phase::Unknown(_)) {
                out.became_unknown.push(id.clone());
            }
            self.add(operation);
            if is_check {
                self.end_status_check(&id, "Paydesk was closed before the response arrived", cx, out);
            }
        }
        out.problems.extend(restored.foreign.iter().map(wording::foreign_operation));
    }

    // ── Checked, and its turn ───────────────────────────────────────────────────────────────────────────────────

    /// An entry is on disk: the next step may be taken.
    fn written(
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
    fn prepared(&mut self, id: &OperationId, cx: &OperationsContext<'_>, out: &mut OperationsOutput) {
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
            return out.turns.push((id.clone(), priority));
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
            // What was refused for the rate limit may be the second copy of a request that was executed: it is read anew.
            .filter(|_| operation.attempts == 0);
        match (fresh, cx.held_until) {
            (Some((_, payment)), _) => {
                self.checked(id, Ok(Reading::Payment(payment)), Err(NotFresh::NotShown), cx, out)
            }
            (None, Some(until)) => self.await_turn(id, until),
            (None, None) => self.read_for(id, Priority::Ordinary, cx, out),
        }
    }

    fn checked(
        &mut self,
        id: &OperationId,
        result: Result<Reading<'_>, &CallError>,
        made: Freshness,
        cx: &OperationsContext<'_>,
        out: &mut OperationsOutput,
    ) {
        let Some(operation) = self.find_open(id) else { return };
        if operation.is_lost() {
            return self.checked_again(id, result, made, cx, out);
        }
        match (result, made) {
            (Ok(_), Err(NotFresh::NotMeasured)) if awaits_measuring(operation) => {
                operation.unmeasured_checks += 1;
                return self.await_turn(id, cx.now + MEASURING);
            }
            (Ok(_), Err(NotFresh::FromMemory | NotFresh::NotMeasured)) => {
                return self.hold_back(id, wording::NOT_CHECKED_AT_SERVICE, cx, out);
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
        let why = wording::changed_meanwhile(operation, result);
        self.finish(id, JournalStep::NotSent { why: why.clone() }, Outcome::NotSent { why }, cx, out);
    }

    /// An attempt was refused for the rate limit, and the target is not shown as it was before: another copy of the request may
    /// have been executed.
    fn changed_after_rate_limit(
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
    fn checked_unchanged(
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
            (_, _) => out.turns.push((id.clone(), Priority::Ordinary)),
        }
    }

    /// Checked before sending again: only what is untouched is sent to; anything else settles the unknown.
    fn checked_again(
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
            ) if overwrites => out.turns.push((id.clone(), Priority::Ordinary)),
            (Ok((Judgement::Untouched, reading)), Ok(made)) => {
                if !self.asks_second_source(id, reading, made, cx, out) {
                    out.turns.push((id.clone(), Priority::Ordinary));
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
    fn await_turn(&mut self, id: &OperationId, until: DateTime<Utc>) {
        if let Some(operation) = self.find_open(id) {
            operation.phase = Phase::AwaitingTurn { until };
        }
    }

    // ── Sending ─────────────────────────────────────────────────────────────────────────────────────────────────

    /// The rate gate let it pass: `sending` is written before the first byte leaves.
    fn turn_granted(&mut self, id: &OperationId, cx: &OperationsContext<'_>, out: &mut OperationsOutput) {
        let Some(operation) = self.find_open(id) else { return };
        operation.attempts += 1;
        operation.checked_at = Some(cx.now);
        operation.phase = Phase::Starting;
        let step = JournalStep::Sending { attempt: operation.attempts };
        out.journal.push(operation.entry(step, cx.now));
    }

    /// The one place from which a request leaves: its `sending` is on disk.
    fn send(&mut self, id: &OperationId, cx: &OperationsContext<'_>, out: &mut OperationsOutput) {
        let Some(operation) = self.find(id) else { return };
        let too_old = || too_old(operation, cx.now);
        let contradiction = operation.seen.contradiction().map(str::to_owned);
        if let Some(why) =
            contradiction.or_else(|| cx.blocker()).or_else(|| too_late(operation, cx.now)).or_else(too_old)
        {
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
            self.unknown_after_rate_limit(id, &wording::rate_limit_and_held_back(why), cx, out);
        } else {
            self.finish(id, JournalStep::NotSent { why: why.into() }, Outcome::NotSent { why: why.into() }, cx, out);
        }
    }

    /// Back to settling, if an earlier attempt of the operation is unknown.
    pub(super) fn now_unknown_again(&mut self, id: &OperationId, now: DateTime<Utc>) -> bool {
        let unknown = self.find_open(id).filter(|operation| operation.is_lost());
        unknown.map(|operation| operation.become_unknown(EARLIER_LOST, now)).is_some()
    }

    // ── Answered ────────────────────────────────────────────────────────────────────────────────────────────────

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

    fn answered(
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

    fn confirmed(
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

    fn declined(&mut self, id: &OperationId, result: &Attempt, cx: &OperationsContext<'_>, out: &mut OperationsOutput) {
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
    fn not_known(
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
    fn end_status_check(
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
    fn lost(
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

    // ── Unknown: settled by reading, by repeating, by an event ──────────────────────────────────────────────────

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
        out.reads.push(WantedRead { operation_id: id.clone(), read, priority });
    }

    fn read_queued(&mut self, id: &OperationId, request_id: RequestId, _: &OperationsContext<'_>) {
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

    fn read_answered(
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
    fn settled(
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
    fn untouched(
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
    fn overtaken(
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
            out.turns.push((id.clone(), Priority::Reconciliation));
        }
    }

    // ── Ended ───────────────────────────────────────────────────────────────────────────────────────────────────

    /// The last step; its entry is written by whoever handles the end, after what else is stored of it.
    pub(super) fn finish(
        &mut self,
        id: &OperationId,
        step: JournalStep,
        outcome: Outcome,
        cx: &OperationsContext<'_>,
        out: &mut OperationsOutput,
    ) {
        let Some(entry) = self.find(id).map(|operation| operation.entry(step, cx.now)) else { return };
        if let Some(operation) = self.end(id, outcome) {
            out.ended.push(Ended { operation, entry: Some(entry) });
        }
    }
}
