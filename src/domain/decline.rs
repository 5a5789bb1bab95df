//! Unified decline codes: what each means, whether it may be retried, and what to do
//! (API reference).
//!
//! A legacy coarse code covers several messages, so the message always comes from the answer when it has one.

/// A family of unified codes, given by the digit after `UE_`.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash)]
pub enum DeclineFamily {
    /// UE_1xxx: the card or its issuer said no.
    Issuer,
    /// UE_2xxx: not eligible, or stopped by risk rules.
    Eligibility,
    /// UE_3xxx: a passing outage.
    Availability,
    /// UE_4xxx: something in the request.
    Request,
    /// UE_5xxx: failed in 3DS authentication.
    Authentication,
    /// UE_9000 and anything else.
    Unrecognised,
}

/// Whether another attempt makes sense.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Retry {
    No,
    /// After a while, with growing pauses.
    WithBackoff,
    /// With 3DS authentication (UE_2002).
    WithThreeDs,
    /// Only when the earlier payment is known not to have happened (UE_1018).
    CheckEarlierFirst,
    /// After the request was mended.
    AfterFixing,
    /// Depends; an abandoned authentication usually may (UE_5003).
    Usually,
    Sometimes,
}

/// The 52 codes of the specification with their messages.
pub const UNIFIED_CODES: [(&str, &str); 52] = [
    ("UE_1001", "Insufficient funds"),
    ("UE_1002", "The card has expired"),
    ("UE_1003", "The card number is invalid"),
    ("UE_1004", "The security code is incorrect"),
    ("UE_1005", "The PIN is incorrect"),
    ("UE_1006", "Card reported lost or stolen"),
    ("UE_1007", "Declined by the issuer"),
    ("UE_1008", "Card not supported"),
    ("UE_1009", "Card restricted"),
    ("UE_1010", "Transaction not permitted for this card"),
    ("UE_1011", "Transaction exceeds the card's limit"),
    ("UE_1012", "Declined for security reasons"),
    ("UE_1013", "Declined, contact the card issuer"),
    ("UE_1014", "No record of this card"),
    ("UE_1015", "Card not active"),
    ("UE_1016", "Account cannot be used for this payment"),
    ("UE_1017", "Cardholder cancelled the payment"),
    ("UE_1018", "Payment may already have been processed"),
    ("UE_1099", "Payment declined"),
    ("UE_2001", "Payment method currently unavailable"),
    ("UE_2002", "Additional authentication required"),
    ("UE_2003", "Payment blocked"),
    ("UE_2004", "Currency or country not supported"),
    ("UE_3001", "Service temporarily unavailable"),
    ("UE_3002", "Payment could not be processed, try again"),
    ("UE_3003", "Payment timed out"),
    ("UE_4001", "Required payment information missing or invalid"),
    ("UE_4002", "Security code not the expected length"),
    ("UE_4003", "Payment session expired"),
    ("UE_4004", "Transaction in an invalid state"),
    ("UE_5001", "Card authentication failed"),
    ("UE_5002", "Authentication declined by the issuer"),
    ("UE_5003", "Authentication not completed"),
    ("UE_5004", "Cardholder could not be verified"),
    ("UE_5005", "Authentication service unavailable"),
    ("UE_5006", "Too many authentication attempts"),
    ("UE_5007", "Device not recognised"),
    ("UE_5008", "Authentication response invalid"),
    ("UE_5009", "No response from the authentication service"),
    ("UE_5010", "Card not enrolled for authentication"),
    ("UE_5011", "Authentication timed out"),
    ("UE_5012", "Authentication method not supported"),
    ("UE_5013", "Card expired"),
    ("UE_5014", "Card number invalid"),
    ("UE_5015", "Transaction not valid for authentication"),
    ("UE_5016", "No record of this card"),
    ("UE_5017", "Authentication declined for security reasons"),
    ("UE_5018", "Card reported lost or stolen"),
    ("UE_5019", "Authentication not permitted for this card"),
    ("UE_5020", "Required authentication data missing or invalid"),
    ("UE_5021", "Authentication session expired"),
    (UNRECOGNISED_CODE, "Something went wrong"),
];

/// The code of every decline that the service does not recognise: what the acquirer said tells more.
pub const UNRECOGNISED_CODE: &str = "UE_9000";

/// The coarse codes of acquirers not yet migrated; each covers several messages.
pub const LEGACY_CODES: [(&str, &str); 4] = [
    ("UE_1000", "Card or payment-method problem"),
    ("UE_2000", "Not eligible, blocked, or 3DS required"),
    ("UE_3000", "Temporary problem"),
    ("UE_4000", "Request data problem"),
];

/// The specification's message of a code, legacy ones included; `None` for a code it does not list.
pub fn message(code: &str) -> Option<&'static str> {
    UNIFIED_CODES.iter().chain(&LEGACY_CODES).find(|(known, _)| *known == code).map(|(_, message)| *message)
}

/// The family a code belongs to; unknown ones are `Unrecognised`.
pub fn family(code: &str) -> DeclineFamily {
    match code.strip_prefix("UE_").and_then(|digits| digits.chars().next()) {
        Some('1') => DeclineFamily::Issuer,
        Some('2') => DeclineFamily::Eligibility,
        Some('3') => DeclineFamily::Availability,
        Some('4') => DeclineFamily::Request,
        Some('5') => DeclineFamily::Authentication,
        Some(_) | None => DeclineFamily::Unrecognised,
    }
}

