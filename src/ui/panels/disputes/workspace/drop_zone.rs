//! The whole window takes files for the open dispute: while one hangs over it, it says which files a field takes; once one
//! is dropped beside the fields, it asks which of them it is for.

use std::path::Path;

use egui::{Align2, Area, Frame, Id, Margin, Order, Ui};
use strum::IntoEnumIterator as _;

use crate::drafts::Drafts;
use crate::panels::disputes::draft::DisputesDraft;
use crate::panels::disputes::fields::field_texts;
use crate::panels::disputes::text;
use paydesk_core::features::disputes::{
    DisputesAction, EvidenceFileAction, EvidenceUpload, file_kinds, file_service, takes_files,
};
use paydesk_core::{Action, State};
use paydesk_domain::evidence::EvidenceField;
use paydesk_domain::text::visible;
use paydesk_widgets::modal::modal_ui;
use paydesk_widgets::tokens::{Text, space, tokens};
use paydesk_widgets::{Button, Choice, heading_ui, label_ui};

use super::context::WorkspaceContext;

/// Width of the question, in points.
const WIDTH: f32 = 420.0;
/// Longest name of a file that is shown, in characters.
const NAME_CHARS: usize = 60;

/// Takes the files that were dropped in this frame, except one that a field has taken by what it pushed, and asks for the
/// field of the others, one after the other.
pub fn drop_zone_ui(ui: &Ui, bench: WorkspaceContext<'_>, drafts: &mut Drafts, actions: &mut Vec<Action>) {
    if bench.is_decided() {
        return;
    }
    hovered_ui(ui, bench.state);
    if takes_files(&bench.state.view()) {
        take_dropped(ui, drafts.of::<DisputesDraft>(), actions);
        question_ui(ui, bench, drafts, actions);
    }
}

/// While a file hangs over the window.
fn hovered_ui(ui: &Ui, state: &State) {
    if ui.input(|input| input.raw.hovered_files.is_empty()) {
        return;
    }
    let tokens = tokens(ui);
    let stroke = egui::Stroke::new(2.0, tokens.accent.text);
    let frame = Frame::new().fill(tokens.raised).stroke(stroke).corner_radius(10).inner_margin(Margin::same(20));
    let id = Id::unique("files over the window");
    let area = Area::new(id).order(Order::Foreground).interactable(false).anchor(Align2::CENTER_CENTER, [0.0, 0.0]);
    area.show(ui.ctx(), |ui| {
        frame.show(ui, |ui| match file_service(&state.view()) {
            Some(service) => {
                heading_ui(ui, Text::Strong, tokens.text, "Drop the file to add it to the evidence");
                label_ui(ui, Text::Small, tokens.subdued, file_kinds(service));
            }
            None => drop(label_ui(
                ui,
                Text::Body,
                tokens.text,
                "This service does not accept uploads. Paste the ID of an uploaded file into its field.",
            )),
        });
    });
}

fn take_dropped(ui: &Ui, draft: &mut DisputesDraft, pushed: &[Action]) {
    let mut dropped: Vec<String> = ui
        .input(|input| input.raw.dropped_files.iter().map(|file| file.path().to_string_lossy().into_owned()).collect());
    let is_taken =
        |action: &Action| matches!(action, Action::Disputes(DisputesAction::File(EvidenceFileAction::Upload { .. })));
    if !dropped.is_empty() && pushed.iter().any(is_taken) {
        dropped.remove(0);
    }
    // A field for a path that is open takes what is dropped.
    dropped.retain(|path| draft.path != *path);
    draft.dropped.extend(dropped);
}

fn question_ui(ui: &Ui, bench: WorkspaceContext<'_>, drafts: &mut Drafts, actions: &mut Vec<Action>) {
    let Some(path) = drafts.of::<DisputesDraft>().dropped.first().cloned() else { return };
    let disputes = &bench.state.workspace.disputes;
    let is_busy = matches!(disputes.upload, Some(EvidenceUpload::Choosing(_) | EvidenceUpload::UnderWay(_)));
    let name = Path::new(&path).file_name().map_or(path.as_str().into(), |name| name.to_string_lossy());
    let title = text::choose_field_for(visible(&name, NAME_CHARS));
    let (answer, closed) = modal_ui(ui.ctx(), Id::unique("field of a dropped file"), &title, WIDTH, |ui| {
        let (text, subdued) = (tokens(ui).text, tokens(ui).subdued);
        heading_ui(ui, Text::Title, text, &title);
        let kinds = file_service(&bench.state.view()).map_or("", file_kinds);
        label_ui(ui, Text::Small, subdued, if is_busy { text::ANOTHER_FILE } else { kinds });
        let chosen = if is_busy { None } else { fields_ui(ui, bench) };
        (chosen, Button::secondary("Discard file").ui(ui).clicked())
    });
    let (chosen, discarded) = answer;
    if let Some(field) = chosen {
        let dispute_id = bench.case.dispute_id.clone();
        actions.push(Action::Disputes(DisputesAction::File(EvidenceFileAction::Upload { dispute_id, field, path })));
        drafts.of::<DisputesDraft>().go_to = Some(field);
        drafts.of::<DisputesDraft>().page = Default::default();
    }
    if chosen.is_some() || discarded || closed {
        drafts.of::<DisputesDraft>().dropped.remove(0);
    }
}

/// The fields for files, those that are recommended first.
fn fields_ui(ui: &mut Ui, bench: WorkspaceContext<'_>) -> Option<EvidenceField> {
    let row = bench.case.requirements(bench.row.known, &bench.state.evidence.requirements);
    let mut fields: Vec<EvidenceField> = EvidenceField::iter().filter(|field| field.is_file()).collect();
    fields.sort_by_key(|field| !row.contains(*field));
    ui.spacing_mut().item_spacing.y = 0.0;
    let chosen = fields.into_iter().filter(|field| {
        let choice = Choice::new(field_texts(*field).label);
        let choice = if row.contains(*field) {
            choice.note(text::RECOMMENDED, paydesk_widgets::tokens::Tone::Accent)
        } else {
            choice
        };
        choice.id(ui.scope_id().with(field.as_str())).ui(ui).clicked()
    });
    let chosen = chosen.last();
    ui.add_space(space::S);
    chosen
}
