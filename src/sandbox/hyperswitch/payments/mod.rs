//! Payments: `PaymentsResponse` with its attempts, captures, refunds and disputes.

mod card;
mod state;

use base64::Engine as _;
use base64::engine::general_purpose::STANDARD;
use chrono::TimeDelta;
use rusqlite::Connection;
use serde_json::{Value, json};

use self::state::RELATED_MAX;
use super::declines::{self, ProcessorDecline};
use super::disputes::dispute_of_payment;
use super::fields::{CONNECTOR, CONNECTOR_ACCOUNT, Fields, attempt_id, contact, customer_of};
use super::refunds::refund;
use super::words::{attempt_status, is_charged, is_tried, payment_status};
use crate::config::Credentials;
use crate::engine::Work;
use crate::storage;
use crate::storage::customers::CustomerDetail;
use crate::storage::disputes::DisputeFilter;
use crate::storage::payments::PaymentRecord;

/// How long a payment that was not confirmed can be, where its request does not say.
const SESSION: TimeDelta = TimeDelta::days(90);

/// Fields that are always there, `null` where the sandbox has nothing for them.
const NULLS: &str = "\
    shipping_cost initiator mandate_id mandate_data setup_future_usage off_session capture_on sdk_authorization \
    payment_token order_details name phone return_url statement_descriptor_name refunds disputes \
    statement_descriptor_suffix next_action cancellation_reason error_code error_message unified_code \
    unified_message error_details payment_experience connector_label business_country \
    business_sub_label allowed_payment_method_types manual_retry_allowed frm_message \
    connector_metadata connector_response_metadata feature_metadata payment_link surcharge_details \
    merchant_decision incremental_authorization_allowed authorization_count incremental_authorizations \
    external_authentication_details external_3ds_authentication_attempted fingerprint browser_info \
    payment_channel payment_method_id network_transaction_id payment_method_status split_payments \
    frm_metadata extended_authorization_applied extended_authorization_last_applied_at \
    request_extended_authorization capture_before merchant_order_reference_id order_tax_amount \
    connector_mandate_id force_3ds_challenge force_3ds_challenge_trigger expires_on email \
    issuer_error_code issuer_error_message is_iframe_redirection_enabled whole_connector_response \
    enable_partial_authorization enable_overcapture is_overcapture_enabled network_details \
    is_stored_credential mit_category billing_descriptor tokenization amount_received \
    partner_merchant_identifier_details payment_method_tokenization_details connector_transaction_id \
    reference_id installment_options installment_data";

/// Fields of the request that the answer repeats.
const ECHOED: &str = "\
    name phone order_details setup_future_usage browser_info merchant_order_reference_id off_session \
    payment_experience statement_descriptor_name statement_descriptor_suffix payment_link merchant_decision";

/// What is known of a browser, where the request said nothing: from where it was sent.
const BROWSER: &str = "\
    os_type referer language time_zone os_version user_agent color_depth device_model java_enabled screen_width \
    accept_header screen_height java_script_enabled";

/// What a payment that was sent to the processor has of its features: nothing.
const FEATURES: &str = "\
    redirect_response search_tags apple_pay_recurring_details pix_additional_details boleto_additional_details \
    pix_automatico_additional_details";

/// What a request asks to see beside the payment.
#[derive(Debug, Clone, Copy, Default)]
pub struct Expansion {
    pub attempts: bool,
    pub captures: bool,
}

/// A payment as it is retrieved.
pub fn payment(work: &Work, payment: &PaymentRecord, expansion: Expansion) -> rusqlite::Result<Value> {
    let db = work.db;
    let id = payment.payment_id.as_str();
    let refunds = storage::refunds::page(db, Some(id), 0, RELATED_MAX)?;
    let refunds: Vec<Value> = refunds.iter().rev().map(|row| refund(work.credentials, row)).collect();
    let filter = DisputeFilter { payment_id: Some(id.to_owned()), ..DisputeFilter::default() };
    let disputes = storage::disputes::page(db, &filter, 0, RELATED_MAX)?;
    let disputes: Vec<Value> = disputes.iter().map(dispute_of_payment).collect();
    let captures = if expansion.captures { captures(db, payment)? } else { Vec::new() };
    let attempts = if expansion.attempts { vec![attempt(payment)] } else { Vec::new() };
    Ok(retrieved(work, payment)?
        .set("refunds", some_array(refunds))
        .set("disputes", some_array(disputes))
        .set_some("attempts", some_array(attempts))
        .set_some("captures", some_array(captures))
        .object())
}

/// A payment as lists show it: less than when it is retrieved.
pub fn payment_row(work: &Work, payment: &PaymentRecord) -> rusqlite::Result<Value> {
    let fields = base(work, payment)?;
    Ok(match decline(payment) {
        Some(decline) => declines::with_decline(fields, &decline),
        None => fields,
    }
    .object())
}

