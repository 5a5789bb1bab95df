//! What is typed into several forms, read one way: metadata as rows; an amount with its currency.

use std::collections::BTreeSet;

use serde_json::Value;

use paydesk_api::input::{self, InputError, Rule, Severity, at_most};
use paydesk_domain::metadata::{METADATA_KEY_MAX_CHARS, METADATA_VALUE_MAX_CHARS};
use paydesk_domain::money::{MinorUnits, Money, parse_amount};
use paydesk_domain::payment::Pair;

/// The amount that is typed, in the currency that is typed, as the service counts it; what is wrong is reported at `amount` or `currency`.
pub fn money_of(amount: &str, currency: &str, units: MinorUnits, errors: &mut Vec<InputError>) -> Money {
    let (amount, currency) = (amount.trim(), currency.trim());
    let nothing = Money::new(0, units.currency(&currency.to_uppercase()));
    if amount.is_empty() {
        errors.push(InputError::new("amount", Rule::Required));
    }
    if currency.is_empty() {
        errors.push(InputError::new("currency", Rule::Required));
    } else {
        errors.extend(input::currency("currency", &nothing.currency).err());
    }
    // Of an amount in no currency, or in half a code, nothing can be said.
    let is_none = !nothing.currency.is_known() && !nothing.currency.currency_code().is_listed();
    if amount.is_empty() || is_none {
        return nothing;
    }
    parse_amount(amount, &nothing.currency).unwrap_or_else(|error| {
        errors.push(InputError::new("amount", Rule::fault(&error)));
        nothing
    })
}

/// The pairs in the rows of metadata at `field`; rows in which nothing is typed are none. What is wrong is reported at
/// `metadata.2.name`, by the place of the row. Of too long a text, `limits` says what follows.
pub fn pairs_of(field: &str, rows: &[Pair], limits: Severity, errors: &mut Vec<InputError>) -> Vec<Pair> {
    let mut seen = BTreeSet::new();
    let mut pairs = Vec::new();
    for (at, (name, value)) in rows.iter().enumerate() {
        if name.is_empty() && value.is_empty() {
            continue;
        }
        let place = format!("{field}.{at}");
        if name.trim().is_empty() {
            errors.push(InputError::new(format!("{place}.name"), Rule::Required));
        } else if !seen.insert(name) {
            errors.push(InputError::new(format!("{place}.name"), Rule::sentence("This name is already in use")));
        }
        let parts = [("name", name, METADATA_KEY_MAX_CHARS), ("value", value, METADATA_VALUE_MAX_CHARS)];
        for (part, text, limit) in parts {
            let error = at_most(&format!("{place}.{part}"), text, limit).err();
            errors.extend(error.map(|error| InputError { severity: limits, ..error }));
        }
        pairs.push((name.clone(), value.clone()));
    }
    pairs
}

/// Adds what else is wrong: of a field, or of the rows below it, where an error is reported already no other is added,
/// unless that only warns and the other refuses.
pub fn add_unreported(errors: &mut Vec<InputError>, more: Vec<InputError>) {
    let reported: Vec<(String, bool)> = errors.iter().map(|error| (error.field.clone(), error.refuses())).collect();
    let is_reported = |error: &InputError| {
        let is_below = |field: &str| field.strip_prefix(&error.field).is_some_and(|rest| rest.starts_with('.'));
        let says_it = |(field, refuses): &(String, bool)| {
            (*field == error.field || is_below(field)) && (*refuses || !error.refuses())
        };
        reported.iter().any(says_it)
    };
    errors.extend(more.into_iter().filter(|error| !is_reported(error)));
}

/// The pairs in a text that was pasted: a JSON object, or lines of `name = value` (as a table has them: with a tab).
/// `None` where it is neither, and is a text like any other.
pub fn pasted_pairs(text: &str) -> Option<Vec<Pair>> {
    if let Ok(Value::Object(object)) = serde_json::from_str(text) {
        return (!object.is_empty())
            .then(|| object.iter().map(|(name, value)| (name.clone(), text_of(value))).collect());
    }
    let lines = text.lines().map(str::trim).filter(|line| !line.is_empty());
    let read = |line: &str| {
        let (name, value) = line.split_once('\t').or_else(|| line.split_once('='))?;
        Some((name.trim().to_owned(), value.trim().to_owned())).filter(|(name, _)| !name.is_empty())
    };
    let pairs: Option<Vec<Pair>> = lines.map(read).collect();
    pairs.filter(|pairs| !pairs.is_empty())
}

