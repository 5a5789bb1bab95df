//! Which currency a title, the name of a file or a line names.

use std::collections::BTreeSet;

use paydesk_domain::money::{CurrencyCode, currency_of_sign, is_currency_sign};

use super::title_words::{CODES_THAT_ARE_WORDS, CURRENCY_NAMES, SMALL_CODES};

/// The code of the one currency that a title names: `Amount (EUR)`, `Betrag €`.
pub(super) fn currency(title: &str) -> Option<String> {
    let is_code = |word: &&str| CurrencyCode::new(&word.to_uppercase()).is_listed();
    let is_written_so = |word: &&str| {
        SMALL_CODES.contains(&word.to_lowercase().as_str())
            || (is_written_as_code(word) && !may_be_word_of(title, word))
    };
    let words =
        title.split(|c: char| !c.is_alphanumeric()).filter(is_written_so).filter(is_code).map(str::to_uppercase);
    let signs = signs(title).filter_map(currency_of_sign).map(str::to_owned);
    let lower = title.to_lowercase();
    let has = |name: &str| lower.split(|c: char| !c.is_alphanumeric() && c != '$').any(|word| word == name);
    let names = CURRENCY_NAMES.iter().filter(|(name, _)| has(name)).map(|(_, code)| (*code).to_owned());
    let codes: BTreeSet<String> = words.chain(signs).chain(names).collect();
    codes.iter().next().filter(|_| codes.len() == 1).cloned()
}

/// The code of the one currency whose sign or name is all that a cell says: `€`, `Euro`.
pub(super) fn code_of_cell(cell: &str) -> Option<String> {
    let cell = cell.trim();
    let named = |name: &str| CURRENCY_NAMES.iter().find(|(known, _)| *known == name).map(|(_, code)| *code);
    currency_of_sign(cell).or_else(|| named(&cell.to_lowercase())).map(str::to_owned)
}

/// Whether a word has one kind of letters.
fn is_written_as_code(word: &str) -> bool {
    word.chars().all(char::is_uppercase) || word.chars().all(char::is_lowercase)
}

/// Whether the code of a currency may be a word of this title: in one that is all in capitals, `ALL` may be both.
fn may_be_word_of(title: &str, code: &str) -> bool {
    let is_shouted = !title.contains(char::is_lowercase);
    let stands_out = code.chars().all(char::is_uppercase) && !is_shouted;
    !stands_out && CODES_THAT_ARE_WORDS.contains(&code.to_lowercase().as_str())
}

/// A sign in a title that stands for several currencies: `Amount ($)`.
pub(super) fn open_sign(title: &str) -> Option<String> {
    let mut signs = signs(title).filter(|sign| is_currency_sign(sign) && currency_of_sign(sign).is_none());
    signs.next().map(str::to_owned)
}

fn signs(title: &str) -> impl Iterator<Item = &str> {
    let around = |c: char| c.is_whitespace() || "()[]/_-".contains(c);
    title.split(char::is_alphanumeric).map(move |sign| sign.trim_matches(around))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_title_may_name_the_currency_of_its_amounts() {
        for (title, code) in [
            ("Betrag in EUR", Some("EUR")),
            ("amount USD", Some("USD")),
            ("amount_usd", Some("USD")),
            ("Amount (EUR)", Some("EUR")),
            ("Betrag €", Some("EUR")),
            ("Amount (£)", Some("GBP")),
            ("Amount ($)", None),
            ("Amount (US$)", Some("USD")),
            ("Betrag in Euro", Some("EUR")),
            ("EUR or USD", None),
            ("all amounts", None),
            ("ALL REFUNDS", None),
            ("All amounts in USD", Some("USD")),
            ("amount", None),
            ("AMOUNT INR", Some("INR")),
            ("AMOUNT_BRL", Some("BRL")),
            ("refund inr", Some("INR")),
            ("amount_aud", Some("AUD")),
            ("Amount Rupees", Some("INR")),
            ("AMOUNT TRY", None),
            ("Amount TRY", Some("TRY")),
            ("top refunds", None),
        ] {
            assert_eq!(currency(title).as_deref(), code, "{title}");
        }
    }
}
