//! Payments: `PaymentsResponse` with its attempts, captures, refunds and disputes.

use chrono::TimeDelta;
use rusqlite::Connection;
use serde_json::{Value, json};

use super::disputes::dispute_of_payment;
use super::fields::{CONNECTOR, CONNECTOR_ACCOUNT, Fields, attempt_id};
use super::refunds::refund;
use super::words::{attempt_status, payment_status};
use crate::sandbox::config::Credentials;
use crate::sandbox::engine::acquirer;
use crate::sandbox::storage;
use crate::sandbox::storage::customers::CustomerDetail;
use crate::sandbox::storage::disputes::DisputeFilter;
use crate::sandbox::storage::payments::{CardOnFile, PaymentRecord};

/// Most refunds, and most disputes, that a payment shows.
const RELATED_MAX: usize = 100;
/// How long a payment that was not confirmed can be.
const SESSION: TimeDelta = TimeDelta::minutes(15);

/// Fields that are always there, `null` where the sandbox has nothing for them.
const NULLS: &str = "\
    shipping_cost initiator mandate_id mandate_data setup_future_usage off_session capture_on \
    payment_token shipping billing order_details name phone return_url statement_descriptor_name \
    statement_descriptor_suffix next_action cancellation_reason error_code error_message unified_code \
    unified_message payment_experience connector_label business_country business_label \
    business_sub_label allowed_payment_method_types manual_retry_allowed frm_message \
    connector_metadata feature_metadata payment_link surcharge_details merchant_decision \
    incremental_authorization_allowed authorization_count incremental_authorizations \
    external_authentication_details external_3ds_authentication_attempted fingerprint browser_info \
    payment_channel payment_method_id network_transaction_id payment_method_status split_payments \
    frm_metadata extended_authorization_applied extended_authorization_last_applied_at \
    request_extended_authorization capture_before merchant_order_reference_id order_tax_amount \
    connector_mandate_id card_discovery force_3ds_challenge force_3ds_challenge_trigger \
    issuer_error_code issuer_error_message is_iframe_redirection_enabled whole_connector_response \
    enable_partial_authorization enable_overcapture is_overcapture_enabled network_details \
    is_stored_credential mit_category billing_descriptor tokenization \
    partner_merchant_identifier_details payment_method_tokenization_details connector_transaction_id \
    reference_id";

/// Fields of the request that the answer repeats.
const ECHOED: &str = "\
    name phone billing shipping order_details setup_future_usage browser_info \
    merchant_order_reference_id off_session";

/// Fields of a card that are known of none.
const CARD_NULLS: &str = "\
    card_issuer card_issuing_country card_issuing_country_code card_isin card_extended_bin \
    card_holder_name payment_checks authentication_data auth_code bank_code is_regulated \
    signature_network card_type";

/// What a request asks to see beside the payment.
#[derive(Debug, Clone, Copy, Default)]
pub struct Expansion {
    pub attempts: bool,
    pub captures: bool,
}

/// A payment as it is retrieved.
pub fn payment(
    db: &Connection,
    credentials: &Credentials,
    payment: &PaymentRecord,
    expansion: Expansion,
) -> rusqlite::Result<Value> {
    let id = payment.payment_id.as_str();
    let customer = payment.customer.as_ref().map(|customer| storage::customers::by_id(db, &customer.customer_id));
    let known = customer.transpose()?.flatten().map(|customer| customer.detail);
    let refunds = storage::refunds::page(db, Some(id), 0, RELATED_MAX)?;
    let refunds: Vec<Value> = refunds.iter().map(|row| refund(credentials, row)).collect();
    let filter = DisputeFilter { payment_id: Some(id.to_owned()), ..DisputeFilter::default() };
    let disputes = storage::disputes::page(db, &filter, 0, RELATED_MAX)?;
    let disputes: Vec<Value> = disputes.iter().map(dispute_of_payment).collect();
    let captures = if expansion.captures { captures(db, payment)? } else { Vec::new() };
    let attempts = if expansion.attempts { vec![attempt(payment)] } else { Vec::new() };
    Ok(base(credentials, payment)
        .set("amount_received", Some(payment.amount_received).filter(|amount| *amount > 0))
        .set("email", payment.detail.email.clone())
        .set("return_url", payment.detail.return_url.clone())
        .set("customer", customer_of(payment, known.as_ref()))
        .copy(&payment.detail.write_only, ECHOED)
        .set_some("refunds", some_array(refunds))
        .set_some("disputes", some_array(disputes))
        .set_some("attempts", some_array(attempts))
        .set_some("captures", some_array(captures))
        .object())
}

