//! What a person changes in the library, and what of it was saved before. Nothing of it reaches the service before it
//! is in a field and is submitted.

use crate::context::Context;
use crate::effect::StoreJob;
use paydesk_domain::deadline::DEADLINE_DAYS;
use paydesk_domain::evidence::{EVIDENCE_REQUIREMENTS, EvidenceField, StoredField, normalised_reason};

use super::case_template::CaseTemplate;
use super::document::DraftDocument;
use super::library::EvidenceLibrary;
use super::template::Template;

/// Our word for a reason, as it is saved; none for what this version does not know.
pub(super) fn known_word(word: &str) -> Option<&'static str> {
    EVIDENCE_REQUIREMENTS.iter().map(|row| row.reason).find(|known| *known == word)
}

impl EvidenceLibrary {
    pub(super) fn set_rule(&mut self, reason: &'static str, days: i64, cx: &mut Context<'_>) {
        let days = days.clamp(*DEADLINE_DAYS.start(), *DEADLINE_DAYS.end());
        self.rules.insert(reason.to_owned(), days);
        save(DraftDocument::Rule { reason: reason.to_owned(), days }, cx);
    }

    /// A person has set what matters in a row. False where nothing changes.
    pub(super) fn set_requirements(
        &mut self,
        row: &str,
        requirements: Option<Vec<Vec<EvidenceField>>>,
        cx: &mut Context<'_>,
    ) -> bool {
        if !self.requirements.set(row, requirements) {
            return false;
        }
        let edited = self.requirements.rows().iter().find(|known| known.name() == row && known.is_edited);
        let stored = |need: &Vec<EvidenceField>| need.iter().map(|field| StoredField::from(*field)).collect();
        let requirements = edited.map(|known| known.requirements.iter().map(stored).collect());
        save(DraftDocument::Requirements { row: row.to_owned(), requirements }, cx);
        true
    }

    /// A person says which reason of ours a reason of the service is; `None` leaves it to its text again. False where
    /// nothing changes.
    pub(super) fn map_reason(&mut self, reason: &str, known: Option<&'static str>, cx: &mut Context<'_>) -> bool {
        let text = normalised_reason(reason);
        if text.is_empty() || self.mapped_reason(reason) == known {
            return false;
        }
        match known {
            Some(known) => drop(self.reason_mappings.insert(text.clone(), known)),
            None => drop(self.reason_mappings.remove(&text)),
        }
        save(DraftDocument::Reason { reason: text, known: known.map(str::to_owned) }, cx);
        true
    }

    /// Saves a template as it was written in the library, in the place of the one that was named `was`.
    pub(super) fn save_template(&mut self, was: Option<String>, template: Template, cx: &mut Context<'_>) {
        if self.template_fault(cx.profile_id, was.as_deref(), &template).is_some() {
            return;
        }
        let template = Template { name: template.name.trim().to_owned(), removed: false, ..template };
        if let Some(replaced) = was.and_then(|was| self.template(cx.profile_id, &was)) {
            let moved = replaced.name != template.name || replaced.is_file() != template.is_file();
            if moved {
                self.change_template(Template { removed: true, ..replaced }, cx);
            }
        }
        self.change_template(template, cx);
    }

    pub(super) fn remove_template(&mut self, name: &str, cx: &mut Context<'_>) {
        if let Some(template) = self.template(cx.profile_id, name) {
            self.change_template(Template { removed: true, ..template }, cx);
        }
    }

    pub(super) fn put_template_back(&mut self, name: &str, cx: &mut Context<'_>) {
        let template = self.removed_templates(cx.profile_id).into_iter().find(|template| template.name == name);
        if let Some(template) = template {
            self.change_template(Template { removed: false, ..template }, cx);
        }
    }

    pub(super) fn change_template(&mut self, template: Template, cx: &mut Context<'_>) {
        let profile_id = if template.is_file() { cx.profile_id.to_string() } else { String::new() };
        let template = Template { profile_id, ..template };
        self.templates.insert(template.key(), template.clone());
        save(DraftDocument::Template(template), cx);
    }

    pub(super) fn change_case_template(&mut self, template: CaseTemplate, cx: &mut Context<'_>) {
        self.case_templates.insert(template.key(), template.clone());
        save(DraftDocument::CaseTemplate(template), cx);
    }

    // ----- what was saved before; what was changed since the start is newer

    pub(crate) fn template_opened(&mut self, template: Template) {
        self.templates.entry(template.key()).or_insert(template);
    }

    pub(crate) fn case_template_opened(&mut self, template: CaseTemplate) {
        self.case_templates.entry(template.key()).or_insert(template);
    }

    pub(crate) fn rule_opened(&mut self, reason: String, days: i64) {
        self.rules.entry(reason).or_insert(days);
    }

    pub(crate) fn reason_opened(&mut self, reason: String, known: Option<&str>) {
        if let Some(known) = known.and_then(known_word) {
            self.reason_mappings.entry(reason).or_insert(known);
        }
    }

    /// Fields that this version does not know are left out.
    pub(crate) fn requirements_opened(&mut self, row: &str, requirements: Option<Vec<Vec<StoredField>>>) {
        let is_edited = self.requirements.rows().iter().any(|known| known.name() == row && known.is_edited);
        let known = |need: Vec<StoredField>| need.iter().filter_map(StoredField::known).collect();
        if let Some(requirements) = requirements.filter(|_| !is_edited) {
            self.requirements.set(row, Some(requirements.into_iter().map(known).collect()));
        }
    }
}

fn save(document: DraftDocument, cx: &mut Context<'_>) {
    cx.outbox.push(StoreJob::save_document(document));
}
