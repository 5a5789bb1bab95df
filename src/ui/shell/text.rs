//! The texts of shell.

pub use crate::text::{
    ADD_PROFILE, CHECK_AGAIN, DISMISS, HELP, OPEN_FOLDER, OPEN_PAYMENT, PROFILES, REQUESTS, SAVED_VIEWS,
};
pub use paydesk_core::text::PAYDESK;

use std::fmt::Display;

// Shell

pub const OPEN_DISPUTE: &str = "Open dispute";

// Environment banner

pub const READ_ONLY_AS_SET_BY_YOUR_ORGANISATION: &str = "read-only, as set by your organisation";
pub const READ_ONLY_UNTIL_YOU_UNLOCK: &str = "read-only until you unlock it";
pub const UNLOCKED_OPERATIONS_MOVE_REAL_MONEY: &str = "unlocked: operations move real money";
pub const READ_ONLY_NOTHING_HERE_MOVES: &str = "read-only, nothing here moves real money";
pub const NOTHING_HERE_MOVES_REAL_MONEY: &str = "nothing here moves real money";
pub const ALLOWS_CHANGES_WITH_THIS_PROFILE: &str = "Allows changes with this profile until Paydesk is closed";
pub const UNLOCK: &str = "Unlock…";
pub const UNLOCK_PRODUCTION: &str = "Unlock production…";
pub const BLOCKS_ALL_CHANGES_UNTIL: &str = "Blocks all changes until it is unlocked again";
pub const LOCK: &str = "Lock";
pub const LOCK_PRODUCTION: &str = "Lock production";
pub const CONNECTING: &str = "Connecting…";
pub const NO_KEY: &str = "No key";
pub const NO_SERVICE: &str = "No service";
pub const CONNECTED: &str = "Connected";
pub const CONNECTED_TO_SERVICE: &str = "Connected to the service";
pub const NOT_REACHABLE_TRYING_AGAIN: &str = "Not reachable, trying again";
pub const LOCKED_KEY_WAS_REFUSED: &str = "Locked: the key was refused";

pub fn profile(name: impl Display) -> String {
    format!("Profile {name}")
}

pub fn edit(saved: impl Display) -> String {
    format!("Edit {saved}…")
}

pub fn rate_limit_reached_continuing(seconds: impl Display) -> String {
    format!("Rate limit reached, continuing in {seconds} s")
}

// Notices

pub const AFTER_YOU_RESTORED_FILE: &str = "After you restored the file";
pub const OPEN_REPORT: &str = "Open report";
pub const START_NEW_JOURNAL: &str = "Start a new journal";
pub const OPERATIONS_OF_LOST_JOURNAL: &str = "Operations of the lost journal are no longer checked";
pub const REPLACE_KEY: &str = "Replace key…";
pub const RECONNECT: &str = "Reconnect";
pub const ENTER_KEY: &str = "Enter key…";
pub const SAVE_KEY: &str = "Save key…";
pub const ONE_OPEN_OPERATION_STAYS_LISTED: &str = ". 1 open operation stays listed in Operations";
pub const YOU_REPLACE_KEY: &str = "you replace the key";
pub const YOU_TRY_AGAIN: &str = "you try again";

pub fn internal_error(at: impl Display) -> String {
    format!("Paydesk had an internal error on {at}")
}

pub fn crash_report(more: usize) -> String {
    let others = match more {
        0 => String::new(),
        1 => ". 1 earlier report is in the same folder".to_owned(),
        more => format!(". {more} earlier reports are in the same folder"),
    };
    format!(
        "A report was saved. It contains no keys and no customer data. Open it and send it to support, with what you did before{others}"
    )
}

pub fn has_no_key(name: impl Display) -> String {
    format!("“{name}” has no key")
}

pub fn key_is_not_saved(name: impl Display) -> String {
    format!("The key of “{name}” is not saved: it is used until Paydesk is closed")
}

pub fn open_operations_stay_listed_under(open: impl Display) -> String {
    format!(". {open} open operations stay listed in Operations")
}

pub fn profile_is_locked_nothing(next: impl Display, stored: impl Display) -> String {
    format!("The profile is locked: nothing is read or sent until {next}{stored}")
}

pub const CONNECT_NOW: &str = "Connect now";
pub const OPEN_SETTINGS: &str = "Open settings";
pub const ENTER_WHO_YOU_ARE: &str = "Enter your user name and the password of its database there";

pub fn working_alone(what: impl Display) -> String {
    format!("Working without the team: {what}")
}
