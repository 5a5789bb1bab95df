//! Four eyes: which operations need the approval of a second person, who asks for one, and who decides.
//!
//! The database enforces that these are two people, and a claim for an operation that a rule covers uses up one approval
//! of exactly that operation ([`claims`](super::claims)).

use std::sync::Arc;

use sha2::{Digest, Sha256};
use tokio_postgres::Row;
use tokio_postgres::types::Type;
use uuid::Uuid;

use paydesk_domain::approval::{
    ApprovalDecision, ApprovalId, ApprovalRequest, ApprovalRule, ApprovalStage, ApprovalVerdict, RuleLimit,
    SharedOperation, TeamApproval,
};
use paydesk_domain::money::{Currency, MinorUnits, Money};
use paydesk_domain::payout::AccountDigest;

use super::connection::{TEXT, TeamConnection, Value, value};
use super::error::TeamError;
use super::ids::TeamProfileId;

pub(super) const APPROVAL_COLUMNS: &str = "approval_id, operation, family, resource, amount_minor, currency, count, plan, \
     reason, requested_by, requested_at, withdrawn_at, decision, decided_by, decided_at, note, operation_id, used_by, \
     used_at, change";
/// The change numbers are in the order of what happened last.
pub(super) const RECENT_APPROVALS: &str = "paydesk.approval WHERE profile_id = $1 ORDER BY \
     (withdrawn_at IS NULL AND operation_id IS NULL AND decision IS DISTINCT FROM 'refused') DESC, change DESC LIMIT $2";
const RULES: &str = "SELECT operation, currency, above, set_by, set_at FROM paydesk.approval_rule \
     WHERE profile_id = $1 ORDER BY operation, currency";
const REQUEST: &str = "SELECT paydesk.request_approval($1, $2, $3, $4, $5, $6, $7, $8, $9, $10, $11)";
const FIRST_ACCOUNT_RULES: &str = "SELECT operation, set_by, set_at FROM paydesk.first_account_rule \
     WHERE profile_id = $1 ORDER BY operation";
const NEEDED: &str = "SELECT paydesk.needs_approval($1, $2, $3, $4, $5)";

impl TeamConnection {
    pub async fn approval_rules(&self, profile: TeamProfileId) -> Result<Vec<ApprovalRule>, TeamError> {
        let mut rules = Vec::new();
        for row in self.rows(RULES, &[(&profile.0, Type::UUID)]).await? {
            rules.push(rule_of(&row)?);
        }
        for row in self.rows(FIRST_ACCOUNT_RULES, &[(&profile.0, Type::UUID)]).await? {
            let (operation, above) = (value(&row, 0)?, RuleLimit::FirstToAccount);
            rules.push(ApprovalRule { operation, above, set_by: value(&row, 1)?, set_at: value(&row, 2)? });
        }
        Ok(rules)
    }

    /// Sets from where on an operation needs approval, instead of what was set for it and that currency, or for its
    /// count.
    pub async fn set_rule(&self, profile: TeamProfileId, operation: &str, above: &RuleLimit) -> Result<(), TeamError> {
        match above {
            RuleLimit::Amount(amount) => {
                self.set_rule_to(profile, operation, amount.currency.code(), Some(amount.minor)).await
            }
            RuleLimit::Count(count) => self.set_rule_to(profile, operation, "", Some(*count)).await,
            RuleLimit::FirstToAccount => self.set_first_account_rule(profile, operation, true).await,
        }
    }

