//! Which program this is: its version, and the commit that it was built from.

use std::sync::OnceLock;

/// As in `Cargo.toml`.
pub const VERSION: &str = env!("CARGO_PKG_VERSION");

static COMMIT: OnceLock<&str> = OnceLock::new();

/// Said once, by the start of the program: libraries are not compiled again after each commit.
pub fn built_from(commit: &'static str) {
    // The first word counts; there is no other.
    let _ = COMMIT.set(commit);
}

/// The commit, or why it is not known.
pub fn commit() -> &'static str {
    COMMIT.get().copied().unwrap_or("not recorded: part of a test")
}
