//! What is stored of a subscription.

use chrono::{DateTime, Utc};
use serde::{Deserialize, Serialize};

use super::documents::Document;

/// A subscription as stored (API reference).
#[derive(Debug, Clone, Serialize, Deserialize)]
pub struct SubscriptionRecord {
    pub id: String,
    pub status: StoredSubscriptionStatus,
    pub customer_id: String,
    pub plan_id: String,
    pub item_price_id: String,
    pub merchant_reference_id: Option<String>,
    pub coupon_code: Option<String>,
    pub client_secret: String,
    pub secret_expires: DateTime<Utc>,
    pub payment_id: String,
    pub invoice: InvoiceRecord,
    pub created: DateTime<Utc>,
    pub modified: DateTime<Utc>,
}

/// The statuses the sandbox takes a subscription to (API reference).
#[derive(Debug, Clone, Copy, PartialEq, Eq, Serialize, Deserialize, strum::AsRefStr)]
#[serde(rename_all = "snake_case")]
#[strum(serialize_all = "snake_case")]
pub enum StoredSubscriptionStatus {
    Created,
    Active,
    Pending,
    Unpaid,
    Failed,
}

/// What the customer owes for the first period.
#[derive(Debug, Clone, Serialize, Deserialize)]
pub struct InvoiceRecord {
    pub id: String,
    /// In the lowest unit of the currency.
    pub amount: i64,
    pub currency: String,
    pub paid: bool,
}

impl Document for SubscriptionRecord {
    const TABLE: &'static str = "subscription";

    fn id(&self) -> &str {
        &self.id
    }
}
