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
/// Words before a *not* that make it tell what happened: *customer did not cancel*.
const TOLD: &[&str] = &["did", "does", "has", "have", "had", "hat", "hatte"];
/// Words of which only one beside the name of this operation says that it is not done: *paid without charge slip*.
const WITHOUT: &[&str] = &["without", "ohne"];
/// Words that say that something was done before.
const ALREADY: &[&str] = &["already", "bereits", "schon", "déjà", "ya", "già", "reeds", "allerede", "redan", "już"];
/// What stands for an operation that was done.
const DONE: &[&str] = &[
    "done",
    "erledigt",
    "issued",
    "processed",
    "completed",
    "executed",
    "closed",
    "erfolgt",
    "abgeschlossen",
    "durchgeführt",
    "ausgeführt",
    "fait",
    "effectué",
    "traité",
    "hecho",
    "procesado",
    "realizado",
    "fatto",
    "effettuato",
    "verwerkt",
    "uitgevoerd",
];
/// Words behind the name of the operation that say that it was done: *refund sent*.
const DONE_BEHIND: &[&str] =
    &["sent", "paid", "made", "complete", "successful", "succeeded", "überwiesen", "veranlasst"];
/// Words that may stand beside one that says that all is done.
const AROUND_DONE: &[&str] = &["is", "was", "on", "am", "all", "alles", "ist", "wurde", "has", "been"];
/// Words between the name of the operation and what became of it: *refund has been denied*.
const BECAME: &[&str] = &["is", "was", "has", "been", "ist", "wurde"];
/// Words before what was done that say that it is still to be done.
const STILL: &[&str] = &["be", "should", "must", "wird", "werden", "soll", "sollte", "muss", "darf"];
/// Words between *not* and what was done: *not yet been refunded*.
const AFTER_NOT: &[&str] = &["yet", "been", "already", "bereits", "schon"];
/// Words beside the name of the operation that is meant in place of this one.
const INSTEAD: &[&str] = &["instead", "only", "just", "please", "stattdessen", "nur", "bitte"];
/// Words at the begin or the end of a text that keep its line out.
const SKIP: &[&str] = &[
    "ignore",
    "skip",
    "disregard",
    "exclude",
    "ignorieren",
    "überspringen",
    "auslassen",
    "ausschließen",
    "hold",
    "stop",
    "stopp",
];
/// Titles of columns that say how far each line is, or whether somebody agreed.
const STATUS_TITLES: &[&str] = &[
    "status",
    "state",
    "approved",
    "approval",
    "decision",
    "genehmigt",
    "genehmigung",
    "freigabe",
    "freigegeben",
    "entscheidung",
];
/// Words that say that somebody said no.
const REJECTED: &[&str] = &[
    "rejected",
    "reject",
    "declined",
    "denied",
    "refused",
    "withdrawn",
    "abgelehnt",
    "verweigert",
    "zurückgezogen",
    "refusé",
    "refusée",
    "rechazado",
    "rechazada",
    "rifiutato",
    "rifiutata",
    "afgewezen",
    "geweigerd",
    "odrzucono",
];
/// Words that say so in a column of statuses.
const REFUSED: &[&str] = &[
    "no",
    "n",
    "nein",
    "not",
    "nicht",
    "non",
    "cancelled",
    "canceled",
    "pending",
    "failed",
    "error",
    "expired",
    "storniert",
    "ausstehend",
    "fehlgeschlagen",
    "échoué",
    "fallido",
];
/// Titles of columns that say what is done with each line.
const OPERATION_TITLES: &[&str] =
    &["operation", "action", "todo", "aktion", "vorgang", "opération", "acción", "operación", "azione", "actie"];
/// Words beside that of the operation in the title of a column of answers: *refund?*, *refund y/n*, *OK to refund*.
const ANSWER_WORDS: &[&str] = &["y", "n", "yes", "no", "j", "ja", "nein", "ok", "to"];
/// Answers to such a title that mean that it is done.
const YES: &[&str] = &["y", "yes", "ja", "j", "oui", "si", "sí", "x", "1", "true", "ok", "✓", "✔"];