/// A payment as lists show it: less than when it is retrieved.
pub fn payment_row(credentials: &Credentials, payment: &PaymentRecord) -> Value {
    base(credentials, payment).object()
}

/// Arrays without anything in them are left out.
fn some_array(items: Vec<Value>) -> Option<Value> {
    (!items.is_empty()).then_some(Value::Array(items))
}

fn base(credentials: &Credentials, payment: &PaymentRecord) -> Fields {
    let detail = &payment.detail;
    let status = payment_status(payment);
    let is_tried = !matches!(status, "requires_payment_method" | "requires_confirmation");
    let tried = |text: &str| is_tried.then(|| text.to_owned());
    let fields = Fields::with_nulls(NULLS)
        .set("payment_id", payment.payment_id.clone())
        .set("merchant_id", credentials.merchant_id.clone())
        .set("processor_merchant_id", credentials.merchant_id.clone())
        .set("profile_id", credentials.profile_id.clone())
        .set("status", status)
        .set("amount", payment.amount)
        .set("net_amount", payment.amount)
        .set("amount_capturable", capturable(payment))
        .set("amount_received", Value::Null)
        .set("currency", payment.currency.clone())
        .set("connector", tried(CONNECTOR))
        .set("merchant_connector_id", tried(CONNECTOR_ACCOUNT))
        .set("connector_transaction_id", tried(&format!("fp_{}", payment.payment_id)))
        .set("reference_id", tried(&format!("fp_{}", payment.payment_id)))
        .set("client_secret", detail.client_secret.clone())
        .set("customer_id", payment.customer.as_ref().map(|customer| customer.customer_id.clone()))
        .set("customer", Value::Null)
        .set("email", Value::Null)
        .set("description", detail.description.clone())
        .set("statement_descriptor_name", detail.statement_descriptor.clone())
        .set("metadata", detail.metadata.clone().map(Value::Object))
        .set("capture_method", capture_method(payment))
        .set("authentication_type", if detail.three_ds { "three_ds" } else { "no_three_ds" })
        .set("payment_method", payment.payment_method.clone())
        .set("payment_method_type", detail.payment_method_type.clone())
        .set("payment_method_data", method_data(payment))
        .set("attempt_count", 1)
        .set("cancellation_reason", detail.cancellation_reason.clone())
        .at("created", payment.created)
        .at("updated", payment.modified)
        .at("modified_at", payment.modified)
        .at("expires_on", payment.created.checked_add_signed(SESSION));
    with_decline(fields, payment)
}

/// What can be captured: as long as nothing was decided about the amount, all of it.
fn capturable(payment: &PaymentRecord) -> i64 {
    match payment_status(payment) {
        "requires_payment_method" | "requires_confirmation" | "requires_customer_action" | "processing" => {
            payment.amount
        }
        _ => payment.amount_capturable,
    }
}

fn capture_method(payment: &PaymentRecord) -> &'static str {
    match (payment.manual_capture, payment.detail.single_capture) {
        (false, _) => "automatic",
        (true, true) => "manual",
        (true, false) => "manual_multiple",
    }
}

fn with_decline(fields: Fields, payment: &PaymentRecord) -> Fields {
    let Some(code) = &payment.unified_code else {
        return fields;
    };
    let brand = payment.detail.card.as_ref().map(|card| card.brand.as_str());
    let decline = acquirer::describe(code, brand);
    let issuer = decline.details.issuer_details;
    fields
        .set("error_code", decline.error_code)
        .set("error_message", decline.error_message)
        .set("unified_code", decline.unified_code)
        .set("unified_message", decline.unified_message)
        .set("issuer_error_code", issuer.as_ref().map(|issuer| issuer.code))
        .set("issuer_error_message", issuer.map(|issuer| issuer.message))
}

