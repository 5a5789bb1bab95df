//! Texts of the panel of customers.

pub use crate::text::{
    CHANGED, CLOSE_PANE, CREATED_SERVICE_REPORTED_NO_DETAILS, DESCRIPTION, EDIT, ID, LAST_READ, LOADING, METADATA,
    METADATA_OPTIONAL, PHONE_COUNTRY_CODE, RAW_JSON, RETRY, SAVE_CHANGES, SEARCH_BY_E_MAIL, SHOW_CUSTOMERS_PAYMENTS,
    SUCH_AS_44, WITHOUT_COUNTRY_CODE,
};
pub use paydesk_core::text::{ADDRESS, CREATED, CUSTOMER, CUSTOMER_ID, E_MAIL, NAME, PAYMENTS, PHONE};

use std::fmt::Display;

use paydesk_domain::text::sentences;

/// Where what is shown of a customer comes from.
pub const SOURCE: &str = "Source";

// Customers

pub const CUSTOMERS: &str = "Customers";

// Detail

pub const LOAD_FROM_SERVICE: &str = "Load from the service";

pub fn timeline(zone: impl Display) -> String {
    format!("Timeline ({zone})")
}

// Form

pub fn edit_customer(customer_id: impl Display) -> String {
    format!("Edit customer {customer_id}")
}

// List

pub const NEW_CUSTOMER_FORM: &str = "New customer…";

// Related

pub const NO_PAYMENTS: &str = "No payments";

pub fn known(plural: impl Display) -> String {
    format!("Known {plural}")
}

pub fn payments_could_not_be_loaded(what: impl Display, what_to_do: impl Display) -> String {
    sentences(&[format!("Payments could not be loaded: {what}"), what_to_do.to_string()])
}

pub fn could_not_be_read_list(unreadable: impl Display) -> String {
    format!("{unreadable} could not be read; the list of payments shows why")
}

pub fn payments_newest_of(shown: impl Display, total: impl Display) -> String {
    format!("Payments, the newest {shown} of {total}")
}

pub fn payments(shown: impl Display) -> String {
    format!("Payments, {shown}")
}

pub fn open_of(what: impl Display, id: impl Display, text: impl Display) -> String {
    format!("Open {what} {id} of {text}")
}
