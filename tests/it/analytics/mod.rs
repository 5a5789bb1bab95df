//! Analytics: the core against the sandbox itself, so that what is shown is checked with the sandbox's own lists.

mod asking;
mod beside;
mod boards;
mod drill;
mod filters;
mod forms;
mod kept;
pub mod shop;
