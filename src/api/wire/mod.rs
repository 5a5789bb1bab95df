//! The JSON shapes of the specification, checked once at the border.
//!
//! Decoding is lenient: unknown fields stay in the raw value, missing optional fields and unknown values are fine.
//! Two kinds of fields are distinguished, for every record alike:
//!
//! - **vital**: what Paydesk acts upon. The id, the amounts of money (`amount`, `amount_received`,
//!   `amount_capturable` and the like), the currency, and the `status` where it decides what may be done. One of a
//!   wrong type, and an amount that is negative, no whole number or beyond 64 bits, makes the record unreadable: an
//!   error with the JSON path. A vital field of a record that the specification shows must also be there; of a
//!   record it does not show whatever comes is read.
//! - **shown**: everything else. One of a wrong type is left out of the typed record, never guessed; it stays in the
//!   raw value and is reported in the record's `unreadable` ([`Notes`]), so that the panel can say so.
//!
//! What is stored of a document beside the raw value is bounded: [`ROWS_MAX`] rows, [`pairs::PAIRS_MAX`] pairs.

pub mod pairs;
pub mod payment_error;

use std::sync::Arc;

use chrono::{DateTime, Utc};
use serde_json::{Map, Value};

use super::error::DecodeError;
use paydesk_domain::document::{Raw, time_of};
use paydesk_domain::money::{MinorUnits, Money};
use paydesk_domain::payment::Pair;
use paydesk_domain::scrub::is_scrubbed;
use paydesk_domain::text::visible;

/// Most rows read of one list; the service gives at most 100 ([limits](crate::reference::limits#pagination)).
pub const ROWS_MAX: usize = 1_000;
/// Most mistakes of one document that are stored; one more says that there are others.
const NOTES_MAX: usize = 1_000;
/// What is never kept, wherever it is: credentials, and card data should a service ever echo it.
const SECRET_FIELDS: [&str; 5] = ["client_secret", "sdk_authorization", "api_key", "card_number", "card_cvc"];
/// What is in their place.
pub(super) const MASK: &str = "(hidden)";

/// What could not be read of the fields that are only shown.
#[derive(Debug, Default)]
pub struct Notes(Vec<DecodeError>);

impl Notes {
    /// The field as it was read; one that could not be read is noted and left out.
    pub fn shown<T>(&mut self, read: Result<Option<T>, DecodeError>) -> Option<T> {
        read.unwrap_or_else(|error| {
            match self.0.len() {
                ..NOTES_MAX => self.0.push(error),
                NOTES_MAX => self.0.push(DecodeError { found: format!("more than {NOTES_MAX} mistakes"), ..error }),
                _ => {}
            }
            None
        })
    }

    pub fn into_unreadable(self) -> Vec<DecodeError> {
        self.0
    }
}

/// Other names of a field that services use. A decoder declares them once, and reads the field by the name of the
/// specification, which wins where both are there.
pub struct Spelling {
    /// The name of the specification, or ours where it shows none.
    pub field: &'static str,
    /// What else it is called, in the order in which they are tried.
    pub others: &'static [&'static str],
}

/// A JSON object together with the path it is at.
pub struct Object<'a> {
    pub(super) map: &'a Map<String, Value>,
    pub(super) path: String,
    spellings: &'static [Spelling],
    units: MinorUnits,
}

impl<'a> Object<'a> {
    /// Reads `value`, found at `path` (empty at the root), as an object.
    pub fn new(value: &'a Value, path: impl Into<String>) -> Result<Self, DecodeError> {
        let path = path.into();
        match value.as_object() {
            Some(map) => Ok(Self { map, path, spellings: &[], units: MinorUnits::Undecided }),
            None => Err(unexpected(&path, "an object", Some(value))),
        }
    }

    /// Accepts these other names for fields as well.
    pub fn spelled(self, spellings: &'static [Spelling]) -> Self {
        Self { spellings, ..self }
    }

