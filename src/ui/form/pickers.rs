//! Currencies, countries, and what is known here: typed by its code or id, or found by name in the list below the field.
//! Text that is not in the list stays: the service may know more.

use std::sync::Arc;

use egui::{Key, Ui};
use paydesk_domain::country::plain;
use paydesk_widgets::TextField;
use paydesk_widgets::icons::Icon;
use paydesk_widgets::picker_list::{self, KEYS, PickerItem};

use super::fields::id_of;
use super::{FormFields, text};

/// The texts of a picker: the label, the hint below it, and what the button at its end does.
#[derive(Debug, Clone, Copy)]
pub struct PickerTexts<'a> {
    pub label: &'a str,
    pub hint: &'a str,
    pub open: &'a str,
}

impl FormFields<'_> {
    /// A currency at `path`; `text` is its code.
    pub fn currency(&mut self, ui: &mut Ui, path: &str, label: &str, text: &mut String) {
        let texts = PickerTexts { label, hint: "Code or name, such as EUR", open: "Show currencies" };
        self.pick(ui, path, texts, text, picker_list::currencies(self.units));
    }

    /// A country at `path`; `text` is its two letters.
    pub fn country(&mut self, ui: &mut Ui, path: &str, label: &str, text: &mut String) {
        let texts = PickerTexts { label, hint: "Code or name, such as DE", open: "Show countries" };
        self.pick(ui, path, texts, text, picker_list::countries());
    }

    /// One of what is known here at `path`; `text` is its id. `items` is asked for once for each `stamp`. Where nothing is
    /// known it is a line of text.
    pub fn known(
        &mut self,
        ui: &mut Ui,
        path: &str,
        texts: PickerTexts<'_>,
        text: &mut String,
        (stamp, items): (u64, impl FnOnce() -> Vec<PickerItem>),
    ) {
        let known = self.draft.known.get(path).filter(|(known, _)| *known == stamp);
        let items = known.map_or_else(|| items().into(), |(_, items)| Arc::clone(items));
        self.draft.known.insert(path.to_owned(), (stamp, Arc::clone(&items)));
        if items.is_empty() {
            self.text(ui, path, texts.label, text, texts.hint);
        } else {
            self.pick(ui, path, texts, text, &items);
        }
    }

    fn pick(
        &mut self,
        ui: &mut Ui,
        path: &str,
        PickerTexts { label, hint, open }: PickerTexts<'_>,
        text: &mut String,
        offers: &[PickerItem],
    ) {
        let key = self.taken_key(ui, path, &KEYS);
        let (error, warning, name) = (self.error(path), self.warning(path), self.name(label));
        let chosen = offers.iter().find(|offer| offer.code() == *text);
        let hint = chosen.map_or(hint, PickerItem::note);
        let mut field =
            TextField::labelled(label, text).name(&name).hint(hint).error(error.as_deref()).warning(warning.as_deref());
        if !self.requires(path) {
            field = field.clearable();
        }
        let open = format!("{open}: {}", self.name(label).to_lowercase());
        let field = field.required(self.requires(path)).opener(Icon::Down, &open).id(id_of(path));
        let mut shown = field.ui(ui);
        let typed = shown.changed && !shown.cleared;
        if typed && let Some(opened) = self.opened(path) {
            (opened.at, opened.typed) = (Some(0), true);
        }
        let mut picked = None;
        self.drop_down(ui, path, (&mut shown, typed), &text::choices(label), |ui, opened| {
            let found = picker_list::found(offers, if opened.typed { text.trim() } else { "" });
            let found: Vec<&PickerItem> = found.into_iter().filter_map(|at| offers.get(at)).collect();
            let moves = opened.at.is_none() || key.is_some() || typed;
            let at = picker_list::step((&mut opened.at, opened.typed), key, &found, text);
            picked = picker_list::list_ui(ui, &found, (at, moves), text, "Not in the list; your text is used");
            if key == Some(Key::Enter) {
                picked = found.get(at).map(|offer| offer.code().to_owned());
            }
        });
        if let Some(code) = picked {
            *text = code;
            shown.response.request_focus();
            self.close(path);
        } else if key == Some(Key::Enter) {
            self.close(path);
        } else if shown.response.lost_focus() {
            complete(text, offers);
            // A click into the list takes the keyboard too: that is no leaving.
            if ui.input(|input| input.key_pressed(Key::Tab)) {
                self.close(path);
            }
        }
        self.settle(ui, path, text.is_empty(), &shown);
    }
}

/// What is typed whole is taken for what it names; anything else stays as it is.
fn complete(text: &mut String, offers: &[PickerItem]) {
    let wanted = plain(text.trim());
    let is_it = |offer: &&PickerItem| offer.is(&wanted) || offer.is_named(&wanted);
    if let Some(offer) = offers.iter().find(is_it) {
        offer.code().clone_into(text);
    }
}

#[cfg(test)]
mod tests {
    use paydesk_domain::money::MinorUnits;

    use super::*;

    #[test]
    fn what_is_typed_whole_becomes_its_code_and_nothing_else_does() {
        for (typed, becomes) in [("eur", "EUR"), (" Euro ", "EUR"), ("Eu", "Eu"), ("XQQ", "XQQ"), ("", "")] {
            let mut text = typed.to_owned();
            complete(&mut text, picker_list::currencies(MinorUnits::Iso4217));
            assert_eq!(text, becomes);
        }
    }
}
