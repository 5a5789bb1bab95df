//! The 26 fields of the evidence as text: what each is called, how it is typed, and what belongs in it.

use paydesk_domain::evidence::EvidenceField;

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
    /// Said beside the label.
    pub fn kind(self) -> &'static str {
        match self {
            Self::Line => "text",
            Self::Long => "long text",
            Self::Date => "date",
            Self::File => "uploaded file",
        }
    }
}

/// Label, input kind and help of one of the 26 evidence fields.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct EvidenceFieldTexts {
    pub label: &'static str,
    pub input: EvidenceInputKind,
    pub help: &'static str,
}

/// The texts of a field.
pub fn field_texts(field: EvidenceField) -> EvidenceFieldTexts {
    use EvidenceInputKind::{Date, File, Line, Long};
    let texts = |input, help| EvidenceFieldTexts { label: field.label(), input, help };
    match field {
        EvidenceField::CustomerName => texts(Line, "As given when they paid"),
        EvidenceField::CustomerEmailAddress => texts(Line, "The address the receipt went to"),
        EvidenceField::CustomerPurchaseIp => texts(Line, "203.0.113.7 or an IPv6 address"),
        EvidenceField::CustomerSignature => texts(File, "A scan of the signature on a delivery or contract"),
        EvidenceField::CustomerCommunication => texts(File, "E-mails or chats that show they received or accepted it"),
        EvidenceField::BillingAddress => texts(Long, "As given when they paid"),
        EvidenceField::AccessActivityLog => texts(Long, "Sign-ins and use, with times and IP addresses"),
        EvidenceField::ProductDescription => texts(Long, "What was sold, as the customer saw it"),
        EvidenceField::ServiceDate => texts(Date, "Date of service, like 2026-11-24"),
        EvidenceField::ServiceDocumentation => texts(File, "A contract, work order or proof of service"),
        EvidenceField::Receipt => texts(File, "The receipt the customer got"),
        EvidenceField::CancellationPolicy => texts(File, "The policy as the customer saw it"),
        EvidenceField::CancellationPolicyDisclosure => texts(Long, "Where and when they saw it before they paid"),
        EvidenceField::CancellationRebuttal => texts(Long, "Why the customer had not cancelled before the charge"),
        EvidenceField::RefundPolicy => texts(File, "The policy as the customer saw it"),
        EvidenceField::RefundPolicyDisclosure => texts(Long, "Where and when they saw it before they paid"),
        EvidenceField::RefundRefusalExplanation => texts(Long, "The policy's clause and the facts"),
        EvidenceField::ShippingAddress => texts(Long, "Where it was shipped to"),
        EvidenceField::ShippingCarrier => texts(Line, "Separate several with commas"),
        EvidenceField::ShippingDate => texts(Date, "Date shipped, like 2026-11-24"),
        EvidenceField::ShippingTrackingNumber => texts(Line, "From the carrier; separate several with commas"),
        EvidenceField::ShippingDocumentation => texts(File, "A label or proof of delivery with the address"),
        EvidenceField::InvoiceShowingDistinctTransactions => {
            texts(File, "Shows that the two charges are for different purchases")
        }
        EvidenceField::RecurringTransactionAgreement => texts(File, "Where they agreed to recurring charges"),
        EvidenceField::UncategorizedFile => texts(File, "Any other file that supports the case"),
        EvidenceField::UncategorizedText => texts(Long, "Explains the case; can be drafted from the completed fields"),
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
            let texts = field_texts(field);
            assert!(!texts.help.is_empty() && labels.insert(texts.label), "{field:?}");
            assert_eq!(texts.input == EvidenceInputKind::File, field.is_file(), "{field:?}");
        }
    }
}
