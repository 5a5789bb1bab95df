//! `POST /subscriptions/create` ([API reference](crate::resources::subscriptions::reference#create)).
//!
//! `merchant_reference_id` always leaves: nothing else shows afterwards whether a subscription whose answer was lost
//! exists.

use serde_json::Value;

use super::check_addresses;
use crate::call::Request;
use crate::calls::fields::BodyFields;
use crate::input::{self, Billing, CaptureSchedule, Checks, CreateSubscriptionInput, InputError, PaymentType, sound};
use crate::operation::{AnswerStatus, Endpoint, Expectation, OperationCall, Target};
use crate::outcome::{Attempt, Body, HttpAnswer};
use crate::resources::subscriptions::wire::take_client_secret;
use paydesk_domain::ids::{BusinessProfileId, CustomerId};
use paydesk_domain::operation::ResourceKind;
use paydesk_domain::secret::SecretText;

impl CaptureSchedule {
    /// The value of the API.
    pub fn word(self) -> &'static str {
        self.into()
    }
}

impl CreateSubscriptionInput {
    /// A subscription of which everything that is required is still empty, but the profile.
    pub fn new(profile_id: BusinessProfileId) -> Self {
        Self {
            profile_id,
            customer_id: CustomerId::new(""),
            item_price_id: String::new(),
            merchant_reference_id: String::new(),
            plan_id: String::new(),
            coupon_code: String::new(),
            billing: None,
            shipping: None,
            return_url: String::new(),
            authentication_type: None,
            capture_method: None,
            setup_future_usage: None,
            payment_type: None,
        }
    }

    /// Every broken rule, in the order of the fields.
    pub fn check(&self) -> Vec<InputError> {
        let mut checks = Checks::default();
        checks.add(input::header("X-Profile-Id", self.profile_id.as_str()));
        checks.add(input::required("customer_id", self.customer_id.as_str()));
        checks.add(input::required("item_price_id", &self.item_price_id));
        checks.add(input::required("merchant_reference_id", &self.merchant_reference_id));
        checks.extend(check_addresses("", self.billing.as_ref(), self.shipping.as_ref()));
        checks.add(input::required("payment_details.return_url", &self.return_url));
        checks.add_given("payment_details.return_url", &self.return_url, |field, text| match text.trim() {
            "" => Ok(()),
            _ => input::url(field, text),
        });
        checks.into_errors()
    }

    fn payment_details(&self) -> BodyFields {
        BodyFields::new()
            .text("return_url", &self.return_url)
            .maybe("authentication_type", self.authentication_type.map(<&str>::from))
            .maybe("capture_method", self.capture_method.map(CaptureSchedule::word))
            .maybe("setup_future_usage", self.setup_future_usage.map(<&str>::from))
            .maybe("payment_type", self.payment_type.map(PaymentType::word))
    }
}

/// `POST /subscriptions/create`.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct CreateSubscription {
    input: CreateSubscriptionInput,
}

impl CreateSubscription {
    /// The call, unless a rule of the input is broken.
    pub fn new(input: CreateSubscriptionInput) -> Result<Self, Vec<InputError>> {
        let errors = input.check();
        sound(Self { input }, errors)
    }

    pub fn input(&self) -> &CreateSubscriptionInput {
        &self.input
    }
}

impl CreateSubscription {
    /// Takes the `client_secret` out of what the client saw of a call about a subscription, and leaves a mask: it is given
    /// with the creation, and whenever a new confirmation is required. None where `request` is about something else, or
    /// the answer about another subscription.
    pub fn take_client_secret(request: &Request, attempt: &mut Attempt) -> Option<SecretText> {
        let is_created = request.path == Endpoint::CreateSubscription.path("");
        let of_it = |id: &str| {
            let steps = [Endpoint::ConfirmSubscription, Endpoint::UpdateSubscription];
            is_created || steps.iter().any(|step| request.path == step.path(id))
        };
        match attempt {
            Attempt::Answered(HttpAnswer { body: Body::Json(body), .. })
                if body.get("id").and_then(Value::as_str).is_some_and(of_it) =>
            {
                take_client_secret(body)
            }
            Attempt::Answered(_) | Attempt::NotSent(_) | Attempt::NoKey(_) | Attempt::Lost(_) => None,
        }
    }
}

