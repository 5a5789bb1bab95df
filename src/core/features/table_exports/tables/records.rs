//! The tables of what is known here of the records that the service cannot list.

use chrono::{DateTime, Utc};
use serde_json::Value;

use crate::records::CachedRecord;
use paydesk_domain::export::{ExportCell, ExportKind, ExportRow};
use paydesk_domain::money::Money;

use super::row::TableRow;

pub(super) const REFUNDS: [&str; 13] = [
    "refund_id",
    "status",
    "amount",
    "currency",
    "payment_id",
    "reason",
    "error_code",
    "error_message",
    "created",
    "made_by",
    "as_of",
    "customer_name",
    "customer_email",
];
pub(super) const PAYOUTS: [&str; 14] = [
    "payout_id",
    "status",
    "amount",
    "currency",
    "customer_id",
    "payout_type",
    "description",
    "error_code",
    "error_message",
    "created",
    "made_by",
    "as_of",
    "merchant_order_reference_id",
    "recipient",
];
pub(super) const CUSTOMERS: [&str; 8] =
    ["customer_id", "name", "email", "phone", "phone_country_code", "description", "created", "as_of"];
pub(super) const SUBSCRIPTIONS: [&str; 12] = [
    "subscription_id",
    "status",
    "amount",
    "currency",
    "customer_id",
    "plan_id",
    "item_price_id",
    "coupon_code",
    "payment_id",
    "created",
    "made_by",
    "as_of",
];
pub(super) const PAYMENT_LINKS: [&str; 10] = [
    "payment_link_id",
    "status",
    "amount",
    "currency",
    "payment_id",
    "description",
    "expiry",
    "created",
    "made_by",
    "as_of",
];
/// What names a key, and nothing that opens anything.
pub(super) const API_KEYS: [&str; 7] = ["key_id", "name", "description", "expiration", "created", "made_by", "as_of"];

/// The status of what the service reported nothing of.
const NOT_REPORTED: &str = "not_reported";

/// What the service reported of a record, or else what it was asked for with.
struct RecordFields<'a> {
    reported: Option<&'a Value>,
    sent: Option<&'a Value>,
}

impl<'a> RecordFields<'a> {
    fn get(&self, name: &str) -> Option<&'a Value> {
        let of = |value: Option<&'a Value>| value?.get(name);
        of(self.reported).or_else(|| of(self.sent))
    }

    fn cell(&self, name: &str) -> ExportCell<'a> {
        self.get(name).map_or(ExportCell::Empty, value_cell)
    }

    fn status(&self) -> &'a str {
        self.reported.and_then(|value| value.get("status")).and_then(Value::as_str).unwrap_or(NOT_REPORTED)
    }
}

/// One record in the table of its kind, as it is at `now`.
pub fn record_row(kind: ExportKind, known: &CachedRecord, now: DateTime<Utc>) -> TableRow<'_> {
    let record = &known.record;
    let fields = RecordFields { reported: record.reported.as_deref(), sent: record.sent.as_deref() };
    let created = record.created_at();
    let money = money_of(known);
    let mut cells = own_cells(kind, known, &fields, (money.as_ref(), now));
    cells.push(created.map_or(ExportCell::Empty, ExportCell::Time));
    if kind != ExportKind::Customers {
        cells.push(ExportCell::text(record.made_by.as_ref().map_or("", |by| by.operator.as_str())));
    }
    cells.push(ExportCell::Time(record.reported_at));
    if kind == ExportKind::Payouts {
        let reference = fields.cell("merchant_order_reference_id");
        cells.extend([reference, ExportCell::text(known.recipient().unwrap_or_default())]);
    }
    if kind == ExportKind::Refunds {
        cells.extend([ExportCell::text(&*known.customer.name), ExportCell::text(&*known.customer.email)]);
    }
    TableRow {
        row: ExportRow { cells, money },
        id: &record.id,
        status: fields.status(),
        created,
        customer: record.customer_id.as_ref(),
    }
}

