//! Payment links: an address under which a customer pays.

pub mod calls;
pub mod reference;
pub mod wire;
