//! What the statuses of subscriptions and invoices mean for the person.

use crate::domain::subscription::{InvoiceStatus, SubscriptionStatus};
use crate::domain::text::visible;

/// What the status means and what comes next. Where no transition is
/// [documented](crate::api::resources::subscriptions::reference#statuses), none is
/// claimed.
pub fn meaning(status: &SubscriptionStatus) -> &'static str {
    match status {
        SubscriptionStatus::Created => "No charge yet: confirm it with a payment method to start it",
        SubscriptionStatus::Active => "It runs, and its first payment was collected; its plan can be changed",
        SubscriptionStatus::Pending => "Its payment is not collected yet: open the payment to see its status",
        SubscriptionStatus::Trial => "It runs on trial; the service does not tell here when the trial ends",
        SubscriptionStatus::Paused => "It is paused at the service; it cannot be resumed from here",
        SubscriptionStatus::Unpaid => "Its payment was not collected: look at the payment for the reason",
        SubscriptionStatus::Cancelled => "It has ended and charges nothing more; create a new one to continue",
        SubscriptionStatus::Failed => {
            "The service says it failed: look at the payment for the reason, then make a new one"
        }
        SubscriptionStatus::InActive => "It does not run; the service does not tell why",
        SubscriptionStatus::Onetime => "It is charged once and does not repeat",
        SubscriptionStatus::Unknown(_) => "Paydesk does not know the status, so it offers nothing to do",
    }
}

/// An invoice's status as text.
pub fn invoice_text(status: &InvoiceStatus) -> String {
    match status {
        InvoiceStatus::PaymentPending => "Payment pending".to_owned(),
        InvoiceStatus::InvoicePaid => "Paid".to_owned(),
        InvoiceStatus::Unknown(word) => visible(word, 40),
    }
}
