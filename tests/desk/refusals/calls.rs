//! The calls as their forms send them, right in every respect: what is wrong is added by the case.

use paydesk_api::call::Method;
use paydesk_api::input::{
    ConfirmSubscriptionInput, CreateApiKeyInput, CreateCustomerInput, CreatePaymentInput, CreatePaymentLinkInput,
    CreateRefundInput, CreateSubscriptionInput, KeyExpiration, SubscriptionData, SubscriptionMethod,
    UpdateCustomerInput, UpdateSubscriptionInput,
};
use paydesk_api::operation::{AnswerStatus, Endpoint, Expectation, Target};
use paydesk_api::resources::api_keys::calls::CreateApiKey;
use paydesk_api::resources::customers::calls::{CreateCustomer, UpdateCustomer};
use paydesk_api::resources::payment_links::calls::CreatePaymentLink;
use paydesk_api::resources::payments::calls::CreatePayment;
use paydesk_api::resources::payouts::calls::{CreatePayout, CreatePayoutInput, FulfillPayout, FulfillPayoutInput};
use paydesk_api::resources::refunds::calls::CreateRefund;
use paydesk_api::resources::subscriptions::calls::{ConfirmSubscription, CreateSubscription, UpdateSubscription};
use paydesk_core::features::payments::test_card;
use paydesk_core::operations::OperationPlan;
use paydesk_domain::ids::{CustomerId, MerchantId, OperationId, PaymentId, PayoutId, RefundId, SubscriptionId};
use paydesk_domain::money::{Currency, Money};
use paydesk_domain::operation::ResourceKind;
use paydesk_domain::test_cards::TEST_CARDS;
use serde_json::{Value, json};

use super::{CUSTOMER, PAYMENT, Shop};

/// Those of the panels beside the payments, and the one that makes a payment.
pub const ENDPOINTS: [Endpoint; 12] = [
    Endpoint::CreatePayment,
    Endpoint::CreateRefund,
    Endpoint::CreatePayout,
    Endpoint::UpdatePayout,
    Endpoint::FulfillPayout,
    Endpoint::CreateCustomer,
    Endpoint::UpdateCustomer,
    Endpoint::CreatePaymentLink,
    Endpoint::CreateSubscription,
    Endpoint::ConfirmSubscription,
    Endpoint::UpdateSubscription,
    Endpoint::CreateApiKey,
];

