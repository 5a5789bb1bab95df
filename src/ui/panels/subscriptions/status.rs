//! What the statuses of subscriptions mean for the person.

use paydesk_domain::subscription::SubscriptionStatus;

/// What the status means and what comes next. Where no transition is
/// [documented](paydesk_api::resources::subscriptions::reference#statuses), none is
/// claimed.
pub fn meaning(status: &SubscriptionStatus) -> &'static str {
    match status {
        SubscriptionStatus::Created => "No charge yet: confirm it with a payment method to start it",
        SubscriptionStatus::Active => "Active. The first payment was collected; you can change the plan.",
        SubscriptionStatus::Pending => "Payment not collected yet: open the payment to see its status",
        SubscriptionStatus::Trial => "In trial. The service does not report when the trial ends.",
        SubscriptionStatus::Paused => "Paused at the service. It cannot be resumed in Paydesk.",
        SubscriptionStatus::Unpaid => "The last payment failed: open the payment to see why",
        SubscriptionStatus::Cancelled => "Ended. No more charges; create a new subscription to continue.",
        SubscriptionStatus::Failed => "Failed: open the payment to see why, then create a new subscription",
        SubscriptionStatus::InActive => "Not running. The service does not report why.",
        SubscriptionStatus::Onetime => "Charged once, without renewals",
        SubscriptionStatus::Unknown(_) => "Paydesk does not know this status. Check the subscription at the service.",
    }
}
