//! Operations as text: how an outcome is described, and why one is not known.

use crate::news::ToastKind;
use paydesk_api::error::{ApiError, CallError};
use paydesk_api::freshness::NotFresh;
use paydesk_api::operation::{Endpoint, Target};
use paydesk_api::outcome::{Attempt, Body, HttpAnswer, Observation};
use paydesk_api::proof::{JudgementReason, ProofSource, judge};
use paydesk_domain::decline;
use paydesk_domain::document::says_failed;
use paydesk_domain::money::Money;
use paydesk_domain::operation::ResourceKind;
use paydesk_domain::payout::PayoutStatus;
use paydesk_domain::problem::Problem;
use paydesk_domain::text::{sentences, visible_id};

use super::advice::advice;
use super::seen::Saying;
use super::{ExecutionProof, Operation, OperationPlan, Outcome, OvertakenReason, Phase, UnclearReason};

/// Why a refund is not repeated any more.
const WITHDRAWN: &str = "You withdrew it after the service refused it because of its rate limit. It will not be \
    sent again, but a copy may have been executed.";
pub(super) const TOO_OLD_TO_REPEAT: &str = "It was first sent more than 24 hours ago. The service may no longer know its \
     ID, and the same request could refund a second time: look it up at the service, then mark it as resolved here.";

/// Why an operation is unknown that another window may have sent.
pub(super) const SENT_ELSEWHERE: &str = "another window recorded this attempt first, and may have sent it";

/// Why a refund is left to a person that the service has and does not show.
pub(super) const REFUND_NOT_SHOWN: &str = "The service says a refund with this ID exists, but does not show it";

pub(super) const STATUS_NOT_REPORTED: &str = "The service reports that it exists, but gives no status";

pub(super) const CONFIRMED_BEFORE: &str =
    "it was already confirmed in an earlier session, so it is not sent again; check it";

pub(super) const ENDED_ELSEWHERE: &str = "the result is not in the journal: another window completed the entry first";

/// Why an operation is unknown whose later attempt did not leave, or proves nothing of the earlier one.
/// Why it is not sent: an event or a list told of a change since, and the read is from before it.
pub(super) const REPORTED_OTHERWISE: &str =
    "the service has since reported a change that the last read does not show; check it again";
pub(super) const RATE_LIMIT_AND_CHANGED: &str = "the service refused it because of its rate limit, and what it \
    applies to has changed since: another copy may have been executed";
pub(super) const EARLIER_LOST: &str = "an earlier attempt was sent and its response was lost";

/// How an outcome is described, on a toast and in the pane.
pub fn outcome_text(operation: &Operation, outcome: &Outcome) -> (ToastKind, String) {
    match outcome {
        Outcome::Done { status, proof: ExecutionProof::Effect } if operation.was_refused() => {
            let what = is_now(&operation.plan, status);
            let by = "perhaps by an earlier copy of this request or by someone else: the service refused this one";
            (ToastKind::Neutral, format!("{what}, {by}"))
        }
        _ => text_of(&operation.plan, outcome, operation.left_to_refund()),
    }
}

/// What a read shows of what was asked for.
fn is_now(plan: &OperationPlan, status: &str) -> String {
    match plan.is_finished_in(status) {
        true => done_text(plan, status),
        false => format!("{}: the {} is now “{}”", plan.title(), plan.target.kind.noun(), visible(status)),
    }
}

/// `left` is what the service says is left to refund.
fn text_of(plan: &OperationPlan, outcome: &Outcome, left: Option<Money>) -> (ToastKind, String) {
    let title = plan.title();
    match outcome {
        Outcome::Done { proof, status } => done_outcome(plan, *proof, status),
        Outcome::Declined { code, message } => {
            let code = code.as_deref().unwrap_or_default();
            let reported = reported(message, code, decline::message(code).unwrap_or("The service gave no reason"));
            let next = declined_advice(plan, code, message);
            let what = format!("{title}{}: declined", plan.of_what());
            (ToastKind::Danger, sentences(&[what.as_str(), &reported, next]))
        }
        // The dispute keeps the service's message beside the draft, with what to do.
        Outcome::Rejected { .. } if plan.endpoint == Endpoint::SubmitEvidence => {
            (ToastKind::Danger, format!("{title}{}: rejected. Open the dispute to see why.", plan.of_what()))
        }
        Outcome::Rejected { http_status, code, message } => {
            let reported = reported(message, code, "The service gave no reason");
            let advice = match left {
                Some(left) => is_left_to_refund(&left),
                None => advice(plan, *http_status, code, message).to_owned(),
            };
            let what = format!("{title}{}: rejected", plan.of_what());
            (ToastKind::Danger, sentences(&[what.as_str(), &reported, &advice]))
        }
        Outcome::NotSent { why } => (ToastKind::Attention, format!("{title}{}: not sent, {why}", plan.of_what())),
        Outcome::Overtaken(reason) => {
            (ToastKind::Attention, format!("{title}{}: {}", plan.of_what(), overtaken_text(reason)))
        }
        Outcome::NotAnswered { why } => {
            let what = format!("{title}: no response; the refund is shown as last known");
            (ToastKind::Attention, sentences(&[what, visible(why)]))
        }
        Outcome::ClosedByPerson | Outcome::Closed => (ToastKind::Neutral, format!("{title}: resolved by you")),
    }
}

