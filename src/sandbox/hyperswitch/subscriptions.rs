//! Subscriptions: `SubscriptionResponse` and `ConfirmSubscriptionResponse`.

use serde_json::Value;

use super::fields::{CONNECTOR, CONNECTOR_ACCOUNT, Fields};
use super::words::payment_status;
use crate::config::Credentials;
use crate::engine::acquirer;
use crate::storage::payments::PaymentRecord;
use crate::storage::subscriptions::SubscriptionRecord;

/// A subscription as it is created, changed and retrieved.
pub fn subscription(credentials: &Credentials, subscription: &SubscriptionRecord, payment: &PaymentRecord) -> Value {
    common(credentials, subscription, payment)
        .set("item_price_id", subscription.item_price_id.clone())
        .set("merchant_id", credentials.merchant_id.clone())
        .set("coupon_code", subscription.coupon_code.clone())
        .set("client_secret", subscription.client_secret.clone())
        .object()
}

/// A subscription as it is confirmed: the price and the coupon have other names, and the secret is not shown.
pub fn subscription_confirmation(
    credentials: &Credentials,
    subscription: &SubscriptionRecord,
    payment: &PaymentRecord,
) -> Value {
    common(credentials, subscription, payment)
        .set("price_id", subscription.item_price_id.clone())
        .set("coupon", subscription.coupon_code.clone())
        .set("billing_processor_subscription_id", format!("fp_{}", subscription.id))
        .object()
}

fn common(credentials: &Credentials, subscription: &SubscriptionRecord, payment: &PaymentRecord) -> Fields {
    Fields::default()
        .set("id", subscription.id.clone())
        .set("merchant_reference_id", subscription.merchant_reference_id.clone())
        .set("status", subscription.status.as_ref())
        .set("plan_id", subscription.plan_id.clone())
        .set("profile_id", credentials.profile_id.clone())
        .set("customer_id", subscription.customer_id.clone())
        .set("payment", payment_of(credentials, payment))
        .set("invoice", invoice(credentials, subscription, payment))
}

fn payment_of(credentials: &Credentials, payment: &PaymentRecord) -> Value {
    let decline = payment.unified_code.as_deref().map(|code| acquirer::describe(code, None));
    Fields::with_nulls("payment_method_id payment_experience payment_token payment_type")
        .set("payment_id", payment.payment_id.clone())
        .set("status", payment_status(payment))
        .set("amount", payment.amount)
        .set("currency", payment.currency.clone())
        .set("profile_id", credentials.profile_id.clone())
        .set("connector", CONNECTOR)
        .set("payment_method_type", payment.detail.payment_method_type.clone())
        .set("client_secret", payment.detail.client_secret.clone())
        .set("error_code", decline.as_ref().map(|decline| decline.error_code))
        .set("error_message", decline.map(|decline| decline.error_message))
        .object()
}

fn invoice(credentials: &Credentials, subscription: &SubscriptionRecord, payment: &PaymentRecord) -> Value {
    let invoice = &subscription.invoice;
    Fields::with_nulls("payment_method_id billing_processor_invoice_id")
        .set("id", invoice.id.clone())
        .set("subscription_id", subscription.id.clone())
        .set("merchant_id", credentials.merchant_id.clone())
        .set("profile_id", credentials.profile_id.clone())
        .set("merchant_connector_id", CONNECTOR_ACCOUNT)
        .set("payment_intent_id", payment.payment_id.clone())
        .set("customer_id", subscription.customer_id.clone())
        .set("amount", invoice.amount)
        .set("currency", invoice.currency.clone())
        .set("status", if invoice.paid { "invoice_paid" } else { "payment_pending" })
        .object()
}
