//! What the forms of subscriptions send.

use chrono::{DateTime, Utc};

use crate::features::forms::FormCall;
use crate::operations::{OperationPlan, ResourceKind};
use paydesk_api::input::{ConfirmSubscriptionInput, CreateSubscriptionInput, InputError, UpdateSubscriptionInput};
use paydesk_api::resources::subscriptions::calls::{ConfirmSubscription, CreateSubscription, UpdateSubscription};
use paydesk_domain::ids::{CustomerId, OperationId};

impl FormCall for CreateSubscriptionInput {
    const PANEL: ResourceKind = ResourceKind::Subscription;

    fn plan(self, _: &OperationId, _: DateTime<Utc>) -> Result<OperationPlan, Vec<InputError>> {
        Ok(OperationPlan::of(&CreateSubscription::new(self)?))
    }

    fn customer(&self) -> Option<&CustomerId> {
        Some(&self.customer_id)
    }
}

impl FormCall for ConfirmSubscriptionInput {
    const PANEL: ResourceKind = ResourceKind::Subscription;

    fn plan(self, _: &OperationId, now: DateTime<Utc>) -> Result<OperationPlan, Vec<InputError>> {
        Ok(OperationPlan::of(&ConfirmSubscription::new(self, now)?))
    }
}

impl FormCall for UpdateSubscriptionInput {
    const PANEL: ResourceKind = ResourceKind::Subscription;

    fn plan(self, _: &OperationId, _: DateTime<Utc>) -> Result<OperationPlan, Vec<InputError>> {
        Ok(OperationPlan::of(&UpdateSubscription::new(self)?))
    }
}
