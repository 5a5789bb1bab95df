//! Metrics of payments and disputes.

pub mod calls;
pub mod reference;
pub mod wire;