    /// Reads amounts as a service counts them.
    pub fn counted_as(self, units: MinorUnits) -> Self {
        Self { units, ..self }
    }

    /// How the service counts the amounts in it.
    pub fn units(&self) -> MinorUnits {
        self.units
    }

    /// Where a field is, by the name it has there.
    pub(super) fn at(&self, name: &str) -> String {
        let name = self.entry(name).map_or(name, |(found, _)| found);
        if self.path.is_empty() { name.to_owned() } else { format!("{}.{name}", self.path) }
    }

    /// The value of a field; `null` counts as absent.
    pub fn get(&self, name: &str) -> Option<&'a Value> {
        self.entry(name).map(|(_, value)| value)
    }

    /// The field under the first of its names that has a value.
    fn entry<'n>(&self, name: &'n str) -> Option<(&'n str, &'a Value)> {
        let spelling = self.spellings.iter().find(|spelling| spelling.field == name);
        let others = spelling.map_or(&[][..], |spelling| spelling.others);
        let mut names = std::iter::once(name).chain(others.iter().copied());
        names.find_map(|name| self.map.get(name).filter(|value| !value.is_null()).map(|value| (name, value)))
    }

    fn required<T>(&self, name: &str, expected: &'static str, value: Option<T>) -> Result<T, DecodeError> {
        value.ok_or_else(|| unexpected(&self.at(name), expected, self.get(name)))
    }

    pub(super) fn optional<T>(
        &self,
        name: &str,
        expected: &'static str,
        read: impl FnOnce(&'a Value) -> Option<T>,
    ) -> Result<Option<T>, DecodeError> {
        self.get(name)
            .map(|value| read(value).ok_or_else(|| unexpected(&self.at(name), expected, Some(value))))
            .transpose()
    }

    /// A text that must be there.
    pub fn text(&self, name: &str) -> Result<&'a str, DecodeError> {
        self.required(name, "a string", self.get(name).and_then(Value::as_str))
    }

    /// A whole number that must be there and fit 64 bits.
    pub fn integer(&self, name: &str) -> Result<i64, DecodeError> {
        self.required(name, "a whole number", self.get(name).and_then(Value::as_i64))
    }

    pub fn optional_text(&self, name: &str) -> Result<Option<&'a str>, DecodeError> {
        self.optional(name, "a text", Value::as_str)
    }

    /// A text that may be absent, as an owned value.
    pub fn optional_string(&self, name: &str) -> Result<Option<String>, DecodeError> {
        Ok(self.optional_text(name)?.map(str::to_owned))
    }

    /// A text that is only shown: a number will do, as some services send years and codes.
    pub fn optional_shown(&self, name: &str) -> Result<Option<String>, DecodeError> {
        self.optional(name, "a text", |value| match value {
            Value::String(text) => Some(text.clone()),
            Value::Number(number) => Some(number.to_string()),
            Value::Null | Value::Bool(_) | Value::Array(_) | Value::Object(_) => None,
        })
    }

    pub fn optional_integer(&self, name: &str) -> Result<Option<i64>, DecodeError> {
        self.optional(name, "a whole number", Value::as_i64)
    }

    pub fn optional_flag(&self, name: &str) -> Result<Option<bool>, DecodeError> {
        self.optional(name, "true or false", Value::as_bool)
    }

    /// An amount in the lowest unit that must be there: a whole number from 0 that fits 64 bits.
    pub fn amount(&self, name: &str) -> Result<i64, DecodeError> {
        self.required(name, AMOUNT, self.get(name).and_then(as_amount))
    }

    /// An amount in the lowest unit that may be absent.
    pub fn optional_amount(&self, name: &str) -> Result<Option<i64>, DecodeError> {
        self.optional(name, AMOUNT, as_amount)
    }

    /// An amount that a service may also send as a text of digits: the lowest unit, never with a decimal point.
    pub fn amount_or_digits(&self, name: &str) -> Result<i64, DecodeError> {
        let digits = |value: &Value| value.as_str().and_then(minor_of_digits);
        self.required(name, AMOUNT, self.get(name).and_then(|value| as_amount(value).or_else(|| digits(value))))
    }

    /// `amount` and `currency`, which must be there.
    pub fn money(&self) -> Result<Money, DecodeError> {
        Ok(Money::new(self.amount("amount")?, self.units.currency(self.text("currency")?)))
    }

    /// `amount` and `currency` of a record the specification does not show: an amount without a currency is none.
    pub fn optional_money(&self) -> Result<Option<Money>, DecodeError> {
        let amount = self.optional_amount("amount")?;
        let currency = self.optional_text("currency")?.map(|code| self.units.currency(code));
        Ok(amount.zip(currency).map(|(minor, currency)| Money::new(minor, currency)))
    }

    /// An object whose names we do not choose, as pairs; none where it is absent.
    pub fn optional_pairs(&self, name: &str) -> Result<Option<Vec<Pair>>, DecodeError> {
        Ok(self.optional_object(name)?.map(|object| pairs::flatten(object.map)))
    }

    /// `metadata` that is sent again when it is changed: its names stay whole.
    pub fn optional_metadata(&self) -> Result<Option<Vec<Pair>>, DecodeError> {
        Ok(self.optional_object("metadata")?.map(|object| pairs::whole(object.map)))
    }

    pub fn optional_time(&self, name: &str) -> Result<Option<DateTime<Utc>>, DecodeError> {
        self.optional(name, "a time (ISO 8601)", time_of)
    }

    pub fn optional_object(&self, name: &str) -> Result<Option<Object<'a>>, DecodeError> {
        let object = |value| Ok(Object::new(value, self.at(name))?.counted_as(self.units));
        self.get(name).map(object).transpose()
    }

    pub fn array(&self, name: &str) -> Result<&'a [Value], DecodeError> {
        self.required(name, "a list", self.get(name).and_then(Value::as_array)).map(Vec::as_slice)
    }
}

