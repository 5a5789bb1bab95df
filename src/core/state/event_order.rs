//! Payment events that name no payment: the order in their metadata says which of the payments known here is meant.

use std::collections::BTreeSet;
use std::sync::Arc;

use serde_json::Value;

use paydesk_domain::ids::PaymentId;
use paydesk_domain::money::Money;
use paydesk_domain::payment::Payment;
use paydesk_domain::webhook::{ContentType, WebhookEvent};

use crate::state::State;

/// Most payments, the newest first, that are looked through for an order.
const LOOKED_THROUGH_MAX: usize = 2_000;

/// The pair of metadata that names an order.
const ORDER_ID: &str = "order_id";

impl State {
    /// The event as of the one payment that has its order; `None` where it names a payment itself, or where none or several
    /// have it.
    pub(crate) fn event_by_order(&self, event: &WebhookEvent) -> Option<WebhookEvent> {
        if event.content != ContentType::Payment || event.object_id.is_some() {
            return None;
        }
        let order = event.object.get("metadata")?.get(ORDER_ID)?.as_str().filter(|order| !order.is_empty())?;
        let columns = self.workspace.history.columns();
        let newest = columns.newest().iter().take(LOOKED_THROUGH_MAX);
        let stored = newest.filter_map(|row| columns.payment(*row as usize));
        let stored = stored.filter(|payment| has_order(&payment.texts.metadata, order)).map(|payment| payment.row);
        let read = self.workspace.payments.read_payments().filter(|payment| names_order(payment, order));
        let rows = stored.map(|row| (row.payment_id, row.amount));
        let rows = rows.chain(read.map(|payment| (payment.payment_id.clone(), payment.amount.clone())));
        let meant: BTreeSet<PaymentId> =
            rows.filter(|(_, amount)| is_over(amount, &event.object)).map(|(payment_id, _)| payment_id).collect();
        let only = meant.first().filter(|_| meant.len() == 1);
        only.map(|payment_id| naming(event, payment_id))
    }
}

/// Whether its metadata names the order.
fn names_order(payment: &Payment, order: &str) -> bool {
    payment.metadata.iter().any(|(name, value)| name == ORDER_ID && value == order)
}

/// The same of stored metadata, in which pairs are `name value`, one behind the other.
fn has_order(metadata: &str, order: &str) -> bool {
    format!(" {metadata} ").contains(&format!(" {ORDER_ID} {order} "))
}

/// Whether an amount is that of the event, as far as it reports one.
fn is_over(amount: &Money, object: &Value) -> bool {
    let (minor, code) = (object.get("amount").and_then(Value::as_i64), object.get("currency").and_then(Value::as_str));
    minor.is_none_or(|minor| minor == amount.minor)
        && code.is_none_or(|code| code.eq_ignore_ascii_case(amount.currency.code()))
}

fn naming(event: &WebhookEvent, payment_id: &PaymentId) -> WebhookEvent {
    let mut object = Value::clone(&event.object);
    if let Some(fields) = object.as_object_mut() {
        fields.insert("payment_id".to_owned(), Value::from(payment_id.as_str()));
    }
    let object_id = Some(payment_id.as_str().to_owned());
    WebhookEvent { object_id, object: Arc::new(object), ..event.clone() }
}
