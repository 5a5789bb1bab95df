//! What can be exported.

use crate::operation::ResourceKind;

/// A table that can be exported.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash, strum::EnumIter)]
pub enum ExportKind {
    Payments,
    Refunds,
    Payouts,
    Disputes,
    Customers,
    Subscriptions,
    PaymentLinks,
    ApiKeys,
    Events,
    /// What was sent from here, as the list of all operations has it.
    Operations,
}

impl ExportKind {
    /// As it is typed, and what the name of a file begins with.
    pub fn word(self) -> &'static str {
        match self {
            Self::Payments => "payments",
            Self::Refunds => "refunds",
            Self::Payouts => "payouts",
            Self::Disputes => "disputes",
            Self::Customers => "customers",
            Self::Subscriptions => "subscriptions",
            Self::PaymentLinks => "payment-links",
            Self::ApiKeys => "api-keys",
            Self::Events => "events",
            Self::Operations => "operations",
        }
    }

    /// For people: one, and many.
    pub fn nouns(self) -> (&'static str, &'static str) {
        match self {
            Self::Payments => ("payment", "payments"),
            Self::Refunds => ("refund", "refunds"),
            Self::Payouts => ("payout", "payouts"),
            Self::Disputes => ("dispute", "disputes"),
            Self::Customers => ("customer", "customers"),
            Self::Subscriptions => ("subscription", "subscriptions"),
            Self::PaymentLinks => ("payment link", "payment links"),
            Self::ApiKeys => ("API key", "API keys"),
            Self::Events => ("event", "events"),
            Self::Operations => ("operation", "operations"),
        }
    }

    /// The kind of the records that it is a table of, where the service has no list of them.
    pub fn record_kind(self) -> Option<ResourceKind> {
        match self {
            Self::Refunds => Some(ResourceKind::Refund),
            Self::Payouts => Some(ResourceKind::Payout),
            Self::Customers => Some(ResourceKind::Customer),
            Self::Subscriptions => Some(ResourceKind::Subscription),
            Self::PaymentLinks => Some(ResourceKind::PaymentLink),
            Self::ApiKeys => Some(ResourceKind::ApiKey),
            Self::Payments | Self::Disputes | Self::Events | Self::Operations => None,
        }
    }

    /// Why a table of records need not be complete where the service may have a list.
    pub fn list_not_read(self) -> String {
        let (_, many) = self.nouns();
        format!("the service's list of {many} is not loaded; these are the {many} stored on this computer")
    }

    /// Why a table of records need not be complete where the service has no list.
    pub fn no_list(self) -> String {
        let (_, many) = self.nouns();
        if self == Self::Subscriptions {
            return "Paydesk does not read lists of subscriptions; these are the subscriptions stored on this computer"
                .to_owned();
        }
        format!("the service has no list of {many}; these are the {many} stored on this computer")
    }
}
