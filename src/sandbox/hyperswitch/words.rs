//! Words for statuses of payments: which of hyperswitch's (`IntentStatus`) a payment has, and which its attempt
//! (`AttemptStatus`).

use crate::storage::payments::{AUTHORIZATION_EXPIRED, PaymentRecord};

/// A status of the engine, what else has to hold, and the word that it has here. The first row that fits decides.
type StatusRule = (&'static str, fn(&PaymentRecord) -> bool, &'static str);

const RULES: [StatusRule; 13] = [
    ("requires_payment_method", always, "requires_payment_method"),
    ("requires_confirmation", always, "requires_confirmation"),
    ("requires_action", always, "requires_customer_action"),
    ("processing", is_received, "partially_captured_and_processing"),
    ("processing", always, "processing"),
    ("requires_capture", is_authorized_in_part, "partially_authorized_and_requires_capture"),
    ("requires_capture", always, "requires_capture"),
    ("succeeded", is_capturable, "partially_captured_and_capturable"),
    ("succeeded", is_received_in_part, "partially_captured"),
    ("succeeded", always, "succeeded"),
    ("cancelled", is_received, "cancelled_post_capture"),
    ("cancelled", is_expired, "expired"),
    ("cancelled", always, "cancelled"),
];

/// Statuses that no transition of the engine leads to: the seed data has them.
const OTHER: [&str; 2] = ["conflicted", "review"];

/// The status of a payment's attempt, by that of the payment.
const ATTEMPTS: [(&str, &str); 17] = [
    ("requires_payment_method", "payment_method_awaited"),
    ("requires_confirmation", "confirmation_awaited"),
    ("requires_customer_action", "authentication_pending"),
    ("requires_merchant_action", "unresolved"),
    ("requires_capture", "authorized"),
    ("partially_authorized_and_requires_capture", "partially_authorized"),
    ("processing", "pending"),
    ("partially_captured_and_processing", "capture_initiated"),
    ("succeeded", "charged"),
    ("partially_captured", "partial_charged"),
    ("partially_captured_and_capturable", "partial_charged_and_chargeable"),
    ("failed", "failure"),
    ("cancelled", "voided"),
    ("cancelled_post_capture", "voided_post_charge"),
    ("expired", "expired"),
    ("conflicted", "integrity_failure"),
    ("review", "capture_review"),
];

fn always(_: &PaymentRecord) -> bool {
    true
}

fn is_received(payment: &PaymentRecord) -> bool {
    payment.amount_received > 0
}

fn is_received_in_part(payment: &PaymentRecord) -> bool {
    payment.amount_received < payment.amount
}

fn is_capturable(payment: &PaymentRecord) -> bool {
    payment.amount_capturable > 0
}

fn is_authorized_in_part(payment: &PaymentRecord) -> bool {
    payment.amount_capturable < payment.amount
}

fn is_expired(payment: &PaymentRecord) -> bool {
    payment.detail.cancellation_reason.as_deref() == Some(AUTHORIZATION_EXPIRED)
}

/// The status of a payment. What the engine holds for review, under whatever name, waits for the merchant.
pub fn payment_status(payment: &PaymentRecord) -> &'static str {
    let word = payment.status.as_str();
    let other = payment.detail.other_status.as_deref().filter(|_| word == "processing");
    if let Some(other) = OTHER.into_iter().find(|known| Some(*known) == other) {
        return other;
    }
    let rule = RULES.iter().find(|(engine, holds, _)| *engine == word && holds(payment));
    match rule {
        Some((_, _, status)) => status,
        None if word == "failed" => "failed",
        None => "requires_merchant_action",
    }
}

/// Whether the processor has been asked.
pub fn is_tried(payment: &PaymentRecord) -> bool {
    !matches!(payment_status(payment), "requires_payment_method" | "requires_confirmation")
}

/// Whether the issuer said yes.
pub fn is_charged(payment: &PaymentRecord) -> bool {
    is_tried(payment) && !matches!(payment_status(payment), "requires_customer_action" | "processing" | "failed")
}

/// The status of a payment's attempt.
pub fn attempt_status(payment_status: &str) -> &'static str {
    ATTEMPTS.iter().find(|(payment, _)| *payment == payment_status).map_or("pending", |(_, attempt)| attempt)
}

/// What the engine stores for a status of an attempt, as analytics filter by them; `None` for a word it never has.
pub fn stored_payment_status(attempt_status: &str) -> Option<&'static str> {
    let (payment, _) = ATTEMPTS.iter().find(|(_, attempt)| *attempt == attempt_status)?;
    match *payment {
        "failed" => Some("failed"),
        "requires_merchant_action" => Some("requires_merchant_action"),
        word => RULES.iter().find(|(_, _, status)| *status == word).map(|(engine, _, _)| *engine),
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn every_status_of_a_payment_has_one_of_its_attempt() {
        let own = ["failed", "requires_merchant_action"];
        let words = RULES.iter().map(|(_, _, word)| *word).chain(OTHER).chain(own);
        let words: Vec<&str> = words.collect();
        assert!(words.iter().all(|word| ATTEMPTS.iter().any(|(payment, _)| payment == word)), "{words:?}");
        assert_eq!(words.len(), ATTEMPTS.len());
    }

    #[test]
    fn analytics_find_what_the_engine_calls_charged_and_failure() {
        assert_eq!(stored_payment_status("charged"), Some("succeeded"));
        assert_eq!(stored_payment_status("failure"), Some("failed"));
        assert_eq!(stored_payment_status("authorized"), Some("requires_capture"));
        assert_eq!(stored_payment_status("router_declined"), None);
    }
}