/// `null` for an array without anything in it.
fn some_array(items: Vec<Value>) -> Option<Value> {
    (!items.is_empty()).then_some(Value::Array(items))
}

/// What only a payment that is retrieved shows.
fn retrieved(work: &Work, payment: &PaymentRecord) -> rusqlite::Result<Fields> {
    let detail = &payment.detail;
    let is_tried = is_tried(payment);
    let is_failed = payment_status(payment) == "failed";
    let reference = (is_tried && !is_failed).then(|| format!("fp_{}", payment.payment_id));
    let features = is_tried.then(|| Fields::with_nulls(FEATURES).object());
    let life = detail.write_only.get("session_expiry").and_then(Value::as_i64).map_or(SESSION, TimeDelta::seconds);
    let fields = base(work, payment)?
        .set("amount_received", Some(payment.amount_received).filter(|amount| *amount > 0))
        .set("sdk_authorization", sdk_authorization(work.credentials, payment))
        .set("email", detail.email.clone())
        .set("return_url", detail.return_url.clone())
        .set("cancellation_reason", detail.cancellation_reason.clone())
        .set("feature_metadata", features)
        .set("reference_id", reference)
        .set("incremental_authorization_allowed", is_tried.then_some(false))
        .set("external_3ds_authentication_attempted", false)
        .set("network_transaction_id", is_charged(payment).then(|| format!("ntid_{}", payment.payment_id)))
        .set(
            "payment_token",
            (payment_status(payment) == "requires_confirmation").then(|| format!("token_{}", payment.payment_id)),
        )
        .set("next_action", next_action(work.base_url, payment))
        .set("browser_info", is_tried.then(unknown_browser))
        .copy(&detail.write_only, ECHOED)
        .at("expires_on", payment.created.checked_add_signed(life));
    Ok(match decline(payment) {
        Some(decline) => declines::with_details(fields, &decline),
        None => fields,
    })
}

fn unknown_browser() -> Value {
    Fields::with_nulls(BROWSER).set("ip_address", "127.0.0.1").set("accept_language", "en").object()
}

fn decline(payment: &PaymentRecord) -> Option<ProcessorDecline> {
    payment.unified_code.as_deref().map(ProcessorDecline::of)
}

/// What web pages confirm a payment with: its secret among other things, readable by anybody.
fn sdk_authorization(credentials: &Credentials, payment: &PaymentRecord) -> Option<String> {
    let secret = payment.detail.client_secret.as_ref()?;
    let customer =
        payment.customer.as_ref().map_or(String::new(), |customer| format!("customer_id={},", customer.customer_id));
    let text = format!(
        "profile_id={},publishable_key={},client_secret={secret},{customer}payment_id={}",
        credentials.profile_id, credentials.publishable_key, payment.payment_id
    );
    Some(STANDARD.encode(text))
}

/// Where the customer is sent to authenticate, or to pay.
fn next_action(base_url: &str, payment: &PaymentRecord) -> Option<Value> {
    let url = format!("{base_url}/_sandbox/3ds/{}", payment.payment_id);
    (payment_status(payment) == "requires_customer_action")
        .then(|| json!({ "type": "redirect_to_url", "redirect_to_url": url }))
}

fn base(work: &Work, payment: &PaymentRecord) -> rusqlite::Result<Fields> {
    let (detail, credentials) = (&payment.detail, work.credentials);
    let status = payment_status(payment);
    let is_tried = is_tried(payment);
    let tried = |text: &str| is_tried.then(|| text.to_owned());
    let said = |name: &str| detail.write_only.get(name);
    let is_card = payment.payment_method.as_deref() == Some("card");
    Ok(Fields::with_nulls(NULLS)
        .set("payment_id", payment.payment_id.clone())
        .set("merchant_id", credentials.merchant_id.clone())
        .set("processor_merchant_id", credentials.merchant_id.clone())
        .set("profile_id", credentials.profile_id.clone())
        .set("status", status)
        .set("amount", payment.amount)
        .set("net_amount", payment.amount)
        .set("amount_capturable", capturable(payment))
        .set("currency", payment.currency.clone())
        .set("connector", tried(CONNECTOR))
        .set("merchant_connector_id", tried(CONNECTOR_ACCOUNT))
        .set("connector_transaction_id", tried(&format!("fp_{}", payment.payment_id)))
        .set("client_secret", detail.client_secret.clone())
        .set("customer_id", payment.customer.as_ref().map(|customer| customer.customer_id.clone()))
        .set("customer", customer(work.db, payment)?)
        .set("description", detail.description.clone())
        .set("metadata", detail.metadata.clone().map(Value::Object))
        .set("capture_method", capture_method(payment))
        .set("authentication_type", authentication_type(payment))
        .set("business_label", "default")
        .set("billing", contact(said("billing")))
        .set("shipping", contact(said("shipping")))
        .set("payment_method", payment.payment_method.clone())
        .set("payment_method_type", detail.payment_method_type.clone())
        .set("payment_method_data", card::method_data(payment))
        .set("card_discovery", (is_tried && is_card).then_some("manual"))
        .set("force_3ds_challenge", false)
        .set("force_3ds_challenge_trigger", false)
        .set("state_metadata", state::state_metadata(work.db, payment)?)
        .set("attempt_count", 1)
        .at("created", payment.created)
        .at("updated", payment.modified)
        .at("modified_at", payment.modified))
}

