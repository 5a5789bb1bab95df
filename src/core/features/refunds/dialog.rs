//! What the dialog that makes a refund holds.

use chrono::{DateTime, TimeDelta, Utc};

use crate::operations::PaymentPrecondition;
use crate::read::RequestId;
use paydesk_api::error::CallError;
use paydesk_api::resources::disputes::wire::DisputePage;
use paydesk_domain::ids::{OperationId, RefundId};
use paydesk_domain::payment::Payment;

/// The disputes of the payment are read again once they were asked for so long ago.
const READ_AGAIN_AFTER: TimeDelta = TimeDelta::seconds(5);

/// A refund being made: what the person sees is what is sent.
#[derive(Debug, Clone, PartialEq)]
pub struct RefundDialog {
    /// Made with the dialog, as is the refund's id: confirmed twice it is one refund.
    pub operation_id: OperationId,
    pub refund_id: RefundId,
    pub payment: Payment,
    pub precondition: PaymentPrecondition,
    pub disputes: DisputesRead,
    /// The last read of the disputes, and when it was asked for.
    pub asked: (RequestId, DateTime<Utc>),
    pub opened_at: DateTime<Utc>,
}

/// Whether the disputes of the payment were read since the dialog opened.
#[derive(Debug, Clone, PartialEq, Eq)]
pub enum DisputesRead {
    Reading,
    Done,
    Failed(String),
}

impl RefundDialog {
    /// Disputes were read, which may be what the dialog waits for.
    pub(crate) fn disputes_read(&mut self, request_id: RequestId, result: &Result<DisputePage, CallError>) {
        if self.asked.0 == request_id {
            self.disputes = match result {
                Ok(page) => {
                    page.unreadable.first().map_or(DisputesRead::Done, |row| DisputesRead::Failed(row.to_string()))
                }
                Err(error) => DisputesRead::Failed(error.what()),
            };
        }
    }

    /// When the disputes are to be read again, while the dialog stays open.
    pub(crate) fn next_due(&self) -> Option<DateTime<Utc>> {
        (self.disputes != DisputesRead::Reading).then(|| self.asked.1 + READ_AGAIN_AFTER)
    }
}
