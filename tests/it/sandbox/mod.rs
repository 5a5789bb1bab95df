//! The sandbox: its router called directly, and a few tests over real connections where only those can tell.

mod connections;
mod control;
mod customers;
mod data;
mod declines;
mod endpoints;
pub mod helpers;
mod keys;
mod limits;
mod links;
mod malformed;
mod payout_methods;
mod payouts;
mod seed;
mod states;
mod subscriptions;
mod transport;
