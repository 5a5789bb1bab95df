//! The sandbox: its router called directly, and a few tests over real connections where only those can tell.

mod command;
mod connections;
mod control;
mod data;
mod declines;
mod endpoints;
mod events;
pub mod helpers;
mod limits;
mod malformed;
mod receiver;
mod seed;
mod states;
mod transport;
mod webhooks;
mod wire;
