//! [Subscriptions](crate::api::resources::subscriptions::reference): [`create`], [`confirm`], and the change of the plan.
//!
//! All of them go out for a business profile, in the header `X-Profile-Id`, and are answered with the subscription.

mod confirm;
mod create;
mod update;

pub use self::confirm::{
    Acceptance, ConfirmSubscription, ConfirmSubscriptionInput, CustomerAcceptance, SubscriptionData, SubscriptionMethod,
};
pub use self::create::{CaptureSchedule, CreateSubscription, CreateSubscriptionInput};
pub use self::update::{UpdateSubscription, UpdateSubscriptionInput};

use crate::api::calls::shapes::{Billing, SUBSCRIPTION_BILLING};
use crate::api::input::{Checks, InputError};
use crate::api::operation::{Expectation, ResourceKind, StatusWords, Target};
use crate::domain::ids::SubscriptionId;

/// `payment_type` of creation and confirmation.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash, strum::EnumIter, strum::IntoStaticStr)]
#[strum(serialize_all = "snake_case")]
pub enum PaymentType {
    Normal,
    NewMandate,
    SetupMandate,
    RecurringMandate,
}

impl PaymentType {
    /// The word of the API.
    pub fn word(self) -> &'static str {
        self.into()
    }
}

fn target(id: &SubscriptionId) -> Target {
    Target::new(ResourceKind::Subscription, id.as_str())
}

fn expectation(id: &SubscriptionId) -> Expectation {
    Expectation::new(StatusWords::Subscription).naming("id", id.as_str())
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
