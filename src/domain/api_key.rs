//! What is stored of an API key: everything but its value (API reference).

use chrono::{DateTime, Utc};

use super::document::{DecodeError, Raw};
use super::ids::{ApiKeyId, MerchantId};

/// A key that was created. Its value is shown once, to the person who asked for it, and is not part of this.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct ApiKeyRecord {
    pub key_id: ApiKeyId,
    pub merchant_id: Option<MerchantId>,
    pub name: String,
    pub description: Option<String>,
    pub created: Option<DateTime<Utc>>,
    /// `None` for never.
    pub expiration: Option<DateTime<Utc>>,
    /// What could not be read of the fields that are only shown: they are left out above.
    pub unreadable: Vec<DecodeError>,
    /// The answer as it came, without the key's value.
    pub raw: Raw,
}
