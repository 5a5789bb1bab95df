//! Payments: the list, one payment, and what changes one.

pub mod calls;
pub mod reference;
mod related;
pub mod wire;
