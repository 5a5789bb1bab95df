//! The choice of a value of the API, which may be left to the service.

use egui::Ui;
use paydesk_domain::text::capitalized;
use strum::IntoEnumIterator;

use super::{FormFields, text};

/// Nothing is said of it.
pub const TO_THE_SERVICE: &str = text::DEFAULT;

/// What people write in capitals.
const ABBREVIATIONS: [&str; 8] = ["ach", "bacs", "becs", "id", "ip", "sepa", "upi", "url"];

/// A value of the API as people read it: `Bank transfer`, `SEPA debit`, `UPI`.
pub fn readable(word: &str) -> String {
    let capitals = |word: &str| ABBREVIATIONS.contains(&word).then(|| word.to_uppercase());
    let text: Vec<String> = word.split('_').map(|word| capitals(word).unwrap_or_else(|| word.to_owned())).collect();
    capitalized(&text.join(" "))
}

/// One of the values of the API, or none.
pub fn word_ui<T: IntoEnumIterator + Copy + PartialEq>(
    ui: &mut Ui,
    entry: &mut FormFields<'_>,
    path: &str,
    label: &str,
    chosen: &mut Option<T>,
    word: impl Fn(T) -> &'static str,
) {
    let text = chosen.map_or_else(|| TO_THE_SERVICE.to_owned(), |chosen| readable(word(chosen)));
    let taken = entry.choice(ui, path, label, &text, |body| {
        let mut taken = body.choice(TO_THE_SERVICE, chosen.is_none()).then_some(None);
        for value in T::iter() {
            if body.choice(&readable(word(value)), *chosen == Some(value)) {
                taken = Some(Some(value));
            }
        }
        taken
    });
    if let Some(taken) = taken {
        *chosen = taken;
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn words_of_the_api_are_read_as_people_write_them() {
        let read = ["bank_transfer", "sepa_debit", "upi", "card", ""].map(readable);
        assert_eq!(read, ["Bank transfer", "SEPA debit", "UPI", "Card", ""]);
    }
}
