//! Refunds: money given back of a payment.

pub mod calls;
pub mod reference;
pub mod wire;
