//! Four eyes: which operations need the approval of a second person, who asks for one, and who decides.
//!
//! The database enforces that these are two people, and a claim for an operation that a rule covers uses up one approval
//! of exactly that operation ([`claims`](super::claims)).

use chrono::{DateTime, Utc};
use serde_json::Value as Json;
use tokio_postgres::Row;
use tokio_postgres::types::Type;
use uuid::Uuid;

use crate::domain::money::{Currency, Money};

use super::connection::{TEXT, TeamConnection, Value, value};
use super::error::TeamError;
use super::ids::{ApprovalId, TeamProfileId};

/// An operation as rules and approvals see it. Amount and count are of what leaves with it; where a rule is about one of
/// them that is missing, the operation needs approval.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct SharedOperation {
    /// Such as `refund`; 1 to 50 characters.
    pub name: String,
    pub amount: Option<Money>,
    /// Of items, for bulk operations.
    pub count: Option<i64>,
}

/// From where on an operation needs approval.
#[derive(Debug, Clone, PartialEq, Eq)]
pub enum RuleLimit {
    /// Above this amount, in its currency.
    Amount(Money),
    /// Above so many items.
    Count(i64),
}

/// A rule of a profile.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct ApprovalRule {
    pub operation: String,
    pub above: RuleLimit,
    pub set_by: String,
    pub set_at: DateTime<Utc>,
}

/// What somebody asks approval for.
#[derive(Debug, Clone, PartialEq)]
pub struct ApprovalRequest {
    /// Made by who asks, so that it may be repeated when the answer was lost.
    pub id: ApprovalId,
    pub operation: SharedOperation,
    /// What it is about, as a claim names it.
    pub family: String,
    pub resource: String,
    /// Everything that the other person needs to see; opaque here.
    pub plan: Json,
    pub reason: String,
}

/// What the second person says.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum ApprovalVerdict {
    Approved,
    Refused,
}

/// Where a request is in its life.
#[derive(Debug, Clone, PartialEq, Eq)]
pub enum ApprovalStage {
    Open,
    Approved(ApprovalDecision),
    Refused(ApprovalDecision),
    Withdrawn {
        at: DateTime<Utc>,
    },
    /// Used up by one operation.
    Used {
        approved: ApprovalDecision,
        operation_id: String,
        by: String,
        at: DateTime<Utc>,
    },
}

/// Who decided, when, and what was noted with it.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct ApprovalDecision {
    pub by: String,
    pub at: DateTime<Utc>,
    pub note: String,
}

/// A request as the team sees it.
#[derive(Debug, Clone, PartialEq)]
pub struct TeamApproval {
    pub request: ApprovalRequest,
    pub requested_by: String,
    pub requested_at: DateTime<Utc>,
    pub stage: ApprovalStage,
    /// The number of its last change among all of the profile.
    pub change: i64,
}

pub(super) const APPROVAL_COLUMNS: &str = "approval_id, operation, family, resource, amount_minor, currency, count, plan, \
     reason, requested_by, requested_at, withdrawn_at, decision, decided_by, decided_at, note, operation_id, used_by, \
     used_at, change";
const RULES: &str = "SELECT operation, currency, above, set_by, set_at FROM paydesk.approval_rule \
     WHERE profile_id = $1 ORDER BY operation, currency";
const REQUEST: &str = "SELECT paydesk.request_approval($1, $2, $3, $4, $5, $6, $7, $8, $9, $10)";
const NEEDED: &str = "SELECT paydesk.needs_approval($1, $2, $3, $4, $5)";

impl TeamConnection {
    pub async fn approval_rules(&self, profile: TeamProfileId) -> Result<Vec<ApprovalRule>, TeamError> {
        self.rows(RULES, &[(&profile.0, Type::UUID)]).await?.iter().map(rule_of).collect()
    }

    /// Sets from where on an operation needs approval, instead of what was set for it and that currency, or for its
    /// count.
    pub async fn set_rule(&self, profile: TeamProfileId, operation: &str, above: &RuleLimit) -> Result<(), TeamError> {
        let (currency, above) = limit_columns(above);
        self.set_rule_to(profile, operation, currency, Some(above)).await
    }

