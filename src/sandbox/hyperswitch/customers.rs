//! Customers: `CustomerResponse`.

use serde_json::Value;

use super::fields::Fields;
use crate::sandbox::storage::customers::CustomerRecord;

/// A customer; when it was changed is not shown.
pub fn customer(customer: &CustomerRecord) -> Value {
    let detail = &customer.detail;
    Fields::with_nulls("default_payment_method_id tax_registration_id")
        .set("customer_id", customer.customer_id.clone())
        .set("name", detail.name.clone())
        .set("email", detail.email.clone())
        .set("phone", detail.phone.clone())
        .set("phone_country_code", detail.phone_country_code.clone())
        .set("description", detail.description.clone())
        .set("address", detail.address.clone())
        .set("metadata", detail.metadata.clone().map(Value::Object))
        .at("created_at", customer.created)
        .object()
}
