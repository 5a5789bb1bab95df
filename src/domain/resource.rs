//! The kinds of resources that the service has, and what they are called.

use serde::{Deserialize, Serialize};

/// The kinds of resources that the service has.
#[derive(
    Debug,
    Clone,
    Copy,
    PartialEq,
    Eq,
    Hash,
    PartialOrd,
    Ord,
    Serialize,
    Deserialize,
    strum::EnumIter,
    strum::EnumString,
    strum::IntoStaticStr,
)]
#[serde(rename_all = "snake_case")]
#[strum(serialize_all = "snake_case")]
pub enum ResourceKind {
    Payment,
    Refund,
    Payout,
    Dispute,
    Customer,
    PaymentLink,
    Subscription,
    ApiKey,
}

/// What a kind is called, for people.
struct ResourceNames {
    noun: &'static str,
    target: &'static str,
    plural: &'static str,
}

const fn names(noun: &'static str, target: &'static str, plural: &'static str) -> ResourceNames {
    ResourceNames { noun, target, plural }
}

impl ResourceKind {
    /// What stands within a sentence, before the id of what an operation works on, and as the heading of several.
    const fn names(self) -> ResourceNames {
        match self {
            Self::Payment => names("payment", "Payment", "Payments"),
            Self::Refund => names("refund", "Payment to refund", "Refunds"),
            Self::Payout => names("payout", "Payout", "Payouts"),
            Self::Dispute => names("dispute", "Dispute", "Disputes"),
            Self::Customer => names("customer", "Customer", "Customers"),
            Self::PaymentLink => names("payment link", "Payment link", "Payment links"),
            Self::Subscription => names("subscription", "Subscription", "Subscriptions"),
            Self::ApiKey => names("API key", "API key", "API keys"),
        }
    }

    /// Before the id of what an operation works on.
    pub fn title(self) -> &'static str {
        self.names().target
    }

    /// As the heading of several.
    pub fn plural(self) -> &'static str {
        self.names().plural
    }

    /// Within a sentence.
    pub fn noun(self) -> &'static str {
        self.names().noun
    }
}
