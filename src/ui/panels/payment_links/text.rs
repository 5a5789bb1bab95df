//! The texts of payment links.

pub use crate::text::{
    AUTHENTICATION, AUTOMATIC, CAPTURE, CLOSE_PANE, CREATED_BY, DATE_LIKE_2027_01_31, DEFAULT, DESCRIPTION, EXPIRED,
    EXPIRES, ID_OR_NAME_OF_CUSTOMER, LAST_DAY, MANUAL, METHODS_OFFERED, OPEN_PAYMENT, PAYMENT_LINKS, RAW_JSON,
    WHAT_CUSTOMER_PAYS_FOR,
};
pub use paydesk_core::text::{AMOUNT, CREATED, CUSTOMER, CUSTOMER_ID, E_MAIL, PAYMENT, STATUS};

use std::fmt::Display;

// Detail

pub const PAYMENT_LINK: &str = "Payment link";
pub const LINK: &str = "Link";
pub const SERVICE_HAS_NO_CALL: &str =
    "The service does not report a link's status: Paydesk takes it from the payment and webhooks";

pub fn timeline(zone: impl Display) -> String {
    format!("Timeline ({zone})")
}

// Form

pub fn create_link_for(amount: impl Display) -> String {
    format!("Create link for {amount}")
}

pub fn valid_until_end(zone: impl Display) -> String {
    format!("Valid until the end of that day in {zone}")
}

// List

pub const NEW_PAYMENT_LINK_FORM: &str = "New payment link…";
pub const PAYMENT_LINKS_TEXT: &str = "payment links";
