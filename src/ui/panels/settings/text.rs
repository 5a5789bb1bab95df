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
pub const APPEARANCE: &str = "Appearance";
pub const JOURNAL_OF_OPERATIONS: &str = "Journal of operations";
pub const DENSITY: &str = "Density";
pub const MOTION: &str = "Motion";
pub const FULL: &str = "Full";
pub const REDUCED: &str = "Reduced";
pub const TEXT_SIZE: &str = "Text size";
pub const SMALLEST_SIZE: &str = "Smallest size";
pub const SMALLER_TEXT: &str = "Smaller text";
pub const LARGEST_SIZE: &str = "Largest size";
pub const LARGER_TEXT: &str = "Larger text";
pub const TIMES_ARE_SHOWN_IN: &str = "Times are shown in";
pub const IN_THIS_PROFILE: &str = "In this profile";
pub const OTHER_TIME_ZONE: &str = "Other time zone";
pub const ALL_OPERATIONS_AND_THEIR_OUTCOMES: &str = "All operations and their outcomes, one JSON object per line. It contains customer data as sent, but no keys and no card data";
pub const FOR_SUPPORT: &str = "For support";

// Organisation

pub const SET_BY_YOUR_ORGANISATION: &str = "Set by your organisation";
pub const ONLY_KEY_AND_READ_ONLY: &str =
    "Enter its key here. You may also make it read-only; nothing else can be changed";
pub const CANNOT_BE_REMOVED: &str = "Set by your organisation; it cannot be removed";
pub const ENTER_ITS_KEY_HERE: &str = "Enter its key here; nothing else can be changed";
pub const REAL_MONEY_READ_ONLY: &str = "Real money: read-only, as set by your organisation";

pub fn set_in(file: impl Display) -> String {
    format!("Only an administrator of this computer can change these rules, in {file}")
}

pub fn unreadable_rules(file: impl Display) -> String {
    format!("The rules in {file} cannot be used. Until an administrator corrects the file, these apply")
}

pub fn organisation_proxy(shown: impl Display) -> String {
    format!("Not used: your organisation's is {shown}")
}

// Payment history

pub const HISTORY_NOTE: &str =
    "Payments of this profile stored on this machine so that all of them are found at once, readable by your user only";
pub const ON: &str = "On";
pub const OFF: &str = "Off";
pub const KEEP_FOR: &str = "Keep payments for";
pub const ON_THIS_MACHINE: &str = "On this machine";
pub const AT_THE_SERVICE: &str = "At the service";
pub const FORGET_EVERYTHING: &str = "Forget everything of this profile…";

pub fn payment_history_of(profile: impl Display) -> String {
    format!("{PAYMENT_HISTORY}: {profile}")
}

pub fn what_this_service_does(current_name: impl Display) -> String {
    format!("What this service does: {current_name}")
}

pub fn now(zone: impl Display, now: impl Display) -> String {
    format!("{zone}, now {now}")
}

pub fn use_this_machines(local_zone: impl Display) -> String {
    format!("Use this machine's ({local_zone})")
}

pub fn as_set_in_profile(of_profile: impl Display) -> String {
    format!("{of_profile}, as set in the profile")
}

// Editor: fields

pub const NAME_OF_YOUR_CHOICE: &str = "A name of your choice";
pub const MERCHANT_ID: &str = "Merchant id";
pub const YOUR_ACCOUNT: &str = "Your account";
pub const PROFILE_ID: &str = "Profile id";
pub const NEEDED_TO_CREATE_PAYMENTS: &str = "Needed to create payments and subscriptions";
pub const HTTP_ON_THIS_MACHINE: &str = "Accepted without https:// as it is on this machine";
pub const ONLY_WHERE_THIS_SERVICE_NEEDS: &str =
    "Only where this service needs another: http://proxy.example.com:3128, with a user as http://name@proxy…";
