//! Reads one payment, keeps a bounded number of them, and keeps the open one current.

use std::sync::Arc;

use chrono::{DateTime, TimeDelta, Utc};
use serde_json::Value;

use crate::context::fact::FeatureFact;
use crate::context::request::FeatureRequest;
use crate::context::{Context, WorkspaceView};
use crate::features::toasts::ToastKind;
use crate::operations::ResourceKind;
use crate::operations::resolution_schedule::SETTLE_WINDOW_S;
use crate::read::{Read, RequestId};
use crate::reads::ReadOwner;
use crate::records::order::rank;
use crate::route::Route;
use paydesk_api::error::CallError;
use paydesk_api::freshness::Freshness;
use paydesk_api::rate_limit::Priority;
use paydesk_api::resources::payments::calls::RetrievePayment;
use paydesk_api::resources::payments::wire::{decode_payment, merge_partial};
use paydesk_domain::ids::PaymentId;
use paydesk_domain::money::Money;
use paydesk_domain::payment::{Payment, PaymentRow, PaymentStatus};
use paydesk_domain::review::ReviewStanding;

use super::{Detail, PaymentTableRow, Payments};

/// Most details kept; the one that was not looked at for longest is forgotten first.
const DETAILS_MAX: usize = 200;
/// A payment on its way (processing, or in a status we do not know) is read again this often, in seconds.
const POLL_S: i64 = 5;

/// The answer to the read of a payment.
#[derive(Debug)]
pub struct PaymentAnswer {
    pub request_id: RequestId,
    /// It says what was so at some time since.
    pub asked_at: DateTime<Utc>,
    pub result: Result<Payment, CallError>,
    /// Whatever an event said.
    pub outranks_events: bool,
}

impl Payments {
    /// Opens a payment beside the list and reads it.
    pub(crate) fn open_payment(&mut self, payment_id: PaymentId, cx: &mut Context<'_>) {
        self.leave_list_without(&payment_id, cx);
        cx.request(FeatureRequest::SwitchTo(Route::List(ResourceKind::Payment)));
        cx.request(FeatureRequest::LeaveForm(ResourceKind::Payment));
        self.open_beside_list(payment_id, cx);
    }

    /// Opens a payment beside the list, whatever panel is shown.
    pub(crate) fn open_beside_list(&mut self, payment_id: PaymentId, cx: &mut Context<'_>) {
        if self.open.as_ref() != Some(&payment_id) {
            self.close_detail(cx);
            cx.publish(FeatureFact::PaymentOpened);
        }
        self.open = Some(payment_id.clone());
        self.read_payment(&payment_id, cx);
    }

    /// A typed id: checked, then opened.
    pub(super) fn look_up(&mut self, text: &str, cx: &mut Context<'_>) {
        match PaymentId::parse(text.trim()) {
            Ok(payment_id) => self.open_payment(payment_id, cx),
            Err(error) => cx.toast(ToastKind::Attention, error.to_string(), None),
        }
    }

    /// Nobody looks at the open payment any more: its read is given up, unless an operation waits for it too.
    pub(crate) fn close_detail(&mut self, cx: &mut Context<'_>) {
        let Some(left) = self.open.take() else { return };
        let request_id = self.details.get(&left).and_then(|detail| detail.request_id);
        if let Some(request_id) = request_id.filter(|request_id| !cx.operations.awaits(*request_id)) {
            cx.reads.drop_request(request_id);
            self.give_up_detail(&left);
        }
    }

    /// A person asks for all of a payment again.
    pub(super) fn read_anew(&mut self, payment_id: &PaymentId, cx: &mut Context<'_>) {
        cx.request(FeatureRequest::ReadDisputesOfPaymentAgain(payment_id.clone()));
        self.read_payment(payment_id, cx);
    }

