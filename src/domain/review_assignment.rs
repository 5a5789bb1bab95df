//! Who reviews a payment that is held for manual review. A team keeps this in Paydesk: the service hears nothing of it.

use serde::{Deserialize, Serialize};

use super::ids::PaymentId;
use super::profile::ProfileId;

/// Who reviews a payment in review. Known to the team alone, not to the service.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
pub struct ReviewAssignment {
    pub profile_id: ProfileId,
    pub payment_id: PaymentId,
    /// Nobody any more where absent.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub assignee: Option<String>,
}
