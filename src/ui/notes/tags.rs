//! The tags of an object: each with the way to take it away, and the field for another one with what others have.

use egui::{Id, Ui};

use paydesk_core::features::notes::NotesAction;
use paydesk_core::{Action, State};
use paydesk_domain::note::{NoteSubject, tag_word};
use paydesk_widgets::icons::Icon;
use paydesk_widgets::tokens::{Text, Tone, space, tokens};
use paydesk_widgets::{Button, TextField, label_ui};

use super::draft::NotesDraft;
use super::text;

/// Width of the field, in points.
const FIELD: f32 = 180.0;
/// Most tags offered.
const OFFERED_MAX: usize = 6;

/// Draws the tags of an object with the field for another one.
pub fn tags_ui(ui: &mut Ui, state: &State, subject: &NoteSubject, draft: &mut NotesDraft, actions: &mut Vec<Action>) {
    let is_typed = draft.tagging.as_ref().is_some_and(|(tagged, _)| tagged == subject);
    ui.horizontal_wrapped(|ui| {
        ui.spacing_mut().item_spacing = egui::vec2(space::S, space::S);
        for tag in state.workspace.notes.index().tags_of(subject) {
            let name = text::remove_tag(&tag.word);
            if Button::secondary(&tag.word).trailing(Icon::Close).name(&name).ui(ui).clicked() {
                actions.push(Action::Notes(NotesAction::RemoveTag(subject.clone(), tag.word.clone())));
            }
        }
        if !is_typed && Button::link("Add tag…").icon(Icon::Add).ui(ui).clicked() {
            draft.tagging = Some((subject.clone(), String::new()));
            draft.wants_keyboard = true;
        }
    });
    if is_typed {
        field_ui(ui, state, subject, draft, actions);
    }
}

fn field_ui(ui: &mut Ui, state: &State, subject: &NoteSubject, draft: &mut NotesDraft, actions: &mut Vec<Action>) {
    let wants_keyboard = std::mem::take(&mut draft.wants_keyboard);
    let Some((_, typed)) = &mut draft.tagging else { return };
    let id = Id::unique(("tag of", &subject.id));
    let field = TextField::bare(text::TAG, typed).placeholder("Such as vip").width(FIELD);
    let field = field.id(id).ui(ui);
    if wants_keyboard {
        field.response.request_focus();
    }
    let fault = tag_word(typed).err().filter(|_| !typed.trim().is_empty());
    if let Some(fault) = &fault {
        label_ui(ui, Text::Small, tokens(ui).tone(Tone::Attention).text, &fault.to_string());
    }
    let mut added = (field.submitted && fault.is_none() && !typed.trim().is_empty()).then(|| typed.clone());
    let offered = offered(state, subject, typed);
    if !offered.is_empty() {
        ui.horizontal_wrapped(|ui| {
            ui.spacing_mut().item_spacing = egui::vec2(space::S, space::XS);
            for word in offered {
                let name = text::add_this_tag(&word);
                if Button::link(&word).name(&name).ui(ui).clicked() {
                    added = Some(word);
                }
            }
        });
    }
    let leaves = field.cancelled || (field.submitted && typed.trim().is_empty());
    match added {
        Some(word) => {
            actions.push(Action::Notes(NotesAction::AddTag(subject.clone(), word)));
            typed.clear();
            ui.memory_mut(|memory| memory.request_focus(id));
        }
        None if leaves => draft.tagging = None,
        None => {}
    }
}

/// The tags of other objects that begin with what is typed, the most frequent first.
fn offered(state: &State, subject: &NoteSubject, typed: &str) -> Vec<String> {
    let index = state.workspace.notes.index();
    let typed = typed.trim().to_lowercase();
    let is_new = |word: &String| index.tag(subject, word).is_none_or(|tag| tag.is_removed);
    let words = index.tags().into_iter().map(|(word, _)| word);
    words.filter(|word| word.starts_with(&typed) && is_new(word)).take(OFFERED_MAX).collect()
}
