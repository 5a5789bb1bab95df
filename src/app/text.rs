//! Texts that several features or panels show.

pub const ADDRESS: &str = "Address";
pub const ALL: &str = "All";
pub const AMOUNT: &str = "Amount";
pub const APPLIED: &str = "Applied";
pub const CREATED: &str = "Created";
pub const CURRENCY: &str = "Currency";
pub const DISPUTES: &str = "Disputes";
pub const DUE_THIS_WEEK: &str = "Due this week";
pub const NAME: &str = "Name";
pub const NOTE: &str = "Note";
pub const NO_REASON_WAS_GIVEN: &str = "No reason was given";
pub const OPERATION: &str = "Operation";
pub const OVERDUE: &str = "Overdue";
pub const PAYMENT: &str = "Payment";
pub const PAYMENTS: &str = "Payments";
pub const PROFILE: &str = "Profile";
pub const QUERY: &str = "Query";
pub const RANGE: &str = "Range";
pub const REASON: &str = "Reason";
pub const REQUEST_ID: &str = "Request id";
pub const STAGE: &str = "Stage";
pub const STATUS: &str = "Status";
pub const TIME: &str = "Time";
