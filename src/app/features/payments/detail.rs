//! Reads one payment, keeps a bounded number of them, and keeps the open one current.

use chrono::{DateTime, TimeDelta, Utc};
use serde_json::Value;

use crate::api::calls::payments::RetrievePayment;
use crate::api::error::CallError;
use crate::api::rate_limit::Priority;
use crate::api::wire::payments::merge_partial;
use crate::app::features::toasts::ToastKind;
use crate::app::operations::resolution_schedule::SETTLE_WINDOW_S;
use crate::app::operations::{Reading, ResourceKind};
use crate::app::read::{Read, RequestId};
use crate::app::route::Route;
use crate::app::state::State;
use crate::domain::ids::PaymentId;
use crate::domain::money::Money;
use crate::domain::payment::{Payment, PaymentRow, PaymentStatus};

use super::{Detail, PaymentTableRow, Payments};

/// Most details kept; the one that was not looked at for longest is forgotten first.
const DETAILS_MAX: usize = 200;
/// A payment on its way (processing, or in a status we do not know) is read again this often, in seconds.
const POLL_S: i64 = 5;

impl State {
    /// Opens a payment beside the list and reads it.
    pub(in crate::app) fn open_payment(&mut self, payment_id: PaymentId) {
        self.workspace.route = Route::Payments;
        self.leave_form(ResourceKind::Payment);
        self.open_beside_list(payment_id);
    }

    /// The same, whatever is in front of the payments.
    pub(in crate::app) fn open_beside_list(&mut self, payment_id: PaymentId) {
        if self.workspace.payments.open.as_ref() != Some(&payment_id) {
            self.leave_payment();
            self.workspace
                .payments
                .disputed
                .opened(self.now)
                .into_iter()
                .for_each(|request_id| self.workspace.reads.drop_request(request_id));
        }
        self.workspace.payments.open = Some(payment_id.clone());
        self.read_payment(&payment_id);
    }

    /// A typed id: checked, then opened.
    pub(in crate::app) fn look_up_payment(&mut self, text: &str) {
        match PaymentId::parse(text.trim()) {
            Ok(payment_id) => self.open_payment(payment_id),
            Err(error) => {
                self.toasts.show(self.now, ToastKind::Attention, error.to_string(), None);
            }
        }
    }

    pub(in crate::app) fn close_payment(&mut self) {
        self.leave_payment();
    }

    /// Nobody looks at the open payment any more: its read is given up, unless an operation waits for it too.
    fn leave_payment(&mut self) {
        let Some(left) = self.workspace.payments.open.take() else { return };
        let request_id = self.workspace.payments.details.get(&left).and_then(|detail| detail.request_id);
        if let Some(request_id) = request_id.filter(|request_id| !self.workspace.operations.awaits(*request_id)) {
            self.workspace.reads.drop_request(request_id);
            self.workspace.payments.give_up_detail(&left);
        }
    }

    /// A person asks for all of a payment anew.
    pub(in crate::app) fn refresh_payment(&mut self, payment_id: &PaymentId) {
        self.workspace.payments.disputed.read_again(payment_id);
        self.read_payment(payment_id);
    }

    /// Reads a payment; an equal read under way is joined, unless its answer would be stale.
    pub(in crate::app) fn read_payment(&mut self, payment_id: &PaymentId) {
        if self.workspace.profile.is_none() || self.workspace.connection.lock().is_some() {
            return;
        }
        let read = Read::Payment(RetrievePayment { payment_id: payment_id.clone() });
        let mut request_id = self.workspace.reads.ask(read.clone(), Priority::Ordinary, self.now);
        if self.workspace.payments.is_stale(payment_id, request_id) {
            request_id = self.workspace.reads.ask_fresh(read, Priority::Ordinary, self.now);
        }
        self.workspace.payments.start_detail(payment_id, request_id);
    }

    /// Reads a payment after something changed it: what is under way may be older than the change.
    pub(in crate::app) fn read_payment_again(&mut self, payment_id: &PaymentId) {
        if self.workspace.profile.is_none() || self.workspace.connection.lock().is_some() {
            return;
        }
        let read = Read::Payment(RetrievePayment { payment_id: payment_id.clone() });
        let request_id = self.workspace.reads.ask_fresh(read, Priority::Reconciliation, self.now);
        self.workspace.payments.start_detail(payment_id, request_id);
        self.workspace.payments.outdate_before(payment_id, request_id);
        self.count_to_capture();
    }

