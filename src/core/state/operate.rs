//! Connects the operations to the rest of the core: gives them what they have to know, carries out what they ask for,
//! and lets the features react to what ended.
//!
//! Decides nothing about an operation: that is the business of [`crate::operations`].

use std::cell::RefCell;
use std::collections::BTreeMap;

use chrono::{DateTime, Utc};
use serde_json::Value;

use crate::reads::ReadOwner;
use paydesk_api::call::KeyRole;
use paydesk_api::error::CallError;
use paydesk_api::operation::Endpoint;
use paydesk_api::outcome::{Attempt, Observation};
use paydesk_api::rate_limit::Priority;
use paydesk_api::record_reads::{ListRecords, Offering};
use paydesk_api::resources::payments::wire::decode_payment;
use paydesk_domain::ids::{OperationId, PaymentId};
use paydesk_domain::operation::{Resolution, ResourceKind};
use paydesk_domain::payment::Payment;
use paydesk_domain::profile::ProfileId;

use crate::context::fact::{EndedOperation, FeatureFact};
use crate::dialog::Dialog;
use crate::effect::{ApiEffect, StoreJob};
use crate::features::bulk::Bulk;
use crate::features::payments::Payments;
use crate::features::payouts::{payout_changed, with_newest_texts};
use crate::features::refunds::{known_refunds, refund_excess};
use crate::features::toasts::{ToastKind, ToastSubject};
use crate::operations::journal::{JournalEntry, JournalRefusal, JournalStepName};
use crate::operations::webhook_proof::is_about;
use crate::operations::wording::{service_error, toast_text};
use crate::operations::{
    Ended, Input, JournalHealth, KnownRefunds, Operation, OperationNotice, OperationsContext, OperationsOutput,
    Outcome, Phase, RequestToSend, Submission,
};
use crate::records::Record;
use crate::state::State;
use crate::workspace::Workspace;

impl State {
    /// Tells the operations what happened and carries out what follows.
    pub(crate) fn operate(&mut self, input: Input<'_>) {
        let output = self.handle_operations(input, None);
        self.carry_out(output);
    }

    /// Tells one operation, in the workspace of its profile.
    pub(crate) fn operate_on(&mut self, id: &OperationId, input: Input<'_>) {
        self.in_workspace_of(id, |state| state.operate(input));
    }

    /// A person confirmed an operation, or Paydesk asks for the status of a refund.
    pub(crate) fn submit(&mut self, submission: Submission) {
        if !self.asks_approval(&submission) {
            let objection = self.objection(&submission);
            self.operate_with(Input::Submit(Box::new(submission)), objection);
        }
    }

    /// A person decided something that can be undone until this time.
    pub(crate) fn submit_undoable(&mut self, submission: Submission, until: DateTime<Utc>) {
        if !self.asks_approval(&submission) {
            let objection = self.objection(&submission);
            self.operate_with(Input::SubmitUndoable(Box::new(submission), until), objection);
        }
    }

    pub(crate) fn operate_with(&mut self, input: Input<'_>, objection: Option<String>) {
        let output = self.handle_operations(input, objection);
        self.carry_out(output);
    }

    /// Why what is confirmed is not sent: another profile works on the same, a refund is of more than is left, or a payout was
    /// reported otherwise since.
    pub(crate) fn objection(&self, submission: &Submission) -> Option<String> {
        let view = self.view();
        let elsewhere = view.open_elsewhere(&submission.plan.target).filter(|_| !submission.plan.is_status_check());
        elsewhere
            .or_else(|| refund_excess(&view, &submission.plan, &submission.precondition))
            .or_else(|| payout_changed(&view, &submission.plan, &submission.precondition))
    }

    /// A person wants to know the status of everything. Nothing is sent again for it, as that is asked for one by one.
    pub(crate) fn check_operations(&mut self) {
        let by_reading =
            self.workspace.operations.open().iter().filter(|operation| operation.resolution() == Resolution::Read);
        let ids: Vec<OperationId> = by_reading.map(|operation| operation.id.clone()).collect();
        ids.iter().for_each(|id| self.operate(Input::CheckNow(id)));
        self.with(|features, cx| features.record_lists.look_now(cx));
    }

