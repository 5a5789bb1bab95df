//! Answers to reads: to whom each is handed.

use chrono::{DateTime, TimeDelta, Utc};
use serde_json::Value;

use crate::features::payouts::with_newest_texts;
use crate::reads::ReadOwner;
use paydesk_api::call::Method;
use paydesk_api::error::CallError;
use paydesk_api::freshness::{Freshness, NotFresh};
use paydesk_api::rate_limit::{Priority, RateHeaders};
use paydesk_api::record_reads::{ListRecords, RecordPage, RetrieveRecord};
use paydesk_api::resources::disputes::calls::ListDisputes;
use paydesk_api::resources::disputes::wire::DisputePage;
use paydesk_api::resources::payments::calls::ListPayments;
use paydesk_api::resources::payments::wire::PaymentPage;
use paydesk_domain::customer::Customer;
use paydesk_domain::document::Raw;
use paydesk_domain::ids::{OperationId, PaymentId};
use paydesk_domain::operation::ResourceKind;
use paydesk_domain::payment::Payment;
use paydesk_domain::payout::PayoutUpdate;
use paydesk_domain::secret::SecretText;

use crate::context::fact::FeatureFact;
use crate::dialog::Dialog;
use crate::features::history::HistoryReport;
use crate::features::payments::PaymentAnswer;
use crate::features::record_lists::{CLOCKS_DIFFER, learn};
use crate::features::refunds::{AskedList, ListedRefund, PagesShow, listed_refunds, refunds_needed_since};
use crate::features::toasts::ToastKind;
use crate::operations::freshness::is_fresh;
use crate::operations::{Input, Listed, Operation, Phase, Reading, ResolutionFinding, refunded_minor};
use crate::read::{Read, ReadAnswer, RequestId};
use crate::reads::AnsweredRead;
use crate::records::CachedRecord;
use crate::state::State;
use crate::state::operate::newest_read;
use crate::workspace::Workspace;

/// The service's clock is not measured more often by itself.
const MEASURE_PAUSE: TimeDelta = TimeDelta::seconds(10);

/// When what an answer says was so.
#[derive(Debug, Clone, Copy)]
pub(crate) struct ReadTime {
    /// Whether it was made after it was asked for.
    pub made: Freshness,
    /// When it was asked for; `None` where the clock of this machine jumped meanwhile.
    pub asked_at: Option<DateTime<Utc>>,
}

impl ReadTime {
    /// It was certainly made after this.
    pub(crate) fn after(self) -> Option<DateTime<Utc>> {
        self.asked_at.filter(|_| self.made.is_ok())
    }

    /// Since when it may have become old: it says what was so at some time since it was asked for.
    fn of_state(self, now: DateTime<Utc>) -> DateTime<Utc> {
        self.asked_at.unwrap_or(now)
    }
}

/// Whose read was answered, and when that was so.
#[derive(Debug, Clone)]
pub(crate) struct AnsweredFor {
    pub request_id: RequestId,
    owners: Vec<ReadOwner>,
    pub time: ReadTime,
}

impl AnsweredFor {
    fn is_for(&self, owner: ReadOwner) -> bool {
        self.owners.contains(&owner)
    }
}

/// What a record that was read outranks.
#[derive(Debug, Clone, Copy, Default)]
pub(crate) struct ReadStanding {
    /// Whatever an event said: a person asked for it.
    pub outranks_events: bool,
    /// What was said before this time.
    pub read_after: Option<DateTime<Utc>>,
}

impl State {
    /// An answer to a read came: what it shows is taken in, and those who asked for it go on.
    pub(crate) fn read_answered(&mut self, request_id: RequestId, answer: ReadAnswer, rate: Option<RateHeaders>) {
        self.note_answer(request_id, &answer, rate);
        let Some(read) = self.workspace.reads.finish(request_id, &answer, self.now, &mut self.rng) else { return };
        let made = self.freshness(request_id, &read, &answer, rate.as_ref());
        let AnsweredRead { read, owners, left_at } = read;
        if owners == [ReadOwner::ServiceClock] {
            return;
        }
        // What follows from the answer is asked for as it was.
        let is_by_person = self.workspace.reads.was_asked_by_person(request_id);
        self.workspace.reads.set_asked_by_person(is_by_person);
        self.take_answer(&AnsweredFor { request_id, owners, time: ReadTime { made, asked_at: left_at } }, read, answer);
        self.workspace.reads.set_asked_by_person(false);
    }

