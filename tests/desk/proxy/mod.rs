//! The real client and the real sandbox with a bad network between them, and the sandbox's ledger as the only judge.
//!
//! [`fault_plan`] says what may become of an exchange, [`relay`] does it. [`positions`] cuts one exchange at every byte,
//! [`endpoints`] an exchange of every endpoint that changes something, [`troubles`] has every kind of trouble once; all
//! send [`captures`]. [`storms`] runs thousands of schedules
//! ([`schedule`]) through the whole desk.

mod captures;
mod desk;
mod disk;
mod endpoints;
mod fault_plan;
mod http;
mod judge;
mod kinds;
mod network;
mod positions;
pub mod relay;
mod schedule;
pub mod shop;
mod storms;
pub mod tally;
mod troubles;
