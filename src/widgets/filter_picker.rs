//! A filter with one choice of a long list: typed by its code or name, or found with the arrows. [`super::FilterMenu`] is
//! the one for a few choices.

use std::sync::Arc;

use egui::{Key, Modifiers, Ui};

use super::filter::{FilterButton, FilterChange};
use super::picker_list::{self, KEYS, PickerItem};
use super::{Choice, TextField};
use crate::tokens::space;

/// What is typed into the popup, and which line of its list is highlighted.
#[derive(Debug, Default)]
pub struct FilterPickerDraft {
    typed: String,
    at: Option<i32>,
    /// The items as they were when the popup opened: none moves while it is open.
    items: Arc<[PickerItem]>,
    /// Which of them are found, with what they were found for.
    found: Option<(String, Vec<usize>)>,
}

impl FilterPickerDraft {
    fn begin(&mut self, items: Vec<PickerItem>) {
        *self = Self { items: items.into(), ..Self::default() };
    }

    /// Which items fit what is typed, found again only when that has changed.
    fn found(&mut self) -> &[usize] {
        let typed = self.typed.trim();
        let found = self.found.take().filter(|(text, _)| text == typed);
        let find = || (typed.to_owned(), picker_list::found(&self.items, typed));
        &self.found.insert(found.unwrap_or_else(find)).1
    }
}

/// A filter to be shown with [`FilterPicker::ui`]; builder.
#[must_use = "a filter is shown with `ui`"]
pub struct FilterPicker<'a> {
    name: &'a str,
    value: Option<(&'a str, &'a str)>,
    placeholder: &'a str,
    nothing: &'a str,
    other: Option<fn(&str) -> String>,
}

impl<'a> FilterPicker<'a> {
    /// `name` as on the button (`Currency`), and what it is set to: its code and its text.
    pub fn new(name: &'a str, value: Option<(&'a str, &'a str)>) -> Self {
        Self { name, value, placeholder: "", nothing: "", other: None }
    }

    /// What can be typed into the field of the popup.
    pub fn placeholder(mut self, placeholder: &'a str) -> Self {
        self.placeholder = placeholder;
        self
    }

    /// What is shown where nothing fits what is typed.
    pub fn nothing(mut self, text: &'a str) -> Self {
        self.nothing = text;
        self
    }

    /// What is typed may be chosen though it is not in the list; `line` is how that is offered.
    pub fn other(mut self, line: fn(&str) -> String) -> Self {
        self.other = Some(line);
        self
    }

    /// Shows the button, and while it is open the popup; the code of what was chosen. `items` is asked for what there is
    /// once for each opening.
    pub fn ui(
        self,
        ui: &mut Ui,
        draft: &mut FilterPickerDraft,
        items: impl FnOnce() -> Vec<PickerItem>,
    ) -> Option<FilterChange<String>> {
        let width = picker_list::WIDTH + 2.0 * space::S;
        FilterButton::new(self.name, self.value.map(|(_, text)| text)).width(width).ui(ui, |body| {
            if body.just_opened {
                draft.begin(items());
            }
            let just_opened = body.just_opened;
            body.form(|ui| self.body_ui(ui, draft, just_opened))
        })
    }

    fn body_ui(&self, ui: &mut Ui, draft: &mut FilterPickerDraft, just_opened: bool) -> Option<String> {
        let id = ui.scope_id().with(self.name);
        let has_focus = ui.memory(|memory| memory.has_focus(id));
        let is_pressed = |key: &Key| ui.input_mut(|input| input.consume_key(Modifiers::NONE, *key));
        let key = KEYS.into_iter().find(|key| has_focus && is_pressed(key));
        let field = TextField::bare(self.name, &mut draft.typed).placeholder(self.placeholder).clearable();
        let shown = field.width(picker_list::WIDTH).id(id).ui(ui);
        ui.add_space(space::XS);
        if just_opened {
            shown.response.request_focus();
        }
        if shown.changed {
            draft.at = Some(0);
        }
        let items = Arc::clone(&draft.items);
        let found: Vec<&PickerItem> = draft.found().iter().filter_map(|at| items.get(*at)).collect();
        let (typed, chosen) = (draft.typed.trim(), self.value.map_or("", |(code, _)| code));
        let moves = just_opened || key.is_some() || shown.changed;
        let at = picker_list::step((&mut draft.at, !typed.is_empty()), key, &found, chosen);
        let other = self.other.filter(|_| !typed.is_empty() && !found.iter().any(|item| item.is(typed)));
        let mut picked = None;
        if !found.is_empty() || other.is_none() {
            picked = picker_list::list_ui(ui, &found, (at, moves), chosen, self.nothing);
        }
        let takes_other =
            other.is_some_and(|line| Choice::new(&line(typed)).highlighted(found.is_empty()).ui(ui).clicked());
        match (key, found.get(at)) {
            (Some(Key::Enter), Some(item)) => Some(item.code().to_owned()),
            (Some(Key::Enter), None) if other.is_some() => Some(typed.to_owned()),
            _ if takes_other => Some(typed.to_owned()),
            _ => picked.take(),
        }
    }
}
