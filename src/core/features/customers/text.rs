//! The texts of customers.

use std::fmt::Display;

use paydesk_domain::text::sentences;

// Customers

pub const CUSTOMER_ID: &str = "customer ID";

pub fn customer_id_has(id_rule: impl Display) -> String {
    format!("A customer ID has {id_rule}")
}

pub fn service_knows_no_customer_check(customer_id: impl Display) -> String {
    format!("The service has no customer {customer_id}. Check the ID and the active profile.")
}

pub fn could_not_be_loaded(customer_id: impl Display, what: impl Display, what_to_do: &str) -> String {
    sentences(&[&*format!("{customer_id} could not be loaded: {what}"), what_to_do])
}

pub fn is_already_under_way(title: impl Display) -> String {
    format!("“{title}” is already under way")
}
