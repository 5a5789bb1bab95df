//! What the titles of a file say its columns hold, in the languages that exports of banks, shops and people in Europe have.
//!
//! Where two columns may be meant, neither is taken: a person says which one it is.

use crate::features::bulk::kind::BulkKind;

use super::named_currency::currency;
use super::title_words::{AMOUNT_WORDS, FILLERS};
use super::units::title_names_unit;

/// Titles of ids, the best first.
const IDS: [&str; 29] = [
    "payment_id",
    "payout_id",
    "paymentid",
    "payoutid",
    "id",
    "payment",
    "payout",
    "zahlungs_id",
    "zahlung_id",
    "zahlungsnummer",
    "zahlung",
    "auszahlung",
    "id_paiement",
    "id_de_paiement",
    "paiement",
    "id_pago",
    "id_de_pago",
    "pago",
    "id_pagamento",
    "pagamento",
    "betalings_id",
    "betaling_id",
    "betaling",
    "betalning",
    "id_płatności",
    "płatność",
    "platnosc",
    "platba",
    "maksu",
];
/// Titles that say by themselves that an amount is to be captured or refunded, the best first.
const AMOUNTS_TO_CAPTURE: [&str; 3] = ["amount_to_capture", "capture_amount", "to_capture"];
const AMOUNTS_TO_REFUND: [&str; 3] = ["amount_to_refund", "refund_amount", "to_refund"];
/// Titles of numbers that are no amounts: of lines, and of cards in exports of Paydesk.
const NO_AMOUNTS: [&str; 10] =
    ["line", "line_no", "row", "no", "nr", "#", "card_last4", "card_last_four", "last4", "last_4"];
/// What stands for a payment in the id of one.
const PAYMENT_WORDS: [&str; 3] = ["payment", "payout", "zahlung"];
/// What stands in place of an id where amounts are added up.
const TOTALS: [&str; 13] = [
    "total",
    "totals",
    "subtotal",
    "sum",
    "summe",
    "gesamt",
    "gesamtsumme",
    "zwischensumme",
    "totale",
    "totaal",
    "suma",
    "razem",
    "somme",
];
/// Titles of numbers that are amounts, though not which ones.
const VALUE_WORDS: [&str; 8] = ["value", "values", "wert", "valeur", "valor", "valore", "waarde", "värde"];
const CURRENCY_WORDS: [&str; 14] = [
    "currency", "ccy", "cur", "währung", "waehrung", "devise", "divisa", "moneda", "valuta", "waluta", "moeda", "měna",
    "mena", "pénznem",
];
const REASON_WORDS: [&str; 12] =
    ["reason", "why", "grund", "begründung", "motif", "raison", "motivo", "reden", "powód", "orsak", "årsag", "důvod"];
/// Compounds end with a word of so many characters at least: *Teilbetrag*, *Kontowährung*.
const ENDING_MIN_CHARS: usize = 5;

/// The columns that titles name, from 0.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Default)]
pub(super) struct FoundColumns {
    pub(super) id: Option<usize>,
    pub(super) amount: Option<usize>,
    /// The title of the amounts says what is done with them, not only that they are amounts.
    pub(super) names_operation: bool,
    /// The title of the amounts says nothing but that they are amounts, in which currency perhaps.
    pub(super) is_plain: bool,
    pub(super) currency: Option<usize>,
    pub(super) reason: Option<usize>,
}

impl FoundColumns {
    /// How many of them were found.
    pub(super) fn count(self) -> usize {
        [self.id, self.amount, self.currency, self.reason].into_iter().flatten().count()
    }
}

pub(super) fn find(titles: &[&str], kind: BulkKind) -> FoundColumns {
    let folded: Vec<String> = titles.iter().map(|title| title.trim().to_lowercase().replace([' ', '-'], "_")).collect();
    // The first of the names that is there, unless two columns have it.
    let exact = |names: &[&str]| {
        let name = names.iter().find(|name| folded.iter().any(|title| title == *name))?;
        only(&folded, |title| title == name)
    };
    let is_currency = |title: &String| has_word(title, &CURRENCY_WORDS);
    let is_amount = |title: &String| has_word(title, &AMOUNT_WORDS) && !is_currency(title) && !title_names_unit(title);
    let named = exact(of_operation(kind));
    let word = operation_word(kind);
    let amount =
        named.or_else(|| exact(&AMOUNT_WORDS[..1])).or_else(|| exact(&[word])).or_else(|| only(&folded, is_amount));
    FoundColumns {
        id: exact(&IDS),
        amount,
        names_operation: named.is_some(),
        is_plain: amount.is_some_and(|column| is_plain(titles[column], word)),
        currency: exact(&CURRENCY_WORDS[..1]).or_else(|| only(&folded, is_currency)),
        reason: exact(&REASON_WORDS[..1]).or_else(|| only(&folded, |title| has_word(title, &REASON_WORDS))),
    }
}

fn of_operation(kind: BulkKind) -> &'static [&'static str] {
    if kind == BulkKind::Refund { &AMOUNTS_TO_REFUND } else { &AMOUNTS_TO_CAPTURE }
}

fn operation_word(kind: BulkKind) -> &'static str {
    if kind == BulkKind::Refund { "refund" } else { "capture" }
}

/// Whether a title says what is done with the amounts below it.
pub(super) fn names_operation(title: &str, kind: BulkKind) -> bool {
    has_word(&title.to_lowercase(), &[operation_word(kind)])
}

