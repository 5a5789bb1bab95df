//! [Subscriptions](crate::resources::subscriptions::reference): [`create`], [`confirm`], and the change of the plan.
//!
//! All of them go out for a business profile, in the header `X-Profile-Id`, and are answered with the subscription.

mod confirm;
mod create;
mod update;

pub use self::confirm::ConfirmSubscription;
pub use self::create::CreateSubscription;
pub use self::update::UpdateSubscription;

use crate::input::{Billing, Checks, InputError, SUBSCRIPTION_BILLING};
use crate::operation::{AnswerStatus, Expectation, Target};
use paydesk_domain::ids::SubscriptionId;
use paydesk_domain::operation::ResourceKind;

fn target(id: &SubscriptionId) -> Target {
    Target::new(ResourceKind::Subscription, id.as_str())
}

fn expectation(id: &SubscriptionId) -> Expectation {
    Expectation::new(AnswerStatus::Subscription).naming("id", id.as_str())
}

/// Every broken rule of the addresses at `place` (empty at the root of the body).
fn check_addresses(place: &str, billing: Option<&Billing>, shipping: Option<&Billing>) -> Vec<InputError> {
    let mut checks = Checks::default();
    for (name, address) in [("billing", billing), ("shipping", shipping)] {
        let name = format!("{place}{name}");
        checks.extend(address.map(|address| address.check(&name, &SUBSCRIPTION_BILLING)).unwrap_or_default());
    }
    checks.into_errors()
}
