//! All that the database has of a run.

use std::collections::BTreeMap;

use paydesk_team::{
    ApprovalId, Fence, SharedKey, SharedRecord, TeamApproval, TeamClaim, TeamConnection, TeamProfileId,
};
use uuid::Uuid;

use super::drafts::{StoredVersion, stored_versions};

/// See the module.
#[derive(Debug, Default)]
pub struct Kept {
    pub records: BTreeMap<SharedKey, SharedRecord>,
    pub claims: BTreeMap<Fence, TeamClaim>,
    pub approvals: BTreeMap<ApprovalId, TeamApproval>,
    pub items: Vec<KeptItem>,
    /// Every version of every draft, in the order in which they were written.
    pub versions: Vec<StoredVersion>,
}

/// An item of a bulk run that approval was asked for.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct KeptItem {
    pub approval: ApprovalId,
    pub resource: String,
    pub cents: i64,
    /// The operation that used it.
    pub operation: Option<String>,
}

impl Kept {
    pub async fn read(reader: &TeamConnection, superuser: &tokio_postgres::Client, profile: TeamProfileId) -> Self {
        let mut kept = Self::default();
        let mut upto = 0;
        loop {
            let changes = reader.changes_after(profile, upto).await.unwrap();
            kept.records.extend(changes.records.into_iter().map(|record| (record.key.clone(), record)));
            kept.claims.extend(changes.claims.into_iter().map(|claim| (claim.fence, claim)));
            let approvals = changes.approvals.into_iter().map(|approval| (approval.request.id, approval));
            kept.approvals.extend(approvals);
            upto = changes.upto;
            if !changes.has_more {
                break;
            }
        }
        let sql = "SELECT approval_id, resource, amount_minor, operation_id FROM paydesk.approval_item \
                   WHERE profile_id = $1";
        let rows = superuser.query(sql, &[&profile.0]).await.unwrap();
        let item = |row: &tokio_postgres::Row| KeptItem {
            approval: ApprovalId(row.get::<_, Uuid>(0).as_u128()),
            resource: row.get(1),
            cents: row.get(2),
            operation: row.get(3),
        };
        kept.items = rows.iter().map(item).collect();
        kept.versions = stored_versions(superuser).await;
        kept
    }
}
