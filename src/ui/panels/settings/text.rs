//! The texts of settings.

pub use crate::app::text::{ADDRESS, NAME, TIME};
pub use crate::ui::text::{CANCEL, PASTE_IT_HERE, SAVE};

use std::fmt::Display;

// Settings

pub const SETTINGS: &str = "Settings";
pub const APPEARANCE: &str = "Appearance";
pub const JOURNAL_OF_OPERATIONS: &str = "Journal of operations";
pub const THEME: &str = "Theme";
pub const DENSITY: &str = "Density";
pub const MOTION: &str = "Motion";
pub const FULL: &str = "Full";
pub const REDUCED: &str = "Reduced";
pub const TEXT_SIZE: &str = "Text size";
pub const THIS_IS_SMALLEST: &str = "This is the smallest";
pub const SMALLER_TEXT: &str = "Smaller text";
pub const THIS_IS_LARGEST: &str = "This is the largest";
pub const LARGER_TEXT: &str = "Larger text";
pub const TIMES_ARE_SHOWN_IN: &str = "Times are shown in";
pub const IN_THIS_PROFILE: &str = "In this profile";
pub const ANOTHER_ZONE: &str = "Another zone";
pub const ALL_THAT_WAS_SENT: &str = "All that was sent from here and what came of it, as lines of JSON. It names customers as they were sent, and holds no key and no card data";
pub const FOR_SUPPORT: &str = "For support";

pub fn what_this_service_does(current_name: impl Display) -> String {
    format!("What this service does: {current_name}")
}

pub fn now(zone: impl Display, now: impl Display) -> String {
    format!("{zone}, now {now}")
}

pub fn use_this_machines(local_zone: impl Display) -> String {
    format!("Use this machine's ({local_zone})")
}

pub fn as_profile_says(of_profile: impl Display) -> String {
    format!("{of_profile}, as the profile says")
}

// Editor: fields

pub const WHAT_YOU_CALL_THIS_SERVICE: &str = "What you call this service";
pub const AT_SERVICE_OPTIONAL: &str = "At the service, optional";
pub const MERCHANT_ID: &str = "Merchant id";
pub const YOUR_ACCOUNT: &str = "Your account";
pub const PROFILE_ID: &str = "Profile id";
pub const SENT_AS_X_PROFILE_ID: &str = "Sent as X-Profile-Id";
pub const HERE: &str = "Here";
pub const ONLY_WHERE_THIS_SERVICE_NEEDS: &str = "Only where this service needs another: http://proxy.example.com:3128";
pub const SYSTEM_PROXY: &str = "System proxy";
pub const PROXY: &str = "Proxy";
pub const READ_ONLY_NOTHING_IS_CHANGED: &str = "Read-only: nothing is changed at the service from here";
pub const BEGINS_WITH_HTTPS: &str = "Begins with https://";
pub const THIS_HOST_HAS_LETTERS: &str = "This host has letters that can look like others: is it the one you mean?";
pub const IT_GOES_INTO_KEYRING: &str = "It goes into the keyring of this system and into no file";
pub const THERE_IS_NO_KEY: &str = "There is no key for this profile yet";
pub const KEY_THAT_IS_HELD_STAYS: &str = "The key that is held stays";
pub const PASTE_IT_AGAIN_TO_SAVE: &str = "Paste it again to save it in the keyring";
pub const SAVED_KEY_STAYS: &str = "The saved key stays";
pub const PASTE_ANOTHER_ONE_ONLY: &str = "Paste another one only to replace it";
pub const SECRET_KEY: &str = "Secret key";
pub const ENVIRONMENT_IS_READ_FROM_KEY: &str =
    "The environment is read from the key: snd_… is SANDBOX, prd_… is PRODUCTION";
pub const NOTHING_THERE_MOVES_REAL_MONEY: &str = "Nothing there moves real money";
pub const REAL_MONEY_READ_ONLY_UNTIL: &str = "Real money: read-only until you unlock it, each time Paydesk starts";
pub const ANOTHER_PROFILE_ASKS_PRODUCTION: &str =
    "Another profile asks PRODUCTION at this host, and this is a sandbox key";
