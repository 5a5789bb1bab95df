//! Writes a query as it is typed.

use std::fmt;

use paydesk_domain::money::CurrencyCode;
use paydesk_domain::payment::PaymentStatus;

use super::parse::family_word;
use super::plain_words::{WORDS_MAX, is_plain, meaning};
use super::query::PaymentQuery;
use super::term::{QueryCondition, QueryTerm};

impl fmt::Display for PaymentQuery {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        for (place, condition) in self.conditions.iter().enumerate() {
            let blank = if place > 0 { " " } else { "" };
            match texts(&self.conditions[place..]) {
                words if words.len() > 1 && meaning(&words).is_some() => write!(f, "{blank}{}", in_quotes(words[0]))?,
                _ => write!(f, "{blank}{condition}")?,
            }
        }
        Ok(())
    }
}

/// The first of these conditions, as long as they are written as plain words: together they may be read as something else.
fn texts(conditions: &[QueryCondition]) -> Vec<&str> {
    conditions.iter().take(WORDS_MAX).map_while(plain_text).collect()
}

fn plain_text(condition: &QueryCondition) -> Option<&str> {
    let QueryTerm::Text(text) = &condition.term else { return None };
    Some(text.as_str()).filter(|text| !condition.negated && quoted_text(text) == *text)
}

impl fmt::Display for QueryCondition {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let sign = if self.negated { "-" } else { "" };
        let value = self.term.value_text();
        match self.term.key() {
            Some(key) => write!(f, "{sign}{}:{value}", key.word()),
            None => write!(f, "{sign}{value}"),
        }
    }
}

impl QueryTerm {
    /// What stands behind the key.
    pub fn value_text(&self) -> String {
        let list = |values: Vec<String>| values.join(",");
        let texts = |values: &[String]| list(values.iter().map(|value| quoted_value(value)).collect());
        match self {
            Self::Text(text) => quoted_text(text),
            Self::Status(statuses) => list(statuses.iter().map(PaymentStatus::as_str).map(quoted_value).collect()),
            Self::Amount(condition) => condition.to_string(),
            Self::Currency(currencies) => list(currencies.iter().map(currency_text).collect()),
            Self::Created(condition) => condition.to_string(),
            Self::Customer(values)
            | Self::Email(values)
            | Self::Method(values)
            | Self::Card(values)
            | Self::Code(values)
            | Self::Order(values)
            | Self::Id(values)
            | Self::Tag(values)
            | Self::Note(values) => texts(values),
            Self::Family(families) => list(families.iter().map(|family| family_word(*family).to_owned()).collect()),
            Self::Refunded(is_so) | Self::Disputed(is_so) => if *is_so { "yes" } else { "no" }.to_owned(),
        }
    }
}

fn currency_text(code: &CurrencyCode) -> String {
    if code.is_listed() { code.as_str().to_lowercase() } else { in_quotes(code.as_str()) }
}

/// A free text: in quotation marks where it would be read as something else.
fn quoted_text(text: &str) -> String {
    let is_plain =
        !text.is_empty() && !text.contains(char::is_whitespace) && is_plain(text) && meaning(&[text]).is_none();
    if is_plain { text.to_owned() } else { in_quotes(text) }
}

pub(super) fn quoted_value(value: &str) -> String {
    let is_plain = !value.is_empty() && !value.contains(|c: char| c.is_whitespace() || matches!(c, '"' | ','));
    if is_plain { value.to_owned() } else { in_quotes(value) }
}

fn in_quotes(text: &str) -> String {
    format!("\"{}\"", text.replace('\\', "\\\\").replace('"', "\\\""))
}