fn minor_of_digits(text: &str) -> Option<i64> {
    text.bytes().all(|byte| byte.is_ascii_digit()).then(|| text.parse().ok()).flatten()
}

/// What an amount of money must be.
pub(super) const AMOUNT: &str = "a whole number of 0 or more";

pub(super) fn as_amount(value: &Value) -> Option<i64> {
    value.as_i64().filter(|minor| *minor >= 0)
}

/// The body with credentials masked, at whatever depth: the raw view is copied into tickets.
pub fn without_secrets(mut body: Value) -> Value {
    mask(&mut body);
    body
}

/// A shared body with credentials masked: copied only where there is something to mask.
pub fn raw_without_secrets(body: impl Into<Raw>) -> Raw {
    let mut body = body.into();
    if has_secret(&body) {
        mask(Arc::make_mut(&mut body));
    }
    body
}

fn mask(body: &mut Value) {
    let mut open = vec![body];
    while let Some(value) = open.pop() {
        match value {
            Value::Object(map) => {
                for (name, value) in map.iter_mut() {
                    if is_secret(name, value) {
                        *value = Value::String(MASK.to_owned());
                    } else {
                        open.push(value);
                    }
                }
            }
            Value::Array(values) => open.extend(values.iter_mut()),
            Value::Null | Value::Bool(_) | Value::Number(_) | Value::String(_) => {}
        }
    }
}

fn has_secret(value: &Value) -> bool {
    match value {
        Value::Object(map) => map.iter().any(|(name, value)| is_secret(name, value) || has_secret(value)),
        Value::Array(values) => values.iter().any(has_secret),
        Value::Null | Value::Bool(_) | Value::Number(_) | Value::String(_) => false,
    }
}

