//! Reads the value of a condition: an amount, a status, a time.

use paydesk_domain::payment::PaymentStatus;
use paydesk_domain::text::visible;

use super::amount::{AmountCondition, Decimal};
use super::comparison::QueryComparison;
use super::created::{CreatedCondition, DatePart};
use super::lexer::{QueryFault, RawValue};

/// Longest part of a text that is repeated in a message, in characters.
const REPEATED_MAX_CHARS: usize = 30;

pub(super) fn repeated(value: &RawValue) -> String {
    value.text.chars().take(REPEATED_MAX_CHARS).collect()
}

/// The status that is written or shown so, with underscores; `None` of a word that is none.
pub(super) fn known_status(word: &str) -> Option<PaymentStatus> {
    let word = word.to_lowercase();
    let label = |status: &PaymentStatus| status.label().replace(", ", "_").replace(' ', "_").to_lowercase();
    let mut known = PaymentStatus::NAMED.iter().chain(PaymentStatus::ALSO);
    known.find(|status| status.as_str() == word || label(status) == word).cloned()
}

/// The decimals are those of the currencies that the line names.
pub(super) fn amount(value: &RawValue, decimals: Option<u32>) -> Result<AmountCondition, QueryFault> {
    let decimal = |text: &str| match Decimal::readings(text) {
        Some((thousands, _)) if decimals == Some(0) => Ok(thousands),
        // As Paydesk writes it: `31.250 KWD`.
        Some((_, decimal)) if decimals == Some(3) && text.contains('.') => Ok(decimal),
        Some((thousands, decimal)) => {
            let (thousands, decimal) = (thousands.to_string(), decimal.without_zeros().to_string());
            let text = visible(text, REPEATED_MAX_CHARS);
            Err(QueryFault::AmbiguousAmount(text.into(), thousands.into(), decimal.into()))
        }
        None => Decimal::parse(text)
            .or_else(|| Decimal::parse_grouped(text))
            .ok_or_else(|| QueryFault::NotAnAmount(repeated(value))),
    };
    if let Some((from, to)) = value.text.split_once("..") {
        let end = |text: &str| (!text.is_empty()).then(|| decimal(text)).transpose();
        let (from, to) = (end(from)?, end(to)?);
        if from.is_none() && to.is_none() {
            return Err(QueryFault::NotAnAmount(repeated(value)));
        }
        let condition = AmountCondition::Between(from, to);
        // Compared with more decimals than any currency has.
        return match from.is_some() && to.is_some() && condition.minor_range(8).is_empty() {
            true => Err(QueryFault::EmptyRange),
            false => Ok(condition),
        };
    }
    match QueryComparison::strip(&value.text) {
        Some((comparison, rest)) => Ok(AmountCondition::Compared(comparison, decimal(rest)?)),
        None => Ok(AmountCondition::Exactly(decimal(value.text.strip_prefix('=').unwrap_or(&value.text))?)),
    }
}

pub(super) fn created(value: &RawValue) -> Result<CreatedCondition, QueryFault> {
    let date = |text: &str| DatePart::parse(text).ok_or_else(|| QueryFault::NotADate(repeated(value)));
    if let Some(relative) = CreatedCondition::parse_relative(&value.text) {
        return Ok(relative);
    }
    if let Some((from, to)) = value.text.split_once("..") {
        let end = |text: &str| (!text.is_empty()).then(|| date(text)).transpose();
        let (from, to) = (end(from)?, end(to)?);
        let (first, last) = (from.and_then(DatePart::first_day), to.and_then(DatePart::last_day));
        return match (from, to) {
            (None, None) => Err(QueryFault::NotADate(repeated(value))),
            (Some(_), Some(_)) if first > last => Err(QueryFault::EmptyRange),
            (_, _) => Ok(CreatedCondition::Between(from, to)),
        };
    }
    match QueryComparison::strip(&value.text) {
        Some((comparison, rest)) => Ok(CreatedCondition::Compared(comparison, date(rest)?)),
        None => Ok(CreatedCondition::In(date(&value.text)?)),
    }
}
