//! What can be typed at the cursor.

use std::ops::Range;

use paydesk_domain::decline;
use paydesk_domain::method::method_text;
use paydesk_domain::money::grouped_count;
use paydesk_domain::payment::PaymentStatus;

use super::key::QueryKey;
use super::lexer::{key_word, words};
use super::parse::{family_words, keys};
use super::print::quoted_value;

/// Most suggestions at once.
const SUGGESTIONS_MAX: usize = 12;

/// One text that can be put in.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct QuerySuggestion {
    /// What replaces the [place](QuerySuggestions::place).
    pub text: String,
    /// What it means, or how many payments have it.
    pub note: String,
}

/// What can be put in at the cursor.
#[derive(Debug, Clone, PartialEq, Eq, Default)]
pub struct QuerySuggestions {
    /// The bytes that a suggestion replaces.
    pub place: Range<usize>,
    pub items: Vec<QuerySuggestion>,
}

/// The values that payments here have of a key, the most frequent first, each with how many have it; 0 where that is
/// not counted.
pub trait QueryValues {
    fn values(&self, key: QueryKey) -> Vec<(String, u64)>;
}

/// Nothing is known of the payments.
impl QueryValues for () {
    fn values(&self, _: QueryKey) -> Vec<(String, u64)> {
        Vec::new()
    }
}

/// What can be typed at the byte `cursor` of `text`: keys at the beginning of a word, values behind a key.
pub fn suggest(text: &str, cursor: usize, known: &dyn QueryValues) -> QuerySuggestions {
    let cursor = (0..=cursor.min(text.len())).rev().find(|at| text.is_char_boundary(*at)).unwrap_or(0);
    let word = words(text).into_iter().find(|word| word.start < cursor && cursor <= word.end).unwrap_or(cursor..cursor);
    let begin = word.start + usize::from(text[word.clone()].starts_with('-'));
    if begin > cursor {
        return QuerySuggestions::default();
    }
    match key_word(&text[begin..word.end]).filter(|key| begin + key.len() < cursor) {
        None => QuerySuggestions { place: begin..word.end, items: of_keys(&text[begin..cursor]) },
        Some(key_text) => {
            let Some(key) = QueryKey::of_word(key_text) else { return QuerySuggestions::default() };
            let values = begin + key_text.len() + 1;
            let from = text[values..cursor].rfind(',').map_or(values, |comma| values + comma + 1);
            let to = text[cursor..word.end].find(',').map_or(word.end, |comma| cursor + comma);
            QuerySuggestions { place: from..to, items: of_values(key, &text[from..cursor], known) }
        }
    }
}

fn of_keys(typed: &str) -> Vec<QuerySuggestion> {
    let typed = typed.to_ascii_lowercase();
    let matching = keys().filter(|key| key.word().starts_with(&typed));
    let item = |key: QueryKey| QuerySuggestion { text: format!("{}:", key.word()), note: key.example().to_owned() };
    matching.map(item).collect()
}

/// Values that payments have come first; those that begin with what is typed before those that have it inside.
fn of_values(key: QueryKey, typed: &str, known: &dyn QueryValues) -> Vec<QuerySuggestion> {
    let typed = typed.trim_matches('"').to_lowercase();
    let mut items: Vec<QuerySuggestion> = Vec::new();
    let counted = known.values(key).into_iter().map(|(value, count)| {
        let count = (count > 0).then(|| grouped_count(count));
        let note: Vec<String> = meaning(key, &value).into_iter().chain(count).collect();
        (value, note.join(" · "))
    });
    for (value, note) in counted.chain(usual(key)) {
        let text = quoted_value(&value);
        if value.to_lowercase().contains(&typed) && !items.iter().any(|item| item.text == text) {
            items.push(QuerySuggestion { text, note });
        }
    }
    items.sort_by_key(|item| !item.text.trim_matches('"').to_lowercase().starts_with(&typed));
    items.truncate(SUGGESTIONS_MAX);
    items
}

fn meaning(key: QueryKey, value: &str) -> Option<String> {
    match key {
        QueryKey::Status => Some(PaymentStatus::from_word(value).label().into_owned()),
        QueryKey::Method => Some(method_text(value)),
        QueryKey::Code => decline::message(value).map(str::to_owned),
        QueryKey::Family => family_words().find(|(word, _)| *word == value).map(|(_, meaning)| meaning.to_owned()),
        QueryKey::Amount
        | QueryKey::Currency
        | QueryKey::Created
        | QueryKey::Customer
        | QueryKey::Email
        | QueryKey::Card
        | QueryKey::Order
        | QueryKey::Id
        | QueryKey::Refunded
        | QueryKey::Disputed
        | QueryKey::Tag
        | QueryKey::Note => None,
    }
}

