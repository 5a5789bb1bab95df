//! Payments: the list, one payment, and what changes one.

pub mod calls;
pub mod list_filter;
pub mod reference;
mod related;
pub mod wire;