pub const SYSTEM_PROXY: &str = "System proxy";
pub const PROXY: &str = "Proxy";
pub const PROXY_PASSWORD: &str = "Proxy password";
pub const PROXY_PASSWORD_EXAMPLE: &str = "Password of this user";
pub const SAVED_PASSWORD_IS_UNCHANGED: &str = "The saved password is unchanged";
pub const READ_ONLY_PAYDESK_CHANGES_NOTHING: &str = "Read-only: Paydesk changes nothing at the service";
pub const THIS_HOST_HAS_LETTERS: &str = "This host has letters that can look like others: is it the one you mean?";
pub const SAVED_IN_KEYRING: &str = "Saved in the keyring of this system, never in a file";
pub const THERE_IS_NO_KEY: &str = "There is no key for this profile yet";
pub const CURRENT_KEY_IS_USED_UNTIL: &str = "The current key is used until Paydesk is closed";
pub const PASTE_IT_AGAIN_TO_SAVE: &str = "Paste it again to save it in the keyring";
pub const SAVED_KEY_IS_UNCHANGED: &str = "The saved key is unchanged";
pub const PASTE_KEY_ONLY_TO_REPLACE: &str = "Paste a key only to replace it";
pub const SECRET_KEY: &str = "Secret key";
pub const ENVIRONMENT_IS_READ_FROM_KEY: &str =
    "The environment is read from the key: snd_… and dev_… are SANDBOX, prd_… is PRODUCTION";
pub const NOTHING_THERE_MOVES_REAL_MONEY: &str = "Nothing there moves real money";
pub const REAL_MONEY_READ_ONLY_UNTIL: &str = "Real money: read-only until you unlock it, each time Paydesk starts";
pub const ANOTHER_PROFILE_USES_PRODUCTION: &str =
    "Another profile uses PRODUCTION at this host, and this is a sandbox key";
pub const USE_THIS_SANDBOX_KEY_ANYWAY: &str = "Use this sandbox key anyway";
pub const RECEIVE_WEBHOOKS_ON_THIS_MACHINE: &str = "Receive webhooks on this machine, while Paydesk runs";
pub const ON_127_0_0_1: &str =
    "On 127.0.0.1, reached through a tunnel or reverse proxy. Enter the secret under Webhooks";
pub const FREE_ONE: &str = "A free one";
pub const WEBHOOK_PORT: &str = "Webhook port";

pub fn used_as(normal: impl Display) -> String {
    format!("Used as {normal}")
}

pub fn its_real_name_is(host: impl Display) -> String {
    format!("Its real name is {host}")
}

pub fn as_in_settings(of_settings: impl Display) -> String {
    format!("{of_settings}, as in the settings")
}

pub fn use_that_of_settings(of_settings: impl Display) -> String {
    format!("Use that of the settings ({of_settings})")
}

// Editor: dashboard sign-in

pub const DASHBOARD_SIGN_IN: &str = "Dashboard sign-in (optional)";
pub const SIGN_IN_EXPLAINED: &str =
    "Some services filter and count payments only for a signed-in person. The rest works with the key";
pub const SIGN_IN_EXPIRED: &str = "You are signed out of the service's dashboard. Until you sign in again, Paydesk filters the payments and does not compare them";
pub const SIGNED_IN: &str =
    "You are signed in: the service filters the payments list, and Settings compares its count with Paydesk's";
pub const NOT_SIGNED_IN: &str = "You are not signed in";
pub const SIGN_IN: &str = "Sign in";
pub const SIGN_OUT: &str = "Sign out";
pub const SIGN_IN_PASSWORD: &str = "Password";
pub const SIGN_IN_PASSWORD_HINT: &str = "Used once and not saved. The sign-in is saved in the keyring of this system";
pub const SAVE_THE_PROFILE_FIRST: &str = "Save the profile first";
pub const ENTER_EMAIL_AND_PASSWORD: &str = "Enter your e-mail and password";
pub const SECOND_FACTOR: &str = "Second factor";
pub const SECOND_FACTOR_HINT: &str = "The 6 digits that your authenticator app shows";
pub const CONTINUE: &str = "Continue";
pub const SKIP_HINT: &str = "Where the service allows it";

// Editor

