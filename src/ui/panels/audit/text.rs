//! Texts of the audit.

pub use crate::text::{DETAILS, ENVIRONMENT, OBJECT, OUTCOME, REQUEST_BODY, VERIFY};
pub use paydesk_core::text::{AMOUNT, OPERATION, PROFILE, RECORDED, REQUEST, TIME};

pub const AUDIT: &str = "Audit";
pub const AUDIT_TABLE: &str = "Audit table";
pub const PERSON: &str = "Person";
pub const OPERATOR: &str = "Signed in as";
pub const TEAM: &str = "Team";
pub const READ_OLDER: &str = "Read older operations of colleagues";
pub const PERIOD: &str = "Period";
pub const SEARCH_AUDIT: &str = "Search audit";
pub const SEARCH_HINT: &str = "Id, person or result";
pub const VERIFY_HINT: &str = "Checks that no journal entry was changed or removed";
pub const READING: &str = "Reading the journal…";
pub const NO_OPERATIONS: &str =
    "No operations yet. Captures, refunds, payouts and other changes you make appear here with their outcome";
pub const NO_MATCH: &str = "No operation matches these filters";
pub const SHOW_ALL: &str = "Show all operations";
pub const CLOSE: &str = "Close details";
pub const OPERATION_ID: &str = "Operation id";
pub const STEPS: &str = "Steps";
pub const READING_STEPS: &str = "Reading steps…";
pub const REMOVED_PROFILE: &str = "Removed profile";

pub fn open(noun: &str) -> String {
    format!("Open {noun}")
}

pub fn found(listed: &str, total: &str) -> String {
    format!("{listed} of {total} operations")
}

pub fn unreadable(entries: &str) -> String {
    format!("{entries} entries of another Paydesk version are not shown")
}
