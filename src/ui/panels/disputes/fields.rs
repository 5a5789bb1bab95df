//! The 26 fields of the evidence in words: what each is called, how it is typed, and what belongs in it.

use crate::domain::evidence::{EVIDENCE_FIELDS, EvidenceField};

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
pub fn words(name: &str) -> FieldWords {
    use EvidenceInputKind::{Date, File, Line, Long};
    let words = |label, input, help| FieldWords { label, input, help };
    match name {
        "customer_name" => words("Customer name", Line, "As they gave it when they paid"),
        "customer_email_address" => words("Customer e-mail", Line, "The address the receipt went to"),
        "customer_purchase_ip" => words("Customer IP at purchase", Line, "203.0.113.7 or an IPv6 address"),
        "customer_signature" => {
            words("Customer signature", File, "A scan of their signature on a delivery or contract")
        }
        "customer_communication" => {
            words("Customer communication", File, "E-mails or chats that show they have it or agreed to it")
        }
        "billing_address" => words("Billing address", Long, "As given when they paid"),
        "access_activity_log" => words("Access or activity log", Long, "Sign-ins and use, with times and IP addresses"),
        "product_description" => words("Product description", Long, "What was sold, as the customer saw it"),
        "service_date" => words("Service date", Date, "When the service was given, as 2026-11-24"),
        "service_documentation" => words("Service documentation", File, "A contract, a work order, a proof of service"),
        "receipt" => words("Receipt", File, "The receipt the customer got"),
        "cancellation_policy" => words("Cancellation policy", File, "The policy as the customer saw it"),
        "cancellation_policy_disclosure" => {
            words("How the cancellation policy was shown", Long, "Where and when they saw it before they paid")
        }
        "cancellation_rebuttal" => words("Cancellation rebuttal", Long, "Why their cancellation does not count"),
        "refund_policy" => words("Refund policy", File, "The policy as the customer saw it"),
        "refund_policy_disclosure" => {
            words("How the refund policy was shown", Long, "Where and when they saw it before they paid")
        }
        "refund_refusal_explanation" => words("Why no refund was due", Long, "The policy's clause and the facts"),
        "shipping_address" => words("Shipping address", Long, "Where it was sent to"),
        "shipping_carrier" => words("Carrier", Line, "Who brought it; several with commas between"),
        "shipping_date" => words("Shipping date", Date, "When it left, as 2026-11-24"),
        "shipping_tracking_number" => words("Tracking number", Line, "Of the carrier; several with commas between"),
        "shipping_documentation" => {
            words("Shipping documentation", File, "A label or proof of delivery with the address")
        }
        "invoice_showing_distinct_transactions" => {
            words("Invoice that shows two transactions", File, "That the two charges are for two things")
        }
        "recurring_transaction_agreement" => {
            words("Agreement to recurring charges", File, "Where they agreed to be charged again")
        }
        "uncategorized_file" => words("Another file", File, "Whatever else helps"),
        "uncategorized_text" => {
            words("Statement", Long, "The whole story; a letter can be written from what is filled in")
        }
        other => unknown(other),
    }
}

/// A field that a newer table has and these words do not.
fn unknown(name: &str) -> FieldWords {
    let label = EVIDENCE_FIELDS.iter().find(|field| field.name == name).map_or("", |field: &EvidenceField| field.name);
    FieldWords { label, input: EvidenceInputKind::Line, help: "" }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::domain::evidence::EvidenceKind;

    #[test]
    fn every_field_has_words_of_its_own_and_files_are_files() {
        let mut labels = std::collections::BTreeSet::new();
        for field in &EVIDENCE_FIELDS {
            let words = words(field.name);
            assert!(!words.help.is_empty() && labels.insert(words.label), "{}", field.name);
            assert_eq!(words.input == EvidenceInputKind::File, field.kind == EvidenceKind::File, "{}", field.name);
        }
    }
}
