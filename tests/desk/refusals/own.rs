//! What each call is refused with for its own reasons: 400, 404 and 409 of the specification's table and of the sandbox's
//! choices. The words of the service stand between what happened and what to do.

use paydesk_api::call::Method;
use paydesk_api::operation::Endpoint;
use paydesk_core::operations::{OperationPlan, PaymentPrecondition, Precondition};
use paydesk_domain::ids::{OperationId, PaymentId};
use paydesk_domain::money::{Currency, Money};
use paydesk_domain::payment::PaymentStatus;
use serde_json::json;

use super::calls::{plan, set};
use super::{PAYMENT, Shop};

/// A call made wrong, and what is read then.
struct Case(Endpoint, fn(&mut OperationPlan), &'static str);

/// To an object that is not there.
fn elsewhere(plan: &mut OperationPlan) {
    let mut parts: Vec<String> = plan.request.path.split('/').map(str::to_owned).collect();
    let nobody = "nobody".to_owned();
    plan.target.resource.clone_from(&nobody);
    parts[2] = nobody;
    plan.request.path = parts.join("/");
}

fn fulfil_elsewhere(plan: &mut OperationPlan) {
    elsewhere(plan);
    set(plan, "payout_id", json!("nobody"));
}

const CASES: &[Case] = &[
    Case(
        Endpoint::CreatePayment,
        |plan| set(plan, "amount", json!(null)),
        "Create payment of 10.00 USD: rejected. amount is required (IR_01). Complete the missing fields, then send it again.",
    ),
    Case(
        Endpoint::CreatePayment,
        |plan| set(plan, "amount", json!(-1)),
        "Create payment of 10.00 USD: rejected. amount must be at least 1 in minor units, not -1 (IR_04). Correct it, then send it again.",
    ),
    Case(
        Endpoint::CreatePayment,
        |plan| set(plan, "currency", json!("ZZZ")),
        "Create payment of 10.00 USD: rejected. currency must be a three-letter ISO 4217 code, not “ZZZ” (IR_04). Correct it, then send it again.",
    ),
    Case(
        Endpoint::CreatePayment,
        |plan| set(plan, "profile_id", json!("pro_other")),
        "Create payment of 10.00 USD: rejected. profile_id “pro_other” is not a profile of this merchant (IR_04). Correct it, then send it again.",
    ),
    Case(
        Endpoint::CreatePayment,
        |plan| set(plan, "customer_id", json!("cus_9")),
        "Create payment of 10.00 USD: rejected. no customer has the id “cus_9” (IR_05). Check the customer ID: it must be one the service issued.",
    ),
    Case(
        Endpoint::CreatePayment,
        |plan| set(plan, "items", json!([])),
        "Create payment of 10.00 USD: rejected. items must not be sent: list the goods in order_details (IR_04). Correct it, then send it again.",
    ),
    Case(
        Endpoint::CreateRefund,
        |plan| set(plan, "payment_id", json!(null)),
        "Refund 1.00 USD: Sent, outcome unknown, the service refused it: payment_id is required (IR_01). Paydesk first checks that no copy of it was executed.",
    ),
    Case(
        Endpoint::CreateRefund,
        |plan| set(plan, "payment_id", json!("paid_9")),
        "Refund 1.00 USD: Sent, outcome unknown, the service refused it: no payment has the id “paid_9” (IR_05). Paydesk first checks that no copy of it was executed.",
    ),
    Case(
        Endpoint::CreateRefund,
        |plan| set(plan, "amount", json!(99_999)),
        "Refund 1.00 USD: Sent, outcome unknown, the service refused it: amount 99999 exceeds what is left to refund of payment paid_1: 1000 (IR_04). Paydesk first checks that no copy of it was executed.",
    ),
    Case(
        Endpoint::CreatePayout,
        |plan| set(plan, "amount", json!(null)),
        "Create payout of 125.00 EUR: rejected. amount is required (IR_01). Complete the missing fields, then send it again.",
    ),
    Case(
        Endpoint::CreatePayout,
        |plan| set(plan, "currency", json!(null)),
        "Create payout of 125.00 EUR: rejected. currency is required (IR_01). Complete the missing fields, then send it again.",
    ),
    Case(
        Endpoint::CreatePayout,
        |plan| set(plan, "payout_method_data", json!({"bank": {}, "card": {}})),
        "Create payout of 125.00 EUR: rejected. payout_method_data must have exactly one of card, bank_transfer, wallet, bank_redirect, passthrough, not “bank”, “card” (IR_04). Correct it, then send it again.",
    ),
    Case(
        Endpoint::CreatePayout,
        |plan| set(plan, "payout_method_id", json!("pm_9")),
        "Create payout of 125.00 EUR: rejected. no stored payout method has the id “pm_9” (IR_05). Check the IDs; they may belong to another profile.",
    ),
    Case(
        Endpoint::UpdatePayout,
        elsewhere,
        "Update payout nobody: rejected. no payout has the id “nobody” (IR_05). Check the ID and the active profile: it may belong to another account.",
    ),
    Case(
        Endpoint::UpdatePayout,
        |plan| set(plan, "description", json!(7)),
        "Update payout PAYOUT: rejected. description must be a string, not the number 7 (IR_04). Correct it, then send it again.",
    ),
    Case(
        Endpoint::FulfillPayout,
        fulfil_elsewhere,
        "Fulfil payout of 125.00 EUR, nobody: rejected. no payout has the id “nobody” (IR_05). Check the ID and the active profile: it may belong to another account.",
    ),
    Case(
        Endpoint::FulfillPayout,
        |plan| set(plan, "payout_id", json!("po_other")),
        "Fulfil payout of 125.00 EUR, PAYOUT: rejected. payout_id must be the one in the path (IR_04). Refresh the payout: it can be paid out only while it requires fulfilment.",
    ),
    Case(
        Endpoint::FulfillPayout,
        |plan| set(plan, "payout_id", json!(null)),
        "Fulfil payout of 125.00 EUR, PAYOUT: rejected. payout_id is required (IR_01). Complete the missing fields, then send it again.",
    ),
    Case(
        Endpoint::CreateCustomer,
        |plan| set(plan, "email", json!(7)),
        "Create customer cus_2: rejected. email must be a string, not the number 7 (IR_04). Correct it or choose another ID, then send it again.",
    ),
    Case(
        Endpoint::UpdateCustomer,
        elsewhere,
        "Update customer nobody: rejected. no customer has the id “nobody” (IR_05). Check the ID and the active profile: it may belong to another account.",
    ),
    Case(
        Endpoint::UpdateCustomer,
        |plan| set(plan, "metadata", json!("x")),
        "Update customer cus_1: rejected. metadata must be an object, not a string (IR_04). Correct it, then send it again.",
    ),
    Case(
        Endpoint::CreatePaymentLink,
        |plan| set(plan, "amount", json!(null)),
        "Create payment link of 10.00 USD: rejected. amount is required (IR_01). Complete the missing fields, then send it again.",
    ),
    Case(
        Endpoint::CreatePaymentLink,
        |plan| set(plan, "currency", json!("ZZZ")),
        "Create payment link of 10.00 USD: rejected. currency must be a three-letter ISO 4217 code, not “ZZZ” (IR_04). Correct it, then send it again.",
    ),
    Case(
        Endpoint::CreatePaymentLink,
        |plan| set(plan, "expiry", json!("2020-01-01T00:00:00Z")),
        "Create payment link of 10.00 USD: rejected. expiry must be in the future (IR_04). Correct it, then send it again.",
    ),
    Case(
        Endpoint::CreatePaymentLink,
        |plan| set(plan, "customer_id", json!("cus_9")),
        "Create payment link of 10.00 USD: rejected. no customer has the id “cus_9” (IR_05). Check the customer ID: it must be one the service issued.",
    ),
    Case(
        Endpoint::CreateSubscription,
        |plan| set(plan, "customer_id", json!(null)),
        "Create subscription: rejected. customer_id is required (IR_01). Complete the missing fields, then send it again.",
    ),
    Case(
        Endpoint::CreateSubscription,
        |plan| set(plan, "customer_id", json!("cus_9")),
        "Create subscription: rejected. no customer has the id “cus_9” (IR_05). Check the customer, the price and the plan; they may belong to another profile.",
    ),
    Case(
        Endpoint::CreateSubscription,
        |plan| set(plan, "item_price_id", json!("price_9")),
        "Create subscription: rejected. no item price has the id “price_9” (IR_05). Check the customer, the price and the plan; they may belong to another profile.",
    ),
    Case(
        Endpoint::CreateSubscription,
        |plan| set(plan, "plan_id", json!("plan_9")),
        "Create subscription: rejected. no plan has the id “plan_9” (IR_05). Check the customer, the price and the plan; they may belong to another profile.",
    ),
    Case(
        Endpoint::ConfirmSubscription,
        elsewhere,
        "Confirm subscription nobody: rejected. no subscription has the id “nobody” (IR_05). Check the ID and the active profile: it may belong to another account.",
    ),
    Case(
        Endpoint::ConfirmSubscription,
        |plan| set(plan, "payment_details", json!(7)),
        "Confirm subscription SUBSCRIPTION: rejected. payment_details.payment_method is required (IR_01). Complete the missing fields, then send it again.",
    ),
    Case(
        Endpoint::UpdateSubscription,
        elsewhere,
        "Change subscription plan nobody: rejected. no subscription has the id “nobody” (IR_05). Check the subscription, the plan and the price; they may belong to another profile.",
    ),
    Case(
        Endpoint::UpdateSubscription,
        |plan| set(plan, "plan_id", json!(null)),
        "Change subscription plan SUBSCRIPTION: rejected. plan_id is required (IR_01). Complete the missing fields, then send it again.",
    ),
    Case(
        Endpoint::UpdateSubscription,
        |plan| set(plan, "item_price_id", json!("price_9")),
        "Change subscription plan SUBSCRIPTION: rejected. no item price has the id “price_9” (IR_05). Check the subscription, the plan and the price; they may belong to another profile.",
    ),
    Case(
        Endpoint::UpdateSubscription,
        |_| (),
        "Change subscription plan SUBSCRIPTION: rejected. subscription SUBSCRIPTION is created and cannot change its plan (IR_04). Check the subscription, the plan and the price again.",
    ),
    Case(
        Endpoint::CreateApiKey,
        |plan| set(plan, "name", json!(null)),
        "Create API key: rejected. name is required (IR_01). Complete the missing fields, then send it again.",
    ),
    Case(
        Endpoint::CreateApiKey,
        |plan| set(plan, "expiration", json!("2020-01-01")),
        "Create API key “Warehouse”: rejected. expiration must be in the future (IR_04). Correct it, then send it again.",
    ),
    Case(
        Endpoint::CreateApiKey,
        elsewhere,
        "Create API key “Warehouse”: rejected. no merchant has the id “nobody” (IR_05). Check the profile's merchant ID in Settings → Profiles.",
    ),
];

#[test]
fn what_is_wrong_with_a_call_is_said_with_its_object_and_the_next_step() {
    let mut shop = Shop::open();
    let mut wrong = Vec::new();
    for Case(endpoint, change, expected) in CASES {
        let id = shop.operation_id();
        let mut plan = plan(&shop, *endpoint, &id);
        change(&mut plan);
        let text = shop.response(&id, plan, Precondition::Nothing);
        if text != *expected {
            wrong.push(format!("{endpoint:?}\n   told: {text}\n   not: {expected}"));
        }
    }
    shop.desk.close();
    assert!(wrong.is_empty(), "{}", wrong.join("\n"));
}

#[test]
fn what_stands_in_the_way_of_a_call_is_said_where_it_is_known() {
    let mut shop = Shop::open();
    let sent_as = |shop: &mut Shop,
                   id: &OperationId,
                   endpoint: Endpoint,
                   change: fn(&mut OperationPlan),
                   precondition: Precondition| {
        let mut plan = plan(shop, endpoint, id);
        change(&mut plan);
        shop.response(id, plan, precondition)
    };
    let id = shop.operation_id();
    let text = sent_as(&mut shop, &id, Endpoint::CreateCustomer, |_| (), Precondition::Nothing);
    assert_eq!(text, "Customer created");
    let id = shop.operation_id();
    let change = |plan: &mut OperationPlan| set(plan, "name", json!("Somebody else"));
    assert_eq!(
        sent_as(&mut shop, &id, Endpoint::CreateCustomer, change, Precondition::Nothing),
        "Create customer cus_2: a customer with the id “cus_2” already exists (IR_04). The customer cus_2 exists, but may be a different one or may have changed since. Check it, or choose another ID."
    );

    // The id of a refund is the operation's own: under it is what another body made, and no money moves twice.
    let body = json!({"payment_id": PAYMENT, "refund_id": "op_3", "amount": 50});
    shop.service.ask(Method::Post, "/refunds", Some(body));
    let id = shop.operation_id();
    let text = sent_as(&mut shop, &id, Endpoint::CreateRefund, |_| (), Precondition::Nothing);
    assert_eq!(
        text,
        "Refund 1.00 USD: Sent, outcome unknown, the service refused it: a refund with the id “op_3” already exists, with a different body (IR_04). Paydesk first checks that no copy of it was executed."
    );
    let nobody = precondition(&shop, "paid_9");
    let id = shop.operation_id();
    let gone = |plan: &mut OperationPlan| plan.target.resource = "paid_9".to_owned();
    assert_eq!(
        sent_as(&mut shop, &id, Endpoint::CreateRefund, gone, nobody),
        "Refund 1.00 USD of paid_9: not sent, the payment could not be checked first: the service has no payment paid_9"
    );

    let id = shop.operation_id();
    let text = sent_as(&mut shop, &id, Endpoint::FulfillPayout, |_| (), Precondition::Nothing);
    assert_eq!(text, "125.00 EUR paid out");
    let id = shop.operation_id();
    let text = sent_as(&mut shop, &id, Endpoint::FulfillPayout, |_| (), Precondition::Nothing);
    assert!(text.starts_with("Fulfil payout of 125.00 EUR, PAYOUT: rejected. payout PAYOUT is "), "{text}");
    assert!(text.ends_with("Refresh the payout: it can be paid out only while it requires fulfilment."), "{text}");

    let id = shop.operation_id();
    sent_as(&mut shop, &id, Endpoint::ConfirmSubscription, |_| (), Precondition::Nothing);
    let id = shop.operation_id();
    let text = sent_as(&mut shop, &id, Endpoint::ConfirmSubscription, |_| (), Precondition::Nothing);
    assert!(text.contains("subscription SUBSCRIPTION is already confirmed"), "{text}");
    shop.desk.close();
}

/// A payment as somebody may have seen it.
fn precondition(shop: &Shop, payment_id: &str) -> Precondition {
    let amount = Money::new(1_000, Currency::iso4217("USD"));
    Precondition::Payment(PaymentPrecondition {
        payment_id: PaymentId::new(payment_id),
        status: PaymentStatus::Succeeded,
        received_minor: Some(amount.minor),
        amount,
        capturable_minor: Some(0),
        refunded_minor: None,
        capture_method: None,
        modified_at: None,
        known_review: false,
        at: shop.desk.state.now,
    })
}