/// The amount it is about; of a subscription that of the payment of its period.
fn money_of(known: &CachedRecord) -> Option<Money> {
    let of_subscription = || Some(known.subscription()?.payment.as_ref()?.amount.clone());
    known.amount().or_else(of_subscription)
}

/// The cells before those that all kinds have.
fn own_cells<'a>(
    kind: ExportKind,
    known: &'a CachedRecord,
    fields: &RecordFields<'a>,
    (money, now): (Option<&Money>, DateTime<Utc>),
) -> Vec<ExportCell<'a>> {
    let record = &known.record;
    let payment = || ExportCell::text(record.payment_id.as_ref().map_or("", |id| id.as_str()));
    let customer = || ExportCell::text(record.customer_id.as_ref().map_or("", |id| id.as_str()));
    let id = ExportCell::text(record.id.as_str());
    let amount = ExportCell::optional(money, |money| ExportCell::Amount(money.clone()));
    let currency = ExportCell::optional(money, |money| ExportCell::text(money.currency.code().to_owned()));
    let status = || ExportCell::text(fields.status());
    let cell = |name| fields.cell(name);
    match kind {
        ExportKind::Customers => {
            let names = ["name", "email", "phone", "phone_country_code", "description"];
            std::iter::once(id).chain(names.map(|name| customer_cell(known, fields, name))).collect()
        }
        ExportKind::ApiKeys => vec![id, cell("name"), cell("description"), cell("expiration")],
        ExportKind::Payouts => {
            let first = [id, status(), amount, currency, customer()];
            let names = ["payout_type", "description", "error_code", "error_message"];
            first.into_iter().chain(names.map(cell)).collect()
        }
        ExportKind::Subscriptions => {
            let first = [id, status(), amount, currency, customer()];
            let of_period = known.subscription().and_then(|subscription| subscription.payment.as_ref());
            let paid_by = ExportCell::optional(of_period, |payment| ExportCell::text(payment.payment_id.as_str()));
            let names = ["plan_id", "item_price_id", "coupon_code"];
            first.into_iter().chain(names.map(cell)).chain([paid_by]).collect()
        }
        ExportKind::PaymentLinks => {
            let state = known.link_state(now).map_or_else(|| NOT_REPORTED.to_owned(), |state| word(&state.label()));
            let expiry = ExportCell::time(known.payment_link().and_then(|link| link.expiry));
            vec![id, ExportCell::text(state), amount, currency, payment(), cell("description"), expiry]
        }
        // The others are tables of something else.
        ExportKind::Refunds
        | ExportKind::Payments
        | ExportKind::Disputes
        | ExportKind::Events
        | ExportKind::Operations => {
            let first = [id, status(), amount, currency, payment()];
            first.into_iter().chain(["reason", "error_code", "error_message"].map(cell)).collect()
        }
    }
}

/// What a customer is called: also one that is only known as other objects name it.
fn customer_cell<'a>(known: &'a CachedRecord, fields: &RecordFields<'a>, name: &str) -> ExportCell<'a> {
    let named = known.read_or_named_customer();
    let text = match name {
        "name" => named.and_then(|customer| customer.name.as_deref()),
        "email" => named.and_then(|customer| customer.email.as_deref()),
        _ => None,
    };
    text.map_or_else(|| fields.cell(name), ExportCell::text)
}

/// `Payment failed` as the API would write it.
fn word(label: &str) -> String {
    label.to_lowercase().replace(' ', "_")
}

/// A value of the service as it can be in a cell.
fn value_cell(value: &Value) -> ExportCell<'_> {
    match value {
        Value::Null => ExportCell::Empty,
        Value::Bool(flag) => ExportCell::Flag(*flag),
        Value::String(text) => ExportCell::text(text.as_str()),
        Value::Number(number) => match number.as_i64() {
            Some(number) => ExportCell::Whole(number),
            None => ExportCell::text(number.to_string()),
        },
        Value::Array(_) | Value::Object(_) => ExportCell::text(value.to_string()),
    }
}
