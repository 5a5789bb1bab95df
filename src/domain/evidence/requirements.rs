//! Which fields matter for which reason (API reference).
//!
//! Reasons are free text of the service: they are matched by their text, and what nobody knows gets the last row.

use super::EvidenceField;

/// What was sold, as far as it decides which evidence counts.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash)]
pub enum ProductKind {
    Physical,
    /// Services and digital goods.
    Intangible,
    Any,
}

impl ProductKind {
    /// Its word in the names of rows.
    pub fn word(self) -> &'static str {
        match self {
            Self::Physical => "physical",
            Self::Intangible => "intangible",
            Self::Any => "any",
        }
    }
}

/// Something that matters for a reason: one field, or any one of several.
pub type Requirement = &'static [EvidenceField];

/// What a bank wants to see when a payment is disputed for a reason.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct EvidenceRequirements {
    /// The reason as our table names it.
    pub reason: &'static str,
    pub product: ProductKind,
    pub requirements: &'static [Requirement],
    /// Any of these sets of words within a reason makes it this one.
    keywords: &'static [&'static [&'static str]],
}

impl EvidenceRequirements {
    /// How many of the needs are met by the fields that `is_there` reports.
    pub fn met(&self, is_there: impl Fn(EvidenceField) -> bool) -> usize {
        self.requirements.iter().filter(|need| need.iter().any(|field| is_there(*field))).count()
    }

    fn matches(&self, reason_text: &[String]) -> bool {
        let has = |word: &&str| reason_text.iter().any(|given| given == word);
        self.keywords.iter().any(|keywords| keywords.iter().all(has))
    }
}

const FRAUDULENT: &[&[&str]] = &[&["fraudulent"], &["fraud"], &["unauthorized"], &["unrecognized"]];
const NOT_RECEIVED: &[&[&str]] = &[&["not", "received"], &["non", "receipt"]];

/// Which fields matter for which reason; the last row is for reasons that no other matches.
pub const EVIDENCE_REQUIREMENTS: [EvidenceRequirements; 9] = [
    EvidenceRequirements {
        reason: "fraudulent",
        product: ProductKind::Physical,
        requirements: &[
            &[EvidenceField::ShippingDate],
            &[EvidenceField::CustomerCommunication],
            &[EvidenceField::ShippingTrackingNumber],
            &[EvidenceField::CustomerSignature],
        ],
        keywords: FRAUDULENT,
    },
    EvidenceRequirements {
        reason: "fraudulent",
        product: ProductKind::Intangible,
        requirements: &[
            &[EvidenceField::ServiceDate],
            &[EvidenceField::CustomerCommunication],
            &[EvidenceField::AccessActivityLog],
            &[EvidenceField::CustomerPurchaseIp],
        ],
        keywords: FRAUDULENT,
    },
    EvidenceRequirements {
        reason: "product_not_received",
        product: ProductKind::Physical,
        requirements: &[
            &[EvidenceField::ShippingAddress],
            &[EvidenceField::ShippingTrackingNumber],
            &[EvidenceField::ShippingDocumentation],
            &[EvidenceField::ShippingCarrier],
            &[EvidenceField::ShippingDate],
        ],
        keywords: NOT_RECEIVED,
    },
    EvidenceRequirements {
        reason: "product_not_received",
        product: ProductKind::Intangible,
        requirements: &[
            &[EvidenceField::Receipt],
            &[EvidenceField::CustomerCommunication],
            &[EvidenceField::AccessActivityLog],
        ],
        keywords: NOT_RECEIVED,
    },
    EvidenceRequirements {
        reason: "product_unacceptable",
        product: ProductKind::Any,
        requirements: &[
            &[EvidenceField::CustomerCommunication],
            &[EvidenceField::RefundRefusalExplanation],
            &[EvidenceField::ProductDescription],
            &[EvidenceField::ShippingDocumentation, EvidenceField::AccessActivityLog],
        ],
        keywords: &[&["unacceptable"], &["not", "as", "described"], &["defective"]],
    },
    EvidenceRequirements {
        reason: "credit_not_processed",
        product: ProductKind::Any,
        requirements: &[
            &[EvidenceField::CustomerCommunication],
            &[EvidenceField::Receipt],
            &[EvidenceField::RefundRefusalExplanation],
            &[EvidenceField::RefundPolicy],
            &[EvidenceField::RefundPolicyDisclosure],
        ],
        keywords: &[&["credit", "not", "processed"], &["refund", "not", "processed"]],
    },
    EvidenceRequirements {
        reason: "subscription_canceled",
        product: ProductKind::Any,
        requirements: &[
            &[EvidenceField::CancellationPolicyDisclosure],
            &[EvidenceField::CancellationPolicy],
            &[EvidenceField::CancellationRebuttal],
            &[EvidenceField::RecurringTransactionAgreement],
        ],
        keywords: &[&["canceled"], &["subscription"], &["recurring"]],
    },
    EvidenceRequirements {
        reason: "duplicate",
        product: ProductKind::Any,
        requirements: &[
            &[EvidenceField::InvoiceShowingDistinctTransactions],
            &[EvidenceField::UncategorizedText],
            &[EvidenceField::Receipt],
        ],
        keywords: &[&["duplicate"], &["duplicated"]],
    },
    EvidenceRequirements {
        reason: "general",
        product: ProductKind::Any,
        requirements: &[&[EvidenceField::Receipt], &[EvidenceField::CustomerCommunication]],
        keywords: &[],
    },
];

