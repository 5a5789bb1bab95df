//! How far the payments of a team's database are stored on this machine.

use serde::{Deserialize, Serialize};

use paydesk_index::payment_columns::PaymentKey;

/// Copied once, the newest first, and followed from then on.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
pub struct CopiedPlace {
    /// The profile there: of another one nothing holds.
    pub profile: String,
    /// All changes up to this number are here, of what is stored here at all.
    pub changed: i64,
    /// The last one that was copied.
    pub copied_to: Option<PaymentKey>,
    pub is_copied: bool,
}

impl CopiedPlace {
    /// Nothing of this profile is copied yet; it begins with what the database has at this change.
    pub fn new(profile: &str, changed: i64) -> Self {
        Self { profile: profile.to_owned(), changed, copied_to: None, is_copied: false }
    }
}
