//! One struct per endpoint: its inputs as types, its request, and how its answer is read.

pub mod analytics;
pub mod api_keys;
pub mod customers;
pub mod disputes;
pub mod fields;
pub mod health;
pub mod payment_links;
pub mod payments;
pub mod payouts;
pub mod refunds;
pub mod shapes;
pub mod subscriptions;
