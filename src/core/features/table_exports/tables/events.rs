//! The table of webhook events.

use crate::features::webhooks::{RefusedDelivery, StoredEvent};
use paydesk_domain::export::{ExportCell, ExportRow};
use paydesk_domain::webhook::DeliveryRefusal;

use super::row::TableRow;

pub(super) const COLUMNS: [&str; 9] = [
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

/// One event, without its content.
pub fn event_row<'a>(stored: &'a StoredEvent) -> TableRow<'a> {
    let (event, note) = (stored.event.as_deref(), stored.note.as_ref());
    let text = |text: Option<&'a str>| ExportCell::text(text.unwrap_or_default());
    let happened = event.and_then(|event| event.timestamp);
    let result = note.map_or("not_applied", |note| note.verdict.as_str());
    let cells = vec![
        ExportCell::text(stored.delivery.event_id.as_str()),
        text(event.map(|event| event.event_type.as_str())),
        text(event.map(|event| event.content.as_str())),
        text(event.and_then(|event| event.object_id.as_deref())),
        ExportCell::time(happened),
        ExportCell::Time(stored.delivery.received_at),
        ExportCell::Whole(i64::from(stored.deliveries)),
        ExportCell::text(result),
        text(note.map(|note| note.reason.as_str())),
    ];
    TableRow {
        row: ExportRow { cells, money: None },
        id: stored.delivery.event_id.as_str(),
        status: result,
        created: happened.or(Some(stored.delivery.received_at)),
        customer: None,
    }
}

/// A delivery of which nothing was believed: when it came, and why not.
pub fn refused_row(refused: &RefusedDelivery) -> TableRow<'_> {
    let result = match refused.refusal {
        DeliveryRefusal::BadSignature(_) => "bad_signature",
        DeliveryRefusal::Unreadable(_) => "unreadable",
        DeliveryRefusal::DifferentBody(_) => "different_body",
    };
    let mut cells = vec![ExportCell::Empty; COLUMNS.len() - 4];
    cells.extend([
        ExportCell::Time(refused.received_at),
        ExportCell::Whole(1),
        ExportCell::text(result),
        ExportCell::text(refused.refusal.to_string()),
    ]);
    let row = ExportRow { cells, money: None };
    TableRow { row, id: "", status: result, created: Some(refused.received_at), customer: None }
}
