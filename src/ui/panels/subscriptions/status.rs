//! What the statuses of subscriptions mean for the person.

use paydesk_domain::subscription::SubscriptionStatus;

use super::text;

/// What the status means and what comes next. Where no transition is
/// [documented](paydesk_api::resources::subscriptions::reference#statuses), none is
/// claimed.
pub fn meaning(status: &SubscriptionStatus) -> &'static str {
    match status {
        SubscriptionStatus::Created => text::NO_CHARGE_YET_CONFIRM,
        SubscriptionStatus::Active => text::ACTIVE_FIRST_PAYMENT_WAS_COLLECTED,
        SubscriptionStatus::Pending => text::PAYMENT_NOT_COLLECTED_YET_OPEN,
        SubscriptionStatus::Trial => text::IN_TRIAL_SERVICE_DOES,
        SubscriptionStatus::Paused => text::PAUSED_AT_SERVICE_IT_CANNOT,
        SubscriptionStatus::Unpaid => text::LAST_PAYMENT_FAILED_OPEN_PAYMENT,
        SubscriptionStatus::Cancelled => text::ENDED_NO_MORE_CHARGES_CREATE,
        SubscriptionStatus::Failed => text::FAILED_OPEN_PAYMENT_TO_SEE,
        SubscriptionStatus::InActive => text::NOT_RUNNING_SERVICE_DOES,
        SubscriptionStatus::Onetime => text::CHARGED_ONCE_WITHOUT_RENEWALS,
        SubscriptionStatus::Unknown(_) => text::PAYDESK_DOES_NOT_KNOW_STATUS,
    }
}
