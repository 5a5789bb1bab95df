//! Every decoder of `api::wire`, one line each.

use std::fmt::Debug;
use std::sync::LazyLock;

use paydesk::api::error::DecodeError;
use paydesk::api::wire::customers::decode_customer;
use paydesk::api::wire::payment_links::decode_payment_link;
use paydesk::api::wire::payments::{decode_page, decode_payment, merge_partial};
use paydesk::api::wire::refunds::decode_refund;
use paydesk::domain::payment::Payment;
use serde_json::Value;

use crate::sandbox::helpers::fixture;

/// How a decoder is held to account.
pub struct Decoder {
    pub name: &'static str,
    /// Documents it reads without a complaint, from `tests/fixtures`.
    pub fixtures: &'static [&'static str],
    /// Fields of the document that are amounts of money.
    pub amounts: &'static [&'static str],
    /// What it reads, printed with everything that is kept of it.
    pub print: fn(Value) -> Result<String, DecodeError>,
}

const fn decoder(
    name: &'static str,
    fixtures: &'static [&'static str],
    amounts: &'static [&'static str],
    print: fn(Value) -> Result<String, DecodeError>,
) -> Decoder {
    Decoder { name, fixtures, amounts, print }
}

/// One line for each; a new decoder is added here.
pub const DECODERS: &[Decoder] = &[
    decoder("payment", PAYMENTS, &["amount", "amount_received", "amount_capturable"], |b| print(decode_payment(b))),
    decoder("page of payments", &["payment_list"], &[], |b| print(decode_page(&b))),
    decoder("part of a payment", PARTS, &["amount"], |b| print(merge_partial(&WHOLE, &b))),
    decoder("refund", &["refund", "refund_failed"], &["amount"], |b| print(decode_refund(b))),
    decoder("payment link", &["payment_link"], &["amount"], |b| print(decode_payment_link(b))),
    decoder("customer", &["customer", "customer_updated"], &[], |b| print(decode_customer(b))),
];

const PAYMENTS: &[&str] = &["payment", "payment_failed", "payment_updated", "payment_confirmed"];
const PARTS: &[&str] = &["payment_capture", "payment_cancel", "payment_approve"];

/// What partial answers are laid over.
static WHOLE: LazyLock<Payment> = LazyLock::new(|| decode_payment(fixture("payment")).unwrap());

fn print<T: Debug>(read: Result<T, DecodeError>) -> Result<String, DecodeError> {
    read.map(|record| format!("{record:?}"))
}
