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

pub const APPLIES_EVENT_AGAIN: &str = "Applies the event again, as if it had just arrived";
pub const REPLAY: &str = "Replay";
pub const OPENS_CHECKER_WITH_ITS_BODY: &str = "Opens the checker with its body and signature";
pub const VERIFY: &str = "Verify…";
pub const HAPPENED: &str = "Happened";
pub const DELIVERED: &str = "Delivered";
pub const STORED: &str = "Stored";
pub const UNTIL_PAYDESK_IS_CLOSED: &str = "Until Paydesk is closed; the event changed nothing";
pub const HEADERS: &str = "Headers";
pub const SIGNATURE_ENCODING: &str = "Signature encoding";
pub const JSON: &str = "JSON";

pub fn open(noun: impl Display) -> String {
    format!("Open {noun}")
}

pub fn by_services_clock(at: impl Display) -> String {
    format!("{at}, by the service's clock")
}

/// Of the column that has no title to be seen.
pub const TIMES_RECEIVED: &str = "Times received";

pub fn times_applied_once(deliveries: impl Display) -> String {
    format!("{deliveries} times; applied once")
}

pub fn first_of_bytes(bytes: impl Display) -> String {
    format!("The first of {bytes} bytes")
}

pub fn exact_bytes(bytes: impl Display) -> String {
    format!("Exact bytes ({bytes})")
}

// List

pub const SIGNATURE_CHECKER: &str = "Signature checker";
pub const ALL_EVENTS_WITH_CONTENT: &str = "All events with their content (JSON Lines)";
pub const NO_EVENTS_YET_SERVICE_SENDS: &str =
    "No events yet. The service sends one when a payment, refund, dispute or payout changes";
pub const NO_EVENT_MATCHES: &str = "No event matches";
pub const SHOW_ALL_EVENTS: &str = "Show all events";
pub const LOAD_OLDER_EVENTS: &str = "Load older events";
pub const SEARCH_EVENTS: &str = "Search events";
pub const EVENT_OBJECT_OR_TYPE: &str = "Event, object or type";
pub const EVENTS_TABLE: &str = "Events table";

// Receiver

pub const WEBHOOKS_ARE_NOT_RECEIVED: &str = "Webhooks are not received";
pub const ONE_MORE_DELIVERY_WAS_REFUSED: &str = "1 more delivery was refused and is not listed";
pub const ONE_CONNECTION_WAS_CLOSED_BEFORE: &str = "1 connection was closed before its delivery was complete";
pub const SERVICE_REACHES_THIS_ADDRESS_THROUGH: &str = "A service reaches this address through a tunnel or a reverse proxy (see Help). Changes missed while Paydesk was closed are read at the next start, where the API allows it";
pub const RECEIVER_STARTS_WITH_SANDBOX: &str = "The receiver starts with the sandbox";
pub const TURN_IT_ON_IN_PROFILE: &str =
    "Turn it on in the profile. Paydesk listens on this machine only, and only while it runs";
pub const THIS_PROFILE_RECEIVES_NO_WEBHOOKS: &str = "This profile receives no webhooks";
pub const EDIT_PROFILE: &str = "Edit profile…";
pub const WEBHOOK_SECRET: &str = "Webhook secret";
pub const FROM_SERVICES_DASHBOARD_SAVED: &str = "From the service's dashboard; saved in the keyring of this system";
pub const PASTE_SECRET_FIRST: &str = "Paste the secret first";
pub const SAVE_WEBHOOK_SECRET: &str = "Save webhook secret";

pub fn more_deliveries_were_refused(many: impl Display) -> String {
    format!("{many} more deliveries were refused and are not listed")
}

pub fn connections_were_closed_before(many: impl Display) -> String {
    format!("{many} connections were closed before their deliveries were complete")
}

pub fn too_many_were_open(which: impl Display) -> String {
    format!("{which}: too many were open at once. Services normally deliver again")
}

// Verifier

pub const PASTE_WHAT_YOUR_ENDPOINT_RECEIVED: &str = "Paste what your endpoint received. Nothing is sent or stored";
pub const BODY: &str = "Body";
pub const RAW_BODY_OF_REQUEST_UNCHANGED: &str = "The raw body of the request, unchanged";
pub const SECRET: &str = "Secret";
pub const PASTE_BODY_FIRST: &str = "Paste the body first";
pub const PASTE_HEADER_FIRST: &str = "Paste the header first";
pub const SANDBOX_SIGNS_ITS_EVENTS: &str = "The sandbox signs its events with this secret";
pub const WEBHOOK_SECRET_OF_SANDBOX: &str = "Webhook secret of the sandbox";
pub const COPY_SANDBOX_SECRET: &str = "Copy sandbox secret";
pub const USE_IT_HERE: &str = "Use it here";
pub const VALID: &str = "Valid";
pub const NOT_VALID: &str = "Not valid";

pub fn signature_matches_this_body(form: impl Display) -> String {
    format!("The signature matches this body and secret, in {form}")
}