/// What words about money that is given back begin with: a reason that has one may tell what was done.
const GIVEN_BACK: &[&str] = &[
    "refund",
    "reimburs",
    "repaid",
    "repay",
    "erstat",
    "rückerst",
    "rückzahl",
    "zurücker",
    "zurückgez",
    "zurückz",
    "zurücküb",
    "gutschr",
    "gutgeschr",
    "rembours",
    "reembols",
    "rimbors",
    "terugb",
    "teruggest",
    "zwro",
    "zwró",
    "återbet",
    "tilbagebet",
    "chargeb",
    "chargedb",
    "paidb",
];
/// What words of a reason begin with that tell of money that moved in another way, of a decision to come, or of a mistake.
const DOUBTFUL: &[&str] = &[
    "settl",
    "credit",
    "überw",
    "verrechn",
    "cheque",
    "paypal",
    "hold",
    "pending",
    "wait",
    "wart",
    "approv",
    "freigegeb",
    "genehmig",
    "klärung",
    "unklar",
    "unclear",
    "entitl",
    "anspruch",
    "dispute",
    "draft",
    "entwurf",
    "tbc",
    "tbd",
    "keep",
    "only",
    "nur",
    "instead",
    "statt",
    "less",
    "minus",
    "abzüglich",
    "cents",
    "later",
    "später",
    "gesperrt",
    "blocked",
    "cancel",
    "zwracać",
];
/// Reasons that are an answer, and no reason.
const ANSWERS: &[&str] = &["no", "nein", "non", "nie", "n", "nej", "nee"];
/// What words of the title of reasons begin with where they are reasons against the operation.
const AGAINST: &[&str] =
    &["reject", "ablehn", "hold", "not", "nicht", "refus", "chargeb", "declin", "denied", "fail", "error", "fehler"];
/// Words of a reason that say no more than that the operation is meant.
const PLAIN_REASON: &[&str] =
    &["please", "bitte", "customer", "kunde", "request", "requested", "wants", "by", "to", "of", "for", "be", "full"];

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

/// The words of a text in small letters; *don’t* and *paid back* are one each, and an ID is none.
fn words(text: &str) -> Vec<String> {
    let text: Vec<&str> = text.split_whitespace().filter(|word| !is_id(word)).collect();
    let text = text.join(" ").to_lowercase().replace(['\'', '’'], "");
    let text = text.replace(['_', '-'], " ").replace("paid back", "paidback").replace("charged back", "chargedback");
    text.split(|c: char| !c.is_alphanumeric()).filter(|word| !word.is_empty()).map(str::to_owned).collect()
}

/// Whether a word is an ID: `pay_RcXDfm0QPPgm`, or a longer one with another beginning.
fn is_id(word: &str) -> bool {
    const LONG_CHARS: usize = 16;
    let word = word.trim_matches(|c: char| !c.is_alphanumeric());
    let Some((beginning, rest)) = word.split_once(['_', '-']) else { return false };
    let is_mixed = rest.contains(|c: char| c.is_ascii_digit() || c.is_uppercase());
    is_mixed && (beginning == "pay" || (rest.len() >= LONG_CHARS && rest.chars().all(char::is_alphanumeric)))
}

fn is_operation(word: &str) -> bool {
    let known = [CAPTURE, CANCEL, APPROVE, REFUND, FULFIL, ELSEWHERE];
    known.iter().any(|words| words.contains(&word))
}

fn is_in(known: &[&str], word: &str) -> bool {
    known.contains(&word)
}

/// Whether something that is done stands beside a *not*, or what was done between *not* and *be*: *not to be refunded*.
fn denies(words: &[String], kind: BulkKind) -> bool {
    let is_told = |place: usize| place.checked_sub(1).is_some_and(|before| is_in(TOLD, &words[before]));
    let is_meant = |not: &String, word: &String| {
        if is_in(WITHOUT, not) { is_in(words_of(kind), word) } else { is_in(NOT, not) && is_operation(word) }
    };
    let beside = words.windows(2).enumerate().any(|(place, pair)| {
        (is_meant(&pair[0], &pair[1]) && !is_told(place)) || (is_operation(&pair[0]) && pair[1] == "not")
    });
    let has = |known: &[&str], words: &[String]| words.iter().any(|word| is_in(known, word));
    let done = words.iter().position(|word| is_past(word, kind));
    let (before, behind) = words.split_at(done.unwrap_or(0));
    let is_to_be = has(STILL, before) || behind.get(1).is_some_and(|next| next == "werden");
    beside || (has(NOT, before) && is_to_be)
}

/// Whether a word says that the operation was done, whatever its ending.
fn is_past(word: &str, kind: BulkKind) -> bool {
    past_of(kind).iter().any(|stem| word.starts_with(stem))
}

