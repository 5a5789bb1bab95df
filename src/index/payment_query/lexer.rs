//! Takes a line apart: words, keys and values with their places, and what is wrong with them.

use std::ops::Range;

use super::key::QueryKey;

/// What is wrong with a query, and where: a range of bytes of the text.
#[derive(Debug, Clone, PartialEq, Eq, thiserror::Error)]
#[error("{fault}")]
pub struct QueryError {
    pub place: Range<usize>,
    pub fault: QueryFault,
}

/// What is wrong with a query.
#[derive(Debug, Clone, PartialEq, Eq, thiserror::Error)]
pub enum QueryFault {
    #[error("There is no condition “{0}”; to search for the text, put it in quotation marks")]
    UnknownKey(String),
    #[error("Enter a value after “{0}:”, such as {1}")]
    MissingValue(&'static str, &'static str),
    #[error("The quotation mark is not closed")]
    OpenQuote,
    #[error("“{0}” is not an amount; write it as 1234.50, >100, <=20 or 10..20")]
    NotAnAmount(String),
    /// What was typed, and how each of its readings is typed.
    #[error("“{0}” can be read in two ways; type {1} or {2}")]
    AmbiguousAmount(Box<str>, Box<str>, Box<str>),
    #[error("The range is empty: it ends before it begins")]
    EmptyRange,
    #[error("“{0}” is not a date; write it as 2026, 2026-10, 2026-10-01, today, 7d or 2026-10-01..2026-10-15")]
    NotADate(String),
    #[error("“{0}” is not a currency code; a currency code has three letters, such as EUR")]
    NotACurrency(String),
    #[error("“{0}” is not a status; a status can contain only letters, digits and underscores")]
    NotAStatus(String),
    #[error("Enter the last four digits of the card, such as 4242")]
    NotLastFour,
    #[error("“{0}” is not a decline family; choose {1}")]
    NotAFamily(String, String),
    #[error("Enter yes or no")]
    NotYesOrNo,
    #[error("“{0}:” takes only one value")]
    OneValue(&'static str),
    #[error("Enter what to exclude after the minus sign")]
    LoneMinus,
    #[error("A query can have at most {0} conditions")]
    TooMany(usize),
}

impl QueryFault {
    pub(super) fn at(self, place: Range<usize>) -> QueryError {
        QueryError { place, fault: self }
    }
}

/// One value, without its quotation marks.
#[derive(Debug, Clone, PartialEq, Eq)]
pub(super) struct RawValue {
    pub text: String,
    pub place: Range<usize>,
    pub is_quoted: bool,
}

/// One word of the line, taken apart.
#[derive(Debug, Clone, PartialEq, Eq)]
pub(super) struct RawCondition {
    pub place: Range<usize>,
    pub negated: bool,
    pub key: Option<QueryKey>,
    pub values: Vec<RawValue>,
}

/// Where the words of `text` are. A quoted part may have blanks in it; one that is not closed reaches to the end.
pub(super) fn words(text: &str) -> Vec<Range<usize>> {
    let (mut found, mut at) = (Vec::new(), 0);
    while let Some(begin) = text[at..].find(|c: char| !c.is_whitespace()).map(|skip| at + skip) {
        at = word_end(text, begin);
        found.push(begin..at);
    }
    found
}

/// Where the word that begins at `begin` ends.
fn word_end(text: &str, begin: usize) -> usize {
    let mut at = begin + usize::from(text[begin..].starts_with('-'));
    let is_keyed = key_word(&text[at..]).is_some();
    let mut opens = true;
    while let Some(c) = text[at..].chars().next() {
        if c == '"' && opens {
            at = quote_end(text, at);
            if !is_keyed {
                return at;
            }
            opens = false;
        } else if c.is_whitespace() {
            return at;
        } else {
            at += c.len_utf8();
            opens = is_keyed && matches!(c, ':' | ',');
        }
    }
    at
}

/// Behind the quoted part that begins at `begin`.
fn quote_end(text: &str, begin: usize) -> usize {
    let mut is_escaped = false;
    for (skip, c) in text[begin..].char_indices().skip(1) {
        match c {
            _ if is_escaped => is_escaped = false,
            '\\' => is_escaped = true,
            '"' => return begin + skip + 1,
            _ => {}
        }
    }
    text.len()
}

/// The word before a colon. What is behind the colon of an address of the web makes it none.
pub(super) fn key_word(text: &str) -> Option<&str> {
    let (word, rest) = text.split_once(':')?;
    let is_word = !word.is_empty() && word.bytes().all(|byte| byte.is_ascii_alphabetic() || byte == b'_');
    (is_word && !rest.starts_with("//")).then_some(word)
}

/// Takes the word at `place` apart.
pub(super) fn take_apart(text: &str, place: Range<usize>) -> Result<RawCondition, QueryError> {
    let word = &text[place.clone()];
    let negated = word.starts_with('-');
    let begin = place.start + usize::from(negated);
    if begin == place.end {
        return Err(QueryFault::LoneMinus.at(place));
    }
    let Some(key_text) = key_word(&text[begin..place.end]) else {
        let values = vec![value_at(text, begin..place.end)?];
        return Ok(RawCondition { place, negated, key: None, values });
    };
    let key_place = begin..begin + key_text.len();
    let unknown = || QueryFault::UnknownKey(key_text.chars().take(30).collect()).at(key_place.clone());
    let key = QueryKey::of_word(key_text).ok_or_else(unknown)?;
    let values = values(text, key_place.end + 1..place.end)?;
    match values.iter().find(|value| value.text.is_empty()) {
        Some(_) => Err(QueryFault::MissingValue(key.word(), key.example()).at(place)),
        None => Ok(RawCondition { place, negated, key: Some(key), values }),
    }
}

/// The values behind a key, separated by commas.
fn values(text: &str, place: Range<usize>) -> Result<Vec<RawValue>, QueryError> {
    let mut found = Vec::new();
    let mut at = place.start;
    loop {
        let end = value_end(text, at..place.end);
        found.push(value_at(text, at..end)?);
        if end >= place.end {
            return Ok(found);
        }
        at = end + 1;
    }
}

/// Where the value that begins there ends: at a comma, or with the word.
fn value_end(text: &str, place: Range<usize>) -> usize {
    let quoted_to = if text[place.clone()].starts_with('"') { quote_end(text, place.start) } else { place.start };
    text[quoted_to..place.end].find(',').map_or(place.end, |skip| quoted_to + skip)
}

fn value_at(text: &str, place: Range<usize>) -> Result<RawValue, QueryError> {
    let raw = &text[place.clone()];
    let Some(inside) = raw.strip_prefix('"') else {
        return Ok(RawValue { text: raw.to_owned(), place, is_quoted: false });
    };
    let (mut value, mut chars) = (String::new(), inside.chars());
    loop {
        match chars.next() {
            Some('"') => break,
            Some('\\') => value.extend(chars.next()),
            Some(c) => value.push(c),
            None => return Err(QueryFault::OpenQuote.at(place)),
        }
    }
    value.push_str(chars.as_str());
    Ok(RawValue { text: value, place, is_quoted: true })
}