    fn take_answer(&mut self, answered: &AnsweredFor, read: Read, answer: ReadAnswer) {
        let request_id = answered.request_id;
        match (read, answer) {
            (Read::Health(_), _) => self.workspace.connection.health_answered(self.now),
            (Read::Payments(list), ReadAnswer::Payments(result)) => self.payment_page_answered(answered, &list, result),
            (Read::Payment(read), ReadAnswer::Payment(result)) => {
                self.payment_answered(answered, &read.payment_id, *result);
            }
            (Read::Disputes(list), answer) if self.disputes_asked_by_body(request_id, &list, &answer) => {}
            (Read::Disputes(list), ReadAnswer::Disputes(result)) => self.disputes_answered(answered, &list, result),
            (Read::Customer(_), ReadAnswer::Customer(result)) => self.customer_answered(answered, &result),
            (Read::Payout(_), ReadAnswer::Payout(result)) => self.payout_answered(answered, &result),
            (Read::Records(list), ReadAnswer::Records(result)) => {
                self.record_list_answered(answered, &list, &result);
            }
            (Read::Record(read), ReadAnswer::Record(result)) => self.record_retrieved(answered, &read, &result),
            (Read::Dispute(_), ReadAnswer::Dispute(result)) => self.with_disputes(|disputes, evidence, cx| {
                disputes.dispute_answered(request_id, *result, evidence, cx);
            }),
            (Read::Evidence(_), ReadAnswer::Evidence(result)) => {
                self.with_disputes(|disputes, _, cx| disputes.evidence_answered(request_id, result, cx));
            }
            (Read::DisputeMetrics(_) | Read::PaymentMetrics(_), ReadAnswer::Metrics(result)) => {
                self.with(|features, cx| features.analytics.metrics_answered(request_id, *result, cx));
            }
            (Read::PaymentCount(_), ReadAnswer::PaymentCount(result)) => self.payments_counted(request_id, result),
            (Read::StatusCounts(call), ReadAnswer::StatusCounts(result)) => {
                self.with(|features, cx| features.analytics.service_counts.counted(request_id, &call, result, cx));
            }
            (Read::AddedUp(_), ReadAnswer::AddedUp(result)) => {
                self.workspace.analytics.service_counts.added_up(request_id, result);
            }
            // The runtime answers each read in kind.
            (_, _) => {}
        }
    }

    /// A page of payments came: what it shows is taken in, and its owner goes on.
    fn payment_page_answered(
        &mut self,
        answered: &AnsweredFor,
        list: &ListPayments,
        result: Result<PaymentPage, CallError>,
    ) {
        let AnsweredFor { request_id, time, .. } = *answered;
        let made = time.made;
        let known = self.view().traits.payment_list.form();
        let result = self.with(|features, cx| features.payments.list_answered(request_id, list, result, cx));
        let Some(result) = result else { return };
        let named = result.iter().flat_map(|page| &page.whole).filter_map(|payment| payment.merchant_id.clone());
        self.workspace.merchants.extend(named);
        if let Ok(page) = &result
            && self.workspace.operations.are_about(ResourceKind::Payment)
        {
            self.operate(Input::RowsShown(&page.rows));
        }
        if answered.is_for(ReadOwner::Operations) {
            self.payments_listed(request_id, &result, made);
        }
        let (result, not_read) = match result.map(|page| self.without_outdated_rows(page, made)) {
            Ok((page, not_read)) => (Ok(page), not_read),
            Err(error) => (Err(error), Vec::new()),
        };
        if let Ok(page) = &result {
            self.records_follow_rows(&page.rows);
            self.workspace.history.take_page(page, self.now);
        }
        let asked_at = time.of_state(self.now);
        // Pages of payments are asked for anew each time: each has one owner.
        self.with(|features, cx| match answered.owners.first() {
            Some(ReadOwner::Bulk) => {
                let rows = result.as_ref().ok().map(|page| page.rows.as_slice());
                features.bulk.page_answered(request_id, rows, &not_read, asked_at, cx.now);
            }
            Some(ReadOwner::History) => features.history.page_answered(request_id, result, cx),
            Some(ReadOwner::Analytics) => features.analytics.declines_answered(request_id, result, cx),
            Some(ReadOwner::Customers) => features.customers.payments.answered(request_id, result, cx.now),
            Some(ReadOwner::Payments) => features.payments.page_answered(request_id, result, cx),
            _ => {}
        });
        if self.view().traits.payment_list.form() != known {
            self.with(|features, cx| features.payments.list_form_learned(cx));
        }
    }