/// Where the call goes, with a star for an id, and what its operation is called with its object.
pub fn place_and_title(endpoint: Endpoint) -> ((Method, &'static str), &'static str) {
    match endpoint {
        Endpoint::CreatePayment => ((Method::Post, "/payments"), "Create payment of 10.00 USD"),
        Endpoint::CreateRefund => ((Method::Post, "/refunds"), "Refund 1.00 USD of paid_1"),
        Endpoint::CreatePayout => ((Method::Post, "/payouts/create"), "Create payout of 125.00 EUR"),
        Endpoint::UpdatePayout => ((Method::Put, "/payouts/*"), "Update payout PAYOUT"),
        Endpoint::FulfillPayout => ((Method::Post, "/payouts/*/fulfill"), "Fulfil payout of 125.00 EUR, PAYOUT"),
        Endpoint::CreateCustomer => ((Method::Post, "/customers"), "Create customer cus_2"),
        Endpoint::UpdateCustomer => ((Method::Post, "/customers/*"), "Update customer cus_1"),
        Endpoint::CreatePaymentLink => ((Method::Post, "/payment_link"), "Create payment link of 10.00 USD"),
        Endpoint::CreateSubscription => ((Method::Post, "/subscriptions/create"), "Create subscription"),
        Endpoint::ConfirmSubscription => {
            ((Method::Post, "/subscriptions/*/confirm"), "Confirm subscription SUBSCRIPTION")
        }
        Endpoint::UpdateSubscription => {
            ((Method::Put, "/subscriptions/*/update"), "Change subscription plan SUBSCRIPTION")
        }
        Endpoint::CreateApiKey => ((Method::Post, "/api_keys/*"), "Create API key “Warehouse”"),
        other => panic!("{other:?} is not tried here"),
    }
}

fn money(minor: i64, code: &str) -> Money {
    Money::new(minor, Currency::iso4217(code))
}

/// What the form of `endpoint` would send.
pub fn plan(shop: &Shop, endpoint: Endpoint, id: &OperationId) -> OperationPlan {
    let state = &shop.desk.state;
    let profile_id = state.view().business_profile_id().unwrap().clone();
    let subscription_id = SubscriptionId::new(&*shop.subscription);
    match endpoint {
        Endpoint::CreatePayment => {
            let payment_id = PaymentId::new(format!("pay_{}", id.as_str()));
            let input = CreatePaymentInput::new(money(1_000, "USD"), profile_id, payment_id);
            OperationPlan::of(&CreatePayment::new(id.clone(), input, state.now).unwrap())
        }
        Endpoint::CreateRefund => {
            let refund_id = RefundId::new(id.as_str());
            let input = CreateRefundInput::new(PaymentId::new(PAYMENT), refund_id, money(100, "USD"));
            OperationPlan::of(&CreateRefund::new(id.clone(), input).unwrap())
        }
        Endpoint::CreatePayout => {
            let input = CreatePayoutInput::new(money(12_500, "EUR"), id.as_str());
            OperationPlan::of(&CreatePayout::new(id.clone(), input).unwrap())
        }
        Endpoint::UpdatePayout => texts_of_payout(shop),
        Endpoint::FulfillPayout => {
            let (payout_id, amount) = (PayoutId::new(&*shop.payout), money(12_500, "EUR"));
            let plan = OperationPlan::of(
                &FulfillPayout::new(FulfillPayoutInput { payout_id, amount: amount.clone() }).unwrap(),
            );
            OperationPlan { money: Some(amount), ..plan }
        }
        Endpoint::CreateCustomer => {
            OperationPlan::of(&CreateCustomer::new(CreateCustomerInput::new(CustomerId::new("cus_2"))).unwrap())
        }
        Endpoint::UpdateCustomer => {
            let name = Some("Ada King".to_owned());
            let input = UpdateCustomerInput { name, ..UpdateCustomerInput::new(CustomerId::new(CUSTOMER)) };
            OperationPlan::of(&UpdateCustomer::new(input).unwrap())
        }
        Endpoint::CreatePaymentLink => {
            let input = CreatePaymentLinkInput::new(money(1_000, "USD"));
            OperationPlan::of(&CreatePaymentLink::new(id.clone(), input, state.now).unwrap())
        }
        Endpoint::CreateSubscription => {
            let input = CreateSubscriptionInput {
                customer_id: CustomerId::new(CUSTOMER),
                item_price_id: "price_beans_monthly_usd".into(),
                merchant_reference_id: id.to_string(),
                return_url: "https://shop.example/back".into(),
                ..CreateSubscriptionInput::new(profile_id)
            };
            OperationPlan::of(&CreateSubscription::new(input).unwrap())
        }
        Endpoint::ConfirmSubscription => {
            let data = test_card(&state.view(), &TEST_CARDS[0], "Ada Lovelace").map(SubscriptionData::Card);
            let method = SubscriptionMethod::Card;
            let input =
                ConfirmSubscriptionInput { data, ..ConfirmSubscriptionInput::new(profile_id, subscription_id, method) };
            OperationPlan::of(&ConfirmSubscription::new(input, state.now).unwrap())
        }
        Endpoint::UpdateSubscription => {
            let (plan_id, item_price_id) = ("plan_office_monthly".into(), "price_office_monthly_usd".into());
            let input = UpdateSubscriptionInput { profile_id, subscription_id, plan_id, item_price_id };
            OperationPlan::of(&UpdateSubscription::new(input).unwrap())
        }
        Endpoint::CreateApiKey => {
            let merchant_id = MerchantId::new(&*shop.service.running.credentials.merchant_id);
            let expiration = Some(KeyExpiration::Never);
            let input =
                CreateApiKeyInput { merchant_id, name: "Warehouse".into(), description: String::new(), expiration };
            OperationPlan::of(&CreateApiKey::new(input, state.now).unwrap())
        }
        other => panic!("{other:?} is not tried here"),
    }
}

/// As the form for the texts of a payout sends it.
fn texts_of_payout(shop: &Shop) -> OperationPlan {
    use paydesk_api::call::Request;
    let request = Request::operation(Method::Put, format!("/payouts/{}", shop.payout), json!({"description": "Wages"}));
    OperationPlan {
        endpoint: Endpoint::UpdatePayout,
        target: Target::new(ResourceKind::Payout, &*shop.payout),
        expectation: Expectation::new(AnswerStatus::UnchangedPayout).naming("payout_id", &shop.payout),
        request,
        money: None,
        is_status_check: false,
        with_secret: false,
        stored_in_part: false,
    }
}

/// Sets a field of the body; nothing takes it away.
pub fn set(plan: &mut OperationPlan, field: &str, value: Value) {
    let body = plan.request.body.as_mut().and_then(Value::as_object_mut).unwrap();
    if value.is_null() { drop(body.remove(field)) } else { drop(body.insert(field.to_owned(), value)) }
}
