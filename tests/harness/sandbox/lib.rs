//! The sandbox in the process of a test: its router called directly, bodies of requests, receivers of its webhooks.

#![allow(clippy::unwrap_used, clippy::expect_used, clippy::disallowed_methods, clippy::new_without_default)]

pub mod helpers;
pub mod hyperswitch;
pub mod payouts;
pub mod receiver;
pub mod shapes;
pub mod wire;
