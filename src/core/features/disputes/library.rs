//! The library: texts and files that are used in many disputes, and what people have set of the policies for evidence.
//! Texts have merge fields and are for every profile; a file is the id it was uploaded under, with what is known of it
//! here, and is for the profile whose service knows that id. The changes are in [`super::library_changes`].

use std::collections::BTreeMap;

use paydesk_domain::deadline::{self, deadline_days};
use paydesk_domain::evidence::normalised_reason;
use paydesk_domain::profile::ProfileId;

use super::case_template::CaseTemplate;
use super::field_checks::fault;
use super::merge_fields::{MERGE_FIELDS, names_in_braces};
use super::requirements::RequirementsTable;
use super::template::Template;
use super::text;

/// What people added to the policies for evidence.
#[derive(Debug, Default)]
pub struct EvidenceLibrary {
    /// Days of the policy, by known reason.
    pub(super) rules: BTreeMap<String, i64>,
    /// By the profile they are of, where they are of one, and by name.
    pub(super) templates: BTreeMap<(String, String), Template>,
    /// Case templates, by profile and name.
    pub(super) case_templates: BTreeMap<(String, String), CaseTemplate>,
    /// By normalised text.
    pub(super) reason_mappings: BTreeMap<String, &'static str>,
    pub requirements: RequirementsTable,
}

impl EvidenceLibrary {
    /// The reason of ours that a reason of the service is: as it was mapped, else by its text.
    pub fn known_reason(&self, reason: &str) -> &'static str {
        self.mapped_reason(reason).unwrap_or_else(|| deadline::known_reason(reason))
    }

    /// What a person has said a reason is. The reasons of the service are free text, and what no word of ours matches
    /// may be one that we know; it then has the text, the fields that matter and the deadline of that one.
    pub fn mapped_reason(&self, reason: &str) -> Option<&'static str> {
        self.reason_mappings.get(&normalised_reason(reason)).copied()
    }

    /// The days of the policy for a reason of the service.
    pub fn days_for(&self, reason: &str) -> i64 {
        let known = self.known_reason(reason);
        self.rules.get(known).copied().unwrap_or_else(|| deadline_days(known))
    }

    /// All that may be used in a profile: what we began with, and what was written here, which replaces it by name.
    pub fn templates(&self, profile_id: &ProfileId) -> Vec<Template> {
        let built_in = Template::built_in().filter(|template| !self.templates.contains_key(&template.key()));
        built_in.chain(self.saved_templates(profile_id).filter(|template| !template.removed).cloned()).collect()
    }

    /// Those that were removed, and may be put back.
    pub fn removed_templates(&self, profile_id: &ProfileId) -> Vec<Template> {
        let replaced = |removed: &&Template| !self.is_taken(profile_id, &removed.name);
        self.saved_templates(profile_id).filter(|template| template.removed).filter(replaced).cloned().collect()
    }

    /// Of all profiles, and of this one.
    fn saved_templates(&self, profile_id: &ProfileId) -> impl Iterator<Item = &Template> {
        let is_here =
            |template: &&Template| template.profile_id.is_empty() || template.profile_id == profile_id.as_str();
        self.templates.values().filter(is_here)
    }

    fn is_taken(&self, profile_id: &ProfileId, name: &str) -> bool {
        self.template(profile_id, name).is_some()
    }

    pub(super) fn template(&self, profile_id: &ProfileId, name: &str) -> Option<Template> {
        self.templates(profile_id).into_iter().find(|template| template.name == name)
    }

    /// Why this cannot be saved, as text for the user; `was` is the name of what it replaces.
    pub fn template_fault(&self, profile_id: &ProfileId, was: Option<&str>, template: &Template) -> Option<String> {
        let (name, text) = (template.name.trim(), template.text.trim());
        if name.is_empty() {
            Some("Give it a name".to_owned())
        } else if was != Some(name) && self.is_taken(profile_id, name) {
            Some(text::there_is_another_one_named(name))
        } else if text.is_empty() {
            Some(if template.is_file() { "Paste the ID of the file" } else { "Enter the text" }.to_owned())
        } else if template.is_file() {
            template.field.known().and_then(|field| fault(field, text)).map(|fault| fault.advice)
        } else {
            let unknown = names_in_braces(text).find(|name| !MERGE_FIELDS.contains(name));
            unknown.map(text::there_is_no_merge_field)
        }
    }
}
