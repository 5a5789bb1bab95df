//! The server of the tests, started here too.

#[path = "../../desk/team/harness.rs"]
pub mod harness;
