//! Vouchers: an amount that a customer may spend.

pub mod calls;
pub mod reference;
pub mod wire;
