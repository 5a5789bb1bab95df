//! What the dialog that makes a refund holds.

use chrono::{DateTime, Utc};

use crate::operations::PaymentPrecondition;
use crate::read::RequestId;
use paydesk_api::error::CallError;
use paydesk_api::resources::disputes::wire::DisputePage;
use paydesk_domain::dispute::DisputeStatus;
use paydesk_domain::ids::{OperationId, RefundId};
use paydesk_domain::payment::Payment;

/// A refund being made: what the person sees is what is sent.
#[derive(Debug, Clone, PartialEq)]
pub struct RefundDialog {
    /// Made with the dialog, as is the refund's id: confirmed twice it is one refund.
    pub operation_id: OperationId,
    pub refund_id: RefundId,
    pub payment: Payment,
    pub precondition: PaymentPrecondition,
    pub disputes: DisputesOf,
    pub opened_at: DateTime<Utc>,
}

/// Whether the payment is disputed, as far as was read since the dialog opened.
#[derive(Debug, Clone, PartialEq, Eq)]
pub enum DisputesOf {
    Reading(RequestId),
    /// Those that a refund would pay twice: still open, or lost already.
    Known(Vec<DisputeStatus>),
    NotRead(String),
}

impl RefundDialog {
    /// Disputes were read: those of the payment, if that is what the dialog waits for.
    pub(crate) fn disputes_read(&mut self, request_id: RequestId, result: &Result<DisputePage, CallError>) {
        if self.disputes != DisputesOf::Reading(request_id) {
            return;
        }
        self.disputes = match result {
            Ok(page) => {
                let of_payment = page.rows.iter().filter(|row| row.payment_id == self.payment.payment_id);
                DisputesOf::Known(
                    of_payment.map(|row| row.status.clone()).filter(DisputeStatus::claims_money).collect(),
                )
            }
            Err(error) => DisputesOf::NotRead(error.what()),
        };
    }
}
