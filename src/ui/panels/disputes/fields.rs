//! The 26 fields of the evidence in words: what each is called, how it is typed, and what belongs in it.

use crate::domain::evidence::EvidenceField;

/// How a field is typed.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum EvidenceInputKind {
    Line,
    Long,
    Date,
    /// The id of a file that was uploaded.
    File,
}

impl EvidenceInputKind {
    /// Told beside the label.
    pub fn kind(self) -> &'static str {
        match self {
            Self::Line => "text",
            Self::Long => "long text",
            Self::Date => "date",
            Self::File => "file id",
        }
    }
}

/// See the module.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct FieldWords {
    pub label: &'static str,
    pub input: EvidenceInputKind,
    pub help: &'static str,
}

/// The words of a field.
pub fn words(field: EvidenceField) -> FieldWords {
    use EvidenceInputKind::{Date, File, Line, Long};
    let words = |label, input, help| FieldWords { label, input, help };
    match field {
        EvidenceField::CustomerName => words("Customer name", Line, "As they gave it when they paid"),
        EvidenceField::CustomerEmailAddress => words("Customer e-mail", Line, "The address the receipt went to"),
        EvidenceField::CustomerPurchaseIp => words("Customer IP at purchase", Line, "203.0.113.7 or an IPv6 address"),
        EvidenceField::CustomerSignature => {
            words("Customer signature", File, "A scan of their signature on a delivery or contract")
        }
        EvidenceField::CustomerCommunication => {
            words("Customer communication", File, "E-mails or chats that show they have it or agreed to it")
        }
        EvidenceField::BillingAddress => words("Billing address", Long, "As given when they paid"),
        EvidenceField::AccessActivityLog => {
            words("Access or activity log", Long, "Sign-ins and use, with times and IP addresses")
        }
        EvidenceField::ProductDescription => {
            words("Product description", Long, "What was sold, as the customer saw it")
        }
        EvidenceField::ServiceDate => words("Service date", Date, "When the service was given, as 2026-11-24"),
        EvidenceField::ServiceDocumentation => {
            words("Service documentation", File, "A contract, a work order, a proof of service")
        }
        EvidenceField::Receipt => words("Receipt", File, "The receipt the customer got"),
        EvidenceField::CancellationPolicy => words("Cancellation policy", File, "The policy as the customer saw it"),
        EvidenceField::CancellationPolicyDisclosure => {
            words("How the cancellation policy was shown", Long, "Where and when they saw it before they paid")
        }
        EvidenceField::CancellationRebuttal => {
            words("Cancellation rebuttal", Long, "Why their cancellation does not count")
        }
        EvidenceField::RefundPolicy => words("Refund policy", File, "The policy as the customer saw it"),
        EvidenceField::RefundPolicyDisclosure => {
            words("How the refund policy was shown", Long, "Where and when they saw it before they paid")
        }
        EvidenceField::RefundRefusalExplanation => {
            words("Why no refund was due", Long, "The policy's clause and the facts")
        }
        EvidenceField::ShippingAddress => words("Shipping address", Long, "Where it was sent to"),
        EvidenceField::ShippingCarrier => words("Carrier", Line, "Who brought it; several with commas between"),
        EvidenceField::ShippingDate => words("Shipping date", Date, "When it left, as 2026-11-24"),
        EvidenceField::ShippingTrackingNumber => {
            words("Tracking number", Line, "Of the carrier; several with commas between")
        }
        EvidenceField::ShippingDocumentation => {
            words("Shipping documentation", File, "A label or proof of delivery with the address")
        }
        EvidenceField::InvoiceShowingDistinctTransactions => {
            words("Invoice that shows two transactions", File, "That the two charges are for two things")
        }
        EvidenceField::RecurringTransactionAgreement => {
            words("Agreement to recurring charges", File, "Where they agreed to be charged again")
        }
        EvidenceField::UncategorizedFile => words("Another file", File, "Whatever else helps"),
        EvidenceField::UncategorizedText => {
            words("Statement", Long, "The whole story; a letter can be written from what is filled in")
        }
    }
}

#[cfg(test)]
mod tests {
    use strum::IntoEnumIterator as _;

    use super::*;

    #[test]
    fn every_field_has_words_of_its_own_and_files_are_files() {
        let mut labels = std::collections::BTreeSet::new();
        for field in EvidenceField::iter() {
            let words = words(field);
            assert!(!words.help.is_empty() && labels.insert(words.label), "{field:?}");
            assert_eq!(words.input == EvidenceInputKind::File, field.is_file(), "{field:?}");
        }
    }
}