    /// The operation that asked for a list of payments hears what it says of its own.
    fn payments_listed(&mut self, request_id: RequestId, result: &Result<PaymentPage, CallError>, made: Freshness) {
        let Some(operation) = self.workspace.operations.awaiting(request_id) else { return };
        let seen = operation.precondition.payment().map(|payment| payment.payment_id.clone());
        let payment_id = seen.or_else(|| operation.plan.payment_id());
        let listed = result.as_ref().map(|page| {
            let row = page.rows.iter().find(|row| Some(&row.payment_id) == payment_id.as_ref());
            row.map_or(Listed::NotTold, Listed::Payment)
        });
        self.operate(Input::ListAnswered { request_id, result: listed, made });
    }

    /// The cache of payments reports something; what it has of partial captures is read again.
    pub(crate) fn history_reported(&mut self, report: HistoryReport) {
        let opens = matches!(report, HistoryReport::Opened(_));
        self.with(|features, cx| {
            features.history.reported(report, cx);
            if opens {
                features.payments.remainders_stored(features.history.columns().remainders(), cx);
            }
        });
    }

    /// A payment was read: what it shows is taken in, and those who asked for it go on.
    fn payment_answered(&mut self, answered: &AnsweredFor, payment_id: &PaymentId, read: Result<Payment, CallError>) {
        let AnsweredFor { request_id, time, .. } = *answered;
        let made = time.made;
        let outranks_events = self.outranks_events(request_id, made);
        let of_detail = self.unless_outdated(read.clone(), made);
        let held = |read: Payment| {
            self.workspace.payments.held_against(&read, outranks_events, self.now).cloned().unwrap_or(read)
        };
        let result = of_detail.clone().map(held);
        if let Ok(payment) = &result {
            self.records_follow(payment, time.after());
        }
        if let Ok(payment) = &read {
            self.workspace.merchants.extend(payment.merchant_id.clone());
            self.show_operations(ResourceKind::Payment, &payment.raw, time.after());
        }
        self.with(|features, cx| features.history.payment_answered(request_id, &result, cx));
        let asked_at = time.of_state(self.now);
        if answered.is_for(ReadOwner::Bulk) {
            let of_item = result.as_ref().map_err(CallError::what);
            self.workspace.bulk.payment_answered(request_id, of_item, asked_at, self.now);
        }
        self.with(|features, cx| {
            let answer = PaymentAnswer { request_id, asked_at, result: of_detail, outranks_events };
            features.payments.payment_answered(payment_id, answer, &cx.view);
            features.payments.remainder_answered(request_id, result.as_ref().map(drop), cx);
        });
        let is_outdated = read.as_ref().is_ok_and(|payment| self.is_from_before(payment));
        let read = if is_outdated { Err(CallError::Outdated) } else { read };
        self.operation_read(answered, payment_reading(&read));
        self.publish(FeatureFact::PaymentRead(payment_id.clone()));
    }

    /// A list of disputes came. Whoever asked for it: its disputes are taken in, by payment and in the inbox.
    fn disputes_answered(
        &mut self,
        answered: &AnsweredFor,
        list: &ListDisputes,
        result: Result<DisputePage, CallError>,
    ) {
        let request_id = answered.request_id;
        if answered.is_for(ReadOwner::Operations) {
            let operation = self.workspace.operations.awaiting(request_id);
            let asked = operation.map(|operation| operation.plan.target.resource.clone());
            let find = |page: &DisputePage| {
                let row = page.rows.iter().find(|row| asked.as_deref() == Some(row.dispute_id.as_str()));
                row.map(|row| row.raw.clone())
            };
            let found = result.as_ref().map(find);
            let reading = found.as_ref().map(|raw| raw.as_ref().map_or(Reading::Absent, |raw| Reading::Record(raw)));
            self.operation_read(answered, reading.map_err(|error| *error));
        }
        let result = self.without_outdated_disputes(answered, result);
        if let Some(Dialog::Refund(dialog)) = &mut self.workspace.dialog {
            dialog.disputes_read(request_id, &result);
        }
        self.with(|features, cx| {
            let of_disputes = (&*features.drafts, &*features.evidence);
            features.payment_disputes.answered((request_id, list), &result, of_disputes, &cx.view);
        });
        self.with_disputes(|disputes, evidence, cx| disputes.answered(request_id, &result, evidence, cx));
    }

