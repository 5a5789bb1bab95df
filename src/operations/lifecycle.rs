//! The life of an operation: from *prepared* to *ended*. What comes between stands in reading order in [`super::sending`],
//! [`super::answered`] and [`super::settling`].
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

use chrono::{DateTime, TimeDelta, Utc};

use paydesk_api::operation::Endpoint;
use paydesk_domain::ids::{OperationId, PaymentId};

use super::context::{Ended, Input, OperationNotice, OperationsContext, OperationsOutput};
use super::journal::{JournalEntry, JournalStep, restore};
use super::wording;
use super::{ENDED_MAX, Operation, Operations, Outcome, Phase, Seen, Submission, resolution_schedule};

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
            target_asked_at: None,
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
