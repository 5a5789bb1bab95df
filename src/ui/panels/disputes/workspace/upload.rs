//! Files of this machine on their way into a field: chosen in the dialog of the system, dropped on the field, or named
//! by their path. Only the embedded sandbox takes them; elsewhere a field takes the id of a file.

use egui::{Rect, StrokeKind, Ui};

use crate::app::features::disputes::case::FileNote;
use crate::app::features::disputes::{Case, DisputesAction, Upload};
use crate::app::{Action, State};
use crate::domain::text::visible;
use crate::ui::drafts::Drafts;
use crate::ui::icons::Icon;
use crate::ui::panels::disputes::fields::words;
use crate::ui::tokens::{Text, size, space, tokens};
use crate::ui::widgets::{Button, Filter, FilterChange, TextField, label_ui};

/// Draws what brings a file into the field, or how far that is.
pub fn upload_ui(
    ui: &mut Ui,
    state: &State,
    case: &Case,
    field: &'static str,
    drafts: &mut Drafts,
    actions: &mut Vec<Action>,
) {
    let tokens = tokens(ui);
    let upload = state.disputes.upload.as_ref().filter(|upload| upload.is_of(&case.dispute_id, field));
    if let Some(Upload::Failed(_, problem)) = upload {
        let words = format!("{}. {}", problem.what, problem.what_to_do);
        ui.label(Text::Caption.rich(words).color(tokens.danger.text));
    }
    if matches!(upload, Some(Upload::UnderWay(_))) {
        label_ui(ui, Text::Caption, tokens.subdued, "Uploading…");
        return;
    }
    if matches!(upload, Some(Upload::Choosing(_))) {
        label_ui(ui, Text::Caption, tokens.subdued, "Choose the file in the dialog of the system");
    }
    let (label, dispute_id) = (words(field).label, case.dispute_id.clone());
    ui.horizontal_wrapped(|ui| {
        ui.spacing_mut().item_spacing = egui::vec2(space::S, space::XS);
        let busy = matches!(state.disputes.upload, Some(Upload::Choosing(_) | Upload::UnderWay(_)));
        let busy = busy.then_some("Another file is on its way");
        let name = format!("Choose a file: {label}");
        let choose = Button::secondary("Choose a file…").name(&name).icon(Icon::Attach).disabled(busy);
        if choose.ui(ui).clicked() {
            actions.push(Action::Disputes(DisputesAction::ChooseFile { dispute_id: dispute_id.clone(), field }));
        }
        let name = format!("Path of a file: {label}");
        let change = Filter::new(&name, Some("By its path")).always_set().width(360.0).ui(ui, |body| {
            let just_opened = body.just_opened;
            body.form(|ui| path_ui(ui, &mut drafts.disputes.path, just_opened))
        });
        if let Some(FilterChange::Set(path)) = change {
            actions.push(Action::Disputes(DisputesAction::Upload { dispute_id, field, path }));
        }
    });
}

/// A file that is dropped on the field is uploaded into it; while one hangs over it, it says so.
pub fn drop_ui(ui: &Ui, rect: Rect, case: &Case, field: &'static str, actions: &mut Vec<Action>) {
    let (at, hangs) = ui.input(|input| (input.pointer.latest_pos(), !input.raw.hovered_files.is_empty()));
    if !at.is_some_and(|at| rect.contains(at) && ui.clip_rect().contains(at)) {
        return;
    }
    if hangs {
        let stroke = egui::Stroke::new(2.0, tokens(ui).accent.text);
        ui.painter().rect_stroke(rect.expand(space::XS), size::RADIUS, stroke, StrokeKind::Outside);
    }
    let dropped = ui.input(|input| input.raw.dropped_files.first().map(|file| file.path().to_owned()));
    if let Some(path) = dropped {
        let (dispute_id, path) = (case.dispute_id.clone(), path.to_string_lossy().into_owned());
        actions.push(Action::Disputes(DisputesAction::Upload { dispute_id, field, path }));
    }
}

/// What is known of the file whose id stands in the field.
pub fn note_ui(ui: &mut Ui, note: &FileNote) {
    let pages = match note.pages {
        None => String::new(),
        Some(1) => ", 1 page".to_owned(),
        Some(pages) => format!(", {pages} pages"),
    };
    let hash = &note.sha256[..note.sha256.len().min(12)];
    let words = format!("{}, {} kB{pages}, SHA-256 {hash}…", visible(&note.name, 60), note.bytes.div_ceil(1_000));
    let subdued = tokens(ui).subdued;
    label_ui(ui, Text::Caption, subdued, &words).on_hover_text(format!("SHA-256 {}", note.sha256));
}

/// A path that is typed, pasted, or of a file that was dropped on the window.
fn path_ui(ui: &mut Ui, path: &mut String, just_opened: bool) -> Option<String> {
    let dropped = ui.input(|input| input.raw.dropped_files.first().map(|file| file.path().to_owned()));
    if let Some(dropped) = dropped {
        *path = dropped.to_string_lossy().into_owned();
    }
    let hint = "PDF, PNG, JPEG, TIFF or text, at most 16 MB; or drop the file here";
    let shown = TextField::labelled("Path of the file", path).hint(hint).mono().ui(ui);
    if just_opened {
        shown.response.request_focus();
    }
    let blocked = path.trim().is_empty().then_some("Type the path of a file, or drop one");
    let clicked = Button::secondary("Upload to the sandbox").disabled(blocked).ui(ui).clicked();
    ((clicked || shown.submitted) && blocked.is_none()).then(|| std::mem::take(path))
}
