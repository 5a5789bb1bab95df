//! The texts of the form that confirms a subscription.

pub use crate::app::text::{AMOUNT, CREATED, CUSTOMER, CUSTOMER_ID, IP_ADDRESS, PAYMENT, SHIPPING, STATUS};
pub use crate::ui::text::{
    ACH_SEPA_BACS_OR_WORD, ADDRESS_OF_WALLET, AUTHENTICATION, BANK_REDIRECT, BILLING, BY, CAPTURE, CLIENT_SECRET,
    CLOSE_PANE, COPY, COPY_CLIENT_SECRET, DATA_OF_METHOD, ID, ID_OR_NAME_OF_CUSTOMER, ITS_USER_AGENT,
    IVE_SAVED_IT_REMOVE_IT, JSON_OBJECT_IN_PROVIDERS_FORMAT, KIND_OF_TRANSFER, LAST_UPDATE, METHOD, NAME_ON_CARD,
    NETWORK, OPEN_CUSTOMER, OPEN_PAYMENT, PAID_IN, PAYMENT_METHOD, PUBLISHED_TEST_CARDS_REAL_ONES, RAW_JSON,
    RETURN_URL, SAVE_PAYMENT_METHOD, SUBSCRIPTIONS, SUCH_AS_203_0_113, SUCH_AS_BTC, TAG_OF_ADDRESS, TEST_CARD,
    TYPE_OF_METHOD, WALLET, WHERE_NETWORK_HAS_SUCH_TAGS, WORD_OF_PROVIDER, WORD_OF_PROVIDER_ITS_SDK, YOUR_REFERENCE,
};

use crate::domain::money::Money;
use std::fmt::Display;

pub const CONFIRM_TITLE: &str = "Confirm the subscription";

/// The button; `amount` is the first payment, where the service reported it.
pub fn confirm(amount: Option<&Money>) -> String {
    amount.map_or_else(|| "Confirm subscription".to_owned(), |amount| format!("Confirm and charge {amount}"))
}

/// What the confirmation leads to.
pub fn after_confirmation(amount: Option<&Money>) -> String {
    let charged = amount.map_or_else(|| "the price of the plan".to_owned(), ToString::to_string);
    format!(
        "Confirming charges {charged} now, then each period of the plan. The customer may have to authenticate first (3DS)"
    )
}

// Confirm

pub const CARD_DATA_IS_NEVER_ENTERED: &str =
    "Card data is never entered for a profile of production: give the token of a stored method";
pub const PAYMENT_TYPE: &str = "Payment type";
pub const TOKEN_OF_STORED_METHOD: &str = "Token of a stored method";
pub const NO_CARD_STORED_METHOD: &str = "No card: a stored method";
pub const CONSENT_OF_CUSTOMER: &str = "Consent of the customer";
pub const TELL_SERVICE_HOW_CUSTOMER_AGREED: &str = "Tell the service how the customer agreed to be charged";
pub const ACCEPTANCE: &str = "Acceptance";
pub const ONLINE: &str = "Online";
pub const OFFLINE: &str = "Offline";
pub const OF_CUSTOMERS_BROWSER: &str = "Of the customer's browser at that moment, not of this machine";
pub const BROWSER: &str = "Browser";
pub const ACCEPTED_AT_IN_UTC: &str = "Accepted at, in UTC";
pub const N2026_11_21_10_30: &str = "2026-11-21 10:30; now where it is empty";

// Confirm draft

pub const TIME_LIKE_2026_11_21: &str = "a time like 2026-11-21 10:30";
pub const NOT_TIME_TO_COME: &str = "not a time to come";

// Detail

pub const NOTHING_IS_KNOWN_HERE: &str = "Nothing is known here of a subscription with this id";
pub const SUBSCRIPTION: &str = "Subscription";
pub const NO_PAYMENT_REPORTED: &str = "No payment reported";
pub const IT_IS_SHOWN_ONCE_HELD: &str = "It is shown once, held in memory and never written to a file";
pub const PAYDESK_DOES_NOT_KEEP: &str = "Paydesk does not keep it and confirms without it";
pub const CONFIRM: &str = "Confirm…";
pub const CHANGE_PLAN: &str = "Change the plan…";
pub const PLAN: &str = "Plan";
pub const PRICE: &str = "Price";
pub const COUPON: &str = "Coupon";
pub const LAST_KNOWN_STATUS: &str = "Last known status";
pub const INVOICE: &str = "Invoice";

pub fn client_secret_left(seconds: impl Display, seconds_2: impl Display) -> String {
    format!("Client secret: {seconds}:{seconds_2:02} left")
}