/// Whether a text says of the operation that somebody rejected it, and nothing else.
fn is_rejected(words: &[String], kind: BulkKind) -> bool {
    let words = || words.iter().map(String::as_str).filter(|word| !is_number(word));
    let alone: Vec<&str> = words().filter(|word| !is_in(AROUND_DONE, word)).collect();
    let said: Vec<&str> = words().filter(|word| !is_in(BECAME, word)).collect();
    let is_own = |word: &str| is_in(words_of(kind), word);
    let is_pair =
        |pair: &[&str]| (is_own(pair[0]) && is_in(REJECTED, pair[1])) || (is_in(REJECTED, pair[0]) && is_own(pair[1]));
    said.windows(2).any(is_pair) || (!alone.is_empty() && alone.iter().all(|word| is_in(REJECTED, word)))
}

/// Whether a reason speaks of money that was given back, or of a rejection, in words that are not known: it may say that
/// its line is not meant.
pub(super) fn may_deny(reason: &str, kind: BulkKind) -> bool {
    let words = words(reason);
    let stems = [GIVEN_BACK, DOUBTFUL];
    let is_told = |word: &String| {
        stems.iter().any(|stems| stems.iter().any(|stem| word.starts_with(stem))) || is_in(REJECTED, word)
    };
    let is_plain = |word: &String| is_in(words_of(kind), word) || is_in(PLAIN_REASON, word);
    let is_answer = matches!(words.as_slice(), [word] if is_in(ANSWERS, word));
    let is_mark = words.is_empty() && !reason.trim().is_empty();
    let is_mistake = words.windows(2).any(|pair| {
        matches!(
            [pair[0].as_str(), pair[1].as_str()],
            ["wrong", "id" | "line" | "payment"] | ["duplicate", "row" | "line"]
        )
    });
    is_answer || is_mark || is_mistake || (words.iter().any(is_told) && !words.iter().all(is_plain))
}

/// Whether the title of a column of reasons says that they are reasons against the operation: *Reason for rejection*.
pub(super) fn title_may_deny(title: &str) -> bool {
    let words = words(title);
    words.iter().any(|word| AGAINST.iter().any(|stem| word.starts_with(stem)))
}

/// Whether the name of a file says that its lines were done, rejected or kept out.
pub(super) fn name_may_deny(name: &str, kind: BulkKind) -> bool {
    let known = [REJECTED, REFUSED, SKIP, DONE, ALREADY, NOT];
    let stems = ["abgelehn", "draft", "entwurf", "storniert"];
    words(name).iter().any(|word| {
        let is_known = known.iter().any(|known| is_in(known, word)) && word.chars().count() > 1;
        is_known || is_past(word, kind) || stems.iter().any(|stem| word.starts_with(stem))
    })
}

/// What a word begins with that says that the operation was done before.
fn past_of(kind: BulkKind) -> &'static [&'static str] {
    match kind {
        BulkKind::Capture => &["captured", "eingezogen"],
        BulkKind::Cancel => &["cancelled", "canceled", "voided", "storniert"],
        BulkKind::Approve => &["approved", "freigegeben", "genehmigt"],
        BulkKind::Refund => &[
            "refunded",
            "reimbursed",
            "erstattet",
            "rückerstattet",
            "zurückerstattet",
            "zurückgezahlt",
            "zurücküberwiesen",
            "gutgeschrieben",
            "paidback",
            "repaid",
            "chargedback",
            "remboursé",
            "reembolsad",
            "rimborsat",
            "terugbetaald",
            "teruggestort",
            "zwrócon",
            "återbetal",
            "tilbagebetal",
        ],
        BulkKind::Fulfil => &["fulfilled", "ausgezahlt"],
    }
}

/// Whether a text says that the operation was done: *already refunded*, *refunded on 12.11.*, *done*.
fn is_done(words: &[String], kind: BulkKind) -> bool {
    let was_done = |(place, word): (usize, &String)| {
        let before = &words[..place];
        let not = before.iter().rev().find(|word| !is_in(AFTER_NOT, word)).is_some_and(|word| is_in(NOT, word));
        let near = before.iter().rev().take(3).chain(words.get(place + 1).filter(|next| *next == "werden"));
        let is_open = not || near.into_iter().any(|word| is_in(STILL, word));
        // An order that was cancelled is a reason, and one that was approved is meant.
        let is_enough = !matches!(kind, BulkKind::Cancel | BulkKind::Approve);
        is_past(word, kind) && !is_open && (is_enough || before.iter().any(|word| is_in(ALREADY, word)))
    };
    let said: Vec<&String> = words.iter().filter(|word| !is_in(ALREADY, word) && !is_number(word)).collect();
    let told: Vec<&&String> = said.iter().filter(|word| !is_in(BECAME, word)).collect();
    let is_done = |word: &str| is_in(DONE, word) || is_in(DONE_BEHIND, word);
    let names_it = told.windows(2).any(|pair| is_in(words_of(kind), pair[0]) && is_done(pair[1]));
    let is_all = said.iter().any(|word| is_in(DONE, word))
        && said.iter().all(|word| is_in(DONE, word) || is_in(AROUND_DONE, word));
    let is_partly = words.iter().any(|word| word.starts_with("partial") || word == "partly" || word == "teilweise");
    names_it || is_all || (!is_partly && words.iter().enumerate().any(was_done))
}

