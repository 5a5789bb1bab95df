//! Why a payment, a refund, a payout, an attempt or a capture failed: the same fields in all of them.

use serde_json::Value;

use paydesk_domain::payment::PaymentError;

use super::{Notes, Object};

/// What a declined object says of its decline: payments and refunds alike.
pub fn payment_error(object: &Object<'_>, notes: &mut Notes) -> PaymentError {
    PaymentError {
        unified_code: notes.shown(object.optional_string("unified_code")),
        unified_message: notes.shown(object.optional_string("unified_message")),
        error_code: notes.shown(object.optional_shown("error_code")),
        error_message: notes.shown(object.optional_string("error_message")),
        details: notes.shown(object.optional_pairs("error_details")).unwrap_or_default(),
    }
}

/// What the JSON of a declined object says of its decline.
pub fn payment_error_of(object: &Value) -> PaymentError {
    let object = Object::new(object, "");
    object.map(|object| payment_error(&object, &mut Notes::default())).unwrap_or_default()
}
