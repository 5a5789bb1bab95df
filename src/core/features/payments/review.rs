//! The payments held for manual review, by the name that the status is known under at this service.

use crate::context::Context;
use paydesk_domain::ids::PaymentId;
use paydesk_domain::known::Known;
use paydesk_domain::payment::PaymentStatus;
use paydesk_domain::review::ReviewStatus;

use super::{PaymentSort, Payments, PaymentsFilter};

impl Payments {
    /// How many are in review, as far as that is known: exact once all payments are loaded, or were read to count.
    pub fn in_review(&self, review: &ReviewStatus) -> Known<u64> {
        let loaded = self.rows.statuses().get(&review.status()).copied();
        let loaded = if self.are_all_loaded() { Known::Exact(loaded.unwrap_or(0)) } else { Known::Unknown };
        loaded.or(self.capture_count.of_status(&review.status()))
    }

    /// The statuses of loaded payments that are not documented and not known to be manual review, and how many have each.
    pub fn unlisted(&self, review: &ReviewStatus) -> impl Iterator<Item = (&PaymentStatus, u64)> {
        let statuses = self.rows.statuses().iter().map(|(status, count)| (status, *count));
        statuses.filter(move |(status, _)| !status.is_documented() && !review.is(status))
    }

    /// Whether the payment is known to be in review, or to have a status that may be it.
    pub(crate) fn is_in_review(&self, payment_id: &PaymentId, review: &ReviewStatus) -> bool {
        let read = self.detail(payment_id).and_then(|detail| detail.value()).map(|payment| &payment.status);
        let listed = self.rows.find(payment_id).map(|row| &row.payment.status);
        read.or(listed).is_some_and(|status| !status.is_documented() || review.is(status))
    }

    pub(super) fn show_in_review(&mut self, cx: &mut Context<'_>) {
        let filter = PaymentsFilter { status: Some(cx.review_status().status()), ..PaymentsFilter::default() };
        self.show_view(filter, PaymentSort::MOST_URGENT_FIRST, cx);
    }

    pub(super) fn show_unlisted(&mut self, cx: &mut Context<'_>) {
        let statuses: Vec<PaymentStatus> =
            self.unlisted(cx.review_status()).map(|(status, _)| status.clone()).collect();
        self.set_filter(
            |filter| {
                *filter = PaymentsFilter::default();
                filter.local_filter.statuses = statuses;
            },
            cx,
        );
    }

    /// Manual review has another name now: the list of it follows, and the rows say so.
    pub(crate) fn review_renamed(&mut self, before: &ReviewStatus, cx: &mut Context<'_>) {
        self.write_rows_again(&cx.view);
        self.remainders.review_renamed(cx.review_status());
        self.capture_count.ask_again(cx);
        if self.filter.status == Some(before.status()) {
            self.filter.status = Some(cx.review_status().status());
            self.filter_again();
        }
    }
}
