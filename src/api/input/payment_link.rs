//! What a payment link is created of.

use chrono::{DateTime, Utc};

use super::payment::AuthenticationType;
use paydesk_domain::ids::CustomerId;
use paydesk_domain::money::Money;
use paydesk_domain::payment::CaptureMethod;

/// What the link is for.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct CreatePaymentLinkInput {
    pub amount: Money,
    pub description: String,
    /// [`ONE_TIME`], or another value of the service; empty where it is left to the service.
    pub link_type: String,
    pub expiry: Option<DateTime<Utc>>,
    pub customer_id: Option<CustomerId>,
    /// Whether the service sends the link to `email`, or to the customer.
    pub send_email: bool,
    pub email: String,
    pub capture_method: Option<CaptureMethod>,
    pub authentication_type: Option<AuthenticationType>,
    pub require_customer_info: bool,
    pub config: PaymentLinkConfig,
}

/// How the page of the link looks: `payment_link_config`.
#[derive(Debug, Clone, PartialEq, Eq, Default)]
pub struct PaymentLinkConfig {
    pub seller_name: String,
    pub sdk_layout: String,
    /// All where none is named.
    pub allowed_payment_method_types: Vec<String>,
}

/// The one value of `link_type` that the specification names.
pub const ONE_TIME: &str = "one_time";
