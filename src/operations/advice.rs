//! What to do about an operation that was refused: by the status of the refusal, by the codes whose meaning is
//! documented, and by what was asked for.
//!
//! Only codes whose meaning is known are given one ([API reference](paydesk_api::reference::errors#codes)): `HE_00` has
//! none, and whatever code a 403 carries, the status says what is missing.

use paydesk_api::call::KeyRole;
use paydesk_api::error::{NO_PATH_CODE, NOT_FOUND_CODES};
use paydesk_api::operation::Endpoint;
use paydesk_api::refusal_codes::code_advice;

use super::OperationPlan;
use super::phase::wants_priority;

/// The code of a request over the rate limit.
const RATE_LIMIT_CODE: &str = "RL_01";

/// One sentence without a full stop, for people. `http_status` is that of the refusal, where it is known.
pub fn advice(plan: &OperationPlan, http_status: Option<u16>, code: &str, message: &str) -> &'static str {
    match (http_status, code) {
        // Some processors want to know it, and say so only once the money is to leave.
        (Some(400 | 422) | None, _) if plan.endpoint == Endpoint::FulfillPayout && wants_priority(message) => {
            "Create the payout again with the priority its processor needs"
        }
        (Some(400 | 422) | None, _) if plan.endpoint == Endpoint::CreatePayout && wants_priority(message) => {
            "This payout's processor needs a priority: choose one"
        }
        (Some(401), _) | (_, "AU_01" | "AU_02") if plan.request.key == KeyRole::Admin => {
            "Enter another admin key under API keys; the profile's own key is not affected"
        }
        (Some(401), _) | (_, "AU_01" | "AU_02") => "Replace the profile's key in Settings → Profiles, then try again",
        (Some(403), _) => "This key has no permission for that: use a profile whose key has it",
        (Some(404), NO_PATH_CODE) => "This service does not offer this",
        // Of what Paydesk sends, the status of the payout is all that can be refused so.
        (Some(422), "IR_06") if plan.endpoint == Endpoint::UpdatePayout => {
            "Check the payout again: its status no longer allows changes"
        }
        (_, "HE_01") => "Choose another ID",
        (_, RATE_LIMIT_CODE) => "Send it again in a minute",
        (Some(404) | None, code) if NOT_FOUND_CODES.contains(&code) => plan.endpoint.spec().texts.if_absent,
        (_, "IR_01") => "Complete the missing fields, then send it again",
        (_, code) => code_advice(code).unwrap_or(plan.endpoint.spec().texts.if_refused),
    }
}
