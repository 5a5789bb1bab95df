//! Disputes: the list, and evidence.

pub mod calls;
pub mod reference;
pub mod wire;