    /// Reads a payment; an equal read under way is joined, unless its answer would be stale.
    pub(crate) fn read_payment(&mut self, payment_id: &PaymentId, cx: &mut Context<'_>) {
        if !cx.can_read() {
            return;
        }
        let read = Read::Payment(RetrievePayment { payment_id: payment_id.clone() });
        let mut request_id = cx.read(ReadOwner::Payments, read.clone());
        if self.is_stale(payment_id, request_id) {
            request_id = cx.read_fresh(ReadOwner::Payments, read);
        }
        self.start_detail(payment_id, request_id);
    }

    /// Reads a payment after something changed it: what is under way may be older than the change.
    pub(crate) fn read_changed_payment(&mut self, payment_id: &PaymentId, cx: &mut Context<'_>) {
        if !cx.can_read() {
            return;
        }
        let read = Read::Payment(RetrievePayment { payment_id: payment_id.clone() });
        let request_id = cx.reads.ask_fresh(ReadOwner::Payments, read, Priority::Reconciliation, cx.view.now);
        self.start_detail(payment_id, request_id);
        self.outdate_before(payment_id, request_id);
        self.count_to_capture(cx);
    }

    /// A payment was read, for its detail, for an operation, or for both.
    pub(crate) fn payment_answered(&mut self, payment_id: &PaymentId, answer: PaymentAnswer, view: &WorkspaceView<'_>) {
        let read = answer.result.as_ref().ok().filter(|_| !self.is_stale(payment_id, answer.request_id));
        if let Some(payment) = read.filter(|read| self.held_against(read, answer.outranks_events, view.now).is_none()) {
            let row = row_of(payment);
            self.note_capturable(&row, view);
            self.show_read_row(PaymentTableRow::prepare(row, &self.row_context(view)));
            self.forget_spent_secret(payment);
        }
        self.settle_detail(payment_id, answer, view.now);
    }

    /// Reads the open payment again, if there is one.
    pub(crate) fn read_open(&mut self, cx: &mut Context<'_>) {
        if let Some(payment_id) = self.open.clone() {
            self.read_payment(&payment_id, cx);
        }
    }

    /// Reads the open payment again while it is on its way somewhere.
    pub(crate) fn poll_open(&mut self, cx: &mut Context<'_>) {
        match self.poll_due(&cx.view) {
            Some(at) if at <= cx.now => self.read_open(cx),
            Some(_) | None => {}
        }
    }

    /// When the open payment is to be read again by itself.
    pub(crate) fn poll_due(&self, view: &WorkspaceView<'_>) -> Option<DateTime<Utc>> {
        let (_, remote) = self.open_detail().filter(|_| view.route == Route::List(ResourceKind::Payment))?;
        let status = &remote.value()?.status;
        let is_unknown = view.review_status().standing(status) == ReviewStanding::MayBeInReview;
        let is_processing = matches!(status, PaymentStatus::Processing | PaymentStatus::PartiallyCapturedAndProcessing);
        let on_its_way = is_processing || is_unknown;
        let read_at = remote.read_at().filter(|_| on_its_way && view.can_read());
        read_at.map(|at| at + TimeDelta::seconds(POLL_S))
    }

    fn start_detail(&mut self, payment_id: &PaymentId, request_id: RequestId) {
        self.detail_clock += 1;
        let detail = self.details.entry(payment_id.clone()).or_default();
        detail.used = self.detail_clock;
        detail.request_id = detail.request_id.max(Some(request_id));
        detail.remote.start_loading();
        if self.details.len() > DETAILS_MAX {
            let oldest = self.details.iter().min_by_key(|(_, detail)| detail.used).map(|(id, _)| id.clone());
            oldest.and_then(|id| self.details.remove(&id));
        }
    }

    /// Whether a payment that was read comes out of the memory of a cache.
    pub(crate) fn is_outdated(&self, read: &Payment, made: Freshness, now: DateTime<Utc>) -> bool {
        self.details.get(&read.payment_id).is_some_and(|detail| detail.is_copy(read, made, now))
    }

    /// What is known of a payment where that stays although it was read anew: the service itself lags.
    pub(crate) fn held_against(&self, read: &Payment, outranks_events: bool, now: DateTime<Utc>) -> Option<&Payment> {
        let detail = self.details.get(&read.payment_id)?;
        detail.remote.value().filter(|_| detail.holds_against(read, outranks_events, now))
    }

