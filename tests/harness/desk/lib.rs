//! Paydesk without its window: the core on the real runtime, with journal, vault and client, at a real sandbox.

#![allow(clippy::unwrap_used, clippy::expect_used, clippy::disallowed_methods, clippy::new_without_default)]

pub mod recount;
pub mod runtime;
pub mod service;
pub mod shop;
pub mod vulkan;

pub use runtime::RuntimeHarness;
pub use service::Service;
