//! Words of titles that say what their columns hold, in the languages of files in Europe.

/// Words that say nothing more of amounts.
pub(super) const FILLERS: [&str; 8] = ["in", "the", "of", "each", "der", "die", "en", "de"];
/// What amounts are called.
pub(super) const AMOUNT_WORDS: [&str; 16] = [
    "amount", "betrag", "montant", "importe", "monto", "importo", "bedrag", "kwota", "montante", "belopp", "beløb",
    "beløp", "summa", "částka", "suma", "összeg",
];
/// Codes of currencies that are words or abbreviations of some language: in a title of small letters or capitals alone they
/// may be either.
pub(super) const CODES_THAT_ARE_WORDS: [&str; 24] = [
    "all", "amd", "ang", "ars", "bam", "bob", "cop", "cup", "gel", "lak", "mad", "mop", "mur", "nad", "nio", "pen",
    "php", "ron", "sos", "std", "svc", "top", "try", "ern",
];
/// Codes that are known however they are written.
pub(super) const SMALL_CODES: [&str; 12] =
    ["eur", "usd", "gbp", "chf", "jpy", "sek", "nok", "dkk", "pln", "czk", "huf", "cad"];
/// What currencies are called in titles.
pub(super) const CURRENCY_NAMES: [(&str, &str); 15] = [
    ("rupee", "INR"),
    ("rupees", "INR"),
    ("baht", "THB"),
    ("euro", "EUR"),
    ("euros", "EUR"),
    ("us$", "USD"),
    ("usdollar", "USD"),
    ("sterling", "GBP"),
    ("pfund", "GBP"),
    ("franken", "CHF"),
    ("yen", "JPY"),
    ("złoty", "PLN"),
    ("zloty", "PLN"),
    ("forint", "HUF"),
    ("rand", "ZAR"),
];
