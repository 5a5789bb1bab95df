//! Approval of bulk runs: the items that a request names, and what a person began in runs without one.
//!
//! A claim for an item of an approved run uses up that item, and no other ([`claims`](super::claims)).

use std::sync::Arc;

use serde_json::{Value as Json, json};
use tokio_postgres::Row;
use tokio_postgres::types::Type;

use paydesk_domain::approval::{ApprovalId, ApprovalItem, ApprovalRequest, RunTotal};
use paydesk_domain::money::{MinorUnits, Money};

use super::approvals::uuid_of;
use super::connection::{TEXT, TeamConnection, value};
use super::error::TeamError;
use super::ids::TeamProfileId;

const REQUEST: &str = "SELECT paydesk.request_run_approval($1, $2, $3, $4, $5, $6, $7, $8)";
const ITEMS: &str = "SELECT family, resource, amount_minor, currency, body FROM paydesk.approval_item \
     WHERE profile_id = $1 AND approval_id = $2 ORDER BY number";
const TOTALS: &str = "SELECT operation, currency, count(*), \
     least(sum(amount_minor), 9223372036854775807)::bigint FROM paydesk.claim \
     WHERE profile_id = $1 AND user_name = session_user::text AND since > clock_timestamp() - interval '24 hours' \
     AND run_id IS NOT NULL AND NOT is_approved AND paydesk.is_added_up(sending_since, ended_at, ending) \
     GROUP BY operation, currency ORDER BY operation, currency";

impl TeamConnection {
    /// Asks for the approval of a bulk run of these items, all of one family; the same again changes nothing.
    pub async fn request_run_approval(
        &self,
        profile: TeamProfileId,
        request: &ApprovalRequest,
        items: &[ApprovalItem],
    ) -> Result<(), TeamError> {
        let id = uuid_of(request.id);
        let family = items.first().map_or("", |item| item.family.as_str());
        let items = Json::Array(items.iter().map(json_of).collect());
        let values = [
            (&profile.0 as _, Type::UUID),
            (&id as _, Type::UUID),
            (&request.operation.name as _, TEXT),
            (&request.resource as _, TEXT),
            (&family as _, TEXT),
            (&items as _, Type::JSONB),
            (&*request.plan as _, Type::JSONB),
            (&request.reason as _, TEXT),
        ];
        self.rows(REQUEST, &values).await.map(|_| ())
    }

    /// The items that a request for the approval of a run names, in their order.
    pub async fn approval_items(&self, profile: TeamProfileId, id: ApprovalId) -> Result<Vec<ApprovalItem>, TeamError> {
        let values = [(&profile.0 as _, Type::UUID), (&uuid_of(id) as _, Type::UUID)];
        self.rows(ITEMS, &values).await?.iter().map(item_of).collect()
    }

    /// What this person began in runs of the last 24 hours without approval.
    pub async fn run_totals(&self, profile: TeamProfileId) -> Result<Vec<RunTotal>, TeamError> {
        self.rows(TOTALS, &[(&profile.0, Type::UUID)]).await?.iter().map(total_of).collect()
    }
}

fn json_of(item: &ApprovalItem) -> Json {
    json!({
        "resource": item.resource,
        "amount_minor": item.amount.as_ref().map(|amount| amount.minor),
        "currency": item.amount.as_ref().map_or("", |amount| amount.currency.code()),
        "body": *item.body,
    })
}

fn item_of(row: &Row) -> Result<ApprovalItem, TeamError> {
    let amount = amount_of(value(row, 2)?, value(row, 3)?);
    Ok(ApprovalItem { family: value(row, 0)?, resource: value(row, 1)?, amount, body: Arc::new(value(row, 4)?) })
}

fn total_of(row: &Row) -> Result<RunTotal, TeamError> {
    Ok(RunTotal { operation: value(row, 0)?, count: value(row, 2)?, amount: amount_of(value(row, 3)?, value(row, 1)?) })
}

fn amount_of(minor: Option<i64>, currency: &str) -> Option<Money> {
    minor.map(|minor| Money::new(minor, MinorUnits::Undecided.currency(currency)))
}
