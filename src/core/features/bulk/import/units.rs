//! What a file says of the unit of its amounts: cents, thousands, shares, by words or by digits. Such amounts are not
//! read: they stop the import.
//!
//! A false alarm costs the correction of one cell or one title; an amount in another unit that is read moves a hundred
//! times the money.

use paydesk_domain::money::{CurrencyCode, is_currency_sign};

use super::named_currency;
use super::title_words::{AMOUNT_WORDS, CODES_THAT_ARE_WORDS, CURRENCY_NAMES, FILLERS, SMALL_CODES};

/// Words that say that numbers are not amounts such as 12.50.
const UNITS: [&str; 91] = [
    "rappen",
    "hundredths",
    "cent",
    "cents",
    "ct",
    "cts",
    "minor",
    "pence",
    "pennies",
    "øre",
    "öre",
    "grosz",
    "grosze",
    "groszy",
    "haléř",
    "haléře",
    "centime",
    "centimes",
    "céntimos",
    "centesimi",
    "centavos",
    "fils",
    "paise",
    "коп",
    "subunit",
    "subunits",
    "k",
    "thousand",
    "thousands",
    "tsd",
    "tausend",
    "hundert",
    "tys",
    "тыс",
    "ezer",
    "tkr",
    "mkr",
    "mille",
    "mio",
    "million",
    "millions",
    "percent",
    "prozent",
    "pct",
    "bps",
    "millis",
    "micros",
    "nanos",
    "smallest",
    "eurocent",
    "pfennig",
    "paisa",
    "paisas",
    "kobo",
    "kuruş",
    "kurus",
    "halala",
    "halalas",
    "agorot",
    "kopecks",
    "kopeks",
    "копеек",
    "bani",
    "céntimo",
    "centimo",
    "centimos",
    "cêntimos",
    "centavo",
    "centesimo",
    "millier",
    "milliers",
    "migliaia",
    "tausende",
    "duizend",
    "tusen",
    "tusind",
    "tysiąc",
    "tysiące",
    "tysięcy",
    "tisíc",
    "lakh",
    "lakhs",
    "crore",
    "crores",
    "hundreds",
    "milliard",
    "milliarden",
    "billion",
    "billions",
    "mln",
    "mrd",
];
/// Words that are units in a title of amounts and mostly something else in cells. The longer ones count in names, too.
const TITLE_UNITS: [&str; 8] = ["p", "mu", "mn", "bn", "mil", "miles", "sen", "subunidad"];

/// Numbers that stand in a title for thousands: `1000 kr`.
const THOUSANDS: [&str; 2] = ["000", "1000"];
/// Letters before or behind a currency that make a unit of it: `TEUR`, `k€`, `€m`.
const BEFORE: [char; 3] = ['t', 'k', 'm'];
const BEHIND: [char; 3] = ['k', 'm', 'c'];
/// Words beside a unit that say nothing more.
const BESIDE: [&str; 12] =
    ["all", "are", "amounts", "figures", "values", "unit", "units", "einheit", "einheiten", "beträge", "alle", "sind"];
/// Words before a power of ten that make a unit of it: `in 1000 EUR`, `per 100`.
const PER: [&str; 5] = ["in", "per", "pro", "je", "à"];
/// Signs before a power of ten: `x 1000`, `*100`, `/100`.
const TIMES: [char; 5] = ['x', '×', '*', '/', '÷'];
const SUPERSCRIPTS: &str = "⁻⁰¹²³⁴⁵⁶⁷⁸⁹";

/// Whether a cell says nothing but a unit: `cents`, `in T€`, `(x 1000)`, `EUR/1000`.
pub(super) fn is_unit(cell: &str) -> bool {
    let found = Factors::of(cell);
    let words: Vec<&str> = words(&found.rest).collect();
    let is_beside = |word: &&str| BESIDE.contains(word) || FILLERS.contains(word) || AMOUNT_WORDS.contains(word);
    let is_known = |word: &&str| is_unit_word(word) || is_beside(word) || is_currency(word);
    let has_unit = found.has_factor || found.has_exponent || words.iter().any(|word| is_unit_word(word));
    (has_unit || has_share_sign(cell)) && words.iter().all(is_known)
}

