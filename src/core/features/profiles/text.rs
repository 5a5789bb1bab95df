//! The texts of profiles.

use std::fmt::Display;

// Editor

pub fn this_key_opens_and_profile(opens: impl Display, is: impl Display) -> String {
    format!("This key is for {opens}, the profile for {is}: add another profile for it")
}

pub fn of_this_profile_must(open: impl Display) -> String {
    format!("{open} must be resolved first: sent from this profile to the old address")
}

pub fn this_is_another_address_enter(old: impl Display) -> String {
    format!("This is another address: enter its secret key. The saved key belongs to {old}")
}

pub fn open_operations(operations: impl Display) -> String {
    format!("{operations} open operations")
}
