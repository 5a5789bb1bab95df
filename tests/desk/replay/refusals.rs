//! What the real server refuses and declines: read with its code, and said so that a person knows what to do.

use std::collections::BTreeSet;

use paydesk_api::error::{ApiError, CallError};
use paydesk_api::resources::payments::wire::decode_payment;
use paydesk_core::manual::glossary;
use paydesk_domain::dispute::DisputeStage;
use paydesk_domain::money::MinorUnits;
use paydesk_domain::payment::PaymentStatus;

use super::recorded::{Exchange, Sender, exchanges};

fn error_of(exchange: &Exchange) -> CallError {
    let error =
        ApiError::from_json(&exchange.answer).unwrap_or_else(|| panic!("{}: {}", exchange.note, exchange.answer));
    CallError::Service { status: exchange.status, error }
}

/// Refusals in JSON: what cannot be read in a query is refused in plain text.
fn refusals() -> impl Iterator<Item = &'static Exchange> {
    exchanges().iter().filter(|exchange| exchange.status >= 400 && exchange.answer.is_object())
}

fn with_code(code: &str) -> CallError {
    let has_code = |error: &CallError| matches!(error, CallError::Service { error, .. } if error.code == code);
    refusals().map(error_of).find(has_code).unwrap_or_else(|| panic!("{code} was recorded"))
}

#[test]
fn every_refusal_is_read_as_the_services_with_its_code() {
    let errors: Vec<CallError> = refusals().map(error_of).collect();
    assert!(errors.iter().all(|error| error.code().is_some_and(|code| code.contains('_'))));
    assert!(errors.len() > 60, "{}", errors.len());
}

#[test]
fn each_code_of_that_server_has_a_sentence_of_its_own() {
    let codes = ["HE_03", "HE_04", "IR_13", "IR_16", "IR_19", "IR_34", "UR_33"];
    let sentences: BTreeSet<&str> = codes.map(|code| with_code(code).what_to_do()).into();
    assert_eq!(sentences.len(), codes.len(), "{sentences:?}");
    assert!(!sentences.contains("Check the request"), "{sentences:?}");
}

#[test]
fn each_status_and_stage_of_that_server_has_words_of_its_own() {
    for word in ["conflicted", "expired", "partially_authorized_and_requires_capture", "requires_merchant_action"] {
        let status = PaymentStatus::from_word(word);
        assert_ne!(status.label(), word);
        assert!(!glossary::payment(&status).contains("does not know"), "{word}");
    }
    for word in ["arbitration", "dispute_reversal"] {
        assert_ne!(DisputeStage::from_word(word).label(), word);
    }
}

#[test]
fn an_absent_dispute_or_file_is_absent_and_an_absent_path_is_not() {
    for (path, is_absent) in [("/disputes/none", true), ("/files/none", true), ("/no/such/path", false)] {
        let exchange = exchanges().iter().find(|exchange| exchange.path == path && exchange.sender == Sender::Key);
        let error = error_of(exchange.unwrap());
        assert_eq!((error.is_absent(), error.is_absent_object()), (is_absent, is_absent), "{path}");
    }
}

#[test]
fn a_declined_payment_says_why_and_not_that_something_went_wrong() {
    let declined = exchanges()
        .iter()
        .filter(|exchange| exchange.path == "/payments" && exchange.answer["unified_code"] == "UE_9000");
    let reasons: BTreeSet<String> = declined
        .map(|exchange| decode_payment(exchange.answer.clone(), MinorUnits::Hyperswitch).unwrap())
        .map(|payment| payment.error.reason().expect("it says why").to_owned())
        .collect();
    assert!(reasons.contains("Your card was declined."), "{reasons:?}");
    assert!(!reasons.contains("Something went wrong"), "{reasons:?}");
}
