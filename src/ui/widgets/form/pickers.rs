//! Currencies, countries, and what is known here: typed by its code or id, or found by name in the list below the field.
//! Text that is not in the list stays: the service may know more.

use std::sync::{Arc, LazyLock};

use egui::{Key, ScrollArea, Ui};

use super::FormFields;
use super::draft::OpenDropDown;
use super::fields::id_of;
use super::picker_item::PickerItem;
use super::text;
use crate::domain::country::{Country, plain};
use crate::domain::money::Currency;
use crate::ui::icons::Icon;
use crate::ui::tokens::{Text, size, tokens};
use crate::ui::widgets::{Choice, TextField, label_ui};

/// Rows of the list in view.
const ROWS: f32 = 8.0;
/// Room for the longest name, in points.
const WIDTH: f32 = 280.0;
const KEYS: [Key; 3] = [Key::ArrowDown, Key::ArrowUp, Key::Enter];

/// Most lines of the list: more are found by typing.
const SHOWN_MAX: usize = 300;

/// The texts of a picker: the label, the hint below it, and what the button at its end does.
#[derive(Debug, Clone, Copy)]
pub struct PickerTexts<'a> {
    pub label: &'a str,
    pub hint: &'a str,
    pub open: &'a str,
}

static CURRENCIES: LazyLock<Vec<PickerItem>> = LazyLock::new(|| {
    let offer = |currency: Currency| {
        let name = currency.name().unwrap_or_default().to_owned();
        let decimals = match currency.exponent() {
            Some(0) | None => text::NO_DECIMALS.to_owned(),
            Some(count) => text::decimals(count),
        };
        PickerItem { code: currency.code().to_owned(), plain: plain(&name), note: format!("{name}, {decimals}"), name }
    };
    Currency::all().map(offer).collect()
});

static COUNTRIES: LazyLock<Vec<PickerItem>> = LazyLock::new(|| {
    let offer = |country: Country| PickerItem {
        code: country.code.to_owned(),
        name: country.name.to_owned(),
        plain: plain(country.name),
        note: country.name.to_owned(),
    };
    Country::all().map(offer).collect()
});

impl FormFields<'_> {
    /// A currency at `path`; `text` is its code.
    pub fn currency(&mut self, ui: &mut Ui, path: &str, label: &str, text: &mut String) {
        let texts = PickerTexts { label, hint: text::CODE_OR_NAME_SUCH, open: text::SHOW_CURRENCIES };
        self.pick(ui, path, texts, text, &CURRENCIES);
    }

    /// A country at `path`; `text` is its two letters.
    pub fn country(&mut self, ui: &mut Ui, path: &str, label: &str, text: &mut String) {
        let texts = PickerTexts { label, hint: text::CODE_OR_NAME_SUCH_AS_DE, open: text::SHOW_COUNTRIES };
        self.pick(ui, path, texts, text, &COUNTRIES);
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
        let chosen = offers.iter().find(|offer| offer.code == *text);
        let hint = chosen.map_or(hint, |offer| offer.note.as_str());
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
            let found = found(offers, if opened.typed { text.trim() } else { "" });
            let moves = opened.at.is_none() || key.is_some() || typed;
            let at = step(opened, key, &found, text);
            picked = list_ui(ui, &found, (at, moves), text);
            if key == Some(Key::Enter) {
                picked = found.get(at).map(|offer| offer.code.clone());
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
    let is_it = |offer: &&PickerItem| offer.code.eq_ignore_ascii_case(&wanted) || offer.plain == wanted;
    if let Some(offer) = offers.iter().find(is_it) {
        offer.code.clone_into(text);
    }
}

/// What fits what is typed, the best first: the code, then names that begin with it, then names in which it is.
fn found<'o>(offers: &'o [PickerItem], typed: &str) -> Vec<&'o PickerItem> {
    let wanted = plain(typed);
    let rank = |offer: &&PickerItem| {
        let code = offer.code.to_lowercase();
        let fits = [
            code == wanted,
            code.starts_with(&wanted),
            offer.plain.starts_with(&wanted),
            offer.plain.split(' ').any(|word| word.starts_with(&wanted)),
            offer.plain.contains(&wanted),
            code.contains(&wanted),
        ];
        fits.into_iter().position(|fits| fits)
    };
    let mut found: Vec<&PickerItem> = offers.iter().filter(|offer| rank(offer).is_some()).collect();
    if !wanted.is_empty() {
        found.sort_by_key(|offer| rank(offer));
    }
    found.truncate(SHOWN_MAX);
    found
}

