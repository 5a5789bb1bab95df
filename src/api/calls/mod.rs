//! One struct per endpoint: its inputs as types, its request, and how its answer is read.

pub mod customers;
pub mod fields;
pub mod health;
pub mod payment_links;
pub mod payments;
pub mod refunds;
pub mod shapes;
