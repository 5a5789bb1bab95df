//! What changed in a profile after a number that a desk has seen.
//!
//! Numbers are in the order of commits, so nothing before the number that is returned can still come.

use tokio_postgres::types::Type;

use paydesk_domain::approval::TeamApproval;

use super::approvals::{APPROVAL_COLUMNS, approval_of};
use super::claims::{CLAIM_COLUMNS, TeamClaim, claim_of};
use super::connection::{TeamConnection, value};
use super::error::TeamError;
use super::ids::TeamProfileId;
use super::records::{RECORD_COLUMNS, SharedRecord, record_of};

/// Most rows of one table in one answer.
pub const CHANGES_MAX: usize = 500;

/// What changed, each as it is now, by the number of its last change.
#[derive(Debug, Clone, PartialEq, Default)]
pub struct TeamChanges {
    pub records: Vec<SharedRecord>,
    pub claims: Vec<TeamClaim>,
    pub approvals: Vec<TeamApproval>,
    /// Something else changed, such as a rule, which has no number of its own; or one of these changed twice.
    pub has_other: bool,
    /// Ask for what came after this one next.
    pub upto: i64,
    /// Whether there is more already.
    pub has_more: bool,
}

impl TeamChanges {
    /// Whether a request or a rule of approval may have changed: rules have no numbers of their own.
    pub fn touches_approvals(&self) -> bool {
        !self.approvals.is_empty() || self.has_other
    }
}

pub(super) const LAST_CHANGE: &str = "SELECT last FROM paydesk.change_counter WHERE profile_id = $1";

impl TeamConnection {
    /// The number of the last change in a profile.
    pub async fn last_change(&self, profile: TeamProfileId) -> Result<i64, TeamError> {
        let row = self.rows(LAST_CHANGE, &[(&profile.0, Type::UUID)]).await?;
        row.first().map_or(Err(super::error::TeamRefusal::NotAMember.into()), |row| value(row, 0))
    }

    /// What changed after `after`, which is 0 for a desk that knows nothing.
    pub async fn changes_after(&self, profile: TeamProfileId, after: i64) -> Result<TeamChanges, TeamError> {
        let last = self.last_change(profile).await?;
        if last <= after {
            return Ok(TeamChanges { upto: after, ..TeamChanges::default() });
        }
        // What was committed up to `last` is there for every statement from now on. What changed again meanwhile has a
        // larger number, and is read next time.
        let limit = i64::try_from(CHANGES_MAX).unwrap_or(i64::MAX);
        let values = [
            (&profile.0 as _, Type::UUID),
            (&after as _, Type::INT8),
            (&last as _, Type::INT8),
            (&limit as _, Type::INT8),
        ];
        let sql =
            [("record", RECORD_COLUMNS), ("claim", CLAIM_COLUMNS), ("approval", APPROVAL_COLUMNS)].map(changed_sql);
        let read = sql.each_ref().map(|sql| self.rows(sql, &values));
        let [records, claims, approvals] = read;
        let (records, claims, approvals) = tokio::try_join!(records, claims, approvals)?;
        let mut records = records.iter().map(record_of).collect::<Result<Vec<_>, _>>()?;
        let mut claims = claims.iter().map(claim_of).collect::<Result<Vec<_>, _>>()?;
        let mut approvals = approvals.iter().map(approval_of).collect::<Result<Vec<_>, _>>()?;
        // A full page ends before `last`: what the other tables have beyond it would skip the rest of that page.
        let ends = [
            full_page(&records, |record| record.change),
            full_page(&claims, |claim| claim.change),
            full_page(&approvals, |approval| approval.change),
        ];
        let upto = ends.into_iter().flatten().min().unwrap_or(last);
        records.retain(|record| record.change <= upto);
        claims.retain(|claim| claim.change <= upto);
        approvals.retain(|approval| approval.change <= upto);
        let known = i64::try_from(records.len() + claims.len() + approvals.len()).unwrap_or(i64::MAX);
        let has_other = upto - after > known;
        Ok(TeamChanges { records, claims, approvals, has_other, upto, has_more: upto < last })
    }
}

/// The last number of a page that may have another behind it.
fn full_page<T>(rows: &[T], change: impl Fn(&T) -> i64) -> Option<i64> {
    if rows.len() < CHANGES_MAX { None } else { rows.last().map(change) }
}

fn changed_sql((table, columns): (&str, &str)) -> String {
    format!(
        "SELECT {columns} FROM paydesk.{table} WHERE profile_id = $1 AND change > $2 AND change <= $3 \
         ORDER BY change LIMIT $4"
    )
}