/// The rows for a reason: one for each kind of product, or one for all. Never empty.
pub fn evidence_needs(reason: &str) -> Vec<&'static EvidenceRequirements> {
    let words = normalised_text(reason);
    let first = EVIDENCE_REQUIREMENTS.iter().find(|row| row.matches(&words));
    let known = first.map_or(EVIDENCE_REQUIREMENTS[EVIDENCE_REQUIREMENTS.len() - 1].reason, |row| row.reason);
    EVIDENCE_REQUIREMENTS.iter().filter(|row| row.reason == known).collect()
}

/// A reason by its text alone: what differs only in case, spelling or what is between them is one.
pub fn normalised_reason(reason: &str) -> String {
    normalised_text(reason).join(" ")
}

/// Words in lower case, with `cancelled` and the like in one spelling.
fn normalised_text(reason: &str) -> Vec<String> {
    let words = reason.split(|c: char| !c.is_alphanumeric()).filter(|word| !word.is_empty());
    words.map(|word| word.to_lowercase().replace("cancelled", "canceled").replace("authoris", "authoriz")).collect()
}

#[cfg(test)]
mod tests {
    use super::*;

    fn reason_of(text: &str) -> &'static str {
        evidence_needs(text)[0].reason
    }

    #[test]
    fn reasons_are_reported_by_their_words_however_they_are_written() {
        for (text, reason) in [
            ("fraudulent", "fraudulent"),
            ("Fraud – card not present", "fraudulent"),
            ("Product not received", "product_not_received"),
            ("GOODS_OR_SERVICES_NOT_RECEIVED", "product_not_received"),
            ("not as described", "product_unacceptable"),
            ("credit_not_processed", "credit_not_processed"),
            ("Subscription cancelled", "subscription_canceled"),
            ("duplicate", "duplicate"),
            ("", "general"),
            ("10.4", "general"),
        ] {
            assert_eq!(reason_of(text), reason, "{text}");
        }
        assert_eq!(normalised_reason(" 10.4 "), normalised_reason("10-4"));
        assert_eq!(evidence_needs("fraudulent").len(), 2);
        assert!(EVIDENCE_REQUIREMENTS.iter().all(|row| reason_of(row.reason) == row.reason));
    }

    #[test]
    fn one_of_several_fields_meets_a_need_once() {
        let row = evidence_needs("product_unacceptable")[0];
        assert_eq!(
            row.met(|field| field == EvidenceField::ShippingDocumentation || field == EvidenceField::AccessActivityLog),
            1
        );
        assert_eq!(row.met(|_| true), 4);
        assert_eq!(row.met(|_| false), 0);
    }
}
