//! The notes and tags of an object, drawn in its detail: what was written, by whom and when, and the field for more.

mod draft;
mod tags;
mod text;

use egui::{Align, Id, Key, Layout, Modifiers, Ui};

use paydesk_core::features::notes::NotesAction;
use paydesk_core::records::Opening;
use paydesk_core::{Action, State};
use paydesk_domain::note::{NOTE_MAX_CHARS, Note, NoteError, NoteSubject, has_secret, note_text};
use paydesk_domain::text::visible;

use paydesk_widgets::icons::Icon;
use paydesk_widgets::keep_clear_of_toasts;
use paydesk_widgets::reading_order::line_from_right_ui;
use paydesk_widgets::time::on_hover_time;
use paydesk_widgets::tokens::{Text, Tone, size, space, tokens};
use paydesk_widgets::{Button, FieldOutput, Notice, TextField, heading_ui, label_ui};

pub use draft::NotesDraft;
pub use tags::tags_ui;

/// Most rows of a field.
const ROWS_MAX: usize = 12;
/// Width of a character in a field, about, in points.
const CHAR_WIDTH: f32 = 8.0;
/// Longest name of who wrote something, in characters.
const NAME_CHARS: usize = 60;

/// Draws the section: tags, notes, and the field for a new one.
pub fn notes_ui(ui: &mut Ui, state: &State, subject: &NoteSubject, draft: &mut NotesDraft, actions: &mut Vec<Action>) {
    ui.push_id(("notes", subject.kind, &subject.id), |ui| {
        ui.vertical(|ui| {
            ui.spacing_mut().item_spacing.y = space::S;
            heading_ui(ui, Text::Group, tokens(ui).subdued, text::NOTES);
            opening_ui(ui, state);
            unsaved_ui(ui, state, actions);
            tags_ui(ui, state, subject, draft, actions);
            let notes: Vec<&Note> = state.workspace.notes.index().notes_of(subject).collect();
            for note in notes.into_iter().filter(|note| !note.is_deleted()) {
                ui.push_id(&note.id, |ui| note_ui(ui, state, note, draft, actions));
            }
            new_note_ui(ui, state, subject, draft, actions);
        });
    });
}

/// Nothing once the notes were read.
fn opening_ui(ui: &mut Ui, state: &State) {
    match &state.workspace.notes.opening {
        Opening::Ready => {}
        Opening::Reading => drop(label_ui(ui, Text::Small, tokens(ui).subdued, "Loading notes…")),
        Opening::Failed(problem) => {
            Notice::new(Tone::Danger, &problem.what_to_do).title(&problem.what).ui(ui);
        }
    }
}

/// What could not be stored, with the way to try again.
fn unsaved_ui(ui: &mut Ui, state: &State, actions: &mut Vec<Action>) {
    let Some((count, problem)) = state.workspace.notes.unsaved() else { return };
    let title = text::not_saved(count);
    if Notice::new(Tone::Danger, &problem.what).title(&title).action("Save again").ui(ui) {
        actions.push(Action::Notes(NotesAction::SaveAgain));
    }
}

fn note_ui(ui: &mut Ui, state: &State, note: &Note, draft: &mut NotesDraft, actions: &mut Vec<Action>) {
    if draft.editing.as_ref().is_some_and(|(id, _)| *id == note.id) {
        return edit_ui(ui, note, draft, actions);
    }
    let is_deleting = draft.deleting.as_ref() == Some(&note.id);
    let top = ui.cursor().top();
    ui.spacing_mut().item_spacing.y = space::XS;
    let row = egui::vec2(ui.available_width(), size::QUIET);
    line_from_right_ui(ui, row, |ui| {
        if note.is_by(&state.operator) && !is_deleting {
            if Button::quiet_icon(Icon::Delete, "Delete note").ui(ui).clicked() {
                draft.deleting = Some(note.id.clone());
            }
            if Button::quiet_icon(Icon::Edit, text::EDIT_NOTE).ui(ui).clicked() {
                draft.editing = Some((note.id.clone(), note.text.clone()));
                draft.wants_keyboard = true;
            }
        }
        ui.with_layout(Layout::left_to_right(Align::Center), |ui| {
            ui.spacing_mut().item_spacing.x = space::XS;
            let subdued = tokens(ui).subdued;
            let line = text::written(&visible(&note.by, NAME_CHARS), state.zone().short(note.at, state.now));
            on_hover_time(label_ui(ui, Text::Caption, subdued, &line), note.at, state.zone());
            earlier_ui(ui, state, note);
        });
    });
    let color = tokens(ui).text;
    note.text.lines().for_each(|line| drop(label_ui(ui, Text::Body, color, &visible(line, NOTE_MAX_CHARS))));
    keep_clear_of_toasts(ui, egui::Rect::from_x_y_ranges(ui.max_rect().x_range(), top..=ui.cursor().top()));
    if is_deleting {
        delete_ui(ui, note, draft, actions);
    }
}

