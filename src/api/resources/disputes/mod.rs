//! Disputes: the list, and evidence.

pub mod calls;
pub mod evidence;
pub mod reference;
pub mod wire;
