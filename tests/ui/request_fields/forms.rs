//! One window a call, filled in to the last field.

use paydesk_api::request::Request;
use paydesk_core::Action;
use paydesk_core::features::customers::CustomersAction;
use paydesk_core::features::payments::{PaymentsAction, UnconfirmedAction};
use paydesk_core::features::payouts::PayoutsAction;
use paydesk_core::features::subscriptions::{SubscriptionStep, SubscriptionsAction};
use paydesk_core::operations::ResourceKind;
use paydesk_core::route::Route;
use paydesk_domain::analytics::Subject;
use paydesk_domain::ids::CustomerId;
use paydesk_domain::payout::{PayoutMethodKind, VARIANTS};
use paydesk_domain::test_cards::TEST_CARDS;
use paydesk_test_core::customers::{act, answer_customer};
use paydesk_test_core::desk::{Desk, pay_1};
use paydesk_test_core::payouts::{po_1, with_payout};
use paydesk_test_core::service::answered;
use paydesk_test_core::{api_keys, subscriptions, unconfirmed};

use serde_json::{Map, Value, json};

use super::calls;
use super::robot::Robot;

/// The requests, by the line of their endpoint in the table.
pub fn requests() -> Vec<(&'static str, Request)> {
    let mut all = Vec::new();
    all.extend(payments().into_iter().map(|request| ("POST /payments", request)));
    let of_payment = confirmation_of_payment().into_iter();
    all.extend(of_payment.map(|request| ("POST /payments/:payment_id/confirm", request)));
    all.push(("POST /payment_link", payment_link()));
    all.push(("POST /customers", customer()));
    all.extend(payouts().into_iter().map(|request| ("POST /payouts/create", request)));
    all.push(("POST /customers/:customer_id", change_of_customer()));
    all.push(("PUT /payouts/:payout_id", change_of_payout()));
    all.push(("POST /subscriptions/create", subscription()));
    all.extend(confirmations().into_iter().map(|request| ("POST /subscriptions/{subscription_id}/confirm", request)));
    all.push(("PUT /subscriptions/{subscription_id}/update", plan()));
    all.push(("POST /api_keys/:merchant_id", api_key()));
    all.push(("POST /payments/:payment_id/capture", calls::capture()));
    all.push(("POST /payments/:payment_id/cancel", calls::cancellation()));
    all.push(("POST /refunds", calls::refund()));
    all.push(("POST /payouts/:payout_id/fulfill", calls::fulfilment()));
    all.push(("POST /disputes/evidence", calls::evidence()));
    all.extend(calls::payment_lists().into_iter().map(|request| ("POST /payments/list", request)));
    all.extend(calls::dispute_lists().into_iter().map(|request| ("GET /disputes/list", request)));
    let disputes = calls::question(Subject::Disputes).into_iter();
    all.extend(disputes.map(|request| ("POST /analytics/v1/{scope}/metrics/disputes", request)));
    let payments = calls::question(Subject::Payments).into_iter();
    all.extend(payments.map(|request| ("POST /analytics/v1/merchant/metrics/payments", request)));
    all
}

fn form(mut desk: Desk, panel: ResourceKind) -> Robot {
    desk.act(Action::GoTo(Route::List(panel)));
    desk.act(Action::OpenNew(panel));
    Robot::at(desk)
}

/// Every field of the browser.
fn with_browser(robot: Robot, title: &str) -> Robot {
    robot.press(title).choose("Java enabled", "yes").choose("JavaScript enabled", "no")
}

/// The test card that is charged without more ado.
fn test_card() -> String {
    format!("{} · {}", TEST_CARDS[0].grouped(), TEST_CARDS[0].text())
}

/// The methods whose data has a name that the provider chooses.
const NAMED: [&str; 3] = ["Wallet", "Bank redirect", "Bank transfer"];

pub fn payments() -> Vec<Request> {
    let open = || form(subscriptions::desk(), ResourceKind::Payment);
    let card = open().choose("Test card", &test_card()).choose("Method type", "Debit");
    let card = card.press("Add shipping address").press("Add item").press("Add metadata");
    let card = with_browser(card, "Customer's browser");
    let card = card.choose("Save payment method", "Off session").choose("Authentication", "Three ds");
    let crypto = open().choose("Payment method", "Crypto").choose("Method type", "Crypto currency");
    let crypto = crypto.press("Add billing address");
    let customer = open().press("Existing customer");
    let mut all = vec![
        card.write_everywhere().call("Create and").request,
        crypto.write_everywhere().call("Create").request,
        customer.write_everywhere().call("Create").request,
    ];
    for method in NAMED {
        let robot = open().choose("Payment method", method).press("Add billing address");
        all.push(robot.write_everywhere().call("Create").request);
    }
    all
}

pub fn confirmation_of_payment() -> Vec<Request> {
    let open = || {
        let mut desk = unconfirmed::waiting();
        desk.act(Action::Payments(PaymentsAction::Unconfirmed(UnconfirmedAction::FillIn(pay_1()))));
        Robot::at(desk)
    };
    let card = open().choose("Test card", &test_card()).choose("Method type", "Debit");
    let card = with_browser(card, "Customer's browser");
    let crypto = open().choose("Payment method", "Crypto").press("Add billing address");
    let mut all =
        vec![card.write_everywhere().call("Confirm").request, crypto.write_everywhere().call("Confirm").request];
    for method in NAMED {
        let robot = open().choose("Payment method", method).press("Add billing address");
        all.push(robot.write_everywhere().call("Confirm").request);
    }
    all
}

