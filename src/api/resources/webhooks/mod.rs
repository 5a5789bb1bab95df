//! Webhooks: what the service reports by itself.

pub mod reference;
pub mod wire;
