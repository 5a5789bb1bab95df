//! Why something was declined, in the words of that service: one code for everything, and what the processor said.

use serde_json::{Value, json};

use super::fields::Fields;
use paydesk_domain::decline;

/// What that service makes of every decline.
const UNIFIED_CODE: &str = "UE_9000";
const UNIFIED_MESSAGE: &str = "Something went wrong";

/// Declines of the sandbox by their unified codes, the processor's code for each, and what the issuer said, where it did.
const PROCESSOR: [(&str, &str, Option<&str>); 6] = [
    ("UE_1001", "card_declined", Some("insufficient_funds")),
    ("UE_1002", "expired_card", None),
    ("UE_1003", "incorrect_number", None),
    ("UE_1004", "incorrect_cvc", None),
    ("UE_1006", "card_declined", Some("lost_card")),
    ("UE_3002", "processing_error", None),
];

/// A decline as the processor reports it.
#[derive(Debug)]
pub struct ProcessorDecline {
    code: &'static str,
    message: &'static str,
    issuer: Option<&'static str>,
}

impl ProcessorDecline {
    /// The decline of a unified code of the sandbox.
    pub fn of(unified_code: &str) -> Self {
        let known = PROCESSOR.iter().find(|(unified, _, _)| *unified == unified_code);
        let (code, issuer) =
            known.map_or(("card_declined", Some("generic_decline")), |(_, code, issuer)| (*code, *issuer));
        Self { code, issuer, message: decline::message(unified_code).unwrap_or("Payment declined") }
    }

    /// The message, with what the issuer said.
    fn reason(&self) -> String {
        match self.issuer {
            Some(issuer) => format!("message - {}, decline_code - {issuer}", self.message),
            None => self.message.to_owned(),
        }
    }

    /// `error_details`.
    fn details(&self) -> Value {
        let issuer = self.issuer.map(|issuer| json!({ "code": null, "message": issuer, "network_details": null }));
        json!({
            "unified_details": {
                "category": UNIFIED_CODE,
                "message": UNIFIED_MESSAGE,
                "standardised_code": null,
                "description": null,
                "user_guidance_message": null,
                "recommended_action": null,
            },
            "issuer_details": issuer,
            "connector_details": { "code": self.code, "message": self.message, "reason": self.reason() },
        })
    }
}

/// A declined payment as lists show it.
pub fn with_decline(fields: Fields, decline: &ProcessorDecline) -> Fields {
    fields
        .set("error_message", decline.message)
        .set("issuer_error_message", decline.issuer)
        .set("network_details", json!({ "network_advice_code": null }))
}

/// A declined payment as it is retrieved.
pub fn with_details(fields: Fields, decline: &ProcessorDecline) -> Fields {
    with_refusal(with_decline(fields, decline), decline).set("error_details", decline.details())
}

/// The codes and messages of a decline, as refunds and attempts show them.
pub fn with_refusal(fields: Fields, decline: &ProcessorDecline) -> Fields {
    with_unified(fields.set("error_code", decline.code).set("error_message", decline.reason()))
}

/// What that service makes of every decline.
pub fn with_unified(fields: Fields) -> Fields {
    fields.set("unified_code", UNIFIED_CODE).set("unified_message", UNIFIED_MESSAGE)
}