    /// A person wants to send all that were certainly not executed.
    pub(crate) fn ask_send_all_again(&mut self) {
        let all = self.workspace.operations.open().iter();
        let operation_ids: Vec<OperationId> = all
            .filter(|operation| operation.may_be_sent_with_others(self.now))
            .map(|operation| operation.id.clone())
            .collect();
        if !operation_ids.is_empty() {
            self.show_dialog(Dialog::SendAllAgain { operation_ids, opened_at: self.now });
        }
    }

    /// The one attempt under way came back, with whatever it brought.
    pub(crate) fn operation_answered(&mut self, id: &OperationId, attempt: u32, result: &Attempt) {
        let Some(operation) = self.workspace.operations.find(id) else { return };
        let key = operation.plan.request.key;
        let counts_more = match (&operation.phase, result.own_headers()) {
            (Phase::Sending { since }, Some(headers)) => {
                self.workspace.service_clock.measure(headers, *since, self.now)
            }
            (_, _) => false,
        };
        if counts_more {
            self.read_uncounted_again();
        }
        // What the service of a profile that was left says of its key and its budget is asked again when it is shown.
        let is_shown = self.is_shown();
        if is_shown {
            self.note_rate(result.rate().copied());
        }
        let Some((observation, decision)) = self.workspace.operations.decision(id, attempt, result) else { return };
        match (is_shown, observation == Observation::KeyRefused && key == KeyRole::Admin) {
            (false, _) => {}
            (true, true) => self.workspace.api_keys.admin_key_refused(),
            (true, false) => self.note_refusal(observation, result),
        }
        self.workspace.requests.note_reconciliation(id, attempt, decision);
        self.operate(Input::Answered { id, attempt, result });
    }

    /// A refused key and a full budget concern every call, whatever they prove of this operation.
    fn note_refusal(&mut self, observation: Observation, result: &Attempt) {
        if observation == Observation::RateLimited {
            self.workspace.rate.block(&result.rate().copied().unwrap_or_default(), self.now);
        }
        if observation == Observation::KeyRefused {
            self.note_unauthorized(&service_error(result));
        }
    }

    /// A 401 without a documented code may be of this endpoint alone: reads of other kinds show whether the key is taken.
    fn note_unauthorized(&mut self, error: &CallError) {
        if error.locks_profile() {
            self.lock_profile(error);
        } else if error.may_refuse_key() {
            self.publish(FeatureFact::KeyDoubted);
        }
    }

    /// When an operation of the profile in use next wants something; never while nothing could be done about it.
    pub(crate) fn operations_next_due(&self) -> Option<DateTime<Utc>> {
        self.workspace.profile.as_ref().filter(|_| self.workspace.connection.lock().is_none())?;
        self.workspace.operations.next_due()
    }

    /// The journal is open: every profile takes up what it left.
    pub(crate) fn journal_opened(&mut self, entries: Vec<JournalEntry>) {
        self.journal = JournalHealth::Ready;
        let mut by_profile: BTreeMap<ProfileId, Vec<JournalEntry>> = BTreeMap::new();
        for entry in entries {
            by_profile.entry(entry.profile_id.clone()).or_default().push(entry);
        }
        for (profile_id, entries) in by_profile {
            self.in_workspace(&profile_id, |state| {
                state.operate(Input::JournalOpened(&entries));
                let units = state.units();
                state.workspace.operations.count_as(units);
            });
        }
        self.outbox.push(StoreJob::OpenBulkRuns);
    }

    /// A person decided what to do about a missing journal.
    pub(crate) fn journal_decided(&mut self, job: StoreJob) {
        if matches!(self.journal, JournalHealth::Missing(_)) {
            self.journal = JournalHealth::Opening;
            self.outbox.push(job);
        }
    }

    /// An entry is not known to be on disk. A journal that failed makes everything read-only; where another window
    /// worked on the operation, it alone is held back.
    pub(crate) fn journal_refused(&mut self, id: &OperationId, step: JournalStepName, refusal: JournalRefusal) {
        let is_missing = matches!(self.journal, JournalHealth::Missing(_));
        if let JournalRefusal::Failed(problem) = &refusal
            && !is_missing
        {
            self.journal = JournalHealth::Unavailable(problem.clone());
        }
        self.operate_on(id, Input::NotWritten { id, step, refusal });
    }

