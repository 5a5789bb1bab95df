//! Payouts: `PayoutCreateResponse`, which every call about a payout answers.

use serde_json::{Map, Value, json};

use super::declines::with_unified;
use super::fields::{CONNECTOR, CONNECTOR_ACCOUNT, Fields, contact, customer_of};
use crate::config::Credentials;
use crate::engine::acquirer;
use crate::storage::payouts::{PayoutRecord, StoredPayoutMethod};
use paydesk_domain::payout::PayoutStatus;

const NULLS: &str = "\
    merchant_order_reference_id billing business_country business_label description entity_type metadata \
    return_url priority error_message error_code unified_code unified_message";
/// What the request said.
const ECHOED: &str = "\
    merchant_order_reference_id business_country description entity_type metadata return_url priority";
/// What an account of a bank in Europe shows, `null` where it was not said.
const SEPA: &str = "iban bank_name bank_country_code bank_city bic";
/// What payouts are sent to whose request says nothing else.
const ENTITY_TYPE: &str = "Individual";

/// A payout as a call about it answers it.
pub fn payout(credentials: &Credentials, payout: &PayoutRecord) -> Value {
    let fields = whole(credentials, payout).set("client_secret", payout.client_secret.clone());
    match payout.unified_code {
        Some(_) => with_unified(fields).object(),
        None => fields.object(),
    }
}

/// A payout as lists show it: with its attempt, without its secret.
pub fn payout_row(credentials: &Credentials, payout: &PayoutRecord) -> Value {
    whole(credentials, payout).set("attempts", json!([attempt(payout)])).object()
}

fn whole(credentials: &Credentials, payout: &PayoutRecord) -> Fields {
    let is_routed = is_routed(payout);
    let customer = &payout.customer;
    let said = [&customer.name, &customer.email, &customer.phone, &customer.phone_country_code];
    let fields = Fields::with_nulls(NULLS)
        .set("payout_id", payout.payout_id.clone())
        .set("merchant_id", credentials.merchant_id.clone())
        .set("amount", payout.amount)
        .set("currency", payout.currency.clone())
        .set("connector", is_routed.then_some(CONNECTOR))
        .set("merchant_connector_id", is_routed.then_some(CONNECTOR_ACCOUNT))
        .set("payout_type", payout.payout_type.clone())
        .set("payout_method_data", payout.method.as_ref().map(method))
        .set("auto_fulfill", payout.auto_fulfill)
        .set("recurring", payout.recurring)
        .set("status", payout.status.as_str())
        .set("profile_id", credentials.profile_id.clone())
        .set("customer_id", payout.customer_id.clone())
        .set("client_secret", Value::Null)
        .set("email", customer.email.clone())
        .set("name", customer.name.clone())
        .set("phone", customer.phone.clone())
        .set("phone_country_code", customer.phone_country_code.clone())
        .set("customer", customer_of(Some(&payout.customer_id), said.map(|text| text.as_deref())))
        .set("connector_transaction_id", transaction(payout))
        .set("payout_link", payout.payout_link.as_ref().map(|link| json!(link)))
        .set("payout_method_id", payout.payout_method_id.clone())
        .set("entity_type", ENTITY_TYPE)
        .set("metadata", json!({}))
        .copy(&detail(payout), ECHOED)
        .set("billing", contact(payout.detail.billing.clone().map(Value::Object).as_ref()))
        .at("created", payout.created);
    with_error(fields, payout)
}

/// Whether a processor was chosen for it.
fn is_routed(payout: &PayoutRecord) -> bool {
    payout.method.is_some() && !payout.awaits_confirmation && payout.status != PayoutStatus::RequiresCreation
}

fn transaction(payout: &PayoutRecord) -> Option<String> {
    let failed = payout.status == PayoutStatus::Failed;
    payout.attempts.last().filter(|_| !failed).map(|attempt| attempt.connector_transaction_id.clone())
}

/// How it is paid out: an account with all fields that it can have, without the name of its form.
fn method(method: &StoredPayoutMethod) -> Value {
    let names = if method.shown.contains_key("iban") { SEPA } else { "" };
    let shown = method.shown.iter().filter(|(name, _)| *name != "payout_method_type");
    let fields = shown.fold(Fields::with_nulls(names), |fields, (name, value)| fields.set(name, value.clone()));
    json!({ method.answer_key.as_str(): fields.object() })
}

/// The fields that are answered as they came.
fn detail(payout: &PayoutRecord) -> Map<String, Value> {
    match serde_json::to_value(&payout.detail) {
        Ok(Value::Object(map)) => map,
        Ok(_) | Err(_) => Map::new(),
    }
}

/// The last attempt; one that was not begun has the status of its payout.
fn attempt(payout: &PayoutRecord) -> Value {
    let number = payout.attempts.len().max(1);
    let fields = Fields::with_nulls(
        "error_code error_message unified_code unified_message cancellation_reason payout_method_type",
    );
    let fields = fields
        .set("attempt_id", format!("{}_{number}", payout.payout_id))
        .set("status", payout.status.as_str())
        .set("amount", payout.amount)
        .set("currency", payout.currency.clone())
        .set("connector", is_routed(payout).then_some(CONNECTOR))
        .set("payment_method", payout.payout_type.clone())
        .set("connector_transaction_id", transaction(payout));
    with_error(fields, payout).object()
}

fn with_error(fields: Fields, payout: &PayoutRecord) -> Fields {
    if payout.status == PayoutStatus::Cancelled {
        return fields.set("error_message", "Cancelled by user");
    }
    let Some(code) = payout.unified_code.as_deref() else {
        return fields;
    };
    let decline = acquirer::describe(code, None);
    fields.set("error_code", decline.error_code).set("error_message", decline.error_message)
}
