//! `PUT /subscriptions/:subscription_id/update`: another plan, which may be billed
//! ([API reference](crate::resources::subscriptions::reference#statuses)).

use super::{expectation, target};
use crate::call::Request;
use crate::calls::fields::BodyFields;
use crate::input::{self, Checks, InputError, UpdateSubscriptionInput, sound};
use crate::operation::{Endpoint, Expectation, OperationCall, Target};

impl UpdateSubscriptionInput {
    /// Every broken rule, in the order of the fields.
    pub fn check(&self) -> Vec<InputError> {
        let mut checks = Checks::default();
        checks.add(input::header("X-Profile-Id", self.profile_id.as_str()));
        checks.add(input::required("subscription_id", self.subscription_id.as_str()));
        checks.add(input::required("plan_id", &self.plan_id));
        checks.add(input::required("item_price_id", &self.item_price_id));
        checks.into_errors()
    }
}

/// `PUT /subscriptions/:subscription_id/update`.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct UpdateSubscription {
    input: UpdateSubscriptionInput,
}

impl UpdateSubscription {
    /// The call, unless a rule of the input is broken.
    pub fn new(input: UpdateSubscriptionInput) -> Result<Self, Vec<InputError>> {
        let errors = input.check();
        sound(Self { input }, errors)
    }

    pub fn input(&self) -> &UpdateSubscriptionInput {
        &self.input
    }
}

impl OperationCall for UpdateSubscription {
    const ENDPOINT: Endpoint = Endpoint::UpdateSubscription;

    fn request(&self) -> Request {
        let UpdateSubscriptionInput { profile_id, subscription_id, plan_id, item_price_id } = &self.input;
        let body = BodyFields::new().set("plan_id", plan_id.as_str()).set("item_price_id", item_price_id.as_str());
        Request::to(Self::ENDPOINT, subscription_id.as_str(), body.into_value()).for_profile(profile_id.clone())
    }

    fn target(&self) -> Target {
        target(&self.input.subscription_id)
    }

    fn expectation(&self) -> Expectation {
        expectation(&self.input.subscription_id)
    }
}

#[cfg(test)]
mod tests {
    use serde_json::json;

    use super::*;
    use crate::call::Method;
    use paydesk_domain::ids::{BusinessProfileId, SubscriptionId};

    fn input(plan: &str, price: &str) -> UpdateSubscriptionInput {
        UpdateSubscriptionInput {
            profile_id: BusinessProfileId::new("pro_1"),
            subscription_id: SubscriptionId::new("sub/1"),
            plan_id: plan.to_owned(),
            item_price_id: price.to_owned(),
        }
    }

    #[test]
    fn plan_and_price_are_both_required() {
        let broken =
            |input: UpdateSubscriptionInput| input.check().into_iter().map(|error| error.field).collect::<Vec<_>>();
        assert!(broken(input("plan", "price")).is_empty());
        assert_eq!(broken(input("", "price")), ["plan_id"]);
        assert_eq!(broken(input("plan", "")), ["item_price_id"]);
        let nameless = UpdateSubscriptionInput {
            subscription_id: SubscriptionId::new(""),
            profile_id: BusinessProfileId::new("pro\n1"),
            ..input("plan", "price")
        };
        assert_eq!(broken(nameless), ["X-Profile-Id", "subscription_id"]);
    }

    #[test]
    fn it_leaves_for_its_profile_and_expects_its_own_id() {
        let call = UpdateSubscription::new(input("plan", "price")).unwrap();
        let request = call.request();
        assert_eq!((request.method, request.path.as_str()), (Method::Put, "/subscriptions/sub%2F1/update"));
        assert_eq!(request.body, Some(json!({"plan_id": "plan", "item_price_id": "price"})));
        assert_eq!(request.profile_id, Some(BusinessProfileId::new("pro_1")));
        assert_eq!((call.expectation().echoes[0].field.as_ref(), call.expectation().echoes[0].required), ("id", true));
    }
}
