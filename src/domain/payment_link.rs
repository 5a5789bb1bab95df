//! A payment link as the service tells of it (spec, *Payment link*: the record is not shown, so every field may be
//! missing).

use std::fmt;
use std::sync::Arc;

use chrono::{DateTime, Utc};

use super::document::{DecodeError, Raw};
use super::ids::{PaymentId, PaymentLinkId};
use super::money::Money;

/// Whether a link can be paid. The specification shows no words; these are known so far, and others stay verbatim.
#[derive(Debug, Clone, PartialEq, Eq, Hash)]
pub enum PaymentLinkStatus {
    Active,
    Expired,
    Paid,
    Unknown(Arc<str>),
}

impl PaymentLinkStatus {
    /// All statuses with a name.
    pub const NAMED: [Self; 3] = [Self::Active, Self::Expired, Self::Paid];

    /// The word of the API.
    pub fn as_str(&self) -> &str {
        match self {
            Self::Active => "active",
            Self::Expired => "expired",
            Self::Paid => "paid",
            Self::Unknown(word) => word,
        }
    }

    /// Reads the word of the API; never fails.
    pub fn from_word(word: &str) -> Self {
        Self::NAMED.into_iter().find(|status| status.as_str() == word).unwrap_or_else(|| Self::Unknown(word.into()))
    }
}

impl fmt::Display for PaymentLinkStatus {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(self.as_str())
    }
}

/// A payment link; what is missing was not told.
#[derive(Debug, Clone, PartialEq)]
pub struct PaymentLink {
    pub payment_link_id: Option<PaymentLinkId>,
    pub payment_id: Option<PaymentId>,
    /// Where the customer pays: a stranger's text, to be shown with its host before it is opened.
    pub link: Option<String>,
    /// Where amount and currency were both told.
    pub amount: Option<Money>,
    pub status: Option<PaymentLinkStatus>,
    pub expiry: Option<DateTime<Utc>>,
    pub created: Option<DateTime<Utc>>,
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
        for status in PaymentLinkStatus::NAMED {
            assert_eq!(PaymentLinkStatus::from_word(status.as_str()), status);
        }
        assert_eq!(PaymentLinkStatus::from_word("opened").as_str(), "opened");
    }
}
