//! What was confirmed, as colleagues get it: everything but what is stored nowhere.
//!
//! What comes back was written by somebody else's program, so nothing of it is believed that the approval itself does not
//! say: operation, object and amount must be those that the other person approved, and the request must be one to that
//! endpoint for that object and amount.

use std::sync::Arc;

use serde::{Deserialize, Serialize};
use serde_json::Value;

use crate::operations::{OperationPlan, Precondition, Submission};
use paydesk_api::operation::Target;
use paydesk_domain::approval::{ApprovalRequest, SharedOperation};
use paydesk_domain::document::Raw;
use paydesk_domain::ids::OperationId;
use paydesk_domain::scrub::scrubbed;

/// Fields of a request that hold the amount that moves.
const AMOUNTS: [&str; 2] = ["amount", "amount_to_capture"];

#[derive(Serialize, Deserialize)]
struct SharedPlan {
    operation_id: OperationId,
    target: Target,
    plan: OperationPlan,
    seen: Precondition,
}

pub fn write(submission: &Submission) -> Raw {
    let Submission { id, plan, precondition } = submission.clone();
    let shared = SharedPlan { operation_id: id, target: plan.target.clone(), plan, seen: precondition };
    Arc::new(serde_json::to_value(shared).unwrap_or_default())
}

/// What is to be sent; `None` where it is not what the approval is about, or another version wrote it.
pub fn read(request: &ApprovalRequest) -> Option<Submission> {
    let shared: SharedPlan = serde_json::from_value(Value::clone(&request.plan)).ok()?;
    let SharedPlan { operation_id, target, plan, seen } = shared;
    let plan = OperationPlan { target, ..plan };
    let of_approval = shared_operation(&plan, 1) == request.operation
        && <&str>::from(plan.target.kind) == request.family
        && plan.target.resource == request.resource
        && !plan.is_status_check();
    (of_approval && is_request_of(&plan)).then_some(Submission { id: operation_id, plan, precondition: seen })
}

/// Whether what would be sent is what the plan says of it.
fn is_request_of(plan: &OperationPlan) -> bool {
    let (call, request) = (&plan.endpoint.spec().call, &plan.request);
    let resource = plan.target.resource.as_str();
    let is_of_payment = plan.sends("payment_id").is_none_or(|id| id.as_str() == Some(resource));
    let moves = |field: &&str| match (plan.sends(field), &plan.money) {
        (None, _) => true,
        (Some(amount), Some(money)) => amount.as_i64() == Some(money.minor),
        (Some(_), None) => false,
    };
    let is_in_currency = match (plan.sends("currency").and_then(Value::as_str), &plan.money) {
        (Some(code), Some(money)) => code.eq_ignore_ascii_case(money.currency.code()),
        (_, _) => true,
    };
    request.method == call.method
        && request.key == call.key
        && plan.endpoint.has_path(&request.path, resource)
        && is_of_payment
        && AMOUNTS.iter().all(moves)
        && is_in_currency
}

/// What rules look at, where so many leave with it.
pub fn shared_operation(plan: &OperationPlan, count: u32) -> SharedOperation {
    SharedOperation {
        name: <&str>::from(plan.endpoint).to_owned(),
        amount: plan.money.clone(),
        count: Some(i64::from(count)),
    }
}

/// Whether a text of it looks like a key or a card number: it must not reach the database.
pub fn looks_secret(plan: &OperationPlan) -> bool {
    plan.request.body.as_ref().is_some_and(has_secret)
}

fn has_secret(value: &Value) -> bool {
    match value {
        Value::Object(fields) => fields.iter().any(|(name, value)| !name.ends_with("_id") && has_secret(value)),
        Value::Array(values) => values.iter().any(has_secret),
        Value::String(text) => scrubbed(text) != *text,
        Value::Null | Value::Bool(_) | Value::Number(_) => false,
    }
}
