//! The shapes of payout answers: exactly the fields of the specification, where they apply
//! (API reference).

use chrono::{DateTime, Utc};
use serde::Serialize;
use serde_json::{Map, Value};

use crate::config::Credentials;
use crate::engine::acquirer::DeclineSummary;
use crate::storage::payouts::{
    PayoutDetail, PayoutRecord, StoredPayoutAttempt, StoredPayoutCustomer, StoredPayoutLink,
};

/// The value of `merchant_connector_id`.
const MERCHANT_CONNECTOR_ID: &str = "mca_sandbox";

/// A payout as the API shows it.
#[derive(Debug, Serialize)]
pub struct PayoutBody {
    payout_id: String,
    merchant_id: String,
    amount: i64,
    currency: String,
    #[serde(skip_serializing_if = "Option::is_none")]
    payout_type: Option<String>,
    #[serde(skip_serializing_if = "Option::is_none")]
    payout_method_data: Option<Map<String, Value>>,
    auto_fulfill: bool,
    customer_id: String,
    customer: CustomerOfPayout,
    /// Only in the answers to creation and fulfilment.
    #[serde(skip_serializing_if = "Option::is_none")]
    client_secret: Option<String>,
    recurring: bool,
    #[serde(flatten)]
    detail: PayoutDetail,
    merchant_connector_id: &'static str,
    status: String,
    #[serde(flatten)]
    error: Option<DeclineSummary>,
    profile_id: String,
    created: DateTime<Utc>,
    #[serde(skip_serializing_if = "Option::is_none")]
    connector_transaction_id: Option<String>,
    attempts: Vec<StoredPayoutAttempt>,
    #[serde(skip_serializing_if = "Option::is_none")]
    payout_link: Option<StoredPayoutLink>,
    #[serde(skip_serializing_if = "Option::is_none")]
    payout_method_id: Option<String>,
}

#[derive(Debug, Serialize)]
struct CustomerOfPayout {
    id: String,
    #[serde(flatten)]
    contact: StoredPayoutCustomer,
}

impl PayoutBody {
    pub fn new(credentials: &Credentials, payout: PayoutRecord) -> Self {
        let method = payout.method.map(|method| Map::from_iter([(method.answer_key, Value::Object(method.shown))]));
        let transaction = payout.attempts.last().map(|attempt| attempt.connector_transaction_id.clone());
        Self {
            payout_id: payout.payout_id,
            merchant_id: credentials.merchant_id.clone(),
            amount: payout.amount,
            currency: payout.currency,
            payout_type: payout.payout_type,
            payout_method_data: method,
            auto_fulfill: payout.auto_fulfill,
            customer_id: payout.customer_id.clone(),
            customer: CustomerOfPayout { id: payout.customer_id, contact: payout.customer },
            client_secret: None,
            recurring: payout.recurring,
            detail: payout.detail,
            merchant_connector_id: MERCHANT_CONNECTOR_ID,
            status: payout.status.as_str().to_owned(),
            error: payout.unified_code.map(|code| DeclineSummary::new(&code)),
            profile_id: credentials.profile_id.clone(),
            created: payout.created,
            connector_transaction_id: transaction,
            attempts: payout.attempts,
            payout_link: payout.payout_link,
            payout_method_id: payout.payout_method_id,
        }
    }

    pub fn with_client_secret(self, client_secret: String) -> Self {
        Self { client_secret: Some(client_secret), ..self }
    }
}

/// The answer to an update: these six fields (API reference).
#[derive(Debug, Serialize)]
pub struct PayoutUpdateBody {
    payout_id: String,
    amount: i64,
    currency: String,
    status: String,
    #[serde(skip_serializing_if = "Option::is_none")]
    description: Option<String>,
    modified_at: DateTime<Utc>,
}

impl PayoutUpdateBody {
    pub fn new(payout: PayoutRecord) -> Self {
        Self {
            payout_id: payout.payout_id,
            amount: payout.amount,
            currency: payout.currency,
            status: payout.status.as_str().to_owned(),
            description: payout.detail.description,
            modified_at: payout.modified,
        }
    }
}