    /// Events that came before an outcome became unknown, or before Paydesk was closed, may show it.
    pub(crate) fn resolve_unknowns_by_events(&mut self) {
        let open: Vec<OperationId> =
            self.workspace.operations.open().iter().map(|operation| operation.id.clone()).collect();
        open.iter().for_each(|id| self.resolve_by_earlier_events(id));
    }

    fn resolve_by_earlier_events(&mut self, id: &OperationId) {
        let Some(operation) = self.workspace.operations.find(id) else { return };
        let since = self.workspace.webhooks.log().genuine_since(operation.prepared_at);
        let ours = since.filter(|event| self.other_merchant(event).is_none());
        let events: Vec<_> = ours.filter(|event| is_about(operation, event)).cloned().collect();
        for event in &events {
            self.operate(Input::EarlierEvent(id, event));
        }
    }

    fn handle_operations(&mut self, input: Input<'_>, objection: Option<String>) -> OperationsOutput {
        let read_only = self.read_only_reason();
        let Self { workspace, operator, now, profiles, .. } = self;
        let traits = profiles.traits(&workspace.profile_id);
        let capabilities = &traits.capabilities;
        let Workspace {
            operations,
            payments,
            bulk,
            profile,
            connection,
            rate,
            records,
            service_clock,
            refunds,
            payment_disputes,
            reads,
            ..
        } = workspace;
        let (held_until, blocked_until) = (rate.held_until(Priority::Ordinary, *now), rate.blocked_until(*now));
        let (rate, reads) = (RefCell::new(rate), RefCell::new(reads));
        let take_turn = |priority| rate.borrow_mut().admit(priority, *now);
        let ask = |read, priority| {
            let read = with_newest_texts(read, records);
            reads.borrow_mut().ask_fresh(ReadOwner::Operations, read, priority, *now)
        };
        let offered_list = |kind| {
            let list = ListRecords::first(kind).filter(|list| capabilities.may_offer(list.reads().list))?;
            let is_known = capabilities.offering(list.reads().list) == Some(Offering::Offered);
            Some((list, is_known))
        };
        let known_payment = |id: &PaymentId| -> Option<(DateTime<Utc>, &Payment)> {
            let newest = newest_read(payments, bulk, id);
            newest.filter(|(read_at, _)| !service_clock.met_copy_since(*read_at))
        };
        let refunds_of = |operation: &Operation| {
            let known = known_refunds(operation, records, refunds.listed_at(&operation.id));
            let is_disputed_since = refunds.is_disputed_since(operation, payment_disputes);
            KnownRefunds { is_disputed_since, ..known }
        };
        let context = OperationsContext {
            now: *now,
            operator,
            profile: profile.as_ref(),
            read_only,
            locked: connection.lock().map(|error| error.what()),
            held_until,
            blocked_until,
            objection,
            refunds_are_in_payments: records.refunds_are_in_payments,
            refund_retrieval: capabilities.retrieval(ResourceKind::Refund),
            payouts_may_be_read: capabilities.may_retrieve(ResourceKind::Payout),
            payment_list: traits.payment_list.form(),
            list_of: &offered_list,
            known_payment: &known_payment,
            take_turn: &take_turn,
            ask: &ask,
            refunds_of: &refunds_of,
        };
        operations.handle(input, &context)
    }

