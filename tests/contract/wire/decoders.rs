//! Every decoder of `api::wire`, one line each.

use std::fmt::Debug;
use std::sync::LazyLock;

use paydesk_api::error::DecodeError;
use paydesk_api::resources::analytics::wire::{QueryContext, decode_report};
use paydesk_api::resources::api_keys::wire::decode_api_key;
use paydesk_api::resources::customers::wire::decode_customer;
use paydesk_api::resources::disputes::wire as disputes;
use paydesk_api::resources::payment_links::wire::decode_payment_link;
use paydesk_api::resources::payments::wire::{decode_page, decode_payment, merge_partial};
use paydesk_api::resources::payouts::wire as payouts;
use paydesk_api::resources::refunds::wire::decode_refund;
use paydesk_api::resources::subscriptions::wire::decode_subscription;
use paydesk_domain::analytics::{Dimension, Metric};
use paydesk_domain::money::MinorUnits;
use paydesk_domain::payment::Payment;
use paydesk_domain::payout::Payout;
use paydesk_test_sandbox::helpers::fixture;
use serde_json::Value;

/// How a decoder is held to account.
pub struct Decoder {
    pub name: &'static str,
    /// Documents it reads without a complaint, from `tests/fixtures`.
    pub fixtures: &'static [&'static str],
    /// Fields of the document that are amounts of money.
    pub amounts: &'static [&'static str],
    /// What it reads, printed with everything that is stored of it.
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
    decoder("payment", PAYMENTS, &["amount", "amount_received", "amount_capturable"], |b| {
        print(decode_payment(b, MinorUnits::Iso4217))
    }),
    decoder("page of payments", &["payment_list"], &[], |b| print(decode_page(&b, MinorUnits::Iso4217))),
    decoder("part of a payment", PARTS, &["amount"], |b| print(merge_partial(&WHOLE, &b))),
    decoder("refund", &["refund", "refund_failed"], &["amount"], |b| print(decode_refund(b, MinorUnits::Iso4217))),
    decoder("payment link", &["payment_link"], &["amount"], |b| print(decode_payment_link(b, MinorUnits::Iso4217))),
    decoder("customer", &["customer", "customer_updated"], &[], |b| print(decode_customer(b))),
    decoder("payout", &["payout", "payout_fulfilled"], &["amount"], |b| {
        print(payouts::decode_payout(b, MinorUnits::Iso4217))
    }),
    decoder("part of a payout", &["payout_updated"], &["amount"], |b| print(payouts::merge_partial(&PAYOUT, &b))),
    decoder("update of a payout", &["payout_updated"], &["amount"], |b| {
        print(payouts::decode_update(b, MinorUnits::Iso4217))
    }),
    decoder("page of disputes", &["dispute_list"], &[], |b| print(disputes::decode_page(&b, MinorUnits::Iso4217))),
    decoder("evidence", &["evidence_submitted"], &[], |b| print(disputes::decode_receipt(b))),
    decoder("subscription", SUBSCRIPTIONS, &[], |b| print(decode_subscription(b, MinorUnits::Iso4217))),
    decoder("API key", &["api_key"], &[], |b| print(decode_api_key(b))),
    decoder("analytics", &["dispute_metrics", "payment_metrics"], &[], |b| print(decode_report(b, &UNGROUPED))),
    decoder("analytics in groups", &["dispute_metrics_grouped"], &[], |b| print(decode_report(b, &GROUPED))),
];

const PAYMENTS: &[&str] = &["payment", "payment_failed", "payment_updated", "payment_confirmed"];

const PARTS: &[&str] = &["payment_capture", "payment_cancel", "payment_approve"];

const SUBSCRIPTIONS: &[&str] = &["subscription", "subscription_confirmed", "subscription_updated"];

const METRICS: &[Metric] = &[
    Metric::DisputeStatusMetric,
    Metric::TotalAmountDisputed,
    Metric::TotalDisputeLostAmount,
    Metric::PaymentCount,
    Metric::PaymentSuccessRate,
    Metric::PaymentProcessedAmount,
];

const UNGROUPED: QueryContext<'_> =
    QueryContext { metrics: METRICS, group_by: &[], currency: None, units: MinorUnits::Iso4217 };

const GROUPED: QueryContext<'_> = QueryContext {
    metrics: METRICS,
    group_by: &[Dimension::DisputeStatus, Dimension::DisputeStage, Dimension::Currency, Dimension::ProfileId],
    currency: None,
    units: MinorUnits::Iso4217,
};

/// What partial answers are laid over.
static PAYOUT: LazyLock<Payout> =
    LazyLock::new(|| payouts::decode_payout(fixture("payout"), MinorUnits::Iso4217).unwrap());

static WHOLE: LazyLock<Payment> = LazyLock::new(|| decode_payment(fixture("payment"), MinorUnits::Iso4217).unwrap());

fn print<T: Debug>(read: Result<T, DecodeError>) -> Result<String, DecodeError> {
    read.map(|record| format!("{record:?}"))
}
