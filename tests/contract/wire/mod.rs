//! What strangers may answer: documents and bytes mutated at random, over every decoder of `api::wire`.
//!
//! A decoder is added as one line of [`decoders::DECODERS`]; every property below then holds it to account. The
//! mutations are the same in every run; `PROPTEST_CASES` asks for more of them.

use std::time::Duration;

use paydesk_api::json;
use paydesk_test_basics::left_behind::found_in;
use paydesk_test_basics::masked_texts::{MARKS, with_texts};
use paydesk_test_basics::waiting::thread_time;
use paydesk_test_sandbox::helpers::fixture;
use proptest::prelude::*;
use proptest::test_runner::{Config, RngAlgorithm, TestCaseError, TestRng, TestRunner};
use serde_json::{Value, json};

use self::decoders::{DECODERS, Decoder};
use self::mutations::{Mutation, mutated, mutations};

mod bytes;

mod decoders;

mod mutations;

mod numbers;

/// Cases for each decoder and property, where `PROPTEST_CASES` says nothing.
const CASES: u32 = 96;

/// What is printed of a record is at most this many times the text of its document …
const SIZE_FACTOR: usize = 16;

/// … and this many bytes: a thousand rows that are each one character long, with what is said of each.
const SIZE_BASE: usize = 256 * 1024;

/// What is said of a field that cannot be read has at most this many bytes.
const ERROR_MAX_BYTES: usize = 1_000;

/// Longest time of the processor for one document of at most [`mutations::DOCUMENT_MAX_BYTES`].
const TIME_MAX: Duration = Duration::from_secs(2);

/// The same cases in every run.
fn check<S: Strategy>(strategy: &S, property: impl Fn(S::Value) -> Result<(), TestCaseError>) {
    let asked = std::env::var("PROPTEST_CASES").ok().and_then(|cases| cases.parse().ok());
    let config = Config { cases: asked.unwrap_or(CASES), failure_persistence: None, ..Config::default() };
    let mut runner = TestRunner::new_with_rng(config, TestRng::deterministic_rng(RngAlgorithm::ChaCha));
    runner.run(strategy, property).unwrap_or_else(|failure| panic!("{failure}"));
}

/// Every decoder with each of its documents.
fn documents() -> impl Iterator<Item = (&'static Decoder, Value)> {
    DECODERS.iter().flat_map(|decoder| decoder.fixtures.iter().map(move |name| (decoder, fixture(name))))
}

/// A document as it would arrive; `None` where the client would not take it for JSON.
fn arrived(document: &Value) -> Option<(Value, usize)> {
    let text = serde_json::to_vec(document).unwrap();
    Some((serde_json::from_slice(&text).ok()?, text.len()))
}

#[test]
fn every_document_typed_by_hand_is_read_without_a_complaint() {
    for (decoder, document) in documents() {
        let printed = (decoder.print)(document);
        let complains = printed.as_ref().map(|text| text.contains("DecodeError"));
        assert_eq!(complains, Ok(false), "{}: {printed:?}", decoder.name);
    }
}

/// The door to the decoders is the parser: what it lets through is what a record holds, and what is said of it.
#[test]
fn no_record_holds_a_secret_that_the_service_wrote_into_a_text() {
    for (decoder, document) in documents() {
        let arrived = json::parse(with_texts(&document).to_string().as_bytes()).unwrap();
        assert!(arrived.to_string().contains("snd_(hidden)"), "{}", decoder.name);
        let printed = match (decoder.print)(arrived) {
            Ok(printed) => printed,
            Err(error) => error.to_string(),
        };
        assert_eq!(found_in(printed.as_bytes(), &MARKS), Vec::<String>::new(), "{}", decoder.name);
    }
}

/// Fails where more is stored or said of a document than the bounds allow, or where it took too long.
fn within_bounds(decoder: &Decoder, document: Value, bytes: usize) -> Result<(), TestCaseError> {
    let began = thread_time();
    let printed = (decoder.print)(document);
    let took = thread_time() - began;
    prop_assert!(took < TIME_MAX, "{}: took {took:?}", decoder.name);
    match printed {
        Ok(text) => {
            let bound = SIZE_FACTOR * bytes + SIZE_BASE;
            prop_assert!(text.len() <= bound, "{}: {} of {bytes}", decoder.name, text.len());
        }
        Err(error) => {
            prop_assert!(!error.path.is_empty());
            prop_assert!(error.to_string().len() <= ERROR_MAX_BYTES, "{error}");
        }
    }
    Ok(())
}

