//! The texts of profiles.

use std::fmt::Display;

// Editor

pub fn this_key_opens_and_profile(opens: impl Display, is: impl Display) -> String {
    format!("This is a {opens} key, but the profile is {is}: add another profile for this key")
}

pub fn of_this_profile_must(open: impl Display) -> String {
    format!("{open} sent to the old address must be resolved first")
}

pub fn this_is_another_address_enter(old: impl Display) -> String {
    format!("The address has changed: enter the new service's secret key. The saved key belongs to {old}.")
}

pub fn open_operations(operations: impl Display) -> String {
    format!("{operations} open operations")
}
