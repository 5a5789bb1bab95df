//! What is stored of a payout. Never a whole account, routing or card number: they are masked before anything is
//! written.

use chrono::{DateTime, Utc};
use serde::{Deserialize, Serialize};
use serde_json::{Map, Value};

use super::documents::Document;
use paydesk_domain::payout::PayoutStatus;

/// A payout as stored (API reference). Amounts in the lowest unit of the currency.
#[derive(Debug, Clone, Serialize, Deserialize)]
pub struct PayoutRecord {
    pub payout_id: String,
    pub status: PayoutStatus,
    pub amount: i64,
    pub currency: String,
    pub payout_type: Option<String>,
    pub method: Option<StoredPayoutMethod>,
    /// The name under which the method can be used again.
    pub payout_method_id: Option<String>,
    pub customer_id: String,
    pub customer: StoredPayoutCustomer,
    pub auto_fulfill: bool,
    pub recurring: bool,
    /// In the shapes of hyperswitch: nobody has confirmed it yet.
    #[serde(default)]
    pub awaits_confirmation: bool,
    pub client_secret: String,
    pub created: DateTime<Utc>,
    pub modified: DateTime<Utc>,
    /// Why it failed or was ineligible.
    pub unified_code: Option<String>,
    pub attempts: Vec<StoredPayoutAttempt>,
    pub payout_link: Option<StoredPayoutLink>,
    pub detail: PayoutDetail,
}

/// What answers show of the recipient.
#[derive(Debug, Clone, Default, Serialize, Deserialize)]
pub struct StoredPayoutCustomer {
    #[serde(skip_serializing_if = "Option::is_none")]
    pub name: Option<String>,
    #[serde(skip_serializing_if = "Option::is_none")]
    pub email: Option<String>,
    #[serde(skip_serializing_if = "Option::is_none")]
    pub phone: Option<String>,
    #[serde(skip_serializing_if = "Option::is_none")]
    pub phone_country_code: Option<String>,
}

/// Fields that are answered as they came.
#[derive(Debug, Clone, Default, Serialize, Deserialize)]
#[serde(default)]
pub struct PayoutDetail {
    #[serde(skip_serializing_if = "Option::is_none")]
    pub merchant_order_reference_id: Option<String>,
    #[serde(skip_serializing_if = "Option::is_none")]
    pub billing: Option<Map<String, Value>>,
    #[serde(skip_serializing_if = "Option::is_none")]
    pub return_url: Option<String>,
    #[serde(skip_serializing_if = "Option::is_none")]
    pub business_country: Option<String>,
    #[serde(skip_serializing_if = "Option::is_none")]
    pub description: Option<String>,
    #[serde(skip_serializing_if = "Option::is_none")]
    pub entity_type: Option<String>,
    #[serde(skip_serializing_if = "Option::is_none")]
    pub metadata: Option<Map<String, Value>>,
    #[serde(skip_serializing_if = "Option::is_none")]
    pub priority: Option<String>,
}

/// Where the money goes: masked, and what will become of it.
#[derive(Debug, Clone, PartialEq, Serialize, Deserialize)]
pub struct StoredPayoutMethod {
    /// The key in answers: `card`, `bank`, …
    pub answer_key: String,
    /// The `payout_type` it goes with, where only one does.
    pub payout_type: Option<String>,
    /// The masked form.
    pub shown: Map<String, Value>,
    #[serde(alias = "fate")]
    pub outcome: PayoutOutcome,
}

/// What becomes of a payout once it is sent.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "snake_case")]
pub enum PayoutOutcome {
    /// `success`.
    #[serde(alias = "arrives")]
    Succeeds,
    /// `pending`, then `success`.
    #[serde(alias = "arrives_late")]
    SucceedsAfterPending,
    /// `failed`.
    Fails,
    /// `success`, then `reversed`.
    #[serde(alias = "comes_back")]
    SucceedsThenReverses,
    /// `ineligible`.
    Ineligible,
}

/// One attempt to pay out, its amount in the lowest unit of the currency (API
/// reference).
#[derive(Debug, Clone, Serialize, Deserialize)]
pub struct StoredPayoutAttempt {
    pub attempt_id: String,
    pub status: PayoutStatus,
    pub amount: i64,
    pub currency: String,
    pub connector: String,
    pub connector_transaction_id: String,
}

/// A page where the recipient says where the money should go.
#[derive(Debug, Clone, Serialize, Deserialize)]
pub struct StoredPayoutLink {
    pub payout_link_id: String,
    pub link: String,
}

impl Document for PayoutRecord {
    const TABLE: &'static str = "payout";

    fn id(&self) -> &str {
        &self.payout_id
    }
}

#[cfg(test)]
mod tests {
    use serde_json::json;

    use super::*;

    #[test]
    fn a_method_that_an_earlier_version_stored_is_read() {
        for (word, outcome) in [
            ("arrives", PayoutOutcome::Succeeds),
            ("arrives_late", PayoutOutcome::SucceedsAfterPending),
            ("fails", PayoutOutcome::Fails),
            ("comes_back", PayoutOutcome::SucceedsThenReverses),
            ("ineligible", PayoutOutcome::Ineligible),
        ] {
            let stored = json!({"answer_key": "bank", "payout_type": "bank", "shown": {}, "fate": word});
            assert_eq!(serde_json::from_value::<StoredPayoutMethod>(stored).unwrap().outcome, outcome);
        }
    }
}