/// A value as a text.
fn text_of(value: &Value) -> String {
    match value {
        Value::Null => String::new(),
        Value::String(text) => text.clone(),
        Value::Bool(_) | Value::Number(_) | Value::Array(_) | Value::Object(_) => value.to_string(),
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn pairs(texts: &[(&str, &str)]) -> Vec<Pair> {
        texts.iter().map(|(name, value)| ((*name).to_owned(), (*value).to_owned())).collect()
    }

    #[test]
    fn an_amount_is_checked_once_its_currency_is_known() {
        let reported = |amount: &str, currency: &str| {
            let mut errors = Vec::new();
            let money = money_of(amount, currency, MinorUnits::Iso4217, &mut errors);
            let reported: Vec<String> = errors.iter().map(ToString::to_string).collect();
            (money.to_string(), reported.join("; "))
        };
        assert_eq!(reported("1 234,50", "eur"), ("1,234.50 EUR".to_owned(), String::new()));
        assert_eq!(reported("1,50", "pound").1, "currency: a three-letter ISO 4217 code");
        assert_eq!(
            reported("1.505", "USD").1,
            "amount: “1.505” can be read in two ways; write the amount without thousands separators"
        );
        assert_eq!(reported("", "").1, "amount: is required; currency: is required");
        let unknown = "currency: a currency whose decimal places Paydesk knows for this service; amount: Unknown number of \
                       decimals in XAU: you cannot enter an amount";
        assert_eq!(reported("ten", "XAU").1, unknown);
    }

    #[test]
    fn rows_are_pairs_and_what_is_wrong_is_reported_its_row() {
        let mut errors = Vec::new();
        let rows = pairs(&[("order", "12 = a dozen"), ("", ""), ("by", "")]);
        assert_eq!(
            pairs_of("metadata", &rows, Severity::Refusal, &mut errors),
            pairs(&[("order", "12 = a dozen"), ("by", "")])
        );
        assert_eq!(errors, []);
        let (long, too_long) = ("n".repeat(41), "v".repeat(501));
        pairs_of(
            "metadata",
            &pairs(&[("a", "1"), ("", "2"), ("a", "3"), (&long, &too_long)]),
            Severity::Refusal,
            &mut errors,
        );
        let reported: Vec<String> = errors.iter().map(ToString::to_string).collect();
        let expected = [
            "metadata.1.name: is required",
            "metadata.2.name: This name is already in use",
            "metadata.3.name: at most 40 characters; this has 41",
            "metadata.3.value: at most 500 characters; this has 501",
        ];
        assert_eq!(reported, expected);
    }

    #[test]
    fn of_what_is_told_at_a_row_nothing_more_is_reported() {
        let error = |field: &str| InputError::new(field, "x");
        let mut errors = vec![error("metadata.1.name"), error("amount")];
        add_unreported(
            &mut errors,
            vec![error("metadata"), error("amount"), error("amount_to_capture"), error("meta")],
        );
        let fields: Vec<&str> = errors.iter().map(|error| error.field.as_str()).collect();
        assert_eq!(fields, ["metadata.1.name", "amount", "amount_to_capture", "meta"]);
        let mut errors = vec![InputError::warning("metadata.0.value", "x")];
        add_unreported(&mut errors, vec![InputError::warning("metadata", "y"), InputError::new("metadata", "z")]);
        assert_eq!(errors.len(), 2, "a warning hides no refusal");
    }

    #[test]
    fn lines_a_table_and_an_object_are_pairs_and_other_texts_are_none() {
        let both = pairs(&[("order", "12"), ("note", "a = b")]);
        assert_eq!(pasted_pairs("order = 12\n\nnote= a = b\n"), Some(both.clone()));
        assert_eq!(pasted_pairs("order\t12\r\nnote\ta = b"), Some(both));
        let object = pairs(&[("gift", "true"), ("order", "12"), ("x", ""), ("y", r#"{"z":[1]}"#)]);
        let text = r#"{"order": "12", "gift": true, "x": null, "y": {"z": [1]}}"#;
        let mut read = pasted_pairs(text).unwrap();
        read.sort();
        assert_eq!(read, object);
        for text in ["", "order", "order 12", "a = 1\norder", "= 1", "[1]", "{}", "12"] {
            assert_eq!(pasted_pairs(text), None, "{text}");
        }
    }
}
