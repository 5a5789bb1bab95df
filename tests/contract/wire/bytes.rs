//! Bodies as bytes: cut, flipped, repeated and no text at all, on their way through the naming of bodies into every
//! decoder, the judging of answers, and the error shape.

use paydesk_api::error::ApiError;
use paydesk_api::operation::{AnswerStatus, Expectation};
use paydesk_api::outcome::{Attempt, Body, EXCERPT_CHARS, HttpAnswer, LostAnswer, Observation, observe};
use paydesk_api::rate_limit::RateHeaders;
use paydesk_domain::money::{Currency, Money};
use paydesk_domain::scrub::scrubbed_within;
use proptest::prelude::*;
use proptest::sample::Index;
use serde_json::{Value, json};

use super::decoders::DECODERS;
use super::{check, documents};

/// One change to the bytes of a body.
#[derive(Debug, Clone)]
enum Damage {
    Flip(Index, u8),
    Insert(Index, Vec<u8>),
    Cut(Index),
    Repeat(Index, Index),
}

fn damage() -> impl Strategy<Value = Damage> {
    let place = any::<Index>;
    let odd = [
        vec![0xff],
        vec![0xc3, 0x28],
        vec![0xed, 0xa0, 0x80],
        b"\\ud800".to_vec(),
        b"1e99999".to_vec(),
        b"9".repeat(400),
        b"-0".to_vec(),
        b"[".repeat(3_000),
        b"{\"a\":".repeat(200),
        b"\"amount\":1,".to_vec(),
        vec![0],
    ];
    prop_oneof![
        (place(), any::<u8>()).prop_map(|(at, bits)| Damage::Flip(at, bits)),
        (place(), prop::collection::vec(any::<u8>(), 1..12)).prop_map(|(at, bytes)| Damage::Insert(at, bytes)),
        (place(), prop::sample::select(odd.to_vec())).prop_map(|(at, bytes)| Damage::Insert(at, bytes)),
        place().prop_map(Damage::Cut),
        (place(), place()).prop_map(|(from, to)| Damage::Repeat(from, to)),
    ]
}

fn damaged(mut bytes: Vec<u8>, all: &[Damage]) -> Vec<u8> {
    for damage in all {
        let len = bytes.len();
        match damage {
            Damage::Flip(at, bits) if len > 0 => bytes[at.index(len)] ^= bits,
            Damage::Flip(..) => {}
            Damage::Insert(at, inserted) => drop(bytes.splice(at.index(len + 1)..at.index(len + 1), inserted.clone())),
            Damage::Cut(at) => bytes.truncate(at.index(len + 1)),
            Damage::Repeat(from, to) => {
                let (a, b) = (from.index(len + 1), to.index(len + 1));
                let part = bytes[a.min(b)..a.max(b)].to_vec();
                bytes.splice(a..a, part);
            }
        }
    }
    bytes
}

fn expectation() -> Expectation {
    let amount = Money::new(4599, Currency::iso4217("EUR"));
    Expectation::new(AnswerStatus::Payment).naming("payment_id", "order-1001_a").over(&amount)
}

/// Names the body and takes it all the way; fails where something is stored that should not be.
fn survives(status: u16, bytes: &[u8]) -> Result<(), TestCaseError> {
    let body = Body::from_bytes(status, bytes);
    let is_json = serde_json::from_slice::<Value>(bytes).is_ok();
    match &body {
        Body::Json(value) => DECODERS.iter().for_each(|decoder| drop((decoder.print)(value.clone()))),
        Body::Error(_) => prop_assert!(!(200..300).contains(&status), "a success is no refusal"),
        Body::Foreign { excerpt } => {
            prop_assert!(!is_json);
            // A hidden character is written with up to ten.
            prop_assert!(excerpt.chars().count() <= 10 * EXCERPT_CHARS + 1);
        }
        // The usual parser lets the last of two equal names count, and has no budget.
        Body::Broken(LostAnswer::RepeatedName | LostAnswer::BodyTooLarge) => {}
        Body::Broken(_) => prop_assert!((200..300).contains(&status) && !is_json),
    }
    let answer = HttpAnswer { status, body, rate: RateHeaders::default() };
    let observation = observe(&Attempt::Answered(answer), &expectation());
    let claims = matches!(observation, Observation::Complete | Observation::Declined | Observation::UnknownStatus);
    prop_assert!(!claims || is_json && (200..300).contains(&status), "{observation:?}");
    Ok(())
}

#[test]
fn damaged_bodies_are_named_checked_and_read_without_a_failure() {
    let statuses = prop::sample::select(vec![100_u16, 200, 201, 204, 302, 400, 401, 404, 409, 422, 429, 500, 503, 999]);
    let texts: Vec<Vec<u8>> = documents().map(|(_, document)| document.to_string().into_bytes()).collect();
    let damages = prop::collection::vec(damage(), 0..5);
    for text in &texts {
        check(&(&statuses, &damages), |(status, damages)| survives(status, &damaged(text.clone(), &damages)));
    }
}

#[test]
fn bytes_that_are_no_text_at_all_are_named_too() {
    let statuses = prop::sample::select(vec![200_u16, 400, 500]);
    let bytes = prop::collection::vec(any::<u8>(), 0..2_000);
    check(&(statuses, bytes), |(status, bytes)| survives(status, &bytes));
}

#[test]
fn an_error_is_one_only_in_its_shape_whatever_else_stands_in_it() {
    let error = super::mutations::hostile;
    check(&(error(), error(), error(), any::<bool>()), |(kind, code, message, within)| {
        let inner = json!({"type": kind, "code": code, "message": message});
        let body = if within { json!({ "error": inner }) } else { inner };
        match ApiError::from_json(&body) {
            Some(read) => {
                let kept = message.as_str().map(|message| scrubbed_within(message, 4 * 1024));
                prop_assert!(within && kept.as_ref() == Some(&read.message));
                prop_assert!(!read.code.is_empty() || !read.kind.is_empty());
                prop_assert!(read.to_string().chars().count() <= 10 * 320 + 10);
            }
            None => {
                let label = |value: &Value| value.as_str().is_some_and(|text| !text.is_empty());
                prop_assert!(!within || !message.is_string() || !label(&kind) && !label(&code));
            }
        }
        Ok(())
    });
}
