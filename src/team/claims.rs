//! Claims: who works on what, over the whole team. One open claim per resource.
//!
//! A claim is *prepared* first: its lease runs, and whoever asks when that is over gets the resource. [`begin_sending`]
//! comes before the first byte of an operation leaves. From then on the claim does not end by time: what was sent under
//! it is unknown until its desk settles it, or a person takes it over with a reason.
//!
//! [`begin_sending`]: TeamConnection::begin_sending

use std::time::Duration;

use chrono::{DateTime, Utc};
use tokio_postgres::Row;
use tokio_postgres::types::Type;

use paydesk_domain::approval::SharedOperation;
use paydesk_domain::ids::BulkRunId;
use paydesk_domain::payout::AccountDigest;

use super::approvals::{OperationColumns, fingerprint, operation_of};
use super::connection::{TEXT, TeamConnection, value};
use super::error::TeamError;
use super::ids::{DeskId, TeamProfileId};

/// Identifies a grant within a profile. Of two grants of one resource, the later has the larger one.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash, PartialOrd, Ord)]
pub struct Fence(pub i64);

/// What somebody wants to work on.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct ClaimRequest {
    /// As in the journal: `payment` with `pay_…`.
    pub family: String,
    pub resource: String,
    /// Of the operation; the same asks for the same claim again.
    pub operation_id: String,
    /// What for, as colleagues read it; at most 500 characters.
    pub description: String,
    /// At most an hour.
    pub lease: Duration,
    /// What will be sent, for the rules of approval; without one nothing may be sent under the claim.
    pub operation: Option<SharedOperation>,
    /// The bulk run that the operation is an item of.
    pub run: Option<BulkRunId>,
    /// The account that a payout goes to.
    pub account: Option<AccountDigest>,
}

/// Where a claim is in its life.
#[derive(Debug, Clone, PartialEq, Eq)]
pub enum ClaimStage {
    Prepared,
    /// Something may have been sent, and what came of it is not known.
    Sending {
        since: DateTime<Utc>,
    },
    Ended {
        at: DateTime<Utc>,
        by: String,
        ending: String,
    },
}

/// A claim as the team sees it.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct TeamClaim {
    pub fence: Fence,
    pub family: String,
    pub resource: String,
    pub operation_id: String,
    pub desk: DeskId,
    pub user: String,
    pub description: String,
    pub since: DateTime<Utc>,
    /// Since then, by the database's clock, in milliseconds.
    pub age_ms: i64,
    /// When it was read: more time for a claim is no change that is announced.
    pub lease_until: DateTime<Utc>,
    pub operation: Option<SharedOperation>,
    pub stage: ClaimStage,
    /// The number of its last change among all of the profile.
    pub change: i64,
}

/// What became of a claim that was asked for.
#[derive(Debug, Clone, PartialEq, Eq)]
pub enum ClaimOutcome {
    Granted(Fence),
    /// By somebody else, or by another operation of this person.
    Held(Box<TeamClaim>),
    /// The operation had it, may have sent something, and was settled.
    Ended(Fence),
    /// A rule covers the operation, alone or with what was begun in the last 24 hours, and there is no approval of exactly
    /// this one that this person may use; or it is an item of an approved run, and not as it was approved.
    NeedsApproval,
}

pub(super) const CLAIM_COLUMNS: &str = "fence, family, resource, operation_id, desk_id, user_name, description, since, \
     (extract(epoch FROM clock_timestamp() - since) * 1000)::bigint, lease_until, sending_since, ended_at, ended_by, \
     ending, change, operation, amount_minor, currency, count";
const CLAIM: &str =
    "SELECT outcome, fence FROM paydesk.claim_resource($1, $2, $3, $4, $5, $6, $7, $8, $9, $10, $11, $12, $13)";

const TAKE_OVER_ITEM: &str = "SELECT outcome, fence FROM paydesk.take_over_item($1, $2, $3, $4, $5, $6, $7, $8, $9)";

impl TeamConnection {
    /// Asks for a resource. May be repeated when the answer was lost: an operation gets its own claim back.
    pub async fn claim(
        &self,
        profile: TeamProfileId,
        desk: DeskId,
        request: &ClaimRequest,
    ) -> Result<ClaimOutcome, TeamError> {
        let lease = milliseconds(request.lease);
        let what = [
            (&profile.0 as _, Type::UUID),
            (&request.family as _, TEXT),
            (&request.resource as _, TEXT),
            (&request.operation_id as _, TEXT),
            (&desk.0 as _, Type::UUID),
            (&request.description as _, TEXT),
            (&lease as _, Type::INT4),
        ];
        let operation = OperationColumns::of(request.operation.as_ref());
        let account = request.account.map(|account| fingerprint(profile, account).to_vec());
        let run = [(&request.run.as_ref().map(BulkRunId::as_str) as _, TEXT), (&account as _, Type::BYTEA)];
        let row = self.one(CLAIM, &[&what[..], &operation.values()[..], &run[..]].concat()).await?;
        self.outcome_of(profile, &row).await
    }

    /// Ends the claim of somebody else on something that sends nothing, and gets it in the same step.
    pub async fn take_over_item(
        &self,
        profile: TeamProfileId,
        desk: DeskId,
        (fence, reason): (Fence, &str),
        request: &ClaimRequest,
    ) -> Result<ClaimOutcome, TeamError> {
        let lease = milliseconds(request.lease);
        let values = [
            (&profile.0 as _, Type::UUID),
            (&fence.0 as _, Type::INT8),
            (&reason as _, TEXT),
            (&request.family as _, TEXT),
            (&request.resource as _, TEXT),
            (&request.operation_id as _, TEXT),
            (&desk.0 as _, Type::UUID),
            (&request.description as _, TEXT),
            (&lease as _, Type::INT4),
        ];
        let row = self.one(TAKE_OVER_ITEM, &values).await?;
        self.outcome_of(profile, &row).await
    }