    /// The service gave the client secret of a payment, a subscription or a payout.
    pub(crate) fn client_secret_received(&mut self, operation_id: &OperationId, value: SecretText) {
        self.with(|features, cx| {
            let kind = cx.operations.find(operation_id).map(|operation| operation.plan.target.kind);
            if kind == Some(ResourceKind::Subscription) {
                features.subscriptions.client_secret_received(operation_id, value);
            } else if kind == Some(ResourceKind::Payout) {
                features.payouts.client_secret_received(operation_id, value);
            } else {
                features.payments.client_secret_received(operation_id, value, &cx.view);
            }
        });
    }

    /// A customer was read.
    fn customer_answered(&mut self, answered: &AnsweredFor, result: &Result<Customer, CallError>) {
        let request_id = answered.request_id;
        let raw = result.as_ref().map(|customer| &*customer.raw);
        self.record_read(ResourceKind::Customer, raw.ok(), self.standing(answered));
        if answered.is_for(ReadOwner::Customers) {
            self.with(|features, cx| features.customers.customer_read(request_id, raw.map(drop), cx));
        }
        if answered.is_for(ReadOwner::Forms) {
            self.with_forms(|forms, seen, cx| forms.customer_answered(request_id, raw.map(drop), seen, cx));
        }
        if let Ok(customer) = result {
            self.publish(FeatureFact::CustomerRead(customer.customer_id.clone()));
        }
        self.operation_read(answered, reading(raw));
    }

    /// A payout was read as the specification has it.
    fn payout_answered(&mut self, answered: &AnsweredFor, result: &Result<PayoutUpdate, CallError>) {
        let raw = result.as_ref().map(|payout| &*payout.raw);
        if let Err(error) = raw
            && answered.is_for(ReadOwner::Payouts)
        {
            self.payout_not_read(error);
        }
        self.record_read(ResourceKind::Payout, raw.ok(), self.standing(answered));
        self.operation_read(answered, reading(raw));
        self.with(|features, cx| features.payouts.refresh.answered(answered.request_id, raw.err(), cx));
    }

    /// A page of the list of a kind came: its records are known, and operations that made one of them hear of it.
    fn record_list_answered(
        &mut self,
        answered: &AnsweredFor,
        list: &ListRecords,
        result: &Result<RecordPage, CallError>,
    ) {
        let AnsweredFor { request_id, time, .. } = *answered;
        let standing = self.standing(answered);
        for (id, row) in result.iter().flat_map(|page| &page.rows) {
            self.record_listed(list.kind(), id, row, standing);
        }
        let shown = result.as_ref().ok().and_then(|page| self.check_list(request_id, (list, time.after()), page));
        // One that is among the rows is settled by them.
        if let Some(operation) = self.workspace.operations.awaiting(request_id) {
            let (next, all) = (result.as_ref().ok().map(|page| list.next(page)), list.of_all());
            let listed = match (result, shown) {
                (Ok(page), Some(PagesShow::All)) => Ok(Listed::Absent { others_minor: given_back(operation, page) }),
                (Ok(_), Some(PagesShow::NotAllYet)) => Ok(next.as_ref().map_or(Listed::NotTold, Listed::GoesOn)),
                (Ok(page), Some(PagesShow::Nothing)) if list.payment_id().is_some() && page.rows.is_empty() => {
                    Ok(Listed::GoesOn(&all))
                }
                (Ok(_), Some(PagesShow::Nothing)) => Ok(Listed::NotTold),
                (Ok(page), None) => Ok(self.listed_second(operation, list, page)),
                // It may not know what it is asked to filter by.
                (Err(error), _) if list.payment_id().is_some() && error.refuses_request() => Ok(Listed::GoesOn(&all)),
                (Err(error), _) => Err(error),
            };
            self.operate(Input::ListAnswered { request_id, result: listed, made: time.made });
        }
        if list.kind() == ResourceKind::ApiKey && result.as_ref().is_err_and(CallError::locks_profile) {
            self.workspace.api_keys.admin_key_refused();
        }
        self.with(|features, cx| features.record_lists.answered(request_id, list, result, cx));
    }

