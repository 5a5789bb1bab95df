//! The texts of the form that confirms a subscription.

pub use crate::text::{
    ACH_SEPA_BACS_OR_LOCAL, ADDRESS_TAG, AS_PROVIDER_NAMES_IT, AUTHENTICATION, BANK_REDIRECT, BILLING, BY, CAPTURE,
    CLIENT_SECRET, CLOSE_PANE, COPY, COPY_CLIENT_SECRET, ID, ID_OR_NAME_OF_CUSTOMER, IF_NETWORK_USES_TAGS,
    ITS_USER_AGENT, IVE_SAVED_IT_REMOVE_IT, JSON_OBJECT_IN_PROVIDERS_FORMAT, LAST_READ, METHOD, METHOD_DATA,
    METHOD_TYPE, NAME_ON_CARD, NETWORK, OPEN_CUSTOMER, OPEN_PAYMENT, PAID_IN, PAYMENT_METHOD, PLAN,
    PROVIDER_NAME_AND_SDK, PUBLISHED_TEST_CARDS_REAL_ONES, RAW_JSON, RETURN_URL, SAVE_PAYMENT_METHOD, SUBSCRIPTIONS,
    SUCH_AS_203_0_113, SUCH_AS_BTC, TEST_CARD, TRANSFER_TYPE, WALLET, WALLET_ADDRESS, YOUR_REFERENCE,
};
pub use paydesk_core::text::{AMOUNT, CREATED, CUSTOMER, CUSTOMER_ID, IP_ADDRESS, PAYMENT, SHIPPING, STATUS};

use paydesk_domain::money::Money;
use std::fmt::Display;

pub const CONFIRM_SUBSCRIPTION: &str = "Confirm subscription";