    /// Which of these rows are older than what is known, and stand here as they are known.
    pub(crate) fn note_outdated(&mut self, rows: &[PaymentRow], outdated: &[PaymentId]) {
        for row in rows {
            self.outdated.remove(&row.payment_id);
        }
        self.outdated.extend(outdated.iter().cloned());
    }

    /// How many payments were last answered with what is older than what is known.
    pub fn outdated(&self) -> usize {
        self.outdated.len()
    }

    /// Whether an answer to this read would be older than what is known.
    fn is_stale(&self, payment_id: &PaymentId, request_id: RequestId) -> bool {
        self.details.get(payment_id).is_some_and(|detail| detail.answered >= Some(request_id))
    }

    /// Reads that left before `request_id` may be older than a change that is known.
    fn outdate_before(&mut self, payment_id: &PaymentId, request_id: RequestId) {
        if let Some(detail) = self.details.get_mut(payment_id) {
            detail.answered = detail.answered.max(request_id.0.checked_sub(1).map(RequestId));
        }
    }

    /// Keeps an answer unless a newer read was answered. While a newer one is under way, it goes on loading.
    fn settle_detail(&mut self, payment_id: &PaymentId, answer: PaymentAnswer, now: DateTime<Utc>) {
        let PaymentAnswer { request_id, asked_at, result, outranks_events } = answer;
        let Some(detail) = self.details.get_mut(payment_id) else { return };
        self.details_revision += 1;
        let another_is_awaited = detail.request_id.is_some_and(|awaited| awaited != request_id);
        if detail.answered >= Some(request_id) || (another_is_awaited && result.is_err()) {
            return;
        }
        detail.answered = Some(request_id);
        let is_held = result.as_ref().is_ok_and(|payment| detail.holds_against(payment, outranks_events, now));
        let known = detail.remote.value().filter(|_| is_held).cloned();
        let result = known.map_or(result, Ok);
        if result.is_ok() {
            detail.read_at = Some(asked_at);
        }
        if result.is_ok() && !is_held {
            (detail.learned_at, detail.was_reported) = (Some(now), false);
        }
        match result {
            Ok(payment) if detail.request_id > Some(request_id) => detail.remote.replace_previous(payment),
            result => {
                detail.request_id = None;
                detail.remote.settle(result, asked_at);
            }
        }
    }

    /// Amounts are counted otherwise: those of the payments that were read too.
    pub(crate) fn amounts_counted_anew(&mut self, view: &WorkspaceView<'_>) {
        self.details_revision += 1;
        for detail in self.details.values_mut() {
            let counted = detail.remote.value().map(|payment| decode_payment(Arc::clone(&payment.raw), view.units));
            counted.into_iter().flatten().for_each(|payment| detail.remote.amend(payment));
        }
        self.write_rows_again(view);
    }

    /// Lays a partial answer (capture, cancel, approve) over what is known, until the whole is read again.
    pub(crate) fn merge_partial(&mut self, payment_id: &PaymentId, partial: &Value, now: DateTime<Utc>) {
        let Some(detail) = self.details.get_mut(payment_id) else { return };
        self.details_revision += 1;
        if let Some(Ok(merged)) = detail.remote.value().map(|payment| merge_partial(payment, partial)) {
            (detail.learned_at, detail.read_at) = (Some(now), Some(now));
            detail.remote.settle(Ok(merged), now);
        }
    }

    /// What was learnt stays as old as it was: a lagging read is recognized by it.
    pub(crate) fn clock_jumped(&mut self, by: TimeDelta) {
        for detail in self.details.values_mut() {
            detail.learned_at = detail.learned_at.map(|at| at + by);
            // The machine may have slept meanwhile: forward, what was read grows old.
            let back = by.min(TimeDelta::zero());
            detail.read_at = detail.read_at.map(|at| at + back);
            detail.remote.clock_jumped(back);
        }
    }

