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
    kind: ResourceKind,
    noun: &'static str,
    target: &'static str,
    plural: &'static str,
}

/// What each kind is called, in the order of [`ResourceKind`].
static RESOURCES: &[ResourceNames] = &[
    ResourceNames { kind: ResourceKind::Payment, noun: "payment", target: "Payment", plural: "Payments" },
    ResourceNames { kind: ResourceKind::Refund, noun: "refund", target: "Payment to refund", plural: "Refunds" },
    ResourceNames { kind: ResourceKind::Payout, noun: "payout", target: "Payout", plural: "Payouts" },
    ResourceNames { kind: ResourceKind::Dispute, noun: "dispute", target: "Dispute", plural: "Disputes" },
    ResourceNames { kind: ResourceKind::Customer, noun: "customer", target: "Customer", plural: "Customers" },
    ResourceNames {
        kind: ResourceKind::PaymentLink,
        noun: "payment link",
        target: "Payment link",
        plural: "Payment links",
    },
    ResourceNames {
        kind: ResourceKind::Subscription,
        noun: "subscription",
        target: "Subscription",
        plural: "Subscriptions",
    },
    ResourceNames { kind: ResourceKind::ApiKey, noun: "API key", target: "API key", plural: "API keys" },
];

impl ResourceKind {
    fn names(self) -> &'static ResourceNames {
        // The table is in the order of the kinds; a test says so.
        &RESOURCES[self as usize]
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

#[cfg(test)]
mod tests {
    use strum::IntoEnumIterator as _;

    use super::*;

    #[test]
    fn every_kind_has_its_names_in_its_place() {
        assert!(ResourceKind::iter().all(|kind| kind.names().kind == kind));
        assert_eq!(RESOURCES.len(), ResourceKind::iter().count());
    }
}
