//! Operations in words: how an outcome is told, and why one is not known.

use crate::api::error::{ApiError, CallError};
use crate::api::operation::{Endpoint, Target};
use crate::api::outcome::{Answer, Attempt, Body, Observation};
use crate::app::features::toasts::ToastKind;
use crate::domain::decline;

use super::advice::advice;
use super::{Outcome, Plan, Reading};

/// Why an operation is unknown whose later attempt did not leave, or proves nothing of the earlier one.
pub(super) const EARLIER_LOST: &str = "an earlier attempt was sent and its answer lost";

/// How an outcome is told, on a toast and in the pane.
pub fn outcome_words(plan: &Plan, outcome: &Outcome) -> (ToastKind, String) {
    let title = plan.title();
    match outcome {
        Outcome::Done { by_read: false, status } if !plan.is_done_in(status) => {
            let (noun, status) = (plan.target.family.noun(), visible(status));
            (ToastKind::Neutral, format!("{title}: the service took it; the {noun} is now “{status}”"))
        }
        Outcome::Done { by_read: false, .. } => (ToastKind::Positive, plan.done()),
        Outcome::Done { by_read: true, status } if plan.endpoint == Endpoint::CreateRefund && status.is_empty() => (
            ToastKind::Neutral,
            format!("{title}: the service has it, from an earlier attempt; how it stands it does not say"),
        ),
        Outcome::Done { by_read: true, .. } => {
            (ToastKind::Positive, format!("{}: the answer was lost, the service shows it is done", plan.done()))
        }
        Outcome::Declined { code, message } => {
            let code = code.as_deref().unwrap_or_default();
            let told = told(message, code, decline::message(code).unwrap_or("The service gave no reason"));
            let next = decline::retry(code).advice();
            (ToastKind::Danger, format!("{title}{}: declined. {told}. {next}", plan.of_what()))
        }
        // The dispute keeps the service's words beside the draft, with what to do.
        Outcome::Rejected { .. } if plan.endpoint == Endpoint::SubmitEvidence => {
            (ToastKind::Danger, format!("{title}{}: rejected. The dispute says why", plan.of_what()))
        }
        Outcome::Rejected { code, message } => {
            let told = told(message, code, "The service gave no reason");
            (ToastKind::Danger, format!("{title}{}: rejected. {told}. {}", plan.of_what(), advice(plan, code)))
        }
        Outcome::NotSent { why } => (ToastKind::Attention, format!("{title}{}: not sent, {why}", plan.of_what())),
        Outcome::Overtaken { finding } => (ToastKind::Attention, format!("{title}{}: {finding}", plan.of_what())),
        Outcome::ClosedByPerson | Outcome::Closed => (ToastKind::Neutral, format!("{title}: closed by you")),
    }
}

/// The service's words with its code, or ours where it has none.
fn told(message: &str, code: &str, without: &str) -> String {
    let message = visible(message.trim().trim_end_matches('.'));
    let words = if message.is_empty() { without } else { &message };
    if code.is_empty() { words.to_owned() } else { format!("{words} ({})", visible(code)) }
}

fn visible(text: &str) -> String {
    crate::domain::text::visible(text, 200)
}

/// The service refused to create what stands under this id already. That somebody else made it is not said: a request
/// that arrived late may have made it, and another person changed it since.
pub(super) fn id_is_taken(target: &Target, refusal: &ApiError) -> String {
    let (noun, id) = (target.family.noun(), visible(&target.resource));
    let told = told(&refusal.message, &refusal.code, "The service gave no reason");
    format!(
        "{told}. The {noun} {id} is there, and nothing shows that it is this one: it may be another, or have been changed \
         since. Look at it, or choose another id"
    )
}

/// What a parked operation may have left behind, and what to do about it (operations, section 4).
pub fn orphan_words(endpoint: Endpoint) -> &'static str {
    match endpoint {
        Endpoint::CreatePayout => "A payout may exist that nobody fulfilled; it moves no money",
        Endpoint::CreatePaymentLink => "A link may exist; two links can both be paid",
        Endpoint::CreateSubscription => "A subscription may exist that nobody confirmed; it charges nothing",
        Endpoint::UpdateSubscription => "The plan may have changed, and the change may have been billed",
        Endpoint::CreateApiKey => "A key of this name may exist whose value nobody holds; revoke it at the service",
        Endpoint::UpdateCustomer => "The change may have arrived; sending it again sets the same values once more",
        Endpoint::SubmitEvidence => "The evidence may have arrived; sending it again overwrites it with the same",
        Endpoint::CreatePayment
        | Endpoint::UpdatePayment
        | Endpoint::ConfirmPayment
        | Endpoint::CapturePayment
        | Endpoint::CancelPayment
        | Endpoint::ApprovePayment
        | Endpoint::CreateRefund
        | Endpoint::UpdatePayout
        | Endpoint::FulfillPayout
        | Endpoint::CreateCustomer
        | Endpoint::ConfirmSubscription => "It may have been executed",
    }
}

/// How the target stands, where it is no longer what the person saw.
pub(super) fn now_is(reading: Reading<'_>) -> String {
    match reading {
        Reading::Payment(payment) => match &payment.amount_capturable {
            Some(capturable) => format!("{} with {capturable} to capture", payment.status),
            None => payment.status.to_string(),
        },
        Reading::Record(record) => match record.get("status").and_then(serde_json::Value::as_str) {
            Some(status) => format!("“{}”", visible(status)),
            None => "without a status".to_owned(),
        },
        Reading::Absent => "not there any more".to_owned(),
    }
}

pub(super) fn json_body(result: &Attempt) -> Option<&serde_json::Value> {
    match result {
        Attempt::Answered(Answer { body: Body::Json(body), .. }) => Some(body),
        Attempt::Answered(_) | Attempt::NotSent(_) | Attempt::Lost(_) => None,
    }
}

pub(super) fn api_error(result: &Attempt) -> ApiError {
    let none = || ApiError { kind: String::new(), code: String::new(), message: "no words were given".to_owned() };
    result.service_error().cloned().unwrap_or_else(none)
}

pub(super) fn service_error(result: &Attempt) -> CallError {
    let status = match result {
        Attempt::Answered(answer) => answer.status,
        Attempt::NotSent(_) | Attempt::Lost(_) => 0,
    };
    CallError::Service { status, error: api_error(result) }
}

pub(super) fn why_unknown(observation: Observation, result: &Attempt) -> String {
    let status = match result {
        Attempt::Answered(answer) => answer.status,
        Attempt::NotSent(_) | Attempt::Lost(_) => 0,
    };
    match observation {
        Observation::TimedOut => "no answer came within the time limit".to_owned(),
        Observation::ConnectionLost => "the connection was lost after sending began".to_owned(),
        Observation::BrokenBody => "the answer arrived only in part".to_owned(),
        Observation::OtherEcho => "the answer speaks of something else: another id, amount or currency".to_owned(),
        Observation::ServerError => format!("the service answered with HTTP {status}"),
        Observation::Redirect | Observation::Foreign => {
            format!("something other than the service answered with HTTP {status}")
        }
        Observation::ConnectFailed
        | Observation::CertificateRefused
        | Observation::RateLimited
        | Observation::KeyRefused
        | Observation::PermissionMissing
        | Observation::Refused
        | Observation::Conflict
        | Observation::AlreadyExists
        | Observation::Complete
        | Observation::Declined
        | Observation::UnknownStatus => EARLIER_LOST.to_owned(),
    }
}