/// Moves through the list; one that was only opened begins with what is chosen.
fn step(opened: &mut OpenDropDown, key: Option<Key>, found: &[&PickerItem], text: &str) -> usize {
    let chosen = || found.iter().position(|offer| offer.code.eq_ignore_ascii_case(text.trim()));
    let begin = || chosen().filter(|_| !opened.typed).and_then(|at| i32::try_from(at).ok()).unwrap_or_default();
    let step = match key {
        Some(Key::ArrowDown) => 1,
        Some(Key::ArrowUp) => -1,
        _ => 0,
    };
    let last = i32::try_from(found.len()).unwrap_or(i32::MAX) - 1;
    let at = (opened.at.unwrap_or_else(begin) + step).clamp(0, last.max(0));
    opened.at = Some(at);
    usize::try_from(at).unwrap_or_default()
}

fn list_ui(ui: &mut Ui, found: &[&PickerItem], (at, moves): (usize, bool), text: &str) -> Option<String> {
    ui.set_width(WIDTH);
    ui.spacing_mut().item_spacing.y = 0.0;
    if found.is_empty() {
        label_ui(ui, Text::Small, tokens(ui).subdued, text::NOT_IN_LIST_YOUR_TEXT);
        return None;
    }
    let mut picked = None;
    ScrollArea::vertical().max_height(ROWS * size::ROW_COMPACT).show(ui, |ui| {
        for (index, offer) in found.iter().enumerate() {
            let message = offer.line();
            let line =
                Choice::new(&message).chosen(offer.code == text).highlighted(index == at).for_the_pointer().ui(ui);
            if index == at && moves {
                line.scroll_to_me(None);
            }
            if line.clicked() {
                picked = Some(offer.code.clone());
            }
        }
    });
    picked
}

#[cfg(test)]
mod tests {
    use super::*;

    fn codes(offers: &[PickerItem], typed: &str) -> Vec<String> {
        found(offers, typed).into_iter().map(|offer| offer.code.clone()).collect()
    }

    #[test]
    fn the_list_is_searched_by_code_and_by_name_the_best_first() {
        assert_eq!(codes(&COUNTRIES, "de")[..2], ["DE", "DK"]);
        assert_eq!(codes(&COUNTRIES, "germ"), ["DE"]);
        assert_eq!(codes(&COUNTRIES, "kingdom"), ["GB"]);
        assert_eq!(codes(&COUNTRIES, "cote d'iv"), ["CI"]);
        assert_eq!(codes(&CURRENCIES, "eur")[0], "EUR");
        assert_eq!(codes(&CURRENCIES, "yen"), ["JPY"]);
        assert_eq!(codes(&CURRENCIES, "zzz").len(), 0);
        assert_eq!(codes(&COUNTRIES, "").len(), COUNTRIES.len());
    }

    #[test]
    fn what_is_known_here_is_found_by_its_id_and_by_its_name() {
        let known = [PickerItem::known("cus_7f", "Ada Lovelace", ""), PickerItem::known("cus_9a", "", "")];
        assert_eq!(codes(&known, "love"), ["cus_7f"]);
        assert_eq!(codes(&known, "9a"), ["cus_9a"]);
        assert_eq!(known[1].line(), "cus_9a");
    }

    #[test]
    fn every_name_can_be_typed_on_any_keyboard() {
        assert!(CURRENCIES.iter().chain(COUNTRIES.iter()).all(|offer| offer.plain.is_ascii()));
    }

    #[test]
    fn what_is_typed_whole_becomes_its_code_and_nothing_else_does() {
        for (typed, becomes) in [("eur", "EUR"), (" Euro ", "EUR"), ("Eu", "Eu"), ("XQQ", "XQQ"), ("", "")] {
            let mut text = typed.to_owned();
            complete(&mut text, &CURRENCIES);
            assert_eq!(text, becomes);
        }
    }
}
