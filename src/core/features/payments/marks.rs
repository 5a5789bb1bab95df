//! What refunds and disputes mean for the payments that are shown: their rows are written again where it changed.

use std::collections::{BTreeMap, BTreeSet};

use crate::context::{Context, WorkspaceView};
use crate::operations::ResourceKind;
use crate::route::Route;
use paydesk_domain::ids::PaymentId;
use paydesk_domain::payment::{Payment, PaymentRow};
use paydesk_domain::payment_mark::{KnownOfPayment, PaymentMark};

use super::detail::row_of;
use super::known_marks::READ_AT_ONCE;
use super::{PaymentTableRow, Payments};

impl Payments {
    /// What is known of the refunds and disputes of a payment.
    pub fn known_of(&self, payment_id: &PaymentId) -> KnownOfPayment {
        self.known_marks.of(payment_id)
    }

    /// What a row is shown with in place of its status.
    pub fn mark_of_row(&self, row: &PaymentRow) -> Option<PaymentMark> {
        PaymentMark::of(row, self.known_marks.of(&row.payment_id))
    }

    /// What a payment is shown with in place of its status.
    pub fn mark_of(&self, payment: &Payment) -> Option<PaymentMark> {
        self.mark_of_row(&row_of(payment))
    }

    /// Refunds or disputes changed.
    pub(super) fn take_known(&mut self, known: &BTreeMap<PaymentId, KnownOfPayment>, cx: &mut Context<'_>) {
        let changed = self.known_marks.replace(known);
        changed.iter().for_each(|payment_id| self.write_row_again(payment_id, &cx.view));
        if !changed.is_empty() {
            self.filter_again();
            self.read_marked(cx);
        }
    }

    /// A payment was read: where it is shown with something else now, it may belong among those that are listed, or not.
    pub(super) fn show_read_row(&mut self, row: PaymentTableRow) {
        let before = self.rows.find(&row.payment.payment_id).map(|known| known.mark);
        let picks_otherwise = self.filter.mark.is_some() && before.is_some_and(|before| before != row.mark);
        self.replace_row(row);
        if picks_otherwise {
            self.filter_again();
        }
    }

    /// Shows the payments that are shown with this mark.
    pub(super) fn filter_mark(&mut self, mark: PaymentMark, cx: &mut Context<'_>) {
        self.set_filter(|filter| filter.set_mark(mark), cx);
    }

    /// Reads payments of the list where a part was refunded and it is not known of how much, some at once.
    pub(super) fn read_marked(&mut self, cx: &mut Context<'_>) {
        if !cx.can_read() {
            return;
        }
        for payment_id in self.to_read_for_marks(&cx.view) {
            self.known_marks.read.insert(payment_id.clone());
            self.read_payment(&payment_id, cx);
        }
    }

    fn to_read_for_marks(&self, view: &WorkspaceView<'_>) -> Vec<PaymentId> {
        if view.route != Route::List(ResourceKind::Payment) {
            return Vec::new();
        }
        let needs_read = |(id, known): &(&PaymentId, &KnownOfPayment)| {
            let row = self.rows.find(id).map(|row| &row.payment);
            row.is_some_and(|row| PaymentMark::needs_read(row, **known))
        };
        let known = self.known_marks.all().filter(needs_read).map(|(id, _)| id);
        let read: &BTreeSet<PaymentId> = &self.known_marks.read;
        known.filter(|id| !read.contains(*id)).take(READ_AT_ONCE).cloned().collect()
    }
}
