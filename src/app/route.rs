//! Where the person is: which panel fills the window.

/// The panels that are built.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash, Default)]
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
