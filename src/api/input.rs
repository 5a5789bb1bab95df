//! The rules of the specification's inputs, checked when a call is built. An error names the field and the rule.
//!
//! Forms show the rule beside the field; a call that breaks one cannot be made.

use crate::domain::metadata::check_metadata;
use crate::domain::money::Currency;
use crate::domain::payout::is_country;

/// Which field of a call broke which rule (spec, *Resources and their fields* and *Limits*).
#[derive(Debug, Clone, PartialEq, Eq, thiserror::Error)]
#[error("{field}: {rule}")]
pub struct InputError {
    /// The field's name in the API: `billing.address.country`.
    pub field: String,
    /// What it must be, as a whole phrase: `at most 22 characters; this has 30`.
    pub rule: String,
}

impl InputError {
    pub fn new(field: impl Into<String>, rule: impl Into<String>) -> Self {
        Self { field: field.into(), rule: rule.into() }
    }
}

/// What a check says.
pub type Checked = Result<(), InputError>;

/// There must be something in it.
pub fn required(field: &str, text: &str) -> Checked {
    if text.trim().is_empty() { Err(InputError::new(field, "is required")) } else { Ok(()) }
}

/// At most `max` characters.
pub fn at_most(field: &str, text: &str, max: usize) -> Checked {
    let chars = text.chars().count();
    if chars <= max {
        Ok(())
    } else {
        Err(InputError::new(field, format!("at most {max} characters; this has {chars}")))
    }
}

/// One of the words the specification lists.
pub fn one_of(field: &str, word: &str, words: &[&str]) -> Checked {
    if words.contains(&word) { Ok(()) } else { Err(InputError::new(field, format!("one of {}", words.join(", ")))) }
}

/// A two-letter ISO 3166-1 code.
pub fn country(field: &str, code: &str) -> Checked {
    if is_country(code) { Ok(()) } else { Err(InputError::new(field, "a two-letter ISO 3166-1 code")) }
}

/// A currency whose lowest unit is known.
pub fn currency(field: &str, currency: &Currency) -> Checked {
    if currency.is_known() { Ok(()) } else { Err(InputError::new(field, "a three-letter ISO 4217 code")) }
}

/// More than nothing, in the lowest unit.
pub fn positive(field: &str, minor: i64) -> Checked {
    if minor > 0 { Ok(()) } else { Err(InputError::new(field, "more than 0")) }
}

/// At most 50 pairs of 40 and 500 characters.
pub fn metadata<'a>(field: &str, pairs: impl ExactSizeIterator<Item = (&'a str, &'a str)>) -> Checked {
    check_metadata(pairs).map_err(|error| InputError::new(field, error.to_string()))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn an_error_names_the_field_and_the_rule() {
        let error = at_most("statement_descriptor_name", &"x".repeat(23), 22).unwrap_err();
        assert_eq!(error.to_string(), "statement_descriptor_name: at most 22 characters; this has 23");
        let error = one_of("priority", "slow", &["instant", "fast"]).unwrap_err();
        assert_eq!(error.to_string(), "priority: one of instant, fast");
        assert!(required("name", "  ").is_err());
        assert!(country("billing.address.country", "GER").is_err());
        assert!(currency("currency", &Currency::from_code("ZZZ")).is_err());
        assert!(positive("amount", 0).is_err());
    }
}
