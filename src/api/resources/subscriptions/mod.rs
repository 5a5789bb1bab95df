//! Subscriptions: payments that repeat by a plan.

pub mod calls;
pub mod reference;
pub mod wire;