    /// The read of a detail was given up: what was known before stays.
    fn give_up_detail(&mut self, payment_id: &PaymentId) {
        if let Some(detail) = self.details.get_mut(payment_id) {
            detail.request_id = None;
            detail.remote.stop_loading(detail.read_at);
        }
    }

    /// Whether the detail of a payment waits for this read.
    pub(crate) fn awaits(&self, request_id: RequestId) -> bool {
        self.details.values().any(|detail| detail.request_id == Some(request_id))
    }

    pub(super) fn details_dropped(&mut self, error: &CallError) {
        for detail in self.details.values_mut() {
            if detail.request_id.take().is_some() && detail.remote.is_loading() {
                detail.remote.fail(error.clone());
            }
        }
    }
}

impl Detail {
    /// Whether what is known stays although `read` came after it: the answer of a server that lags shows the payment as it
    /// was before. Taken for new, it would be the precondition that the next operation is compared with.
    fn holds_against(&self, read: &Payment, outranks_events: bool, now: DateTime<Utc>) -> bool {
        let is_outranked = self.was_reported && outranks_events;
        self.was_learned_lately(now) && !is_outranked && self.remote.value().is_some_and(|known| is_behind(read, known))
    }

    /// Whether the service itself may still answer with what was before.
    fn was_learned_lately(&self, now: DateTime<Utc>) -> bool {
        self.learned_at.is_some_and(|at| now - at < TimeDelta::seconds(SETTLE_WINDOW_S))
    }

    /// Whether `read` comes out of the memory of a cache: it is older than what is known, and the service does not lag.
    fn is_copy(&self, read: &Payment, made: Freshness, now: DateTime<Utc>) -> bool {
        let Some(known) = self.remote.value().filter(|known| is_older(read, known)) else { return false };
        match made {
            Err(_) => true,
            Ok(_) if self.was_learned_lately(now) || self.was_reported => false,
            Ok(_) => read.modified_at < known.modified_at,
        }
    }
}

/// Whether `read` is of an earlier time than `known`. Where `modified_at` does not say (the answers of
/// operations have none), money does: what was received stays so, and nothing becomes capturable again.
pub(super) fn is_behind(read: &Payment, known: &Payment) -> bool {
    let minor = |money: &Option<Money>| money.as_ref().map(|money| money.minor);
    match (read.modified_at, known.modified_at) {
        (Some(read), Some(known)) if read != known => read < known,
        (_, _) => {
            let received = minor(&read.amount_received) < minor(&known.amount_received);
            received || minor(&read.amount_capturable) > minor(&known.amount_capturable)
        }
    }
}

/// Whether what may be a copy is older than what is known: by times, and without them by the order of statuses, too.
pub fn is_older(read: &Payment, known: &Payment) -> bool {
    let is_dated = read.modified_at.zip(known.modified_at).is_some_and(|(read, known)| read != known);
    is_behind(read, known) || !is_dated && went_back(&read.status, &known.status)
}

/// Whether a row of a list is of an earlier time than what is known: a list has no time of the change.
pub fn is_row_behind(row: &PaymentRow, known: &PaymentRow) -> bool {
    let is_less = |one: Option<i64>, other: Option<i64>| one.zip(other).is_some_and(|(one, other)| one < other);
    let same_status = row.status == known.status;
    let money =
        is_less(row.received_minor, known.received_minor) || is_less(known.capturable_minor, row.capturable_minor);
    went_back(&row.status, &known.status) || same_status && money
}

/// Whether a status comes before another in the life of a payment. One that failed may be tried again.
fn went_back(status: &PaymentStatus, known: &PaymentStatus) -> bool {
    let rank = |status: &PaymentStatus| rank(ResourceKind::Payment, status.as_str());
    let is_earlier = rank(status).zip(rank(known)).is_some_and(|(rank, known)| rank < known);
    is_earlier && *known != PaymentStatus::Failed
}

pub(super) fn row_of(payment: &Payment) -> PaymentRow {
    payment.into()
}
