//! What the forms send: typed input, one variant a call. The window fills it in and builds no request.

use chrono::{DateTime, Utc};

use crate::api::calls::api_keys::{CreateApiKey, CreateApiKeyInput};
use crate::api::calls::customers::{CreateCustomer, CreateCustomerInput, UpdateCustomer, UpdateCustomerInput};
use crate::api::calls::payment_links::{CreatePaymentLink, CreatePaymentLinkInput};
use crate::api::calls::payments::{CreatePayment, CreatePaymentInput};
use crate::api::calls::payouts::{CreatePayout, CreatePayoutInput, UpdatePayout, UpdatePayoutInput};
use crate::api::calls::subscriptions::{
    ConfirmSubscription, ConfirmSubscriptionInput, CreateSubscription, CreateSubscriptionInput, UpdateSubscription,
    UpdateSubscriptionInput,
};
use crate::api::input::InputError;
use crate::api::operation::ResourceKind;
use crate::app::operations::OperationPlan;
use crate::domain::ids::OperationId;

/// See the module.
#[derive(Debug, Clone, PartialEq)]
pub enum FormInput {
    Payment(CreatePaymentInput),
    Payout(CreatePayoutInput),
    PayoutChange(UpdatePayoutInput),
    Customer(CreateCustomerInput),
    CustomerChange(UpdateCustomerInput),
    PaymentLink(CreatePaymentLinkInput),
    Subscription(CreateSubscriptionInput),
    SubscriptionConfirmation(ConfirmSubscriptionInput),
    PlanChange(UpdateSubscriptionInput),
    ApiKey(CreateApiKeyInput),
}

impl FormInput {
    /// The panel whose form it is from.
    pub fn resource(&self) -> ResourceKind {
        match self {
            Self::Payment(_) => ResourceKind::Payment,
            Self::Payout(_) | Self::PayoutChange(_) => ResourceKind::Payout,
            Self::Customer(_) | Self::CustomerChange(_) => ResourceKind::Customer,
            Self::PaymentLink(_) => ResourceKind::PaymentLink,
            Self::Subscription(_) | Self::SubscriptionConfirmation(_) | Self::PlanChange(_) => {
                ResourceKind::Subscription
            }
            Self::ApiKey(_) => ResourceKind::ApiKey,
        }
    }

    /// The plan of the call, or everything that is wrong with the input.
    pub fn plan(self, id: &OperationId, now: DateTime<Utc>) -> Result<OperationPlan, Vec<InputError>> {
        let id = id.clone();
        Ok(match self {
            Self::Payment(input) => OperationPlan::of(&CreatePayment::new(id, input, now)?),
            Self::Payout(input) => OperationPlan::of(&CreatePayout::new(id, input)?),
            Self::PayoutChange(input) => OperationPlan::of(&UpdatePayout::new(input)?),
            Self::Customer(input) => OperationPlan::of(&CreateCustomer::new(input)?),
            Self::CustomerChange(input) => OperationPlan::of(&UpdateCustomer::new(input)?),
            Self::PaymentLink(input) => OperationPlan::of(&CreatePaymentLink::new(id, input, now)?),
            Self::Subscription(input) => OperationPlan::of(&CreateSubscription::new(input)?),
            Self::SubscriptionConfirmation(input) => OperationPlan::of(&ConfirmSubscription::new(input, now)?),
            Self::PlanChange(input) => OperationPlan::of(&UpdateSubscription::new(input)?),
            Self::ApiKey(input) => OperationPlan::of(&CreateApiKey::new(input, now)?),
        })
    }
}
