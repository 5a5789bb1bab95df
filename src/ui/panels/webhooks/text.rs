//! The texts of webhooks.

pub use crate::text::{
    CLOSE_PANE, EVENT, MERCHANT, OBJECT, PASTE_IT_HERE, PAYMENT_LINKS, PAYOUTS, RECEIVED, REFUNDS, RETRY,
    SUBSCRIPTIONS, TYPE, VERIFY as VERIFY_TEXT,
};
pub use paydesk_core::text::{APPLIED, DISPUTES, PAYMENTS, STATUS};

use std::fmt::Display;

// Webhooks

pub const WEBHOOKS: &str = "Webhooks";

// Detail

pub const REPLAY: &str = "Replay";
pub const VERIFY: &str = "Verify…";
pub const HEADERS: &str = "Headers";
pub const JSON: &str = "JSON";

pub fn open(noun: impl Display) -> String {
    format!("Open {noun}")
}

pub fn by_services_clock(at: impl Display) -> String {
    format!("{at}, by the service's clock")
}

pub fn times_applied_once(deliveries: impl Display) -> String {
    format!("{deliveries} times; applied once")
}

pub fn first_of_bytes(bytes: impl Display) -> String {
    format!("Only the beginning of {bytes} bytes")
}

pub fn exact_bytes(bytes: impl Display) -> String {
    format!("Exact bytes ({bytes})")
}

// List

pub const SIGNATURE_CHECKER: &str = "Signature checker";

// Receiver

pub const WEBHOOK_SECRET: &str = "Webhook secret";
pub const PASTE_SECRET_FIRST: &str = "Paste the secret first";

pub fn more_deliveries_were_refused(many: impl Display) -> String {
    format!("{many} more deliveries were refused and are not listed")
}

pub fn connections_were_closed_before(many: impl Display) -> String {
    format!("{many} connections were closed before their deliveries were complete")
}

pub fn too_many_were_open(which: impl Display) -> String {
    format!("{which}: too many were open at once. Services normally retry.")
}

// Verifier

pub const BODY: &str = "Body";
pub const SECRET: &str = "Secret";
pub const NOT_VALID: &str = "Not valid";

pub fn signature_matches_this_body(form: impl Display) -> String {
    format!("The signature matches this body and secret, in {form}")
}