/// What a refusal says is left, as people count it.
pub fn is_left_to_refund(left: &Money) -> String {
    format!("{left} is left to refund")
}

/// How it is described once it was accepted: as done only in a status that says so.
fn done_outcome(plan: &OperationPlan, proof: ExecutionProof, status: &str) -> (ToastKind, String) {
    let title = plan.title();
    if proof == ExecutionProof::Answer && plan.is_status_check {
        return (ToastKind::Neutral, format!("{title}: the refund is “{}”", visible(status)));
    }
    if plan.endpoint == Endpoint::CreateRefund && status.is_empty() {
        return (
            ToastKind::Neutral,
            format!(
                "{title}: the service already has it from an earlier attempt, but gives \
            no status"
            ),
        );
    }
    if proof == ExecutionProof::Effect {
        let what = is_now(plan, status);
        let by = "by this request or possibly someone else's: no clear response arrived";
        return (ToastKind::Neutral, format!("{what}, {by}"));
    }
    if !plan.is_finished_in(status) {
        let (noun, status) = (plan.target.kind.noun(), visible(status));
        return (ToastKind::Neutral, format!("{title}: accepted by the service; the {noun} is now “{status}”"));
    }
    let done = done_text(plan, status);
    match proof {
        ExecutionProof::Answer => (ToastKind::Positive, done),
        ExecutionProof::OurId | ExecutionProof::Effect => {
            (ToastKind::Positive, format!("{done} (confirmed after a lost response)"))
        }
        ExecutionProof::DespiteAnswer => {
            (ToastKind::Neutral, format!("{done}, as the service now reports. Its response was different."))
        }
    }
}

/// The outcome for a toast, which stands alone: it names the payment.
pub fn toast_text(operation: &Operation, outcome: &Outcome) -> (ToastKind, String) {
    let (kind, text) = outcome_text(operation, outcome);
    (kind, with_payment(&operation.plan, text))
}

/// A text that names the payment of an operation, where it does not yet.
pub(super) fn with_payment(plan: &OperationPlan, text: String) -> String {
    let id = plan.payment_id().map(|id| visible_id(id.as_str(), 64));
    let with_id = |id: String| format!("{} · {id}", text.trim_end_matches('.'));
    id.filter(|id| !text.contains(id.as_str())).map_or_else(|| text.clone(), with_id)
}

/// How an operation that ended is described while what was said of it cannot all be true.
pub fn contradicted_text(plan: &OperationPlan, why: &str) -> (ToastKind, String) {
    let (title, of_what, noun) = (plan.title(), plan.of_what(), plan.target.kind.noun());
    let (what, advice) =
        (format!("{title}{of_what}: contradictory reports"), format!("Look the {noun} up at the service"));
    (ToastKind::Attention, sentences(&[what.as_str(), why, &advice]))
}

/// Why what is known of an operation and something else that is said of it cannot both be true: a sentence without a full
/// stop.
pub(super) fn contradiction_text(operation: &Operation, saying: &Saying) -> String {
    let says = |saying: &Saying| format!("{} says “{}”", saying.name(), visible(saying.status()));
    let known = match (&operation.seen.stands, &operation.phase) {
        (Some(stands), _) => says(stands),
        (None, Phase::Ended(Outcome::Rejected { .. })) => "the service refused it".to_owned(),
        (None, Phase::Ended(Outcome::NotSent { .. })) => "it was not sent".to_owned(),
        (None, Phase::Ended(Outcome::Overtaken(_))) => "something else happened instead".to_owned(),
        (None, Phase::Ended(Outcome::Done { status, .. })) => format!("an earlier check says “{}”", visible(status)),
        (None, _) => "an earlier check says that it failed".to_owned(),
    };
    let known = known.chars().next().map(|first| first.to_uppercase().chain(known.chars().skip(1)).collect::<String>());
    format!("{}; {}: only one can be true", known.unwrap_or_default(), says(saying))
}

