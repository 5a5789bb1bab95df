//! A profile: one service Paydesk can talk to, and how sure we must be that no real money moves there.

use std::fmt;

use serde::{Deserialize, Serialize};

use super::ids::{BusinessProfileId, MerchantId};

/// Sandbox or production, distinguished by the key's prefix
/// (API reference).
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash, Serialize, Deserialize)]
#[serde(rename_all = "snake_case")]
pub enum Environment {
    Sandbox,
    Production,
}

impl Environment {
    /// The word that is on the band at the top of the window.
    pub fn word(self) -> &'static str {
        match self {
            Self::Sandbox => "SANDBOX",
            Self::Production => "PRODUCTION",
        }
    }
}

/// Id of the sandbox that Paydesk carries.
pub const EMBEDDED_ID: &str = "embedded-sandbox";
/// Id of the same in the shapes of hyperswitch.
pub const EMBEDDED_HYPERSWITCH_ID: &str = "embedded-hyperswitch";

/// Identifies a profile of this machine; ours. Journal entries, records and secrets in the keyring are filed under it.
#[derive(Debug, Clone, PartialEq, Eq, Hash, PartialOrd, Ord, Serialize, Deserialize)]
#[serde(transparent)]
pub struct ProfileId(String);

impl ProfileId {
    pub fn new(id: impl Into<String>) -> Self {
        Self(id.into())
    }

    /// That of the sandbox that Paydesk carries.
    pub fn embedded() -> Self {
        Self::new(EMBEDDED_ID)
    }

    /// That of the sandbox that Paydesk carries, in the shapes of hyperswitch.
    pub fn embedded_hyperswitch() -> Self {
        Self::new(EMBEDDED_HYPERSWITCH_ID)
    }

    /// Whether this program serves it.
    pub fn is_embedded(&self) -> bool {
        self.0 == EMBEDDED_ID || self.is_embedded_hyperswitch()
    }

    /// Whether the service of this profile is known to leave capturable what a capture does not take: our own sandbox.
    pub fn keeps_remainders(&self) -> bool {
        self.0 == EMBEDDED_ID
    }

    /// Whether the service of this profile is known to filter lists by the statuses of the specification alone: our own
    /// sandbox.
    pub fn filters_documented_statuses_alone(&self) -> bool {
        self.0 == EMBEDDED_ID
    }

    pub fn is_embedded_hyperswitch(&self) -> bool {
        self.0 == EMBEDDED_HYPERSWITCH_ID
    }

    pub fn as_str(&self) -> &str {
        &self.0
    }
}

impl fmt::Display for ProfileId {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(&self.0)
    }
}

impl From<&str> for ProfileId {
    fn from(id: &str) -> Self {
        Self::new(id)
    }
}

impl From<String> for ProfileId {
    fn from(id: String) -> Self {
        Self::new(id)
    }
}

impl PartialEq<&Self> for ProfileId {
    fn eq(&self, other: &&Self) -> bool {
        self.0 == other.0
    }
}

impl PartialEq<ProfileId> for &ProfileId {
    fn eq(&self, other: &ProfileId) -> bool {
        self.0 == other.0
    }
}

impl PartialEq<str> for ProfileId {
    fn eq(&self, other: &str) -> bool {
        self.0 == other
    }
}

impl PartialEq<&str> for ProfileId {
    fn eq(&self, other: &&str) -> bool {
        self.0 == *other
    }
}

/// One service Paydesk can talk to. Holds no key: keys live in the keyring.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Profile {
    pub id: ProfileId,
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
    /// The profile of the sandbox that Paydesk carries, once it listens at `base_url`.
    pub fn embedded_sandbox(base_url: impl Into<String>) -> Self {
        Self {
            id: ProfileId::embedded(),
            name: "Embedded sandbox".to_owned(),
            base_url: base_url.into(),
            environment: Environment::Sandbox,
            merchant_id: None,
            business_profile_id: None,
            embedded: true,
        }
    }

    /// The profile of the same sandbox in the shapes of hyperswitch.
    pub fn embedded_hyperswitch(base_url: impl Into<String>) -> Self {
        Self {
            id: ProfileId::embedded_hyperswitch(),
            name: "Embedded sandbox (hyperswitch)".to_owned(),
            ..Self::embedded_sandbox(base_url)
        }
    }
}
