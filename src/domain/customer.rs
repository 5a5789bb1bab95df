//! A customer as the service reports it. Fields beyond those of the inputs are
//! undocumented.

use chrono::{DateTime, Utc};

use super::document::{DecodeError, Raw};
use super::ids::CustomerId;
use super::payment::Pair;

/// A customer; what is missing was not reported.
#[derive(Debug, Clone, PartialEq)]
pub struct Customer {
    pub customer_id: CustomerId,
    pub email: Option<String>,
    pub name: Option<String>,
    pub phone: Option<String>,
    pub phone_country_code: Option<String>,
    pub description: Option<String>,
    /// Its lines as they came: `line1` → text.
    pub address: Vec<Pair>,
    pub metadata: Vec<Pair>,
    pub created: Option<DateTime<Utc>>,
    pub modified_at: Option<DateTime<Utc>>,
    /// What could not be read of the fields that are only shown.
    pub unreadable: Vec<DecodeError>,
    /// The answer as it came, with secrets masked.
    pub raw: Raw,
}
