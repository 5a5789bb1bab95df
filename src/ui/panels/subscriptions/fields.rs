//! Fields that the forms of subscriptions share: addresses, and words that may be left to the service.

use egui::Ui;
use strum::IntoEnumIterator;

use crate::app::features::subscriptions::Billing;
use crate::ui::panels::entry::{Entry, group_ui};
use crate::ui::widgets::check_ui;

use super::draft::AddressDraft;

const TO_THE_SERVICE: &str = "Left to the service";

/// A word of the API as people read it.
pub fn spoken(word: &str) -> String {
    let words = word.replace('_', " ");
    let mut chars = words.chars();
    chars.next().map(|first| first.to_uppercase().chain(chars).collect()).unwrap_or_default()
}

/// One of the words of the API, or none.
pub fn word_ui<T: IntoEnumIterator + Copy + PartialEq>(
    ui: &mut Ui,
    entry: &mut Entry<'_>,
    path: &str,
    label: &str,
    chosen: &mut Option<T>,
    word: impl Fn(T) -> &'static str,
) {
    let text = chosen.map_or_else(|| TO_THE_SERVICE.to_owned(), |chosen| spoken(word(chosen)));
    let taken = entry.choice(ui, path, label, &text, |body| {
        let mut taken = body.choice(TO_THE_SERVICE, chosen.is_none()).then_some(None);
        for value in T::iter() {
            if body.choice(&spoken(word(value)), *chosen == Some(value)) {
                taken = Some(Some(value));
            }
        }
        taken
    });
    if let Some(taken) = taken {
        *chosen = taken;
    }
}

/// An address at the path `path`, which may be given.
pub fn address_ui(ui: &mut Ui, entry: &mut Entry<'_>, path: &str, title: &str, draft: &mut AddressDraft) {
    if check_ui(ui, draft.given, &format!("Give a {} address", title.to_lowercase())).clicked() {
        draft.given = !draft.given;
    }
    if !draft.given {
        return;
    }
    group_ui(ui, &format!("{title} address, every field optional"));
    let Billing { address, phone, email } = &mut draft.value;
    let at = |name: &str| format!("{path}.{name}");
    let [first, last] = [at("address.first_name"), at("address.last_name")];
    entry.pair(
        ui,
        [(&first, "First name", &mut address.first_name, ""), (&last, "Last name", &mut address.last_name, "")],
    );
    for (name, label, text) in [
        ("address.line1", "Street and number", &mut address.line1),
        ("address.line2", "Second line", &mut address.line2),
        ("address.line3", "Third line", &mut address.line3),
    ] {
        entry.text(ui, &at(name), label, text, "");
    }
    let [zip, city] = [at("address.zip"), at("address.city")];
    entry.pair(ui, [(&zip, "Postal code", &mut address.zip, ""), (&city, "City", &mut address.city, "")]);
    let [state, country] = [at("address.state"), at("address.country")];
    entry.pair(
        ui,
        [
            (&state, "State or region", &mut address.state, ""),
            (&country, "Country", &mut address.country, "Two letters: GB, DE"),
        ],
    );
    let [code, number] = [at("phone.country_code"), at("phone.number")];
    entry.pair(
        ui,
        [
            (&code, "Country code of the telephone", &mut phone.country_code, "+44"),
            (&number, "Telephone", &mut phone.number, "Without the country code"),
        ],
    );
    entry.text(ui, &at("email"), "E-mail", email, "");
}