fn method_data(payment: &PaymentRecord) -> Value {
    let Some(method) = &payment.payment_method else {
        return Value::Null;
    };
    let data = payment.detail.card.as_ref().map_or_else(|| json!({}), |card| card_data(card, payment));
    json!({ method.as_str(): data, "billing": null })
}

fn card_data(card: &CardOnFile, payment: &PaymentRecord) -> Value {
    let card_type = payment.detail.payment_method_type.as_deref().map(str::to_ascii_uppercase);
    // Networks are written without spaces.
    Fields::with_nulls(CARD_NULLS)
        .set("last4", card.last4.clone())
        .set("card_network", card.brand.replace(' ', ""))
        .set("card_type", card_type)
        .set("card_exp_month", card.exp_month.clone())
        .set("card_exp_year", card.exp_year.clone())
        .object()
}

/// `customer`: what the request said, else what is known of the customer.
fn customer_of(payment: &PaymentRecord, known: Option<&CustomerDetail>) -> Value {
    let id = payment.customer.as_ref().map(|customer| customer.customer_id.clone());
    let said = |name: &str| payment.detail.write_only.get(name).and_then(Value::as_str).map(str::to_owned);
    let of = |field: fn(&CustomerDetail) -> &Option<String>| known.and_then(|known| field(known).clone());
    let email = payment.detail.email.clone().or_else(|| of(|known| &known.email));
    if id.is_none() && email.is_none() {
        return Value::Null;
    }
    json!({
        "id": id,
        "name": said("name").or_else(|| of(|known| &known.name)),
        "email": email,
        "phone": said("phone").or_else(|| of(|known| &known.phone)),
        "phone_country_code": said("phone_country_code").or_else(|| of(|known| &known.phone_country_code)),
    })
}

/// The one attempt that the sandbox knows of.
fn attempt(payment: &PaymentRecord) -> Value {
    let fields = Fields::with_nulls(
        "order_tax_amount error_message error_code mandate_id payment_token connector_metadata payment_experience unified_code unified_message client_source client_version",
    );
    let fields = fields
        .set("attempt_id", attempt_id(&payment.payment_id))
        .set("status", attempt_status(payment_status(payment)))
        .set("amount", payment.amount)
        .set("currency", payment.currency.clone())
        .set("connector", CONNECTOR)
        .set("payment_method", payment.payment_method.clone())
        .set("payment_method_type", payment.detail.payment_method_type.clone())
        .set("connector_transaction_id", format!("fp_{}", payment.payment_id))
        .set("reference_id", format!("fp_{}", payment.payment_id))
        .set("capture_method", capture_method(payment))
        .set("authentication_type", if payment.detail.three_ds { "three_ds" } else { "no_three_ds" })
        .set("cancellation_reason", payment.detail.cancellation_reason.clone())
        .at("created_at", payment.created)
        .at("modified_at", payment.modified);
    with_decline(fields, payment).object()
}

/// The captures of a payment that takes several; what was captured before the ledger began counts as one.
fn captures(db: &Connection, payment: &PaymentRecord) -> rusqlite::Result<Vec<Value>> {
    if capture_method(payment) != "manual_multiple" {
        return Ok(Vec::new());
    }
    let rows = storage::ledger::captures(db, &payment.payment_id)?;
    let mut amounts: Vec<i64> = rows.iter().filter_map(|row| row.amount).collect();
    let before = payment.amount_received - amounts.iter().sum::<i64>();
    if before > 0 {
        amounts.insert(0, before);
    }
    Ok(amounts.iter().enumerate().map(|(place, amount)| capture(payment, place + 1, *amount)).collect())
}

fn capture(payment: &PaymentRecord, sequence: usize, amount: i64) -> Value {
    let attempt = attempt_id(&payment.payment_id);
    Fields::with_nulls("error_message error_code error_reason")
        .set("capture_id", format!("{attempt}_{sequence}"))
        .set("status", "charged")
        .set("amount", amount)
        .set("currency", payment.currency.clone())
        .set("connector", CONNECTOR)
        .set("connector_capture_id", format!("fp_{attempt}_{sequence}"))
        .set("reference_id", format!("fp_{attempt}_{sequence}"))
        .set("capture_sequence", sequence)
        .set("authorized_attempt_id", attempt)
        .object()
}
