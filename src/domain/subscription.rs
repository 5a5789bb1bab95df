//! A subscription and its statuses (spec, *Subscription* and *Subscription statuses*).

use std::fmt;
use std::sync::Arc;

/// Status of a subscription; one this version does not know is kept verbatim.
#[derive(Debug, Clone, PartialEq, Eq, Hash, PartialOrd, Ord)]
pub enum SubscriptionStatus {
    Created,
    Active,
    Pending,
    Trial,
    Paused,
    Unpaid,
    Cancelled,
    Failed,
    InActive,
    Onetime,
    Unknown(Arc<str>),
}

impl SubscriptionStatus {
    /// All statuses with a name, in the order of the specification.
    pub const NAMED: [Self; 10] = [
        Self::Created,
        Self::Active,
        Self::Pending,
        Self::Trial,
        Self::Paused,
        Self::Unpaid,
        Self::Cancelled,
        Self::Failed,
        Self::InActive,
        Self::Onetime,
    ];

    /// The word of the API.
    pub fn as_str(&self) -> &str {
        match self {
            Self::Created => "created",
            Self::Active => "active",
            Self::Pending => "pending",
            Self::Trial => "trial",
            Self::Paused => "paused",
            Self::Unpaid => "unpaid",
            Self::Cancelled => "cancelled",
            Self::Failed => "failed",
            Self::InActive => "in_active",
            Self::Onetime => "onetime",
            Self::Unknown(word) => word,
        }
    }

    /// Reads the word of the API; never fails.
    pub fn from_word(word: &str) -> Self {
        Self::NAMED.into_iter().find(|status| status.as_str() == word).unwrap_or_else(|| Self::Unknown(word.into()))
    }
}

impl fmt::Display for SubscriptionStatus {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(self.as_str())
    }
}