/// Whether a declined payment may be tried again (API reference).
pub fn retry(code: &str) -> Retry {
    match (code, family(code)) {
        ("UE_1018", _) => Retry::CheckEarlierFirst,
        ("UE_2002", _) => Retry::WithThreeDs,
        ("UE_5003", _) => Retry::Usually,
        (_, DeclineFamily::Issuer | DeclineFamily::Eligibility | DeclineFamily::Unrecognised) => Retry::No,
        (_, DeclineFamily::Availability) => Retry::WithBackoff,
        (_, DeclineFamily::Request) => Retry::AfterFixing,
        (_, DeclineFamily::Authentication) => Retry::Sometimes,
    }
}

/// Whether a payment that was declined with this code and message may be tried again: a [legacy code](LEGACY_CODES)
/// covers several messages, so its message decides.
pub fn retry_as_told(code: &str, message: Option<&str>) -> Retry {
    retry(message.and_then(|message| code_of_legacy(code, message)).unwrap_or(code))
}

/// Whether another attempt of a payment that was declined with this code and message may go through as it is.
pub fn is_worth_retry(code: &str, message: Option<&str>) -> bool {
    matches!(retry_as_told(code, message), Retry::WithBackoff | Retry::WithThreeDs | Retry::Usually)
}

/// The code that a legacy one with this message stands for: of its family, by the words of the specification, or by what
/// the two exceptions of the families are about.
fn code_of_legacy(code: &str, message: &str) -> Option<&'static str> {
    LEGACY_CODES.iter().find(|(legacy, _)| *legacy == code)?;
    let told = message.trim().trim_end_matches('.').to_lowercase();
    let same = UNIFIED_CODES.iter().find(|(_, known)| known.to_lowercase() == told).map(|(known, _)| *known);
    let has = |words: &[&str]| words.iter().any(|word| told.contains(word));
    let exception = match family(code) {
        DeclineFamily::Issuer if has(&["duplicate", "already"]) => Some("UE_1018"),
        DeclineFamily::Eligibility if has(&["3ds", "3-d secure", "authentication"]) => Some("UE_2002"),
        DeclineFamily::Issuer
        | DeclineFamily::Eligibility
        | DeclineFamily::Availability
        | DeclineFamily::Request
        | DeclineFamily::Authentication
        | DeclineFamily::Unrecognised => None,
    };
    same.filter(|known| family(known) == family(code)).or(exception)
}

impl DeclineFamily {
    /// All families, in the order of their codes.
    pub const ALL: [Self; 6] =
        [Self::Issuer, Self::Eligibility, Self::Availability, Self::Request, Self::Authentication, Self::Unrecognised];

    /// What the family means, for people.
    pub fn meaning(self) -> &'static str {
        match self {
            Self::Issuer => "Declined by the card or its issuer",
            Self::Eligibility => "Not eligible, or stopped by risk rules",
            Self::Availability => "Temporarily unavailable",
            Self::Request => "A problem in the request",
            Self::Authentication => "Failed 3DS authentication",
            Self::Unrecognised => "Not recognised",
        }
    }
}

impl Retry {
    /// What to do next, for people.
    pub fn advice(self) -> &'static str {
        match self {
            Self::No => "Do not retry: ask the customer for another payment method",
            Self::WithBackoff => "Retry in a few minutes, at increasing intervals",
            Self::WithThreeDs => "Retry with 3DS authentication",
            Self::CheckEarlierFirst => {
                "It may already have been processed: check the earlier payment before retrying or refunding"
            }
            Self::AfterFixing => "Do not retry as it is: correct the request first",
            Self::Usually => "The customer abandoned authentication: it can usually be retried",
            Self::Sometimes => "May be retried if the customer can authenticate; otherwise ask for another method",
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_exceptions_of_the_specification_break_their_family_s_rule() {
        assert_eq!(retry("UE_1007"), Retry::No);
        assert_eq!(retry("UE_1018"), Retry::CheckEarlierFirst);
        assert_eq!(retry("UE_2003"), Retry::No);
        assert_eq!(retry("UE_2002"), Retry::WithThreeDs);
        assert_eq!(retry("UE_3002"), Retry::WithBackoff);
        assert_eq!(retry("UE_5003"), Retry::Usually);
        assert_eq!(retry("UE_9000"), Retry::No);
        assert_eq!(family("something else"), DeclineFamily::Unrecognised);
    }

    #[test]
    fn a_legacy_code_takes_its_advice_from_the_message() {
        assert_eq!(retry_as_told("UE_2000", Some("Additional authentication required")), Retry::WithThreeDs);
        assert_eq!(retry_as_told("UE_2000", Some("3DS required.")), Retry::WithThreeDs);
        assert_eq!(retry_as_told("UE_2000", Some("Payment blocked")), Retry::No);
        assert_eq!(
            retry_as_told("UE_1000", Some("payment may already have been processed.")),
            Retry::CheckEarlierFirst
        );
        assert_eq!(retry_as_told("UE_1000", Some("Insufficient funds")), Retry::No);
        assert_eq!(
            retry_as_told("UE_1000", Some("Additional authentication required")),
            Retry::No,
            "of another family"
        );
        assert_eq!(retry_as_told("UE_3000", None), Retry::WithBackoff);
        assert_eq!(retry_as_told("UE_1007", Some("Additional authentication required")), Retry::No, "no legacy code");
        assert!(
            is_worth_retry("UE_2000", Some("Additional authentication required")) && !is_worth_retry("UE_2000", None)
        );
    }

    #[test]
    fn codes_have_the_messages_of_the_specification() {
        assert_eq!(message("UE_1001"), Some("Insufficient funds"));
        assert_eq!(message("UE_4000"), Some("Request data problem"));
        assert_eq!(message("UE_7777"), None);
    }
}
