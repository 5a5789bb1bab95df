//! Payment methods and their data: which fields each needs, and what charging it does
//! (API reference).

use chrono::{DateTime, Utc};
use serde_json::{Map, Value};

use crate::engine::cards::{self, CardInput};
use crate::engine::fields::FieldReader;
use crate::engine::refusal::{Refusal, quoted};
use crate::storage::payments::{CardOnFile, ChargeOutcome, LaterEvent, PaymentDetail, PaymentRecord};

/// Values of `payment_method`.
pub const PAYMENT_METHODS: [&str; 7] =
    ["card", "bank_transfer", "wallet", "pay_later", "bank_redirect", "crypto", "upi"];

/// Methods whose customer is sent elsewhere and comes back to `return_url`.
const RETURNING_METHODS: [&str; 4] = ["wallet", "bank_redirect", "crypto", "pay_later"];

/// A payment method as a request gave it, checked.
#[derive(Debug, Clone)]
pub struct PaymentMethodInput {
    card: Option<CardOnFile>,
    outcome: ChargeOutcome,
    later_event: Option<LaterEvent>,
}

impl PaymentMethodInput {
    /// Reads the data that came with the payment's method; `None` where it brings none and needs some.
    pub fn read(
        payment: &PaymentRecord,
        data: Option<&Map<String, Value>>,
        has_billing: bool,
        now: DateTime<Utc>,
    ) -> Result<Option<Self>, Refusal> {
        let Some(word) = payment.payment_method.as_deref() else {
            return if data.is_some() { Err(Refusal::missing("payment_method")) } else { Ok(None) };
        };
        if data.is_some() && !has_billing {
            return Err(Refusal::missing("billing"));
        }
        let data = data.map(|map| FieldReader::at(map, "payment_method_data".to_owned()));
        match (word, data) {
            ("upi", _) => Ok(Some(Self::simple(ChargeOutcome::ProcessThenApprove))),
            (_, None) => Ok(None),
            ("card", Some(data)) => Self::card(&data, now).map(Some),
            ("crypto", Some(data)) => Self::crypto(&data).map(Some),
            (word, Some(data)) => Self::named(word, &data).map(Some),
        }
    }

    fn simple(outcome: ChargeOutcome) -> Self {
        Self { card: None, outcome, later_event: None }
    }

    fn card(data: &FieldReader, now: DateTime<Utc>) -> Result<Self, Refusal> {
        let card = CardInput::read(&data.required_object("card")?, now)?;
        Ok(Self { card: Some(card.on_file), outcome: card.outcome, later_event: card.later_event })
    }

    fn crypto(data: &FieldReader) -> Result<Self, Refusal> {
        let crypto = data.required_object("crypto")?;
        crypto.required_text("pay_currency")?;
        crypto.required_text("wallet_address")?;
        for field in ["network", "wallet_address_tag", "payment_method_id", "external_customer_id"] {
            crypto.text(field)?;
        }
        Ok(Self::simple(ChargeOutcome::Challenge))
    }

    /// Methods whose data is `<method>.<name>`, the shape below being the provider's.
    fn named(word: &str, data: &FieldReader) -> Result<Self, Refusal> {
        let provider = data.required_object(word)?;
        if provider.names().next().is_none() {
            return Err(Refusal::missing(&provider.name_of("<name>")));
        }
        Ok(Self::simple(match word {
            "wallet" => ChargeOutcome::Approve,
            "bank_transfer" => ChargeOutcome::ProcessThenApprove,
            _ => ChargeOutcome::Challenge,
        }))
    }

    /// Attaches the method to a payment that was not confirmed yet.
    pub fn attach(self, payment: &mut PaymentRecord) {
        payment.detail.method_attached = true;
        payment.detail.card = self.card;
        payment.detail.outcome = Some(self.outcome);
        payment.detail.later_event = self.later_event;
    }
}

/// Takes the attached method away: the payment is to be paid by another one.
pub fn detach(payment: &mut PaymentRecord) {
    let detail = &mut payment.detail;
    detail.method_attached = false;
    detail.payment_method_type = None;
    (detail.card, detail.outcome, detail.later_event) = (None, None, None);
}

/// Checks that `payment_method_type` goes with the method it is paired with.
pub fn check_type(payment_method: Option<&str>, kind: &str) -> Result<(), Refusal> {
    let allowed: &[&str] = match payment_method {
        None => return Err(Refusal::missing("payment_method")),
        Some("card") => &["credit", "debit"],
        Some("crypto") => &["crypto_currency"],
        Some("upi") => &["upi_collect", "upi_intent"],
        Some(_) => return Ok(()),
    };
    if allowed.contains(&kind) {
        return Ok(());
    }
    let rule = format!("must be one of {} for this payment_method, not {}", allowed.join(", "), quoted(kind));
    Err(Refusal::invalid("payment_method_type", rule))
}

/// Checks that a payment has what its method needs to be charged.
pub fn check_chargeable(payment: &PaymentRecord) -> Result<(), Refusal> {
    let Some(word) = payment.payment_method.as_deref() else {
        return Err(Refusal::missing("payment_method"));
    };
    let detail = &payment.detail;
    if !detail.method_attached {
        return Err(Refusal::missing(&format!("payment_method_data.{word}")));
    }
    if detail.return_url.is_none() && (detail.three_ds || RETURNING_METHODS.contains(&word)) {
        return Err(Refusal::missing("return_url"));
    }
    if word == "pay_later" && detail.email.is_none() {
        return Err(Refusal::missing("email"));
    }
    Ok(())
}

/// The outcome that `metadata.sandbox_outcome` asks for, if it does.
pub fn outcome_by_metadata(detail: &PaymentDetail) -> Result<Option<ChargeOutcome>, Refusal> {
    let word = detail.metadata.as_ref().and_then(|metadata| metadata.get("sandbox_outcome"));
    word.and_then(|word| word.as_str()).map(cards::outcome_of_word).transpose()
}