/// That it was changed; what it said before is under the pointer.
fn earlier_ui(ui: &mut Ui, state: &State, note: &Note) {
    if note.earlier.is_empty() {
        return;
    }
    let subdued = tokens(ui).subdued;
    let before = note.earlier.iter().rev().map(|earlier| {
        text::before(state.zone().short(earlier.until, state.now), visible(&earlier.text, NOTE_MAX_CHARS))
    });
    let before: Vec<String> = before.collect();
    label_ui(ui, Text::Caption, subdued, "·");
    label_ui(ui, Text::Caption, subdued, "edited").on_hover_text(before.join("\n"));
}

fn edit_ui(ui: &mut Ui, note: &Note, draft: &mut NotesDraft, actions: &mut Vec<Action>) {
    let wants_keyboard = std::mem::take(&mut draft.wants_keyboard);
    let Some((_, typed)) = &mut draft.editing else { return };
    let field = note_field(ui, text::EDIT_NOTE, "", &note.id, typed);
    if wants_keyboard {
        field.output.response.request_focus();
    }
    let (mut saves, mut leaves) = (field.is_sent, field.output.cancelled);
    ui.horizontal(|ui| {
        let fault = field.fault.map(|fault| fault.to_string());
        saves |= Button::secondary(text::SAVE).hint(text::AT_ONCE).disabled(fault.as_deref()).ui(ui).clicked();
        leaves |= Button::secondary(text::BACK).ui(ui).clicked();
    });
    if saves {
        actions.push(Action::Notes(NotesAction::Change(note.id.clone(), typed.clone())));
    }
    if saves || leaves {
        draft.editing = None;
    }
}

fn delete_ui(ui: &mut Ui, note: &Note, draft: &mut NotesDraft, actions: &mut Vec<Action>) {
    Notice::new(Tone::Danger, "Delete this note? Its text cannot be restored.").ui_with(ui, |ui| {
        ui.horizontal(|ui| {
            ui.spacing_mut().item_spacing.x = space::S;
            if Button::secondary(text::BACK).ui(ui).clicked() {
                draft.deleting = None;
            }
            if Button::danger(text::DELETE).ui(ui).clicked() {
                actions.push(Action::Notes(NotesAction::Delete(note.id.clone())));
                draft.deleting = None;
            }
        });
    });
}

fn new_note_ui(ui: &mut Ui, state: &State, subject: &NoteSubject, draft: &mut NotesDraft, actions: &mut Vec<Action>) {
    let takes_keyboard = draft.take_wanted(subject);
    let typed = draft.typed(subject);
    let is_shared = state.workspace.team.is_joined();
    let hint = if is_shared { "Write a note. Your team sees it." } else { "Write a note. It stays on this computer." };
    let field = note_field(ui, "New note", hint, &subject.id, typed);
    if takes_keyboard {
        field.output.response.request_focus();
        field.output.response.scroll_to_me(None);
    }
    let mut adds = field.is_sent;
    if field.fault != Some(NoteError::Empty) {
        adds |= Button::secondary("Add note").hint(text::AT_ONCE).ui(ui).clicked();
    }
    if adds && field.fault.is_none() {
        actions.push(Action::Notes(NotesAction::Write(subject.clone(), std::mem::take(typed))));
    }
}

/// As many as the text takes, within bounds; more are scrolled to.
fn rows(ui: &Ui, typed: &str) -> usize {
    let in_a_row = (ui.available_width() / CHAR_WIDTH).max(1.0) as usize;
    let rows: usize = typed.split('\n').map(|line| 1 + line.chars().count() / in_a_row).sum();
    rows.clamp(2, ROWS_MAX)
}

/// A field for a note, drawn.
struct NoteField {
    output: FieldOutput,
    /// Why what is typed is no note.
    fault: Option<NoteError>,
    /// Ctrl+Enter was pressed in it, and what is typed is a note.
    is_sent: bool,
}

fn note_field(ui: &mut Ui, name: &str, hint: &str, of: &str, typed: &mut String) -> NoteField {
    let rows = rows(ui, typed);
    let output = TextField::bare(name, typed).placeholder(hint).rows(rows).id(Id::unique((name, of))).ui(ui);
    let fault = note_text(typed).err();
    let said = match fault {
        Some(NoteError::TooLong) => Some((Tone::Danger, NoteError::TooLong.to_string())),
        _ => has_secret(typed).then(|| (Tone::Attention, text::SECRET.to_owned())),
    };
    if let Some((tone, said)) = said {
        label_ui(ui, Text::Small, tokens(ui).tone(tone).text, &said);
    }
    let is_enter = |input: &mut egui::InputState| input.consume_key(Modifiers::COMMAND, Key::Enter);
    let is_sent = output.response.has_focus() && ui.input_mut(is_enter) && fault.is_none();
    NoteField { output, fault, is_sent }
}
