//! What the words of a file say is to be done: with the operation that is imported, with another one, or not at all.

use crate::features::bulk::kind::BulkKind;

/// Words for what is done; those that a past tense is made of say nothing of what is to be done.
const CAPTURE: &[&str] = &["capture", "captures", "einzug", "einziehen", "capturer", "capturar"];
const CANCEL: &[&str] = &[
    "cancel",
    "cancels",
    "cancellation",
    "cancellations",
    "void",
    "voids",
    "release",
    "releases",
    "reversal",
    "reverse",
    "storno",
    "stornos",
    "stornieren",
    "stornierung",
    "annuler",
    "annulation",
    "anular",
    "annullare",
];
const APPROVE: &[&str] = &["approve", "approval", "freigeben", "freigabe"];
const REFUND: &[&str] = &[
    "refund",
    "refunds",
    "refunding",
    "erstattung",
    "erstattungen",
    "erstatten",
    "rückerstattung",
    "rückerstattungen",
    "rückzahlung",
    "remboursement",
    "remboursements",
    "rembourser",
    "reembolso",
    "reembolsos",
    "reembolsar",
    "rimborso",
    "rimborsi",
    "terugbetaling",
    "zwrot",
];
const FULFIL: &[&str] = &["fulfil", "fulfill", "payout", "payouts", "auszahlung", "auszahlungen", "auszahlen"];
/// What else is done with payments, and never here.
const ELSEWHERE: &[&str] =
    &["pay", "send", "process", "charge", "chargeback", "debit", "reject", "decline", "ablehnen"];
/// Words before or behind which nothing is done.
const NOT: &[&str] = &["not", "no", "never", "dont", "nicht", "kein", "keine", "keinen", "pas", "without", "ohne"];
/// Words of a title that say that what is below was done before.
const DONE: &[&str] = &["already", "done", "bereits", "erledigt", "déjà", "ya"];
/// Titles of columns that say what is done with each line.
const OPERATION_TITLES: &[&str] =
    &["operation", "action", "todo", "aktion", "vorgang", "opération", "acción", "operación", "azione", "actie"];
/// Words beside that of the operation in the title of a column of answers: *refund?*, *refund y/n*.
const ANSWER_WORDS: &[&str] = &["y", "n", "yes", "no", "j", "ja", "nein"];
/// Answers to such a title that mean that it is done.
const YES: &[&str] = &["y", "yes", "ja", "j", "oui", "si", "sí", "x", "1", "true", "ok", "✓", "✔"];

/// Words of titles and names of sheets that say nothing of what is to be done.
const PLAIN: &[&str] = &[
    "sheet",
    "tabelle",
    "blatt",
    "feuille",
    "feuil",
    "hoja",
    "foglio",
    "blad",
    "folha",
    "planilha",
    "arkusz",
    "list",
    "worksheet",
    "page",
    "payments",
    "payment",
    "zahlungen",
    "paiements",
    "pagos",
    "export",
    "of",
    "for",
    "to",
    "the",
    "in",
    "liste",
    "week",
    "kw",
    "woche",
    "semaine",
    "semana",
    "q",
    "month",
    "january",
    "february",
    "march",
    "april",
    "may",
    "june",
    "july",
    "august",
    "september",
    "october",
    "november",
    "december",
    "januar",
    "februar",
    "märz",
    "mai",
    "juni",
    "juli",
    "oktober",
    "dezember",
];

/// What a text says is done with the operation `kind`.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
enum Said {
    Nothing,
    This,
    /// Another operation, or not this one.
    Other,
}

fn words_of(kind: BulkKind) -> &'static [&'static str] {
    match kind {
        BulkKind::Capture => CAPTURE,
        BulkKind::Cancel => CANCEL,
        BulkKind::Approve => APPROVE,
        BulkKind::Refund => REFUND,
        BulkKind::Fulfil => FULFIL,
    }
}

/// The words of a text in small letters; *don’t* is one.
fn words(text: &str) -> Vec<String> {
    let text = text.to_lowercase().replace(['\'', '’'], "");
    text.split(|c: char| !c.is_alphanumeric()).filter(|word| !word.is_empty()).map(str::to_owned).collect()
}

fn is_operation(word: &str) -> bool {
    let known = [CAPTURE, CANCEL, APPROVE, REFUND, FULFIL, ELSEWHERE];
    known.iter().any(|words| words.contains(&word))
}

/// Whether something that is done stands beside a *not*.
fn denies(words: &[String]) -> bool {
    let is_not = |word: &String| NOT.contains(&word.as_str());
    words
        .windows(2)
        .any(|pair| (is_not(&pair[0]) && is_operation(&pair[1])) || (is_operation(&pair[0]) && pair[1] == "not"))
}

