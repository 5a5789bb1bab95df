//! What to do about an operation that was refused: chosen by the code of the refusal and by what was asked for.

use crate::api::call::KeyRole;

use super::OperationPlan;

/// One sentence without a full stop, for people.
pub fn advice(plan: &OperationPlan, code: &str) -> &'static str {
    match code {
        "AU_01" | "AU_02" if plan.request.key == KeyRole::Admin => {
            "Give another admin key in the panel of the API keys; the profile goes on with its own"
        }
        "AU_01" | "AU_02" => "Replace the key of the profile in Settings → Profiles, then do it again",
        "AU_03" => "This key may not do that: use a profile whose key has the permission",
        "HE_01" => "Choose another id",
        "HE_00" => "The service understood it and will not do it: ask its support, with this code",
        "IR_05" => plan.endpoint.spec().words.if_absent,
        "IR_01" => "Fill in what is missing, then send it again",
        _ => plan.endpoint.spec().words.if_refused,
    }
}