/// Whether this is a credential that is not masked yet.
fn is_secret(name: &str, value: &Value) -> bool {
    if name == "last4" {
        return has_more_than_four(value);
    }
    SECRET_FIELDS.contains(&name) && !value.is_null() && value.as_str() != Some(MASK) && !is_masked_card(name, value)
}

/// Whether a service says more of a card in `last4` than may be shown.
fn has_more_than_four(value: &Value) -> bool {
    let digits = |text: &str| text.bytes().filter(u8::is_ascii_digit).count();
    match value {
        Value::String(text) => digits(text) > 4,
        Value::Number(number) => digits(&number.to_string()) > 4,
        Value::Null | Value::Bool(_) | Value::Array(_) | Value::Object(_) => false,
    }
}

/// Whether nothing was masked in the value: only then may it be sent back as what the service knows.
pub fn is_whole(value: &Value) -> bool {
    match value {
        Value::String(text) => !is_scrubbed(text),
        Value::Array(values) => values.iter().all(is_whole),
        Value::Object(map) => map.values().all(is_whole),
        Value::Null | Value::Bool(_) | Value::Number(_) => true,
    }
}

/// A card number of which the service shows at most the last four digits.
fn is_masked_card(name: &str, value: &Value) -> bool {
    let digits = |text: &str| text.bytes().filter(u8::is_ascii_digit).count();
    name == "card_number" && value.as_str().is_some_and(|text| text.contains('*') && digits(text) <= 4)
}

/// What is said of a record that has another id than the one that was asked for.
pub fn other_id(field: &str, found: &str) -> DecodeError {
    let found = format!("the text “{}”", visible(found, 80));
    DecodeError { path: field.to_owned(), expected: "the requested ID", found }
}

/// How many rows services send at most that do not send as many as they are asked for, and do not say so.
const USUAL_PAGE_ROWS: [usize; 7] = [10, 20, 25, 30, 50, 100, 200];

/// Whether rows may follow a page of so many rows, of which `limit` were asked for, where the service does not say.
pub fn may_go_on(rows: usize, limit: u32) -> bool {
    rows >= limit as usize || limit != u32::MAX && USUAL_PAGE_ROWS.contains(&rows)
}

/// The total that came with a page of so many rows, after so many others, where it can be that of the list: some services send
/// that of the page.
pub fn credible_total(
    total: Option<u64>,
    has_more: Option<bool>,
    (before, rows): (u32, usize),
    limit: u32,
) -> Option<u64> {
    let may_go_on = has_more.unwrap_or_else(|| before == 0 && may_go_on(rows, limit));
    let least = u64::from(before) + rows as u64 + u64::from(may_go_on);
    total.filter(|total| *total >= least)
}

/// One page of a list, in any of the forms in use: `{count, total_count, has_more, data}`, which the specification
/// names, `{size, data}`, or the rows alone.
pub struct ListPage<'a> {
    pub rows: &'a [Value],
    /// The path of the first row without its index.
    pub path: &'static str,
    /// How many rows the filter matches in all, where the service says so.
    pub total_count: Option<u64>,
    /// Whether rows follow this page, where the service says so.
    pub has_more: Option<bool>,
}

impl<'a> ListPage<'a> {
    pub fn read(body: &'a Value) -> Result<Self, DecodeError> {
        if let Value::Array(rows) = body {
            return Ok(Self { rows, path: "", total_count: None, has_more: None });
        }
        let envelope = Object::new(body, "")?;
        let rows = envelope.array("data")?;
        let total_count = envelope.get("total_count").and_then(Value::as_u64);
        let has_more = envelope.get("has_more").and_then(Value::as_bool);
        Ok(Self { rows, path: "data", total_count, has_more })
    }

    /// The path of a row.
    pub fn at(&self, index: usize) -> String {
        format!("{}[{index}]", self.path)
    }
}

