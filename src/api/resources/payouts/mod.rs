//! Payouts: money that is paid out.

pub mod calls;
pub mod reference;
pub mod wire;