/// What settled an operation, although its answer says the opposite.
pub(super) fn although_answered(finding: &str, answer: &str) -> String {
    format!("{finding}, although the response was “{}”", visible(answer))
}

/// How an operation ended, although its answer says the opposite.
pub(super) fn despite(answer: &str, outcome: Outcome) -> Outcome {
    match outcome {
        Outcome::Done { status, .. } => Outcome::Done { status, proof: ExecutionProof::DespiteAnswer },
        Outcome::Declined { code, message } => {
            let since =
                format!("The response was “{}”, but the service has since reported that it failed", visible(answer));
            let message = if message.is_empty() { since } else { format!("{since}: {message}") };
            Outcome::Declined { code, message }
        }
        Outcome::Rejected { .. }
        | Outcome::NotSent { .. }
        | Outcome::Overtaken(_)
        | Outcome::NotAnswered { .. }
        | Outcome::ClosedByPerson
        | Outcome::Closed => outcome,
    }
}

/// What is true once it happened, and left its target in `status`.
fn done_text(plan: &OperationPlan, status: &str) -> String {
    if plan.released_the_rest(status) {
        return "Remaining amount released; the captured amount is not affected".to_owned();
    }
    plan.done()
}

/// How an operation is described whose target was reported in another status since.
pub fn later_text(plan: &OperationPlan, status: &str) -> (ToastKind, String) {
    let text = || format!("{}: the {} is now “{}”", plan.title(), plan.target.kind.noun(), visible(status));
    match (plan.is_done_in(status), says_failed(status)) {
        (true, _) => (ToastKind::Positive, plan.done()),
        (false, true) => (ToastKind::Danger, text()),
        (false, false) => (ToastKind::Neutral, text()),
    }
}

/// The service's message with its code, or ours where it has none.
fn reported(message: &str, code: &str, without: &str) -> String {
    let message = visible(message.trim().trim_end_matches('.'));
    let text = if message.is_empty() { without } else { &message };
    if code.is_empty() { text.to_owned() } else { format!("{text} ({})", visible(code)) }
}

fn visible(text: &str) -> String {
    paydesk_domain::text::visible(text, 200)
}

/// The service refused to create what is under this id already. That somebody else made it is not said: a request
/// that arrived late may have made it, and another person changed it since.
fn id_is_taken(target: &Target, refusal: &ApiError) -> String {
    let (noun, id) = (target.kind.noun(), visible_id(&target.resource, 200));
    let reported = reported(&refusal.message, &refusal.code, "The service gave no reason");
    let exists = format!("The {noun} {id} exists, but may be a different one or may have changed since");
    sentences(&[reported.as_str(), &exists, "Check it, or choose another ID"])
}

/// What happened instead: one sentence without a full stop, or several with theirs.
pub fn overtaken_text(reason: &OvertakenReason) -> String {
    match reason {
        OvertakenReason::Found(reason) => reason_text(reason),
        OvertakenReason::IdTaken { target, refusal } => id_is_taken(target, refusal),
    }
}

/// Why what is known settles nothing: one sentence without a full stop, or several with theirs.
pub fn unclear_text(reason: &UnclearReason) -> String {
    match reason {
        UnclearReason::Read(reason) => reason_text(reason),
        UnclearReason::Answer(why) => why.clone(),
        UnclearReason::RepeatRefused { error, shown_in_payment } => refused_repeat(error, *shown_in_payment),
        UnclearReason::TooOldToRepeat => TOO_OLD_TO_REPEAT.to_owned(),
        UnclearReason::Withdrawn => WITHDRAWN.to_owned(),
    }
}

/// What to do about a decline: another payment method helps a payment alone.
fn declined_advice(plan: &OperationPlan, code: &str, message: &str) -> &'static str {
    if plan.target.kind == ResourceKind::Refund {
        "No money was refunded: try again later, or ask the service why"
    } else if plan.target.kind == ResourceKind::Payout {
        "No money was sent: correct the account or the card, then create a new payout"
    } else {
        decline::retry_as_told(code, Some(message)).advice()
    }
}

