//! Disputes: the list, one by its id, and evidence.

pub mod calls;
pub mod evidence;
pub mod reference;
pub mod retrieve;
pub mod wire;
