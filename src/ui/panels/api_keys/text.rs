//! The texts of api keys.

pub use crate::text::{
    BY, CHECK_AGAIN, CLOSE_PANE, DATE_LIKE_2027_01_31, DESCRIPTION, EXPIRED, EXPIRES, KEY, LAST_DAY, MERCHANT,
    PASTE_IT_HERE, RAW_JSON,
};
pub use paydesk_core::text::{CREATED, NAME, OPERATION, STATUS};

use std::fmt::Display;

// Api keys

pub const API_KEYS: &str = "API keys";

// Detail

pub const API_KEY: &str = "API key";
pub const NEVER: &str = "Never";

// Form

pub fn valid_until_end(zone: impl Display) -> String {
    format!("Valid until the end of that day in {zone}")
}

// List

pub const NEW_API_KEY_FORM: &str = "New API key…";

pub fn value_of_is_available_until(key: impl Display) -> String {
    format!("The value of “{key}” is available until you remove it")
}