#[test]
fn whatever_is_answered_is_read_or_refused_within_bounds_of_time_and_size() {
    for (decoder, document) in documents() {
        check(&mutations(1..6), |mutations: Vec<Mutation>| {
            let Some((document, bytes)) = arrived(&mutated(&document, &mutations)) else { return Ok(()) };
            within_bounds(decoder, document, bytes)
        });
    }
}

#[test]
fn the_documents_that_would_cost_most_stay_within_the_bounds_too() {
    let leaves: serde_json::Map<String, Value> = (0..500).map(|index| (index.to_string(), json!(0))).collect();
    let chain = (0..100).fold(Value::Object(leaves), |inner, _| json!({ "k".repeat(400): inner }));
    for (decoder, document) in documents() {
        for field in document.as_object().unwrap().keys() {
            for costly in [json!(vec![0; 20_000]), json!(vec![json!({}); 20_000]), chain.clone()] {
                let mut document = document.clone();
                document[field] = costly;
                let (document, bytes) = arrived(&document).unwrap();
                within_bounds(decoder, document, bytes).unwrap_or_else(|why| panic!("{field}: {why}"));
            }
        }
    }
}

#[test]
fn no_amount_is_read_that_does_not_stand_there() {
    for (decoder, document) in documents() {
        let (amounts, hostile) = (decoder.amounts, mutations::hostile());
        if amounts.is_empty() {
            continue;
        }
        check(&(any::<prop::sample::Index>(), hostile), |(which, value)| {
            let mut document = document.clone();
            let field = which.get(amounts);
            document[*field] = value.clone();
            let Some((document, _)) = arrived(&document) else { return Ok(()) };
            let stands_there = document[*field].as_i64().is_some_and(|minor| minor >= 0) || value.is_null();
            match (decoder.print)(document) {
                Ok(_) => prop_assert!(stands_there, "{}: {field} read from {value}", decoder.name),
                Err(error) => prop_assert!(error.path == *field, "{}: {error}", decoder.name),
            }
            Ok(())
        });
    }
}

#[test]
fn a_field_nobody_knows_changes_nothing_but_the_raw_value() {
    for (decoder, document) in documents() {
        check(&mutations::hostile(), |value| {
            let mut document = document.clone();
            document["field_of_tomorrow"] = value;
            let Some((document, _)) = arrived(&document) else { return Ok(()) };
            let printed = (decoder.print)(document);
            let complains = printed.map(|text| text.contains("DecodeError"));
            prop_assert_eq!(complains, Ok(false), "{}", decoder.name);
            Ok(())
        });
    }
}

#[test]
fn a_credential_is_in_nothing_that_is_kept_wherever_it_stood() {
    const CREDENTIAL: &str = "tell_nobody";
    for (decoder, document) in documents() {
        check(&(any::<prop::sample::Index>(), prop::bool::ANY), |(place, is_text)| {
            let value = if is_text { json!(CREDENTIAL) } else { json!([{ "value": CREDENTIAL }]) };
            let document = mutations::with_field(&document, &place, "client_secret", value);
            let printed = match (decoder.print)(document) {
                Ok(text) => text,
                Err(error) => error.to_string(),
            };
            prop_assert!(!printed.contains(CREDENTIAL), "{}: {printed}", decoder.name);
            Ok(())
        });
    }
}

#[test]
fn every_decoder_survives_what_is_no_object_at_all() {
    let scalars = [json!(null), json!(true), json!(0), json!("text"), json!([]), json!([{}]), json!({})];
    for decoder in DECODERS {
        for value in &scalars {
            let printed = (decoder.print)(value.clone());
            // A list may be the rows alone.
            let may_be = value.is_object() || value.is_array() && decoder.name.starts_with("page of");
            assert!(printed.is_err() || may_be, "{} of {value}: {printed:?}", decoder.name);
        }
    }
}
