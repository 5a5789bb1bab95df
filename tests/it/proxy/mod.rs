//! The real client and the real sandbox with a bad network between them, and the sandbox's ledger as the only judge.
//!
//! [`fate`] says what may become of an exchange, [`relay`] does it. [`positions`] cuts one exchange at every byte,
//! [`troubles`] has every kind of trouble once; both send [`captures`]. [`storms`] runs thousands of schedules
//! ([`schedule`]) through the whole desk.

mod captures;
mod desk;
pub mod dice;
mod disk;
mod fate;
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
