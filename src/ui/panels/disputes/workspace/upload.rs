//! Files of this machine on their way into a field: chosen in the dialog of the system, dropped on the field, or named
//! by their path. Only the embedded sandbox takes them; elsewhere a field takes the id of a file.

use egui::{Rect, StrokeKind, Ui};

use crate::drafts::Drafts;
use crate::panels::disputes::draft::DisputesDraft;
use crate::panels::disputes::fields::field_texts;
use crate::panels::disputes::text;
use paydesk_core::features::disputes::evidence_draft::FileNote;
use paydesk_core::features::disputes::{
    DisputesAction, EvidenceDraft, EvidenceFileAction, EvidenceUpload, file_kinds, file_service,
};
use paydesk_core::{Action, State};
use paydesk_domain::evidence::{EvidenceField, FileService};
use paydesk_domain::text::visible;
use paydesk_widgets::icons::Icon;
use paydesk_widgets::tokens::{Text, size, space, tokens};
use paydesk_widgets::{Button, FilterButton, FilterChange, TextField, label_ui};

/// Draws what brings a file into the field, or how far that is.
pub fn upload_ui(
    ui: &mut Ui,
    state: &State,
    case: &EvidenceDraft,
    field: EvidenceField,
    drafts: &mut Drafts,
    actions: &mut Vec<Action>,
) {
    let tokens = tokens(ui);
    let upload = state.workspace.disputes.upload.as_ref().filter(|upload| upload.is_of(&case.dispute_id, field));
    if let Some(EvidenceUpload::Failed(_, problem)) = upload {
        let text = problem.text();
        ui.label(Text::Caption.rich(text).color(tokens.danger.text));
    }
    if matches!(upload, Some(EvidenceUpload::UnderWay(_))) {
        label_ui(ui, Text::Caption, tokens.subdued, "Uploading…");
        return;
    }
    if matches!(upload, Some(EvidenceUpload::Choosing(_))) {
        label_ui(ui, Text::Caption, tokens.subdued, "Choose the file in the system dialog");
    }
    let (label, dispute_id) = (field_texts(field).label, case.dispute_id.clone());
    ui.horizontal_wrapped(|ui| {
        ui.spacing_mut().item_spacing = egui::vec2(space::S, space::XS);
        let busy =
            matches!(state.workspace.disputes.upload, Some(EvidenceUpload::Choosing(_) | EvidenceUpload::UnderWay(_)));
        let busy = busy.then_some(text::ANOTHER_FILE);
        let name = text::choose_file(label);
        let choose = Button::secondary(text::CHOOSE_FILE).name(&name).icon(Icon::Attach);
        let service = file_service(&state.view()).unwrap_or(FileService::Sandbox);
        let choose = choose.hint(file_kinds(service)).disabled(busy);
        if choose.ui(ui).clicked() {
            actions.push(Action::Disputes(DisputesAction::File(EvidenceFileAction::ChooseFile {
                dispute_id: dispute_id.clone(),
                field,
            })));
        }
        let name = text::path_of_file(label);
        let change = FilterButton::new(&name, Some("Enter file path…")).always_set().width(360.0).ui(ui, |body| {
            let just_opened = body.just_opened;
            body.form(|ui| path_ui(ui, service, &mut drafts.of::<DisputesDraft>().path, just_opened))
        });
        if let Some(FilterChange::Set(path)) = change {
            actions.push(Action::Disputes(DisputesAction::File(EvidenceFileAction::Upload {
                dispute_id,
                field,
                path,
            })));
        }
    });
}

/// A file that is dropped on the field is uploaded into it; while one hangs over it, it says so.
pub fn drop_ui(ui: &Ui, rect: Rect, case: &EvidenceDraft, field: EvidenceField, actions: &mut Vec<Action>) {
    let (at, hangs) = ui.input(|input| (input.pointer.latest_pos(), !input.raw.hovered_files.is_empty()));
    if !at.is_some_and(|at| rect.contains(at) && ui.clip_rect().contains(at)) {
        return;
    }
    if hangs {
        let stroke = egui::Stroke::new(2.0, tokens(ui).accent.text);
        ui.painter().rect_stroke(rect.expand(space::XS), size::RADIUS, stroke, StrokeKind::Outside);
    }
    if let Some(path) = dropped(ui) {
        let dispute_id = case.dispute_id.clone();
        actions.push(Action::Disputes(DisputesAction::File(EvidenceFileAction::Upload { dispute_id, field, path })));
    }
}

fn dropped(ui: &Ui) -> Option<String> {
    ui.input(|input| input.raw.dropped_files.first().map(|file| file.path().to_string_lossy().into_owned()))
}

/// Name, size and pages of a file: `receipt.pdf, 12 kB, 2 pages`.
pub fn note_text(note: &FileNote) -> String {
    let pages = match note.pages {
        None => String::new(),
        Some(1) => text::ONE_PAGE.to_owned(),
        Some(pages) => text::pages(pages),
    };
    text::kb(visible(&note.name, 60), note.bytes.div_ceil(1_000), &pages)
}

/// What is known of the file whose id is in the field.
pub fn note_ui(ui: &mut Ui, note: &FileNote) {
    let hash = &note.sha256[..note.sha256.len().min(12)];
    let text = text::sha_256(note_text(note), hash);
    let subdued = tokens(ui).subdued;
    label_ui(ui, Text::Caption, subdued, &text).on_hover_text(text::sha_256_text(&note.sha256));
}

/// A path that is typed, pasted, or of a file that was dropped on the window.
fn path_ui(ui: &mut Ui, service: FileService, path: &mut String, just_opened: bool) -> Option<String> {
    if let Some(dropped) = dropped(ui) {
        *path = dropped;
    }
    let hint = text::or_drop_file_here(file_kinds(service));
    let shown = TextField::labelled(crate::text::FILE_PATH, path).hint(&hint).mono().ui(ui);
    if just_opened {
        shown.response.request_focus();
    }
    let blocked = path.trim().is_empty().then_some("Enter the path of a file, or drop one here");
    let clicked = Button::secondary(text::upload_to(service)).disabled(blocked).ui(ui).clicked();
    ((clicked || shown.submitted) && blocked.is_none()).then(|| std::mem::take(path))
}