pub const ADD_PROFILE: &str = "Add profile";
pub const TEST_CONNECTION: &str = "Test connection";
pub const ADD_A_PROFILE: &str = "Add a profile";

pub fn edit(saved: impl Display) -> String {
    format!("Edit “{saved}”")
}

// Editor: test

pub const CHANGED_SINCE_TEST_TEST_AGAIN: &str = "Changed since the test: test again";
pub const CHECKING_PERMISSIONS_OF_THIS_KEY: &str = "Checking the permissions of this key…";
pub const CONNECTION_FAILED: &str = "Connection failed";

// Profiles

pub const ADD_PROFILE_TO_WORK: &str = "Add a profile to work with your own payment service. You need its address and its secret key, which is saved in the keyring of this system, never in a file";
pub const ACTIVE: &str = "Active";
pub const READ_ONLY: &str = "Read-only";
pub const RUNS_INSIDE_PAYDESK_AND_BEHAVES: &str =
    "Runs inside Paydesk and behaves like hyperswitch, for practice with that service";
pub const RUNS_INSIDE_PAYDESK_NEEDS: &str = "Runs inside Paydesk, needs no setup";
pub const ITS_KEY_IS_IN_KEYRING: &str = "Its key is in the keyring";
pub const KEY_IS_READ_WHEN_YOU: &str = "The key is read when you switch to it";
pub const ITS_KEY_IS_MISSING: &str = "Its key is missing";
pub const ITS_KEY_IS_HELD_UNTIL: &str = "Its key is held until Paydesk is closed";
pub const SWITCH: &str = "Switch";
pub const REMOVE: &str = "Remove…";
pub const TRY_HYPERSWITCH: &str = "Try hyperswitch";

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

pub const FORGET_STATUS_OF_MANUAL_REVIEW: &str = "Forget Status of manual review";
pub const STATUS_OF_MANUAL_REVIEW: &str = "Status of manual review";
pub const USE_THIS_STATUS: &str = "Use this status";

pub fn name_in_this_sandbox(word: impl Display) -> String {
    format!("{word}, the name in this sandbox")
}

pub fn assumed_documentation_does_not_name(word: impl Display) -> String {
    format!("{word}, assumed: the documentation does not name it")
}

pub fn default(source: impl Display, assumed_review_status: impl Display) -> String {
    format!("{source}. Default: {assumed_review_status}")
}

pub fn set_by_you(at: impl Display) -> String {
    format!("Set by you {at}")
}

pub const REQUESTS_A_MINUTE: &str = "Requests a minute";
pub const SERVICE_STATES_NO_LIMIT: &str = "This service states no limit. The first reading takes one request for each 100 payments and one for the details of each payment; afterwards only what changed is read";

pub fn service_allows(limit: u32) -> String {
    format!("{limit}, as the service states. Paydesk stays below it")
}

pub fn request_limit(limit: Option<u32>) -> String {
    limit.map_or_else(|| "No limit".to_owned(), |limit| format!("At most {limit}"))
}

pub fn learned_from_was_approved(at: impl Display, id: impl Display) -> String {
    format!("Learned {at} from: {id} was approved")
}

// Service

pub const WHAT_API_DOCUMENTATION_DOES: &str = "What the API documentation does not specify. Paydesk starts with defaults and saves what it learns for this profile";
pub const ONE_SETTING_WAS_LEARNED: &str = "1 setting was learned from this service";
pub const PAYDESK_LEARNS_THEM_AGAIN: &str =
    "Paydesk learns them again from the next responses; your own settings are unchanged";
