//! The library: texts and files that are used in many disputes. Texts have merge fields and are for every profile; a file
//! is the id it was uploaded under, with what is known of it here, and is for the profile whose service knows that id.
//! Nothing of it reaches the service before it stands in a field and is submitted.

use serde::{Deserialize, Serialize};

use crate::app::effect::StoreJob;
use crate::app::state::State;
use crate::domain::evidence::{EvidenceField, StoredField};
use crate::domain::ids::DisputeId;

use super::draft_store::DraftDocument;
use super::evidence_draft::FileNote;
use super::field_checks::fault;
use super::texts::{MERGE_FIELDS, names_in_braces};

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
        "Payment {payment_id} of {created} over {amount} was made by {customer_name} ({customer_email}) for {product}. \
         It was delivered as ordered; the proof of delivery is attached.",
    ),
    (
        "No refund was due",
        EvidenceField::RefundRefusalExplanation,
        "{customer_name} asked for a refund of payment {payment_id} over {amount}. Our refund policy, accepted before \
         the payment on {created}, allows none in this case.",
    ),
    (
        "Refund policy shown at checkout",
        EvidenceField::RefundPolicyDisclosure,
        "The refund policy is linked on the checkout page, and {customer_name} had to accept it before paying on {created}.",
    ),
    (
        "Cancellation policy shown at checkout",
        EvidenceField::CancellationPolicyDisclosure,
        "The cancellation policy is linked on the checkout page and repeated in the confirmation sent to {customer_email}.",
    ),
    (
        "Not cancelled before the charge",
        EvidenceField::CancellationRebuttal,
        "No cancellation reached us from {customer_email} before the charge of {amount} on {created}.",
    ),
    (
        "Two orders, two charges",
        EvidenceField::UncategorizedText,
        "Payment {payment_id} over {amount} on {created} is for an order of its own; the invoice attached shows both.",
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

    /// Whether it is the id of a file.
    pub fn is_file(&self) -> bool {
        self.field.known().is_some_and(EvidenceField::is_file)
    }

    /// What it is kept under: the profile where it is of one, and its name.
    pub(super) fn key(&self) -> (String, String) {
        (self.profile_id.clone(), self.name.clone())
    }

    fn built_in() -> impl Iterator<Item = Self> {
        BUILT_IN.iter().map(|(name, field, text)| Self {
            name: (*name).to_owned(),
            text: (*text).to_owned(),
            ..Self::empty(*field)
        })
    }
}

impl State {
    /// All that may be used here: what we began with, and what was written here, which replaces it by name.
    pub fn templates(&self) -> Vec<Template> {
        let built_in = Template::built_in().filter(|template| !self.evidence.templates.contains_key(&template.key()));
        built_in.chain(self.our_templates().filter(|template| !template.removed).cloned()).collect()
    }

    /// Those that were removed, and may be put back.
    pub fn removed_templates(&self) -> Vec<Template> {
        let replaced = |removed: &&Template| !self.is_taken(&removed.name);
        self.our_templates().filter(|template| template.removed).filter(replaced).cloned().collect()
    }

    /// Of all profiles, and of the one at work.
    fn our_templates(&self) -> impl Iterator<Item = &Template> {
        let here = self.workspace.profile_id.as_str();
        let is_here = move |template: &&Template| template.profile_id.is_empty() || template.profile_id == here;
        self.evidence.templates.values().filter(is_here)
    }

    fn is_taken(&self, name: &str) -> bool {
        self.templates().iter().any(|template| template.name == name)
    }

    fn template(&self, name: &str) -> Option<Template> {
        self.templates().into_iter().find(|template| template.name == name)
    }

    /// Puts a template into the field it is for: a text filled in and behind what stands there, a file in its place.
    pub(super) fn use_template(&mut self, dispute_id: &DisputeId, name: &str) {
        let template = self.template(name);
        let field = template.as_ref().and_then(|template| template.field.known());
        let (Some(template), Some(field), Some(row)) = (template, field, self.workspace.disputes.find(dispute_id))
        else {
            return;
        };
        if !template.is_file() {
            let text = self.merged_text(&row.dispute, &template.text);
            return self.rewrite_draft(dispute_id, |case| case.insert(field, &text));
        }
        self.forget_failed_upload(Some((dispute_id, field)));
        self.rewrite_draft(dispute_id, |case| {
            case.files.extend(template.file.map(|file| (template.text.clone(), file)));
            case.edit(field, template.text);
        });
    }

    /// Keeps what stands in a field for other disputes. What the desk knows of this one becomes merge fields.
    pub(super) fn keep_template(&mut self, dispute_id: &DisputeId, field: EvidenceField, name: String) {
        let name = name.trim().to_owned();
        let Some(row) = self.workspace.disputes.find(dispute_id).filter(|_| !name.is_empty()) else { return };
        let case = self.evidence_draft(dispute_id);
        let text = case.text(field).to_owned();
        let template = Template { name, ..Template::empty(field) };
        let template = if template.is_file() {
            Template { file: case.files.get(text.trim()).cloned(), text, ..template }
        } else {
            Template { text: self.with_merge_fields(&row.dispute, text), ..template }
        };
        self.change_template(template);
    }

    /// Why this cannot be kept, in words for the person; `was` is the name of what it replaces.
    pub fn template_fault(&self, was: Option<&str>, template: &Template) -> Option<String> {
        let (name, text) = (template.name.trim(), template.text.trim());
        if name.is_empty() {
            Some("Give it a name".to_owned())
        } else if was != Some(name) && self.is_taken(name) {
            Some(format!("There is another one named “{name}”"))
        } else if text.is_empty() {
            Some(if template.is_file() { "Paste the id of the file" } else { "Write its text" }.to_owned())
        } else if template.is_file() {
            template.field.known().and_then(|field| fault(field, text)).map(|fault| fault.advice)
        } else {
            let unknown = names_in_braces(text).find(|name| !MERGE_FIELDS.contains(name));
            unknown.map(|name| format!("There is no merge field {{{name}}}"))
        }
    }

    /// Keeps a template as it was written in the library, in the place of the one that was named `was`.
    pub(super) fn save_template(&mut self, was: Option<String>, template: Template) {
        if self.template_fault(was.as_deref(), &template).is_some() {
            return;
        }
        let template = Template { name: template.name.trim().to_owned(), removed: false, ..template };
        if let Some(replaced) = was.and_then(|was| self.template(&was)) {
            let moved = replaced.name != template.name || replaced.is_file() != template.is_file();
            if moved {
                self.remove_template(&replaced.name);
            }
        }
        self.change_template(template);
    }

    pub(super) fn remove_template(&mut self, name: &str) {
        let template = self.template(name);
        if let Some(template) = template {
            self.change_template(Template { removed: true, ..template });
        }
    }

    pub(super) fn put_template_back(&mut self, name: &str) {
        let template = self.removed_templates().into_iter().find(|template| template.name == name);
        if let Some(template) = template {
            self.change_template(Template { removed: false, ..template });
        }
    }

    fn change_template(&mut self, template: Template) {
        let profile_id = if template.is_file() { self.workspace.profile_id.to_string() } else { String::new() };
        let template = Template { profile_id, ..template };
        self.evidence.templates.insert(template.key(), template.clone());
        self.outbox.push(StoreJob::save_document(DraftDocument::Template(template)));
    }
}

#[cfg(test)]
mod tests {
    use super::*;

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
