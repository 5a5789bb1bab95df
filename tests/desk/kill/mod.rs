//! A desk that is killed while it works, that loses power, and whose disk fails: nothing is lost, nothing is sent twice,
//! nothing is said wrongly.
//!
//! Paydesk at work is this very test binary, started again: core, runtime, journal and client are the real ones. The
//! sandbox lives on in the parent, behind a relay that reports when nothing of the dead is under way any more.
//!
//! [`rounds`] kills it at any moment (`PAYDESK_KILL_ROUNDS=50`: so many times), at work on many payments ([`worker`]). All
//! else is between it and its files by a library of C ([`faults`]): [`points`] kills it at every write and every sync,
//! with each operation there is ([`desk_worker`]), and takes up what is left ([`restart`]), also after a loss of power
//! ([`power_loss`]); [`store_images`] does that to all files of the store ([`store_worker`]); [`failing_disk`] lets every
//! call fail.

mod desk_worker;
mod failing_disk;
mod faults;
mod points;
mod power_loss;
mod restart;
mod rounds;
mod store_images;
mod store_worker;
mod worker;

use std::path::Path;

use paydesk_test_desk::runtime::{PATIENT, RuntimeHarness, starter};

/// A desk that has opened the journal in `data` and found its service. No answer is lost by time.
fn open(base_url: &str, key: &str, data: &Path) -> RuntimeHarness {
    let mut desk = RuntimeHarness::starting(starter(base_url.to_owned(), key.to_owned()), data, PATIENT);
    desk.until("the desk is ready", |state| state.read_only_reason().is_none());
    desk
}

/// One call of so many is taken: as many as the environment says, or as a plain `cargo test` can afford.
fn stride(variable: &str, of_plain_test: usize) -> usize {
    std::env::var(variable).map_or(of_plain_test, |text| text.parse().unwrap())
}