    /// Whether the first of these operations to an account needs approval.
    pub async fn set_first_account_rule(
        &self,
        profile: TeamProfileId,
        operation: &str,
        is_set: bool,
    ) -> Result<(), TeamError> {
        let values = [(&profile.0 as _, Type::UUID), (&operation as _, TEXT), (&is_set as _, Type::BOOL)];
        self.rows("SELECT paydesk.set_first_account_rule($1, $2, $3)", &values).await.map(|_| ())
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
        let id = uuid_of(request.id);
        let ids = [(&profile.0 as _, Type::UUID), (&id as _, Type::UUID)];
        let about = [operation, (&request.family, TEXT), (&request.resource, TEXT), amount, currency, count];
        let texts = [(&*request.plan as _, Type::JSONB), (&request.reason as _, TEXT)];
        let account = request.account.map(|account| fingerprint(profile, account).to_vec());
        let account = [(&account as _, Type::BYTEA)];
        self.rows(REQUEST, &[&ids[..], &about[..], &texts[..], &account[..]].concat()).await.map(|_| ())
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
        let id = uuid_of(id);
        let ids = [(&profile.0 as _, Type::UUID), (&id as _, Type::UUID)];
        let values = [ids, [(&verdict as _, TEXT), (&note as _, TEXT)]].concat();
        self.rows("SELECT paydesk.decide_approval($1, $2, $3, $4)", &values).await.map(|_| ())
    }

    /// Withdraws a request of one's own that was not used.
    pub async fn withdraw_approval(&self, profile: TeamProfileId, id: ApprovalId) -> Result<(), TeamError> {
        let id = uuid_of(id);
        let values = [(&profile.0 as _, Type::UUID), (&id as _, Type::UUID)];
        self.rows("SELECT paydesk.withdraw_approval($1, $2)", &values).await.map(|_| ())
    }

    pub async fn approval(&self, profile: TeamProfileId, id: ApprovalId) -> Result<Option<TeamApproval>, TeamError> {
        let sql = format!("SELECT {APPROVAL_COLUMNS} FROM paydesk.approval WHERE profile_id = $1 AND approval_id = $2");
        let rows = self.rows(&sql, &[(&profile.0, Type::UUID), (&uuid_of(id), Type::UUID)]).await?;
        rows.first().map(approval_of).transpose()
    }

    /// All that can still be decided on, sent or withdrawn, and the newest of the others: so many at most.
    pub async fn recent_approvals(&self, profile: TeamProfileId, most: u32) -> Result<Vec<TeamApproval>, TeamError> {
        let sql = format!("SELECT {APPROVAL_COLUMNS} FROM {RECENT_APPROVALS}");
        let values = [(&profile.0 as _, Type::UUID), (&i64::from(most) as _, Type::INT8)];
        self.rows(&sql, &values).await?.iter().map(approval_of).collect()
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
    let amount = minor.map(|minor| Money::new(minor, MinorUnits::Undecided.currency(currency)));
    Ok(SharedOperation { name: value(row, name)?, amount, count: value(row, count)? })
}

/// How the database knows an account: of another profile the same account has another one.
pub(super) fn fingerprint(profile: TeamProfileId, account: AccountDigest) -> [u8; 32] {
    Sha256::new().chain_update(profile.0.as_bytes()).chain_update(account.0).finalize().into()
}

fn rule_of(row: &Row) -> Result<ApprovalRule, TeamError> {
    let (currency, above) = (value::<&str>(row, 1)?, value(row, 2)?);
    let above = match currency {
        "" => RuleLimit::Count(above),
        code => RuleLimit::Amount(Money::new(above, MinorUnits::Undecided.currency(code))),
    };
    Ok(ApprovalRule { operation: value(row, 0)?, above, set_by: value(row, 3)?, set_at: value(row, 4)? })
}

pub(super) fn uuid_of(id: ApprovalId) -> Uuid {
    Uuid::from_u128(id.0)
}

/// A row of [`APPROVAL_COLUMNS`].
pub(super) fn approval_of(row: &Row) -> Result<TeamApproval, TeamError> {
    let request = ApprovalRequest {
        id: ApprovalId(value::<Uuid>(row, 0)?.as_u128()),
        operation: operation_of(row, [1, 4, 5, 6])?,
        family: value(row, 2)?,
        resource: value(row, 3)?,
        // Known to the database alone.
        account: None,
        plan: Arc::new(value(row, 7)?),
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
        (other, _) => Err(TeamError::Answer(format!("“{other}” is not a decision"))),
    }
}