/// Why what was read shows nothing of the operation.
pub fn not_fresh_text(not_fresh: NotFresh) -> &'static str {
    match not_fresh {
        NotFresh::FromMemory => {
            "A proxy between Paydesk and the service answers from its cache, which does not show whether this was \
                executed. Paydesk keeps checking; look it up at the service, or ask your network administrator not \
                to cache it."
        }
        NotFresh::Contradicted => {
            "The service reported two different things: one of them comes from a proxy's cache. Paydesk keeps checking; \
                look it up at the service, or ask your network administrator not to cache it."
        }
        NotFresh::Alone => {
            "One check shows that this was not executed, but nothing else at the service confirms it. Paydesk keeps \
                checking; look it up at the service before you do it again."
        }
        NotFresh::Slow => {
            "The response came so late that things may have changed since. Paydesk keeps checking; you can look \
                it up at the service."
        }
        NotFresh::NotShown | NotFresh::NotMeasured => {
            "The response has no usable date: it may be older than the request, and does not show whether this was \
                executed. Paydesk keeps checking; you can look it up at the service."
        }
    }
}

/// What is there instead of what was wanted, or why what is there proves nothing: one sentence without a full stop, or
/// several with theirs.
pub fn reason_text(reason: &JudgementReason) -> String {
    use JudgementReason as Reason;
    match reason {
        Reason::NoTarget(target) => format!("The service says there is no {target}"),
        Reason::OtherKind => "The service returned something else".to_owned(),
        Reason::OtherAmount { now, before } => format!("The service reports {now}, not {before}"),
        Reason::CaptureWithoutAmount => "The captured amount is unknown".to_owned(),
        Reason::PaymentIs(status) => format!("The payment is “{}”", status.label()),
        Reason::PaymentIsNow(status) => format!("The payment is now “{}”", status.label()),
        Reason::CancelledUncaptured => "The payment was cancelled; nothing was captured".to_owned(),
        Reason::NothingCaptured(status) => format!("Nothing captured yet; the payment is now “{}”", status.label()),
        Reason::OtherCapture { taken, wanted } => {
            format!("{taken} has been captured since, not {wanted}: perhaps by an earlier attempt or someone else")
        }
        Reason::RestLeft { captured, left } => {
            format!("{captured} has been captured, but {left} is still to capture: both cannot be true")
        }
        Reason::ReceivedMore { received, amount } => {
            format!("{received} is reported as received for a payment of {amount}")
        }
        Reason::ReceivedAlthough { received, status } => {
            format!("The payment is “{}”, but {received} is reported as received", status.label())
        }
        Reason::RefundedOtherwise { refunded } => {
            format!("The payment shows other refunds of {refunded}, which leave too little for this one")
        }
        Reason::CaptureNotReported => "The service does not say how much was captured".to_owned(),
        Reason::CapturedMeanwhile => "The payment has since been captured; refund it instead".to_owned(),
        Reason::CapturedInPart(taken) => {
            format!("{taken} has since been captured; whether the rest was released is unknown")
        }
        Reason::NotApproved(status) => format!("The payment was not approved: it is “{}”", status.label()),
        Reason::MayNotBeReview { now, before } => {
            let before = paydesk_domain::text::visible(before.as_str(), 40);
            format!(
                "The payment is now “{}”. It is unclear whether the approval caused this: “{before}” may not be manual review.",
                now.label()
            )
        }
        Reason::CancelledMeanwhile => "The payment has since been cancelled".to_owned(),
        Reason::OperationNotNamed => {
            "A payment has this ID, but does not name the operation that created it".to_owned()
        }
        Reason::OtherPayment { amount, payment_id } => {
            let id = visible_id(payment_id.as_str(), 64);
            format!("A different payment of {amount} already has the ID {id}. Choose another ID.")
        }
        Reason::FieldDiffers(field) => format!("“{field}” differs from what was sent"),
        Reason::FieldUnreadable(field) => {
            format!("“{}” is missing from what the service reports, or cannot be read", visible_id(field, 60))
        }
        Reason::StatusAsBefore(word) => format!("It is still “{}”", visible(word)),
        Reason::NoFieldShown => "The service shows none of the fields that were sent".to_owned(),
        Reason::NotPaidOut(word) => {
            format!("The payout is “{}”; nothing was paid out", PayoutStatus::from_word(word).label())
        }
        Reason::PayoutIsNow(word) => format!("The payout is now “{}”", PayoutStatus::from_word(word).label()),
        Reason::DisputeAsBefore(word) => {
            format!("The dispute is still “{word}”, which does not show whether the evidence arrived")
        }
        Reason::DisputeDecided(word) => {
            format!("The dispute is now decided: {word}. It is unknown whether this evidence was considered.")
        }
        Reason::DisputeIsNow(word) => {
            format!("The dispute is now “{word}”, which does not show whose evidence it has")
        }
        Reason::EventTooEarly => "The event may be older than the request".to_owned(),
        Reason::OtherPlan => "The service reports a different plan".to_owned(),
    }
}

