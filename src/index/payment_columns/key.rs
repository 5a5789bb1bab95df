//! Where a payment is among all of a profile, the newest first.

use chrono::{DateTime, Utc};
use serde::{Deserialize, Serialize};

use paydesk_domain::ids::PaymentId;

use super::StoredPayment;

/// Lists go on behind it: first by the time of creation, the newest first, those without a time last, then by id. The
/// same in the memory of a desk and in the database of a team.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
pub struct PaymentKey {
    pub created: Option<DateTime<Utc>>,
    pub payment_id: PaymentId,
}

impl PaymentKey {
    pub fn of(payment: &StoredPayment) -> Self {
        Self { created: payment.row.created, payment_id: payment.row.payment_id.clone() }
    }
}
