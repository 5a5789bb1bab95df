//! The texts of subscriptions.

pub use crate::text::PROFILE_HAS_NO_PROFILE_ID;

use std::fmt::Display;

// Subscriptions

pub const PAYDESK_DOES_NOT_KNOW_STATUS: &str = "Paydesk does not know the status, so it offers nothing";
pub const ALREADY_CONFIRMED_ONLY_SUBSCRIPTION: &str =
    "Already confirmed: only a subscription with the status “created” can be confirmed";
pub const ONLY_ACTIVE_SUBSCRIPTION_CAN_CHANGE: &str = "Only an active subscription can change its plan";
pub const ITS_STATUS_IS_NOT_KNOWN: &str = "Its status is not known";

pub fn is_already_under_way(title: impl Display) -> String {
    format!("“{title}” is already under way")
}
