//! The sandbox: its router called directly, and a few tests over real connections where only those can tell.

mod connections;
mod control;
mod data;
mod declines;
mod endpoints;
pub mod helpers;
mod limits;
mod malformed;
mod seed;
mod states;
mod transport;
