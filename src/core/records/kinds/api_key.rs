//! API keys, without their values.

use chrono::{DateTime, Utc};

use crate::records::{CachedRecord, RecordKind, RecordRow, RecordStatus, StatusKind};
use paydesk_api::error::DecodeError;
use paydesk_api::resources::api_keys::wire::decode_api_key;
use paydesk_domain::api_key::ApiKeyRecord;
use paydesk_domain::document::Raw;
use paydesk_domain::money::MinorUnits;
use paydesk_domain::operation::ResourceKind;
use paydesk_domain::text::visible;
use paydesk_domain::zone::Zone;

impl RecordKind for ApiKeyRecord {
    const KIND: ResourceKind = ResourceKind::ApiKey;
    const ID_FIELD: &str = "key_id";

    fn decode(reported: Raw, _: MinorUnits) -> Result<Self, DecodeError> {
        decode_api_key(reported)
    }

    fn row(mut row: RecordRow, known: &CachedRecord, zone: Zone, now: DateTime<Utc>) -> RecordRow {
        let key = known.api_key();
        let expiration = key.and_then(|key| key.expiration);
        let name = key.map(|key| key.name.as_str()).or(known.record.sent_text("name"));
        row.title = visible(name.unwrap_or("Name not reported"), 80);
        row.status = match expiration.is_some_and(|at| at <= now) {
            true => RecordStatus::new("Expired", StatusKind::Closed),
            false => RecordStatus::new("Not expired", StatusKind::Waiting),
        };
        row.expires = match (key, expiration) {
            (Some(_), Some(at)) => zone.full(at),
            (Some(_), None) => "Never".to_owned(),
            (None, _) => String::new(),
        };
        row.expires_at = expiration;
        row.changes_at = expiration.filter(|at| *at > now);
        let texts = [row.title.clone(), row.id.clone(), row.by.clone()];
        row.searched_by(texts.iter().map(String::as_str))
    }
}

impl CachedRecord {
    /// What the service reported, where this is a key that could be read.
    pub fn api_key(&self) -> Option<&ApiKeyRecord> {
        self.reported_as()
    }
}
