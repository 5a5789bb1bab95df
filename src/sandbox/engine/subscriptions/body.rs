//! The shape of subscription answers (API reference).

use serde::Serialize;

use crate::config::Credentials;
use crate::storage::payments::PaymentRecord;
use crate::storage::subscriptions::SubscriptionRecord;

/// A subscription as the API shows it.
#[derive(Debug, Serialize)]
pub struct SubscriptionBody {
    id: String,
    status: String,
    profile_id: String,
    merchant_id: String,
    customer_id: String,
    item_price_id: String,
    plan_id: String,
    #[serde(skip_serializing_if = "Option::is_none")]
    merchant_reference_id: Option<String>,
    #[serde(skip_serializing_if = "Option::is_none")]
    coupon_code: Option<String>,
    /// Only in the answer to the creation.
    #[serde(skip_serializing_if = "Option::is_none")]
    client_secret: Option<String>,
    payment: PaymentOfSubscription,
    invoice: InvoiceBody,
}

#[derive(Debug, Serialize)]
struct PaymentOfSubscription {
    payment_id: String,
    status: String,
    amount: i64,
    currency: String,
    #[serde(skip_serializing_if = "Option::is_none")]
    payment_method_type: Option<String>,
}

#[derive(Debug, Serialize)]
struct InvoiceBody {
    id: String,
    subscription_id: String,
    amount: i64,
    currency: String,
    status: &'static str,
}

impl SubscriptionBody {
    pub fn new(credentials: &Credentials, subscription: SubscriptionRecord, payment: PaymentRecord) -> Self {
        let invoice = subscription.invoice;
        Self {
            status: subscription.status.as_ref().to_owned(),
            profile_id: credentials.profile_id.clone(),
            merchant_id: credentials.merchant_id.clone(),
            customer_id: subscription.customer_id,
            item_price_id: subscription.item_price_id,
            plan_id: subscription.plan_id,
            merchant_reference_id: subscription.merchant_reference_id,
            coupon_code: subscription.coupon_code,
            client_secret: None,
            payment: PaymentOfSubscription {
                payment_id: payment.payment_id,
                status: payment.status.as_str().to_owned(),
                amount: payment.amount,
                currency: payment.currency,
                payment_method_type: payment.detail.payment_method_type,
            },
            invoice: InvoiceBody {
                id: invoice.id,
                subscription_id: subscription.id.clone(),
                amount: invoice.amount,
                currency: invoice.currency,
                status: if invoice.paid { "invoice_paid" } else { "payment_pending" },
            },
            id: subscription.id,
        }
    }

    pub fn with_client_secret(self, client_secret: String) -> Self {
        Self { client_secret: Some(client_secret), ..self }
    }
}