pub fn payment_link() -> Request {
    let robot = form(Desk::ready(Vec::new()), ResourceKind::PaymentLink).press("E-mail the link to the customer");
    let robot = robot.press("Ask the customer for a name and address").press("Other");
    let robot = robot.choose("Capture", "Manual").choose("Authentication", "With 3-D Secure");
    robot.write_everywhere().call("Create link").request
}

fn customer() -> Request {
    let robot = form(Desk::ready(Vec::new()), ResourceKind::Customer).press("Add metadata");
    robot.write_everywhere().call("Create customer").request
}

fn payouts() -> Vec<Request> {
    let open = || form(Desk::ready(Vec::new()), ResourceKind::Payout);
    let mut all = Vec::new();
    for variant in &VARIANTS {
        let robot = open().choose("Method", variant.label);
        let robot = if variant.kind == PayoutMethodKind::BankTransfer {
            robot.press("Account the money comes from").choose("Source account", variant.label)
        } else {
            robot
        };
        all.push(robot.write_everywhere().call("Create payout").request);
    }
    let (token, saved) =
        (open().choose("Method", "Stored method, by token"), open().choose("Method", "Saved method, by ID"));
    let token = token
        .press("Confirm immediately")
        .press("Metadata")
        .press("Add metadata")
        .press("Tax ID and identity document of the recipient");
    let token = token.press("More about the payout").press("Billing");
    let token =
        token.press("Create a payout link: the recipient enters their account details there").press("Test mode");
    let token = token.press("Recurring: the method is saved for future payouts");
    let token = token.choose("Payout type", "bank").choose("Priority", "fast").choose("Entity type", "Company");
    let token = with_browser(token, "Recipient's browser");
    all.push(token.write_everywhere().call("Create payout").request);
    all.push(saved.press("Deprecated customer fields").write_everywhere().call("Create payout").request);
    all
}

fn change_of_payout() -> Request {
    let mut desk = with_payout("requires_fulfillment");
    desk.act(Action::Payouts(PayoutsAction::Edit(po_1())));
    let robot = Robot::at(desk).write("Description", "Other").press("Add metadata");
    robot.write_everywhere().call("Save payout").request
}

fn change_of_customer() -> Request {
    let mut desk = Desk::ready(Vec::new());
    desk.act(Action::GoTo(Route::List(ResourceKind::Customer)));
    act(&mut desk, CustomersAction::Find("cus_1".into()));
    answer_customer(&mut desk, answered(200, json!({"customer_id": "cus_1", "name": "Ada"})));
    desk.act(Action::Customers(CustomersAction::Edit(CustomerId::new("cus_1"))));
    Robot::at(desk).press("Add metadata").write_everywhere().call("Save changes").request
}

fn subscription() -> Request {
    let robot = form(subscriptions::desk(), ResourceKind::Subscription);
    let robot = robot.press("Add billing address").press("Add shipping address");
    let robot = robot.choose("Authentication", "Three ds").choose("Capture", "Manual");
    let robot = robot.choose("Save payment method", "Off session").choose("Payment type", "Normal");
    robot.write_everywhere().call("Create subscription").request
}

fn step(step: SubscriptionStep, status: &str) -> Robot {
    let mut desk = subscriptions::desk();
    desk.act(Action::GoTo(Route::List(ResourceKind::Subscription)));
    desk.act(Action::OpenNew(ResourceKind::Subscription));
    subscriptions::submit(&mut desk, subscriptions::create());
    desk.reply(answered(200, subscriptions::reported(status, true)));
    desk.write_all();
    desk.act(Action::Subscriptions(SubscriptionsAction::OpenStep(step, "sub_1".into())));
    Robot::at(desk)
}

fn confirmations() -> Vec<Request> {
    let open = || step(SubscriptionStep::Confirm, "created");
    let full = |robot: Robot| {
        let robot = robot.press("Add billing address").press("Add shipping address");
        robot.press("Include how the customer agreed to be charged").choose("Payment type", "Normal")
    };
    let card = full(open()).press("Client secret of the subscription").press("More about the card");
    let card = card.choose("Method type", "Credit");
    let card = card.write_everywhere().call("Confirm and charge").request;
    let stored = open().choose("Test card", "No card: a stored method");
    vec![card, stored.write_everywhere().call("Confirm and charge").request]
}

fn plan() -> Request {
    step(SubscriptionStep::ChangePlan, "active").write_everywhere().call("Change plan").request
}

fn api_key() -> Request {
    form(api_keys::desk(), ResourceKind::ApiKey).write_everywhere().call("Create API key").request
}

/// The metadata of a payment with 50 pairs of a person's own, pasted as a table.
pub fn fifty_pairs() -> Map<String, Value> {
    let pairs: Vec<String> = (1..=50).map(|number| format!("k{number} = v{number}")).collect();
    let robot = form(subscriptions::desk(), ResourceKind::Payment).press("Add metadata");
    let robot = robot.write("Metadata name 1", &pairs.join("\n")).write("Amount, required", "10");
    let request = robot.write("Currency, required", "EUR").call("Create").request;
    request.body.unwrap()["metadata"].as_object().unwrap().clone()
}
