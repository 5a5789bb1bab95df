//! The texts of shell.

pub use crate::text::{
    ADD_PROFILE, CHECK_AGAIN, DISMISS, HELP, OPEN_FOLDER, OPEN_PAYMENT, PROFILES, REQUESTS, SAVED_VIEWS,
};
pub use paydesk_core::text::PAYDESK;

use std::fmt::Display;

use paydesk_domain::text::sentences;

// Environment banner

pub const LOCK: &str = "Lock";

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

pub fn internal_error(at: impl Display) -> String {
    format!("Paydesk had an internal error on {at}")
}

pub fn crash_report(more: usize) -> String {
    let others = match more {
        0 => String::new(),
        1 => " 1 earlier report is in the same folder.".to_owned(),
        more => format!(" {more} earlier reports are in the same folder."),
    };
    format!(
        "A report was saved. It contains no keys and no customer data. Check it, then send it to support and \
            describe what you were doing.{others}"
    )
}

pub fn has_no_key(name: impl Display) -> String {
    format!("“{name}” has no key")
}

pub fn key_is_not_saved(name: impl Display) -> String {
    format!("The key of “{name}” is not saved: it is used until Paydesk is closed")
}

pub fn open_operations_stay_listed_under(open: impl Display) -> String {
    format!("{open} open operations stay listed in Operations")
}

pub fn profile_is_locked_nothing(next: impl Display, stored: &str) -> String {
    sentences(&[format!("The profile is locked: nothing is read or sent until {next}").as_str(), stored])
}

pub fn working_alone(what: impl Display) -> String {
    format!("Working without the team: {what}")
}
