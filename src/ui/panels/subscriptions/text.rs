//! The texts of the form that confirms a subscription.

pub use crate::text::{
    ACCOUNT, ACH_SEPA_BACS_OR_LOCAL, AS_PROVIDER_NAMES_IT, AUTHENTICATION, BANK_REDIRECT, BILLING, BY, CAPTURE,
    CLIENT_SECRET, CLOSE_PANE, ID, ID_OR_NAME_OF_CUSTOMER, IN_CAMEL_CASE, ITS_USER_AGENT,
    JSON_OBJECT_IN_PROVIDERS_FORMAT, LAST_READ, MERCHANT, METHOD, METHOD_DATA, NAME_ON_CARD, OPEN_CUSTOMER,
    OPEN_PAYMENT, PAYMENT_METHOD, PLAN, PROVIDER_NAME_AND_SDK, PUBLISHED_TEST_CARDS_REAL_ONES, RAW_JSON, RETURN_URL,
    SAVE_PAYMENT_METHOD, SUBSCRIPTIONS, SUCH_AS_203_0_113, TEST_CARD, TRANSFER_TYPE, WALLET, YOUR_REFERENCE,
};
pub use paydesk_core::text::{AMOUNT, CREATED, CUSTOMER, CUSTOMER_ID, IP_ADDRESS, PAYMENT, PROFILE, SHIPPING, STATUS};

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
        "The customer is charged {charged} now, then each period of the plan. The customer may have to authenticate first (3DS)."
    )
}

// Confirm

pub const PAYMENT_TYPE: &str = "Payment type";
pub const NO_CARD_STORED_METHOD: &str = "No card: a stored method";
pub const BROWSER: &str = "Browser";

// Detail

pub const SUBSCRIPTION: &str = "Subscription";
pub const CONFIRM: &str = "Confirm…";
pub const CHANGE_PLAN: &str = "Change plan…";
pub const PRICE: &str = "Price";
pub const INVOICE: &str = "Invoice";

pub fn client_secret_left(seconds: impl Display, seconds_2: impl Display) -> String {
    format!("Client secret: {seconds}:{seconds_2:02} left")
}

pub fn customers_browser_can_confirm(until: impl Display, held: impl Display) -> String {
    format!("The customer's browser can confirm with it until {until}. {held}.")
}

pub fn client_secret_expired_customers_browser(at: impl Display) -> String {
    format!(
        "The client secret expired on {at}: the customer's browser can no longer confirm with it, but Paydesk \
        can"
    )
}

pub fn timeline(zone: impl Display) -> String {
    format!("Timeline ({zone})")
}

pub fn by(at: impl Display, operator: impl Display) -> String {
    format!("{at} by {operator}")
}

// Form

pub const NEW_SUBSCRIPTION: &str = "New subscription";

// List

pub const NEW_SUBSCRIPTION_FORM: &str = "New subscription…";

// Plan

pub const CHANGE_PLAN_TITLE: &str = "Change plan";
pub const FIRST_PAYMENT: &str = "First payment";

pub fn of(plan: impl Display) -> String {
    format!(" of {plan}")
}
