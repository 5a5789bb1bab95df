//! What to do about an operation that was refused: by the status of the refusal, by the codes whose meaning is
//! documented, and by what was asked for.
//!
//! Only documented codes are given a meaning ([API reference](crate::api::reference::errors#codes)): `HE_00` has none, and
//! whatever code a 403 carries, the status says what is missing.

use crate::api::call::KeyRole;

use super::OperationPlan;

/// One sentence without a full stop, for people. `http_status` is that of the refusal, where it is known.
pub fn advice(plan: &OperationPlan, http_status: Option<u16>, code: &str) -> &'static str {
    match (http_status, code) {
        (Some(401), _) | (_, "AU_01" | "AU_02") if plan.request.key == KeyRole::Admin => {
            "Enter another admin key under API keys; the profile continues with its own"
        }
        (Some(401), _) | (_, "AU_01" | "AU_02") => {
            "Replace the key of the profile in Settings → Profiles, then do it again"
        }
        (Some(403), _) => "This key has no permission for that: use a profile whose key has it",
        (_, "HE_01") => "Choose another id",
        (_, "IR_05") => plan.endpoint.spec().texts.if_absent,
        (_, "IR_01") => "Complete the missing fields, then send it again",
        (_, _) => plan.endpoint.spec().texts.if_refused,
    }
}
