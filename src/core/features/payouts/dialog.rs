//! What the dialog that fulfils a payout holds.

use chrono::{DateTime, Utc};

use crate::operations::PayoutPrecondition;
use paydesk_domain::ids::OperationId;
use paydesk_domain::payout::Payout;

/// A confirmation on one payout: what the person sees is what is sent.
#[derive(Debug, Clone, PartialEq)]
pub struct PayoutDialog {
    /// Made with the dialog: confirmed twice it is one operation.
    pub operation_id: OperationId,
    pub payout: Payout,
    /// Who is paid, by the name that is known; the id where none is.
    pub recipient: String,
    pub precondition: PayoutPrecondition,
    pub opened_at: DateTime<Utc>,
}
