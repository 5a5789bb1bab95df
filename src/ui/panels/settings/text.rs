//! The texts of settings.

pub use crate::text::{
    ADD_PROFILE as ADD_PROFILE_FORM, BEGINS_WITH_HTTPS, CANCEL, DISCARDS_WHAT_WAS_ENTERED, EDIT, OPTIONAL,
    PASTE_IT_HERE, PROFILES, SAVE, SIGN_IN_AGAIN, SKIP, THEME,
};
pub use paydesk_core::features::history::text::PAYMENT_HISTORY;
pub use paydesk_core::features::notifications::text::TEST_TITLE as TEST;
pub use paydesk_core::text::{ADDRESS, E_MAIL, NAME, NOT_RECEIVED_AS_SET, TIME};

use std::fmt::Display;

use paydesk_core::features::notifications::NotificationKind;

// Settings

pub const SETTINGS: &str = "Settings";
pub const DENSITY: &str = "Density";
pub const MOTION: &str = "Motion";
pub const FULL: &str = "Full";
pub const SMALLEST_SIZE: &str = "Smallest size";
pub const TIMES_ARE_SHOWN_IN: &str = "Times are shown in";

// Organisation

pub const SET_BY_YOUR_ORGANISATION: &str = "Set by your organisation";

pub fn set_in(file: impl Display) -> String {
    format!("Only an administrator of this computer can change these rules, in {file}")
}

pub fn unreadable_rules(file: impl Display) -> String {
    format!("The rules in {file} cannot be used. Until an administrator corrects the file, these apply.")
}

pub fn organisation_proxy(shown: impl Display) -> String {
    format!("Not used: your organisation's proxy is {shown}")
}

// Payment history

pub const ON: &str = "On";
pub const OFF: &str = "Off";
pub const KEEP_FOR: &str = "Keep payments for";
pub const ON_THIS_COMPUTER: &str = "On this computer";

pub fn payment_history_of(profile: impl Display) -> String {
    format!("{PAYMENT_HISTORY}: {profile}")
}

pub fn what_this_service_does(current_name: impl Display) -> String {
    format!("How this service behaves: {current_name}")
}

pub fn now(zone: impl Display, now: impl Display) -> String {
    format!("{zone}, now {now}")
}

pub fn use_this_machines(local_zone: impl Display) -> String {
    format!("Use this computer's ({local_zone})")
}

pub fn as_set_in_profile(of_profile: impl Display) -> String {
    format!("{of_profile}, as set in the profile")
}

// Editor: fields

pub const PROFILE_ID: &str = "Profile ID";
pub const READ_ONLY_PAYDESK_CHANGES_NOTHING: &str = "Read-only: Paydesk changes nothing at the service";
pub const SAVED_IN_KEYRING: &str = "Saved in the system keyring, never in a file";

pub fn used_as(normal: impl Display) -> String {
    format!("Used as {normal}")
}

pub fn its_real_name_is(host: impl Display) -> String {
    format!("Its real name is {host}")
}

pub fn as_in_settings(of_settings: impl Display) -> String {
    format!("{of_settings}, as set in Settings")
}

pub fn use_that_of_settings(of_settings: impl Display) -> String {
    format!("Use the one in Settings ({of_settings})")
}

// Editor: dashboard sign-in

pub const SECOND_FACTOR_HINT: &str = "The 6 digits from your authenticator app";

// Editor

pub const ADD_PROFILE: &str = "Add profile";

pub fn edit(saved: impl Display) -> String {
    format!("Edit “{saved}”")
}

// Profiles

pub const SWITCH: &str = "Switch";
pub const REMOVE: &str = "Remove…";

pub fn switch_to(name: impl Display) -> String {
    format!("Switch to {name}")
}

pub fn edit_text(name: impl Display) -> String {
    format!("Edit {name}")
}

pub fn remove(name: impl Display) -> String {
    format!("Remove {name}")
}

// Review

pub const STATUS_OF_MANUAL_REVIEW: &str = "Manual review status";

pub fn name_in_this_sandbox(word: impl Display) -> String {
    format!("{word}, the name in this sandbox")
}

pub fn assumed_documentation_does_not_name(word: impl Display) -> String {
    format!("{word}, assumed: the documentation does not name it")
}

pub fn default(source: impl Display, assumed_review_status: impl Display) -> String {
    format!("{source} · Default: {assumed_review_status}")
}

pub fn set_by_you(at: impl Display) -> String {
    format!("Set by you {at}")
}

pub const REQUESTS_A_MINUTE: &str = "Requests a minute";

pub fn service_allows(limit: u32) -> String {
    format!("{limit}, as the service states. Paydesk stays below it.")
}

pub fn request_limit(limit: Option<u32>) -> String {
    limit.map_or_else(|| "No limit".to_owned(), |limit| format!("At most {limit}"))
}

pub fn learned_from_was_approved(at: impl Display, id: impl Display) -> String {
    format!("Learned {at} when {id} was approved")
}

// Service

pub fn settings_were_learned(count: impl Display) -> String {
    format!("{count} settings were learned from this service")
}

pub fn forget(name: impl Display) -> String {
    format!("Forget {name}")
}

pub fn assumed(usual: impl Display) -> String {
    format!("Assumed: {usual}")
}

pub fn learned_from(at: impl Display, from: impl Display) -> String {
    format!("Learned {at} from: {from}")
}

// Trait row

pub const FORGET: &str = "Forget";

// Notifications

pub const NOTIFICATIONS: &str = "Notifications";
pub const AUTHORIZATIONS_ENDING_WITHIN: &str = "Expiry notice";
pub const LEADS: [&str; 5] = ["6 h", "12 h", "24 h", "48 h", "72 h"];

pub fn notification_kind(kind: NotificationKind) -> &'static str {
    match kind {
        NotificationKind::ExpiringAuthorizations => "Authorizations about to expire",
        NotificationKind::DisputesOnLastDay => "Disputes on their last day",
        NotificationKind::UnknownOutcomes => "Unknown outcomes",
        NotificationKind::BulkRuns => "Finished bulk runs",
        NotificationKind::Approvals => "Team approvals",
    }
}

// Zone

pub const BERLIN: &str = "Berlin";

pub const TEAM_DATABASE: &str = "Database address";
pub const TEAM_PROFILE: &str = "Profile name in the team";
pub const TEAM_PASSWORD: &str = "Database password";
pub const TEAM_PASSWORD_HINT: &str = "Saved in the keyring; leave empty to keep the saved password";
pub const TEAM_CA_FILE: &str = "CA certificate file";
pub const WHEN_DATABASE_IS_AWAY: &str = "If the database is down";

pub fn team_of(profile: impl Display) -> String {
    format!("Team of {profile}")
}

pub fn team_connected(person: impl Display, role: impl Display, latency_ms: u64) -> String {
    match latency_ms {
        0 => format!("Connected as {person} · {role} · responds in less than 1 ms"),
        latency_ms => format!("Connected as {person} · {role} · responds in {latency_ms} ms"),
    }
}

pub fn team_away_since(time: impl Display) -> String {
    format!("Not connected since {time}")
}

pub const TEAM_CONNECTION: &str = "Connection";

pub fn chosen_on(at: impl Display) -> String {
    format!("Chosen on {at}")
}
