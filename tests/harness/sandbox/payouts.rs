//! Bodies of payouts.

use serde_json::{Value, json};

use crate::helpers::merge;

/// A complete payout of 125.00 EUR to a bank account; `extra` replaces, adds or (with null) takes away.
pub fn payout_with(extra: Value) -> Value {
    let mut body = json!({
        "amount": 12_500,
        "currency": "EUR",
        "payout_type": "bank",
        "payout_method_data": {"bank_transfer": sepa("3000")},
    });
    merge(&mut body, extra);
    body
}

pub fn sepa(end: &str) -> Value {
    json!({"payout_method_type": "sepa", "iban": format!("DE8937040044053201{end}"), "bic": "COBADEFF"})
}
