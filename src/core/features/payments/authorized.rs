//! When payments were authorized, as far as events and operations of ours show: the service has no field for it.

use std::collections::BTreeMap;

use chrono::{DateTime, TimeDelta, Utc};

use crate::context::WorkspaceView;
use crate::operations::{Operation, Precondition};
use paydesk_domain::authorization::{AUTHORIZATION_DAYS, CaptureDeadline};
use paydesk_domain::ids::PaymentId;
use paydesk_domain::payment::{Payment, PaymentStatus};

use super::Payments;
use paydesk_api::operation::Endpoint;

/// Most times kept; the earliest are forgotten first.
const TIMES_MAX: usize = 20_000;

/// The times that are known.
#[derive(Debug, Default)]
pub struct Authorized {
    at: BTreeMap<PaymentId, DateTime<Utc>>,
}

impl Authorized {
    pub fn at(&self, payment_id: &PaymentId) -> Option<DateTime<Utc>> {
        self.at.get(payment_id).copied()
    }

    /// The payment was authorized no later than `at`. The earliest time counts.
    fn learn(&mut self, payment_id: &PaymentId, at: DateTime<Utc>) -> bool {
        if self.at(payment_id).is_some_and(|known| known <= at) {
            return false;
        }
        self.at.insert(payment_id.clone(), at);
        if self.at.len() > TIMES_MAX {
            let oldest = self.at.iter().min_by_key(|(_, at)| **at).map(|(id, _)| id.clone());
            oldest.and_then(|id| self.at.remove(&id));
        }
        true
    }
}

/// Whether an amount is held that can be captured, now or after an approval.
pub(super) fn holds_authorization(status: &PaymentStatus, in_review: bool, capturable_minor: Option<i64>) -> bool {
    in_review || status.can_be_captured(capturable_minor)
}

impl Payments {
    /// When the authorization of a payment ends; `None` where there is none.
    pub fn capture_before(&self, payment: &Payment, view: &WorkspaceView<'_>) -> Option<CaptureDeadline> {
        let capturable = payment.amount_capturable.as_ref().map(|money| money.minor);
        let in_review = view.review_status().is(&payment.status);
        let held = holds_authorization(&payment.status, in_review, capturable);
        let deadline = || CaptureDeadline::new(self.authorized.at(&payment.payment_id), payment.created);
        held.then(deadline).flatten()
    }

    /// The service reported at `at` that the payment waits for its capture or for a review. True where that is news.
    pub(crate) fn authorization_reported(
        &mut self,
        payment_id: &PaymentId,
        at: DateTime<Utc>,
        now: DateTime<Utc>,
    ) -> bool {
        // One that ended long ago is of no use, and one of the future is an error.
        let is_recent = now - at < TimeDelta::days(AUTHORIZATION_DAYS + 1) && at <= now;
        is_recent && self.authorized.learn(payment_id, at)
    }

    /// A confirmation of ours authorized the payment: no earlier than it was sent.
    pub(crate) fn authorized_by(&mut self, operation: &Operation, now: DateTime<Utc>) -> bool {
        let authorizes = operation.plan.endpoint == Endpoint::ConfirmPayment
            && operation.left_it_in() == Some(PaymentStatus::RequiresCapture.as_str());
        let payment_id = match &operation.precondition {
            Precondition::Payment(precondition) => Some(&precondition.payment_id),
            Precondition::Payout(_) | Precondition::Dispute(_) | Precondition::Nothing => None,
        };
        let known = payment_id.filter(|_| authorizes).zip(operation.first_sent_at);
        known.is_some_and(|(payment_id, at)| self.authorization_reported(payment_id, at, now))
    }
}