/// Whether a text, such as a line above the header or the name of a sheet, says among other words that amounts are in
/// another unit.
pub(super) fn mentions_unit(text: &str) -> bool {
    let found = Factors::of(text);
    let is_long = |word: &str| word.chars().count() > 2;
    is_unit(text) || found.has_factor || words(&found.rest).any(|word| is_long(word) && is_unit_word(word)) || {
        words(&found.rest).any(|word| word.contains(|c: char| !c.is_alphanumeric()) && is_unit_word(word))
    }
}

/// Whether the name of a file or a sheet says so.
pub(super) fn name_mentions_unit(name: &str) -> bool {
    let is_unit = |word: &str| word.len() > 2 && TITLE_UNITS.contains(&word);
    mentions_unit(name) || words(&name.to_lowercase()).any(|word| word.split('_').any(is_unit))
}

/// Whether a word in the title of the amounts may be a unit that is not known: in brackets, behind *in*, or short and last.
pub(super) fn may_name_unit(title: &str) -> bool {
    const SHORT_CHARS: usize = 3;
    const NOT_UNITS: [&str; 5] = ["to", "refund", "capture", "back", "amt"];
    let (lower, named) = (in_words(title).to_lowercase(), named_currency::currency(title));
    let is_open = |word: &str| {
        let known = AMOUNT_WORDS.contains(&word) || FILLERS.contains(&word) || NOT_UNITS.contains(&word);
        let is_named = named.as_deref().is_some_and(|code| code.eq_ignore_ascii_case(word));
        let is_code = is_named || (is_currency(word) && !CODES_THAT_ARE_WORDS.contains(&word));
        !known && !is_code && !word.contains(char::is_numeric)
    };
    let in_brackets = lower.split_once(['(', '[', '{']).map_or("", |(_, inside)| inside);
    let all: Vec<&str> = words(&lower).collect();
    let is_short = |word: &&&str| word.chars().count() <= SHORT_CHARS && is_open(word);
    words(in_brackets).any(is_open)
        || all.windows(2).any(|pair| PER.contains(&pair[0]) && is_open(pair[1]))
        || all.last().filter(is_short).is_some_and(|_| all.len() > 1)
        || all.iter().any(|word| BESIDE.contains(word) && word.contains("unit"))
}

/// Whether a word of one letter stands in the name of a file.
pub(super) fn has_letter(name: &str) -> bool {
    let mut words = name.split(|c: char| !c.is_alphanumeric());
    words.any(|word| word.chars().count() == 1 && word.chars().all(char::is_alphabetic))
}

/// A title with blanks between its words: `amountInMinor`, `amount_minor`.
fn in_words(title: &str) -> String {
    let mut spaced = String::new();
    let mut was_small = false;
    for c in title.chars() {
        spaced.extend((was_small && c.is_uppercase()).then_some(' '));
        spaced.push(if c == '_' { ' ' } else { c });
        was_small = c.is_lowercase();
    }
    spaced
}

/// Whether a title says that its numbers are cents, thousands or shares of a hundred.
pub(super) fn title_names_unit(title: &str) -> bool {
    let lower = in_words(title).to_lowercase();
    let mut words = lower.split(|c: char| !c.is_alphanumeric());
    lower.contains(['%', '‰', '¢'])
        || lower.trim_start().starts_with(['-', '−'])
        || words.any(|word| {
            let known = [&THOUSANDS[..], &TITLE_UNITS];
            is_unit_word(word) || known.iter().any(|known| known.contains(&word)) || word.ends_with("cents")
        })
        || mentions_unit(title)
}

/// A sign of shares or of cents that stands at no number.
fn has_share_sign(cell: &str) -> bool {
    cell.contains(['%', '‰', '¢']) && !cell.contains(char::is_numeric)
}

/// Words with the signs of currencies in them.
fn words(text: &str) -> impl Iterator<Item = &str> {
    let is_sign = |c: char| is_currency_sign(c.encode_utf8(&mut [0; 4]));
    text.split(move |c: char| !c.is_alphanumeric() && !is_sign(c)).filter(|word| !word.is_empty())
}

