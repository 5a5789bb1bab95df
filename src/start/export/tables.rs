//! The columns of everything but payments.

use chrono::{DateTime, Utc};
use serde_json::Value;

use crate::app::features::webhooks::StoredEvent;
use crate::app::operations::ResourceKind;
use crate::app::records::{CachedRecord, Record};
use crate::domain::dispute::Dispute;
use crate::domain::export::{ExportCell, ExportRow};
use crate::domain::money::Money;

use super::filter::FilterRow;
use super::request::ExportKind;

pub const DISPUTES: [&str; 10] = [
    "dispute_id",
    "payment_id",
    "status",
    "stage",
    "reason",
    "amount",
    "currency",
    "created",
    "evidence_deadline",
    "evidence_submitted_at",
];
pub const EVENTS: [&str; 9] = [
    "event_id",
    "event_type",
    "content_type",
    "object_id",
    "timestamp",
    "received_at",
    "deliveries",
    "result",
    "result_reason",
];
const REFUNDS: [&str; 11] = [
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
];
const PAYOUTS: [&str; 12] = [
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
];
const CUSTOMERS: [&str; 8] =
    ["customer_id", "name", "email", "phone", "phone_country_code", "description", "created", "as_of"];

/// The kind of the records, and their columns.
pub fn records(kind: ExportKind) -> (ResourceKind, &'static [&'static str]) {
    match kind {
        ExportKind::Payouts => (ResourceKind::Payout, &PAYOUTS),
        ExportKind::Customers => (ResourceKind::Customer, &CUSTOMERS),
        ExportKind::Refunds | ExportKind::Payments | ExportKind::Disputes | ExportKind::Events => {
            (ResourceKind::Refund, &REFUNDS)
        }
    }
}

/// One record: what the service reported of it, or else what it was asked for with.
pub fn record(record: &Record, kind: ResourceKind) -> FilterRow {
    let known = CachedRecord::of(record.clone());
    let (reported, sent) = (record.reported.as_deref(), record.sent.as_deref());
    let field = |name: &str| reported.and_then(|value| value.get(name)).or_else(|| sent?.get(name));
    let text = |name: &str| field(name).map_or(ExportCell::Empty, value_cell);
    let created = ["created", "created_at"].iter().find_map(|name| time(field(name)?)).unwrap_or(record.made_at);
    let money = known.amount();
    let by = record.made_by.as_ref().map_or("", |by| by.operator.as_str());
    let payment = record.payment_id.as_ref().map_or("", |id| id.as_str());
    let customer = record.customer_id.as_ref().map_or("", |id| id.as_str());
    let cells = match kind {
        ResourceKind::Customer => vec![
            ExportCell::text(&record.id),
            text("name"),
            text("email"),
            text("phone"),
            text("phone_country_code"),
            text("description"),
            ExportCell::Time(created),
            ExportCell::Time(record.reported_at),
        ],
        _ => {
            let status = if reported.is_some() { text("status") } else { ExportCell::text("not_reported") };
            let mut cells = vec![ExportCell::text(&record.id), status];
            cells.extend(money_cells(money.as_ref()));
            match kind {
                ResourceKind::Payout => {
                    cells.extend([ExportCell::text(customer), text("payout_type"), text("description")]);
                }
                _ => cells.extend([ExportCell::text(payment), text("reason")]),
            }
            cells.extend([text("error_code"), text("error_message"), ExportCell::Time(created)]);
            cells.extend([ExportCell::text(by), ExportCell::Time(record.reported_at)]);
            cells
        }
    };
    let status = field("status").and_then(Value::as_str).unwrap_or_default().to_owned();
    let (id, customer) = (record.id.clone(), record.customer_id.clone());
    FilterRow { row: ExportRow { cells, money }, id, status, created: Some(created), customer }
}

pub fn dispute(dispute: &Dispute) -> FilterRow {
    let [amount, currency] = money_cells(Some(&dispute.amount));
    let time = |time: Option<DateTime<Utc>>| ExportCell::optional(time, ExportCell::Time);
    let cells = vec![
        ExportCell::text(dispute.dispute_id.as_str()),
        ExportCell::text(dispute.payment_id.as_str()),
        ExportCell::text(dispute.status.as_str()),
        dispute.stage.as_ref().map_or(ExportCell::Empty, |stage| ExportCell::text(stage.as_str())),
        dispute.reason.as_deref().map_or(ExportCell::Empty, ExportCell::text),
        amount,
        currency,
        time(dispute.created),
        time(dispute.evidence_deadline),
        time(dispute.evidence_submitted_at),
    ];
    FilterRow {
        row: ExportRow { cells, money: Some(dispute.amount.clone()) },
        id: dispute.dispute_id.to_string(),
        status: dispute.status.as_str().to_owned(),
        created: dispute.created,
        customer: None,
    }
}

pub fn event(stored: &StoredEvent) -> FilterRow {
    let (event, note) = (stored.event.as_deref(), stored.note.as_ref());
    let text = |text: Option<&str>| ExportCell::text(text.unwrap_or_default());
    let happened = event.and_then(|event| event.timestamp);
    let result = note.map_or("not_applied", |note| note.verdict.as_str());
    let cells = vec![
        ExportCell::text(stored.delivery.event_id.as_str()),
        text(event.map(|event| event.event_type.as_str())),
        text(event.map(|event| event.content.as_str())),
        text(event.and_then(|event| event.object_id.as_deref())),
        ExportCell::optional(happened, ExportCell::Time),
        ExportCell::Time(stored.delivery.received_at),
        ExportCell::Whole(i64::from(stored.deliveries)),
        ExportCell::text(result),
        text(note.map(|note| note.reason.as_str())),
    ];
    FilterRow {
        row: ExportRow { cells, money: None },
        id: stored.delivery.event_id.to_string(),
        status: result.to_owned(),
        created: happened.or(Some(stored.delivery.received_at)),
        customer: None,
    }
}

fn money_cells(money: Option<&Money>) -> [ExportCell; 2] {
    match money {
        Some(money) => [ExportCell::Amount(money.clone()), ExportCell::text(money.currency.code())],
        None => [ExportCell::Empty, ExportCell::Empty],
    }
}

/// A value of the service as it can stand in a cell.
fn value_cell(value: &Value) -> ExportCell {
    match value {
        Value::Null => ExportCell::Empty,
        Value::Bool(flag) => ExportCell::Flag(*flag),
        Value::String(text) => ExportCell::text(text),
        Value::Number(number) => match number.as_i64() {
            Some(number) => ExportCell::Whole(number),
            None => ExportCell::Text(number.to_string()),
        },
        Value::Array(_) | Value::Object(_) => ExportCell::Text(value.to_string()),
    }
}

fn time(value: &Value) -> Option<DateTime<Utc>> {
    value.as_str()?.parse().ok()
}
