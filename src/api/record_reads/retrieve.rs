//! One refund or one payout by its id.

use serde_json::Value;

use super::reads_of;
use crate::call::{Call, Request};
use crate::endpoints::ReadEndpoint;
use crate::error::DecodeError;
use crate::wire::{other_id, raw_without_secrets};
use paydesk_domain::document::Raw;
use paydesk_domain::money::MinorUnits;
use paydesk_domain::operation::ResourceKind;

/// One record by its id: `GET /refunds/:refund_id`, `GET /payouts/:payout_id`.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct RetrieveRecord {
    kind: ResourceKind,
    endpoint: ReadEndpoint,
    id_field: &'static str,
    id: String,
}

impl RetrieveRecord {
    /// `None` where no service is known to have it.
    pub fn new(kind: ResourceKind, id: impl Into<String>) -> Option<Self> {
        let reads = reads_of(kind)?;
        Some(Self { kind, endpoint: reads.retrieve?, id_field: reads.id_field, id: id.into() })
    }

    pub fn kind(&self) -> ResourceKind {
        self.kind
    }

    pub fn endpoint(&self) -> ReadEndpoint {
        self.endpoint
    }

    pub fn id(&self) -> &str {
        &self.id
    }
}

impl Call for RetrieveRecord {
    type Output = Raw;

    fn request(&self) -> Request {
        Request::read_from(self.endpoint, &self.id, None)
    }

    /// The whole record, secrets masked.
    fn decode(&self, body: Value, _: MinorUnits) -> Result<Raw, DecodeError> {
        match body.get(self.id_field).and_then(Value::as_str) {
            Some(id) if id == self.id => Ok(raw_without_secrets(body)),
            found => Err(other_id(self.id_field, found.unwrap_or_default())),
        }
    }
}
