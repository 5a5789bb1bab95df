//! What a team shares: what is asked of its database and of the store.

use crate::features::disputes::DraftDocument;
use crate::records::Record;
use paydesk_domain::document::Raw;
use paydesk_domain::note::Annotation;
use paydesk_domain::profile::ProfileId;
use paydesk_domain::shared::{SharedKey, SharedWrite};

/// What is asked of the session with a team's database. Answered by a
/// [`SharingReport`](crate::features::sharing::SharingReport).
#[derive(Debug, Clone, PartialEq)]
pub enum SharingRequest {
    /// Report what changed after this number, and whatever changes from now on: `Following`, then `Changed` again and
    /// again.
    Follow { after: i64 },
    /// A `Changed` is on disk: there is room for another. Not answered.
    Acknowledge,
    /// Write these, answered once by `Answered` or `NotAnswered`.
    Share(Vec<SharedWrite>),
}

/// What the store keeps of sharing, all in the order of its fields: what was taken in before it is noted as such.
#[derive(Debug, Clone, PartialEq)]
pub struct SharedKeep {
    pub profile_id: ProfileId,
    pub records: Vec<Record>,
    pub documents: Vec<DraftDocument>,
    pub annotations: Vec<Annotation>,
    /// What the team does not have yet; with what it has in its place, where that is needed to tell who changed what.
    pub waiting: Vec<(SharedKey, Option<Raw>)>,
    /// What the team has by now.
    pub accepted: Vec<SharedKey>,
    /// The number of the last change that is taken in.
    pub seen: Option<i64>,
}

impl SharedKeep {
    pub fn new(profile_id: ProfileId) -> Self {
        let (records, documents, annotations) = (Vec::new(), Vec::new(), Vec::new());
        Self { profile_id, records, documents, annotations, waiting: Vec::new(), accepted: Vec::new(), seen: None }
    }

    pub fn is_empty(&self) -> bool {
        let stores = !(self.records.is_empty() && self.documents.is_empty() && self.annotations.is_empty());
        !stores && self.waiting.is_empty() && self.accepted.is_empty() && self.seen.is_none()
    }
}
