//! The sandbox: its router called directly, and a few tests over real connections where only those can tell.

mod agreement;
mod analytics;
mod command;
mod connections;
mod control;
mod data;
mod declines;
mod disputes;
mod endpoints;
mod events;
mod evidence;
pub mod helpers;
mod limits;
mod malformed;
mod receiver;
mod refunds;
mod seed;
mod states;
mod transport;
mod webhooks;
mod wire;
