//! The texts of api keys.

pub use crate::text::{
    BY, CHECK_AGAIN, CLOSE_PANE, DATE_LIKE_2027_01_31, DESCRIPTION, EXPIRED, EXPIRES, KEY, LAST_DAY, MERCHANT,
    PASTE_IT_HERE, RAW_JSON,
};
pub use paydesk_core::text::{CREATED, NAME, OPERATION, STATUS};

use std::fmt::Display;

// Api keys

pub const API_KEYS: &str = "API keys";
pub const NOT_LISTED_FOR_KEY: &str =
    "The service does not list keys with this admin key. Keys created in Paydesk are listed here";
pub const NOT_LISTED: &str = "The service does not list keys. Keys created in Paydesk are listed here";

// Admin

pub const ADMIN_KEY_IS_HELD_UNTIL: &str = "The admin key is held until Paydesk is closed";
pub const ADMIN_KEY_COULD: &str = "The admin key could not be read";
pub const CREATING_API_KEYS_NEEDS_ADMIN: &str = "Creating API keys needs an admin key, and this profile has none";
pub const SERVICE_REFUSED_ADMIN_KEY: &str = "The service refused the admin key of this profile: enter another one";
pub const EMBEDDED_SANDBOX_HAS_ITS_OWN: &str = "The embedded sandbox has its own admin key: restart Paydesk";
pub const PASTE_KEY_THAT_STARTS: &str = "Paste the admin key of this account. It is saved in the keyring of this system and sent only to create and list API keys";
pub const ADMIN_KEY: &str = "Admin key";
pub const PASTE_KEY_FIRST: &str = "Paste the key first";
pub const SAVE_ADMIN_KEY: &str = "Save admin key";

// Detail

pub const PAYDESK_HAS_NO_RECORD: &str = "Paydesk has no record of a key with this id";
pub const API_KEY: &str = "API key";
pub const SERVICE_SHOWED_ITS_VALUE_ONCE: &str = "The service showed its value once, when it was created, and Paydesk does not store it. If it is lost, create another key and revoke this one at the service";
pub const NEVER: &str = "Never";
pub const CREATED_IN_PAYDESK: &str = "Created in Paydesk";

// Form

pub const NEW_API_KEY: &str = "New API key";
pub const CREATE_API_KEY: &str = "Create API key";
pub const SERVICE_SHOWS_VALUE_OF_NEW: &str =
    "The service shows the value of a new key once. Paydesk displays it and does not store it";
pub const WHAT_KEY_IS_FOR: &str = "What the key is for";
pub const ON_DATE: &str = "On a date";
pub const DOES_NOT_EXPIRE_VALID_UNTIL: &str = "Does not expire; valid until it is revoked at the service";

pub fn valid_until_end(zone: impl Display) -> String {
    format!("Valid until the end of that day in {zone}")
}

// List

pub const KEY_ID: &str = "Key id";
pub const NEW_API_KEY_FORM: &str = "New API key…";
pub const NO_API_KEYS_CREATED: &str = "API keys appear here when you create them in Paydesk. Keys created elsewhere are not shown: the service has no list";
pub const NAME_ID_OR_AUTHOR: &str = "Name, id or author";
pub const API_KEYS_TABLE: &str = "API keys table";
pub const SERVICE_DOES_NOT_SHOW: &str = "The service does not show it again, and it is removed when Paydesk is closed";
pub const SHOW_VALUE: &str = "Show value…";

pub fn value_of_is_available_until(key: impl Display) -> String {
    format!("The value of “{key}” is available until you remove it")
}
