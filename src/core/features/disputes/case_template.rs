//! A set of fields that won a dispute, for others of its reason and product type.
//!
//! What is the same in every dispute of a shop, such as its policies, is saved with its text. What belongs to one payment,
//! such as a tracking number, is saved as a field alone: applied to another dispute it is filled with the known fact.

use std::collections::BTreeMap;

use serde::{Deserialize, Serialize};

use paydesk_domain::evidence::{EvidenceField, StoredField};

use super::evidence_draft::{EvidenceDraft, FileNote};
use super::requirements::Product;

/// Fields whose content is the same in many disputes.
const SAME_IN_MANY: [EvidenceField; 9] = [
    EvidenceField::ProductDescription,
    EvidenceField::CancellationPolicy,
    EvidenceField::CancellationPolicyDisclosure,
    EvidenceField::CancellationRebuttal,
    EvidenceField::RefundPolicy,
    EvidenceField::RefundPolicyDisclosure,
    EvidenceField::RefundRefusalExplanation,
    EvidenceField::ShippingCarrier,
    EvidenceField::UncategorizedText,
];

/// Fields of evidence to apply to other disputes.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
pub struct CaseTemplate {
    /// Where it has a file, whose id is known to one service alone; empty where it is for all profiles.
    #[serde(default, skip_serializing_if = "String::is_empty")]
    pub profile_id: String,
    pub name: String,
    /// The reason of ours that it is for.
    pub reason: String,
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub product: Option<Product>,
    /// Texts with merge fields, and ids of files; empty where the field is filled in for each dispute.
    pub fields: BTreeMap<StoredField, String>,
    /// What is known of its files, by id.
    #[serde(default, skip_serializing_if = "BTreeMap::is_empty")]
    pub files: BTreeMap<String, FileNote>,
    /// It was removed; its name may be used again.
    #[serde(default, skip_serializing_if = "std::ops::Not::not")]
    pub removed: bool,
}

impl CaseTemplate {
    /// What is in the evidence of a dispute; `content` is what a field has, `with_merge_fields` a text in which what is
    /// known of the dispute is a merge field.
    pub(super) fn of<'a>(
        draft: &EvidenceDraft,
        content: impl Fn(EvidenceField) -> Option<&'a str>,
        with_merge_fields: impl Fn(String) -> String,
    ) -> BTreeMap<StoredField, String> {
        // A statement that Paydesk drafted is drafted again, from the facts of the other dispute.
        let is_drafted = |field: EvidenceField| field == EvidenceField::UncategorizedText && draft.statement.is_some();
        let text = |field: EvidenceField, text: &str| match (field.is_file(), SAME_IN_MANY.contains(&field)) {
            (_, false) => String::new(),
            (true, true) => text.to_owned(),
            (false, true) if is_drafted(field) => String::new(),
            (false, true) => with_merge_fields(text.to_owned()),
        };
        let fields = <EvidenceField as strum::IntoEnumIterator>::iter();
        fields.filter_map(|field| Some((field.into(), text(field, content(field)?)))).collect()
    }

    /// The template under another name.
    pub(crate) fn named(self, name: &str) -> Self {
        Self { name: name.to_owned(), ..self }
    }

    /// What it is saved under: the profile where it is of one, and its name.
    pub(super) fn key(&self) -> (String, String) {
        (self.profile_id.clone(), self.name.clone())
    }

    /// Whether it is meant for such a dispute.
    pub fn is_for(&self, known_reason: &str, product: Option<Product>) -> bool {
        let is_of_product = |own: Product| product.is_none_or(|product| product == own);
        self.reason == known_reason && self.product.is_none_or(is_of_product)
    }

    /// The fields of this version that it has, with their texts.
    pub fn known_fields(&self) -> impl Iterator<Item = (EvidenceField, &str)> {
        self.fields.iter().filter_map(|(field, text)| Some((field.known()?, text.as_str())))
    }
}
