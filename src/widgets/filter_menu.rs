//! A filter with one choice of a plain list.

use egui::Ui;

use super::filter::{FilterButton, FilterChange};
use super::paint;
use crate::tokens::{Text, space, tokens};

/// A filter to be shown with [`FilterMenu::ui`]; builder.
#[must_use = "a filter is shown with `ui`"]
pub struct FilterMenu<'a, S> {
    name: &'a str,
    choices: &'a [S],
    chosen: Option<usize>,
    clearable: bool,
}

impl<'a, S: AsRef<str>> FilterMenu<'a, S> {
    /// `name` as on the button (`Currency`), the choices in order, and the one that is set.
    pub fn new(name: &'a str, choices: &'a [S], chosen: Option<usize>) -> Self {
        Self { name, choices, chosen, clearable: true }
    }

    /// Always one choice, such as a period: shows only the choice, and has no ✕.
    pub fn always_set(mut self) -> Self {
        self.clearable = false;
        self
    }

    pub fn ui(self, ui: &mut Ui) -> Option<FilterChange> {
        let chosen = self.chosen.and_then(|index| self.choices.get(index)).map(AsRef::as_ref);
        let mut filter = FilterButton::new(self.name, chosen).width(self.list_width(ui));
        if !self.clearable {
            filter = filter.always_set();
        }
        filter.ui(ui, |body| {
            let mut picked = None;
            for (index, choice) in self.choices.iter().enumerate() {
                if body.choice(choice.as_ref(), self.chosen == Some(index)) {
                    picked = Some(index);
                }
            }
            picked
        })
    }

    fn list_width(&self, ui: &Ui) -> f32 {
        let widest = self
            .choices
            .iter()
            .map(|choice| paint::line(ui.painter(), choice.as_ref(), Text::Body, tokens(ui).text, 320.0).size().x);
        widest.fold(120.0, f32::max) + 2.0 * space::S + 24.0
    }
}