    /// Removes what [`set_rule`](Self::set_rule) set for this currency, or for the count.
    pub async fn remove_rule(
        &self,
        profile: TeamProfileId,
        operation: &str,
        currency: Option<&Currency>,
    ) -> Result<(), TeamError> {
        self.set_rule_to(profile, operation, currency.map_or("", Currency::code), None).await
    }

    async fn set_rule_to(
        &self,
        profile: TeamProfileId,
        operation: &str,
        currency: &str,
        above: Option<i64>,
    ) -> Result<(), TeamError> {
        let names = [(&operation as _, TEXT), (&currency as _, TEXT)];
        let values = [&[(&profile.0 as _, Type::UUID)], &names[..], &[(&above as _, Type::INT8)]].concat();
        self.rows("SELECT paydesk.set_rule($1, $2, $3, $4)", &values).await.map(|_| ())
    }

    /// Whether a rule covers an operation.
    pub async fn needs_approval(&self, profile: TeamProfileId, operation: &SharedOperation) -> Result<bool, TeamError> {
        let columns = OperationColumns::of(Some(operation));
        let values = [&[(&profile.0 as _, Type::UUID)], &columns.values()[..]].concat();
        value(&self.one(NEEDED, &values).await?, 0)
    }

    /// Asks for approval; the same again changes nothing.
    pub async fn request_approval(&self, profile: TeamProfileId, request: &ApprovalRequest) -> Result<(), TeamError> {
        let columns = OperationColumns::of(Some(&request.operation));
        let [operation, amount, currency, count] = columns.values();
        let ids = [(&profile.0 as _, Type::UUID), (&request.id.0 as _, Type::UUID)];
        let about = [operation, (&request.family, TEXT), (&request.resource, TEXT), amount, currency, count];
        let texts = [(&request.plan as _, Type::JSONB), (&request.reason as _, TEXT)];
        self.rows(REQUEST, &[&ids[..], &about[..], &texts[..]].concat()).await.map(|_| ())
    }

    /// Decides on what somebody else asked for; `note` has at most 1,000 characters.
    pub async fn decide_approval(
        &self,
        profile: TeamProfileId,
        id: ApprovalId,
        verdict: ApprovalVerdict,
        note: &str,
    ) -> Result<(), TeamError> {
        let verdict = match verdict {
            ApprovalVerdict::Approved => "approved",
            ApprovalVerdict::Refused => "refused",
        };
        let ids = [(&profile.0 as _, Type::UUID), (&id.0 as _, Type::UUID)];
        let values = [ids, [(&verdict as _, TEXT), (&note as _, TEXT)]].concat();
        self.rows("SELECT paydesk.decide_approval($1, $2, $3, $4)", &values).await.map(|_| ())
    }

    /// Withdraws a request of one's own that was not used.
    pub async fn withdraw_approval(&self, profile: TeamProfileId, id: ApprovalId) -> Result<(), TeamError> {
        let values = [(&profile.0 as _, Type::UUID), (&id.0 as _, Type::UUID)];
        self.rows("SELECT paydesk.withdraw_approval($1, $2)", &values).await.map(|_| ())
    }

    pub async fn approval(&self, profile: TeamProfileId, id: ApprovalId) -> Result<Option<TeamApproval>, TeamError> {
        let sql = format!("SELECT {APPROVAL_COLUMNS} FROM paydesk.approval WHERE profile_id = $1 AND approval_id = $2");
        let rows = self.rows(&sql, &[(&profile.0, Type::UUID), (&id.0, Type::UUID)]).await?;
        rows.first().map(approval_of).transpose()
    }

