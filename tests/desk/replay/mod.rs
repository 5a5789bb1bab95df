//! The exchanges that were recorded at the real server of this API's family, replayed.
//!
//! [`recorded`] answers from them; what was not recorded is never made up.

mod decoding;
mod desk;
mod lists;
mod operations;
mod record_reads;
mod recorded;
mod refusals;
mod server;
mod service_counts;
mod sign_in;
mod walk;