pub const SEND_THIS_SANDBOX_KEY_THERE: &str = "Send this sandbox key there nonetheless";
pub const RECEIVE_WEBHOOKS_ON_THIS_MACHINE: &str = "Receive webhooks on this machine, while Paydesk runs";
pub const ON_127_0_0_1: &str = "On 127.0.0.1; a tunnel or reverse proxy leads there. The secret is given under Events";
pub const FREE_ONE: &str = "A free one";
pub const WEBHOOK_PORT: &str = "Webhook port";

pub fn asked_as(normal: impl Display) -> String {
    format!("Asked as {normal}")
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

// Editor

pub const ADD_PROFILE: &str = "Add profile";
pub const DISCARDS_WHAT_WAS_ENTERED: &str = "Discards what was entered";
pub const TEST_CONNECTION: &str = "Test connection";
pub const ADD_A_PROFILE: &str = "Add a profile";

pub fn edit(saved: impl Display) -> String {
    format!("Edit “{saved}”")
}

// Editor: test

pub const SOMETHING_WAS_CHANGED_SINCE_TEST: &str = "Something was changed since: test again";
pub const ASKING_SERVICE_WHAT_KEY_MAY: &str = "Asking the service what the key may be used for…";
pub const CONNECTION_FAILED: &str = "Connection failed";

// Profiles

pub const PROFILES: &str = "Profiles";
pub const ADD_PROFILE_FORM: &str = "Add profile…";
pub const ADD_PROFILE_TO_WORK: &str = "Add a profile to work with your own payment service: you need its address and its secret key, which goes into the keyring of this system and into no file";
pub const ACTIVE: &str = "Active";
pub const READ_ONLY: &str = "Read-only";
pub const RUNS_INSIDE_THIS_PROGRAM: &str =
    "Runs inside this program and answers as hyperswitch does, for practice with that service";
pub const RUNS_INSIDE_THIS_PROGRAM_AND_NEEDS: &str = "Runs inside this program and needs nothing";
pub const ITS_KEY_IS_IN_KEYRING: &str = "Its key is in the keyring";
pub const ITS_KEY_IS_LOOKED: &str = "Its key is looked for when you switch to it";
pub const ITS_KEY_IS_MISSING: &str = "Its key is missing";
pub const ITS_KEY_IS_HELD_UNTIL: &str = "Its key is held until Paydesk is closed";
pub const SWITCH: &str = "Switch";
pub const EDIT: &str = "Edit…";
pub const REMOVE: &str = "Remove…";
pub const TRY_OTHER_SHAPES: &str = "Try other shapes";

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

pub fn guess_documentation_does_not_name(word: impl Display) -> String {
    format!("{word}, a guess: the documentation does not name it")
}

pub fn default(source: impl Display, assumed_review_status: impl Display) -> String {
    format!("{source}. Default: {assumed_review_status}")
}

pub fn set_by_you(at: impl Display) -> String {
    format!("Set by you {at}")
}

pub fn learned_from_was_approved(at: impl Display, id: impl Display) -> String {
    format!("Learned {at} from: {id} was approved")
}

// Service

pub const WHAT_API_DOCUMENTATION_DOES: &str = "What the API documentation does not specify. Paydesk starts with a guess, and saves for this profile what the service shows it";
pub const ONE_THING_WAS_LEARNED: &str = "1 thing was learned of this service";
pub const PAYDESK_LEARNS_IT_AGAIN: &str = "Paydesk learns it again from the next answers; what you set by hand stays";
pub const FORGET_ALL: &str = "Forget all";

pub fn things_were_learned(count: impl Display) -> String {
    format!("{count} things were learned of this service")
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

// Zone

pub const FIND_TIME_ZONE: &str = "Find a time zone";
pub const BERLIN: &str = "Berlin";
pub const NO_ZONE_OF_IANA_LIST: &str = "No zone of the IANA list has this in its name";
