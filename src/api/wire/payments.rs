//! Payments as JSON (spec, *Payment (response object)* and *Notes and conflicts* 1).

use std::sync::Arc;

use serde_json::Value;

use crate::api::error::DecodeError;
use crate::domain::ids::{BusinessProfileId, CustomerId, MerchantId, PaymentId};
use crate::domain::money::{Currency, Money};
use crate::domain::payment::{CaptureMethod, CardSummary, Pair, Payment, PaymentError, PaymentRow, PaymentStatus};

use super::Object;

/// Most name–value pairs kept of metadata or error details; the rest stays in the raw value.
const MAX_PAIRS: usize = 200;

/// One page of `POST /payments/list`. Rows that cannot be read do not spoil the others.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct PaymentPage {
    pub rows: Vec<PaymentRow>,
    pub unreadable: Vec<DecodeError>,
    /// How many rows the filter matches in all, where the service says so.
    pub total_count: Option<u64>,
}

/// Reads the list envelope; only a missing `data` fails the whole page.
pub fn decode_page(body: &Value) -> Result<PaymentPage, DecodeError> {
    let envelope = Object::new(body, "")?;
    let data = envelope.array("data")?;
    let mut page = PaymentPage { rows: Vec::with_capacity(data.len()), unreadable: Vec::new(), total_count: None };
    for (index, value) in data.iter().enumerate() {
        match decode_row(value, index) {
            Ok(row) => page.rows.push(row),
            Err(error) => page.unreadable.push(error),
        }
    }
    page.total_count = envelope.get("total_count").and_then(Value::as_u64);
    Ok(page)
}

fn decode_row(value: &Value, index: usize) -> Result<PaymentRow, DecodeError> {
    let row = Object::new(value, format!("data[{index}]"))?;
    Ok(PaymentRow {
        payment_id: PaymentId::new(row.text("payment_id")?),
        status: PaymentStatus::from_word(row.text("status")?),
        amount: money(&row)?,
        created: row.optional_time("created")?,
        unified_code: row.optional_string("unified_code")?,
        unified_message: row.optional_string("unified_message")?,
    })
}

/// Reads a whole payment: id, status, amount and currency must be there.
pub fn decode_payment(body: Value) -> Result<Payment, DecodeError> {
    let object = Object::new(&body, "")?;
    let amount = money(&object)?;
    let same_currency = |name: &str| -> Result<Option<Money>, DecodeError> {
        Ok(object.optional_integer(name)?.map(|minor| amount.with_minor(minor)))
    };
    let payment = Payment {
        payment_id: PaymentId::new(object.text("payment_id")?),
        status: PaymentStatus::from_word(object.text("status")?),
        amount_received: same_currency("amount_received")?,
        amount_capturable: same_currency("amount_capturable")?,
        merchant_id: object.optional_text("merchant_id")?.map(MerchantId::new),
        profile_id: object.optional_text("profile_id")?.map(BusinessProfileId::new),
        capture_method: object.optional_text("capture_method")?.map(CaptureMethod::from_word),
        payment_method: object.optional_string("payment_method")?,
        payment_method_type: object.optional_string("payment_method_type")?,
        card: card(&object)?,
        customer_id: object.optional_text("customer_id")?.map(CustomerId::new),
        email: object.optional_string("email")?,
        description: object.optional_string("description")?,
        statement_descriptor: object.optional_string("statement_descriptor")?,
        metadata: object.get("metadata").map(flatten).unwrap_or_default(),
        created: object.optional_time("created")?,
        modified_at: object.optional_time("modified_at")?,
        captured_at: object.optional_time("captured_at")?,
        cancelled_at: object.optional_time("cancelled_at")?,
        cancellation_reason: object.optional_string("cancellation_reason")?,
        error: error(&object)?,
        unreadable: Vec::new(),
        raw: Arc::new(Value::Null),
        amount,
    };
    Ok(Payment { raw: Arc::new(without_secrets(body)), ..payment })
}

/// `payment` with the fields of a partial answer (capture, cancel, approve) laid over it.
pub fn merge_partial(payment: &Payment, partial: &Value) -> Result<Payment, DecodeError> {
    let mut whole = Value::clone(&payment.raw);
    if let (Some(whole), Some(partial)) = (whole.as_object_mut(), partial.as_object()) {
        whole.extend(partial.iter().map(|(name, value)| (name.clone(), value.clone())));
    }
    decode_payment(whole)
}

fn money(object: &Object<'_>) -> Result<Money, DecodeError> {
    Ok(Money::new(object.integer("amount")?, Currency::from_code(object.text("currency")?)))
}

fn card(payment: &Object<'_>) -> Result<Option<CardSummary>, DecodeError> {
    let Some(data) = payment.optional_object("payment_method_data")? else {
        return Ok(None);
    };
    let Some(card) = data.optional_object("card")? else {
        return Ok(None);
    };
    Ok(Some(CardSummary {
        last4: card.optional_shown("last4")?,
        brand: card.optional_shown("brand")?,
        exp_month: card.optional_shown("exp_month")?,
        exp_year: card.optional_shown("exp_year")?,
    }))
}

fn error(payment: &Object<'_>) -> Result<PaymentError, DecodeError> {
    Ok(PaymentError {
        unified_code: payment.optional_string("unified_code")?,
        unified_message: payment.optional_string("unified_message")?,
        error_code: payment.optional_shown("error_code")?,
        error_message: payment.optional_string("error_message")?,
        details: payment.get("error_details").map(flatten).unwrap_or_default(),
    })
}

/// All leaves of a value as `path → text`, in the order they came.
fn flatten(value: &Value) -> Vec<Pair> {
    let mut pairs = Vec::new();
    let mut open = vec![(String::new(), value)];
    while let Some((path, value)) = open.pop() {
        if pairs.len() >= MAX_PAIRS {
            break;
        }
        match value {
            Value::Null => {}
            Value::Object(map) => {
                let join = |name: &str| if path.is_empty() { name.to_owned() } else { format!("{path}.{name}") };
                open.extend(map.iter().rev().map(|(name, value)| (join(name), value)));
            }
            Value::String(text) => pairs.push((path, text.clone())),
            Value::Bool(_) | Value::Number(_) | Value::Array(_) => pairs.push((path, value.to_string())),
        }
    }
    pairs
}

/// The body with `client_secret` masked: it is a credential, and the raw view is copied into tickets.
fn without_secrets(mut body: Value) -> Value {
    if let Some(secret) = body.get_mut("client_secret").filter(|secret| secret.is_string()) {
        *secret = Value::String("(hidden)".to_owned());
    }
    body
}

#[cfg(test)]
mod tests {
    use serde_json::json;

    use super::*;

    #[test]
    fn a_year_as_a_number_is_shown_and_an_amount_as_a_text_is_refused_with_its_path() {
        let mut body = json!({
            "payment_id": "pay_1", "status": "succeeded", "amount": 500, "currency": "EUR", "error_code": 51,
            "payment_method_data": {"card": {"exp_month": 3, "exp_year": 2030}},
        });
        let payment = decode_payment(body.clone()).unwrap();
        assert_eq!(payment.card.unwrap().exp_year.as_deref(), Some("2030"));
        assert_eq!(payment.error.error_code.as_deref(), Some("51"));
        body["amount_capturable"] = json!("500");
        assert_eq!(decode_payment(body).unwrap_err().path, "amount_capturable");
    }
}