/// What a parked operation may have left behind, and what to do about it
/// ([law](crate::law#the-rule-of-each-endpoint)).
pub fn orphan_text(plan: &OperationPlan) -> &'static str {
    match plan.pays_out_by_itself() {
        true => {
            "The service may have created the payout and may pay it out automatically; sending it again could \
            pay it twice"
        }
        false => plan.endpoint.spec().texts.may_exist,
    }
}

/// An open operation in the journal that a newer version wrote.
pub(super) fn foreign_operation(target: &Target) -> Problem {
    let what = paydesk_domain::text::visible(&target.to_string(), 90);
    Problem {
        what: format!("The journal contains an open operation on {what} from a newer version of Paydesk"),
        what_to_do: "Update Paydesk to that version; until then, nothing is sent for this operation".to_owned(),
    }
}

/// Why a refusal is not taken at its word at once.
pub(super) fn refused_and_checked(error: &ApiError, is_first: bool) -> String {
    if is_first {
        format!("the service refused it: {error}. Paydesk first checks that no copy of it was executed.")
    } else {
        format!("the service refused it ({error}); this answer may belong to an earlier attempt")
    }
}

/// What stands for the refusal of an operation that met the rate limit and was then withdrawn.
pub(super) fn withdrawn_after_rate_limit() -> ApiError {
    let message = "over the rate limit; you withdrew it before it was sent again".to_owned();
    ApiError { kind: String::new(), code: String::new(), message }
}

/// Why a refund is unknown that the service says it has, without its amount and status.
pub(super) fn exists_and_is_read(refusal: &ApiError) -> String {
    format!("the service already has this refund: {refusal}. Paydesk is checking it.")
}

/// What is said at the form that sent it, while a refusal is not believed yet.
pub(super) fn refusal_looked_into(error: &ApiError) -> String {
    format!(
        "The service refused it: {error}. The service may still have executed a copy of it. Paydesk checks this within half a minute and sends nothing until then."
    )
}

/// What is known of a refund whose repeats are refused.
fn refused_repeat(error: &ApiError, shown_in_payment: bool) -> String {
    let reported = reported(&error.message, &error.code, "The service gave no reason");
    let next = if shown_in_payment {
        "Open the payment: if an earlier copy was executed, the refund is listed there. If it is not, mark \
            this operation as resolved here."
    } else {
        "Paydesk cannot tell whether an earlier copy was executed: look it up at the service, then mark it as \
            resolved here"
    };
    sentences(&[format!("The service refuses it: {reported}").as_str(), next])
}

/// Why asking for the status of a refund brought nothing.
pub(super) fn refused_status_check(error: &ApiError) -> String {
    format!("The service refused the status check: {}", reported(&error.message, &error.code, "it gave no reason"))
}

pub(super) fn no_connection(result: &Attempt) -> String {
    match result {
        Attempt::NotSent(problem) => CallError::Unreachable(problem.clone()).what(),
        Attempt::NoKey(role) => CallError::NoKey(*role).what(),
        Attempt::Lost(_) | Attempt::Answered(_) => "no connection could be established".to_owned(),
    }
}

pub(super) fn json_body(result: &Attempt) -> Option<&serde_json::Value> {
    match result {
        Attempt::Answered(HttpAnswer { body: Body::Json(body), .. }) => Some(body),
        Attempt::Answered(_) | Attempt::NotSent(_) | Attempt::NoKey(_) | Attempt::Lost(_) => None,
    }
}

pub(super) fn api_error(result: &Attempt) -> ApiError {
    let none = || ApiError { kind: String::new(), code: String::new(), message: "no message".to_owned() };
    result.service_error().cloned().unwrap_or_else(none)
}

