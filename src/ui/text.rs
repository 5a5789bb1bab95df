//! Texts that several panels show.

pub const CANCEL: &str = "Cancel";
pub const CLEAR_FILTERS: &str = "Clear filters";
pub const CLOSE_PANE: &str = "Close pane";
pub const DISPUTE: &str = "Dispute";
pub const EXPIRED: &str = "Expired";
pub const EXPORT: &str = "Export";
pub const LAST_DAY: &str = "Last day";
pub const MERCHANT: &str = "Merchant";
pub const METHOD: &str = "Method";
pub const NOT_REPORTED: &str = "Not reported";
pub const PASTE_IT_HERE: &str = "Paste it here";
pub const REFRESH: &str = "Refresh";
pub const SAVE: &str = "Save";
pub const SENT: &str = "Sent";
pub const TRY_AGAIN: &str = "Try again";
