//! The parts of the payments that have an entry of their own in the sidebar.

use crate::context::WorkspaceView;
use paydesk_domain::ids::PaymentId;
use paydesk_domain::money::Money;
use paydesk_domain::money_sums::MoneySums;
use paydesk_domain::payment::{PaymentRow, PaymentStatus};
use paydesk_domain::review::ReviewStatus;

use super::text;
use super::{Payments, PaymentsFilter};

/// What staff works through.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash, PartialOrd, Ord)]
pub enum PaymentsPart {
    ToCapture,
    InReview,
}

impl PaymentsPart {
    /// In the sidebar, and above its list.
    pub fn title(self) -> &'static str {
        match self {
            Self::ToCapture => text::TO_CAPTURE,
            Self::InReview => text::IN_REVIEW,
        }
    }
}

impl PaymentsFilter {
    /// The part that it picks.
    pub(super) fn part(&self, review: &ReviewStatus) -> Option<PaymentsPart> {
        if self.to_capture {
            return Some(PaymentsPart::ToCapture);
        }
        let status = self.status.as_ref()?;
        review.is(status).then_some(PaymentsPart::InReview)
    }

    /// The filter of the part that it picks, or of all payments, with nothing that narrows it down.
    pub(super) fn plain(&self, review: &ReviewStatus) -> Self {
        match self.part(review) {
            Some(PaymentsPart::ToCapture) => Self::to_capture(),
            Some(PaymentsPart::InReview) => Self { status: self.status.clone(), ..Self::default() },
            None => Self::default(),
        }
    }
}

impl Payments {
    /// The part that the list shows.
    pub fn part(&self, view: &WorkspaceView<'_>) -> Option<PaymentsPart> {
        self.filter.part(view.review_status())
    }

    /// What is above the list.
    pub fn title(&self, view: &WorkspaceView<'_>) -> &'static str {
        match self.part(view) {
            Some(part) => part.title(),
            None if self.filter == PaymentsFilter::default() => "All payments",
            None => text::PAYMENTS,
        }
    }

    /// The amount of a payment that is listed, as it is summed: of a part what waits. `None` where the service does not tell.
    pub fn listed_amount(&self, payment_id: &PaymentId, view: &WorkspaceView<'_>) -> Option<Money> {
        let payment = &self.listed(payment_id)?.payment;
        match self.part(view) {
            Some(part) => amount_of(part, payment),
            None => Some(payment.amount.clone()),
        }
    }

    /// The sums of a part that is listed whole; `None` where an amount is not known.
    pub fn sums(&self, view: &WorkspaceView<'_>) -> Option<MoneySums> {
        let part = self.part(view).filter(|_| self.complete && self.unreadable.is_none())?;
        (0..self.len())
            .filter_map(|index| self.row(index))
            .map(|row| amount_of(part, &row.payment))
            .collect::<Option<_>>()
    }
}

/// What of a payment waits: what is left to capture, or all of it. `None` where the service does not tell.
pub(super) fn amount_of(part: PaymentsPart, payment: &PaymentRow) -> Option<Money> {
    let whole = part == PaymentsPart::InReview || payment.status == PaymentStatus::RequiresCapture;
    match payment.capturable_minor.filter(|minor| *minor > 0) {
        Some(minor) => Some(payment.amount.with_minor(minor)),
        None => whole.then(|| payment.amount.clone()),
    }
}
