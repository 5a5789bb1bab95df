//! The texts of subscriptions.

use std::fmt::Display;

// Subscriptions

pub const PAYDESK_DOES_NOT_KNOW_STATUS: &str = "Paydesk does not know the status, so it offers nothing";
pub const IT_WAS_CONFIRMED_ALREADY_ONLY: &str = "It was confirmed already: only one that is “created” can be";
pub const ONLY_ACTIVE_SUBSCRIPTION_CAN_CHANGE: &str = "Only an active subscription can change its plan";
pub const ITS_STATUS_IS_NOT_KNOWN: &str = "Its status is not known";
pub const PROFILE_HAS_NO_PROFILE_ID: &str =
    "The profile has no profile id, which these calls need: give it in Settings → Profiles";

pub fn is_already_under_way(title: impl Display) -> String {
    format!("“{title}” is already under way")
}
