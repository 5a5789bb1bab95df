//! What an API key is created with.

use chrono::{DateTime, Utc};

use paydesk_domain::ids::MerchantId;

/// What a key is made of.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct CreateApiKeyInput {
    pub merchant_id: MerchantId,
    /// What the person calls it.
    pub name: String,
    /// Not sent where it is empty.
    pub description: String,
    /// Left to the service where there is none.
    pub expiration: Option<KeyExpiration>,
}

/// Until when a key is good.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash)]
pub enum KeyExpiration {
    Never,
    At(DateTime<Utc>),
}