pub const FORGET_ALL: &str = "Forget all";

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
pub const EACH_IS_REPORTED_ONCE: &str = "Notifications of this system while Paydesk runs. Each payment, dispute and operation is reported once. What falls into quiet hours is shown once they end, if it still applies";
pub const SHOW_NOTIFICATIONS: &str = "Show notifications";
pub const NOTIFY_OF: &str = "Notify me about";
pub const AUTHORIZATIONS_ENDING_WITHIN: &str = "Expiry notice";
pub const LEADS: [&str; 5] = ["6 h", "12 h", "24 h", "48 h", "72 h"];
pub const QUIET_HOURS: &str = "Quiet hours";
pub const NO_NOTIFICATIONS_FROM: &str = "No notifications from";
pub const QUIET_FROM: &str = "Quiet hours from";
pub const QUIET_UNTIL: &str = "Quiet hours until";
pub const UNTIL: &str = "until";
pub const QUIET_HOURS_ARE_OFF: &str = "Quiet hours are off";
pub const TIME_AS_20_00: &str = "Enter a time, for example 20:00";
pub const SEND_TEST_NOTIFICATION: &str = "Send test notification";
pub const TEST_IS_BEING_SENT: &str = "The test notification is being sent";

pub fn notification_kind(kind: NotificationKind) -> &'static str {
    match kind {
        NotificationKind::ExpiringAuthorizations => "Authorizations about to expire",
        NotificationKind::DisputesOnLastDay => "Disputes on their last day",
        NotificationKind::UnknownOutcomes => "Unknown outcomes",
        NotificationKind::BulkRuns => "Finished bulk runs",
        NotificationKind::Approvals => "Approvals of a team",
    }
}

// Zone

pub const FIND_TIME_ZONE: &str = "Find a time zone";
pub const BERLIN: &str = "Berlin";
pub const NO_ZONE_OF_IANA_LIST: &str = "No time zone of the IANA list matches";

pub const TEAM_EXPLAINED: &str = "Colleagues who join the same team share records, notes and evidence, and see who works \
    on what: nothing is captured, refunded or paid out twice";
pub const TEAM_DATABASE: &str = "Database address";
pub const TEAM_DATABASE_EXAMPLE: &str = "postgresql://anna@db.example.com/paydesk";
pub const TEAM_PROFILE: &str = "Profile name in the team";
pub const TEAM_USER: &str = "User name in the database";
pub const TEAM_IS_SET_EXPLAINED: &str =
    "Your organisation set this team. Until you join it with your user name and password, the profile is read-only";
pub const TEAM_PASSWORD: &str = "Database password";
pub const TEAM_PASSWORD_HINT: &str = "Saved in the keyring; leave it empty to keep the one that is saved";
pub const TEAM_CA_FILE: &str = "CA certificate file";
pub const TEAM_CA_FILE_EXAMPLE: &str = "Only where the system does not trust the server’s certificate";
pub const JOIN_TEAM: &str = "Join team";
pub const LEAVE_TEAM: &str = "Leave team";
pub const JOIN_A_TEAM: &str = "Join a team…";
pub const CHANGE_TEAM: &str = "Change…";
pub const WHEN_DATABASE_IS_AWAY: &str = "If the database is away";
pub const STOP_CHANGES: &str = "Stop changes";
pub const WORK_ALONE: &str = "Work alone";
pub const STOP_CHANGES_EXPLAINED: &str = "Nothing is changed at the service until the database answers";
pub const WORK_ALONE_EXPLAINED: &str =
    "Operations go on and are marked: a colleague may change the same at the same time";
pub const TEAM_CONNECTING: &str = "Connecting to the database…";

pub fn team_of(profile: impl Display) -> String {
    format!("Team of {profile}")
}

pub fn team_connected(person: impl Display, role: impl Display, latency_ms: u64) -> String {
    match latency_ms {
        0 => format!("Connected as {person} · {role} · answers in less than 1 ms"),
        latency_ms => format!("Connected as {person} · {role} · answers in {latency_ms} ms"),
    }
}

pub fn team_away_since(time: impl Display) -> String {
    format!("Not connected since {time}")
}

pub const TEAM_MEMBERS: &str = "Members";
pub const TEAM_CONNECTION: &str = "Connection";
pub const RESOLVE_OPEN_OPERATIONS_FIRST: &str = "Resolve the open operations first";

pub const USE_ISO_4217: &str = "Use ISO 4217";
pub const USE_HYPERSWITCH: &str = "Use hyperswitch";

pub fn chosen_on(at: impl Display) -> String {
    format!("Chosen on {at}")
}