/// The values that are offered whether a payment has them or not.
fn usual(key: QueryKey) -> Vec<(String, String)> {
    let pairs = |pairs: &[(&str, &str)]| pairs.iter().map(|(value, note)| ((*value).into(), (*note).into())).collect();
    match key {
        QueryKey::Status => PaymentStatus::NAMED
            .iter()
            .map(|status| (status.as_str().to_owned(), status.label().into_owned()))
            .collect(),
        QueryKey::Family => family_words().map(|(word, meaning)| (word.to_owned(), meaning.to_owned())).collect(),
        QueryKey::Code => pairs(&decline::UNIFIED_CODES),
        QueryKey::Created => {
            let weeks = [("this-week", "This week"), ("last-week", "Last week"), ("last-month", "Last month")];
            let days = [("today", "Today"), ("yesterday", "Yesterday"), ("7d", "Last 7 days"), ("30d", "Last 30 days")];
            pairs(&[&days[..], &weeks[..]].concat())
        }
        QueryKey::Amount => pairs(&[(">100", "More than 100"), ("<=20", "At most 20"), ("10..20", "From 10 to 20")]),
        QueryKey::Refunded | QueryKey::Disputed => pairs(&[("yes", "Yes"), ("no", "No")]),
        QueryKey::Currency
        | QueryKey::Customer
        | QueryKey::Email
        | QueryKey::Method
        | QueryKey::Card
        | QueryKey::Order
        | QueryKey::Id
        | QueryKey::Tag
        | QueryKey::Note => Vec::new(),
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    struct Known;

    impl QueryValues for Known {
        fn values(&self, key: QueryKey) -> Vec<(String, u64)> {
            let known =
                [(QueryKey::Status, "failed", 1_204), (QueryKey::Status, "on_hold", 3), (QueryKey::Currency, "eur", 9)];
            let of_key = known.iter().filter(|(of, _, _)| *of == key);
            of_key.map(|(_, value, count)| ((*value).to_owned(), *count)).collect()
        }
    }

    /// The line with `|` for the cursor; what is replaced and what is offered.
    fn offered(line: &str) -> (String, Vec<String>) {
        let cursor = line.find('|').unwrap();
        let text = line.replace('|', "");
        let found = suggest(&text, cursor, &Known);
        (text[found.place].to_owned(), found.items.into_iter().map(|item| item.text).collect())
    }

    #[test]
    fn keys_are_offered_at_the_beginning_of_a_word_and_values_behind_a_key() {
        assert_eq!(offered("anna cu|"), ("cu".to_owned(), vec!["currency:".to_owned(), "customer:".to_owned()]));
        assert_eq!(offered("anna -sta|"), ("sta".to_owned(), vec!["status:".to_owned()]));
        assert_eq!(offered("status:fa|"), ("fa".to_owned(), vec!["failed".to_owned()]));
        assert_eq!(offered("status:failed,can| x"), ("can".to_owned(), vec!["cancelled".to_owned()]));
        assert_eq!(offered("status:fa|iled,x").0, "failed");
        assert_eq!(offered("currency:|"), (String::new(), vec!["eur".to_owned()]));
        assert_eq!(offered("status:|").1[..2], ["failed", "on_hold"], "what payments have comes first");
        assert_eq!(offered("nothing:|"), (String::new(), Vec::new()));
        assert_eq!(offered("anna |").1.len(), 16, "all keys");
        assert!(offered("zebra|").1.is_empty() && offered("ü|").1.is_empty());
    }

    #[test]
    fn a_suggestion_says_what_it_means_and_how_many_have_it() {
        let found = suggest("status:", 7, &Known);
        assert_eq!(found.items[0].note, "Failed · 1,204");
        assert_eq!(suggest("code:UE_1001", 12, &()).items[0].note, "Insufficient funds");
    }

    #[test]
    fn no_cursor_makes_it_panic() {
        let text = "ä -status:\"é,💳 customer:,,x";
        (0..text.len() + 3).for_each(|cursor| drop(suggest(text, cursor, &Known)));
    }
}