    fn carry_out(&mut self, output: OperationsOutput) {
        let OperationsOutput { journal, sends, dropped_reads, notices, became_unknown, problems, ended } = output;
        self.problems.extend(problems);
        let unknown = became_unknown.iter().filter_map(|id| self.workspace.operations.find(id));
        unknown.for_each(|operation| self.workspace.bulk.became_unknown(operation));
        let is_of_bulk = became_unknown.first().is_some_and(|id| self.workspace.bulk.owns(id));
        for OperationNotice { text, payment_id } in notices.into_iter().filter(|_| !is_of_bulk) {
            // What became unknown is shown with the operation, where that is in front.
            let about = ToastSubject { payment_id, record: None, operation: became_unknown.first().cloned() };
            self.toasts.show_about(self.now, (ToastKind::Attention, text), about);
        }
        for request_id in dropped_reads {
            if !self.workspace.payments.awaits(request_id) {
                self.workspace.reads.drop_request(request_id);
            }
        }
        // What was found out on the way comes before the last word: behind it the journal takes nothing more.
        journal.into_iter().for_each(|entry| self.write_entry(entry));
        ended.into_iter().for_each(|ended| self.operation_ended(ended));
        for RequestToSend { profile_id, operation_id, attempt, request } in sends {
            if let Some(operation) = self.workspace.operations.find(&operation_id).cloned() {
                self.publish(FeatureFact::OperationLeaves(Box::new(operation)));
            }
            self.outbox.push(ApiEffect::SendOperation { profile_id, operation_id, attempt, request });
        }
        became_unknown.iter().for_each(|id| self.resolve_by_earlier_events(id));
    }

    /// What other features make of an operation that ended. What is stored of it comes before the entry that ends it in
    /// the journal: until then a restart finds it open.
    fn operation_ended(&mut self, Ended { operation, entry }: Ended) {
        let Phase::Ended(outcome) = operation.phase.clone() else { return };
        self.store_results(&operation, &outcome);
        let is_of_bulk = self.workspace.bulk.owns(&operation.id);
        let ended = EndedOperation { operation: operation.clone(), outcome: outcome.clone(), is_of_bulk };
        self.publish(FeatureFact::OperationEnded(Box::new(ended)));
        entry.into_iter().for_each(|entry| self.write_entry(entry));
        if !is_of_bulk {
            self.report_end(&operation, &outcome);
        }
        self.learn_review_status(&operation, &outcome);
        self.learn_payment_actions(&operation, &outcome);
    }

    /// The record of what it made or changed, and what the answer of a payment shows at once.
    fn store_results(&mut self, operation: &Operation, outcome: &Outcome) {
        let answer = operation.answer.as_deref();
        let took_effect = match outcome {
            Outcome::Done { .. } => true,
            // A payout that failed exists, and says so.
            Outcome::Declined { .. } => answer.is_some(),
            Outcome::Rejected { .. }
            | Outcome::NotSent { .. }
            | Outcome::Overtaken(_)
            | Outcome::NotAnswered { .. }
            | Outcome::ClosedByPerson
            | Outcome::Closed => false,
        };
        if !took_effect {
            return;
        }
        if let Some(answer) = answer.filter(|_| operation.plan.target.kind == ResourceKind::Payment) {
            let payment_id = PaymentId::new(&*operation.plan.target.resource);
            self.workspace.payments.merge_partial(&payment_id, answer, self.now);
            self.history_follows(operation, answer);
            self.list_created(operation, answer);
        }
        self.record_effect(operation, answer);
    }

    /// A payment that was created here is in the list at once.
    fn list_created(&mut self, operation: &Operation, answer: &Value) {
        if operation.plan.endpoint == Endpoint::CreatePayment
            && let Ok(payment) = decode_payment(answer.clone(), self.units())
        {
            self.with(|features, cx| features.payments.show_created(&payment, &cx.view));
        }
    }

    fn report_end(&mut self, operation: &Operation, outcome: &Outcome) {
        let asked = self.workspace.refunds.polling.take_user_request(&operation.id);
        if operation.plan.is_status_check() && !asked && !matches!(outcome, Outcome::Declined { .. }) {
            return;
        }
        let payment_id = operation.plan.payment_id().filter(|_| !operation.was_never_made());
        let record = Record::place_of(operation, operation.answer.as_deref());
        let about = ToastSubject { payment_id, record, operation: Some(operation.id.clone()) };
        self.toasts.show_about(self.now, toast_text(operation, outcome), about);
    }
}

/// A payment as it was read last, and when.
pub(super) fn newest_read<'a>(
    payments: &'a Payments,
    bulk: &'a Bulk,
    id: &PaymentId,
) -> Option<(DateTime<Utc>, &'a Payment)> {
    let opened = payments.detail(id).and_then(|detail| detail.read_at().zip(detail.value()));
    [opened, bulk.read_payment(id)].into_iter().flatten().max_by_key(|(read_at, _)| *read_at)
}
