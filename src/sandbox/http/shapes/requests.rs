//! What is read more strictly than the specification asks for: names of parameters and fields, page sizes, logins.

use std::convert::Infallible;

use axum::extract::{FromRequestParts, Query};
use axum::http::request::Parts;
use chrono::{DateTime, Utc};
use serde_json::{Map, Value};

use super::errors::{Refused, ShapeRefusal};
use crate::engine::fields::FieldReader;
use crate::http::keys::bearer_of;
use crate::service::Sandbox;

/// Largest page of a list that is asked for with a query.
pub const QUERY_PAGE_MAX: usize = 100;
/// Largest page of a list that is asked for with a body.
pub const BODY_PAGE_MAX: usize = 50;
/// Page size of lists that are asked for without one.
const PAGE_DEFAULT: usize = 10;
/// Largest offset; larger ones are cut.
const OFFSET_MAX: usize = 20_000;

/// The parameters of a query, in their order.
#[derive(Debug)]
pub struct QueryPairs(Vec<(String, String)>);

impl FromRequestParts<Sandbox> for QueryPairs {
    type Rejection = Refused;

    async fn from_request_parts(parts: &mut Parts, _: &Sandbox) -> Result<Self, Refused> {
        let pairs = Query::<Vec<(String, String)>>::try_from_uri(&parts.uri);
        pairs.map(|pairs| Self(pairs.0)).map_err(|error| Refused::Query(format!("Query deserialize error: {error}")))
    }
}

impl QueryPairs {
    /// Refuses parameters that are none of `known`.
    pub fn only(self, known: &[&str]) -> Result<Self, Refused> {
        match self.0.iter().find(|(name, _)| !known.contains(&name.as_str())) {
            Some((name, _)) => Err(Refused::Query(format!("Query deserialize error: unknown field `{name}`"))),
            None => Ok(self),
        }
    }

    pub fn text(&self, name: &str) -> Option<&str> {
        let pair = self.0.iter().find(|(known, _)| known == name);
        pair.map(|(_, text)| text.as_str()).filter(|text| !text.is_empty())
    }

    pub fn is_true(&self, name: &str) -> bool {
        self.text(name) == Some("true")
    }

    /// A list of words, separated by commas; each has to be known.
    pub fn words<T>(&self, name: &str, parse: impl Fn(&str) -> Option<T>) -> Result<Option<Vec<T>>, Refused> {
        let Some(text) = self.text(name) else {
            return Ok(None);
        };
        let word = |word: &str| {
            let unknown = || Refused::Query(format!("Query deserialize error: unknown variant `{word}` of {name}"));
            parse(word).ok_or_else(unknown)
        };
        text.split(',').map(word).collect::<Result<_, _>>().map(Some)
    }

    pub fn number(&self, name: &str) -> Result<Option<usize>, Refused> {
        let wrong = || Refused::Query("Query deserialize error: invalid digit found in string".to_owned());
        self.text(name).map(|text| text.parse().map_err(|_| wrong())).transpose()
    }

    pub fn time(&self, name: &str) -> Result<Option<DateTime<Utc>>, Refused> {
        let wrong = |text: &str| Refused::Query(format!("Query deserialize error: {name} is not a time: {text}"));
        self.text(name).map(|text| time(text).ok_or_else(|| wrong(text))).transpose()
    }
}

/// A time of a request; without a zone it is UTC.
pub fn time(text: &str) -> Option<DateTime<Utc>> {
    let zoned = DateTime::parse_from_rfc3339(text).map(|time| time.to_utc());
    zoned.or_else(|_| format!("{text}Z").parse()).ok()
}

/// A page size from 1 to `max`; another one is refused.
pub fn page_size(asked: Option<usize>, max: usize) -> Result<usize, ShapeRefusal> {
    match asked.unwrap_or(PAGE_DEFAULT) {
        size if (1..=max).contains(&size) => Ok(size),
        _ => Err(ShapeRefusal::data(format!("limit must be from 1 to {max}"))),
    }
}

/// A page size and an offset that are cut to what is possible.
pub fn cut_page(limit: Option<usize>, offset: Option<usize>) -> (usize, usize) {
    (limit.unwrap_or(PAGE_DEFAULT).clamp(1, QUERY_PAGE_MAX), offset.unwrap_or(0).min(OFFSET_MAX))
}

/// Refuses fields that are none of `known`, which are separated by spaces.
pub fn only_fields(body: &Map<String, Value>, known: &str) -> Result<(), ShapeRefusal> {
    match body.keys().find(|name| !known.split_whitespace().any(|known| known == *name)) {
        Some(name) => Err(ShapeRefusal::body(format!("Json deserialize error: unknown field `{name}`"))),
        None => Ok(()),
    }
}

/// A list of words of a body; one that is no array is refused as a body that cannot be read.
pub fn array_of_words<'a>(fields: &FieldReader<'a>, name: &str) -> Result<Option<Vec<&'a str>>, ShapeRefusal> {
    let wrong = || ShapeRefusal::body(format!("Json deserialize error: {name} must be an array of words"));
    match fields.value(name) {
        None => Ok(None),
        Some(Value::Array(items)) => {
            items.iter().map(|item| item.as_str().ok_or_else(wrong)).collect::<Result<_, _>>().map(Some)
        }
        Some(_) => Err(wrong()),
    }
}

/// Whether a request came from a person who is signed in to the dashboard. Its token was looked at before.
#[derive(Debug, Clone, Copy)]
pub struct Login {
    is_there: bool,
}

impl FromRequestParts<Sandbox> for Login {
    type Rejection = Infallible;

    async fn from_request_parts(parts: &mut Parts, sandbox: &Sandbox) -> Result<Self, Infallible> {
        let is_there = bearer_of(&parts.headers).is_some() || sandbox.shapes().login_endpoints_take_keys;
        Ok(Self { is_there })
    }
}

impl Login {
    /// Refuses an endpoint that wants a login, unless the settings let it take a key.
    pub fn require(self) -> Result<(), ShapeRefusal> {
        if self.is_there { Ok(()) } else { Err(ShapeRefusal::login_wanted()) }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn page_sizes_are_refused_with_a_body_and_cut_for_disputes() {
        assert_eq!(page_size(None, BODY_PAGE_MAX), Ok(10));
        assert_eq!(page_size(Some(51), BODY_PAGE_MAX), Err(ShapeRefusal::data("limit must be from 1 to 50")));
        assert_eq!(cut_page(Some(500), Some(90_000)), (100, 20_000));
    }

    #[test]
    fn times_are_read_with_and_without_a_zone() {
        assert_eq!(time("2026-11-21T10:00:00"), time("2026-11-21T10:00:00.000Z"));
        assert_eq!(time("yesterday"), None);
    }
}
