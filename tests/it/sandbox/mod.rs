//! The sandbox: its router called directly, and a few tests over real connections where only those can tell.

mod agreement;
mod analytics;
mod command;
mod connections;
mod control;
mod customers;
mod data;
mod declines;
mod disputes;
mod endpoints;
mod events;
mod evidence;
pub mod helpers;
mod keys;
mod limits;
mod links;
mod malformed;
mod payout_methods;
mod payouts;
mod receiver;
mod refunds;
mod seed;
mod states;
mod subscriptions;
mod transport;
mod webhooks;
mod wire;
