//! The texts of panels.

pub use crate::text::{CAUGHT_UP, DISCARD, MARK_AS_RESOLVED, NEEDS_ATTENTION};

use std::fmt::Display;

// Attention

pub const YOURE_ALL_CAUGHT_UP_EVERY: &str = "You're all caught up. Every operation has a known outcome";
pub const OTHER_PROFILES: &str = "Other profiles";
pub const RECENT_ACTIVITY: &str = "Recent activity";
pub const FROM_PROFILE_THAT_WAS_REMOVED: &str = "From a profile that was removed: check at the service";

pub const PROFILE_REMOVED: &str = "Profile removed";

pub fn open_noun(noun: impl Display) -> String {
    format!("Open {noun}")
}

pub fn by(operator: impl Display) -> String {
    format!(" by {operator}")
}

pub fn of(amount: impl Display) -> String {
    format!(" of {amount}")
}

pub fn requested(noun: impl Display, of: impl Display, when: impl Display, by: impl Display) -> String {
    format!("{noun}{of}, requested {when}{by}")
}

pub fn belongs_to_profile_switch(name: impl Display) -> String {
    format!("Belongs to the profile “{name}”: switch to it to resolve this")
}

pub fn switch_to(name: impl Display) -> String {
    format!("Switch to {name}")
}
