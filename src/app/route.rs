//! Where the person is: which panel fills the window. What each panel is stands in [`super::panels`].

/// The panels that are built.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash, Default, strum::EnumIter)]
pub enum Route {
    #[default]
    Payments,
    Refunds,
    PaymentLinks,
    Subscriptions,
    Disputes,
    Payouts,
    Customers,
    ApiKeys,
    /// Webhook events.
    Webhooks,
    Analytics,
    /// Operations whose outcome needs a person.
    Attention,
    Settings,
}
