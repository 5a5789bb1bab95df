//! Case templates: saved from the evidence of one dispute, applied to another as one step that can be taken back, removed
//! and restored.

use std::collections::BTreeMap;

use crate::context::{Context, WorkspaceView};
use paydesk_domain::evidence::EvidenceField;
use paydesk_domain::ids::DisputeId;
use paydesk_domain::profile::ProfileId;

use super::case_template::CaseTemplate;
use super::evidence_draft::FileNote;
use super::facts::dispute_facts;
use super::library::EvidenceLibrary;
use super::{Disputes, Evidence};

impl EvidenceLibrary {
    /// All that may be used in a profile.
    pub fn case_templates(&self, profile_id: &ProfileId) -> impl Iterator<Item = &CaseTemplate> {
        self.saved_case_templates(profile_id).filter(|template| !template.removed)
    }

    /// Those that were removed, and may be put back.
    pub fn removed_case_templates(&self, profile_id: &ProfileId) -> impl Iterator<Item = &CaseTemplate> {
        self.saved_case_templates(profile_id).filter(|template| template.removed)
    }

    fn saved_case_templates(&self, profile_id: &ProfileId) -> impl Iterator<Item = &CaseTemplate> {
        let is_here =
            |template: &&CaseTemplate| template.profile_id.is_empty() || template.profile_id == profile_id.as_str();
        self.case_templates.values().filter(is_here)
    }

    pub(super) fn case_template(&self, profile_id: &ProfileId, name: &str) -> Option<&CaseTemplate> {
        self.case_templates(profile_id).find(|template| template.name == name)
    }

    pub(super) fn set_case_template_removed(&mut self, name: &str, removed: bool, cx: &mut Context<'_>) {
        let found = self.saved_case_templates(cx.profile_id).find(|template| template.name == name);
        if let Some(found) = found.filter(|template| template.removed != removed).cloned() {
            self.change_case_template(CaseTemplate { removed, ..found }, cx);
        }
    }
}

impl Disputes {
    /// Saves the fields of a dispute under a name, in the place of the template that had it.
    pub(super) fn save_case_template(
        &self,
        dispute_id: &DisputeId,
        name: &str,
        evidence: &mut Evidence<'_>,
        cx: &mut Context<'_>,
    ) {
        let name = name.trim().to_owned();
        let Some(row) = self.find(dispute_id).filter(|_| !name.is_empty()) else { return };
        let (texts, is_decided) = (evidence.texts(&row.dispute, cx), self.is_decided(dispute_id));
        let draft = &*texts.draft;
        // Of a decided dispute, what the bank had seen.
        let content = |field| if is_decided { draft.at_service(field) } else { draft.value(field) };
        let fields = CaseTemplate::of(draft, content, |text| texts.with_merge_fields(text));
        if fields.is_empty() {
            return;
        }
        let is_of_template = |id: &String| fields.values().any(|text| text == id);
        let files = draft.files.iter().filter(|(id, _)| is_of_template(id));
        let files: BTreeMap<String, FileNote> = files.map(|(id, note)| (id.clone(), note.clone())).collect();
        let has_file =
            fields.iter().any(|(field, text)| field.known().is_some_and(EvidenceField::is_file) && !text.is_empty());
        let template = CaseTemplate {
            profile_id: if has_file { cx.profile_id.to_string() } else { String::new() },
            name,
            reason: row.known.to_owned(),
            product: draft.product,
            fields,
            files,
            removed: false,
        };
        evidence.library.change_case_template(template, cx);
    }

    /// Fills the empty fields of a template: with its text, else with the known fact. They are marked until somebody looks
    /// at them, and taken back as one.
    pub(super) fn use_case_template(
        &mut self,
        dispute_id: &DisputeId,
        name: &str,
        evidence: &mut Evidence<'_>,
        view: &WorkspaceView<'_>,
    ) {
        let Some(row) = self.find(dispute_id) else { return };
        let Some(template) = evidence.library.case_template(view.profile_id, name).cloned() else { return };
        let texts = evidence.texts(&row.dispute, view);
        let facts = dispute_facts(view, &row.dispute, texts.payment);
        let fact = |field| facts.iter().find(|fact| fact.field == Some(field)).map(|fact| fact.text.clone());
        let is_empty = |field: EvidenceField| texts.draft.value(field).is_none() && !texts.draft.clears(field);
        let filled = template.known_fields().filter(|(field, _)| is_empty(*field)).filter_map(|(field, text)| {
            let text = match (text.is_empty(), field.is_file()) {
                (true, _) => fact(field)?,
                (false, true) => text.to_owned(),
                (false, false) => texts.merged(text),
            };
            Some((field, text))
        });
        let filled: Vec<(EvidenceField, String)> = filled.collect();
        let fields: Vec<EvidenceField> = filled.iter().map(|(field, _)| *field).collect();
        self.insert(dispute_id, &fields, evidence, view, |draft| {
            draft.files.extend(template.files);
            filled.into_iter().for_each(|(field, text)| draft.fill_in(field, text));
        });
    }
}
