//! The server of the tests, started here too.

#[path = "../../it/team/harness.rs"]
pub mod harness;
