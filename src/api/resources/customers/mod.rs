//! Customers.

pub mod calls;
pub mod reference;
pub mod wire;
