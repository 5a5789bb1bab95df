//! The [remainders](super::remainders) that are known, in the list and in the count of what can be captured, and what a
//! capture of a part leaves.

use chrono::{DateTime, Utc};

use crate::context::{Context, WorkspaceView};
use crate::read::{Read, RequestId};
use crate::reads::ReadOwner;
use paydesk_api::error::CallError;
use paydesk_api::resources::payments::calls::RetrievePayment;
use paydesk_domain::ids::PaymentId;
use paydesk_domain::payment::{CaptureMethod, Payment, PaymentRow};
use paydesk_domain::webhook::WebhookEvent;

use super::capture_statuses::is_refused;
use super::{Pages, Payments};

/// Most payments that are read at once because a remainder of an earlier session is known.
const READ_AT_ONCE: usize = 20;

/// What becomes of the part that a capture leaves.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Remainder {
    /// It can be captured later.
    StaysCapturable,
    /// A guess: services of this kind release it, unless the payment was made for several captures.
    MayBeReleased,
}

/// What this service does with the part that a capture leaves: as it was seen to do, or as the payment was made.
pub fn remainder_after_capture(view: &WorkspaceView<'_>, payments: &Payments, payment: &Payment) -> Remainder {
    let method = payment.capture_method.as_ref().map(CaptureMethod::as_str);
    match method == Some("manual_multiple") || view.profile_id.keeps_remainders() || payments.remainders.is_kept() {
        true => Remainder::StaysCapturable,
        false => Remainder::MayBeReleased,
    }
}

impl Payments {
    /// What a payment that was read or reported means for those that wait for capture.
    pub(super) fn note_capturable(&mut self, row: &PaymentRow, view: &WorkspaceView<'_>) {
        let listed = || self.rows.find(&row.payment_id).map(|row| &row.payment);
        let before = self.recent.find(&row.payment_id).or_else(listed).map(|row| row.status.clone());
        self.capture_count.note(row, view.review_status());
        self.capture_count.follow(before.as_ref(), &row.status);
        self.recent.note(row);
        self.note_remainder(row, view);
        self.show_remainders(view);
    }

    /// Lists those that became known, unless a page is awaited that does so.
    pub(super) fn show_remainders(&mut self, view: &WorkspaceView<'_>) {
        if self.pages == Pages::Idle {
            self.list_remainders(view);
        }
    }

    /// Notes the row where more of its payment can be captured.
    pub(super) fn note_remainder(&mut self, row: &PaymentRow, view: &WorkspaceView<'_>) {
        self.remainders.note(row, view.review_status());
    }

    /// An event that was applied in an earlier session.
    pub(crate) fn reported_earlier(&mut self, event: &WebhookEvent, now: DateTime<Utc>) {
        self.remainders.reported_before(event, now);
    }

    /// Reads payments that had a remainder before Paydesk was started.
    pub(crate) fn read_remainders(&mut self, cx: &mut Context<'_>) {
        if !cx.can_read() {
            return;
        }
        for payment_id in self.remainders.take_unread(READ_AT_ONCE) {
            let request_id =
                cx.read(ReadOwner::Payments, Read::Payment(RetrievePayment { payment_id: payment_id.clone() }));
            self.remainders.asked(request_id, payment_id);
        }
    }

    /// One of them was read, or could not be: the next are read.
    pub(crate) fn remainder_answered(
        &mut self,
        request_id: RequestId,
        result: Result<(), &CallError>,
        cx: &mut Context<'_>,
    ) {
        let is_settled = result.map_or_else(CallError::is_absent, |()| true);
        if self.remainders.answered(request_id, is_settled) {
            self.read_remainders(cx);
        }
    }

    /// What is stored of payments was read: of these a part could be captured when they were read last.
    pub(crate) fn remainders_stored(&mut self, payment_ids: impl IntoIterator<Item = PaymentId>, cx: &mut Context<'_>) {
        self.remainders.stored(payment_ids);
        self.read_remainders(cx);
    }

    /// Whether each remainder of an earlier session was read again.
    pub fn remainders_are_read(&self) -> bool {
        self.remainders.are_read()
    }

    /// A person asks for what is true now: what no list of the service shows is read again.
    pub(super) fn refresh_remainders(&mut self, view: &WorkspaceView<'_>) {
        self.capture_statuses.outdate();
        if self.filter.to_capture && self.asked_as.picks_to_capture() {
            let listed = if is_refused(view) { Vec::new() } else { self.asked_as.statuses_left() };
            self.remainders.read_again(&listed);
        }
    }

    /// Whether those to capture are shown, with some of which a part was captured.
    pub fn lists_remainders(&self) -> bool {
        self.filter.to_capture && self.remainders.all().next().is_some()
    }

    /// Whether payments that can be captured may be missing among those that are shown: the service picks them by their
    /// status, and not by all statuses that they may have.
    pub fn may_miss_remainders(&self, view: &WorkspaceView<'_>) -> bool {
        self.filter.to_capture && is_refused(view) && !self.asked_as.statuses_left().is_empty()
    }

    /// Takes those out of the list that were added to it and that the service does not list any more.
    pub(super) fn unlist_gone(&mut self) {
        let gone = self.remainders.take_gone();
        if !self.filter.to_capture || !self.asked_as.picks_to_capture() {
            return;
        }
        let count = gone.iter().filter_map(|id| self.rows.remove(id)).count();
        let count = u64::try_from(count).unwrap_or_default();
        self.added_rows = self.added_rows.saturating_sub(count);
        self.total_count = self.total_count.map(|total| total.saturating_sub(count));
        if count > 0 {
            self.order_view();
        }
    }

    /// Adds the known remainders to the list of what can be captured, where the service does not list them.
    pub(super) fn list_remainders(&mut self, view: &WorkspaceView<'_>) {
        if !self.filter.to_capture || !self.asked_as.picks_to_capture() {
            return;
        }
        let wanted = self.remainders.uncounted(&self.asked_as).filter(|row| self.asked.is_met_by(row));
        let new: Vec<PaymentRow> = wanted.filter(|row| !self.rows.contains(&row.payment_id)).cloned().collect();
        if new.is_empty() {
            return;
        }
        let count = u64::try_from(new.len()).unwrap_or_default();
        self.added_rows += count;
        self.total_count = self.total_count.map(|total| total.saturating_add(count));
        self.append_rows(new, view);
    }
}
