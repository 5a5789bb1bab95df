//! Payouts: `PayoutCreateResponse`, which every call about a payout answers.

use serde_json::{Map, Value, json};

use super::fields::{CONNECTOR, CONNECTOR_ACCOUNT, Fields};
use crate::sandbox::config::Credentials;
use crate::sandbox::engine::acquirer;
use crate::sandbox::storage::payouts::{PayoutRecord, StoredPayoutAttempt};

const NULLS: &str = "\
    merchant_order_reference_id billing business_country business_label description entity_type metadata \
    return_url priority error_message error_code unified_code unified_message";
/// What the request said.
const ECHOED: &str = "\
    merchant_order_reference_id billing business_country description entity_type metadata return_url \
    priority";

/// A payout.
pub fn payout(credentials: &Credentials, payout: &PayoutRecord) -> Value {
    let method = payout.method.as_ref().map(|method| json!({ method.answer_key.as_str(): method.shown }));
    let is_sent = !payout.attempts.is_empty();
    let transaction = payout.attempts.last().map(|attempt| attempt.connector_transaction_id.clone());
    let attempts: Vec<Value> = payout.attempts.iter().map(|one| attempt(payout, one)).collect();
    let link = payout.payout_link.as_ref().map(|link| json!(link));
    let contact = &payout.customer;
    let fields = Fields::with_nulls(NULLS)
        .set("payout_id", payout.payout_id.clone())
        .set("merchant_id", credentials.merchant_id.clone())
        .set("amount", payout.amount)
        .set("currency", payout.currency.clone())
        .set("connector", is_sent.then_some(CONNECTOR))
        .set("merchant_connector_id", is_sent.then_some(CONNECTOR_ACCOUNT))
        .set("payout_type", payout.payout_type.clone())
        .set("payout_method_data", method)
        .set("auto_fulfill", payout.auto_fulfill)
        .set("recurring", payout.recurring)
        .set("status", payout.status.as_str())
        .set("profile_id", credentials.profile_id.clone())
        .set("customer_id", payout.customer_id.clone())
        .set("client_secret", payout.client_secret.clone())
        .set("email", contact.email.clone())
        .set("name", contact.name.clone())
        .set("phone", contact.phone.clone())
        .set("phone_country_code", contact.phone_country_code.clone())
        .set("customer", customer(payout))
        .set("connector_transaction_id", transaction)
        .set("attempts", attempts)
        .set("payout_link", link)
        .set("payout_method_id", payout.payout_method_id.clone())
        .copy(&detail(payout), ECHOED)
        .at("created", payout.created);
    with_decline(fields, payout.unified_code.as_deref()).object()
}

/// The fields that are answered as they came.
fn detail(payout: &PayoutRecord) -> Map<String, Value> {
    match serde_json::to_value(&payout.detail) {
        Ok(Value::Object(map)) => map,
        Ok(_) | Err(_) => Map::new(),
    }
}

fn customer(payout: &PayoutRecord) -> Value {
    let contact = &payout.customer;
    json!({
        "id": payout.customer_id,
        "name": contact.name,
        "email": contact.email,
        "phone": contact.phone,
        "phone_country_code": contact.phone_country_code,
    })
}

fn attempt(payout: &PayoutRecord, attempt: &StoredPayoutAttempt) -> Value {
    let fields = Fields::with_nulls(
        "error_code error_message unified_code unified_message cancellation_reason payout_method_type",
    );
    let fields = fields
        .set("attempt_id", attempt.attempt_id.clone())
        .set("status", attempt.status.as_str())
        .set("amount", attempt.amount)
        .set("currency", attempt.currency.clone())
        .set("connector", CONNECTOR)
        .set("payment_method", payout.payout_type.clone())
        .set("connector_transaction_id", attempt.connector_transaction_id.clone());
    with_decline(fields, payout.unified_code.as_deref()).object()
}

fn with_decline(fields: Fields, unified_code: Option<&str>) -> Fields {
    let Some(code) = unified_code else {
        return fields;
    };
    let decline = acquirer::describe(code, None);
    fields
        .set("error_code", decline.error_code)
        .set("error_message", decline.error_message)
        .set("unified_code", decline.unified_code)
        .set("unified_message", decline.unified_message)
}