/// Whether a word in small letters is a unit: `cents`, `teur`, `k€`.
fn is_unit_word(word: &str) -> bool {
    let is_known = |rest: &str| is_currency_sign(rest) || SMALL_CODES.contains(&rest);
    let before = word.strip_prefix(BEFORE).is_some_and(is_known);
    let behind = word.strip_suffix(BEHIND).is_some_and(is_known);
    UNITS.contains(&word) || before || behind
}

fn is_currency(word: &str) -> bool {
    is_currency_sign(word)
        || CurrencyCode::new(&word.to_uppercase()).is_listed()
        || CURRENCY_NAMES.iter().any(|(name, _)| *name == word)
}

/// The powers of ten of a text in small letters that make a unit, and what is left of it.
#[derive(Debug, Default)]
struct Factors {
    has_factor: bool,
    /// `e3`: in a text of several words it may mean anything.
    has_exponent: bool,
    rest: String,
}

impl Factors {
    fn of(text: &str) -> Self {
        let letters: Vec<char> = text.to_lowercase().chars().map(|c| if c.is_whitespace() { ' ' } else { c }).collect();
        let (mut found, mut at) = (Self::default(), 0);
        while at < letters.len() {
            let end = factor_end(&letters, at);
            let exponent = exponent_end(&letters, at).filter(|_| end.is_none());
            found.has_factor |= end.is_some();
            found.has_exponent |= exponent.is_some();
            match end.or(exponent) {
                Some(end) => {
                    // `1/100`: the one belongs to it.
                    if ":/".contains(letters[at]) && is_one_before(&letters, at) {
                        found.rest.truncate(found.rest.trim_end().len() - 1);
                    }
                    found.rest.push(' ');
                    at = end;
                }
                None => {
                    found.rest.push(letters[at]);
                    at += 1;
                }
            }
        }
        found
    }
}

/// Where a factor ends that begins here.
fn factor_end(text: &[char], at: usize) -> Option<usize> {
    let c = text[at];
    match c {
        _ if TIMES.contains(&c) => times_end(text, at),
        ':' => {
            let is_of_one = is_one_before(text, at);
            power_end(text, skip_blanks(text, at + 1)).filter(|_| is_of_one)
        }
        '1' => exponent_of_ten_end(text, at),
        '0' => zeros_end(text, at),
        ' ' | '(' | '[' => per_end(text, at + 1),
        _ if at == 0 => per_end(text, at),
        _ => None,
    }
}

/// `x 1000`, `/100`; two of something are no unit, nor is a date: `2 x 100`, `1/100/2026`.
fn times_end(text: &[char], at: usize) -> Option<usize> {
    let before = text[..at].iter().rev().find(|c| **c != ' ');
    let is_in_word = text[at] == 'x' && at > 0 && text[at - 1].is_alphanumeric();
    let is_count = before.is_some_and(char::is_ascii_digit) && !(text[at] == '/' && is_one_before(text, at));
    let end = power_end(text, skip_blanks(text, at + 1))?;
    (!is_in_word && !is_count && text.get(end) != Some(&'/')).then_some(end)
}

/// Whether a one that stands alone is before the sign: `1/100`, `1:1000`.
fn is_one_before(text: &[char], at: usize) -> bool {
    let mut before = text[..at].iter().rev().skip_while(|c| **c == ' ');
    before.next() == Some(&'1') && before.next().is_none_or(|c| !c.is_alphanumeric() && !".,".contains(*c))
}

/// `10^3`, `10**-2`, `10³`.
fn exponent_of_ten_end(text: &[char], at: usize) -> Option<usize> {
    let is_start = at == 0 || !(text[at - 1].is_alphanumeric() || ".,".contains(text[at - 1]));
    let rest = text.get(at + 2..).filter(|_| is_start && text.get(at + 1) == Some(&'0'))?;
    let raised = rest.iter().take_while(|c| SUPERSCRIPTS.contains(**c)).count();
    if raised > 0 {
        return Some(at + 2 + raised);
    }
    let sign = match rest {
        ['^', ..] => 1,
        ['*', '*', ..] => 2,
        _ => return None,
    };
    let sign = sign + usize::from(matches!(rest.get(sign), Some('-' | '+' | '−')));
    let digits = rest[sign..].iter().take_while(|c| c.is_ascii_digit()).count();
    (digits > 0).then_some(at + 2 + sign + digits)
}

