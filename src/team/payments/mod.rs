//! All payments of a team's profile, in PostgreSQL: put by the hub that leads, read by the desks.
//!
//! - [`sync`]: who reads the service for the team, how far, and what it puts.
//! - [`pages`]: payments by age, by the number of their last change, and those whose details are missing.
//! - [`TeamPaymentQuery`]: what a person searches for, as the database is asked for it.
//! - [`search`]: pages of what a query finds.
//! - [`facets`]: how many payments have each value.
//! - [`forget`]: removes the payments of old months.
//! - [`row`]: one payment as a row.
//! - [`cost`]: what all of this costs by how many payments there are, and what a billion means.
//!
//! The tables are described in the migration `V9__payments.sql`, how a search goes on in `V9__payment_search.sql`.

pub mod cost;
mod facets;
mod forget;
mod pages;
mod row;
mod search;
mod sync;

pub use forget::PaymentMonth;
pub use pages::PaymentsAfter;
pub use paydesk_index::payment_columns::PaymentKey;
pub use paydesk_index::team_payment_query::TeamPaymentQuery;
pub use search::PaymentsFound;
pub use sync::{NewSyncPlace, PaymentSync, PutPayments, TeamPaymentState};
