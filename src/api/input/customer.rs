//! What a customer is created and changed with.

use super::address::{Address, Contact};
use paydesk_domain::document::Raw;
use paydesk_domain::ids::CustomerId;
use paydesk_domain::payment::Pair;

/// A new customer.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct CreateCustomerInput {
    /// 1 to 64 letters, digits, `_`, `-`.
    pub customer_id: CustomerId,
    pub contact: Contact,
    pub description: String,
    pub address: Address,
    pub metadata: Vec<Pair>,
}

/// What is to be changed of a customer. `None` stays as it is; an empty text is sent and takes away what was there.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct UpdateCustomerInput {
    pub customer_id: CustomerId,
    pub email: Option<String>,
    pub name: Option<String>,
    pub phone: Option<String>,
    pub phone_country_code: Option<String>,
    pub description: Option<String>,
    /// All of it: what is given takes the place of what was there.
    pub metadata: Option<Vec<Pair>>,
    /// The metadata as it was last seen: a value that was not edited leaves with the type it came with.
    pub known_metadata: Raw,
}