impl OperationCall for CreateSubscription {
    const ENDPOINT: Endpoint = Endpoint::CreateSubscription;

    fn request(&self) -> Request {
        let input = &self.input;
        let body = BodyFields::new()
            .set("customer_id", input.customer_id.as_str())
            .set("item_price_id", input.item_price_id.as_str())
            .set("merchant_reference_id", input.merchant_reference_id.as_str())
            .text("plan_id", &input.plan_id)
            .text("coupon_code", &input.coupon_code)
            .maybe("billing", input.billing.as_ref().map(Billing::to_json))
            .maybe("shipping", input.shipping.as_ref().map(Billing::to_json))
            .object("payment_details", input.payment_details());
        let request = Request::to(Self::ENDPOINT, "", body.into_value());
        request.for_profile(input.profile_id.clone())
    }

    /// The service names the subscription itself: until its answer is there, our reference stands for it.
    fn target(&self) -> Target {
        Target::new(ResourceKind::Subscription, self.input.merchant_reference_id.as_str())
    }

    fn expectation(&self) -> Expectation {
        let reference = &self.input.merchant_reference_id;
        Expectation::new(AnswerStatus::Subscription).naming_sent("merchant_reference_id", reference).with_text_in("id")
    }
}

#[cfg(test)]
mod tests {
    use serde_json::json;
    use strum::IntoEnumIterator as _;

    use super::*;
    use crate::input::Address;

    fn input() -> CreateSubscriptionInput {
        CreateSubscriptionInput {
            customer_id: CustomerId::new("ada"),
            item_price_id: "price_1".to_owned(),
            merchant_reference_id: "abo-1".to_owned(),
            return_url: "https://shop.example/return".to_owned(),
            ..CreateSubscriptionInput::new(BusinessProfileId::new("pro_1"))
        }
    }

    #[test]
    fn words_are_those_of_the_specification() {
        let names: Vec<&str> = CaptureSchedule::iter().map(CaptureSchedule::word).collect();
        assert_eq!(names, ["automatic", "manual", "manual_multiple", "scheduled", "sequential_automatic"]);
        let names: Vec<&str> = PaymentType::iter().map(PaymentType::word).collect();
        assert_eq!(names, ["normal", "new_mandate", "setup_mandate", "recurring_mandate"]);
    }

    #[test]
    fn what_is_required_is_named_and_the_rest_is_optional() {
        assert_eq!(input().check(), []);
        let all = CreateSubscriptionInput::new(BusinessProfileId::new("")).check();
        let fields: Vec<&str> = all.iter().map(|error| error.field.as_str()).collect();
        let required =
            ["X-Profile-Id", "customer_id", "item_price_id", "merchant_reference_id", "payment_details.return_url"];
        assert_eq!(fields, required);
        let address = Address { country: "GBR".to_owned(), line3: "Back door".to_owned(), ..Address::default() };
        let shipping = Some(Billing { address, ..Billing::default() });
        let odd = CreateSubscriptionInput { shipping, return_url: "shop.example".to_owned(), ..input() }.check();
        let fields: Vec<&str> = odd.iter().map(|error| error.field.as_str()).collect();
        assert_eq!(fields, ["shipping.address.country", "payment_details.return_url"]);
    }

    #[test]
    fn it_leaves_for_its_profile_with_our_reference() {
        let call = CreateSubscription::new(input()).unwrap();
        let request = call.request();
        assert_eq!(request.profile_id, Some(BusinessProfileId::new("pro_1")));
        let expected = json!({"customer_id": "ada", "item_price_id": "price_1", "merchant_reference_id": "abo-1",
            "payment_details": {"return_url": "https://shop.example/return"}});
        assert_eq!(request.body, Some(expected));
        assert_eq!(call.target(), Target::new(ResourceKind::Subscription, "abo-1"));
    }
}