    async fn outcome_of(&self, profile: TeamProfileId, row: &Row) -> Result<ClaimOutcome, TeamError> {
        let outcome: &str = value(row, 0)?;
        if outcome == "needs_approval" {
            return Ok(ClaimOutcome::NeedsApproval);
        }
        let fence = Fence(value(row, 1)?);
        match outcome {
            "granted" => Ok(ClaimOutcome::Granted(fence)),
            "ended" => Ok(ClaimOutcome::Ended(fence)),
            "held" => {
                let holder = self.claim_of_fence(profile, fence).await?;
                let holder = holder.ok_or_else(|| TeamError::Answer("the claim does not exist".to_owned()))?;
                Ok(ClaimOutcome::Held(Box::new(holder)))
            }
            other => Err(TeamError::Answer(format!("“{other}” is not a claim outcome"))),
        }
    }

    /// Gives a claim more time, from now.
    pub async fn renew_claim(&self, profile: TeamProfileId, fence: Fence, lease: Duration) -> Result<(), TeamError> {
        let lease = milliseconds(lease);
        let values = [(&profile.0 as _, Type::UUID), (&fence.0 as _, Type::INT8), (&lease as _, Type::INT4)];
        self.rows("SELECT paydesk.renew_claim($1, $2, $3)", &values).await.map(|_| ())
    }

    /// Durable before it returns: only then may the first byte of the operation leave. Refused where the claim ended or
    /// its lease is over.
    pub async fn begin_sending(&self, profile: TeamProfileId, fence: Fence) -> Result<(), TeamError> {
        let values = [(&profile.0 as _, Type::UUID), (&fence.0 as _, Type::INT8)];
        self.rows("SELECT paydesk.begin_sending($1, $2)", &values).await.map(|_| ())
    }

    /// Ends one's own claim; `ending` says what came of it, in at most 500 characters.
    pub async fn release_claim(&self, profile: TeamProfileId, fence: Fence, ending: &str) -> Result<(), TeamError> {
        self.end("SELECT paydesk.release_claim($1, $2, $3)", profile, fence, ending).await
    }

    /// Ends the claim of somebody else for a reason, which is recorded.
    pub async fn take_over_claim(&self, profile: TeamProfileId, fence: Fence, reason: &str) -> Result<(), TeamError> {
        self.end("SELECT paydesk.take_over_claim($1, $2, $3)", profile, fence, reason).await
    }

    async fn end(&self, sql: &str, profile: TeamProfileId, fence: Fence, text: &str) -> Result<(), TeamError> {
        let values = [(&profile.0 as _, Type::UUID), (&fence.0 as _, Type::INT8), (&text as _, TEXT)];
        self.rows(sql, &values).await.map(|_| ())
    }

    /// The claim of a fence, also where it has ended.
    pub async fn claim_of_fence(&self, profile: TeamProfileId, fence: Fence) -> Result<Option<TeamClaim>, TeamError> {
        let rows = self.rows(&claim_sql(), &[(&profile.0, Type::UUID), (&fence.0, Type::INT8)]).await?;
        rows.first().map(claim_of).transpose()
    }

    /// What is claimed now in a profile.
    pub async fn open_claims(&self, profile: TeamProfileId) -> Result<Vec<TeamClaim>, TeamError> {
        self.rows(&open_claims_sql(), &[(&profile.0, Type::UUID)]).await?.iter().map(claim_of).collect()
    }
}

pub(super) fn claim_sql() -> String {
    format!("SELECT {CLAIM_COLUMNS} FROM paydesk.claim WHERE profile_id = $1 AND fence = $2")
}

pub(super) fn open_claims_sql() -> String {
    let order = "ORDER BY family, resource";
    format!("SELECT {CLAIM_COLUMNS} FROM paydesk.claim WHERE profile_id = $1 AND ended_at IS NULL {order}")
}

fn milliseconds(lease: Duration) -> i32 {
    i32::try_from(lease.as_millis()).unwrap_or(i32::MAX)
}

/// A row of [`CLAIM_COLUMNS`].
pub(super) fn claim_of(row: &Row) -> Result<TeamClaim, TeamError> {
    let sending_since: Option<DateTime<Utc>> = value(row, 10)?;
    let ended_at: Option<DateTime<Utc>> = value(row, 11)?;
    let stage = match (ended_at, sending_since) {
        (Some(at), _) => ClaimStage::Ended { at, by: value(row, 12)?, ending: value(row, 13)? },
        (None, Some(since)) => ClaimStage::Sending { since },
        (None, None) => ClaimStage::Prepared,
    };
    Ok(TeamClaim {
        fence: Fence(value(row, 0)?),
        family: value(row, 1)?,
        resource: value(row, 2)?,
        operation_id: value(row, 3)?,
        desk: DeskId(value(row, 4)?),
        user: value(row, 5)?,
        description: value(row, 6)?,
        since: value(row, 7)?,
        age_ms: value(row, 8)?,
        lease_until: value(row, 9)?,
        stage,
        operation: value::<Option<&str>>(row, 15)?.map(|_| operation_of(row, [15, 16, 17, 18])).transpose()?,
        change: value(row, 14)?,
    })
}