    /// What a page says of an operation, beside what another source showed.
    fn listed_second<'a>(&self, operation: &Operation, list: &ListRecords, page: &'a RecordPage) -> Listed<'a> {
        let is_target = |id: &String| list.kind() == ResourceKind::Payout && *id == operation.plan.target.resource;
        let from = operation.first_sent_at.unwrap_or(operation.prepared_at) - CLOCKS_DIFFER;
        let goes_back_behind = page.shows_all_since(list).is_some_and(|since| since < from);
        let is_whole = goes_back_behind && !page.made_after(from).any(|row| operation.may_have_made(row));
        match page.rows.iter().find(|(id, _)| is_target(id)) {
            Some((_, row)) => Listed::Payout(row),
            None if is_whole && !self.lacks_all_known(list.kind(), page) => {
                Listed::Absent { others_minor: given_back(operation, page) }
            }
            None => Listed::NotTold,
        }
    }

    /// Whether the pages up to this one show all refunds of the payment of a refund that is about to be sent; `None` where none
    /// waits for it.
    fn check_list(
        &mut self,
        request_id: RequestId,
        (list, asked_at): (&ListRecords, Option<DateTime<Utc>>),
        page: &RecordPage,
    ) -> Option<PagesShow> {
        let Workspace { payments, bulk, record_lists, records, operations, refunds, .. } = &mut self.workspace;
        let is_asked = list.kind() == ResourceKind::Refund;
        let operation =
            operations.awaiting(request_id).filter(|operation| is_asked && operation.first_source.is_none())?;
        let payment_id = operation.plan.payment_id();
        let payment = payment_id.as_ref().and_then(|id| newest_read(payments, bulk, id));
        let needed = refunds_needed_since(payment.map(|(_, payment)| payment), record_lists);
        let known: Vec<ListedRefund<'_>> = listed_refunds(records, self.now).collect();
        Some(refunds.list_read(
            &operation.id,
            AskedList { list, payment_id: payment_id.as_ref(), asked_at, needed, known: &known },
            page,
        ))
    }

    /// Whether a page has no row, although the service had some of the kind: nothing is missing from it alone.
    fn lacks_all_known(&self, kind: ResourceKind, page: &RecordPage) -> bool {
        let was_reported = |known: &CachedRecord| !known.record.is_gathered() && known.record.reported.is_some();
        page.rows.is_empty() && self.workspace.records.of(kind).any(was_reported)
    }

    /// A refund or a payout was read by its id.
    fn record_retrieved(&mut self, answered: &AnsweredFor, read: &RetrieveRecord, result: &Result<Raw, CallError>) {
        let request_id = answered.request_id;
        let error = result.as_ref().err();
        self.with(|_, cx| learn(read.endpoint(), error, cx));
        if error.is_some() && !self.view().traits.capabilities.may_retrieve(read.kind()) {
            return self.read_otherwise(answered, read, result);
        }
        let is_opened = self.workspace.payouts.refresh.was_opened_by(request_id);
        let is_asked_here = answered.is_for(ReadOwner::Payouts) && !is_opened;
        if let Some(error) = error.filter(|_| is_asked_here) {
            self.payout_not_read(error);
        }
        self.record_read(read.kind(), result.as_deref().ok(), self.standing(answered));
        self.operation_read(answered, reading(result.as_deref()));
        self.with(|features, cx| {
            features.refunds.polling.answered(request_id, error, cx);
            features.payouts.refresh.answered(request_id, error, cx);
        });
    }

    /// The service has no call that reads one by its id: it is found out as the specification has it.
    fn read_otherwise(&mut self, answered: &AnsweredFor, read: &RetrieveRecord, result: &Result<Raw, CallError>) {
        let request_id = answered.request_id;
        let is_payout = read.kind() == ResourceKind::Payout;
        let Some(operation) = self.workspace.operations.awaiting(request_id) else {
            return self.with(|features, cx| match is_payout {
                true => features.payouts.refresh.ask_otherwise(request_id, read.id(), cx),
                false => features.refunds.polling.ask_otherwise(request_id, cx),
            });
        };
        let probe = operation.probe().filter(|_| is_payout && self.read_only_reason().is_none());
        match probe {
            Some(probe) => {
                let probe = with_newest_texts(probe, &self.workspace.records);
                self.workspace.reads.ask_again(request_id, probe, self.now);
            }
            None => self.operation_read(answered, reading(result.as_deref())),
        }
    }

    fn payout_not_read(&mut self, error: &CallError) {
        let text = format!("The status of the payout could not be read: {}", error.what());
        self.toasts.show(self.now, ToastKind::Attention, text, None);
    }

    /// Something was read: the operation that asked for it goes on.
    fn operation_read(&mut self, answered: &AnsweredFor, result: Result<Reading<'_>, &CallError>) {
        if answered.is_for(ReadOwner::Operations) {
            let AnsweredFor { request_id, time, .. } = *answered;
            self.operate(Input::ReadAnswered { request_id, result, made: time.made });
        }
    }

    /// Whether an answer was made after it was asked for. Where that cannot be shown of one that an operation waits for,
    /// a request that no cache answers measures the service's clock, so that the next one counts.
    pub(crate) fn freshness(
        &mut self,
        request_id: RequestId,
        answered: &AnsweredRead,
        answer: &ReadAnswer,
        headers: Option<&RateHeaders>,
    ) -> Freshness {
        let is_foreign = matches!(answer.error(), Some(CallError::Foreign { .. }));
        let headers = headers.filter(|_| !is_foreign);
        let (clock, now) = (&mut self.workspace.service_clock, self.now);
        let (method, left_at) = (answered.read.request().method, answered.left_at);
        let is_measure = |left_at| headers.is_some_and(|headers| clock.measure(headers, left_at, now));
        let counts_more = method != Method::Get && left_at.is_some_and(is_measure);
        let made = clock.answered(method, headers, left_at, now);
        let may_be_copy = matches!(made, Err(NotFresh::FromMemory | NotFresh::NotMeasured));
        if may_be_copy && matches!(answered.read, Read::Payment(_)) {
            clock.note_copy(now);
        }
        if counts_more {
            self.read_uncounted_again();
        }
        // However new its date is: what it says was so at some time since it left.
        let is_slow = left_at.is_none_or(|left_at| !is_fresh(left_at, now));
        if is_slow && matches!(answered.read, Read::Payment(_)) {
            self.workspace.service_clock.note_copy(now);
        }
        if is_slow && self.workspace.operations.checks(request_id) && made != Err(NotFresh::FromMemory) {
            return Err(NotFresh::Slow);
        }
        let is_dated = headers.is_some_and(|headers| headers.date_unix_s.is_some() && !headers.marks.is_hit);
        if made.is_err() && is_dated && self.workspace.operations.awaits(request_id) && !self.has_just_measured() {
            self.measure_clock();
        }
        made
    }

    fn has_just_measured(&self) -> bool {
        let since = self.workspace.measured_at.map(|at| self.now - at);
        since.is_some_and(|since| (TimeDelta::zero()..MEASURE_PAUSE).contains(&since))
    }

    /// Asks for a list, which no cache answers: its head shows the service's clock, whatever its body says.
    pub(crate) fn measure_clock(&mut self) {
        let read = Read::Payments(ListPayments { limit: 1, ..ListPayments::default() });
        // At once, whatever time it is: the clock may just be set.
        let at_once = DateTime::UNIX_EPOCH;
        self.workspace.measured_at = Some(self.now);
        self.workspace.reads.ask_fresh(ReadOwner::ServiceClock, read, Priority::Reconciliation, at_once);
    }

    /// The service's clock is known now: what did not count for want of it is read at once.
    pub(crate) fn read_uncounted_again(&mut self) {
        let is_uncounted = |operation: &&Operation| {
            let Phase::Unknown(unknown) = &operation.phase else { return false };
            matches!(unknown.finding, ResolutionFinding::NotFresh(_))
        };
        let open = self.workspace.operations.open().iter().filter(is_uncounted);
        let ids: Vec<OperationId> = open.map(|operation| operation.id.clone()).collect();
        ids.iter().for_each(|id| self.operate(Input::CheckNow(id)));
    }
}

/// A payment as operations are reconciled with it: that there is none is an answer too.
fn payment_reading(result: &Result<Payment, CallError>) -> Result<Reading<'_>, &CallError> {
    match result {
        Ok(payment) => Ok(Reading::Payment(payment)),
        Err(error) if error.is_absent() => Ok(Reading::Absent),
        Err(error) => Err(error),
    }
}

/// A record as operations are reconciled with it: that there is none is an answer too.
fn reading<'a>(raw: Result<&'a Value, &'a CallError>) -> Result<Reading<'a>, &'a CallError> {
    match raw {
        Ok(raw) => Ok(Reading::Record(raw)),
        Err(error) if error.is_absent() => Ok(Reading::Absent),
        Err(error) => Err(error),
    }
}

/// What the refunds on a page give back of the payment of a refund that is not among them, in minor units.
fn given_back(operation: &Operation, page: &RecordPage) -> i64 {
    let payment_id = operation.plan.payment_id();
    let is_of_payment =
        |row: &&Value| row.get("payment_id").and_then(Value::as_str) == payment_id.as_ref().map(PaymentId::as_str);
    refunded_minor(page.rows.iter().map(|(_, row)| &**row).filter(is_of_payment))
}
