//! A profile: one service the desk can talk to, and how sure we must be that no real money moves there.

use serde::{Deserialize, Serialize};

use super::ids::{BusinessProfileId, MerchantId};

/// Sandbox or production, told apart by the key's prefix
/// ([API reference](crate::api::reference::api_keys#authentication)).
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash, Serialize, Deserialize)]
#[serde(rename_all = "snake_case")]
pub enum Environment {
    Sandbox,
    Production,
}

impl Environment {
    /// The word that stands on the band at the top of the window.
    pub fn word(self) -> &'static str {
        match self {
            Self::Sandbox => "SANDBOX",
            Self::Production => "PRODUCTION",
        }
    }
}

/// Id of the sandbox that the desk carries.
pub const EMBEDDED_ID: &str = "embedded-sandbox";

/// One service the desk can talk to. Holds no key: keys live in the keyring.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Profile {
    /// Stable id of ours; journal rows and keyring entries are filed under it.
    pub id: String,
    /// What the person calls it.
    pub name: String,
    pub base_url: String,
    pub environment: Environment,
    pub merchant_id: Option<MerchantId>,
    pub business_profile_id: Option<BusinessProfileId>,
    /// Served by this very process.
    pub embedded: bool,
}

impl Profile {
    /// The profile of the sandbox that the desk carries, once it listens at `base_url`.
    pub fn embedded_sandbox(base_url: impl Into<String>) -> Self {
        Self {
            id: EMBEDDED_ID.to_owned(),
            name: "Embedded sandbox".to_owned(),
            base_url: base_url.into(),
            environment: Environment::Sandbox,
            merchant_id: None,
            business_profile_id: None,
            embedded: true,
        }
    }
}