pub fn until_browser_of_customers_can(until: impl Display, held: impl Display) -> String {
    format!("Until {until} a browser of the customer's can confirm with it. {held}")
}

pub fn its_client_secret_ended_browser(at: impl Display) -> String {
    format!("Its client secret ended {at}: a browser of the customer's cannot confirm with it any more. Paydesk can")
}

pub fn timeline(zone: impl Display) -> String {
    format!("Timeline ({zone})")
}

pub fn by(at: impl Display, operator: impl Display) -> String {
    format!("{at} by {operator}")
}

// Form

pub const NEW_SUBSCRIPTION: &str = "New subscription";
pub const CREATE_SUBSCRIPTION: &str = "Create subscription";
pub const IT_IS_CREATED: &str = "It is created with its first payment; nobody is charged before you confirm it";
pub const SANDBOX_HAS_PRICE_BEANS_MONTHLY: &str = "The sandbox has price_beans_monthly_usd";
pub const PLAN_BEANS_MONTHLY_IN_SANDBOX: &str = "plan_beans_monthly in the sandbox";
pub const IT_HAS_AMOUNT_CURRENCY: &str = "It has an amount, a currency and a period";
pub const PLAN_OF_PRICE: &str = "The plan of the price";
pub const COUPON_CODE: &str = "Coupon code";
pub const WITHOUT_ONE_PAYDESK_GIVES: &str = "Without one, Paydesk gives its own";
pub const WHERE_CUSTOMER_COMES_BACK: &str = "Where the customer comes back to; begins with https://";
pub const PLAN_ID: &str = "Plan id";
pub const SHOW_KNOWN_PLANS: &str = "Show known plans";
pub const PRICE_ID: &str = "Price id";
pub const SHOW_KNOWN_PRICES: &str = "Show known prices";

// List

pub const NEW_SUBSCRIPTION_FORM: &str = "New subscription…";
pub const NO_SUBSCRIPTIONS_YET_SUBSCRIPTIONS_CREATED: &str =
    "No subscriptions yet. Subscriptions created elsewhere appear when a webhook event reports them";
pub const ID_CUSTOMER_PLAN_OR_STATUS: &str = "Id, customer, plan or status";
pub const SUBSCRIPTIONS_TABLE: &str = "Subscriptions table";

// Method fields

pub const ID_OF_METHOD: &str = "Id of the method";
pub const AT_PROVIDER: &str = "At the provider";
pub const ID_OF_CUSTOMER: &str = "Id of the customer";

// Plan

pub const CHANGE_THE_PLAN: &str = "Change the plan";
pub const FIRST_PAYMENT: &str = "First payment";
pub const SERVICE_MAY_BILL_CHANGE: &str = "The service may bill the change at once: it does not say before";
pub const SANDBOX_HAS_PLAN_OFFICE_MONTHLY: &str = "The sandbox has plan_office_monthly";
pub const PRICE_OFFICE_MONTHLY_USD_SAY: &str = "price_office_monthly_usd, say";
pub const PRICE_OF_THAT_PLAN: &str = "A price of that plan";
pub const NEW_PLAN_ID: &str = "New plan id";
pub const NEW_PRICE_ID: &str = "New price id";

pub fn of(plan: impl Display) -> String {
    format!(" of {plan}")
}

// Status

pub const NO_CHARGE_YET_CONFIRM: &str = "No charge yet: confirm it with a payment method to start it";
pub const IT_RUNS_AND_ITS_FIRST: &str = "It runs, and its first payment was collected; its plan can be changed";
pub const ITS_PAYMENT_IS_NOT_COLLECTED: &str = "Its payment is not collected yet: open the payment to see its status";
pub const IT_RUNS_ON_TRIAL_SERVICE: &str = "It runs on trial; the service does not tell here when the trial ends";
pub const IT_IS_PAUSED_AT_SERVICE: &str = "It is paused at the service; it cannot be resumed from here";
pub const ITS_PAYMENT_WAS_NOT_COLLECTED: &str = "Its payment was not collected: look at the payment for the reason";
pub const IT_HAS_ENDED_AND_CHARGES: &str = "It has ended and charges nothing more; create a new one to continue";
pub const SERVICE_SAYS_IT_FAILED_LOOK: &str =
    "The service says it failed: look at the payment for the reason, then make a new one";
pub const IT_DOES_NOT_RUN_SERVICE: &str = "It does not run; the service does not tell why";
pub const IT_IS_CHARGED_ONCE: &str = "It is charged once and does not repeat";
pub const PAYDESK_DOES_NOT_KNOW_STATUS: &str = "Paydesk does not know the status, so it offers nothing to do";
pub const PAYMENT_PENDING: &str = "Payment pending";
pub const PAID: &str = "Paid";
