//! Payments that the service reported by itself: what is shown follows at once, new ones come on top.

use serde_json::Value;

use crate::context::{Context, WorkspaceView};
use crate::operations::Operation;
use crate::records::Records;
use crate::records::order::rank;
use paydesk_api::resources::payments::wire::merge_partial;
use paydesk_domain::operation::ResourceKind;
use paydesk_domain::payment::{Payment, PaymentRow, PaymentStatus};

use super::detail::{is_behind, row_of};
use super::{Pages, PaymentTableRow, Payments};

/// Most new payments that one frame puts on top.
const NEW_A_FRAME: usize = 1_000;

fn rank_of(status: &PaymentStatus) -> Option<u8> {
    rank(ResourceKind::Payment, status.as_str())
}

/// Whether one status certainly comes before the other.
fn is_before(reported: &PaymentStatus, known: &PaymentStatus) -> bool {
    rank_of(reported).zip(rank_of(known)).is_some_and(|(reported, known)| reported < known)
}

impl Payments {
    /// Whether `reported` is of an earlier time than what is shown.
    pub(crate) fn has_newer_than(&self, reported: &Payment) -> bool {
        let known = self.detail(&reported.payment_id).and_then(|detail| detail.value());
        let row = self.rows.find(&reported.payment_id).or_else(|| self.new_rows.find(&reported.payment_id));
        let row = row.map(|row| &row.payment.status);
        known.is_some_and(|known| {
            is_before(&reported.status, &known.status) || same_rank(reported, known) && is_behind(reported, known)
        }) || row.is_some_and(|known| is_before(&reported.status, known))
    }

    /// A payment that was created here comes on top of the list, where that shows it.
    pub(crate) fn show_created(&mut self, payment: &Payment, view: &WorkspaceView<'_>) {
        let row = row_of(payment);
        let is_listed = self.rows.contains(&row.payment_id) || self.comes_with_a_later_page(&row);
        if self.pages == Pages::Idle && !self.filter.is_active() && !is_listed {
            self.note_capturable(&row, view);
            self.put_on_top(vec![PaymentTableRow::prepare(row, &self.row_context(view))]);
        }
    }

    /// Takes in what an event reports. It counts as no read: what is about to be sent is checked by reading.
    ///
    /// An event of a time to come does not outrank a later read: `is_dated` says that its time can be.
    pub(crate) fn reported_by_event(&mut self, payment: Payment, is_dated: bool, view: &WorkspaceView<'_>) {
        let row = row_of(&payment);
        self.note_capturable(&row, view);
        let row = PaymentTableRow::prepare(row, &self.row_context(view));
        if self.rows.contains(&payment.payment_id) {
            self.replace_row(row);
        } else if self.pages == Pages::Idle && !self.filter.is_active() && !self.comes_with_a_later_page(&row.payment) {
            // Of one that is reported again before it is listed, the last.
            if let Some(new) = self.new_rows.replace(row) {
                self.new_rows.push(new);
            }
        }
        let Some(detail) = self.details.get_mut(&payment.payment_id) else { return };
        let partial: &Value = &payment.raw;
        if let Some(Ok(merged)) = detail.remote.value().map(|known| merge_partial(known, partial)) {
            detail.was_reported |= detail.remote.value() != Some(&merged);
            detail.learned_at = is_dated.then_some(view.now);
            detail.remote.amend(merged);
        }
    }

    /// Whether a payment is older than the last one that is loaded, so that it is listed once its page is read.
    fn comes_with_a_later_page(&self, payment: &PaymentRow) -> bool {
        let last = self.rows.len().checked_sub(1).and_then(|place| self.rows.get(place)?.payment.created);
        !self.complete && payment.created.zip(last).is_some_and(|(created, last)| created < last)
    }

    /// An event reported the open payment: it is read once more, for an event need not have all of it.
    pub(crate) fn read_reported(&mut self, cx: &mut Context<'_>) {
        if self.open_was_reported() {
            self.read_open(cx);
        }
    }

    /// Puts the new ones on top, where the service lists them.
    pub(crate) fn show_new_rows(&mut self) {
        if self.filter.is_active() || self.pages == Pages::NotAsked {
            self.forget_new();
        }
        if self.new_rows.len() == 0 {
            // A row that follows an event may belong elsewhere, or be picked no more.
            self.filter_again();
            return;
        }
        self.listing_new = true;
        self.list_more_new();
    }

    /// Puts all of them on top at once.
    pub(super) fn list_all_new(&mut self) {
        while self.new_rows.len() > 0 {
            self.list_more_new();
        }
    }

    pub(super) fn forget_new(&mut self) {
        self.new_rows.clear();
        self.listing_new = false;
    }

    /// Whether new ones are still being put on top.
    pub(crate) fn is_listing_new(&self) -> bool {
        self.listing_new
    }

    /// Puts some more of the new ones on top: after a flood there are too many for one frame.
    pub(crate) fn list_more_new(&mut self) {
        let some = std::iter::from_fn(|| self.new_rows.pop()).take(NEW_A_FRAME);
        let mut new: Vec<PaymentTableRow> = some.collect();
        self.listing_new = self.new_rows.len() > 0;
        new.retain(|row| !self.rows.contains(&row.payment.payment_id));
        new.reverse();
        let count = u32::try_from(new.len()).unwrap_or(u32::MAX);
        self.put_on_top(new);
        self.next_offset = self.next_offset.saturating_add(count);
        self.total_count = self.total_count.map(|total| total + u64::from(count));
        self.total = self.total.map(|total| total + u64::from(count));
    }
}

fn same_rank(reported: &Payment, known: &Payment) -> bool {
    rank_of(&reported.status) == rank_of(&known.status)
}

/// Whether the payment, or the refund of it, went on from where an operation left it: what was said of it then is
/// not its status.
pub fn payment_went_on(records: &Records, operation: &Operation, payment: &Payment) -> bool {
    let Some(left_in) = operation.left_it_in() else { return false };
    if operation.plan.target.kind == ResourceKind::Payment {
        return left_in != payment.status.as_str();
    }
    let refund_id = operation.plan.sends("refund_id").and_then(Value::as_str);
    let refund = refund_id.and_then(|id| records.find(ResourceKind::Refund, id)?.refund());
    let status = refund.and_then(|refund| refund.status.as_ref());
    status.is_some_and(|status| left_in != status.as_str())
}
