//! The texts of refunds.

pub use crate::text::{
    BY, CHANGED, CHECK_STATUS, CLOSE_PANE, CREATED_BY, LAST_READ, METADATA, OPEN_PAYMENT, RAW_JSON, REFUND, REFUNDS,
    UNIFIED_CODE,
};
pub use paydesk_core::text::{CREATED, IN_REVIEW, PAYDESK, PAYMENT, REASON, STATUS};

use std::fmt::Display;

// Detail

pub const AMOUNT_NOT_REPORTED: &str = "Amount not reported";
pub const WEBHOOK_EVENT_REPORTS_ITS_RESULT: &str = "A webhook event reports its result. If created in Paydesk, its status is also checked: repeating the request does not refund twice. The amount counts as refunded until then";
pub const SERVICE_READS_REFUNDS: &str =
    "Check status reads its result from the service. The amount counts as refunded until then";
pub const MONEY_IS_ON_ITS_WAY: &str = "The money is on its way to the customer";
pub const SERVICE_REVIEWS_REFUND_BEFORE: &str =
    "The service reviews the refund before paying it. The amount counts as refunded until then";
pub const ITS_AMOUNT_CAN_BE_REFUNDED: &str = "Its amount can be refunded again";
pub const NOTHING_WAS_REFUNDED: &str = "Nothing was refunded";
pub const PAYDESK_DOES_NOT_KNOW: &str =
    "Paydesk does not know this status. The amount counts as pending: it cannot be refunded again";
pub const UNKNOWN_STATUS: &str = "Unknown status";
pub const SERVICE_CREATED_IT_WITHOUT_STATUS: &str =
    "The service created it without a status. The amount counts as pending: it cannot be refunded again";
pub const REFUND_TYPE: &str = "Refund type";
pub const ELSEWHERE: &str = "Elsewhere";
pub const UNIFIED_MESSAGE: &str = "Unified message";
pub const ERROR_CODE: &str = "Error code";
pub const ERROR_MESSAGE: &str = "Error message";
pub const ERROR: &str = "Error";

pub fn error_service_reported_cannot(error: impl Display) -> String {
    format!("The error the service reported cannot be read: {error}")
}

pub fn timeline(zone: impl Display) -> String {
    format!("Timeline ({zone})")
}

// List

pub const ONLY_KNOWN_REFUNDS_OF_PAYMENTS: &str =
    "Refunds appear here when you make them in Paydesk or open their payment. Others may exist at the service";
pub const ONLY_KNOWN_REFUNDS: &str = "Refunds appear here when you make them in Paydesk or a webhook event reports them. Others may exist at the service";
pub const NO_REFUNDS: &str = "No refunds yet. Open a captured payment to refund it";
pub const SHOW_PAYMENTS: &str = "Show payments";
pub const REFUNDS_TABLE: &str = "Refunds table";
pub const PAYMENT_ID_REASON_STATUS: &str = "Payment, id, reason, status";
pub const AMOUNT_THAT_IS_NOT_KNOWN: &str = "An amount that is not known";
pub const KNOWN_REFUNDS: &str = "Known refunds";

pub fn listed(join: impl Display) -> String {
    format!("In this list: {join}")
}

pub fn of(amount: impl Display, title: impl Display, status: impl Display, created: impl Display) -> String {
    format!("{amount} of {title}, {status}, {created}")
}

pub fn open_refund_of(known: impl Display) -> String {
    format!("Open refund of {known}")
}
