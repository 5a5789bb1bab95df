//! One dispute by its id: `GET /disputes/:dispute_id`. The specification lists disputes and reads none alone; services of the
//! juspay/hyperswitch family do.

use serde_json::Value;

use crate::call::{Call, Request};
use crate::endpoints::ReadEndpoint;
use crate::error::DecodeError;
use crate::wire::other_id;
use paydesk_domain::dispute::Dispute;
use paydesk_domain::ids::DisputeId;
use paydesk_domain::money::MinorUnits;

use super::wire::decode_dispute;

/// One dispute by its id.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct RetrieveDispute {
    pub dispute_id: DisputeId,
}

impl Call for RetrieveDispute {
    type Output = Dispute;

    fn request(&self) -> Request {
        Request::read_from(ReadEndpoint::RetrieveDispute, self.dispute_id.as_str(), None)
    }

    fn decode(&self, body: Value, units: MinorUnits) -> Result<Dispute, DecodeError> {
        let dispute = decode_dispute(&body, String::new(), units)?;
        if dispute.dispute_id == self.dispute_id {
            Ok(dispute)
        } else {
            Err(other_id("dispute_id", dispute.dispute_id.as_str()))
        }
    }
}