    /// A payment was read, for its detail, for an operation, or for both.
    pub(in crate::app) fn payment_answered(
        &mut self,
        request_id: RequestId,
        payment_id: &PaymentId,
        result: Result<Payment, CallError>,
    ) {
        if let Some(payment) =
            result.as_ref().ok().filter(|_| !self.workspace.payments.is_stale(payment_id, request_id))
        {
            let row = PaymentTableRow::prepare(row_of(payment), self.zone(), self.now);
            self.workspace.payments.replace_row(row);
            self.forget_spent_secret(payment);
        }
        if let Ok(payment) = &result {
            self.link_follows(payment);
        }
        self.workspace.payments.settle_detail(payment_id, request_id, result.clone(), self.now);
        self.operation_read(request_id, reading(&result));
    }

    /// Reads the open payment again, if there is one.
    pub(in crate::app) fn read_open_payment(&mut self) {
        if let Some(payment_id) = self.workspace.payments.open.clone() {
            self.read_payment(&payment_id);
        }
    }

    /// Reads the open payment again while it is on its way somewhere.
    pub(in crate::app) fn poll_open_payment(&mut self) {
        match self.poll_due() {
            Some(at) if at <= self.now => self.read_open_payment(),
            Some(_) | None => {}
        }
    }

    /// When the open payment is to be read again by itself.
    pub(in crate::app) fn poll_due(&self) -> Option<DateTime<Utc>> {
        let (_, remote) = self.workspace.payments.open_detail().filter(|_| self.workspace.route == Route::Payments)?;
        let on_its_way = matches!(remote.value()?.status, PaymentStatus::Processing | PaymentStatus::Unknown(_));
        remote
            .read_at()
            .filter(|_| on_its_way && self.workspace.profile.is_some() && self.workspace.connection.lock().is_none())
            .map(|at| at + TimeDelta::seconds(POLL_S))
    }
}

impl Payments {
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
    fn settle_detail(
        &mut self,
        payment_id: &PaymentId,
        request_id: RequestId,
        result: Result<Payment, CallError>,
        now: DateTime<Utc>,
    ) {
        let Some(detail) = self.details.get_mut(payment_id) else { return };
        let another_is_awaited = detail.request_id.is_some_and(|awaited| awaited != request_id);
        if detail.answered >= Some(request_id) || (another_is_awaited && result.is_err()) {
            return;
        }
        detail.answered = Some(request_id);
        let result = result.map(|payment| detail.not_behind(payment, now));
        if result.is_ok() {
            (detail.learnt_at, detail.read_at) = (Some(now), Some(now));
            detail.told = false;
        }
        match result {
            Ok(payment) if detail.request_id > Some(request_id) => detail.remote.replace_previous(payment),
            result => {
                detail.request_id = None;
                detail.remote.settle(result, now);
            }
        }
    }

    /// Lays a partial answer (capture, cancel, approve) over what is known, until the whole is read again.
    pub(in crate::app) fn merge_partial(&mut self, payment_id: &PaymentId, partial: &Value, now: DateTime<Utc>) {
        let Some(detail) = self.details.get_mut(payment_id) else { return };
        if let Some(Ok(merged)) = detail.remote.value().map(|payment| merge_partial(payment, partial)) {
            (detail.learnt_at, detail.read_at) = (Some(now), Some(now));
            detail.remote.settle(Ok(merged), now);
        }
    }

    /// What was learnt stays as old as it was: a lagging read is told from it.
    pub(in crate::app) fn clock_jumped(&mut self, by: TimeDelta) {
        self.disputed.clock_jumped(by);
        for detail in self.details.values_mut() {
            detail.learnt_at = detail.learnt_at.map(|at| at + by);
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
    pub(in crate::app) fn awaits(&self, request_id: RequestId) -> bool {
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
    /// `read`, unless it shows the payment as it was before what is known: an answer of a server that lags.
    /// Taken for new, it would be the precondition that the next operation is judged by.
    fn not_behind(&self, read: Payment, now: DateTime<Utc>) -> Payment {
        let recent = self.learnt_at.is_some_and(|at| now - at < TimeDelta::seconds(SETTLE_WINDOW_S));
        match self.remote.value().filter(|known| recent && is_behind(&read, known)) {
            Some(known) => known.clone(),
            None => read,
        }
    }
}

/// Whether `read` is of an earlier time than `known`. Where `modified_at` does not tell (the answers of
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

/// What an operation is judged by: that there is no such payment is an answer too.
fn reading(result: &Result<Payment, CallError>) -> Result<Reading<'_>, &CallError> {
    match result {
        Ok(payment) => Ok(Reading::Payment(payment)),
        Err(error) if error.is_absent() => Ok(Reading::Absent),
        Err(error) => Err(error),
    }
}

pub(super) fn row_of(payment: &Payment) -> PaymentRow {
    PaymentRow {
        payment_id: payment.payment_id.clone(),
        status: payment.status.clone(),
        amount: payment.amount.clone(),
        created: payment.created,
        unified_code: payment.error.unified_code.clone(),
        unified_message: payment.error.unified_message.clone(),
    }
}