/// That of the answer; `None` where there is none.
pub(super) fn http_status(result: &Attempt) -> Option<u16> {
    match result {
        Attempt::Answered(answer) => Some(answer.status),
        Attempt::NotSent(_) | Attempt::NoKey(_) | Attempt::Lost(_) => None,
    }
}

pub fn service_error(result: &Attempt) -> CallError {
    CallError::Service { status: http_status(result).unwrap_or(0), error: api_error(result) }
}

/// The id that the service reports of a refund instead of ours.
pub(super) fn own_id<'a>(plan: &OperationPlan, result: &'a Attempt) -> Option<&'a str> {
    let ours = plan.sends("refund_id").filter(|_| plan.endpoint == Endpoint::CreateRefund)?;
    let is_done = http_status(result).is_some_and(|status| (200..300).contains(&status));
    let reported = json_body(result).filter(|_| is_done)?.get("refund_id")?.as_str()?;
    (Some(reported) != ours.as_str() && !reported.is_empty()).then_some(reported)
}

/// Why the outcome of an attempt is unknown, with the id by which it can be looked up where the answer gives one.
pub(super) fn why_lost(operation: &Operation, observation: Observation, result: &Attempt) -> String {
    let plan = &operation.plan;
    let why = match json_body(result).filter(|_| observation == Observation::OtherEcho) {
        Some(body) => does_not_match(operation, body),
        None => why_unknown(observation, result),
    };
    if let Some(own_id) = own_id(plan, result) {
        return has_own_id(own_id);
    }
    match named_id(plan, result) {
        Some(id) => sentences(&[why, format!("The response gives {id}")]),
        None => why,
    }
}

/// In what an answer differs from what was asked for.
fn does_not_match(operation: &Operation, body: &serde_json::Value) -> String {
    let judgement = judge(operation.asked(), ProofSource::Answer, body);
    let reason = judgement.reason().map(reason_text).unwrap_or_else(|| "The payment is unchanged".to_owned());
    sentences(&["the response does not match the request", &reason])
}

/// What an answer calls what it created: `payout_id po_1`.
fn named_id(plan: &OperationPlan, result: &Attempt) -> Option<String> {
    let body = json_body(result)?;
    let named = |name: &str| Some(format!("{name} {}", visible_id(body.get(name)?.as_str()?, 64)));
    plan.expectation.present.iter().find_map(|name| named(name))
}

/// Why a refund is unknown, and not repeated, that the service answered with the id `own_id`.
fn has_own_id(own_id: &str) -> String {
    let own_id = visible_id(own_id, 64);
    format!(
        "the response names another refund, {own_id}. This one is not sent again, as that could refund twice: look up \
             {own_id} at the service, then mark this one as resolved here."
    )
}

pub(super) fn why_unknown(observation: Observation, result: &Attempt) -> String {
    let status = match result {
        Attempt::Answered(answer) => answer.status,
        Attempt::NotSent(_) | Attempt::NoKey(_) | Attempt::Lost(_) => 0,
    };
    match observation {
        Observation::TimedOut => "no response within the time limit".to_owned(),
        Observation::ConnectionLost => "the connection was lost after sending began".to_owned(),
        Observation::BrokenBody => "the response was incomplete".to_owned(),
        Observation::OtherEcho => "the response does not match the request".to_owned(),
        Observation::OtherRefusal => {
            format!("the service answered with HTTP {status}, which does not show whether the request was executed")
        }
        Observation::ServerError => format!("the service answered with HTTP {status}"),
        Observation::Redirect | Observation::Foreign => {
            format!("something other than the service answered with HTTP {status}")
        }
        Observation::RateLimited => {
            "the service refused it because of its rate limit, which does not show whether another copy was \
                executed"
                .to_owned()
        }
        Observation::ConnectFailed
        | Observation::CertificateRefused
        | Observation::KeyRefused
        | Observation::PermissionMissing
        | Observation::Refused
        | Observation::NotFound
        | Observation::Conflict
        | Observation::AlreadyExists
        | Observation::Complete
        | Observation::Declined
        | Observation::UnknownStatus => EARLIER_LOST.to_owned(),
    }
}

#[cfg(test)]
mod tests {
    use serde_json::json;

