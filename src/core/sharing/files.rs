//! What is read from disk before anything is shared with a team.

use std::collections::BTreeMap;

use paydesk_domain::profile::ProfileId;

use crate::features::sharing::StoredSharing;

/// Waits for the files that are read before anything is shared with a team.
#[derive(Debug, Default)]
pub(crate) struct SharingFiles {
    /// What each profile shared; `None` until it is read.
    pub stored: Option<BTreeMap<ProfileId, StoredSharing>>,
    pub was_asked_for: bool,
    pub documents_are_read: bool,
}