/// What is said of a list with more rows than are read.
pub fn too_many_rows(rows: usize) -> Option<DecodeError> {
    let error =
        || DecodeError { path: "data".to_owned(), expected: "at most 1,000 rows", found: format!("{rows} rows") };
    (rows > ROWS_MAX).then(error)
}

pub(super) fn unexpected(path: &str, expected: &'static str, found: Option<&Value>) -> DecodeError {
    let path = if path.is_empty() { "the top".to_owned() } else { visible(path, 200) };
    let found = match found {
        None => "nothing".to_owned(),
        Some(Value::Null) => "null".to_owned(),
        Some(Value::Bool(_)) => "true or false".to_owned(),
        Some(Value::Number(number)) => format!("the number {number}"),
        Some(Value::String(text)) => format!("the text “{}”", visible(text, 40)),
        Some(Value::Array(_)) => "a list".to_owned(),
        Some(Value::Object(_)) => "an object".to_owned(),
    };
    DecodeError { path, expected, found }
}

#[cfg(test)]
mod tests {
    use serde_json::json;

    use super::*;

    fn amount_of(value: Value) -> Result<i64, String> {
        let body = json!({ "amount": value });
        Object::new(&body, "").and_then(|object| object.amount("amount")).map_err(|error| error.path)
    }

    #[test]
    fn an_amount_is_a_whole_number_from_0_that_fits_64_bits_and_nothing_else() {
        assert_eq!(amount_of(json!(0)), Ok(0));
        assert_eq!(amount_of(json!(i64::MAX)), Ok(i64::MAX));
        for other in [json!(-1), json!(i64::MIN), json!(u64::MAX), json!(500.0), json!(1e300), json!("500"), json!([5])]
        {
            assert_eq!(amount_of(other.clone()), Err("amount".to_owned()), "{other}");
        }
        assert_eq!(amount_of(json!(null)), Err("amount".to_owned()));
    }

    /// Found by an attacker: Home said that 100 of 460 payments wait.
    #[test]
    fn a_total_that_may_be_that_of_its_page_is_not_believed() {
        for (total, has_more, rows, limit, is_believed) in [
            (460, None, 100, 100, true),
            (100, None, 100, 100, false),
            (50, None, 50, 100, false),
            (50, Some(false), 50, 100, true),
            (50, Some(true), 50, 100, false),
            (7, None, 7, 100, true),
            (1, None, 1, 1, false),
            (10, Some(true), 50, 100, false),
            (0, None, 0, 100, true),
        ] {
            let believed = credible_total(Some(total), has_more, (0, rows), limit).is_some();
            assert_eq!(believed, is_believed, "{total} of {rows} rows, of {limit} asked for, {has_more:?}");
        }
        assert_eq!(credible_total(Some(160), None, (100, 60), 100), Some(160));
        assert_eq!(credible_total(Some(60), None, (100, 60), 100), None);
        assert_eq!(credible_total(Some(0), None, (160, 0), 100), None);
    }

    #[test]
    fn a_record_that_is_not_shown_has_an_amount_only_with_its_currency() {
        let read = |body: Value| Object::new(&body, "").and_then(|object| object.optional_money());
        assert_eq!(read(json!({})), Ok(None));
        assert_eq!(read(json!({"amount": 5})), Ok(None));
        assert_eq!(
            read(json!({"amount": 5, "currency": "EUR"})),
            Ok(Some(Money::new(5, MinorUnits::Iso4217.currency("EUR"))))
        );
        assert!(read(json!({"amount": "5", "currency": "EUR"})).is_err());
        assert!(read(json!({"amount": 5, "currency": 978})).is_err());
    }