/// `'000`, `000s`, `(000)`: not the end of a number.
fn zeros_end(text: &[char], at: usize) -> Option<usize> {
    let before = text[..at].iter().rev().find(|c| !".,'’ ".contains(**c));
    let is_mark = |c: char| c.is_whitespace() || "([{'’".contains(c) || is_currency_sign(c.encode_utf8(&mut [0; 4]));
    let is_start = at == 0 || is_mark(text[at - 1]);
    let zeros = text[at..].iter().take_while(|c| **c == '0').count();
    let mark = usize::from(matches!(text.get(at + zeros), Some('\'' | '’')));
    let ending = if text.get(at + zeros + mark) == Some(&'s') { mark + 1 } else { 0 };
    let end = at + zeros + ending;
    let is_number = before.is_some_and(char::is_ascii_digit) || !is_end(text, end);
    (is_start && !is_number && (zeros == 3 || zeros == 6)).then_some(end)
}

/// `in 1000 EUR`, `per 100`: a number of something else is no unit.
fn per_end(text: &[char], at: usize) -> Option<usize> {
    let word: String = text[at..].iter().take_while(|c| c.is_alphabetic()).collect();
    let start = at + word.chars().count();
    let end = power_end(text, skip_blanks(text, start)).filter(|_| text.get(start) == Some(&' '))?;
    let rest: String = text[end..].iter().collect();
    let is_of_money = words(&rest).next().is_none_or(is_currency);
    (PER.contains(&word.as_str()) && is_of_money).then_some(end)
}

/// `e3`, `e-2`, by itself.
fn exponent_end(text: &[char], at: usize) -> Option<usize> {
    let is_start = text[at] == 'e' && (at == 0 || !text[at - 1].is_alphanumeric());
    let sign = usize::from(matches!(text.get(at + 1), Some('-' | '+' | '−')));
    let digits = text[at + 1 + sign..].iter().take_while(|c| c.is_ascii_digit()).count();
    let end = at + 1 + sign + digits;
    (is_start && (1..=2).contains(&digits) && is_end(text, end)).then_some(end)
}

/// Where a hundred, a thousand or the like ends that begins here: `100`, `1000`, `1.000`, `1 000 000`.
fn power_end(text: &[char], at: usize) -> Option<usize> {
    let zeros = |from: usize| text.get(from..).unwrap_or_default().iter().take_while(|c| **c == '0').count();
    if text.get(at) != Some(&'1') {
        return None;
    }
    let mut count = zeros(at + 1);
    let mut end = at + 1 + count;
    while text.get(end).is_some_and(|c| ".,'’ ".contains(*c)) && zeros(end + 1) == 3 {
        (end, count) = (end + 4, count + 3);
    }
    (count >= 2 && is_end(text, end)).then_some(end)
}

/// Whether no number and no word goes on here.
fn is_end(text: &[char], at: usize) -> bool {
    let goes_on = |c: &char| c.is_alphanumeric();
    let has_digits =
        text.get(at).is_some_and(|c| ".,".contains(*c)) && text.get(at + 1).is_some_and(char::is_ascii_digit);
    !text.get(at).is_some_and(goes_on) && !has_digits
}

fn skip_blanks(text: &[char], at: usize) -> usize {
    at + text.get(at..).unwrap_or_default().iter().take_while(|c| **c == ' ').count()
}

#[cfg(test)]
mod tests {
    use super::*;

