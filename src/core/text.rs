//! Texts that several features or panels show.

use std::fmt::Display;

/// Why something was not sent.
pub fn not_sent(reason: impl Display) -> String {
    format!("Not sent: {reason}")
}

/// Why nothing is changed with a profile whose team its organisation set.
pub fn read_only_until_joined(team: impl Display) -> String {
    format!("Read-only until you join your organisation's team “{team}” in Settings → Team")
}

// Export of the journal

/// Entries that were found beside the damaged ones.
pub fn recovered(count: impl Display) -> String {
    format!("{count} recovered")
}

pub fn journal_exported(content: impl Display, path: impl Display) -> String {
    format!("Journal exported ({content}) to {path}")
}

pub const ADDRESS: &str = "Address";
pub const ALL: &str = "All";
pub const ASSIGNEE: &str = "Assignee";
pub const CARD: &str = "Card";
pub const NOT_RECEIVED_AS_SET: &str = "Webhooks are not received on this computer, as set by your organisation";
pub const ONE_PAGE: &str = ", 1 page";
pub const WONT_CONTEST: &str = "Won't contest";
pub const AMOUNT: &str = "Amount";
pub const APPLIED: &str = "Applied";
pub const CANCEL: &str = "Cancel";
pub const CAPTURE: &str = "Capture";
pub const COLUMN_AMOUNT: &str = "amount";
pub const COLUMN_CURRENCY: &str = "currency";
pub const COLUMN_DETAIL: &str = "detail";
pub const COLUMN_OPERATION_ID: &str = "operation_id";
pub const COUNT: &str = "Count";
pub const CREATED: &str = "Created";
pub const CURRENCY: &str = "Currency";
pub const UNITS_CANNOT_CHANGE: &str =
    "Currency decimals cannot be changed while operations are open. Resolve them first.";
pub const CUSTOMER: &str = "Customer";
pub const CUSTOMER_ID: &str = "Customer ID";
pub const DECLINED: &str = "Declined";
pub const DECLINES: &str = "Declines";
pub const DESCRIPTOR: &str = "Descriptor";
pub const DISPUTES: &str = "Disputes";
pub const GOAL_BY_COUNT: &str = "Maximum dispute rate by count";
pub const GOAL_BY_AMOUNT: &str = "Maximum dispute rate by amount";
pub const DONE: &str = "Done";
pub const EXCLUDED: &str = "Excluded";
pub const E_MAIL: &str = "E-mail";
pub const FROM: &str = "From";
pub const GROUP: &str = "Group";
pub const IN_REVIEW: &str = "In review";
pub const IP_ADDRESS: &str = "IP address";
pub const LAST_7_DAYS: &str = "Last 7 days";
pub const NAME: &str = "Name";
pub const NOTE: &str = "Note";
pub const NOT_SENT: &str = "Not sent";
pub const NO_REASON: &str = "The service gave no reason";
pub const NO_REASON_WAS_GIVEN: &str = "No reason was given";
pub const ONE_PAYMENT: &str = "1 payment";
pub const OPERATION: &str = "Operation";
pub const OVERDUE: &str = "Overdue";
pub const PAUSED: &str = "Paused";
pub const PAYDESK: &str = "Paydesk";
pub const PAYMENT: &str = "Payment";
pub const PAYMENTS: &str = "Payments";
pub const PHONE: &str = "Phone";
pub const PROFILE: &str = "Profile";
pub const PROFILE_HAS_NO_PROFILE_ID: &str = "This needs a profile ID. Add it in Settings → Profiles.";
pub const QUERY: &str = "Query";
pub const RANGE: &str = "Period";
pub const REASON: &str = "Reason";
pub const APPROVALS: &str = "Approvals";
pub const APPROVE: &str = "Approve";
pub const APPROVED: &str = "Approved";
pub const WITHDRAWN: &str = "Withdrawn";
pub const OPEN: &str = "Open";
pub const DECIDED: &str = "Decided";
pub const RECORDED: &str = "Recorded";
pub const REFUND: &str = "Refund";
pub const REJECTED: &str = "Rejected";
pub const REQUEST: &str = "Request";
pub const REQUEST_ID: &str = "Request ID";
pub const SENT: &str = "Sent";
pub const SENT_OUTCOME_NOT_KNOWN: &str = "Sent, outcome unknown";
pub const SUBMITTED: &str = "Submitted";
pub const EVIDENCE: &str = "Evidence";
pub const NOT_STARTED: &str = "Not started";
pub const SHIPPING: &str = "Shipping";
pub const LOST: &str = "Lost";
pub const WON: &str = "Won";
pub const STAGE: &str = "Stage";
pub const NOBODY: &str = "Nobody";
pub const BOARD: &str = "Board";
pub const SUMMARY: &str = "Summary";
pub const NOT_UPLOADED_FROM_HERE: &str = "Not uploaded from this computer: check the ID";
pub const NOTHING_IS_FILLED_IN_YET: &str = "Nothing is filled in yet";
pub const STATUS: &str = "Status";
pub const TIME: &str = "Time";
pub const TIME_ZONE: &str = "Time zone";
pub const TO: &str = "To";
pub const TODAY: &str = "Today";
pub const THIS_MONTH: &str = "This month";
pub const LAST_MONTH: &str = "Last month";
pub const SEARCH: &str = "Search";
pub const TOTAL: &str = "Total";
pub const TO_CAPTURE: &str = "To capture";
pub const TYPE_NAME: &str = "Enter a name";
pub const UNDER_WAY: &str = "In progress";
pub const UNKNOWN_DATE: &str = "Unknown date";
pub const UNKNOWN: &str = "Outcome unknown";
pub const WHOLE_NUMBER: &str = "a whole number";

/// `EUR, GBP, USD`.
pub fn listed(items: &[impl AsRef<str>]) -> String {
    items.iter().map(AsRef::as_ref).collect::<Vec<_>>().join(", ")
}

pub fn is_under_way(title: impl Display, noun: impl Display) -> String {
    format!("“{title}” is under way for this {noun}")
}

pub fn open_in_another_profile(title: impl Display, profile: impl Display) -> String {
    format!("“{title}” is already under way in the profile “{profile}”")
}