    #[test]
    fn a_field_is_found_under_its_other_names_and_the_first_name_wins() {
        const NAMES: &[Spelling] = &[Spelling { field: "status", others: &["dispute_status", "state"] }];
        let read = |body: Value| -> Result<String, String> {
            let object = Object::new(&body, "data[0]").unwrap().spelled(NAMES);
            object.text("status").map(str::to_owned).map_err(|error| error.path)
        };
        assert_eq!(read(json!({"status": "a", "dispute_status": "b"})), Ok("a".to_owned()));
        assert_eq!(read(json!({"status": null, "state": "c", "dispute_status": "b"})), Ok("b".to_owned()));
        assert_eq!(read(json!({"state": 7})), Err("data[0].state".to_owned()));
        assert_eq!(read(json!({})), Err("data[0].status".to_owned()));
    }

    #[test]
    fn an_amount_as_a_text_has_digits_only() {
        let read = |value: Value| {
            let body = json!({ "amount": value });
            Object::new(&body, "").unwrap().amount_or_digits("amount").ok()
        };
        assert_eq!((read(json!("6540")), read(json!(6540)), read(json!("0"))), (Some(6540), Some(6540), Some(0)));
        for other in ["65.40", "-1", "+5", "", " 5", "9223372036854775808", "6,540"] {
            assert_eq!(read(json!(other)), None, "{other}");
        }
    }

    #[test]
    fn a_list_is_an_envelope_or_the_rows_alone() {
        let read = |body: &Value| ListPage::read(body).map(|page| (page.rows.len(), page.at(0), page.total_count));
        assert_eq!(read(&json!({"data": [1, 2], "total_count": 9})), Ok((2, "data[0]".to_owned(), Some(9))));
        assert_eq!(read(&json!({"size": 2, "data": [1, 2]})), Ok((2, "data[0]".to_owned(), None)));
        assert_eq!(read(&json!([1])), Ok((1, "[0]".to_owned(), None)));
        assert_eq!(read(&json!({"rows": []})).unwrap_err().path, "data");
        assert_eq!(read(&json!(7)).unwrap_err().path, "the top");
    }

    #[test]
    fn credentials_are_masked_wherever_they_stand() {
        let body = json!({"client_secret": "a", "n": [{"api_key": 7}, {"card": {"card_cvc": "737", "last4": "4242"}}]});
        let expected =
            json!({"client_secret": MASK, "n": [{"api_key": MASK}, {"card": {"card_cvc": MASK, "last4": "4242"}}]});
        assert_eq!(without_secrets(body), expected);
        assert_eq!(without_secrets(json!({"client_secret": null})), json!({"client_secret": null}));
        assert!(!is_whole(&expected) && is_whole(&json!({"n": [null, 1, true, "text"]})));
    }

    #[test]
    fn a_card_number_that_the_service_masked_is_shown_and_any_other_is_not() {
        let number = |text: &str| without_secrets(json!({"card_number": text, "card_cvc": "***"}));
        assert_eq!(number("************4242"), json!({"card_number": "************4242", "card_cvc": MASK}));
        let last4 = |value: Value| without_secrets(json!({ "last4": value }))["last4"].clone();
        assert_eq!(last4(json!("**** 4242")), "**** 4242");
        assert_eq!((last4(json!("4242424242424242")), last4(json!(4242424242424242_i64))), (json!(MASK), json!(MASK)));
        for whole in ["4242424242424242", "424242******4242", "", "****************4242x4242"] {
            assert_eq!(number(whole)["card_number"], MASK, "{whole}");
        }
    }

    #[test]
    fn a_body_that_several_hold_is_copied_only_where_something_is_masked() {
        let open: Raw = Arc::new(json!({"refund_id": "ref_1", "n": [{"api_key": MASK}, null]}));
        assert!(Arc::ptr_eq(&raw_without_secrets(Arc::clone(&open)), &open));
        let secret: Raw = Arc::new(json!({"n": [{"client_secret": "a"}]}));
        assert_eq!(*raw_without_secrets(Arc::clone(&secret)), json!({"n": [{"client_secret": MASK}]}));
        assert_eq!(*secret, json!({"n": [{"client_secret": "a"}]}), "who holds it too, holds what it held");
    }
}
