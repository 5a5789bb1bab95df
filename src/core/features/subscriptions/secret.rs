//! How long the `client_secret` of a subscription is good, and which answer gave it. The secret itself is masked in answers
//! and in records; [`super::Subscriptions`] holds it.

use chrono::{DateTime, TimeDelta, Utc};
use serde_json::Value;

use crate::context::WorkspaceView;
use crate::operations::{Operation, Operations, ResourceKind};
use crate::records::CachedRecord;
use crate::route::Route;
use paydesk_domain::ids::OperationId;
use paydesk_domain::subscription::SubscriptionStatus;

/// How long a `client_secret` is good ([limits](paydesk_api::reference::limits#times)).
pub const CLIENT_SECRET_LIFE_S: i64 = 15 * 60;

/// The status of a client secret.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum SecretLife {
    /// Good until then, at least: it is counted from when the request left.
    Until(DateTime<Utc>),
    Ended(DateTime<Utc>),
}

fn has_secret(answer: Option<&Value>) -> bool {
    answer.and_then(|answer| answer.get("client_secret")).is_some_and(Value::is_string)
}

/// The status of the client secret that the service reported last; `None` where it reported none or it is of no use any
/// more.
pub fn client_secret_life(view: &WorkspaceView<'_>, known: &CachedRecord) -> Option<SecretLife> {
    let status = &known.subscription()?.status;
    let from = client_secret_from(view.operations, known).filter(|_| *status != SubscriptionStatus::Active)?;
    let until = from + TimeDelta::seconds(CLIENT_SECRET_LIFE_S);
    Some(if until > view.now { SecretLife::Until(until) } else { SecretLife::Ended(until) })
}

/// The operation of this run whose answer gave the newest secret; `None` where the newest answer had none.
pub(super) fn client_secret_given_by<'a>(operations: &'a Operations, known: &CachedRecord) -> Option<&'a OperationId> {
    let newest = newest_answered(operations, known)?;
    has_secret(newest.answer.as_deref()).then_some(&newest.id)
}

fn newest_answered<'a>(operations: &'a Operations, known: &CachedRecord) -> Option<&'a Operation> {
    let id = known.record.id.as_str();
    let of_it = |answer: &Value| answer.get("id").and_then(Value::as_str) == Some(id);
    operations.ended().find(|operation| {
        let kind = operation.plan.target.kind == ResourceKind::Subscription;
        kind && operation.answer.as_deref().is_some_and(of_it)
    })
}

/// From when it counts. In this run the newest answer says; after a restart only the creation is known to have had one.
fn client_secret_from(operations: &Operations, known: &CachedRecord) -> Option<DateTime<Utc>> {
    match newest_answered(operations, known) {
        Some(operation) if has_secret(operation.answer.as_deref()) => operation.last_sent_at,
        Some(_) => None,
        None => {
            let created = known.subscription()?.status == SubscriptionStatus::Created;
            let had_one = created && known.record.made_by.is_some() && has_secret(known.record.reported.as_deref());
            had_one.then_some(known.record.made_at)
        }
    }
}

/// Whether the countdown of a client secret is on the screen; `open` is the subscription beside the list.
pub(crate) fn counts_client_secret(open: Option<&str>, view: &WorkspaceView<'_>) -> bool {
    let open = open.filter(|_| view.route == Route::List(ResourceKind::Subscription));
    let known = open.and_then(|id| view.records.find(ResourceKind::Subscription, id));
    known.is_some_and(|known| matches!(client_secret_life(view, known), Some(SecretLife::Until(_))))
}
