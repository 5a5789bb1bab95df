//! What is reported of sharing.

use paydesk_domain::document::Raw;
use paydesk_domain::shared::{SharedChange, SharedKey, SharedOutcome};

/// What the session with a team's database reports of what is shared.
#[derive(Debug, Clone, PartialEq)]
pub enum SharingReport {
    /// It follows from now on; `last` is the number of the newest change.
    Following { last: i64 },
    /// All that changed up to the number `upto`, each as it is now.
    Changed { changes: Vec<SharedChange>, upto: i64 },
    /// What became of each that was to be written, in their order.
    Answered(Vec<(SharedKey, SharedOutcome)>),
    /// The database did not answer: it may have taken them.
    NotAnswered,
}

/// What was shared by a profile when Paydesk was last closed.
#[derive(Debug, Clone, PartialEq, Default)]
pub struct StoredSharing {
    /// The number of the last change that was taken in.
    pub seen: i64,
    /// What the team did not have yet, with what it had in its place.
    pub waiting: Vec<(SharedKey, Option<Raw>)>,
}
