//! A text or a file that is used in many disputes, and the texts we begin with.

use serde::{Deserialize, Serialize};

use paydesk_domain::evidence::{EvidenceField, StoredField};

use super::evidence_draft::FileNote;

/// A text with merge fields such as `{payment_id}`, or a file that was uploaded once.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
pub struct Template {
    /// Of a file, whose id is known to one service alone; empty where it is for all profiles.
    #[serde(default, skip_serializing_if = "String::is_empty")]
    pub profile_id: String,
    pub name: String,
    /// The field it goes into.
    pub field: StoredField,
    /// The text, or the id of the file.
    pub text: String,
    /// What a person says of it: which version it is, where it comes from.
    #[serde(default, skip_serializing_if = "String::is_empty")]
    pub note: String,
    /// What is known of the file here.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub file: Option<FileNote>,
    /// It was removed; its name may be used again.
    #[serde(default, skip_serializing_if = "std::ops::Not::not")]
    pub removed: bool,
}

/// The templates to begin with: name, field, text.
const BUILT_IN: [(&str, EvidenceField, &str); 6] = [
    (
        "Delivered as ordered",
        EvidenceField::UncategorizedText,
        "Payment {payment_id} on {created} for {amount}, by {customer_name} ({customer_email}), \
        was for {product}. It was delivered as ordered.",
    ),
    (
        "No refund was due",
        EvidenceField::RefundRefusalExplanation,
        "{customer_name} asked for a refund of payment {payment_id} for {amount}. Our refund policy, which they \
            accepted before paying on {created}, does not allow a refund in this case.",
    ),
    (
        "Refund policy shown at checkout",
        EvidenceField::RefundPolicyDisclosure,
        "The refund policy is linked on the checkout page, and {customer_name} had to accept it \
        before paying on {created}.",
    ),
    (
        "Cancellation policy shown at checkout",
        EvidenceField::CancellationPolicyDisclosure,
        "The cancellation policy is linked on the checkout page and repeated in the \
            confirmation sent to {customer_email}.",
    ),
    (
        "Not cancelled before the charge",
        EvidenceField::CancellationRebuttal,
        "We received no cancellation from {customer_email} before charging {amount} on {created}.",
    ),
    (
        "Two orders, two charges",
        EvidenceField::UncategorizedText,
        "Payment {payment_id} for {amount} on {created} is for a separate order. The customer was not charged \
            twice.",
    ),
];

impl Template {
    /// One for a field, with nothing written yet.
    pub fn empty(field: EvidenceField) -> Self {
        Self {
            profile_id: String::new(),
            name: String::new(),
            field: field.into(),
            text: String::new(),
            note: String::new(),
            file: None,
            removed: false,
        }
    }

    /// The template under another name.
    pub(crate) fn named(self, name: &str) -> Self {
        Self { name: name.to_owned(), ..self }
    }

    /// Whether it is the id of a file.
    pub fn is_file(&self) -> bool {
        self.field.known().is_some_and(EvidenceField::is_file)
    }

    /// What it is saved under: the profile where it is of one, and its name.
    pub(super) fn key(&self) -> (String, String) {
        (self.profile_id.clone(), self.name.clone())
    }

    pub(super) fn built_in() -> impl Iterator<Item = Self> {
        BUILT_IN.iter().map(|(name, field, text)| Self {
            name: (*name).to_owned(),
            text: (*text).to_owned(),
            ..Self::empty(*field)
        })
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::features::disputes::merge_fields::{MERGE_FIELDS, names_in_braces};

    #[test]
    fn built_in_templates_name_fields_and_merge_fields_that_there_are() {
        for template in Template::built_in() {
            assert!(template.field.known().is_some(), "{}", template.name);
            assert!(names_in_braces(&template.text).all(|name| MERGE_FIELDS.contains(&name)), "{}", template.text);
        }
    }

    #[test]
    fn a_template_of_before_is_read_as_a_text_for_every_profile() {
        let old = r#"{"name": "Paid", "field": "uncategorized_text", "text": "Paid {amount}"}"#;
        let template: Template = serde_json::from_str(old).unwrap();
        assert_eq!((template.profile_id.as_str(), template.is_file(), template.removed), ("", false, false));
    }
}
