//! A refund as the service tells of it (spec, *Refund*: the record is not shown, so every field may be missing).

use std::fmt;
use std::sync::Arc;

use chrono::{DateTime, Utc};
use serde::{Deserialize, Serialize};

use super::document::{DecodeError, Raw};
use super::ids::{PaymentId, RefundId};
use super::money::Money;
use super::payment::{Pair, PaymentError};

/// Status of a refund. The specification shows none; these are the words known so far, and others stay verbatim.
#[derive(Debug, Clone, PartialEq, Eq, Hash, PartialOrd, Ord, Serialize, Deserialize)]
#[serde(into = "String", from = "String")]
pub enum RefundStatus {
    Pending,
    Succeeded,
    Failed,
    Unknown(Arc<str>),
}

impl RefundStatus {
    /// All statuses with a name.
    pub const NAMED: [Self; 3] = [Self::Pending, Self::Succeeded, Self::Failed];

    /// The word of the API.
    pub fn as_str(&self) -> &str {
        match self {
            Self::Pending => "pending",
            Self::Succeeded => "succeeded",
            Self::Failed => "failed",
            Self::Unknown(word) => word,
        }
    }

    /// Reads the word of the API; never fails.
    pub fn from_word(word: &str) -> Self {
        Self::NAMED.into_iter().find(|status| status.as_str() == word).unwrap_or_else(|| Self::Unknown(word.into()))
    }
}

impl From<RefundStatus> for String {
    fn from(status: RefundStatus) -> Self {
        status.as_str().to_owned()
    }
}

impl From<String> for RefundStatus {
    fn from(word: String) -> Self {
        Self::from_word(&word)
    }
}

impl fmt::Display for RefundStatus {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(self.as_str())
    }
}

/// A refund; what is missing was not told.
#[derive(Debug, Clone, PartialEq)]
pub struct Refund {
    pub refund_id: Option<RefundId>,
    pub payment_id: Option<PaymentId>,
    /// Where amount and currency were both told.
    pub amount: Option<Money>,
    pub status: Option<RefundStatus>,
    pub reason: Option<String>,
    pub refund_type: Option<String>,
    pub metadata: Vec<Pair>,
    pub created: Option<DateTime<Utc>>,
    pub updated: Option<DateTime<Utc>>,
    pub error: PaymentError,
    /// What could not be read of the fields that are only shown.
    pub unreadable: Vec<DecodeError>,
    /// The answer as it came, with secrets masked.
    pub raw: Raw,
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn words_that_are_not_known_stay_verbatim() {
        for status in RefundStatus::NAMED {
            assert_eq!(RefundStatus::from_word(status.as_str()), status);
        }
        assert_eq!(RefundStatus::from_word("in_review").as_str(), "in_review");
    }
}
