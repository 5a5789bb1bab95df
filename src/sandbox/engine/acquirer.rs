//! What the acquirer behind the service says about a decline, in its own codes: `error_code`, `error_message` and
//! `error_details`. Clients branch on `unified_code`, never on these.

use serde::Serialize;

use paydesk_domain::decline::{self, DeclineFamily};

/// The acquirer's side of a decline.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Decline {
    pub unified_code: String,
    pub unified_message: &'static str,
    /// PE_01, PE_02 or PE_03.
    pub error_code: &'static str,
    pub error_message: &'static str,
    pub details: ErrorDetails,
}

/// A decline as refunds and payouts show it: without the details of a payment's.
#[derive(Debug, Serialize)]
pub struct DeclineSummary {
    error_code: &'static str,
    error_message: &'static str,
    unified_code: String,
    unified_message: &'static str,
}

impl DeclineSummary {
    pub fn new(unified_code: &str) -> Self {
        let Decline { unified_code, unified_message, error_code, error_message, .. } = describe(unified_code, None);
        Self { error_code, error_message, unified_code, unified_message }
    }
}

/// `error_details` of a failed payment.
#[derive(Debug, Clone, PartialEq, Eq, Serialize)]
pub struct ErrorDetails {
    pub unified_details: UnifiedDetails,
    /// Only where an issuer had a say.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub issuer_details: Option<IssuerDetails>,
    pub connector_details: ConnectorDetails,
}

/// `error_details.unified_details`.
#[derive(Debug, Clone, PartialEq, Eq, Serialize)]
pub struct UnifiedDetails {
    pub category: &'static str,
    pub message: &'static str,
}

/// `error_details.issuer_details`.
#[derive(Debug, Clone, PartialEq, Eq, Serialize)]
pub struct IssuerDetails {
    /// Two digits of ISO 8583.
    pub code: &'static str,
    pub message: &'static str,
    pub network_details: NetworkDetails,
}

/// `error_details.issuer_details.network_details`.
#[derive(Debug, Clone, PartialEq, Eq, Serialize)]
pub struct NetworkDetails {
    pub name: String,
}

/// `error_details.connector_details`.
#[derive(Debug, Clone, PartialEq, Eq, Serialize)]
pub struct ConnectorDetails {
    pub code: &'static str,
    pub message: &'static str,
    pub reason: &'static str,
}

/// Issuer answers by unified code: code of ISO 8583 and the acquirer's wording.
const ISSUER_MESSAGES: [(&str, &str, &str); 19] = [
    ("UE_1001", "51", "Not sufficient funds"),
    ("UE_1002", "54", "Expired card"),
    ("UE_1003", "14", "Invalid card number (no such number)"),
    ("UE_1004", "N7", "Decline for CVV2 failure"),
    ("UE_1005", "55", "Incorrect PIN"),
    ("UE_1006", "41", "Lost card, pick up"),
    ("UE_1007", "05", "Do not honor"),
    ("UE_1008", "57", "Card type not supported"),
    ("UE_1009", "62", "Restricted card"),
    ("UE_1010", "57", "Transaction not permitted to cardholder"),
    ("UE_1011", "61", "Exceeds approval amount limit"),
    ("UE_1012", "63", "Security violation"),
    ("UE_1013", "01", "Refer to card issuer"),
    ("UE_1014", "56", "No card record"),
    ("UE_1015", "78", "Card not yet activated"),
    ("UE_1016", "52", "No checking account"),
    ("UE_1017", "R1", "Customer requested stop"),
    ("UE_1018", "94", "Duplicate transmission"),
    ("UE_1099", "05", "Declined"),
];

/// Everything an answer says about a decline with `unified_code` on a card of `network`.
pub fn describe(unified_code: &str, network: Option<&str>) -> Decline {
    let unified_message = decline::message(unified_code).unwrap_or("Payment declined");
    let issuer = ISSUER_MESSAGES.iter().find(|(code, _, _)| *code == unified_code);
    let issuer_details = issuer.map(|(_, code, message)| IssuerDetails {
        code,
        message,
        network_details: NetworkDetails { name: network.unwrap_or("Visa").to_owned() },
    });
    let error_code = error_code(unified_code);
    let error_message = issuer.map_or(unified_message, |(_, _, message)| message);
    Decline {
        unified_code: unified_code.to_owned(),
        unified_message,
        error_code,
        error_message,
        details: ErrorDetails {
            unified_details: UnifiedDetails { category: category(unified_code), message: unified_message },
            issuer_details,
            connector_details: ConnectorDetails {
                code: error_code,
                message: error_message,
                reason: reason(unified_code),
            },
        },
    }
}

fn error_code(unified_code: &str) -> &'static str {
    match unified_code {
        "UE_1001" => "PE_02",
        "UE_1002" | "UE_5013" => "PE_03",
        _ => "PE_01",
    }
}

fn category(unified_code: &str) -> &'static str {
    match decline::family(unified_code) {
        DeclineFamily::Issuer => "card_or_issuer_declined",
        DeclineFamily::Eligibility => "not_eligible_or_risk",
        DeclineFamily::Availability => "temporarily_unavailable",
        DeclineFamily::Request => "request_problem",
        DeclineFamily::Authentication => "authentication_failed",
        DeclineFamily::Unrecognised => "unrecognised",
    }
}

fn reason(unified_code: &str) -> &'static str {
    match decline::family(unified_code) {
        DeclineFamily::Issuer => "The issuer refused the authorization",
        DeclineFamily::Eligibility => "Stopped by the risk rules of the account",
        DeclineFamily::Availability => "The processor did not answer in time",
        DeclineFamily::Request => "The processor could not use the request",
        DeclineFamily::Authentication => "The 3DS server reported a failed authentication",
        DeclineFamily::Unrecognised => "The processor gave no reason",
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn every_code_of_the_specification_is_described_with_its_message() {
        for (code, message) in decline::UNIFIED_CODES.iter().chain(&decline::LEGACY_CODES) {
            let described = describe(code, Some("Mastercard"));
            assert_eq!(described.unified_message, *message);
            assert!(matches!(described.error_code, "PE_01" | "PE_02" | "PE_03"));
        }
        assert_eq!(describe("UE_1001", None).error_code, "PE_02");
        assert_eq!(describe("UE_1002", None).error_code, "PE_03");
        assert_eq!(describe("UE_5003", None).details.issuer_details, None);
    }
}
