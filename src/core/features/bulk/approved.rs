//! A run that a second person approved, begun here.

use paydesk_domain::ids::{BulkRunId, OperationId};
use paydesk_domain::profile::ProfileId;

use chrono::{DateTime, Utc};

use super::item::BulkItem;
use super::kind::BulkKind;
use super::stored::StoredRun;

/// A bulk run that a second person approved.
#[derive(Debug, Clone, PartialEq)]
pub struct ApprovedRun {
    /// As its approval names it.
    pub id: BulkRunId,
    pub kind: BulkKind,
    /// Of every cancellation or refund; empty where none was given.
    pub reason: String,
    pub items: Vec<BulkItem>,
}

impl ApprovedRun {
    /// The run as it is stored. Its operations are made here: another desk may have the same request.
    pub(super) fn begun(
        self,
        profile_id: ProfileId,
        confirmed_at: DateTime<Utc>,
        mut new_id: impl FnMut() -> OperationId,
    ) -> StoredRun {
        let Self { id, kind, reason, items } = self;
        let items = items.into_iter().map(|item| BulkItem { operation_id: new_id(), ..item }).collect();
        StoredRun {
            profile_id,
            kind,
            confirmed_at,
            reason,
            items,
            excluded: Vec::new(),
            is_stopped: false,
            left_out: Vec::new(),
            not_begun: Vec::new(),
            id: Some(id),
            is_approved: true,
        }
    }
}
