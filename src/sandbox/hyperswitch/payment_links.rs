//! Payment links: `RetrievePaymentLinkResponse`, and what a payment shows of its link. Both lead to the sandbox's page.

use chrono::{DateTime, Utc};
use serde_json::{Value, json};

use super::fields::Fields;
use crate::config::Credentials;
use crate::storage::payment_links::PaymentLinkRecord;

fn page(link: &PaymentLinkRecord, base_url: &str) -> String {
    format!("{base_url}/_sandbox/pay/{}", link.payment_link_id)
}

/// What a payment that was created with a link shows of it.
pub fn payment_link_of_payment(link: &PaymentLinkRecord, base_url: &str) -> Value {
    let page = page(link, base_url);
    json!({ "link": page, "secure_link": page, "payment_link_id": link.payment_link_id })
}

/// A link as it is listed and retrieved; only its time decides whether it is active.
pub fn payment_link_row(
    credentials: &Credentials,
    link: &PaymentLinkRecord,
    base_url: &str,
    now: DateTime<Utc>,
) -> Value {
    Fields::default()
        .set("payment_link_id", link.payment_link_id.clone())
        .set("merchant_id", credentials.merchant_id.clone())
        .set("link_to_pay", page(link, base_url))
        .set("amount", link.amount)
        .at("created_at", link.created)
        .at("expiry", link.expiry)
        .set("description", link.description.clone())
        .set("status", if link.expiry <= now { "expired" } else { "active" })
        .set("currency", link.currency.clone())
        .set("secure_link", page(link, base_url))
        .object()
}
