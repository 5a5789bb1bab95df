//! What a request may say about a subscription, and the checks of each field
//! (API reference).

use chrono::{DateTime, Utc};

use crate::engine::cards::CardInput;
use crate::engine::fields::FieldReader;
use crate::engine::refusal::Refusal;
use crate::storage::payments::{ChargeOutcome, PaymentRecord};

const PAYMENT_TYPES: [&str; 4] = ["normal", "new_mandate", "setup_mandate", "recurring_mandate"];
const CAPTURE_METHODS: [&str; 5] = ["automatic", "manual", "manual_multiple", "scheduled", "sequential_automatic"];
/// Values of `payment_method` in a confirmation.
const PAYMENT_METHODS: [&str; 13] = [
    "card",
    "wallet",
    "bank_redirect",
    "bank_transfer",
    "bank_debit",
    "pay_later",
    "crypto",
    "upi",
    "voucher",
    "gift_card",
    "open_banking",
    "mobile_payment",
    "network_token",
];

/// The create body.
#[derive(Debug, Clone)]
pub struct SubscriptionInput {
    pub customer_id: String,
    pub item_price_id: String,
    pub plan_id: Option<String>,
    pub merchant_reference_id: Option<String>,
    pub coupon_code: Option<String>,
    pub return_url: String,
    pub three_ds: bool,
    pub manual_capture: bool,
}

impl SubscriptionInput {
    pub fn read(fields: &FieldReader) -> Result<Self, Refusal> {
        let customer_id = fields.required_text("customer_id")?.to_owned();
        let item_price_id = fields.required_text("item_price_id")?.to_owned();
        let details = fields.required_object("payment_details")?;
        details.required_text("return_url")?;
        let return_url = details.url("return_url")?.unwrap_or_default();
        details.choice("setup_future_usage", &["off_session", "on_session"])?;
        details.choice("payment_type", &PAYMENT_TYPES)?;
        check_addresses(fields)?;
        let capture = details.choice("capture_method", &CAPTURE_METHODS)?;
        Ok(Self {
            customer_id,
            item_price_id,
            plan_id: fields.string("plan_id")?.filter(|id| !id.is_empty()),
            merchant_reference_id: fields.string("merchant_reference_id")?,
            coupon_code: fields.string("coupon_code")?,
            return_url,
            three_ds: details.choice("authentication_type", &["three_ds", "no_three_ds"])? == Some("three_ds"),
            manual_capture: matches!(capture, Some("manual" | "manual_multiple")),
        })
    }
}

fn check_addresses(fields: &FieldReader) -> Result<(), Refusal> {
    fields.check_billing("billing")?;
    fields.check_billing("shipping")
}

/// The update body: both ids are required.
#[derive(Debug, Clone)]
pub struct PlanChange {
    pub plan_id: String,
    pub item_price_id: String,
}

impl PlanChange {
    pub fn read(fields: &FieldReader) -> Result<Self, Refusal> {
        Ok(Self {
            plan_id: fields.required_text("plan_id")?.to_owned(),
            item_price_id: fields.required_text("item_price_id")?.to_owned(),
        })
    }
}

/// The confirm body. Of a card remains what it does, never its number.
#[derive(Debug, Clone)]
pub struct ConfirmInput {
    pub client_secret: Option<String>,
    payment_method: &'static str,
    payment_method_type: Option<String>,
    card: Option<CardInput>,
    outcome: ChargeOutcome,
}

impl ConfirmInput {
    /// Reads and checks a confirmation; `now` decides whether its card has expired.
    pub fn read(fields: &FieldReader, now: DateTime<Utc>) -> Result<Self, Refusal> {
        let details = fields.required_object("payment_details")?;
        details.required_text("payment_method")?;
        let word = details.choice("payment_method", &PAYMENT_METHODS)?;
        let payment_method = PAYMENT_METHODS
            .into_iter()
            .find(|known| Some(*known) == word)
            .ok_or_else(|| Refusal::missing(&details.name_of("payment_method")))?;
        details.choice("payment_type", &PAYMENT_TYPES)?;
        check_addresses(&details)?;
        details.object("customer_acceptance")?.map(|acceptance| check_acceptance(&acceptance)).transpose()?;
        let is_card = payment_method == "card";
        let payment_method_type = match is_card {
            true => details.choice("payment_method_type", &["credit", "debit"])?.map(str::to_owned),
            false => details.string("payment_method_type")?,
        };
        let token = details.text("payment_token")?.filter(|token| !token.is_empty());
        let data = details.object("payment_method_data")?;
        let card = if is_card { read_card(&details, data.as_ref(), token, now)? } else { None };
        let outcome = card.as_ref().map_or_else(|| outcome_of(payment_method), |card| card.outcome.clone());
        let client_secret = fields.string("client_secret")?;
        Ok(Self { client_secret, payment_method, payment_method_type, card, outcome })
    }

    /// Attaches the method to the subscription's payment.
    pub fn attach(self, payment: &mut PaymentRecord) {
        payment.payment_method = Some(self.payment_method.to_owned());
        let detail = &mut payment.detail;
        detail.method_attached = true;
        detail.payment_method_type = self.payment_method_type;
        detail.outcome = Some(self.outcome);
        detail.later_event = self.card.as_ref().and_then(|card| card.later_event);
        detail.card = self.card.map(|card| card.on_file);
    }
}

/// A card, unless a token replaces it; the holder's name is required here
/// (API reference).
fn read_card(
    details: &FieldReader,
    data: Option<&FieldReader>,
    token: Option<&str>,
    now: DateTime<Utc>,
) -> Result<Option<CardInput>, Refusal> {
    let Some(data) = data else {
        let missing = || Refusal::missing(&details.name_of("payment_method_data"));
        return if token.is_some() { Ok(None) } else { Err(missing()) };
    };
    let card = data.required_object("card")?;
    let read = CardInput::read(&card, now)?;
    card.required_text("card_holder_name")?;
    card.text("card_network")?;
    card.text("nick_name")?;
    Ok(Some(read))
}

fn check_acceptance(acceptance: &FieldReader) -> Result<(), Refusal> {
    acceptance.required_text("acceptance_type")?;
    let kind = acceptance.choice("acceptance_type", &["online", "offline"])?;
    acceptance.time("accepted_at")?;
    let online = acceptance.object("online")?;
    if kind == Some("online") {
        let online = online.map_or_else(|| acceptance.required_object("online"), Ok)?;
        online.required_text("ip_address")?;
        online.required_text("user_agent")?;
    }
    Ok(())
}

/// What a method that is no card does (ours): stored ones succeed, transfers and debits process, the rest asks for the
/// page.
fn outcome_of(payment_method: &str) -> ChargeOutcome {
    match payment_method {
        "card" | "wallet" | "gift_card" | "network_token" | "mobile_payment" => ChargeOutcome::Approve,
        "bank_transfer" | "bank_debit" | "upi" => ChargeOutcome::ProcessThenApprove,
        _ => ChargeOutcome::Challenge,
    }
}
