//! What can be typed at the cursor, below the field: highlighted with the arrow keys, taken with Enter or a click.

use egui::text::{CCursor, CCursorRange};
use egui::text_edit::TextEditState;
use egui::{EventFilter, Id, Key, Modifiers, Popup, PopupAnchor, PopupCloseBehavior, Ui};

use paydesk_core::State;
use paydesk_core::features::history::History;
use paydesk_core::features::notes::ProfileNotes;
use paydesk_index::payment_query::{QueryKey, QuerySuggestion, QuerySuggestions, QueryValues, suggest};
use paydesk_widgets::tokens::{Tone, space};
use paydesk_widgets::{Choice, FieldOutput};

use super::offered::is_offered;

const WIDTH: f32 = 420.0;

/// What is kept of the suggestions from frame to frame.
#[derive(Debug, Default)]
pub struct CompletionDraft {
    /// The line that the keyboard is on.
    at: Option<usize>,
    /// They were sent away for this text.
    dismissed: Option<String>,
    /// What they are of, and they themselves.
    of: Option<(String, usize, u64)>,
    shown: QuerySuggestions,
}

/// Draws the field and what can be typed in it.
pub fn completed(
    ui: &mut Ui,
    state: &State,
    id: Id,
    draft: &mut CompletionDraft,
    typed: &mut String,
    field: impl FnOnce(&mut Ui, &mut String) -> FieldOutput,
) -> FieldOutput {
    let is_open = is_offered(state)
        && ui.memory(|memory| memory.has_focus(id))
        && draft.dismissed.as_ref() != Some(typed)
        && !draft.shown.items.is_empty();
    let mut taken = if is_open { keys(ui, draft) } else { None };
    let mut shown = field(ui, typed);
    if shown.changed {
        draft.at = None;
    }
    // Of the field, also while the window has lost the keyboard to another.
    if !is_offered(state) || !ui.memory(|memory| memory.has_focus(id)) {
        draft.shown = QuerySuggestions::default();
        draft.of = None;
        return shown;
    }
    follow(ui, state, shown.response.id, draft, typed);
    if draft.dismissed.as_ref() != Some(typed) && !draft.shown.items.is_empty() {
        let filter = EventFilter { tab: false, horizontal_arrows: true, vertical_arrows: true, escape: true };
        ui.memory_mut(|memory| memory.set_focus_lock_filter(id, filter));
        taken = list_ui(ui, &shown, draft).or(taken);
    }
    if let Some(item) = taken {
        take(ui, shown.response.id, draft, typed, &item);
        shown.changed = true;
        shown.submitted = false;
    }
    shown
}

/// The keys that are for the suggestions and not for the field.
fn keys(ui: &Ui, draft: &mut CompletionDraft) -> Option<QuerySuggestion> {
    let pressed = |key| ui.input_mut(|input| input.consume_key(Modifiers::NONE, key));
    let last = draft.shown.items.len().saturating_sub(1);
    if pressed(Key::ArrowDown) {
        draft.at = Some(draft.at.map_or(0, |at| (at + 1).min(last)));
    }
    if pressed(Key::ArrowUp) {
        draft.at = draft.at.and_then(|at| at.checked_sub(1));
    }
    if pressed(Key::Escape) {
        draft.dismissed = draft.of.as_ref().map(|(typed, ..)| typed.clone());
        return None;
    }
    let at = draft.at.filter(|_| pressed(Key::Enter));
    at.and_then(|at| draft.shown.items.get(at).cloned())
}

/// Looks for suggestions where the text, the cursor or the counts have changed.
fn follow(ui: &Ui, state: &State, id: Id, draft: &mut CompletionDraft, typed: &str) {
    let range = TextEditState::load(ui.ctx(), id).and_then(|state| state.cursor.char_range());
    let chars = range.map_or(usize::MAX, |range| range.primary.index.into());
    let cursor = typed.char_indices().nth(chars).map_or(typed.len(), |(at, _)| at);
    let history = &state.workspace.history;
    let of = (typed.to_owned(), cursor, history.search().revision().wrapping_add(state.workspace.notes.revision()));
    if draft.of.as_ref() != Some(&of) {
        let known = KnownValues { history, notes: &state.workspace.notes };
        draft.shown = suggest(typed, cursor, &known);
        draft.at = draft.at.filter(|at| *at < draft.shown.items.len());
        // A word that is complete needs no list below it.
        let only_it =
            matches!(&draft.shown.items[..], [one] if typed.get(draft.shown.place.clone()) == Some(&one.text));
        if only_it {
            draft.shown.items.clear();
        }
        draft.of = Some(of);
    }
}

/// What payments have, and the tags that people put on them.
struct KnownValues<'a> {
    history: &'a History,
    notes: &'a ProfileNotes,
}

impl QueryValues for KnownValues<'_> {
    fn values(&self, key: QueryKey) -> Vec<(String, u64)> {
        match key {
            QueryKey::Tag => self.notes.index().tags(),
            key => self.history.values(key),
        }
    }
}

fn list_ui(ui: &Ui, field: &FieldOutput, draft: &mut CompletionDraft) -> Option<QuerySuggestion> {
    let id = field.response.id.with("suggestions");
    let popup = Popup::new(id, ui.ctx().clone(), PopupAnchor::ParentRect(field.rect), ui.layer_id());
    let popup = popup.open(true).close_behavior(PopupCloseBehavior::IgnoreClicks);
    let mut taken = None;
    popup.accessible_name("Search suggestions").gap(space::XS).show(|ui| {
        ui.set_width(WIDTH);
        ui.spacing_mut().item_spacing.y = 0.0;
        for (index, item) in draft.shown.items.iter().enumerate() {
            let line = Choice::new(&item.text).note(&item.note, Tone::Neutral).highlighted(draft.at == Some(index));
            if line.for_the_pointer().ui(ui).clicked() {
                taken = Some(item.clone());
            }
        }
    });
    taken
}

/// Puts the cursor of the field behind so many characters.
pub(super) fn put_cursor(ui: &Ui, id: Id, chars: usize) {
    let mut state = TextEditState::load(ui.ctx(), id).unwrap_or_default();
    state.cursor.set_char_range(Some(CCursorRange::one(CCursor::new(chars))));
    state.store(ui.ctx(), id);
}

/// Puts a suggestion in, and the cursor behind it. A value is followed by a blank.
fn take(ui: &Ui, id: Id, draft: &mut CompletionDraft, typed: &mut String, item: &QuerySuggestion) {
    let place = draft.shown.place.clone();
    if typed.get(place.clone()).is_none() {
        return;
    }
    let is_key = item.text.ends_with(':');
    let is_last = place.end == typed.len();
    let blank = if is_last && !is_key { " " } else { "" };
    typed.replace_range(place.clone(), &format!("{}{blank}", item.text));
    let behind = typed[..place.start + item.text.len() + blank.len()].chars().count();
    put_cursor(ui, id, behind);
    ui.memory_mut(|memory| memory.request_focus(id));
    (draft.at, draft.of) = (None, None);
    ui.ctx().request_repaint();
}
