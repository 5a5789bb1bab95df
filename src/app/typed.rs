//! What is typed into several forms, read one way: pairs as lines, `name = value`; an amount with its currency.

use crate::api::input::InputError;
use crate::domain::money::{Currency, Money, parse_amount};
use crate::domain::payment::Pair;

/// The amount that is typed, in the currency that is typed; what is wrong is told of `amount` or `currency`.
pub fn money_of(amount: &str, currency: &str, errors: &mut Vec<InputError>) -> Money {
    let (amount, currency) = (amount.trim(), currency.trim());
    let nothing = Money::new(0, Currency::from_code(&currency.to_uppercase()));
    for (field, text) in [("amount", amount), ("currency", currency)] {
        if text.is_empty() {
            errors.push(InputError::new(field, "is required"));
            return nothing;
        }
    }
    parse_amount(amount, &nothing.currency).unwrap_or_else(|error| {
        errors.push(InputError::new("amount", error.to_string()));
        nothing
    })
}

/// The pairs in `text`; what is no pair, and a name that comes twice, is told of `field`.
pub fn pairs_of(field: &'static str, text: &str, errors: &mut Vec<InputError>) -> Vec<Pair> {
    let lines = text.lines().map(str::trim).filter(|line| !line.is_empty());
    let read = |line: &str| line.split_once('=').map(|(name, value)| (name.trim().to_owned(), value.trim().to_owned()));
    let all: Vec<Option<Pair>> = lines.map(read).collect();
    if all.iter().any(Option::is_none) {
        errors.push(InputError::new(field, "one pair a line: name = value"));
    }
    let mut seen = std::collections::BTreeSet::new();
    let pairs: Vec<Pair> = all.into_iter().flatten().collect();
    if pairs.iter().any(|(name, _)| !seen.insert(name.as_str())) {
        errors.push(InputError::new(field, "each name once"));
    }
    pairs
}

/// The same pairs as lines to be edited.
pub fn lines_of(pairs: &[Pair]) -> String {
    pairs.iter().map(|(name, value)| format!("{name} = {value}")).collect::<Vec<_>>().join("\n")
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn lines_are_read_as_they_are_written_and_what_is_no_pair_is_told() {
        let mut errors = Vec::new();
        let pairs = vec![("order".to_owned(), "12 = a dozen".to_owned()), ("by".to_owned(), String::new())];
        assert_eq!(pairs_of("metadata", &lines_of(&pairs), &mut errors), pairs);
        assert_eq!(errors, []);
        for (text, rule) in [("order 12", "one pair a line: name = value"), ("a = 1\na = 2", "each name once")] {
            let mut errors = Vec::new();
            pairs_of("metadata", text, &mut errors);
            assert_eq!(errors, [InputError::new("metadata", rule)]);
        }
    }
}
