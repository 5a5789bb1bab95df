//! The texts of payment links.

pub use crate::app::text::{AMOUNT, CREATED, CUSTOMER, CUSTOMER_ID, E_MAIL, PAYMENT, STATUS};
pub use crate::ui::text::{
    AS_SERVICE_DECIDES, AUTHENTICATION, AUTOMATIC, CAPTURE, CLOSE_PANE, CREATED_BY, DATE_LIKE_2027_01_31, DESCRIPTION,
    EXPIRED, EXPIRES, ID_OR_NAME_OF_CUSTOMER, LAST_DAY, MANUAL, METHODS_OFFERED, OPEN_PAYMENT, PAYMENT_LINKS, RAW_JSON,
};

use std::fmt::Display;

// Detail

pub const NOTHING_IS_KNOWN_HERE: &str = "Nothing is known here of a link with this id";
pub const PAYMENT_LINK: &str = "Payment link";
pub const LINK: &str = "The link";
pub const SERVICE_CONFIRMED_LINK_AND_DID: &str =
    "The service confirmed the link and did not tell where it leads. Look for it at the service";
pub const PAID_PAYMENT_BEHIND_IT_SUCCEEDED: &str = "Paid: the payment behind it succeeded";
pub const LAST_ATTEMPT_TO_PAY: &str =
    "The last attempt to pay was declined: the payment tells why. While the link is good, the customer may try again";
pub const AUTHORIZED_AND_NOT_CAPTURED_CAPTURE: &str = "Authorized and not captured: capture it at the payment";
pub const FOR: &str = "For";
pub const SERVICE_HAS_NO_CALL: &str = "The service has no call for the status of a link. It follows its payment: by webhook events, and whenever the payment is read";

pub fn timeline(zone: impl Display) -> String {
    format!("Timeline ({zone})")
}

// Form

pub const IN_1_DAY: &str = "In 1 day";
pub const IN_7_DAYS: &str = "In 7 days";
pub const IN_30_DAYS: &str = "In 30 days";
pub const CREATE_PAYMENT_LINK: &str = "Create payment link";
pub const NEW_PAYMENT_LINK: &str = "New payment link";
pub const WHAT_CUSTOMER_PAYS_FOR: &str = "What the customer pays for";
pub const EMPTY_SERVICE_DECIDES: &str = "Empty: the service decides";
pub const SINGLE_USE: &str = "Single use";
pub const CUSTOMER_OPTIONAL: &str = "Customer, optional";
pub const REQUIRED_WHERE_LINK_IS_SENT: &str = "Required where the link is sent and no customer is named";
pub const SERVICE_SENDS_LINK_BY_E: &str = "The service sends the link by e-mail";
pub const CUSTOMER_GIVES_NAME_AND_ADDRESS: &str = "The customer gives name and address on the page";
pub const PAGE_OPTIONAL: &str = "The page, optional";
pub const SELLERS_NAME: &str = "Seller's name";
pub const LAYOUT: &str = "Layout";
pub const WITH_COMMAS_BETWEEN_THEM_ALL: &str = "With commas between them; all where it is empty";
pub const PAYMENT_OPTIONAL: &str = "The payment, optional";
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
pub const NO_PAYMENT_LINKS_YET_LINKS: &str =
    "No payment links yet. Links created elsewhere appear when a webhook event reports them";
pub const PAYMENT_LINKS_TEXT: &str = "payment links";
pub const DESCRIPTION_ID_OR_STATUS: &str = "Description, id or status";
pub const PAYMENT_LINK_TEXT: &str = "payment link";
pub const PAYMENT_LINKS_TABLE: &str = "Payment links table";

// Qr code

pub const QR_CODE_OF_LINK: &str = "QR code of the link";