fn is_number(word: &str) -> bool {
    word.chars().all(char::is_numeric)
}

/// Whether a text says that its line does not count, or names nothing but another operation.
fn keeps_out(words: &[String], kind: BulkKind) -> bool {
    let said: Vec<&str> = words.iter().map(String::as_str).filter(|word| !is_number(word)).collect();
    let ends = [said.first(), said.last()].into_iter().flatten();
    let others = said.iter().filter(|word| !INSTEAD.contains(*word));
    let is_other = |word: &&str| {
        let operations = [CAPTURE, CANCEL, APPROVE, REFUND, FULFIL];
        operations.iter().any(|words| words.contains(word)) && !words_of(kind).contains(word)
    };
    ends.into_iter().any(|word| SKIP.contains(word)) || (others.clone().count() > 0 && others.into_iter().all(is_other))
}

fn said(text: &str, kind: BulkKind) -> Said {
    let words = words(text);
    let own = words_of(kind);
    let has_own = words.iter().any(|word| own.contains(&word.as_str()));
    match () {
        () if denies(&words, kind) => Said::Other,
        () if has_own => Said::This,
        () if words.iter().any(|word| is_operation(word)) => Said::Other,
        () => Said::Nothing,
    }
}

/// Whether a cell of a column that nothing is read from, below `title`, says that its line is not meant for `kind`.
///
/// In a column of operations that is every word that does not mean this one; elsewhere the name of another operation
/// alone, a *not* beside something that is done, or that this one was done before.
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
        () if denies(&cell_words, kind) || is_done(&cell_words, kind) || keeps_out(&cell_words, kind) => true,
        () if is_rejected(&cell_words, kind) => true,
        () if is_status(title) && cell_words.iter().any(|word| is_in(REFUSED, word) || is_in(REJECTED, word)) => true,
        () => matches!(cell_words.as_slice(), [word] if is_operation(word)) && said(cell, kind) == Said::Other,
    }
}

