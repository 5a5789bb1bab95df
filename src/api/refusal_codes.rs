//! What to do about a refusal whose code says it. Codes with a meaning of their own at one endpoint alone, or of the key,
//! stand where those are known.

/// One sentence without a full stop; `None` for a code that does not say it by itself.
pub fn code_advice(code: &str) -> Option<&'static str> {
    Some(match code {
        "HE_03" => "A file must be a JPEG, PNG or PDF, and the dispute must still accept evidence",
        "HE_04" => "The service has no dispute or file with this ID: refresh the list",
        "IR_13" => "Refund no more than what is left to refund",
        "IR_16" => "Refresh it: its status does not allow this",
        "IR_19" => "The processor does not support this. For a payment, choose another method under a new payment ID.",
        "IR_34" => "Upload the file from its dispute: the service stores no file without one",
        "UR_33" => "This user cannot switch to that merchant or profile, or is already in it",
        _ => return None,
    })
}
