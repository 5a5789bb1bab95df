//! Why an object is left out of a bulk run.

use serde::{Deserialize, Serialize};

use crate::domain::money::{CurrencyCode, Money};

/// Why nothing is done to an object.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
#[serde(tag = "why", rename_all = "snake_case")]
pub enum Exclusion {
    /// Nothing is known of the id here.
    Unknown,
    Repeated,
    /// Listed more than once, with different amounts: which one is meant is not known.
    Conflicting,
    UnderWay,
    AlreadyDone,
    /// In this status it cannot be done.
    Status {
        label: String,
    },
    InReview,
    TooMuch {
        most: Money,
    },
    /// It is done as a whole or not at all.
    OnlyWhole {
        whole: Money,
    },
    OtherCurrency {
        of: CurrencyCode,
    },
    Zero,
    /// The service does not report what could be captured.
    AmountNotKnown,
    Disputed,
    NothingReceived,
    /// A payout that the service fulfils by itself.
    Automatic,
    /// What the file says is no amount.
    Malformed {
        text: String,
    },
    /// The file has amounts, and none for this object.
    NoAmount,
    /// The line of the file has no id.
    NoId,
    /// More than one run does.
    TooMany,
}
