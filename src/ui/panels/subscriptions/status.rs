//! What the statuses of subscriptions and invoices mean for the person.

use crate::domain::subscription::{InvoiceStatus, SubscriptionStatus};
use crate::domain::text::visible;

use super::text;

/// What the status means and what comes next. Where no transition is
/// [documented](crate::api::resources::subscriptions::reference#statuses), none is
/// claimed.
pub fn meaning(status: &SubscriptionStatus) -> &'static str {
    match status {
        SubscriptionStatus::Created => text::NO_CHARGE_YET_CONFIRM,
        SubscriptionStatus::Active => text::IT_RUNS_AND_ITS_FIRST,
        SubscriptionStatus::Pending => text::ITS_PAYMENT_IS_NOT_COLLECTED,
        SubscriptionStatus::Trial => text::IT_RUNS_ON_TRIAL_SERVICE,
        SubscriptionStatus::Paused => text::IT_IS_PAUSED_AT_SERVICE,
        SubscriptionStatus::Unpaid => text::ITS_PAYMENT_WAS_NOT_COLLECTED,
        SubscriptionStatus::Cancelled => text::IT_HAS_ENDED_AND_CHARGES,
        SubscriptionStatus::Failed => text::SERVICE_SAYS_IT_FAILED_LOOK,
        SubscriptionStatus::InActive => text::IT_DOES_NOT_RUN_SERVICE,
        SubscriptionStatus::Onetime => text::IT_IS_CHARGED_ONCE,
        SubscriptionStatus::Unknown(_) => text::PAYDESK_DOES_NOT_KNOW_STATUS,
    }
}

/// An invoice's status as text.
pub fn invoice_text(status: &InvoiceStatus) -> String {
    match status {
        InvoiceStatus::PaymentPending => text::PAYMENT_PENDING.to_owned(),
        InvoiceStatus::InvoicePaid => text::PAID.to_owned(),
        InvoiceStatus::Unknown(word) => visible(word, 40),
    }
}
