//! What was submitted outside Paydesk, as far as the service returns it.

use egui::Ui;
use strum::IntoEnumIterator as _;

use paydesk_core::State;
use paydesk_core::features::disputes::EvidenceDraft;
use paydesk_domain::evidence::{EvidenceField, EvidenceFile};
use paydesk_domain::text::visible;
use paydesk_widgets::tokens::{Text, tokens};
use paydesk_widgets::{facts_ui, label_ui};

use crate::panels::disputes::fields::field_texts;

/// The file that the service has in a field, where it was neither submitted nor uploaded here.
pub fn file_from_elsewhere<'a>(
    state: &'a State,
    case: &EvidenceDraft,
    field: EvidenceField,
) -> Option<&'a EvidenceFile> {
    let file = state.workspace.disputes.file_at_service(&case.dispute_id, field);
    let is_ours = |file: &EvidenceFile| {
        case.at_service(field) == Some(file.file_id.as_str()) || case.files.contains_key(&file.file_id)
    };
    file.filter(|file| !is_ours(file))
}

/// In how many fields the service has such a file.
pub fn fields_from_elsewhere(state: &State, case: &EvidenceDraft) -> usize {
    EvidenceField::iter().filter(|field| file_from_elsewhere(state, case, *field).is_some()).count()
}

/// What was submitted elsewhere, as far as the service returns it; whether there is anything.
pub fn elsewhere_ui(ui: &mut Ui, state: &State, case: &EvidenceDraft) -> bool {
    if fields_from_elsewhere(state, case) == 0 {
        return false;
    }
    facts_ui(ui, "Submitted outside Paydesk", |facts| {
        facts.name_width(240.0);
        for field in EvidenceField::iter() {
            if let Some(file) = file_from_elsewhere(state, case, field) {
                let name = if file.name.is_empty() { &file.file_id } else { &file.name };
                facts.text(field_texts(field).label, &visible(name, 60));
            }
        }
    });
    label_ui(ui, Text::Caption, tokens(ui).subdued, "The service returns a submission's files, not its text");
    true
}