fn said(text: &str, kind: BulkKind) -> Said {
    let words = words(text);
    let own = words_of(kind);
    let has_own = words.iter().any(|word| own.contains(&word.as_str()));
    match () {
        () if denies(&words) => Said::Other,
        () if has_own => Said::This,
        () if words.iter().any(|word| is_operation(word)) => Said::Other,
        () => Said::Nothing,
    }
}

/// Whether a cell of a column that nothing is read from, below `title`, says that its line is not meant for `kind`.
///
/// In a column of operations that is every word that does not mean this one; elsewhere the name of another operation
/// alone, or a *not* beside something that is done.
pub(super) fn cell_denies(cell: &str, title: &str, kind: BulkKind) -> bool {
    let cell_words = words(cell);
    let has_letters = cell_words.iter().any(|word| word.chars().any(char::is_alphabetic));
    match () {
        // A number says how much, a mark whatever a person means by it.
        () if cell_words.is_empty() || (!has_letters && cell_words.len() > 1) => false,
        () if names_operations(title) => said(cell, kind) != Said::This,
        () if asks(title, kind) => {
            let is_yes = |word: &String| YES.contains(&word.as_str());
            said(cell, kind) != Said::This && !cell_words.iter().any(is_yes)
        }
        () if denies(&cell_words) => true,
        () => matches!(cell_words.as_slice(), [word] if is_operation(word)) && said(cell, kind) == Said::Other,
    }
}

/// Whether a title above the columns, or the name of a sheet, says that what is below it is not meant for `kind`.
pub(super) fn title_denies(title: &str, kind: BulkKind) -> bool {
    let words = words(title);
    let names_operation = words.iter().any(|word| is_operation(word) || word == "refunded" || word == "captured");
    let is_done = words.iter().any(|word| DONE.contains(&word.as_str()));
    said(title, kind) == Said::Other || (is_done && names_operation)
}

/// Whether a text says nothing but that these are the objects of `kind`, by a program or by a date.
pub(super) fn names_only(text: &str, kind: BulkKind) -> bool {
    let own = words_of(kind);
    let is_plain = |word: &String| {
        let name = word.trim_end_matches(|c: char| c.is_ascii_digit());
        name.is_empty() || own.contains(&name) || PLAIN.contains(&name)
    };
    words(text).iter().all(is_plain)
}

fn names_operations(title: &str) -> bool {
    let words = words(title);
    words.iter().any(|word| OPERATION_TITLES.contains(&word.as_str())) || words == ["to", "do"]
}

/// Whether a title asks whether the operation is meant: *refund?*
fn asks(title: &str, kind: BulkKind) -> bool {
    let words = words(title);
    let own = words_of(kind);
    let is_own = |word: &String| own.contains(&word.as_str());
    let is_known = |word: &String| is_own(word) || ANSWER_WORDS.contains(&word.as_str());
    words.iter().any(is_own) && words.iter().all(is_known)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn in_a_column_of_operations_every_word_that_does_not_mean_this_one_is_another() {
        for cell in ["refund", "Refund", "to refund", "partial refund", "Rückerstattung", "remboursement", ""] {
            assert!(!cell_denies(cell, "Operation", BulkKind::Refund), "{cell}");
        }
        for cell in [
            "capture",
            "captured",
            "hold",
            "skip",
            "none",
            "no refund",
            "do not refund",
            "don’t refund",
            "charge",
            "n/a",
        ] {
            assert!(cell_denies(cell, "Operation", BulkKind::Refund), "{cell}");
        }
    }

    #[test]
    fn a_column_that_asks_is_answered_with_yes_or_left_empty() {
        for cell in ["yes", "ja", "x", "1", "refund", ""] {
            assert!(!cell_denies(cell, "Refund?", BulkKind::Refund), "{cell}");
        }
        for cell in ["no", "nein", "later", "0"] {
            assert!(cell_denies(cell, "refund (y/n)", BulkKind::Refund), "{cell}");
        }
    }

    #[test]
    fn elsewhere_only_another_operation_alone_or_a_not_counts() {
        for cell in ["capture", "Storno", "DO NOT REFUND", "bitte nicht erstatten", "don't refund yet", "no refund"] {
            assert!(cell_denies(cell, "note", BulkKind::Refund), "{cell}");
        }
        for cell in
            ["goods not received", "does not recognise the charge", "cancelled order", "refund", "no", "void deck"]
        {
            assert!(!cell_denies(cell, "note", BulkKind::Refund), "{cell}");
        }
    }

    #[test]
    fn a_title_of_another_operation_or_of_what_is_done_denies() {
        for title in
            ["Captures to do", "Nicht erstatten - DO NOT REFUND", "Already refunded", "Do not refund", "Payouts"]
        {
            assert!(title_denies(title, BulkKind::Refund), "{title}");
        }
        for title in ["Refunds of week 48", "Shop", "Sheet1", "Week 48", "Refunds and captures", "November"] {
            assert!(!title_denies(title, BulkKind::Refund), "{title}");
        }
        assert!(title_denies("Refunds of week 48", BulkKind::Capture));
    }
}
