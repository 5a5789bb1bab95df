//! A row of a table.

use chrono::{DateTime, Utc};

use paydesk_domain::export::ExportRow;
use paydesk_domain::ids::CustomerId;

/// A row, and what a query asks of it.
#[derive(Debug, Clone, PartialEq)]
pub struct TableRow<'a> {
    pub row: ExportRow<'a>,
    pub id: &'a str,
    pub status: &'a str,
    pub created: Option<DateTime<Utc>>,
    pub customer: Option<&'a CustomerId>,
}
