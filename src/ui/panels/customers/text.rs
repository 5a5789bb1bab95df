//! Texts of the panel of customers.

pub use crate::text::{
    CHANGED, CLOSE_PANE, CREATED_SERVICE_REPORTED_NO_DETAILS, DESCRIPTION, EDIT, ID, LAST_READ, LOADING, METADATA,
    METADATA_OPTIONAL, PHONE_COUNTRY_CODE, RAW_JSON, RETRY, SAVE_CHANGES, SHOW_CUSTOMERS_PAYMENTS, SUCH_AS_44,
    WITHOUT_COUNTRY_CODE,
};
pub use paydesk_core::text::{ADDRESS, CREATED, CUSTOMER, CUSTOMER_ID, E_MAIL, NAME, PAYMENTS, PHONE};

use std::fmt::Display;
/// Where what is shown of a customer comes from.
pub const SOURCE: &str = "Source";
/// Nothing is known of any customer.
pub const ONLY_KNOWN_CUSTOMERS: &str = "Customers appear here once a payment, payout or subscription names them. Others \
                                        may exist at the service: type an ID above to read one";
pub const NO_CUSTOMERS: &str = "No customers yet. People who pay, and recipients of payouts, appear here";
/// At a customer that was not read.
pub const NOT_LOADED_FROM_SERVICE_YET: &str =
    "Not loaded from the service yet: shown as payments and payouts name the customer";

// Customers

pub const CUSTOMERS: &str = "Customers";

// Detail

pub const LOADING_CUSTOMER: &str = "Loading the customer…";
pub const THIS_CUSTOMER_IS_NOT_LOADED: &str = "This customer is not loaded yet";
pub const LOAD_FROM_SERVICE: &str = "Load from the service";
pub const REFRESH_CUSTOMER: &str = "Refresh customer";
pub const WITHOUT_NAME: &str = "Without a name";
pub const NEW_FOR_THIS_CUSTOMER: &str = "New for this customer";
pub const CONTACT: &str = "Contact";

pub fn timeline(zone: impl Display) -> String {
    format!("Timeline ({zone})")
}

// Form

pub const NEW_CUSTOMER: &str = "New customer";
pub const CREATE_CUSTOMER: &str = "Create customer";
pub const ONLY_YOUR_CHANGES_ARE_SENT: &str = "Only your changes are sent. Empty fields are removed at the service";
pub const FOR_RECEIPTS: &str = "For receipts";
pub const ONE_TO_64_LETTERS_DIGITS: &str = "1 to 64 letters, digits, _ and -; generated if empty";
pub const ADDRESS_OPTIONAL: &str = "Address, optional";

pub fn edit_customer(customer_id: impl Display) -> String {
    format!("Edit customer {customer_id}")
}

// List

pub const KNOWN_SINCE: &str = "Known since";
pub const NAME_E_MAIL_OR_ID: &str = "Name, e-mail or id; Enter loads an id from the service";
pub const NEW_CUSTOMER_FORM: &str = "New customer…";
pub const NO_MATCH_IN_PAYDESK_PRESS: &str = "No match in Paydesk. Press Enter to load the id from the service";
pub const SHOW_ALL_CUSTOMERS: &str = "Show all customers";
pub const CUSTOMERS_TABLE: &str = "Customers table";
pub const SEARCH_CUSTOMERS: &str = "Search customers";
pub const TYPE_ID_OF_CUSTOMER_FIRST: &str = "Type the id of a customer first";

// Related

pub const NO_PAYMENTS: &str = "No payments";
pub const DISPUTES_OF_THESE_PAYMENTS: &str = "Disputes of these payments";

pub fn known(plural: impl Display) -> String {
    format!("Known {plural}")
}

pub fn payments_could_not_be_loaded(what: impl Display, what_to_do: impl Display) -> String {
    format!("Payments could not be loaded: {what}. {what_to_do}")
}

pub fn could_not_be_read_list(unreadable: impl Display) -> String {
    format!("{unreadable} could not be read; the list of payments has the reason")
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
