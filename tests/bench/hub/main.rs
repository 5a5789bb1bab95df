//! Webhooks a second that one hub stores: see `measure.rs`.
#![allow(clippy::unwrap_used, clippy::expect_used, dead_code)]

#[cfg(unix)]
mod measure;
#[cfg(unix)]
mod team;

#[cfg(unix)]
fn main() {
    measure::run();
}

/// The server of the tests is started by ways of Unix.
#[cfg(not(unix))]
fn main() {
    println!("skipped: it needs a PostgreSQL server on Unix");
}
