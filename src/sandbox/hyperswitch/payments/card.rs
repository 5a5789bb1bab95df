//! `payment_method_data`: what is shown of a card.

use serde_json::{Value, json};

use super::super::fields::Fields;
use super::super::words::is_charged;
use crate::storage::payments::{CardOnFile, PaymentRecord};

/// Fields of a card that are known of none.
const NULLS: &str = "\
    card_type card_network card_issuer card_issuing_country card_isin card_extended_bin card_holder_name \
    payment_checks authentication_data auth_code";

/// The method with what is shown of it.
pub fn method_data(payment: &PaymentRecord) -> Value {
    let Some(method) = payment.payment_method.as_ref().filter(|_| payment.detail.method_attached) else {
        return Value::Null;
    };
    let data = payment.detail.card.as_ref().map_or_else(|| json!({}), |card| card_data(card, payment));
    json!({ method.as_str(): data, "billing": null })
}

fn card_data(card: &CardOnFile, payment: &PaymentRecord) -> Value {
    Fields::with_nulls(NULLS)
        .copy(&payment.detail.write_only, "card_isin card_holder_name")
        .set("last4", card.last4.clone())
        .set("card_exp_month", card.exp_month.clone())
        .set("card_exp_year", card.exp_year.clone())
        .set("payment_checks", is_charged(payment).then(checks))
        .object()
}

/// What the issuer compared.
fn checks() -> Value {
    json!({ "cvc_check": "pass", "address_line1_check": "pass", "address_postal_code_check": "pass" })
}
