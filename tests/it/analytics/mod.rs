//! Analytics: the core against the sandbox itself, so that what is shown is checked with the sandbox's own lists.

mod boards;
mod drill;
pub mod shop;
