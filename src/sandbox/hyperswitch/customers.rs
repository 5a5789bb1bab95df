//! Customers: `CustomerResponse`.

use serde_json::Value;

use super::fields::{Fields, address};
use crate::storage::customers::CustomerRecord;

/// A customer as lists show it: without an address.
pub fn customer_row(customer: &CustomerRecord) -> Value {
    whole(customer).set("address", Value::Null).object()
}

/// A customer; when it was changed is not shown.
pub fn customer(customer: &CustomerRecord) -> Value {
    whole(customer).object()
}

fn whole(customer: &CustomerRecord) -> Fields {
    let detail = &customer.detail;
    Fields::with_nulls("default_payment_method_id tax_registration_id document_details")
        .set("customer_id", customer.customer_id.clone())
        .set("name", detail.name.clone())
        .set("email", detail.email.clone())
        .set("phone", detail.phone.clone())
        .set("phone_country_code", detail.phone_country_code.clone())
        .set("description", detail.description.clone())
        .set("address", address(detail.address.as_ref()))
        .set("metadata", detail.metadata.clone().map(Value::Object))
        .at("created_at", customer.created)
}
