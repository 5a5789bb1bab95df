//! The texts of payment links.

pub use crate::text::{
    AUTHENTICATION, AUTOMATIC, CAPTURE, CLOSE_PANE, CREATED_BY, DATE_LIKE_2027_01_31, DEFAULT, DESCRIPTION, EXPIRED,
    EXPIRES, ID_OR_NAME_OF_CUSTOMER, LAST_DAY, MANUAL, METHODS_OFFERED, OPEN_PAYMENT, PAYMENT_LINKS, RAW_JSON,
    WHAT_CUSTOMER_PAYS_FOR,
};
pub use paydesk_core::text::{AMOUNT, CREATED, CUSTOMER, CUSTOMER_ID, E_MAIL, PAYMENT, STATUS};

use std::fmt::Display;

// Detail

pub const PAYDESK_HAS_NO_RECORD: &str = "Paydesk has no record of a link with this id";
pub const PAYMENT_LINK: &str = "Payment link";
pub const LINK: &str = "Link";
pub const SERVICE_CREATED_LINK_WITHOUT_REPORTING: &str =
    "The service created the link without reporting its address. Find it at the service";
pub const PAID_PAYMENT_SUCCEEDED: &str = "Paid. The payment succeeded";
pub const PAYMENT_WAS_CANCELLED_CREATE_NEW_LINK: &str =
    "The payment was cancelled. To request it again, create another link";
pub const LAST_ATTEMPT_WAS_DECLINED_PAYMENT: &str =
    "The last attempt was declined; the payment shows why. The customer can try again until the link expires";
pub const AUTHORIZED_OPEN_PAYMENT_TO_CAPTURE: &str = "Authorized. Open the payment to capture it";
pub const SERVICE_HAS_NO_CALL: &str =
    "The service has no call for the status of a link: it follows the payment and its webhook events";

pub fn timeline(zone: impl Display) -> String {
    format!("Timeline ({zone})")
}

// Form

pub const IN_1_DAY: &str = "In 1 day";
pub const IN_7_DAYS: &str = "In 7 days";
pub const IN_30_DAYS: &str = "In 30 days";
pub const CREATE_PAYMENT_LINK: &str = "Create payment link";
pub const NEW_PAYMENT_LINK: &str = "New payment link";
pub const EMPTY_SERVICE_DECIDES: &str = "If left empty, the service decides";
pub const SINGLE_USE: &str = "Single use";
pub const CUSTOMER_OPTIONAL: &str = "Customer, optional";
pub const REQUIRED_IF_LINK_IS_E: &str = "Required if the link is e-mailed and no customer is chosen";
pub const E_MAIL_LINK_TO_CUSTOMER: &str = "E-mail the link to the customer";
pub const ASK_CUSTOMER_FOR_NAME: &str = "Ask the customer for name and address";
pub const PAGE_OPTIONAL: &str = "Page, optional";
pub const SELLERS_NAME: &str = "Seller's name";
pub const LAYOUT: &str = "Layout";
pub const SEPARATE_WITH_COMMAS_EMPTY: &str = "Separate with commas; empty for all";
pub const PAYMENT_OPTIONAL: &str = "Payment, optional";
pub const WITH_3_D_SECURE: &str = "With 3-D Secure";
pub const WITHOUT_3_D_SECURE: &str = "Without 3-D Secure";

pub fn create_link_for(amount: impl Display) -> String {
    format!("Create link for {amount}")
}

pub fn valid_until_end(zone: impl Display) -> String {
    format!("Valid until the end of that day in {zone}")
}

// List

pub const NEW_PAYMENT_LINK_FORM: &str = "New payment link…";
pub const ONLY_KNOWN_PAYMENT_LINKS: &str = "Payment links appear here when you create them in Paydesk or a webhook event reports them. Others may exist at the service";
pub const NO_PAYMENT_LINKS: &str = "No payment links yet. Pages where your customers pay appear here";
pub const PAYMENT_LINKS_TEXT: &str = "payment links";
pub const DESCRIPTION_ID_OR_STATUS: &str = "Description, id or status";
pub const PAYMENT_LINK_TEXT: &str = "payment link";
pub const PAYMENT_LINKS_TABLE: &str = "Payment links table";

// Qr code

pub const QR_CODE_OF_LINK: &str = "QR code of the link";
