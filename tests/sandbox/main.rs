//! The sandbox: its router called directly, and a few tests over real connections where only those can tell.

#![allow(clippy::unwrap_used, clippy::expect_used, clippy::disallowed_methods)]

mod agreement;
mod analytics;
mod browser_guard;
mod connections;
mod control;
mod customers;
mod data;
mod declines;
mod disputes;
mod endpoints;
mod events;
mod everything;
mod evidence;
mod fixtures;
mod hyperswitch;
mod keys;
mod limits;
mod links;
mod malformed;
mod past_events;
mod payout_methods;
pub mod payouts;
mod refunds;
mod rng;
mod seed;
pub mod shapes;
mod specification;
mod states;
mod subscriptions;
mod transport;
mod webhooks;