    /// What waits for a decision, the oldest first.
    pub async fn open_approvals(&self, profile: TeamProfileId) -> Result<Vec<TeamApproval>, TeamError> {
        let sql = format!(
            "SELECT {APPROVAL_COLUMNS} FROM paydesk.approval WHERE profile_id = $1 AND decision IS NULL \
             AND withdrawn_at IS NULL ORDER BY requested_at"
        );
        self.rows(&sql, &[(&profile.0, Type::UUID)]).await?.iter().map(approval_of).collect()
    }
}

/// An operation as the columns of a claim or an approval.
pub(super) struct OperationColumns<'a> {
    name: Option<&'a str>,
    minor: Option<i64>,
    currency: &'a str,
    count: Option<i64>,
}

impl<'a> OperationColumns<'a> {
    pub(super) fn of(operation: Option<&'a SharedOperation>) -> Self {
        let amount = operation.and_then(|operation| operation.amount.as_ref());
        Self {
            name: operation.map(|operation| operation.name.as_str()),
            minor: amount.map(|amount| amount.minor),
            currency: amount.map_or("", |amount| amount.currency.code()),
            count: operation.and_then(|operation| operation.count),
        }
    }

    /// Name, amount, currency and count.
    pub(super) fn values(&self) -> [Value<'_>; 4] {
        [(&self.name, TEXT), (&self.minor, Type::INT8), (&self.currency, TEXT), (&self.count, Type::INT8)]
    }
}

/// The operation of four columns, of which `first` is its name.
pub(super) fn operation_of(
    row: &Row,
    [name, minor, currency, count]: [usize; 4],
) -> Result<SharedOperation, TeamError> {
    let minor: Option<i64> = value(row, minor)?;
    let currency: &str = value(row, currency)?;
    let amount = minor.map(|minor| Money::new(minor, Currency::from_code(currency)));
    Ok(SharedOperation { name: value(row, name)?, amount, count: value(row, count)? })
}

fn limit_columns(above: &RuleLimit) -> (&str, i64) {
    match above {
        RuleLimit::Amount(amount) => (amount.currency.code(), amount.minor),
        RuleLimit::Count(count) => ("", *count),
    }
}

fn rule_of(row: &Row) -> Result<ApprovalRule, TeamError> {
    let (currency, above) = (value::<&str>(row, 1)?, value(row, 2)?);
    let above = match currency {
        "" => RuleLimit::Count(above),
        code => RuleLimit::Amount(Money::new(above, Currency::from_code(code))),
    };
    Ok(ApprovalRule { operation: value(row, 0)?, above, set_by: value(row, 3)?, set_at: value(row, 4)? })
}

/// A row of [`APPROVAL_COLUMNS`].
pub(super) fn approval_of(row: &Row) -> Result<TeamApproval, TeamError> {
    let request = ApprovalRequest {
        id: ApprovalId(value::<Uuid>(row, 0)?),
        operation: operation_of(row, [1, 4, 5, 6])?,
        family: value(row, 2)?,
        resource: value(row, 3)?,
        plan: value(row, 7)?,
        reason: value(row, 8)?,
    };
    Ok(TeamApproval {
        request,
        requested_by: value(row, 9)?,
        requested_at: value(row, 10)?,
        stage: stage_of(row)?,
        change: value(row, 19)?,
    })
}

fn stage_of(row: &Row) -> Result<ApprovalStage, TeamError> {
    if let Some(at) = value(row, 11)? {
        return Ok(ApprovalStage::Withdrawn { at });
    }
    let Some(verdict) = value::<Option<&str>>(row, 12)? else { return Ok(ApprovalStage::Open) };
    let decided = ApprovalDecision { by: value(row, 13)?, at: value(row, 14)?, note: value(row, 15)? };
    match (verdict, value::<Option<String>>(row, 16)?) {
        ("approved", None) => Ok(ApprovalStage::Approved(decided)),
        ("approved", Some(operation_id)) => {
            Ok(ApprovalStage::Used { approved: decided, operation_id, by: value(row, 17)?, at: value(row, 18)? })
        }
        ("refused", _) => Ok(ApprovalStage::Refused(decided)),
        (other, _) => Err(TeamError::Answer(format!("“{other}” is no decision"))),
    }
}
