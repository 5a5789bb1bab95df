//! One struct per endpoint: its inputs as types, its request, and how its answer is read.

pub mod analytics;
pub mod api_keys;
pub mod disputes;
pub mod fields;
pub mod health;
pub mod payments;
pub mod payouts;
pub mod shapes;
pub mod subscriptions;
