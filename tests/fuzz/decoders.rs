//! Bodies of answers, from bytes to records: nothing panics, a success is never read from what is no JSON, and what is
//! kept of a body stays within a bound.
use std::fmt::Debug;

use paydesk_api::error::DecodeError;
use paydesk_api::operation::{AnswerStatus, Expectation};
use paydesk_api::outcome::{Attempt, Body, HttpAnswer, Observation, observe};
use paydesk_api::rate_limit::RateHeaders;
use paydesk_api::resources::analytics::wire::{QueryContext, decode_report};
use paydesk_api::resources::{
    api_keys::wire as api_keys, customers::wire as customers, disputes::wire as disputes,
    payment_links::wire as payment_links, payments::wire as payments, payouts::wire as payouts,
    refunds::wire as refunds, subscriptions::wire as subscriptions,
};
use paydesk_domain::analytics::Metric;
use paydesk_domain::money::{Currency, MinorUnits, Money};
use serde_json::Value;

const STATUSES: [u16; 8] = [200, 201, 400, 404, 409, 422, 429, 500];
/// What is printed of a record is at most this many times its body, and this many bytes.
const SIZE_FACTOR: usize = 16;
const SIZE_BASE: usize = 256 * 1024;
const QUERY: QueryContext<'_> = QueryContext {
    metrics: &[Metric::PaymentCount, Metric::TotalAmountDisputed],
    group_by: &[],
    currency: None,
    units: MinorUnits::Iso4217,
};

/// Panics where something does not hold.
pub fn check(data: &[u8]) {
    let [which, body @ ..] = data else { return };
    let status = STATUSES[usize::from(which >> 4) % STATUSES.len()];
    let named = Body::from_bytes(status, body);
    if let Body::Json(value) = &named
        && let Ok(printed) = decoded(which & 15, value.clone())
    {
        assert!(printed.len() <= SIZE_FACTOR * body.len() + SIZE_BASE, "{} of {}", printed.len(), body.len());
    }
    let is_json = serde_json::from_slice::<Value>(body).is_ok();
    let answer = HttpAnswer { status, body: named, rate: RateHeaders::default() };
    let expected = Expectation::new(AnswerStatus::Payment)
        .naming("payment_id", "order-1001_a")
        .over(&Money::new(4599, Currency::iso4217("EUR")));
    let observation = observe(&Attempt::Answered(answer), &expected);
    let is_effect = matches!(observation, Observation::Complete | Observation::Declined | Observation::UnknownStatus);
    assert!(!is_effect || is_json && (200..300).contains(&status), "{observation:?}");
}

fn decoded(which: u8, value: Value) -> Result<String, DecodeError> {
    match which {
        0 => printed(payments::decode_payment(value, MinorUnits::Iso4217)),
        1 => printed(payments::decode_page(&value, MinorUnits::Iso4217)),
        2 => printed(refunds::decode_refund(value, MinorUnits::Iso4217)),
        3 => printed(payment_links::decode_payment_link(value, MinorUnits::Iso4217)),
        4 => printed(customers::decode_customer(value)),
        5 => printed(payouts::decode_payout(value, MinorUnits::Iso4217)),
        6 => printed(payouts::decode_update(value, MinorUnits::Iso4217)),
        7 => printed(disputes::decode_page(&value, MinorUnits::Iso4217)),
        8 => printed(disputes::decode_receipt(value)),
        9 => printed(subscriptions::decode_subscription(value, MinorUnits::Iso4217)),
        10 => printed(api_keys::decode_api_key(value)),
        _ => printed(decode_report(value, &QUERY)),
    }
}

fn printed<T: Debug>(read: Result<T, DecodeError>) -> Result<String, DecodeError> {
    read.map(|record| format!("{record:?}"))
}
