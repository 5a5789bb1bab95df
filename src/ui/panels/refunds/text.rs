//! The texts of refunds.

pub use crate::app::text::{CREATED, PAYDESK, PAYMENT, REASON, STATUS};
pub use crate::ui::text::{
    BY, CHANGED, CHECK_STATUS, CLOSE_PANE, CREATED_BY, LAST_UPDATE, METADATA, OPEN_PAYMENT, RAW_JSON, REFUND, REFUNDS,
    UNIFIED_CODE,
};

use std::fmt::Display;

// Detail

pub const AMOUNT_NOT_REPORTED: &str = "Amount not reported";
pub const WEBHOOK_EVENT_REPORTS_HOW: &str = "A webhook event reports how it ends. If created in Paydesk, its status is also checked: the same request again is the same refund. Its amount counts as given back until then";
pub const MONEY_IS_ON_ITS_WAY: &str = "The money is on its way back";
pub const SERVICE_REVIEWS_REFUND_BEFORE: &str =
    "The service reviews the refund before it is paid. Its amount counts as given back until then";
pub const IN_REVIEW_AT_SERVICE: &str = "In review at the service";
pub const ITS_AMOUNT_CAN_BE_REFUNDED: &str = "Its amount can be refunded again";
pub const NOTHING_WAS_GIVEN_BACK: &str = "Nothing was given back";
pub const THIS_VERSION_DOES_NOT_KNOW: &str = "This version does not know the status. The amount counts as given back";
pub const IN_STATUS_OF_ITS_OWN: &str = "In a status of its own";
pub const IT_WAS_CREATED: &str = "It was created";
pub const SERVICE_CONFIRMED_IT_WITHOUT_STATUS: &str =
    "The service confirmed it without a status. Its amount counts as given back";
pub const REFUND_TYPE: &str = "Refund type";
pub const ELSEWHERE: &str = "Elsewhere";
pub const UNIFIED_MESSAGE: &str = "Unified message";
pub const ERROR_CODE: &str = "Error code";
pub const ERROR_MESSAGE: &str = "Error message";
pub const ERROR: &str = "Error";

pub fn what_service_reported_cannot(error: impl Display) -> String {
    format!("What the service reported cannot be read: {error}")
}

pub fn timeline(zone: impl Display) -> String {
    format!("Timeline ({zone})")
}

// List

pub const NO_REFUNDS_YET_OPEN_CAPTURED: &str = "No refunds yet. Open a captured payment to refund it. Refunds created elsewhere appear once their payment is opened";
pub const NO_REFUNDS_YET_OPEN_CAPTURED_PAYMENT: &str = "No refunds yet. Open a captured payment to refund it. Refunds created elsewhere appear when a webhook event reports them";
pub const SHOW_PAYMENTS: &str = "Show payments";
pub const REFUNDS_TABLE: &str = "Refunds table";
pub const PAYMENT_ID_REASON_STATUS: &str = "Payment, id, reason, status";
pub const AMOUNT_THAT_IS_NOT_KNOWN: &str = "An amount that is not known";
pub const REFUNDS_KNOWN_HERE: &str = "Refunds known here";

pub fn listed(join: impl Display) -> String {
    format!("Listed: {join}")
}

pub fn of(amount: impl Display, title: impl Display, status: impl Display, created: impl Display) -> String {
    format!("{amount} of {title}, {status}, {created}")
}

pub fn open_refund_of(known: impl Display) -> String {
    format!("Open refund of {known}")
}