/// Whether a title above the columns, or the name of a sheet, says that what is below it is not meant for `kind`.
pub(super) fn title_denies(title: &str, kind: BulkKind) -> bool {
    let words = words(title);
    let names_operation = words.iter().any(|word| is_operation(word) || word == "refunded" || word == "captured");
    let has_done = words.iter().any(|word| ALREADY.contains(&word.as_str()) || DONE.contains(&word.as_str()));
    said(title, kind) == Said::Other || (has_done && names_operation) || is_done(&words, kind)
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

fn is_status(title: &str) -> bool {
    words(title).iter().any(|word| STATUS_TITLES.contains(&word.as_str()))
}

/// Whether a title asks whether the operation is meant: *refund?*
fn asks(title: &str, kind: BulkKind) -> bool {
    let words = words(title);
    let own = words_of(kind);
    let is_own = |word: &String| own.contains(&word.as_str());
    let is_known = |word: &String| is_own(word) || ANSWER_WORDS.contains(&word.as_str());
    words.iter().any(is_own) && (title.contains('?') || words.iter().all(is_known))
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
        for cell in ["no", "nein", "later", "0", "not yet"] {
            for title in ["refund (y/n)", "OK to refund?", "Can we refund this customer?"] {
                assert!(cell_denies(cell, title, BulkKind::Refund), "{title} {cell}");
            }
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
    fn what_was_done_before_or_is_kept_out_is_not_done_again() {
        for cell in [
            "already refunded 12.11.",
            "Already refunded, no further action",
            "goods not received, refunded 12.11.",
            "refunded on 12.11.",
            "has been refunded",
            "refund already issued",
            "schon erstattet",
            "bereits erstattet",
            "wurde am 12.11. zurückgezahlt",
            "Rückerstattung erfolgt",
            "erledigt",
            "done 12.11.",
            "cancel instead",
            "capture only",
            "nur Einzug",
            "bitte stornieren",
            "duplicate – ignore",
            "skip",
            "doppelt, bitte ignorieren",
            "on hold",
            "STOP",
            "refund processed",
            "refund has been completed",
            "Refund sent 12.11.",
            "charged back",
            "paid back on 12.11.",
            "déjà remboursée",
            "ya reembolsada",
            "già rimborsata",
            "reeds terugbetaald",
            "rejected",
            "declined on 12.11.",
            "refund denied",
            "Erstattung abgelehnt",
            "remboursement refusé",
            "not to be refunded",
            "must not be refunded",
            "soll nicht erstattet werden",
        ] {
            assert!(cell_denies(cell, "reason", BulkKind::Refund), "{cell}");
        }
        assert!(cell_denies("already captured", "note", BulkKind::Capture));
        assert!(!cell_denies("customer cancelled", "reason", BulkKind::Cancel));
        assert!(cell_denies("already cancelled", "reason", BulkKind::Cancel));
    }

    #[test]
    fn what_tells_why_money_is_given_back_or_is_still_to_be_is_no_refusal() {
        for cell in [
            "customer already has two",
            "product already returned",
            "already paid elsewhere",
            "duplicate charge",
            "duplicate payment",
            "cancelled order",
            "order already cancelled",
            "captured twice",
            "done by mistake",
            "to be refunded",
            "not yet refunded",
            "has not been refunded",
            "muss noch erstattet werden",
            "noch nicht erstattet",
            "partially refunded",
            "Rücksendung erfolgt, bitte erstatten",
            "please refund",
            "parcel put on hold by customs",
            "rejected by the customer",
            "paid without charge slip",
            "customer did not cancel",
            "not paid back yet",
            "refund processing fee",
            "refund on closed account",
            "refund for rejected goods",
            "Ware zurückgeschickt",
            "invoice no. pay-18",
        ] {
            assert!(!cell_denies(cell, "reason", BulkKind::Refund), "{cell}");
        }
    }

    #[test]
    fn a_column_of_statuses_says_no_in_its_own_words() {
        for cell in [
            "failed",
            "not yet",
            "fehlgeschlagen",
            "rejected",
            "declined",
            "no",
            "nein",
            "abgelehnt",
            "storniert",
            "pending",
            "on hold",
            "refunded",
        ] {
            assert!(cell_denies(cell, "Approval status", BulkKind::Refund), "{cell}");
        }
        for cell in ["approved", "yes", "x", "open", "succeeded", "partially_refunded", "Anna, 12.11.", ""] {
            assert!(!cell_denies(cell, "approved", BulkKind::Refund), "{cell}");
        }
        assert!(!cell_denies("approved", "status", BulkKind::Approve));
    }

    #[test]
    fn a_title_of_another_operation_or_of_what_is_done_denies() {
        for title in [
            "Captures to do",
            "Nicht erstatten - DO NOT REFUND",
            "Already refunded",
            "Schon erstattet",
            "Do not refund",
            "Payouts",
        ] {
            assert!(title_denies(title, BulkKind::Refund), "{title}");
        }
        for title in ["Report for pay_RcXDfm0QPPgmUGlUuy8Z", "List of payout_RcXDfm0QPPgmUGlUuy8Z", "pay_2"] {
            assert!(!title_denies(title, BulkKind::Refund), "{title}");
        }
        for title in ["Refunds of week 48", "Shop", "Sheet1", "Week 48", "Refunds and captures", "November"] {
            assert!(!title_denies(title, BulkKind::Refund), "{title}");
        }
        assert!(title_denies("Refunds of week 48", BulkKind::Capture));
    }

    #[test]
    fn a_reason_that_tells_of_the_refund_in_unknown_words_may_deny_it() {
        for reason in ["refund bounced", "Erstattung strittig", "reembolso en otra tarjeta", "rejected by the customer"]
        {
            assert!(may_deny(reason, BulkKind::Refund), "{reason}");
        }
        for reason in [
            "please refund",
            "Refund requested by customer",
            "goods not received",
            "Ware zurückgeschickt",
            "in repair",
            "",
        ] {
            assert!(!may_deny(reason, BulkKind::Refund), "{reason}");
        }
    }

    #[test]
    fn the_name_of_a_file_may_say_no() {
        for name in ["refunds_rejected", "erstattungen_abgelehnt", "refunds_on_hold", "already paid back", "done"] {
            assert!(name_may_deny(name, BulkKind::Refund), "{name}");
        }
        for name in ["refunds week 48", "erstattungen", "export (2)", "shop", "list.v1"] {
            assert!(!name_may_deny(name, BulkKind::Refund), "{name}");
        }
    }
}