/// Whether a title has no word but that of amounts, or of what is done with them, and that of a currency.
fn is_plain(title: &str, operation: &str) -> bool {
    let currency = currency(title).map(|code| code.to_lowercase());
    let lower = title.to_lowercase();
    let mut words = lower.split(|c: char| !c.is_alphanumeric()).filter(|word| !word.is_empty());
    words.all(|word| {
        AMOUNT_WORDS.contains(&word)
            || FILLERS.contains(&word)
            || word == operation
            || Some(word) == currency.as_deref()
    })
}

/// Whether a title may be that of the ids of payments: of another column than the one that is taken.
pub(super) fn may_name_ids(title: &str) -> bool {
    let title = title.trim().to_lowercase().replace([' ', '-'], "_");
    let words: Vec<&str> = title.split('_').collect();
    IDS.contains(&title.as_str()) || (words.contains(&"id") && words.iter().any(|word| PAYMENT_WORDS.contains(word)))
}

/// Whether a title says that its numbers are no amounts.
pub(super) fn names_no_amounts(title: &str) -> bool {
    NO_AMOUNTS.contains(&title.trim().trim_end_matches('.').to_lowercase().replace([' ', '-'], "_").as_str())
}

/// Whether a cell says that its line adds up others.
pub(super) fn is_total(cell: &str) -> bool {
    let cell = cell.trim().to_lowercase();
    let mut words = cell.split(|c: char| !c.is_alphanumeric() && c != '_');
    cell == "Σ".to_lowercase() || words.any(|word| TOTALS.contains(&word))
}

/// Whether a title says that amounts stand below it.
pub(super) fn names_amounts(title: &str) -> bool {
    let lower = title.to_lowercase();
    let known = [&AMOUNT_WORDS[..], &VALUE_WORDS, &TOTALS];
    known.iter().any(|words| has_word(&lower, words)) || currency(title).is_some()
}

/// The one title that fits.
fn only(titles: &[String], fits: impl Fn(&String) -> bool) -> Option<usize> {
    let mut fitting = titles.iter().enumerate().filter(|(_, title)| fits(title)).map(|(column, _)| column);
    fitting.next().filter(|_| fitting.next().is_none())
}

pub(super) fn has_word(title: &str, words: &[&str]) -> bool {
    let is_ending = |part: &str, word: &str| word.chars().count() >= ENDING_MIN_CHARS && part.ends_with(word);
    let mut parts = title.split(|c: char| !c.is_alphanumeric());
    parts.any(|part| words.iter().any(|word| part == *word || is_ending(part, word)))
}

#[cfg(test)]
mod tests {
    use super::*;

    fn found(titles: &[&str], kind: BulkKind) -> [Option<usize>; 3] {
        let FoundColumns { id, amount, currency, .. } = find(titles, kind);
        [id, amount, currency]
    }

    #[test]
    fn titles_are_known_in_several_languages() {
        for titles in [
            ["Zahlung", "Betrag", "Währung"],
            ["Zahlungs-ID", "Teilbetrag", "Kontowährung"],
            ["Paiement", "Montant", "Devise"],
            ["Pago", "Importe", "Divisa"],
            ["Pagamento", "Importo", "Valuta"],
            ["Betaling", "Bedrag", "Valuta"],
            ["Płatność", "Kwota", "Waluta"],
            ["Payment ID", "Amount to refund", "Ccy"],
            ["payment_id", "Refund amount", "Currency"],
            [" id ", "Amount (EUR)", "Currency code"],
        ] {
            assert_eq!(found(&titles, BulkKind::Refund), [Some(0), Some(1), Some(2)], "{titles:?}");
        }
    }

    #[test]
    fn of_several_amounts_that_of_the_operation_is_taken_or_none() {
        let titles = ["id", "amount", "refund_amount", "capture_amount"];
        assert_eq!(found(&titles, BulkKind::Refund), [Some(0), Some(2), None]);
        assert_eq!(found(&titles, BulkKind::Capture), [Some(0), Some(3), None]);
        assert_eq!(found(&["id", "Original amount", "Amount back"], BulkKind::Refund), [Some(0), None, None]);
    }

    #[test]
    fn a_title_of_cents_thousands_or_percents_names_no_amounts() {
        for title in [
            "amount_cents",
            "Amount (minor units)",
            "Amount in thousands",
            "Betrag in T€",
            "amount %",
            "Betrag Cent",
            "amountInCents",
            "Betrag (Rappen)",
            "Amount (¢)",
        ] {
            assert_eq!(found(&["id", title], BulkKind::Refund)[1], None, "{title}");
            assert!(title_names_unit(title), "{title}");
        }
    }

    #[test]
    fn a_column_of_reasons_is_known_by_its_title() {
        let reason = |titles: &[&str]| find(titles, BulkKind::Refund).reason;
        assert_eq!(reason(&["id", "amount", "Reason for refund"]), Some(2));
        assert_eq!(reason(&["Zahlung", "Grund", "Betrag"]), Some(1));
        assert_eq!(reason(&["id", "Reason code", "Why"]), None, "one of two is not chosen");
    }

    #[test]
    fn of_two_columns_with_the_same_title_neither_is_taken() {
        assert_eq!(found(&["payment_id", "amount", "amount"], BulkKind::Refund), [Some(0), None, None]);
        assert_eq!(found(&["id", "id", "amount"], BulkKind::Refund), [None, Some(2), None]);
    }

    #[test]
    fn a_title_of_a_currency_is_no_amount() {
        assert_eq!(found(&["id", "Amount currency", "Text"], BulkKind::Refund), [Some(0), None, Some(1)]);
        assert_eq!(found(&["pay_1", "5.00", "EUR"], BulkKind::Refund), [None; 3]);
    }
}
