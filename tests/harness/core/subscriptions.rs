//! Subscriptions and what changes them.

use paydesk_api::input::CreateSubscriptionInput;
use paydesk_api::resources::subscriptions::calls::CreateSubscription;
use paydesk_core::features::subscriptions::SubscriptionsAction as Do;
use paydesk_core::operations::{OperationPlan, Precondition, ResourceKind, Submission};
use paydesk_core::{Action, Message};
use paydesk_domain::ids::{BusinessProfileId, CustomerId, MerchantId};
use paydesk_domain::profile::Profile;
use serde_json::{Value, json};

use crate::desk::{Desk, profile};
use crate::service::answered;

/// A desk whose profile has a merchant and a profile id.
pub fn desk() -> Desk {
    let mut desk = Desk::ready(Vec::new());
    let merchant_id = Some(MerchantId::new("mer_1"));
    let business_profile_id = Some(BusinessProfileId::new("pro_1"));
    let profile = Profile { merchant_id, business_profile_id, ..profile() };
    desk.event(Message::ServiceReady { profile, key_place: None });
    desk.serve();
    desk
}

pub fn act(desk: &mut Desk, action: Do) {
    desk.act(Action::Subscriptions(action));
}

pub fn create() -> OperationPlan {
    OperationPlan::of(
        &CreateSubscription::new(CreateSubscriptionInput {
            customer_id: CustomerId::new("cus_1"),
            item_price_id: "price_1".into(),
            merchant_reference_id: "abo-1".into(),
            return_url: "https://shop.example/back".into(),
            ..CreateSubscriptionInput::new(BusinessProfileId::new("pro_1"))
        })
        .unwrap(),
    )
}

pub fn reported(status: &str, secret: bool) -> Value {
    let payment =
        json!({"payment_id": "pay_sub", "status": "requires_confirmation", "amount": 2400, "currency": "USD"});
    let invoice = json!({"id": "inv_1", "subscription_id": "sub_1", "amount": 2400, "currency": "USD",
        "status": "payment_pending"});
    let mut reported = json!({"id": "sub_1", "status": status, "customer_id": "cus_1", "merchant_reference_id": "abo-1",
        "item_price_id": "price_1", "payment": payment, "invoice": invoice});
    if secret {
        reported["client_secret"] = json!("***");
    }
    reported
}

/// Submits the form that is open.
pub fn submit(desk: &mut Desk, plan: OperationPlan) {
    let form = desk.state.form(ResourceKind::Subscription).expect("a form is open");
    let submission = Submission { id: form.operation_id.clone(), plan, precondition: Precondition::Nothing };
    // A double click is one operation.
    desk.act(Action::Submit(Box::new(submission.clone())));
    desk.act(Action::Submit(Box::new(submission)));
    desk.write_all();
}

pub fn created(desk: &mut Desk) {
    desk.act(Action::OpenNew(ResourceKind::Subscription));
    submit(desk, create());
    desk.assert_sent_times(1);
    desk.reply(answered(200, reported("created", true)));
    desk.write_all();
}
