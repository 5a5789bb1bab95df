//! All payments of a profile in the team's database.

mod counters;
mod forget;
mod found;
mod put;
mod read;
pub mod sample;

pub use read::ask_everything;