fn authentication_type(payment: &PaymentRecord) -> Option<&'static str> {
    let is_said = payment.detail.write_only.contains_key("authentication_type") || is_tried(payment);
    match payment.detail.three_ds {
        true => Some("three_ds"),
        false => is_said.then_some("no_three_ds"),
    }
}

/// What can be captured: as long as nothing was decided about the amount, all of it. Nothing of a payment that says how
/// it is to be captured and was not sent yet.
fn capturable(payment: &PaymentRecord) -> i64 {
    match payment_status(payment) {
        "requires_payment_method" | "requires_confirmation" if capture_method(payment).is_some() => 0,
        "requires_payment_method" | "requires_confirmation" | "requires_customer_action" | "processing" => {
            payment.amount
        }
        _ => payment.amount_capturable,
    }
}

/// As the request said; of a payment that was sent, automatic where it did not.
fn capture_method(payment: &PaymentRecord) -> Option<String> {
    let said = payment.detail.write_only.get("capture_method").and_then(Value::as_str);
    let stored = match (payment.manual_capture, payment.detail.single_capture) {
        (false, _) => "automatic",
        (true, true) => "manual",
        (true, false) => "manual_multiple",
    };
    said.or_else(|| (is_tried(payment) || payment.manual_capture).then_some(stored)).map(str::to_owned)
}

/// `customer`: what the request said, else what is known of the customer; `null` for a guest.
fn customer(db: &Connection, payment: &PaymentRecord) -> rusqlite::Result<Value> {
    let id = payment.customer.as_ref().map(|customer| customer.customer_id.as_str());
    let known = id.map(|id| storage::customers::by_id(db, id)).transpose()?.flatten().map(|customer| customer.detail);
    let said = |name: &str| payment.detail.write_only.get(name).and_then(Value::as_str);
    let of = |field: fn(&CustomerDetail) -> &Option<String>| known.as_ref().and_then(|known| field(known).as_deref());
    let email = payment.detail.email.as_deref().or_else(|| of(|known| &known.email));
    if id.is_none() && email.is_none() {
        return Ok(Value::Null);
    }
    Ok(customer_of(
        id,
        [
            said("name").or_else(|| of(|known| &known.name)),
            email,
            said("phone").or_else(|| of(|known| &known.phone)),
            said("phone_country_code").or_else(|| of(|known| &known.phone_country_code)),
        ],
    ))
}

/// The one attempt that the sandbox knows of.
fn attempt(payment: &PaymentRecord) -> Value {
    let fields = Fields::with_nulls(
        "order_tax_amount error_message error_code mandate_id payment_token connector_metadata payment_experience \
         unified_code unified_message client_source client_version error_details cancellation_reason",
    );
    let is_tried = is_tried(payment);
    let tried = |text: String| is_tried.then_some(text);
    let fields = fields
        .set("attempt_id", attempt_id(&payment.payment_id))
        .set("status", attempt_status(payment_status(payment)))
        .set("amount", payment.amount)
        .set("currency", payment.currency.clone())
        .set("connector", tried(CONNECTOR.to_owned()))
        .set("payment_method", payment.payment_method.clone())
        .set("payment_method_type", payment.detail.payment_method_type.clone())
        .set("connector_transaction_id", tried(format!("fp_{}", payment.payment_id)))
        .set("reference_id", tried(format!("fp_{}", payment.payment_id)))
        .set("capture_method", capture_method(payment))
        .set("authentication_type", authentication_type(payment))
        .set("cancellation_reason", payment.detail.cancellation_reason.clone())
        .at("created_at", payment.created)
        .at("modified_at", payment.modified);
    match decline(payment) {
        Some(decline) => declines::with_refusal(fields, &decline).object(),
        None => fields.object(),
    }
}

/// The captures of a payment that takes several; what was captured before the ledger began counts as one.
fn captures(db: &Connection, payment: &PaymentRecord) -> rusqlite::Result<Vec<Value>> {
    if capture_method(payment).as_deref() != Some("manual_multiple") {
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