    use super::*;
    use paydesk_api::input::CreateCustomerInput;
    use paydesk_api::outcome::LostAnswer;
    use paydesk_api::resources::customers::calls::CreateCustomer;
    use paydesk_api::resources::payments::calls::CancelPayment;
    use paydesk_domain::ids::{CustomerId, PaymentId};
    use paydesk_domain::money::{Currency, Money};

    fn status_check() -> OperationPlan {
        let body = json!({"refund_id": "ref_1", "payment_id": "pay_1", "amount": 500});
        OperationPlan::refund_status(&body, &Money::new(500, Currency::iso4217("EUR"))).unwrap()
    }

    fn new_customer() -> OperationPlan {
        OperationPlan::of(&CreateCustomer::new(CreateCustomerInput::new(CustomerId::new("cus_1"))).unwrap())
    }

    fn error() -> ApiError {
        ApiError { kind: String::new(), code: "IR_04".into(), message: "Not this amount".into() }
    }

    #[test]
    fn what_leaves_the_outcome_open_is_named() {
        let lost = Attempt::Lost(LostAnswer::TimedOut);
        let body = Body::Foreign { excerpt: String::new() };
        let answered = Attempt::Answered(HttpAnswer { status: 502, body, rate: Default::default() });
        for (observation, result, text) in [
            (Observation::TimedOut, &lost, "time limit"),
            (Observation::ConnectionLost, &lost, "connection was lost"),
            (Observation::BrokenBody, &lost, "response was incomplete"),
            (Observation::OtherEcho, &answered, "does not match the request"),
            (Observation::OtherRefusal, &answered, "HTTP 502, which does not show"),
            (Observation::ServerError, &answered, "answered with HTTP 502"),
            (Observation::Redirect, &answered, "other than the service answered with HTTP 502"),
            (Observation::Foreign, &answered, "other than the service answered with HTTP 502"),
            (Observation::RateLimited, &answered, "rate limit, which does not show"),
        ] {
            assert!(why_unknown(observation, result).contains(text), "{observation:?}");
        }
    }

    #[test]
    fn a_refusal_that_is_looked_into_says_what_the_service_said_and_what_is_checked() {
        let (first, later) = (refused_and_checked(&error(), true), refused_and_checked(&error(), false));
        assert!(first.contains("Not this amount") && first.contains("first checks"), "{first}");
        assert!(later.contains("Not this amount") && later.contains("earlier attempt"), "{later}");
        let asked = refused_status_check(&error());
        assert!(asked.contains("refused the status check") && asked.contains("Not this amount"), "{asked}");
    }

    #[test]
    fn cancelling_the_rest_of_a_capture_is_not_called_cancelling_the_payment() {
        let plan = OperationPlan::of(&CancelPayment { payment_id: PaymentId::new("pay_1"), cancellation_reason: None });
        for (status, says) in [
            ("succeeded", "Remaining amount released"),
            ("partially_captured", "Remaining amount released"),
            ("cancelled", "Payment cancelled"),
            ("processing", "accepted by the service"),
        ] {
            let outcome = Outcome::Done { status: status.to_owned(), proof: ExecutionProof::Answer };
            let (_, text) = text_of(&plan, &outcome, None);
            assert!(text.contains(says), "{status}: {text}");
        }
    }

    #[test]
    fn a_status_that_was_asked_for_and_an_effect_under_our_id_are_said_as_they_are() {
        let done = |proof, status: &str| Outcome::Done { status: status.to_owned(), proof };
        let (kind, text) = text_of(&status_check(), &done(ExecutionProof::Answer, "succeeded"), None);
        assert!(kind == ToastKind::Neutral && text.contains("the refund is “succeeded”"), "{text}");
        let (kind, text) = text_of(&new_customer(), &done(ExecutionProof::OurId, ""), None);
        assert!(kind == ToastKind::Positive && text.contains("confirmed after a lost response"), "{text}");
        for proof in [ExecutionProof::Answer, ExecutionProof::OurId, ExecutionProof::Effect] {
            let refund = OperationPlan { is_status_check: false, ..status_check() };
            let (kind, text) = text_of(&refund, &done(proof, "pending"), None);
            assert!(kind == ToastKind::Neutral && text.contains("the refund is now “pending”"), "{proof:?}: {text}");
        }
        let (kind, text) = text_of(&status_check(), &done(ExecutionProof::OurId, ""), None);
        assert!(kind == ToastKind::Neutral && text.contains("gives no status"), "{text}");
    }
}
