//! What is stored of a payment link.

use chrono::{DateTime, Utc};
use serde::{Deserialize, Serialize};
use serde_json::{Map, Value};

use super::documents::Document;

/// The field of a payment's metadata that names the link it was created by.
pub const LINK_FIELD: &str = "payment_link_id";

/// A payment link as stored (API reference). Whether it is paid is decided by
/// its payment, whether it has expired by the clock.
#[derive(Debug, Clone, Serialize, Deserialize)]
pub struct PaymentLinkRecord {
    pub payment_link_id: String,
    /// The payment that it pays now: the last one that was created.
    pub payment_id: String,
    /// In the lowest unit of the currency.
    pub amount: i64,
    pub currency: String,
    pub created: DateTime<Utc>,
    pub expiry: DateTime<Utc>,
    /// `multi_use`: pays any number of times.
    pub reusable: bool,
    pub description: Option<String>,
    pub seller_name: Option<String>,
    pub require_customer_info: bool,
    /// `payment_method_type` of payments with a card.
    pub card_type: String,
    /// The create input of its payments.
    pub payment: Map<String, Value>,
    /// The event that it was paid was emitted.
    #[serde(default)]
    pub paid_reported: bool,
}

impl Document for PaymentLinkRecord {
    const TABLE: &'static str = "payment_link";

    fn id(&self) -> &str {
        &self.payment_link_id
    }
}
