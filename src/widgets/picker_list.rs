//! The list of a picker: what fits what is typed, the best first, moved through with the arrows. Used below the fields of
//! forms and in the popups of filters.

use std::sync::LazyLock;

use egui::{Key, ScrollArea, Ui};

use super::{Choice, label_ui, text};
use crate::tokens::{Text, size, tokens};
use paydesk_domain::country::{Country, plain};
use paydesk_domain::money::{Currency, MinorUnits};

/// Rows of the list in view.
const ROWS: f32 = 8.0;
/// Room for the longest name, in points.
pub const WIDTH: f32 = 280.0;
/// The keys that move through the list and pick from it.
pub const KEYS: [Key; 3] = [Key::ArrowDown, Key::ArrowUp, Key::Enter];

/// Most lines of the list: more are found by typing.
const SHOWN_MAX: usize = 300;

/// One thing to pick.
#[derive(Debug, Clone)]
pub struct PickerItem {
    /// What is sent: a code, an id.
    code: String,
    name: String,
    /// The name as it is searched for.
    plain: String,
    /// What is below the field once it is picked.
    note: String,
    /// The code is an id.
    is_id: bool,
}

impl PickerItem {
    /// What is sent.
    pub fn code(&self) -> &str {
        &self.code
    }

    /// What is below the field once it is picked.
    pub fn note(&self) -> &str {
        &self.note
    }

    /// Whether `name` is its name, as names are searched for.
    pub fn is_named(&self, name: &str) -> bool {
        self.plain == name
    }

    /// Whether `code` is its code.
    pub fn is(&self, code: &str) -> bool {
        self.code.eq_ignore_ascii_case(code)
    }

    /// By name; those without one at the end.
    pub fn sort_key(&self) -> (bool, &str, &str) {
        (self.plain.is_empty(), &self.plain, &self.code)
    }

    /// As it is in the list.
    fn line(&self) -> String {
        match (self.name.is_empty(), self.is_id) {
            (true, _) => self.code.clone(),
            // Nobody reads ids: what is cut at the end is the id.
            (false, true) => format!("{} · {}", self.name, self.code),
            (false, false) => format!("{} · {}", self.code, self.name),
        }
    }

    /// One that is known here by its id: `name` is what people call it, `note` what is below the field once it is picked.
    pub fn known(id: &str, name: &str, note: &str) -> Self {
        Self { code: id.to_owned(), plain: plain(name), name: name.to_owned(), note: note.to_owned(), is_id: true }
    }
}

static UNDECIDED: LazyLock<Vec<PickerItem>> = LazyLock::new(|| offers_of(MinorUnits::Undecided));
static ISO_4217: LazyLock<Vec<PickerItem>> = LazyLock::new(|| offers_of(MinorUnits::Iso4217));
static HYPERSWITCH: LazyLock<Vec<PickerItem>> = LazyLock::new(|| offers_of(MinorUnits::Hyperswitch));

fn offers_of(units: MinorUnits) -> Vec<PickerItem> {
    let offer = |currency: Currency| {
        let name = currency.name().unwrap_or_default().to_owned();
        let decimals = match currency.exponent() {
            Some(0) | None => "no decimals".to_owned(),
            Some(count) => text::decimals(count),
        };
        let note = if name.is_empty() { decimals } else { format!("{name}, {decimals}") };
        let code = currency.code().to_owned();
        PickerItem { code, plain: plain(&name), note, name, is_id: false }
    };
    units.currencies().into_iter().map(offer).collect()
}

static COUNTRIES: LazyLock<Vec<PickerItem>> = LazyLock::new(|| {
    let offer = |country: Country| PickerItem {
        code: country.code.to_owned(),
        name: country.name.to_owned(),
        plain: plain(country.name),
        note: country.name.to_owned(),
        is_id: false,
    };
    Country::all().map(offer).collect()
});

/// All currencies that amounts can be typed in, by their codes, for a service that counts amounts so.
pub fn currencies(units: MinorUnits) -> &'static [PickerItem] {
    match units {
        MinorUnits::Undecided => &UNDECIDED,
        MinorUnits::Iso4217 => &ISO_4217,
        MinorUnits::Hyperswitch => &HYPERSWITCH,
    }
}

/// All countries, by their codes.
pub fn countries() -> &'static [PickerItem] {
    &COUNTRIES
}

/// Which of the list fit what is typed, the best first: the code, then names that begin with it, then names in which it is.
pub fn found(offers: &[PickerItem], typed: &str) -> Vec<usize> {
    let wanted = plain(typed);
    let rank = |offer: &PickerItem| {
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
    let mut found: Vec<(usize, usize)> =
        offers.iter().enumerate().filter_map(|(at, offer)| Some((rank(offer)?, at))).collect();
    if !wanted.is_empty() {
        found.sort_unstable();
    }
    found.truncate(SHOWN_MAX);
    found.into_iter().map(|(_, at)| at).collect()
}

/// Moves through the list; one that was only opened begins with what is chosen.
pub fn step((at, typed): (&mut Option<i32>, bool), key: Option<Key>, found: &[&PickerItem], text: &str) -> usize {
    let chosen = || found.iter().position(|offer| offer.code.eq_ignore_ascii_case(text.trim()));
    let begin = || chosen().filter(|_| !typed).and_then(|at| i32::try_from(at).ok()).unwrap_or_default();
    let step = match key {
        Some(Key::ArrowDown) => 1,
        Some(Key::ArrowUp) => -1,
        _ => 0,
    };
    let last = i32::try_from(found.len()).unwrap_or(i32::MAX) - 1;
    let row = (at.unwrap_or_else(begin) + step).clamp(0, last.max(0));
    *at = Some(row);
    usize::try_from(row).unwrap_or_default()
}

/// Draws the list and returns what was clicked. `text` is what is chosen, `nothing` is shown where nothing fits.
pub fn list_ui(
    ui: &mut Ui,
    found: &[&PickerItem],
    (at, moves): (usize, bool),
    text: &str,
    nothing: &str,
) -> Option<String> {
    ui.set_width(WIDTH);
    ui.spacing_mut().item_spacing.y = 0.0;
    if found.is_empty() {
        label_ui(ui, Text::Small, tokens(ui).subdued, nothing);
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
        found(offers, typed).into_iter().map(|at| offers[at].code.clone()).collect()
    }

    #[test]
    fn the_list_is_searched_by_code_and_by_name_the_best_first() {
        assert_eq!(codes(&COUNTRIES, "de")[..2], ["DE", "DK"]);
        assert_eq!(codes(&COUNTRIES, "germ"), ["DE"]);
        assert_eq!(codes(&COUNTRIES, "kingdom"), ["GB"]);
        assert_eq!(codes(&COUNTRIES, "cote d'iv"), ["CI"]);
        assert_eq!(codes(&ISO_4217, "eur")[0], "EUR");
        assert_eq!(codes(&ISO_4217, "yen"), ["JPY"]);
        assert_eq!(codes(&ISO_4217, "zzz").len(), 0);
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
        assert!(HYPERSWITCH.iter().chain(COUNTRIES.iter()).all(|offer| offer.plain.is_ascii()));
    }
}