/// The button; `amount` is the first payment, where the service reported it.
pub fn confirm(amount: Option<&Money>) -> String {
    amount.map_or_else(|| CONFIRM_SUBSCRIPTION.to_owned(), |amount| format!("Confirm and charge {amount}"))
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
    "Card data is never entered in Paydesk for production: enter the token of a stored method";
pub const PAYMENT_TYPE: &str = "Payment type";
pub const TOKEN_OF_STORED_METHOD: &str = "Token of a stored method";
pub const NO_CARD_STORED_METHOD: &str = "No card: a stored method";
pub const CONSENT_OF_CUSTOMER: &str = "Consent of the customer";
pub const REPORT_HOW_CUSTOMER_AGREED: &str = "Report how the customer agreed to be charged";
pub const ACCEPTANCE: &str = "Acceptance";
pub const ONLINE: &str = "Online";
pub const OFFLINE: &str = "Offline";
pub const OF_CUSTOMERS_BROWSER: &str = "Of the customer's browser at that moment, not of this machine";
pub const BROWSER: &str = "Browser";
pub const ACCEPTED_AT_IN_UTC: &str = "Accepted at, in UTC";
pub const N2026_11_21_10_30_NOW: &str = "2026-11-21 10:30; now where it is empty";

// Confirm draft

pub const TIME_LIKE_2026_11_21: &str = "a time like 2026-11-21 10:30";
pub const TIME_IN_PAST: &str = "a time in the past";

// Detail

pub const PAYDESK_HAS_NO_RECORD: &str = "Paydesk has no record of a subscription with this id";
pub const SUBSCRIPTION: &str = "Subscription";
pub const NO_PAYMENT_REPORTED: &str = "No payment reported";
pub const IT_IS_SHOWN_ONCE_HELD: &str = "It is shown once, held in memory and never written to a file";
pub const PAYDESK_DOES_NOT_STORE: &str = "Paydesk does not store it and confirms without it";
pub const CONFIRM: &str = "Confirm…";
pub const CHANGE_PLAN: &str = "Change plan…";
pub const PRICE: &str = "Price";
pub const COUPON: &str = "Coupon";
pub const LAST_KNOWN_STATUS: &str = "Last known status";
pub const INVOICE: &str = "Invoice";

pub fn client_secret_left(seconds: impl Display, seconds_2: impl Display) -> String {
    format!("Client secret: {seconds}:{seconds_2:02} left")
}

pub fn customers_browser_can_confirm(until: impl Display, held: impl Display) -> String {
    format!("The customer's browser can confirm with it until {until}. {held}")
}

pub fn client_secret_expired_customers_browser(at: impl Display) -> String {
    format!("The client secret expired {at}: the customer's browser can no longer confirm with it. Paydesk can")
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
pub const CREATED_WITH_ITS_FIRST_PAYMENT: &str = "Created with its first payment. No charge before you confirm it";
pub const SANDBOX_HAS_PRICE_BEANS_MONTHLY: &str = "The sandbox has price_beans_monthly_usd";
pub const PLAN_BEANS_MONTHLY_IN_SANDBOX: &str = "plan_beans_monthly in the sandbox";
pub const SETS_AMOUNT_CURRENCY_AND_PERIOD: &str = "Sets amount, currency and period";
pub const PLAN_OF_PRICE: &str = "The plan of the price";
pub const COUPON_CODE: &str = "Coupon code";
pub const GENERATED_IF_EMPTY: &str = "Generated if empty";
pub const WHERE_CUSTOMER_RETURNS_BEGINS: &str = "Where the customer returns; begins with https://";
pub const PLAN_ID: &str = "Plan id";
pub const SHOW_KNOWN_PLANS: &str = "Show known plans";
pub const PRICE_ID: &str = "Price id";
pub const SHOW_KNOWN_PRICES: &str = "Show known prices";

// List

pub const NEW_SUBSCRIPTION_FORM: &str = "New subscription…";
pub const ONLY_KNOWN_SUBSCRIPTIONS: &str = "Subscriptions appear here when you create them in Paydesk or a webhook event reports them. Others may exist at the service";
pub const ID_CUSTOMER_PLAN_OR_STATUS: &str = "Id, customer, plan or status";
pub const SUBSCRIPTIONS_TABLE: &str = "Subscriptions table";

// Method fields

pub const ID_OF_METHOD: &str = "Id of the method";
pub const AT_PROVIDER: &str = "At the provider";
pub const ID_OF_CUSTOMER: &str = "Id of the customer";

// Plan

pub const CHANGE_PLAN_TITLE: &str = "Change plan";
pub const FIRST_PAYMENT: &str = "First payment";
pub const SERVICE_MAY_CHARGE_FOR_CHANGE: &str =
    "The service may charge for the change immediately; it does not announce the amount";
pub const SANDBOX_HAS_PLAN_OFFICE_MONTHLY: &str = "The sandbox has plan_office_monthly";
pub const SUCH_AS_PRICE_OFFICE_MONTHLY: &str = "Such as price_office_monthly_usd";
pub const PRICE_OF_THAT_PLAN: &str = "A price of that plan";
pub const NEW_PLAN_ID: &str = "New plan id";
pub const NEW_PRICE_ID: &str = "New price id";

pub fn of(plan: impl Display) -> String {
    format!(" of {plan}")
}

// Status

pub const NO_CHARGE_YET_CONFIRM: &str = "No charge yet: confirm it with a payment method to start it";
pub const ACTIVE_FIRST_PAYMENT_WAS_COLLECTED: &str = "Active. The first payment was collected; you can change the plan";
pub const PAYMENT_NOT_COLLECTED_YET_OPEN: &str = "Payment not collected yet: open the payment to see its status";
pub const IN_TRIAL_SERVICE_DOES: &str = "In trial. The service does not report when the trial ends";
pub const PAUSED_AT_SERVICE_IT_CANNOT: &str = "Paused at the service. It cannot be resumed in Paydesk";
pub const LAST_PAYMENT_FAILED_OPEN_PAYMENT: &str = "The last payment failed: open the payment to see why";
pub const ENDED_NO_MORE_CHARGES_CREATE: &str = "Ended. No more charges; create a new subscription to continue";
pub const FAILED_OPEN_PAYMENT_TO_SEE: &str = "Failed: open the payment to see why, then create a new subscription";
pub const NOT_RUNNING_SERVICE_DOES: &str = "Not running. The service does not report why";
pub const CHARGED_ONCE_WITHOUT_RENEWALS: &str = "Charged once, without renewals";
pub const PAYDESK_DOES_NOT_KNOW_STATUS: &str = "Paydesk does not know the status, so it offers nothing to do";