    const UNITS: [&str; 51] = [
        "(x 1000)",
        "x1000",
        "×1000",
        "TEUR",
        "k€",
        "cents",
        "T€",
        "in cents",
        "'000",
        "[cents]",
        "(cents)",
        "EUR/1000",
        "*100",
        "x 100",
        "/100",
        "000s",
        "000's",
        "thousands",
        "(000)",
        "in Tsd.",
        "in T€",
        "€m",
        "mio",
        "minor",
        "minor units",
        "ct",
        "Cent",
        "1:100",
        "1 : 1000",
        "10^3",
        "10^-2",
        "10³",
        "10**3",
        "e3",
        "E-2",
        "€ thousands",
        "in 1/100 EUR",
        "all amounts in TEUR",
        "Amounts x 1000",
        "Beträge in Cent",
        "x 1.000",
        "x 1 000",
        "EUR '000",
        "in 1000 EUR",
        "per 100",
        "%",
        "¢",
        "#unit: cents",
        "kEUR",
        "EURc",
        "€c",
    ];
    const NO_UNITS: [&str; 29] = [
        "(EUR)",
        "EUR",
        "10.00",
        "1000",
        "EUR 1000",
        "1,000",
        "1 000",
        "1.000,00",
        "0.500",
        "100",
        "1:30",
        "11:00",
        "10",
        "imp-01",
        "ok-000",
        "000123",
        "50%",
        "10 cents short",
        "2 x 100",
        "order x100k",
        "Max",
        "note",
        "",
        "12/100/2026",
        "E3 hall",
        "Refunds, week 48",
        "tax 100",
        "10,000",
        "in 100 shops",
    ];

    #[test]
    fn a_cell_that_is_a_unit_is_known_in_words_and_in_digits() {
        for cell in UNITS {
            assert!(is_unit(cell), "{cell}");
            assert!(mentions_unit(cell) || has_share_sign(cell), "{cell}");
        }
        for cell in NO_UNITS {
            assert!(!is_unit(cell), "{cell}");
        }
    }

    #[test]
    fn a_text_may_name_a_unit_among_other_words() {
        for text in ["Refunds of week 48, amounts in T€", "Shop 12: all figures x 1000", "Refunds (in 1/100 EUR), Ada"]
        {
            assert!(mentions_unit(text), "{text}");
        }
        for text in [
            "Refunds of week 48",
            "1,000 refunds",
            "hall E3",
            "2 x 100 vouchers",
            "as of 1/10/2026",
            "24/7",
            "Batch 000123",
        ] {
            assert!(!mentions_unit(text), "{text}");
        }
        for title in [
            "amount x100",
            "amount_e2",
            "Betrag *100",
            "amount 10^-2",
            "amount/100",
            "beløb 1000 kr",
            "amount per 100",
            "amount 000s",
        ] {
            assert!(title_names_unit(title), "{title}");
        }
        for title in [
            "amountMinor",
            "amountInMinorUnits",
            "AmountInCent",
            "AmountCt",
            "amount_mu",
            "Amount (p)",
            "Amount (paisa)",
            "Amount (kobo)",
            "Amount (sen)",
            "Importe (céntimo)",
            "Montant (milliers)",
            "Importe (miles)",
            "Amount (lakh)",
            "Amount in crore",
            "Amount (in hundreds)",
            "Belopp (tusen)",
            "Beløb (tusind)",
            "Amount (mn)",
        ] {
            assert!(title_names_unit(title), "{title}");
        }
        assert!(!title_names_unit("Amount in EUR") && !title_names_unit("Kulanz") && !title_names_unit("amount 2"));
    }

    #[test]
    fn a_word_of_a_title_may_be_a_unit_that_is_not_known() {
        for title in ["amountLowestUnit", "Amount (stotinki)", "Betrag in Groten", "amount_zz", "Amount [gross]"] {
            assert!(may_name_unit(title), "{title}");
        }
        for title in
            ["amount", "Amount (EUR)", "Betrag in Euro", "amountEur", "Refund amount", "Back", "Order amount", "v2"]
        {
            assert!(!may_name_unit(title), "{title}");
        }
    }

    #[test]
    fn a_name_may_mention_a_unit() {
        for name in
            ["refunds_miles", "refunds-lakh", "refunds in milliers d euros", "refunds-in-hundreds", "refunds_tusen"]
        {
            assert!(name_mentions_unit(name), "{name}");
        }
        assert!(!name_mentions_unit("refunds mn") && !name_mentions_unit("refunds week 48"));
        assert!(has_letter("refunds_p") && !has_letter("refunds_48") && !has_letter("list.v1"));
    }
}
