//! What an object other than a payment says of a call that was to make or change it.

use serde_json::{Map, Value};

use crate::endpoints::Endpoint;
use crate::operation::AnswerStatus;
use paydesk_domain::dispute::DisputeStatus;
use paydesk_domain::document::says_failed;
use paydesk_domain::payout::PayoutStatus;

use super::asked::{Asked, Before, ProofSource};
use super::judgement::Judgement;
use super::reason::JudgementReason as Reason;
use super::statement::Statement;

pub fn judge(asked: &Asked<'_>, source: ProofSource, statement: &Statement<'_>) -> Judgement {
    match source {
        ProofSource::Answer => answered(asked, statement),
        ProofSource::Report => reported(asked, statement),
    }
}

fn answered(asked: &Asked<'_>, statement: &Statement<'_>) -> Judgement {
    let statuses = asked.expectation.statuses;
    let Some(word) = statement.status() else {
        return match statuses {
            AnswerStatus::NotShown => Judgement::Ours(String::new()),
            _ => Judgement::Unclear(Reason::FieldUnreadable("status".to_owned())),
        };
    };
    let has_ended = asked.expectation.ended_status.as_deref().is_some_and(|ended| ended.eq_ignore_ascii_case(word));
    match statuses {
        _ if has_ended => Judgement::NotThere(Reason::StatusAsBefore(word.to_owned())),
        AnswerStatus::Fulfill => fulfilled(statement, ProofSource::Answer),
        AnswerStatus::Evidence | AnswerStatus::UnchangedPayout => Judgement::Ours(word.to_owned()),
        _ if says_failed(word) => statement.declined(),
        _ => Judgement::Ours(word.to_owned()),
    }
}

/// What the service makes under a name of its own.
const MADE: [Endpoint; 3] = [Endpoint::CreateRefund, Endpoint::CreatePayout, Endpoint::CreateSubscription];
/// Whose texts are compared with what was sent.
const SETS_TEXTS: [Endpoint; 3] = [Endpoint::CreateCustomer, Endpoint::UpdateCustomer, Endpoint::UpdatePayout];

fn reported(asked: &Asked<'_>, statement: &Statement<'_>) -> Judgement {
    let word = statement.status().unwrap_or_default();
    let is_of = |endpoint: Endpoint| asked.endpoint == Some(endpoint);
    if asked.endpoint.is_some_and(|endpoint| MADE.contains(&endpoint)) {
        // It names us: it was made. Where it is reported to have failed, it was declined.
        let is_declined = says_failed(word) && !is_of(Endpoint::CreateSubscription);
        return if is_declined { statement.declined() } else { Judgement::Ours(word.to_owned()) };
    }
    if asked.endpoint.is_some_and(|endpoint| SETS_TEXTS.contains(&endpoint)) {
        // Without what it was before, another value proves nothing: somebody may have changed it after us.
        return texts(asked, statement, false);
    }
    if is_of(Endpoint::FulfillPayout) {
        fulfilled(statement, ProofSource::Report)
    } else if is_of(Endpoint::UpdateSubscription) {
        replanned(asked, statement)
    } else if is_of(Endpoint::SubmitEvidence) {
        evidence(asked, statement)
    } else {
        Judgement::Unclear(Reason::OtherKind)
    }
}

fn fulfilled(statement: &Statement<'_>, source: ProofSource) -> Judgement {
    let word = statement.status().unwrap_or_default().to_owned();
    match PayoutStatus::from_word(&word) {
        PayoutStatus::RequiresFulfillment => Judgement::Untouched,
        PayoutStatus::Success | PayoutStatus::Pending | PayoutStatus::Initiated | PayoutStatus::Reversed => {
            if source == ProofSource::Answer { Judgement::Ours(word) } else { Judgement::There(word) }
        }
        PayoutStatus::Failed => statement.declined(),
        PayoutStatus::Cancelled | PayoutStatus::Expired | PayoutStatus::Ineligible | PayoutStatus::Unknown(_)
            if source == ProofSource::Answer =>
        {
            Judgement::Ours(word)
        }
        PayoutStatus::Cancelled | PayoutStatus::Expired | PayoutStatus::Ineligible => {
            Judgement::Overtaken(Reason::NotPaidOut(word))
        }
        PayoutStatus::RequiresCreation
        | PayoutStatus::RequiresConfirmation
        | PayoutStatus::RequiresPayoutMethodData
        | PayoutStatus::RequiresVendorAccountCreation => Judgement::NotThere(Reason::PayoutIsNow(word)),
        PayoutStatus::Unknown(_) => Judgement::Unclear(Reason::PayoutIsNow(word)),
    }
}

/// The plan that was asked for is the plan that is reported.
fn replanned(asked: &Asked<'_>, statement: &Statement<'_>) -> Judgement {
    let fields = ["item_price_id", "plan_id"].into_iter().filter(|field| asked.sends(field).is_some());
    let mut same = fields.map(|field| asked.sends(field) == statement.get(field)).peekable();
    if same.peek().is_some() && same.all(|same| same) {
        Judgement::There(statement.status().unwrap_or_default().to_owned())
    } else {
        Judgement::Unclear(Reason::OtherPlan)
    }
}

fn evidence(asked: &Asked<'_>, statement: &Statement<'_>) -> Judgement {
    let word = statement.status().unwrap_or_default().to_owned();
    let status = DisputeStatus::from_word(&word);
    match asked.before {
        // A dispute that has evidence already looks the same with more of it.
        Before::Dispute(before) if status == DisputeStatus::from_word(before) => {
            Judgement::Unclear(Reason::DisputeAsBefore(word))
        }
        Before::Dispute(_) if !status.takes_evidence() => Judgement::Overtaken(Reason::DisputeDecided(word)),
        Before::Dispute(_) => Judgement::Unclear(Reason::DisputeIsNow(word)),
        Before::Payment(_) | Before::Payout(_) | Before::Nothing => Judgement::Unclear(Reason::OtherKind),
    }
}

/// What was sent against what is there. Fields the service does not show prove nothing. Another text proves nothing
/// either where something was changed since: somebody may have overwritten what was sent.
pub fn texts(asked: &Asked<'_>, statement: &Statement<'_>, untouched: bool) -> Judgement {
    let nothing = Map::new();
    let sent = asked.sent.and_then(Value::as_object).unwrap_or(&nothing);
    let mut shown = sent.iter().filter_map(|(name, value)| Some((name, value, statement.object.get(name)?))).peekable();
    if shown.peek().is_none() {
        return Judgement::Unclear(Reason::NoFieldShown);
    }
    match shown.find(|(_, value, found)| !has_all_of(value, found)) {
        None => Judgement::There(statement.status().unwrap_or_default().to_owned()),
        Some(_) if untouched => Judgement::Untouched,
        Some((name, _, _)) => Judgement::Unclear(Reason::FieldDiffers(name.clone())),
    }
}

/// Whether everything in `sent` is in `found` too; `found` may have more.
pub fn has_all_of(sent: &Value, found: &Value) -> bool {
    match (sent, found) {
        (Value::Object(sent), Value::Object(found)) => {
            sent.iter().all(|(name, value)| found.get(name).is_some_and(|found| has_all_of(value, found)))
        }
        (Value::String(sent), Value::Null) => sent.is_empty(),
        (sent, found) => sent == found,
    }
}
